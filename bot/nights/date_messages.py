"""The public side of a date: its message in the channel, its event in the server's calendar, and its notices.

Notices are reminders, the news that a date does not take place, and the call to the open table. Each is written in the
transaction that causes it, with a nonce of its own, and is sent later, exactly once.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final

from msgspec import Struct

from bot.nights.night import (
    CALENDAR_LENGTH,
    DateState,
    NightStep,
    end,
    find_game,
    find_notice_time,
    name_request,
    place_of,
    tell_planner,
    time_of,
    title_of,
    words_of_plan,
)
from bot.outbox.outbox import MessageToSend, Outbox, Teller
from bot.outbox.posting import BegunPost, Post, nonce_of, post_once
from bot.people.loudness import Loudness, Topic, judge, let_all_hear, let_reader_hear, ping
from bot.people.preferences import language_of, quiet_hours_of
from bot.ports import (
    DAY,
    HOUR,
    MINUTE,
    Clock,
    Controls,
    DeliveryError,
    ErrorKind,
    Message,
    Messenger,
    NotAllowed,
    Pattern,
    Place,
    ScheduledEvent,
    digest_text,
    format_timestamp,
    join_lines,
    make_button,
)
from bot.store import Connection, Json, NewMessage, Store, WaitingMessage
from bot.store.messages import outbox
from bot.store.people import kept_away, preferences
from bot.store.tables import nights, rows as stored_tables
from bot.store.tables.nights import IN, MAYBE, OUT, Date, DateKey, NightAnswer, Plan
from bot.tables.history.entries import find_level
from bot.tables.play.robots import choose_level
from bot.wording import Words
from games.core import AnyGame

log = logging.getLogger(__name__)

TRIED_FOR: Final = 2 * DAY
"""The milliseconds after the time of a date in which a refused message or event is still tried again."""
PATIENCE: Final = 60.0
"""The most seconds for one step of a date, or for its message and its event. What takes longer is put off."""


class DateChanged(Exception):
    """A date has changed since its message was made."""


class DateMessages(Struct, frozen=True):
    """Keeps a date's message and its event in the calendar up to date."""

    store: Store
    messenger: Messenger
    clock: Clock
    game: Callable[[str], AnyGame]
    outbox: Outbox

    async def bring_up_to_date(self, date: Date, now: int) -> None:
        """Show the present state of a date in its channel and in the server's calendar.

        If Discord refuses one of them, the planner is told why, and the slow clock tries again. A channel that is gone
        ends the date.
        """
        what, letter, retry_at = "message", "night/refused", None
        try:
            async with asyncio.timeout(PATIENCE):
                answers, unanswered, place = await self.store.read(_read_shown, date)
                message = make_announcement(date, answers, unanswered, find_game(self.game, date.plan), place)
                await self._show(date, let_all_hear(message), now)
                if await self.outbox.forget_refused(name_request(what, date)):
                    await self.store.write(tell_planner, date, "night/taken_again", now)
                what, letter = "event", "night/calendar"
                await self._change_event(date, now)
        except DateChanged:
            return
        except TimeoutError:  # nothing was refused, and nobody is told
            log.info("night %s: its %s took too long", date.plan.id, what)
            retry_at = self.clock() + MINUTE if now < date.at + TRIED_FOR else None
        except DeliveryError as trouble:
            log.info("night %s: its %s was not taken (%s)", date.plan.id, what, trouble)
            if what == "message" and trouble.kind is ErrorKind.NOWHERE:
                await self.store.write(_end_for_gone_channel, date.key, now)
            elif now < date.at + TRIED_FOR:
                if what == "event" and isinstance(trouble, NotAllowed):  # nobody was asked, so nothing was refused
                    retry_at = self.clock() + HOUR
                else:
                    await self.store.write(tell_planner, date, letter, now, trouble)
                    retry_at = await self.outbox.note_refused(name_request(what, date), trouble)
        if retry_at is not None:
            await self.store.write(nights.change, date.key, stale_at=retry_at)
        else:
            await self.outbox.forget_refused(name_request(what, date))
            await self.store.write(nights.change_unless_changed, date, stale_at=None)

    async def _show(self, date: Date, message: Message, now: int) -> None:
        """Edit or post the message of a date. Raises DateChanged, and posts nothing, if the date has changed since."""
        place = place_of(date)
        if date.message is None and date.begun is None and date.state not in (DateState.PLANNED, DateState.OPEN):
            return  # the date was never announced
        if date.message is not None:
            try:
                await self.messenger.edit(place, date.message, message)
                return
            except DeliveryError as trouble:
                if trouble.kind not in (ErrorKind.GONE, ErrorKind.TOO_OLD) or date.state != DateState.PLANNED:
                    raise

        async def begin(begun: BegunPost) -> None:
            if not await self.store.write(nights.change_unless_changed, date, begun=begun.to_json()):
                raise DateChanged

        nonce = nonce_of(f"night:{date.plan.id}:{date.week}:{digest_text(message.text)}:{date.revision}")
        earlier = date.begun if date.message is None else None
        _, posted = await post_once(self.messenger, Post(place, message, nonce), now, earlier, begin)
        await self.store.write(nights.change, date.key, message=posted)

    async def _change_event(self, date: Date, now: int) -> None:
        """Add a date to the server's calendar, or remove it.

        A new event is looked for first, since it may be in the calendar though Discord did not answer. After the
        reminder, it is looked for once more, since somebody may have removed it. An event may be removed twice: that
        does no harm.
        """
        plan, event = date.plan, date.event or 0
        is_over = date.state not in (DateState.PLANNED, DateState.OPEN)
        if event < 0 or (event and is_over):
            await self.messenger.unschedule(plan.guild, abs(event))
            event = 0
            await self.store.write(nights.change, date.key, event=None)
        is_ahead = date.state == DateState.PLANNED and date.at > now
        if is_ahead and plan.planner is not None and (not event or date.step == NightStep.OPEN):
            words = words_of_plan(plan)
            name = words.say("night/thread", title=title_of(self.game, plan))
            link, end_at = f"https://discord.com/channels/{plan.guild}/{plan.channel}", date.at + CALENDAR_LENGTH
            description = words.say("night/event_plain")
            wanted = ScheduledEvent(name, description, link, date.at, end_at, plan.channel, plan.planner)
            found = await self.messenger.find_event(plan.guild, wanted)
            made = await self.messenger.schedule(plan.guild, wanted) if found is None else found
            await self.store.write(_store_event, date, made)


