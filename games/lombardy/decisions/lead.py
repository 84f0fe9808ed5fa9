"""The deal and the calling down of the doubles (LB-4 to LB-9, LB-40)."""

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.decisions.turn import finish_bone
from games.lombardy.events import Answered, Dealt, Led, NobodyLed, Restarted
from games.lombardy.evolve import Unfolding
from games.lombardy.moves import Answer, Next
from games.lombardy.state import NO_DOUBLE, UNANSWERED, State
from games.lombardy.view import Phase
from games.pieces.dominoes import ALL, DOUBLE_MASK, DOUBLES, Domino, code_or_unknown, is_held


def judge_next(unfolding: Unfolding, seat: Seat, move: Next) -> None:
    """Deal the next hand or, after a restart, deal the same hand anew (LB-9, LB-50)."""
    state = unfolding.state
    order = unfolding.chance.shuffle(ALL)
    holdings = tuple([tuple(sorted(order[7 * player : 7 * player + 7])) for player in range(state.players)])
    again = state.phase == Phase.RESTART
    hand = state.hand if again else state.hand + 1
    deal = state.deal + 1 if again else 1
    unfolding.add(Dealt(hand, deal, unfolding.at, holdings, order[7 * state.players :]))
    if state.house.forced_lead:
        _call_doubles(unfolding, [held & DOUBLE_MASK for held in state.holdings])


def judge_answer(unfolding: Unfolding, seat: Seat, move: Answer) -> None:
    """Judge a sealed answer (LB-5, LB-6). After the last answer, open all of them."""
    state = unfolding.state
    if state.answers[seat] != UNANSWERED:
        raise Refused("LB-5", "answered_already")
    double = move.double
    if double is not None and not is_held(state.holdings[seat] & DOUBLE_MASK, double):
        raise Refused("LB-6", "not_your_double", bone=code_or_unknown(double))
    unfolding.add(Answered(seat, double))
    if UNANSWERED not in state.answers:
        _call_doubles(unfolding, [0 if answer == NO_DOUBLE else 1 << answer for answer in state.answers])


def _call_doubles(unfolding: Unfolding, doubles: list[int]) -> None:
    """Call the doubles aloud from six-six down. The first seat that owns up to a double leads it (LB-5, LB-91).

    `doubles` holds, for each seat, the mask of the doubles that it owns up to.
    """
    state = unfolding.state
    highest = max(doubles)
    if highest:
        seat, double = Seat(doubles.index(highest)), Domino(highest.bit_length() - 1)
        unfolding.add(Led(seat, double, unfolding.at, list_held_back(state, double)))
        finish_bone(unfolding, seat, None)
    elif not state.house.hears_renege or state.house.forced_lead:  # LB-91, LB-92
        unfolding.add(Restarted(state.sheet, (0,) * state.players, state.touched))
    else:
        unfolding.add(NobodyLed(unfolding.at, list_held_back(state, None)))


def list_held_back(state: State, lead: Domino | None) -> tuple[Seat, ...]:
    """The seats that held back a double which should have led (LB-40; `missed_doubles`)."""
    if state.house.forced_lead:
        return ()
    above = [double for double in reversed(DOUBLES) if lead is None or double > lead]
    holders = [Seat(player) for double in above for player in range(state.players) if state.dealt[player] >> double & 1]
    return tuple(sorted(set(holders))) if state.house.missed_doubles == "every" else tuple(holders[:1])


def find_own_answer(state: State, seat: Seat) -> Domino | None:
    """The double that the seat answered; None if it has not answered, or answered "none"."""
    answer = state.answers[seat] if state.answers else UNANSWERED
    return None if answer in (UNANSWERED, NO_DOUBLE) else Domino(answer)
