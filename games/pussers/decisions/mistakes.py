"""Setting out by hand, at tables where the bot does not do it (PB-32, PB-80 to PB-86)."""

from collections.abc import Sequence
from typing import Final

from games.core.refused import Refused
from games.core.seats import Seat, list_seats_from
from games.pieces.bones import KINDS, Bone, code, is_pretty
from games.pussers.decisions.opening import set_out_pretty, set_out_while_sorting
from games.pussers.decisions.turn import open_robbery
from games.pussers.events import AllOfSetOut, FourthAdded, Mumbled, Plucked
from games.pussers.evolve import Unfolding
from games.pussers.moves import Mumble, Pluck, SetOut
from games.pussers.state import State
from games.pussers.view import Phase, TraySet
from games.pussers.wall import find_next_place

EXCUSES: Final = 6
"""The number of excuses that a player may mumble."""


def list_bones_to_set_out(rack: bytes, sets: Sequence[TraySet]) -> tuple[Bone, ...]:
    """The pretties and All-Ofs in a rack, and the fourths of its Open pairs (PB-21, PB-30, PB-31)."""
    pairs = {group.bone for group in sets if group.how == "pair"}
    return tuple(
        Bone(kind)
        for kind in (*range(34, KINDS), *range(34))
        if rack[kind] and (kind >= 34 or rack[kind] == 4 or kind in pairs)
    )


def set_out(unfolding: Unfolding, seat: Seat, move: SetOut) -> None:
    """Set out a pretty, an All-Of or the fourth of an Open pair for a seat (PB-83; `all_of_mandatory`)."""
    state = unfolding.state
    house = state.house
    if not house.sorts_by_hand:
        raise Refused("PB-32", "bot_does_it")
    if state.calls.pending is not None and state.calls.pending.seat == seat:
        raise Refused("PB-47", "wait")
    if state.phase == Phase.SORTING and not _may_sort(state, seat):
        raise Refused("PB-20", "not_yet", seat=state.sorter)
    mine = state.phase == Phase.SORTING or (state.phase == Phase.TURN and seat == state.turn)
    if not house.can_forget and not mine:
        raise Refused("PB-32", "not_your_turn")
    to_set_out = list_bones_to_set_out(state.racks.counts[seat], state.racks.sets[seat])
    bone = move.bone
    if bone is None:
        if not to_set_out:
            raise Refused("PB-83", "nothing")
        bone = to_set_out[0]
    if bone not in to_set_out:
        raise Refused("PB-83", "not_there", bone=code(bone) if 0 <= bone < KINDS else "?")
    if is_pretty(bone):
        set_out_pretty(unfolding, seat, bone)
    elif state.racks.counts[seat][bone] == 4:
        unfolding.add(AllOfSetOut(seat, bone))
    else:
        unfolding.add(FourthAdded(seat, bone, state.house.conceals_added_all_of))
        if state.phase == Phase.TURN:
            open_robbery(unfolding, seat, bone)
    if state.phase == Phase.SORTING:
        set_out_while_sorting(unfolding, seat)


def mumble(unfolding: Unfolding, seat: Seat, move: Mumble) -> None:
    """Mumble an excuse, once after each turn of the seat (PB-85)."""
    state = unfolding.state
    if not state.house.can_miscount:
        raise Refused("PB-85", "no_excuse")
    if seat in state.mumbled:
        raise Refused("PB-85", "mumbled")
    unfolding.add(Mumbled(seat, (state.hand + len(state.discards) + seat) % EXCUSES))


def _may_sort(state: State, seat: Seat) -> bool:
    """True from the seat's turn to sort until all have sorted (PB-20, PB-83)."""
    order = list_seats_from(state.eddie or Seat(0), state.players)
    return state.sorter is not None and order.index(seat) <= order.index(state.sorter)


def pluck_while_sorting(unfolding: Unfolding, seat: Seat, move: Pluck) -> None:
    """Take a bone off the Loose for a set that the seat has set out by hand (PB-20, PB-83)."""
    state = unfolding.state
    if not state.racks.owed[seat] or move.end not in ("", "loose"):
        raise Refused("PB-28", "not_owed")
    place = find_next_place(state, "loose")
    if place is None:
        raise Refused("PB-49", "wall_empty")
    unfolding.add(Plucked(seat, state.wall.line[place], "loose"))
