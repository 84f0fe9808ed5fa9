"""Setting out by hand, where the bot does not do it (PB-32, PB-80 to PB-86)."""

from collections.abc import Sequence

from games.core.chance import Chance
from games.core.refused import Refused
from games.core.seats import Seat, order_from
from games.pieces.bones import KINDS, Bone, code, is_pretty
from games.pussers.draft import Draft
from games.pussers.events import AllOfSetOut, FourthAdded, Plucked
from games.pussers.moves import Pluck, SetOut
from games.pussers.opening import set_out_pretty, sort
from games.pussers.state import Table
from games.pussers.turn import may_be_robbed
from games.pussers.view import SetOut as Set
from games.pussers.wall import next_place


def to_set_out(rack: bytes, sets: Sequence[Set]) -> tuple[Bone, ...]:
    """The pretties and All-Ofs in a rack, and the fourths of its Open pairs (PB-21, PB-30, PB-31)."""
    pairs = {each.bone for each in sets if each.how == "pair"}
    return tuple(
        Bone(kind)
        for kind in (*range(34, KINDS), *range(34))
        if rack[kind] and (kind >= 34 or rack[kind] == 4 or kind in pairs)
    )


def set_out(draft: Draft, seat: Seat, move: SetOut, at: int, chance: Chance) -> None:
    """A seat sets out a pretty or an All-Of itself (PB-83; `all_of_mandatory`)."""
    table = draft.table
    house = table.house
    if not house.sorts_by_hand:
        raise Refused("PB-32", "bot_does_it")
    if table.pending is not None and table.pending.seat == seat:
        raise Refused("PB-47", "wait")
    if table.phase == "sorting" and not _may_sort(table, seat):
        raise Refused("PB-20", "not_yet", seat=table.sorter)
    mine = table.phase == "sorting" or (table.phase == "turn" and seat == table.turn)
    if not house.forgetting and not mine:
        raise Refused("PB-32", "not_your_turn")
    there = to_set_out(table.racks[seat], table.sets[seat])
    bone = move.bone
    if bone is None:
        if not there:
            raise Refused("PB-83", "nothing")
        bone = there[0]
    if type(bone) is not int or bone not in there:
        raise Refused("PB-83", "not_there", bone=code(bone) if type(bone) is int and 0 <= bone < KINDS else "?")
    if is_pretty(bone):
        set_out_pretty(draft, seat, bone)
    elif table.racks[seat][bone] == 4:
        draft.add(AllOfSetOut(seat, bone))
    else:
        draft.add(FourthAdded(seat, bone))
        if table.phase == "turn":
            may_be_robbed(draft, seat, bone, at)
    if table.phase == "sorting":
        _replace(draft, seat)


def _may_sort(table: Table, seat: Seat) -> bool:
    """A seat sorts in its turn; what it finds later it may set out at any time (PB-20, PB-83)."""
    order = order_from(table.eddie or Seat(0), table.players)
    return table.sorter is not None and order.index(seat) <= order.index(table.sorter)


def _replace(draft: Draft, seat: Seat) -> None:
    """While a guarded table sorts, the bones off the Loose come by themselves."""
    table = draft.table
    if table.house.forgetting:
        return
    while table.owed[seat] and (place := next_place(table, "loose")) is not None:
        draft.add(Plucked(seat, table.line[place], "loose"))
    sort(draft, seat)


def pluck_while_sorting(draft: Draft, seat: Seat, move: Pluck, at: int, chance: Chance) -> None:
    """A bone off the Loose for what one has set out by hand (PB-20, PB-83)."""
    table = draft.table
    if not table.owed[seat] or move.end not in ("", "loose"):
        raise Refused("PB-28", "not_owed")
    place = next_place(table, "loose")
    if place is None:
        raise Refused("PB-49", "wall_empty")
    draft.add(Plucked(seat, table.line[place], "loose"))
