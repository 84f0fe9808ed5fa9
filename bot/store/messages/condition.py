"""Queries for the doctor: the size of the database, the places in use, closed DMs and emojis."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import select

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import projections, tables
from bot.store.messages.projections import INSTEAD
from bot.store.tables.rows import IS_OPEN

EMOJIS_MEMO = "emojis"
"""The key under which the names of the pieces' emojis are kept."""


class PlaceInUse(NamedTuple):
    """A channel or thread with an open table. `parent` is the channel above a thread; 0 for a channel."""

    channel: int
    parent: int = 0


def measure_size(connection: Connection) -> int:
    """The size of the database in bytes."""
    if connection.dialect.name == "sqlite":
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        return int(pages) * int(connection.exec_driver_sql("PRAGMA page_size").scalar_one())
    return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def list_places_in_use(connection: Connection, guild: int | None = None) -> Mapping[int, list[PlaceInUse]]:
    """The channels and threads with open tables, by server. With `guild`, only those of that server."""
    query = select(tables.c.guild_id, tables.c.channel_id, tables.c.thread_id).where(IS_OPEN)
    if guild is not None:
        query = query.where(tables.c.guild_id == guild)
    found: dict[int, list[PlaceInUse]] = {}
    for row in connection.execute(query.order_by(tables.c.guild_id, tables.c.id)):
        place = PlaceInUse(row.channel_id) if row.thread_id is None else PlaceInUse(row.thread_id, row.channel_id)
        places = found.setdefault(row.guild_id, [])
        if place not in places:
            places.append(place)
    return found


def list_closed_dms(connection: Connection, guild: int | None = None) -> list[int]:
    """The people at open tables whose DMs were closed at the last try. With `guild`, only people in that server."""
    query = (
        select(projections.c.user_id)
        .join(tables, tables.c.id == projections.c.table_id)
        .where(IS_OPEN, projections.c.state == INSTEAD, projections.c.channel_id == tables.c.place_id)
    )
    if guild is not None:
        query = query.where(tables.c.guild_id == guild)
    return sorted({int(user) for user in connection.scalars(query) if user is not None})


def list_emoji_names(connection: Connection) -> list[str]:
    """The names of the emojis that the pieces should have; empty before the first start."""
    memo = key_values.get(connection, EMOJIS_MEMO)
    names = memo.get("names") if isinstance(memo, dict) else None
    return sorted(map(str, names.values())) if isinstance(names, dict) else []
