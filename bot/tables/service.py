"""`TableService`: `play` makes a move, `change` does everything else that happens at a table.

Each table has a lock; a decision is made on the stored state, which another process may have moved on, and what
follows is one commit. Nothing is sent from here: listeners hear of each commit afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.people.quiet_hours import QuietHours
from bot.ports.clock import Clock
from bot.store import events as stored_events
from bot.store import people
from bot.store import tables as stored_tables
from bot.store.commits import Commit, NewEvent
from bot.store.engine import Connection
from bot.store.errors import SequenceTaken, UnknownTable
from bot.store.store import Store
from bot.tables import deadlines, tally_entries
from bot.tables import events as table_events
from bot.tables.changes import Change, Committed, Decision, seal
from bot.tables.pacing import TableSettings
from bot.tables.shuffles import LAPSE, chance_of
from bot.tables.table import Entry, Table, entries, is_of_game
from bot.tally import stakes
from games.core.events import encode
from games.core.moves import Lapse
from games.core.refused import Refused
from games.core.seats import Seat

MOST_OUTDATED = 1_000
"""Tables of other processes that are kept in memory though they have moved on."""
MOST_TRIES = 20
"""How often a change is judged again because another process was first."""


class TableService:
    """Every open table that this process has looked at."""

    def __init__(
        self, store: Store, clock: Clock, settings: TableSettings, quiet: Callable[[int], QuietHours | None]
    ) -> None:
        self.store = store
        self.clock = clock
        self.settings = settings
        self.listeners: list[Callable[[Committed], None]] = []
        self.quiet = quiet
        self._tables: dict[int, Table] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._outdated: dict[int, None] = {}

    def _publish(self, committed: Committed) -> None:
        for listener in self.listeners:
            listener(committed)

    def known(self) -> list[Table]:
        """The tables in memory."""
        return list(self._tables.values())

    def find(self, table: int) -> Table | None:
        """A table in memory, if it is there."""
        return self._tables.get(table)

    def forget(self, table: int) -> None:
        """Let go of a table that is closed and shown."""
        self._tables.pop(table, None)
        self._locks.pop(table, None)
        self._outdated.pop(table, None)

    def outdate(self, table: int) -> None:
        """A table that another process speaks for has moved on: it is read when somebody asks for it. Those that
        nobody has asked for longest are forgotten."""
        self._outdated[table] = None
        if len(self._outdated) > MOST_OUTDATED:
            self.forget(next(iter(self._outdated)))

    async def get(self, table: int) -> Table:
        """A table as this process knows it. Raises Refused("TABLE", "unknown")."""
        if table in self._tables and table not in self._outdated:
            return self._tables[table]
        return await self.fresh(table)

    async def fresh(self, table: int) -> Table:
        """A table as the store has it now. Raises Refused("TABLE", "unknown")."""
        async with self._lock(table):
            before = self._tables.get(table)
            after = await self._refreshed(table)
        if before is not None and before.sequence != after.sequence:
            self._publish(Committed(after))
        return after

    async def play(
        self, table: int, seat: Seat | None, move: Any, at: int, cause: str, only_at: int | None = None
    ) -> Committed:
        """A move of a seat (None: silence), stamped `at`; with `only_at` for the state after that event alone.

        Raises Refused; a known cause returns what it returned.
        """

        def judge(present: Table) -> Change | None:
            if only_at is not None and present.sequence != only_at:
                return None
            _in_play(present)
            stood = present.stood(at)
            game_at = present.game_time(at) - stood
            chance = chance_of(present)
            followed = tuple(present.game.decide(present.state, seat, move, game_at, chance).events)
            words = LAPSE if isinstance(move, Lapse) else present.game.write(move)
            slept = (table_events.Slept(stood),) if stood else ()
            return Change(
                (*slept, *followed), outcome={"seat": seat, "move": words, "at": game_at, "drew": chance.drew}
            )

        return await self.change(table, cause, at, judge)

    async def change(self, table: int, cause: str, at: int, judge: Decision) -> Committed:
        """Judge and write, all or nothing. `judge` returning None means that there is nothing to do any more."""
        async with self._lock(table):
            played = await self._changed(table, cause, at, judge)
        if played.entries:
            self._publish(played)
        return played

    async def _changed(self, table: int, cause: str, at: int, judge: Decision) -> Committed:
        present = self._tables.get(table) or await self._refreshed(table)
        fresh = False
        for _ in range(MOST_TRIES):
            try:
                draft = judge(present)
            except Refused:
                known = await self.store.read(stored_events.known, table, cause)
                if known is not None:
                    return Committed(await self._refreshed(table), repeated=True, outcome=known.outcome)
                if fresh or self.settings.share.whole:
                    raise
                present, fresh = await self._refreshed(table), True
                continue
            if draft is None:
                return Committed(present)
            try:
                return await self._written(present, draft, cause, at)
            except SequenceTaken:
                present, fresh = await self._refreshed(table), True
        raise Refused("TABLE", "busy")

    async def _written(self, present: Table, draft: Change, cause: str, at: int) -> Committed:
        draft = _completed(present, draft)
        after, new = await self._tried(present, draft, cause, at)
        status = draft.status
        if after.playing and status is None and after.view(None).over and present.status != "closed":
            status = "closed"
            new = [*new, Entry(after.sequence + 1, at, cause, table_events.Closed("over"))]
            after.advance(new[-1:])
            draft = replace(draft, events=(*draft.events, new[-1].event))
        after.row = replace(after.row, **draft.row, status=status or after.row.status, sequence=after.sequence)
        after.kept_until = deadlines.extended_until(after, self.quiet)
        commit = Commit(
            table=present.id,
            expected=present.sequence,
            events=[NewEvent(*encode(one)) for one in draft.events],
            at=at,
            cause=cause,
            deadline=deadlines.next_deadline(after, self.settings),
            status=status,
            outcome=draft.outcome,
            also=self._rows(present, after, draft, new, at),
        )
        done = await self.store.commit(commit)
        if done.repeated:
            return Committed(await self._refreshed(present.id), repeated=True, outcome=done.outcome)
        if draft.salts is not None or after.number != present.number:
            after.secret = await self.store.read(stored_tables.secret, after.id, after.number)
        self._tables[present.id] = after
        return Committed(after, tuple(new), outcome=draft.outcome)

    async def _tried(self, present: Table, draft: Change, cause: str, at: int) -> tuple[Table, list[Entry]]:
        new = [Entry(present.sequence + 1 + part, at, cause, one) for part, one in enumerate(draft.events)]
        after = present.fork()
        if draft.seats is not None:
            after.seats = draft.seats
        if any(isinstance(one, table_events.Undone) for one in draft.events):
            old = await self.store.read(stored_events.read, present.id, 0, present.sequence)
            after = Table(present.row, present.game, after.seats, present.secret)
            after.rebuild([*entries(old), *new])
        else:
            after.advance(new)
        return after, new

    def _rows(
        self, present: Table, after: Table, draft: Change, new: Sequence[Entry], at: int
    ) -> Callable[[Connection], object] | None:
        committed = [one.event for one in new if isinstance(one.event, table_events.CommittedTo)]
        revealed = [one.event.number for one in new if isinstance(one.event, table_events.Revealed)]
        moves = [one.event for one in new if is_of_game(one.event)]
        house = {**present.row.options, **present.row.settings}
        transfers = stakes.transfers(present.game, moves, house)
        mover = draft.outcome.get("seat") if isinstance(draft.outcome, Mapping) else None
        by = None if mover is None else present.occupant(mover).user_id
        plain = draft.seats is None and not draft.row and draft.salts is None and draft.also is None
        if plain and not (committed or revealed or transfers):
            return None
        first = new[0].sequence if new else present.sequence

        def write(connection: Connection) -> None:
            if draft.seats is not None:
                stored_tables.put_seats(connection, after.id, draft.seats)
                people.drop_orders_of_seats(connection, after.id, changed_hands(present, after))
            if draft.row:
                stored_tables.change(connection, after.id, at, **draft.row)
            if draft.salts is not None:
                stored_tables.salt(connection, after.id, present.number, draft.salts)
            for number in revealed:
                stored_tables.reveal(connection, after.id, number, at)
                people.drop_orders(connection, after.id, number + 1)
            for event in committed:
                stored_tables.add_secret(
                    connection, after.id, event.number, event.digest, draft.secrets[event.digest], at
                )
            tally_entries.post(connection, after, transfers, first, at, present.number, by, self.settings.confirm_after)
            if draft.also is not None:
                draft.also(connection)

        return write

    async def _refreshed(self, table: int) -> Table:
        """Read what this process has not seen of a table, and fold it."""

        def read(connection: Connection, after: int) -> tuple[Any, ...]:
            row = stored_tables.load(connection, table)
            new = stored_events.read(connection, table, after)
            if any(one.kind == "table.undone" for one in new):
                new = stored_events.read(connection, table, 0)
            return row, stored_tables.seats_of(connection, table), new

        known = self._tables.get(table)
        self._outdated.pop(table, None)
        try:
            row, seats, new = await self.store.read(read, known.sequence if known else 0)
        except UnknownTable:
            raise Refused("TABLE", "unknown") from None
        game = self.settings.game(row.game)  # its events can be read from here on
        found = entries(new)
        if known is not None and (not found or found[0].sequence > 1):
            after = known.fork()
            after.row, after.seats = row, tuple(seats)
            after.advance(found)
        else:
            after = Table(row, game, tuple(seats))
            after.rebuild(found)
        after.secret = await self.store.read(stored_tables.secret, table, after.number)
        after.kept_until = deadlines.extended_until(after, self.quiet)
        self._tables[table] = after
        return after

    def _lock(self, table: int) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())


def changed_hands(before: Table, after: Table) -> set[Seat]:
    """The seats that are not played by the same person, or robot, as before."""
    played = {one.seat: (one.user_id, one.stand_in is None) for one in after.seats}
    return {Seat(one.seat) for one in before.seats if played.get(one.seat) != (one.user_id, one.stand_in is None)}


def _completed(present: Table, draft: Change) -> Change:
    """The draft with what the end of a hand brings: the secret is open, and the next is committed to."""
    moves = [one for one in draft.events if is_of_game(one)]
    if not moves or not present.hand_open:
        return draft
    state = present.game.evolve(present.state, *moves)
    if not present.game.revealed(state):
        return draft
    ended = replace(draft, events=(*draft.events, table_events.Revealed(present.number)))
    return ended if present.game.view(state, None).over else seal(ended, present.number + 1)


def _in_play(table: Table) -> None:
    if table.status == "closed":
        raise Refused("TABLE", "closed")
    if not table.playing:
        raise Refused("TABLE", "not_started")
    if table.status == "paused":
        raise Refused("TABLE", "paused")
