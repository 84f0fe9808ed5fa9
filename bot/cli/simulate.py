"""The command `simulate`: robots play hand after hand at one table, without Discord or a database, at full speed."""

from __future__ import annotations

import argparse
import hashlib
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Final, TextIO

from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured
from games.core import registry
from games.core.chance import Committed
from games.core.game import AnyGame, most_seats
from games.core.moves import Lapse
from games.core.options import Options, Value, settle
from games.core.refused import Refused
from games.core.robots import Level, luck, think
from games.core.seats import Seat
from games.core.secret import unnoticed

SPEAKS_AFTER: Final = 400
"""Milliseconds of table time between two moves of robots."""

MOST_MOVES: Final = 20_000
"""The most moves of a hand; more mean a fault in the game."""


@dataclass(slots=True)
class Result:
    """The result of a simulation."""

    hands: int = 0
    moves: int = 0
    sessions: int = 0
    seconds: float = 0.0
    won: list[int] = field(default_factory=list)
    """The total of each seat's gains and losses."""
    lines: Counter[str] = field(default_factory=Counter)
    """The number of hands with each line of a receipt."""


def simulate(
    name: str,
    hands: int,
    players: int,
    given: Mapping[str, str],
    seed: str,
    progress: bool,
    levels: Sequence[Level] = (),
) -> Result:
    """Play `hands` hands of a game; the same seed gives the same hands. `levels` go round the seats (or old hands).

    Raises Misconfigured for an unknown game, a wrong number of players or an option that the game does not take.
    """
    if name not in registry.NAMES:
        raise Misconfigured(f"There is no game {name!r}: choose one of {', '.join(registry.NAMES)}.")
    game = registry.game(name)
    try:
        known = {option.name: option for option in game.OPTIONS}
        heard: dict[str, Value] = {
            name: known[name].heard(value) if name in known else value for name, value in given.items()
        }
        options = settle(game.OPTIONS, heard)
    except Refused as refused:
        rule, allowed = refused.facts.get("name"), refused.facts.get("allowed")
        if refused.reason == "option_name":
            raise Misconfigured(f"{game.TITLE} has no house rule {rule!r}: choose one of {allowed}.") from None
        raise Misconfigured(f"{rule} cannot have that value: choose one of {allowed}.") from None
    least, most = game.SEATS[0], most_seats(game, options)
    seats = players or most
    if not least <= seats <= most:
        span = f"{least} to {most}" if least < most else f"{most}"
        raise Misconfigured(f"{game.TITLE} is for {span} players.")
    result = Result(won=[0] * seats)
    seated = _seat_levels(levels, seats)
    began = time.perf_counter()
    for _ in _sessions(game, seated, options, seed or secrets.token_hex(8), hands, result):
        if progress:
            rate = result.hands / max(time.perf_counter() - began, 1e-9)
            sys.stderr.write(f"\r{result.hands} of {hands} hands, {rate:.0f} a second ")
            sys.stderr.flush()
    result.seconds = time.perf_counter() - began
    if progress:
        sys.stderr.write("\n")
    return result


def _seat_levels(levels: Sequence[Level], seats: int) -> tuple[Level, ...]:
    return tuple(islice(cycle(levels or (Level.OLD_HAND,)), seats))


def _sessions(
    game: AnyGame, seated: tuple[Level, ...], options: Options, seed: str, hands: int, result: Result
) -> Iterator[None]:
    while result.hands < hands:
        result.sessions += 1
        for hand, moves in session(game, seated, options, f"{seed}/{result.sessions}"):
            _count(game, hand, moves, result)
            yield
            if result.hands >= hands:
                return


def session(
    game: AnyGame, seated: tuple[Level, ...], options: Options, seed: str
) -> Iterator[tuple[list[object], int]]:
    """One session of robots of these levels, by seat, hand after hand: the events and the number of moves of each.

    Raises RuntimeError if a hand does not end.
    """
    secret = hashlib.sha256(seed.encode()).digest()
    at, counter, seen, moves = 0, 0, 0, 0
    hand: list[object] = list(game.begin(len(seated), options, at, Committed(secret, (), counter)))
    state = game.fold(hand)
    while not game.view(state, None).over:
        number = game.view(state, None).hand
        for _ in range(MOST_MOVES):
            counter += 1
            at += SPEAKS_AFTER
            at, followed = _step(game, state, seated, at, (secret, counter, seen))
            state = game.evolve(state, *followed)
            hand.extend(followed)
            seen += sum(not unnoticed(one) for one in followed)
            moves += 1
            crowd = game.view(state, None)
            if crowd.over or crowd.hand != number:
                break
        else:
            raise RuntimeError(f"a hand of {game.NAME} did not end within {MOST_MOVES} moves (seed {seed!r})")
        yield hand, moves
        hand, moves = [], 0


def _step(
    game: AnyGame, state: object, seated: tuple[Level, ...], at: int, drawn: tuple[bytes, int, int]
) -> tuple[int, list[object]]:
    """Make the first move that a robot offers, or let the deadline lapse.

    Seats that the table waits for come first; but while anyone may call they come last, so that the others can call
    before play goes on. `drawn` is the source of chance: the secret, the decision's counter, the number of events seen.
    """
    secret, counter, seen = drawn
    chance = Committed(secret, (), counter)
    crowd = game.view(state, None)
    listening = crowd.phase == "calling"
    for seat in sorted(map(Seat, range(len(seated))), key=lambda seat: (seat in crowd.to_act) is listening):
        thought = think(game, game.view(state, seat), luck(secret, seen, seat), seated[seat])
        if thought is not None:
            try:
                return at, list(game.decide(state, seat, thought.move, at, chance).events)
            except Refused:
                continue
    deadline = game.deadline(state)
    if deadline is None:
        raise RuntimeError(f"no robot moves and no deadline is set in {game.NAME} ({crowd.phase})")
    at = max(at, deadline)
    return at, list(game.decide(state, None, Lapse(), at, chance).events)


def _count(game: AnyGame, hand: list[object], moves: int, result: Result) -> None:
    result.hands += 1
    result.moves += moves
    for transfer in game.transfers(hand):
        for seat, amount in enumerate(transfer.amounts):
            result.won[seat] += amount
    for receipt in game.receipts(hand):
        result.lines.update({line.key for line in receipt.lines})


def report(given: argparse.Namespace, out: TextIO, progress: bool) -> int:
    """Run the command: simulate, then print the result."""
    if given.hands < 1:
        raise Misconfigured("--hands must be at least 1.")
    house = dict(rule.partition("=")[::2] for rule in given.house)
    levels = [Level(level) for level in given.levels]
    result = simulate(given.game, given.hands, given.players, house, given.seed, progress, levels)
    rate = result.hands / result.seconds
    out.write(f"{result.hands} hands in {result.sessions} sessions, {result.moves} moves, {rate:.0f} hands a second\n")
    played = [f" ({level})" for level in _seat_levels(levels, len(result.won))] if levels else [""] * len(result.won)
    out.write(
        "each seat: " + ", ".join(f"{won:+d}{level}" for won, level in zip(result.won, played, strict=True)) + "\n"
    )
    for key, count in result.lines.most_common():
        out.write(f"{count:8d}  {count / result.hands:7.2%}  {key}\n")
    return ExitStatus.OK
