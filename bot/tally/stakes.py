"""Stakes: the amounts that a game's results move in the books. They always sum to zero (docs/tally.md).

A game declares its rules in `STAKES`. Most games enter their own transfers, multiplied by a house option of the game.
At a game of points, the table chooses: the winners get a fixed stake, or each player gets their points less the mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

from bot.store.postings import Entry
from games.core.game import AnyGame
from games.core.options import Option, Options
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
"""The house rule of every table about when its results are entered."""
OPTIONS: Final = (
    Option("tally", STAKE, "HOUSE", "What a won game enters in the tally", (STAKE, POINTS)),
    Option("stake", 1, "HOUSE", "What each loser gives each winner of a game", least=1, most=1_000),
)
"""House rules of a table, for games that score points."""


def offered(game: AnyGame) -> tuple[Option, ...]:
    """The house rules about stakes that a game uses. Tables of other games do not offer them."""
    return OPTIONS if game.STAKES.by_points else ()


def _number(house: Options, name: str) -> int:
    """A house rule that is a number; 1 at a table that does not have it."""
    value = house.get(name, 1)
    return value if isinstance(value, int) else 1


def transfers(game: AnyGame, events: Iterable[object], house: Options) -> tuple[Transfer, ...]:
    """The transfers for the events of one move at a table with these house rules, with an amount for each seat."""
    happened = tuple(events)
    moved = game.transfers(happened)
    if not game.STAKES.by_points:
        return _times(_number(house, game.STAKES.worth), moved)
    if house.get("tally") != POINTS:
        return _times(_number(house, "stake"), moved)
    ended = [points for event in happened if (points := game.final_scores(event)) is not None]
    posted = [(less_the_mean(points), change.rule) for points, change in zip(ended, moved, strict=True)]
    return tuple(Transfer(amounts, rule, "game_points") for amounts, rule in posted if any(amounts))


def _times(worth: int, moved: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """The transfers multiplied by `worth`; none if that is 0."""
    if worth == 1:
        return moved
    return tuple(
        replace(change, amounts=tuple(worth * amount for amount in change.amounts)) for change in moved if worth
    )


def less_the_mean(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's points less the mean, in whole units that sum to zero.

    Each difference is rounded towards zero. The units that are then missing go one by one to the seats that lost most
    by rounding. Ties go to the seat with more points if units are handed out, with fewer if they are taken, then to
    the lower seat.
    """
    count, total = len(points), sum(points)
    return _rounded([count * own - total for own in points], count, points)


def scaled(amounts: Sequence[int], weight: Fraction) -> tuple[int, ...]:
    """The amounts of a transfer in the crew's unit: times the weight of its game, in whole units that sum to zero.

    They are rounded as `less_the_mean` rounds.
    """
    return _rounded([weight.numerator * own for own in amounts], weight.denominator, amounts)


def _rounded(exact: Sequence[int], denominator: int, points: Sequence[int]) -> tuple[int, ...]:
    """Fractions that sum to zero, as whole numbers that do."""
    cut = [abs(part) // denominator * (1 if part > 0 else -1) for part in exact]
    missing = -sum(cut)
    sign = 1 if missing > 0 else -1
    lost = [sign * (part - denominator * whole) for part, whole in zip(exact, cut, strict=True)]
    order = sorted(range(len(exact)), key=lambda seat: (-lost[seat], -sign * points[seat], seat))
    for seat in order[: abs(missing)]:
        cut[seat] += sign
    return tuple(cut)


def lines_of(amounts: Sequence[int], weight: Fraction, seats: Sequence[Sequence[int]]) -> list[Entry]:
    """The entries of a transfer at a game's weight; amounts of 0 if it is too small for the crew's unit."""
    lines = share_out(scaled(amounts, weight), seats)
    if lines or not any(amounts):
        return lines
    return [Entry(accounts[0], 0) for accounts in seats]


class Part(NamedTuple):
    """The sum of the results of a session while the same accounts played."""

    since: int
    """The first event of the first move whose results are in it."""
    seats: list[list[int]]
    amounts: tuple[int, ...]


def by_session(house: Mapping[str, object]) -> bool:
    """True if a table's results are entered once, when its session ends."""
    return house.get(POST.name) == SESSION


def added(parts: Sequence[Part], since: int, seats: list[list[int]], amounts: Sequence[int]) -> list[Part]:
    """The parts of a session with another result."""
    if not parts or parts[-1].seats != seats:
        return [*parts, Part(since, seats, tuple(amounts))]
    summed = tuple(map(sum, zip(parts[-1].amounts, amounts, strict=True)))
    return [*parts[:-1], parts[-1]._replace(amounts=summed)]


def in_all(parts: Sequence[Part]) -> tuple[int, ...]:
    """The amount of each seat over a session."""
    return tuple(map(sum, zip(*(part.amounts for part in parts), strict=True)))


def players_of(parts: Sequence[Part]) -> list[list[int]]:
    """The accounts of each seat over a session, the last ones last."""
    by_seat = zip(*(part.seats for part in parts), strict=True)
    return [
        list(dict.fromkeys(account for seat in reversed(seats) for account in reversed(seat)))[::-1]
        for seats in by_seat
    ]


def lines_of_session(parts: Sequence[Part], weight: Fraction) -> list[Entry]:
    """The entries of a whole session at a game's weight; amounts of 0 if nobody gained or lost anything."""
    sums: dict[int, int] = {}
    for part in parts:
        for account in chain.from_iterable(part.seats):
            sums.setdefault(account, 0)
        for line in share_out(scaled(part.amounts, weight), part.seats):
            sums[line.account] += line.amount
    moved = {account: amount for account, amount in sums.items() if amount}
    return [Entry(account, amount) for account, amount in (moved or sums).items()]


def share_out(amounts: Sequence[int], seats: Sequence[Sequence[int]]) -> list[Entry]:
    """The entries of a hand, from the amount of each seat and the one or two accounts that share it.

    Of two accounts, the first has half, rounded towards zero, and the second the rest. Zero amounts have no entry.
    """
    lines = []
    for amount, accounts in zip(amounts, seats, strict=True):
        half = abs(amount) // 2 * (1 if amount > 0 else -1)
        parts = [amount] if len(accounts) == 1 else [half, amount - half]
        lines += [Entry(account, part) for account, part in zip(accounts, parts, strict=True) if part]
    return lines
