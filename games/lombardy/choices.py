"""The moves open to a viewer, judged by the public table and the viewer's own bones (LB-93)."""

from typing import Final

from games.core.moves import Choice
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, Next, NoScore, Play, Renege, Score
from games.lombardy.notation import write
from games.lombardy.state import list_legal_plays
from games.lombardy.view import CALLING_PHASES, Phase, View
from games.pieces.dominoes import is_double, mask
from games.pieces.line import is_first_alike

SCORES: Final = tuple(range(5, 40, 5))
"""The scores on offer, the same whatever the total is (LB-17, LB-93)."""


def list_plays(view: View) -> tuple[Play, ...]:
    """Every bone of the viewer at every playable end that it fits (LB-11, LB-12)."""
    return tuple(sorted(list_legal_plays(mask(view.holding), view.line), key=lambda play: play.bone))


def _list_different_plays(view: View) -> tuple[Play, ...]:
    """Every such play, once for two bare ends of the spinner, which are one place to a player (LB-14)."""
    line = view.line
    return tuple(
        play for play in list_plays(view) if not line.is_bare(play.end) or is_first_alike(play.end, line.places)
    )


def choices(view: View) -> tuple[Choice[Move], ...]:
    """Moves open to the viewer (LB-93). Calls are listed whether they would be right or wrong.

    In a last call, a player who can still call a score finishes by calling it or by saying "no score" (LB-52).
    """
    # Until a move is judged, its button and those that it leaves no turn for keep their places and cannot be pressed
    # (LB-20, LB-33, LB-44).
    late_turn = (Play | Draw | Knock) if any(words.startswith(("play", "knock")) for words in view.pending) else ()
    late_scores = (Score | NoScore) if view.spoken else ()
    late_renege = Renege if "renege" in view.pending else ()
    late = (late_turn, late_scores, late_renege)
    return tuple(Choice(move, write(move), late=isinstance(move, late)) for move in _list_moves(view))


def _list_moves(view: View) -> tuple[Move, ...]:
    is_crowd = view.seat is None
    if view.phase in (Phase.COUNTED, Phase.RESTART):
        return (Next(),)
    if view.phase == Phase.LEAD:
        if is_crowd or view.answered:
            return ()
        return (*(Answer(bone) for bone in reversed(view.holding) if is_double(bone)), Answer(None))
    moves: tuple[Move, ...] = ()
    if view.phase == Phase.PLAY and (is_crowd or view.turn == view.seat) and not view.waits:
        plays = () if is_crowd else _list_different_plays(view)
        highest_first = sorted(plays, key=lambda play: -play.bone)  # as in pictures of a hand
        moves = (*highest_first, *((Draw(),) if view.drawable and not view.drew else ()), Knock())
    if view.to_score is not None and (is_crowd or view.to_score == view.seat):
        moves = (*moves, *(Score(number) for number in SCORES), NoScore())
    if view.phase in (Phase.PLAY, *CALLING_PHASES) and view.reneges:
        moves = (*moves, Renege())
    if view.phase in CALLING_PHASES and (is_crowd or (view.seat in view.to_act and view.seat != view.to_score)):
        moves = (*moves, Done())
    return moves
