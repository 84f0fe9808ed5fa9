"""From a table to what one seat of it may see: the only way out for hidden bones."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.core.seats import FIRST, Seat, after, order_from
from games.core.window import Closing
from games.pussers.aftermath import bones_of
from games.pussers.calls import public_deadline
from games.pussers.events import TiedUp
from games.pussers.scoring import receipt
from games.pussers.state import Table
from games.pussers.turn import listening_race, may_start
from games.pussers.view import Chair, Ending, SetOut, View
from games.pussers.wall import clean_breaks, exhausted, has_bone

_FACE_DOWN: Final = SetOut("concealed", None)
_IN_PLAY: Final = ("turn", "calling", "robbing")


class _Moment:
    """What is the same for everybody who looks at one table at one moment; asked for once, shared by its views.

    `known` are chairs by seat and count, good for as long as `traits` stay as they are. `movers` are the seats besides
    whose turn it is that may be allowed to pluck.
    """

    __slots__ = ("chairs", "crowd", "known", "movers", "public", "starter", "steps", "table", "traits")

    def __init__(self, table: Table, before: "_Moment | None") -> None:
        self.table, self.steps = table, table.steps
        self.traits = table.sets, table.pretties, table.owed, table.scores, table.eddie, table.turned_up, table.house
        race = listening_race(table)
        self.starter = after(table.thrower, table.players) if race and table.phase == "calling" else None
        self.movers = _movers(table, self.starter)
        same = before is not None and before.traits == self.traits
        self.known: dict[tuple[int, int], Chair] = before.known if before is not None and same else {}
        self.chairs = _chairs(table, self.known)
        self.public = _public(table, self.chairs, race)
        self.crowd: View | None = None


_latest: _Moment | None = None
"""The moment that was looked at last: its other seats are asked for next, and most of the next moment is like it."""


def view(table: Table, seat: Seat | None) -> View:
    """The table as `seat`, or the crowd, may see it."""
    global _latest
    moment = _latest
    if moment is None or moment.table is not table or moment.steps != table.steps:
        moment = _latest = _Moment(table, moment)
    if seat is None:
        if moment.crowd is None:
            moment.crowd = _made(moment.public)
        return moment.crowd
    own = moment.public.copy()
    counts = table.racks[seat]
    rack = bones_of(counts)
    own["seat"] = seat
    own["counts"] = counts
    window = table.window
    if mine := seat == table.turn and table.phase == "turn":
        if (working := table.working) is not None:
            at = rack.index(working)
            rack = rack[:at] + rack[at + 1 :]
            own["working"] = working
        own["source"] = table.source
        own["do"] = table.do
        if table.last:
            own["last"] = True
    own["rack"] = rack
    if moment.chairs[seat].sets is not table.sets[seat]:
        own["chairs"] = _opened(moment.chairs, table, seat)
    if window is not None and window.answers:
        own["answered"] = window.said_by(seat)
    if table.pending is None and (mine or seat in moment.movers):
        own["may_pluck"] = may_pluck(table, seat)
        if table.house.discard_first == "allowed":  # PB-27
            own["may_discard_first"] = seat == moment.starter or (mine and not table.plucked and not exhausted(table))
    return _made(own)


def _movers(table: Table, starter: Seat | None) -> Sequence[Seat]:
    house = table.house
    if house.forgetting or house.miscounts or table.phase in ("plucking_eddie", "sorting"):
        return order_from(FIRST, table.players)
    return () if starter is None else (starter,)


def _made(fields: dict[str, Any]) -> View:
    """A view of these fields. (The constructor of a frozen record sets them one by one, which takes ten times as
    long, and a view is made for everybody at every step.)"""
    made: View = _new(View)
    _set(made, "__dict__", fields)
    return made


_new: Final = object.__new__
_set: Final = object.__setattr__


def _public(table: Table, chairs: tuple[Chair, ...], race: bool) -> dict[str, Any]:
    """The fields of the crowd's view that are not as `View` has them of itself."""
    house, phase, window = table.house, table.phase, table.window
    calling = window is not None and (race or phase != "turn")
    found = {
        "seat": None,
        "players": table.players,
        "phase": phase,
        "hand": table.hand,
        "round": table.rounds + 1,
        "to_act": to_act(table),
        "deadline": public_deadline(table),
        "scores": table.scores,
        "over": phase == "ruled_off",
        "chairs": chairs,
        "eddie": table.eddie,
        "turn": table.turn if phase in _IN_PLAY else None,
        "rack": (),
        "working": None,
        "wall": table.stacks,
        "left": table.left,
        "broken_at": table.broken_at,
        "breaks": clean_breaks(table.players, house) if phase == "breaking" else (),
        "discards": table.discards,
        "latest": table.latest if calling and table.heard == "discard" else None,
        "answered": None,
        "last_calls": table.last_calls,
        "shown_for_eddie": table.shown,
        "rule_off_votes": table.votes,
        "sheet": table.sheet,
        "ending": None if table.ended is None else _ending(table),
        "may_pluck": False,
        "may_discard_first": False,
        "call_mode": house.call_mode,
        "faithful": house.faithful,
        "talk": house.talk,
        "nicknames": house.nicknames,
        "house": house,
        "yes_open": _yes_open(table),
        "plucked": table.plucked,
        "thrown_out": table.thrown_out,
    }
    if table.pending is not None:
        found["waiting"] = True
    if phase == "robbing":
        found["fourth"] = table.fourth
    elif phase == "sorting":
        found["sorter"] = table.sorter
    elif phase == "plucking_eddie":
        found["again"] = table.again
    return found


