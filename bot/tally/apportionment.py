"""Apportionment: results in whole units that still sum to zero, and the account that each unit goes to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.store.books.postings import Entry


def less_the_mean(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's points less the mean, in whole units that sum to zero.

    Each difference is rounded towards zero. If the sum is then below zero, one unit each is added to the seats that
    rounding made smaller by the most; if it is above zero, one unit each is taken from the seats that rounding made
    larger by the most. Among equal seats, units are added first to the seat with more points, and taken first from
    the seat with fewer points; at equal points, the lower seat comes first.
    """
    count, total = len(points), sum(points)
    return _rounded([count * own - total for own in points], count, points)


def scale(amounts: Sequence[int], weight: Fraction) -> tuple[int, ...]:
    """The amounts of a transfer in the crew's unit: times the weight of its game, in whole units that sum to zero.

    The rounding is that of `less_the_mean`.
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
    """The entries of a transfer at a game's weight; entries of 0 if all its amounts round to 0 in the crew's unit."""
    lines = share_out(scale(amounts, weight), seats)
    if lines or not any(amounts):
        return lines
    return [Entry(accounts[0], 0) for accounts in seats]


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
