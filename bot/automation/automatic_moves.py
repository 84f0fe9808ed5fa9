"""What a table does when its clocks say so: each deed goes through the same `play` as a person's move."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.automation import standing_orders as orders
from bot.people.quiet_hours import QuietHours
from bot.tables import events, lobby, robots
from bot.tables.changes import Change, Committed
from bot.tables.deadlines import NEXT, Deadline, deadlines
from bot.tables.seats import stand_in
from bot.tables.service import TableService
from bot.tables.table import Table
from games.core.moves import Lapse, Unreadable
from games.core.refused import Refused
from games.core.seats import Seat

log = logging.getLogger(__name__)


@dataclass(slots=True)
class AutomaticMoves:
    """Robots, stand-ins, standing orders, lapses, reminders."""

    tables: TableService
    orders: orders.StandingOrders
    quiet: Callable[[int], QuietHours | None]
    _silent: dict[int, tuple[int, set[Seat]]] = field(default_factory=dict)

    def coming(self, table: Table) -> list[Deadline]:
        """What is to come at a table, the soonest first; at the same time by seat, those last whom it waits for: who
        would go on leaves the others time for a call."""
        found = deadlines(table, self.tables.settings, self._quiet_seats(table), self._ordered(table), self.quiet)
        acting = table.crowd.to_act if table.playing else ()
        return sorted(found, key=lambda due: (due.at, _RANK[due.what], due.seat in acting, due.seat or 0))

    def _ordered(self, table: Table) -> set[Seat]:
        """The seats whose orders may speak; where several are asked at once, one that was heard has answered, and
        nobody says anything twice before everybody has seen what came of it."""
        asked = table.crowd.to_act if table.playing else ()
        return self.orders.seats(table) - (table.spoken if len(asked) > 1 else table.unseen)

    def _quiet_seats(self, table: Table) -> set[Seat]:
        sequence, seats = self._silent.get(table.id, (-1, set()))
        return seats if sequence == table.sequence else set()

    def forget(self, table: int) -> None:
        """Let go of a closed table."""
        self._silent.pop(table, None)

    async def act(self, table: int) -> int | None:
        """Do all that is due at a table, and give the time of what comes next (None: nothing)."""
        while True:
            present = await self.tables.get(table)
            coming = self.coming(present)
            if not coming:
                return None
            if coming[0].at > self.tables.clock():
                return coming[0].at
            await self._do(present, coming[0])

    async def _do(self, table: Table, due: Deadline) -> None:
        try:
            match due.what:
                case "start":
                    await self._start(table)
                case "lapse":
                    await self._lapse(table, due)
                case "robot" if due.seat is not None:
                    await self._robot(table, due.seat)
                case "order" if due.seat is not None:
                    await self._order(table, due.seat)
                case "next":
                    await self._next(table)
                case _:
                    await self._remind(table, due)
        except Refused as refused:
            log.warning("table %s: %s was refused (%s)", table.id, due.what, refused.key)
            self._hold(table, due)

    def _hold(self, table: Table, due: Deadline) -> None:
        """Do not try the same again before the table has moved."""
        if due.seat is not None and due.what in ("robot", "order"):
            self._be_silent(table, due.seat)
        else:
            raise RuntimeError(f"table {table.id}: its clock says {due.what}, and the rules refuse it")

    def _be_silent(self, table: Table, seat: Seat) -> None:
        self._silent[table.id] = (table.sequence, {*self._quiet_seats(table), seat})

    async def _start(self, table: Table) -> None:
        now = self.tables.clock()
        cause = f"start:{table.id}:{table.sequence}"
        await self.tables.change(table.id, cause, now, lambda present: lobby.start_by_clock(present, now))

    async def _lapse(self, table: Table, due: Deadline) -> None:
        await self._if_unmoved(table, None, Lapse(), f"lapse:{table.id}:{table.sequence}")

    async def _if_unmoved(self, table: Table, seat: Seat | None, move: Any, cause: str) -> Committed:
        """Play a move that was chosen for this very state, and nothing if the table has moved since."""
        return await self.tables.play(table.id, seat, move, self.tables.clock(), cause, only_at=table.sequence)

    async def _robot(self, table: Table, seat: Seat) -> None:
        assert table.secret is not None
        thought = robots.thought(table, table.state, seat, table.secret, table.told)
        if thought is None or table.game.write(thought.move) == NEXT:
            self._be_silent(table, seat)
            return
        cause = f"{robots.CAUSE}:{table.id}:{table.sequence}:{seat}"
        try:
            await self._if_unmoved(table, seat, thought.move, cause)
        except Refused as refused:
            log.warning("table %s: a robot was refused (%s)", table.id, refused.key)
            await self._anything(table, seat, cause)

    async def _anything(self, table: Table, seat: Seat, cause: str) -> None:
        """A robot that erred does the first thing that the rules let it."""
        for choice in table.game.choices(table.view(seat)):
            try:
                await self._if_unmoved(table, seat, choice.move, cause)
                return
            except Refused:
                continue
        self._be_silent(table, seat)

    async def _order(self, table: Table, seat: Seat) -> None:
        """Play the first standing order that speaks and that the rules let pass. Where none does, the seat is silent
        until the table moves, or until another is given: perhaps while these were tried.

        They are read anew first: a change of occupant drops them in its own transaction and moves the table, and no
        order is played at a table that has moved."""
        await self.orders.load(table)
        given = self.orders.of(table, seat)
        for move in self.orders.moves(table, seat):
            try:
                await self._if_unmoved(table, seat, move, f"order:{table.id}:{table.sequence}:{seat}")
                return
            except Refused:
                continue
        if self.orders.of(table, seat) == given:
            self._be_silent(table, seat)

    async def _next(self, table: Table) -> None:
        seat = (table.people or (Seat(0),))[0]
        try:
            move = table.game.read(table.view(seat), NEXT, "")
        except Unreadable:
            raise Refused("TABLE", "no_next") from None
        await self._if_unmoved(table, seat, move, f"next:{table.id}:{table.sequence}")

    async def _remind(self, table: Table, due: Deadline) -> None:
        """Nudge, stand in or close, if it is still due. A game's own move for an idle player comes before the robot."""
        idle = table.game.idle
        sequence = table.sequence
        if due.what == "stand_in" and due.seat is not None and idle is not None:
            sequence = await self._idle(table, due.seat, idle)

        def judge(present: Table) -> Change | None:
            if present.sequence != sequence:
                return None
            if due.what == "close":
                return Change((events.Closed("idle"),), status="closed")
            assert due.seat is not None
            if due.what == "nudge":
                return Change((events.Nudged(due.seat, present.nudged.get(due.seat, 0) + 1),))
            return stand_in(present, due.seat, due.at)

        cause = f"{due.what}:{table.id}:{table.sequence}"
        await self.tables.change(table.id, cause, self.tables.clock(), judge)

    async def _idle(self, table: Table, seat: Seat, idle: Callable[[Any, Seat], Any]) -> int:
        """Make the game's move for an idle player (LB-82), and give the sequence that the table is at then."""
        try:
            move = idle(table.state, seat)
            return (await self._if_unmoved(table, seat, move, f"idle:{table.id}:{table.sequence}")).table.sequence
        except Refused:
            return table.sequence


_RANK = {"start": 0, "lapse": 0, "order": 1, "robot": 1, "next": 2, "nudge": 3, "stand_in": 4, "close": 5}
