"""Builds views from a state: the only code that lets a seat see hidden bones."""

from typing import Final

from games.core.folding import replace_at
from games.core.seats import FIRST, Seat, list_seats_from
from games.core.window import RACE
from games.pussers.deadlines import find_public_deadline
from games.pussers.decisions.turn import is_race_open, may_start_turn
from games.pussers.events import HandOver, ShitTiedUp, TiedUp
from games.pussers.scoring import make_receipt
from games.pussers.state import State, Steady
from games.pussers.view import (
    BREAKING,
    CALLING,
    EMPTY,
    IN_PLAY,
    PLUCKING_EDDIE,
    ROBBING,
    RULED_OFF,
    SORTING,
    TURN,
    Chair,
    Ending,
    Near,
    TraySet,
    View,
)
from games.pussers.wall import has_bone, is_exhausted, list_breaks, list_walls_from_eddie
from games.pussers.washout import find_nearest, list_helpful, measure

_FACE_DOWN: Final = TraySet("concealed", None)
_PLUCK_EARLY: Final = (PLUCKING_EDDIE, SORTING)
"""The phases before play in which a seat may have to pluck; `may_pluck` says which."""


def view(state: State, seat: Seat | None) -> View:
    """The state as `seat` (None: the crowd) may see it."""
    if state.shared is None:
        state.shared = _list_shared(state)
    chairs, shared = state.shared
    house, phase, calls = state.house, state.phase, state.calls
    window = calls.window
    race = window is not None and window.closing is RACE
    if seat is None:
        own: tuple[object, ...] = (None, (), None, EMPTY, "", None, chairs, None, False, False, None)
    else:
        rack, working, sets = state.racks.rows[seat], None, state.racks.sets[seat]
        if chairs[seat].sets != sets:  # its own face-down sets
            chairs = replace_at(chairs, seat, chairs[seat]._replace(sets=sets))
        mine = phase is TURN and seat == state.turn
        if mine and (working := state.working) is not None:
            at = rack.index(working)
            rack = rack[:at] + rack[at + 1 :]
        starts = race and phase is CALLING and window is not None and seat == window.speakers[0]  # as `may_start_turn`
        can_pluck = may_discard_first = False
        if calls.pending is None and (
            mine or starts or house.can_forget or house.can_miscount or phase in _PLUCK_EARLY
        ):
            can_pluck = has_bone(state, "wall") if starts else may_pluck(state, seat)
            if house.discard_first == "allowed":  # PB-27
                may_discard_first = starts or (mine and not state.plucked and not is_exhausted(state))
        own = (
            seat,
            rack,
            working,
            state.racks.counts[seat],
            state.source if mine else "",
            state.do if mine else None,
            chairs,
            window.find_answer(seat) if window is not None and window.answers else None,
            can_pluck,
            may_discard_first,
            None if state.ended is None else _find_lacked(state, chairs, seat),
        )
    return View._make(own + shared)  # takes a third of the time of `View(...)`


def _list_shared(state: State) -> tuple[tuple[Chair, ...], tuple[object, ...]]:
    """The chairs as everybody sees them, and the fields of a view that are the same for everybody."""
    if state.steady is None:
        state.steady = _list_steady(state)
    (seats, breezes, *others), known, steady = state.steady
    phase, calls = state.phase, state.calls
    if state.house.can_miscount and state.wall.broken_at is not None:
        standing = tuple([_count_due(state, Seat(seat)) for seat in range(len(state.racks.counts))])
    else:
        standing = tuple(map(len, state.racks.rows))
    if standing not in known:
        known[standing] = tuple(map(Chair, seats, breezes, standing, *others))
    window = calls.window
    calling = window is not None and (window.closing is RACE or phase is not TURN)
    chairs, exhausted = known[standing], is_exhausted(state)
    changing: tuple[object, ...] = (  # in the order of `View`, from `phase` on
        phase._value_,
        list_to_act(state),
        None if window is None else find_public_deadline(state),
        state.turn if phase in IN_PLAY else None,
        state.wall.stacks,  # wall
        state.wall.left,
        state.discards,
        state.latest if calling and calls.listens_for == "discard" else None,
        calls.last_outcomes,
        None if state.ended is None else _describe_ending(state, chairs, state.ended),
        calls.listens_for == "discard"  # yes_open
        and calls.yes_closed_at is None
        and calls.yes_by is None
        and not exhausted,
        calls.fourth if phase is ROBBING else None,
        calls.pending is not None,  # waiting
        state.plucked,
        state.thrown_out,
        state.mumbled,
        exhausted,
    )
    return chairs, changing + steady


