"""A simulation: robots play hand after hand at one table, and the hands are counted.

Sessions are played in processes of their own, one for each core, and counted in their order: the same seed gives the
same result on any machine. Two houses can be compared: both play the same deals.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from math import inf, sqrt
from typing import Final, NamedTuple, TypeVar

from bot.cli.robot_sessions import session
from bot.config import Misconfigured
from bot.wording import house_identifier, parse_spoken_value
from games import registry
from games.core.game import AnyGame, most_seats
from games.core.options import Options, Value, settle
from games.core.refused import Refused
from games.core.robots import Level

T = TypeVar("T")

SESSION_HANDS: Final = 16
"""The most hands of a session; after them, a new session begins, even in a game that never ends."""
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
        return [sum(hand.won[seat] for hands in self.sessions for hand in hands) for seat in range(self.seats)]

    def count_hands(self, of: Callable[[Hand], frozenset[str]]) -> Counter[str]:
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
    """Play at least `hands` hands in each house; the same seed gives the same hands.

    The robots take `levels` in turn round the table; without any, all are old hands. `progress` is called with the
    number of hands so far.

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
            rule = house_identifier(name, game.NAME)
            read = parse_spoken_value(rule, value, game.NAME)
            heard[rule if rule in known else name] = known[rule].parse_spoken(read) if rule in known else value
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
    """Play a session. Runs in this process or in another."""
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
