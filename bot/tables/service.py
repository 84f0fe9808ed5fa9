"""`TableService`: `play` makes a move, `change` does everything else that happens at a table.

A decision is made on the stored state, which another process may have moved on, and everything that follows from it is
one commit. Nothing is sent from here: listeners hear of each commit afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.ports.clock import Clock
from bot.store import events as stored_events
from bot.store import people
from bot.store import tables as stored_tables
from bot.store.commits import Commit, NewEvent
from bot.store.engine import Connection
from bot.store.errors import SequenceTaken
from bot.tables import deadlines, tally_entries
from bot.tables import events as table_events
from bot.tables.changes import Change, Committed, Decision, seal
from bot.tables.pacing import TableSettings
from bot.tables.repository import TableRepository
from bot.tables.shuffles import LAPSE, chance_of
from bot.tables.table import Entry, Table, entries, is_of_game
from bot.tally import stakes
from games.core.events import encode
from games.core.moves import Lapse
from games.core.refused import Refused
from games.core.seats import Seat

MOST_TRIES = 20
"""How often a change is decided again because another process was first."""


class TableService:
    """The one way in for every change to a table: decide, commit, publish."""

    def __init__(self, repository: TableRepository, clock: Clock, settings: TableSettings) -> None:
        self.repository = repository
        self.store = repository.store
        self.clock = clock
        self.settings = settings
        self.listeners: list[Callable[[Committed], None]] = []

    async def get(self, table: int) -> Table:
        """A table as this process knows it. Raises Refused("TABLE", "unknown")."""
        return await self.repository.get(table)

    async def fresh(self, table: int) -> Table:
        """A table as the store has it now; listeners hear of it if it has moved on.

        Raises Refused("TABLE", "unknown").
        """
        async with self.repository.lock(table):
            before = self.repository.find(table)
            after = await self.repository.refresh(table)
        if before is not None and before.sequence != after.sequence:
            self._publish(Committed(after))
        return after

    async def play(
        self, table: int, seat: Seat | None, move: Any, at: int, cause: str, only_at: int | None = None
    ) -> Committed:
        """Make a move of a seat (None: silence), stamped `at`; with `only_at` only if that event is still the last.

        Raises Refused. A known cause returns the stored outcome.
        """

        def decide(present: Table) -> Change | None:
            if only_at is not None and present.sequence != only_at:
                return None
            _must_be_in_play(present)
            stood = present.stood(at)
            game_at = present.game_time(at) - stood
            chance = chance_of(present)
            followed = tuple(present.game.decide(present.state, seat, move, game_at, chance).events)
            words = LAPSE if isinstance(move, Lapse) else present.game.write(move)
            slept = (table_events.Slept(stood),) if stood else ()
            return Change(
                (*slept, *followed), outcome={"seat": seat, "move": words, "at": game_at, "drew": chance.drew}
            )

        return await self.change(table, cause, at, decide)

    async def change(self, table: int, cause: str, at: int, decide: Decision) -> Committed:
        """Decide and write, all or nothing; nothing is written if `decide` returns None.

        Raises Refused. A known cause returns the stored outcome.
        """
        async with self.repository.lock(table):
            committed = await self._changed(table, cause, at, decide)
        if committed.entries:
            self._publish(committed)
        return committed

    def _publish(self, committed: Committed) -> None:
        for listener in self.listeners:
            listener(committed)

    async def _changed(self, table: int, cause: str, at: int, decide: Decision) -> Committed:
        """Decide on the table in memory, and again on the stored one when another process was first."""
        present = self.repository.find(table)
        fresh = present is None or self.settings.share.whole
        for _ in range(MOST_TRIES):
            present = present or await self.repository.refresh(table)
            try:
                change = decide(present)
                return Committed(present) if change is None else await self._commit(present, change, cause, at)
            except SequenceTaken:
                present = None
            except Refused:
                known = await self.store.read(stored_events.known, table, cause)
                if known is not None:
                    return Committed(await self.repository.refresh(table), repeated=True, outcome=known.outcome)
                if fresh:
                    raise
                present = None
            fresh = True
        raise Refused("TABLE", "busy")

    async def _commit(self, present: Table, change: Change, cause: str, at: int) -> Committed:
        change = _completed(present, change)
        after, new = await self._tried(present, change, cause, at)
        status = change.status
        if after.playing and status is None and after.view(None).over and present.status != "closed":
            status = "closed"
            new = [*new, Entry(after.sequence + 1, at, cause, table_events.Closed("over"))]
            after.advance(new[-1:])
            change = replace(change, events=(*change.events, new[-1].event))
        after.row = replace(after.row, **change.row, status=status or after.row.status, sequence=after.sequence)
        self.repository.extend(after)
        commit = Commit(
            table=present.id,
            expected=present.sequence,
            events=[NewEvent(*encode(one)) for one in change.events],
            at=at,
            cause=cause,
            deadline=deadlines.next_deadline(after, self.settings),
            status=status,
            outcome=change.outcome,
            also=self._rows(present, after, change, new, at),
        )
        done = await self.store.commit(commit)
        if done.repeated:
            return Committed(await self.repository.refresh(present.id), repeated=True, outcome=done.outcome)
        if change.salts is not None or after.number != present.number:
            after.secret = await self.repository.secret(after)
        self.repository.put(after)
        return Committed(after, tuple(new), outcome=change.outcome)

    async def _tried(self, present: Table, change: Change, cause: str, at: int) -> tuple[Table, list[Entry]]:
        new = [Entry(present.sequence + 1 + part, at, cause, one) for part, one in enumerate(change.events)]
        after = present.fork()
        if change.seats is not None:
            after.seats = change.seats
        if any(isinstance(one, table_events.Undone) for one in change.events):
            old = await self.store.read(stored_events.read, present.id, 0, present.sequence)
            after = Table(present.row, present.game, after.seats, present.secret)
            after.rebuild([*entries(old), *new])
        else:
            after.advance(new)
        return after, new

    def _rows(
        self, present: Table, after: Table, change: Change, new: Sequence[Entry], at: int
    ) -> Callable[[Connection], object] | None:
        committed = [one.event for one in new if isinstance(one.event, table_events.CommittedTo)]
        revealed = [one.event.number for one in new if isinstance(one.event, table_events.Revealed)]
        moves = [one.event for one in new if is_of_game(one.event)]
        house = {**present.row.options, **present.row.settings}
        transfers = stakes.transfers(present.game, moves, house)
        mover = change.outcome.get("seat") if isinstance(change.outcome, Mapping) else None
        by = None if mover is None else present.occupant(mover).user_id
        plain = change.seats is None and not change.row and change.salts is None and change.also is None
        if plain and not (committed or revealed or transfers):
            return None
        first = new[0].sequence if new else present.sequence

        def write(connection: Connection) -> None:
            if change.seats is not None:
                stored_tables.put_seats(connection, after.id, change.seats)
                people.drop_orders_of_seats(connection, after.id, changed_hands(present, after))
            if change.row:
                stored_tables.change(connection, after.id, at, **change.row)
            if change.salts is not None:
                stored_tables.salt(connection, after.id, present.number, change.salts)
            for number in revealed:
                stored_tables.reveal(connection, after.id, number, at)
                people.drop_orders(connection, after.id, number + 1)
            for event in committed:
                stored_tables.add_secret(
                    connection, after.id, event.number, event.digest, change.secrets[event.digest], at
                )
            tally_entries.post(connection, after, transfers, first, at, present.number, by, self.settings.confirm_after)
            if change.also is not None:
                change.also(connection)

        return write


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


def _must_be_in_play(table: Table) -> None:
    if table.status == "closed":
        raise Refused("TABLE", "closed")
    if not table.playing:
        raise Refused("TABLE", "not_started")
    if table.status == "paused":
        raise Refused("TABLE", "paused")
