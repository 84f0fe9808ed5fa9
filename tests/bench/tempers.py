"""The strength of each temper beside robots of the same level without one: `python -m tests.bench tempers`.

A temper changes how a level plays, and hardly how well: its lead a hand, in either direction, stays below half of the
step from a deckhand to an old hand. The figures are leads as in `tests.bench.strength`, and in Duo Dominoes the share
of games won above a half. Shellbacks take too long; their tempers weigh only moves that the deals leave about equal.
"""

from typing import Final

from games.core import Level
from games.core.robots import TEMPERS
from tests.bench.rows import Row
from tests.bench.strength import CONTESTS, make_robot, measure_leads

HALF_STEP: Final = {"Bonedoneskis": 96.0, "Lombardy": 3.7, "Pussers": 0.6, "Duo": 0.145}
"""By game, half of an old hand's lead over deckhands (cents, points, share of games)."""
DEALS: Final = {"Bonedoneskis": 300, "Lombardy": 300, "Pussers": 1_000, "Duo": 500}


def measure(quick: bool) -> list[Row]:
    """Two rows for each game, level and temper: the lead, and how far it surely is from 0 beside half a step."""
    rows: list[Row] = []
    for name, contest in CONTESTS.items():
        for level in (Level.DECKHAND, Level.OLD_HAND):
            for temper in TEMPERS:
                robot, usual = make_robot(contest.game, level, temper), make_robot(contest.game, level)
                lead, half = measure_leads(name, robot, usual, 2 if quick else DEALS[name])
                surely, most = max(0.0, abs(lead) - half), HALF_STEP[name]
                rows.append(Row(f"{name}, {temper.name} {level.replace('_', ' ')}: lead", lead))
                rows.append(Row("  surely / half a step", surely, most, float(surely <= most) or 0.5, float(not quick)))
    return rows
