"""The order in which moves count (LB-80): each is kept for a moment, then judged in order of stamp, kind and seat.

Messages may arrive out of order. So a bone, a call or a pass is queued until no older message can still arrive, and
only then judged and shown.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, Never

from games.core.folding import Misplaced
from games.core.moves import Unreadable
from games.core.refused import Refused
from games.core.seats import FIRST, Seat
from games.lombardy import moves
from games.lombardy.deadlines import deadline, public_deadline, quiet_deadline
from games.lombardy.decisions.calls import judge_no_score, judge_score
from games.lombardy.decisions.ending import close, close_if_done
from games.lombardy.decisions.reneges import judge_renege
from games.lombardy.decisions.turn import judge_draw, judge_knock, judge_play
from games.lombardy.events import Heard, QuietOver, Settled, TurnedDown, WaitOver
from games.lombardy.evolve import FOLDER, Unfolding
from games.lombardy.moves import Draw, Knock, NoScore, Play, Renege, Score
from games.lombardy.notation import read_words, write
from games.lombardy.state import State
from games.lombardy.view import Phase


class SpokenJudge(NamedTuple):
    """The judge of a class of moves. In the same millisecond, moves of the class with the lower `rank` count first."""

    rank: int
    judge: Callable[[Unfolding, Seat, Never, int], None]


SPOKEN_JUDGES: Final[dict[type, SpokenJudge]] = {
    Play: SpokenJudge(0, judge_play),
    Draw: SpokenJudge(0, judge_draw),
    Knock: SpokenJudge(0, judge_knock),
    Score: SpokenJudge(1, judge_score),
    NoScore: SpokenJudge(1, judge_no_score),
    Renege: SpokenJudge(2, judge_renege),
}


def hear(unfolding: Unfolding, seat: Seat, move: moves.Spoken) -> None:
    """Queue a spoken move.

    Raises Refused in each of these cases:

    * The rules forbid the move now. This is not checked if the seat already has a bone, a draw or a pass in the queue.
    * The move is a bone, a draw or a pass, and another seat has one of these in the queue.
    * The move is a bone or a pass, and the seat has the same move in the queue, with no later stamp.
    * No words can be read back as the move.
    """
    state, at = unfolding.state, unfolding.at
    spoken = SPOKEN_JUDGES[type(move)]
    seats_with_turn = {heard.seat for heard in state.heard if _find_rank(heard) == 0}
    if spoken.rank == 0 and seats_with_turn - {seat}:
        raise Refused("LB-20", "not_your_turn", seat=state.turn)
    if isinstance(move, Play | Knock) and any(
        heard.seat == seat and heard.at <= at and _read_move(heard) == move for heard in state.heard
    ):
        raise Refused("LB-20", "not_your_turn", seat=state.turn)
    if seat not in seats_with_turn:
        trial = FOLDER.unfold(FOLDER.copy(state), at, unfolding.chance)
        spoken.judge(trial, seat, move, at)  # type: ignore[arg-type]
    unfolding.add(Heard(seat, _write_words(move), at))


def _write_words(move: moves.Spoken) -> str:
    """The text that `read_words` turns back into this move. Raises Refused if there is none."""
    try:
        words = write(move)
        verb, _, rest = words.partition(" ")
        if read_words(verb, rest) == move:
            return words
    except (Unreadable, TypeError, IndexError):
        pass
    raise Refused("LB-20", "no_such_move")


def _read_move(heard: Heard) -> moves.Spoken:
    verb, _, rest = heard.words.partition(" ")
    if not isinstance(move := read_words(verb, rest), moves.Spoken):
        raise Misplaced(f"{verb} was kept as words to order")
    return move


def _find_rank(heard: Heard) -> int:
    return SPOKEN_JUDGES[type(_read_move(heard))].rank


def judge_lapse(unfolding: Unfolding) -> None:
    """Apply everything that is due. Raises Refused if nothing is due."""
    state, at = unfolding.state, unfolding.at
    due = deadline(state)
    if due is None or at < due:
        raise Refused("LB-80", "nothing_due")
    public, quiet = public_deadline(state), quiet_deadline(state)
    if state.heard:
        upto = at - state.house.grace_ms
        if public is not None and public <= at and state.phase != Phase.PLAY:
            upto = max(heard.at for heard in state.heard)
        if any(heard.at <= upto for heard in state.heard):
            _settle(unfolding, upto)
            return
    if state.phase != Phase.PLAY:
        close(unfolding)
        return
    if public is not None and public <= at:
        unfolding.add(WaitOver())
    if quiet is not None and quiet <= at:
        unfolding.add(QuietOver())


def _settle(unfolding: Unfolding, upto: int) -> None:
    state = unfolding.state
    waiting = [heard for heard in state.heard if heard.at <= upto]
    unfolding.add(Settled(upto))
    while waiting:
        heard = _find_first(waiting, state)
        waiting.remove(heard)
        move = _read_move(heard)
        try:
            SPOKEN_JUDGES[type(move)].judge(unfolding, heard.seat, move, heard.at)  # type: ignore[arg-type]
        except Refused as refused:
            unfolding.add(TurnedDown(heard.seat, heard.words, heard.at, refused.rule, refused.reason))
    close_if_done(unfolding)


def _find_first(waiting: list[Heard], state: State) -> Heard:
    """The queued move that counts first: by stamp, then by kind, then in order of play after the player of the last
    bone (LB-80)."""
    first = FIRST if state.last is None else state.following[state.last]
    way = 1 if state.clockwise else -1
    return min(waiting, key=lambda heard: (heard.at, _find_rank(heard), way * (heard.seat - first) % state.players))
