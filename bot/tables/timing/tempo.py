"""The tempo of a table's robots and standing orders: the pause before each of their moves.

A pause is drawn by chance that depends only on public facts, so it is the same whatever anybody holds.

- A robot whose turn it is takes a full pause, of two that are drawn the shorter if it is bold, and the longer if it is
careful. Where one person plays with robots, careful ones take no longer, and each takes a third of that, unless the
person may still speak out of turn.
- A robot that may speak out of turn reacts like a person: after 1.4 s in the median, sometimes much later, but never
later than a robot whose turn it is.
- While the table waits for calls, no robot takes more than two seconds. The pause before a standing order is drawn in
the same way. So the moment at which the calls end reveals nothing about a hand.
- Where the game has a clock, a robot or a standing order takes at most two thirds of the time on it.
- A robot that moves after another robot takes a short pause if nobody else may speak. Where people play, it is a
quarter of a second or a little more, so that moves have an order. Among robots alone there is almost no pause. Such
moves are a breath. A breath ends once it has gone round the table, or after four robots.
- Where the next player waits until a robot has said something, or nothing, about its own move, that is one beat with
the move.
- A move that the game makes by itself, such as the pass of a player who cannot play, comes after a short pause too, and
at once where nobody watches. Somebody alone with robots has 2.5 s to read that they pass.
- Where partners play, people follow every move, since partners read each other's moves. There a robot moves a second
or more after another robot, so that each move is shown by an edit of its own, on the board and in every hand.

A breath is shown as one change (`bot/delivery/workers.py`), since robots can move more often than Discord takes edits.
"""

from collections.abc import Mapping
from enum import StrEnum
from itertools import takewhile
from typing import Final

from bot.store import Pace
from bot.tables.aggregate import Table, is_waiting_for_calls
from bot.tables.aggregate.pacing import Pacing
from bot.tables.aggregate.turns import draw_temper, follows_robot
from games.core import Chance, Option, Seat, SecretChance
from games.core.seats import FIRST


class Tempo(StrEnum):
    """The values of the house rule `tempo`, as they are stored."""

    CALM = "calm"
    BRISK = "brisk"
    AT_ONCE = "at_once"


TEMPO: Final = Option("tempo", Tempo.CALM.value, "HOUSE", "How long robots think before they move", tuple(Tempo))
"""The house rule."""
_TURN_PAUSE: Final[Mapping[Tempo, tuple[int, int]]] = {
    Tempo.CALM: (53, 173),
    Tempo.BRISK: (27, 80),
    Tempo.AT_ONCE: (10, 10),
}
"""The shortest and the longest pause of a robot whose turn it is, in percent of the pace's pause."""
_MOST_TO_ANSWER: Final = 133
"""The longest pause while the table waits for calls, in percent of the pace's pause."""
_REACTION: Final[Mapping[Tempo, int]] = {Tempo.CALM: 93, Tempo.BRISK: 47, Tempo.AT_ONCE: 10}
"""The median pause of a robot that speaks out of turn, in percent of the pace's pause."""
_BREATH_PAUSE: Final = (250, 400)
"""The shortest and the longest pause inside a breath (milliseconds), where people play."""
_BREATH_DIVISOR: Final = 15
"""A pause inside a breath is divided by this among robots alone, and at tables where robots move at once."""
_HELD: Final = 167
"""The pause before a pass of somebody alone with robots, in percent of the pace's pause."""
_LEAST_SHOWN: Final = 1_000
"""The shortest pause of a robot after another robot (milliseconds), where each move is shown by itself.

A channel and a message may be edited once a second (`bot/delivery/edit_pacing.py`).
"""
_MOST_ROBOTS: Final = 4
"""The most robots that move in one breath, since a board can hardly show more moves at once."""
_KEY: Final = b"pause"
"""The key of the chance for pauses. It need not be secret: a pause follows from what everybody sees."""


def find_pause(table: Table, seat: Seat, pacing: Pacing) -> int:
    """The milliseconds from the last change that everybody saw to the move of a seat's robot."""
    return _cut_to_clock(table, _draw_pause(table, seat, pacing))


def _draw_pause(table: Table, seat: Seat, pacing: Pacing) -> int:
    tempo = _tempo_of(table)
    usual = pacing.alone_with_robots if pacing.alone_with_robots is not None and _may_hurry(table) else pacing.robot
    if is_same_breath(table, seat):
        pause = _draw_turn_pause(table, seat, tempo, usual)
        if tempo is Tempo.AT_ONCE or not table.people:
            return pause // _BREATH_DIVISOR
        return min(pause, _draw_breath_pause(table, seat))
    view = table.public_view
    if view.closes_own == seat and table.people:
        return _draw_breath_pause(table, seat)
    if seat in view.to_act:
        pause, mover = _draw_turn_pause(table, seat, tempo, usual), table.waiting.mover
        after_robot = _shows_each_move(table) and mover is not None and not table.is_present(mover)
        return max(pause, _LEAST_SHOWN) if pause and after_robot else pause
    turn_pauses = [_draw_turn_pause(table, other, tempo, usual) for other in view.to_act if not table.is_present(other)]
    return min([_draw_reaction(table, seat, tempo, pacing), *turn_pauses])


