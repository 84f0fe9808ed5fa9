"""Applies events: the only writer of `State`. It never refuses."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Final, Never, cast

from games.core import folding
from games.core.folding import put
from games.core.options import Options, bind, restore
from games.core.seats import Seat, after, others
from games.core.window import Closing, Window
from games.pieces.bones import KINDS, Bone, is_numbered, is_pretty, number
from games.pussers import events as e
from games.pussers.options import OPTIONS, House
from games.pussers.state import FULL_STACKS, State, copy_state
from games.pussers.view import EMPTY, Call, Discard, Phase, SetOut, SheetLine
from games.pussers.wall import EVEN_WALLS, PLACES, TAIL, box, from_break, is_exhausted, line_up, next_place


def _change(state: State, seat: Seat, bone: Bone, by: int) -> None:
    """Put this many bones of a kind on a rack, or take them off it if `by` is negative."""
    state.racks[seat] = _with_count(state.racks[seat], bone, by)
    row = state.rows[seat]
    at = bisect_left(row, bone)
    state.rows[seat] = row[:at] + (bone,) * by + row[at - min(by, 0) :]


def _with_count(counts: bytes, place: int, by: int) -> bytes:
    changed = bytearray(counts)
    changed[place] += by
    return bytes(changed)


def _counts(bones: Iterable[Bone]) -> bytes:
    counts = bytearray(KINDS)
    for bone in bones:
        counts[bone] += 1
    return bytes(counts)


def _write_session_began(state: State, event: e.SessionBegan) -> None:
    state.house = bind(House, restore(OPTIONS, cast(Options, event.options)))
    state.players = event.players
    state.began_at = event.at
    state.scores = (0,) * event.players


def _clear(state: State, hand: int) -> None:
    state.hand = hand
    state.racks = [EMPTY] * state.players
    state.rows = [()] * state.players
    state.sets = state.pretties = ((),) * state.players
    state.owed = (0,) * state.players
    state.gone = state.boxed = state.head = state.loose = state.place = state.early = 0
    state.broken_at = None
    state.stacks = FULL_STACKS
    state.first_pretty_open = True
    state.first_pretty = state.sorter = None
    state.discards = state.last_calls = ()
    state.thrown_out = EMPTY
    state.result = state.ended = None
    state.turned_up = ()
    state.own_wall_due = False
    _turn(state, state.eddie or Seat(0))
    _deaf(state)


def _turn(state: State, seat: Seat) -> None:
    """Begin a turn."""
    state.turn = seat
    state.mumbled = tuple(other for other in state.mumbled if other != seat) if state.mumbled else ()
    state.plucked = state.thrown = state.mended = state.last = False
    state.working = state.do = None
    state.source = ""


def _deaf(state: State) -> None:
    """Close the table to calls."""
    state.window = state.latest = state.yes_act = state.yes_by = state.pending = state.fourth = None
    state.heard = "discard"


def _write_wall_built(state: State, event: e.WallBuilt) -> None:
    if state.ended is not None:
        state.eddie = state.ended.next_eddie
    _clear(state, event.hand)
    state.line, state.tail, state.left = event.wall, TAIL, len(event.wall)
    state.walls = event.walls or EVEN_WALLS
    state.late = None
    if state.eddie is None:
        state.phase = Phase.PLUCKING_EDDIE
        state.shown = (None,) * state.players
        state.numbers = (0,) * state.players
        state.again = tuple(Seat(seat) for seat in range(state.players))
    else:
        state.phase = Phase.BREAKING


def _write_shown_for_eddie(state: State, event: e.ShownForEddie) -> None:
    seat, bone, again = event.seat, event.bone, event.again
    state.shown = put(state.shown, seat, bone)
    state.numbers = put(state.numbers, seat, number(bone) if is_numbered(bone) else 0)
    if again and 0 not in state.numbers:
        state.numbers = tuple(0 if other in again else -1 for other in range(state.players))
    state.again = again


def _write_eddie_found(state: State, event: e.EddieFound) -> None:
    state.eddie = state.first_eddie = event.seat
    state.again = ()
    state.phase = Phase.BREAKING
    _turn(state, event.seat)


def _write_broken(state: State, event: e.Broken) -> None:
    dealt = 13 * state.players
    state.broken_at = event.stack
    state.line = line_up(state.line, event.stack)
    state.gone = (1 << dealt) - 1
    state.head, state.left = dealt, PLACES - dealt
    stacks = bytearray(FULL_STACKS)
    for place in from_break(event.stack)[:dealt]:
        stacks[place // 2] -= 1
    state.stacks = bytes(stacks)
    state.boxed = box(state)
    state.racks = [*map(_counts, event.racks)]
    state.rows = [tuple(sorted(rack)) for rack in event.racks]
    singles = state.house.first_pretty_from == "after_sort"
    for rack in event.racks:
        for bone in rack if singles else rack[:12]:
            if is_pretty(bone):
                state.early |= 1 << bone
    state.own_wall_due = event.own_wall
    state.phase = Phase.SORTING
    state.sorter = state.eddie


def _write_first_pretty(state: State, event: e.FirstPretty) -> None:
    state.first_pretty_open = False
    state.first_pretty = event.seat


def _set_out(state: State, seat: Seat, bone: Bone, copies: int) -> None:
    _change(state, seat, bone, -copies)
    state.owed = put(state.owed, seat, state.owed[seat] + 1)
    if seat == state.turn and state.do == bone:
        state.working = state.do = None
        state.source = ""
        if state.window is not None and state.yes_act is None and state.phase == Phase.TURN:
            state.yes_act = state.window.opened_at  # E8 of the rulings: after a pretty or an All-Of, "Yes!" is too late


def _write_pretty_set_out(state: State, event: e.PrettySetOut) -> None:
    _set_out(state, event.seat, event.bone, 1)
    state.pretties = put(state.pretties, event.seat, (*state.pretties[event.seat], event.bone))


def _write_all_of_set_out(state: State, event: e.AllOfSetOut) -> None:
    _set_out(state, event.seat, event.bone, 4)
    made = SetOut("concealed", event.bone)
    state.sets = put(state.sets, event.seat, (*state.sets[event.seat], made))


def _swap(state: State, seat: Seat, old: SetOut, new: SetOut) -> None:
    state.sets = put(state.sets, seat, tuple(new if group == old else group for group in state.sets[seat]))


def _write_fourth_added(state: State, event: e.FourthAdded) -> None:
    _set_out(state, event.seat, event.bone, 1)
    _swap(state, event.seat, SetOut("pair", event.bone), SetOut("added", event.bone))


def _write_mumbled(state: State, event: e.Mumbled) -> None:
    state.mumbled = (*state.mumbled, event.seat)


def _write_sorted(state: State, event: e.Sorted) -> None:
    if event.turn is None:
        state.sorter = after(event.seat, state.players)
        return
    state.sorter = None
    state.phase = Phase.TURN
    _turn(state, event.turn)


def _write_plucked(state: State, event: e.Plucked) -> None:
    seat, bone, end = event.seat, event.bone, event.end
    place = next_place(state, end)
    if place is not None:
        state.gone |= 1 << place
        state.left -= 1
        stack = ((state.broken_at or 0) * 2 + place) % PLACES // 2
        state.stacks = _with_count(state.stacks, stack, -1)
        if end == "wall":
            state.head = place + 1
            state.place = place
    _change(state, seat, bone, 1)
    if end == "loose":
        if state.owed[seat]:
            state.owed = put(state.owed, seat, state.owed[seat] - 1)
        elif seat == state.turn:
            state.mended = True  # PB-85
    if is_pretty(bone) and state.phase == Phase.SORTING and state.house.first_pretty_from == "after_sort":
        state.early |= 1 << bone
    if seat == state.turn and state.phase != Phase.SORTING:
        if end == "wall":
            state.plucked = True
            state.late = None
        if state.phase == Phase.TURN and not state.thrown:
            state.working = state.do = bone
            state.source = end
            state.last = is_exhausted(state)
    elif end == "wall":
        state.late = None
    if state.phase == Phase.CALLING and is_exhausted(state):
        _last_chance(state)


def _last_chance(state: State) -> None:
    """Once the wall is empty, no act can close a race: give it the time limit of a courtesy window (PB-49)."""
    window = state.window
    if window is not None and window.closing is Closing.RACE:
        length = state.house.courtesy_seconds * 1000
        state.window = window._replace(closing=Closing.COURTESY, length_ms=length, act_at=None)


def _write_pluck_returned(state: State, event: e.PluckReturned) -> None:
    bone = state.line[state.place]
    state.gone &= ~(1 << state.place)
    state.left += 1
    state.head = state.place
    stack = ((state.broken_at or 0) * 2 + state.place) % PLACES // 2
    state.stacks = _with_count(state.stacks, stack, 1)
    _change(state, event.seat, bone, -1)


def _listen(state: State, thrower: Seat, at: int) -> None:
    house = state.house
    speakers = others(thrower, state.players)
    state.window = Window(house.closing, at, speakers, house.window_ms, house.race_grace_ms)
    state.yes_act = state.yes_by = state.pending = None


def _write_discarded(state: State, event: e.Discarded) -> None:
    seat, bone = event.seat, event.bone
    _change(state, seat, bone, -1)
    state.latest = len(state.discards)
    state.discards = (*state.discards, Discard(seat, bone, None))
    state.thrown_out = _with_count(state.thrown_out, bone, 1)
    state.turn = seat
    state.late = None if state.plucked or not state.house.can_miscount else seat
    state.thrown = True
    state.working = state.do = None
    state.source = ""
    state.phase = Phase.CALLING
    state.heard = "discard"
    _listen(state, seat, event.at)
    if is_exhausted(state):
        _last_chance(state)


def _write_listened(state: State, event: e.Listened) -> None:
    kept = event.bone is not None and state.phase == Phase.TURN and state.yes_by is None
    state.before = state.window if kept else None
    _listen(state, event.seat, event.at)
    state.fourth = event.bone
    state.heard = "discard" if event.bone is None else "fourth"
    state.phase = Phase.CALLING if event.bone is None else Phase.ROBBING
    if state.window is not None and event.bone is not None and state.window.closing is Closing.RACE:
        grace = max(state.house.race_grace_ms, 1)
        state.window = state.window._replace(closing=Closing.COURTESY, length_ms=grace)


def _write_called(state: State, event: e.Called) -> None:
    if state.window is not None and state.window.find_answer(event.seat) != event.said:
        state.window = state.window.add_answer(event.seat, event.said, event.at)


def _write_acted(state: State, event: e.Acted) -> None:
    state.pending = event
    if state.yes_act is None and (event.what != "wall" or state.house.yes_closes == "next_action"):
        state.yes_act = event.at
    if state.window is not None and event.what not in ("wall", "loose"):
        state.window = state.window.note_act(event.at)


def _write_settled(state: State, event: e.Settled) -> None:
    state.last_calls = tuple(Call(call.seat, call.said, call.came_to, call.after_ms) for call in event.calls)
    if state.window is not None:
        state.window = state.window._replace(answers=())


def _take(state: State, seat: Seat | None) -> None:
    if state.latest is not None:
        thrown = state.discards[state.latest]
        state.discards = put(state.discards, state.latest, Discard(thrown.seat, thrown.bone, seat))


def _write_yes_taken(state: State, event: e.YesTaken) -> None:
    seat, bone, how = event.seat, event.bone, event.how
    window = state.window
    latest = state.latest
    _take(state, seat)
    if how == "added":
        _swap(state, seat, SetOut("pair", bone), SetOut("added", bone))
    else:
        _change(state, seat, bone, -3 if how == "open" else -2)
        state.sets = put(state.sets, seat, (*state.sets[seat], SetOut(how, bone)))
    if how != "pair":
        state.owed = put(state.owed, seat, state.owed[seat] + 1)
    _turn(state, seat)
    state.plucked = not state.house.can_miscount  # PB-41, PB-84
    if how == "pair":
        state.do, state.source = bone, "discard"
    state.phase = Phase.TURN
    _deaf(state)
    if window is not None and window.closing is Closing.RACE:  # PB-45
        state.window = window._replace(answers=(), act_at=None)
        state.latest = latest
        state.yes_act = window.opened_at
        state.yes_by = seat


def _write_yes_undone(state: State, event: e.YesUndone) -> None:
    seat, bone = event.seat, event.bone
    _take(state, None)
    made = next(group for group in state.sets[seat] if group.bone == bone)
    if made.how == "added":
        _swap(state, seat, made, SetOut("pair", bone))
    else:
        state.sets = put(state.sets, seat, tuple(group for group in state.sets[seat] if group != made))
        _change(state, seat, bone, made.size - 1)


def _write_robbed(state: State, event: e.Robbed) -> None:
    _swap(state, event.seat, SetOut("added", event.bone), SetOut("pair", event.bone))
    state.owed = put(state.owed, event.seat, state.owed[event.seat] - 1)


def _write_turn_came(state: State, event: e.TurnCame) -> None:
    window, latest, yes_act = state.window, state.latest, state.yes_act
    _turn(state, event.seat)
    _deaf(state)
    state.phase = Phase.TURN
    if window is not None and window.closing is Closing.RACE:  # PB-45
        if state.house.yes_closes == "next_action" and yes_act is None:
            yes_act = window.opened_at
        state.window, state.latest, state.yes_act = window, latest, yes_act


def _write_turn_resumed(state: State, event: e.TurnResumed) -> None:
    latest, window = state.latest, state.before
    _deaf(state)
    state.latest = latest if state.thrown or window is not None else None
    state.phase = Phase.TURN
    if window is not None:  # PB-45
        state.window, state.yes_act = window, window.opened_at


def _write_tied_up(state: State, event: e.TiedUp) -> None:
    _write_won_or_lost(state, event)
    if event.source == "discard" and sum(state.racks[event.seat]) < len(event.rack):
        _change(state, event.seat, event.do, 1)
        if state.heard == "discard":
            _take(state, event.seat)


def _write_won_or_lost(state: State, event: e.TiedUp | e.ShitTiedUp) -> None:
    state.result = event
    state.turned_up = (*state.turned_up, event.seat)


def _write_paid(state: State, event: e.Paid) -> None:
    state.scores = tuple(map(int.__add__, state.scores, event.amounts))
    line = SheetLine(state.hand, event.seat, event.reason, event.rule, event.a_bit, event.amounts)
    state.sheet = (*state.sheet, line)
    if event.reason == "own_wall":
        state.own_wall_due = False


def _write_hand_over(state: State, event: e.HandOver) -> None:
    state.phase = Phase.BETWEEN
    state.ended = event
    if event.how == "wash_out" and state.house.show_washout:
        state.turned_up = tuple(Seat(seat) for seat in range(state.players))
    state.rounds += event.round_complete
    _deaf(state)
    state.late = state.sorter = None


def _write_voted(state: State, event: e.Voted) -> None:
    kept, following = (tuple(seat for seat in some if seat != event.seat) for some in (state.votes, state.followers))
    state.votes = (*kept, event.seat) if event.wants else kept
    state.followers = (*following, event.seat) if event.follows else following
    if len(state.votes) == len(state.followers):  # nobody asks any more
        state.votes = state.followers = ()


def _write_ruled_off(state: State, event: e.RuledOff) -> None:
    state.phase = Phase.RULED_OFF


def _write_laid_out(state: State, event: e.LaidOut) -> None:
    state.eddie = event.eddie
    state.first_eddie = event.eddie if state.first_eddie is None else state.first_eddie
    _clear(state, event.hand)
    state.line = event.wall
    state.left = len(event.wall)
    state.tail = tuple(reversed(range(len(event.wall))))
    state.boxed = box(state)
    state.stacks = bytes(min(2, max(0, state.left - 2 * stack)) for stack in range(72))
    state.broken_at = 0
    state.racks = [*map(_counts, event.racks)]
    state.rows = [tuple(sorted(rack)) for rack in event.racks]
    state.pretties = event.pretties
    state.owed = event.owed
    state.sets = tuple(
        tuple(
            SetOut(how, bone)
            for how, trays in (
                ("pair", event.open),
                ("concealed", event.concealed),
                ("open", event.claimed),
                ("added", event.added),
            )
            for bone in trays[seat]
        )
        for seat in range(state.players)
    )
    state.first_pretty_open = event.first_pretty
    _turn(state, event.turn)
    state.plucked = event.plucked
    state.phase = Phase.TURN


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

FOLDER: Final[folding.Folder[State, e.Event]] = folding.Folder(lambda: State(House()), copy_state, _WRITERS)
Unfolding = folding.Unfolding[State, e.Event]
apply, evolve, fold = FOLDER.apply, FOLDER.evolve, FOLDER.fold