def _end_for_gone_channel(connection: Connection, key: DateKey, now: int) -> None:
    date = nights.find_date(connection, key)
    if date is not None and date.step not in (NightStep.DONE, NightStep.LOST):
        end(connection, date, DateState.GONE, now)


def _store_event(connection: Connection, earlier: Date, event_id: int) -> None:
    """Store the event that was made for a date, which may have been moved or ended meanwhile."""
    date = nights.find_date(connection, earlier.key)
    if date is not None:
        nights.change(connection, date.key, event=event_id if date.at == earlier.at else -event_id)


def _read_shown(connection: Connection, date: Date) -> tuple[list[NightAnswer], list[str], int | None]:
    """The answers to a date, the names of the regulars who gave none, and the channel or thread of its table."""
    table = None if date.table is None else stored_tables.load(connection, date.table)
    place = None if table is None else table.thread or table.channel
    unanswered = [name for _, name in list_unanswered(connection, date)]
    return nights.list_answers(connection, date.key), unanswered, place


SEATED: Final = "seated"
"""The key of the users with a seat or a place in the queue, in the payload of a call to a table. Older releases did not
write it."""
BEGINS: Final = "begins"
"""The key of the time that the date had, in the payload of a notice. The date may have been moved since then. Older
releases did not write it."""
MOST_CALLED: Final = 50
"""The most people that one message names."""


class NightNoticeKind(StrEnum):
    """The kinds of notices. The values are stored."""

    REMINDER = "reminder"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"
    OPENED = "opened"
    ASKED = "asked"


def notify_people_coming(connection: Connection, date: Date, kind: NightNoticeKind, now: int) -> None:
    """Write a notice for each person who is in on a date. Each is due outside the person's quiet hours if possible."""
    coming = nights.list_coming(connection, date.key)
    chosen = preferences.preferences_of(connection, {guest.user for guest in coming})
    for guest in coming:
        at = find_notice_time(
            now, date.at, quiet_hours_of(chosen[guest.user]), urgent=kind is not NightNoticeKind.REMINDER
        )
        if at is not None:
            outbox.add(connection, replace(_write(date, kind, now, guest.user), next_at=at))


