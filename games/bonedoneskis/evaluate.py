"""What a line is worth: exactly the best hand over all its readings, fast (HE-1, HE-5 to HE-9, R1, R3, R15).

Every card adds one int to a line's key, and the sum says nearly everything. From its low end: how many live natural
cards of each rank that are not wild (13 nibbles) and wilds (a nibble); from bit 60 how many of each suit (5 bits each);
from 80 what 4s may be (R22), how many cards call for a closer look (2s that may join, R20, red 6s that block), and a
dead hand (R15); from 88 the mask of those cards. The low bits decide all but flushes and joins, and what they come to
is remembered, as tables of rank patterns do for plain poker.
"""

from functools import cache
from typing import Final

from games.bonedoneskis.line import UP, Line
from games.bonedoneskis.options import Readings
from games.bonedoneskis.ranking import (
    ACE,
    DEAD,
    FIVE,
    FLUSH,
    SIX,
    STRAIGHT,
    STRAIGHT_FLUSH,
    best_of_ranks,
    plain_straight,
    straight,
    value_of,
)
from games.bonedoneskis.readings import (
    ACES,
    BLACK_SIXES,
    FOUR_OF_CLUBS,
    FOUR_OF_SPADES,
    JOINING,
    QUEEN_OF_SPADES,
    RED_SIXES,
    SUITLESS,
    codes_of,
    is_wild,
    joins,
    schizo,
)
from games.pieces.cards import SUIT, Card, mask

