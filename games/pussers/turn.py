"""A turn: working bone, replacements, discard, the end of the wall (PB-25 to PB-34, PB-49)."""

from games.core.chance import Chance
from games.core.refused import Refused
from games.core.seats import Seat, after
from games.core.window import Closing
from games.pieces.bones import KINDS, Bone, code, is_pretty
from games.pussers.aftermath import hand_over
from games.pussers.draft import Draft
from games.pussers.events import Acted, AllOfSetOut, Discarded, FourthAdded, Listened, Plucked, TurnCame
from games.pussers.moves import Discard, Pluck
from games.pussers.opening import set_out_pretty
from games.pussers.state import Table
from games.pussers.view import SetOut
from games.pussers.wall import exhausted, has_bone, next_place


def listening_race(table: Table) -> bool:
    """Whether calls of a race can still come in (PB-45)."""
    return table.window is not None and table.window.closing is Closing.RACE


def may_start(table: Table, seat: Seat) -> bool:
    """Whether a seat may begin its turn while a race listens: the breeze on the discarder's left (PB-45)."""
    return table.phase == "calling" and listening_race(table) and seat == after(table.thrower, table.players)


def pluck(draft: Draft, seat: Seat, move: Pluck, at: int, chance: Chance) -> None:
    """A working bone (PB-26, PB-84) or a bone off the Loose (PB-28, PB-83, PB-85)."""
    table = draft.table
    if table.pending is not None and table.pending.seat == seat:
        raise Refused("PB-47", "wait")
    if move.end not in ("", "wall", "loose"):
        raise Refused("PB-26", "no_such_end")
    if table.phase in ("calling", "robbing") and not listening_race(table):
        raise Refused("PB-47", "window_open")
    starts = may_start(table, seat)
    mine = starts or (table.phase == "turn" and seat == table.turn)
    later = table.house.loose_after_discard == "required" and not table.house.forgetting
    owed = bool(table.owed[seat]) and not (later and not table.plucked)
    end = move.end or ("loose" if owed and ((mine and not starts) or table.house.forgetting) else "wall")
    if mine and not move.end and not owed and table.plucked and not starts:
        end = "loose"
    if end == "wall":
        _check_wall(table, seat, mine, starts)
    else:
        _check_loose(table, seat, mine and not starts)
    if not has_bone(table, end):
        raise Refused("PB-49", "wall_empty")
    if starts and end == "wall":
        if table.house.race_grace_ms:
            draft.add(Acted(seat, "wall", None, at))
            return
        draft.add(TurnCame(seat))
    after_discard = end == "wall" and seat == table.late
    take(draft, seat, end, at)
    if after_discard and not table.house.forgetting:
        _replaced(draft, seat, at)
    wall_end(draft, seat, at)


def _replaced(draft: Draft, seat: Seat, at: int) -> None:
    """What a seat is owed comes at once when its discard has fallen (PB-28)."""
    table = draft.table
    while table.owed[seat] and not exhausted(table) and table.phase != "robbing":
        take(draft, seat, "loose", at)


def _check_wall(table: Table, seat: Seat, mine: bool, starts: bool) -> None:
    if starts or (table.house.miscounts and seat == table.late):  # PB-84
        return
    if not mine:
        raise Refused("PB-33", "not_your_turn", seat=table.turn)
    if table.plucked:
        raise Refused("PB-26", "plucked_already")


def _check_loose(table: Table, seat: Seat, mine: bool) -> None:
    house = table.house
    if table.owed[seat]:
        if house.forgetting:  # PB-83
            return
        if mine and house.loose_after_discard == "required" and any(table.racks[seat]):
            raise Refused("PB-28", "discard_first")
        if mine:
            return
    if mine and house.miscounts and not table.mended:  # PB-85
        return
    raise Refused("PB-28", "not_owed")


