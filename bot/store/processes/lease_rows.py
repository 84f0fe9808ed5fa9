"""The rows of leases. Each part of the servers has an epoch, which rises whenever another process takes the part.

A process may write only while its parts still have the epochs that it took. Each of its transactions runs
`check_epochs`, which locks the rows, so that no other process can take the parts before the transaction ends.
"""

from collections.abc import Mapping

from sqlalchemy import bindparam, insert, select, update

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


def list_parts(shards: ShardSet) -> list[str]:
    """The names of the parts in a set of shards: one part with all servers, or one for each Discord connection."""
    return [part.name or WHOLE_PART for part in shards.split()]


def check_epochs(connection: Connection, held: Epochs) -> None:
    """Raise `LeaseLost` unless the epochs in `held` are the present ones.

    If they are, no other process can take the parts until this transaction ends.
    """
    if held and {row.part: row.epoch for row in connection.execute(_EPOCHS_OF_PARTS, {"parts": list(held)})} != held:
        raise LeaseLost(LOST)


def claim(connection: Connection, shards: ShardSet) -> dict[str, int]:
    """Take the parts of `shards` for this process, which must hold their locks. Returns their new epochs.

    Afterwards, nobody writes by an older epoch of a part with one of their servers.
    """
    stored = connection.scalars(select(leases.c.part))
    taken = [part for part in stored if ShardSet.parse("" if part == WHOLE_PART else part).overlaps(shards)]
    wanted, overlapping = list_parts(shards), leases.c.part.in_(taken)
    # This waits for open transactions that have passed `check_epochs`. An update alone would not.
    connection.execute(select(leases.c.part).where(overlapping).with_for_update()).all()
    connection.execute(update(leases).where(overlapping).values(epoch=leases.c.epoch + 1))
    for name in wanted:
        if name not in taken:
            connection.execute(insert(leases).values(part=name, epoch=1, holder="", renewed_at=0))
    found = select(leases.c.part, leases.c.epoch).where(leases.c.part.in_(wanted))
    return {row.part: row.epoch for row in connection.execute(found)}
