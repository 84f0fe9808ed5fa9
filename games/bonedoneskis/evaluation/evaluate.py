"""Fast evaluation of lines: the exact value of the best hand over all readings (HE-1, HE-5 to HE-9, R1, R3, R15).

Every card adds one int to a line's key. The key decides most values. From its lowest bit up, it holds:

- 13 counts of 3 bits: the live natural cards of each rank, without the wilds. A black 6 counts as an ace (R8);
- 3 bits: the wilds;
- one bit, set if the 4 of spades counts twice (R22);
- 4 counts of 4 bits: for each suit, the cards that may play in it, plus three. So the highest bit of a count is set
  once five cards, a flush, are in reach;
- from bit 59 on, the cards that need a closer look: a 4 of spades that may play as the 8 or the queen of spades (R22),
  the card of a dead hand (R15), twos that may join (R20), and red sixes that block or live.

The ranks, the wilds and the bit of the 4 of spades are the pattern of a line. The pattern decides all values except
flushes and joins. These values are cached, like the rank tables of ordinary poker evaluators. If a card is read as
another card, the key changes and the same table gives the value.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from games.bonedoneskis.evaluation.flushes import find_best_suited
from games.bonedoneskis.evaluation.packed import Line, Placed, card_of, is_up
from games.bonedoneskis.evaluation.ranking import (
    ACE,
    DEAD,
    FIVE,
    NUTS,
    ONE_EACH,
    SIX,
    STRAIGHT,
    find_best_of_counts,
    find_best_of_ranks,
    find_straight,
    spread,
    value_of,
)
from games.bonedoneskis.evaluation.readings import (
    ACE_MASK,
    ACES,
    BLACK_SIX_MASK,
    BLACK_SIXES,
    EIGHT_OF_SPADES,
    FOUR_OF_CLUBS,
    FOUR_OF_SPADES,
    QUEEN_OF_SPADES,
    RED_SIX_MASK,
    RED_SIXES,
    SUITLESS,
    find_schizo_reading,
    is_wild,
    join_left,
    may_join,
)
from games.bonedoneskis.options import ReadingRules
from games.pieces.cards import ALL, RANK, mask

_RANKS: Final = (1 << 39) - 1
_WILDS_AT: Final = 39
_TWICE: Final = 1 << 42
_SUITS_AT: Final = 43
_ACES_AT: Final = 3 * ACE
_SIXES_AT: Final = 3 * SIX
_FOURS_AT: Final = 3 * (SIX - 2)
_SIXES: Final = 7 << _SIXES_AT
"""The bits that count 6s: those made by joins, and live red 6s. Natural black 6s count as aces."""
_FIVE_ACES: Final = 5 << _ACES_AT
_PATTERN: Final = (1 << _SUITS_AT) - 1
_NO_CARDS: Final = 0x3333 << _SUITS_AT
"""The key of a line without cards."""
_IN_REACH: Final = 0x8888 << _SUITS_AT
_WILD: Final = 1 << _WILDS_AT | 0x1111 << _SUITS_AT
_TWO_READINGS: Final = 3 << 59
_SCHIZO: Final = {EIGHT_OF_SPADES: 1 << 59, QUEEN_OF_SPADES: 1 << 60, SUITLESS: _TWICE, 0: 0}
"""For each other reading of the 4 of spades, its bit in a key."""
_DEAD_HAND: Final = 1 << 61
_JOINER: Final = 1 << 62
_MAY_JOIN: Final = 3 << 62
_BLOCKER: Final = 1 << 64
_PLAIN: Final = (1 << 59) - 1
"""The bits below those that need a closer look."""
_SUITS_IN: Final = {
    sum(8 << _SUITS_AT + 4 * suit for suit in suits): suits
    for size in range(5)
    for suits in combinations(range(4), size)
}
"""The suits with a flush in reach, by the bits of `_IN_REACH`."""
MOST_PATTERNS: Final = 100_000
"""The most patterns that the cache holds (some ten megabytes) before it is emptied. With a third as many, judging takes
20 % longer; with a sixth as many, 50 % longer."""
MOST_CARDS: Final = 30_000
"""The most entries that each other cache holds."""
MOST_EVALUATORS: Final = 8
"""The most evaluators in the cache, one for each set of reading rules."""
_SAME_RANK: Final = tuple(0x8004002001 << rank for rank in range(13))
"""The mask of the four cards of each rank."""
_SIXES_AND_ACES: Final = mask(card for card in ALL if RANK[card] in (6, 14))
"""All 6s and aces: R8 and R11 may read one as the other."""
_SIX_TO_ACE: Final = (1 << _ACES_AT) - (1 << _SIXES_AT)
_MADE: Final = tuple(1 << 3 * (number % 13) | 1 << _SUITS_AT + 4 * (number // 13) for number in ALL)
"""The int that each card adds to a key if it cannot play as a card of another suit."""
_MAY_BE: Final = {
    **dict.fromkeys(BLACK_SIXES, 0x1111 << _SUITS_AT),
    **dict.fromkeys(ACES, 0x0110 << _SUITS_AT),
}
"""For each black 6 (R8) and each ace (R11), the suits in which it may play as another card, as counts in a key."""
_NATURAL: Final = tuple(
    (1 << _ACES_AT if number in BLACK_SIXES else _MADE[number]) | _MAY_BE.get(number, 0) for number in ALL
)
"""The int that each natural card adds to a key."""


class _Reading(NamedTuple):
    """A way to read some cards of a line as others: a join (R20), the 4 of spades as another card (R22), or several of
    these at once.

    All cards are in masks.
    """

    made: int
    """The codes of the cards that this reading makes; 0 if the cards cannot be read in this way."""
    adds: int = 0
    """The change of the key."""
    used: int = 0
    """The natural codes of the cards that are read as other cards, without wild cards."""
    wild: int = 0
    """The codes of the wild cards that are joined."""
    odd: bool = False
    """True if a made card is an ace or a 6, or a joined card is an ace. The key does not apply R8 and R11 to these."""

    def with_other(self, other: "_Reading") -> "_Reading":
        """Combine both readings. If they exclude each other, the result makes no card."""
        if self.used & other.used or self.made & other.made or not (self.made and other.made):
            return _Reading(0)
        made, adds, used, wild = (mine + theirs for mine, theirs in zip(self[:4], other[:4], strict=True))
        return _Reading(made, adds, used, wild, self.odd or other.odd)


_OTHER_FOUR: Final[Mapping[int, tuple[_Reading, ...]]] = {
    0: (),
    **{
        _SCHIZO[other]: (_Reading(1 << other, _MADE[other] - _MADE[FOUR_OF_SPADES], 1 << FOUR_OF_SPADES),)
        for other in (EIGHT_OF_SPADES, QUEEN_OF_SPADES)
    },
}
"""The other readings of a face-up 4 of spades, by the bits of `_SCHIZO`."""


def _combine(readings: list[_Reading]) -> list[_Reading]:
    """Return two or three readings, and all combinations of them."""
    pairs = [reading.with_other(other) for reading, other in combinations(readings, 2)]
    return [*readings, *pairs, *(pairs[0].with_other(third) for third in readings[2:])]


class _Cache(dict[Placed, int]):
    """The results of `make` by packed card, computed on first use and read in half the time of an `lru_cache`."""

    def __init__(self, make: Callable[[Placed], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, placed: Placed) -> int:
        if len(self) >= MOST_CARDS:
            self.clear()
        self[placed] = made = self._make(placed)
        return made


class _Keys:
    """The ints that packed cards (packed.py) add to a key, and their masks, all cached. With `only_up`, face-down cards
    add nothing."""

    def __init__(self, rules: ReadingRules, only_up: bool) -> None:
        self.rules, self.only_up = rules, only_up
        self.key_of = _Cache(self._make_key).__getitem__
        self.natural_mask = self._make_masks(_RANKS)
        self.live_mask = self._make_masks(-1)
        self._joiner_mask = self._make_masks(_JOINER)
        self._join = lru_cache(MOST_CARDS)(self._make_join)

    def _make_masks(self, counted: int) -> Callable[[Placed], int]:
        """Make a function from a packed card to the mask of its natural code; 0 if it adds none of the `counted` bits
        to a key."""
        return _Cache(lambda placed: 1 << card_of(placed) if self.key_of(placed) & counted else 0).__getitem__

    def list_readings(self, key: int, line: Line) -> Sequence[_Reading]:
        """List the ways to read some cards of a line as others. `key` is the line's key. Some ways may be illegal
        (HE-4)."""
        four = _OTHER_FOUR[key & _TWO_READINGS]
        if not key & _MAY_JOIN:
            return four
        found = [*four]
        for two in filter(self._joiner_mask, line):
            if place := line.index(two):
                found.append(self._join(line[place - 1], two))
        return found if len(found) < 2 else _combine(found)

    def _make_key(self, placed: Placed) -> int:
        number, rules = card_of(placed), self.rules
        if not is_up(placed) and self.only_up:
            return 0
        if number in RED_SIXES:
            if rules.red_sixes_live:
                return _NATURAL[number] | _BLOCKER  # no ace may copy it (HE-4)
            return _BLOCKER if rules.dead_six_blocks else 0
        if is_wild(placed, rules):
            return _WILD
        made = _NATURAL[number] | _SCHIZO[find_schizo_reading(placed, rules)]
        if may_join(placed, rules):
            made |= _JOINER
        if number == FOUR_OF_CLUBS and not is_up(placed):
            made |= _DEAD_HAND
        return made

    def _make_join(self, left: Placed, right: Placed) -> _Reading:
        """The join of a 2 with its left-hand neighbour."""
        result = join_left((left, right), 1, 0, self.rules.red_sixes_live)
        if result is None:
            return _Reading(0)
        code, own = 1 << card_of(left), self.natural_mask(left)
        adds = _MADE[result] - (self.key_of(left) + self.key_of(right) & _PLAIN)
        odd = bool(1 << result & _SIXES_AND_ACES or own & ACE_MASK)
        return _Reading(1 << result, adds, own | self.natural_mask(right), code & ~own, odd)


class _Patterns(dict[int, int]):
    """The best value without flushes for each pattern of a key, computed on first use."""

    def __init__(self, rules: ReadingRules) -> None:
        super().__init__()
        self.known: dict[int, int] = {}
        self.nuts_wilds = 0 if rules.nuts_substitutes == "none" else 15

    def __missing__(self, pattern: int) -> int:
        if len(self) >= MOST_PATTERNS:
            self.clear()
            self.known.clear()
        counts, extras = pattern & _RANKS, pattern >> _WILDS_AT
        if extras > 7 and (counts >> _FOURS_AT & 7) + extras < 12:  # five 4s are out of reach, so this 4 is like others
            counts, extras = counts + (1 << _FOURS_AT), extras & 7
        if extras > 7 or counts & _SIXES or counts >= _FIVE_ACES:
            value = max([self._best(reading, extras) for reading in _list_aces_as_sixes(counts)])
        else:
            value = find_best_of_counts(counts, extras, self.nuts_wilds)
        self[pattern] = value = self.known.setdefault(value, value)
        return value

    def _best(self, counts: int, extras: int) -> int:
        """The best value of counts of ranks. `extras` is the number of wilds, plus 8 for a 4 of no suit.

        With that 4, four 4s are in reach, and these beat every straight.
        """
        if extras < 8:
            return find_best_of_counts(counts, extras, self.nuts_wilds)
        return find_best_of_ranks(counts, 4 * ONE_EACH - counts, extras & 7, 1, self.nuts_wilds)


def _list_aces_as_sixes(counts: int) -> list[int]:
    """The counts of ranks for each number of aces that may be read as 6s, with at most four cards of a rank."""
    aces, made = counts >> _ACES_AT, counts >> _SIXES_AT & 7
    return [counts - down * _SIX_TO_ACE for down in range(max(0, aces - 4), min(aces, 4 - made) + 1)]


class Evaluator:
    """An evaluator of lines under one set of reading rules.

    `value_of_line` gives the value of a line (HE-1 to HE-7). `value_of_board` gives the value of its face-up cards
    alone (BD-11, BD-13). `ranking.class_of` and `ranks_of` take a value apart.
    """

    def __init__(self, rules: ReadingRules) -> None:
        self.rules = rules
        self._patterns = _Patterns(rules)
        self._value_of_pattern = self._patterns.__getitem__  # faster than brackets in a subclass of dict
        self._odd: dict[tuple[int, ...], int] = {}
        self.value_of_line: Final = self._make_judge(_Keys(rules, only_up=False))
        self.value_of_board: Final = self._make_judge(_Keys(rules, only_up=True))

    def _make_judge(self, keys: _Keys) -> Callable[[Line], int]:
        key_of, natural_mask, value_of_pattern = keys.key_of, keys.natural_mask, self._value_of_pattern

        def judge(line: Line) -> int:
            key = sum(map(key_of, line), _NO_CARDS)
            if key > _PLAIN:
                return DEAD << 20 if key & _DEAD_HAND else self._judge_closely(key, line, keys)
            value = value_of_pattern(key & _PATTERN)
            if key & _IN_REACH:
                held = sum(map(natural_mask, line))
                suited = find_best_suited(_SUITS_IN[key & _IN_REACH], held, 0, held, key >> _WILDS_AT & 7)
                return suited if suited > value else value
            return value

        return judge

    def _judge_closely(self, key: int, line: Line, keys: _Keys) -> int:
        """The best value over all readings of a line that needs a closer look (R20, R22, `dead_six_blocks`)."""
        best = self._value_of_pattern(key & _PATTERN)
        if key & _IN_REACH or key >= _BLOCKER:
            best = self._judge_reading(key, _Reading(0), line, keys, 0)
        for reading in keys.list_readings(key, line):
            new_key = key + reading.adds
            if new_key & _IN_REACH or self._value_of_pattern(new_key & _PATTERN) > best:
                best = self._judge_reading(new_key, reading, line, keys, best)
        return best

    def _judge_reading(self, key: int, reading: _Reading, line: Line, keys: _Keys, best: int) -> int:
        """The value of a line under this reading, which makes the line's key `key`; or `best` if that is higher.

        The cached value of a pattern may be too high in four cases: a wild copies a card that is read as another, the
        nuts need a made card, a red 6 blocks, or aces and 6s do not play as the key says. With one made card and
        at most one other ace or black 6, the fourth case happens only in a straight. `_compute_odd_value` is exact, but
        slow.
        """
        made, _, used, wild, odd = reading
        held, wilds = sum(map(keys.natural_mask, line)), key >> _WILDS_AT & 7
        codes = sum(map(keys.live_mask, line)) if wilds or wild or key >= _BLOCKER else held
        if used and (not made or made & codes):
            return best
        plays, blocks, value = held & ~used, codes & RED_SIX_MASK, self._value_of_pattern(key & _PATTERN)
        if reach := key & _IN_REACH:
            value = max(value, find_best_suited(_SUITS_IN[reach], plays, made, held, wilds))
        if value <= best:
            return best
        if odd:
            several = made & made - 1 or (plays & _SIXES_AND_ACES).bit_count() > 1
            odd = bool(wilds or several or value >> 20 == STRAIGHT)
        nuts = made and value >> 20 == NUTS and self.rules.nuts_substitutes != "all"
        if odd or nuts or wild or blocks or (wilds and not _has_room_for_wilds(held, used, wilds)):
            return max(best, self._find_odd_value(held | wild | blocks, plays, made, wilds, bool(key & _TWICE)))
        return value

    def _find_odd_value(self, barred: int, used: int, made: int, wilds: int, twice: bool) -> int:
        """The value of the natural cards `used` with the derived cards `made` and wilds; cached.

        No substitute may copy a card of `barred`. With `twice`, a 4 of spades in `used` adds a 4 without suit (R22).
        """
        key = (barred, used, made, wilds, twice and bool(used >> FOUR_OF_SPADES & 1))
        value = self._odd.get(key)
        if value is None:
            if len(self._odd) >= MOST_CARDS:
                self._odd.clear()
            value = self._odd[key] = self._compute_odd_value(*key)
        return value

    def _compute_odd_value(self, barred: int, used: int, made: int, wilds: int, twice: bool) -> int:
        nuts_by = self.rules.nuts_substitutes
        nuts = {"all": 15, "wild_only": None if made else 15, "none": None if made else 0}[nuts_by]
        aces, sixes, have, taken = used & ACE_MASK, used & BLACK_SIX_MASK, used | made, barred | made
        counts, caps, ranks, blocked = 0, 4 * ONE_EACH, 0, 0x1FFF
        for shift in (0, 13, 26, 39):
            row = have >> shift & 0x1FFF
            counts += spread(row)
            ranks |= row
            if wilds:
                caps -= spread(taken >> shift & 0x1FFF)
                blocked &= taken >> shift
        free_aces = (ACE_MASK & ~taken).bit_count()
        free_sixes = (RED_SIX_MASK & ~taken).bit_count()
        best = 0
        for up in range(min(sixes.bit_count(), free_aces) + 1):  # R8
            for down in range(min(aces.bit_count(), free_sixes) + 1):  # R11
                changed = counts + (up - down) * _SIX_TO_ACE
                room = caps - (up << _ACES_AT) - (down << _SIXES_AT)
                best = max(best, find_best_of_ranks(changed, room, wilds, int(twice), nuts))
        if best < STRAIGHT << 20:
            ranks |= (1 << ACE if sixes and free_aces else 0) | (1 << SIX if aces and free_sixes else 0)
            if high := find_straight(ranks, blocked, wilds):
                best = value_of(STRAIGHT, high)
        if best < FIVE << 20:
            best = max(best, find_best_suited((0, 1, 2, 3), used, made, barred, wilds))
        return best


def _has_room_for_wilds(held: int, cards: int, wilds: int) -> bool:
    """True if, for each card of `cards`, all wilds could play as its rank without copying a card of `held`.

    `cards` is the mask of the cards that are read as other cards. No wild may copy a card of `held`.
    """
    while cards:
        card = cards.bit_length() - 1
        if (held & _SAME_RANK[card % 13]).bit_count() + wilds > 4:
            return False
        cards ^= 1 << card
    return True


@lru_cache(MOST_EVALUATORS)
def find_evaluator(rules: ReadingRules) -> Evaluator:
    """The evaluator of these rules, shared by all tables with the same rules."""
    return Evaluator(rules)
