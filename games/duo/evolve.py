"""An event to a table: the only writer of `Table`. Applies and never refuses."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.core.options import restored, settle
from games.core.seats import after
from games.duo.events import Began, Dealt, Event, GameWon, HandEnded, Laid, Passed, ThrownIn
from games.duo.options import OPTIONS, House
from games.duo.state import Table
from games.pieces.dominoes import mask
from games.pieces.line import Line


def fold(events: Iterable[Event]) -> Table:
    """The table after all events of a session."""
    table = Table(House.of(settle(OPTIONS)))
    apply(table, events)
    return table


def apply(table: Table, events: Iterable[Event]) -> None:
    """Writes the events on a table that nobody else reads: what `fold` does, and what a simulation may do."""
    for happened in events:
        _APPLY[type(happened)](table, happened)


def evolve(table: Table, *events: Event) -> Table:
    """The table after these events; the one handed in stays as it was."""
    table = table.copy()
    apply(table, events)
    return table


def _began(table: Table, happened: Began) -> None:
    table.house = House.of(restored(OPTIONS, happened.options))
    table.phase = "between"


def _thrown_in(table: Table, happened: ThrownIn) -> None:
    pass


def _dealt(table: Table, happened: Dealt) -> None:
    table.phase = "play"
    table.hand = happened.hand
    table.starter = table.turn = table.last = happened.starter
    table.opening = happened.opening
    table.holdings = [mask(held) for held in happened.holdings]
    table.line = Line()
    table.row = 0
    table.passed_on = [0, 0, 0, 0]
    table.plays = []
    table.ended = None
    if table.game_over:
        table.score = (0, 0)
        table.game_over = False


def _laid(table: Table, happened: Laid) -> None:
    seat, tile = happened.seat, happened.tile
    table.line = table.line.laid(tile, happened.end) if happened.end else Line.begun(tile)
    table.holdings[seat] &= ~(1 << tile)
    table.plays.append((seat, tile, happened.end))
    table.last = seat
    table.row = 0
    table.turn = after(seat, 4)


def _passed(table: Table, happened: Passed) -> None:
    seat = happened.seat
    for number in table.line.shown:
        table.passed_on[seat] |= 1 << number
    table.plays.append((seat, None, ""))
    table.row += 1
    table.turn = after(seat, 4)


def _hand_ended(table: Table, happened: HandEnded) -> None:
    score = list(table.score)
    score[happened.duo] += happened.points
    table.score = (score[0], score[1])
    table.phase = "between"
    table.ended = happened


def _game_won(table: Table, happened: GameWon) -> None:
    games = list(table.games)
    games[happened.duo] += 1
    table.games = (games[0], games[1])
    table.game_over = True
    if happened.match:
        table.phase = "over"


_APPLY: Final[dict[type, Callable[[Table, Any], None]]] = {
    Began: _began,
    ThrownIn: _thrown_in,
    Dealt: _dealt,
    Laid: _laid,
    Passed: _passed,
    HandEnded: _hand_ended,
    GameWon: _game_won,
}
