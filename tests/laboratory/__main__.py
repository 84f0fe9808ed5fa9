"""Let robots play hand after hand at one table, without Discord or a database: `python -m tests.laboratory --help`.

With `--against`, a second house plays the same deals, and each line compares the two.
"""

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, TextIO

from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured
from bot.wording import HOST, describe_value, name_house_rule, parse_spoken_value, read_house_name
from games import registry
from games.core import Level
from tests.laboratory.robot_sessions import NEWCOMER, Player
from tests.laboratory.simulation import HandFigures, SimulationResult, compare, measure, seat_levels, simulate

MANY_SESSIONS: Final = 10
"""The fewest sessions after which a difference may get a star, because its error is then known well enough."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the words of a command line, and return the exit status."""
    try:
        return simulate_and_tell(make_parser().parse_args(words), sys.stdout)
    except Misconfigured as error:
        print(error, file=sys.stderr)
        return ExitStatus.MISCONFIGURED


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    levels = [*(level.value for level in Level), NEWCOMER]
    parser = argparse.ArgumentParser(prog="python -m tests.laboratory", description="Let robots play hand after hand.")
    parser.add_argument("game", choices=registry.NAMES)
    parser.add_argument("--hands", type=int, default=100, metavar="N")
    parser.add_argument("--players", type=int, default=0, metavar="N", help="default: the most that can play")
    parser.add_argument("--seed", default="", help="the same seed plays the same hands")
    parser.add_argument("--house", action="append", default=[], metavar="RULE=VALUE", help="a house rule")
    parser.add_argument(
        "--against", action="append", default=[], metavar="RULE=VALUE",
        help="a rule of a second house, which plays the same deals and is compared",
    )  # fmt: skip
    parser.add_argument(
        "--level", action="append", default=[], dest="levels", choices=levels,
        help="who plays: robots of a level (default old_hand), or a newcomer; give several, one for each seat in turn",
    )  # fmt: skip
    return parser


def simulate_and_tell(given: argparse.Namespace, out: TextIO) -> int:
    """Simulate and print the result. Return the exit status. Raises Misconfigured."""
    if given.hands < 1:
        raise Misconfigured("--hands must be at least 1.")
    first_house = _parse_rules(given.house)
    houses = [first_house, {**first_house, **_parse_rules(given.against)}] if given.against else [first_house]
    levels: list[Player] = [NEWCOMER if level == NEWCOMER else Level(level) for level in given.levels]
    began = time.perf_counter()
    results = simulate(given.game, given.hands, given.players, houses, given.seed, levels)
    seconds = time.perf_counter() - began
    for line in describe_results(given.game, results, levels, seconds, _parse_rules(given.against)):
        out.write(f"{line}\n")
    return ExitStatus.OK


def _parse_rules(given: Iterable[str]) -> dict[str, str]:
    return dict(rule.partition("=")[::2] for rule in given)


