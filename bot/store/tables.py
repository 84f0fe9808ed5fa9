"""Tables, who sits at them, and the secrets that their hands are dealt from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select, update

from bot.store.engine import Connection
from bot.store.errors import Conflict, UnknownTable
from bot.store.schema import seats, secrets, tables

__all__ = [
    "NewTable", "Secret", "StoredSeat", "StoredTable", "add_secret", "at_place", "change", "create",
    "load", "of_person", "open_tables", "put_seats", "reveal", "salt", "seats_of", "secret",
]  # fmt: skip

STATUSES = ("lobby", "live", "paused", "closed")


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened in a channel, or in a thread of its own."""

    crew: int
    guild: int
    channel: int
    game: str
    rules_version: int
    options: Mapping[str, Any]
    at: int
    thread: int | None = None
    host: int | None = None
    pace: str = "live"
    settings: Mapping[str, Any] = field(default_factory=dict)
    status: str = "lobby"


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """Who sits where: a person (`user_id`) or a robot (`robot`, its level); `stand_in` is JSON while one plays for a
    person, None otherwise."""

    seat: int
    name: str
    joined_at: int
    user_id: int | None = None
    robot: str | None = None
    stand_in: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table's row; `deadline_at` (milliseconds) belongs to the state after event `deadline_sequence`."""

    id: int
    crew: int
    guild: int
    channel: int
    thread: int | None
    host: int | None
    game: str
    rules_version: int
    options: dict[str, Any]
    pace: str
    settings: dict[str, Any]
    status: str
    sequence: int
    deadline_at: int | None
    deadline_sequence: int | None
    created_at: int
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class Secret:
    """What a hand is dealt from: `commitment` is public from the start, `secret` (hex) after `revealed_at`."""

    table: int
    hand: int
    commitment: str
    secret: str = field(repr=False)
    salts: dict[str, str]
    created_at: int
    revealed_at: int | None


_TABLE: tuple[Any, ...] = (
    tables.c.id,
    tables.c.crew_id,
    tables.c.guild_id,
    tables.c.channel_id,
    tables.c.thread_id,
    tables.c.host_id,
    tables.c.game,
    tables.c.rules_version,
    tables.c.options,
    tables.c.pace,
    tables.c.settings,
    tables.c.status,
    tables.c.sequence,
    tables.c.deadline_at,
    tables.c.deadline_sequence,
    tables.c.created_at,
    tables.c.closed_at,
)
_SEAT: tuple[Any, ...] = (
    seats.c.seat,
    seats.c.name,
    seats.c.joined_at,
    seats.c.user_id,
    seats.c.robot,
    seats.c.stand_in,
)
_CHANGEABLE = {"thread", "host", "options", "pace", "settings", "status", "rules_version"}


def create(connection: Connection, new: NewTable) -> StoredTable:
    """Open a table; raises `Conflict` if its channel or thread has an open one."""
    place = new.thread or new.channel
    if at_place(connection, place) is not None:
        raise Conflict("there is an open table in this place")
    made: int = connection.execute(
        insert(tables)
        .values(
            crew_id=new.crew,
            guild_id=new.guild,
            channel_id=new.channel,
            thread_id=new.thread,
            place_id=place,
            host_id=new.host,
            game=new.game,
            rules_version=new.rules_version,
            options=dict(new.options),
            pace=new.pace,
            settings=dict(new.settings),
            status=new.status,
            sequence=0,
            created_at=new.at,
        )
        .returning(tables.c.id)
    ).scalar_one()
    return load(connection, made)


def change(connection: Connection, /, table: int, at: int, **values: Any) -> None:
    """Change a table's `status`, `settings`, `options`, `pace`, `thread`, `host` or `rules_version`.

    The sequence and the clock are changed by commits alone. Closing stops the clock and frees the place. Raises
    `UnknownTable`, and `Conflict` if a table is moved to, or opened again in, a place that is taken.
    """
    assert values.keys() <= _CHANGEABLE, values.keys() - _CHANGEABLE
    row: dict[str, Any] = {{"thread": "thread_id", "host": "host_id"}.get(k, k): v for k, v in values.items()}
    if values.get("thread") is not None:
        row["place_id"] = values["thread"]
    if values.get("status") == "closed":
        row |= {"closed_at": at, "deadline_at": None, "deadline_sequence": None}
    elif "status" in values:
        assert values["status"] in STATUSES, values["status"]
        row["closed_at"] = None
    if connection.execute(update(tables).where(tables.c.id == table).values(row)).rowcount != 1:
        raise UnknownTable(table)


