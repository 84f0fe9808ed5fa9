""" "Yes!" and "Do Bone!", and their settlement (PB-40 to PB-48)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.refused import Refused
from games.core.seats import FIRST, Seat, find_next_seat, list_seats_from
from games.core.window import EVERYONE, RACE, Answer, Window
from games.pieces.bones import Bone, code
from games.pussers.deadlines import deadline
from games.pussers.decisions import tie_up
from games.pussers.decisions.aftermath import end_hand
from games.pussers.decisions.turn import end_if_wall_empty, end_without_winner, finish_throw, is_race_open, take, throw
from games.pussers.events import (
    Called,
    Event,
    Outcome,
    PluckReturned,
    Settled,
    ShitTiedUp,
    TiedUp,
    TurnCame,
    TurnResumed,
    YesTaken,
)
from games.pussers.evolve import Unfolding
from games.pussers.moves import DoBone, Pass, Unsay, Yes
from games.pussers.scoring import RULE_OF_REASON, make_payment
from games.pussers.state import State
from games.pussers.view import TURN, TraySet, has_passed_discard
from games.pussers.wall import is_exhausted


def find_set_for_yes(state: State, seat: Seat, bone: Bone) -> str:
    """The set that the seat's "Yes!" would make: "pair", "open", "added"; "" if it is mistaken (PB-41, PB-42)."""
    held = state.racks.counts[seat][bone]
    if state.house.claim_onto_open_pair and TraySet("pair", bone) in state.racks.sets[seat]:
        return "added"
    return "open" if held >= 3 else "pair" if held == 2 else ""


def must_take(state: State, seat: Seat) -> bool:
    """True if the house makes the seat call a bone of which it has three on its rack (PB-42, `open_all_of_mandatory`).

    In a race nobody must call, since a call may come too late there.
    """
    house, window = state.house, state.calls.window
    if not house.open_all_of_mandatory or house.can_forget or window is None or window.closing is RACE:
        return False
    bone = state.callable_bone
    if bone is None or state.calls.listens_for == "fourth" or is_exhausted(state) or seat == state.thrower:
        return False
    return state.racks.counts[seat][bone] == 3


def announces_call(event: Event) -> bool:
    """True for an event that makes a call public. Until then no other seat learns of the call (PB-47)."""
    return isinstance(event, Settled | TiedUp | ShitTiedUp)


def _find_open_call(state: State, seat: Seat, rule: str) -> tuple[Window, Bone]:
    """The open window, and the bone that the seat may call in it. Raises Refused if the seat may call none."""
    window, bone = state.calls.window, state.callable_bone
    if window is None or bone is None:
        raise Refused("PB-45" if state.discards else rule, "too_late" if state.discards else "nothing_to_call")
    if seat == state.thrower:
        raise Refused("PB-40", "own_discard")
    if window.find_answer(seat) == "dobone":
        raise Refused("PB-82", "said_already")
    return window, bone


def call_yes(unfolding: Unfolding, seat: Seat, move: Yes) -> None:
    """Call "Yes!" on the latest discard (PB-41 to PB-43, PB-45)."""
    state = unfolding.state
    window, bone = _find_open_call(state, seat, "PB-41")
    if state.calls.listens_for == "fourth":
        raise Refused("PB-48", "only_dobone")
    late = state.calls.yes_closed_at is not None and unfolding.at >= state.calls.yes_closed_at
    if late or state.calls.yes_by is not None or not window.hears(seat, unfolding.at):
        raise Refused("PB-45", "too_late")
    if is_exhausted(state):
        raise Refused("PB-49", "only_dobone")
    if not state.house.can_call_wrongly and not find_set_for_yes(state, seat, bone):  # PB-80
        raise Refused("PB-41", "not_enough", bone=code(bone))
    _say(unfolding, seat, "yes")


