"""The command `simulate`: robots play hand after hand at one table, without Discord or a database, at full speed.

Sessions are played in processes of their own, one for each core, and counted in their order: the same seed gives the
same result on any machine. With `--against`, a second house plays the same deals.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from math import inf, sqrt
from typing import Final, NamedTuple, TextIO, TypeVar

from bot.cli.exit_status import ExitStatus
from bot.cli.robot_sessions import session
from bot.config import Misconfigured
from bot.wording import house_identifier, house_name, house_value, knows, meant_value, say
from games.core import registry
from games.core.game import AnyGame, most_seats
from games.core.options import Options, Value, settle
from games.core.refused import Refused
from games.core.robots import Level

T = TypeVar("T")

SESSION_HANDS: Final = 16
"""The most hands of a session: games without an end begin anew then."""
MANY_SESSIONS: Final = 10
"""Sessions from which on an error is known well enough to call a difference real."""
SURE: Final = 1.96
"""Standard errors on either side of a figure within which the truth lies 19 times in 20."""


class Hand(NamedTuple):
    """The figures of a hand."""

    moves: int
    won: tuple[int, ...]
    """The gain or loss of each seat."""
    kinds: frozenset[str]
    """The receipts that it ended with."""
    lines: frozenset[str]
    """The lines of these receipts."""


class Task(NamedTuple):
    """A session to be played."""

    game: str
    seated: tuple[Level, ...]
    options: dict[str, Value]
    seed: str
    hands: int


@dataclass(slots=True)
class Result:
    """The result of a simulation."""

    seats: int
    sessions: list[tuple[Hand, ...]] = field(default_factory=list)

    @property
    def hands(self) -> int:
        """The number of hands."""
        return sum(map(len, self.sessions))

    @property
    def moves(self) -> int:
        """The number of moves."""
        return sum(hand.moves for session in self.sessions for hand in session)

    @property
    def won(self) -> list[int]:
        """The total of each seat's gains and losses."""
        return [sum(hand.won[seat] for one in self.sessions for hand in one) for seat in range(self.seats)]

    def counted(self, of: Callable[[Hand], frozenset[str]]) -> Counter[str]:
        """The number of hands with each kind or line."""
        return Counter(key for session in self.sessions for hand in session for key in of(hand))


class Figure(NamedTuple):
    """A mean of all hands, with the half of its 95 % interval."""

    mean: float
    error: float


def figure(result: Result, of: Callable[[Hand], float]) -> Figure:
    """The mean of a quantity. Hands of one session depend on each other, so the error is that of whole sessions."""
    mean, parts = _parts(result, of)
    return Figure(mean, _error(parts))


def difference(one: Result, other: Result, of: Callable[[Hand], float]) -> Figure:
    """The difference of two means. The houses play the same deals, so that luck is in both and cancels out."""
    (mean, parts), (before, others) = _parts(one, of), _parts(other, of)
    return Figure(mean - before, _error([part - against for part, against in zip(parts, others, strict=True)]))


