"""Rounds results to whole units that still sum to zero, and shares them out to accounts."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from bot.store.books.postings import Gain


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
    cut = [abs(part) // denominator * (1 if part > 0 else -1) for part in exact]
    missing = -sum(cut)
    sign = 1 if missing > 0 else -1
    lost = [sign * (part - denominator * whole) for part, whole in zip(exact, cut, strict=True)]
    order = sorted(range(len(exact)), key=lambda seat: (-lost[seat], -sign * points[seat], seat))
    for seat in order[: abs(missing)]:
        cut[seat] += sign
    return tuple(cut)


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

    `robots` are the robots' accounts. If nobody gains, each person has an entry of 0. Without people there is none.
    """
    people = [seat for seat, accounts in enumerate(seats) if not set(robots).intersection(accounts)]
    own = [amounts[seat] for seat in people]
    exact = [weight.numerator * (len(own) * amount - sum(own)) for amount in own]
    shares = _round_shares(exact, weight.denominator * max(1, len(own)), own)
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
