"""Fast evaluation of lines: the exact value of the best hand over all readings (HE-1, HE-5 to HE-9, R1, R3, R15).

Every card adds one int to a line's key. The key decides most values. From its low end it holds:

- the live natural cards of each rank that are not wild (13 counts of 3 bits);
- the wilds (3 bits);
- a bit set if the 4 of spades (4s) counts twice (R22);
- for each suit, three more than the cards that may play in it (4 counts of 4 bits), so that the highest bit of the
  count is set if a flush is in reach;
- from bit 59, the cards that need a closer look: 4s as 8s or Qs (R22), a dead hand (R15), and 2s that may join (R20) or
  red 6s that block.

Ranks, wilds and the 4s bit decide all values except flushes and joins. Those values are cached by pattern, like the
rank tables of ordinary poker evaluators.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from games.bonedoneskis.options import Readings
from games.bonedoneskis.packed import Line, Placed, card_of, is_up
from games.bonedoneskis.ranking import (
    ACE,
    DEAD,
    FIVE,
    ONE_EACH,
    SIX,
    STRAIGHT,
    STRAIGHT_FLUSH,
    best_of_counts,
    best_of_ranks,
    flush_value,
    plain_straight,
    spread,
    spread_straight,
    straight,
    value_of,
)
from games.bonedoneskis.readings import (
    ACES,
    BLACK_SIXES,
    EIGHT_OF_SPADES,
    FOUR_OF_CLUBS,
    FOUR_OF_SPADES,
    QUEEN_OF_SPADES,
    RED_SIXES,
    SUITLESS,
    is_wild,
    join_left,
    may_join,
    schizo,
)
from games.pieces.cards import ALL, RANK, mask

_RANKS: Final = (1 << 39) - 1
_WILDS_AT: Final = 39
_TWICE: Final = 1 << 42
_SUITS_AT: Final = 43
_ACES_AT: Final = 3 * ACE
_SIXES_AT: Final = 3 * SIX
_SIXES_AND_ACES: Final = 7 << _SIXES_AT | 7 << _ACES_AT
_PATTERN: Final = (1 << _SUITS_AT) - 1
_NO_CARDS: Final = 0x3333 << _SUITS_AT
"""The key of a line without cards."""
_IN_REACH: Final = 0x8888 << _SUITS_AT
_WILD: Final = 1 << _WILDS_AT | 0x1111 << _SUITS_AT
_SCHIZO: Final = {EIGHT_OF_SPADES: 1 << 59, QUEEN_OF_SPADES: 1 << 60, SUITLESS: _TWICE, 0: 0}
_SCHIZO_AT: Final = 59
_OTHER: Final = (0, int(EIGHT_OF_SPADES), int(QUEEN_OF_SPADES), 0)
"""The other card that a face-up 4s may play as, by the bits of `_SCHIZO`; 0 for none."""
_DEAD_HAND: Final = 1 << 61
_CLOSER: Final = 1 << 62
_MAY_JOIN: Final = 15 << 62
_PLAIN: Final = (1 << 59) - 1
_SUITS: Final = tuple((suit, 13 * suit) for suit in range(4))
"""The suits, and the offset of their ranks in a mask of cards."""
_SUITS_IN: Final = {
    sum(8 << _SUITS_AT + 4 * suit for suit, _ in some): some for size in range(5) for some in combinations(_SUITS, size)
}
"""The suits with a flush in reach, by the bits of `_IN_REACH`."""
MOST_PATTERNS: Final = 100_000
"""The most patterns in the cache (some ten megabytes); then it is emptied. With a third as many, judging takes twice
as long."""
MOST_CARDS: Final = 30_000
"""The most entries of each other cache; then it is emptied."""
MOST_HOUSES: Final = 4
"""The most evaluators in the cache, one for each set of reading rules."""
_ACE_BIT: Final = 1 << ACE
_SIX_BIT: Final = 1 << SIX
_FOUR_MASK: Final = 1 << FOUR_OF_SPADES
_ACE_MASK: Final = mask(ACES)
_SIX_MASK: Final = mask(BLACK_SIXES)
_RED_SIX_MASK: Final = mask(RED_SIXES)
_TURNING: Final = mask(card for card in ALL if RANK[card] in (6, 14))
"""All 6s and aces: R8 and R11 may read one as the other."""
_MADE: Final = tuple(1 << 3 * (number % 13) | 1 << _SUITS_AT + 4 * (number // 13) for number in range(52))
"""The int that each card adds to a key if it cannot play as any other card."""
_MAY_BE: Final = {
    **dict.fromkeys(BLACK_SIXES, 0x1111 << _SUITS_AT),
    **dict.fromkeys(ACES, 0x0110 << _SUITS_AT),
}
"""The suits of the cards that a black 6 (R8) and an ace (R11) may be, as counts in a key."""
_NATURAL: Final = tuple(_MADE[number] | _MAY_BE.get(number, 0) for number in ALL)
"""The int that each natural card adds to a key."""


class _Keys(dict[Placed, int]):
    """The int that each packed card (packed.py) adds to a key, computed on first use."""

    def __init__(self, rules: Readings, seen: bool) -> None:
        super().__init__()
        self.rules, self.seen = rules, seen
        self.natural = _Masks(self, _RANKS).__getitem__
        self.live = _Masks(self, -1).__getitem__
        self._joins = _Joins(self)

    def __missing__(self, placed: Placed) -> int:
        if len(self) >= MOST_CARDS:
            self.clear()
        self[placed] = made = self._made(placed)
        return made

    def find_joins(self, line: Line, codes: int) -> list[tuple[int, "_Join"]]:
        """The place of each 2 that may join its left-hand neighbour, and the join. No join may copy any of `codes`."""
        found = []
        for place, adds in enumerate(map(self.__getitem__, line)):
            if adds > _CLOSER and place:  # a red 6 that blocks adds `_CLOSER` alone
                join = self._joins[line[place - 1], line[place]]
                if join.made & ~codes:
                    found.append((place, join))
        return found

    def _made(self, placed: Placed) -> int:
        number, rules = card_of(placed), self.rules
        if not is_up(placed) and self.seen:
            return 0
        if number in RED_SIXES:
            return _CLOSER if rules.dead_six_blocks else 0
        if is_wild(placed, rules):
            return _WILD
        made = _NATURAL[number] | _SCHIZO[schizo(placed, rules)]
        if may_join(placed, rules):
            made |= _CLOSER
        if number == FOUR_OF_CLUBS and not is_up(placed):
            made |= _DEAD_HAND
        return made


class _Masks(dict[Placed, int]):
    """Each packed card as a mask with its natural code; 0 if the card adds none of the `counted` bits to a key."""

    def __init__(self, of: _Keys, counted: int) -> None:
        super().__init__()
        self.of, self.counted = of, counted

    def __missing__(self, placed: Placed) -> int:
        if len(self) >= MOST_CARDS:
            self.clear()
        self[placed] = made = 1 << card_of(placed) if self.of[placed] & self.counted else 0
        return made


class _Join(NamedTuple):
    """A 2 and its left-hand neighbour, read as one card (R20). Codes are masks."""

    made: int
    """The code of the one card; 0 if the two cannot join."""
    adds: int = 0
    """The change of the key."""
    used: int = 0
    """The natural codes of the two; that of a wild card is left out."""
    wild: int = 0
    """The code of a wild neighbour."""
    odd: bool = False
    """True if R8 or R11 read the card made or the neighbour as another card."""


class _Joins(dict[tuple[Placed, Placed], _Join]):
    """The join of each pair of neighbours, computed on first use."""

    def __init__(self, of: _Keys) -> None:
        super().__init__()
        self.of = of

    def __missing__(self, pair: tuple[Placed, Placed]) -> _Join:
        if len(self) >= MOST_CARDS:
            self.clear()
        self[pair] = join = self._made(*pair)
        return join

    def _made(self, left: Placed, right: Placed) -> _Join:
        result = join_left((left, right), 1, 0)
        if result is None:
            return _Join(0)
        keys, own, code = self.of, self.of.natural(left), 1 << card_of(left)
        adds = _MADE[result] - (keys[left] + keys[right] & _PLAIN)
        odd = bool(1 << result & _TURNING or own & _ACE_MASK)
        return _Join(1 << result, adds, own | keys.natural(right), code & ~own, odd)


class _Patterns(dict[int, int]):
    """By a key's pattern: the best value without flushes."""

    def __init__(self, rules: Readings) -> None:
        super().__init__()
        self.known: dict[int, int] = {}
        self.nuts_wilds = 0 if rules.nuts_substitutes == "none" else 15

    def __missing__(self, pattern: int) -> int:
        if len(self) >= MOST_PATTERNS:
            self.clear()
            self.known.clear()
        counts, wilds, twice = pattern & _RANKS, pattern >> _WILDS_AT & 7, pattern >= _TWICE
        ranks = (counts | counts >> 1 | counts >> 2) & ONE_EACH
        turned = 0
        if counts & _SIXES_AND_ACES:
            aces, sixes = counts >> _ACES_AT & 7, counts >> _SIXES_AT & 7
            if aces:  # R11
                ranks |= 1 << _SIXES_AT
            if sixes and aces < 4:  # R8
                ranks |= 1 << _ACES_AT
                turned = min(sixes, 4 - aces)
                counts += (turned << _ACES_AT) - (turned << _SIXES_AT)
        if wilds < 2 and not twice:
            value = best_of_counts(counts, wilds, self.nuts_wilds)
        else:
            caps = 4 * ONE_EACH - counts - (turned << _SIXES_AT)  # a 6 read as an ace is still not free
            value = best_of_ranks(counts, caps, wilds, int(twice), self.nuts_wilds)
        if value < STRAIGHT << 20 and ranks.bit_count() + wilds >= 5 and (high := spread_straight(ranks, wilds)):
            value = value_of(STRAIGHT, high)
        self[pattern] = value = self.known.setdefault(value, value)
        return value


