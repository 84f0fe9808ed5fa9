"""The rows of game nights: the plans of a server, the dates of each plan, and people's answers to a date."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from msgspec import Struct
from sqlalchemy import ColumnElement, SelectBase, case, delete, exists, func, insert, literal, select, update

from bot.store.database.engine import Connection, find_insert
from bot.store.database.queries import add_row, count_rows, list_rows, make_row, put_row
from bot.store.database.schema import Json, crews, night_answers, night_dates, nights as night_rows, seats

IN: Final = "in"
MAYBE: Final = "maybe"
OUT: Final = "out"

LOOKED_BACK: Final = 4
"""The number of a night's last dates that decide who its regulars are."""
REGULAR: Final = 2
"""The least number of those dates on which a regular has answered or played."""

PLANNED: Final = "planned"
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class NewPlan:
    """A plan to be stored."""

    guild: int
    channel: int
    planner: int | None
    """The person who made the plan; None if they have been erased."""
    game: str
    preset: str
    robots: str
    """The level of the robots that take free seats; "" for no robots."""
    zone: str
    first: str
    """The day and time of the plan's first date, in the plan's time zone ("2026-12-24T20:00")."""
    weekly: bool
    created_at: int
    language: str
    """The language in which it was planned."""


@dataclass(frozen=True, slots=True)
class Plan(NewPlan):
    """A stored plan, for one date or for a date in every week."""

    id: int
    over: bool
    crew_language: str = ""
    """The language of the server's own crew; "" if it has none."""


DateKey: TypeAlias = tuple[int, int]
"""The id of a plan, and the number of weeks since the plan's first date."""


@dataclass(frozen=True, slots=True)
class Date:
    """One date of a plan."""

    plan: Plan
    week: int
    """The number of weeks since the plan's first date."""
    at: int
    """The time at which the date begins, in milliseconds since 1970."""
    state: str
    step: str
    """The next step that the bot takes for the date without being asked; "" once the date is over."""
    due_at: int | None
    table: int | None
    message: int | None
    event: int | None
    """The id of the date's event in Discord's calendar. None before the first try to make it; 0 if it could not be
    made, or is gone.

    A number below 0 says that the date was moved. Without the minus sign, it is the id of an event that still has the
    old time and is to be replaced.
    """
    revision: int
    """The number of changes to the date so far. A message that was made before the last change is out of date."""
    stale_at: int | None
    """The time from which the date's message counts as out of date; None if it is up to date."""
    begun: Json = field(repr=False)
    """The mark of the last posting of the date's message, by which the message is found after a crash."""

    @property
    def key(self) -> DateKey:
        """The key of the date."""
        return self.plan.id, self.week


class NightAnswer(Struct, frozen=True):
    """A person's answer to a date."""

    user: int
    name: str
    answer: str
    at: int
    standing: bool = False
    """True if the person is in on each later date too, until they take that back."""


_PLAN_COLUMNS: Final = (
    *night_rows.c,
    select(crews.c.settings)
    .where(crews.c.guild_id == night_rows.c.guild_id, crews.c.name == "")
    .scalar_subquery()
    .label("crew_settings"),
)


def _read_plan(row: Sequence[Any]) -> Plan:
    number, guild, channel, planner, game, preset, robots, zone, first, weekly, status, at, language, settings = row
    speech, learned = ((settings or {}).get(key, {}) for key in ("speech", "learned"))
    crews_own = str(speech.get("language") or speech.get("heard") or learned.get("learned") or "")
    new = (guild, channel, planner, game, preset, robots, zone, first, bool(weekly), at, language)
    return Plan(*new, number, status == OVER, crews_own)


def add(connection: Connection, new: NewPlan) -> int:
    """Store a plan, and return its id."""
    row = make_row(night_rows, new) | {"weekly": int(new.weekly), "status": PLANNED}
    return add_row(connection, night_rows, row)


def list_of_guild(connection: Connection, guild: int) -> list[Date]:
    """The next date of each plan of a server that is not over, the earliest first."""
    return _list_coming_dates(connection, night_rows.c.guild_id == guild)


def list_of_channel(connection: Connection, channel: int) -> list[Date]:
    """The next date of each plan of a channel that is not over, the earliest first."""
    return _list_coming_dates(connection, night_rows.c.channel_id == channel)


def _list_coming_dates(connection: Connection, wanted: ColumnElement[bool]) -> list[Date]:
    return _list_dates(connection, night_dates.c.at, wanted, night_rows.c.status == PLANNED, night_dates.c.step != "")


