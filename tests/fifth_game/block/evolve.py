"""The state of a table of Block, and its only writer, which applies events and never refuses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Never

from games.core import Seat, folding, restore
from games.core.options import bind
from games.core.seats import FIRST, find_next_seat
from games.pieces.dominoes import mask
from games.pieces.line import Line
from tests.fifth_game.block.events import Began, Dealt, Event, GameWon, HandEnded, Knocked, Laid
from tests.fifth_game.block.options import OPTIONS, House
from tests.fifth_game.block.view import Phase


@dataclass(slots=True)
class State:
    """Everything about a table, hidden bones included."""

    house: House
    players: int = 0
    phase: Phase = Phase.NEW
    hand: int = 0
    leader: Seat = FIRST
    turn: Seat = FIRST
    holdings: list[int] = field(default_factory=list)
    """By seat, a bit mask of its bones."""
    sleeping: int = 0
    """The number of bones that nobody holds."""
    line: Line = field(default_factory=Line)
    lacking: list[int] = field(default_factory=list)
    """By seat, a bit mask of the numbers that the seat could not match when it passed."""
    scores: tuple[int, ...] = ()
    ended: HandEnded | None = None


def _write_began(state: State, event: Began) -> None:
    state.players = event.players
    state.scores = (0,) * event.players
    state.holdings = [0] * event.players
    state.house = bind(House, restore(OPTIONS, event.options))
    state.phase = Phase.BETWEEN


def _write_dealt(state: State, event: Dealt) -> None:
    state.phase = Phase.PLAY
    state.hand = event.hand
    state.leader = state.turn = event.leader
    state.holdings = [mask(held) for held in event.holdings]
    state.sleeping = len(event.boneyard)
    state.line = Line()
    state.lacking = [0] * state.players
    state.ended = None


def _write_laid(state: State, event: Laid) -> None:
    state.line = state.line.lay(event.bone, event.end) if event.end else Line.begin(event.bone)
    state.holdings[event.seat] &= ~(1 << event.bone)
    state.turn = find_next_seat(event.seat, state.players)


def _write_knocked(state: State, event: Knocked) -> None:
    for number in state.line.shown:
        state.lacking[event.seat] |= 1 << number
    state.turn = find_next_seat(event.seat, state.players)


def _write_hand_ended(state: State, event: HandEnded) -> None:
    if event.winner is not None:
        state.scores = tuple(score + event.points * (seat == event.winner) for seat, score in enumerate(state.scores))
    state.phase = Phase.BETWEEN
    state.ended = event


def _write_game_won(state: State, event: GameWon) -> None:
    state.phase = Phase.OVER


_WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    Began: _write_began,
    Dealt: _write_dealt,
    Laid: _write_laid,
    Knocked: _write_knocked,
    HandEnded: _write_hand_ended,
    GameWon: _write_game_won,
}

FOLDER: Final[folding.Folder[State, Event]] = folding.Folder(
    lambda: State(House()), folding.make_copier(State, "holdings", "lacking"), _WRITERS
)
Unfolding = folding.Unfolding[State, Event]
evolve, fold = FOLDER.evolve, FOLDER.fold