def to_act(table: Table) -> tuple[Seat, ...]:
    """Whom the table publicly waits for; during a window everybody who may speak, whoever has spoken (PB-47)."""
    window = table.window
    if table.phase == "plucking_eddie":
        return table.again
    if table.phase == "breaking" and table.eddie is not None:
        return (table.eddie,)
    if table.phase == "sorting" and table.sorter is not None:
        return (table.sorter,)
    if table.phase == "turn":
        return (table.turn,)
    if table.phase in ("calling", "robbing") and window is not None:
        return window.speakers[:1] if window.closing is Closing.RACE else window.speakers
    return ()


def may_pluck(table: Table, seat: Seat) -> bool:
    """Whether "pluck" is open to a seat now (PB-7, PB-26, PB-28, PB-83 to PB-85)."""
    house, phase, owed = table.house, table.phase, bool(table.owed[seat])
    if phase == "plucking_eddie":
        return seat in table.again
    if phase == "sorting":
        return owed and has_bone(table, "loose")
    if phase != "turn" and not (phase in _IN_PLAY and listening_race(table)):
        return False
    if (house.miscounts and seat == table.late) or may_start(table, seat):
        return has_bone(table, "wall")
    if phase == "turn" and seat == table.turn:
        if not table.plucked:
            return has_bone(table, "wall")
        required = house.loose_after_discard == "required" and not house.forgetting and any(table.racks[seat])
        return (not required if owed else house.miscounts and not table.mended) and has_bone(table, "loose")
    return owed and house.forgetting and has_bone(table, "loose")


def _yes_open(table: Table) -> bool:
    return table.heard == "discard" and table.yes_act is None and table.yes_by is None and not exhausted(table)


def _chairs(table: Table, known: dict[tuple[int, int], Chair]) -> tuple[Chair, ...]:
    """The chairs as everybody sees them; `known` by seat and count while nothing else about them changes."""
    chairs = []
    for seat, rack in enumerate(table.racks):
        standing = _due(table, Seat(seat)) if table.house.miscounts and table.broken_at is not None else sum(rack)
        chair = known.get((seat, standing))
        if chair is None:
            chair = known[seat, standing] = _chair(table, Seat(seat), standing)
        chairs.append(chair)
    return tuple(chairs)


def _chair(table: Table, seat: Seat, standing: int) -> Chair:
    shown = table.sets[seat]
    if seat not in table.turned_up and any(each.how == "concealed" for each in shown):  # PB-22, PB-70
        shown = tuple([_FACE_DOWN if each.how == "concealed" else each for each in shown])
    return Chair(seat, table.breeze(seat), standing, shown, table.pretties[seat], table.owed[seat], table.scores[seat])


def _due(table: Table, seat: Seat) -> int:
    """How many bones ought to stand on a rack; where it may hold more or fewer, nobody is told (PB-84)."""
    return 13 - 3 * len(table.sets[seat]) + (table.phase == "turn" and seat == table.turn and table.do is not None)


def _opened(chairs: tuple[Chair, ...], table: Table, viewer: Seat) -> tuple[Chair, ...]:
    """The chairs with the viewer's own face-down sets turned up."""
    return (*chairs[:viewer], replace(chairs[viewer], sets=table.sets[viewer]), *chairs[viewer + 1 :])


def _ending(table: Table) -> Ending | None:
    ended, result = table.ended, table.result
    if ended is None:
        return None
    if result is None or ended.how == "wash_out":
        return Ending(ended.how, None, "", None, False, (), ended.losers, None, ended.next_eddie)
    kind = result.kind if isinstance(result, TiedUp) else result.reason
    plucked = result.source in ("wall", "loose")
    return Ending(
        ended.how, result.seat, kind, result.do, plucked, result.rack, ended.losers, receipt(result), ended.next_eddie
    )
