"""The robots of a table: their levels, their thoughts, and, once the hand is over, the reasons of their moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from bot.store.database.engine import Connection
from bot.store.tables import events as stored_events
from bot.store.tables.rows import Secret, StoredSeat
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import ChanceSource
from bot.tables.history.entries import Entry, is_of_game, is_public, select_effective
from games.core import robots
from games.core.chance import Chance
from games.core.game import AnyGame
from games.core.robots import SAMPLES, Level, Thought, luck
from games.core.seats import Seat
from games.core.view import View

CAUSE = "robot"
"""The beginning of the cause of a robot's move."""
BUDGETS: Final = (SAMPLES, SAMPLES // 4, 0)
"""The deals that a shellback may play out for a thought: as usual, while others ponder, and while too many do."""


class Question(NamedTuple):
    """A question to a robot. The answer follows from it and from the number of deals alone."""

    game: AnyGame
    view: View
    luck: Chance
    level: Level

    @property
    def takes_time(self) -> bool:
        """True if the robot may ponder: a shellback that the table waits for."""
        return self.level is Level.SHELLBACK and self.game.ponder is not None and self.view.seat in self.view.to_act

    def answer(self, samples: int = SAMPLES) -> Thought[object] | None:
        """The robot's thought; None to stay silent. Its luck is used up by that."""
        return robots.think(self.game, self.view, self.luck, self.level, samples)


class Remembered(NamedTuple):
    """A robot's move of a finished hand, and what it was asked then."""

    seat: Seat
    ask: Callable[[], Question]
    """Asks the same again, with the luck of that moment."""
    words: str
    """The move that it made."""

    def think_again(self) -> Thought[object] | None:
        """The robot's thought: that of the first budget which leads to the same move; None if none does."""
        for samples in BUDGETS:
            question = self.ask()
            again = question.answer(samples)
            if again is not None and question.game.write(again.move) == self.words:
                return again
            if not question.takes_time:
                return None
        return None


Recall = Callable[[Remembered], Awaitable[Thought[object] | None]]
"""Has a robot think again, away from the event loop if that takes time."""


async def think_again_at_once(remembered: Remembered) -> Thought[object] | None:
    """Have a robot think again where it stands."""
    return remembered.think_again()


def level_of(taken: StoredSeat) -> Level:
    """The level of a seat's robot. Stand-ins play like old hands, and so do robots that were seated without a level."""
    return Level(taken.robot) if taken.robot in (Level.DECKHAND, Level.SHELLBACK) else Level.OLD_HAND


def ask(table: Table, seat: Seat, chance: ChanceSource) -> Question:
    """The question to a seat's robot about the table as it stands."""
    return _ask(table, table.state, seat, table.shuffle.committed, table.visibility.public_events, chance)


def think(table: Table, seat: Seat, chance: ChanceSource) -> Thought[object] | None:
    """The thought of a seat's robot on the table as it stands; None to stay silent."""
    return ask(table, seat, chance).answer()


def advise(table: Table, seat: Seat) -> Thought[object] | None:
    """The thought of an old hand that misses nothing, from what the seat sees alone: its luck knows no secret."""
    chance = luck(b"", table.visibility.public_events, seat)
    return table.game.robot(table.view(seat), chance, Level.SHELLBACK)


def _ask(table: Table, state: object, seat: Seat, secret: Secret, public_events: int, chance: ChanceSource) -> Question:
    drawn = chance.robot(secret, public_events, seat)
    return Question(table.game, table.game.view(state, seat), drawn, level_of(table.occupant(seat)))


def is_robot_move(entry: Entry) -> bool:
    """True if a robot's move brought this event about."""
    return (entry.cause or "").startswith(f"{CAUSE}:")


def find_move(
    connection: Connection, table: Table, secret: Secret, found: Sequence[Entry], entry: Entry, chance: ChanceSource
) -> Remembered | None:
    """The robot's move that began with this event of a finished hand; `found` are all events of the table.

    None for events that no robot's move began with.
    """
    cause = entry.cause or ""
    first = next(other for other in found if other.cause == entry.cause and is_of_game(other.event))
    if first.sequence != entry.sequence or not is_robot_move(entry):
        return None
    known = stored_events.find_commit(connection, table.id, cause)
    if known is None or known.outcome is None:
        return None
    before = [earlier for earlier in found if earlier.sequence < entry.sequence]
    state = table.game.fold([earlier.event for earlier in select_effective(before)])
    seat, public_events = Seat(known.outcome["seat"]), sum(is_public(earlier) for earlier in before)
    return Remembered(seat, lambda: _ask(table, state, seat, secret, public_events, chance), known.outcome["move"])
