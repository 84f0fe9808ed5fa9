"""The rows of leases. Each part of the servers has an epoch, which rises whenever another process takes the part.

A process may write only while its parts still have the epochs that it took. Each of its transactions runs
`check_epochs`, which locks the rows, so that no other process can take the parts before the transaction ends.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import bindparam, insert, select, text, update

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
_END_WITHIN = 5_000
"""Milliseconds that PostgreSQL waits for a session to end."""


def list_parts(shards: ShardSet) -> list[str]:
    """The names of the parts in a set of shards: one part with all servers, or one for each Discord connection."""
    return [part.name or WHOLE_PART for part in shards.split()]


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


def claim(connection: Connection, shards: ShardSet) -> dict[str, int]:
    """Take the parts of `shards` for this process, which must hold their locks. Returns their new epochs.

    Afterwards, no other part with one of their servers has a holder.
    """
    wanted, overlapping = list_parts(shards), leases.c.part.in_(_list_overlapping(connection, shards))
    # This waits for open transactions that have passed `check_epochs`. An update alone would not.
    connection.execute(select(leases.c.part).where(overlapping).with_for_update()).all()
    connection.execute(update(leases).where(overlapping).values(epoch=leases.c.epoch + 1, holder=""))
    own = _find_own_name(connection)
    for name in wanted:
        again = update(leases).where(leases.c.part == name).values(holder=own)
        if connection.execute(again).rowcount == 0:
            connection.execute(insert(leases).values(part=name, epoch=1, holder=own, renewed_at=0))
    found = select(leases.c.part, leases.c.epoch).where(leases.c.part.in_(wanted))
    return {row.part: row.epoch for row in connection.execute(found)}


def list_holders(connection: Connection, shards: ShardSet) -> list[str]:
    """The names of the processes that would lose a part if `shards` were claimed."""
    overlapping = leases.c.part.in_(_list_overlapping(connection, shards))
    found = select(leases.c.holder).where(overlapping, leases.c.holder != "").distinct()
    return list(connection.scalars(found))


def release(connection: Connection, given_up: Collection[str]) -> None:
    """Give up parts, so that other processes can take them at once."""
    own = leases.c.part.in_(given_up), leases.c.holder == _find_own_name(connection)
    connection.execute(update(leases).where(*own).values(holder=""))


def end_sessions(connection: Connection, holders: Collection[str]) -> None:
    """End all database sessions of these processes. That also ends their locks and transactions."""
    if holders and connection.dialect.name == "postgresql":
        connection.execute(_END, {"holders": list(holders), "within": _END_WITHIN})


def _list_overlapping(connection: Connection, shards: ShardSet) -> list[str]:
    """The parts that have a row, and a server of `shards`."""
    stored = connection.scalars(select(leases.c.part))
    return [part for part in stored if ShardSet.parse("" if part == WHOLE_PART else part).overlaps(shards)]


def _find_own_name(connection: Connection) -> str:
    if connection.dialect.name != "postgresql":
        return "this machine"
    return str(connection.execute(text("SELECT current_setting('application_name')")).scalar_one())
