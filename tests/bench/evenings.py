"""The declared worth of an evening (`STAKES.typical_evening`) beside what robots play for.

`python -m tests.bench evenings` measures it.

Four old hands play by the default house rules for as long as `LENGTHS` says. The figure is the mean amount that a
player gains or loses in an evening, in the units of the game. It may differ from the declared worth by a tenth of that
worth plus half of the 95 % interval. docs/tally.md lists the figures.
"""

import statistics
from typing import Final, NamedTuple

from bot.tally.books import stakes
from games.core import AnyGame, Level, Options, settle
from games.registry import NAMES, game as game_of
from tests.bench.rows import Row
from tests.laboratory.robot_sessions import play_session

PLAYERS: Final = 4
TOLERANCE: Final = 0.1
"""The share by which a declared worth may be off: declared worths are rounded."""


class Length(NamedTuple):
    """The length of a typical evening in hands or in games (the other is 0), and the number of evenings to play."""

    hands: int
    games: int
    evenings: int


LENGTHS: Final = {
    "pussers-bones": Length(16, 0, 200),
    "lombardy-bones": Length(0, 3, 300),
    "duo-dominoes": Length(0, 4, 500),
    "bonedoneskis": Length(36, 0, 200),
}
"""Lengths of an evening of several hours. A hand of Bonedoneskis takes two to four minutes, a hand of Pussers Bones
about ten minutes, and a game of dominoes most of an hour."""
QUICK_SHARE: Final = 10


def play_evening(game: AnyGame, house: Options, number: int) -> tuple[int, ...]:
    """The gain or loss of each seat in one evening, as the tally enters it."""
    length = LENGTHS[game.NAME]
    totals: tuple[int, ...] = (0,) * PLAYERS
    hands = games = 0
    table = 0
    while hands < (length.hands or hands + 1) and games < (length.games or games + 1):
        table += 1
        for events, _ in play_session(game, (Level.OLD_HAND,) * PLAYERS, house, f"evening/{number}/{table}"):
            hands += 1
            for entered in stakes.make_transfers(game, events, house):
                totals = tuple(sum(pair) for pair in zip(totals, entered.amounts, strict=True))
            games += sum(game.final_scores(event) is not None for event in events)
            if hands == length.hands or games == length.games > 0:
                break
    return totals


def measure_worth(name: str, evenings: int) -> tuple[float, float]:
    """The mean amount that a player gains or loses in an evening, and half of its 95 % interval."""
    game = game_of(name)
    house = settle(game.OPTIONS)
    found = [statistics.mean(map(abs, play_evening(game, house, number))) for number in range(evenings)]
    return statistics.mean(found), 1.96 * statistics.stdev(found) / evenings**0.5


def measure(quick: bool) -> list[Row]:
    """Two rows a game: first the measured and the declared worth, then the allowed and the actual difference."""
    rows: list[Row] = []
    for name in NAMES:
        length, declared = LENGTHS[name], game_of(name).STAKES.typical_evening
        moved, half = measure_worth(name, length.evenings // (QUICK_SHARE if quick else 1))
        off = abs(moved - declared) or 1e-9
        rows.append(Row(f"{name}: an evening moves, ± {half:.3g}", moved, declared, moved / declared, 0.0))
        room = half + TOLERANCE * declared
        rows.append(Row(f"{name}: allowed / found difference from {declared:g}", room, off, room / off, 1.0))
    return rows
