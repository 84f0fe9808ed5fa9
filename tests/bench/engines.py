"""Hands a second of each engine, against the last release in the same run: `python -m tests.bench engines`.

Robots or random players play the same hands in both trees, by turns (`tests/bench/hands.py`). No engine may become
slower from one release to the next, whatever a change brings in clarity.
"""

from typing import Final

from tests.bench import last_release
from tests.bench.rows import Row, compare

AT_LEAST: Final = 0.95


def measure(quick: bool) -> list[Row]:
    """A row for each game; none if this history has no earlier release."""
    script = last_release.HERE / "tests/bench/hands.py"
    with last_release.unpack() as (release, folder):
        if folder is None:
            return []
        trees = (last_release.HERE, folder)
        played = [
            [last_release.run(tree, script, str(seed)) for tree in trees] for seed in range(1, 3 if quick else 10)
        ]
        return [
            compare(
                f"{game}: hands a second / {release}",
                [ours[game] for ours, _ in played],
                [before[game] for _, before in played],
                AT_LEAST,
            )
            for game in played[0][0]
        ]