def _list_dates(connection: Connection, order: ColumnElement[Any], *wanted: ColumnElement[bool]) -> list[Date]:
    query = select(*_PLAN_COLUMNS, *night_dates.c).join_from(night_rows, night_dates).where(*wanted)
    rows = connection.execute(query.order_by(order, night_rows.c.id))
    return [Date(_read_plan(row[: len(_PLAN_COLUMNS)]), *row[len(_PLAN_COLUMNS) + 1 :]) for row in rows]


def list_guilds(connection: Connection) -> list[int]:
    """The servers with plans that are not over."""
    query = select(night_rows.c.guild_id).where(night_rows.c.status == PLANNED).distinct()
    return list(connection.scalars(query))


def count_planned(connection: Connection, guild: int, user: int, since: int) -> int:
    """The number of plans that a person has made in a server after the time `since`, including plans that are over."""
    own = (night_rows.c.guild_id == guild) & (night_rows.c.planner_id == user) & (night_rows.c.created_at > since)
    return count_rows(connection, night_rows, own)


def set_over(connection: Connection, night: int) -> None:
    """Mark a plan as over, since it has no further dates. The message of a skipped date names the next one, so the
    messages are out of date."""
    own = night_rows.c.id == night
    connection.execute(update(night_rows).where(own).values(status=OVER))
    _outdate(connection, select(night_rows.c.id).where(own))


def add_date(connection: Connection, key: DateKey, at: int, step: str, due_at: int) -> None:
    """Add a date to a plan, unless the plan has a date for that week."""
    new = find_insert(connection)(night_dates)
    row = {"night_id": key[0], "week": key[1], "at": at, "state": PLANNED, "step": step, "due_at": due_at}
    connection.execute(new.values(**row, revision=0).on_conflict_do_nothing(index_elements=["night_id", "week"]))


def find_date(connection: Connection, key: DateKey) -> Date | None:
    """One date of a plan, or None."""
    return next(iter(_list_dates(connection, night_dates.c.week, _is_date(key))), None)


def change(connection: Connection, /, key: DateKey, outdated_at: int | None = None, **values: Json) -> None:
    """Change fields of a date. With `outdated_at`, its message counts as out of date from that time, if it does not
    already."""
    row: dict[str, Json | ColumnElement[int]] = {
        name if name in night_dates.c else f"{name}_id": value for name, value in values.items()
    }
    if outdated_at is not None:
        noted = night_dates.c.stale_at
        row |= {"revision": night_dates.c.revision + 1,
                "stale_at": case((noted < outdated_at, noted), else_=outdated_at)}  # fmt: skip
    connection.execute(update(night_dates).where(_is_date(key)).values(**row))


def change_unless_changed(connection: Connection, /, known: Date, **values: Json) -> bool:
    """Change fields that other changes of a date outdate. False if the date has changed since `known` was read."""
    same = _is_date(known.key) & (night_dates.c.revision == known.revision)
    return bool(connection.execute(update(night_dates).where(same).values(values)).rowcount)


def list_due(connection: Connection, now: int) -> list[Date]:
    """The dates whose next step is due, or whose message is out of date, the earliest first."""
    columns = night_dates.c
    is_due = (columns.due_at <= now) & (columns.step != "")
    return _list_dates(connection, columns.at, is_due | (columns.stale_at <= now))


_NEXT_DUE: Final = select(
    select(func.min(night_dates.c.due_at)).where(night_dates.c.step != "").scalar_subquery(),
    select(func.min(night_dates.c.stale_at)).scalar_subquery(),
)


def find_next_due(connection: Connection) -> int | None:
    """The next time at which a date's step is due or its message counts as out of date; None if there is none."""
    return min((at for at in connection.execute(_NEXT_DUE).one() if type(at) is int), default=None)


def list_last_states(connection: Connection, night: int, count: int) -> list[str]:
    """The states of the last `count` dates of a plan that are over, the latest first."""
    ended = (night_dates.c.night_id == night) & (night_dates.c.step == "")
    rows = connection.execute(select(night_dates.c.state).where(ended).order_by(night_dates.c.week.desc()).limit(count))
    return list(rows.scalars())


def put_answer(connection: Connection, key: DateKey, given: NightAnswer) -> None:
    """Store a person's answer in place of their old one."""
    values = {"name": given.name, "answer": given.answer, "at": given.at, "standing": int(given.standing)}
    put_row(connection, night_answers, {"night_id": key[0], "week": key[1], "user_id": given.user}, values)


def list_answers(connection: Connection, key: DateKey) -> list[NightAnswer]:
    """The answers to a date, the earliest first."""
    given, (night, week) = night_answers.c, key
    own = (given.night_id == night) & (given.week == week)
    rows = connection.execute(select(night_answers).where(own).order_by(given.at, given.user_id))
    return [NightAnswer(row.user_id, row.name, row.answer, row.at, bool(row.standing)) for row in rows]


