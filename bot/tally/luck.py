"""Luck against skill: a player's good tries, compared with the number to expect if all players were equally good.

If everybody at a table plays equally well, each has the same chance to be among the winners of a try: winners divided
by players. The sum of these chances is what a player could expect. Of 20 players of equal skill, 19 stay within 1.96
standard deviations of that. Luck alone may explain a number in this span, but hardly one outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, sqrt
from typing import Final, NamedTuple

from bot.wording import say
from games.core.results import Feat, Record

FEWEST: Final = 20
"""The fewest tries for which a range is shown; with fewer tries the range would cover every possible number."""
_DEVIATIONS: Final = 1.96


class Odds(NamedTuple):
    """The chances that a player of equal skill had, all together."""

    tries: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def after(self, chance: float) -> Odds:
        """These odds with one more try, which had this chance."""
        return Odds(self.tries + 1, self.expected + chance, self.variance + chance * (1 - chance))

    @property
    def likely(self) -> tuple[int, int]:
        """The fewest and the most good tries between which 19 of 20 players of equal skill stay."""
        spread = _DEVIATIONS * sqrt(self.variance)
        return max(0, ceil(self.expected - spread)), min(self.tries, floor(self.expected + spread))


def chances(record: Record, happened: Iterable[tuple[int, Feat]]) -> dict[int, float]:
    """The chance of each player in each try of a table, by the event that ended the try. Robots count as players."""
    good: set[int] = set()
    winners: dict[int, int] = {}
    players: dict[int, int] = {}
    for sequence, feat in happened:
        if feat.kind == record.kind:
            good.add(feat.seat)
        elif feat.kind == record.of:
            if sequence not in players:
                winners[sequence], good = len(good), set()
            players[sequence] = players.get(sequence, 0) + 1
    return {sequence: min(1.0, winners[sequence] / count) for sequence, count in players.items()}


def describe_luck(name: str, title: str, good: int, odds: Odds | None) -> list[str]:
    """One line about a player's good tries; none if there were too few."""
    if odds is None or odds.tries < FEWEST:
        return []
    low, high = odds.likely
    verdict = "above" if good > high else "below" if good < low else "within"
    expected = f"{odds.expected:.1f}"
    return [say(f"tally/luck/{verdict}", name=name, title=title, good=good, expected=expected, low=low, high=high)]
