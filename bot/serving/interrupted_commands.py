"""Commands that were acknowledged but never answered, because their process was killed or gave up its connection.

Commands are noted while they run. Every process looks again and again for those that nobody answers any more.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.edge.interactions import read_stamp
from bot.edge.repeating import ANSWER_WITHIN, Repeater
from bot.ports.clock import Clock
from bot.store.database.errors import StoreError
from bot.store.processes import owed_answers
from bot.store.processes.leases import Lease
from bot.store.processes.owed_answers import ANSWERABLE_FOR, OwedAnswer
from bot.store.store import Store
from bot.store.tables import events
from bot.wording import HOST

_ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_LOADING = discord.MessageFlags.loading.flag


async def end_thinking(client: discord.Client, application: int, token: str, text: str) -> None:
    """Replace "thinking…" by a text. Do nothing if an answer has arrived, or if the interaction has expired."""

    async def work() -> None:
        found = await client.http.request(_make_route("GET", application, token))
        if found["flags"] & _LOADING:
            await client.http.request(_make_route("PATCH", application, token), json={"content": text})

    await Repeater().deliver("the end of a command", work, ANSWER_WITHIN)


def _make_route(method: str, application: int, token: str) -> discord.http.Route:
    return discord.http.Route(method, _ORIGINAL, webhook_id=application, webhook_token=token)


log = logging.getLogger(__name__)

LOOK_EVERY: Final = 30.0
"""Seconds between two looks for commands that are owed an answer."""
NOTED_WITHIN: Final = 0.5
"""The most seconds that an acknowledgement waits until the command is noted. Discord must get the acknowledgement
within three seconds."""


@dataclass(slots=True)
class OwedAnswers:
    """Notes the commands of one connection to Discord, and forgets those that were answered."""

    store: Store
    part: str
    """The part of the servers that the connection serves."""
    lease: Lease
    _alone: str = field(default_factory=lambda: f"alone:{secrets.token_hex(8)}")
    """The holder's name if there is no lease, and therefore no other process."""
    _writes: set[asyncio.Task[object]] = field(default_factory=set)

    @property
    def holder(self) -> str:
        """The name under which this connection's commands are noted."""
        epoch = self.lease.epochs.get(self.part)
        return self._alone if epoch is None else f"{self.part}:{epoch}"

    async def begin(self, interaction: discord.Interaction) -> None:
        """Note a command before it is acknowledged, but do not wait for a database that is slow or away."""
        number, user, place = interaction.id, interaction.user.id, interaction.channel_id or 0
        at = read_stamp(number)
        owed = OwedAnswer(number, interaction.application_id, interaction.token, user, place, at)
        await asyncio.wait({self._write(owed_answers.note, owed, self.holder)}, timeout=NOTED_WITHIN)

    def settle(self, interaction: int, answered: bool) -> None:
        """Note the end of a command: it was answered, or its answer is left to `end_interrupted`."""
        self._write(owed_answers.forget if answered else owed_answers.note_abandoned, interaction)

    async def finish(self) -> None:
        """Wait until everything is written."""
        while self._writes:
            await asyncio.wait(self._writes)

    def _write(self, change: Callable[..., object], *facts: object) -> asyncio.Task[object]:
        task = asyncio.create_task(self.store.write(change, *facts), name="owed-answer")
        self._writes.add(task)
        task.add_done_callback(self._report_end)
        return task

    def _report_end(self, task: asyncio.Task[object]) -> None:
        self._writes.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.DEBUG if isinstance(error, StoreError) else logging.ERROR
            log.log(level, "a command that is owed an answer could not be noted: %s", error)


async def end_interrupted(client: discord.Client, store: Store, clock: Clock, own: OwedAnswers) -> None:
    """Answer every command that nobody answers any more, if Discord still accepts the answer.

    `own` has the commands of this connection. Those under way are left out, because the connection answers them itself.
    """
    unanswered = await store.read(owed_answers.list_left, own.holder)
    if unanswered:
        answerable = [owed for owed in unanswered if owed.at + ANSWERABLE_FOR > clock()]
        await asyncio.gather(*(_answer(client, owed, store) for owed in answerable))
        await store.write(owed_answers.forget, *(owed.interaction for owed in unanswered))


async def _answer(client: discord.Client, owed: OwedAnswer, store: Store) -> None:
    done = await store.read(events.is_known_somewhere, f"i:{owed.interaction}", owed.place, owed.user)
    text = HOST.say("edge/interrupted_done" if done else "edge/interrupted")
    await end_thinking(client, owed.application, owed.token, text)
