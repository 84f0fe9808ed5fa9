"""A move to its judge: `(phase, move)` finds the function; then the table goes on by itself until it waits again."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.bonedoneskis import betting, calls, duties, pots, streets, trades, turnings
from games.bonedoneskis.course import Course
from games.bonedoneskis.events import Began, CardsShown, Event, ToppedUp
from games.bonedoneskis.line import cards_of
from games.bonedoneskis.moves import (
    AllIn,
    Bet,
    Call,
    Check,
    Claim,
    Combine,
    Complete,
    Done,
    Fold,
    Muck,
    Next,
    Pay,
    Raise,
    Show,
    Steal,
    TopUp,
    Trade,
    TurnDown,
    TurnUp,
)
from games.bonedoneskis.options import OPTIONS
from games.bonedoneskis.state import Table
from games.core.chance import Chance
from games.core.moves import Lapse
from games.core.options import Options
from games.core.refused import Refused
from games.core.seats import Seat


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """So many sit down with a buy-in each; the first hand waits for "next". Raises Refused (BD-1) for too many."""
    if not 2 <= players <= 8 or players > max(int(str(options["max_seats"])), 0):
        raise Refused("BD-1", "players", players=players, most=int(str(options["max_seats"])))
    changed = {option.name: str(options[option.name]) for option in OPTIONS if options[option.name] != option.default}
    return (Began(players, changed),)


def deadline(table: Table) -> int | None:
    """When silence becomes a move: the end of the round of calls, or of the time for a choice or a turn (BD-22)."""
    if table.phase == "calling" and table.window is not None:
        return table.window.deadline
    if table.phase in ("trading", "choosing"):
        return table.since + table.house.choice_ms if table.house.choice_ms else None
    if table.phase == "betting":
        return table.since + table.house.bet_ms if table.house.bet_ms else None
    return None


def decide(table: Table, seat: Seat | None, move: object, at: int, chance: Chance) -> Sequence[Event]:
    """What follows from the move, or Refused."""
    course = Course(table.copy(), at, chance)
    play(course, seat, move)
    return tuple(course.events)


def play(course: Course, seat: Seat | None, move: object) -> None:
    """The move and all that follows from it, written on the course; a refused move writes nothing."""
    table, kind = course.table, type(move)
    if kind is Lapse:
        _lapse(course)
    else:
        judge = _JUDGES.get((table.phase, kind))
        if judge is None or seat is None or not 0 <= seat < table.players:
            raise _not_judged(table, seat, kind)
        if kind in _FIELDED and not _well_formed(move):
            raise Refused("BD-6", "not_now", phase=table.phase)
        judge(course, seat, move)
    while (step := _STEPS.get(table.phase)) is not None:  # what the table does by itself, until it waits (BD-6)
        step(course)


def _not_judged(table: Table, seat: Seat | None, kind: type) -> Refused:
    if kind is Combine:
        return Refused("R20", "cards_speak")
    if seat is None or not 0 <= seat < table.players:
        return Refused("BD-1", "no_seat")
    if kind is Claim and table.phase == "betting":
        return Refused("SM-1", "too_late")
    return Refused("BD-6", "not_now", phase=table.phase)


_FIELDED: Final = frozenset((Claim, Trade, Steal, TurnDown, TurnUp, TopUp))


def _well_formed(move: object) -> bool:
    """Whether the fields of a move hold what they are declared to hold."""
    match move:
        case Claim(rule=rule, card=card):
            return type(rule) is str and (card is None or type(card) is int)
        case Trade(card=card) | Steal(card=card) | TurnDown(card=card):
            return type(card) is int
        case TurnUp(seat=seat, place=place):
            return type(seat) is int and type(place) is int
        case TopUp(amount=amount):
            return type(amount) is int
        case _:
            return True


def _trades(course: Course) -> None:
    if not trades.ask_next(course):
        calls.open_round(course)


def _lapse(course: Course) -> None:
    due = deadline(course.table)
    if due is None or course.at < due:
        raise Refused("BD-22", "not_yet")
    if course.table.phase == "calling":
        calls.close(course)
    elif course.table.phase == "betting":
        betting.timed_out(course)
    else:
        calls.missed(course)


def _next(course: Course, seat: Seat, move: Next) -> None:
    streets.begin_hand(course)


def _top_up(course: Course, seat: Seat, move: TopUp) -> None:
    table = course.table
    most = may_top_up(table, seat)
    amount = move.amount or most
    if not 0 < amount <= most:
        raise Refused("BD-17", "top_up", most=most)
    course.emit(ToppedUp(seat, amount))


def may_top_up(table: Table, seat: Seat) -> int:
    """How many chips the seat may add between hands, up to the buy-in (BD-17, `top_up`)."""
    return max(0, table.house.buy_in - table.stacks[seat]) if table.house.top_up and table.phase == "between" else 0


def may_show(table: Table, seat: Seat) -> bool:
    """Whether the seat still has cards of the last hand that it need not have shown (BD-20)."""
    return table.ended is not None and seat in table.order and seat not in table.shown | table.declined


def _show(course: Course, seat: Seat, move: Show | Muck) -> None:
    table = course.table
    if not may_show(table, seat):
        raise Refused("BD-20", "nothing_to_show")
    cards = cards_of(table.lines[seat]) if isinstance(move, Show) else ()
    course.emit(CardsShown(seat, cards))


_JUDGES: Final[dict[tuple[str, type], Callable[[Course, Seat, Any], None]]] = {
    ("between", Next): _next,
    ("between", TopUp): _top_up,
    ("between", Show): _show,
    ("between", Muck): _show,
    ("over", Show): _show,
    ("over", Muck): _show,
    ("trading", Trade): trades.trade,
    ("choosing", Trade): trades.trade,
    ("choosing", Steal): trades.steal,
    ("choosing", TurnUp): turnings.turn_up,
    ("choosing", TurnDown): turnings.turn_down,
    ("choosing", Pay): duties.answer,
    ("choosing", Fold): duties.answer,
    ("calling", Claim): calls.claim,
    ("calling", Done): calls.done,
    **{("betting", kind): betting.act for kind in (Check, Bet, Call, Complete, Raise)},
    ("betting", AllIn): betting.all_in,
    ("betting", Fold): betting.fold,
}
_STEPS: Final[dict[str, Callable[[Course], None]]] = {
    "dealing": streets.deal,
    "trades": _trades,
    "carrying": calls.carry,
    "opening": betting.open_round,
    "ending": pots.end,
}
