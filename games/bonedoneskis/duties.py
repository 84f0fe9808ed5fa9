"""Fees and payments that are owed: black jacks, hooks, the nine, Krablers (R6, R21, R23, R24)."""

from games.bonedoneskis.course import Course
from games.bonedoneskis.events import FeePaid, Folded, KrablerBound, NinePaid
from games.bonedoneskis.moves import Fold, Pay
from games.bonedoneskis.rulebook import Trigger
from games.core.refused import Refused
from games.core.seats import Seat


def answer(course: Course, seat: Seat, move: Pay | Fold) -> None:
    """Pay or fold (SM-10): a short stack meets the duty, but leaves a jack unpaid. Raises Refused."""
    table, asked = course.table, course.table.asked
    if asked is None or asked.rule not in ("R6", "R23"):
        raise Refused("SM-1", "not_asked")
    if asked.seat != seat:
        raise Refused(asked.rule, "not_asked", seat=asked.seat)
    if isinstance(move, Fold):
        course.emit(Folded(seat, asked.rule, False, course.at))
        return
    amount = min(table.house.fee, table.stacks[seat])
    course.emit(FeePaid(asked.rule, seat, asked.cards, amount, amount == table.house.fee))


def fold_instead(course: Course) -> None:
    """No answer to a fee is a fold (SM-10)."""
    asked = course.table.asked
    assert asked is not None
    course.emit(Folded(asked.seat, asked.rule, True, course.at))


def nine(course: Course, trigger: Trigger) -> None:
    """Every other live player pays the nine of spades, as far as his stack goes (R21, SM-12)."""
    table = course.table
    amounts = tuple(
        min(table.house.nine_pay, table.stacks[seat]) if seat in table.order and seat != trigger.seat else 0
        for seat in range(table.players)
    )
    course.emit(NinePaid(trigger.seat, amounts))


def bind(course: Course, trigger: Trigger) -> None:
    """The Krabler's owner owes a bet or a raise in this round (R24, SM-14)."""
    course.emit(KrablerBound(trigger.seat, trigger.cards))
