"""The last press on each message. Its token can edit the message for fifteen minutes.

Such an edit does not count against the requests that Discord allows the bot, and does not slow down other edits in the
channel. The token is kept only in memory; without it, the bot edits as usual. All presses in DMs arrive at one process,
which sends the tokens to the others, before it knows if Discord takes the acknowledgement.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.edge.repeating import FIRST_ANSWER_WITHIN, TOKEN_LASTS, DeliveryResult
from bot.ports import DeliveryError, ErrorKind, LastStored

log = logging.getLogger(__name__)

MOST: Final = 20_000
"""The most messages whose last press is kept."""
AGAIN: Final = 0.25
"""Seconds before another try of an edit for which the acknowledgement may not have arrived."""


class Press(NamedTuple):
    """A press on a message."""

    token: str
    acknowledging: asyncio.Task[DeliveryResult] | None
    """None if another process acknowledges the press."""
    until: float
    """The time (monotonic seconds) until which its token is used."""

    async def is_acknowledged(self) -> bool:
        """Wait until Discord has answered the acknowledgement. Return True if it was taken, or if another process
        makes it."""
        task = self.acknowledging
        if task is None:
            return True
        await asyncio.wait([task])
        return not task.cancelled() and task.exception() is None and task.result() is DeliveryResult.TAKEN


class Presses:
    """The last press on each message, by the id of the message."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._last: LastStored[int, Press] = LastStored(MOST)

    def note(self, interaction: discord.Interaction, acknowledging: asyncio.Task[DeliveryResult]) -> None:
        """Keep a press and its acknowledgement. A press on a private answer is not kept."""
        if message := find_pressed(interaction):
            self._last[message] = Press(interaction.token, acknowledging, self._read_time() + TOKEN_LASTS)

    def note_elsewhere(self, message: int, token: str) -> None:
        """Keep a press that another process acknowledges. One that arrived here is known already."""
        known = self._last.get(message)
        if known is None or known.token != token:
            self._last[message] = Press(token, None, self._read_time() + TOKEN_LASTS)

    def find(self, message: int) -> Press | None:
        """The last press on a message; None if there is none, or its token has expired."""
        press = self._last.get(message)
        if press is None:
            return None
        if press.until <= self._read_time():
            self._last.pop(message, None)
            return None
        return press

    async def edit(self, message: int, ask: Callable[[str], Awaitable[None]]) -> bool:
        """Let `ask` edit a message by the token of its last press. False if there is none, or if Discord refuses it.

        Discord may not have the acknowledgement of another process yet: then this tries again, for three seconds.
        """
        press = self.find(message)
        if press is None or not await press.is_acknowledged():
            return False
        while True:
            try:
                await ask(press.token)
                return True
            except DeliveryError as trouble:
                age = TOKEN_LASTS - (press.until - self._read_time())
                is_early = press.acknowledging is None and age < FIRST_ANSWER_WITHIN
                if not is_early or trouble.kind not in (ErrorKind.EXPIRED, ErrorKind.GONE):
                    log.info("a press could not edit its message (%s)", trouble.kind)
                    self._last.pop(message, None)
                    return False
            await asyncio.sleep(AGAIN)


async def edit_original(client: discord.Client, token: str, body: Mapping[str, Any]) -> None:
    """Edit the message of a press by its token. Discord's answer describes the message and is not read."""
    hook, http = discord.Webhook.partial(client.application_id or 0, token, client=client), client.http
    with handle_message_parameters(**body) as params:
        await async_context.get().edit_original_interaction_response(
            hook.id, token, session=hook.session, proxy=http.proxy, proxy_auth=http.proxy_auth,
            payload=params.payload, multipart=params.multipart, files=params.files,
        )  # fmt: skip


def find_pressed(interaction: discord.Interaction) -> int:
    """The message whose control was pressed; 0 for a private answer, and for anything but a press."""
    message = interaction.message
    is_press = interaction.type is discord.InteractionType.component
    return message.id if is_press and message is not None and not message.flags.ephemeral else 0
