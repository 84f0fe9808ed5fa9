"""Laying, drawing, passing; going out, a dead layout, a round of passes (LB-14, LB-20 to LB-27)."""

from collections.abc import Sequence

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.calls import called
from games.lombardy.ending import end_of_play
from games.lombardy.events import Called, Drew, Event, Laid, Passed
from games.lombardy.evolve import evolve
from games.lombardy.moves import Draw, Knock, Play
from games.lombardy.state import Table
from games.pieces.dominoes import Domino, code, is_double
from games.pieces.line import ENDS

_ALL_BONES = (1 << 28) - 1


def _in_turn(table: Table, seat: Seat) -> None:
    if table.phase != "play":
        raise Refused("LB-20", "no_play")
    if seat != table.turn:
        raise Refused("LB-20", "not_your_turn", seat=table.turn)
    if table.waiting_from is not None:
        raise Refused("LB-81", "wait", seat=table.last)


def judge_play(table: Table, seat: Seat, move: Play, at: int, now: int) -> Sequence[Event]:
    """Lays a bone (LB-24, LB-11, LB-12, LB-14), with the score if one was called in the same breath (LB-30)."""
    _in_turn(table, seat)
    bone, line = move.bone, table.line
    if not 0 <= bone < 28 or not table.holdings[seat] >> bone & 1:
        raise Refused("LB-24", "not_held", bone=code(bone) if 0 <= bone < 28 else "?")
    if move.end and move.end not in line.ends():
        raise Refused("LB-11", "closed_end" if move.end in ENDS else "no_such_end", end=move.end)
    fitting = line.fits(bone)
    if not fitting or (move.end and move.end not in fitting):
        raise Refused("LB-12", "does_not_fit", bone=code(bone), end=move.end)
    end = move.end or _only_end(table, bone, fitting)
    above = is_double(bone) and table.spinner is not None and bone > table.spinner
    offence = above and (not table.house.drawn_innocent or bool(table.dealt[seat] >> bone & 1))  # LB-41
    laid = Laid(seat, bone, end, at, above, offence)
    table = evolve(table, laid)
    events: list[Event] = [laid]
    if move.call is not None and not table.house.automatic and move.call > 0:
        call = called(table, seat, move.call)
        events.append(call)
        table = evolve(table, call)
    return (*events, *after_bone(table, now))


def _only_end(table: Table, bone: Domino, fitting: list[str]) -> str:
    """The end that a bone named alone goes to (LB-14)."""
    bare = [end for end in fitting if not table.line.arms[ENDS.index(end)]]
    if len(fitting) == 1 or (len(bare) == len(fitting) == 2 and fitting in (["A", "B"], ["C", "D"])):
        return fitting[0]
    raise Refused("LB-14", "which_end", bone=code(bone), ends=tuple(fitting))


def after_bone(table: Table, now: int) -> Sequence[Event]:
    """What a bone that has just gone down brings by itself: an automatic score (LB-91), and the end of play."""
    last = table.last
    assert last is not None
    events: list[Event] = []
    if table.house.automatic and table.total and table.total % 5 == 0:
        events.append(Called(last, table.total, True, table.total, True))
        table = evolve(table, *events)
    if not table.holdings[last]:
        return (*events, *end_of_play(table, "out", now))  # LB-25
    if not _ALL_BONES & ~table.line.on_table & table.line.wanted:
        return (*events, *end_of_play(table, "dead", now))  # LB-26
    return events


def _could_play(table: Table, seat: Seat) -> bool:
    return bool(table.holdings[seat] & table.line.wanted)


def judge_draw(table: Table, seat: Seat, move: Draw, at: int, now: int) -> Sequence[Event]:
    """Draws one bone off the top (LB-22)."""
    _in_turn(table, seat)
    if table.drew:
        raise Refused("LB-22", "drawn_already")
    if not table.drawable:
        raise Refused("LB-22", "nothing_to_draw")
    if table.house.must_play and _could_play(table, seat):
        raise Refused("LB-21", "can_play")
    return (Drew(seat, table.boneyard[0]),)


def judge_knock(table: Table, seat: Seat, move: Knock, at: int, now: int) -> Sequence[Event]:
    """Passes (LB-23); a whole round of dry passes ends the hand (LB-27)."""
    _in_turn(table, seat)
    may_draw = not table.drew and table.drawable > 0
    if table.house.must_play and (_could_play(table, seat) or may_draw):
        raise Refused("LB-21", "can_play" if _could_play(table, seat) else "draw_first")
    if table.house.must_draw and may_draw:
        raise Refused("LB-23", "draw_first")
    passed = Passed(seat, dry=table.drawable == 0)
    table = evolve(table, passed)
    if table.house.all_pass_ends and table.dry_row >= table.players:
        return (passed, *end_of_play(table, "all_pass", now))
    return (passed,)
