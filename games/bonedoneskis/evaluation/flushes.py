"""The best flush or straight flush of a line, suit by suit (HE-4, HE-6, R8, R11)."""

from functools import lru_cache
from typing import Final

from games.bonedoneskis.evaluation.ranking import ACE, SIX, STRAIGHT_FLUSH, find_straight, value_of, value_of_flush
from games.bonedoneskis.evaluation.readings import ACE_MASK, BLACK_SIX_MASK

_ROW: Final = 0x1FFF
"""The ranks of one suit, as a mask."""
_ACE: Final = 1 << ACE
_SIX: Final = 1 << SIX


def find_best_suited(suits: tuple[int, ...], plays: int, made: int, held: int, wilds: int) -> int:
    """The best straight flush or flush in these suits, or 0. Cards are given as masks.

    `plays` are the natural cards in play; aces and black 6s among them may play as other cards (R8, R11). `made` are
    the cards made by readings of others. `held` are the cards that no substitute may play as (HE-4).
    """
    aces, sixes, best = plays & ACE_MASK, plays & BLACK_SIX_MASK, 0
    for suit in suits:
        shift = 13 * suit
        row = flush = (plays | made) >> shift & _ROW
        taken = held >> shift & _ROW
        if sixes and not (row | taken) & _ACE:
            row |= _ACE
            # A flush cannot use the suit's own 6 both as the ace and as a 6. No straight has both.
            flush = row if sixes & ~(1 << shift + SIX) else row & ~_SIX
        if aces and 0 < suit < 3 and not (row | taken) & _SIX:
            row |= _SIX
            if aces & ~(1 << shift + ACE):
                flush |= _SIX
        best = max(best, _find_best_of_suit(row, flush, taken & ~row, wilds))
    return best


@lru_cache(1 << 15)
def _find_best_of_suit(row: int, flush: int, barred: int, wilds: int) -> int:
    """The best straight flush from `row`, or else the best flush from `flush`, or else 0.

    Wilds stand for ranks that are not `barred`.
    """
    if high := find_straight(row, barred, wilds):
        return value_of(STRAIGHT_FLUSH, high)
    free = _ROW & ~(row | barred)
    while wilds and free:
        top = 1 << free.bit_length() - 1
        flush, free, wilds = flush | top, free ^ top, wilds - 1
    return value_of_flush(flush)
