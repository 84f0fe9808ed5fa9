"""The last press on each message. Its token can edit the message for fifteen minutes.

Such an edit does not count against the requests that Discord allows the bot, and does not slow down other edits in the
channel. The token is kept only in memory; without it, the bot edits as usual.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import discord

from bot.edge.repeating import TOKEN_LASTS, DeliveryResult
from bot.ports.last_stored import LastStored

MOST: Final = 20_000
"""The most messages whose last press is kept."""


class Press(NamedTuple):
    """A press on a message."""

    interaction: discord.Interaction
    acknowledging: asyncio.Task[DeliveryResult]
    until: float
    """The time (monotonic seconds) until which its token is used."""

    async def is_acknowledged(self) -> bool:
        """Wait until Discord has answered the acknowledgement. Return True if it was taken."""
        task = self.acknowledging
        await asyncio.wait([task])
        return not task.cancelled() and task.exception() is None and task.result() is DeliveryResult.TAKEN


class Presses:
    """The last press on each message, by the id of the message."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._last: LastStored[int, Press] = LastStored(MOST)

    def note(self, interaction: discord.Interaction, acknowledging: asyncio.Task[DeliveryResult]) -> None:
        """Keep a press and its acknowledgement. A press on a private answer is not kept."""
        message = interaction.message
        is_press = interaction.type is discord.InteractionType.component
        if is_press and message is not None and not message.flags.ephemeral:
            self._last.put(message.id, Press(interaction, acknowledging, self._read_time() + TOKEN_LASTS))

    def find(self, message: int) -> Press | None:
        """The last press on a message; None if there is none, or its token has expired."""
        press = self._last.find(message)
        if press is None:
            return None
        if press.until <= self._read_time():
            self._last.take(message)
            return None
        return press

    def forget(self, message: int) -> None:
        """Forget the press on a message, because Discord refused its token."""
        self._last.take(message)
