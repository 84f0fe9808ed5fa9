"""The third level of robots for Lombardy Bones: it deals the hidden bones many times, and tries each move in each deal.

The deals mostly agree with the passes, draws and answers at the table. A move is worth this seat's lead over the mean
of the others at the end of the hand, plus a part of an old hand's valuation. The robot calls and answers
like an old hand, but misses no score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.core.appraisal import Appraisal, Facts, Judge, appraise, find_seen, limit_deals
from games.core.chance import Chance
from games.core.robots import EVEN, Level, Temper, Thought
from games.core.search import Found, Tried, search, tell_found
from games.core.view import own_seat
from games.lombardy.causes import CAUSES, look_after
from games.lombardy.guess import Deal, make_dealer
from games.lombardy.moves import Draw, Knock, Move, Play
from games.lombardy.open_hand import OpenHand
from games.lombardy.robot import call_score, find_score, list_candidates, robot, weigh_parts
from games.lombardy.view import Phase, View
from games.pieces.line import ENDS

_TRUST: Final = 0.25
"""The share of an old hand's valuation that is added to a move's mean over the deals."""
_CAUSES: Final = (("scores", 1), ("scores_later", 1), ("others_score", -1))
"""The causes of a lead, as wording keys, each with the sign by which its points count: this seat's points for the bone,
its later points, and the mean of the others' points."""
_MOST_STEPS: Final = 7_500
"""The most bones that are laid to appraise a move."""
_LEAST: Final = 3
"""The fewest points that are told: one or two in a hand are hardly worth a line."""
_MOST: Final = 25.0
"""The most points of an old hand's valuation that count."""


def ponder(view: View, chance: Chance, samples: int, temper: Temper = EVEN) -> Thought[Move] | None:
    """The move that gains most in `samples` deals, with its reason; None if there is nothing to think about."""
    if view.phase != Phase.PLAY or view.turn != view.seat or view.seat is None:
        return None
    usual = robot(view, chance, Level.SHELLBACK)
    moves = list_candidates(view)
    if usual is None or len(moves) < 2 or not isinstance(usual.move, Play | Draw | Knock):
        return None
    judge = _make_judge(view, moves)
    valued = [sum(temper.scale(*part) for part in weigh_parts(view, move).items()) for move in moves]
    trusted = [_TRUST * min(_MOST, worth) for worth in valued]
    found = search(moves, judge.deal(chance, samples), judge.try_move, trusted)
    thought = tell_found(found, moves, 1.0, _tell_cause(found)[0])
    return thought._replace(move=call_score(view, thought.move))


def appraise_move(view: View, move: Move, chance: Chance, deals: int) -> Appraisal[Move] | None:
    """A move that would have gained more points, by old hands and by greedy players, whatever has been passed on; None
    if they do not agree."""
    if view.phase != Phase.PLAY or view.turn != view.seat or view.seat is None:
        return None
    moves = list_candidates(view)
    made = replace(move, call=None) if isinstance(move, Play) else move
    alike = next((other for other in moves if other == made or _is_alike(view, other, made)), None)
    if alike is None or len(moves) < 2:
        return None
    judges = _make_judge(view, moves), _make_judge(view, moves, greedy=True)
    deals = limit_deals(deals, len(moves), sum(view.counts) + view.drawable, _MOST_STEPS)

    def tell_cause(better: Move, found: Found) -> tuple[str, Facts]:
        counted, (this, other) = _tell_cause(found), (look_after(view, move) for move in (better, alike))
        seen = find_seen(CAUSES, this, other) if this is not None and other is not None else counted
        cause, facts = seen if seen[0] else counted
        return cause, {**facts, "now": find_score(view, better), "then": find_score(view, alike)}

    found = appraise(moves, alike, judges, chance, deals, 1.0, tell_cause)
    return found if found is not None and found.least >= _LEAST else None


def _is_alike(view: View, move: Move, other: Move) -> bool:
    """True if two moves lay the same bone at ends that show the same; `other` may name no end (LB-14)."""
    if not isinstance(move, Play) or not isinstance(other, Play) or move.bone != other.bone:
        return False
    places = view.line.places
    return not other.end or places[ENDS.index(move.end)] == places[ENDS.index(other.end)]


def _make_judge(view: View, moves: Sequence[Move], greedy: bool = False) -> Judge[Deal, Move]:
    """A judge that plays hands out with old hands, or with `greedy` players in deals that ignore all signs."""
    seat, others, guess = own_seat(view), view.players - 1, make_dealer(view, freely=greedy)
    at_once = {move: find_score(view, move) for move in moves}

    def try_move(dealt: Deal, move: Move) -> Tried:
        hand = OpenHand(view, dealt)
        hand.play(move)
        hand.finish(greedy)
        mine, now = hand.points[seat], at_once[move]
        theirs = (sum(hand.points) - mine) / others
        return (mine - theirs, now, mine - now, theirs)

    return Judge(lambda chance, count: [guess(chance) for _ in range(count)], try_move)


def _tell_cause(found: Found) -> tuple[str, Mapping[str, int]]:
    """The cause that adds most to a lead, with its points for both moves."""
    gains = [sign * (mine - other) for (_, sign), (mine, other) in zip(_CAUSES, found.causes, strict=True)]
    largest = max(range(len(gains)), key=gains.__getitem__)
    mine, other = found.causes[largest]
    return _CAUSES[largest][0], {"this": round(mine), "other": round(other), "by": round(gains[largest])}


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, the share of `samples` deals in which the seat gains most by the count; () while no deal is played."""
    if view.phase != Phase.PLAY or view.line.first is None:
        return ()
    before = view.sheet_before or (0,) * view.players
    gained = [new - old for new, old in zip(view.scores, before, strict=True)]
    guess = make_dealer(view)
    won = [0.0] * view.players
    for _ in range(samples):
        hand = OpenHand(view, guess(chance))
        hand.finish()
        points = [sum(pair) for pair in zip(gained, hand.points, strict=True)]
        best = max(points)
        leaders = [seat for seat, gain in enumerate(points) if gain == best]
        for seat in leaders:
            won[seat] += 1.0 / len(leaders)
    return tuple(share / samples for share in won)
