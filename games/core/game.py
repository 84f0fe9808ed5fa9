"""The shape of a game, on one screen. A game is a package whose names satisfy `Cover`, with a module `game` whose names
satisfy `Game`; the bot knows no more of it.

The life of a move: `read` makes words a move, `decide` judges it and returns events or raises `Refused`, `evolve`
applies events and never refuses, `view` cuts what one seat may see, `choices` lists what that seat could do.
Time (`at`, milliseconds) and chance are handed in; a game reads no clock and no random source.

A game may also have `idle(state, seat)`: the move that is made for a player for whom the table has waited long enough,
before a robot takes his seat. It raises `Refused` where the table does not wait for that seat. With `WORDS_WAIT` it
says that words are judged a moment after they were said, so that its clock must not stand for those who sleep.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from games.core.chance import Chance
from games.core.moves import Choice, Verb
from games.core.options import Option, Options, Preset
from games.core.receipt import Receipt, Transfer
from games.core.robots import Thought
from games.core.seats import Seat


class View(Protocol):
    """What every view of every game tells: who looks, and the public shape of the moment."""

    @property
    def seat(self) -> Seat | None:
        """Who looks; None is the crowd."""
        ...

    @property
    def players(self) -> int:
        """How many seats the table has."""
        ...

    @property
    def phase(self) -> str:
        """Where the hand is, as a wording key ("turn", "calling", "between")."""
        ...

    @property
    def hand(self) -> int:
        """Which hand of the session it is, from 1."""
        ...

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that the table is publicly waiting for."""
        ...

    @property
    def deadline(self) -> int | None:
        """When silence becomes a move (milliseconds), if it does."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """The running score of each seat."""
        ...

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        ...


class Cover(Protocol):
    """What stands on a game's box: enough to offer it, without the game being loaded."""

    NAME: str
    """Its name in commands and the database: "pussers-bones"."""
    TITLE: str
    """Its name for people: "Pussers Bones"."""
    SEATS: tuple[int, int]
    """Fewest and most players."""
    RULES_VERSION: int
    """What sessions are pinned to."""
    EVENTS: str
    """What the kinds of its events begin with: "pussers"."""
    VERBS: tuple[Verb, ...]
    """The words that make moves, in the order in which the help lists them."""


class Game(Cover, Protocol):
    """A game, as the bot, the robots and the tests use it."""

    OPTIONS: tuple[Option, ...]
    PRESETS: tuple[Preset, ...]

    begin: Callable[[int, Options, int, Chance], Sequence[Any]]
    """begin(players, settled options, at, chance): the first events of a session."""
    fold: Callable[[Iterable[Any]], Any]
    """fold(events): the state after all events of a session."""
    evolve: Callable[..., Any]
    """evolve(state, *events): the state after these events too; the given state stays as it was."""
    decide: Callable[[Any, Seat | None, Any, int, Chance], Sequence[Any]]
    """decide(state, seat, move, at, chance): what follows from the move; `Lapse()` comes with seat None."""
    deadline: Callable[[Any], int | None]
    """deadline(state): when the runtime must play `Lapse()`, in milliseconds, or None."""
    view: Callable[[Any, Seat | None], Any]
    """view(state, seat or None for the crowd): a frozen record, built from nothing."""
    choices: Callable[[Any], tuple[Choice, ...]]
    """choices(view): what that seat could do, as far as the public and its own hand tell. For the crowd: words that
    anybody at the table might say now, whoever could truly say them."""
    read: Callable[[Any, str, str], Any]
    """read(view, verb, words): the move that the words mean. Raises Unreadable or Ambiguous."""
    write: Callable[[Any], str]
    """write(move): the words that `read` gives the same move for: "discard R1"."""
    robot: Callable[..., Thought | None]
    """robot(view, chance, level): what a robot of that level (of the upper one, if none is given) that sees this view
    does, and why, or None to stay silent."""
    transfers: Callable[[Iterable[Any]], tuple[Transfer, ...]]
    """transfers(events): what the events move between the seats, each sum zero."""
    receipts: Callable[[Iterable[Any]], tuple[Receipt, ...]]
    """receipts(events): how the scores among the events came about."""
    revealed: Callable[[Any], bool]
    """revealed(state): whether the hand is over, so that its secret may be shown."""


def most_seats(game: Game, options: Options) -> int:
    """How many may sit down: the game's most, or the house's where it has a rule for that."""
    house = options.get("max_seats")
    return min(game.SEATS[1], house) if isinstance(house, int) else game.SEATS[1]
