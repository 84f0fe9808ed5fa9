"""The rows of leases. Each part of the servers has an epoch, which rises whenever another process takes the part.

A process may write only while its parts still have the epochs that it took. Each of its transactions runs
`check_epochs`, which locks the rows, so that no other process can take the parts before the transaction ends. All times
come from the database's clock.
"""

import time
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Text,
    bindparam,
    cast,
    column,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    update,
)

from bot.store.database.engine import Connection
from bot.store.database.errors import LeaseLost
from bot.store.database.schema import leases
from bot.store.processes.shards import ShardSet

Epochs = Mapping[str, int]
"""The epoch of each part that a process holds."""

WHOLE_PART = "all"
"""The name of the part with all servers."""

LOST = "Another Boneyard has taken over what this one served."
_EPOCHS_OF_PARTS = (
    select(leases.c.part, leases.c.epoch)
    .where(leases.c.part.in_(bindparam("parts", expanding=True)))
    .with_for_update(key_share=True, read=True)
)
_EPOCH_OF_PART = (
    select(leases.c.epoch).where(leases.c.part == bindparam("part")).with_for_update(key_share=True, read=True)
)
# `_EPOCH_OF_PART` is for the usual case of one part. Expanding a list would double the time that SQLAlchemy needs.
_END = text(
    "SELECT count(pg_terminate_backend(pid, :within)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = ANY(:holders)"
    " AND application_name <> current_setting('application_name')"
)
_OPEN_SESSIONS = text("SELECT application_name FROM pg_stat_activity WHERE datname = current_database()").columns(
    column("application_name", Text)
)
_END_WITHIN = 5_000
"""Milliseconds that PostgreSQL waits for a session to end."""


def list_parts(shards: ShardSet) -> list[str]:
    """The names of the parts in a set of shards: one part with all servers, or one for each Discord connection."""
    return [WHOLE_PART] if shards.is_whole else [name_part(number, shards.count) for number in sorted(shards.ids)]


def name_part(number: int, count: int) -> str:
    """The name of the part of Discord connection `number` out of `count`."""
    return f"{number}/{count}"


def check_epochs(connection: Connection, held: Epochs) -> None:
    """Raise `LeaseLost` unless the epochs in `held` are the present ones.

    If they are, no other process can take the parts until this transaction ends.
    """
    if len(held) == 1:
        ((name, epoch),) = held.items()
        if connection.execute(_EPOCH_OF_PART, {"part": name}).scalar() != epoch:
            raise LeaseLost(LOST)
    elif held and {row.part: row.epoch for row in connection.execute(_EPOCHS_OF_PARTS, {"parts": list(held)})} != held:
        raise LeaseLost(LOST)


def claim(connection: Connection, wanted: Collection[str]) -> dict[str, int]:
    """Take parts for this process, which must hold their locks. Returns their new epochs.

    Afterwards, no part that overlaps with them has a holder. Two parts overlap if one of them has all servers, or if
    they are for different numbers of connections.
    """
    # This waits for open transactions that have passed `check_epochs`. An update alone would not.
    connection.execute(select(leases.c.part).where(_overlaps(wanted)).with_for_update()).all()
    connection.execute(
        update(leases).where(_overlaps(wanted)).values(epoch=leases.c.epoch + 1, holder="", renewed_at=0)
    )
    values = {"holder": _find_own_name(connection), "renewed_at": _read_clock(connection)}
    for name in wanted:
        again = update(leases).where(leases.c.part == name).values(values)
        if connection.execute(again).rowcount == 0:
            connection.execute(insert(leases).values(part=name, epoch=1, **values))
    found = select(leases.c.part, leases.c.epoch).where(leases.c.part.in_(wanted))
    return {row.part: row.epoch for row in connection.execute(found)}


def list_holders(connection: Connection, wanted: Collection[str]) -> list[str]:
    """The names of the processes that would lose a part if `wanted` were claimed."""
    found = select(leases.c.holder).where(_overlaps(wanted), leases.c.holder != "").distinct()
    return list(connection.execute(found).scalars())


def renew(connection: Connection, held: Epochs) -> None:
    """Store that this process still serves its parts. Raises `LeaseLost` if another process took one of them."""
    check_epochs(connection, held)
    values = {"holder": _find_own_name(connection), "renewed_at": _read_clock(connection)}
    connection.execute(update(leases).where(leases.c.part.in_(list(held))).values(values))


def release(connection: Connection, given_up: Collection[str]) -> None:
    """Give up parts, so that other processes can take them at once."""
    own = leases.c.part.in_(given_up), leases.c.holder == _find_own_name(connection)
    connection.execute(update(leases).where(*own).values(holder=""))


def dismiss(connection: Connection, holders: Collection[str]) -> None:
    """Take all parts from these silent processes, so that any process may claim the parts."""
    connection.execute(select(leases.c.part).where(leases.c.holder.in_(holders)).with_for_update()).all()
    values = {"epoch": leases.c.epoch + 1, "holder": "", "renewed_at": 0}
    connection.execute(update(leases).where(leases.c.holder.in_(holders)).values(values))


def list_silent(connection: Connection, milliseconds: int) -> list[str]:
    """The names of other processes that have not renewed a part for this many milliseconds.

    Such a process hangs, is cut off or has died. A process may also look silent after this one has slept, or after
    the database's clock has jumped.
    """
    old = leases.c.renewed_at < _read_clock(connection) - literal(milliseconds)
    found = select(leases.c.holder).where(leases.c.holder.not_in(["", _find_own_name(connection)]), old).distinct()
    return list(connection.execute(found).scalars())


def list_claimed_by_others(connection: Connection, alive: bool) -> set[str]:
    """The parts whose rows name another process. With `alive`, only processes with a session on PostgreSQL count."""
    found = select(leases.c.part).where(leases.c.holder != "", leases.c.holder != _find_own_name(connection))
    if alive:
        found = found.where(leases.c.holder.in_(_OPEN_SESSIONS))
    return set(connection.execute(found).scalars())


def end_sessions(connection: Connection, holders: Collection[str]) -> None:
    """End all database sessions of these processes. That also ends their locks and transactions."""
    if holders and connection.dialect.name == "postgresql":
        connection.execute(_END, {"holders": list(holders), "within": _END_WITHIN})


def _overlaps(wanted: Collection[str]) -> ColumnElement[bool]:
    """A condition for the rows of `wanted`, and of all parts with another number of connections."""
    count = {name.partition("/")[2] for name in wanted}
    same = leases.c.part.endswith(f"/{count.pop()}") if len(count) == 1 and count != {""} else literal(False)
    return or_(leases.c.part.in_(list(wanted)), ~same)


def _find_own_name(connection: Connection) -> str:
    if connection.dialect.name != "postgresql":
        return "this machine"
    return str(connection.execute(text("SELECT current_setting('application_name')")).scalar_one())


def _read_clock(connection: Connection) -> ColumnElement[Any]:
    if connection.dialect.name == "postgresql":
        return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
    return literal(time.time_ns() // 1_000_000)
