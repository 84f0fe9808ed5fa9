"""A move to its judge: `(phase, move)` finds the function; a judge adds events or raises `Refused`."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.core.chance import Chance
from games.core.moves import Lapse
from games.core.refused import Refused
from games.core.seats import Seat
from games.pussers import aftermath, calls, mistakes, opening, turn
from games.pussers.draft import Draft
from games.pussers.events import Event
from games.pussers.moves import Break, Discard, DoBone, Next, Pass, Pluck, RuleOff, SetOut, Yes
from games.pussers.state import Table

_Judge = Callable[[Draft, Seat, Any, int, Chance], None]


def decide(table: Table, seat: Seat | None, move: object, at: int, chance: Chance) -> Sequence[Event]:
    """What follows from the move, or Refused."""
    return play(table.copy(), seat, move, at, chance)


def play(table: Table, seat: Seat | None, move: object, at: int, chance: Chance) -> Sequence[Event]:
    """`decide` and `evolve` in one, on a table that nobody else holds: what followed is written on it already.

    For simulations. A judge looks at everything before it adds anything, so that Refused leaves the table as it was.
    """
    phase = table.phase
    if phase == "ruled_off":
        raise Refused("PB-73", "over")
    draft = Draft(table)
    if isinstance(move, Lapse):
        calls.lapse(draft, at)
        return draft.events
    if seat is None or not 0 <= seat < table.players:
        raise Refused("PB-1", "no_such_seat")
    judge = _JUDGES.get((phase, type(move)))
    if judge is None:
        rule, reason = _NOT_NOW.get(type(move), ("PB-26", "not_now"))
        raise Refused(rule, reason)
    judge(draft, seat, move, at, chance)
    return draft.events


_NOT_NOW: Final = {
    Break: ("PB-13", "not_now"),
    Pluck: ("PB-26", "not_now"),
    Discard: ("PB-33", "not_now"),
    Yes: ("PB-40", "nothing_to_call"),
    DoBone: ("PB-44", "not_now"),
    Pass: ("PB-47", "nothing_to_pass"),
    SetOut: ("PB-32", "not_now"),
    Next: ("PB-71", "hand_under_way"),
}

_JUDGES: Final[dict[tuple[str, type], _Judge]] = {
    ("plucking_eddie", Pluck): opening.pluck_for_eddie,
    ("breaking", Break): opening.break_wall,
    ("sorting", SetOut): mistakes.set_out,
    ("sorting", Pluck): mistakes.pluck_while_sorting,
    ("sorting", Pass): opening.finish_sorting,
    ("between", Next): aftermath.next_hand,
    **{(phase, Pluck): turn.pluck for phase in ("turn", "calling", "robbing")},
    **{(phase, Discard): turn.discard for phase in ("turn", "calling", "robbing")},
    **{(phase, SetOut): mistakes.set_out for phase in ("turn", "calling", "robbing")},
    **{(phase, Yes): calls.yes for phase in ("turn", "calling", "robbing")},
    **{(phase, DoBone): calls.do_bone for phase in ("turn", "calling", "robbing")},
    **{(phase, Pass): calls.pass_by for phase in ("turn", "calling", "robbing")},
    **{
        (phase, RuleOff): aftermath.vote
        for phase in ("plucking_eddie", "breaking", "sorting", "turn", "calling", "robbing", "between")
    },
}
