"""Judge moves. The table's phase and the move's class select a function, which adds events or raises Refused."""

from collections.abc import Callable, Sequence
from typing import Final, Never

from games.core.chance import Chance
from games.core.moves import Lapse
from games.core.options import Options, list_differing
from games.core.refused import Refused
from games.core.seats import Seat, is_seat
from games.lombardy.deadlines import idle_move
from games.lombardy.decisions.ending import judge_done
from games.lombardy.decisions.lead import judge_answer, judge_next
from games.lombardy.decisions.ordering import SPOKEN_JUDGES, hear, judge_lapse
from games.lombardy.events import Began, Event
from games.lombardy.evolve import FOLDER, Unfolding
from games.lombardy.moves import Answer, Done, Next
from games.lombardy.options import OPTIONS
from games.lombardy.view import Phase

_NOT_NOW: Final = {
    Answer: ("LB-5", "not_asked"),
    Done: ("LB-52", "no_last_call"),
    Next: ("LB-9", "hand_in_play"),
}
"""For each class of move, the rule and the reason of the refusal of a move in the wrong phase."""


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """Seat the players; the first hand waits for "next". Raises Refused (LB-1) for a wrong number of players."""
    if not 2 <= players <= 4:
        raise Refused("LB-1", "players", players=players)
    rightwards = options["direction"] == "counterclockwise"
    return (Began(players, list_differing(OPTIONS, options), rightwards),)


def play(unfolding: Unfolding, seat: Seat | None, move: object) -> None:
    """Judge the move and apply its consequences. A `Lapse` with a seat is the end of that player's clock (LB-82)."""
    state = unfolding.state
    if not is_seat(seat, state.players):
        if type(move) is not Lapse or seat is not None:
            raise Refused("LB-20", "not_seated")
        judge_lapse(unfolding)
        return
    if type(move) is Lapse:
        move = idle_move(state, seat)
    spoken = SPOKEN_JUDGES.get(type(move))
    if spoken is not None:
        if state.house.grace_ms:
            hear(unfolding, seat, move)  # type: ignore[arg-type]
        else:
            spoken.judge(unfolding, seat, move, unfolding.at)  # type: ignore[arg-type]
        return
    judge = _JUDGES.get((state.phase, type(move)))
    if judge is None:
        if state.phase == Phase.OVER:
            raise Refused("LB-70", "over")
        rule, reason = _NOT_NOW.get(type(move), ("LB-20", "no_play"))
        raise Refused(rule, reason)
    judge(unfolding, seat, move)  # type: ignore[arg-type]


decide: Final = FOLDER.decide_by(play)


_JUDGES: Final[dict[tuple[Phase, type], Callable[[Unfolding, Seat, Never], None]]] = {
    (Phase.COUNTED, Next): judge_next,
    (Phase.RESTART, Next): judge_next,
    (Phase.LEAD, Answer): judge_answer,
    (Phase.NO_LEAD, Done): judge_done,
    (Phase.LAST_CALL, Done): judge_done,
    (Phase.SHOWN, Done): judge_done,
}
