"""The watch for another copy of the bot: one with the same token, but with a database that knows nothing of ours.

Two copies would mix two deals at one table. So each copy shows a mark (`bot.edge.marks`), and looks for the others'
before it acts, then every minute. The copy that came later stops, and leaves its mark as a sign. The other goes on, and
tells its host.
"""

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import Final

import discord
from msgspec import Struct, field

from bot.config import Misconfigured, Unavailable
from bot.edge.discord_answers import FAILURES
from bot.edge.marks import DEAD_AFTER, Mark, Sight, judge, list_marks, name_mark
from bot.edge.repeating import is_temporary, repeat_until_done
from bot.outbox.outbox import Outbox
from bot.ports import HOUR, MINUTE, Clock
from bot.store import Store, StoreError, StoreUnavailable
from bot.store.processes import marks
from bot.store.processes.leases import Lease
from bot.wording import HOST
from render import emoji

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 60.0
RENEWED_AFTER: Final = 50_000
"""The age (milliseconds) from which a mark gets a new name. The processes of a fleet share one mark."""
ANSWERED_WITHIN: Final = 30.0
"""Seconds that a look may take, and that the first one is repeated while Discord does not answer."""
AGAIN_AFTER: Final = 5.0
"""Seconds after which a look that failed is repeated."""
ASLEEP_AFTER: Final = DEAD_AFTER - MINUTE
"""Milliseconds without a look after which the bot must look before it sends, since its mark may be dead."""
LETTER_EVERY: Final = 24 * HOUR


class OneBot(Struct):
    """Shows this copy's mark, and looks for others."""

    store: Store
    clock: Clock
    lease: Lease
    """The right to serve. It is lost if another copy serves."""
    outbox: Outbox
    hurried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set if somebody should look at once, after a sleep."""
    _awake_at: int | None = None
    """The time (milliseconds) of the last look; None before the first."""
    _looked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by the next look; then a new event takes its place."""
    _told: set[int] = field(default_factory=set)
    """The marks of others of which the log tells."""
    _written_at: int | None = None
    """The time (milliseconds) of the last letter to the hosts."""

    async def begin(self, client: discord.Client) -> None:
        """Show a mark before anything is served, and look twice: others may have begun at the same moment.

        If Discord refuses marks for good, the bot serves without. Raises Misconfigured if another copy serves, and
        Unavailable if Discord or the database does not answer.
        """

        async def look_twice() -> None:
            for _ in range(2):
                if rival := await self._look(client):
                    raise Misconfigured(_describe(rival, self.clock()))

        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                await repeat_until_done("the mark", look_twice, (StoreUnavailable,))
        except TimeoutError:
            sentence = "Discord does not say if another copy of Boneyard serves; start again when it answers."
            raise Unavailable(sentence) from None
        except discord.HTTPException as error:
            log.warning("no other copy of the bot would be noticed, since Discord refuses the mark: %s", error)
        self._note_look()

    async def look(self, client: discord.Client) -> float | None:
        """Look again, and lose the lease to a copy that came earlier. Return the seconds until the next look."""
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                rival = await self._look(client)
        except (*FAILURES, StoreError) as error:
            log.info("the marks of the bot could not be read (%s)", type(error).__name__)
            if not self._is_asleep():
                self._note_look()
            return AGAIN_AFTER if not isinstance(error, discord.HTTPException) or is_temporary(error) else None
        if rival is not None:
            self.lease.lose(_describe(rival, self.clock()))
        return None

    async def wait_until_awake(self) -> None:
        """Wait until somebody has looked, if the machine has slept."""
        while self._is_asleep():
            self.hurried.set()
            await self._looked.wait()

    async def _look(self, client: discord.Client) -> Mark | None:
        """Look at all marks. Leave a sign and return the mark of a copy that came earlier, or else show our own."""
        seen = list_marks(await client.fetch_application_emojis())
        # A mark is noted before it is shown, so the database knows each of our own that Discord lists.
        sight = judge(seen, await self.store.read(marks.list_known), self.clock())
        if sight.rival is not None:
            with suppress(*FAILURES, StoreError):
                await self._show(client, sight, ended=True)
            return sight.rival
        self._note_look()
        if sight.shown is None or sight.now - sight.shown.at >= RENEWED_AFTER:
            await self._show(client, sight)
        for mark in sight.others:
            if mark.ended or mark.is_live(sight.now):
                await self._tell_hosts(mark)
        for mark in (*sight.own, *sight.others):
            if mark is not sight.kept and not mark.is_live(sight.now):
                with suppress(discord.NotFound):
                    await mark.emoji.delete()
        return None

    async def _show(self, client: discord.Client, sight: Sight, ended: bool = False) -> None:
        """Give our mark a new name, or make it."""
        word = secrets.token_hex(4)
        await self.store.write(marks.note, word, sight.now)
        name = name_mark(word, sight.now, ended)
        if sight.kept is not None:
            with suppress(discord.NotFound):  # another copy saw it dead, and deleted it
                await sight.kept.emoji.edit(name=name)
                return
        await client.create_application_emoji(name=name, image=emoji.draw_plain())

    async def _tell_hosts(self, mark: Mark) -> None:
        """Tell the hosts that another copy was started, in the log and, once a day, by message.

        A service may start the other copy again and again.
        """
        if mark.id in self._told:
            return
        self._told.add(mark.id)
        text, now = HOST.say("doctor/copy_word", mark=mark.emoji.name), self.clock()
        log.error("%s", text)
        if self._written_at is None or now - self._written_at >= LETTER_EVERY:
            self._written_at = now
            await self.outbox.tell_hosts(text, f"copy:{mark.id}")

    def _is_asleep(self) -> bool:
        return self._awake_at is not None and self.clock() - self._awake_at > ASLEEP_AFTER

    def _note_look(self) -> None:
        self._awake_at = self.clock()
        looked, self._looked = self._looked, asyncio.Event()
        looked.set()


def _describe(rival: Mark, now: int) -> str:
    seconds = (now - rival.at) // 1000
    return (
        "Another copy of Boneyard serves this bot already, with another database: its mark "
        f"{rival.emoji.name} among the application's emojis (on its page in Discord's Developer Portal) is {seconds} "
        "seconds old. Stop that copy, perhaps on another machine; if it has died, start this one in five minutes."
    )
