"""Apply events. Only this module writes `State`, and it never refuses an event."""

from collections.abc import Callable
from typing import Final, Never

from games.core import folding
from games.core.options import bind, restore
from games.core.seats import Seat, list_seats_from
from games.duo.events import Began, Dealt, Event, GameWon, HandEnded, Laid, Passed, ThrownIn
from games.duo.options import OPTIONS, House
from games.duo.state import State, copy_state
from games.duo.view import BETWEEN, OVER, PLAY
from games.pieces.dominoes import mask
from games.pieces.line import Line

NEXT: Final = list_seats_from(Seat(1), 4)
"""For each seat, the seat that plays next."""


def _write_began(state: State, event: Began) -> None:
    state.house = bind(House, restore(OPTIONS, event.options))
    state.phase = BETWEEN


def _write_thrown_in(state: State, event: ThrownIn) -> None:
    pass


def _write_dealt(state: State, event: Dealt) -> None:
    state.phase = PLAY
    state.hand = event.hand
    state.starter = state.turn = state.last = event.starter
    state.opening = event.opening
    state.holdings = [mask(held) for held in event.holdings]
    state.line = Line()
    state.passes = 0
    state.must_pass = False
    state.passed_on = [0, 0, 0, 0]
    state.steps = []
    state.ended = None
    if state.game_over:
        state.score = (0, 0)
        state.game_over = False


def _write_laid(state: State, event: Laid) -> None:
    seat, tile = event.seat, event.tile
    state.line = state.line.lay(tile, event.end) if event.end else Line.begin(tile)
    state.holdings[seat] &= ~(1 << tile)
    state.steps.append((seat, tile, event.end))
    state.last = seat
    state.passes = 0
    state.must_pass = event.next_passes
    state.turn = NEXT[seat]


def _write_passed(state: State, event: Passed) -> None:
    seat = event.seat
    for number in state.line.shown:
        state.passed_on[seat] |= 1 << number
    state.steps.append((seat, None, ""))
    state.passes += 1
    state.must_pass = event.next_passes
    state.turn = NEXT[seat]


def _write_hand_ended(state: State, event: HandEnded) -> None:
    score = list(state.score)
    score[event.duo] += event.points
    state.score = (score[0], score[1])
    state.phase = BETWEEN
    state.ended = event


def _write_game_won(state: State, event: GameWon) -> None:
    games = list(state.games)
    games[event.duo] += 1
    state.games = (games[0], games[1])
    state.game_over = True
    if event.match:
        state.phase = OVER


_WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    Began: _write_began,
    ThrownIn: _write_thrown_in,
    Dealt: _write_dealt,
    Laid: _write_laid,
    Passed: _write_passed,
    HandEnded: _write_hand_ended,
    GameWon: _write_game_won,
}

FOLDER: Final[folding.Folder[State, Event]] = folding.Folder(lambda: State(House()), copy_state, _WRITERS)
Unfolding = folding.Unfolding[State, Event]
apply, evolve, fold = FOLDER.apply, FOLDER.evolve, FOLDER.fold
