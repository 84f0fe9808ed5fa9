"""Applies events: the only writer of `State`. It never refuses."""

from collections.abc import Callable
from typing import Final, Never

from games.core import folding
from games.core.options import restore
from games.core.seats import after
from games.pieces.dominoes import mask
from games.pieces.line import Line
from tests.fifth_game.block.events import Began, Dealt, Event, GameWon, HandEnded, Knocked, Laid
from tests.fifth_game.block.options import DEFAULT_HOUSE, OPTIONS, House
from tests.fifth_game.block.state import State


def _began(state: State, happened: Began) -> None:
    state.house = House.of(restore(OPTIONS, happened.options))
    state.phase = "between"


def _dealt(state: State, happened: Dealt) -> None:
    state.phase = "play"
    state.hand = happened.hand
    state.leader = state.turn = happened.leader
    state.holdings = [mask(held) for held in happened.holdings]
    state.sleeping = len(happened.sleeping)
    state.line = Line()
    state.lacking = [0, 0]
    state.ended = None


def _laid(state: State, happened: Laid) -> None:
    state.line = state.line.lay(happened.bone, happened.end) if happened.end else Line.begin(happened.bone)
    state.holdings[happened.seat] &= ~(1 << happened.bone)
    state.turn = after(happened.seat, 2)


def _knocked(state: State, happened: Knocked) -> None:
    for number in state.line.shown:
        state.lacking[happened.seat] |= 1 << number
    state.turn = after(happened.seat, 2)


def _hand_ended(state: State, happened: HandEnded) -> None:
    if happened.winner is not None:
        first, second = state.scores
        gained = (happened.points, 0) if happened.winner == 0 else (0, happened.points)
        state.scores = (first + gained[0], second + gained[1])
    state.phase = "between"
    state.ended = happened


def _game_won(state: State, happened: GameWon) -> None:
    state.phase = "over"


_WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    Began: _began,
    Dealt: _dealt,
    Laid: _laid,
    Knocked: _knocked,
    HandEnded: _hand_ended,
    GameWon: _game_won,
}

FOLDER: Final[folding.Folder[State, Event]] = folding.Folder(lambda: State(DEFAULT_HOUSE), _WRITERS)
Unfolding = folding.Unfolding[State, Event]
evolve, fold = FOLDER.evolve, FOLDER.fold
