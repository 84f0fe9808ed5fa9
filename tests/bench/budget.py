"""The budget of a move of a table of four people: `python -m tests.bench budget`.

Each figure has a ceiling, and stands beside the same figure of the last release, measured in the same run by turns
(`tests/bench/alone.py`).
"""

from statistics import median
from typing import Final

from tests.bench import last_release
from tests.bench.rows import Row, at_most

NAMES: Final = ("KB of pictures", "megapixels", "requests", "statements", "transactions", "ms of the bot alone")
CEILINGS: Final = {
    "duo-dominoes": (150, 3.5, 8, 12, 5, 24),
    "lombardy-bones": (36, 0.9, 4, 28, 7, 20),
    "pussers-bones": (190, 4.2, 6, 11, 5, 18),
    "bonedoneskis": (175, 3.7, 7, 12, 5, 28),
}
"""The most that a move may cost, by game, in the order of `NAMES`: what it cost when this was written, and a twentieth.
The milliseconds are goals for a machine that has nothing else to do."""
MOVES: Final = 24


def measure(quick: bool) -> list[Row]:
    """A row for each figure of each game."""
    script, rows = last_release.HERE / "tests/bench/alone.py", list[Row]()
    moves, rounds = (MOVES // 2, 1) if quick else (MOVES, 3)
    with last_release.unpack() as (release, folder):
        trees = [last_release.HERE, *([] if folder is None else [folder])]
        for game, ceilings in CEILINGS.items():
            played = [[last_release.run(tree, script, game, str(moves)) for tree in trees] for _ in range(rounds)]
            for name, most in zip(NAMES, ceilings, strict=True):
                ours, *before = (median(both[at][name] for both in played) for at in range(len(trees)))
                beside = "".join(f" ({figure:.3g} at {release})" for figure in before)
                rows.append(at_most(f"{game}: {name}{beside}", ours, most))
    return rows
