"""Results in whole units of the crew: they are rounded so that they still sum to zero, and shared out to accounts.

A table may enter its results once, at the end of its session. Then they are added up by seat while the same accounts
play (`Part`).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, zip_longest
from typing import NamedTuple

from bot.store import Json
from bot.store.books import Gain


def subtract_mean(points: Sequence[int], weight: Fraction = Fraction(1)) -> tuple[int, ...]:
    """Each seat's points less the mean, times the weight of the game, in whole units that sum to zero.

    Each difference is rounded towards zero. If the sum is then below zero, the seats that lost most by rounding get one
    unit each. If it is above zero, the seats that gained most give one back. Of equal seats, the one with more points
    gets a unit first, and the one with fewer points gives one back first. At equal points, the lower seat is first.
    """
    count, total = len(points), sum(points)
    return _round_shares(
        [weight.numerator * (count * own - total) for own in points], weight.denominator * count, points
    )


def _round_shares(exact: Sequence[int], denominator: int, points: Sequence[int]) -> tuple[int, ...]:
    """Round fractions that sum to zero to whole numbers that sum to zero. The fractions are `exact / denominator`."""
    rounded = [abs(part) // denominator * (1 if part > 0 else -1) for part in exact]
    missing = -sum(rounded)
    sign = 1 if missing > 0 else -1
    lost = [sign * (part - denominator * whole) for part, whole in zip(exact, rounded, strict=True)]
    order = sorted(range(len(exact)), key=lambda seat: (-lost[seat], -sign * points[seat], seat))
    for seat in order[: abs(missing)]:
        rounded[seat] += sign
    return tuple(rounded)


def make_lines_of(data: Mapping[str, Json]) -> list[Gain]:
    """Make the lines of an entry that has this data: of one result, or of a whole session if it has parts. If nobody
    gained or lost, there are lines of 0: one for each seat, or for each account of a session.

    Parts in which robots played are left out, unless that is every part. If the results of robots are shared out, such
    parts count between the people instead: each person's result less the mean of the people's.
    """
    weight, robots = Fraction(data.get("weight", 1)), frozenset[int](data.get("robots", ()))
    parts = read_parts(data) if "parts" in data else [Part(0, data["seats"], data["amounts"])]
    shared_out = frozenset[int]()
    if data.get("between_people", False):
        shared_out = robots
    else:
        parts = [part for part in parts if robots.isdisjoint(chain.from_iterable(part.seats))] or parts
    lines: list[Gain] = []
    seats: list[list[int]] = []
    sums: dict[int, int] = {}
    for part in parts:
        people = [seat for seat, accounts in enumerate(part.seats) if shared_out.isdisjoint(accounts)]
        seats, amounts = [part.seats[seat] for seat in people], [part.amounts[seat] for seat in people]
        lines += share_out(subtract_mean(amounts, weight), seats)
        sums |= dict.fromkeys((own for own in chain.from_iterable(part.seats) if own not in shared_out), 0)
    if "parts" not in data:
        return lines or [Gain(accounts[0], 0) for accounts in seats]
    for line in lines:
        sums[line.account] += line.amount
    nonzero = {account: amount for account, amount in sums.items() if amount}
    return [Gain(account, amount) for account, amount in (nonzero or sums).items()]


def share_out(amounts: Sequence[int], seats: Sequence[Sequence[int]]) -> list[Gain]:
    """Make the entries of a hand from each seat's amount and the one or two accounts that share it.

    Of two accounts, the first gets half, rounded towards zero, and the second the rest. Zero amounts have no entry.
    """
    lines = []
    for amount, accounts in zip(amounts, seats, strict=True):
        half = abs(amount) // 2 * (1 if amount > 0 else -1)
        parts = [amount] if len(accounts) == 1 else [half, amount - half]
        lines += [Gain(account, part) for account, part in zip(accounts, parts, strict=True) if part]
    return lines


class Part(NamedTuple):
    """The sum of results by seat, from the part of a session in which the same accounts played."""

    since: int
    """The number of the first event of the first move that brought a result."""
    seats: list[list[int]]
    amounts: Sequence[int]


def read_parts(data: Mapping[str, Json]) -> list[Part]:
    """Read the parts of a session as the data of its entry has them."""
    return [Part(since, seats, tuple(amounts)) for since, seats, amounts in data["parts"]]


def add_result(parts: Sequence[Part], since: int, seats: list[list[int]], amounts: Sequence[int]) -> list[Part]:
    """Return the parts of a session with one more result."""
    if not parts or parts[-1].seats != seats:
        return [*parts, Part(since, seats, tuple(amounts))]
    summed = tuple(map(sum, zip(parts[-1].amounts, amounts, strict=True)))
    return [*parts[:-1], parts[-1]._replace(amounts=summed)]


def sum_parts(parts: Sequence[Part]) -> tuple[int, ...]:
    """Return the amount of each seat in the whole session."""
    return add_up(part.amounts for part in parts)


def add_up(results: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Add results up by seat. The first results may be shorter, since a seat may be taken later."""
    return tuple(map(sum, zip_longest(*results, fillvalue=0)))


def list_session_accounts(parts: Sequence[Part]) -> list[list[int]]:
    """List the accounts of each seat in the whole session. Those that played last are at the end."""
    by_seat = zip_longest(*(part.seats for part in parts), fillvalue=())
    return [
        list(dict.fromkeys(account for seat in reversed(seats) for account in reversed(seat)))[::-1]
        for seats in by_seat
    ]
