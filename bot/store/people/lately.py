"""Turns at things that may be done once in a while, such as calling the same person to a table.

One statement looks for a turn and takes it, so of two requests at once one gets it, whatever processes they are in.
"""

from __future__ import annotations

from sqlalchemy import delete, func, select

from bot.store.database.engine import Connection
from bot.store.database.schema import memos
from bot.store.database.upserts import insert_for

__all__ = ["count", "erase", "give_back", "take"]


def take(connection: Connection, kind: str, whose: str, at: int, span: int, cause: str) -> int | None:
    """Take the turn of `span` milliseconds at a thing; if another cause has it, return the time when it is free again.

    Turns of this kind that are over are forgotten.
    """
    key = _key(kind, whose)
    over = memos.c.updated_at <= at - span
    put = insert_for(connection)(memos).values(key=key, value={"at": at, "cause": cause}, updated_at=at)
    new = {"value": put.excluded.value, "updated_at": put.excluded.updated_at}
    taken = connection.execute(put.on_conflict_do_update(index_elements=[memos.c.key], set_=new, where=over))
    if taken.rowcount:
        others = memos.c.key.startswith(f"{kind}:", autoescape=True)
        connection.execute(delete(memos).where(others, memos.c.key != key, over))
        return None
    known = connection.execute(select(memos.c.value, memos.c.updated_at).where(memos.c.key == key)).one()
    return None if known.value["cause"] == cause else int(known.updated_at) + span


def count(connection: Connection, kind: str, beginning: str, at: int, span: int) -> int:
    """The number of turns of a kind that are not over at `at`, whose names have this beginning."""
    named = memos.c.key.startswith(_key(kind, beginning), autoescape=True)
    found = select(func.count()).select_from(memos).where(named, memos.c.updated_at > at - span)
    return int(connection.execute(found).scalar_one())


def give_back(connection: Connection, kind: str, whose: str) -> None:
    """Let a thing be done again at once."""
    connection.execute(delete(memos).where(memos.c.key == _key(kind, whose)))


def erase(connection: Connection, kind: str, user: int) -> None:
    """Forget the turns of a kind that name a user."""
    for pattern in (f"{kind}:%:{user}", f"{kind}:%:{user}:%"):
        connection.execute(delete(memos).where(memos.c.key.like(pattern)))


def _key(kind: str, whose: str) -> str:
    return f"{kind}:{whose}"
