"""The tests that a run leaves out, and the lines at its end that say so.

A test is marked `@pytest.mark.thorough("what it adds")` if a quicker one proves the same kind of thing. `make test`
leaves it out and counts it by what it adds; `.ci/run` plays every test, and fails where one was left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

import pytest

from tests.run_folder import folder

LONGEST: Final = "pussers-bones"
"""The game whose hands take longest to play."""
MORE_GAMES: Final = "the same in games with longer hands"
MORE_CASES: Final = "more cases; the most telling ones always run"
POSTGRESQL: Final = "the same on PostgreSQL, where the tests of each part of the store run too"
LONGER: Final = "whole evenings and long runs, parts of which other tests play"

_REASONS: Final = Counter[str]()
"""The number of tests that this process left out, by reason."""


def mark_thorough(
    cases: Iterable[Any], adds: str, only: Collection[object] | None = None, but: Collection[object] = ()
) -> list[Any]:
    """Mark cases of a parametrized test as thorough: those in `only`, or all except those in `but`.

    A case is a tuple if the test has several parameters.
    """
    every, thorough = list(cases), pytest.mark.thorough(adds)
    left = [case for case in every if case not in but] if only is None else only
    return [
        pytest.param(*(case if type(case) is tuple else (case,)), marks=thorough) if case in left else case
        for case in every
    ]


def is_thorough(item: pytest.Item) -> bool:
    """True if `make test` leaves a test to `.ci/run`."""
    return item.get_closest_marker("thorough") is not None


def note(items: Iterable[pytest.Item], worker: str) -> None:
    """Note the tests that this run leaves out, which are the same for each of its workers."""
    _REASONS.update(_find_reason(item) for item in items)
    (folder() / f"left-out-{worker}.json").write_text(json.dumps(_REASONS))


def _find_reason(item: pytest.Item) -> str:
    thorough = item.get_closest_marker("thorough")
    if thorough is not None:
        return f"Left to .ci/run: {{}} ({thorough.args[0]})"
    if item.get_closest_marker("browser") is not None:
        return "Left out: {} for which chromium and chromedriver are needed"
    return "Left out: {} that were not asked for"


def describe() -> Iterator[str]:
    """A line for each reason for which tests were left out."""
    files = sorted(folder().glob("left-out-*.json"))
    for reason, count in sorted(json.loads(files[0].read_text()).items() if files else ()):
        yield reason.format(f"{count} test{'s' * (count > 1)}")
