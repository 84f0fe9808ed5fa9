"""The tempo of a table's robots: the pause before each moves, drawn from chance that depends only on public facts.

A robot whose turn it is takes its full pause. Where one person plays with robots, it takes a third of that, unless
that person may still speak out of turn. A robot that might speak out of turn reacts like a person: after 1.4 s in the
median, sometimes much later, but always before a robot whose turn it is moves. A robot that follows a robot moves
without a pause if nobody else may speak. Such a breath ends when it has gone once round the table, or after four
robots; the next robot takes its full pause. A breath is shown as one change (`bot/delivery/workers.py`), since robots
could make more moves than Discord takes edits.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from itertools import takewhile
from typing import Final

from bot.store.tables.rows import Pace, Status
from bot.tables.aggregate.pacing import Pacing
from bot.tables.aggregate.table import Table
from games.core.chance import Chance, Committed
from games.core.options import Option
from games.core.seats import Seat


class Tempo(StrEnum):
    """The values of the house rule `tempo`, as they are stored."""

    CALM = "calm"
    BRISK = "brisk"
    AT_ONCE = "at_once"


TEMPO: Final = Option("tempo", Tempo.CALM.value, "HOUSE", "How long robots think before they move", tuple(Tempo))
"""The house rule. Tables opened before this rule existed have the same pause for every move."""
_FROM_TO: Final[Mapping[Tempo, tuple[int, int]]] = {
    Tempo.CALM: (53, 173),
    Tempo.BRISK: (27, 80),
    Tempo.AT_ONCE: (10, 10),
}
"""The shortest and the longest pause, in percent of the usual one."""
_REACTION: Final[Mapping[Tempo, int]] = {Tempo.CALM: 93, Tempo.BRISK: 47, Tempo.AT_ONCE: 10}
"""The median of reactions, in percent of the usual pause."""
_BREATH: Final = 15
"""The divisor of the pause between two robots in one breath, whose moves are shown together."""
_MOST: Final = 4
"""The most robots that move in one breath: a board can hardly show more at once."""
_KEY: Final = b"pause"
"""The key of the stream of pauses. It is no secret: a pause follows from what everybody sees."""


def pause(table: Table, seat: Seat, pace: Pacing) -> int:
    """The milliseconds from the last change that everybody saw to the move of the robot that plays a seat."""
    tempo = _tempo_of(table)
    usual = pace.alone if pace.alone is not None and _may_hurry(table) else pace.robot
    if tempo is None:
        return usual
    if goes_on(table, seat):
        return _turn(table, seat, tempo, usual) // _BREATH
    view = table.public_view
    if seat in view.to_act:
        return _turn(table, seat, tempo, usual)
    turns = [_turn(table, other, tempo, usual) for other in view.to_act if not table.present(other)]
    return min([_reaction(table, seat, tempo, pace), *turns])


def in_breath(table: Table) -> bool:
    """True while robots are in the middle of a breath, so that the next move follows at once."""
    if table.status != Status.LIVE or table.playing is None or _tempo_of(table) is None:
        return False
    return any(goes_on(table, seat) for seat in table.public_view.to_act)


def robots_before(table: Table, seat: Seat) -> bool:
    """True while the only person at a table waits for robots. Their hand need not mention it, since robots move
    soon."""
    if table.status != Status.LIVE or not table.hand_open or table.row.pace != Pace.LIVE or table.people != (seat,):
        return False
    to_act = table.public_view.to_act
    return bool(to_act) and seat not in to_act


def goes_on(table: Table, seat: Seat) -> bool:
    """True if a seat's robot is to move in one breath with the robot before it, since nobody else may speak."""
    view, waiting = table.public_view, table.waiting
    mover = waiting.mover
    if mover is None or view.interruptible or seat not in view.to_act:
        return False
    if any(table.present(other) for other in (mover, *view.to_act)):
        return False
    if seat == mover:
        return True
    robots = tuple(takewhile(lambda other: not table.present(other), reversed(waiting.round)))
    return seat not in robots and len(robots) % _MOST != 0


def _tempo_of(table: Table) -> Tempo | None:
    """The tempo that a table has chosen; None for a table without one that this release knows."""
    chosen = TEMPO.find_in(table.row.settings.house)
    return None if chosen is None else Tempo(chosen)


def _may_hurry(table: Table) -> bool:
    """True where one person plays with robots and has nothing to say out of turn, or has said it.

    This depends on that person's own view, without the hands of others; the words it offers do not depend on their
    hand.
    """
    if len(table.people) != 1:
        return False
    (person,) = table.people
    if not table.public_view.interruptible or person in table.public_view.to_act:
        return True
    view = table.view(person)
    return view.has_spoken or not table.game.choices(view)


def _turn(table: Table, seat: Seat, tempo: Tempo, usual: int) -> int:
    least, most = _FROM_TO[tempo]
    return usual * (least + _luck(table, seat).below(most - least + 1)) // 100


def _reaction(table: Table, seat: Seat, tempo: Tempo, pace: Pacing) -> int:
    """A pause from a third of the median to three times as much, like a person's: most are near it, some far above."""
    luck = _luck(table, seat)
    away = sum(luck.below(1_001) for _ in range(3)) / 1_500 - 1.0
    return int(pace.robot * _REACTION[tempo] * 3.0**away) // 100


def _luck(table: Table, seat: Seat) -> Chance:
    return Committed(_KEY, (str(table.id), str(table.waiting.view_changed_at)), int(seat))
