"""An event to a table: the only writer of `Table`. Applies and never refuses."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, cast

from games.core.options import Options, restored
from games.core.seats import Seat, after, others
from games.core.window import Closing, Window
from games.pieces.bones import KINDS, Bone, is_numbered, is_pretty, number
from games.pussers import events as e
from games.pussers.options import DEFAULT_HOUSE, OPTIONS, House
from games.pussers.state import FULL_STACKS, Table
from games.pussers.view import EMPTY, Call, Discard, SetOut, SheetLine
from games.pussers.wall import PLACES, TAIL, box, exhausted, from_break, next_place


def fold(events: Iterable[e.Event]) -> Table:
    """The table after all events of a session."""
    table = Table(DEFAULT_HOUSE)
    for happened in events:
        apply(table, happened)
    return table


def evolve(table: Table, *events: e.Event) -> Table:
    """The table after these events; the one handed in stays as it was."""
    table = table.copy()
    for happened in events:
        apply(table, happened)
    return table


def apply(table: Table, happened: e.Event) -> None:
    """Writes one event on a table that nobody else holds."""
    table.steps += 1
    _APPLY[type(happened)](table, happened)


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def _change(table: Table, seat: Seat, bone: Bone, by: int) -> None:
    table.racks = _with(table.racks, seat, _counted(table.racks[seat], bone, by))


def _counted(counts: bytes, place: int, by: int) -> bytes:
    changed = bytearray(counts)
    changed[place] += by
    return bytes(changed)


def _counts(bones: Sequence[Bone]) -> bytes:
    return bytes(map(bones.count, range(KINDS)))


def _session_began(table: Table, happened: e.SessionBegan) -> None:
    table.house = House.of(restored(OPTIONS, cast(Options, happened.options)))
    table.players = happened.players
    table.began_at = happened.at
    table.scores = (0,) * happened.players


def _cleared(table: Table, hand: int) -> None:
    nothing: tuple[Any, ...] = ((),) * table.players
    table.hand = hand
    table.racks = (EMPTY,) * table.players
    table.sets = table.pretties = nothing
    table.owed = (0,) * table.players
    table.gone = table.boxed = table.head = table.loose = table.place = table.early = 0
    table.broken_at = None
    table.stacks = FULL_STACKS
    table.first_pretty_open = True
    table.first_pretty = table.sorter = None
    table.discards = table.last_calls = ()
    table.thrown_out = EMPTY
    table.result = table.ended = None
    table.turned_up = ()
    table.own_wall_due = False
    _turn(table, table.eddie or Seat(0))
    _deaf(table)


def _turn(table: Table, seat: Seat) -> None:
    """A turn begins."""
    table.turn = seat
    table.plucked = table.thrown = table.mended = table.last = False
    table.working = table.do = None
    table.source = ""


def _deaf(table: Table) -> None:
    """Nothing can be called any more."""
    table.window = table.latest = table.yes_act = table.yes_by = table.pending = table.fourth = None
    table.heard = "discard"


def _wall_built(table: Table, happened: e.WallBuilt) -> None:
    if table.ended is not None:
        table.eddie = table.ended.next_eddie
    _cleared(table, happened.hand)
    table.line, table.tail, table.left = happened.wall, TAIL, len(happened.wall)
    table.late = None
    if table.eddie is None:
        table.phase = "plucking_eddie"
        table.shown = (None,) * table.players
        table.numbers = (0,) * table.players
        table.again = tuple(Seat(seat) for seat in range(table.players))
    else:
        table.phase = "breaking"


def _shown_for_eddie(table: Table, happened: e.ShownForEddie) -> None:
    seat, bone, again = happened.seat, happened.bone, happened.again
    table.shown = _with(table.shown, seat, bone)
    table.numbers = _with(table.numbers, seat, number(bone) if is_numbered(bone) else 0)
    if again and 0 not in table.numbers:
        table.numbers = tuple(0 if each in again else -1 for each in range(table.players))
    table.again = again


def _eddie_found(table: Table, happened: e.EddieFound) -> None:
    table.eddie = table.first_eddie = happened.seat
    table.again = ()
    table.phase = "breaking"
    _turn(table, happened.seat)


def _broken(table: Table, happened: e.Broken) -> None:
    dealt = 13 * table.players
    table.broken_at = happened.stack
    table.line = tuple(table.line[place] for place in from_break(happened.stack))
    table.gone = (1 << dealt) - 1
    table.head, table.left = dealt, PLACES - dealt
    stacks = bytearray(FULL_STACKS)
    for place in from_break(happened.stack)[:dealt]:
        stacks[place // 2] -= 1
    table.stacks = bytes(stacks)
    table.boxed = box(table)
    table.racks = tuple(_counts(rack) for rack in happened.racks)
    singles = table.house.first_pretty_from == "after_sort"
    for rack in happened.racks:
        for bone in rack if singles else rack[:12]:
            if is_pretty(bone):
                table.early |= 1 << bone
    table.own_wall_due = happened.own_wall
    table.phase = "sorting"
    table.sorter = table.eddie


def _first_pretty(table: Table, happened: e.FirstPretty) -> None:
    table.first_pretty_open = False
    table.first_pretty = happened.seat


def _set_out(table: Table, seat: Seat, bone: Bone, copies: int) -> None:
    _change(table, seat, bone, -copies)
    table.owed = _with(table.owed, seat, table.owed[seat] + 1)
    if seat == table.turn and table.do == bone:
        table.working = table.do = None
        table.source = ""
        if table.window is not None and table.yes_act is None and table.phase == "turn":
            table.yes_act = table.window.opened_at  # E8 of the rulings: too late once it was a pretty or an All-Of


def _pretty_set_out(table: Table, happened: e.PrettySetOut) -> None:
    _set_out(table, happened.seat, happened.bone, 1)
    table.pretties = _with(table.pretties, happened.seat, (*table.pretties[happened.seat], happened.bone))


def _all_of_set_out(table: Table, happened: e.AllOfSetOut) -> None:
    _set_out(table, happened.seat, happened.bone, 4)
    made = SetOut("concealed", happened.bone)
    table.sets = _with(table.sets, happened.seat, (*table.sets[happened.seat], made))


def _swap(table: Table, seat: Seat, old: SetOut, new: SetOut) -> None:
    table.sets = _with(table.sets, seat, tuple(new if each == old else each for each in table.sets[seat]))


def _fourth_added(table: Table, happened: e.FourthAdded) -> None:
    _set_out(table, happened.seat, happened.bone, 1)
    _swap(table, happened.seat, SetOut("pair", happened.bone), SetOut("added", happened.bone))


def _sorted(table: Table, happened: e.Sorted) -> None:
    if happened.turn is None:
        table.sorter = after(happened.seat, table.players)
        return
    table.sorter = None
    table.phase = "turn"
    _turn(table, happened.turn)


def _plucked(table: Table, happened: e.Plucked) -> None:
    seat, bone, end = happened.seat, happened.bone, happened.end
    place = next_place(table, end)
    if place is not None:
        table.gone |= 1 << place
        table.left -= 1
        stack = ((table.broken_at or 0) * 2 + place) % PLACES // 2
        table.stacks = _counted(table.stacks, stack, -1)
        if end == "wall":
            table.head = place + 1
            table.place = place
    _change(table, seat, bone, 1)
    if end == "loose":
        if table.owed[seat]:
            table.owed = _with(table.owed, seat, table.owed[seat] - 1)
        elif seat == table.turn:
            table.mended = True  # PB-85
    if is_pretty(bone) and table.phase == "sorting" and table.house.first_pretty_from == "after_sort":
        table.early |= 1 << bone
    if seat == table.turn and table.phase != "sorting":
        if end == "wall":
            table.plucked = True
            table.late = None
        if table.phase == "turn" and not table.thrown:
            table.working = table.do = bone
            table.source = end
            table.last = exhausted(table)
    elif end == "wall":
        table.late = None
    if table.phase == "calling" and exhausted(table):
        _last_chance(table)


def _last_chance(table: Table) -> None:
    """PB-49: with no bone left nobody acts any more, so a race listens as long as a courtesy window does."""
    window = table.window
    if window is not None and window.closing is Closing.RACE:
        length = table.house.courtesy_seconds * 1000
        table.window = window._replace(closing=Closing.COURTESY, length_ms=length, act_at=None)


def _pluck_returned(table: Table, happened: e.PluckReturned) -> None:
    bone = table.line[table.place]
    table.gone &= ~(1 << table.place)
    table.left += 1
    table.head = table.place
    stack = ((table.broken_at or 0) * 2 + table.place) % PLACES // 2
    table.stacks = _counted(table.stacks, stack, 1)
    _change(table, happened.seat, bone, -1)


def _listen(table: Table, thrower: Seat, at: int) -> None:
    house = table.house
    speakers = others(thrower, table.players)
    table.window = Window(house.closing, at, speakers, house.window_ms, house.race_grace_ms)
    table.yes_act = table.yes_by = table.pending = None


def _discarded(table: Table, happened: e.Discarded) -> None:
    seat, bone = happened.seat, happened.bone
    _change(table, seat, bone, -1)
    table.latest = len(table.discards)
    table.discards = (*table.discards, Discard(seat, bone, None))
    table.thrown_out = _counted(table.thrown_out, bone, 1)
    table.turn = seat
    table.late = None if table.plucked or not table.house.miscounts else seat
    table.thrown = True
    table.working = table.do = None
    table.source = ""
    table.phase = "calling"
    table.heard = "discard"
    _listen(table, seat, happened.at)
    if exhausted(table):
        _last_chance(table)


def _listened(table: Table, happened: e.Listened) -> None:
    kept = happened.bone is not None and table.phase == "turn" and table.yes_by is None
    table.before = table.window if kept else None
    _listen(table, happened.seat, happened.at)
    table.fourth = happened.bone
    table.heard = "discard" if happened.bone is None else "fourth"
    table.phase = "calling" if happened.bone is None else "robbing"
    if table.window is not None and happened.bone is not None and table.window.closing is Closing.RACE:
        grace = max(table.house.race_grace_ms, 1)
        table.window = table.window._replace(closing=Closing.COURTESY, length_ms=grace)


def _called(table: Table, happened: e.Called) -> None:
    if table.window is not None and table.window.said_by(happened.seat) != happened.said:
        table.window = table.window.answered(happened.seat, happened.said, happened.at)


def _acted(table: Table, happened: e.Acted) -> None:
    table.pending = happened
    if table.yes_act is None and (happened.what != "wall" or table.house.yes_closes == "next_action"):
        table.yes_act = happened.at
    if table.window is not None and happened.what not in ("wall", "loose"):
        table.window = table.window.acted(happened.at)


def _settled(table: Table, happened: e.Settled) -> None:
    table.last_calls = tuple(Call(each.seat, each.said, each.came_to, each.after_ms) for each in happened.calls)
    if table.window is not None:
        table.window = table.window._replace(answers=())


def _taken_by(table: Table, seat: Seat | None) -> None:
    if table.latest is not None:
        thrown = table.discards[table.latest]
        table.discards = _with(table.discards, table.latest, Discard(thrown.seat, thrown.bone, seat))


def _yes_taken(table: Table, happened: e.YesTaken) -> None:
    seat, bone, how = happened.seat, happened.bone, happened.how
    window = table.window
    latest = table.latest
    _taken_by(table, seat)
    if how == "added":
        _swap(table, seat, SetOut("pair", bone), SetOut("added", bone))
    else:
        _change(table, seat, bone, -3 if how == "open" else -2)
        table.sets = _with(table.sets, seat, (*table.sets[seat], SetOut(how, bone)))
    if how != "pair":
        table.owed = _with(table.owed, seat, table.owed[seat] + 1)
    _turn(table, seat)
    table.plucked = not table.house.miscounts  # PB-41, PB-84
    if how == "pair":
        table.do, table.source = bone, "discard"
    table.phase = "turn"
    _deaf(table)
    if window is not None and window.closing is Closing.RACE:  # PB-45
        table.window = window._replace(answers=(), act_at=None)
        table.latest = latest
        table.yes_act = window.opened_at
        table.yes_by = seat


def _yes_undone(table: Table, happened: e.YesUndone) -> None:
    seat, bone = happened.seat, happened.bone
    _taken_by(table, None)
    made = next(each for each in table.sets[seat] if each.bone == bone)
    if made.how == "added":
        _swap(table, seat, made, SetOut("pair", bone))
    else:
        table.sets = _with(table.sets, seat, tuple(each for each in table.sets[seat] if each != made))
        _change(table, seat, bone, made.size - 1)


def _robbed(table: Table, happened: e.Robbed) -> None:
    _swap(table, happened.seat, SetOut("added", happened.bone), SetOut("pair", happened.bone))
    table.owed = _with(table.owed, happened.seat, table.owed[happened.seat] - 1)


def _turn_came(table: Table, happened: e.TurnCame) -> None:
    window, latest, yes_act = table.window, table.latest, table.yes_act
    _turn(table, happened.seat)
    _deaf(table)
    table.phase = "turn"
    if window is not None and window.closing is Closing.RACE:  # PB-45
        if table.house.yes_closes == "next_action" and yes_act is None:
            yes_act = window.opened_at
        table.window, table.latest, table.yes_act = window, latest, yes_act


def _turn_resumed(table: Table, happened: e.TurnResumed) -> None:
    latest, window = table.latest, table.before
    _deaf(table)
    table.latest = latest if table.thrown or window is not None else None
    table.phase = "turn"
    if window is not None:  # PB-45
        table.window, table.yes_act = window, window.opened_at


def _tied_up(table: Table, happened: e.TiedUp) -> None:
    _won_or_lost(table, happened)
    if happened.source == "discard" and sum(table.racks[happened.seat]) < len(happened.rack):
        _change(table, happened.seat, happened.do, 1)
        if table.heard == "discard":
            _taken_by(table, happened.seat)


def _won_or_lost(table: Table, happened: e.TiedUp | e.ShitTiedUp) -> None:
    table.result = happened
    table.turned_up = (*table.turned_up, happened.seat)


def _paid(table: Table, happened: e.Paid) -> None:
    table.scores = tuple(map(int.__add__, table.scores, happened.amounts))
    line = SheetLine(table.hand, happened.seat, happened.reason, happened.rule, happened.a_bit, happened.amounts)
    table.sheet = (*table.sheet, line)
    if happened.reason == "own_wall":
        table.own_wall_due = False


def _hand_over(table: Table, happened: e.HandOver) -> None:
    table.phase = "between"
    table.ended = happened
    table.rounds += happened.round_complete
    _deaf(table)
    table.late = table.sorter = None


def _voted(table: Table, happened: e.Voted) -> None:
    kept = tuple(seat for seat in table.votes if seat != happened.seat)
    table.votes = (*kept, happened.seat) if happened.wants else kept


def _ruled_off(table: Table, happened: e.RuledOff) -> None:
    table.phase = "ruled_off"


def _laid_out(table: Table, happened: e.LaidOut) -> None:
    table.eddie = happened.eddie
    table.first_eddie = happened.eddie if table.first_eddie is None else table.first_eddie
    _cleared(table, happened.hand)
    table.line = happened.wall
    table.left = len(happened.wall)
    table.tail = tuple(reversed(range(len(happened.wall))))
    table.boxed = box(table)
    table.stacks = bytes(min(2, max(0, table.left - 2 * stack)) for stack in range(72))
    table.broken_at = 0
    table.racks = tuple(_counts(rack) for rack in happened.racks)
    table.pretties = happened.pretties
    table.owed = happened.owed
    table.sets = tuple(
        tuple(
            SetOut(how, bone)
            for how, trays in (
                ("pair", happened.open),
                ("concealed", happened.concealed),
                ("open", happened.claimed),
                ("added", happened.added),
            )
            for bone in trays[seat]
        )
        for seat in range(table.players)
    )
    table.first_pretty_open = happened.first_pretty
    _turn(table, happened.turn)
    table.plucked = happened.plucked
    table.phase = "turn"


_APPLY: Final[dict[type, Callable[[Table, Any], None]]] = {
    e.SessionBegan: _session_began, e.WallBuilt: _wall_built, e.ShownForEddie: _shown_for_eddie,
    e.EddieFound: _eddie_found, e.Broken: _broken, e.FirstPretty: _first_pretty, e.PrettySetOut: _pretty_set_out,
    e.AllOfSetOut: _all_of_set_out, e.FourthAdded: _fourth_added, e.Sorted: _sorted, e.Plucked: _plucked,
    e.PluckReturned: _pluck_returned, e.Discarded: _discarded, e.Listened: _listened, e.Called: _called,
    e.Acted: _acted, e.Settled: _settled, e.YesTaken: _yes_taken, e.YesUndone: _yes_undone, e.Robbed: _robbed,
    e.TurnCame: _turn_came, e.TurnResumed: _turn_resumed, e.TiedUp: _tied_up, e.ShitTiedUp: _won_or_lost,
    e.Paid: _paid, e.HandOver: _hand_over, e.Voted: _voted, e.RuledOff: _ruled_off, e.LaidOut: _laid_out,
}  # fmt: skip