def describe_results(
    game: str, results: Sequence[SimulationResult], levels: Sequence[Player], seconds: float, other: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of a report. Each figure of a row comes with half the width of its 95 % interval."""
    hands, moves = sum(result.hands for result in results), sum(result.moves for result in results)
    sessions = sum(len(result.sessions) for result in results)
    yield f"{hands} hands in {sessions} sessions, {moves} moves, {hands / seconds:.1f} hands a second"
    for result in results:
        names = [f" ({level})" if levels else "" for level in seat_levels(levels, result.seats)]
        yield "each seat: " + ", ".join(
            f"{_format_amount(won, game)}{name}" for won, name in zip(result.won, names, strict=True)
        )
    if len(results) > 1:
        rules = ", ".join(
            f"{name_house_rule(rule, HOST.about(game))}: {_describe_value(game, rule, value)}"
            for rule, value in other.items()
        )
        yield f"The second house differs in this: {rules}. Both play the same deals."
        yield f"{'first house':>18}  {'second house':>18}  {'difference':>18}"
    yield from _describe_row("moves a hand", results, lambda hand: hand.moves, 1)
    unit = 100 if _counts_hundredths(game) else 1
    yield from _describe_row("hands that nobody won", results, lambda hand: float(not hand.winners), 100)
    yield from _describe_row("won in a hand", results, lambda hand: sum(max(0, won) for won in hand.won) / unit, 1)
    seated = [seat_levels(levels, result.seats) for result in results]
    for level in dict.fromkeys(levels) if len(set(levels)) > 1 else ():
        yield from _describe_row(
            f"a {level}'s gain in a hand".replace("_", " "), results, _make_gain_measure(level, seated[0], unit), 1
        )
        yield from _describe_row(
            f"hands that a {level} won".replace("_", " "), results, _make_winner_measure(level, seated[0]), 100
        )
    yield "Hands with"
    yield from _describe_keys("receipt_title", lambda hand: hand.kinds, results, game)
    yield "Scores with"
    yield from _describe_keys("receipt", lambda hand: hand.lines, results, game)


def _make_gain_measure(level: Player, seated: Sequence[Player], unit: int) -> Callable[[HandFigures], float]:
    """Make a function that returns the mean gain, less the losses, of the seats with robots of a level."""
    seats = [seat for seat, seat_level in enumerate(seated) if seat_level == level]
    return lambda hand: sum(hand.won[seat] for seat in seats) / len(seats) / unit


def _make_winner_measure(level: Player, seated: Sequence[Player]) -> Callable[[HandFigures], float]:
    """Make a function that returns 1 for a hand that a seat of a level won, otherwise 0."""
    return lambda hand: float(any(seated[seat] == level for seat in hand.winners))


def _describe_keys(
    prefix: str, find_keys: Callable[[HandFigures], frozenset[str]], results: Sequence[SimulationResult], game: str
) -> Iterator[str]:
    """Yield a row for each kind of receipt, or for each receipt line, with its share of hands, most frequent first."""
    counted = sum((result.count_hands(find_keys) for result in results), Counter[str]())
    for key in sorted(counted, key=lambda key: (-counted[key], key)):
        yield from _describe_row(_word_key(f"{prefix}/{key}", game), results, _make_share_measure(find_keys, key), 100)


def _make_share_measure(find_keys: Callable[[HandFigures], frozenset[str]], key: str) -> Callable[[HandFigures], float]:
    """Make a function that returns 1 for a hand with this kind or line, otherwise 0."""
    return lambda hand: float(key in find_keys(hand))


def _describe_row(
    name: str, results: Sequence[SimulationResult], quantity: Callable[[HandFigures], float], scale: int
) -> Iterator[str]:
    """Yield a line with each house's figure, their difference, and the name. A star marks a significant difference."""
    figures = [measure(result, quantity) for result in results]
    star = ""
    if len(results) == 2:
        figures.append(compare(results[1], results[0], quantity))
        enough = len(results[0].sessions) >= MANY_SESSIONS
        star = " *" if enough and abs(figures[2].mean) > figures[2].error else ""
    unit = "%" if scale == 100 else " "
    columns = (f"{scale * value.mean:8.2f}{unit} ± {_format_error(scale * value.error)}" for value in figures)
    yield f"{'  '.join(columns)}  {name}{star}"


def _format_error(error: float) -> str:
    """Format an error in six characters. After a single session, the error is unknown: a question mark."""
    return f"{'?':>6}" if error == inf else f"{error:6.2f}"


def _counts_hundredths(game: str) -> bool:
    """True if a game stores amounts in hundredths."""
    return any(option.hundredths for option in registry.game(game).OPTIONS)


def _format_amount(won: int, game: str) -> str:
    return f"{won / 100:+.2f}" if _counts_hundredths(game) else f"{won:+d}"


def _word_key(key: str, game: str) -> str:
    """Word a receipt, or a line of one. If its sentence needs facts, return its key in plain letters."""
    plain = key.partition("/")[2].replace("_", " ")
    words = HOST.about(game)
    sentence = words.say(key) if words.knows(key) else plain
    return plain if "?" in sentence else sentence


def _describe_value(game: str, rule: str, value: str) -> str:
    words = HOST.about(game)
    name = read_house_name(rule, words)
    option = next(known for known in registry.game(game).OPTIONS if known.name == name)
    return describe_value(name, option.parse_spoken(parse_spoken_value(name, value, words)), words)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader such as `head` may end first
    sys.exit(main())
