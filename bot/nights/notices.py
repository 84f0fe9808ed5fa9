"""Notices of game nights: reminders, the news that a date does not take place, and the call to the open table.

Each notice is written in the transaction that causes it, with a nonce of its own, and is sent later, exactly once.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final

from bot.nights.messages import format_time
from bot.nights.night import DAY, DateState, find_notice_time, words_of_plan
from bot.outbox.outbox import MessageToSend, Teller
from bot.outbox.posting import nonce_of
from bot.people.loudness import Loudness, Topic, judge, let_reader_hear, ping
from bot.people.preferences import language_of, quiet_hours_of
from bot.ports.messenger import DeliveryError, ErrorKind, Place
from bot.ports.ui import Message
from bot.store.database.engine import Connection
from bot.store.database.schema import Json
from bot.store.messages import outbox
from bot.store.messages.outbox import NewMessage, WaitingMessage
from bot.store.people import kept_away, preferences
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables import rows as stored_tables
from bot.store.tables.nights import IN, Date, NightAnswer, Plan
from bot.wording import Words

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


def notify_people_coming(connection: Connection, plan: Plan, date: Date, kind: NightNoticeKind, now: int) -> None:
    """Write a notice for each person who is in on a date. Each is due outside the person's quiet hours if possible."""
    coming = nights.list_coming(connection, plan.id, date.week)
    chosen = preferences.preferences_of(connection, {guest.user for guest in coming})
    for guest in coming:
        at = find_notice_time(
            now, date.at, quiet_hours_of(chosen[guest.user]), urgent=kind is not NightNoticeKind.REMINDER
        )
        if at is not None:
            outbox.add(connection, replace(_write(plan, date, kind, now, guest.user), next_at=at))


def call_to_table(connection: Connection, plan: Plan, date: Date, coming: Sequence[int], now: int) -> None:
    """Write the notice that calls people to an open table. The users in `coming` have a seat or a place in its
    queue."""
    outbox.add(connection, _write(plan, date, NightNoticeKind.OPENED, now, seated=list(coming)))


def ask_regulars(connection: Connection, plan: Plan, date: Date, now: int) -> None:
    """Write the notice that asks the regulars of a night for their answer. It is due a day before the date, and names
    those who have not answered by then.

    If the date is less than a day ahead, there is no such notice.
    """
    if plan.weekly and date.at - DAY > now:
        outbox.add(connection, replace(_write(plan, date, NightNoticeKind.ASKED, now), next_at=date.at - DAY))


def _write(
    plan: Plan, date: Date, kind: NightNoticeKind, now: int, user: int | None = None, **more: Json
) -> NewMessage:
    payload = {"what": kind.value, "guild": plan.guild, "night": plan.id, "week": date.week, BEGINS: date.at, **more}
    nonce = nonce_of(f"night:{plan.id}:{date.week}:{kind}:{user}:{date.at}")
    return NewMessage(NoticeTeller.kind, payload, nonce, now, user_id=user)


def make_notice(
    connection: Connection, user: int | None, payload: dict[str, Json], title: str, now: int
) -> MessageToSend | None:
    """Make a notice from its stored payload. None if the notice is out of date."""
    plan = nights.find_plan(connection, payload["night"])
    date = nights.find_date(connection, payload["night"], payload["week"])
    if plan is None or date is None:
        return None
    chosen = None if user is None else preferences.read_preferences(connection, user)
    words = words_of_plan(plan) if chosen is None else Words(language_of(chosen))
    answers = nights.list_answers(connection, plan.id, date.week)
    facts = {"title": title, "when": format_time(date.at), "place": f"<#{plan.channel}>"}
    kind = NightNoticeKind(payload["what"])
    if kind is NightNoticeKind.OPENED:
        seated = payload.get(SEATED, [answer.user for answer in answers])
        return _make_call(connection, date, [answer for answer in answers if answer.user in seated], title, words, now)
    is_ahead = date.state == DateState.PLANNED and now < date.at and payload.get(BEGINS, date.at) == date.at
    if kind is NightNoticeKind.ASKED:
        return _make_question(connection, plan, date, title, words, now) if is_ahead else None
    own_answer = next((answer.answer for answer in answers if answer.user == user), "")
    if user is None or chosen is None or own_answer != IN or (kind is NightNoticeKind.REMINDER and not is_ahead):
        return None
    message = let_reader_hear(Message(words.say(f"night/notice/{kind}", **facts)), judge(Topic.NIGHT, chosen, now))
    return MessageToSend(None, message, user)


def _make_call(
    connection: Connection, date: Date, answers: Iterable[NightAnswer], title: str, words: Words, now: int
) -> MessageToSend | None:
    if date.table is None:
        return None
    table = stored_tables.load(connection, date.table)
    users = tuple(answer.user for answer in answers if answer.answer == IN)[:MOST_CALLED]
    mentions = " ".join(f"<@{user}>" for user in users)
    message = Message(words.say("night/notice/opened", mentions=mentions, title=title), table=table.id)
    people = preferences.preferences_of(connection, users)
    return MessageToSend(Place(table.thread or table.channel, table.guild), ping(message, Topic.NIGHT, people, now))


def _make_question(
    connection: Connection, plan: Plan, date: Date, title: str, words: Words, now: int
) -> MessageToSend | None:
    """Ask those regulars who have not answered and may be pinged now. None if there are none."""
    regulars = sorted(user for user, _ in list_unanswered(connection, plan, date)[:MOST_CALLED])
    chosen = preferences.preferences_of(connection, set(regulars))
    pinged = ping(Message(""), Topic.OFFER, {user: chosen[user] for user in regulars}, now)
    if not pinged.pings:
        return None
    mentions = " ".join(f"<@{user}>" for user in pinged.pings)
    text = words.say("night/notice/asked", mentions=mentions, title=title, when=format_time(date.at))
    return MessageToSend(Place(plan.channel, plan.guild), replace(pinged, text=text))


def list_unanswered(connection: Connection, plan: Plan, date: Date) -> list[tuple[int, str]]:
    """The regulars who have not answered a date, as (user, name), without people who are kept away from the server."""
    found = nights.list_unanswered(connection, date)
    away = kept_away.find_kept_away(connection, plan.guild, [user for user, _ in found])
    return [(user, name) for user, name in found if user not in away]


@dataclass(frozen=True, slots=True)
class NoticeTeller(Teller):
    """Makes notices. If a person's DMs are closed, their reminder goes to the night's channel and pings them there."""

    store: Store
    title: Callable[[Plan], str]
    kind: ClassVar[str] = "night"

    def find_lane(self, waiting: WaitingMessage) -> Hashable:
        return self.kind, waiting.payload["night"]

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        plan = await self.store.read(nights.find_plan, waiting.payload["night"])
        title = "" if plan is None else self.title(plan)
        return await self.store.read(make_notice, waiting.user_id, waiting.payload, title, now)

    async def find_other_place(
        self, waiting: WaitingMessage, to_send: MessageToSend, error: DeliveryError, now: int
    ) -> MessageToSend | None:
        if error.kind is not ErrorKind.DMS_CLOSED or waiting.payload["what"] != NightNoticeKind.REMINDER:
            return None
        plan = await self.store.read(nights.find_plan, waiting.payload["night"])
        if plan is None or await self.make(waiting, now) is None:
            return None
        public = replace(to_send.message, text=f"<@{to_send.user}> {to_send.message.text}")
        verdict = Loudness.LOUD if to_send.message.loud else Loudness.SILENT
        return MessageToSend(Place(plan.channel, plan.guild), let_reader_hear(public, verdict, to_send.user))
