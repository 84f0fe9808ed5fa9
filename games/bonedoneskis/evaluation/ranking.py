"""Values of hands as comparable ints, and the best hand for the counts of each rank plus wild cards (HE-6, HE-7).

A value is ``class << 20`` plus up to five ranks in the nibbles below, the first rank in the highest nibble. A missing
rank is 0, lower than any other. Suits play no part here; flushes are valued in flushes.py.
"""

from array import array
from functools import cache
from itertools import zip_longest
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
"""The indices of the ace and the 6. The index of a rank is its number less 2."""
_FOUR_AT: Final = 3 * 2
_FIVE_AT: Final = 3 * 3
ONE_EACH: Final = 0o1111111111111
"""One card of every rank, as packed counts: three bits for each rank, with rank 2 in the lowest bits."""
_WINDOWS: Final[tuple[int, ...]] = (*(0x1F << low for low in range(8, -1, -1)), 0x100F)
_HIGHS: Final[tuple[int, ...]] = (*range(14, 5, -1), 5)
"""The ten straights, the highest first: the masks of their ranks, and their top ranks."""


def value_of(kind: int, *ranks: int) -> int:
    """The value of a class with its ranks (2 to 14), the highest first."""
    made = kind << 20
    for shift, rank in zip((16, 12, 8, 4, 0), ranks, strict=False):
        made |= rank << shift
    return made


def class_of(value: int) -> str:
    """The name of a value's class (HE-6)."""
    return CLASSES[value >> 20]


def ranks_of(value: int) -> tuple[int, ...]:
    """The ranks of a value, as HE-6 lists them."""
    return tuple([rank for shift in (16, 12, 8, 4, 0) if (rank := value >> shift & 15)])


_TIMES: Final = {
    "pair": (2,),
    "two_pair": (2, 2),
    "three_of_a_kind": (3,),
    "full_house": (3, 2),
    "four_of_a_kind": (4,),
    "five_of_a_kind": (5,),
    "stone_cold_nuts": (3, 2),
}
"""For each class, the number of cards of each of the hand's first ranks. The hand has one card of every other rank."""


