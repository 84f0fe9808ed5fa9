"""Results that a table enters at the end of its session. They are added up by seat while the same accounts play."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import chain, zip_longest
from typing import NamedTuple

from bot.store.books.postings import Gain
from bot.tally.apportionment import make_lines_between_people, scale, share_out


class Part(NamedTuple):
    """The sum of results by seat, from the part of a session in which the same accounts played."""

    since: int
    """The first event of the first move with a result in this part."""
    seats: list[list[int]]
    amounts: tuple[int, ...]


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


def list_players(parts: Sequence[Part]) -> list[list[int]]:
    """List the accounts of each seat in the whole session. Those that played last are at the end."""
    by_seat = zip_longest(*(part.seats for part in parts), fillvalue=())
    return [
        list(dict.fromkeys(account for seat in reversed(seats) for account in reversed(seat)))[::-1]
        for seats in by_seat
    ]


def has_robots(part: Part, robots: Collection[int]) -> bool:
    """True if any account of a part is a robot's."""
    return bool(set(robots).intersection(chain.from_iterable(part.seats)))


def make_session_lines(
    parts: Sequence[Part], weight: Fraction, robots: Collection[int] = (), between: bool = False
) -> list[Gain]:
    """Make the entries of a whole session at a game's weight. If nobody gained or lost, each account has an entry of 0.

    Parts in which any of these `robots` played are left out, unless that is every part. With `between`, such parts
    count between the people alone instead.
    """
    sums: dict[int, int] = {}
    among_people = [part for part in parts if not has_robots(part, robots)]
    for part in parts if between else among_people or parts:
        if between and has_robots(part, robots):
            lines = make_lines_between_people(part.amounts, weight, part.seats, robots)
        else:
            lines = share_out(scale(part.amounts, weight), part.seats)
        for account in chain.from_iterable(part.seats):
            if not (between and account in robots):
                sums.setdefault(account, 0)
        for line in lines:
            sums[line.account] += line.amount
    moved = {account: amount for account, amount in sums.items() if amount}
    return [Gain(account, amount) for account, amount in (moved or sums).items()]
