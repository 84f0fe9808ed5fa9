"""`TableService`: `play` makes a move, and `change` makes every other change to a table.

A decision and everything that follows from it are one commit. If another process has changed the table meanwhile, the
decision is made again. Listeners are called after each commit, to show it. The only message that is sent from here is
the seal of a shuffle, which must be public before anything is drawn from the shuffle.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from msgspec import to_builtins

from bot.ports import Clock, RequestId
from bot.store import Connection, Status, StoreUnavailable
from bot.store.database.errors import SequenceTaken
from bot.store.tables import commits as stored_events
from bot.store.tables.commits import Commit, NewEvent
from bot.tables import labels
from bot.tables.aggregate import AppliedChange, Change, Proposal, RowWriter, Table, must_not_be_closed, offers
from bot.tables.aggregate.table import Decision, Playing, RowPlanner, plan_settings
from bot.tables.fairness import sealing
from bot.tables.fairness.chance import ChanceSource, WatchedChance, chance_of
from bot.tables.fairness.deciding_rules import find_fingerprint
from bot.tables.fairness.sealing import Sealer, Unsealed
from bot.tables.fairness.secret_rows import plan_secrets
from bot.tables.fairness.shuffles import LAPSE
from bot.tables.history import events as table_events
from bot.tables.history.entries import Began, Entry, Moved, Thinking, is_of_game, read_entries
from bot.tables.play.pauses import must_not_be_paused, plan_loss
from bot.tables.process_settings import ProcessSettings
from bot.tables.repository import TableRepository
from bot.tables.seats import handovers, queue
from bot.tables.seats.seat_rows import plan_orders, plan_seats
from bot.tables.timing import deadlines
from bot.tables.timing.outages import Outages, OwedTime
from games.core import Refused, Seat, find_dealing_verb
from games.core.chance import make_commitment
from games.core.events import encode
from games.core.moves import Lapse

MOST_TRIES = 20
"""The most times that a change is decided, if another process is first each time."""


class Premise(NamedTuple):
    """The state of a table for which a robot or a clock chose a move."""

    counter: int
    """The table's counter."""
    thinking: Thinking | tuple[()] = ()
    """The robot's thought behind the move, stored with the outcome for the replay; () for the move of a clock."""


TABLE_ROWS: Final[tuple[RowPlanner, ...]] = (plan_seats, plan_settings, plan_orders, plan_secrets, plan_loss)
"""Plan the rows of a table that change with a commit, in order."""


@dataclass(eq=False)
class TableService:
    """The service that makes every change to a table: it decides the change, commits it, and tells listeners."""

    repository: TableRepository
    outages: Outages
    clock: Clock
    settings: ProcessSettings
    chance: ChanceSource
    sealer: Sealer
    row_planners: Sequence[RowPlanner] = ()
    """Plan the rows of features, such as entries in the books, after those of the table itself."""
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
        self, table: int, seat: Seat | None, move: object, id: RequestId, premise: Premise | None = None
    ) -> AppliedChange:
        """Make a move. `seat` is None for silence. A known cause changes nothing.

        With a `premise`, make the move only if the table has not moved since. Raises Refused.
        """
        at = id.at

        def decide(present: Table) -> Change | None:
            if premise is not None and present.counter != premise.counter:
                return None
            state = _must_be_in_play(present).state
            _must_be_able_to_move(present, seat, at)
            stood = present.clock.measure_standstill(at)
            game_at = present.clock.to_game_time(at) - stood
            chance = WatchedChance(chance_of(present, self.chance))
            decided = present.game.decide(state, seat, move, game_at, chance)
            words = LAPSE if isinstance(move, Lapse) else present.game.write(move)
            if words == find_dealing_verb(present.game).name and present.leaves_all_out:
                raise Refused("TABLE", "all_out")
            slept = (table_events.Slept(stood),) if stood else ()
            thinking = () if premise is None else premise.thinking
            outcome = Moved(seat, words, game_at, chance.drew, find_fingerprint(present.game), *thinking)
            proof = sealing.prove_draws(present, chance)
            return Change((*slept, *proof, *decided.events), decided.state, outcome=outcome)

        return await self.change(table, id.cause, at, decide)

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
        after, change = proposal.after, proposal.change
        commit = Commit(
            table=present.id,
            expected=present.sequence,
            events=[NewEvent(*encode(entry.event)) for entry in proposal.entries],
            at=at,
            cause=cause,
            deadline=deadlines.find_next_deadline(after, self.settings.waits),
            status=None if after.status == present.status else after.status,
            outcome=to_builtins(change.outcome),
            also=self._make_row_writer(proposal),
        )
        done = await self.store.commit(commit)
        if done.repeated:
            return AppliedChange(await self.repository.refresh(present.id), repeated=True)
        if change.salts is not None or after.shuffle.number != present.shuffle.number:
            after = await self.repository.load_secret(after)
        self.repository.put(after)
        return AppliedChange(after, proposal.entries)

    async def _propose(self, present: Table, change: Change, cause: str, at: int) -> Proposal:
        """Fold a change with everything that follows from it."""
        if change.state is None:
            playing = present.evolve([event for event in change.events if is_of_game(event)])
        else:
            playing = Playing.of(present.game, change.state)
        change = _complete(present, change, playing, at)
        if labels.concerns_names(change):
            change = await self.store.read(labels.name_people, present, change)
        if isinstance(change.outcome, Began):
            change = await self.store.read(labels.speak_with_seated, present, change, at)
        change, secret = self._add_commitment(change)
        new = tuple(Entry(present.sequence + 1 + part, at, cause, event) for part, event in enumerate(change.events))
        table = present if change.seats is None else replace(present, seats=change.seats)
        if any(isinstance(event, table_events.Undone) for event in change.events):
            old = await self.store.read(read_entries, present.id, 0, present.sequence)
            after = table.refold([*old, *new])
        else:
            after = table.after(new, playing)
        row = replace(change.with_change(after.row), sequence=after.sequence)
        after = self.repository.extend_deadline(replace(after, row=row))
        return Proposal(present, after, change, new, at, self.settings.waits, secret)

    def _add_commitment(self, change: Change) -> tuple[Change, bytes]:
        """Add the commitment to the next shuffle, if the change asks for one. Also returns the secret of the shuffle to
        which the change commits, or b""."""
        if change.next_shuffle is None:
            return change, change.secret
        secret = self.chance.make_secret()
        committed = table_events.CommittedTo(change.next_shuffle, make_commitment(secret))
        return replace(change, events=(*change.events, committed)), secret

    def _make_row_writer(self, proposal: Proposal) -> RowWriter | None:
        """The writer of all further rows of a commit; None if there are none."""
        planned = [plan(proposal) for plan in (*TABLE_ROWS, *self.row_planners)]
        writers = [*filter(None, planned), *proposal.change.write_also]
        if not writers:
            return None

        def write(connection: Connection) -> None:
            for writer in writers:
                writer(connection)

        return write


