"""The third level of robots for Duo Dominoes: it deals the hidden tiles many times, and tries each move in every deal.

The deals agree with every pass, and deals in which old hands would have laid the same tiles are drawn more often. In a
deal everybody plays like an old hand; once few tiles are left, the deal is solved. A move is worth the probability of
winning the game after this hand, plus a small part of an old hand's valuation.

The outlook of a hand, for its replay, comes from deals that agree with every pass, however old hands would have laid.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.core.chance import Chance
from games.core.robots import LEAST_LEAD, Thought, compare
from games.core.search import search
from games.core.seats import Seat, find_next_seat
from games.duo.choices import list_plays
from games.duo.endgame import Position
from games.duo.guess import find_last, make_dealer
from games.duo.likelihood import Evidence
from games.duo.moves import Move, Play
from games.duo.robot import find_amount, piece_of, weigh_parts
from games.duo.valuation import find_ends_after, find_possible_tiles
from games.duo.view import Phase, View

_HANDS: Final = (10, 18, 24, 30, 38, 48)
"""Typical points of a hand."""
_FAR_GAME: Final = 300
"""The longest game, in points, for which `_find_win_probability` is used. In longer ones the difference in points
decides."""
_TRUST: Final = 0.006
"""A point of an old hand's valuation counts as this much more probability of winning."""
_MOST: Final = 20.0
"""The most points of such a valuation that count."""
_SCALE: Final = 10_000.0
"""A lead is a share of won games; this turns it into hundredths of a percentage point."""
_GUESSES: Final = 4
"""The number of guesses from which each deal is drawn."""


def ponder(view: View, chance: Chance, samples: int) -> Thought[Move] | None:
    """The play that wins most in `samples` deals, with its reason; None if there is nothing to think about."""
    open_to_me = list_plays(view)
    seat, may_hold = view.seat, find_possible_tiles(view)
    if seat is None or len(open_to_me) < 2 or len(view.holding) < 2:
        return None

    @cache
    def rate_play(guess: tuple[int, ...], play: Play) -> float:
        """The probability that the viewer's duo wins the game if it lays this tile in a guessed deal."""
        held = [*guess]
        held[seat] &= ~(1 << play.tile)
        ends = find_ends_after(view.line.shown, play.tile, play.end)
        worth_to_x = _rate_result(view, _play_out(view, held, ends, find_next_seat(seat, 4), seat, may_hold))
        return 1.0 - worth_to_x if seat % 2 else worth_to_x

    deal = make_dealer(view)
    guesses = [tuple(deal(chance)) for _ in range(_GUESSES * samples)]
    trusted = [_TRUST * max(-_MOST, min(_MOST, sum(weigh_parts(view, play).values()))) for play in open_to_me]
    found = search(open_to_me, Evidence(view).draw(guesses, samples, chance), rate_play, trusted, piece_of)
    best, rival = open_to_me[found.place], open_to_me[found.rival]
    also, amount_facts = compare(
        (best, weigh_parts(view, best)), (rival, weigh_parts(view, rival)), find_amount, LEAST_LEAD
    )
    why, facts = found.explain(_SCALE)
    return Thought(best, why, {**facts, **amount_facts}, rival, also)


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, the share of `samples` deals in which the seat's duo wins the hand; () while no hand is played."""
    if view.phase != Phase.PLAY or view.turn is None or view.line.first is None:
        return ()
    deal, may_hold = make_dealer(view), find_possible_tiles(view)
    ends = (view.line.shown[0], view.line.shown[1])
    won = sum(_play_out(view, deal(chance), ends, view.turn, find_last(view), may_hold) > 0 for _ in range(samples))
    share = won / samples
    return (share, 1.0 - share, share, 1.0 - share)


def _play_out(
    view: View, held: Sequence[int], ends: tuple[int, int], turn: Seat, last: Seat, may_hold: Sequence[int]
) -> int:
    """The points of the hand if it goes on from here with these holdings: positive for duo X, negative for duo Y."""
    all_others = view.house.out_counts == "all_others"
    return Position(held, ends, turn, last, may_hold, all_others=all_others, faithful=view.faithful).play_out()


def _rate_result(view: View, points: int) -> float:
    """The probability that duo X wins the game after a hand with this result, plus a little for each point."""
    x, y = view.score
    x, y = (x + points, y) if points > 0 else (x, y - points)
    needs_x, needs_y = view.game_points - x, view.game_points - y
    if view.game_points > _FAR_GAME and min(needs_x, needs_y) > 0:
        return 0.5 + (needs_y - needs_x) / (2.0 * view.game_points) + points * 1e-4
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
