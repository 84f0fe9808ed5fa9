"""Dueling Snowmen: a war of two with a second deck (R16, SM-2)."""

from games.bonedoneskis.course import Course
from games.bonedoneskis.events import Duelled
from games.bonedoneskis.rulebook import Trigger, stake
from games.pieces.cards import ALL, RANK, Card


def winner_of(turns: list[tuple[Card, Card]]) -> int | None:
    """0 or 1 once the war is decided: two turns won, or after three turns more turns won than the other."""
    first = sum(1 for one, two in turns if RANK[one] > RANK[two])
    second = sum(1 for one, two in turns if RANK[two] > RANK[one])
    if first == second or (max(first, second) < 2 and len(turns) < 3):
        return None
    return int(second > first)


def war(course: Course, trigger: Trigger) -> None:
    """Both put in the stake; the winner takes it. Nobody can decline, and folding does not stop it."""
    met = course.table.snowmen
    assert met is not None
    cards = list(course.shuffled(ALL))
    turns: list[tuple[Card, Card]] = []
    won: int | None = None
    while won is None:
        turns.append((cards.pop(), cards.pop()))
        won = winner_of(turns)
    winner = (met.first, met.second)[won]
    course.emit(Duelled(met.first, met.second, stake(course.table), tuple(turns), winner))
