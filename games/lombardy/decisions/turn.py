"""Laying, drawing, passing; going out, a dead layout, a round of passes (LB-14, LB-20 to LB-27)."""

from functools import cache, lru_cache
from typing import Final

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.decisions.calls import judge_call
from games.lombardy.decisions.ending import end_play
from games.lombardy.events import Called, Drew, Laid, Passed
from games.lombardy.evolve import Unfolding
from games.lombardy.moves import Draw, Knock, Play
from games.lombardy.state import State
from games.lombardy.view import PLAY
from games.pieces.dominoes import DOUBLE_MASK, Domino, code, code_or_unknown
from games.pieces.line import ENDS, Line

_make_laid: Final = lru_cache(4096)(Laid)
"""`Laid` with a cache, since robots and searches try the same bones at the same moment again and again."""
_make_written_score: Final = cache(Called)
"""`Called` with a cache, for the few different scores that the bot writes by itself (LB-91)."""
_make_passed: Final = cache(Passed)


def _check_turn(state: State, seat: Seat, said_at: int) -> None:
    if state.phase is not PLAY:
        raise Refused("LB-20", "no_play")
    if seat != state.turn:
        raise Refused("LB-20", "not_your_turn", seat=state.turn)
    waiting_from = state.waiting_from
    if waiting_from is not None:
        wait_ms = state.house.wait_ms
        if not wait_ms or said_at < waiting_from + wait_ms:
            raise Refused("LB-81", "wait", seat=state.last)


def judge_play(unfolding: Unfolding, seat: Seat, move: Play, said_at: int) -> None:
    """Lay a bone (LB-24, LB-11, LB-12, LB-14), with its score if one was called together with it (LB-30)."""
    state = unfolding.state
    if state.phase is not PLAY or seat != state.turn or state.waiting_from is not None:
        _check_turn(state, seat, said_at)
    bone, end, line, house = move.bone, move.end, state.line, state.house
    if bone < 0 or not state.holdings[seat] >> bone & 1:
        raise Refused("LB-24", "not_held", bone=code_or_unknown(bone))
    if not line.takes(bone, end):
        fitting = line.list_fitting_ends(bone)
        if end and end not in line.ends:
            raise Refused("LB-11", "closed_end" if end in ENDS else "no_such_end", end=end)
        if not fitting or end:
            raise Refused("LB-12", "does_not_fit", bone=code(bone), end=end)
        end = _find_only_end(line, bone, fitting)
    if move.call is not None:
        if house.automatic:
            raise Refused("LB-91", "scores_automatic")
        if move.call < 1:
            raise Refused("LB-34", "nought")
    above = bone > (line.first or 0) and DOUBLE_MASK >> bone & 1 == 1
    offence = above and (not house.drawn_innocent or state.dealt[seat] >> bone & 1 == 1)  # LB-41
    unfolding.add(_make_laid(seat, bone, end, said_at, above, offence))
    finish_bone(unfolding, seat, move.call)


def _find_only_end(line: Line, bone: Domino, fitting: list[str]) -> str:
    """The end for a bone that was named without an end (LB-14). Raises Refused if the bone fits ends that differ."""
    if len(fitting) == 1 or (fitting in (["A", "B"], ["C", "D"]) and all(map(line.is_bare, fitting))):
        return fitting[0]
    raise Refused("LB-14", "which_end", bone=code(bone), ends=tuple(fitting))


def finish_bone(unfolding: Unfolding, seat: Seat, call: int | None) -> None:
    """Write the score of a bone that has just been laid, and end play if that bone ends it.

    The score counts if it was called with the bone (LB-30) or scores are automatic (LB-91). Play ends if the bone was
    the player's last (LB-25) or if nothing fits any more (LB-26).
    """
    state = unfolding.state
    total = state.total
    if call is not None:
        unfolding.add(judge_call(state, seat, call, total))
    elif state.house.automatic and total and total % 5 == 0:
        unfolding.add(_make_written_score(seat, total, True, total, True))
    if not state.holdings[seat]:
        end_play(unfolding, "out")
    elif not state.line.wanted & ~state.line.on_table:
        end_play(unfolding, "dead")


def can_play(state: State, seat: Seat) -> bool:
    """True if the seat holds a bone that fits."""
    return bool(state.holdings[seat] & state.line.wanted)


def may_draw(state: State) -> bool:
    """True if the player to act can still draw (LB-22)."""
    return not state.drew and state.drawable > 0


def judge_draw(unfolding: Unfolding, seat: Seat, move: Draw, said_at: int) -> None:
    """Draw the top bone of the boneyard (LB-22)."""
    state = unfolding.state
    _check_turn(state, seat, said_at)
    if not may_draw(state):
        raise Refused("LB-22", "drawn_already" if state.drew else "nothing_to_draw")
    if state.house.pass_when_able == "forbidden" and can_play(state, seat):
        raise Refused("LB-21", "can_play")
    unfolding.add(Drew(seat, state.boneyard[0]))


def judge_knock(unfolding: Unfolding, seat: Seat, move: Knock, said_at: int) -> None:
    """Pass (LB-23). A whole round of dry passes ends the hand if the house says so, or if the boneyard may hold all
    bones that fit (LB-27)."""
    state = unfolding.state
    _check_turn(state, seat, said_at)
    house = state.house
    if house.pass_when_able == "forbidden" and (can_play(state, seat) or may_draw(state)):
        raise Refused("LB-21", "can_play" if can_play(state, seat) else "draw_first")
    if house.pass_before_draw == "forbidden" and may_draw(state):
        raise Refused("LB-23", "draw_first")
    unfolding.add(_make_passed(seat, state.drawable == 0))
    if state.dry_row >= state.players and (house.all_pass == "ends_hand" or _all_may_be_kept(state)):
        end_play(unfolding, "all_pass")


def _all_may_be_kept(state: State) -> bool:
    """True if all bones that fit are so few that the boneyard may hold them (LB-22). Everybody can count this."""
    return (state.line.wanted & ~state.line.on_table).bit_count() <= len(state.boneyard)