class Evaluator:
    """Evaluates lines under one set of reading rules.

    `showdown` gives the value of a line (HE-1 to HE-7), `board` that of its face-up cards alone (BD-11, BD-13);
    `ranking.class_of` and `ranks_of` name it.
    """

    def __init__(self, rules: Readings) -> None:
        self.rules = rules
        self._patterns = _Patterns(rules)
        self._odd: dict[tuple[int, ...], int] = {}
        self.showdown: Final = self._judge(_Keys(rules, seen=False))
        self.board: Final = self._judge(_Keys(rules, seen=True))

    def _judge(self, keys: _Keys) -> Callable[[Line], int]:
        key_of, natural, patterns = keys.__getitem__, keys.natural, self._patterns

        def worth(line: Line) -> int:
            key = sum(map(key_of, line), _NO_CARDS)
            if key > _PLAIN:
                return DEAD << 20 if key & _DEAD_HAND else self._closer(key, line, keys)
            value = patterns[key & _PATTERN]
            if reach := key & _IN_REACH:
                held, wilds = sum(map(natural, line)), key >> _WILDS_AT & 7
                return max(value, find_best_suited(held, held, wilds, held & _ACE_MASK, held & _SIX_MASK, 0, reach))
            return value

        return worth

    def _weighed(self, key: int, have: int, held: int) -> int:
        """The value of a key that needs no closer look, for natural cards `have`. No wild may copy a card of `held`."""
        value = self._patterns[key & _PATTERN]
        if reach := key & _IN_REACH:
            aces, sixes = have & _ACE_MASK, have & _SIX_MASK
            return max(value, find_best_suited(have, held, key >> _WILDS_AT & 7, aces, sixes, 0, reach))
        return value

    def _closer(self, key: int, line: Line, keys: _Keys) -> int:
        """The best value over all choices of joins (R20), each with both readings of the 4 of spades (R22)."""
        held, wilds = sum(map(keys.natural, line)), key >> _WILDS_AT & 7
        codes = sum(map(keys.live, line)) if wilds or self.rules.dead_six_blocks else held
        other = _OTHER[key >> _SCHIZO_AT & 3]
        if codes >> other & 1:
            other = 0
        joins = keys.find_joins(line, codes) if key & _MAY_JOIN else []
        blocks, all_nuts = codes & _RED_SIX_MASK, self.rules.nuts_substitutes == "all"
        if not (joins or other or blocks):
            return self._weighed(key & _PLAIN, held, held)
        best = 0
        for reading, used, made, barred, left, easy in _readings(key & _PLAIN, held, wilds, joins, other):
            if easy and not blocks and (all_nuts or not made):
                best = max(best, self._weighed(reading, used | made, held | made))
            elif blocks or self._weighed(reading, used | made, used | made) > best:  # an upper bound
                best = max(best, self._odd_value(barred, used, made, left, codes, bool(key & _TWICE)))
        return best

    def _odd_value(self, held: int, used: int, made: int, wilds: int, codes: int, suitless: bool) -> int:
        """The value of the natural cards `used` (some of `held`) with the derived cards `made` and wilds; cached."""
        suitless = suitless and bool(used >> FOUR_OF_SPADES & 1)
        key = (held, used, made, wilds, codes & _RED_SIX_MASK, suitless)
        value = self._odd.get(key)
        if value is None:
            if len(self._odd) >= MOST_CARDS:
                self._odd.clear()
            value = self._odd[key] = self._best_odd(*key)
        return value

    def _best_odd(self, held: int, used: int, made: int, wilds: int, dead: int, suitless: int) -> int:
        nuts_by = self.rules.nuts_substitutes
        nuts = {"all": 15, "wild_only": None if made else 15, "none": None if made else 0}[nuts_by]
        aces, sixes = used & _ACE_MASK, used & _SIX_MASK
        counts, caps, ranks, blocked = 0, 4 * ONE_EACH, 0, 0x1FFF
        for _, shift in _SUITS:
            row = (used | made) >> shift & 0x1FFF
            counts += spread(row)
            ranks |= row
            if wilds:
                barred = (held | made | dead) >> shift & 0x1FFF
                caps -= spread(barred)
                blocked &= barred
        free_aces = (_ACE_MASK & ~(held | made)).bit_count()
        free_sixes = (_RED_SIX_MASK & ~(made | dead)).bit_count()
        best = 0
        for up in range(min(sixes.bit_count(), free_aces) + 1):  # R8
            for down in range(min(aces.bit_count(), free_sixes) + 1):  # R11
                now = counts + ((up - down) << _ACES_AT) + ((down - up) << _SIXES_AT)
                room = caps - (up << _ACES_AT) - (down << _SIXES_AT)
                best = max(best, best_of_ranks(now, room, wilds, int(suitless), nuts))
        if best < STRAIGHT << 20:
            ranks |= (_ACE_BIT if sixes and free_aces else 0) | (_SIX_BIT if aces and free_sixes else 0)
            if high := straight(ranks, blocked, wilds) if wilds else plain_straight(ranks, 0):
                best = value_of(STRAIGHT, high)
        if best < FIVE << 20:
            best = max(best, find_best_suited(used | made, held, wilds, aces, sixes, dead))
        return best