def call_to_table(connection: Connection, date: Date, coming: Sequence[int], now: int) -> None:
    """Write the notice that calls people to an open table. The users in `coming` have a seat or a place in its
    queue."""
    outbox.add(connection, _write(date, NightNoticeKind.OPENED, now, seated=list(coming)))


def ask_regulars(connection: Connection, date: Date, now: int) -> None:
    """Write the notice that asks the regulars of a night for their answer. It is due a day before the date, and names
    those who have not answered by then.

    If the date is less than a day ahead, there is no such notice.
    """
    if date.plan.weekly and date.at - DAY > now:
        outbox.add(connection, replace(_write(date, NightNoticeKind.ASKED, now), next_at=date.at - DAY))


def _write(date: Date, kind: NightNoticeKind, now: int, user: int | None = None, **more: Json) -> NewMessage:
    night, week = date.key
    payload = {"what": kind.value, "guild": date.plan.guild, "night": night, "week": week, BEGINS: date.at, **more}
    nonce = nonce_of(f"night:{night}:{week}:{kind}:{user}:{date.at}")
    return NewMessage(NoticeTeller.kind, payload, nonce, now, user_id=user)


def make_notice(
    connection: Connection, waiting: WaitingMessage, title_of: Callable[[Plan], str], now: int
) -> MessageToSend | None:
    """Make a notice from its stored payload. None if the notice is out of date."""
    user, payload = waiting.user_id, waiting.payload
    date = _find_date(connection, waiting)
    if date is None:
        return None
    chosen = None if user is None else preferences.read_preferences(connection, user)
    words = words_of_plan(date.plan)
    words = words if chosen is None else words.read_in(language_of(chosen))
    answers = nights.list_answers(connection, date.key)
    kind, facts = NightNoticeKind(payload["what"]), {"title": title_of(date.plan), "place": f"<#{date.plan.channel}>"}
    say = partial(words.say, f"night/notice/{kind}", when=format_timestamp(date.at), **facts)
    if kind is NightNoticeKind.OPENED:
        seated = payload.get(SEATED, [answer.user for answer in answers])
        users = [answer.user for answer in answers if answer.user in seated and answer.answer == IN]
        return _make_call(connection, date, users[:MOST_CALLED], say, now)
    is_ahead = date.state == DateState.PLANNED and now < date.at and payload.get(BEGINS, date.at) == date.at
    if kind is NightNoticeKind.ASKED:
        return _make_question(connection, date, say, now) if is_ahead else None
    own_answer = next((answer.answer for answer in answers if answer.user == user), "")
    if user is None or chosen is None or own_answer != IN or (kind is NightNoticeKind.REMINDER and not is_ahead):
        return None
    return MessageToSend(None, let_reader_hear(Message(say()), judge(Topic.NIGHT, chosen, now)), user)


def _find_date(connection: Connection, waiting: WaitingMessage) -> Date | None:
    return nights.find_date(connection, (waiting.payload["night"], waiting.payload["week"]))


def _make_call(
    connection: Connection, date: Date, users: Sequence[int], say: Callable[..., str], now: int
) -> MessageToSend | None:
    if date.table is None:
        return None
    table = stored_tables.load(connection, date.table)
    message = Message(say(mentions=_mention(users)), table=table.id)
    people = preferences.preferences_of(connection, users)
    return MessageToSend(Place(table.thread or table.channel, table.guild), ping(message, Topic.NIGHT, people, now))


def _make_question(connection: Connection, date: Date, say: Callable[..., str], now: int) -> MessageToSend | None:
    """Ask those regulars who have not answered and may be pinged now. None if there are none."""
    regulars = sorted(user for user, _ in list_unanswered(connection, date)[:MOST_CALLED])
    chosen = preferences.preferences_of(connection, set(regulars))
    pinged = ping(Message(""), Topic.OFFER, {user: chosen[user] for user in regulars}, now)
    if not pinged.pings:
        return None
    return MessageToSend(place_of(date), replace(pinged, text=say(mentions=_mention(pinged.pings))))


def _mention(users: Iterable[int]) -> str:
    return " ".join(f"<@{user}>" for user in users)


def list_unanswered(connection: Connection, date: Date) -> list[tuple[int, str]]:
    """The regulars who have not answered a date, as (user, name), without people who are kept away from the server."""
    found = nights.list_unanswered(connection, date)
    away = kept_away.find_kept_away(connection, date.plan.guild, [user for user, _ in found])
    return [(user, name) for user, name in found if user not in away]


