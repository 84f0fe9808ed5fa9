"""Results of a session that are entered once, at its end: added up by seat for as long as the same accounts play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from bot.store.books.postings import Entry
from bot.tally.apportionment import scale, share_out


class Part(NamedTuple):
    """The sum of the results of a session while the same accounts played."""

    since: int
    """The first event of the first move whose results are in this part."""
    seats: list[list[int]]
    amounts: tuple[int, ...]


def add_result(parts: Sequence[Part], since: int, seats: list[list[int]], amounts: Sequence[int]) -> list[Part]:
    """The parts of a session after one more result."""
    if not parts or parts[-1].seats != seats:
        return [*parts, Part(since, seats, tuple(amounts))]
    summed = tuple(map(sum, zip(parts[-1].amounts, amounts, strict=True)))
    return [*parts[:-1], parts[-1]._replace(amounts=summed)]


def in_all(parts: Sequence[Part]) -> tuple[int, ...]:
    """The amount of each seat over a session."""
    return tuple(map(sum, zip(*(part.amounts for part in parts), strict=True)))


def players_of(parts: Sequence[Part]) -> list[list[int]]:
    """The accounts of each seat over a session, those that played last at the end."""
    by_seat = zip(*(part.seats for part in parts), strict=True)
    return [
        list(dict.fromkeys(account for seat in reversed(seats) for account in reversed(seat)))[::-1]
        for seats in by_seat
    ]


def lines_of_session(parts: Sequence[Part], weight: Fraction) -> list[Entry]:
    """The entries of a whole session at a game's weight; an entry of 0 for each account if nobody gained or lost."""
    sums: dict[int, int] = {}
    for part in parts:
        for account in chain.from_iterable(part.seats):
            sums.setdefault(account, 0)
        for line in share_out(scale(part.amounts, weight), part.seats):
            sums[line.account] += line.amount
    moved = {account: amount for account, amount in sums.items() if amount}
    return [Entry(account, amount) for account, amount in (moved or sums).items()]
