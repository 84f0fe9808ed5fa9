"""Dueling Snowmen: a war between two players with a second deck (R16, SM-2)."""

from games.bonedoneskis.events import Duelled
from games.bonedoneskis.rulebook import Trigger, stake
from games.bonedoneskis.unfolding import Unfolding
from games.core.folding import present
from games.pieces.cards import ALL, RANK, Card


def winner_of(turns: list[tuple[Card, Card]]) -> int | None:
    """The winner of a war, 0 or 1: the first with two turns, or the leader after three or more. None if undecided."""
    first = sum(1 for mine, theirs in turns if RANK[mine] > RANK[theirs])
    second = sum(1 for mine, theirs in turns if RANK[theirs] > RANK[mine])
    if first == second or (max(first, second) < 2 and len(turns) < 3):
        return None
    return int(second > first)


def war(unfolding: Unfolding, trigger: Trigger) -> None:
    """Play the war: both players pay the stake, and the winner takes both. Nobody can decline, even after folding."""
    met = present(unfolding.state.snowmen, "snowmen")
    cards = list(unfolding.chance.shuffle(ALL))
    turns: list[tuple[Card, Card]] = []
    won: int | None = None
    while won is None:
        turns.append((cards.pop(), cards.pop()))
        won = winner_of(turns)
    winner = (met.first, met.second)[won]
    unfolding.add(Duelled(met.first, met.second, stake(unfolding.state), tuple(turns), winner))
