"""Every command that a sentence, a comment or a document names exists."""

import re
from collections.abc import Iterator
from pathlib import Path

from bot.acts import register
from games import registry
from tests.architecture.tree import ROOT

NAMED = re.compile(r"`/([a-z_]+)(?: ([a-z_-]+))?(?![\w/.{])")
"""A command in backticks, with its second word."""
PATHS = frozenset({"health", "metrics", "tmp", "next", "data", "etc"})
"""Words after a slash that are paths or suffixes, and not commands."""
FOLDERS = ("bot", "docs", "harbour", "games", "render", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
ELSEWHERE = ("docs/rules/", "bot/acts/gone.py")
"""The rulebooks, which name no command, and the commands that are gone."""


def files(root: Path = ROOT) -> Iterator[Path]:
    """The files in which commands may be named."""
    for name in FOLDERS:
        found = (root / name).rglob("*") if (root / name).is_dir() else (root / name,)
        for path in sorted(found):
            if path.suffix in {".py", ".md", ".js", ".html"} and not str(path.relative_to(root)).startswith(ELSEWHERE):
                yield path


def unknown(text: str) -> list[str]:
    """The commands in a text that do not exist."""
    tree = register().tree
    paths = {path for path, _ in tree.walk()}
    tops = {path[0] for path in paths}
    verbs = {verb.name for name in registry.NAMES for verb in registry.cover(name).VERBS}
    wrong: list[str] = []
    for found in NAMED.finditer(text):
        first, second = found[1], found[2]
        known = (first,) in paths or (first, second) in paths or (second is None and first in tops)
        if first == "move" and second is not None:
            known = second in verbs or second == "words"
        if not known and first not in PATHS:
            wrong.append(found[0][1:])
    return wrong


def test_every_command_that_is_named_exists() -> None:
    wrong = {str(path.relative_to(ROOT)): found for path in files() if (found := unknown(path.read_text("utf-8")))}
    assert wrong == {}, "a command is named that does not exist; docs/commands.md lists them all"


def test_a_command_that_does_not_exist_is_found() -> None:
    assert unknown("Type `/tally guest` or `/doctor`, `/tally show`, `/move play 6-4`, `/move fly`, `/yes`.") == [
        "/tally guest",
        "/doctor",
        "/move fly",
    ]