def carry_standing_answers(connection: Connection, known: Date, week: int) -> None:
    """Copy the standing answers of the date `known` to the new date in week `week`, in the same order."""
    given = night_answers.c
    own = (given.night_id == known.plan.id, given.week == known.week, given.standing == 1)
    columns = [given.night_id, literal(week), given.user_id, given.name, literal(IN), given.at, given.standing]
    connection.execute(insert(night_answers).from_select(list(given), select(*columns).where(*own)))


def list_unanswered(connection: Connection, known: Date) -> list[tuple[int, str]]:
    """The regulars of a night who have not answered this date, as (user, name), by name.

    A regular answered or played on at least `REGULAR` of the last `LOOKED_BACK` dates.
    """
    ended = (night_dates.c.night_id == known.plan.id) & (night_dates.c.step == "") & (night_dates.c.week < known.week)
    latest = select(night_dates.c.week).where(ended).order_by(night_dates.c.week.desc()).limit(LOOKED_BACK)
    given = night_answers.c
    past = (given.night_id == known.plan.id) & given.week.in_(latest)
    answered = connection.execute(select(given.week, given.user_id, given.name).where(past)).all()
    played = connection.execute(
        select(night_dates.c.week, seats.c.user_id, seats.c.name)
        .join(seats, seats.c.table_id == night_dates.c.table_id)
        .where(ended, night_dates.c.week.in_(latest), seats.c.user_id.is_not(None))
    ).all()
    names: dict[int, str] = {}
    weeks: dict[int, set[int]] = {}
    for week, user, name in sorted((tuple(row) for row in (*answered, *played)), key=lambda row: row[0]):
        names[user] = name
        weeks.setdefault(user, set()).add(week)
    answering = {answer.user for answer in list_answers(connection, known.key)}
    found = [(user, name) for user, name in names.items() if len(weeks[user]) >= REGULAR and user not in answering]
    return sorted(found, key=lambda regular: (regular[1].casefold(), regular[0]))


def list_coming(connection: Connection, key: DateKey) -> list[NightAnswer]:
    """The answers "in" to a date, the earliest first."""
    return [given for given in list_answers(connection, key) if given.answer == IN]


def prune(connection: Connection, before: int) -> None:
    """Delete finished dates that began before `before` (milliseconds), and plans that then have no date."""
    date, given = night_dates.c, night_answers.c
    old = (date.step == "") & (date.at < before)
    answered = exists().where(date.night_id == given.night_id, date.week == given.week, old)
    connection.execute(delete(night_answers).where(answered))
    connection.execute(delete(night_dates).where(old))
    has_date = exists().where(date.night_id == night_rows.c.id)
    connection.execute(delete(night_rows).where(night_rows.c.status == OVER, ~has_date))


def export(connection: Connection, user: int) -> dict[str, Json]:
    """The plans of a user, and their answers."""
    planned = select(*night_rows.c["id", "guild_id", "game", "first", "zone", "language"])
    answers = select(*night_answers.c["night_id", "week", "name", "answer", "standing"])
    return {
        "planned": list_rows(connection, planned.where(night_rows.c.planner_id == user)),
        "answers": list_rows(connection, answers.where(night_answers.c.user_id == user)),
    }


def erase(connection: Connection, user: int) -> None:
    """Take a user out of all nights: their plans, their answers, and the messages that may name them as a regular."""
    planned = select(night_rows.c.id).where(night_rows.c.planner_id == user)
    played = select(night_dates.c.night_id).join(seats, seats.c.table_id == night_dates.c.table_id)
    _outdate(connection, planned.union(played.where(seats.c.user_id == user)))
    connection.execute(update(night_rows).where(night_rows.c.planner_id == user).values(planner_id=None))
    erase_answers(connection, user)


def erase_answers(connection: Connection, user: int, guild: int | None = None) -> None:
    """Delete a user's answers to the nights of a server or (None) of all. Outdate the messages that may name them."""
    own = night_answers.c.user_id == user
    if guild is not None:
        own &= night_answers.c.night_id.in_(select(night_rows.c.id).where(night_rows.c.guild_id == guild))
    _outdate(connection, select(night_answers.c.night_id).where(own))
    connection.execute(delete(night_answers).where(own))


def _outdate(connection: Connection, nights: SelectBase) -> None:
    """Mark the messages of these nights' dates as out of date."""
    shown = night_dates.c.night_id.in_(nights) & night_dates.c.message_id.is_not(None)
    changed = update(night_dates).where(shown).values(revision=night_dates.c.revision + 1, stale_at=0)
    connection.execute(changed)


def _is_date(key: DateKey) -> ColumnElement[bool]:
    night, week = key
    return (night_dates.c.night_id == night) & (night_dates.c.week == week)