def find_best_suited(have: int, held: int, wilds: int, aces: int, sixes: int, dead: int, reach: int = _IN_REACH) -> int:
    """The best straight flush or flush in the suits in `reach`, or 0. Cards are given as masks.

    `have` are the codes that play as they are, `held` the natural codes that no substitute may copy (HE-4), `aces` and
    `sixes` the natural aces and black 6s that may play otherwise (R8, R11), `dead` the red 6s that block.
    """
    best = 0
    for suit, shift in _SUITS_IN[reach]:
        cards = row = flush = have >> shift & 0x1FFF
        taken = held >> shift & 0x1FFF | dead >> shift & _SIX_BIT
        if sixes and not (cards | taken) & _ACE_BIT:
            row |= _ACE_BIT
            flush |= _ACE_BIT
            if not sixes & ~(1 << shift + SIX):  # the only 6 cannot be both the ace and itself
                flush &= ~_SIX_BIT
        if aces and suit in (1, 2) and not (cards | dead >> shift) & _SIX_BIT:
            row |= _SIX_BIT
            if aces & ~(1 << shift + ACE):
                flush |= _SIX_BIT
        if row.bit_count() + wilds >= 5:
            best = max(best, _of_suit(row, flush, taken, wilds))
    return best


def _of_suit(row: int, flush: int, taken: int, wilds: int) -> int:
    """The best straight flush from `row`, else flush from `flush`, or 0. Wilds stand for ranks that are not `taken`."""
    if not wilds:
        high = plain_straight(row, 0)
        return value_of(STRAIGHT_FLUSH, high) if high else flush_value(flush)
    barred = taken & ~row
    if high := straight(row, barred, wilds) if barred else plain_straight(row, wilds):
        return value_of(STRAIGHT_FLUSH, high)
    free = 0x1FFF & ~(taken | flush)
    while wilds and free:
        top = 1 << free.bit_length() - 1
        flush, free, wilds = flush | top, free ^ top, wilds - 1
    return flush_value(flush)


