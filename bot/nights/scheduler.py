"""The scheduler of game nights: does what is due, sends notices, and keeps the messages of dates in step.

All that is due stands in the database, so nothing waits for a process that has ended. A process looks after the servers
that it serves.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Any, Final, NamedTuple

from bot.nights import messages, notices
from bot.nights.night import DAY, LASTS, MINUTE, State, Step, end, step_after_announcement
from bot.nights.notices import What
from bot.nights.opening import NightTables
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, ErrorKind, Messenger, Place, ScheduledEvent, Sought, text_digest
from bot.ports.ui import Message
from bot.store import nights, outbox
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.store.errors import StoreUnavailable
from bot.store.nights import Answer, Date, Plan
from bot.store.outbox import Waiting
from bot.store.shards import ShardSet
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tables.pacing import TableSettings
from bot.wording import say

log = logging.getLogger(__name__)

LONGEST: Final = 30_000
"""The longest sleep in milliseconds; another process may have written something."""
BEGUN: Final = "begun"
"""The key in a notice for a try that was begun: its channel, its server, the digest of its text, and its time."""
CLOCKS_DIFFER: Final = 3_600_000
"""The most milliseconds by which this machine's clock may be ahead of Discord's."""
PATIENCE: Final = 60.0
"""Seconds for which one thing may hold up the others, since Discord may refuse a request again and again."""
EVENT_PATIENCE: Final = 10.0
"""Seconds that an event of a server's calendar may take."""
BATCH: Final = 10
"""Messages that are brought up to date before another look at what is due."""
KEPT: Final = 14 * 86_400_000
"""The time for which a sent notice is remembered, so that it is not sent again, in milliseconds."""


class _Found(NamedTuple):
    """A look at what is due."""

    due: list[tuple[Plan, Date]]
    waiting: list[Waiting]
    stale: list[tuple[Plan, Date]]
    coming: int | None
    """The time of the next thing due."""

    @property
    def idle(self) -> bool:
        return not (self.due or self.waiting or self.stale)


