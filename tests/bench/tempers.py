"""The strength of each temper beside robots of the same level without one: `python -m tests.bench tempers`.

A temper changes how a level plays, and hardly how well: its lead a hand, in either direction, stays below half of the
step from a deckhand to an old hand. The figures are leads as in `tests.bench.strength`, and in Duo Dominoes the share
of games won above a half. Shellbacks take too long; their tempers weigh only moves that the deals leave about equal.
"""

import statistics
from typing import Any, Final

from games.bonedoneskis.game import GAME as bonedoneskis
from games.core.robots import TEMPERS, Level
from games.duo.game import GAME as duo
from games.lombardy.game import GAME as lombardy
from games.pussers.game import GAME as pussers
from tests.bench.rows import Row
from tests.bench.strength import (
    make_robot,
    measure_leads,
    measure_wins,
    play_bonedoneskis_hand,
    play_lombardy_hand,
    play_pussers_hand,
)

HALF_STEP: Final = {"Bonedoneskis": 96.0, "Lombardy": 3.7, "Pussers": 0.6, "Duo": 0.145}
"""By game, half of an old hand's lead over deckhands (cents, points, share of games)."""
DEALS: Final = {"Bonedoneskis": 300, "Lombardy": 300, "Pussers": 1_000, "Duo": 500}


def measure(quick: bool) -> list[Row]:
    """Two rows for each game, level and temper: the lead, and how far it surely is from 0 beside half a step."""
    rows: list[Row] = []
    tables: tuple[tuple[str, Any, Any], ...] = (
        ("Bonedoneskis", bonedoneskis, play_bonedoneskis_hand),
        ("Lombardy", lombardy, play_lombardy_hand),
        ("Pussers", pussers, play_pussers_hand),
        ("Duo", duo, None),
    )
    for name, game, hand in tables:
        deals = 2 if quick else DEALS[name]
        for level in (Level.DECKHAND, Level.OLD_HAND):
            for temper in TEMPERS:
                robot, usual = make_robot(game, level, temper), make_robot(game, level)
                if hand is None:
                    found = [share - 0.5 for share in measure_wins(robot, usual, deals)]
                else:
                    found = measure_leads(hand, robot, usual, 4, deals)
                lead, half = statistics.mean(found), 1.96 * statistics.stdev(found) / deals**0.5
                surely = max(0.0, abs(lead) - half)
                rows.append(Row(f"{name}, {temper.name} {level.replace('_', ' ')}: lead", lead))
                most, is_near = HALF_STEP[name], surely <= HALF_STEP[name]
                rows.append(Row("  surely / half a step", surely, most, float(is_near) or 0.5, float(not quick)))
    return rows
