"""A finished hand as a picture that moves: the board after each step that everybody saw, from the deal to the end.

It is made from the public view and from the steps of the public replay, which are the same before and after the secret
of the shuffle opens. So nothing that stayed hidden changes the boards, their number or their times.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct, field

from bot.messages.parts.pictures import Pictures
from bot.messages.parts.table_words import words_of
from bot.messages.replays.replay_steps import list_public_steps, name_players
from bot.store import Connection, Store
from bot.tables.aggregate import Table
from bot.tables.play.past_hands import PastHand, PastHands
from bot.tables.seats.handover_notes import FormerOccupant, list_former_occupants
from bot.wording import Words
from games.core import View, view_event
from render.base.picture import Picture

MOST_STEPS: Final = 24
"""The most boards of a picture."""
STEP_TIME: Final = 1_000
"""The milliseconds for which a board is seen."""
CALL_TIME: Final = 1_600
"""The same for a board with a call or a score."""
LAST_TIME: Final = 5_000
"""The same for the last board."""


class HandToDraw(NamedTuple):
    """A finished hand as everybody saw it."""

    steps: tuple[tuple[View, Words, int], ...]
    """The boards to show, each with its wording and its milliseconds."""
    ended_at: int
    people: tuple[int, ...]
    """The people who sat at the table when the hand ended, and still do."""


class MovingHands(Struct, frozen=True):
    """Draws finished hands as pictures that move."""

    store: Store
    pictures: Pictures
    hands: PastHands = field(default_factory=PastHands)

    async def find(self, table: Table, number: int) -> HandToDraw | None:
        """Find a hand as everybody saw it; None if it is not over."""
        return await self.store.read(_read_hand, table, number, self.hands)

    async def draw(self, table: Table, number: int, hand: HandToDraw) -> Picture | None:
        """Draw a hand; None if the painters are too busy."""
        view, words, _ = hand.steps[-1]
        alt = words.say(
            "keep/alt",
            title=table.game.TITLE,
            number=number,
            count=len(hand.steps),
            board=self.pictures.describe_view(view, words),
        )
        return await self.pictures.paint(lambda scenes: scenes.draw_moving(hand.steps, alt))


def _read_hand(connection: Connection, table: Table, number: int, hands: PastHands) -> HandToDraw | None:
    past = hands.read(connection, table, number)
    if past is None:
        return None
    former = list_former_occupants(table, past.handovers)
    end = past.events[-1]
    gone = {occupant.seat for occupant in former if occupant.had_seat_at(end)}
    people = tuple(seat.user_id for seat in table.seats if seat.user_id is not None and seat.seat not in gone)
    return HandToDraw(list_steps(table, past, former), end.at, people)


def list_steps(table: Table, past: PastHand, former: Sequence[FormerOccupant]) -> tuple[tuple[View, Words, int], ...]:
    """The boards of a hand to show, each with its wording and its milliseconds."""
    words = words_of(table)
    listed = list_public_steps(past, words)
    striking = [_stands_out(table, view_event(past.events[place].event, None)) for place, _ in listed]
    state, played, steps = past.state, 0, []
    for index in _choose_steps(striking):
        place, until = listed[index]
        state = table.game.evolve(state, *(entry.event for entry in past.events[played : until + 1]))
        played = until + 1
        last = index == len(listed) - 1
        time = LAST_TIME if last else CALL_TIME if striking[index] else STEP_TIME
        steps.append((table.game.view(state, None), name_players(words, former, past.events[place]), time))
    return tuple(steps)


def _stands_out(table: Table, event: object) -> bool:
    """True for an event that is a call, or that scored."""
    called = table.game.announces_call is not None and table.game.announces_call(event)
    return called or bool(table.game.receipts([event]))


def _choose_steps(striking: Sequence[bool]) -> list[int]:
    """Choose the steps to show: the first, the last, those that stand out, and others evenly between them. If too many
    steps stand out, choose evenly among all."""
    last = len(striking) - 1
    kept = {0, last, *(step for step, flag in enumerate(striking) if flag)}
    if len(kept) > MOST_STEPS:
        kept = set()
    others = [step for step in range(last + 1) if step not in kept]
    room = min(MOST_STEPS - len(kept), len(others))
    kept |= {others[place * (len(others) - 1) // max(1, room - 1)] for place in range(room)}
    return sorted({*kept, last})