def spell_ranks(name: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rank of every card of a hand, given its class and its ranks as HE-6 lists them.

    Two pair with the ranks K J Q become K K J J Q. The ace below a 2 in a straight has the rank 14, like any ace.
    """
    if name in ("straight", "straight_flush"):
        return tuple(ACE + 2 if rank == 1 else rank for rank in range(ranks[0], ranks[0] - 5, -1))
    times = zip_longest(ranks, _TIMES.get(name, ()), fillvalue=1)
    return tuple(rank for rank, count in times for _ in range(count))


def find_straight(ranks: int, blocked: int, wilds: int) -> int:
    """The top rank of the highest straight in a mask of ranks, or 0. Wilds stand for ranks that are not `blocked`."""
    for window, high in zip(_WINDOWS, _HIGHS, strict=True):
        missing = window & ~ranks
        if missing.bit_count() <= wilds and not missing & blocked:
            return high
    return 0


_NUTS: Final = value_of(NUTS, 2, 5)


@cache
def spread(ranks: int) -> int:
    """A mask of ranks as counts of 0 or 1, three bits for each rank."""
    return sum(1 << 3 * rank for rank in range(13) if ranks >> rank & 1)


_SPREAD_WINDOWS: Final = tuple(map(spread, _WINDOWS))


@cache
def _find_free_straight(ranks: int, wilds: int) -> int:
    """`find_straight` with nothing blocked. The mask has three bits for each rank, of which only the lowest may be
    set."""
    for window, high in zip(_SPREAD_WINDOWS, _HIGHS, strict=True):
        if (window & ~ranks).bit_count() <= wilds:
            return high
    return 0


_ROOM: Final = (0, 0xF0000, 0xFF000, 0xFFF00, 0xFFFF0, 0xFFFFF)
"""For each number of ranks from 0 to 5, the mask that keeps so many of the highest ranks in an entry of `_TOPS`."""


_DENSE: Final = (1 << 13) - 1
"""The modulus that makes a mask with three bits for each rank dense: rank r, at bit 3r, comes to bit 3r modulo 13. The
mask of all thirteen ranks, which no line has, would become 0."""


def _list_tops() -> bytes:
    """List the five highest ranks of every set of ranks, in nibbles, with 0 for each missing rank. The list is in the
    order of the sets' dense masks."""
    masks, tops = [0], [0]
    for rank in range(13):
        masks += [mask | 1 << 3 * rank % 13 for mask in masks]
        tops += [(rank + 2) << 16 | low >> 4 for low in tops]
    return array("i", [top for _, top in sorted(zip(masks, tops, strict=True))]).tobytes()


_TOPS: Final = memoryview(_list_tops()).cast("i")
"""The table of `_list_tops`. It has only thirty kilobytes: a larger table would leave less of the processor's cache to
the patterns."""


@cache
def value_of_flush(ranks: int) -> int:
    """The value of the best flush from a mask of ranks of one suit, or 0."""
    return FLUSH << 20 | _TOPS[spread(ranks) % _DENSE] if ranks.bit_count() >= 5 else 0


def _group(counts: int) -> tuple[int, int, int, int, int]:
    """The ranks held at least 0, 1, 2, 3 and 4 times, as masks with three bits for each rank. None is held more
    often."""
    two, four = counts >> 1 & ONE_EACH, counts >> 2 & ONE_EACH
    one = counts & ONE_EACH
    return ONE_EACH, one | two | four, two | four, (two & one) | four, four


def find_best_of_counts(counts: int, wilds: int, nuts_wilds: int) -> int:
    """The best value, straights included. Wilds may play as any rank of which fewer than four cards are held.

    In a straight, an ace may also be a 6 (R11). At most `nuts_wilds` wilds may help to make the nuts (R3).
    """
    if not wilds:
        value = _find_best_natural(counts)
    else:
        value = _find_best_with_wilds(counts, 4 * ONE_EACH - counts, wilds)
    if value < STRAIGHT << 20:
        ranks = (counts | counts >> 1 | counts >> 2) & ONE_EACH
        if counts >> 3 * ACE:
            ranks |= 1 << 3 * SIX
        if ranks.bit_count() + wilds >= 5 and (high := _find_free_straight(ranks, wilds)):
            return STRAIGHT << 20 | high << 16
    elif value >= FULL_HOUSE << 20:
        substitutes = max(0, 3 - (counts & 7)) + max(0, 2 - (counts >> _FIVE_AT & 7))
        if substitutes <= min(wilds, nuts_wilds):
            return _NUTS
    return value


def find_best_of_ranks(counts: int, caps: int, wilds: int, suitless: int = 0, nuts_wilds: int | None = None) -> int:
    """The best value of cards by rank alone, ignoring straights.

    `counts` and `caps` have three bits for each rank, with rank 2 in the lowest bits. `counts` has the number of
    distinct codes held, `caps` the number that wilds could add (HE-4). `suitless` is 1 if a 4 without suit is also held
    (R22). `nuts_wilds` is the number of wilds that may help to make the nuts; None forbids even natural nuts (R3).
    """
    twos, fives = 3 - (counts & 7), 2 - (counts >> _FIVE_AT & 7)
    if twos + fives <= wilds and nuts_wilds is not None:
        substitutes = max(0, twos) + max(0, fives)
        if substitutes <= min(nuts_wilds, wilds) and twos <= caps & 7 and fives <= caps >> _FIVE_AT & 7:
            return _NUTS
    if suitless:
        need = 4 - (counts >> _FOUR_AT & 7)
        if need <= min(wilds, caps >> _FOUR_AT & 7):
            return value_of(FIVE, 4)
        counts += 1 << _FOUR_AT
    return _find_best_with_wilds(counts, caps, wilds) if wilds else _find_best_natural(counts)


def _find_best_natural(counts: int) -> int:
    """The best value of natural and derived cards alone, ignoring the nuts."""
    two, four = counts >> 1 & ONE_EACH, counts >> 2 & ONE_EACH
    one = counts & ONE_EACH | two | four
    if not two | four:
        return HIGH_CARD << 20 | _TOPS[one % _DENSE] if one else NOTHING << 20
    if four:
        top = four.bit_length() - 1
        return FOUR << 20 | (top // 3 + 2) << 16 | _TOPS[(one ^ 1 << top) % _DENSE] >> 4 & 0xF000
    three = two & counts
    top = (three or two).bit_length() - 1
    pairs = two ^ 1 << top
    if three:
        if pairs:
            return FULL_HOUSE << 20 | (top // 3 + 2) << 16 | ((pairs.bit_length() - 1) // 3 + 2) << 12
        return THREE << 20 | (top // 3 + 2) << 16 | _TOPS[(one ^ 1 << top) % _DENSE] >> 4 & 0xFF00
    if pairs:
        low = pairs.bit_length() - 1
        kicker = _TOPS[(one ^ 1 << top ^ 1 << low) % _DENSE] >> 8 & 0xF00
        return TWO_PAIR << 20 | (top // 3 + 2) << 16 | (low // 3 + 2) << 12 | kicker
    return PAIR << 20 | (top // 3 + 2) << 16 | _TOPS[(one ^ 1 << top) % _DENSE] >> 4 & 0xFFF0


def _find_best_with_wilds(counts: int, caps: int, wilds: int) -> int:
    """The best value with wilds, ignoring the nuts and straights. Arguments as in `find_best_of_ranks`."""
    have, more = _group(counts), _group(caps)

    def reach(want: int, left: int) -> int:
        """The ranks that `left` wilds can bring to `want` cards."""
        made = have[want]
        for copies in range(1, min(want, left) + 1):
            made |= have[want - copies] & more[copies]
        return made

    def count_left(at: int, want: int, left: int) -> int:
        """The number of `left` wilds that remain once the rank at bit `at` has `want` cards."""
        return left - max(0, want - (counts >> at & 7))

    def make_value(kind: int, tops: int, named: int, left: int, room: int) -> int:
        """The value of a class. `tops` are the ranks that the class names, `named` their bits. `left` wilds remain, and
        `room` more cards count."""
        rest, free = have[1] & ~named, more[1] & ~named & ~have[1]
        while left and free:
            best = 1 << free.bit_length() - 1
            rest, free, left = rest | best, free ^ best, left - 1
        return kind << 20 | tops << 12 | (_TOPS[rest % _DENSE] & _ROOM[room]) >> 4 * named.bit_count()

    if four := reach(4, wilds):
        top = four.bit_length() - 1
        return make_value(FOUR, top // 3 + 2 << 4, 1 << top, count_left(top, 4, wilds), 1)
    three = threes = reach(3, wilds)
    while three:
        top = three.bit_length() - 1
        if pairs := reach(2, count_left(top, 3, wilds)) & ~(1 << top):
            return FULL_HOUSE << 20 | top // 3 + 2 << 16 | (pairs.bit_length() - 1) // 3 + 2 << 12
        three ^= 1 << top
    if threes:
        top = threes.bit_length() - 1
        return make_value(THREE, top // 3 + 2 << 4, 1 << top, count_left(top, 3, wilds), 2)
    if two := reach(2, wilds):
        top = two.bit_length() - 1
        left = count_left(top, 2, wilds)
        if pairs := reach(2, left) & (1 << top) - 1:
            low = pairs.bit_length() - 1
            tops = top // 3 + 2 << 4 | low // 3 + 2
            return make_value(TWO_PAIR, tops, 1 << top | 1 << low, count_left(low, 2, left), 1)
        return make_value(PAIR, top // 3 + 2 << 4, 1 << top, left, 3)
    return make_value(HIGH_CARD, 0, 0, wilds, 5) if have[1] or more[1] else NOTHING << 20