class NightScheduler:
    """Runs from `start` to `stop`; `wake` it when something was written."""

    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        clock: Clock,
        tables: NightTables,
        settings: TableSettings,
        supervisor: Supervisor,
    ) -> None:
        self._store = store
        self._messenger = messenger
        self._clock = clock
        self._tables = tables
        self._settings = settings
        self._supervisor = supervisor
        self._woken = asyncio.Event()
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        self._task = self._supervisor.start(self._run(), "nights")

    async def stop(self) -> None:
        """Stop; the rest is done after the next start."""
        if self._task is not None:
            await self._supervisor.stop(self._task)
            self._task = None

    def wake(self) -> None:
        """Look at everything now."""
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            wait = LONGEST
            try:
                coming = await self.tick()
                wait = LONGEST if coming is None else min(LONGEST, max(1_000, coming - self._clock()))
            except StoreUnavailable:
                pass  # the store says that it is away; what is due is done after the next look
            except Exception:
                log.exception("the scheduler of game nights failed; it goes on")
            try:
                async with asyncio.timeout(wait / 1000):
                    await self._woken.wait()
            except TimeoutError:
                continue

    async def tick(self) -> int | None:
        """Do everything that is due; returns the time of the next thing due (milliseconds), if any."""
        async with self._lock:
            while not (found := await self._store.read(_look, now := self._clock(), self._settings.share)).idle:
                for plan, date in found.due:
                    await self._take_step(plan, date, now)
                for waiting in found.waiting:
                    await self._tell(waiting, now)
                for plan, date in found.stale:
                    await self._bring_up_to_date(plan, date, now)
            return found.coming

    # Steps.

    async def _take_step(self, plan: Plan, date: Date, now: int) -> None:
        """Take the step that is due. One that fails is tried again in a minute, and holds up nothing else."""
        try:
            async with asyncio.timeout(PATIENCE):
                if date.step == Step.OPEN:
                    await self._tables.open(plan, date, now)
                else:
                    await self._store.write(_step, plan.id, date.week, now)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("night %s: its step %s failed", plan.id, date.step)
            await self._store.write(nights.change, plan.id, date.week, due_at=self._clock() + MINUTE)

    # Notices.

    async def _tell(self, waiting: Waiting, now: int) -> None:
        """Send a notice. One that cannot be sent is given up; one that takes long is tried again for a day."""
        try:
            async with asyncio.timeout(PATIENCE):
                plan = await self._store.read(nights.plan, waiting.payload["night"])
                title = "" if plan is None else self._title(plan)
                told = await self._store.read(notices.notice, waiting.user_id, waiting.payload, title, now)
                if told is not None and told.user is not None:
                    await self._tell_person(waiting, told.user, told.place, told.message, now)
                elif told is not None:
                    await self._post_notice(waiting, told.place, told.message, now)
        except TimeoutError:
            log.warning("a notice of a game night took too long")
            again = self._clock() + MINUTE if now < waiting.created_at + DAY else None
            await self._store.write(outbox.mark_failed, waiting.id, "slow", again)
            return
        except DeliveryError as trouble:
            log.info("a notice of a game night was not taken (%s)", trouble.kind)
            await self._store.write(outbox.mark_failed, waiting.id, trouble.kind, None)
            return
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("a notice of a game night could not be made")
            await self._store.write(outbox.mark_failed, waiting.id, "bug", None)
            return
        await self._store.write(_mark_sent, waiting.id, now)

    async def _tell_person(self, waiting: Waiting, user: int, channel: Place, message: Message, now: int) -> None:
        """Tell a person by DM; in the channel of the night, with their name, if their DMs are closed."""
        try:
            await self._post_notice(waiting, await self._messenger.direct(user), message, now)
        except DeliveryError as trouble:
            if trouble.kind is not ErrorKind.DMS_CLOSED or waiting.payload["what"] != What.REMINDER:
                raise
            public = Message(f"<@{user}> {message.text}", pings=(user,))
            await self._messenger.send(channel, public, _nonce(f"{waiting.nonce}:public"))

    async def _post_notice(self, waiting: Waiting, place: Place, message: Message, now: int) -> None:
        """Post a notice. If a former try was begun, it is looked for first."""
        begun = waiting.payload.get(BEGUN)
        if begun is not None and await self._found(begun, message.table) is not None:
            return
        payload = {**waiting.payload, BEGUN: _mark(place, message, now)}
        await self._store.write(outbox.mark_begun, waiting.id, payload)
        nonce = waiting.nonce if not waiting.attempts else _nonce(f"{waiting.nonce}:{waiting.attempts}")
        await self._messenger.send(place, message, nonce)

    # The message of a date.

    async def _bring_up_to_date(self, plan: Plan, date: Date, now: int) -> None:
        """Bring the message of a date, and the event in the server's calendar, in step with it. A refusal is not
        repeated before the next change."""
        try:
            async with asyncio.timeout(PATIENCE):
                answers, place = await self._store.read(_shown_with, plan.id, date)
                await self._show(plan, date, messages.announcement(plan, date, answers, self._title(plan), place), now)
            await self._keep_event(plan, date, now)
        except TimeoutError:
            log.warning("night %s: its message took too long", plan.id)
            await self._store.write(nights.change, plan.id, date.week, stale_at=self._clock() + MINUTE)
            return
        except DeliveryError as trouble:
            log.info("night %s: its message was not taken (%s)", plan.id, trouble.kind)
            if trouble.kind is ErrorKind.NOWHERE:
                await self._store.write(_end_for_gone_channel, plan.id, date.week, now)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("night %s: its message could not be made", plan.id)
        await self._store.write(nights.mark_shown, date)

    async def _show(self, plan: Plan, date: Date, message: Message, now: int) -> None:
        place = Place(plan.channel, plan.guild)
        if date.message is None and date.begun is None and date.state not in (State.PLANNED, State.OPEN):
            return  # nobody was told of it
        if date.message is not None:
            try:
                await self._messenger.edit(place, date.message, message)
                return
            except DeliveryError as trouble:
                if trouble.kind not in (ErrorKind.GONE, ErrorKind.TOO_OLD) or date.state != State.PLANNED:
                    raise
        number = await self._found(date.begun, 0) if date.begun is not None and date.message is None else None
        if number is not None:
            await self._messenger.edit(place, number, message)
        else:
            mark = _mark(place, message, now)
            await self._store.write(nights.change, plan.id, date.week, begun=mark)
            nonce = _nonce(f"night:{plan.id}:{date.week}:{mark[2]}:{date.revision}")
            number = await self._messenger.send(place, message, nonce)
        await self._store.write(nights.change, plan.id, date.week, message=number)

    async def _found(self, begun: list[Any], table: int) -> int | None:
        """The message of a post that was begun, if it arrived."""
        channel, guild, text, at = begun
        return await self._messenger.find(Place(channel, guild), Sought(table, text, 0, at - CLOCKS_DIFFER))

    async def _keep_event(self, plan: Plan, date: Date, now: int) -> None:
        """Put a date into the server's calendar, or take it out. That is tried once, and nothing depends on it."""
        try:
            async with asyncio.timeout(EVENT_PATIENCE):
                await self._change_event(plan, date, now)
        except DeliveryError as trouble:
            log.info("night %s: the server's calendar stays as it is (%s)", plan.id, trouble.kind)
        except TimeoutError:
            log.warning("night %s: the server's calendar took too long", plan.id)

    async def _change_event(self, plan: Plan, date: Date, now: int) -> None:
        off = date.state not in (State.PLANNED, State.OPEN)
        if date.state == State.PLANNED and date.event is None and date.at > now:
            await self._store.write(nights.change, plan.id, date.week, event=0)
            title = self._title(plan)
            link = f"https://discord.com/channels/{plan.guild}/{plan.channel}"
            event = ScheduledEvent(
                say("night/event", title=title),
                say("night/event_plain"),
                link,
                date.at,
                date.at + LASTS,
                plan.channel,
            )
            made = await self._messenger.schedule(plan.guild, event)
            await self._store.write(nights.change, plan.id, date.week, event=made)
        elif off and date.event:
            await self._store.write(nights.change, plan.id, date.week, event=0)
            await self._messenger.unschedule(plan.guild, date.event)

    def _title(self, plan: Plan) -> str:
        """The title of the game; its name, if this release does not know it."""
        try:
            return self._settings.game(plan.game).TITLE
        except KeyError:
            return plan.game


