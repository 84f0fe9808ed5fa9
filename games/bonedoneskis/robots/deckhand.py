"""The weakest robot of Bonedoneskis. It bets, pays and chooses by the present value of its own hand alone."""

from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import Line
from games.bonedoneskis.evaluation.ranking import FLUSH, PAIR, STRAIGHT, THREE, TWO_PAIR, class_of
from games.bonedoneskis.moves import Move
from games.bonedoneskis.view import Question, View
from games.core.robots import Thought
from games.pieces.cards import RANK, Card

_RAISES: Final = {TWO_PAIR: 1, THREE: 2, STRAIGHT: 3, FLUSH: 3}
"""For each class of hand, the number of bets and raises in a round after which the robot only calls."""
_MOST_RAISES: Final = 5
"""The same number for better hands. It is needed because two players may raise without limit (BD-14)."""


def choose_act(view: View, line: Line, raising: Move | None) -> Thought[Move]:
    """Raise on two pair or better, up to a limit. Otherwise check if nothing is owed, call with a pair or better or on
    third street, and fold the rest."""
    value = find_evaluator(view.house.reading_rules).value_of_line(line)
    facts = {"hand": f"hand/{class_of(value)}"}
    if raising is not None and value >= TWO_PAIR << 20 and view.bets_made < _RAISES.get(value >> 20, _MOST_RAISES):
        return Thought(raising, "has_a_hand", facts)
    if "check" in view.acts:
        return Thought(moves.Check(), "nothing_to_bet", facts)
    if value >= PAIR << 20 or "fold" not in view.acts:
        return Thought(moves.Call(), "worth_a_call", facts)
    if view.street == 3:
        return Thought(moves.Call(), "sees_one_more", facts)
    return Thought(moves.Fold(), "has_nothing", facts)


def choose_payment(view: View, line: Line) -> Thought[Move]:
    """Pay with a pair or better, and fold otherwise."""
    value = find_evaluator(view.house.reading_rules).value_of_line(line)
    facts = {"hand": f"hand/{class_of(value)}"}
    return (
        Thought(moves.Pay(), "worth_a_call", facts)
        if value >= PAIR << 20
        else Thought(moves.Fold(), "has_nothing", facts)
    )


def find_highest(asked: Question) -> Card:
    """The highest-ranking card among the robot's choices."""
    return max(asked.targets, key=lambda card: RANK[card])