def pass_by(unfolding: Unfolding, seat: Seat, move: Pass) -> None:
    """Let the bone go (PB-47). With the wall's last bone in hand, let the hand end (PB-49)."""
    state = unfolding.state
    if state.phase is TURN:
        throws = state.house.last_bone_discard and any(state.racks.counts[seat])
        if seat != state.turn or not is_exhausted(state) or throws or state.calls.pending is not None:
            raise Refused("PB-47", "nothing_to_pass")
        end_without_winner(unfolding, seat)
        return
    window, _ = _find_open_call(state, seat, "PB-47")
    if not window.hears(seat, unfolding.at):
        raise Refused("PB-45", "too_late")
    if window.find_answer(seat) == "yes":
        raise Refused("PB-47", "said_yes")
    _say(unfolding, seat, "yes" if must_take(state, seat) else "pass")


def unsay(unfolding: Unfolding, seat: Seat, move: Unsay) -> None:
    """Take back a "Yes!" while the window is open. In a race nothing can be taken back (PB-47)."""
    window, bone = _find_open_call(unfolding.state, seat, "PB-47")
    if not window.hears(seat, unfolding.at):
        raise Refused("PB-45", "too_late")
    if must_take(unfolding.state, seat):
        raise Refused("PB-42", "must_take", bone=code(bone))
    if window.find_answer(seat) != "yes" or window.closing is RACE:
        raise Refused("PB-47", "nothing_said")
    _say(unfolding, seat, "pass")


def call_do_bone(unfolding: Unfolding, seat: Seat, move: DoBone) -> None:
    """Call "Do Bone!" on the seat's own bone or on one open to calls (PB-44)."""
    state = unfolding.state
    mine = state.phase is TURN and seat == state.turn
    if mine and (
        state.calls.pending is not None or (state.calls.window and state.calls.window.find_answer(seat) == "dobone")
    ):
        raise Refused("PB-47", "wait")
    if mine and has_passed_discard(state.discards, seat, state.plucked, state.do):
        raise Refused("PB-45", "too_late")
    if not mine:
        window, _ = _find_open_call(state, seat, "PB-44")
        if state.calls.yes_by is not None and not state.house.do_over_yes:
            raise Refused("PB-46", "taken")
        if not window.hears(seat, unfolding.at):
            raise Refused("PB-45", "too_late")
    if not state.house.can_call_wrongly:  # PB-80
        if mine and state.do is None:
            raise Refused("PB-44", "no_do_bone")
        if state.racks.owed[seat]:
            raise Refused("PB-44", "owed", owed=state.racks.owed[seat])
        verdict = tie_up.find_verdict(state, seat)
        if not verdict.legal:
            counts = tie_up.count_sets(tie_up.make_claim(state, seat))
            raise Refused(RULE_OF_REASON[verdict.reason], verdict.reason, **counts)
    if mine and not (is_race_open(state) and state.house.race_grace_ms):
        tie_up.settle_do_bone(unfolding, seat)
    else:
        _say(unfolding, seat, "dobone")


def _say(unfolding: Unfolding, seat: Seat, call: str) -> None:
    state = unfolding.state
    unfolding.add(Called(seat, call, unfolding.at))
    window = state.calls.window
    instant = is_race_open(state) and not state.house.race_grace_ms and call != "pass"
    if window is not None and (instant or (window.closing is EVERYONE and not window.awaited)):
        settle(unfolding)


def handle_lapse(unfolding: Unfolding) -> None:
    """Close the window once its time is over. Raises Refused before that time."""
    due = deadline(unfolding.state)
    if due is None or unfolding.at < due:
        raise Refused("PB-47", "not_yet")
    settle(unfolding)


def settle(unfolding: Unfolding) -> None:
    """Settle the calls, then carry out an act that was held for them (PB-46, PB-47)."""
    state = unfolding.state
    if state.calls.window is None:
        return
    for seat in list_seats_from(FIRST, state.players):
        # A seat that must take the bone calls it even by silence, just as it does by a pass (`pass_by`).
        if must_take(state, seat) and state.calls.window.find_answer(seat) is None:
            unfolding.add(Called(seat, "yes", unfolding.at))
    calls = [answer for answer in state.calls.window.list_in_order() if answer.said != "pass"]
    if calls and _settle_calls(unfolding, state.calls.window, calls):
        return
    _go_on(unfolding)