def _mark(place: Place, message: Message, now: int) -> list[Any]:
    return [place.channel, place.guild, text_digest(message.text), now]


def _nonce(what: str) -> str:
    return hashlib.sha256(what.encode()).hexdigest()[:25]


def _look(connection: Connection, now: int, share: ShardSet) -> _Found:
    """Everything that is due now in the servers of this process."""
    return _Found(
        [one for one in nights.due(connection, now) if share.has(one[0].guild)],
        outbox.due_of(connection, now, BATCH, notices.KIND, lambda payload: share.has(payload["guild"])),
        [one for one in nights.stale(connection, now) if share.has(one[0].guild)][:BATCH],
        min((at for at in (nights.next_due(connection), outbox.next_at(connection, notices.KIND)) if at), default=None),
    )


def _step(connection: Connection, night: int, week: int, now: int) -> None:
    """Announce a date, or have those who are in reminded."""
    plan, date = nights.plan(connection, night), nights.date(connection, night, week)
    if plan is None or date is None or date.due_at is None or date.due_at > now:
        return
    if date.step == Step.ANNOUNCE:
        step, due_at = step_after_announcement(date.at, now)
        nights.change(connection, night, week, at=now, step=step.value, due_at=due_at)
    elif date.step == Step.REMIND:
        notices.tell_coming(connection, plan, date, What.REMINDER, now)
        nights.change(connection, night, week, step=Step.OPEN.value, due_at=date.at)


def _mark_sent(connection: Connection, waiting: int, now: int) -> None:
    outbox.mark_sent(connection, waiting)
    outbox.delete_finished(connection, now - KEPT)


def _end_for_gone_channel(connection: Connection, night: int, week: int, now: int) -> None:
    plan, date = nights.plan(connection, night), nights.date(connection, night, week)
    if plan is not None and date is not None and date.step:
        end(connection, plan, date, State.GONE, now)


def _shown_with(connection: Connection, night: int, date: Date) -> tuple[list[Answer], int | None]:
    """The answers to a date, and the channel or thread of its table."""
    table = None if date.table is None else stored_tables.load(connection, date.table)
    place = None if table is None else table.thread or table.channel
    return nights.answers(connection, night, date.week), place
