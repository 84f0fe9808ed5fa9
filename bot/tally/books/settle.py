"""Settling up with the fewest payments.

A group whose balances sum to zero needs one hand-over fewer than it has people. So the people are divided into as many
such groups as possible. Up to `EXACT` people, every subset is tried. With more people, only pairs whose balances cancel
are matched, and all others form one group. Within a group, the largest debt is always paid to the largest claim.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

EXACT: Final = 14
"""The most people for whom the fewest hand-overs are found exactly."""


class DebtTransfer(NamedTuple):
    """`giver` hands `amount` units to `taker`."""

    giver: int
    taker: int
    amount: int


class NamedTransfer(NamedTuple):
    """A transfer between two members by their names; `amount` is in units."""

    giver: str
    taker: str
    amount: int


def find_hand_overs(balances: Mapping[int, int]) -> list[DebtTransfer]:
    """Find the hand-overs that bring every balance to zero. Givers have balances below zero, takers above.

    Raises ValueError unless the balances sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not sum to zero cannot be settled")
    unsettled = {person: amount for person, amount in sorted(balances.items()) if amount}
    groups = _divide(unsettled) if len(unsettled) <= EXACT else _match_pairs(unsettled)
    return [
        hand_over for group in groups for hand_over in _pay_largest({person: unsettled[person] for person in group})
    ]


def _divide(balances: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Divide everybody into as many groups as possible whose balances sum to zero."""
    people = tuple(balances)
    whole = (1 << len(people)) - 1
    total = [0] * (whole + 1)  # for each subset, the sum of its balances
    most = [0] * (whole + 1)  # for each subset, the most groups with sum zero that it holds
    rest = [0] * (whole + 1)  # for each subset, what is left of it after the best choice of one person to take away
    for subset in range(1, whole + 1):
        low = subset & -subset
        total[subset] = total[subset ^ low] + balances[people[low.bit_length() - 1]]
        bits, best, without = subset, -1, 0
        while bits:
            bit = bits & -bits
            bits ^= bit
            if most[subset ^ bit] > best:
                best, without = most[subset ^ bit], subset ^ bit
        most[subset], rest[subset] = best + (total[subset] == 0), without
    groups: list[tuple[int, ...]] = []
    group: list[int] = []
    subset = whole
    while subset:
        person = people[(subset ^ rest[subset]).bit_length() - 1]
        group.append(person)
        subset = rest[subset]
        if total[subset] == 0:
            groups.append(tuple(sorted(group)))
            group = []
    return sorted(groups)


def _match_pairs(balances: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Divide everybody into pairs whose balances cancel, and one group of all others."""
    owed: dict[int, list[int]] = {}
    for person, amount in balances.items():
        if amount > 0:
            owed.setdefault(amount, []).append(person)
    pairs: list[tuple[int, ...]] = []
    for person, amount in balances.items():
        if amount < 0 and owed.get(-amount):
            pairs.append((person, owed[-amount].pop(0)))
    paired = {person for pair in pairs for person in pair}
    return [*pairs, tuple(person for person in balances if person not in paired)]


def _pay_largest(balances: dict[int, int]) -> list[DebtTransfer]:
    """Pay the largest debt to the largest claim until nobody owes, in fewer hand-overs than there are people.

    This brings every entry of `balances` to zero.
    """
    hand_overs = []
    while any(balances.values()):
        giver = min(balances, key=lambda person: (balances[person], person))
        taker = max(balances, key=lambda person: (balances[person], -person))
        amount = min(-balances[giver], balances[taker])
        balances[giver] += amount
        balances[taker] -= amount
        hand_overs.append(DebtTransfer(giver, taker, amount))
    return hand_overs
