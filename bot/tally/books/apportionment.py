"""Results in whole units of the crew: they are rounded so that they still sum to zero, and shared out to accounts.

A table may enter its results once, at the end of its session. Then they are added up by seat while the same accounts
play (`Part`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, zip_longest
from typing import NamedTuple

from bot.store import Json
from bot.store.books import Gain


def subtract_mean(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's points less the mean, in whole units that sum to zero.

    Each difference is rounded towards zero. If the sum is then below zero, the seats that lost most by rounding get one
    unit each. If it is above zero, the seats that gained most give one back. Of equal seats, the one with more points
    gets a unit first, and the one with fewer points gives one back first. At equal points, the lower seat is first.
    """
    count, total = len(points), sum(points)
    return _round_shares([count * own - total for own in points], count, points)


def scale(amounts: Sequence[int], weight: Fraction) -> tuple[int, ...]:
    """Multiply the amounts of a transfer by the weight of its game. The results are whole units of the crew, rounded as
    in `subtract_mean`, and sum to zero."""
    return _round_shares([weight.numerator * own for own in amounts], weight.denominator, amounts)


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
    """Make the lines of an entry that has this data: of one result, or of a whole session if it has parts."""
    weight, robots = Fraction(data.get("weight", 1)), data.get("robots", ())
    between = data.get("between_people", False)
    if "parts" in data:
        return make_session_lines(read_parts(data), weight, robots, between)
    if between:
        return make_lines_between_people(data["amounts"], weight, data["seats"], robots)
    return make_lines(data["amounts"], weight, data.get("seats", ()))


def make_lines(amounts: Sequence[int], weight: Fraction, seats: Sequence[Sequence[int]]) -> list[Gain]:
    """Make the entries of a transfer in the crew's unit. If all amounts round to 0, each seat has an entry of 0."""
    lines = share_out(scale(amounts, weight), seats)
    if lines or not any(amounts):
        return lines
    return [Gain(accounts[0], 0) for accounts in seats]


def make_lines_between_people(
    amounts: Sequence[int], weight: Fraction, seats: Sequence[Sequence[int]], robots: Collection[int]
) -> list[Gain]:
    """Make the entries between the people of a table with robots: each person's result less the mean of the people's.

    `robots` are the robots' accounts. If nobody gains, each person has an entry of 0. Without people there are no
    entries.
    """
    people = [seat for seat, accounts in enumerate(seats) if not set(robots).intersection(accounts)]
    results = [amounts[seat] for seat in people]
    exact = [weight.numerator * (len(results) * amount - sum(results)) for amount in results]
    shares = _round_shares(exact, weight.denominator * max(1, len(results)), results)
    return share_out(shares, [seats[seat] for seat in people]) or [Gain(seats[seat][0], 0) for seat in people]


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
    amounts: tuple[int, ...]


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


def make_session_lines(
    parts: Sequence[Part], weight: Fraction, robots: Collection[int] = (), between: bool = False
) -> list[Gain]:
    """Make the entries of a whole session at a game's weight. If nobody gained or lost, each account has an entry of 0.

    Parts in which any of these `robots` played are left out, unless that is every part. With `between`, such parts
    count between the people alone instead.
    """
    sums: dict[int, int] = {}
    with_robots = [part for part in parts if not set(robots).isdisjoint(chain.from_iterable(part.seats))]
    among_people = [part for part in parts if part not in with_robots]
    for part in parts if between else among_people or parts:
        if between and part in with_robots:
            lines = make_lines_between_people(part.amounts, weight, part.seats, robots)
        else:
            lines = share_out(scale(part.amounts, weight), part.seats)
        for account in chain.from_iterable(part.seats):
            if not (between and account in robots):
                sums.setdefault(account, 0)
        for line in lines:
            sums[line.account] += line.amount
    nonzero = {account: amount for account, amount in sums.items() if amount}
    return [Gain(account, amount) for account, amount in (nonzero or sums).items()]
