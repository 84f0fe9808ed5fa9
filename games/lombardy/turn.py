"""Laying, drawing, passing; going out, a dead layout, a round of passes (LB-14, LB-20 to LB-27)."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.calls import called, is_a_score
from games.lombardy.ending import end_of_play
from games.lombardy.events import Called, Drew, Event, Laid, Passed
from games.lombardy.evolve import evolve
from games.lombardy.moves import Draw, Knock, Play
from games.lombardy.state import Table
from games.pieces.dominoes import DOUBLE_MASK, Domino, code, in_holding, told
from games.pieces.line import ENDS, Line

_ALL_BONES = (1 << 28) - 1
_laid: Final = lru_cache(4096)(Laid)
"""Whoever tries hands out does so at one moment; the same bones go down again and again."""
_written: Final = cache(Called)


def _in_turn(table: Table, seat: Seat, at: int) -> None:
    if table.phase != "play":
        raise Refused("LB-20", "no_play")
    if seat != table.turn:
        raise Refused("LB-20", "not_your_turn", seat=table.turn)
    waits = table.waiting_from
    if waits is not None:
        wait = table.house.wait_ms
        if not wait or at < waits + wait:
            raise Refused("LB-81", "wait", seat=table.last)


def judge_play(table: Table, seat: Seat, move: Play, at: int, now: int) -> Sequence[Event]:
    """Lays a bone (LB-24, LB-11, LB-12, LB-14), with the score if one was called in the same breath (LB-30)."""
    if table.phase != "play" or seat != table.turn or table.waiting_from is not None:
        _in_turn(table, seat, at)
    bone, end, line, house = move.bone, move.end, table.line, table.house
    held = table.holdings[seat]
    if not in_holding(held, bone):
        raise Refused("LB-24", "not_held", bone=told(bone))
    after = line.after(bone, end)
    if after is None:
        fitting = line.fits(bone)
        if end and end not in line.ends():
            raise Refused("LB-11", "closed_end" if end in ENDS else "no_such_end", end=end)
        if not fitting or end:
            raise Refused("LB-12", "does_not_fit", bone=code(bone), end=end)
        end = _only_end(line, bone, fitting)
        after = line.laid(bone, end)
    if move.call is not None:
        if house.automatic:
            raise Refused("LB-91", "scores_automatic")
        if not is_a_score(move.call):
            raise Refused("LB-34", "nought")
    above = DOUBLE_MASK >> bone & 1 == 1 and bone > (line.first or 0)
    offence = above and (not house.drawn_innocent or table.dealt[seat] >> bone & 1 == 1)  # LB-41
    return bone_down(
        table, [_laid(seat, bone, end, at, above, offence)], seat, after, held & ~(1 << bone), move.call, now
    )


def _only_end(line: Line, bone: Domino, fitting: list[str]) -> str:
    """The end that a bone named alone goes to (LB-14)."""
    if len(fitting) == 1 or (fitting in (["A", "B"], ["C", "D"]) and all(map(line.is_bare, fitting))):
        return fitting[0]
    raise Refused("LB-14", "which_end", bone=code(bone), ends=tuple(fitting))


def bone_down(
    table: Table, events: list[Event], seat: Seat, line: Line, held: int, call: int | None, now: int
) -> Sequence[Event]:
    """The events up to a bone that goes down, and what it brings: its score if that was called with it (LB-30) or is
    automatic (LB-91), and the end of play if it is the last (LB-25) or nothing fits any more (LB-26). The bone makes
    this line of it and leaves its player these."""
    house = table.house
    if house.automatic or call is not None:
        total = line.total(True) if house.bare_ends_count else line.covered
        if call is not None:
            events.append(called(table, seat, call, total))
        elif total and total % 5 == 0:
            events.append(_written(seat, total, True, total, True))
    if not held:
        how = "out"
    elif not _ALL_BONES & ~line.on_table & line.wanted:
        how = "dead"
    else:
        return events
    return (*events, *end_of_play(evolve(table, *events), how, now))


def could_play(table: Table, seat: Seat) -> bool:
    """Whether the seat holds a bone that fits."""
    return bool(table.holdings[seat] & table.line.wanted)


def may_draw(table: Table) -> bool:
    """Whether the player in turn can draw still (LB-22)."""
    return not table.drew and table.drawable > 0


def judge_draw(table: Table, seat: Seat, move: Draw, at: int, now: int) -> Sequence[Event]:
    """Draws one bone off the top (LB-22)."""
    _in_turn(table, seat, at)
    if not may_draw(table):
        raise Refused("LB-22", "drawn_already" if table.drew else "nothing_to_draw")
    if table.house.must_play and could_play(table, seat):
        raise Refused("LB-21", "can_play")
    return (Drew(seat, table.boneyard[0]),)


def judge_knock(table: Table, seat: Seat, move: Knock, at: int, now: int) -> Sequence[Event]:
    """Passes (LB-23); a whole round of dry passes ends the hand (LB-27)."""
    _in_turn(table, seat, at)
    house = table.house
    if house.must_play and (could_play(table, seat) or may_draw(table)):
        raise Refused("LB-21", "can_play" if could_play(table, seat) else "draw_first")
    if house.must_draw and may_draw(table):
        raise Refused("LB-23", "draw_first")
    passed = Passed(seat, dry=table.drawable == 0)
    if passed.dry and house.all_pass_ends and table.dry_row + 1 >= table.players:
        return (passed, *end_of_play(evolve(table, passed), "all_pass", now))
    return (passed,)
