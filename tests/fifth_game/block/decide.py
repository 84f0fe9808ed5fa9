"""The judging of moves: for each phase and kind of move, one function adds events or raises `Refused`."""

from collections.abc import Callable, Sequence
from typing import Final, Never

from games.core import Chance, Options, Refused, Seat
from games.core.options import list_differing
from games.core.seats import FIRST, find_next_seat, is_seat
from games.pieces.dominoes import ALL, code, code_or_unknown, dominoes_of, is_held
from tests.fifth_game.block import SEATS
from tests.fifth_game.block.events import Began, Dealt, Event, GameWon, HandEnded, Knocked, Laid
from tests.fifth_game.block.evolve import FOLDER, State, Unfolding
from tests.fifth_game.block.moves import Knock, Lay, Next
from tests.fifth_game.block.options import OPTIONS
from tests.fifth_game.block.scoring import score
from tests.fifth_game.block.view import Phase


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """Begin a game; "deal" begins the first hand. Raises Refused (BL-1) unless two to four play."""
    if not SEATS[0] <= players <= SEATS[1]:
        raise Refused("BL-1", "players", players=players)
    return (Began(players, list_differing(OPTIONS, options)),)


def play(unfolding: Unfolding, seat: Seat | None, move: object) -> None:
    """Judge the move and apply its consequences."""
    phase = unfolding.state.phase
    judge = _JUDGES.get((phase, type(move)))
    if judge is None or not is_seat(seat, unfolding.state.players):
        raise Refused("BL-22", "over" if phase == Phase.OVER else "not_now")
    judge(unfolding, seat, move)  # type: ignore[arg-type]


decide: Final = FOLDER.decide_by(play)


def _next(unfolding: Unfolding, seat: Seat, move: Next) -> None:
    state = unfolding.state
    order = unfolding.chance.shuffle(ALL)  # BL-2
    many = state.house.dealt
    holdings = tuple(tuple(sorted(order[many * seat : many * (seat + 1)])) for seat in range(state.players))
    unfolding.add(Dealt(state.hand + 1, _leader(state), holdings, tuple(order[state.players * many :])))


def _leader(state: State) -> Seat:
    """The seat that leads the next hand (BL-10)."""
    if state.ended is None:
        return FIRST
    if state.house.lead == "winner":
        return state.leader if state.ended.winner is None else state.ended.winner
    return find_next_seat(state.leader, state.players)


def _lay(unfolding: Unfolding, seat: Seat, move: Lay) -> None:
    state, bone, end = unfolding.state, move.bone, move.end
    _check_turn(state, seat)
    if not is_held(state.holdings[seat], bone):
        raise Refused("BL-22", "not_held", bone=code_or_unknown(bone))
    if state.line.first is None:
        if end not in ("", "A", "B"):
            raise Refused("BL-20", "no_such_end", end=str(end))
        end = ""
    elif not state.line.takes(bone, end):
        fitting = state.line.list_fitting_ends(bone)
        if not fitting or end:
            raise Refused("BL-20", "does_not_fit", bone=code(bone), ends=state.line.shown)
        if len(fitting) > 1 and state.line.shown[0] != state.line.shown[1]:
            raise Refused("BL-20", "which_end", bone=code(bone))
        end = fitting[0]
    unfolding.add(Laid(seat, bone, end))
    if not state.holdings[seat]:  # BL-30
        _end(unfolding, "out")
    elif not any(held & state.line.wanted for held in state.holdings):  # BL-31
        _end(unfolding, "blocked")


def _knock(unfolding: Unfolding, seat: Seat, move: Knock) -> None:
    state = unfolding.state
    _check_turn(state, seat)
    if state.line.first is None:
        raise Refused("BL-21", "leader_lays")
    if state.holdings[seat] & state.line.wanted:
        raise Refused("BL-21", "can_lay")
    unfolding.add(Knocked(seat))


def _check_turn(state: State, seat: Seat) -> None:
    if seat != state.turn:
        raise Refused("BL-22", "not_your_turn", seat=state.turn)


def _end(unfolding: Unfolding, how: str) -> None:
    state = unfolding.state
    winner, points = score(state.holdings)
    how = how if winner is not None else "level"  # BL-32
    unfolding.add(HandEnded(how, tuple(map(dominoes_of, state.holdings)), winner, points))
    if winner is not None and state.scores[winner] >= state.house.game_points:  # BL-40
        unfolding.add(GameWon(winner, state.scores))


_JUDGES: Final[dict[tuple[Phase, type], Callable[[Unfolding, Seat, Never], None]]] = {
    (Phase.BETWEEN, Next): _next,
    (Phase.PLAY, Lay): _lay,
    (Phase.PLAY, Knock): _knock,
}
