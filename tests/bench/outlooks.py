"""Errors of the outlooks that *How it went* tells: `python -m tests.bench outlooks`.

Old hands play, pass and bet. After every third move, the outlook from the public view is compared with who won the
hand. The looks are grouped by the phase of the hand. Two rows judge each phase:

- The Brier score of equal shares, divided by the outlook's own. It must be at least `LEAST`: if it is lower, equal
  shares tell more than the outlook.
- For shares of 70 % and more: the mean share that was told, minus how often the side won.
"""

import hashlib
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from games.core import Level, Refused, Seat, SecretChance, Value, settle, sides_of
from games.core.moves import Lapse
from games.core.robots import make_robot_chance, think
from games.core.secret import is_unnoticed
from games.registry import game as game_of
from tests.bench.rows import Row
from tests.laboratory.robot_sessions import list_to_ask

LEAST: Final = 0.98
"""The least ratio of Brier scores."""
MOST_ABOVE: Final = 0.1
"""The most by which large shares may exceed how often they came true."""
LARGE: Final = 0.7
"""The least share that counts as a large one."""
ENOUGH: Final = 100
"""The fewest shares, and the fewest large shares, by which a phase is judged: with fewer, chance decides."""
_EVERY: Final = 3
_STEP_MS: Final = 400
_MOST_MOVES: Final = 3_000
_AT_ONCE: Final[dict[str, dict[str, Value]]] = {"lombardy-bones": {"call_mode": "race", "race_grace_ms": 0}}
"""By game, the options with which hands are short."""


class Table(NamedTuple):
    """A game and its number of players."""

    game: str
    players: int


TABLES: Final = (
    Table("lombardy-bones", 4),
    Table("lombardy-bones", 3),
    Table("lombardy-bones", 2),
    Table("duo-dominoes", 4),
    Table("bonedoneskis", 4),
)
"""The games with an outlook."""


class Told(NamedTuple):
    """The share that was told of a side, and the share of the hand that the side won."""

    phase: str
    share: float
    won: float
    fair: float
    """An equal share."""


def list_told(table: Table, seed: str, samples: int) -> Iterator[Told]:
    """Play a hand, and yield what was told of each side at each look."""
    game, secret = game_of(table.game), hashlib.sha256(seed.encode()).digest()
    house = settle(game.OPTIONS, _AT_ONCE.get(table.game, {}))
    state = game.fold(game.begin(table.players, house, 0, SecretChance(secret, (), 0)))
    looks: list[tuple[Any, tuple[float, ...]]] = []
    at = seen = moves = 0
    before: tuple[int, ...] | None = None
    for counter in range(1, _MOST_MOVES):
        at += _STEP_MS
        crowd: Any = game.view(state, None)
        if crowd.hand == 1:
            before, moves = before or tuple(crowd.scores), moves + 1
            shares = () if moves % _EVERY or game.outlook is None else _look(game, crowd, seed, counter, samples)
            looks += [(crowd, shares)] if shares else []
        state, at, public = _move(game, state, crowd, secret, counter, at, seen)
        seen += public
        if crowd.hand == 1 and game.is_revealed(state):
            break
    final: Any = game.view(state, None)
    gains = [new - old for new, old in zip(final.scores, before or final.scores, strict=True)]
    best = [Seat(seat) for seat, gain in enumerate(gains) if gain == max(gains)]
    for crowd, shares in looks:
        sides = sides_of(game.PARTNERS, table.players)
        sides = tuple(side for side in sides if side[0] in getattr(crowd, "live_seats", range(table.players)))
        for side in sides:
            won = sum(seat in best for seat in side) / len(best)
            yield Told(_name_phase(crowd), shares[side[0]], won, 1.0 / len(sides))


def _look(game: Any, crowd: Any, seed: str, counter: int, samples: int) -> tuple[float, ...]:
    found: tuple[float, ...] = game.outlook(crowd, SecretChance(b"outlook", (seed,), counter), samples)
    return found


def _move(game: Any, state: Any, crowd: Any, secret: bytes, counter: int, at: int, seen: int) -> tuple[Any, int, int]:
    """Make the first move that an old hand offers, or let time pass.

    Returns the state, the time and the number of public events.
    """
    chance = SecretChance(secret, (), counter)
    for seat in list_to_ask(crowd, len(crowd.scores)):
        thought = think(game, game.view(state, seat), make_robot_chance(secret, seen, seat), Level.OLD_HAND)
        if thought is not None:
            try:
                events = game.decide(state, seat, thought.move, at, chance).events
            except Refused:
                continue
            break
    else:
        at = max(at, game.deadline(state) or at)
        events = game.decide(state, None, Lapse(), at, chance).events
    return game.evolve(state, *events), at, sum(not is_unnoticed(event) for event in events)


def _name_phase(crowd: Any) -> str:
    """The phase of a hand: the street, or how many bones the player with the fewest still holds."""
    if hasattr(crowd, "street"):
        return f"street {crowd.street}"
    fewest = min(crowd.counts)
    return "one or two left" if fewest < 3 else "three or four left" if fewest < 5 else "five or more left"


def collect_by_phase(table: Table, hands: int, samples: int) -> dict[str, list[Told]]:
    """The outlooks that were told in this number of hands, by phase."""
    found: defaultdict[str, list[Told]] = defaultdict(list)
    for hand in range(hands):
        for told in list_told(table, f"outlook/{hand}", samples):
            found[told.phase].append(told)
    return dict(sorted(found.items()))


def compare_with_equal(told: Sequence[Told]) -> float:
    """The Brier score of equal shares, divided by that of the shares that were told."""
    own = statistics.fmean((side.share - side.won) ** 2 for side in told)
    equal = statistics.fmean((side.fair - side.won) ** 2 for side in told)
    return equal / max(own, 1e-9)


def measure(quick: bool) -> list[Row]:
    """The rows of each game and phase. A quick run plays too few hands to judge."""
    rows: list[Row] = []
    for table in TABLES:
        for phase, told in collect_by_phase(table, 10 if quick else 300, 40 if quick else 200).items():
            name = f"{table.game}, {table.players} seats, {phase}"
            ratio = compare_with_equal(told)
            least = 0 if quick or len(told) < ENOUGH else LEAST
            rows.append(Row(f"{name}: Brier score of equal shares over its own", ratio, 1.0, ratio, least))
            large = [side for side in told if side.share >= LARGE]
            if len(large) >= ENOUGH:
                above = statistics.fmean(side.share - side.won for side in large)
                ratio, least = MOST_ABOVE / max(above, 1e-9), 0 if quick else 1.0
                rows.append(Row(f"{name}: large shares above the truth", above, MOST_ABOVE, ratio, least))
    return rows
