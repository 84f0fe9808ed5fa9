"""Turns: working bone, replacements, discard, the end of the wall (PB-25 to PB-34, PB-49)."""

from functools import cache
from typing import Final

from games.core.refused import Refused
from games.core.seats import Seat
from games.core.window import RACE
from games.pieces.bones import KINDS, Bone, code, is_pretty
from games.pussers.decisions.aftermath import end_hand
from games.pussers.decisions.opening import set_out_pretty
from games.pussers.events import Acted, AllOfSetOut, Discarded, FourthAdded, Listened, Plucked, TurnCame
from games.pussers.evolve import Unfolding
from games.pussers.moves import Discard, Pluck
from games.pussers.state import State
from games.pussers.view import CALLING, ROBBING, TURN, TraySet
from games.pussers.wall import find_next_place, has_bone, is_exhausted

_make_plucked: Final = cache(Plucked)
_make_turn_came: Final = cache(TurnCame)
"""`Plucked` and `TurnCame` with a cache, since few different events of these kinds exist."""


def is_race_open(state: State) -> bool:
    """True if calls of a race can still come in (PB-45)."""
    return state.calls.window is not None and state.calls.window.closing is RACE


def may_start_turn(state: State, seat: Seat) -> bool:
    """True if the seat may begin its turn during a race: only the seat after the discarder may (PB-45)."""
    window = state.calls.window
    return state.phase is CALLING and window is not None and window.closing is RACE and seat == window.speakers[0]


def pluck(unfolding: Unfolding, seat: Seat, move: Pluck) -> None:
    """Pluck a working bone (PB-26, PB-84) or a bone off the Loose (PB-28, PB-83, PB-85)."""
    state = unfolding.state
    if state.calls.pending is not None and state.calls.pending.seat == seat:
        raise Refused("PB-47", "wait")
    if move.end not in ("", "wall", "loose"):
        raise Refused("PB-26", "no_such_end")
    starts, mine = may_start_turn(state, seat), state.phase is TURN and seat == state.turn
    if not starts and state.phase in (CALLING, ROBBING) and not is_race_open(state):
        raise Refused("PB-47", "window_open")
    end = move.end or _find_meant_end(state, seat, mine and not starts)
    if end == "wall":
        _check_wall(state, seat, mine or starts, starts)
    else:
        _check_loose(state, seat, mine and not starts)
    if not has_bone(state, end):
        raise Refused("PB-49", "wall_empty")
    if starts and end == "wall":
        if state.house.race_grace_ms:
            unfolding.add(Acted(seat, "wall", None, unfolding.at))
            return
        unfolding.add(_make_turn_came(seat))
    after_discard = end == "wall" and seat == state.late_plucker
    take(unfolding, seat, end)
    if after_discard and not state.house.can_forget:
        _give_owed(unfolding, seat)
    end_if_wall_empty(unfolding, seat)


def _find_meant_end(state: State, seat: Seat, mine: bool) -> str:
    """The end that a seat means by a bare "pluck": the Loose for a bone owed or once it has plucked, else the wall."""
    house = state.house
    discards_first = house.loose_after_discard == "required" and not (house.can_forget or state.plucked)
    if state.racks.owed[seat] and not discards_first:
        return "loose" if mine or house.can_forget else "wall"
    return "loose" if mine and state.plucked else "wall"


def _give_owed(unfolding: Unfolding, seat: Seat) -> None:
    """Give a seat the bones it is owed as soon as its discard has fallen (PB-28)."""
    state = unfolding.state
    while state.racks.owed[seat] and not is_exhausted(state) and state.phase is not ROBBING:
        take(unfolding, seat, "loose")


def _check_wall(state: State, seat: Seat, mine: bool, starts: bool) -> None:
    if starts or (state.house.can_miscount and seat == state.late_plucker):  # PB-84
        return
    if not mine:
        raise Refused("PB-33", "not_your_turn", seat=state.turn)
    if state.plucked:
        raise Refused("PB-26", "plucked_already")


def _check_loose(state: State, seat: Seat, mine: bool) -> None:
    house = state.house
    if state.racks.owed[seat]:
        if house.can_forget:  # PB-83
            return
        if mine and house.loose_after_discard == "required" and any(state.racks.counts[seat]):
            raise Refused("PB-28", "discard_first")
        if mine:
            return
    if mine and house.can_miscount and not state.mended:  # PB-85
        return
    raise Refused("PB-28", "not_owed")


