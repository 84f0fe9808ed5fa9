"""Leases of processes that share Discord's connections among themselves, on PostgreSQL.

Each process has one lock that makes it a member. For each of its Discord connections, it has a lock and a row. Every
two seconds it looks at all locks. If it has fewer connections than its share, it takes a free one. If it has more, and
another process has too few, it gives one up. PostgreSQL releases the locks of a dead process. If a process no longer
renews its leases, another ends its sessions, which releases its locks.

But locks are also free after PostgreSQL was restarted or a session was cut off, while their processes are still well.
So nobody takes a free connection while the process that its row names still has a session. And a process that has just
connected again takes no connection from others for some seconds.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.engine import Engine
from bot.store.processes import instance_lock, lease_rows
from bot.store.processes.instance_lock import SessionLock
from bot.store.processes.leases import CERTAIN_FOR, SILENT_AFTER, Lease, LeaseRenewal, keep_lease
from bot.store.processes.shards import ShardSet

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Share:
    """The Discord connections that this process holds now, out of `count`."""

    count: int
    held: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()
    """The connections in `held` that are to be closed and then given up."""
    closed: frozenset[int] = frozenset()
    """The connections in `leaving` that are closed already."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def staying(self) -> frozenset[int]:
        """The connections that this process holds and keeps."""
        return self.held - self.leaving

    def note_closed(self, number: int) -> None:
        """Note that a connection in `leaving` is closed."""
        self.closed |= {number}


_NO_SESSION: Final = 0
"""The number that stands for no session. PostgreSQL numbers sessions from 1."""


class ShareStep(NamedTuple):
    """One step of a process towards its share: connections that it takes, or how many it gives up."""

    take: tuple[int, ...] = ()
    give: int = 0


def find_next_step(
    locks: Sequence[SessionLock], own: int, serving: int, count: int, awaited: Collection[int] = frozenset()
) -> ShareStep:
    """Find the next step of the process with session `own`, which serves `serving` of `count` connections.

    Connections of processes with SHARD_IDS are never shared. The connections `awaited` are not shared yet, because the
    process that held them last may come back for them.
    """
    members = {lock.session for lock in locks if lock.number is None}
    owners = dict.fromkeys(awaited, _NO_SESSION)
    owners.update({lock.number: lock.session for lock in locks if lock.number is not None})
    shared_count = count - sum(owner not in members for owner in owners.values())
    least, most = shared_count // len(members), -(-shared_count // len(members))
    held_by = Counter(owners.values())
    others = [held_by[member] for member in members if member != own]
    free = [number for number in range(count) if number not in owners]
    if free:
        wanted = most if all(other >= least for other in others) else least
        return ShareStep(take=tuple(free[: max(0, min(1, wanted - serving))]))
    if serving > most:
        return ShareStep(give=serving - most)
    fullest = max(members, key=lambda member: (held_by[member], -member))
    if serving > least and fullest == own and any(other < least for other in others):
        return ShareStep(give=1)
    return ShareStep()


@contextlib.asynccontextmanager
async def share_leases(engine: Engine, count: int, pause: float = 1.0) -> AsyncIterator[tuple[Lease, Share]]:
    """Hold a share of `count` connections while the block runs; see `hold_lease`."""
    lease, share = Lease(), Share(count)
    async with keep_lease(engine, lease, _SharedLeaseRenewal(engine, lease, share, pause)):
        yield lease, share


class _SharedLeaseRenewal(LeaseRenewal):
    """Keeps the leases of a share, and adjusts the share."""

    def __init__(self, engine: Engine, lease: Lease, share: Share, pause: float) -> None:
        super().__init__(engine, ShardSet(frozenset(), share.count), lease, pause)
        self._share = share
        self._begun = False
        self._renewed: float | None = None
        """The time at which the last renewal ended; None before the first."""
        self._judges_from = float("-inf")
        """The time from which other processes may count as silent or gone. Before that, they may not be back yet: while
        the database is away, no process can renew, and later they come back one after the other."""

    async def _enter(self, connection: AsyncConnection) -> None:
        held = ShardSet(self._share.held, self._share.count)
        if self._begun:
            self._judges_from = self._lease.now() + SILENT_AFTER
            await self._lock_again(connection, held, sharing=True)
        else:
            await instance_lock.lock_shards(connection, held, sharing=True)
        await instance_lock.join(connection)
        if not self._begun:
            self._lease.note_taken({})
            self._begun = True
        await self._renew(connection)

    async def _renew(self, connection: AsyncConnection) -> None:
        at = self._lease.now()
        if self._renewed is not None and at - self._renewed > CERTAIN_FOR:
            self._judges_from = at + SILENT_AFTER
        await super()._renew(connection)
        self._renewed = self._lease.now()
        await self._release(connection)
        silent = await connection.run_sync(lease_rows.list_silent, round(SILENT_AFTER * 1000))
        if silent and at >= self._judges_from:
            log.warning("another process is silent; its connections to the database are ended")
            await connection.run_sync(lease_rows.end_sessions, silent)
            await connection.run_sync(lease_rows.dismiss, silent)
        await connection.commit()
        locks, own = await instance_lock.list_shard_locks(connection)
        claimed = await connection.run_sync(lease_rows.list_claimed_by_others, at >= self._judges_from)
        numbers = range(self._share.count)
        awaited = {number for number in numbers if lease_rows.name_part(number, self._share.count) in claimed}
        step = find_next_step(locks, own, len(self._share.staying), self._share.count, awaited)
        for number in step.take:
            await self._take(connection, number)
        if step.give:
            self._share.leaving |= frozenset(sorted(self._share.staying)[-step.give :])
            self._share.changed.set()
        await connection.commit()

    async def _take(self, connection: AsyncConnection, number: int) -> None:
        at = self._lease.now()
        if not await instance_lock.try_shard(connection, number):
            return
        part = [lease_rows.name_part(number, self._share.count)]
        await connection.run_sync(lease_rows.end_sessions, await connection.run_sync(lease_rows.list_holders, part))
        new_epochs = await connection.run_sync(lease_rows.claim, part)
        await connection.commit()
        self._lease.epochs = {**self._lease.epochs, **new_epochs}
        self._lease.note_renewal(at)
        self._share.held |= {number}
        self._share.changed.set()

    async def _release(self, connection: AsyncConnection) -> None:
        closed = self._share.closed
        parts = {lease_rows.name_part(number, self._share.count) for number in closed}
        self._lease.epochs = {name: epoch for name, epoch in self._lease.epochs.items() if name not in parts}
        await connection.run_sync(lease_rows.release, parts)
        await connection.commit()
        for number in closed:
            await instance_lock.unlock_shard(connection, number)
        await connection.commit()
        self._share.held -= closed
        self._share.leaving -= closed
        self._share.closed -= closed
