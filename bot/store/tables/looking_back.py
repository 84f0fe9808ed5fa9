"""Queries for the tables of a crew that a person may look back at: those in their channels, and those they sat at."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Text, cast, or_, select

from bot.store.database.engine import Connection
from bot.store.database.schema import events, seats, tables
from bot.store.tables.rows import Status

_COMMITMENTS: Final = ("table.committed", "table.prepared")
"""The events with which a hand begins."""


def list_channels(connection: Connection, crew: int, numbers: Collection[int] | None = None) -> list[int]:
    """The channels of a crew's tables. With `numbers`, only the channels of these tables.

    A table in a thread of its own, which is public, counts for the channel above the thread.
    """
    wanted = [tables.c.crew_id == crew]
    if numbers is not None:
        wanted.append(tables.c.id.in_(numbers))
    return list(connection.execute(select(tables.c.channel_id).where(*wanted).distinct()).scalars())


def list_viewable(
    connection: Connection, crew: int, channels: Collection[int], user: int, numbers: Collection[int]
) -> frozenset[int]:
    """The crew's tables among `numbers` that are in one of the channels, or where the user has a seat."""
    query = select(tables.c.id).where(tables.c.id.in_(numbers), *_make_view_conditions(crew, channels, user))
    return frozenset(connection.execute(query).scalars())


def list_played(
    connection: Connection, crew: int, channels: Collection[int], user: int, beginning: str, most: int = 25
) -> list[tuple[int, str, int]]:
    """Up to `most` tables of a crew that have started, the newest first, as (id, game, opening time in milliseconds).

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
        .limit(most)
    )
    return [(row.id, row.game, row.created_at) for row in rows]


def find_hand(connection: Connection, table: int, sequence: int) -> int | None:
    """The number of the hand to which an event belongs; None for an event before the first hand."""
    body = connection.execute(
        select(events.c.body)
        .where(events.c.table_id == table, events.c.sequence <= sequence, events.c.kind.in_(_COMMITMENTS))
        .order_by(events.c.sequence.desc())
        .limit(1)
    ).scalar_one_or_none()
    return None if body is None else int(body["number"])


def _make_view_conditions(crew: int, channels: Collection[int], user: int) -> tuple[ColumnElement[bool], ...]:
    own_tables = select(seats.c.table_id).where(seats.c.user_id == user)
    return tables.c.crew_id == crew, or_(tables.c.channel_id.in_(channels), tables.c.id.in_(own_tables))
