"""Applies events: the only writer of `State`. It never refuses."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Final, Never, cast

from games.core import folding
from games.core.folding import replace_at
from games.core.options import Options, bind, restore
from games.core.seats import Seat, find_next_seat, list_other_seats
from games.core.window import COURTESY, RACE, Window
from games.pieces.bones import Bone, count_kinds, is_numbered, is_pretty, number, with_more
from games.pussers import events as e
from games.pussers.options import OPTIONS, House
from games.pussers.state import FULL_STACKS, Calls, EddieDraw, FirstPrettyPrize, Racks, State, Wall, copy_state
from games.pussers.view import CALLING, EMPTY, ROBBING, SORTING, TURN, Phase, SheetLine, TraySet, make_discarded
from games.pussers.wall import (
    EVEN_WALLS,
    PLACES,
    TAIL,
    find_box,
    find_next_place,
    find_stack,
    is_exhausted,
    line_up,
    list_places_from_break,
)


def _change_count(state: State, seat: Seat, bone: Bone, by: int) -> None:
    """Put a bone on a rack, or take bones of a kind off it if `by` is negative."""
    racks = state.racks
    racks.counts[seat] = with_more(racks.counts[seat], bone, by)
    row = racks.rows[seat]
    at = bisect_left(row, bone)
    racks.rows[seat] = (*row[:at], bone, *row[at:]) if by == 1 else row[:at] + row[at - by :]


def _deal(racks: Racks, dealt: Iterable[tuple[Bone, ...]]) -> None:
    bones = [tuple(sorted(rack)) for rack in dealt]
    racks.counts, racks.rows = [*map(count_kinds, bones)], bones


def _write_session_began(state: State, event: e.SessionBegan) -> None:
    state.house = bind(House, restore(OPTIONS, cast(Options, event.options)))
    state.players = event.players
    state.began_at = event.at
    state.sheet.scores = (0,) * event.players


def _reset_for_hand(state: State, hand: int) -> None:
    state.hand = hand
    state.wall, state.racks, state.calls = Wall(), Racks.begin(state.players), Calls()
    state.first_pretty = FirstPrettyPrize(open=True)
    state.latest = state.sorter = state.result = state.ended = None
    state.discards, state.thrown_out, state.callable = (), EMPTY, ()
    state.own_wall_due = False
    _begin_turn(state, state.eddie or Seat(0))


def _begin_turn(state: State, seat: Seat) -> None:
    state.turn = seat
    state.mumbled = tuple(other for other in state.mumbled if other != seat) if state.mumbled else ()
    state.plucked = state.thrown = state.mended = state.last = False
    state.working = state.do = None
    state.source = ""


def _stop_listening(state: State) -> None:
    """Close the table to calls."""
    calls = state.calls
    calls.window = calls.fourth = calls.suspended_race = calls.yes_closed_at = calls.yes_by = calls.pending = None
    calls.listens_for = "discard"
    state.latest = None


def _write_wall_built(state: State, event: e.WallBuilt) -> None:
    if state.ended is not None:
        state.eddie = state.ended.next_eddie
    _reset_for_hand(state, event.hand)
    state.wall = Wall(event.walls or EVEN_WALLS, event.wall, TAIL, left=len(event.wall))
    state.late_plucker = None
    if state.eddie is None:
        state.phase = Phase.PLUCKING_EDDIE
        state.eddie_draw = EddieDraw.begin(state.players)
    else:
        state.phase = Phase.BREAKING


def _write_shown_for_eddie(state: State, event: e.ShownForEddie) -> None:
    draw, seat, bone, again = state.eddie_draw, event.seat, event.bone, event.again
    draw.shown = replace_at(draw.shown, seat, bone)
    draw.numbers = replace_at(draw.numbers, seat, number(bone) if is_numbered(bone) else 0)
    if again and 0 not in draw.numbers:
        draw.numbers = tuple(0 if other in again else -1 for other in range(state.players))
    draw.plucking = again


def _write_eddie_found(state: State, event: e.EddieFound) -> None:
    state.eddie = state.sheet.first_eddie = event.seat
    state.eddie_draw.plucking = ()
    state.phase = Phase.BREAKING
    _begin_turn(state, event.seat)


def _write_broken(state: State, event: e.Broken) -> None:
    wall, dealt = state.wall, 13 * state.players
    wall.broken_at = event.stack
    wall.line = line_up(wall.line, event.stack)
    wall.gone = (1 << dealt) - 1
    wall.head, wall.left = dealt, PLACES - dealt
    stacks = bytearray(FULL_STACKS)
    for place in list_places_from_break(event.stack)[:dealt]:
        stacks[place // 2] -= 1
    wall.stacks = bytes(stacks)
    wall.boxed = find_box(state)
    _deal(state.racks, event.racks)
    whole_deal = state.house.first_pretty_from == "after_sort"
    for rack in event.racks:
        for bone in rack if whole_deal else rack[:12]:
            if is_pretty(bone):
                state.first_pretty.early |= 1 << bone
    state.own_wall_due = event.own_wall
    state.phase = SORTING
    state.sorter = state.eddie


def _write_first_pretty(state: State, event: e.FirstPretty) -> None:
    state.first_pretty.open, state.first_pretty.seat = False, event.seat


def _set_out(state: State, seat: Seat, bone: Bone, copies: int) -> None:
    calls = state.calls
    _change_count(state, seat, bone, -copies)
    state.racks.owed = replace_at(state.racks.owed, seat, state.racks.owed[seat] + 1)
    if seat == state.turn and state.do == bone:
        state.working = state.do = None
        state.source = ""
        if calls.window is not None and calls.yes_closed_at is None and state.phase is TURN:
            # E8 of the rulings: after a pretty or an All-Of, "Yes!" is too late
            calls.yes_closed_at = calls.window.opened_at


def _write_pretty_set_out(state: State, event: e.PrettySetOut) -> None:
    _set_out(state, event.seat, event.bone, 1)
    state.racks.pretties = replace_at(state.racks.pretties, event.seat, (*state.racks.pretties[event.seat], event.bone))


def _write_all_of_set_out(state: State, event: e.AllOfSetOut) -> None:
    _set_out(state, event.seat, event.bone, 4)
    new_set = TraySet("concealed", event.bone)
    state.racks.sets = replace_at(state.racks.sets, event.seat, (*state.racks.sets[event.seat], new_set))


def _replace_set(state: State, seat: Seat, old: TraySet, new: TraySet) -> None:
    sets = state.racks.sets
    state.racks.sets = replace_at(sets, seat, tuple(new if group == old else group for group in sets[seat]))


def _write_fourth_added(state: State, event: e.FourthAdded) -> None:
    _set_out(state, event.seat, event.bone, 1)
    _replace_set(state, event.seat, TraySet("pair", event.bone), TraySet("added", event.bone))


def _write_mumbled(state: State, event: e.Mumbled) -> None:
    state.mumbled = (*state.mumbled, event.seat)


def _write_sorted(state: State, event: e.Sorted) -> None:
    if event.turn is None:
        state.sorter = find_next_seat(event.seat, state.players)
        return
    state.sorter = None
    state.phase = TURN
    _begin_turn(state, event.turn)


def _write_plucked(state: State, event: e.Plucked) -> None:
    wall = state.wall
    seat, bone, end = event.seat, event.bone, event.end
    place = find_next_place(state, end)
    if place is not None:
        wall.gone |= 1 << place
        wall.left -= 1
        wall.stacks = with_more(wall.stacks, find_stack(wall, place), -1)
        if end == "wall":
            wall.head = place + 1
            wall.last_place = place
    _change_count(state, seat, bone, 1)
    if end == "loose":
        if state.racks.owed[seat]:
            state.racks.owed = replace_at(state.racks.owed, seat, state.racks.owed[seat] - 1)
            state.steady = None
        elif seat == state.turn:
            state.mended = True  # PB-85
    else:
        state.late_plucker = None
    if state.phase is SORTING and is_pretty(bone) and state.house.first_pretty_from == "after_sort":
        state.first_pretty.early |= 1 << bone
    if seat == state.turn and state.phase is not SORTING:
        if end == "wall":
            state.plucked = True
        if state.phase is TURN and not state.thrown:
            state.working = state.do = bone
            state.source = end
            state.last = is_exhausted(state)
    if state.phase is CALLING and is_exhausted(state):
        _limit_last_window(state)


def _limit_last_window(state: State) -> None:
    """Take no more "Yes!", and give a race the time limit of a courtesy window, since no act closes it (PB-49)."""
    state.callable = tuple(entry for entry in state.callable if entry[1] != state.latest)
    window = state.calls.window
    if window is not None and window.closing is RACE:
        length = state.house.courtesy_seconds * 1000
        state.calls.window = window._replace(closing=COURTESY, length_ms=length, act_at=None)


def _write_pluck_returned(state: State, event: e.PluckReturned) -> None:
    wall = state.wall
    bone = wall.line[wall.last_place]
    wall.gone &= ~(1 << wall.last_place)
    wall.left += 1
    wall.head = wall.last_place
    wall.stacks = with_more(wall.stacks, find_stack(wall, wall.last_place), 1)
    _change_count(state, event.seat, bone, -1)


def _listen(state: State, thrower: Seat, at: int) -> None:
    calls, house = state.calls, state.house
    speakers = list_other_seats(thrower, state.players)
    calls.window = Window(house.closing, at, speakers, house.window_ms, house.race_grace_ms)
    calls.yes_closed_at = calls.yes_by = calls.pending = None
    if state.phase is CALLING and is_exhausted(state):
        _limit_last_window(state)


def _write_discarded(state: State, event: e.Discarded) -> None:
    seat, bone = event.seat, event.bone
    _change_count(state, seat, bone, -1)
    state.latest = len(state.discards)
    for other, counts in enumerate(state.racks.counts):
        if counts[bone] > 1 and other != seat:
            state.callable = (*state.callable, (Seat(other), state.latest))
    state.discards = (*state.discards, make_discarded(seat, bone, None))
    state.thrown_out = with_more(state.thrown_out, bone, 1)
    state.turn = seat
    state.late_plucker = None if state.plucked or not state.house.can_miscount else seat
    state.thrown = True
    state.working = state.do = None
    state.source = ""
    state.phase = CALLING
    state.calls.listens_for = "discard"
    _listen(state, seat, event.at)


def _write_listened(state: State, event: e.Listened) -> None:
    calls = state.calls
    keeps_window = event.bone is not None and state.phase is TURN and calls.yes_by is None
    calls.suspended_race = calls.window if keeps_window else None
    calls.listens_for, state.phase = ("discard", CALLING) if event.bone is None else ("fourth", ROBBING)
    _listen(state, event.seat, event.at)
    calls.fourth = event.bone
    if calls.window is not None and event.bone is not None and calls.window.closing is RACE:
        calls.window = calls.window._replace(closing=COURTESY, length_ms=max(state.house.race_grace_ms, 1))


def _write_called(state: State, event: e.Called) -> None:
    calls = state.calls
    if calls.window is not None and calls.window.find_answer(event.seat) != event.said:
        calls.window = calls.window.add_answer(event.seat, event.said, event.at)


def _write_acted(state: State, event: e.Acted) -> None:
    calls = state.calls
    calls.pending = event
    if calls.yes_closed_at is None and (event.what != "wall" or state.house.yes_closes == "next_action"):
        calls.yes_closed_at = event.at
    if calls.window is not None and event.what not in ("wall", "loose"):
        calls.window = calls.window.note_act(event.at)


def _write_settled(state: State, event: e.Settled) -> None:
    state.calls.last_outcomes = event.calls
    if state.calls.window is not None:
        state.calls.window = state.calls.window._replace(answers=())


def _mark_taken(state: State, seat: Seat | None) -> None:
    if state.latest is not None:
        thrown = state.discards[state.latest]
        state.discards = replace_at(state.discards, state.latest, make_discarded(thrown.seat, thrown.bone, seat))


def _write_yes_taken(state: State, event: e.YesTaken) -> None:
    seat, bone, how = event.seat, event.bone, event.how
    window, latest = state.calls.window, state.latest
    _mark_taken(state, seat)
    if how == "added":
        _replace_set(state, seat, TraySet("pair", bone), TraySet("added", bone))
    else:
        _change_count(state, seat, bone, -3 if how == "open" else -2)
        state.racks.sets = replace_at(state.racks.sets, seat, (*state.racks.sets[seat], TraySet(how, bone)))
    if how != "pair":
        state.racks.owed = replace_at(state.racks.owed, seat, state.racks.owed[seat] + 1)
    _begin_turn(state, seat)
    state.plucked = not state.house.can_miscount  # PB-41, PB-84
    if how == "pair":
        state.do, state.source = bone, "discard"
    state.phase = TURN
    _stop_listening(state)
    if window is not None and window.closing is RACE:  # PB-45
        state.calls.window = window._replace(answers=(), act_at=None)
        state.latest = latest
        state.calls.yes_closed_at = window.opened_at
        state.calls.yes_by = seat


def _write_yes_undone(state: State, event: e.YesUndone) -> None:
    seat, bone = event.seat, event.bone
    _mark_taken(state, None)
    taken_set = next(group for group in state.racks.sets[seat] if group.bone == bone)
    if taken_set.how == "added":
        _replace_set(state, seat, taken_set, TraySet("pair", bone))
    else:
        sets = state.racks.sets
        state.racks.sets = replace_at(sets, seat, tuple(group for group in sets[seat] if group != taken_set))
        _change_count(state, seat, bone, taken_set.size - 1)


def _write_robbed(state: State, event: e.Robbed) -> None:
    _replace_set(state, event.seat, TraySet("added", event.bone), TraySet("pair", event.bone))
    state.racks.owed = replace_at(state.racks.owed, event.seat, state.racks.owed[event.seat] - 1)


def _write_turn_came(state: State, event: e.TurnCame) -> None:
    window, latest, closed_at = state.calls.window, state.latest, state.calls.yes_closed_at
    _begin_turn(state, event.seat)
    _stop_listening(state)
    state.phase = TURN
    if window is not None and window.closing is RACE:  # PB-45
        if state.house.yes_closes == "next_action" and closed_at is None:
            closed_at = window.opened_at
        state.calls.window, state.latest, state.calls.yes_closed_at = window, latest, closed_at


def _write_turn_resumed(state: State, event: e.TurnResumed) -> None:
    latest, window = state.latest, state.calls.suspended_race
    _stop_listening(state)
    state.latest = latest if state.thrown or window is not None else None
    state.phase = TURN
    if window is not None:  # PB-45
        state.calls.window, state.calls.yes_closed_at = window, window.opened_at


def _write_tied_up(state: State, event: e.TiedUp) -> None:
    _write_won_or_lost(state, event)
    if event.source == "discard" and sum(state.racks.counts[event.seat]) < len(event.rack):
        _change_count(state, event.seat, event.do, 1)
        if state.calls.listens_for == "discard":
            _mark_taken(state, event.seat)


def _write_won_or_lost(state: State, event: e.TiedUp | e.ShitTiedUp) -> None:
    state.result = event
    state.racks.turned_up = (*state.racks.turned_up, event.seat)


def _write_paid(state: State, event: e.Paid) -> None:
    sheet = state.sheet
    sheet.scores = tuple(map(int.__add__, sheet.scores, event.amounts))
    line = SheetLine(state.hand, event.seat, event.reason, event.rule, event.a_bit, event.amounts)
    sheet.lines = (*sheet.lines, line)
    if event.reason == "own_wall":
        state.own_wall_due = False


def _write_hand_over(state: State, event: e.HandOver) -> None:
    state.phase = Phase.BETWEEN
    state.ended = event
    if event.how == "wash_out" and state.house.show_washout:
        state.racks.turned_up = tuple(Seat(seat) for seat in range(state.players))
    state.sheet.rounds += event.round_complete
    _stop_listening(state)
    state.late_plucker = state.sorter = None


def _write_voted(state: State, event: e.Voted) -> None:
    sheet = state.sheet
    kept, following = (tuple(seat for seat in seats if seat != event.seat) for seats in (sheet.votes, sheet.followers))
    sheet.votes = (*kept, event.seat) if event.wants else kept
    sheet.followers = (*following, event.seat) if event.follows else following
    if len(sheet.votes) == len(sheet.followers):  # nobody asks any more
        sheet.votes = sheet.followers = ()


def _write_ruled_off(state: State, event: e.RuledOff) -> None:
    state.phase = Phase.RULED_OFF


def _write_laid_out(state: State, event: e.LaidOut) -> None:
    state.eddie = event.eddie
    state.sheet.first_eddie = event.eddie if state.sheet.first_eddie is None else state.sheet.first_eddie
    _reset_for_hand(state, event.hand)
    left = len(event.wall)
    stacks = bytes(min(2, max(0, left - 2 * stack)) for stack in range(72))
    state.wall = Wall(line=event.wall, tail=tuple(reversed(range(left))), left=left, broken_at=0, stacks=stacks)
    state.wall.boxed = find_box(state)
    trays = (("pair", event.open), ("concealed", event.concealed), ("open", event.claimed), ("added", event.added))
    sets = (tuple(TraySet(how, bone) for how, tray in trays for bone in tray[seat]) for seat in range(state.players))
    _deal(state.racks, event.racks)
    state.racks.sets, state.racks.pretties, state.racks.owed = tuple(sets), event.pretties, event.owed
    state.first_pretty.open = event.first_pretty
    _begin_turn(state, event.turn)
    state.plucked = event.plucked
    state.phase = TURN


_WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    e.SessionBegan: _write_session_began, e.WallBuilt: _write_wall_built, e.ShownForEddie: _write_shown_for_eddie,
    e.EddieFound: _write_eddie_found, e.Broken: _write_broken, e.FirstPretty: _write_first_pretty,
    e.PrettySetOut: _write_pretty_set_out, e.AllOfSetOut: _write_all_of_set_out, e.FourthAdded: _write_fourth_added,
    e.Sorted: _write_sorted, e.Plucked: _write_plucked, e.PluckReturned: _write_pluck_returned,
    e.Discarded: _write_discarded, e.Listened: _write_listened, e.Called: _write_called, e.Acted: _write_acted,
    e.Settled: _write_settled, e.YesTaken: _write_yes_taken, e.YesUndone: _write_yes_undone, e.Robbed: _write_robbed,
    e.TurnCame: _write_turn_came, e.TurnResumed: _write_turn_resumed, e.TiedUp: _write_tied_up,
    e.ShitTiedUp: _write_won_or_lost, e.Paid: _write_paid, e.HandOver: _write_hand_over, e.Voted: _write_voted,
    e.RuledOff: _write_ruled_off, e.LaidOut: _write_laid_out, e.Mumbled: _write_mumbled,
}  # fmt: skip


def _forget_shared(kind: type, write: Callable[[State, Never], None]) -> Callable[[State, Never], None]:
    """Make a writer that first drops what views share, which an event makes out of date."""
    keeps = kind in (e.Plucked, e.Discarded, e.TurnCame, e.Called)

    def write_afresh(state: State, event: Never) -> None:
        state.shared = None
        if not keeps:
            state.steady = None
        write(state, event)

    return write_afresh


FOLDER: Final[folding.Folder[State, e.Event]] = folding.Folder(
    lambda: State(House()), copy_state, {kind: _forget_shared(kind, write) for kind, write in _WRITERS.items()}
)
Unfolding = folding.Unfolding[State, e.Event]
evolve, fold = FOLDER.evolve, FOLDER.fold
