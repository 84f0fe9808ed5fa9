"""Applies events: the only writer of `State`. It never refuses."""

from collections.abc import Callable
from typing import Final, Never

from games.core import folding
from games.core.options import restore
from games.core.seats import after
from games.duo.events import Began, Dealt, Event, GameWon, HandEnded, Laid, Passed, ThrownIn
from games.duo.options import DEFAULT_HOUSE, OPTIONS, House
from games.duo.state import State
from games.pieces.dominoes import mask
from games.pieces.line import Line


def _began(state: State, happened: Began) -> None:
    state.house = House.of(restore(OPTIONS, happened.options))
    state.phase = "between"


def _thrown_in(state: State, happened: ThrownIn) -> None:
    pass


def _dealt(state: State, happened: Dealt) -> None:
    state.phase = "play"
    state.hand = happened.hand
    state.starter = state.turn = state.last = happened.starter
    state.opening = happened.opening
    state.holdings = [mask(held) for held in happened.holdings]
    state.line = Line()
    state.row = 0
    state.passed_on = [0, 0, 0, 0]
    state.plays = []
    state.ended = None
    if state.game_over:
        state.score = (0, 0)
        state.game_over = False


def _laid(state: State, happened: Laid) -> None:
    seat, tile = happened.seat, happened.tile
    state.line = state.line.lay(tile, happened.end) if happened.end else Line.begin(tile)
    state.holdings[seat] &= ~(1 << tile)
    state.plays.append((seat, tile, happened.end))
    state.last = seat
    state.row = 0
    state.turn = after(seat, 4)


def _passed(state: State, happened: Passed) -> None:
    seat = happened.seat
    for number in state.line.shown:
        state.passed_on[seat] |= 1 << number
    state.plays.append((seat, None, ""))
    state.row += 1
    state.turn = after(seat, 4)


def _hand_ended(state: State, happened: HandEnded) -> None:
    score = list(state.score)
    score[happened.duo] += happened.points
    state.score = (score[0], score[1])
    state.phase = "between"
    state.ended = happened


def _game_won(state: State, happened: GameWon) -> None:
    games = list(state.games)
    games[happened.duo] += 1
    state.games = (games[0], games[1])
    state.game_over = True
    if happened.match:
        state.phase = "over"


_WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    Began: _began,
    ThrownIn: _thrown_in,
    Dealt: _dealt,
    Laid: _laid,
    Passed: _passed,
    HandEnded: _hand_ended,
    GameWon: _game_won,
}

FOLDER: Final[folding.Folder[State, Event]] = folding.Folder(lambda: State(DEFAULT_HOUSE), _WRITERS)
Unfolding = folding.Unfolding[State, Event]
apply, evolve, fold = FOLDER.apply, FOLDER.evolve, FOLDER.fold
