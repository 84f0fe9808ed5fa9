"""The cost of calls and folds, by the price of a call and the share of deals in which the hand is best.

One judge believes what others have put in, the other believes no bet. What others might do with their chips later is
left out, so no bluff, bet or raise is told: those who judge it disagree.
"""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import ORIGINS, board_of
from games.bonedoneskis.evaluation.ranking import PAIR, class_of, ranks_of, spell_ranks
from games.bonedoneskis.evaluation.readings import find_one_way
from games.bonedoneskis.moves import Move
from games.bonedoneskis.robots.sampling import line_of, sample_shares
from games.bonedoneskis.rulebook import BY_CARD, POWER, list_origins
from games.bonedoneskis.view import Phase, View
from games.core.appraisal import Appraisal, Facts, Judge, appraise, find_seen
from games.core.chance import Chance
from games.core.search import Found, Tried
from games.core.seats import Seat
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
    (BD-17), with a power slept on, or if the judges do not agree."""
    if view.phase != Phase.BETTING or move not in _ACTS or not {"fold", "call"}.issubset(view.acts):
        return None
    if len(view.pots) > 1 or view.owed >= view.chairs[own_seat(view)].stack or _sleeps(view):
        return None
    pot, price = sum(pot.amount for pot in view.pots), view.owed
    judges = _make_judge(view, pot + price), _make_judge(view, pot + price, evenly=True)

    def tell_cause(better: Move, found: Found) -> tuple[str, Facts]:
        """Find the cause that the player could see, with the price and the street."""
        counted = {"this": round(found.causes[0][0]), "needed": ceil(100 * price / (pot + price))}
        seen = find_seen(_FOLDS if better == moves.Fold() else {}, view, view)
        return seen[0] or "price", {**counted, **seen[1], **_show_hand(view), "street": f"street/{view.street}"}

    # The cause is told by the judge who likes the made move better.
    first, second = reversed(judges) if move == moves.Call() else judges
    found: Appraisal[Move] | None = appraise(
        _ACTS, move, (first, second), chance, _APPRAISED * deals, _UNIT, tell_cause
    )
    if found is None or found.least < _LEAST:
        return None
    share = found.facts["this"]
    is_behind = move == moves.Fold() and isinstance(share, int) and share < _BEST_IN
    return None if is_behind and view.street < view.length else found


def _sleeps(view: View) -> bool:
    """True if the seat has called no power of a card that came up on this street: the hand might have been another."""
    called = {card for call in view.calls for card in call.cards}
    fresh = [lying for lying in view.chairs[own_seat(view)].line if lying.origin and lying.card not in called]
    rules = [(BY_CARD.get(lying.card), ORIGINS.index(lying.origin)) for lying in fresh if lying.card is not None]
    return any(rule and rule.kind == POWER and origin in list_origins(rule, view.house) for rule, origin in rules)


def _show_hand(view: View) -> Facts:
    hand = view.own_hand
    return {} if hand is None else {"mine": f"hand/{hand.value}", "my_ranks": hand.ranks}


def _is_dead(view: View, _: View) -> Facts | None:
    """A black 4 kills the hand (R15)."""
    return {} if view.own_hand is not None and view.own_hand.value == "dead_hand" else None


def find_better_board(view: View) -> tuple[Seat, int] | None:
    """The best board of another seat, by its face-up cards alone, and its value; None if it doesn't beat the hand."""
    judge = find_evaluator(view.house.reading_rules)
    own = judge.value_of_line(view.own_line)
    boards = {seat: judge.value_of_board(line_of(view.chairs[seat])) for seat in view.live_seats if seat != view.seat}
    seat = max(boards, key=boards.__getitem__)
    return None if boards[seat] <= max(own, PAIR << 20) else (seat, boards[seat])


def _is_beaten(view: View, _: View) -> Facts | None:
    """Somebody's face-up cards alone beat the hand."""
    better = find_better_board(view)
    if better is None:
        return None
    name = class_of(better[1])
    return {"seat": better[0], "theirs": f"hand/{name}", "their_ranks": spell_ranks(name, ranks_of(better[1]))}


def _is_beaten_by_rules(view: View, _: View) -> Facts | None:
    """The same, with face-up cards that play as others."""
    facts = _is_beaten(view, view)
    if facts is None or not isinstance(seat := facts["seat"], int):
        return None
    up = [lying.up for lying in view.chairs[seat].line]
    if up[-1:] == [False]:
        up.pop()  # nothing lies behind it that it could part
    if not all(up[up.index(True) :]):
        return None  # a face-down card parts its neighbours (BD-4), and the board alone does not show that
    rules, board = view.house.reading_rules, board_of(line_of(view.chairs[seat]))
    plays = find_one_way(board, rules, find_evaluator(rules).value_of_board(board), seen=True)
    changed = [(card, rule) for card, _, rule in plays if rule]
    if not changed:
        return None
    cards, ids = zip(*changed, strict=True)
    return {**facts, "cards": cards, "rules": tuple(dict.fromkeys(ids))}


def _lacks_wild(view: View, _: View) -> Facts | None:
    """Somebody shows a wild card, which makes a pair with nearly any other, and the player has none."""
    showing = [
        seat for seat in view.live_seats if any(lying.up and lying.mark == "wild" for lying in view.chairs[seat].line)
    ]
    has_none = view.own_hand is not None and view.own_hand.value == "high_card" and view.seat not in showing
    return {"seats": tuple(showing)} if showing and has_none else None


_FOLDS: Final[Mapping[str, Callable[[View, View], Facts | None]]] = {
    "dead": _is_dead,
    "beaten_by_rules": _is_beaten_by_rules,
    "beaten": _is_beaten,
    "wild": _lacks_wild,
}
"""Causes of a better fold by their wording keys, the strongest first."""


def _make_judge(view: View, pot: int, evenly: bool = False) -> Judge[float, Move]:
    """A judge of calls: each deal is worth its share of the pot, less the price."""
    own = line_of(view.chairs[own_seat(view)])

    def try_move(share: float, move: Move) -> Tried:
        return pot * share - view.owed if move == moves.Call() else 0.0, 100.0 * share

    return Judge(lambda chance, count: sample_shares(view, own, chance, count, evenly), try_move)
