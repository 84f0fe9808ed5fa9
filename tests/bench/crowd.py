"""The cost of a start with many open tables, up to the first answer: `python -m tests.bench crowd`.

One table is played into its first hand; its rows are copied, as in `tests.bench.scale`. A process of its own then
starts on that file, and a player asks for their hand. The processor seconds are those of the whole process, imports
included; the memory is the growth of the process up to its answer. A "stopped" file is as an orderly stop leaves it.
In a "killed" file every table moved just before a kill and a minute's outage, so the bot must check them all.
"""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.bench.rows import Row, at_most
from tests.bench.scale import write_copies, write_model

GAME = "duo-dominoes"
MOST_SECONDS = 5.0


def _last_time(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (at,) = connection.execute("SELECT max(at) FROM events").fetchone()
    return int(at)


def _mark_killed(file: Path) -> None:
    """Change the file as if its process had been killed before any table's last move was shown."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE tables SET settled_sequence = 0")
        connection.commit()


def measure_first_answer(file: Path, table: int, at: int) -> tuple[float, int, int]:
    """Processor seconds, bytes and loaded tables at the first answer of a new process."""
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-m", "tests.bench.first_answer", f"sqlite:///{file}", str(table), str(at)]
    done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    seconds, held, loaded = json.loads(done.stdout.splitlines()[-1])
    return seconds, held, loaded


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, anchor, ratio, at least); the anchor of the seconds is the most seconds allowed."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        source = Path(folder) / "model.db"
        asyncio.run(write_model(source, GAME, 4))
        at = _last_time(source)
        for count in (1_000,) if quick else (1_000, 10_000):
            file = Path(folder) / f"{count}.db"
            write_copies(source, file, count)
            stopped = measure_first_answer(file, count // 2, at + 1_000)
            _mark_killed(file)
            killed = measure_first_answer(file, count // 2, at + 60_000)
            for how, (seconds, held, loaded) in (("stopped", stopped), ("killed", killed)):
                name = f"first answer, {count:,} tables {how} (processor s)"
                rows.append(at_most(name, seconds, MOST_SECONDS))
                rows.append(Row(f"  memory that this took (MiB), {loaded} tables loaded", held / 2**20))
    return rows
