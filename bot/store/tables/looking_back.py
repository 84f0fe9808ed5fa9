"""Queries for the tables of a crew that a person may look back at: those in their channels, and those they sat at."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Text, cast, or_, select

from bot.store.database.engine import Connection
from bot.store.database.schema import events, seats, tables
from bot.store.tables.rows import Status

_COMMITMENTS: Final = ("table.committed", "table.prepared")
"""The events with which a hand begins."""
MOST_SUGGESTED: Final = 25
"""The tables that Discord suggests at once."""


def list_channels(connection: Connection, crew: int, numbers: Collection[int] | None = None) -> list[int]:
    """The channels of a crew's tables. With `numbers`, only the channels of these tables.

    A table in a thread of its own, which is public, counts for the channel above the thread.
    """
    wanted = [tables.c.crew_id == crew]
    if numbers is not None:
        wanted.append(tables.c.id.in_(numbers))
    return list(connection.scalars(select(tables.c.channel_id).where(*wanted).distinct()))


def list_viewable(
    connection: Connection, crew: int, channels: Collection[int], user: int, numbers: Collection[int]
) -> frozenset[int]:
    """The crew's tables among `numbers` that are in one of the channels, or where the user has a seat."""
    query = select(tables.c.id).where(tables.c.id.in_(numbers), *_make_view_conditions(crew, channels, user))
    return frozenset(connection.scalars(query))


def list_played(
    connection: Connection, crew: int, channels: Collection[int], user: int, beginning: str
) -> list[tuple[int, str, int]]:
    """The newest tables of a crew that have started, as (id, game, opening time in milliseconds).

    Only tables whose number begins with `beginning` are listed. Each is in one of the channels, or the user has a seat
    there.
    """
    rows = connection.execute(
        select(tables.c.id, tables.c.game, tables.c.created_at)
        .where(
            *_make_view_conditions(crew, channels, user),
            tables.c.status != Status.LOBBY.value,
            cast(tables.c.id, Text).startswith(beginning, autoescape=True),
        )
        .order_by(tables.c.id.desc())
        .limit(MOST_SUGGESTED)
    )
    return [(row.id, row.game, row.created_at) for row in rows]


def find_hand(connection: Connection, table: int, sequence: int) -> int | None:
    """The number of the hand to which an event belongs; None for an event before the first hand."""
    body = connection.scalar(
        select(events.c.body)
        .where(events.c.table_id == table, events.c.sequence <= sequence, events.c.kind.in_(_COMMITMENTS))
        .order_by(events.c.sequence.desc())
        .limit(1)
    )
    return None if body is None else int(body["number"])


def list_seats(connection: Connection, user: int, game: str) -> list[tuple[int, int, int]]:
    """The seats of a user at the tables of a game, as (table, seat, milliseconds when they sat down)."""
    rows = connection.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.joined_at)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user, tables.c.game == game)
        .order_by(seats.c.table_id)
    )
    return [(row.table_id, row.seat, row.joined_at) for row in rows]


def _make_view_conditions(crew: int, channels: Collection[int], user: int) -> tuple[ColumnElement[bool], ...]:
    own_tables = select(seats.c.table_id).where(seats.c.user_id == user)
    return tables.c.crew_id == crew, or_(tables.c.channel_id.in_(channels), tables.c.id.in_(own_tables))
