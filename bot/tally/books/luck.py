"""Luck against skill: a player's good tries, compared with those to expect if all players were equally good.

If everybody at a table plays equally well, each player's chance to be among the winners of a try is the number of
winners divided by the number of players. The sum of these chances is the number to expect. Of 20 equally good players,
19 stay within 1.96 standard deviations of that number. Luck alone may explain a number in this range, but hardly one
beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, sqrt
from typing import Final

from bot.tally.books.file_fields import DatedFeat
from bot.wording import Words
from games.core import Record

FEWEST_TRIES: Final = 20
"""The fewest tries for which a range is shown. With fewer, the range could cover every possible number."""
_DEVIATIONS: Final = 1.96


def find_likely(chances: Sequence[float]) -> tuple[int, int]:
    """The range, as (least, most), that holds the number of good tries of 19 in 20 players who had these chances."""
    expected, variance = sum(chances), sum(chance * (1 - chance) for chance in chances)
    spread = _DEVIATIONS * sqrt(variance)
    return max(0, ceil(expected - spread)), min(len(chances), floor(expected + spread))


def find_chances(record: Record, happened: Iterable[DatedFeat]) -> dict[int, float]:
    """By the event that ended a try, the chance of each player in it to be a winner. Robots count as players."""
    good: set[int] = set()
    winners: dict[int, int] = {}
    players: dict[int, int] = {}
    for feat in happened:
        if feat.kind == record.kind:
            good.add(feat.seat)
        elif feat.kind == record.out_of:
            if feat.sequence not in players:
                winners[feat.sequence], good = len(good), set()
            players[feat.sequence] = players.get(feat.sequence, 0) + 1
    return {sequence: min(1.0, winners[sequence] / count) for sequence, count in players.items()}


def describe_luck(name: str, title: str, good: int, chances: Sequence[float], words: Words) -> list[str]:
    """One line about a player's good tries, each of which had one of these chances; [] if there were too few tries."""
    if len(chances) < FEWEST_TRIES:
        return []
    low, high = find_likely(chances)
    verdict = "above" if good > high else "below" if good < low else "within"
    expected = round(10 * sum(chances))
    return [
        words.say(f"tally/luck/{verdict}", name=name, title=title, good=good, expected=expected, low=low, high=high)
    ]
