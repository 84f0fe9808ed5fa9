"""docs/security.md names existing tests, and at least one for each attack that it lists."""

import re

from tests.architecture.tree import ROOT

PAGE = ROOT / "docs" / "security.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
ROW = re.compile(r"^\| (?!\.\.\.|Could try|-)(.+)\|$", re.MULTILINE)


def named(text: str) -> list[tuple[str, str]]:
    """The tests that a text names, as (file, function)."""
    return NAMED.findall(text)


def missing(text: str) -> list[str]:
    """The tests that a text names and that do not exist."""
    files = {file: (ROOT / file).read_text("utf-8") if (ROOT / file).exists() else "" for file, _ in named(text)}
    found = [(file, name) for file, name in named(text) if not re.search(rf"^(async )?def {name}\(", files[file], re.M)]
    return [f"{file}::{name}" for file, name in found]


def test_every_test_that_the_page_names_exists() -> None:
    assert len(named(PAGE.read_text("utf-8"))) > 30
    assert missing(PAGE.read_text("utf-8")) == [], "docs/security.md names tests that do not exist"


def test_every_row_of_the_page_names_a_test() -> None:
    unproved = [row[:60] for row in ROW.findall(PAGE.read_text("utf-8")) if not named(row)]
    assert not unproved, f"name a test for each of these attacks: {unproved}"


def test_a_test_that_does_not_exist_is_found() -> None:
    assert missing("see `tests/conftest.py::test_x`") == ["tests/conftest.py::test_x"]
