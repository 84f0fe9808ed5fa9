"""The databases in `stored`, each unpacked and brought to today's schema once a run."""

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Store
from tests.migrations.keep import STORED
from tests.run_folder import once


def read_dump(name: str) -> str:
    """Read the statements that make a stored database."""
    return gzip.decompress((STORED / f"{name}.sql.gz").read_bytes()).decode()


def unpack(name: str, file: Path) -> None:
    """Write a stored database to a file, at the schema that it was kept with."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(read_dump(name))


async def copy_migrated(name: str, file: Path) -> None:
    """Copy a stored database to a file, brought to today's schema as the bot does it at a start."""
    with once(f"stored-{name}.db") as (made, missing):
        if missing:
            unpack(name, file)
            async with await Store.open(f"sqlite:///{file}", begin=False):
                pass
            shutil.move(file, made)
        shutil.copyfile(made, file)