_LOW: Final = (1 << 60) - 1
_SUITS_AT: Final = 60
_SUIT_BITS: Final = 0xFFFFF
_EACH: Final = 0x8421
_IN_REACH: Final = _EACH << 4
_WILD: Final = 1 << 52
_SCHIZO_AT: Final = 80
_CLOSER: Final = 1 << 82
_ODD: Final = 0b111111 << _SCHIZO_AT
_DEAD_HAND: Final = 1 << 86
_MASK_AT: Final = 88
_REMEMBERED: Final = 300_000
"""Patterns kept before a table starts afresh, so that a long-lived process stays small."""
_ACE_BIT: Final = 1 << ACE
_SIX_BIT: Final = 1 << SIX
_ACE_MASK: Final = mask(ACES)
_SIX_MASK: Final = mask(BLACK_SIXES)
_RED_SIX_MASK: Final = mask(RED_SIXES)
_SCHIZO: Final = {0: 0, 45: 1, int(QUEEN_OF_SPADES): 2, SUITLESS: 3}
PLAIN: Final = tuple(
    1 << 4 * (number % 13) | 1 << _SUITS_AT + 5 * (number // 13) | 1 << _MASK_AT + number for number in range(52)
)
"""What a natural card adds to a key."""


class _Keys(dict[int, int]):
    """What a card in its place adds to the key, by the lowest sixteen bits of line.py; made when first asked for."""

    def __init__(self, rules: Readings, seen: bool) -> None:
        super().__init__()
        self.rules, self.seen = rules, seen

    def __missing__(self, it: int) -> int:
        self[it] = made = self._made(it)
        return made

    def _made(self, it: int) -> int:
        number, rules = it & 63, self.rules
        if not it & UP and self.seen:
            return 0
        if number in RED_SIXES:
            return _CLOSER if rules.dead_six_blocks else 0
        if is_wild(it, rules):
            return _WILD
        made = PLAIN[number] | _SCHIZO[schizo(it, rules)] << _SCHIZO_AT
        if number in JOINING and (it & UP or rules.codependent_down):
            made |= _CLOSER
        if number == FOUR_OF_CLUBS and not it & UP:
            made |= _DEAD_HAND
        return made


class _Patterns(dict[int, tuple[int, int]]):
    """The best value without flushes of the low bits of a key, and what must be added to its suits to see whether a
    flush is in reach: the test is ``suits + bias & _IN_REACH``."""

    def __init__(self, rules: Readings) -> None:
        super().__init__()
        self.nuts_by = rules.nuts_substitutes

    def __missing__(self, low: int) -> tuple[int, int]:
        if len(self) >= _REMEMBERED:
            self.clear()
        counts = [low >> shift & 15 for shift in range(0, 52, 4)]
        wilds = low >> 52
        aces, sixes = counts[ACE], counts[SIX]
        ranks = sum(1 << rank for rank in range(13) if counts[rank])
        if sixes and aces < 4:  # R8
            ranks |= _ACE_BIT
        if aces:  # R11
            ranks |= _SIX_BIT
        high = plain_straight(ranks, wilds)
        caps = [4 - count for count in counts]
        turned = min(sixes, 4 - aces)
        counts[ACE] += turned
        counts[SIX] -= turned
        caps[ACE] -= turned
        value = best_of_ranks(counts, caps, wilds, 0, {"all": 15, "wild_only": 15, "none": 0}[self.nuts_by])
        if high and value < STRAIGHT << 20:
            value = value_of(STRAIGHT, high)
        need = 5 - wilds - bool(sixes) - bool(aces)
        bias = _EACH * (16 - max(0, need)) if value < FIVE << 20 else 0
        self[low] = value, bias
        return value, bias


class Evaluator:
    """Evaluates lines under one set of reading rules."""

    def __init__(self, rules: Readings) -> None:
        self.rules = rules
        self._keys = _Keys(rules, seen=False)
        self._board_keys = _Keys(rules, seen=True)
        self._patterns = _Patterns(rules)
        self._odd: dict[tuple[int, ...], int] = {}

    def showdown(self, line: Line) -> int:
        """The value of a line at showdown (HE-1 to HE-7); `ranking.class_of` and `ranks_of` name it."""
        keys = self._keys
        key = 0
        for it in line:
            key += keys[it & 0xFFFF]
        if key & _DEAD_HAND:
            return DEAD << 20
        return self._joined(key, line) if key & _ODD else self._weighed(key)

    def board(self, line: Line) -> int:
        """The value of a line's face-up cards alone (BD-11, BD-13)."""
        keys = self._board_keys
        key = 0
        for it in line:
            key += keys[it & 0xFFFF]
        return self._joined(key, line, seen=True) if key & _ODD else self._weighed(key)

    def plain(self, cards: tuple[int, ...]) -> int:
        """The value of natural cards of which none has a reading of its own but those of black 6s and aces."""
        key = 0
        for number in cards:
            key += PLAIN[number]
        return self._weighed(key)

    def _weighed(self, key: int) -> int:
        value, bias = self._patterns[key & _LOW]
        if (key >> _SUITS_AT & _SUIT_BITS) + bias & _IN_REACH:
            held = key >> _MASK_AT
            suited = best_suited(held, held, key >> 52 & 15, held & _ACE_MASK, held & _SIX_MASK, 0)
            if suited > value:
                return suited
        return value

    def _joined(self, key: int, line: Line, seen: bool = False) -> int:
        """The best over the joins (R20) and, each time, over what 4s plays as (R22)."""
        rules = self.rules
        live = tuple(it for it in line if it & UP) if seen else line
        codes = codes_of(live, rules)
        other = (0, 45, int(QUEEN_OF_SPADES), SUITLESS)[key >> _SCHIZO_AT & 3]
        if other in (45, QUEEN_OF_SPADES) and codes >> other & 1:
            other = 0
        held = key >> _MASK_AT
        closer = other == SUITLESS or bool(codes & _RED_SIX_MASK)
        best = 0 if closer else self._weighed(key & ~_ODD)
        wilds = key >> 52 & 15
        possible = joins(line, rules, codes)
        if seen:
            possible = [join for join in possible if line[join[0]] & UP]
        for chosen in _choices(possible):
            used, barred, made, lost = held, held, 0, 0
            for two, result in chosen:
                for it in (line[two - 1], line[two]):
                    if used >> (it & 63) & 1:
                        used &= ~(1 << (it & 63))
                    else:
                        barred |= 1 << (it & 63)
                        lost += 1
                made |= 1 << result
            for as_other in (False, True) if other else (False,):
                if not chosen and not as_other and not closer:
                    continue
                if not as_other:
                    value = self._odd_value(barred, used, made, wilds - lost, codes, other == SUITLESS)
                elif other != SUITLESS and used >> FOUR_OF_SPADES & 1 and not made >> other & 1:
                    value = self._odd_value(
                        barred, used & ~(1 << FOUR_OF_SPADES), made | 1 << other, wilds - lost, codes, False
                    )
                else:
                    continue
                best = max(best, value)
        return best

    def _odd_value(self, held: int, used: int, made: int, wilds: int, codes: int, suitless: bool) -> int:
        """The value of the natural cards `used` of those `held`, the derived ones `made`, and wilds."""
        suitless = suitless and bool(used >> FOUR_OF_SPADES & 1)
        key = (held, used, made, wilds, codes & _RED_SIX_MASK, suitless)
        value = self._odd.get(key)
        if value is None:
            if len(self._odd) >= _REMEMBERED // 10:
                self._odd.clear()
            value = self._odd[key] = self._best_odd(*key)
        return value

    def _best_odd(self, held: int, used: int, made: int, wilds: int, dead: int, suitless: int) -> int:
        nuts_by = self.rules.nuts_substitutes
        nuts = {"all": 15, "wild_only": None if made else 15, "none": None if made else 0}[nuts_by]
        aces, sixes = used & _ACE_MASK, used & _SIX_MASK
        counts, caps = [0] * 13, [4] * 13
        ranks = blocked = 0
        for number in range(52):
            bit, rank = 1 << number, number % 13
            if (used | made) & bit:
                counts[rank] += 1
                ranks |= 1 << rank
            if (held | made | dead) & bit:
                caps[rank] -= 1
        for rank in range(13):
            if not caps[rank]:
                blocked |= 1 << rank
        free_aces = (_ACE_MASK & ~(held | made)).bit_count()
        free_sixes = (_RED_SIX_MASK & ~(made | dead)).bit_count()
        best = 0
        for up in range(min(sixes.bit_count(), free_aces) + 1):  # R8
            for down in range(min(aces.bit_count(), free_sixes) + 1):  # R11
                now, room = counts.copy(), caps.copy()
                now[ACE] += up - down
                now[SIX] += down - up
                room[ACE] -= up
                room[SIX] -= down
                best = max(best, best_of_ranks(now, room, wilds, int(suitless), nuts))
        if best < STRAIGHT << 20:
            ranks |= (_ACE_BIT if sixes and free_aces else 0) | (_SIX_BIT if aces and free_sixes else 0)
            if high := straight(ranks, blocked, wilds):
                best = value_of(STRAIGHT, high)
        if best < FIVE << 20:
            best = max(best, best_suited(used | made, held, wilds, aces, sixes, dead))
        return best


def best_suited(have: int, held: int, wilds: int, aces: int, sixes: int, dead: int) -> int:
    """The best straight flush or flush, or 0.

    `have` are the codes that play as they are, `held` the natural codes that no substitute may copy (HE-4), `aces` and
    `sixes` the natural aces and black 6s that may play otherwise (R8, R11), `dead` the red 6s that block: all masks.
    """
    best = 0
    for suit in range(4):
        shift = 13 * suit
        cards, own = have >> shift & 0x1FFF, held >> shift & 0x1FFF
        ace_free = sixes and not (cards | own) & _ACE_BIT
        blocks = dead >> shift & _SIX_BIT
        six_free = aces and suit in (1, 2) and not cards & _SIX_BIT and not blocks
        if cards.bit_count() + wilds + bool(ace_free) + bool(six_free) < 5:
            continue
        row = cards | (_ACE_BIT if ace_free else 0) | (_SIX_BIT if six_free else 0)
        barred = (own | blocks) & ~row
        high = straight(row, barred, wilds) if barred else plain_straight(row, wilds)
        if high:
            best = max(best, value_of(STRAIGHT_FLUSH, high))
            continue
        if best >> 20 == STRAIGHT_FLUSH:
            continue
        row = cards
        if ace_free:
            row |= _ACE_BIT
            if not sixes & ~(1 << shift + SIX):  # the suit's own 6 cannot be both
                row &= ~_SIX_BIT
        if six_free and aces & ~(1 << shift + ACE):
            row |= _SIX_BIT
        best = max(best, _flush(row, (own | blocks) & ~row, wilds))
    return best


@cache
def _flush(row: int, barred: int, wilds: int) -> int:
    ranks = []
    for rank in range(12, -1, -1):
        if row >> rank & 1:
            ranks.append(rank + 2)
        elif wilds and not barred >> rank & 1:
            wilds -= 1
            ranks.append(rank + 2)
    return value_of(FLUSH, *ranks[:5]) if len(ranks) >= 5 else 0


def _choices(possible: list[tuple[int, Card]]) -> list[tuple[tuple[int, Card], ...]]:
    chosen: list[tuple[tuple[int, Card], ...]] = [(), *((join,) for join in possible)]
    if len(possible) == 2 and possible[1][0] - possible[0][0] > 1 and possible[0][1] != possible[1][1]:
        chosen.append((possible[0], possible[1]))
    return chosen


@cache
def evaluator(rules: Readings) -> Evaluator:
    """The evaluator of these rules; there is one for each set."""
    return Evaluator(rules)


def suit_of(card: Card) -> int:
    """The suit by which boards tie (BD-11): clubs, diamonds, hearts, spades."""
    return SUIT[card]
