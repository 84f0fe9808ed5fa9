"""The check of the events in a backup: inconsistent ones are refused, those of a newer release are accepted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.cli import maintenance
from bot.config import Misconfigured, Settings
from bot.store.backups import backup
from bot.store.database.engine import Connection
from bot.store.database.schema import events, tables
from bot.tables.readable import first_unreadable
from games import registry
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, Room
from tests.bot.store.test_backup import lines, sealed


def _forge(table: int, kind: str, /, **values: object) -> Callable[[Connection], None]:
    """Change the events of a kind."""

    def write(connection: Connection) -> None:
        wanted = (events.c.table_id == table) & (events.c.kind == kind)
        assert connection.execute(update(events).where(wanted).values(**values)).rowcount

    return write


@pytest.mark.parametrize("game", registry.NAMES)
async def test_every_table_of_this_release_can_be_read(room: Room, game: str) -> None:
    table = await room.started(game)
    await play_until(room, table, 1, BEAR)
    assert await room.store.read(first_unreadable) is None


@pytest.mark.parametrize("body", [{}, {"hand": 1}, [], "dealt", {"hand": [], "starter": 9, "holdings": [[1], "x"]}])
async def test_a_forged_body_is_found(room: Room, body: Any) -> None:
    table = await room.started("duo-dominoes")
    await room.store.write(_forge(table, "duo.dealt", body=body))
    assert await room.store.read(first_unreadable) == table


async def test_a_forged_row_is_found(room: Room) -> None:
    table = await room.started("duo-dominoes")
    wanted = update(tables).where(tables.c.id == table)
    await room.store.write(lambda connection: connection.execute(wanted.values(settings={"offers": [{"number": 1}]})))
    assert await room.store.read(first_unreadable) == table


@pytest.mark.parametrize("values", [{"kind": "duo.invented"}, {"version": 99}])
async def test_events_of_a_newer_release_are_accepted(room: Room, values: dict[str, object]) -> None:
    table = await room.started("duo-dominoes")
    await room.store.write(_forge(table, "duo.dealt", **values))
    assert await room.store.read(first_unreadable) is None


async def test_a_backup_with_a_forged_log_is_refused_in_a_sentence(room: Room, tmp_path: Path) -> None:
    table = await room.started("duo-dominoes")
    file, data = tmp_path / "b.gz", tmp_path / "restored"
    settings = Settings(database_url=f"sqlite:///{data}/boneyard.db")
    await backup.backup(room.store.engine, file)
    whole = [json.loads(line) for line in lines(file)[:-1]]
    row = next(line for line in whole if isinstance(line, list) and "duo.dealt" in line)
    body = next(place for place, value in enumerate(row) if isinstance(value, str) and value.startswith("{"))
    honest, row[body] = row[body], "{}"
    file.write_bytes(sealed(whole))
    with pytest.raises(Misconfigured) as refused:
        await maintenance.restore(settings, file)
    assert str(refused.value) == f"b.gz is damaged: table {table} cannot be read. Take another backup."
    assert not data.exists()
    row[body] = honest
    file.write_bytes(sealed(whole))
    await maintenance.restore(settings, file)
    assert (data / "boneyard.db").exists()