def _settle_calls(unfolding: Unfolding, window: Window, calls: list[Answer]) -> bool:
    """Settle the calls in order. True if one of them ended the hand or took the bone."""
    state = unfolding.state
    race = window.closing is RACE
    timely = [call for call in calls if _is_in_time(state, window, call)]
    if not race or state.house.do_over_yes:  # PB-46
        timely.sort(key=lambda call: call.said != "dobone")
    came_to, taker, wrong = _judge_calls(state, timely, race)
    order = timely + [call for call in calls if call not in timely]
    outcomes = tuple(
        Outcome(call.seat, call.said, came_to.get(call.seat, "late"), call.at - window.opened_at) for call in order
    )
    unfolding.add(Settled(outcomes))
    if fine := state.house.mistaken_yes_a_bit:
        for seat in (seat for seat, outcome in came_to.items() if outcome == "void"):
            unfolding.add(make_payment(seat, state.players, "mistaken_yes", "PB-81", fine, penalty=True))
    for seat in wrong:
        tie_up.pay_for_shit_tie_up(unfolding, seat)
    if taker is not None and taker.said == "dobone":
        tie_up.tie_up(unfolding, taker.seat)
    elif wrong:
        end_hand(unfolding, "shit_tie_up", wrong[0])
    elif taker is not None:
        _give_bone(unfolding, taker.seat)
    return taker is not None or bool(wrong)


class _Judged(NamedTuple):
    """The results of the calls that came in time for their window."""

    came_to: dict[Seat, str]
    taker: Answer | None
    """The call that took the bone or tied up."""
    wrong: list[Seat]
    """The seats that tied up wrongly (PB-82)."""


def _judge_calls(state: State, timely: Sequence[Answer], race: bool) -> _Judged:
    came_to, wrong = dict[Seat, str](), list[Seat]()
    taker: Answer | None = None
    for call in timely:
        outcome = "beaten"
        if taker is None and not (wrong and (race or call.said == "yes")):
            outcome = _judge_call(state, call)
        came_to[call.seat] = outcome
        if outcome == "shit_tie_up":
            wrong.append(call.seat)
        elif outcome in ("tied_up", "taken"):
            taker = call
    return _Judged(came_to, taker, wrong)


def _judge_call(state: State, call: Answer) -> str:
    if call.said == "dobone":
        return "tied_up" if tie_up.find_verdict(state, call.seat).legal else "shit_tie_up"
    good = state.callable_bone is not None and find_set_for_yes(state, call.seat, state.callable_bone)
    return "taken" if good else "void"  # PB-81


def _is_in_time(state: State, window: Window, call: Answer) -> bool:
    """True if the call's stamp is before the act that closed the race (PB-45), even if the act arrived first."""
    if window.closing is not RACE:
        return True
    if call.said == "yes":
        return state.calls.yes_closed_at is None or call.at < state.calls.yes_closed_at
    if call.seat == state.turn and state.phase is TURN:
        return True
    return window.act_at is None or call.at < window.act_at


def _give_bone(unfolding: Unfolding, seat: Seat) -> None:
    """Give the bone to the seat that said "Yes!" (PB-41 to PB-43)."""
    state = unfolding.state
    bone = state.callable_bone
    if bone is None:
        return
    if state.phase is TURN and state.plucked:
        unfolding.add(PluckReturned(state.turn))  # E8 of the rulings
    how = find_set_for_yes(state, seat, bone)
    unfolding.add(YesTaken(seat, bone, how, how == "added" and state.house.conceals_added_all_of))


def _go_on(unfolding: Unfolding) -> None:
    state = unfolding.state
    pending, thrower = state.calls.pending, state.thrower
    if state.calls.listens_for == "fourth":
        unfolding.add(TurnResumed(state.turn))
        if state.thrown:
            finish_throw(unfolding)
    elif pending is not None:
        seat = pending.seat
        if pending.what == "wall":
            unfolding.add(TurnCame(seat))
            take(unfolding, seat, "wall")
            end_if_wall_empty(unfolding, seat)
        elif pending.what == "discard" and pending.bone is not None:
            throw(unfolding, seat, pending.bone)
        else:
            end_hand(unfolding, "wash_out", None)
    elif not is_race_open(state):
        if is_exhausted(state):
            end_hand(unfolding, "wash_out", None)
        else:
            unfolding.add(TurnCame(find_next_seat(thrower, state.players)))