def _readings(
    plain: int, held: int, wilds: int, joins: list[tuple[int, _Join]], other: int
) -> Iterator[tuple[int, int, int, int, int, bool]]:
    """Each choice of joins with each reading of 4s, first the one without any.

    For each: its key, the natural codes that play, the codes made, the codes that no wild may copy, the number of
    wilds, and False if the key may give too high a value.
    """
    for chosen in _choices(joins):
        now, used, made, barred, left, easy = plain, held, 0, held, wilds, True
        for _, join in chosen:
            now, used, made = now + join.adds, used & ~join.used, made | join.made
            easy = easy and not join.odd and (not wilds or _spare(plain, join.used))
            if join.wild:
                barred, left, easy = barred | join.wild, left - 1, False
        yield now, used, made, barred, left, easy
        if other and used >> FOUR_OF_SPADES & 1 and not made >> other & 1:
            now, used, made = now + _MADE[other] - _MADE[FOUR_OF_SPADES], used ^ _FOUR_MASK, made | 1 << other
            yield now, used, made, barred, left, easy and (not wilds or _spare(plain, _FOUR_MASK))


def _spare(key: int, cards: int) -> bool:
    """True if all wilds could play as the rank of any of the cards without copying one, once these play as others."""
    room = 4 - (key >> _WILDS_AT & 7)
    while cards:
        card = cards.bit_length() - 1
        if key >> 3 * (card % 13) & 7 > room:
            return False
        cards ^= 1 << card
    return True


def _choices(joins: list[tuple[int, _Join]]) -> list[tuple[tuple[int, _Join], ...]]:
    chosen: list[tuple[tuple[int, _Join], ...]] = [(), *((join,) for join in joins)]
    if len(joins) == 2 and joins[1][0] - joins[0][0] > 1 and joins[0][1].made != joins[1][1].made:
        chosen.append((joins[0], joins[1]))
    return chosen


@lru_cache(MOST_HOUSES)
def evaluator(rules: Readings) -> Evaluator:
    """The evaluator of these rules, shared by all tables with the same rules."""
    return Evaluator(rules)
