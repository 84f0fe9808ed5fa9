"""Pictures and messages hold no English: every sentence is in a catalogue, and `Words` says it to its reader."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import Module, modules

ENGLISH = re.compile(r"[^\W\d_]{2,}[^\w/]* [^\W\d_]|\b[A-Z][a-z]{2,}\b")
"""Two words with a space between them, or a word with a capital letter."""
SILENT = ("TypeVar", "NewType", "log.", "logging.")
"""Calls whose texts nobody reads at a table."""


def find_english(module: Module) -> Iterator[str]:
    """The texts of a module that somebody could read, but for docstrings, errors and lines of the log."""
    silent: set[int] = set()
    for node in module.nodes:
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Raise | ast.Assert) or called.startswith(SILENT):
            silent |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.Expr):
            silent.add(id(node.value))
    for node in module.nodes:
        if not isinstance(node, ast.Constant) or id(node) in silent:
            continue
        if isinstance(node.value, str) and ENGLISH.search(node.value):
            yield f"{module.at(node.lineno)}: {node.value!r} is a sentence: give it a key in bot/wording"


@pytest.mark.parametrize("folder", ["render", "bot/messages"])
def test_pictures_and_messages_have_no_english_of_their_own(folder: str) -> None:
    found = [line for module in modules(folder) for line in find_english(module)]
    assert not found, found


@pytest.mark.parametrize("planted", ['now = "Nothing laid yet"', 'now = f"{name} to play"', 'canvas.write(0, "Total")'])
def test_a_planted_sentence_is_found(planted: str, tmp_path: Path) -> None:
    path = tmp_path / "planted.py"
    path.write_text(f'"""A module of a test."""\n{planted}\n')
    assert len(list(find_english(Module(tmp_path, path)))) == 1
