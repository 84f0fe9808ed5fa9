"""The third level of robots for Duo Dominoes: it deals the hidden tiles many times, and tries each move in every deal.

The deals agree with every pass, and deals in which old hands would have laid the same tiles are drawn more often. In a
deal everybody plays like an old hand; once few tiles are left, the deal is solved. A move is worth the probability of
winning the game after this hand, plus a small part of an old hand's valuation.

The outlook of a hand, for its replay, comes from deals that agree with every pass, however old hands would have laid.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from games.core.appraisal import Appraisal, Facts, Judge, appraise, find_seen, limit_deals
from games.core.chance import Chance
from games.core.robots import EVEN, Temper, Thought
from games.core.search import Found, Tried, search, tell_found
from games.core.seats import Seat, find_next_seat
from games.core.view import own_seat
from games.duo.causes import CAUSES, look_after
from games.duo.endgame import Position
from games.duo.guess import find_last, make_dealer
from games.duo.likelihood import Evidence
from games.duo.moves import Move, Play
from games.duo.robot import list_distinct_plays, weigh_parts
from games.duo.valuation import find_ends_after, find_possible_tiles
from games.duo.view import Phase, View
from games.pieces.dominoes import WITH
from games.pieces.line import ENDS

_HANDS: Final = (10, 18, 24, 30, 38, 48)
"""Typical points of a hand."""
_FAR_GAME: Final = 300
"""The longest game, in points, for which `_find_win_probability` is used. In longer ones the difference in points
decides."""
_TRUST: Final = 0.006
"""A point of an old hand's valuation counts as this much more probability of winning."""
_MOST: Final = 20.0
"""The most points of such a valuation that count."""
_A_GAME: Final = 0.01
"""The unit in which a lead is told: a game in a hundred."""
_CAUSES: Final = ("next_passes", "wins_hand")
"""The causes of a lead, as wording keys, each with its share of the deals in hundredths: nothing of the next player's
fits, and the duo wins the hand."""
_APPRAISED: Final = 3
"""The factor on the deals in which a move is appraised: a game in a hundred is a small unit."""
_MOST_STEPS: Final = 17_500
"""The most tiles that are laid to appraise a move."""
_LEAST: Final = 2
"""The fewest games in a hundred that are told: a third judge denies single ones."""
_LEAST_CAUSE: Final = 5.0
"""The hundredths of the deals by which a cause must be ahead to be told."""
_GUESSES: Final = 400
"""The number of guesses from which all deals are drawn; four for each of fewer deals."""


def ponder(view: View, chance: Chance, samples: int, temper: Temper = EVEN) -> Thought[Move] | None:
    """The play that wins most in `samples` deals, with its reason; None if there is nothing to think about."""
    open_to_me = list_distinct_plays(view)
    if view.seat is None or len(open_to_me) < 2 or len(view.holding) < 2:
        return None
    judge = _make_judge(view)
    valued = [sum(temper.scale(*part) for part in weigh_parts(view, play).items()) for play in open_to_me]
    trusted = [_TRUST * max(-_MOST, min(_MOST, worth)) for worth in valued]
    found = search(open_to_me, judge.deal(chance, samples), judge.try_move, trusted)
    return tell_found(found, open_to_me, _A_GAME, _tell_cause(found)[0] or "points")


def appraise_move(view: View, move: Move, chance: Chance, deals: int) -> Appraisal[Move] | None:
    """A tile that would have won more games, by old hands and by players who lay their heaviest tile; None if they do
    not agree."""
    open_to_me = list_distinct_plays(view)
    if view.seat is None or len(open_to_me) < 2 or len(view.holding) < 2 or not isinstance(move, Play):
        return None
    shown = dict(zip(ENDS, view.line.shown, strict=False))
    made = next(
        (p for p in open_to_me if p.tile == move.tile and (not move.end or shown.get(p.end) == shown.get(move.end))),
        None,
    )
    if made is None:
        return None
    judges = _make_judge(view), _make_judge(view, heaviest=True)
    deals = limit_deals(_APPRAISED * deals, len(open_to_me), sum(view.counts), _MOST_STEPS)

    def tell_cause(better: Play, found: Found) -> tuple[str, Facts]:
        seen = find_seen(CAUSES, look_after(view, better), look_after(view, made))
        return seen if seen[0] else _tell_cause(found)

    found = appraise(open_to_me, made, judges, chance, deals, _A_GAME, tell_cause)
    return found if found is not None and found.least >= _LEAST else None