def take(unfolding: Unfolding, seat: Seat, end: str) -> None:
    """Take a bone from one end of the wall. Set it out if it is a pretty or completes an All-Of (PB-29 to PB-32).

    At tables where players may forget to set out, the bone stays in the rack.
    """
    state = unfolding.state
    place = find_next_place(state, end)
    if place is None:
        return
    bone = state.wall.line[place]
    unfolding.add(_make_plucked(seat, bone, end))
    if state.house.can_forget:
        return
    if is_pretty(bone):
        set_out_pretty(unfolding, seat, bone)
    elif state.house.all_of_mandatory:
        if state.racks.counts[seat][bone] == 4:
            unfolding.add(AllOfSetOut(seat, bone))
        elif (sets := state.racks.sets[seat]) and TraySet("pair", bone) in sets:
            unfolding.add(FourthAdded(seat, bone, state.house.conceals_added_all_of))
            open_robbery(unfolding, seat, bone)


def open_robbery(unfolding: Unfolding, seat: Seat, bone: Bone) -> None:
    """Open the window in which a fourth may be robbed for a tie-up (PB-48, `rob_all_of`)."""
    house = unfolding.state.house
    instant = house.call_mode == "race" and not house.race_grace_ms
    if house.rob_all_of and not instant and seat == unfolding.state.turn and not is_exhausted(unfolding.state):
        unfolding.add(Listened(seat, bone, unfolding.at))


def end_if_wall_empty(unfolding: Unfolding, seat: Seat) -> None:
    """End the hand once the wall is empty, unless the seat to act may still tie up or throw (PB-49)."""
    state = unfolding.state
    house = state.house
    if state.phase is not TURN or not is_exhausted(state):
        return
    if seat == state.turn:
        bot_counts = not house.can_forget and not house.can_miscount
        has_hand = not state.racks.owed[seat] and sum(state.racks.counts[seat]) + 3 * len(state.racks.sets[seat]) == 14
        if house.last_bone_discard or has_hand or not bot_counts:
            return
    end_without_winner(unfolding, seat)


def end_without_winner(unfolding: Unfolding, seat: Seat) -> None:
    """End the hand without a winner. In a race, wait first for calls on their way (PB-47, PB-49)."""
    state = unfolding.state
    if is_race_open(state) and state.house.race_grace_ms and state.calls.pending is None:
        unfolding.add(Acted(seat, "pass", None, unfolding.at))
    else:
        end_hand(unfolding, "wash_out", None)


def discard(unfolding: Unfolding, seat: Seat, move: Discard) -> None:
    """Throw a bone out. The thrower gets the bones that they are owed in the same move (PB-27, PB-28, PB-33)."""
    state = unfolding.state
    starts = may_start_turn(state, seat)
    if not starts and (state.phase is not TURN or seat != state.turn):
        raise Refused("PB-47" if seat == state.turn else "PB-33", "not_your_turn", seat=state.turn)
    if state.calls.pending is not None:
        raise Refused("PB-47", "wait")
    _check_discard(state, seat, move.bone, starts)
    if state.house.race_grace_ms and is_race_open(state):
        unfolding.add(Acted(seat, "discard", move.bone, unfolding.at))
    else:
        throw(unfolding, seat, move.bone)


def _check_discard(state: State, seat: Seat, bone: Bone, starts: bool) -> None:
    house = state.house
    if not 0 <= bone < KINDS or not state.racks.counts[seat][bone]:
        raise Refused("PB-33", "not_in_rack", bone=code(bone) if 0 <= bone < KINDS else "?")
    if is_pretty(bone):
        raise Refused("PB-21", "pretty", bone=code(bone))
    if state.phase is TURN and is_exhausted(state) and not house.last_bone_discard:
        raise Refused("PB-49", "no_discard")
    plucked = state.plucked and not starts
    if not plucked and house.discard_first == "not_allowed" and not house.can_miscount:
        raise Refused("PB-27", "pluck_first")
    loose_first = house.loose_after_discard == "not_allowed" and not house.can_forget
    if state.racks.owed[seat] and loose_first and not is_exhausted(state):
        raise Refused("PB-28", "loose_first")


def throw(unfolding: Unfolding, seat: Seat, bone: Bone) -> None:
    """Carry out a throw: open the discard to calls, and give the thrower the bones that are due to them."""
    if unfolding.state.phase is CALLING:
        unfolding.add(_make_turn_came(seat))
    unfolding.add(Discarded(seat, bone, unfolding.at))
    finish_throw(unfolding)


def finish_throw(unfolding: Unfolding) -> None:
    """Give the thrower the working bone they did not pluck and the bones still owed (PB-27, PB-28).

    After a robbery, reopen the discard to calls (PB-45).
    """
    state = unfolding.state
    seat, house = state.turn, state.house
    if not state.plucked and not house.can_miscount and not is_exhausted(state):
        take(unfolding, seat, "wall")
    if not house.can_forget:
        _give_owed(unfolding, seat)
    if state.phase is TURN:
        unfolding.add(Listened(seat, None, unfolding.at))
