"""The newest schema of a SQLite database, remembered by a run of the suite.

Running every migration takes longer than most tests that begin with a new database. `remember` wraps `migrate_to`: the
first new database runs the migrations, and later ones get the schema that it ended with. Tests of the migrations run
each migration.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Final

from bot.store import Connection
from bot.store.database import migrate
from tests.run_folder import once

Migrate = Callable[[Connection, str], None]
_SCHEMA: Final = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"


def remember(usual: Migrate) -> Migrate:
    """Wrap `migrate_to`, which stays within reach as `__wrapped__`."""

    @wraps(usual)
    def remembering(connection: Connection, to: str) -> None:
        newest = migrate.find_head()
        if to not in ("head", newest) or not _is_new(connection):
            usual(connection, to)
            return
        with once(f"schema-{newest}.json") as (kept, missing):
            if missing:
                usual(connection, to)
                kept.write_text(json.dumps(_list(connection, _SCHEMA)))
                return
        for statement in json.loads(kept.read_text()):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (newest,))

    return remembering


def _is_new(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite" and not _list(connection, "SELECT name FROM sqlite_master")


def _list(connection: Connection, query: str) -> list[str]:
    return [str(row[0]) for row in connection.exec_driver_sql(query)]
