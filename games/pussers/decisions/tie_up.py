"""Tie-ups, good and mistaken: the bones of a "Do Bone!" and its entries on the sheet (PB-44, PB-68, PB-82)."""

from games.core.seats import Seat
from games.pieces.bones import Bone, with_more
from games.pussers.decisions.aftermath import bones_of, end_hand
from games.pussers.events import Event, PluckReturned, Robbed, ShitTiedUp, TiedUp, YesUndone
from games.pussers.evolve import Unfolding
from games.pussers.options import House
from games.pussers.scoring import Claim, Verdict, make_payment, score
from games.pussers.state import State
from games.pussers.view import TURN


def make_claim(state: State, seat: Seat) -> Claim:
    """The seat's claim with the bone that it calls on: its own bone in its turn, otherwise the bone open to calls."""
    rack, sets, pretties = state.racks.counts[seat], state.racks.sets[seat], state.racks.pretties[seat]
    breeze = state.breeze_of(seat)
    if state.phase is TURN and seat == state.turn:
        return Claim(rack, sets, pretties, state.do, state.source, state.last, breeze)
    called = rack if state.callable_bone is None else with_more(rack, state.callable_bone)
    return Claim(called, sets, pretties, state.callable_bone, "discard", False, breeze)


def _make_claim_on_discard(state: State, seat: Seat) -> Claim | None:
    """The claim of a seat on the discard that fell before its pluck; None if it may no longer tie up on that discard.

    In a race it may do so until it throws. Its working bone then goes back unused (PB-45, E8 of the rulings).
    """
    working, bone = state.working, state.callable_bone
    if seat != state.turn or state.phase is not TURN or state.calls.window is None or state.calls.yes_by is not None:
        return None
    if working is None or bone is None or state.source != "wall":
        return None
    held = with_more(with_more(state.racks.counts[seat], working, -1), bone)
    sets, pretties = state.racks.sets[seat], state.racks.pretties[seat]
    return Claim(held, sets, pretties, bone, "discard", False, state.breeze_of(seat))


def _judge_claim(state: State, seat: Seat) -> tuple[Claim, Verdict]:
    """The claim and verdict of a "Do Bone!" by the seat. Illegal while a bone is owed (PB-44, PB-86)."""
    claim = make_claim(state, seat)
    if state.racks.owed[seat] or claim.do is None:
        return claim, Verdict(False, "wrong_count")
    verdict = score(claim, state.house)
    other = None if verdict.legal else _make_claim_on_discard(state, seat)
    if other is not None and (good := score(other, state.house)).legal:
        return other, good
    return claim, verdict


def count_sets(claim: Claim) -> dict[str, int]:
    """Count the sets of three or four and the double-ups in a claim, as "pairs" and "double_ups"."""
    return {
        "pairs": len(claim.sets) + sum(count in (3, 4) for count in claim.rack),
        "double_ups": sum(count == 2 for count in claim.rack),
    }


def find_verdict(state: State, seat: Seat) -> Verdict:
    """The verdict on a "Do Bone!" by the seat now."""
    return _judge_claim(state, seat)[1]


def settle_do_bone(unfolding: Unfolding, seat: Seat) -> None:
    """Settle a single "Do Bone!", right or wrong."""
    if find_verdict(unfolding.state, seat).legal:
        tie_up(unfolding, seat)
    else:
        pay_for_shit_tie_up(unfolding, seat)
        end_hand(unfolding, "shit_tie_up", seat)


def tie_up(unfolding: Unfolding, seat: Seat) -> None:
    """Show, count and pay a good "Do Bone!", and end the hand (PB-60, PB-68, PB-70)."""
    state = unfolding.state
    claim, verdict = _judge_claim(state, seat)
    if state.calls.yes_by is not None and state.calls.yes_by != seat and state.callable_bone is not None:
        unfolding.add(YesUndone(state.calls.yes_by, state.callable_bone))  # PB-46
    if state.calls.listens_for == "fourth" and state.calls.fourth is not None:
        unfolding.add(Robbed(state.turn, state.calls.fourth))  # E7 of the rulings
    if state.phase is TURN and state.source == "wall" and claim.source == "discard" and seat == state.turn:
        unfolding.add(PluckReturned(seat))
    if claim.do is None:
        return
    for event in list_tie_up_events(seat, state.players, claim, claim.do, verdict):
        unfolding.add(event)
    end_hand(unfolding, "do_bone", seat)


def pay_for_shit_tie_up(unfolding: Unfolding, seat: Seat) -> None:
    """Make the caller of a mistaken "Do Bone!" pay every other player (PB-82)."""
    state = unfolding.state
    claim, verdict = _judge_claim(state, seat)
    for event in list_mistake_events(seat, state.players, claim, verdict, state.house):
        unfolding.add(event)


def list_tie_up_events(seat: Seat, players: int, claim: Claim, do: Bone, verdict: Verdict) -> tuple[Event, ...]:
    """The events of a good "Do Bone!" on `do`: the hand with its sum, and the payments (PB-60, PB-67, PB-68)."""
    tied = TiedUp(
        seat, verdict.kind, verdict.pure, verdict.concealed, do, claim.source, claim.last, bones_of(claim.rack),
        claim.face_down, verdict.points, verdict.doubles, verdict.score, verdict.a_bit, verdict.bonus,
    )  # fmt: skip
    bonus = (make_payment(seat, players, name, "PB-67", amount) for name, amount in verdict.bonus)
    return (tied, make_payment(seat, players, "tie_up", "PB-68", verdict.a_bit), *bonus)


def list_mistake_events(seat: Seat, players: int, claim: Claim, verdict: Verdict, house: House) -> tuple[Event, ...]:
    """The events of a mistaken "Do Bone!": the hand, and the payment of its caller (PB-82)."""
    shown = ShitTiedUp(
        seat, verdict.reason, claim.do, claim.source, bones_of(claim.rack), claim.face_down, verdict.points,
        verdict.doubles, verdict.score,
    )  # fmt: skip
    return shown, make_payment(seat, players, "shit_tie_up", "PB-82", house.shit_tie_up_a_bit, penalty=True)
