"""The order in which words count (LB-80): kept for a moment, then judged by stamp, kind and seat.

A message that was sent before another may arrive after it. So a bone, a call or a pass is kept as heard until
nothing older can still arrive, and only then judged and shown.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.core.moves import Unreadable
from games.core.refused import Refused
from games.core.seats import FIRST, Seat, after, order_from
from games.lombardy.calls import judge_no_score, judge_score
from games.lombardy.ending import close, last_call_over
from games.lombardy.events import Event, Heard, QuietOver, Settled, TurnedDown, WaitOver
from games.lombardy.evolve import evolve
from games.lombardy.moves import Draw, Knock, NoScore, Play, Renege, Score, Spoken
from games.lombardy.notation import read_words, write
from games.lombardy.reneges import judge_renege
from games.lombardy.state import Table
from games.lombardy.turn import judge_draw, judge_knock, judge_play

_Judge = Callable[[Table, Seat, Any, int, int], Sequence[Event]]
SPOKEN: Final[dict[type, tuple[int, _Judge]]] = {
    Play: (0, judge_play),
    Draw: (0, judge_draw),
    Knock: (0, judge_knock),
    Score: (1, judge_score),
    NoScore: (1, judge_no_score),
    Renege: (2, judge_renege),
}
"""Of moves in one millisecond, the kind with the lower number counts first."""


def hear(table: Table, seat: Seat, move: Any, at: int, chance: object) -> Sequence[Event]:
    """Takes words: refuses what the table as all see it refuses, keeps the rest until its order is certain."""
    kind, judge = SPOKEN[type(move)]
    turns = {each.seat for each in table.heard if _rank(each) == 0}
    if kind == 0 and turns - {seat}:
        raise Refused("LB-20", "not_your_turn", seat=table.turn)
    if seat not in turns:
        judge(table, seat, move, at, at)
    return (Heard(seat, _words(move), at),)


def _words(move: Spoken) -> str:
    """The words that will be read as this move again. Raises Refused for a move that has none."""
    try:
        words = write(move)
        verb, _, rest = words.partition(" ")
        if read_words(verb, rest) == move:
            return words
    except (Unreadable, TypeError, IndexError):
        pass
    raise Refused("LB-20", "no_such_move")


def _move(heard: Heard) -> Spoken:
    verb, _, words = heard.words.partition(" ")
    move = read_words(verb, words)
    assert isinstance(move, Spoken)
    return move


def _rank(heard: Heard) -> int:
    return SPOKEN[type(_move(heard))][0]


def deadline(table: Table) -> int | None:
    """When silence becomes a move: words to be judged, a wait that ends, of players or of robots (LB-81), a last call
    that closes (LB-52)."""
    times = [each.at + table.house.grace_ms for each in table.heard]
    return min(
        (time for time in (*times, public_deadline(table), _quiet_until(table)) if time is not None), default=None
    )


def _quiet_until(table: Table) -> int | None:
    """Until when robots let a bone be (LB-81)."""
    return None if table.quiet_from is None else table.quiet_from + table.house.courtesy_ms


def public_deadline(table: Table) -> int | None:
    """The part of the deadline that is no secret: it does not depend on who has just said something."""
    if table.phase == "play" and table.waiting_from is not None and table.house.wait_ms:
        return table.waiting_from + table.house.wait_ms
    if table.phase in ("no_lead", "last_call", "shown"):
        return table.since + table.house.last_call_ms + table.house.grace_ms
    return None


def decide_lapse(table: Table, at: int) -> Sequence[Event]:
    """Does what is due at `at`."""
    due = deadline(table)
    if due is None or at < due:
        raise Refused("LB-80", "nothing_due")
    if table.heard:
        upto = at - table.house.grace_ms
        public = public_deadline(table)
        if public is not None and public <= at and table.phase != "play":
            upto = max(each.at for each in table.heard)
        if any(each.at <= upto for each in table.heard):
            return _settle(table, upto, at)
    if table.phase != "play":
        return close(table, at)
    public, quiet = public_deadline(table), _quiet_until(table)
    events: list[Event] = []
    if public is not None and public <= at:
        events.append(WaitOver())
    if quiet is not None and quiet <= at:
        events.append(QuietOver())
    return events


def _settle(table: Table, upto: int, now: int) -> Sequence[Event]:
    waiting = [each for each in table.heard if each.at <= upto]
    events: list[Event] = [Settled(upto)]
    table = evolve(table, *events)
    while waiting:
        each = _first(waiting, table)
        waiting.remove(each)
        move = _move(each)
        outcome: Sequence[Event]
        try:
            outcome = SPOKEN[type(move)][1](table, each.seat, move, each.at, now)
        except Refused as refused:
            outcome = (TurnedDown(each.seat, each.words, each.at, refused.rule, refused.reason),)
        table = evolve(table, *outcome)
        events.extend(outcome)
    return (*events, *last_call_over(table, now))


def _first(waiting: list[Heard], table: Table) -> Heard:
    """Which of these words count first: by stamp, by kind, then from the left of whoever laid the last bone (LB-80)."""
    left = FIRST if table.last is None else after(table.last, table.players)
    place = order_from(left, table.players).index
    return min(waiting, key=lambda each: (each.at, _rank(each), place(each.seat)))
