"""Commands and presses that were acknowledged but never answered, because their process was killed or stopped.

They are noted while they run. Every process looks again and again for those that nobody answers any more.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable
from typing import Final

import discord
from discord.webhook.async_ import async_context
from msgspec import Struct, field

from bot.edge import discord_compat
from bot.edge.interactions import read_stamp
from bot.edge.presses import edit_original, find_pressed
from bot.edge.repeating import ANSWER_WITHIN, Repeater, never_twice
from bot.ports.clock import Clock
from bot.store.database.errors import StoreError
from bot.store.processes import owed_answers
from bot.store.processes.lease_rows import WHOLE_PART
from bot.store.processes.leases import Lease
from bot.store.processes.owed_answers import ANSWERABLE_FOR, OwedAnswer
from bot.store.store import Store
from bot.store.tables import commits
from bot.supervisor import Jobs
from bot.wording import HOST

LOOK_EVERY: Final = 30.0
"""Seconds between two looks for commands that are owed an answer."""
NOTED_WITHIN: Final = 0.5
"""The most seconds that an acknowledgement waits until the command is noted. Discord must get the acknowledgement
within three seconds. A press is noted while it is acknowledged: nobody looks at "thinking…" below it."""
_ORIGINAL: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_LOADING: Final = discord.MessageFlags.loading.flag
_PRIVATE: Final = discord.MessageFlags.ephemeral.flag


class OwedAnswers(Struct):
    """Notes the commands and presses of one connection to Discord, and forgets those that were answered."""

    store: Store
    part: str
    """The part of the servers that the connection serves."""
    lease: Lease
    _alone: str = field(default_factory=lambda: f"alone:{secrets.token_hex(8)}")
    """The holder's name if there is no lease, and therefore no other process."""
    jobs: Jobs = field(default_factory=Jobs)
    """The notes that are being written."""

    @property
    def holder(self) -> str:
        """The name under which this connection's commands are noted."""
        epoch = self.lease.epochs.get(self.part)
        return self._alone if epoch is None else f"{self.part}:{epoch}"

    async def begin(self, interaction: discord.Interaction) -> None:
        """Note a command or press before it is acknowledged, but wait for no database that is slow or away."""
        number, user, place = interaction.id, interaction.user.id, interaction.channel_id or 0
        at = read_stamp(number)
        owed = OwedAnswer(number, interaction.application_id, interaction.token, user, place, at)
        is_shared = self.part != WHOLE_PART and interaction.guild_id is None  # all DMs arrive at one process
        pressed = find_pressed(interaction) if is_shared else 0
        noting = self.start(self.store.write(owed_answers.note, owed, self.holder, pressed))
        is_command = interaction.type is discord.InteractionType.application_command
        await asyncio.wait({noting}, timeout=NOTED_WITHIN if is_command else 0)

    def settle(self, interaction: int, answered: bool) -> None:
        """Note the end of a command. One that was not answered is left to the next process that serves this part."""
        if answered:
            self.start(self.store.write(owed_answers.forget, interaction))

    def start(self, write: Awaitable[object]) -> asyncio.Task[object]:
        """Write a note about an answer. Nobody has to wait until it is written."""
        return self.jobs.start(_write(write), "owed-answer")


async def _write(write: Awaitable[object]) -> None:
    with contextlib.suppress(StoreError):  # the store logs that the database is away
        await write


async def end_interrupted(client: discord.Client, store: Store, clock: Clock, own: OwedAnswers) -> None:
    """Answer every command and press that nobody answers any more, if Discord still accepts the answer.

    `own` has the commands of this connection. Those under way are left out, because the connection answers them itself.
    """
    unanswered = await store.read(owed_answers.list_left, own.holder)
    if unanswered:
        answerable = [owed for owed in unanswered if owed.at + ANSWERABLE_FOR > clock()]
        await asyncio.gather(*(_answer(client, owed, store) for owed in answerable))
        await store.write(owed_answers.forget, *(owed.interaction for owed in unanswered))


async def _answer(client: discord.Client, owed: OwedAnswer, store: Store) -> None:
    """Replace "thinking…" below a command, or say below a press that it was interrupted. Do nothing if an answer has
    arrived, or if a table shows what was pressed. Presses on other things may have been entered unseen."""
    done = await store.read(commits.is_known_somewhere, f"i:{owed.interaction}", owed.place, owed.user)
    hook, http = discord.Webhook.partial(owed.application, owed.token, client=client), client.http
    read = discord.http.Route("GET", _ORIGINAL, webhook_id=owed.application, webhook_token=owed.token)

    async def say_below() -> None:
        body = {"content": HOST.say("edge/interrupted_press"), "flags": _PRIVATE}
        with discord_compat.ask_webhooks_once():
            await async_context.get().execute_webhook(
                hook.id, owed.token, session=hook.session, proxy=http.proxy, proxy_auth=http.proxy_auth, payload=body
            )

    say_once = never_twice(say_below)

    async def work() -> None:
        original = await http.request(read)
        if (original.get("interaction_metadata") or {}).get("id") != str(owed.interaction):
            if not done:
                await say_once()
        elif original["flags"] & _LOADING:
            text = HOST.say("edge/interrupted_done" if done else "edge/interrupted")
            await edit_original(client, owed.token, {"content": text})

    await Repeater().deliver("the end of an interrupted command", work, ANSWER_WITHIN)