def _make_judge(view: View, heaviest: bool = False) -> Judge[tuple[int, ...], Play]:
    """A judge of plays: old hands in likely deals, or players who lay their heaviest tile, in any that fit."""
    seat, place = own_seat(view), _make_placer(view)

    @cache
    def try_play(guess: tuple[int, ...], play: Play) -> Tried:
        """The probability that the viewer's duo wins the game after this tile in a guessed deal, and its causes."""
        held = [*guess]
        held[seat] &= ~(1 << play.tile)
        a, b = find_ends_after(view.line.shown, play.tile, play.end)
        following = find_next_seat(seat, 4)
        passes = not held[following] & (WITH[a] | WITH[b])
        points = place(held, (a, b), following, seat).play_out(heaviest)
        worth_to_x = rate_result(view, points)
        mine, wins = (1.0 - worth_to_x, points < 0) if seat % 2 else (worth_to_x, points > 0)
        return (mine, 100.0 * passes, 100.0 * wins)

    deal, evidence = make_dealer(view), Evidence(view)

    def guess(chance: Chance, count: int) -> Sequence[tuple[int, ...]]:
        if heaviest:
            return [tuple(deal(chance)) for _ in range(count)]
        guesses = [tuple(deal(chance)) for _ in range(min(_GUESSES, 4 * count))]
        return evidence.draw(guesses, count, chance)

    return Judge(guess, try_play)


def _tell_cause(found: Found) -> tuple[str, Mapping[str, int]]:
    """The cause that is farthest ahead, with its hundredths of the deals; "" if none is far enough."""
    cause, (mine, other) = max(
        zip(_CAUSES, found.causes, strict=True), key=lambda counted: counted[1][0] - counted[1][1]
    )
    return (cause, {"this": round(mine), "other": round(other)}) if mine - other >= _LEAST_CAUSE else ("", {})


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, the share of `samples` deals in which the seat's duo wins the hand; () while no hand is played."""
    if view.phase != Phase.PLAY or view.turn is None or view.line.first is None:
        return ()
    deal, place, last = make_dealer(view), _make_placer(view), find_last(view)
    ends = (view.line.shown[0], view.line.shown[1])
    won = sum(place(deal(chance), ends, view.turn, last).play_out() > 0 for _ in range(samples))
    share = won / samples
    return (share, 1.0 - share, share, 1.0 - share)


def _make_placer(view: View) -> Callable[[Sequence[int], tuple[int, int], Seat, Seat], Position]:
    """Make a function that builds a position of this hand from the holdings, the ends, the seat to act and the seat
    that laid the last tile."""
    may_hold, all_others = find_possible_tiles(view), view.house.out_counts == "all_others"

    def place(held: Sequence[int], ends: tuple[int, int], turn: Seat, last: Seat) -> Position:
        return Position(held, ends, turn, last, may_hold, all_others=all_others, faithful=view.faithful)

    return place


def rate_result(view: View, points: int) -> float:
    """The probability that duo X wins the game after a hand with this result, plus a little for each point."""
    x, y = view.score
    x, y = (x + points, y) if points > 0 else (x, y - points)
    needs_x, needs_y = view.goal - x, view.goal - y
    if view.goal > _FAR_GAME and min(needs_x, needs_y) > 0:
        return 0.5 + (needs_y - needs_x) / (2.0 * view.goal) + points * 1e-4
    return _find_win_probability(needs_x, needs_y) + points * 1e-4


@cache
def _find_win_probability(x: int, y: int) -> float:
    """The probability that duo X wins a game if it needs `x` more points and duo Y `y`. Each duo wins half the hands.

    Cached for every pair up to `_FAR_GAME`, some 90,000 numbers at most.
    """
    if x <= 0 or y <= 0:
        return float(y > 0)
    wins = sum(_find_win_probability(x - points, y) + _find_win_probability(x, y - points) for points in _HANDS)
    return wins / (2 * len(_HANDS))
