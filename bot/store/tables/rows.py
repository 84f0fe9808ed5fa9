"""The rows of tables, their seats, and the secrets of their shuffles."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, bindparam, case, delete, func, insert, select, type_coerce, update

from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict, RecordDamaged, UnknownTable, Unreadable
from bot.store.database.named_people import note_table
from bot.store.database.queries import add_row, find_one, make_row
from bot.store.database.schema import Json, daily_deals, daily_hands, seats, secrets, table_people, tables
from bot.store.tables.settings import SettingsText, StoredSettings

log = logging.getLogger(__name__)


class Status(StrEnum):
    """The stages of a table. The values are stored."""

    LOBBY = "lobby"
    LIVE = "live"
    PAUSED = "paused"
    CLOSED = "closed"


class Pace(StrEnum):
    """The paces of tables. The values are stored."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


class NewTable(NamedTuple):
    """A table to be opened in a channel or in its own thread. Its fields are columns of its row."""

    crew_id: int
    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    options: Mapping[str, Json]
    created_at: int
    thread_id: int | None = None
    host_id: int | None = None
    pace: Pace = Pace.LIVE
    settings: StoredSettings = StoredSettings()
    status: Status = Status.LOBBY


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """The occupant of a seat: a user or a robot. Its fields are named like the columns of its row."""

    seat: int
    name: str
    joined_at: int
    user_id: int | None = None
    robot: str | None = None
    """The level of a robot; None for a user, and for robots of old releases."""
    stand_in: dict[str, Json] | None = None
    """Facts about the robot that stands in for an absent user; None while there is none."""

    @property
    def is_robot(self) -> bool:
        """True if no user has the seat."""
        return self.user_id is None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table's row: the columns in order, without three that nobody else reads. Times are in milliseconds."""

    id: int
    crew: int
    guild: int
    channel: int
    thread: int | None
    host: int | None
    game: str
    rules_version: int
    options: dict[str, Json]
    pace: Pace
    settings: StoredSettings
    status: Status
    sequence: int
    deadline_at: int | None
    created_at: int
    closed_at: int | None

    @property
    def day(self) -> int | None:
        """The number of the day whose hand is played here (see `days`); None at any other table."""
        return self.settings.day


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of a shuffle, and its public commitment. Its fields are the columns of its row, in order."""

    table: int
    hand: int
    commitment: str
    secret: str = field(repr=False)
    """The secret in hexadecimal. It is public once `revealed_at` is set."""
    salts: dict[str, str]
    created_at: int
    revealed_at: int | None


_TABLE: list[Any] = [
    type_coerce(column, SettingsText).label("settings") if column is tables.c.settings else column
    for column in tables.c
    if column.name not in ("place_id", "deadline_sequence", "settled_sequence")
]
_NUMBERS = attrgetter(
    "crew_id", "guild_id", "channel_id", "thread_id", "host_id", "rules_version", "sequence", "deadline_at",
    "created_at", "closed_at",
)  # fmt: skip
_SEAT = [seats.c[field.name] for field in fields(StoredSeat)]
IS_OPEN: ColumnElement[bool] = tables.c.status != Status.CLOSED.value
"""The condition that a table is open."""


def create(connection: Connection, new: NewTable) -> StoredTable:
    """Write the row of a new table. Raises `Conflict` if its channel or thread has an open table."""
    place = new.thread_id or new.channel_id
    if find_at_place(connection, place) is not None:
        raise Conflict("there is an open table in this place")
    row = {**new._asdict(), "options": dict(new.options), "settings": new.settings.to_json()}
    row |= {"place_id": place, "sequence": 0}
    made = add_row(connection, tables, row)
    note_table(connection, made, new.settings.list_named())
    return load(connection, made)


def change(
    connection: Connection,
    table: int,
    options: Mapping[str, Json] | None = None,
    settings: StoredSettings | None = None,
) -> None:
    """Change a table's house options or its settings. With None, they stay as they are. Commits change the rest.

    Raises `UnknownTable`.
    """
    row = {"options": options and dict(options), "settings": settings and settings.to_json()}
    row = {column: value for column, value in row.items() if value is not None}
    if connection.execute(update(tables).where(tables.c.id == table).values(row)).rowcount != 1:
        raise UnknownTable(table)
    if settings is not None:
        note_table(connection, table, settings.list_named())


_OF_TABLE = select(*_TABLE).where(tables.c.id == bindparam("of_table"))
_AT_PLACE = select(*_TABLE).where(tables.c.place_id == bindparam("place"), IS_OPEN).order_by(tables.c.id)
# The statements above are built once, since SQLAlchemy takes longer to build a statement than SQLite to run it.


def load(connection: Connection, table: int) -> StoredTable:
    """A table's row.

    Raises `UnknownTable`, `RecordDamaged`, and `Unreadable` for a row that only a newer release can read.
    """
    row = connection.execute(_OF_TABLE, {"of_table": table}).one_or_none()
    if row is None:
        raise UnknownTable(table)
    return _read_row(row)


def _read_row(row: Row[Any]) -> StoredTable:
    if not isinstance(row.options, dict) or not all(map(is_whole, _NUMBERS(row))):
        raise RecordDamaged(row.id)
    if row.settings is None:
        raise Unreadable(row.id)
    stored = StoredTable(*tuple(row))
    try:
        return replace(stored, status=Status(stored.status), pace=Pace(stored.pace))
    except ValueError:
        raise Unreadable(row.id) from None


def is_whole(value: object) -> bool:
    """True for a whole number or None. A damaged SQLite file may hold anything else in a column of numbers."""
    return value is None or type(value) is int


def _list_where(connection: Connection, *wanted: ColumnElement[bool]) -> list[StoredTable]:
    """The tables that match, without those whose rows are damaged, or can be read only by a newer release."""
    found: list[StoredTable] = []
    for row in connection.execute(select(*_TABLE).where(*wanted).order_by(tables.c.id)):
        try:
            found.append(_read_row(row))
        except Unreadable as error:
            log.warning("%s", error)
    return found


def list_open(connection: Connection) -> list[StoredTable]:
    """All open tables."""
    return _list_where(connection, IS_OPEN)


class OpenCounts(NamedTuple):
    """Numbers of open tables."""

    person: int
    """Tables that the person has opened."""
    lobbies: int
    """Tables that the person has opened, and that have not started."""
    server: int
    everybody: int


def count_open(connection: Connection, guild: int, host: int) -> OpenCounts:
    """Count the open tables of a person, of a server and of everybody."""
    own = tables.c.host_id == host
    waiting = own & (tables.c.status == Status.LOBBY.value)
    counts = (func.count(case((wanted, 1))) for wanted in (own, waiting, tables.c.guild_id == guild))
    counted: Sequence[Any] = connection.execute(select(*counts, func.count()).where(IS_OPEN)).one()
    return OpenCounts(*counted)


def list_open_of_server(connection: Connection, guild: int) -> list[StoredTable]:
    """The open tables of a server."""
    return _list_where(connection, tables.c.guild_id == guild, IS_OPEN)


def list_open_in(connection: Connection, place: int) -> list[StoredTable]:
    """The open tables in a channel and its threads, or in a thread."""
    inside = (tables.c.channel_id == place) | (tables.c.thread_id == place)
    return _list_where(connection, inside, IS_OPEN)


def list_open_of_crew(connection: Connection, crew: int) -> list[StoredTable]:
    """The open tables of a crew."""
    return _list_where(connection, tables.c.crew_id == crew, IS_OPEN)


def find_at_place(connection: Connection, place: int) -> StoredTable | None:
    """The open table in a channel or thread, or None."""
    row = connection.execute(_AT_PLACE, {"place": place}).first()
    return None if row is None else _read_row(row)


def list_of_person(connection: Connection, user_id: int) -> list[StoredTable]:
    """The open tables at which a user has a seat."""
    own_tables = select(seats.c.table_id).where(seats.c.user_id == user_id)
    return _list_where(connection, tables.c.id.in_(own_tables), IS_OPEN)


def list_needing_person(connection: Connection, user_id: int) -> list[StoredTable]:
    """The open tables that still need a user's data. The user sits there, waits for a seat, is named in an offer of a
    seat, or has seen a hand that may be under way."""
    seated = list_of_person(connection, user_id)
    known = {table.id for table in seated}
    named = select(table_people.c.table_id).where(table_people.c.user_id == user_id)
    others = _list_where(connection, tables.c.id.in_(named), IS_OPEN)
    found = [*seated, *(table for table in others if table.id not in known and table.settings.names_user(user_id))]
    return sorted(found, key=lambda table: table.id)


def find_closed_last(connection: Connection, place: int | None, user_id: int | None) -> StoredTable | None:
    """The table that was closed last in a channel or thread, or None.

    If `place` is None, the table that was closed last of those where the user has a seat.
    """
    own_tables = select(seats.c.table_id).where(seats.c.user_id == user_id)
    wanted = tables.c.id.in_(own_tables) if place is None else tables.c.place_id == place
    row = connection.execute(
        select(*_TABLE)
        .where(wanted, tables.c.status == Status.CLOSED.value)
        .order_by(tables.c.closed_at.desc(), tables.c.id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else _read_row(row)


def put_seats(connection: Connection, table: int, taken: Sequence[StoredSeat]) -> None:
    """Replace the occupants of all seats of a table."""
    connection.execute(delete(seats).where(seats.c.table_id == table))
    if taken:
        connection.execute(insert(seats), [{"table_id": table, **asdict(seat)} for seat in taken])


def seats_of(connection: Connection, table: int) -> list[StoredSeat]:
    """The occupants of a table, by seat. Raises `RecordDamaged`."""
    rows = connection.execute(select(*_SEAT).where(seats.c.table_id == table).order_by(seats.c.seat)).all()
    for row in rows:
        whole = all(map(is_whole, (row.seat, row.joined_at, row.user_id)))
        if not whole or not isinstance(row.stand_in, dict | None) or not isinstance(row.name, str):
            raise RecordDamaged(table)
    return [StoredSeat(*row) for row in rows]


_SECRET: list[Any] = [column for column in secrets.c if column is not secrets.c.revealed_at]


def add_secret(connection: Connection, secret: Secret) -> None:
    """Store the secret of a hand and its commitment."""
    connection.execute(insert(secrets).values(make_row(secrets, secret)))


def find_secret(connection: Connection, table: int, hand: int) -> Secret | None:
    """The secret of a hand; None if there is none yet. For a hand of the day, `revealed_at` is the time at which
    the secret of the day was opened, after its end."""
    query = (
        select(*_SECRET, func.coalesce(secrets.c.revealed_at, daily_deals.c.opened_at))
        .outerjoin(daily_hands, daily_hands.c.table_id == secrets.c.table_id)
        .outerjoin(daily_deals, daily_deals.c.day == daily_hands.c.day)
        .where(secrets.c.table_id == table, secrets.c.hand == hand)
    )
    return find_one(connection, Secret, query)


def salts_of(connection: Connection, table: int) -> dict[int, dict[str, str]]:
    """The salts of a table's shuffles: by shuffle number, the salts by seat number."""
    rows = connection.execute(select(secrets.c.hand, secrets.c.salts).where(secrets.c.table_id == table))
    return {row.hand: row.salts for row in rows}


def put_salts(connection: Connection, table: int, hand: int, salts: Mapping[str, str]) -> None:
    """Replace the salts of a hand. They are given by seat number. The caller checks that they may still change."""
    _change_secret(connection, table, hand, salts=dict(salts))


def reveal(connection: Connection, table: int, hand: int, at: int) -> None:
    """Mark the secret of a hand as public."""
    _change_secret(connection, table, hand, revealed_at=at)


def reveal_all(connection: Connection, table: int, at: int) -> None:
    """Mark every secret of a table as public."""
    connection.execute(
        update(secrets).where(secrets.c.table_id == table, secrets.c.revealed_at.is_(None)).values(revealed_at=at)
    )


def _change_secret(connection: Connection, table: int, hand: int, **values: Json) -> None:
    connection.execute(update(secrets).where(secrets.c.table_id == table, secrets.c.hand == hand).values(values))
