"""A league of robots of every level, under every preset and option, at every number of seats.

`python -m tests.bench league` plays it. It measures no strength. It counts what a robot must never do, and each count
must be 0:

- a hand without an end: too many events, or passes on a table that nobody changes;
- a refused move;
- a loss by rule that a look at the house avoids: a wrong call, a renege, a mistaken Yes, Eddie's own wall;
- a senseless move: a fold where a check costs nothing, or raises without an end between the same two players.

Presets are played in full: all pairs of levels at all numbers of seats. Options are changed one at a time, and their
tables take the pairs and numbers of seats in turn.
"""

import hashlib
import itertools
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.bonedoneskis import events as stud
from games.core import AnyOption, Level, Options, Refused, SecretChance, Value, settle
from games.core.game import Game
from games.core.moves import Lapse
from games.core.robots import make_robot_chance, think
from games.core.secret import is_unnoticed
from games.lombardy import events as lombardy
from games.pussers import events as pussers
from games.registry import NAMES, game as game_of
from tests.bench.rows import Row
from tests.laboratory.robot_sessions import list_to_ask

HANDS: Final = 8
"""The hands of each table in a whole league."""
QUICK: Final = 7
"""A quick league plays a hand at every seventh table. Seven never picks the same preset and levels twice in a row."""
SAMPLES: Final = 8
"""The deals in which a shellback plays its moves out: few, since the league asks for no strength."""
MOST_EVENTS: Final = {"pussers-bones": 1_500, "lombardy-bones": 600, "duo-dominoes": 120, "bonedoneskis": 700}
"""By game, the most events of a hand; the longest hands of old hands have about half as many."""
MOST_EVENTS_ELSEWHERE: Final = 1_500
"""The most events of a hand of any other game."""
MOST_PASSES: Final = 2
"""The most passes of a seat at Lombardy on a table that nobody changes (LB-27)."""
MOST_RESTARTS: Final = 5
"""The most restarts of a hand (LB-50). Each restart is a new deal, and its events are counted from nought."""
MOST_RAISES: Final = 9
"""The most raises in a round between two players, where no rule sets a limit (BD-14)."""
_TEXTS: Final[dict[str, tuple[Value, ...]]] = {"rule_off": ("vote", "rounds:1", "clock:23:59")}
_STEP_MS: Final = 400
"""Milliseconds between two moves, as in `boneyard simulate`."""


class Table(NamedTuple):
    """A table of the league."""

    game: Game
    levels: tuple[Level, ...]
    house: Options
    name: str
    """The table's name in the report: the preset, or the option with its value, and the levels."""


@dataclass
class Faults:
    """Things that robots did and must not do, with the tables where they did them."""

    hands: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    where: dict[str, str] = field(default_factory=dict)
    """By fault, the first table where it happened."""

    def note(self, fault: str, table: Table) -> None:
        """Count a fault."""
        self.counts[fault] += 1
        self.where.setdefault(fault, table.name)


def list_values(option: AnyOption) -> tuple[Value, ...]:
    """The values of an option to play: all of a list, both of a switch, both bounds of a number."""
    if option.values:
        return option.values
    if isinstance(option.default, bool):
        return False, True
    if isinstance(option.default, int):
        bounds = (option.least, option.most)
        return tuple(bound for bound in bounds if bound is not None and bound != option.default)
    return _TEXTS.get(option.name, ())


def list_houses(game: Game) -> Iterator[tuple[str, dict[str, Value]]]:
    """The presets of a game; its usual house rules where it has none."""
    yield from ((preset.name, dict(preset.values)) for preset in game.PRESETS)
    if not game.PRESETS:
        yield "usual", {}


def list_changes(game: Game) -> Iterator[tuple[str, dict[str, Value]]]:
    """The houses with one option changed; for Pussers Bones, each of them again with mistakes allowed."""
    for option in game.OPTIONS:
        for value in list_values(option):
            if value == option.default or option.name == "players":
                continue
            yield f"{option.name}: {value}", {option.name: value}
            if any(other.name == "enforcement" for other in game.OPTIONS) and game.NAME == "pussers-bones":
                yield f"faithful, {option.name}: {value}", {"enforcement": "faithful", option.name: value}


def list_pairs(game: Game) -> list[tuple[Level, Level]]:
    """All pairs of levels that may sit opposite each other."""
    return [*itertools.combinations_with_replacement(game.LEVELS, 2)]


def list_seat_counts(game: Game, house: dict[str, Value]) -> list[int]:
    """The numbers of seats that a house allows."""
    found = []
    for players in range(game.SEATS[0], game.SEATS[1] + 1):
        try:
            game.begin(players, settle_for(game, house, players), 0, SecretChance(bytes(32), (), 0))
        except Refused:
            continue
        found.append(players)
    return found


def settle_for(game: Game, house: dict[str, Value], players: int) -> Options:
    """The options of a house for this number of players."""
    follows: dict[str, Value] = {option.name: players for option in game.OPTIONS if option.follows_seats}
    return settle(game.OPTIONS, house, follows)


