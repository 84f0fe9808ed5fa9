"""Limits on actions that may be done only once in a given time, such as pinging a person.

Whoever takes the slot of an action may do it. Nobody else may do it until the slot's time is over. One statement checks
and takes a slot. So only one of two simultaneous requests gets the slot, even in different processes.
"""

from sqlalchemy import delete, select

from bot.store.database.engine import Connection, find_insert
from bot.store.database.named_people import note_memo
from bot.store.database.queries import count_rows
from bot.store.database.schema import memos


def take(connection: Connection, kind: str, name: str, at: int, span: int, cause: str) -> int | None:
    """Take the slot named `name` of a kind for `span` milliseconds. Returns None on success.

    If another cause has the slot, returns the time at which the slot will be free. Whenever a slot is taken, the slots
    of this kind that are over are deleted.
    """
    key = _make_key(kind, name)
    is_over = memos.c.updated_at <= at - span
    put = find_insert(connection)(memos).values(key=key, value={"at": at, "cause": cause}, updated_at=at)
    new = {"value": put.excluded.value, "updated_at": put.excluded.updated_at}
    taken = connection.execute(put.on_conflict_do_update(index_elements=[memos.c.key], set_=new, where=is_over))
    if taken.rowcount:
        note_memo(connection, key, None)
        others = memos.c.key.startswith(f"{kind}:", autoescape=True)
        connection.execute(delete(memos).where(others, memos.c.key != key, is_over))
        return None
    known = connection.execute(select(memos.c.value, memos.c.updated_at).where(memos.c.key == key)).one()
    return None if known.value["cause"] == cause else int(known.updated_at) + span


def count(connection: Connection, kind: str, beginning: str, at: int, span: int) -> int:
    """The number of slots of a kind that are still taken at the time `at`, and whose names begin with `beginning`."""
    named = memos.c.key.startswith(_make_key(kind, beginning), autoescape=True)
    return count_rows(connection, memos, named, memos.c.updated_at > at - span)


def give_back(connection: Connection, kind: str, name: str) -> None:
    """Free a slot, so that the action may be done again at once."""
    connection.execute(delete(memos).where(memos.c.key == _make_key(kind, name)))


def _make_key(kind: str, name: str) -> str:
    return f"{kind}:{name}"
