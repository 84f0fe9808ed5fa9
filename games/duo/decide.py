"""Judge moves. The table's phase and the move's class select a function, which adds events or raises Refused."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Never

from games.core.chance import Chance
from games.core.moves import AT_ONCE, Lapse
from games.core.options import Options, list_differing
from games.core.refused import Refused
from games.core.seats import Seat, is_seat
from games.duo.events import Began, Dealt, Event, GameWon, HandEnded, Laid, Passed, ThrownIn
from games.duo.evolve import FOLDER, NEXT, Unfolding
from games.duo.moves import Knock, Next, Play
from games.duo.options import OPTIONS
from games.duo.scoring import find_next_starter, score_block, score_out
from games.duo.state import State
from games.duo.view import Phase
from games.pieces.dominoes import (
    ALL,
    BIT,
    DOUBLE_MASK,
    DOUBLE_SIX,
    HALVES,
    WITH,
    Domino,
    code,
    code_or_unknown,
    dominoes_of,
    is_held,
    mask,
)
from games.pieces.line import FITS, FITS_AFTER, Line

_make_laid: Final = cache(Laid)
_make_passed: Final = cache(Passed)


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """Seat the four players; the first hand waits for "next". Raises Refused (DD-1) for another number of players."""
    if players != 4:
        raise Refused("DD-1", "players", players=players)
    return (Began(list_differing(OPTIONS, options)),)


def play(unfolding: Unfolding, seat: Seat | None, move: object) -> None:
    """Judge the move and apply its consequences; a refused move leaves the state as it was."""
    state = unfolding.state
    if type(move) is Lapse and seat is None and state.must_pass:
        _pass(unfolding, state.turn)
        return
    phase = state.phase
    judge = _JUDGES.get((phase, type(move)))
    if judge is None or not is_seat(seat, 4):
        raise Refused("DD-24", "over" if phase == Phase.OVER else "not_now")
    judge(unfolding, seat, move)  # type: ignore[arg-type]


decide: Final = FOLDER.decide_by(play)


def deadline(state: State) -> int | None:
    """`AT_ONCE` if the bot passes for the player to act (DD-23); None if the table waits for people."""
    return AT_ONCE if state.must_pass else None


def _deal_next(unfolding: Unfolding, seat: Seat, move: Next) -> None:
    state = unfolding.state
    fresh = state.hand == 0 or (state.game_over and state.house.new_game_start != "rotate")  # DD-10, DD-41
    while True:
        order = unfolding.chance.shuffle(ALL)  # DD-3
        holdings = tuple(tuple(sorted(order[7 * player : 7 * player + 7])) for player in range(4))
        if not state.house.redeal_doubles:
            break
        doubles = [(mask(held) & DOUBLE_MASK).bit_count() for held in holdings]
        if max(doubles) < state.house.redeal_doubles:
            break
        holder = doubles.index(max(doubles))
        unfolding.add(ThrownIn(Seat(holder), doubles[holder]))
    starter = next(Seat(p) for p in range(4) if DOUBLE_SIX in holdings[p]) if fresh else find_next_starter(state)
    unfolding.add(Dealt(state.hand + 1, starter, fresh, holdings))


def _play(unfolding: Unfolding, seat: Seat, move: Play) -> None:
    state = unfolding.state
    if seat != state.turn:
        raise Refused("DD-24", "not_your_turn", seat=state.turn)
    tile, end, line = move.tile, move.end, state.line
    if not is_held(state.holdings[seat], tile):
        raise Refused("DD-24", "not_held", tile=code_or_unknown(tile))
    if line.first is None:
        if state.opening and tile != DOUBLE_SIX:
            raise Refused("DD-10", "double_six_leads")
        if end not in ("", "A", "B"):
            raise Refused("DD-20", "no_such_end", end=end)
        end = ""
        high, low = HALVES[tile]
        wanted = WITH[high] | WITH[low]
    elif not (wanted := _find_wanted_after(line, tile, end)):
        fitting = line.list_fitting_ends(tile)
        if not fitting or end:
            raise Refused("DD-21", "does_not_fit", tile=code(tile), end=end, ends=line.shown)
        if len(fitting) > 1 and line.shown[0] != line.shown[1]:
            raise Refused("DD-21", "which_end", tile=code(tile))
        end = fitting[0]
        wanted = _find_wanted_after(line, tile, end)
    holdings, bit = state.holdings, BIT[tile]
    out = holdings[seat] == bit
    stuck = not (out or holdings[NEXT[seat]] & wanted)
    blocked = stuck and not _can_anybody_play(holdings, wanted & ~bit)
    unfolding.add(_make_laid(seat, tile, end, stuck and not blocked and state.house.passes_alone))
    if out:  # DD-30
        end_hand(unfolding, "out", seat, holdings, score_out(holdings, seat, state.house.out_counts == "all_others"))
    elif blocked:  # DD-31
        _end_blocked(unfolding)


def _knock(unfolding: Unfolding, seat: Seat, move: Knock) -> None:
    state = unfolding.state
    if seat != state.turn:
        raise Refused("DD-24", "not_your_turn", seat=state.turn)
    if state.line.first is None:
        raise Refused("DD-12", "starter_plays")
    if state.house.guarded and state.holdings[seat] & state.line.wanted:
        raise Refused("DD-22", "can_play")
    _pass(unfolding, seat)
    if state.passes == 4:  # DD-51
        _end_blocked(unfolding)


def _pass(unfolding: Unfolding, seat: Seat) -> None:
    state, holdings, wanted = unfolding.state, unfolding.state.holdings, unfolding.state.line.wanted
    stuck = not holdings[NEXT[seat]] & wanted
    next_passes = stuck and state.house.passes_alone and _can_anybody_play(holdings, wanted)
    unfolding.add(_make_passed(seat, next_passes))


def _find_wanted_after(line: Line, tile: Domino, end: str) -> int:
    """The mask of the tiles that will fit once `tile` lies at `end`; 0 if it does not fit there (DD-21)."""
    a, b = line.places
    if end == "A":
        after, stays = FITS_AFTER[a][tile], FITS[b]
    elif end == "B":
        after, stays = FITS_AFTER[b][tile], FITS[a]
    else:
        return 0
    return after and after | stays


def _can_anybody_play(holdings: Sequence[int], wanted: int) -> bool:
    """True if somebody holds a tile of the mask `wanted`."""
    one, two, three, four = holdings
    return bool((one | two | three | four) & wanted)


def _end_blocked(unfolding: Unfolding) -> None:
    state = unfolding.state
    end_hand(unfolding, "blocked", state.last, state.holdings, score_block(state.holdings, state.last))


def end_hand(unfolding: Unfolding, how: str, last: Seat, holdings: Sequence[int], won: tuple[int, int]) -> None:
    """End a hand in which `last` laid the last tile, and of which a duo has `won` points. End the game if this wins
    it."""
    duo, points = won
    state, house = unfolding.state, unfolding.state.house
    winners = (Seat(duo), Seat(duo + 2))
    unfolding.add(HandEnded(how, last, tuple(map(dominoes_of, holdings)), winners, points))
    if state.score[duo] >= house.game_points:
        match = bool(house.match_games) and state.games[duo] + 1 >= house.match_games  # DD-41
        unfolding.add(GameWon(winners, state.score, match))  # DD-40


_JUDGES: Final[dict[tuple[Phase, type], Callable[[Unfolding, Seat, Never], None]]] = {
    (Phase.BETWEEN, Next): _deal_next,
    (Phase.PLAY, Play): _play,
    (Phase.PLAY, Knock): _knock,
}
