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
                "bot/tally/ledger.py": "from bot.tables import service",
                "bot/tables/service.py": "from bot.tally import ledger",
            },
            "bot.tables -> bot.tally -> bot.tables",
        ),
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
                "bot/tables/seats/handovers.py": "from bot.tables.lobby import seating",
                "bot/tables/lobby/seating.py": "from bot.tables.seats.handovers import hand_over",
            },
            "bot.tables.lobby -> bot.tables.seats -> bot.tables.lobby",
        ),
        (
            {
                "bot/tables/service.py": "from bot.tables.seats import handovers",
                "bot/tables/seats/handovers.py": "from bot.tables import service",
            },
            "bot.tables -> bot.tables.seats -> bot.tables",
        ),
        (
            {
                "harbour/server.py": "from harbour.rest import api",
                "harbour/rest/api.py": "from harbour.server import Harbour",
            },
            "harbour -> harbour.rest -> harbour",
        ),
        (
            {
                "render/words/dominoes.py": "from render.sheet import Sheet",
                "render/sheet.py": "from render.words import clean_name",
            },
            "render -> render.words -> render",
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
    "bot/app.py": "import discord\nfrom render import rack\n",
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
        ("games/duo/turn.py", "import discord", "games.duo.turn -> discord"),
        ("games/duo/turn.py", "import random", "games.duo.turn -> random"),
        ("games/duo/turn.py", "def f():\n    import time", "games.duo.turn -> time"),
        ("games/duo/turn.py", "from games.pussers import hands", "games.duo.turn -> games.pussers"),
        ("games/duo/turn.py", "from ..pussers import hands", "games.duo.turn -> games.pussers"),
        ("games/duo/turn.py", "from games import pussers", "games.duo.turn -> games.pussers"),
        ("games/core/moves.py", "from games.duo.state import Table", "games.core.moves -> games.duo.state"),
        ("games/core/moves.py", "from games import registry", "games.core.moves -> games.registry"),
        ("games/duo/turn.py", "from games import registry", "games.duo.turn -> games.registry"),
        ("bot/newroom.py", "from bot.store.database import engine", "bot.newroom -> bot.store.database.engine"),
        ("bot/cli/run.py", "import sqlalchemy", "bot.cli.run -> sqlalchemy"),
        ("games/pieces/tiles.py", "import PIL.Image", "games.pieces.tiles -> PIL.Image"),
        ("render/rack.py", "from games.duo.state import Table", "render.rack -> games.duo.state"),
        ("render/rack.py", "from games.duo import decide", "render.rack -> games.duo.decide"),
        ("render/rack.py", "from games.duo.view import Table", "render.rack -> games.duo.view.Table"),
        (
            "render/rack.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.app import App",
            "render.rack -> bot.app",
        ),
        ("bot/tables/service.py", "import discord", "bot.tables.service -> discord"),
        ("bot/tables/service.py", "from sqlalchemy import text", "bot.tables.service -> sqlalchemy"),
        (
            "bot/tables/facets/clock.py",
            "from bot.tables.aggregate.table import Table",
            "bot.tables.facets.clock -> bot.tables.aggregate.table",
        ),
        (
            "bot/tables/lobby/seating.py",
            "from bot.tables.seats import handovers",
            "bot.tables.lobby.seating -> bot.tables.seats",
        ),
        (
            "bot/tables/timing/tempo.py",
            "from bot.tables import service",
            "bot.tables.timing.tempo -> bot.tables.service",
        ),
        (
            "bot/store/tables/rows.py",
            "from bot.store.processes import leases",
            "bot.store.tables.rows -> bot.store.processes",
        ),
        ("bot/store/books/crews.py", "from bot.store.store import Store", "bot.store.books.crews -> bot.store.store"),
        ("bot/edge/client.py", "from bot.store.database import engine", "bot.edge.client -> bot.store.database.engine"),
        ("bot/edge/client.py", "from games.duo import decide", "bot.edge.client -> games.duo.decide"),
        ("bot/store/database/engine.py", "from games.duo import state", "bot.store.database.engine -> games.duo.state"),
        ("harbour/server.py", "import games.duo.view", "harbour.server -> games.duo.view"),
        ("harbour/server.py", "import discord", "harbour.server -> discord"),
        ("migrations/env.py", "from bot.store.database import engine", "migrations.env -> bot.store.database.engine"),
        (
            "games/duo/turn.py",
            "import importlib\nimportlib.import_module('bot.app')",
            "games.duo.turn -> bot.app",
        ),
    ],
)
def test_a_wrong_arrow_is_named_with_its_file_and_line(tmp_path: Path, where: str, text: str, arrow: str) -> None:
    plant(tmp_path, HARMLESS | {where: f"{text}\n"})
    (line,) = wrong_arrows(tmp_path)
    place, found = line.split(": ", 1)
    assert place == f"{where}:{text.count(chr(10)) + 1}"
    assert found.startswith(f"{arrow} (")
