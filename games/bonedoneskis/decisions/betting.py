"""Betting: the bring-in, the order of the seats, and the acts at a turn (BD-10 to BD-14, BD-22, R24)."""

from collections.abc import Mapping, Sequence
from typing import Final, Never

from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.evaluation.evaluate import Evaluator
from games.bonedoneskis.evaluation.packed import Line, board_of, card_of
from games.bonedoneskis.evaluation.readings import BLACK_JACKS, is_wild
from games.bonedoneskis.events import Acted, BettingBegan, Folded
from games.bonedoneskis.moves import AllIn, Bet, Call, Check, Complete, Fold, Raise
from games.bonedoneskis.options import House
from games.bonedoneskis.state import State
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import RANK, SUIT


def find_bring_in(
    lines: Mapping[Seat, Line] | Sequence[Line], seats: Sequence[Seat], house: House, judge: Evaluator
) -> Seat:
    """The seat with the lowest board. The rightmost card breaks ties: by suit, then by rank (BD-11).

    `seats` are in seat order.
    """

    def rate_board(seat: Seat) -> tuple[int, ...]:
        shown = board_of(lines[seat])
        if not shown:
            return (-1,)
        last = card_of(shown[-1])
        if house.bring_in_reading == "wild_only":
            counts_high = RANK[last] == 7 or (last in BLACK_JACKS and is_wild(shown[-1], house.reading_rules))
            return (14 if counts_high else RANK[last], SUIT[last], RANK[last])
        return (judge.value_of_board(lines[seat]), SUIT[last], RANK[last])

    return min(seats, key=rate_board)


def find_first_to_act(lines: Mapping[Seat, Line] | Sequence[Line], seats: Sequence[Seat], judge: Evaluator) -> Seat:
    """The seat with the highest board; of equal boards, the first in seat order (BD-13)."""
    heights = [judge.value_of_board(lines[seat]) for seat in seats]
    return seats[heights.index(max(heights))]


def open_round(unfolding: Unfolding) -> None:
    """Open the betting of the street. Powers of this street that nobody has called count as slept on (BD-8, R29)."""
    state, house = unfolding.state, unfolding.state.house
    able = state.list_able()
    capped = not (house.uncapped_heads_up and len(able) == 2)  # BD-14
    bring_in: Seat | None = None
    order: tuple[Seat, ...] = ()
    amount = 0
    if len(able) > 1 and state.street == 3:
        bring_in = find_bring_in(state.lines, able, house, unfolding.evaluator)
        amount = min(house.bring_in, state.stacks[bring_in])
        order = tuple([seat for seat in state.list_clockwise(bring_in) if seat in able])
        if house.live_bring_in and state.stacks[bring_in] > amount:  # BD-12
            order = (*order, bring_in)
    elif len(able) > 1:
        first = find_first_to_act(state.lines, state.live_seats, unfolding.evaluator)
        order = tuple([seat for seat in (first, *state.list_clockwise(first)) if seat in able])
    unfolding.add(BettingBegan(state.street, unfolding.at, order, bring_in, amount, capped))


def may_fold(state: State) -> bool:
    """True if the seat to act may fold. A seat that must bet or raise because of a Krabler may fold only if the house
    rule `krabler_may_fold` says so (R24)."""
    acts = state.betting_round.acts
    return "check" in acts or "call" in acts or state.house.krabler_may_fold


_NAMES: Final = {Check: "check", Bet: "bet", Call: "call", Complete: "complete", Raise: "raise"}
"""The name of each move in `Betting.acts`."""


def act(unfolding: Unfolding, seat: Seat, move: Check | Bet | Call | Complete | Raise) -> None:
    """Check, bet, call, complete or raise. Raises Refused (BD-13 and others)."""
    acts, name = _find_acts(unfolding.state, seat), _NAMES[type(move)]
    if name not in acts:
        _refuse(unfolding.state, seat, name, acts)
    amount, full = acts[name]
    unfolding.add(Acted(seat, name, amount, full, False, unfolding.at))


def go_all_in(unfolding: Unfolding, seat: Seat, move: AllIn) -> None:
    """Put in the whole stack, as a call, bet or raise of that size. Raises Refused (BD-13, BD-14)."""
    acts = _find_acts(unfolding.state, seat)
    for name, (amount, full) in acts.items():
        if amount == unfolding.state.stacks[seat]:
            unfolding.add(Acted(seat, name, amount, full, False, unfolding.at))
            return
    raise Refused("BD-14", "fixed_limit")


def fold(unfolding: Unfolding, seat: Seat, move: Fold) -> None:
    """Fold the hand (BD-19). Raises Refused (BD-13, R24)."""
    _find_acts(unfolding.state, seat)
    if not may_fold(unfolding.state):
        raise Refused("R24", "must_bet")
    unfolding.add(Folded(seat, "", False, unfolding.at))


def _find_acts(state: State, seat: Seat) -> dict[str, tuple[int, bool]]:
    """The acts open to this seat. Raises Refused if another seat is to act (BD-13)."""
    betting = state.betting_round
    if seat != betting.acting[0]:
        raise Refused("BD-13", "not_your_turn", seat=betting.acting[0])
    return betting.acts


def _refuse(state: State, seat: Seat, name: str, acts: dict[str, tuple[int, bool]]) -> Never:
    """Refuse an act that is not among `acts`, by the rule that forbids it."""
    betting = state.betting_round
    if "check" not in acts and "call" not in acts:
        raise Refused("R24", "must_bet")
    if name == "check":
        raise Refused("BD-13", "owes", owed=betting.to_match - betting.bets[seat])
    if name == "call":
        raise Refused("BD-13", "nothing_owed")
    other_acts = [other for other in acts if other not in ("check", "call")]
    if other_acts:
        raise Refused("BD-12" if other_acts[0] == "complete" else "BD-14", "other_word", word=other_acts[0])
    if betting.capped and betting.bets_made > state.house.raise_cap:
        raise Refused("BD-14", "capped", cap=state.house.raise_cap)
    if state.stacks[seat] <= betting.to_match - betting.bets[seat]:
        raise Refused("BD-17", "short", stack=state.stacks[seat])
    raise Refused("BD-14", "not_reopened")


def act_for_silent_seat(unfolding: Unfolding) -> None:
    """Act for a silent seat: check, or else fold. A seat bound by a Krabler bets or raises (BD-22)."""
    betting = unfolding.state.betting_round
    seat, acts = betting.acting[0], betting.acts
    if "check" in acts:
        unfolding.add(Acted(seat, "check", 0, False, True, unfolding.at))
    elif "call" in acts:
        unfolding.add(Folded(seat, "", True, unfolding.at))
    else:
        ((name, (amount, full)),) = acts.items()
        unfolding.add(Acted(seat, name, amount, full, True, unfolding.at))
