"""A table's own waits for reminders, votes, stand-ins and next hands, as its house rules set them."""

from dataclasses import replace
from typing import Final

from bot.tables.aggregate.pacing import HOUR, MINUTE, SECOND, Pacing, Waits
from bot.tables.aggregate.table import Table
from games.core.options import Option

USUAL: Final = "usual"
"""The value of a house rule that stands for the usual wait at the table's pace."""
NEVER: Final = "never"
_SPANS: Final = {
    "20s": 20 * SECOND,
    "45s": 45 * SECOND,
    "2m": 2 * MINUTE,
    "5m": 5 * MINUTE,
    "15m": 15 * MINUTE,
    "1h": HOUR,
    "4h": 4 * HOUR,
    "8h": 8 * HOUR,
    "24h": 24 * HOUR,
    "48h": 48 * HOUR,
    "7d": 7 * 24 * HOUR,
}
_VALUES: Final = (USUAL, *_SPANS)

REMINDED: Final = Option(
    "reminded_after", USUAL, "HOUSE", "When a player who keeps the table waiting is first reminded", _VALUES
)
VOTE: Final = Option(
    "vote_after", USUAL, "HOUSE", "When the others may vote for a robot to play for a player who is away", _VALUES
)
STAND_IN: Final = Option(
    "stand_in_after", USUAL, "HOUSE", "When a robot plays for a player who is away without a vote", _VALUES
)
NEXT_HAND: Final = Option(
    "next_hand_after", USUAL, "HOUSE", "When the next hand is dealt without being asked for", (*_VALUES, NEVER)
)
OPTIONS: Final = (REMINDED, VOTE, STAND_IN, NEXT_HAND)
"""The house rules for these waits, the same for every game. By default, the waits are those of the pace."""


def pacing_of(table: Table, waits: Waits) -> Pacing:
    """The waits of a table, by its pace and its house rules. They are kept in order: nobody can be voted on before
    their first reminder, or replaced by a robot before a vote is possible."""
    usual = waits.times_of(table.row.pace)
    reminded, voted, replaced, following = (option.value_in(table.row.settings.house) for option in OPTIONS)
    if {reminded, voted, replaced, following} == {USUAL}:
        return usual
    first, second, vote = usual.nudges
    first, vote = _SPANS.get(reminded, first), _SPANS.get(voted, vote)
    stand_in = _SPANS.get(replaced, usual.stand_in)
    if voted == USUAL:
        vote = min(vote, stand_in)
    first = min(first, vote)
    if (first, vote) != (usual.nudges[0], usual.nudges[2]):
        second = (first + vote) // 2
    between = usual.between_hands if following == USUAL else _SPANS.get(following)
    return replace(usual, nudges=(first, second, vote), stand_in=max(vote, stand_in), between_hands=between)