@dataclass(frozen=True, slots=True)
class NoticeTeller(Teller):
    """Makes notices. If a person's DMs are closed, their reminder goes to the night's channel and pings them there."""

    store: Store
    title: Callable[[Plan], str]
    kind = "night"
    lane = "night"

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        return await self.store.read(make_notice, waiting, self.title, now)

    async def find_other_place(
        self, waiting: WaitingMessage, to_send: MessageToSend, error: DeliveryError, now: int
    ) -> MessageToSend | None:
        if error.kind is not ErrorKind.DMS_CLOSED or waiting.payload["what"] != NightNoticeKind.REMINDER:
            return None
        date = await self.store.read(_find_date, waiting)
        if date is None or await self.make(waiting, now) is None:
            return None
        public = replace(to_send.message, text=f"<@{to_send.user}> {to_send.message.text}")
        verdict = Loudness.LOUD if to_send.message.loud else Loudness.SILENT
        return MessageToSend(place_of(date), let_reader_hear(public, verdict, to_send.user))


ANSWERS: Final = (IN, MAYBE, OUT)
NIGHT: Final = Pattern("night.{answer:in|maybe|out|weekly}.{night:int}.{week:int}")
WEEKLY: Final = "weekly"
"""The control of a standing answer. Only weekly nights have it."""
MOST_NAMED: Final = 12
"""The most names that a message lists for one answer."""


def make_announcement(
    date: Date,
    answers: Sequence[NightAnswer],
    unanswered: Sequence[str],
    game: AnyGame | None,
    place: int | None,
) -> Message:
    """Make the message of a date. `unanswered` names the regulars who have not answered; `place` is the channel or
    thread of its table. `game` is None if this release does not have it."""
    plan = date.plan
    words = words_of_plan(plan)
    head = words.say("night/head_weekly" if plan.weekly else "night/head", title=game.TITLE if game else plan.game)
    planner = words.say("night/somebody") if plan.planner is None else f"<@{plan.planner}>"
    about = filter(None, (words.say("night/planned_by", by=planner), describe_rules(plan, game, words)))
    lines = [head, format_timestamp(date.at), " ".join(about)]
    planned_for = time_of(plan, date.week)
    if date.state == DateState.PLANNED and planned_for != date.at:
        lines.append(words.say("night/moved", when=format_timestamp(planned_for)))
    lines += [
        _name_people(f"night/said/{answer}", [given.name for given in answers if given.answer == answer], words)
        for answer in ANSWERS
        if date.state == DateState.PLANNED or answer == IN
    ]
    rows: Controls = ()
    if date.state == DateState.PLANNED:
        lines.append(_name_people("night/unanswered", unanswered, words))
        row = (
            make_button(
                NIGHT, words, "success" if answer == IN else "secondary", answer=answer, night=plan.id, week=date.week
            )
            for answer in ((*ANSWERS, WEEKLY) if plan.weekly else ANSWERS)
        )
        rows = (tuple(row),)
        weekly = words.say("night/promise_weekly") if plan.weekly else ""
        reminded = date.step != NightStep.OPEN  # a date that is less than an hour ahead gets no reminder
        reminder = words.say("night/promise_reminder") if reminded else ""
        lines.append(" ".join(filter(None, (words.say("night/promise"), weekly, reminder))))
    else:
        last = date.state == DateState.SKIPPED and plan.over
        key = "night/state/skipped_last" if last else f"night/state/{date.state}"
        lines.append(words.say(key, place=f"<#{place or plan.channel}>"))
    return Message(join_lines(*lines), rows=rows)


def describe_rules(plan: Plan, game: AnyGame | None, words: Words) -> str:
    """Word the preset of a plan and its robots, at the level at which they will play; "" if the plan names neither."""
    preset = words.say("night/preset", preset=plan.preset) if plan.preset else ""
    level = choose_level(game, find_level(plan.robots)) if plan.robots and game else plan.robots
    robots = words.say(f"night/robots/{level}") if level else ""
    return " ".join(filter(None, (preset, robots)))


def _name_people(key: str, names: Sequence[str], words: Words) -> str:
    """The line that counts and names people; "" if there are none."""
    if not names:
        return ""
    others = len(names) - MOST_NAMED
    tail = (words.say("night/others", count=others),) if others > 0 else ()
    return words.say(key, count=len(names), names=(*names[:MOST_NAMED], *tail))
