"""Imports between packages run one way, and the search finds a planted import that runs the other way."""

from pathlib import Path

import pytest

from tests.architecture.arrows import AREAS, covers, cycles, wrong_arrows
from tests.architecture.tree import PACKAGES, modules


def test_every_import_is_allowed() -> None:
    assert wrong_arrows() == []


def test_no_imports_form_a_cycle() -> None:
    assert cycles() == []


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        (
            {
                "bot/tally/ledger.py": "from bot.people import cache",
                "bot/people/cache.py": "from bot.tables import service",
                "bot/tables/service.py": "from bot.tally import ledger",
            },
            "bot.people -> bot.tables -> bot.tally -> bot.people",
        ),
        ({"games/core/registry.py": "from games import duo"}, "games.core -> games.duo -> games.core"),
        (
            {
                "bot/tables/service.py": "from bot.tables.seats import handovers",
                "bot/tables/seats/handovers.py": "from bot.tables import service",
            },
            "bot.tables -> bot.tables.seats -> bot.tables",
        ),
    ],
)
def test_a_cycle_of_imports_is_named(tmp_path: Path, planted: dict[str, str], found: str) -> None:
    plant(tmp_path, HARMLESS | {name: f"{line}\n" for name, line in planted.items()})
    assert cycles(tmp_path) == [found]


def test_the_walk_sees_the_whole_project() -> None:
    seen = {module.parts[0] for module in modules(*PACKAGES)}
    assert seen == set(PACKAGES)


@pytest.mark.parametrize("area", [area for area in AREAS if "{" not in area.who], ids=lambda area: area.who)
def test_every_row_of_the_table_matches_a_module(area: object) -> None:
    who = str(getattr(area, "who", ""))
    assert any(covers(who, module.name) for module in modules(*PACKAGES)), f"nobody lives in {who}"


def plant(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


HARMLESS = {
    "games/duo/__init__.py": "",
    "games/duo/state.py": "class Table: ...\n",
    "games/duo/view.py": "from games.duo.state import Table\nfrom games.pieces.tiles import Tile\nclass View: ...\n",
    "games/duo/decide.py": "from games.duo import state\nfrom ..core import moves\n",
    "games/core/moves.py": "import dataclasses\n",
    "games/pieces/tiles.py": "class Tile: ...\n",
    "games/pussers/__init__.py": "",
    "games/registry.py": "from games import duo, pussers\nfrom games.core import moves\n",
    "render/rack.py": "from games.duo.view import View, Tile\nfrom PIL import Image\n",
    "bot/serving/app.py": "import discord\nfrom render import rack\n",
    "bot/store/database/engine.py": "import sqlalchemy.ext.asyncio\n",
    "bot/edge/client.py": "import discord\nfrom bot.services import play\n",
    "bot/tables/service.py": "from games.duo import decide\n",
    "harbour/server.py": "from aiohttp import web\n",
    "migrations/env.py": "from alembic import context\n",
}


def test_a_good_tree_has_no_wrong_arrow(tmp_path: Path) -> None:
    plant(tmp_path, HARMLESS)
    assert (wrong_arrows(tmp_path), cycles(tmp_path)) == ([], [])


@pytest.mark.parametrize(
    ("where", "text", "arrow"),
    [
        ("games/duo/turn.py", "def f():\n    import time", "games.duo.turn -> time"),
        ("games/duo/turn.py", "from ..pussers import hands", "games.duo.turn -> games.pussers"),
        ("render/rack.py", "from games.duo.view import Table", "render.rack -> games.duo.view.Table"),
        (
            "bot/tables/facets/clock.py",
            "from bot.tables.aggregate.table import Table",
            "bot.tables.facets.clock -> bot.tables.aggregate.table",
        ),
        (
            "games/duo/turn.py",
            "import importlib\nimportlib.import_module('bot.serving.app')",
            "games.duo.turn -> bot.serving.app",
        ),
    ],
)
def test_a_wrong_arrow_is_named_with_its_file_and_line(tmp_path: Path, where: str, text: str, arrow: str) -> None:
    plant(tmp_path, HARMLESS | {where: f"{text}\n"})
    (line,) = wrong_arrows(tmp_path)
    place, found = line.split(": ", 1)
    assert place == f"{where}:{text.count(chr(10)) + 1}"
    assert found.startswith(f"{arrow} (")