def load(connection: Connection, table: int) -> StoredTable:
    """A table's row; raises `UnknownTable`."""
    row = connection.execute(select(*_TABLE).where(tables.c.id == table)).one_or_none()
    if row is None:
        raise UnknownTable(table)
    return StoredTable(*row)


def _where(connection: Connection, *wanted: ColumnElement[bool]) -> list[StoredTable]:
    rows = connection.execute(select(*_TABLE).where(*wanted).order_by(tables.c.id))
    return [StoredTable(*row) for row in rows]


def open_tables(connection: Connection, ours: Callable[[int], bool] | None = None) -> list[StoredTable]:
    """Every table that is not closed; with `ours`, only those of the servers (by id) for which it is true."""
    found = _where(connection, tables.c.status != "closed")
    return found if ours is None else [table for table in found if ours(table.guild)]


def at_place(connection: Connection, place: int) -> StoredTable | None:
    """The open table of a channel or thread, or None."""
    found = _where(connection, tables.c.place_id == place, tables.c.status != "closed")
    return found[0] if found else None


def of_person(connection: Connection, user_id: int) -> list[StoredTable]:
    """The open tables at which a person has a seat."""
    sits = select(seats.c.table_id).where(seats.c.user_id == user_id)
    return _where(connection, tables.c.id.in_(sits), tables.c.status != "closed")


def closed_last(connection: Connection, place: int | None, user_id: int | None) -> StoredTable | None:
    """The table that was closed last in a channel or thread, or at which a person sat; None if there was none."""
    sits = select(seats.c.table_id).where(seats.c.user_id == user_id)
    wanted = tables.c.id.in_(sits) if place is None else tables.c.place_id == place
    row = connection.execute(
        select(*_TABLE)
        .where(wanted, tables.c.status == "closed")
        .order_by(tables.c.closed_at.desc(), tables.c.id.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else StoredTable(*row)


def put_seats(connection: Connection, table: int, taken: Sequence[StoredSeat]) -> None:
    """Put these occupants in place of all who sit at a table."""
    connection.execute(delete(seats).where(seats.c.table_id == table))
    if taken:
        rows = [
            {
                "table_id": table,
                "seat": one.seat,
                "user_id": one.user_id,
                "robot": one.robot,
                "name": one.name,
                "stand_in": one.stand_in,
                "joined_at": one.joined_at,
            }
            for one in taken
        ]
        connection.execute(insert(seats), rows)


def seats_of(connection: Connection, table: int) -> list[StoredSeat]:
    """Who sits at a table, by seat."""
    rows = connection.execute(select(*_SEAT).where(seats.c.table_id == table).order_by(seats.c.seat))
    return [StoredSeat(*row) for row in rows]


def add_secret(connection: Connection, table: int, hand: int, commitment: str, secret_hex: str, at: int) -> None:
    """Keep the secret of a hand, before its commitment is shown and long before it is dealt."""
    connection.execute(
        insert(secrets).values(
            table_id=table, hand=hand, commitment=commitment, secret=secret_hex, salts={}, created_at=at
        )
    )


def secret(connection: Connection, table: int, hand: int) -> Secret | None:
    """What a hand is dealt from, or None if nothing was committed."""
    row = connection.execute(
        select(
            secrets.c.table_id,
            secrets.c.hand,
            secrets.c.commitment,
            secrets.c.secret,
            secrets.c.salts,
            secrets.c.created_at,
            secrets.c.revealed_at,
        ).where(secrets.c.table_id == table, secrets.c.hand == hand)
    ).one_or_none()
    return None if row is None else Secret(*row)


def salt(connection: Connection, table: int, hand: int, salts: Mapping[str, str]) -> None:
    """Put the salts of a hand (by seat) in place of the old ones; the runtime says until when that is right."""
    _change_secret(connection, table, hand, salts=dict(salts))


def reveal(connection: Connection, table: int, hand: int, at: int) -> None:
    """Mark the secret of a hand as public."""
    _change_secret(connection, table, hand, revealed_at=at)


def _change_secret(connection: Connection, table: int, hand: int, **values: Any) -> None:
    connection.execute(update(secrets).where(secrets.c.table_id == table, secrets.c.hand == hand).values(values))
