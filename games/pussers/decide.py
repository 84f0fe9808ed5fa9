"""Judge moves. The table's phase and the move's class select a function, which adds events or raises Refused."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Never

from games.core.chance import Chance
from games.core.moves import Lapse
from games.core.options import Options, bind, omit_older
from games.core.refused import Refused
from games.core.seats import Seat, is_seat
from games.pieces.bones import FULL_SET
from games.pussers.decisions import aftermath, calls, mistakes, opening, turn
from games.pussers.events import Event, SessionBegan, WallBuilt
from games.pussers.evolve import FOLDER, Unfolding, fold
from games.pussers.moves import Break, Discard, DoBone, Mumble, Next, Pass, Pluck, RuleOff, SetOut, Unsay, Yes
from games.pussers.options import OPTIONS, House
from games.pussers.view import BETWEEN, BREAKING, CALLING, IN_PLAY, NEW, PLUCKING_EDDIE, RULED_OFF, SORTING, Phase
from games.pussers.wall import build_walls

_Judge = Callable[[Unfolding, Seat, Never], None]


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """Seat three or four players and build the first wall (PB-1, PB-6). Raises Refused for another number."""
    if players not in (3, 4):
        raise Refused("PB-1", "players", players=players)
    house = bind(House, options)
    stored = omit_older(OPTIONS, options).items()
    plain_options = {name: dict(value) if isinstance(value, Mapping) else value for name, value in stored}
    wall = chance.shuffle(FULL_SET)
    first_events = (
        SessionBegan(players, plain_options | {"players": players}, at),
        WallBuilt(1, wall, build_walls(house, chance)),
    )
    if house.eddie_by == "pluck":
        return first_events
    return (*first_events, *_throw_dice(fold(first_events), None, None, at, chance).events)


def play(unfolding: Unfolding, seat: Seat | None, move: object) -> None:
    """Judge the move and apply its consequences. A refused move leaves the state unchanged."""
    state = unfolding.state
    phase = state.phase
    judge = _JUDGES.get((phase, type(move)))
    if judge is None and phase is RULED_OFF:
        raise Refused("PB-73", "over")
    if judge is None and isinstance(move, Lapse):
        calls.handle_lapse(unfolding)
        return
    if not is_seat(seat, state.players):
        raise Refused("PB-1", "no_such_seat")
    if judge is None:
        rule, reason = _NOT_NOW.get(type(move), ("PB-26", "not_now"))
        raise Refused(rule, reason)
    judge(unfolding, seat, move)  # type: ignore[arg-type]


decide: Final = FOLDER.decide_by(play)


_throw_dice: Final = FOLDER.decide_by(lambda unfolding, seat, move: opening.throw_dice(unfolding))


_NOT_NOW: Final = {
    Break: ("PB-13", "not_now"),
    Pluck: ("PB-26", "not_now"),
    Discard: ("PB-33", "not_now"),
    Yes: ("PB-40", "nothing_to_call"),
    DoBone: ("PB-44", "not_now"),
    Pass: ("PB-47", "nothing_to_pass"),
    Unsay: ("PB-47", "nothing_said"),
    SetOut: ("PB-32", "not_now"),
    Mumble: ("PB-85", "no_excuse"),
    Next: ("PB-71", "hand_under_way"),
}

_JUDGES: Final[dict[tuple[Phase, type], _Judge]] = {
    (PLUCKING_EDDIE, Pluck): opening.pluck_for_eddie,
    (BREAKING, Break): opening.break_wall,
    (SORTING, SetOut): mistakes.set_out,
    (SORTING, Pluck): mistakes.pluck_while_sorting,
    (SORTING, Pass): opening.finish_sorting,
    (BETWEEN, Next): opening.begin_next_hand,
    **{(phase, Pluck): turn.pluck for phase in IN_PLAY},
    **{(phase, Discard): turn.discard for phase in IN_PLAY},
    **{(phase, SetOut): mistakes.set_out for phase in IN_PLAY},
    **{(phase, Mumble): mistakes.mumble for phase in IN_PLAY},
    **{(phase, Yes): calls.call_yes for phase in IN_PLAY},
    **{(phase, DoBone): calls.call_do_bone for phase in IN_PLAY},
    **{(phase, Pass): calls.pass_by for phase in IN_PLAY},
    (CALLING, Unsay): calls.unsay,
    **{(phase, RuleOff): aftermath.vote for phase in Phase if phase not in (NEW, RULED_OFF)},
}
