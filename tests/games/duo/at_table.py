"""Helpers to set up tables of Duo Dominoes and to type moves."""

from collections.abc import Iterable, Sequence

from games.core import Seat, SecretChance, Value, settle
from games.core.moves import Lapse
from games.duo.decide import begin, deadline, decide
from games.duo.events import Began, Dealt, Event
from games.duo.evolve import evolve, fold
from games.duo.moves import Next
from games.duo.notation import read
from games.duo.options import OPTIONS
from games.duo.project import view
from games.duo.state import State
from games.pieces.dominoes import ALL, Domino, from_code
from tests.games.handed_chance import HandedChance
from tests.refuses import refuses

CHANCE = HandedChance()


def tiles(text: str) -> tuple[Domino, ...]:
    """ "6-4 5-5" as tiles."""
    return tuple(from_code(tile) for tile in text.split())


def dealt(holdings: Sequence[str], starter: int = 0, opening: bool = False, hand: int = 1, **house: Value) -> State:
    """A table whose seats hold these tiles, waiting for the starter."""
    options = {option.name: str(house[option.name]) for option in OPTIONS if option.name in house}
    held = tuple(tiles(holding) for holding in holdings)
    return fold((Began(options), Dealt(hand, Seat(starter), opening, held)))


def session(**house: Value) -> State:
    """A table before its first deal."""
    return fold(begin(4, settle(OPTIONS, house), 0, CHANCE))


def deal(table: State, *orders: Sequence[Domino], seed: int = 1) -> State:
    """Deal the next hand of a session, from these orders or by chance."""
    chance = HandedChance(orders=orders) if orders else SecretChance(seed.to_bytes(32, "big"), (), 0)
    return decide(table, Seat(0), Next(), 0, chance).state


def say(table: State, *words: str) -> tuple[State, list[Event]]:
    """Make typed moves one after another, each for the seat in turn; return the table and the events."""
    happened: list[Event] = []
    for word in words:
        verb, _, rest = word.partition(" ")
        followed = decide(table, table.turn, read(view(table, table.turn), verb, rest), 0, CHANCE).events
        table, passes = pass_over(evolve(table, *followed))
        happened += [*followed, *passes]
    return table, happened


def pass_over(table: State) -> tuple[State, list[Event]]:
    """Let the game pass for each player who cannot play, up to the next one who can (DD-23)."""
    passes: list[Event] = []
    while deadline(table) is not None:
        followed = decide(table, None, Lapse(), 0, CHANCE).events
        table = evolve(table, *followed)
        passes += followed
    return table, passes


def refusal(table: State, seat: int, words: str) -> str:
    """Type a move that must be refused; return the key of the refusal."""
    verb, _, rest = words.partition(" ")
    with refuses() as caught:
        decide(table, Seat(seat), read(view(table, Seat(seat)), verb, rest), 0, CHANCE)
    return caught.value.key


def order_of(holdings: Iterable[str]) -> tuple[Domino, ...]:
    """A shuffle that deals these holdings, seat by seat."""
    first = [tile for holding in holdings for tile in tiles(holding)]
    return (*first, *(tile for tile in ALL if tile not in first))
