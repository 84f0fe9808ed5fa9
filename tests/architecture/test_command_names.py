"""Sentences, comments and documents name only commands that exist."""

import re
from functools import cache

from bot.acts import register
from games import registry
from tests.architecture.tree import ROOT, texts

NAMED = re.compile(r"`/([a-z_]+)(?: ([a-z_-]+))?(?![\w/.{])")
"""A command in backticks, with its second word."""
PATHS = frozenset({"health", "metrics", "tmp", "next", "data", "etc"})
"""Words after a slash that are paths or suffixes, and not commands."""
ELSEWHERE = ("docs/rules/", "tests/")
"""Not searched: rulebooks, which name no commands, and tests, which need missing ones."""


@cache
def list_known() -> tuple[set[tuple[str, ...]], set[str], set[str]]:
    """The paths of all commands, their first words, and the verbs of all games."""
    paths = {path for path, row in register().by_path.items() if row.menu is None}
    verbs = {verb.name for name in registry.NAMES for verb in registry.cover(name).VERBS}
    return paths, {path[0] for path in paths}, verbs


def find_unknown(text: str) -> list[str]:
    """The commands in a text that do not exist."""
    paths, tops, verbs = list_known()
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
    read = {str(path.relative_to(ROOT)): text for path, text in texts(".py", ".md", ".js", ".html")}
    searched = {name: text for name, text in read.items() if not name.startswith(ELSEWHERE)}
    wrong = {name: found for name, text in searched.items() if (found := find_unknown(text))}
    assert wrong == {}, "these commands do not exist; docs/commands.md lists those that do"


def test_a_command_that_does_not_exist_is_found() -> None:
    text = "Type `/tally guest` or `/doctor`, `/tally show`, `/move play 6-4`, `/move fly`, `/yes`."
    assert find_unknown(text) == ["/tally guest", "/doctor", "/move fly"]
