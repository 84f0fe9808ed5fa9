"""From a table to what one seat of it may see: the only way out for hidden bones."""

from dataclasses import dataclass, replace

from games.core.seats import Seat
from games.core.window import Closing
from games.pieces.bones import Bone
from games.pussers.aftermath import bones_of
from games.pussers.calls import deadline
from games.pussers.events import TiedUp
from games.pussers.scoring import receipt
from games.pussers.state import Table
from games.pussers.turn import listening_race, may_start
from games.pussers.view import Chair, Ending, SetOut, View
from games.pussers.wall import clean_breaks, exhausted, has_bone

_FACE_DOWN = SetOut("concealed", None)


@dataclass(frozen=True, slots=True)
class _Moment:
    """What is the same for everybody who looks at one table at one moment."""

    table: Table | None
    chairs: tuple[Chair, ...] = ()
    to_act: tuple[Seat, ...] = ()
    deadline: int | None = None
    ending: Ending | None = None


_latest = _Moment(None)
"""The moment that was looked at last: its other seats are asked for next."""


def _moment(table: Table) -> _Moment:
    global _latest
    found = _latest
    if found.table is not table:
        chairs = tuple(_chair(table, Seat(each)) for each in range(table.players))
        found = _latest = _Moment(table, chairs, to_act(table), deadline(table), _ending(table))
    return found


def view(table: Table, seat: Seat | None) -> View:
    """The table as `seat`, or the crowd, may see it."""
    house = table.house
    phase = table.phase
    moment = _moment(table)
    mine = phase == "turn" and seat == table.turn
    starts = seat is not None and may_start(table, seat)
    pending = table.pending is not None
    calling = table.window is not None and not (phase == "turn" and table.window.closing is not Closing.RACE)
    return View(
        seat=seat,
        players=table.players,
        phase=phase,
        hand=table.hand,
        round=table.rounds + 1,
        to_act=moment.to_act,
        deadline=moment.deadline,
        scores=table.scores,
        over=phase == "ruled_off",
        chairs=_chairs_for(table, moment.chairs, seat),
        eddie=table.eddie,
        turn=table.turn if phase in ("turn", "calling", "robbing") else None,
        rack=() if seat is None else _rack(table, seat),
        working=table.working if mine else None,
        wall=table.stacks,
        left=table.left,
        broken_at=table.broken_at,
        breaks=clean_breaks(table.players, house) if phase == "breaking" else (),
        discards=table.discards,
        latest=table.latest if calling and table.heard == "discard" else None,
        answered=None if table.window is None or seat is None else table.window.said_by(seat),
        last_calls=table.last_calls,
        shown_for_eddie=table.shown,
        rule_off_votes=table.votes,
        sheet=table.sheet,
        ending=moment.ending,
        may_pluck=seat is not None and not pending and may_pluck(table, seat),
        may_discard_first=house.discard_first == "allowed"
        and not pending
        and (starts or (mine and not table.plucked and not exhausted(table))),
        call_mode=house.call_mode,
        faithful=house.faithful,
        talk=house.talk,
        nicknames=house.nicknames,
        house=house,
        source=table.source if mine else "",
        do=table.do if mine else None,
        last=mine and table.last,
        yes_open=_yes_open(table),
        fourth=table.fourth,
        again=table.again,
        sorter=table.sorter,
        waiting=pending,
        plucked=table.plucked,
    )


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
    house, owed = table.house, bool(table.owed[seat])
    if table.phase == "plucking_eddie":
        return seat in table.again
    loose = has_bone(table, "loose")
    if table.phase == "sorting":
        return owed and loose
    race = listening_race(table)
    if table.phase not in ("turn", "calling", "robbing") or (table.phase != "turn" and not race):
        return False
    wall = has_bone(table, "wall")
    if (house.miscounts and seat == table.late) or may_start(table, seat):
        return wall
    if table.phase == "turn" and seat == table.turn:
        if not table.plucked:
            return wall
        required = house.loose_after_discard == "required" and not house.forgetting
        return loose and (not required if owed else house.miscounts and not table.mended)
    return owed and house.forgetting and loose


def _yes_open(table: Table) -> bool:
    return table.heard == "discard" and table.yes_act is None and table.yes_by is None and not exhausted(table)


def _chairs_for(table: Table, chairs: tuple[Chair, ...], viewer: Seat | None) -> tuple[Chair, ...]:
    """The chairs as everybody sees them, with the viewer's own face-down sets turned up."""
    if viewer is None or _FACE_DOWN not in chairs[viewer].sets:
        return chairs
    return (*chairs[:viewer], replace(chairs[viewer], sets=table.sets[viewer]), *chairs[viewer + 1 :])


def _chair(table: Table, seat: Seat) -> Chair:
    sets = tuple(_FACE_DOWN if each.how == "concealed" else each for each in table.sets[seat])
    standing = sum(table.racks[seat])
    if table.house.miscounts and table.broken_at is not None:  # PB-84
        standing = 13 - 3 * len(sets) + (table.phase == "turn" and seat == table.turn and table.do is not None)
    return Chair(seat, table.breeze(seat), standing, sets, table.pretties[seat], table.owed[seat], table.scores[seat])


def _rack(table: Table, seat: Seat) -> tuple[Bone, ...]:
    rack = bones_of(table.racks[seat])
    if table.phase == "turn" and seat == table.turn and table.working is not None:
        at = rack.index(table.working)
        return rack[:at] + rack[at + 1 :]
    return rack


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
