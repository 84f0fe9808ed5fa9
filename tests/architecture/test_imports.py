"""Imports between packages run one way, and the search finds a planted import that runs the other way."""

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from tests.architecture.arrows import AREAS, covers, find_cycles, find_wrong_arrows
from tests.architecture.tree import PACKAGES, ROOT, modules

MOST_MODULES: Final = 25


def test_every_import_is_allowed() -> None:
    assert find_wrong_arrows() == [], "tests/architecture/arrows.py says who may import whom"


def test_no_imports_form_a_cycle() -> None:
    assert find_cycles() == [], "move what both need into a package below them"


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        (
            {
                "bot/tally/changes/ledger.py": "from bot.people import cache",
                "bot/people/cache.py": "from bot.tables import service",
                "bot/tables/service.py": "from bot.tally import ledger",
            },
            "bot.people -> bot.tables -> bot.tally -> bot.people",
        ),
        ({"games/core/registry.py": "from games import duo"}, "games.core -> games.duo -> games.core"),
        (
            {
                "bot/wording/house.py": "if TYPE_CHECKING:\n    from bot.wording.words import Words",
                "bot/wording/words.py": "from bot.wording import house",
            },
            "bot.wording.house -> bot.wording.words -> bot.wording.house",
        ),
    ],
)
def test_a_cycle_of_imports_is_named(tmp_path: Path, planted: dict[str, str], found: str) -> None:
    plant(tmp_path, HARMLESS | {name: f"{line}\n" for name, line in planted.items()})
    assert find_cycles(tmp_path) == [found]


def test_no_folder_holds_more_modules_than_a_reader_can_hold_in_mind() -> None:
    held = Counter(module.path.parent for module in modules(*PACKAGES) if module.path.stem != "__init__")
    crowded = {str(folder.relative_to(ROOT)): count for folder, count in held.items() if count > MOST_MODULES}
    assert not crowded, "divide it into packages, with a row of tests/architecture/arrows.py for each"


def test_every_row_of_the_table_matches_a_module() -> None:
    names = [module.name for module in modules(*PACKAGES)]
    patterns = [area.importer for area in AREAS if "{" not in area.importer]
    empty = [pattern for pattern in patterns if not any(covers(pattern, name) for name in names)]
    assert not empty, f"no module matches {empty}: take these rows out of tests/architecture/arrows.py"


def plant(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


HARMLESS = {
    "games/duo/__init__.py": "",
    "games/duo/view.py": "from games.pieces.tiles import Tile\nclass View: ...\n",
    "games/duo/decide.py": "from ..core import moves\n",
    "games/core/moves.py": "import dataclasses\n",
    "games/pieces/tiles.py": "class Tile: ...\n",
    "games/registry.py": "from games import duo\n",
    "render/rack.py": "from games.duo.view import View, Tile\nfrom PIL import Image\n",
    "bot/edge/client.py": "import discord\nfrom bot.services import play\n",
    "bot/tables/service.py": "from games.duo import decide\n",
}


def test_a_good_tree_has_no_wrong_arrow(tmp_path: Path) -> None:
    plant(tmp_path, HARMLESS)
    assert (find_wrong_arrows(tmp_path), find_cycles(tmp_path)) == ([], [])


@pytest.mark.parametrize(
    ("where", "text", "arrow"),
    [
        ("games/duo/turn.py", "def f():\n    import time", "games.duo.turn -> time"),
        (
            "games/duo/turn.py",
            "import importlib\nimportlib.import_module('bot.serving.app')",
            "games.duo.turn -> bot.serving.app",
        ),
    ],
)
def test_a_wrong_arrow_is_named_with_its_file_and_line(tmp_path: Path, where: str, text: str, arrow: str) -> None:
    plant(tmp_path, HARMLESS | {where: f"{text}\n"})
    (line,) = find_wrong_arrows(tmp_path)
    place, found = line.split(": ", 1)
    assert place == f"{where}:{text.count(chr(10)) + 1}"
    assert found.startswith(f"{arrow} (")
