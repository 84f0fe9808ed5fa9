"""Readings of cards (R1, R2, R5, R8, R9, R11, R20, R22; HE-2 to HE-4), and the reading that made a hand."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from games.bonedoneskis.evaluation.packed import (
    Line,
    Placed,
    board_of,
    card_of,
    deal_street_of,
    is_activated,
    is_up,
    up_street_of,
)
from games.bonedoneskis.evaluation.ranking import FLUSH, NUTS, STRAIGHT_FLUSH, class_of, ranks_of, spell_ranks
from games.bonedoneskis.options import ReadingRules
from games.pieces.cards import ALL, CODES, RANK, SUIT, Card, card, code, from_code, mask

_NO_NUTS: Final = {"all": (), "wild_only": ("R8", "R11", "R20", "R22"), "none": ("R5", "R6", "R8", "R11", "R20", "R22")}
"""For each value of `nuts_substitutes`: the rules whose readings may not take part in the nuts (R3)."""
SUITLESS: Final = 52
"""The 4 of no suit that 4s adds on fifth street (R22)."""
FOUR_OF_SPADES: Final = from_code("4s")
EIGHT_OF_SPADES: Final = from_code("8s")
QUEEN_OF_SPADES: Final = from_code("Qs")
FOUR_OF_CLUBS: Final = from_code("4c")
BLACK_JACKS: Final = (from_code("Js"), from_code("Jc"))
BLACK_SIXES: Final = (from_code("6s"), from_code("6c"))
RED_SIXES: Final = (from_code("6h"), from_code("6d"))
BLACK_SIX_MASK: Final = mask(BLACK_SIXES)
RED_SIX_MASK: Final = mask(RED_SIXES)
JOINING: Final = (from_code("2d"), from_code("2c"))
_JOINING_MASK: Final = mask(JOINING)
_JOINED: Final = tuple(None if RANK[number] == 13 else card(RANK[number] % 13 + 2, SUIT[number]) for number in ALL)
"""The card that a 2 makes with each card to its left (R20): two ranks higher. An ace counts as 1, so it makes a 3. With
a king it makes none."""
ACES: Final = tuple(card(14, suit) for suit in range(4))
ACE_MASK: Final = mask(ACES)


def is_wild(placed: Placed, rules: ReadingRules) -> bool:
    """True if the card plays as any card: a face-up 7 (R5) or a paid black jack (R6, `jack_down_wild`)."""
    if is_up(placed) and RANK[card_of(placed)] == 7:
        return True
    return is_activated(placed) and (is_up(placed) or rules.jack_down_wild)


def find_schizo_reading(placed: Placed, rules: ReadingRules) -> int:
    """The other reading of a face-up 4s (R22): `EIGHT_OF_SPADES`, `QUEEN_OF_SPADES`, `SUITLESS` (an extra 4), or 0."""
    if (
        card_of(placed) != FOUR_OF_SPADES
        or not is_up(placed)
        or (rules.schizo_dealt_up and up_street_of(placed) != deal_street_of(placed))
    ):
        return 0
    return {3: int(EIGHT_OF_SPADES), 4: int(QUEEN_OF_SPADES), 5: SUITLESS}.get(up_street_of(placed), 0)


def may_join(placed: Placed, rules: ReadingRules) -> bool:
    """True if the card is a 2 that may join its left-hand neighbour (R20, `codependent_down`)."""
    if card_of(placed) not in JOINING:
        return False
    return (
        4 <= deal_street_of(placed) <= 7
        if is_up(placed)
        else rules.codependent_down and deal_street_of(placed) in (6, 7)
    )


def list_joins(line: Line, rules: ReadingRules, codes: int, seen: bool) -> list[tuple[int, Card]]:
    """The joins that R20 allows. For each: the place of the 2, and the card made of the 2 and its left-hand neighbour.

    `codes` is the mask of the natural codes of live cards (H in HE-2). A join may copy none of them (HE-4). If `seen`,
    face-down 2s are left out, as for a board.
    """
    found: list[tuple[int, Card]] = []
    if not codes & _JOINING_MASK:
        return found
    for place, placed in enumerate(line):
        if may_join(placed, rules) and (is_up(placed) or not seen):
            made = join_left(line, place, codes)
            if made is not None:
                found.append((place, made))
    return found


def join_left(line: Line, two: int, codes: int, red_sixes_live: bool = False) -> Card | None:
    """The card that the 2 at this place makes with its left neighbour (R20), or None. For `codes`, see `list_joins`."""
    if not two or not is_up(line[two - 1]) or (card_of(line[two - 1]) in RED_SIXES and not red_sixes_live):
        return None
    made = _JOINED[card_of(line[two - 1])]
    return None if made is None or codes >> made & 1 else made


class Slot(NamedTuple):
    """A card of an interpretation: the letters of the card as it lies, and the numbers of the codes that it may play
    as, each with the rule that says so.

    The rule is "" for the natural code. `_assign` leaves out the copies that HE-4 forbids.
    """

    lies: str
    plays: tuple[tuple[int, str], ...]


def _make_slot(own: Card, others: Iterable[int], rule: str) -> Slot:
    """Make the slot of a card that plays as printed or, by `rule`, as one of `others`."""
    return Slot(code(own), ((own, ""), *[(other, rule) for other in others]))


_PRINTED: Final = tuple(_make_slot(number, (), "") for number in ALL)
_WILD: Final = {
    **{card(7, suit): (_make_slot(card(7, suit), ALL, "R5"),) for suit in range(4)},
    **{jack: (_make_slot(jack, ALL, "R6"),) for jack in BLACK_JACKS},
}
_TURNING: Final[Mapping[Card, tuple[Slot, ...]]] = {
    **dict.fromkeys(RED_SIXES, ()),
    **{six: (_make_slot(six, ACES, "R8"),) for six in BLACK_SIXES},
    **{ace: (_make_slot(ace, RED_SIXES, "R11"),) for ace in ACES},
}
_FOUR: Final = {
    SUITLESS: (_PRINTED[FOUR_OF_SPADES], Slot(code(FOUR_OF_SPADES), ((SUITLESS, "R22"),))),
    **{int(other): (_make_slot(FOUR_OF_SPADES, (other,), "R22"),) for other in (EIGHT_OF_SPADES, QUEEN_OF_SPADES)},
}
_READ_OTHERWISE: Final = frozenset((*_WILD, *_TURNING, FOUR_OF_SPADES))
"""The cards that R5, R6, R8, R9, R11 and R22 may read as other cards than printed."""


def codes_of(line: Line, rules: ReadingRules) -> int:
    """The mask of the natural codes of all live cards, called H in HE-2."""
    made = 0
    for placed in line:
        made |= 1 << card_of(placed)
    return made if rules.dead_six_blocks else made & ~RED_SIX_MASK


def list_interpretations(line: Line, rules: ReadingRules, codes: int, seen: bool) -> Iterator[tuple[Slot, ...]]:
    """Every choice of joins, with the codes that each other card may play as (HE-3). Choices of few joins come first.

    `codes` and `seen` are as in `list_joins`. A choice does not change which cards are neighbours (HE-2).
    """
    for chosen in _list_disjoint(list_joins(line, rules, codes, seen)):
        joined_places = {place for two, _ in chosen for place in (two - 1, two)}
        slots: list[Slot] = []
        for two, made in chosen:
            pair = f"{code(card_of(line[two - 1]))}+{code(card_of(line[two]))}"
            slots.append(Slot(pair, ((made, "R20"),)))
        for place, placed in enumerate(line):
            if place in joined_places or (seen and not is_up(placed)):
                continue
            if (own := card_of(placed)) in _READ_OTHERWISE:
                slots += _list_slots(placed, rules)
            else:
                slots.append(_PRINTED[own])
        yield tuple(slots)


def _list_disjoint(possible: list[tuple[int, Card]]) -> Iterator[tuple[tuple[int, Card], ...]]:
    yield ()
    for size in range(1, len(possible) + 1):
        for chosen in combinations(possible, size):
            places = [two for two, _ in chosen]
            if all(later - earlier > 1 for earlier, later in pairwise(places)):
                yield chosen


def _list_slots(placed: Placed, rules: ReadingRules) -> tuple[Slot, ...]:
    """The slots of a card of `_READ_OTHERWISE`: none for a red 6, two for 4s on fifth street, one for any other."""
    own = card_of(placed)
    if own in _WILD and is_wild(placed, rules):
        return _WILD[own]
    if other := find_schizo_reading(placed, rules):
        return _FOUR[other]
    return _TURNING[own] if own in _TURNING else (_PRINTED[own],)


_RANK_OF: Final = (*RANK, 4)
_SUIT_OF: Final = (*SUIT, None)
_SPELLED: Final = (*CODES, "4-")
"""The rank, the suit and the letters of each code; the last is the 4 of no suit."""


def find_one_way(line: Line, rules: ReadingRules, value: int, seen: bool = False) -> tuple[tuple[str, str, str], ...]:
    """One way to play a line for its `value`; empty for a dead hand or an empty board.

    Each card is three texts: the card as it lies, the code it plays as, and the rule that allows it ("" if it plays as
    printed). Cards that play as printed are preferred.
    """
    kind, wanted = value >> 20, sorted(spell_ranks(class_of(value), ranks_of(value)), reverse=True)
    suited = kind in (FLUSH, STRAIGHT_FLUSH)
    barred = _NO_NUTS[rules.nuts_substitutes] if kind == NUTS else ()
    codes = codes_of(board_of(line) if seen else line, rules)
    for slots in list_interpretations(line, rules, codes, seen):
        if barred:
            slots = tuple(
                Slot(slot.lies, tuple(play for play in slot.plays if play[1] not in barred)) for slot in slots
            )
        for suit in range(4) if suited else (None,):
            found = _assign(slots, wanted, suit, codes)
            if found is not None:
                found.sort(key=lambda play: -_RANK_OF[play[1]])
                return tuple([(lies, _SPELLED[played], rule) for lies, played, rule in found])
    return ()


def _assign(
    slots: tuple[Slot, ...], wanted: list[int], suit: int | None, taken: int
) -> list[tuple[str, int, str]] | None:
    """Play the slots as exactly the wanted ranks, all of one suit if `suit` is given. None if there is no such way.

    `taken` is a mask: a card may play as one of its codes only as printed, and not by a rule (HE-4). The result is like
    that of `find_one_way`, but has the numbers of the codes in place of their letters.
    """
    if not wanted:
        return []
    for place in range(len(slots) - len(wanted) + 1):
        slot = slots[place]
        for played, rule in slot.plays:
            if (rank := _RANK_OF[played]) not in wanted or (rule and taken >> played & 1):
                continue
            if suit is not None and _SUIT_OF[played] != suit:
                continue
            rest = wanted.copy()
            rest.remove(rank)
            found = _assign(slots[place + 1 :], rest, suit, taken | 1 << played)
            if found is not None:
                return [(slot.lies, played, rule), *found]
    return None