def _complete(present: Table, change: Change, playing: Playing | None, at: int) -> Change:
    """The change with everything that follows from it.

    At a deal, offered seats change hands. At the end of a hand, the next shuffle is asked for. At the end of a game,
    the table is closed. When the table closes for any reason, secrets that are still shut are opened, unless others may
    still play the same deal. After any change, free seats are offered to the queue.
    """
    number, opened = present.shuffle.number, present.shuffle.last_opened
    if playing is not None and not present.hand_open and not present.game.is_revealed(playing.state):
        change = _with_handovers(change, handovers.settle_at_deal(present, at))
    if playing is not None and present.hand_open and present.game.is_revealed(playing.state):
        at_once = present.kind.opens_at(present.row) is None and sealing.opens_each_hand(present)
        ended = table_events.Revealed(number) if at_once else table_events.HandOver(number)
        opened = number if at_once else opened
        following = None if _find_end(present, playing, change) else number + 1
        settings = change.settings if change.settings is not None else handovers.without_seen_hands(present)
        change = replace(change, events=(*change.events, ended), next_shuffle=following, settings=settings)
    end = "" if playing is None or present.is_closed else _find_end(present, playing, change)
    if end and change.status is None:
        change = replace(change, events=(*change.events, table_events.Closed(end)), status=Status.CLOSED)
    ends = change.status == Status.CLOSED and not present.is_closed
    if ends and opened < number and present.kind.opens_at(present.row) is None:
        change = replace(change, events=(*change.events, table_events.SecretsOpened(number)))
    return queue.with_seats_offered(present, change, at)


def _find_end(present: Table, playing: Playing, change: Change) -> str:
    """The reason why the table ends with this state (see `Closed`); "" if it goes on.

    "over": the game is over and no newcomer sits down, or the one hand of the table is over. "last": somebody called
    this hand the last, and its end breaks off no game of several hands.
    """
    ended = present.hand_open and present.game.is_revealed(playing.state)
    over = playing.view.over and not queue.is_newcomer_expected(present, change)
    if over or (ended and (present.is_set_up or present.kind.ends_after_hand)):
        return "over"
    return "last" if ended and present.closing.is_last_hand and not playing.view.game_open else ""


def _with_handovers(change: Change, handed: Change | None) -> Change:
    """Add handovers to a deal. They follow the deal's events, since its chance depends on the events before it."""
    if handed is None:
        return change
    events = (*change.events, *handed.events)
    also = (*change.write_also, *handed.write_also)
    return replace(change, events=events, seats=handed.seats, settings=handed.settings, write_also=also)


def _must_be_in_play(table: Table) -> Playing:
    must_not_be_closed(table)
    playing = table.started_game
    must_not_be_paused(table)
    return playing


def _must_be_able_to_move(table: Table, seat: Seat | None, at: int) -> None:
    """Raise Refused if a person is to wait with a move, or comes too late, at a table that does not wait for them.

    Where a hand follows from the moves alone, robots move before the person until the deal. So the draws come in the
    same order for everybody.
    """
    ends_at = table.kind.ends_at(table.row)
    if ends_at is None or table.playing is None or seat is None or not table.is_present(seat):
        return
    if at >= ends_at:
        raise Refused("TABLE", "day_over")
    view = table.public_view
    if table.kind.follows_moves_alone and view.undealt and any(not table.is_present(other) for other in view.to_act):
        raise Refused("TABLE", "day_dealing")
