"""Values of hands as ints that compare, and the best hand of counted ranks with wild cards (HE-6, HE-7).

A value is ``class << 20`` with up to five ranks in nibbles below it, the first highest; a rank that is not there is 0,
lower than any. Suits play no part here; flushes are weighed in evaluate.py.
"""

from functools import cache
from typing import Final

CLASSES: Final = (
    "dead_hand",
    "nothing",
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
    "stone_cold_nuts",
)
(
    DEAD,
    NOTHING,
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR,
    STRAIGHT_FLUSH,
    FIVE,
    NUTS,
) = range(13)
ACE: Final = 12
SIX: Final = 4
FOUR_RANK: Final = 2
"""Indices of ranks that rules name: a rank's index is its number less 2."""
_WINDOWS: Final[tuple[int, ...]] = (*(0x1F << low for low in range(8, -1, -1)), 0x100F)
_HIGHS: Final[tuple[int, ...]] = (*range(14, 5, -1), 5)


def value_of(kind: int, *ranks: int) -> int:
    """The value of a class with its ranks (2 to 14), first the highest."""
    made = kind << 20
    for shift, rank in zip((16, 12, 8, 4, 0), ranks, strict=False):
        made |= rank << shift
    return made


def class_of(value: int) -> str:
    """The name of a value's class (HE-6)."""
    return CLASSES[value >> 20]


def ranks_of(value: int) -> tuple[int, ...]:
    """The ranks of a value, as HE-6 lists them."""
    return tuple(rank for shift in (16, 12, 8, 4, 0) if (rank := value >> shift & 15))


def straight(ranks: int, blocked: int, wilds: int) -> int:
    """The highest straight (its top rank, 0 for none) in a mask of ranks, with wilds for what is not `blocked`."""
    for window, high in zip(_WINDOWS, _HIGHS, strict=True):
        missing = window & ~ranks
        if missing.bit_count() <= wilds and not missing & blocked:
            return high
    return 0


@cache
def plain_straight(ranks: int, wilds: int) -> int:
    """`straight` with nothing blocked, remembered."""
    return straight(ranks, 0, wilds)


def best_of_ranks(
    counts: list[int], caps: list[int], wilds: int, suitless: int = 0, nuts_wilds: int | None = None
) -> int:
    """The best value of cards by rank alone, straights left out.

    `counts` and `caps` go by rank index: how many distinct codes there are, and how many more a wild could be (HE-4).
    `suitless` is 1 when a 4 without suit is there besides (R22). `nuts_wilds` is how many wilds may help to make the
    nuts: None for none at all, not even naturals (R3).
    """
    if not wilds and not suitless:
        return _without_wilds(counts, nuts_wilds is not None)
    total = sum(counts) + suitless + wilds
    if not total:
        return NOTHING << 20
    if nuts_wilds is not None:
        twos, fives = max(0, 3 - counts[0]), max(0, 2 - counts[3])
        if twos <= caps[0] and fives <= caps[3] and twos + fives <= min(nuts_wilds, wilds):
            return value_of(NUTS, 2, 5)
    if suitless:
        need = 4 - counts[FOUR_RANK]
        if need <= min(wilds, caps[FOUR_RANK]):
            return value_of(FIVE, 4)
        counts = counts.copy()
        counts[FOUR_RANK] += 1
    tops = [counts[rank] + min(wilds, caps[rank]) for rank in range(13)]
    for rank in range(12, -1, -1):
        if tops[rank] >= 4:
            left = wilds - max(0, 4 - counts[rank])
            return _with_kickers(FOUR, (rank,), counts, caps, left, 1)
    if total >= 5:
        for three in range(12, -1, -1):
            if tops[three] < 3:
                continue
            left = wilds - max(0, 3 - counts[three])
            for two in range(12, -1, -1):
                if two != three and counts[two] + min(left, caps[two]) >= 2:
                    return value_of(FULL_HOUSE, three + 2, two + 2)
    for rank in range(12, -1, -1):
        if tops[rank] >= 3:
            return _with_kickers(THREE, (rank,), counts, caps, wilds - max(0, 3 - counts[rank]), 2)
    for high in range(12, -1, -1):
        if tops[high] < 2:
            continue
        left = wilds - max(0, 2 - counts[high])
        for low in range(high - 1, -1, -1):
            if counts[low] + min(left, caps[low]) >= 2:
                rest = left - max(0, 2 - counts[low])
                return _with_kickers(TWO_PAIR, (high, low), counts, caps, rest, 1)
        return _with_kickers(PAIR, (high,), counts, caps, left, 3)
    return _with_kickers(HIGH_CARD, (), counts, caps, wilds, 5)


def _with_kickers(kind: int, named: tuple[int, ...], counts: list[int], caps: list[int], wilds: int, room: int) -> int:
    ranks = [rank + 2 for rank in named]
    for rank in range(12, -1, -1):
        if not room:
            break
        if rank in named:
            continue
        if counts[rank]:
            ranks.append(rank + 2)
            room -= 1
        elif wilds and caps[rank]:
            ranks.append(rank + 2)
            wilds -= 1
            room -= 1
    return value_of(kind, *ranks)


def _without_wilds(counts: list[int], nuts: bool) -> int:
    """`best_of_ranks` of natural and derived cards alone."""
    groups: tuple[list[int], ...] = ([], [], [], [], [])
    for rank in range(12, -1, -1):
        groups[counts[rank]].append(rank + 2)
    _, ones, twos, threes, fours = groups
    if nuts and counts[0] >= 3 and counts[3] >= 2:
        return value_of(NUTS, 2, 5)
    if fours:
        return value_of(FOUR, fours[0], *sorted(fours[1:] + threes + twos + ones, reverse=True)[:1])
    if threes:
        pairs = sorted(threes[1:] + twos, reverse=True)
        if pairs:
            return value_of(FULL_HOUSE, threes[0], pairs[0])
        return value_of(THREE, threes[0], *ones[:2])
    if len(twos) > 1:
        return value_of(TWO_PAIR, twos[0], twos[1], *sorted(twos[2:] + ones, reverse=True)[:1])
    if twos:
        return value_of(PAIR, twos[0], *ones[:3])
    return value_of(HIGH_CARD, *ones[:5]) if ones else NOTHING << 20
