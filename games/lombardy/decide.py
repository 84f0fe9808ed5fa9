"""A move to its judge: `(phase, move)` finds the function; a judge returns events or raises `Refused`."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.core.chance import Chance
from games.core.moves import Lapse
from games.core.options import Options
from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.ending import decide_done
from games.lombardy.events import Began, Event
from games.lombardy.hearing import SPOKEN, decide_lapse, hear
from games.lombardy.idle import idle_move
from games.lombardy.lead import decide_answer, decide_next
from games.lombardy.moves import Answer, Done, Next
from games.lombardy.options import OPTIONS
from games.lombardy.state import Table

_NOT_NOW: Final = {
    Answer: ("LB-5", "not_asked"),
    Done: ("LB-52", "no_last_call"),
    Next: ("LB-9", "hand_in_play"),
}


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """The players sit down; the first hand waits for "next". Raises Refused (LB-1) for a wrong number of players."""
    if not 2 <= players <= 4:
        raise Refused("LB-1", "players", players=players)
    changed = {option.name: str(options[option.name]) for option in OPTIONS if options[option.name] != option.default}
    return (Began(players, changed),)


def decide(table: Table, seat: Seat | None, move: object, at: int, chance: Chance) -> Sequence[Event]:
    """What follows from the move, or Refused. A `Lapse` with a seat is the end of that player's clock (LB-82)."""
    if seat is None or not 0 <= seat < table.players:
        if type(move) is Lapse and seat is None:
            return decide_lapse(table, at)
        raise Refused("LB-20", "not_seated")
    if type(move) is Lapse:
        move = idle_move(table, seat)
    spoken = SPOKEN.get(type(move))
    if spoken is not None:
        if table.house.grace_ms:
            return hear(table, seat, move, at, chance)
        return spoken[1](table, seat, move, at, at)
    judge = _JUDGES.get((table.phase, type(move)))
    if judge is None:
        if table.phase == "over":
            raise Refused("LB-70", "over")
        rule, reason = _NOT_NOW.get(type(move), ("LB-20", "no_play"))
        raise Refused(rule, reason)
    return judge(table, seat, move, at, chance)


_JUDGES: Final[dict[tuple[str, type], Callable[[Table, Seat, Any, int, Chance], Sequence[Event]]]] = {
    ("counted", Next): decide_next,
    ("restart", Next): decide_next,
    ("lead", Answer): decide_answer,
    ("no_lead", Done): decide_done,
    ("last_call", Done): decide_done,
    ("shown", Done): decide_done,
}
