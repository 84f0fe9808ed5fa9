"""Simulations: robots play hand after hand at one table, and the hands are counted.

Sessions are played in several processes, one for each core, and counted in order, so that the same seed gives the same
result on any machine. Two houses can be compared, because both get the same deals.
"""

import os
import secrets
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from math import inf, sqrt
from typing import Final, NamedTuple

from bot.config import Misconfigured
from bot.wording import HOST, parse_spoken_value, read_house_name
from games import registry
from games.core import AnyGame, Level, Options, Refused, Value, settle
from games.core.game import find_most_seats
from tests.laboratory.robot_sessions import Player, play_session

SESSION_HANDS: Final = 16
"""The most hands of a session. After them a new session begins, even in a game that never ends."""
STANDARD_ERRORS: Final = 1.96
"""The half-width of a 95 % interval in standard errors."""


class HandFigures(NamedTuple):
    """The figures of a hand."""

    moves: int
    won: tuple[int, ...]
    """The gain or loss of each seat."""
    kinds: frozenset[str]
    """The kinds of receipts at the end of the hand."""
    lines: frozenset[str]
    """The keys of the lines of these receipts."""
    winners: frozenset[int] = frozenset()
    """The seats that won the hand. A payment in its middle, such as for the First Pretty, is no win."""


class SessionTask(NamedTuple):
    """A session to be played."""

    game: str
    seated: tuple[Player, ...]
    options: dict[str, Value]
    seed: str
    hands: int


@dataclass(slots=True)
class SimulationResult:
    """The result of a simulation in one house."""

    seats: int
    sessions: list[tuple[HandFigures, ...]] = field(default_factory=list)

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

    def count_hands(self, find_keys: Callable[[HandFigures], frozenset[str]]) -> Counter[str]:
        """Count the hands that have each kind or line of receipts."""
        return Counter(key for session in self.sessions for hand in session for key in find_keys(hand))


class Figure(NamedTuple):
    """A mean over all hands, with half the width of its 95 % interval."""

    mean: float
    error: float


def measure(result: SimulationResult, quantity: Callable[[HandFigures], float]) -> Figure:
    """Measure the mean of a quantity. Its error is computed from whole sessions, because hands of one session are
    not independent."""
    mean, shifts = _find_mean_and_shifts(result, quantity)
    return Figure(mean, _find_error(shifts))


def compare(second: SimulationResult, first: SimulationResult, quantity: Callable[[HandFigures], float]) -> Figure:
    """Measure by how much the second mean is larger. Both houses get the same deals, so the luck of the deals cancels
    out."""
    (mean, shifts), (first_mean, first_shifts) = (
        _find_mean_and_shifts(second, quantity),
        _find_mean_and_shifts(first, quantity),
    )
    return Figure(mean - first_mean, _find_error([a - b for a, b in zip(shifts, first_shifts, strict=True)]))


def _find_error(shifts: Sequence[float]) -> float:
    """Half the width of a mean's 95 % interval; infinite for one session.

    `shifts` are the amounts by which each session shifts the mean.
    """
    sessions = len(shifts)
    if sessions < 2:
        return inf
    return STANDARD_ERRORS * sqrt(sum(shift * shift for shift in shifts) * sessions / (sessions - 1))


def _find_mean_and_shifts(
    result: SimulationResult, quantity: Callable[[HandFigures], float]
) -> tuple[float, list[float]]:
    """The mean of a quantity, and the amount by which each session shifts it."""
    hands = result.hands
    mean = sum(quantity(hand) for session in result.sessions for hand in session) / hands
    return mean, [sum(quantity(hand) - mean for hand in session) / hands for session in result.sessions]


