"""Automatic moves, triggered by deadlines. Each goes through `TableService.play` or `change`, like a player's move."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from bot.automation.standing_orders import StandingOrders
from bot.automation.thinkers import Thinkers
from bot.people.quiet_hours import QuietHours
from bot.ports import RequestId
from bot.store import Status
from bot.tables.aggregate import AppliedChange, Change, Table, is_waiting_for_calls
from bot.tables.history import events
from bot.tables.history.entries import Thinking
from bot.tables.lobby import lobby
from bot.tables.play import robots
from bot.tables.play.robots import RobotAnswer
from bot.tables.seats import queue
from bot.tables.seats.handovers import stand_in
from bot.tables.service import Premise, TableService
from bot.tables.timing.deadlines import (
    BANK_SECONDS,
    Company,
    Deadline,
    DeadlineKind,
    find_only_answer,
    find_seat_with_bank,
    has_answered,
    list_deadlines,
)
from games.core import Level, Refused, Seat, Unreadable, View, find_dealing_verb
from games.core.moves import Lapse

log = logging.getLogger(__name__)

_RANKS: Final[Mapping[DeadlineKind, int]] = {
    DeadlineKind.START: 0,
    DeadlineKind.SIT: 0,
    DeadlineKind.LAPSE: 0,
    DeadlineKind.ORDER: 1,
    DeadlineKind.ROBOT: 1,
    DeadlineKind.OFFER: 1,
    DeadlineKind.NEXT: 2,
    DeadlineKind.NUDGE: 3,
    DeadlineKind.STAND_IN: 4,
    DeadlineKind.CLOSE: 5,
}
"""The order of simultaneous deadlines, lowest first."""


_Asked: TypeAlias = tuple[Seat, View, int, int]
"""A question to a robot: everything on which the answer depends, except the number of deals that are played out."""


class AutomaticMoves(Struct):
    """Acts on the deadlines of tables: lapses, robots, standing orders, next hands, reminders, stand-ins, closing."""

    tables: TableService
    orders: StandingOrders
    find_quiet_hours: Callable[[int], QuietHours | None]
    thinkers: Thinkers
    find_notice_wait: Callable[[int], int | None]
    on_lost: list[Callable[[int], Awaitable[None]]] = []
    """The functions to call with the id of a table whose server was lost for too long. Each may close the table."""
    _silences: dict[int, dict[Seat, int]] = {}
    """By table, the seats whose robot or standing orders had no move to make, with the event after which they were
    asked."""
    _begun: dict[int, tuple[_Asked, asyncio.Task[RobotAnswer]]] = {}
    """By table, the thought under way of a robot that pauses."""

    def forget(self, table: int) -> None:
        """Forget which robots and orders of a table had no move to make. Also forget the thought under way there."""
        self._silences.pop(table, None)
        self._begun.pop(table, None)

    async def act(self, table_id: int) -> int | None:
        """Do everything that is due at a table. Returns the time of its next deadline, or None."""
        while True:
            table = await self.tables.get(table_id)
            coming = self.list_coming(table)
            if not coming:
                return None
            if coming[0].at > self.tables.clock():
                self._think_ahead(table, coming)
                return coming[0].at
            await self._act_on_deadline(table, coming[0])

    def _think_ahead(self, table: Table, coming: Sequence[Deadline]) -> None:
        """Let a shellback think while it pauses, so that its thought does not prolong the pause.

        A thought goes on as long as its seat sees nothing new, so secret moves of others cannot delay the answer.
        """
        to_act = table.public_view.to_act if table.playing else ()
        expected = (DeadlineKind.LAPSE, None), *((DeadlineKind.ROBOT, seat) for seat in to_act)
        seat = next((due.seat for due in coming if (due.kind, due.seat) in expected), None)
        if seat is None or robots.level_of(table.game, table.occupant(seat)) is not Level.SHELLBACK:
            return
        asked, begun = _describe_question(table, seat), self._begun.get(table.id)
        if begun is None or begun[0] != asked:
            question = robots.make_question(table, seat, self.tables.chance)
            if self.thinkers.takes_time(question):
                self._begun[table.id] = asked, self.thinkers.begin(question)

    def list_coming(self, table: Table) -> list[Deadline]:
        """The coming deadlines of a table, soonest first.

        Simultaneous deadlines are ordered by kind, then by seat. Seats whose turn it is come last, so that the others
        can call first.
        """
        to_act = table.public_view.to_act if table.playing else ()

        def rank(deadline: Deadline) -> tuple[int, int, bool, int]:
            return deadline.at, _RANKS[deadline.kind], deadline.seat in to_act, deadline.seat or 0

        silent, with_orders = self._find_silent_seats(table), self._list_seats_with_orders(table)
        company = Company(silent, with_orders, self.find_quiet_hours, self.find_notice_wait)
        return sorted(list_deadlines(table, self.tables.settings.waits, company), key=rank)

    def _list_seats_with_orders(self, table: Table) -> set[Seat]:
        """The seats whose standing orders may play now.

        In a call window these are the seats that have not answered. A claim is no answer: "done" may follow it. If the
        table waits for several seats at other times, a seat that has moved does not play again. If it waits for one
        seat or for none, such a seat does not play again until everybody has seen something new.
        """
        with_orders = self.orders.list_seats(table)
        if table.playing and is_waiting_for_calls(table):
            return {seat for seat in with_orders if not has_answered(table, seat)}
        several = table.playing and len(table.public_view.to_act) > 1
        return with_orders - (table.waiting.moved if several else table.waiting.moved_unseen)

    def _find_silent_seats(self, table: Table) -> frozenset[Seat]:
        silences = self._silences.get(table.id, {})
        return frozenset(seat for seat, sequence in silences.items() if sequence == table.sequence)

    def _silence(self, table: Table, seat: Seat) -> None:
        """Do not ask the robot or the orders of a seat again until the table has moved."""
        self._silences.setdefault(table.id, {})[seat] = table.sequence

    async def _act_on_deadline(self, table: Table, deadline: Deadline) -> None:
        try:
            if deadline.seat is None:
                await self._TABLE_ACTIONS[deadline.kind](self, table)
            else:
                await self._SEAT_ACTIONS[deadline.kind](self, table, deadline.seat)
        except Refused as refused:
            log.warning("table %s: %s was refused (%s)", table.id, deadline.kind, refused.key)
            if deadline.seat is None or deadline.kind not in (DeadlineKind.ROBOT, DeadlineKind.ORDER):
                raise RuntimeError(f"table {table.id}: {deadline.kind} is due, and the rules refuse it") from refused
            self._silence(table, deadline.seat)

    async def _play_if_unmoved(
        self, table: Table, seat: Seat | None, move: object, cause: str, thinking: Thinking | tuple[()] = ()
    ) -> AppliedChange:
        """Play a move that was chosen for this state of the table. Do nothing if the table has moved since."""
        id = RequestId(self.tables.clock(), cause)
        return await self.tables.play(table.id, seat, move, id, Premise(table.counter, thinking))

    async def _change_if_unmoved(
        self, table: Table, kind: DeadlineKind, change: Callable[[Table], Change | None], since: int | None = None
    ) -> None:
        """Make a change unless the table has moved since event `since`. The default is the last event of `table`."""
        sequence = table.sequence if since is None else since

        def decide(present: Table) -> Change | None:
            return change(present) if present.sequence == sequence else None

        await self.tables.change(table.id, _name_cause(kind, table), self.tables.clock(), decide)

    # Deadlines of a whole table.

    async def _start(self, table: Table) -> None:
        now, chance = self.tables.clock(), self.tables.chance
        cause = _name_cause(DeadlineKind.START, table)
        await self.tables.change(table.id, cause, now, lambda present: lobby.start_by_clock(present, now, chance))

    async def _lapse(self, table: Table) -> None:
        seat = find_seat_with_bank(table, self.tables.clock())
        if seat is not None:
            bank_use = Change((events.BankUsed(seat, BANK_SECONDS),))
            await self._change_if_unmoved(table, DeadlineKind.LAPSE, lambda _: bank_use)
        else:
            await self._play_if_unmoved(table, None, Lapse(), _name_cause(DeadlineKind.LAPSE, table))

    async def _deal_next(self, table: Table) -> None:
        seat = (table.people or (Seat(0),))[0]
        try:
            move = table.game.read(table.view(seat), find_dealing_verb(table.game).name, "")
        except Unreadable:
            raise Refused("TABLE", "no_next") from None
        await self._play_if_unmoved(table, seat, move, _name_cause(DeadlineKind.NEXT, table))

    async def _seat_first(self, table: Table) -> None:
        now = self.tables.clock()
        await self._change_if_unmoved(table, DeadlineKind.SIT, lambda present: queue.seat_first(present, now))

    async def _close(self, table: Table) -> None:
        if table.lost:
            for handle_loss in self.on_lost:
                await handle_loss(table.id)
            return
        why = "idle" if table.closing.asked is None else "asked"
        closed = Change((events.Closed(why),), status=Status.CLOSED)
        await self._change_if_unmoved(table, DeadlineKind.CLOSE, lambda _: closed)

    async def _end_offers(self, table: Table) -> None:
        now = self.tables.clock()
        await self._change_if_unmoved(table, DeadlineKind.OFFER, lambda present: queue.expire(present, now))

    # Deadlines of a seat.

    async def _ask_robot(self, table: Table, seat: Seat) -> None:
        """Ask the seat's robot, and play its move. A slow answer is computed in another process."""
        question = robots.make_question(table, seat, self.tables.chance)
        begun = self._begun.get(table.id)
        if begun is not None and begun[0] == _describe_question(table, seat):
            thought, samples = await self._begun.pop(table.id)[1]
        else:
            thought, samples = await self.thinkers.think(question)
        if thought is None or table.game.write(thought.move) == find_dealing_verb(table.game).name:
            self._silence(table, seat)
            return
        cause = _name_cause(DeadlineKind.ROBOT, table, seat)
        thinking = Thinking(question.level, samples if question.takes_time else None, question.temper.name)
        try:
            await self._play_if_unmoved(table, seat, thought.move, cause, thinking)
        except Refused as refused:
            log.warning("table %s: a robot's move was refused (%s)", table.id, refused.key)
            others = (choice.move for choice in table.game.choices(table.view(seat)))
            if not await self._play_first(table, seat, others, cause):
                self._silence(table, seat)

    async def _play_first(self, table: Table, seat: Seat, moves: Iterable[object], cause: str) -> bool:
        """Play the first of these moves that the rules allow. False if they allow none."""
        for move in moves:
            with contextlib.suppress(Refused):
                await self._play_if_unmoved(table, seat, move, cause)
                return True
        return False

    async def _follow_orders(self, table: Table, seat: Seat) -> None:
        """Play the first standing order that applies and that the rules allow, or the only answer to a window.

        The orders are loaded again first. When somebody takes over a seat, one transaction deletes the seat's orders
        and adds an event to the table. No order is played at a table that has moved, so an order never plays for a new
        occupant. If no order can be played, the seat is not asked again until the table moves or its orders change.
        """
        await self.orders.load(table)
        given = self.orders.of(table, seat)
        only_answer = find_only_answer(table, seat)
        moves = (*self.orders.list_moves(table, seat), *(() if only_answer is None else (only_answer.move,)))
        played = await self._play_first(table, seat, moves, _name_cause(DeadlineKind.ORDER, table, seat))
        if not played and self.orders.of(table, seat) == given:
            self._silence(table, seat)

    async def _nudge(self, table: Table, seat: Seat) -> None:
        nudged = Change((events.Nudged(seat, table.absences.nudged.get(seat, 0) + 1),))
        await self._change_if_unmoved(table, DeadlineKind.NUDGE, lambda _: nudged)

    async def _stand_in(self, table: Table, seat: Seat) -> None:
        """Let a robot stand in for an absent player. If the game has a move for idle players, play it first."""
        sequence, now = await self._play_idle_move(table, seat), self.tables.clock()
        await self._change_if_unmoved(
            table, DeadlineKind.STAND_IN, lambda present: stand_in(present, seat, now), since=sequence
        )

    async def _play_idle_move(self, table: Table, seat: Seat) -> int:
        """Play the game's move for an idle player (LB-82), if it has one. Return the table's sequence after that."""
        if table.game.idle is None:
            return table.sequence
        try:
            move = table.game.idle(table.started_game.state, seat)
            played = await self._play_if_unmoved(table, seat, move, f"idle:{table.id}:{table.sequence}")
        except Refused:
            return table.sequence
        return played.table.sequence

    _TABLE_ACTIONS: ClassVar[Mapping[DeadlineKind, Callable[[AutomaticMoves, Table], Awaitable[None]]]] = {
        DeadlineKind.START: _start,
        DeadlineKind.SIT: _seat_first,
        DeadlineKind.LAPSE: _lapse,
        DeadlineKind.NEXT: _deal_next,
        DeadlineKind.CLOSE: _close,
        DeadlineKind.OFFER: _end_offers,
    }
    _SEAT_ACTIONS: ClassVar[Mapping[DeadlineKind, Callable[[AutomaticMoves, Table, Seat], Awaitable[None]]]] = {
        DeadlineKind.ROBOT: _ask_robot,
        DeadlineKind.ORDER: _follow_orders,
        DeadlineKind.NUDGE: _nudge,
        DeadlineKind.STAND_IN: _stand_in,
    }


def _describe_question(table: Table, seat: Seat) -> _Asked:
    """The question for a seat's robot about the table as it stands."""
    return seat, table.view(seat), table.shuffle.number, table.visibility.public_events


def _name_cause(kind: DeadlineKind, table: Table, seat: Seat | None = None) -> str:
    """The cause of a deadline's change. It is the same in every process, so that the change happens only once."""
    cause = f"{kind}:{table.id}:{table.sequence}"
    return cause if seat is None else f"{cause}:{seat}"
