"""The core names no game, has no global variables and never uses `Any`; the bot names no game either."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry
from tests.architecture.tree import Module, folder_of, modules

WORDING = ("bot", "wording")


def names_of_games() -> re.Pattern[str]:
    """A pattern for every name of a registered game: its key, title, folder and prefix of events."""
    found: set[str] = set()
    for game in registry.NAMES:
        cover = registry.cover(game)
        found |= {cover.NAME, cover.TITLE, cover.EVENTS, folder_of(game).rpartition("/")[2]}
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, sorted(found)))})(?![a-z])", re.IGNORECASE)


def named_games(module: Module) -> Iterator[str]:
    """Each line that names a game, with its place."""
    pattern = names_of_games()
    for number, line in enumerate(module.text.splitlines(), start=1):
        if pattern.search(line):
            yield f"{module.at(number)}: {line.strip()[:100]}"


def globals_in(module: Module) -> Iterator[str]:
    """Each `global` statement, with its place."""
    for node in ast.walk(module.syntax):
        if isinstance(node, ast.Global):
            yield f"{module.at(node.lineno)}: global {', '.join(node.names)}"


def untyped(module: Module) -> Iterator[str]:
    """Each use of `Any`, with its place."""
    for node in ast.walk(module.syntax):
        if isinstance(node, ast.Name) and node.id == "Any":
            yield module.at(node.lineno)


def test_games_keep_nothing_in_globals() -> None:
    assert [line for module in modules("games") for line in globals_in(module)] == []


def test_the_protocol_of_a_game_is_typed() -> None:
    (protocol,) = (module for module in modules("games/core") if module.name == "games.core.game")
    assert list(untyped(protocol)) == []


def test_the_bot_names_no_game_outside_its_wording() -> None:
    rooms = [module for module in modules("bot") if module.parts[:2] != WORDING]
    assert [line for module in rooms for line in named_games(module)] == []


def planted(folder: Path, text: str) -> Module:
    """A module with this text."""
    path = folder / "room.py"
    path.write_text(text)
    return Module(folder, path)


@pytest.mark.parametrize("line", ['"duo-dominoes"', '{"pussers.hand_over": 1}', "# Lombardy Bones", "bonedoneskis = 1"])
def test_the_name_of_a_game_is_found(tmp_path: Path, line: str) -> None:
    assert list(named_games(planted(tmp_path, f"\n{line}\n"))) == [f"room.py:2: {line}"]


def test_a_global_and_an_any_are_found(tmp_path: Path) -> None:
    module = planted(tmp_path, "def f(x: Any) -> None:\n    global y\n    y = x\n")
    assert list(globals_in(module)) == ["room.py:2: global y"]
    assert list(untyped(module)) == ["room.py:1"]