def _error(parts: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean to which each session adds its part; infinite for a single session."""
    sessions = len(parts)
    if sessions < 2:
        return inf
    return SURE * sqrt(sum(part * part for part in parts) * sessions / (sessions - 1))


def _parts(result: Result, of: Callable[[Hand], float]) -> tuple[float, list[float]]:
    """The mean of a quantity, and by how much each session moves it."""
    hands = result.hands
    mean = sum(of(hand) for session in result.sessions for hand in session) / hands
    return mean, [sum(of(hand) - mean for hand in session) / hands for session in result.sessions]


def simulate(
    name: str,
    hands: int,
    players: int,
    houses: Sequence[Mapping[str, str]],
    seed: str,
    progress: Callable[[int], None],
    levels: Sequence[Level] = (),
    cores: int = 0,
) -> list[Result]:
    """Play at least `hands` hands in each house; the same seed gives the same hands. `levels` go round the seats (or
    old hands). `progress` is called with the number of hands so far.

    Raises Misconfigured for an unknown game, a wrong number of players or an option that the game does not take.
    """
    if name not in registry.NAMES:
        raise Misconfigured(f"There is no game {name!r}: choose one of {', '.join(registry.NAMES)}.")
    game = registry.game(name)
    settled = [house(game, given) for given in houses]
    least, most = game.SEATS[0], min(most_seats(game, options) for options in settled)
    seats = players or most
    if not least <= seats <= most:
        span = f"{least} to {most}" if least < most else f"{most}"
        raise Misconfigured(f"{game.TITLE} is for {span} players.")
    seated, seed = seat_levels(levels, seats), seed or secrets.token_hex(8)
    results = [Result(seats) for _ in settled]
    rounds = (
        Task(name, seated, dict(options), f"{seed}/{number}", min(SESSION_HANDS, hands))
        for number in count(1)
        for options in settled
    )
    played = _in_order(play, rounds, cores or _cores(hands))
    for batch in iter(lambda: list(islice(played, len(settled))), []):
        for result, session_hands in zip(results, batch, strict=True):
            room = hands - result.hands if len(settled) == 1 else len(session_hands)
            result.sessions.append(session_hands[:room])
        progress(min(result.hands for result in results))
        if min(result.hands for result in results) >= hands:
            played.close()
            break
    return results


def house(game: AnyGame, given: Mapping[str, str]) -> Options:
    """The house options that are given by their names and values, as words or as they are stored. Raises
    Misconfigured."""
    known = {option.name: option for option in game.OPTIONS}
    heard: dict[str, Value] = {}
    try:
        for name, value in given.items():
            rule = house_identifier(name)
            read = meant_value(rule, value)
            heard[rule if rule in known else name] = known[rule].heard(read) if rule in known else value
        return settle(game.OPTIONS, heard)
    except Refused as refused:
        named, allowed = refused.facts.get("name"), refused.facts.get("allowed")
        if refused.reason == "option_name":
            raise Misconfigured(f"{game.TITLE} has no house rule {named!r}: choose one of {allowed}.") from None
        raise Misconfigured(f"{named} cannot have that value: choose one of {allowed}.") from None


def _cores(hands: int) -> int:
    """The processes to be used: one for few hands, which would be played before the others have begun."""
    if hands <= SESSION_HANDS:
        return 1
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _in_order(work: Callable[[Task], T], tasks: Iterator[Task], cores: int) -> Generator[T, None, None]:
    """The results of tasks without end, in their order; a few are always under way."""
    if cores == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(cores) as pool:
        waiting: deque[Future[T]] = deque(pool.submit(work, task) for task in islice(tasks, 2 * cores))
        try:
            while True:
                yield waiting.popleft().result()
                waiting.append(pool.submit(work, next(tasks)))
        finally:
            pool.shutdown(cancel_futures=True)


def seat_levels(levels: Sequence[Level], seats: int) -> tuple[Level, ...]:
    """The level of the robot in each seat."""
    return tuple(islice(cycle(levels or (Level.OLD_HAND,)), seats))


def play(task: Task) -> tuple[Hand, ...]:
    """Play a session, in whatever process this is."""
    game = registry.game(task.game)
    played = session(game, task.seated, task.options, task.seed)
    return tuple(_counted(game, events, moves, len(task.seated)) for events, moves in islice(played, task.hands))


def _counted(game: AnyGame, events: list[object], moves: int, seats: int) -> Hand:
    won = [0] * seats
    for transfer in game.transfers(events):
        won = [sum(pair) for pair in zip(won, transfer.amounts, strict=True)]
    receipts = game.receipts(events)
    lines = frozenset(line.key for receipt in receipts for line in receipt.lines)
    return Hand(moves, tuple(won), frozenset(receipt.key for receipt in receipts), lines)


class Bar:
    """A bar of the hands played so far, with their rate and the time that is left, on a terminal."""

    WIDTH: Final = 30

    def __init__(self, hands: int, stream: TextIO, shown: bool, now: Callable[[], float] = time.perf_counter) -> None:
        self._hands = hands
        self._stream = stream
        self._shown = shown
        self._now = now
        self._began = now()

    def __call__(self, done: int) -> None:
        """Show the number of hands played."""
        if not self._shown:
            return
        done = min(done, self._hands)
        rate = done / max(self._now() - self._began, 1e-9)
        full = self.WIDTH * done // self._hands
        left = (self._hands - done) / rate if rate else 0
        self._stream.write(
            f"\r[{'#' * full}{'.' * (self.WIDTH - full)}] {done:,} of {self._hands:,} hands, {rate:.1f} a second, "
            f"{left:.0f} s left   "
        )
        self._stream.flush()

    def close(self) -> None:
        """End the line."""
        if self._shown:
            self._stream.write("\n")


def report(given: argparse.Namespace, out: TextIO, progress: bool) -> int:
    """Run the command: simulate, then print the result."""
    if given.hands < 1:
        raise Misconfigured("--hands must be at least 1.")
    own = _rules(given.house)
    houses = [own, {**own, **_rules(given.against)}] if given.against else [own]
    levels = [Level(level) for level in given.levels]
    bar, began = Bar(given.hands, sys.stderr, progress), time.perf_counter()
    results = simulate(given.game, given.hands, given.players, houses, given.seed, bar, levels)
    bar.close()
    seconds = time.perf_counter() - began
    for line in told(given.game, results, levels, seconds, _rules(given.against)):
        out.write(f"{line}\n")
    return ExitStatus.OK


def _rules(given: Iterable[str]) -> dict[str, str]:
    return dict(rule.partition("=")[::2] for rule in given)


def told(
    game: str, results: Sequence[Result], levels: Sequence[Level], seconds: float, other: Mapping[str, str]
) -> Iterator[str]:
    """The results in words, each figure with the half of its 95 % interval."""
    hands, moves = sum(one.hands for one in results), sum(one.moves for one in results)
    sessions = sum(len(one.sessions) for one in results)
    yield f"{hands} hands in {sessions} sessions, {moves} moves, {hands / seconds:.1f} hands a second"
    for result in results:
        names = [f" ({level})" if levels else "" for level in seat_levels(levels, result.seats)]
        yield "each seat: " + ", ".join(
            f"{_amount(won, game)}{name}" for won, name in zip(result.won, names, strict=True)
        )
    if len(results) > 1:
        rules = ", ".join(f"{house_name(rule)}: {_value(game, rule, value)}" for rule, value in other.items())
        yield f"The second house has {rules}. Both play the same deals."
        yield f"{'first house':>18}  {'second house':>18}  {'difference':>18}"
    yield from _row("moves a hand", results, lambda hand: hand.moves, 1)
    unit = 100 if _in_hundredths(game) else 1
    yield from _row("won in a hand", results, lambda hand: sum(max(0, won) for won in hand.won) / unit, 1)
    yield "Hands with"
    for key in _most(results, _kinds):
        yield from _row(_words(f"receipt_title/{key}", game), results, _with(_kinds, key), 100)
    yield "Scores with"
    for key in _most(results, _lines):
        yield from _row(_words(f"receipt/{key}", game), results, _with(_lines, key), 100)


def _kinds(hand: Hand) -> frozenset[str]:
    return hand.kinds


def _lines(hand: Hand) -> frozenset[str]:
    return hand.lines


def _with(of: Callable[[Hand], frozenset[str]], key: str) -> Callable[[Hand], float]:
    """1 for a hand that has this kind or line, 0 for any other."""
    return lambda hand: float(key in of(hand))


def _most(results: Sequence[Result], of: Callable[[Hand], frozenset[str]]) -> list[str]:
    """The kinds or lines of all houses, the most frequent first."""
    counted = sum((result.counted(of) for result in results), Counter[str]())
    return sorted(counted, key=lambda key: (-counted[key], key))


def _row(name: str, results: Sequence[Result], of: Callable[[Hand], float], scale: int) -> Iterator[str]:
    """A line with a figure of each house, their difference, and its name. One that is not chance has a star."""
    figures = [figure(result, of) for result in results]
    star = ""
    if len(results) == 2:
        figures.append(difference(results[1], results[0], of))
        enough = len(results[0].sessions) >= MANY_SESSIONS
        star = " *" if enough and abs(figures[2].mean) > figures[2].error else ""
    unit = "%" if scale == 100 else " "
    columns = (f"{scale * one.mean:8.2f}{unit} ± {_told_error(scale * one.error)}" for one in figures)
    yield f"{'  '.join(columns)}  {name}{star}"


def _told_error(error: float) -> str:
    """An error in six letters; a question mark if it is not known, as after a single session."""
    return f"{'?':>6}" if error == inf else f"{error:6.2f}"


def _in_hundredths(game: str) -> bool:
    """True if a game's amounts are stored in hundredths of what its players say."""
    return any(option.hundredths for option in registry.game(game).OPTIONS)


def _amount(won: int, game: str) -> str:
    return f"{won / 100:+.2f}" if _in_hundredths(game) else f"{won:+d}"


def _words(key: str, game: str) -> str:
    """The words of a receipt or its line, if they need no facts; otherwise its name in plain letters."""
    plain = key.partition("/")[2].replace("_", " ")
    told = say(key, game) if knows(key, game) else plain
    return plain if "?" in told else told


def _value(game: str, rule: str, value: str) -> str:
    option = next(one for one in registry.game(game).OPTIONS if one.name == house_identifier(rule))
    return house_value(option.name, option.heard(meant_value(option.name, value)), game)
