"""The tables of a crew that one person may look back at: where they were played, and who sits there."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Text, cast, or_, select

from bot.store.database.engine import Connection
from bot.store.database.schema import events, seats, tables
from bot.store.tables.rows import Status

_COMMITMENTS: Final = ("table.committed", "table.prepared")
"""The events with which a hand begins."""


def list_channels(connection: Connection, crew: int, numbers: Collection[int] | None = None) -> list[int]:
    """The channels of a crew's tables; with `numbers`, only of these tables. For a table in its own thread, which is
    public, the channel above it counts."""
    wanted = [tables.c.crew_id == crew]
    if numbers is not None:
        wanted.append(tables.c.id.in_(numbers))
    return list(connection.execute(select(tables.c.channel_id).where(*wanted).distinct()).scalars())


def list_viewable(
    connection: Connection, crew: int, channels: Collection[int], user: int, numbers: Collection[int]
) -> frozenset[int]:
    """The tables among `numbers` that belong to the crew, and are in one of the channels or have the user in a seat."""
    query = select(tables.c.id).where(tables.c.id.in_(numbers), *_is_viewable(crew, channels, user))
    return frozenset(connection.execute(query).scalars())


def list_played(
    connection: Connection, crew: int, channels: Collection[int], user: int, begins: str, most: int = 25
) -> list[tuple[int, str, int]]:
    """The newest tables of a crew, as (id, game, time of opening in milliseconds).

    They are live or closed, their number begins with `begins`, and they are in one of the channels or have the user in
    a seat.
    """
    rows = connection.execute(
        select(tables.c.id, tables.c.game, tables.c.created_at)
        .where(
            *_is_viewable(crew, channels, user),
            tables.c.status != Status.LOBBY.value,
            cast(tables.c.id, Text).startswith(begins, autoescape=True),
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


def _is_viewable(crew: int, channels: Collection[int], user: int) -> tuple[ColumnElement[bool], ...]:
    sits = select(seats.c.table_id).where(seats.c.user_id == user)
    return tables.c.crew_id == crew, or_(tables.c.channel_id.in_(channels), tables.c.id.in_(sits))
