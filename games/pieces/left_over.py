"""Hands of dominoes from a real table: how they ended, and what everybody had left."""

import re
from collections.abc import Callable, Container
from typing import Final

from games.core.real_table import Hand, HandLine, Taps, make_taps, refuse, refuse_words
from games.core.seats import FIRST, Seat
from games.pieces.dominoes import ALL, BIT, CODES, WITH, parse_name

DEALT: Final = 7
"""The dominoes that everybody is dealt."""
_LEFT: Final = re.compile(r"left\b *|(?=\[?\d ?[-/|:] ?\d|double\b)", re.IGNORECASE)
"""The beginning of words about what a player had left. The verb may be missing: "Bear 6-5 3-1"."""


def read_end(
    hand: Hand, players: int, alone: Container[str], enter: Callable[[HandLine], object], guarded: bool = True
) -> tuple[str, Seat, list[int]]:
    """Read how a hand ended, who ended it, and what each seat had left, as a mask.

    A player went "out" or "blocked"; the words in `alone` end a hand without a player, and the first seat stands for
    nobody. `enter` reads all other lines. If `guarded`, a line counts as blocked only where nobody can play. Raises
    Refused.
    """
    how, last, holdings = "", FIRST, [0] * players
    for line in hand:
        if line.seat is not None and (left := _LEFT.match(line.words)):
            held = read_several(line.words[left.end() :])
            if holdings[line.seat]:
                raise refuse_words("contradiction", line.words)
            if held & sum(holdings):
                raise refuse_words("tiles", line.words)
            holdings[line.seat] = held
        elif line.words.lower() in alone or (line.seat is not None and line.words.lower() in ("out", "blocked")):
            if how:
                raise refuse("two_ends")
            how, last = line.verb, line.seat or FIRST
        else:
            enter(line)
    if not how:
        raise refuse("no_end")
    if [seat for seat, held in enumerate(holdings) if not held] != ([last] if how == "out" else []):
        raise refuse("left_wrong" if how == "out" else "left_blocked")
    most = len(ALL) - DEALT * (players - 1)
    if any(held.bit_count() > most for held in holdings):
        raise refuse("many_left", most=most)
    if how == "blocked" and guarded and all(sum(holdings) & of_number for of_number in WITH):
        raise refuse("not_blocked")
    return how, last, holdings


def read_several(words: str) -> int:
    """The holding of dominoes that a text lists: "6-5 3-1" with commas or without, names with commas. Raises Refused
    for other words, and for a domino that is named twice."""
    held = 0
    for part in re.split(r"[,;&+]", words.removesuffix(" left")):
        for word in [part] if parse_name(part) is not None else part.split():
            piece = parse_name(word)
            if piece is None or held >> piece & 1:
                raise refuse_words("tiles", word)
            held |= BIT[piece]
    return held


def tap_left_over(hand: Hand, line: HandLine) -> Taps:
    """Offer the dominoes that a player may have had left at a real table: all but those written down so far."""
    used = 0
    for other in (*hand, line):
        if other.verb == "left" and other.rest:
            used |= read_several(other.rest)
    free = [CODES[piece] for piece in reversed(ALL) if not used & BIT[piece]]
    high = [piece for piece in free if piece[0] in "65"]
    low = [piece for piece in free if piece not in high]
    return Taps(
        tuple(make_taps(*group) for group in (high, low) if group), may_end=bool(line.rest), allows_several=True
    )