def find_order_pause(table: Table, seat: Seat, pacing: Pacing) -> int:
    """The milliseconds from the last change that everybody saw to the move of a seat's standing order."""
    usual = (
        pacing.alone_with_robots if pacing.alone_with_robots is not None and len(table.people) == 1 else pacing.order
    )
    return _cut_to_clock(table, _draw_turn_pause(table, seat, _tempo_of(table), usual))


def find_lapse_pause(table: Table, pacing: Pacing, passes: bool = False) -> int:
    """The milliseconds from the last change that everybody saw to a move that the game makes by itself. It `passes` for
    somebody alone with robots only once they have had time to read so."""
    if not table.people or _tempo_of(table) is Tempo.AT_ONCE:
        return 0
    if passes:
        return pacing.robot * _HELD // 100
    return min(pacing.robot, _draw_breath_pause(table, next(iter(table.public_view.to_act), FIRST)))


def is_in_breath(table: Table) -> bool:
    """True in the middle of a breath, when the next robot's move follows almost at once."""
    if not table.is_live or table.playing is None:
        return False
    return any(is_same_breath(table, seat) for seat in table.public_view.to_act)


def is_waiting_for_robots(table: Table, seat: Seat) -> bool:
    """True while the only person at a table, in this seat, waits for robots and may not speak out of turn.

    The message with their hand need not show each of these moments, since robots move soon.
    """
    if not table.is_live or not table.hand_open or table.row.pace != Pace.LIVE or table.people != (seat,):
        return False
    if _shows_each_move(table):
        return False
    to_act = table.public_view.to_act
    return bool(to_act) and seat not in to_act and _may_hurry(table)


def has_only_robots(table: Table) -> bool:
    """True in a hand that only robots play. People who watch it can follow several moves at once."""
    return table.is_live and table.hand_open and table.row.pace == Pace.LIVE and not table.people


def is_same_breath(table: Table, seat: Seat) -> bool:
    """True if a seat's robot is to move in one breath with the robot before it."""
    view, waiting = table.public_view, table.waiting
    mover = waiting.mover
    if mover is None or view.interruptible or seat not in view.to_act or _shows_each_move(table):
        return False
    if any(table.is_present(other) for other in (mover, *view.to_act)):
        return False
    if seat == mover:
        return True
    robots = tuple(takewhile(lambda other: not table.is_present(other), reversed(waiting.round)))
    return seat not in robots and len(robots) % _MOST_ROBOTS != 0


def _shows_each_move(table: Table) -> bool:
    """True at a live table of partners while people are there, unless a house rule lets robots move at once."""
    watched = bool(table.people) and table.row.pace == Pace.LIVE
    return watched and bool(table.game.PARTNERS) and _tempo_of(table) is not Tempo.AT_ONCE


def _cut_to_clock(table: Table, pause: int) -> int:
    """The pause, cut to two thirds of the time that the game's clock gives everybody."""
    due = table.clock.to_real_time(table.public_view.deadline)
    if due is None:
        return pause
    return min(pause, max(0, due - table.waiting.view_changed_at) * 2 // 3)


def _tempo_of(table: Table) -> Tempo:
    """The tempo that a table has chosen; the usual one for an older table, or if this release does not know it."""
    return Tempo(TEMPO.value_in(table.settings.house))


def _may_hurry(table: Table) -> bool:
    """True where one person plays with robots, and either has already spoken out of turn or cannot do so now.

    Moves out of turn count only if everybody knows that the person may make them. Other moves may depend on the hand:
    somebody who has forgotten to set out a bone may do so out of turn, and no pause may reveal that they hold one.
    """
    if len(table.people) != 1:
        return False
    (person,) = table.people
    if not table.public_view.interruptible or person in table.public_view.to_act:
        return True
    view = table.view(person)
    known = {choice.verb for choice in table.game.choices(table.public_view)}
    return view.has_spoken or not any(choice.verb in known for choice in table.game.choices(view))


def _draw_turn_pause(table: Table, seat: Seat, tempo: Tempo, usual: int) -> int:
    least, most = _TURN_PAUSE[tempo]
    if is_waiting_for_calls(table) or follows_robot(table):
        most = min(most, _MOST_TO_ANSWER)
    chance = _make_chance(table, seat)
    first, second = (chance.below(most - least + 1) for _ in range(2))
    drawn = draw_temper(table, seat).pause(first, second)
    if len(table.people) == 1:
        drawn = min(drawn, first)  # nobody alone waits longer for three robots because one of them is careful
    return usual * (least + drawn) // 100


def _draw_breath_pause(table: Table, seat: Seat) -> int:
    least, most = _BREATH_PAUSE
    return least + _make_chance(table, seat).below(most - least + 1)


def _draw_reaction(table: Table, seat: Seat, tempo: Tempo, pacing: Pacing) -> int:
    """A pause like a person's, between a third of the median and three times the median. Most are near the median."""
    chance = _make_chance(table, seat)
    from_median = sum(chance.below(1_001) for _ in range(3)) / 1_500 - 1.0
    return int(pacing.robot * _REACTION[tempo] * 3.0**from_median) // 100


def _make_chance(table: Table, seat: Seat) -> Chance:
    return SecretChance(_KEY, (str(table.id), str(table.waiting.view_changed_at)), int(seat))
