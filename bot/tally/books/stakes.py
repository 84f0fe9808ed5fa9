"""Stakes: the amounts by which a game's results change the books. They always sum to zero (docs/tally.md).

A game declares in `STAKES` how its results count. Most games make transfers themselves, which a house rule multiplies.
In a game of points, the table chooses: the winners get a fixed stake, or each player gets their points less the mean.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.tally.books.apportionment import subtract_mean
from games import registry
from games.core import AnyGame, AnyOption, Option, Options
from games.core.receipt import Transfer

STAKE: Final = "stake"
POINTS: Final = "points"

HAND: Final = "hand"
SESSION: Final = "session"

POST: Final = Option(
    "post",
    HAND,
    "HOUSE",
    "When results go into the tally: after each hand or game, or in one entry at the end of the session",
    (HAND, SESSION),
)
"""The house rule, offered at every table, about when results are entered."""
ENTERED: Final = Option("tally", STAKE, "HOUSE", "What a won game enters in the tally", (STAKE, POINTS))
AMOUNT: Final = Option(
    "stake",
    1,
    "HOUSE",
    "What each loser gives each winner of a game; in duos, each loser gives it once",
    least=1,
    most=1_000,
)
OPTIONS: Final = (ENTERED, AMOUNT)
"""The house rules about stakes, offered in games of points."""


def list_games_of_stakes() -> list[str]:
    """The games in which the winners get a stake, unless the house chooses points."""
    return [name for name in registry.NAMES if registry.game(name).STAKES.by_points]


def list_options(game: AnyGame) -> tuple[AnyOption, ...]:
    """The house rules about stakes that tables of a game offer."""
    return OPTIONS if game.STAKES.by_points else ()


def _read_number(house: Options, name: str) -> int:
    """The value of a house rule that is a number; 1 at a table without that rule."""
    value = house.get(name, 1)
    return value if isinstance(value, int) else 1


def make_transfers(game: AnyGame, events: Iterable[object], house: Options) -> tuple[Transfer, ...]:
    """Make the transfers, by seat, that follow from the events of one move at a table with these house rules."""
    happened = tuple(events)
    transfers = game.transfers(happened)
    if not game.STAKES.by_points:
        return _multiply(_read_number(house, game.STAKES.worth_option), transfers)
    if ENTERED.value_in(house) != POINTS:
        return _multiply(AMOUNT.value_in(house), transfers)
    final_points = [points for event in happened if (points := game.final_scores(event)) is not None]
    gains = [(subtract_mean(points), change.rule) for points, change in zip(final_points, transfers, strict=True)]
    return tuple(Transfer(amounts, rule, "game_points") for amounts, rule in gains if any(amounts))


def _multiply(worth: int, transfers: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """Multiply transfers by `worth`. Return none if `worth` is 0."""
    if worth == 1:
        return transfers
    return tuple(
        replace(change, amounts=tuple(worth * amount for amount in change.amounts)) for change in transfers if worth
    )


def is_by_session(house: Options) -> bool:
    """True if a table's results are entered once, when its session ends."""
    return POST.value_in(house) == SESSION
