"""`TableService`: `play` makes a move, and `change` makes every other change to a table.

A decision and everything that follows from it are one commit. If another process has changed the table meanwhile, the
decision is made again. Listeners are called after each commit, to show it. The only message that is sent from here is
the seal of a shuffle, which must be public before anything is drawn from the shuffle.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.ports.clock import Clock
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import SequenceTaken, StoreUnavailable
from bot.store.people import standing_orders
from bot.store.tables import events as stored_events
from bot.store.tables import rows as stored_tables
from bot.store.tables.commits import Commit, NewEvent
from bot.store.tables.rows import Status
from bot.tables import dailies, labels, tally_entries
from bot.tables.aggregate import offers
from bot.tables.aggregate.changes import AppliedChange, Change, Decision
from bot.tables.aggregate.permissions import must_not_be_closed
from bot.tables.aggregate.table import Playing, Table
from bot.tables.fairness import sealing
from bot.tables.fairness.chance import ChanceSource, WatchedChance, chance_of
from bot.tables.fairness.deciding_rules import find_fingerprint
from bot.tables.fairness.sealing import Sealer, Unsealed
from bot.tables.fairness.shuffles import LAPSE
from bot.tables.history import events as table_events
from bot.tables.history.entries import Entry, is_of_game, read_entries
from bot.tables.history.outcomes import Moved, Thinking, write_outcome
from bot.tables.lobby import daily
from bot.tables.play.pauses import must_not_be_paused
from bot.tables.process_settings import ProcessSettings
from bot.tables.repository import TableRepository
from bot.tables.seats import handovers, queue
from bot.tables.timing import deadlines
from bot.tables.timing.outages import Outages, OwedTime
from bot.tally import stakes
from games.core.chance import make_commitment
from games.core.events import encode
from games.core.moves import Lapse
from games.core.refused import Refused
from games.core.seats import Seat

MOST_TRIES = 20
"""The most times that a change is decided, if another process is first each time."""


@dataclass(eq=False)
class TableService:
    """The service that makes every change to a table: it decides the change, commits it, and tells listeners."""

    repository: TableRepository
    outages: Outages
    clock: Clock
    settings: ProcessSettings
    chance: ChanceSource
    sealer: Sealer
    listeners: list[Callable[[AppliedChange], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store = self.repository.store

    async def get(self, table: int) -> Table:
        """Get a table, and first give it back the time of outages. Raises Refused("TABLE", "unknown").

        While the database takes no writes, no time is given back. Nothing can be decided then anyway.
        """
        present = await self.repository.get(table)
        with contextlib.suppress(StoreUnavailable):
            await self.outages.look(present)
            for owed in list(self.outages.list_owed(present)):
                present = await self._give_back(table, owed)
        return present

    async def _give_back(self, table: int, owed: OwedTime) -> Table:
        """Give the time of an outage back to a table, unless that has been done meanwhile."""

        def decide(present: Table) -> Change | None:
            if owed not in self.outages.list_owed(present):
                return None
            return Change(
                (table_events.GivenBack(owed.length),), settings=offers.with_offers_put_off(present, owed.length)
            )

        return (await self._change(table, f"away:{owed.since}", owed.until, decide)).table

    async def read_fresh(self, table: int) -> Table:
        """Read a table as the store has it now, and tell listeners if it has changed.

        Raises Refused("TABLE", "unknown").
        """
        async with self._publishing_news(table):
            return await self.repository.refresh(table)

    async def play(
        self,
        table: int,
        seat: Seat | None,
        move: object,
        at: int,
        cause: str,
        only_at_counter: int | None = None,
        thinking: Thinking | None = None,
    ) -> AppliedChange:
        """Make a move at time `at`. `seat` is None for silence. A known cause changes nothing.

        With `only_at_counter`, make the move only if the table's counter has that value. `thinking` is stored with the
        outcome, for the replay of a robot's move. Raises Refused.
        """

        def decide(present: Table) -> Change | None:
            if only_at_counter is not None and present.counter != only_at_counter:
                return None
            state = _must_be_in_play(present).state
            daily.must_be_able_to_move(present, seat, at)
            stood = present.clock.measure_standstill(at)
            game_at = present.clock.to_game_time(at) - stood
            chance = WatchedChance(chance_of(present, self.chance))
            decided = present.game.decide(state, seat, move, game_at, chance)
            words = LAPSE if isinstance(move, Lapse) else present.game.write(move)
            slept = (table_events.Slept(stood),) if stood else ()
            outcome = Moved(seat, words, game_at, chance.drew, thinking, find_fingerprint(present.game))
            proof = sealing.prove_draws(present, chance)
            return Change((*slept, *proof, *decided.events), decided.state, outcome=outcome)

        return await self.change(table, cause, at, decide)

    async def change(self, table: int, cause: str, at: int, decide: Decision) -> AppliedChange:
        """Commit the change that `decide` returns, all or nothing; None changes nothing.

        A decision that draws from a shuffle without a seal waits for the seal, and is made again. A known cause changes
        nothing. Raises Refused.
        """
        await self.get(table)
        return await self._change(table, cause, at, decide)

    async def _change(self, table: int, cause: str, at: int, decide: Decision) -> AppliedChange:
        while True:
            try:
                async with self._publishing_news(table) as news:
                    committed = await self._decide_afresh(table, cause, at, decide)
                    if committed.entries:
                        news.append(committed)
            except Unsealed as unsealed:
                await self._seal_salts(table, unsealed)
                continue
            return committed

    async def _seal_salts(self, table: int, unsealed: Unsealed) -> None:
        """Close the salts of a shuffle, seal them in public, and record the seal, unless that was done."""
        number = unsealed.number

        def close(present: Table) -> Change | None:
            return sealing.close_salts(present, number, unsealed.pieces, self.chance.make_fixing_chance(present))

        closed = await self.change(table, f"salts:{table}:{number}", self.clock(), close)
        if closed.table.shuffle.number != number or closed.table.shuffle.seal is not None:
            return
        message = await self.sealer.post(closed.table)
        at = self.clock()

        def seal(present: Table) -> Change | None:
            return sealing.record_seal(present, number, message, self.sealer, at)

        await self.change(table, f"seal:{table}:{number}", at, seal)

    @contextlib.asynccontextmanager
    async def _publishing_news(self, table: int) -> AsyncIterator[list[AppliedChange]]:
        """Hold a table's lock for the block. At its end, tell listeners of the commits that the block put in the list.

        If the list is empty but the block has read a newer table from the store, tell them of that table. Otherwise
        they would miss it. The other process also sends a notice, but by then this process has the table already.
        """
        news: list[AppliedChange] = []
        before = after = None
        try:
            async with self.repository.lock(table):
                before = self.repository.find(table)
                try:
                    yield news
                finally:
                    after = self.repository.find(table)
        finally:
            if not news and before is not None and after is not None and before.sequence != after.sequence:
                news.append(AppliedChange(after))
            for committed in news:
                self._publish(committed)

    def _publish(self, committed: AppliedChange) -> None:
        for listener in self.listeners:
            listener(committed)

    async def _decide_afresh(self, table: int, cause: str, at: int, decide: Decision) -> AppliedChange:
        """Decide on the table in memory, and again on the stored table if another process was first."""
        present = self.repository.find(table)
        fresh = present is None or self.settings.share.is_whole
        for _ in range(MOST_TRIES):
            present = present or await self.repository.refresh(table)
            try:
                change = decide(present)
                return AppliedChange(present) if change is None else await self._commit(present, change, cause, at)
            except SequenceTaken:
                present = None
            except Refused:
                known = await self.store.read(stored_events.find_commit, table, cause)
                if known is not None:
                    return AppliedChange(await self.repository.refresh(table), repeated=True)
                if fresh:
                    raise
                present = None
            fresh = True
        raise Refused("TABLE", "busy")

    async def _commit(self, present: Table, change: Change, cause: str, at: int) -> AppliedChange:
        proposal = await self._propose(present, change, cause, at)
        after, change = proposal.table, proposal.change
        commit = Commit(
            table=present.id,
            expected=present.sequence,
            events=[NewEvent(*encode(entry.event)) for entry in proposal.entries],
            at=at,
            cause=cause,
            deadline=deadlines.find_next_deadline(after, self.settings.waits),
            status=None if after.status == present.status else after.status,
            outcome=write_outcome(change.outcome),
            also=self._make_row_writer(present, proposal, at),
        )
        done = await self.store.commit(commit)
        if done.repeated:
            return AppliedChange(await self.repository.refresh(present.id), repeated=True)
        if change.salts is not None or after.shuffle.number != present.shuffle.number:
            after = await self.repository.load_secret(after)
        self.repository.put(after)
        return AppliedChange(after, proposal.entries)

    async def _propose(self, present: Table, change: Change, cause: str, at: int) -> _Proposal:
        """Fold a change with everything that follows from it."""
        if change.state is None:
            playing = present.evolve([event for event in change.events if is_of_game(event)])
        else:
            playing = Playing.of(present.game, change.state)
        change = _complete(present, change, playing, at)
        if labels.concerns_names(change):
            change = await self.store.read(labels.name_people, present, change)
        change, secret = self._add_commitment(change)
        new = tuple(Entry(present.sequence + 1 + part, at, cause, event) for part, event in enumerate(change.events))
        table = present if change.seats is None else replace(present, seats=change.seats)
        if any(isinstance(event, table_events.Undone) for event in change.events):
            old = await self.store.read(read_entries, present.id, 0, present.sequence)
            after = table.refold([*old, *new])
        else:
            after = table.after(new, playing)
        row = replace(change.with_change(after.row), sequence=after.sequence)
        return _Proposal(self.repository.extend_deadline(replace(after, row=row)), new, secret, change)

    def _add_commitment(self, change: Change) -> tuple[Change, bytes]:
        """Add the commitment to the next shuffle, if the change asks for one. Also returns the secret of the shuffle to
        which the change commits, or b""."""
        if change.next_shuffle is None:
            return change, change.secret
        secret = self.chance.make_secret()
        committed = table_events.CommittedTo(change.next_shuffle, make_commitment(secret))
        return replace(change, events=(*change.events, committed)), secret

    def _make_row_writer(self, present: Table, proposal: _Proposal, at: int) -> Callable[[Connection], object] | None:
        """A function that writes the further rows of a change; None if there are none."""
        after, change, new = proposal.table, proposal.change, [entry.event for entry in proposal.entries]
        committed = [event for event in new if isinstance(event, table_events.CommittedTo) and event.digest]
        ended = [event.number for event in new if isinstance(event, table_events.HandOver | table_events.Revealed)]
        opened = [event for event in new if isinstance(event, table_events.Revealed | table_events.SecretsOpened)]
        closed = any(isinstance(event, table_events.Closed) for event in new)
        house = {**present.row.options, **present.row.settings.house}
        moved = [] if present.alone else [event for event in new if is_of_game(event)]
        transfers = stakes.make_transfers(present.game, moved, house)
        mover = change.outcome.seat if isinstance(change.outcome, Moved) else None
        by = None if mover is None else present.occupant(mover).user_id
        plain = (
            change.seats is None and not change.changes_settings and change.salts is None and change.write_also is None
        )
        if plain and not (committed or ended or opened or transfers or closed):
            return None
        hand = present.shuffle.number
        first = present.sequence + bool(new)
        move = tally_entries.PostingMove(first, at, by, self.settings.waits.confirm_after)

        def write(connection: Connection) -> None:
            if change.seats is not None:
                stored_tables.put_seats(connection, after.id, change.seats)
                standing_orders.drop_orders_of_seats(connection, after.id, _list_reoccupied_seats(present, after))
            if change.changes_settings:
                stored_tables.change(connection, after.id, change.options, change.settings)
            if change.salts is not None:
                stored_tables.put_salts(connection, after.id, hand, change.salts)
            for number in ended:
                standing_orders.drop_orders(connection, after.id, number + 1)
            for opening in opened:
                if isinstance(opening, table_events.Revealed):
                    stored_tables.reveal(connection, after.id, opening.number, at)
                else:
                    stored_tables.reveal_all(connection, after.id, at)
            for event in committed:
                secret = proposal.secret.hex()
                stored_tables.add_secret(connection, after.id, event.number, event.digest, secret, at)
            tally_entries.post(connection, after, transfers, hand, move)
            if closed and present.lost:
                key_values.drop(connection, key_values.make_lost_table_key(after.id))
            if closed and after.day is not None:
                dailies.note_end(connection, after, at)
            if closed:
                tally_entries.post_session(connection, after, move)
            if change.write_also is not None:
                change.write_also(connection)

        return write


class _Proposal(NamedTuple):
    """A table as a commit would leave it, the new entries, and the secret of the next shuffle (b"" without one)."""

    table: Table
    entries: tuple[Entry, ...]
    secret: bytes
    change: Change
    """The change with everything that follows from it."""


def _list_reoccupied_seats(before: Table, after: Table) -> set[Seat]:
    """The seats that another person or robot plays now."""
    now = {(taken.seat, taken.user_id, taken.stand_in is None) for taken in after.seats}
    earlier = {(taken.seat, taken.user_id, taken.stand_in is None) for taken in before.seats}
    return {Seat(seat) for seat, _, _ in earlier - now}


def _complete(present: Table, change: Change, playing: Playing | None, at: int) -> Change:
    """The change with everything that follows from it.

    At a deal, offered seats change hands. At the end of a hand, the next shuffle is asked for. At the end of a game,
    the table is closed. When the table closes for any reason, secrets that are still shut are opened, except that of a
    hand of the day. After any change, free seats are offered to the queue.
    """
    number, opened = present.shuffle.number, present.shuffle.last_opened
    if playing is not None and not present.hand_open and not present.game.is_revealed(playing.state):
        change = _with_handovers(change, handovers.settle_at_deal(present, at))
    if playing is not None and present.hand_open and present.game.is_revealed(playing.state):
        at_once = present.day is None and sealing.opens_each_hand(present)
        ended = table_events.Revealed(number) if at_once else table_events.HandOver(number)
        opened = number if at_once else opened
        following = None if _find_end(present, playing, change) else number + 1
        settings = change.settings if change.settings is not None else handovers.without_seen_hands(present)
        change = replace(change, events=(*change.events, ended), next_shuffle=following, settings=settings)
    end = "" if playing is None or present.status == Status.CLOSED else _find_end(present, playing, change)
    if end and change.status is None:
        change = replace(change, events=(*change.events, table_events.Closed(end)), status=Status.CLOSED)
    ends = change.status == Status.CLOSED and present.status != Status.CLOSED
    if ends and opened < number and present.day is None:  # the day's secret opens once the day is over
        change = replace(change, events=(*change.events, table_events.SecretsOpened(number)))
    return queue.with_seats_offered(present, change, at)


def _find_end(present: Table, playing: Playing, change: Change) -> str:
    """The reason why the table ends with this state (see `Closed`); "" if it goes on.

    "over": the game is over and no newcomer sits down, or the one hand of the table is over (a prepared hand, or the
    hand of the day). "last": somebody called this hand the last, and its end breaks off no game of several hands.
    """
    ended = present.hand_open and present.game.is_revealed(playing.state)
    over = playing.view.over and not queue.is_newcomer_expected(present, change)
    if over or (ended and (present.shuffle.prepared or present.day is not None)):
        return "over"
    return "last" if ended and present.closing.is_last_hand and not playing.view.game_open else ""


def _with_handovers(change: Change, handed: Change | None) -> Change:
    """Add handovers to a deal. They follow the deal's events, since its chance depends on the events before it."""
    if handed is None:
        return change
    events = (*change.events, *handed.events)
    return replace(change, events=events, seats=handed.seats, settings=handed.settings, write_also=handed.write_also)


def _must_be_in_play(table: Table) -> Playing:
    must_not_be_closed(table)
    playing = table.started_game
    must_not_be_paused(table)
    return playing
