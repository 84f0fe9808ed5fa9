"""A street's rounds of calls: opened, spoken in, closed, carried out (BD-6 to BD-8, SM-1, R29)."""

from collections.abc import Callable
from typing import Final

from games.bonedoneskis import betting, duels, duties, trades, turnings
from games.bonedoneskis.course import Course
from games.bonedoneskis.events import Asked, Call, CallBegun, Called, CallsClosed, CallsOpened, DoneCalling
from games.bonedoneskis.moves import Claim, Done
from games.bonedoneskis.rulebook import BY_NAME, DUTY, POWER, Trigger, may_call, same_call, triggers
from games.bonedoneskis.state import Said, Table
from games.core.refused import Refused
from games.core.seats import Seat


def open_round(course: Course) -> None:
    """S3. With reminders only holders of powers are asked, duties count as called, and a round without either is
    skipped (SM-1)."""
    table = course.table
    if not table.house.reminders:
        course.emit(CallsOpened(course.at, table.order))
        return
    now = triggers(table)
    holders = tuple(seat for seat in table.order if any(t.rule.kind == POWER and t.seat == seat for t in now))
    course.emit(CallsOpened(course.at, holders))
    if not holders:
        close(course)


def claim(course: Course, seat: Seat, move: Claim) -> None:
    """A call, secret until the round closes. Raises Refused (SM-1) where nothing fits, and leaves no trace then."""
    table, window = course.table, course.table.window
    assert window is not None
    if not window.hears(seat, course.at):
        raise Refused("SM-1", "too_late" if seat in window.speakers else "not_live")
    rule = BY_NAME.get(move.rule)
    if rule is None:
        raise Refused("SM-1", "no_such_rule", name=move.rule)
    mine = {(said.rule, said.seat, said.cards) for said in table.said if said.by == seat}
    for each in triggers(table):
        if each.rule is not rule or not may_call(table, seat, each):
            continue
        if move.card is not None and move.card not in each.cards:
            continue
        if (rule.id, each.seat, each.cards) not in mine:
            course.emit(Called(seat, rule.id, each.seat, each.cards))
            return
    raise Refused("SM-1", "nothing_to_call", name=move.rule)


def done(course: Course, seat: Seat, move: Done) -> None:
    """Nothing more to call; the round closes when all are done. Raises Refused (SM-1) for a second time."""
    window, at = course.table.window, course.at
    assert window is not None
    if not window.hears(seat, at):
        raise Refused("SM-1", "too_late" if seat in window.speakers else "not_live")
    if window.said_by(seat):
        raise Refused("SM-1", "done_already")
    course.emit(DoneCalling(seat, at))
    window = course.table.window
    if window is not None and window.closed(at):
        close(course)


def close(course: Course) -> None:
    """The round closes; what was called is put in order (BD-7), each thing once."""
    table = course.table
    said = table.said
    if table.house.reminders:
        said = (*said, *(Said(t.seat, t.rule.id, t.seat, t.cards) for t in triggers(table) if t.rule.kind == DUTY))
    if not said:
        course.emit(CallsClosed(()))
        return
    calls = []
    for each in triggers(table):
        by = tuple(dict.fromkeys(s.by for s in said if same_call(each, s.rule, s.seat, s.cards)))
        if by:
            calls.append(Call(each.rule.id, each.seat, each.cards, by))
    course.emit(CallsClosed(tuple(calls)))


def carry(course: Course) -> None:
    """S4 and S5: a trade card that was bought is traded at once (R12), then the next call; after the last another
    round if anything was carried out, else the betting."""
    table = course.table
    if trades.ask_next(course):
        return
    if "waiting" not in table.outcomes:
        if table.carried:
            open_round(course)
        else:
            betting.open_round(course)
        return
    call = table.calls[table.outcomes.index("waiting")]
    now = next((each for each in triggers(table) if same_call(each, call.rule, call.seat, call.cards)), None)
    course.emit(CallBegun(now is None))
    if now is not None:
        _RUN[now.rule.id](course, now)


def _ask(course: Course, trigger: Trigger) -> None:
    course.emit(Asked(trigger.rule.id, trigger.seat, trigger.cards, course.at))


_RUN: Final[dict[str, Callable[[Course, Trigger], None]]] = {
    "R4": _ask,
    "R6": _ask,
    "R7": trades.sell,
    "R14": _ask,
    "R16": duels.war,
    "R17": _ask,
    "R18": _ask,
    "R19": _ask,
    "R21": duties.nine,
    "R23": _ask,
    "R24": duties.bind,
    "R25": turnings.call_king,
    "R26": trades.blind,
}


def missed(course: Course) -> None:
    """The one who was asked did not answer (section 6)."""
    _MISSED[_asked(course.table).rule](course)


def _asked(table: Table) -> Asked:
    assert table.asked is not None
    return table.asked


_MISSED: Final[dict[str, Callable[[Course], None]]] = {
    "R4": trades.miss,
    "R6": duties.fold_instead,
    "R12": trades.trade_by_default,
    "R14": trades.miss,
    "R17": trades.miss,
    "R18": turnings.leftmost,
    "R19": trades.miss,
    "R23": duties.fold_instead,
}
