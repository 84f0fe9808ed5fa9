"""Tie-ups, good and mistaken: the bones of a "Do Bone!" and its entries on the sheet (PB-44, PB-68, PB-82)."""

from games.core.seats import Seat
from games.pieces.bones import Bone
from games.pussers.aftermath import bones_of, hand_over
from games.pussers.events import PluckReturned, Robbed, ShitTiedUp, TiedUp, YesUndone
from games.pussers.evolve import Unfolding
from games.pussers.scoring import Claim, Verdict, payment, score
from games.pussers.state import State
from games.pussers.view import Phase


def claim(state: State, seat: Seat) -> Claim:
    """The seat's claim with the bone that it calls on: its own bone in its turn, otherwise the bone open to calls."""
    rack, sets, pretties = state.racks.counts[seat], state.racks.sets[seat], state.racks.pretties[seat]
    breeze = state.breeze(seat)
    if state.phase == Phase.TURN and seat == state.turn:
        return Claim(rack, sets, pretties, state.do, state.source, state.last, breeze)
    called = bytearray(rack)
    if state.bone is not None:
        called[state.bone] += 1
    return Claim(bytes(called), sets, pretties, state.bone, "discard", False, breeze)


def _on_the_discard(state: State, seat: Seat) -> Claim | None:
    """The claim on the discard before the seat's pluck, or None if that is too late.

    In a race the seat to act may tie up on that discard until it throws a bone. Its working bone then goes back unused
    (PB-45, E8 of the rulings).
    """
    working, bone = state.working, state.bone
    if seat != state.turn or state.phase != Phase.TURN or state.calls.window is None or state.calls.yes_by is not None:
        return None
    if working is None or bone is None or state.source != "wall":
        return None
    held = bytearray(state.racks.counts[seat])
    held[working] -= 1
    held[bone] += 1
    return Claim(
        bytes(held), state.racks.sets[seat], state.racks.pretties[seat], bone, "discard", False, state.breeze(seat)
    )


def _judge_made(state: State, seat: Seat) -> tuple[Claim, Verdict]:
    """The claim and verdict of a "Do Bone!" by the seat. Illegal while a bone is owed (PB-44, PB-86)."""
    made = claim(state, seat)
    if state.racks.owed[seat] or made.do is None:
        return made, Verdict(False, "wrong_count")
    verdict = score(made, state.house)
    other = None if verdict.legal else _on_the_discard(state, seat)
    if other is not None and (good := score(other, state.house)).legal:
        return other, good
    return made, verdict


def count_held(state: State, seat: Seat) -> dict[str, int]:
    """Count the sets of three or four and the double-ups in a seat's claim, as "pairs" and "doubles"."""
    made = claim(state, seat)
    return {
        "pairs": len(made.sets) + sum(count in (3, 4) for count in made.rack),
        "doubles": sum(count == 2 for count in made.rack),
    }


def verdict_on(state: State, seat: Seat) -> Verdict:
    """The verdict on a "Do Bone!" by the seat now."""
    return _judge_made(state, seat)[1]


def settle_one(unfolding: Unfolding, seat: Seat) -> None:
    """Settle a single "Do Bone!", right or wrong."""
    if verdict_on(unfolding.state, seat).legal:
        tie_up(unfolding, seat)
    else:
        shit_tie_up(unfolding, seat)
        hand_over(unfolding, "shit_tie_up", seat)


def _list_concealed(state: State, seat: Seat) -> tuple[Bone, ...]:
    return tuple(group.bone for group in state.racks.sets[seat] if group.how == "concealed" and group.bone is not None)


def tie_up(unfolding: Unfolding, seat: Seat) -> None:
    """Show, count and pay a good "Do Bone!", and end the hand (PB-60, PB-68, PB-70)."""
    state = unfolding.state
    made, verdict = _judge_made(state, seat)
    if state.calls.yes_by is not None and state.calls.yes_by != seat and state.bone is not None:
        unfolding.add(YesUndone(state.calls.yes_by, state.bone))  # PB-46
    if state.calls.heard == "fourth" and state.calls.fourth is not None:
        unfolding.add(Robbed(state.turn, state.calls.fourth))  # E7 of the rulings
    if state.phase == Phase.TURN and state.source == "wall" and made.source == "discard" and seat == state.turn:
        unfolding.add(PluckReturned(seat))
    rack, do = bones_of(made.rack), made.do
    if do is None:
        return
    unfolding.add(
        TiedUp(
            seat, verdict.kind, verdict.pure, verdict.concealed, do, made.source, made.last, rack,
            _list_concealed(state, seat), verdict.points, verdict.doubles, verdict.score, verdict.a_bit, verdict.bonus,
        )
    )  # fmt: skip
    unfolding.add(payment(seat, state.players, "tie_up", "PB-68", verdict.a_bit))
    for name, amount in verdict.bonus:
        unfolding.add(payment(seat, state.players, name, "PB-67", amount))
    hand_over(unfolding, "do_bone", seat)


def shit_tie_up(unfolding: Unfolding, seat: Seat) -> None:
    """Make the caller of a mistaken "Do Bone!" pay every other player (PB-82)."""
    state = unfolding.state
    made, verdict = _judge_made(state, seat)
    rack = bones_of(made.rack)
    unfolding.add(
        ShitTiedUp(
            seat, verdict.reason, made.do, made.source, rack, _list_concealed(state, seat),
            verdict.points, verdict.doubles, verdict.score,
        )
    )  # fmt: skip
    fine = state.house.shit_tie_up_a_bit
    unfolding.add(payment(seat, state.players, "shit_tie_up", "PB-82", fine, penalty=True))
