"""Appraisals of moves: the cost of a move, judged by what its player could know.

A better move is told only if two judges agree: two models of how the others play, each in deals of its own. The told
loss is the least that either judge finds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from games.core.chance import Chance
from games.core.search import Found, Tried, search
from games.core.view import View

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
S = TypeVar("S")

_SURE: Final = 1.0
"""The standard errors by which each judge is sure of what it tells: two by one each are as sure as one by two."""

_LOOKS: Final = 8
"""One deal in this many is dealt to look for the better move."""

Fact = int | str | tuple[int | str, ...]
"""A detail that a cause mentions: a number, the code of a piece, a wording key, or a list of these."""
Facts = Mapping[str, Fact]

MadeMove = tuple[View, object, tuple[str, ...]]
"""A view, the move that its seat made, and the salts of the deals in which it is judged."""


class Appraisal(NamedTuple, Generic[M_co]):
    """A better move than the one that was made."""

    better: M_co
    least: int
    """The least that the made move lost, in whole units of the game."""
    cause: str = ""
    """The wording key of why it is better; "" for nothing that stands out."""
    facts: Mapping[str, Fact] = {}


def find_seen(causes: Mapping[str, Callable[[S, S], Facts | None]], this: S, other: S) -> tuple[str, Facts]:
    """Find the first of the `causes`, the strongest first, that the player could see: one that is true after `this`
    move and not after the `other`, or the reverse. "" if there is none."""
    for cause, find in causes.items():
        facts = find(this, other)
        if facts is not None:
            return cause, facts
    return "", {}


class Judge(NamedTuple, Generic[S, M]):
    """A model of how the others play."""

    deal: Callable[[Chance, int], Sequence[S]]
    """deal(chance, count): deals that agree with the view."""
    try_move: Callable[[S, M], Tried]


def limit_deals(deals: int, moves: int, left: int, most_steps: int) -> int:
    """So many deals, or as many as `most_steps` moves of play-outs allow if this many pieces are `left` to lay.

    In each deal, the first judge plays out two moves, and the second may play out four; in an eighth of the deals they
    have looked at all `moves`.
    """
    return max(_LOOKS, min(deals, 4 * most_steps // (left * (24 + moves))))


def appraise(
    moves: Sequence[M],
    made: M,
    judges: tuple[Judge[S, M], Judge[S, M]],
    chance: Chance,
    deals: int,
    unit: float,
    tell_cause: Callable[[M, Found], tuple[str, Facts]],
) -> Appraisal[M] | None:
    """Find a better one of `moves` than `made`; None if there is none that both judges find better.

    Both look for it together, in a few deals each (`_LOOKS`). Then each judges the two moves in new deals, so that the
    best of several by luck is not told: the second judge first, which is quicker, then the one who tells the cause. If
    the second denies the move that looked best, it judges the next best one.
    """
    dealt = zip(*(judge.deal(chance, max(1, deals // _LOOKS)) for judge in judges), strict=True)
    looks = [look for both in dealt for look in zip(judges, both, strict=True)]
    looked = search(moves, looks, lambda look, move: look[0].try_move(look[1], move))

    def measure(judge: Judge[S, M], better: M) -> tuple[int, Found]:
        found = search((better, made), judge.deal(chance, deals), judge.try_move, kept=1)
        return 0 if found.place else found.count_gain(unit, _SURE), found

    for better in (moves[looked.place], moves[looked.rival]):
        if better == made:
            break
        most, _ = measure(judges[1], better)
        if most:
            least, found = measure(judges[0], better)
            return Appraisal(better, min(least, most), *tell_cause(better, found)) if least else None
    return None
