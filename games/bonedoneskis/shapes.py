"""Patterns on a board that rules use: bare pairs (R23), Krablers (R24), rows (R26), red 6s (R10), snowmen (R16).

`board` is always the mask of a line's face-up cards. A quick test of this mask shows that most lines need no search.
"""

from typing import Final

from games.bonedoneskis.evaluation.packed import (
    Line,
    card_of,
    deal_street_of,
    face_of,
    is_up,
    make_placed,
    up_street_of,
)
from games.bonedoneskis.evaluation.readings import RED_SIX_MASK, RED_SIXES
from games.bonedoneskis.state import Pair, Row, Snowmen, State
from games.core.seats import Seat
from games.pieces.cards import ALL, RANK, Card, from_code, mask

RED_EIGHTS: Final = (from_code("8h"), from_code("8d"))
_JACKS: Final = mask(card for card in ALL if RANK[card] == 11)
_FOURS: Final = mask(card for card in ALL if RANK[card] == 4)
_THREES: Final = mask(card for card in ALL if RANK[card] == 3)
_KINGS: Final = mask(card for card in ALL if RANK[card] == 13)
_RANK_IN_ROW: Final = {face_of(make_placed(card, 3, True)): RANK[card] for card in ALL if card not in RED_SIXES}
"""The rank of each face-up card that may be in a row (R26), by the card's face (`face_of`)."""
_RISING: Final = frozenset((14 if low == 1 else low, low + 1, low + 2) for low in range(1, 13))
"""All triples of consecutive ranks, lowest first. An ace may be low or high."""
_CONSECUTIVE: Final = _RISING | {ranks[::-1] for ranks in _RISING}
"""The same triples, rising or falling."""


def has_both_red_sixes(board: int) -> bool:
    """True if both natural red 6s are in a mask of face-up cards (R10)."""
    return board & RED_SIX_MASK == RED_SIX_MASK


def find_snowmen(state: State, seat: Seat, card: Card) -> Snowmen | None:
    """The duel that this red 8 causes when it is dealt up to the seat (R16, `duel_wrap`), or None."""
    other_eight = RED_EIGHTS[card == RED_EIGHTS[0]]
    last_dealt_up, others_clockwise = state.last_dealt_up, state.list_clockwise(seat)
    if last_dealt_up is not None and last_dealt_up[1] == other_eight and last_dealt_up[0] != seat:
        return Snowmen(last_dealt_up[0], other_eight, seat, card)
    if state.house.duel_wrap and others_clockwise and state.last_up_by_seat[others_clockwise[0]] == other_eight:
        return Snowmen(others_clockwise[0], other_eight, seat, card)
    return None


def list_bare_pairs(line: Line, board: int) -> tuple[Pair, ...]:
    """The pairs of a face-up jack and 4 with no face-up 8 between them, leftmost first (R23)."""
    if not (board & _JACKS and board & _FOURS):
        return ()
    shown = [card_of(placed) for placed in line if is_up(placed)]
    ranks = [RANK[card] for card in shown]
    found = []
    for left, rank in enumerate(ranks):
        if rank not in (4, 11):
            continue
        for right in range(left + 1, len(ranks)):
            if ranks[right] == 8:
                break
            if ranks[right] == 15 - rank:
                found.append((shown[left], shown[right]))
    return tuple(found)


def list_krablers(line: Line, board: int, street: int) -> tuple[Pair, ...]:
    """The pairs of king and 3, one dealt up on this street and the other on the previous one (R24)."""
    if not (board & _KINGS and board & _THREES):
        return ()
    dealt_up = [
        placed
        for placed in line
        if is_up(placed) and RANK[card_of(placed)] in (3, 13) and deal_street_of(placed) == up_street_of(placed)
    ]
    kings = [placed for placed in dealt_up if RANK[card_of(placed)] == 13]
    threes = [placed for placed in dealt_up if RANK[card_of(placed)] == 3]
    streets = (street - 1, street)
    return tuple(
        (card_of(king), card_of(three))
        for king in kings
        for three in threes
        if tuple(sorted((deal_street_of(king), deal_street_of(three)))) == streets
    )


def list_rows(line: Line, board: int) -> tuple[Row, ...]:
    """The triples of neighbours with consecutive natural ranks, leftmost first (R26)."""
    if board.bit_count() < 3:
        return ()
    ranks = (board | board >> 13 | board >> 26 | board >> 39) & 0x1FFF
    ranks = ranks << 1 | ranks >> 12  # an ace is low too
    if not ranks & ranks >> 1 & ranks >> 2:
        return ()
    ranks_in_line = [_RANK_IN_ROW.get(face_of(placed), 0) for placed in line]
    return tuple(
        (card_of(line[place]), card_of(line[place + 1]), card_of(line[place + 2]))
        for place in range(len(line) - 2)
        if tuple(ranks_in_line[place : place + 3]) in _CONSECUTIVE
    )


def rises(row: Row) -> bool:
    """True if the highest card of the row is its right end (R26)."""
    return (RANK[row[0]], RANK[row[1]], RANK[row[2]]) in _RISING