def simulate(
    name: str,
    hands: int,
    players: int,
    houses: Sequence[Mapping[str, str]],
    seed: str,
    levels: Sequence[Player] = (),
    cores: int = 0,
) -> list[SimulationResult]:
    """Play at least `hands` hands in each house. The same seed gives the same hands.

    The robots take `levels` in turn round the table; without levels, all are old hands. A terminal shows how many
    hands have been played.

    Raises Misconfigured for an unknown game, a wrong number of players or an option that the game does not take.
    """
    if name not in registry.NAMES:
        raise Misconfigured(f"There is no game {name!r}: choose one of {', '.join(registry.NAMES)}.")
    game = registry.game(name)
    house_options = [parse_house_rules(game, rules) for rules in houses]
    least, most = game.SEATS[0], min(find_most_seats(game, options) for options in house_options)
    seats = players or most
    if not least <= seats <= most:
        span = f"{least} to {most}" if least < most else f"{most}"
        raise Misconfigured(f"{game.TITLE} is for {span} players.")
    seated, seed = seat_levels(levels, seats), seed or secrets.token_hex(8)
    results = [SimulationResult(seats) for _ in house_options]
    tasks = (
        SessionTask(name, seated, dict(options), f"{seed}/{number}", min(SESSION_HANDS, hands))
        for number in count(1)
        for options in house_options
    )
    played = _play_in_order(tasks, cores or _choose_cores(hands))
    for batch in iter(lambda: list(islice(played, len(house_options))), []):
        for result, session_hands in zip(results, batch, strict=True):
            room = hands - result.hands if len(house_options) == 1 else len(session_hands)
            result.sessions.append(session_hands[:room])
        done = min(result.hands for result in results)
        if sys.stderr.isatty():
            end = "\r" if done < hands else "\n"
            print(f"{done:,} of {hands:,} hands", end=end, file=sys.stderr, flush=True)
        if done >= hands:
            played.close()
            break
    return results


def parse_house_rules(game: AnyGame, given: Mapping[str, str]) -> Options:
    """Parse house rules from names and values, which may be in words or in their stored form. Raises Misconfigured."""
    known = {option.name: option for option in game.OPTIONS}
    values: dict[str, Value] = {}
    try:
        for name, value in given.items():
            rule = read_house_name(name, HOST.about(game.NAME))
            spoken = parse_spoken_value(rule, value, HOST.about(game.NAME))
            values[rule if rule in known else name] = known[rule].parse_spoken(spoken) if rule in known else value
        return settle(game.OPTIONS, values)
    except Refused as refused:
        named, allowed = refused.facts.get("name"), refused.facts.get("allowed")
        if refused.reason == "option_name":
            raise Misconfigured(f"{game.TITLE} has no house rule {named!r}: choose one of {allowed}.") from None
        raise Misconfigured(f"{named} cannot have that value: choose one of {allowed}.") from None


def _choose_cores(hands: int) -> int:
    """Choose the number of processes. For few hands, one process is faster than starting more."""
    if hands <= SESSION_HANDS:
        return 1
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _play_in_order(tasks: Iterator[SessionTask], cores: int) -> Generator[tuple[HandFigures, ...], None, None]:
    """Play several of the endless `tasks` at a time, and yield the hands of each in the order of the tasks."""
    if cores == 1:
        yield from map(play_task, tasks)
    with ProcessPoolExecutor(cores) as pool:
        waiting = deque(pool.submit(play_task, task) for task in islice(tasks, 2 * cores))
        try:
            while True:
                yield waiting.popleft().result()
                waiting.append(pool.submit(play_task, next(tasks)))
        finally:
            pool.shutdown(cancel_futures=True)


def seat_levels(levels: Sequence[Player], seats: int) -> tuple[Player, ...]:
    """Give the levels in turn to the seats."""
    return tuple(islice(cycle(levels or (Level.OLD_HAND,)), seats))


def play_task(task: SessionTask) -> tuple[HandFigures, ...]:
    """Play a session."""
    game = registry.game(task.game)
    return tuple(
        _measure_hand(game, events, moves, len(task.seated))
        for events, moves in islice(play_session(game, task.seated, task.options, task.seed), task.hands)
    )


def _measure_hand(game: AnyGame, events: list[object], moves: int, seats: int) -> HandFigures:
    won = [0] * seats
    for transfer in game.transfers(events):
        won = [sum(pair) for pair in zip(won, transfer.amounts, strict=True)]
    receipts = game.receipts(events)
    lines = frozenset(line.key for receipt in receipts for line in receipt.lines)
    good = {record.kind for record in game.RECORDS if record.out_of}
    winners = frozenset(feat.seat for feats in game.feats(events) for feat in feats if feat.kind in good)
    return HandFigures(moves, tuple(won), frozenset(receipt.key for receipt in receipts), lines, winners)
