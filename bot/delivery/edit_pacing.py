"""Keeps the edits of a channel within Discord's limit, so that no picture is outdated by the time it is sent.

Discord takes five edits in five seconds in each channel. So a message waits for its turn before it is drawn, not
afterwards. Turns are spaced out, because after a burst of five edits the next one would wait for seconds. The log
always leaves one turn for the board, and is rarely edited in the middle of a hand.

Only edits that are sent take a turn. A secret event causes no edit, so no delay reveals it.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from bot.ports import LastStored
from bot.store import MessageKey, MessageKind
from bot.store.messages.message_keys import LOG

EDITS: Final = 5
WITHIN: Final = 5.25
"""Seconds in which a channel takes `EDITS` edits, with a margin for network delays."""
AT_ONCE: Final = 2.0
"""The most turns that may be taken at once after a pause. Further turns are `EVERY` seconds apart."""
EVERY: Final = 1.0
"""Seconds after which a channel has earned one more turn."""
LOG_EVERY: Final = 15.0
"""Seconds between two edits of a log in the middle of a hand. The board shows the last three lines at once."""
POST_EVERY: Final = 5.0
"""Seconds between two edits of a player's own message, if the player has pressed nothing there lately."""
MOST_CHANNELS: Final = 20_000
"""The most channels whose last edits are kept."""
_SPACING: Final = {MessageKind.LOG: LOG_EVERY, MessageKind.HAND: POST_EVERY}
"""By kind of message, the seconds between two edits, for kinds with a pace of their own."""


class _Channel(Struct):
    turns: deque[float] = field(default_factory=deque)
    """The times of the last turns."""
    credit: float = AT_ONCE
    """The number of turns that were left right after the last turn."""
    edited: dict[MessageKind, float] = field(default_factory=dict)
    """By kind of message, the time of the last edit."""


class EditPacing(Struct):
    """Gives out turns to edit the messages of each channel."""

    read_time: Callable[[], float] = time.monotonic
    """A monotonic clock, in seconds."""
    _channels: LastStored[int, _Channel] = field(default_factory=lambda: LastStored(MOST_CHANNELS))

    def measure_wait(self, channel: int, key: MessageKey, free: bool = False) -> float:
        """Seconds until a message of a channel may be edited.

        `free` means that the message is edited by answering its reader's presses. Such edits do not count as the
        channel's, so `channel` is then the id of the message. They are spaced out all the same, since each shows a
        picture.
        """
        state, now = self._channels.get(channel), self.read_time()
        if state is None or not state.turns:
            return 0.0
        turns, last = state.turns, state.turns[-1]
        spare = 1 if key == LOG else 0
        credit = min(AT_ONCE, state.credit + (now - last) / EVERY)
        until_spaced = (1 + spare - credit) * EVERY
        room = EDITS - spare
        until_room = turns[-room] + WITHIN - now if len(turns) >= room else 0.0
        pace = 0.0 if free else _SPACING.get(key.kind, 0.0)
        until_paced = state.edited.get(key.kind, now - pace) + pace - now
        return max(0.0, until_spaced, until_room, until_paced)

    def take_turn(self, channel: int, key: MessageKey) -> None:
        """Note that a message of a channel is edited now."""
        state, now = self._channels.get(channel) or _Channel(), self.read_time()
        self._channels[channel] = state
        passed = (now - state.turns[-1]) / EVERY if state.turns else AT_ONCE
        state.credit = min(AT_ONCE, state.credit + passed) - 1
        state.turns.append(now)
        state.edited[key.kind] = now
        while state.turns[0] <= now - WITHIN:
            state.turns.popleft()
