"""Pictures and messages say nothing of their own: every sentence stands in a catalogue, and a reader's words say it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

ENGLISH = re.compile(r"[^\W\d_]{2,}[^\w/]* [^\W\d_]|\b[A-Z][a-z]{2,}\b")
"""Two words with a space between them, or a word with a capital letter."""
SILENT = ("TypeVar", "NewType", "log.", "logging.")
"""Calls whose texts nobody reads at a table."""


def find_english(path: Path) -> Iterator[str]:
    """The texts of a module that somebody could read, but for docstrings, errors and lines of the log."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent: set[int] = set()
    for node in ast.walk(tree):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Raise | ast.Assert) or called.startswith(SILENT):
            silent |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.Expr):
            silent.add(id(node.value))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in silent:
            continue
        if isinstance(node.value, str) and ENGLISH.search(node.value):
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            yield f"{where}: {node.value!r} is a sentence: give it a key in bot/wording"


@pytest.mark.parametrize("folder", ["render", "bot/messages"])
def test_pictures_and_messages_have_no_english_of_their_own(folder: str) -> None:
    found = [line for path in sorted((ROOT / folder).rglob("*.py")) for line in find_english(path)]
    assert not found, found


@pytest.mark.parametrize("planted", ['now = "Nothing laid yet"', 'now = f"{name} to play"', 'canvas.write(0, "Total")'])
def test_a_planted_sentence_is_found(planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.architecture.test_spoken.ROOT", tmp_path)
    path = tmp_path / "planted.py"
    path.write_text(f'"""A module of a test."""\n{planted}\n')
    assert len(list(find_english(path))) == 1