def take(draft: Draft, seat: Seat, end: str, at: int) -> None:
    """A bone from one end of the wall, with what the bot sets out for it (PB-29 to PB-32)."""
    table = draft.table
    place = next_place(table, end)
    if place is None:
        return
    bone = table.line[place]
    draft.add(Plucked(seat, bone, end))
    if table.house.forgetting:
        return
    if is_pretty(bone):
        set_out_pretty(draft, seat, bone)
    elif table.house.all_of_mandatory:
        if table.racks[seat][bone] == 4:
            draft.add(AllOfSetOut(seat, bone))
        elif SetOut("pair", bone) in table.sets[seat]:
            draft.add(FourthAdded(seat, bone))
            may_be_robbed(draft, seat, bone, at)


def may_be_robbed(draft: Draft, seat: Seat, bone: Bone, at: int) -> None:
    """The table listens whether anybody ties up on the fourth (PB-48, `rob_all_of`)."""
    house = draft.table.house
    instant = house.call_mode == "race" and not house.race_grace_ms
    if house.rob_all_of and not instant and seat == draft.table.turn and not exhausted(draft.table):
        draft.add(Listened(seat, bone, at))


def wall_end(draft: Draft, seat: Seat, at: int) -> None:
    """PB-49: the last bone has left the wall. Whoever plucked it may tie up on it with fourteen."""
    table = draft.table
    house = table.house
    if table.phase != "turn" or not exhausted(table):
        return
    if seat == table.turn:
        counted = not house.forgetting and not house.miscounts
        fourteen = not table.owed[seat] and sum(table.racks[seat]) + 3 * len(table.sets[seat]) == 14
        if house.last_bone_discard or fourteen or not counted:
            return
    let_it_end(draft, seat, at)


def let_it_end(draft: Draft, seat: Seat, at: int) -> None:
    """The hand ends without a winner; in a race, once calls on their way have had their time (PB-47, PB-49)."""
    table = draft.table
    if listening_race(table) and table.house.race_grace_ms and table.pending is None:
        draft.add(Acted(seat, "pass", None, at))
    else:
        hand_over(draft, "wash_out", None, at)


def discard(draft: Draft, seat: Seat, move: Discard, at: int, chance: Chance) -> None:
    """A bone is thrown out; what is still due to the thrower comes in the same move (PB-27, PB-28, PB-33)."""
    table = draft.table
    starts = may_start(table, seat)
    if not starts and (table.phase != "turn" or seat != table.turn):
        raise Refused("PB-47" if seat == table.turn else "PB-33", "not_your_turn", seat=table.turn)
    if table.pending is not None:
        raise Refused("PB-47", "wait")
    _check_discard(table, seat, move.bone, starts)
    if listening_race(table) and table.house.race_grace_ms:
        draft.add(Acted(seat, "discard", move.bone, at))
    else:
        throw(draft, seat, move.bone, at)


def _check_discard(table: Table, seat: Seat, bone: object, starts: bool) -> None:
    house = table.house
    if type(bone) is not int or not 0 <= bone < KINDS or not table.racks[seat][bone]:
        raise Refused("PB-33", "not_in_rack", bone=code(Bone(bone)) if type(bone) is int and 0 <= bone < KINDS else "?")
    if is_pretty(Bone(bone)):
        raise Refused("PB-21", "pretty", bone=code(Bone(bone)))
    if table.phase == "turn" and exhausted(table) and not house.last_bone_discard:
        raise Refused("PB-49", "no_discard")
    plucked = table.plucked and not starts
    if not plucked and house.discard_first == "not_allowed" and not house.miscounts:
        raise Refused("PB-27", "pluck_first")
    waits = house.loose_after_discard == "not_allowed" and not house.forgetting
    if table.owed[seat] and waits and not exhausted(table):
        raise Refused("PB-28", "loose_first")


def throw(draft: Draft, seat: Seat, bone: Bone, at: int) -> None:
    """The discard falls."""
    if draft.table.phase == "calling":
        draft.add(TurnCame(seat))
    draft.add(Discarded(seat, bone, at))
    finish_throw(draft, at)


def finish_throw(draft: Draft, at: int) -> None:
    """The bones that the thrower is still to have come at once (PB-27, PB-28)."""
    table = draft.table
    seat, house = table.turn, table.house
    if not table.plucked and not house.miscounts and not exhausted(table):
        take(draft, seat, "wall", at)
    if not house.forgetting:
        _replaced(draft, seat, at)
    if table.phase == "turn":
        draft.add(Listened(seat, None, at))
