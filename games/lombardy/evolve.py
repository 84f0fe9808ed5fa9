"""An event to a table: the only writer of `Table`. Applies and never refuses."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.core.options import restored, settle
from games.core.seats import FIRST, Seat, after, order_from
from games.lombardy.events import (
    Answered,
    Began,
    Called,
    Counted,
    Dealt,
    Drew,
    Event,
    GameOver,
    Heard,
    Laid,
    LastCall,
    Led,
    NobodyLed,
    Passed,
    QuietOver,
    RenegeCalled,
    Restarted,
    SaidDone,
    Settled,
    Shown,
    TurnedDown,
    WaitOver,
    Waived,
)
from games.lombardy.options import OPTIONS, House
from games.lombardy.scoring import entered, game_over
from games.lombardy.state import NO_DOUBLE, UNASKED, Table
from games.pieces.dominoes import DOUBLE_MASK, Domino, mask
from games.pieces.line import Line

_LEFT: Final = tuple(tuple(after(Seat(seat), players) for seat in range(players)) for players in range(5))
"""By players and seat, the seat to the left."""


def fold(events: Iterable[Event]) -> Table:
    """The table after all events of a session."""
    table = Table(House.of(settle(OPTIONS)))
    apply(table, events)
    return table


def apply(table: Table, events: Iterable[Event]) -> None:
    """Writes the events on a table that nobody else reads: what `fold` does, and what a simulation may do."""
    for happened in events:
        _APPLY[type(happened)](table, happened)


def evolve(table: Table, *events: Event) -> Table:
    """The table after these events; the one handed in stays as it was."""
    table = table.copy()
    apply(table, events)
    return table


def _began(table: Table, happened: Began) -> None:
    table.house = House.of(restored(OPTIONS, happened.options))
    table.players = happened.players
    table.sheet = (0,) * happened.players
    table.phase = "counted"


def _dealt(table: Table, happened: Dealt) -> None:
    table.phase = "lead"
    table.hand, table.deal = happened.hand, happened.deal
    table.dealt = tuple(map(mask, happened.holdings))
    table.holdings = [*table.dealt]
    table.boneyard = happened.boneyard
    table.answers = (UNASKED,) * table.players
    table.line = Line()
    table.drew, table.dry_row = False, 0
    table.window, table.waiting_from, table.quiet_from, table.last = None, None, None, None
    table.held_back, table.held_open, table.above, table.above_shown = (), (), (), False
    table.asked, table.heard, table.done = frozenset(), (), frozenset()
    table.how, table.counted, table.plays, table.entries = "", None, [], ()
    table.sheet_before, table.touched_before = table.sheet, table.touched


def _answered(table: Table, happened: Answered) -> None:
    answers = list(table.answers)
    answers[happened.seat] = NO_DOUBLE if happened.double is None else happened.double
    table.answers = tuple(answers)


def _led(table: Table, happened: Led) -> None:
    table.phase = "play"
    table.leader = happened.seat
    table.held_back, table.held_open = happened.held_back, order_from(FIRST, table.players)
    table.line = Line.begun(happened.bone, spinner=True)
    _down(table, happened.seat, happened.bone, "", happened.at)


def _nobody_led(table: Table, happened: NobodyLed) -> None:
    table.phase = "no_lead"
    table.since = happened.at
    table.held_back, table.held_open = happened.held_back, order_from(FIRST, table.players)


def _laid(table: Table, happened: Laid) -> None:
    table.line = table.line.laid(happened.bone, happened.end)
    if table.house.reneges:
        _watch(table, happened)
    _down(table, happened.seat, happened.bone, happened.end, happened.at)


def _watch(table: Table, happened: Laid) -> None:
    """What of the bone just laid, and of those before it, can be called (LB-41, LB-42)."""
    seat, house = happened.seat, table.house
    keep = house.renege_closes == "count"
    if happened.offence:
        table.above = (*table.above, seat) if keep else (seat,)
    elif not keep:
        table.above = ()
    table.above_shown = happened.above or (keep and table.above_shown)
    if house.renege_closes == "next_play":
        table.held_open = (seat,) if _was_held_back(table, seat, happened.bone) else ()
    if happened.above:
        table.asked = frozenset(other for other in table.asked if other == seat)  # LB-45


def _was_held_back(table: Table, seat: Seat, bone: Domino) -> bool:
    """Whether this bone, now laid, is what the seat has held back: its highest double, or each above the spinner where
    every missed double counts (LB-40)."""
    kept = table.dealt[seat] & DOUBLE_MASK
    if seat not in table.held_back or not kept >> bone & 1:
        return False
    return bone == kept.bit_length() - 1 or (table.house.every_missed and bone > (table.line.first or 0))


def _down(table: Table, seat: Seat, bone: Domino, end: str, at: int) -> None:
    house = table.house
    table.holdings[seat] &= ~(1 << bone)
    table.plays.append((seat, bone, end))
    table.last, table.turn = seat, _LEFT[table.players][seat]
    table.drew, table.dry_row = False, 0
    table.window = None if house.automatic else seat
    table.total = table.line.total(True) if house.bare_ends_count else table.line.covered
    table.waiting_from = at if house.holds_up else None
    table.quiet_from = at if house.robots_wait else None


def _drew(table: Table, happened: Drew) -> None:
    table.holdings[happened.seat] |= 1 << happened.bone
    table.boneyard = table.boneyard[1:]
    table.drew = True
    if table.house.action_closes_score:
        table.window = None


def _passed(table: Table, happened: Passed) -> None:
    table.plays.append((happened.seat, None, ""))
    table.dry_row = table.dry_row + 1 if happened.dry else 0
    table.turn = after(happened.seat, table.players)
    table.drew = False
    if table.house.action_closes_score:
        table.window = None


def _enter(table: Table, seat: Seat, change: int) -> None:
    table.sheet = entered(table.sheet, seat, change, table.house)
    table.entries = (*table.entries, (seat, change))
    table.touched = table.touched or max(table.sheet) >= table.house.target  # LB-70


def _called(table: Table, happened: Called) -> None:
    table.window = table.waiting_from = None
    _enter(table, happened.seat, happened.change)


def _waived(table: Table, happened: Waived) -> None:
    table.window = table.waiting_from = None


def _wait_over(table: Table, happened: WaitOver) -> None:
    table.waiting_from = None


def _quiet_over(table: Table, happened: QuietOver) -> None:
    table.quiet_from = None


def _heard(table: Table, happened: Heard) -> None:
    table.heard = (*table.heard, happened)


def _settled(table: Table, happened: Settled) -> None:
    table.heard = tuple(each for each in table.heard if each.at > happened.upto)


def _turned_down(table: Table, happened: TurnedDown) -> None:
    pass


def _renege_called(table: Table, happened: RenegeCalled) -> None:
    if not happened.true:
        table.asked = table.asked | {happened.seat}
        _enter(table, happened.seat, happened.change)


def _restarted(table: Table, happened: Restarted) -> None:
    table.phase = "restart"
    table.sheet = happened.sheet
    table.touched = happened.touched
    table.window = table.waiting_from = table.quiet_from = None


def _last_call(table: Table, happened: LastCall) -> None:
    table.phase = "last_call"
    table.how = happened.how
    table.since = happened.at
    table.waiting_from = table.quiet_from = None


def _said_done(table: Table, happened: SaidDone) -> None:
    table.done = table.done | {happened.seat}


def _shown(table: Table, happened: Shown) -> None:
    table.phase = "shown"
    table.since = happened.at
    table.window = None
    table.done = frozenset()


def _counted(table: Table, happened: Counted) -> None:
    table.phase = "counted"
    table.counted = happened
    table.window = table.waiting_from = None
    table.sheet = happened.sheet
    table.touched = table.touched or max(table.sheet) >= table.house.target  # LB-70
    table.deal = 0
    _, table.decider = game_over(table.sheet, table.touched, table.decider, table.house)


def _game_over(table: Table, happened: GameOver) -> None:
    table.phase = "over"
    table.winners = happened.winners


_APPLY: Final[dict[type, Callable[[Table, Any], None]]] = {
    Began: _began,
    Dealt: _dealt,
    Answered: _answered,
    Led: _led,
    NobodyLed: _nobody_led,
    Heard: _heard,
    Settled: _settled,
    TurnedDown: _turned_down,
    Laid: _laid,
    Drew: _drew,
    Passed: _passed,
    Called: _called,
    Waived: _waived,
    WaitOver: _wait_over,
    QuietOver: _quiet_over,
    RenegeCalled: _renege_called,
    Restarted: _restarted,
    LastCall: _last_call,
    SaidDone: _said_done,
    Shown: _shown,
    Counted: _counted,
    GameOver: _game_over,
}
