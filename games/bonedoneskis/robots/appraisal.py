"""The cost of calls and folds, by the price of a call and the share of deals in which the hand is best.

One judge believes what others have put in, the other believes no bet. What others might do with their chips later is
left out, so no bluff, bet or raise is told: those who judge it disagree.
"""

from collections.abc import Mapping
from math import ceil
from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.moves import Move
from games.bonedoneskis.robots.sampling import line_of, sample_shares
from games.bonedoneskis.view import Phase, View
from games.core.appraisal import Appraisal, Judge, appraise
from games.core.chance import Chance
from games.core.search import Found, Tried
from games.core.view import own_seat

_APPRAISED: Final = 4
"""The factor on the deals in which a call is appraised: a hand is best in few of them, and one costs little."""
_UNIT: Final = 10.0
"""The cents in which a loss is told."""
_LEAST: Final = 2
"""The fewest such units that are told: a third judge denies single ones (`python -m tests.bench third_judge`)."""
_BEST_IN: Final = 20
"""The fewest deals in a hundred in which a hand must be best for a call that is told, if more streets follow: a hand
that is behind pays there again, and the third judge denied three of four such calls."""
_ACTS: Final = (moves.Fold(), moves.Call())


def appraise_move(view: View, move: Move, chance: Chance, deals: int) -> Appraisal[Move] | None:
    """A fold instead of a call, or a call instead of a fold; None for any other act, if nothing is owed, with side pots
    (BD-17), or if the judges do not agree."""
    if view.phase != Phase.BETTING or move not in _ACTS or not {"fold", "call"}.issubset(view.acts):
        return None
    if len(view.pots) > 1 or view.owed >= view.chairs[own_seat(view)].stack:
        return None
    pot, price = sum(pot.amount for pot in view.pots), view.owed
    judges = _make_judge(view, pot + price), _make_judge(view, pot + price, evenly=True)

    def tell_cause(found: Found) -> tuple[str, Mapping[str, int]]:
        return "price", {"this": round(found.causes[0][0]), "needed": ceil(100 * price / (pot + price))}

    # The cause is told by the judge who likes the made move better.
    first, second = reversed(judges) if move == moves.Call() else judges
    found: Appraisal[Move] | None = appraise(
        _ACTS, move, (first, second), chance, _APPRAISED * deals, _UNIT, tell_cause
    )
    if found is None or found.least < _LEAST:
        return None
    is_behind = move == moves.Fold() and int(found.facts["this"]) < _BEST_IN
    return None if is_behind and view.street < view.length else found


def _make_judge(view: View, pot: int, evenly: bool = False) -> Judge[float, Move]:
    """A judge of calls: each deal is worth its share of the pot, less the price."""
    own = line_of(view.chairs[own_seat(view)])

    def try_move(share: float, move: Move) -> Tried:
        return pot * share - view.owed if move == moves.Call() else 0.0, 100.0 * share

    return Judge(lambda chance, count: sample_shares(view, own, chance, count, evenly), try_move)
