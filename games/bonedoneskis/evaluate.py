"""Fast evaluation of lines: the exact value of the best hand over all readings (HE-1, HE-5 to HE-9, R1, R3, R15).

Every card adds one int to a line's key. The key decides most values. From its low end it holds:

- the live natural cards of each rank that are not wild (13 counts of 3 bits);
- the wilds (3 bits);
- the cards of each suit (4 counts of 4 bits);
- a bit set if the 4 of spades (4s) counts twice (R22);
- from bit 60, the cards that need a closer look: 4s as 8s or Qs (R22), 2s that may join (R20), red 6s that block, and
  a dead hand (R15).

Ranks, wilds and the 4s bit decide all values except flushes and joins. Those values are cached by pattern, like the
rank tables of ordinary poker evaluators.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.bonedoneskis.options import Readings
from games.bonedoneskis.packed import Line, Placed, card_of, is_up
from games.bonedoneskis.ranking import (
    ACE,
    DEAD,
    FIVE,
    FLUSH,
    ONE_EACH,
    SIX,
    STRAIGHT,
    STRAIGHT_FLUSH,
    best_of_ranks,
    highest,
    natural_value,
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
from games.pieces.cards import ALL, RANK, Card, mask

_RANKS: Final = (1 << 39) - 1
_WILDS_AT: Final = 39
_SUITS_AT: Final = 42
_TWICE: Final = 1 << 58
_ACES_AT: Final = 3 * ACE
_SIXES_AT: Final = 3 * SIX
_PATTERN: Final = (1 << _SUITS_AT) - 1 | _TWICE
_VALUE: Final = (1 << 24) - 1
_BLACK: Final = 0x1001 << _SUITS_AT
_RED: Final = 0x0110 << _SUITS_AT
_IN_REACH: Final = 0x8888 << _SUITS_AT


def _bias(wilds: int, sixes: bool, aces: bool) -> int:
    black = max(0, 5 - wilds - sixes)
    red = max(0, black - aces)  # R11: an ace may be a red 6
    return _BLACK * (8 - black) + _RED * (8 - red)


_BIAS: Final = {(w, s, a): _bias(w, s, a) for w in range(8) for s in (False, True) for a in (False, True)}
"""The increment that lifts a suit's count to eight if a flush is in reach, by wilds, any black 6 and any ace."""
_SCHIZO: Final = {EIGHT_OF_SPADES: 1 << 60, QUEEN_OF_SPADES: 1 << 61, SUITLESS: _TWICE, 0: 0}
_OTHER: Final = (0, int(EIGHT_OF_SPADES), int(QUEEN_OF_SPADES), 0)
"""The other card that a face-up 4s may play as, by the bits of `_SCHIZO`; 0 for none."""
_CLOSER: Final = 1 << 62
_MAY_JOIN: Final = 15 << 62
_DEAD_HAND: Final = 1 << 66
_PLAIN: Final = (1 << 60) - 1
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
_ACE_MASK: Final = mask(ACES)
_SIX_MASK: Final = mask(BLACK_SIXES)
_RED_SIX_MASK: Final = mask(RED_SIXES)
_TURNING: Final = mask(card for card in ALL if RANK[card] in (6, 14))
"""All 6s and aces: R8 and R11 may read one as the other."""
NATURAL: Final = tuple(1 << 3 * (number % 13) | 1 << _SUITS_AT + 4 * (number // 13) for number in range(52))
"""The int that each natural card adds to a key."""


class _Keys(dict[Placed, int]):
    """The int that each packed card (packed.py) adds to a key, computed on first use."""

    def __init__(self, rules: Readings, seen: bool) -> None:
        super().__init__()
        self.rules, self.seen = rules, seen
        self.natural = _Masks(self).__getitem__

    def __missing__(self, placed: Placed) -> int:
        if len(self) >= MOST_CARDS:
            self.clear()
        self[placed] = made = self._made(placed)
        return made

    def _made(self, placed: Placed) -> int:
        number, rules = card_of(placed), self.rules
        if not is_up(placed) and self.seen:
            return 0
        if number in RED_SIXES:
            return _CLOSER if rules.dead_six_blocks else 0
        if is_wild(placed, rules):
            return 1 << _WILDS_AT
        made = NATURAL[number] | _SCHIZO[schizo(placed, rules)]
        if may_join(placed, rules):
            made |= _CLOSER
        if number == FOUR_OF_CLUBS and not is_up(placed):
            made |= _DEAD_HAND
        return made


class _Masks(dict[Placed, int]):
    """Each packed card as a mask with its natural code; 0 for a card that is wild, dead or not counted."""

    def __init__(self, of: _Keys) -> None:
        super().__init__()
        self.of = of

    def __missing__(self, placed: Placed) -> int:
        if len(self) >= MOST_CARDS:
            self.clear()
        self[placed] = made = 1 << card_of(placed) if self.of[placed] & _RANKS else 0
        return made


class _Patterns(dict[int, int]):
    """By a key's pattern: the best value without flushes in the low 24 bits, and a bias for the flush test above them.

    A flush is in reach if ``(key + packed | key) & _IN_REACH`` is not 0. No sum carries from the ranks into the suits,
    since no count of a rank is above four.
    """

    def __init__(self, rules: Readings) -> None:
        super().__init__()
        self.known: dict[int, int] = {}
        self.nuts_wilds = 0 if rules.nuts_substitutes == "none" else 15

    def __missing__(self, pattern: int) -> int:
        if len(self) >= MOST_PATTERNS:
            self.clear()
            self.known.clear()
        counts = pattern & _RANKS
        wilds = pattern >> _WILDS_AT & 7
        aces, sixes = counts >> _ACES_AT & 7, counts >> _SIXES_AT & 7
        ranks = (counts | counts >> 1 | counts >> 2) & ONE_EACH
        turned = 0
        if aces:  # R11
            ranks |= 1 << _SIXES_AT
        if sixes and aces < 4:  # R8
            ranks |= 1 << _ACES_AT
            turned = min(sixes, 4 - aces)
            counts += (turned << _ACES_AT) - (turned << _SIXES_AT)
        high = spread_straight(ranks, wilds) if ranks.bit_count() + wilds >= 5 else 0
        if wilds or pattern & _TWICE:
            caps = 4 * ONE_EACH - counts - (turned << _SIXES_AT)  # a 6 read as an ace is still not free
            value = best_of_ranks(counts, caps, wilds, bool(pattern & _TWICE), self.nuts_wilds)
        else:
            value = natural_value(counts)
        if high and value < STRAIGHT << 20:
            value = value_of(STRAIGHT, high)
        bias = _BIAS[wilds, sixes > 0, aces > 0] if value < FIVE << 20 else 0
        self[pattern] = packed = self.known.setdefault(value | bias, value | bias)
        return packed


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
            key = sum(map(key_of, line))
            if key > _PLAIN:
                return DEAD << 20 if key & _DEAD_HAND else self._closer(key, line, keys)
            packed = patterns[key & _PATTERN]
            if reach := (key + packed | key) & _IN_REACH:
                held, wilds = sum(map(natural, line)), key >> _WILDS_AT & 7
                suited = find_best_suited(held, held, wilds, held & _ACE_MASK, held & _SIX_MASK, 0, reach)
                return max(packed & _VALUE, suited)
            return packed & _VALUE

        return worth

    def _weighed(self, key: int, have: int, held: int) -> int:
        """The value of a key that needs no closer look, for natural cards `have`. No wild may copy a card of `held`."""
        packed = self._patterns[key & _PATTERN]
        value = packed & _VALUE
        if reach := (key + packed | key) & _IN_REACH:
            aces, sixes = have & _ACE_MASK, have & _SIX_MASK
            return max(value, find_best_suited(have, held, key >> _WILDS_AT & 7, aces, sixes, 0, reach))
        return value

    def _closer(self, key: int, line: Line, keys: _Keys) -> int:
        """The best value over all choices of joins (R20), each with both readings of the 4 of spades (R22)."""
        rules, natural = self.rules, keys.natural
        held, wilds = sum(map(natural, line)), key >> _WILDS_AT & 7
        codes = held
        if wilds or rules.dead_six_blocks:
            codes = mask([card_of(placed) for placed in line if keys[placed]])
        plain, blocks = key & _PLAIN, codes & _RED_SIX_MASK
        best = 0 if blocks else self._weighed(plain, held, held)
        other = _OTHER[key >> 60 & 3]
        if codes >> other & 1:
            other = 0
        possible = []
        if key & _MAY_JOIN:
            for place, adds in enumerate(map(keys.__getitem__, line)):
                # A red 6 that blocks adds `_CLOSER` alone.
                if adds > _CLOSER and (result := join_left(line, place, codes)) is not None:
                    possible.append((place, result))
        if not possible and not other and not blocks:
            return best
        simple = not blocks and rules.nuts_substitutes == "all"
        choices = _choices(possible)
        for chosen in choices if other or blocks else choices[1:]:
            used, barred, made, lost, now, easy = held, held, 0, 0, plain, simple
            for two, result in chosen:
                left, right = line[two - 1], line[two]
                now += NATURAL[result] - (keys[left] + keys[right] & _PLAIN)
                gone = natural(left)
                if not gone:  # a wild card
                    barred |= 1 << card_of(left)
                    lost += 1
                used &= ~(gone | natural(right))
                made |= 1 << result
                easy = easy and not (1 << result & _TURNING or gone & _ACE_MASK)
                if wilds and easy:
                    easy = bool(gone) and _spare(plain, card_of(left)) and _spare(plain, card_of(right))
            for as_other in (False, True) if other else (False,):
                if as_other:
                    if not used >> FOUR_OF_SPADES & 1 or made >> other & 1:
                        continue
                    used, made = used ^ 1 << FOUR_OF_SPADES, made | 1 << other
                    now += NATURAL[other] - NATURAL[FOUR_OF_SPADES]
                    easy = easy and (not wilds or _spare(plain, FOUR_OF_SPADES))
                elif not chosen and not blocks:
                    continue
                if easy:
                    best = max(best, self._weighed(now, used | made, held | made))
                elif blocks or self._weighed(now, used | made, used | made) > best:  # an upper bound
                    best = max(best, self._odd_value(barred, used, made, wilds - lost, codes, bool(key & _TWICE)))
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
            row, barred = (used | made) >> shift & 0x1FFF, (held | made | dead) >> shift & 0x1FFF
            counts += spread(row)
            caps -= spread(barred)
            ranks |= row
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
            if high := straight(ranks, blocked, wilds):
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
            best = max(best, _of_suit(row, flush, taken if wilds else 0, wilds))
    return best


@lru_cache(MOST_CARDS)
def _of_suit(row: int, flush: int, taken: int, wilds: int) -> int:
    """The best straight flush from `row`, else flush from `flush`, or 0. Wilds stand for ranks that are not `taken`."""
    barred = taken & ~row
    if high := straight(row, barred, wilds) if barred else plain_straight(row, wilds):
        return value_of(STRAIGHT_FLUSH, high)
    if not wilds:
        return FLUSH << 20 | highest(spread(flush), 5) if flush.bit_count() >= 5 else 0
    ranks = []
    for rank in range(12, -1, -1):
        if flush >> rank & 1:
            ranks.append(rank + 2)
        elif wilds and not taken >> rank & 1:
            wilds -= 1
            ranks.append(rank + 2)
    return value_of(FLUSH, *ranks[:5]) if len(ranks) >= 5 else 0


def _spare(key: int, card: Card) -> bool:
    """True if all wilds could play as the card's rank without copying the card itself, once it plays as another."""
    return (key >> 3 * (card % 13) & 7) + (key >> _WILDS_AT & 7) <= 4


def _choices(possible: list[tuple[int, Card]]) -> list[tuple[tuple[int, Card], ...]]:
    chosen: list[tuple[tuple[int, Card], ...]] = [(), *((join,) for join in possible)]
    if len(possible) == 2 and possible[1][0] - possible[0][0] > 1 and possible[0][1] != possible[1][1]:
        chosen.append((possible[0], possible[1]))
    return chosen


@lru_cache(MOST_HOUSES)
def evaluator(rules: Readings) -> Evaluator:
    """The evaluator of these rules, shared by all tables with the same rules."""
    return Evaluator(rules)