def list_tables(game: Game) -> Iterator[Table]:
    """The tables of a game: presets in full, then options one at a time."""
    for name, house in list_houses(game):
        counts = list_seat_counts(game, house)
        for (first, second), players in itertools.product(list_pairs(game), counts):
            yield _table(game, name, house, first, second, players)
    for number, (name, house) in enumerate(list_changes(game)):
        counts, opposite = list_seat_counts(game, house), list_pairs(game)
        if counts:
            first, second = opposite[number % len(opposite)]
            yield _table(game, name, house, first, second, counts[number // len(opposite) % len(counts)])


def _table(game: Game, name: str, house: dict[str, Value], first: Level, second: Level, players: int) -> Table:
    levels = tuple((first, second)[seat % 2] for seat in range(players))
    label = f"{game.NAME}, {name}, {players} seats, {first} and {second}"
    return Table(game, levels, settle_for(game, house, players), label)


def play(table: Table, hands: int, faults: Faults) -> None:
    """Play hands at a table, and count the faults."""
    game, players = table.game, len(table.levels)
    secret = hashlib.sha256(table.name.encode()).digest()
    at = seen = 0
    chance = SecretChance(secret, (), 0)
    state = game.fold(game.begin(players, table.house, at, chance))
    hand: list[Any] = []
    dealt = 0
    for counter in range(1, 1 + hands * MOST_EVENTS.get(game.NAME, MOST_EVENTS_ELSEWHERE)):
        at += _STEP_MS
        crowd = game.view(state, None)
        chance = SecretChance(secret, (), counter)
        followed = _move(table, state, at, seen, secret, chance, faults)
        if followed is None:
            deadline = game.deadline(state)
            if deadline is None:
                faults.note("stuck", table)
                return
            at = max(at, deadline)
            followed = list(game.decide(state, None, Lapse(), at, chance).events)
        state = game.evolve(state, *followed)
        hand += followed
        if any(isinstance(event, lombardy.Restarted) for event in followed):
            dealt = len(hand)
        seen += sum(not is_unnoticed(event) for event in followed)
        after = game.view(state, None)
        if after.over or after.hand != crowd.hand:
            faults.hands += bool(crowd.hand)
            _judge(table, hand, faults)
            hand, dealt = [], 0
            if after.over or after.hand > hands:
                return
        if len(hand) - dealt > MOST_EVENTS.get(game.NAME, MOST_EVENTS_ELSEWHERE):
            faults.note("no end", table)
            return


def _move(
    table: Table, state: Any, at: int, seen: int, secret: bytes, chance: SecretChance, faults: Faults
) -> list[Any] | None:
    """The events of the first move that a robot offers; None if none does."""
    game, crowd = table.game, table.game.view(state, None)
    for seat in list_to_ask(crowd, len(table.levels)):
        view = game.view(state, seat)
        thought = think(game, view, make_robot_chance(secret, seen, seat), table.levels[seat], SAMPLES)
        if thought is None:
            continue
        if game.write(thought.move) == "fold" and "check" in getattr(view, "acts", ()):
            faults.note("folds for nothing", table)
        try:
            return list(game.decide(state, seat, thought.move, at, chance).events)
        except Refused as refused:
            faults.note(f"refused: {refused.rule} {refused.key}", table)
    return None


def _judge(table: Table, hand: Sequence[Any], faults: Faults) -> None:
    """Count the faults of a finished hand."""
    passes = raises = restarts = 0
    dead = False
    for event in hand:
        match event:
            case lombardy.Passed():
                passes += 1
                if passes == MOST_PASSES * len(table.levels) + 1:
                    faults.note("passes on an unchanged table", table)
            case lombardy.Laid() | lombardy.Drew() | lombardy.Dealt():
                dead, passes = passes >= len(table.levels), 0
            case lombardy.Called(right=False):
                faults.note("wrong score", table)
            case lombardy.RenegeCalled(true=True) if not dead:  # a double laid after all have passed is no fault
                faults.note("renege", table)
            case lombardy.Restarted():
                restarts += 1
                if restarts == MOST_RESTARTS + 1:
                    faults.note("restarts without an end", table)
            case lombardy.RenegeCalled(true=False):
                faults.note("mistaken renege", table)
            case stud.BettingBegan():
                raises = 0
            case stud.Acted(how="raise"):
                raises += 1
                if raises == MOST_RAISES + 1:
                    faults.note("raises without an end", table)
            case pussers.ShitTiedUp():
                faults.note("Shit Tie Up", table)
            case pussers.Paid(reason="own_wall" | "mistaken_yes" as reason):
                faults.note(reason, table)
            case _:
                pass


def run(name: str, hands: int, every: int = 1) -> Faults:
    """Play the league of a game, or only every so many of its tables."""
    faults = Faults()
    for table in itertools.islice(list_tables(game_of(name)), 0, None, every):
        play(table, hands, faults)
    return faults


def measure(quick: bool) -> list[Row]:
    """For each game, rows for the hands, the seconds and the number of faults, and a row for each kind of fault."""
    rows: list[Row] = []
    for name in NAMES:
        began = time.perf_counter()
        faults = run(name, 1, QUICK) if quick else run(name, HANDS)
        rows.append(Row(f"{name}: hands of the league", faults.hands))
        rows.append(Row("  the same: seconds", time.perf_counter() - began))
        rows.append(
            Row("  the same: faults, at most 0", sum(faults.counts.values()), 0.0, 0.0 if faults.counts else 1.0, 1.0)
        )
        for fault, count in faults.counts.items():
            rows.append(Row(f"  {fault} ({faults.where[fault]})", count))
    return rows