def _list_steady(state: State) -> Steady:
    """List the facts that views share until an event changes more than a rack, the wall and the calls."""
    house, phase, racks, eddie = state.house, state.phase, state.racks, state.eddie or FIRST
    seats = list_seats_from(FIRST, len(racks.sets))
    breezes = [(seat - eddie) % state.chair_count for seat in seats]
    sets = [tray if not tray or seat in racks.turned_up else _turn_down(tray) for seat, tray in enumerate(racks.sets)]
    columns = (seats, breezes, sets, racks.pretties, racks.owed, state.sheet.scores)
    fields = (  # in the order of `View`, from `players` on
        state.players,
        state.hand,
        state.sheet.rounds + 1,
        state.sheet.scores,
        phase is RULED_OFF,  # over
        state.eddie,
        state.wall.broken_at,
        list_breaks(state.players, house, state.own_wall_stacks) if phase is BREAKING else (),
        state.eddie_draw.shown,
        state.sheet.votes,
        state.sheet.lines,
        house.call_mode,
        house.talk,
        house.nicknames,
        house,
        state.sorter,
        list_walls_from_eddie(state.wall.built, eddie, state.chair_count, house),
    )
    return columns, {}, fields


def list_to_act(state: State) -> tuple[Seat, ...]:
    """The seats that the table publicly waits for. In a window: all speakers, even those that have spoken (PB-47). In a
    race: only the seat after the thrower, whose turn is next."""
    phase, window = state.phase, state.calls.window
    if phase is TURN:
        return (state.turn,)
    if window is not None and (phase is CALLING or phase is ROBBING):
        return window.speakers[:1] if window.closing is RACE else window.speakers
    if phase is PLUCKING_EDDIE:
        return state.eddie_draw.plucking
    if phase is BREAKING and state.eddie is not None:
        return (state.eddie,)
    if state.sorter is not None:
        return (state.sorter,)
    return ()


def may_pluck(state: State, seat: Seat) -> bool:
    """True if "pluck" is open to the seat now (PB-7, PB-26, PB-28, PB-83 to PB-85)."""
    house, phase, owed = state.house, state.phase, bool(state.racks.owed[seat])
    if phase is PLUCKING_EDDIE:
        return seat in state.eddie_draw.plucking
    if phase is SORTING:
        return owed and has_bone(state, "loose")
    if phase is not TURN and not (phase in IN_PLAY and is_race_open(state)):
        return False
    if (house.can_miscount and seat == state.late_plucker) or (phase is CALLING and may_start_turn(state, seat)):
        return has_bone(state, "wall")
    if phase is TURN and seat == state.turn:
        if not state.plucked:
            return has_bone(state, "wall")
        must_throw = house.loose_after_discard == "required" and not house.can_forget and any(state.racks.counts[seat])
        return (not must_throw if owed else house.can_miscount and not state.mended) and has_bone(state, "loose")
    return owed and house.can_forget and has_bone(state, "loose")


def _turn_down(sets: tuple[TraySet, ...]) -> tuple[TraySet, ...]:
    """Sets as others see them: concealed ones do not show their kind (PB-22, PB-70)."""
    return tuple([_FACE_DOWN if group.how == "concealed" else group for group in sets])


def _count_due(state: State, seat: Seat) -> int:
    """The number of bones that a rack should have, so that a miscounted rack stays hidden (PB-84)."""
    return 13 - 3 * len(state.racks.sets[seat]) + (state.phase is TURN and seat == state.turn and state.do is not None)


def _find_lacked(state: State, chairs: tuple[Chair, ...], seat: Seat) -> Near | None:
    """Find what a seat lacked in the hand that is over, from the racks that it sees; None for the caller."""
    if state.ended is None or state.ended.seat == seat:
        return None
    opened = state.result is None and state.house.show_washout
    racks = tuple(row if opened or other == seat else () for other, row in enumerate(state.racks.rows))
    near = measure(chairs[seat], racks, chairs, state.discards, state.house)
    # "Yes!" gives no double (PB-66), and less than "Do Bone!"
    if near.bones or near.kind in ("no_double", "worthless", "mixed"):
        return near
    mistaken = isinstance(state.result, ShitTiedUp) and state.result.source == "discard"
    end = len(state.discards) - mistaken  # its bone may have been asked for (PB-48)
    callable_bones = [state.discards[at] for other, at in state.callable if other == seat and at < end]
    helpful = list_helpful(callable_bones, chairs[seat].sets, state.racks.counts[seat], state.house)
    return near._replace(passed=helpful, took_all=all(bone.taken == seat for bone in callable_bones))


def _describe_ending(state: State, chairs: tuple[Chair, ...], ended: HandOver) -> Ending:
    result = state.result
    if result is None:
        shown = state.house.show_washout
        racks = tuple(state.racks.rows) if shown else ended.losers
        nearest = find_nearest(racks, chairs, state.discards, state.house) if shown else ()
        return Ending(ended.how, None, "", None, False, (), racks, None, ended.next_eddie, nearest)
    kind = result.kind if isinstance(result, TiedUp) else result.reason
    plucked = result.source in ("wall", "loose")
    return Ending(
        ended.how,
        result.seat,
        kind,
        result.do,
        plucked,
        result.rack,
        ended.losers,
        make_receipt(result),
        ended.next_eddie,
        heap=ended.heap,
    )
