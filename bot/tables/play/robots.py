"""The robots of a table: their levels and thoughts, and after the hand, the reasons for their moves."""

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from bot.store import Connection, StoredSeat
from bot.tables.aggregate import Table
from bot.tables.aggregate.turns import draw_temper, follows_robot
from bot.tables.fairness.chance import ChanceSource, luck_of
from bot.tables.history.entries import Entry, Moved, find_level, find_outcome, is_of_game
from bot.tables.play.past_hands import PastHand
from games.core import AnyGame, Chance, Level, Seat, View, robots
from games.core.robots import EVEN, SAMPLES, Temper, Thought, find_temper, make_robot_chance

CAUSE = "robot"
"""The prefix of the cause of a robot's move."""
BUDGETS: Final = (SAMPLES, SAMPLES // 4, 0)
"""The most deals that a shellback may play out for a thought: as a rule, while other robots think, and while too many
other robots think."""


class RobotQuestion(NamedTuple):
    """A question to a robot. The answer depends only on the question and on the number of deals played out."""

    game: AnyGame
    view: View
    luck: Chance
    level: Level
    prepared: bool = False
    """True in a prepared hand, where the robots follow its script."""
    temper: Temper = EVEN

    @property
    def takes_time(self) -> bool:
        """True if the answer may take long: the robot is a shellback, and the table waits for its seat."""
        return self.level is Level.SHELLBACK and self.game.ponder is not None and self.view.seat in self.view.to_act

    def answer(self, samples: int = SAMPLES) -> Thought[object] | None:
        """The robot's thought; None to stay silent. Call this only once, since it draws from the question's chance."""
        hand = self.game.FIRST_HAND if self.prepared else None
        if hand is not None:
            return hand.robot(self.view, self.luck)
        return robots.think(self.game, self.view, self.luck, self.level, samples, self.temper)


class RobotAnswer(NamedTuple):
    """A robot's thought, and the number of deals that it played out for it."""

    thought: Thought[object] | None
    """None to stay silent."""
    samples: int = 0


class RememberedMove(NamedTuple):
    """A robot's move in a finished hand, with everything needed to find its reason again."""

    seat: Seat
    make_question: Callable[[], RobotQuestion]
    """Makes the question that the robot answered, with the same chance."""
    words: str
    """The move that the robot made, as text."""
    samples: int = SAMPLES
    """The deals that the robot might play out."""

    @property
    def hurried(self) -> bool:
        """True for a move of a shellback that had no time to ponder, and so played as an old hand."""
        return not self.samples and self.make_question().takes_time

    def think_again(self) -> Thought[object] | None:
        """The robot's thought; None if it would now make another move."""
        question = self.make_question()
        return self.confirm(question, question.answer(self.samples))

    def confirm(self, question: RobotQuestion, again: Thought[object] | None) -> Thought[object] | None:
        """The new answer to the question, if it is the move that the robot made."""
        return again if again is not None and question.game.write(again.move) == self.words else None


Recall = Callable[[RememberedMove], Awaitable[Thought[object] | None]]
"""A function that lets a robot think again, outside the event loop if that takes time."""


def level_of(game: AnyGame, taken: StoredSeat) -> Level:
    """The level at which a seat's robot plays. Stand-ins and robots without a level play as old hands, and so do robots
    whose level the game has withdrawn."""
    return choose_level(game, find_level(taken.robot))


def choose_level(game: AnyGame, stored: Level) -> Level:
    """The level of a robot with this stored level: the same, or an old hand if the game has withdrawn it."""
    return stored if stored in game.LEVELS else Level.OLD_HAND


def make_question(table: Table, seat: Seat, chance: ChanceSource) -> RobotQuestion:
    """The question to a seat's robot about the table as it is now."""
    luck, level = luck_of(table, seat, chance), level_of(table.game, table.occupant(seat))
    view = table.view(seat)
    return RobotQuestion(
        table.game,
        view.end_courtesy() if follows_robot(table) else view,
        luck,
        level,
        table.shuffle.prepared,
        draw_temper(table, seat),
    )


def advise(table: Table, seat: Seat) -> Thought[object] | None:
    """Advice for a seat: the thought of a robot that misses nothing but plays out no deals. It depends only on the
    seat's view, and on no secret. In a prepared hand, it is the move that leads to the win. Robots leave the last piece
    alone for a while; whoever asks need not. None if there is nothing to do."""
    chance = make_robot_chance(b"", table.visibility.public_events, seat)
    hand, view = table.game.FIRST_HAND if table.shuffle.prepared else None, table.view(seat).end_courtesy()
    if hand is not None:
        return hand.advise(view, chance)
    return table.game.robot(view, chance, Level.SHELLBACK)


def is_robot_move(entry: Entry) -> bool:
    """True if this event came from a robot's move."""
    return (entry.cause or "").startswith(f"{CAUSE}:")


def find_move_text(connection: Connection, table: Table, entry: Entry) -> str:
    """The move, as text, that a seat made in the same commit as this event; "" if no seat made one."""
    outcome = find_outcome(connection, table.id, entry.cause or "")
    return outcome.words if isinstance(outcome, Moved) and outcome.seat is not None else ""


def find_move(
    connection: Connection,
    table: Table,
    hand: PastHand,
    entry: Entry,
    chance: ChanceSource,
) -> RememberedMove | None:
    """The robot's move that began with this event of a finished hand; None if no robot's move began with it, and for
    moves of releases that did not note how a robot thought."""
    first = next(other for other in hand.raw if other.cause == entry.cause and is_of_game(other.event))
    if first.sequence != entry.sequence or not is_robot_move(entry):
        return None
    outcome = find_outcome(connection, table.id, entry.cause or "")
    if not isinstance(outcome, Moved) or outcome.seat is None or not outcome.level:
        return None
    state = table.game.evolve(hand.state, *(earlier.event for earlier in hand.list_before(entry)))
    public_events = (hand.count_moves_before if table.kind.follows_moves_alone else hand.count_public_before)(entry)
    seat, level, deals = outcome.seat, find_level(outcome.level), outcome.deals

    def make_again() -> RobotQuestion:
        luck = chance.make_robot_chance(hand.secret, public_events, seat)
        return RobotQuestion(
            table.game, table.game.view(state, seat).end_courtesy(), luck, level, temper=find_temper(outcome.temper)
        )

    return RememberedMove(seat, make_again, outcome.words, SAMPLES if deals is None else deals)
