"""The bot names no game outside its wording."""

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
        found |= {cover.NAME, cover.TITLE, cover.EVENT_PREFIX, folder_of(game).rpartition("/")[2]}
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, sorted(found)))})(?![a-z])", re.IGNORECASE)


def find_named_games(module: Module) -> Iterator[str]:
    """Each line that names a game, with its place."""
    pattern = names_of_games()
    for number, line in enumerate(module.text.splitlines(), start=1):
        if pattern.search(line):
            yield f"{module.at(number)}: {line.strip()[:100]}"


def test_the_bot_names_no_game_outside_its_wording() -> None:
    searched = [module for module in modules("bot") if module.parts[:2] != WORDING]
    named = [line for module in searched for line in find_named_games(module)]
    assert not named, f"ask the game, or say it in bot/wording: {named}"


@pytest.mark.parametrize("line", ['"duo-dominoes"', '{"pussers.hand_over": 1}', "# Lombardy Bones"])
def test_the_name_of_a_game_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "room.py"
    path.write_text(f"\n{line}\n")
    assert list(find_named_games(Module(tmp_path, path))) == [f"room.py:2: {line}"]
