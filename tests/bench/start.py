"""The cost of a start, against the bare libraries: `python -m tests.bench start`.

Ours imports the bot, opens a database that is up to date, builds every part and the command tree, and looks for tables
to take up (there are none). A game is loaded with its first table, so the second row is a start that loads all
games. The anchor imports discord.py, SQLAlchemy, aiosqlite and Pillow, opens the same file, makes a client and a
picture. Each runs in a process of its own with compiled bytecode. The figures are processor seconds, which depend less
on the machine's other work.
"""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from bot.store import Store
from games import registry
from tests.bench.rows import Row

AT_LEAST = 1 / 1.3
BARE = """
import asyncio, io, sys
import aiosqlite, discord
from PIL import Image
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

async def go():
    engine = create_async_engine("sqlite+aiosqlite:///" + sys.argv[1])
    async with engine.begin() as connection:
        await connection.execute(text("SELECT count(*) FROM tables"))
    discord.Client(intents=discord.Intents.none())
    Image.new("P", (400, 400)).save(io.BytesIO(), "PNG")
    await engine.dispose()

asyncio.run(go())
"""
OURS = """
import asyncio, sys
from bot.ops.garbage import freeze_startup_objects
from tests.bench.rows import Row
with freeze_startup_objects():
    from bot.acts import register
    from bot.serving.app import App
    from bot.serving.build import build
    from bot.config import Settings
    from bot.delivery.seals import Seals
    from bot.edge import client
    from bot.edge.steady_clock import SteadyClock
    from bot.store.store import Store
    from bot.tables.fairness.chance import CommittedChance
    from bot.tables.process_settings import ProcessSettings
    from render import emoji, scenes

async def go():
    async with await Store.open("sqlite:///" + sys.argv[1]) as store:
        app = App(Settings(), store)
        register()
        client.make(client.Addresses("", ""), 1)
        emoji.fingerprint()
        settings = ProcessSettings()
        parts = build(store, None, SteadyClock(), scenes, settings, CommittedChance(), Seals)
        for game in sys.argv[2:]:
            settings.game(game)
        await parts.start()
        await parts.stop()

asyncio.run(go())
"""


async def _create_database(file: Path) -> None:
    async with await Store.open(f"sqlite:///{file}"):
        pass


def measure_seconds(code: str, file: Path, bytecode: Path, *games: str) -> float:
    """Processor seconds of a Python process that runs `code`. Raises CalledProcessError if the code fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**kept, "PYTHONPYCACHEPREFIX": str(bytecode), "PYTHONPATH": os.getcwd()}
    subprocess.run([sys.executable, "-c", code, str(file), *games], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, anchor, ratio, at least): processor seconds of a start."""
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        file, bytecode = Path(folder) / "boneyard.db", Path(folder) / "bytecode"
        asyncio.run(_create_database(file))
        rounds = [
            (
                measure_seconds(OURS, file, bytecode),
                measure_seconds(BARE, file, bytecode),
                measure_seconds(OURS, file, bytecode, *registry.NAMES),
            )
            for _ in range(4 if quick else 12)
        ][1:]
    ours, bare, loaded = (median(column) for column in zip(*rounds, strict=True))
    ratio = median(theirs / mine for mine, theirs, _ in rounds)
    return [
        Row("import and start (processor s)", ours, bare, ratio, AT_LEAST),
        Row("the same with every game loaded (processor s) / bare", loaded, bare, bare / loaded, 0),
    ]
