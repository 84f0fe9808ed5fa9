"""Races among tasks, engines and processes: one of them wins each sequence, and nothing is lost or written twice."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from bot.store import Store
from bot.store.books import postings
from bot.store.database.engine import Engine, open_engine, read
from bot.store.database.errors import SequenceTaken
from bot.store.database.migrate import upgrade
from bot.store.tables import commits, rows
from bot.store.tables.commits import Committed
from bot.store.writer import Writer
from tests.bot.store.sample import make_commit, open_table, open_tables
from tests.databases import on_sqlite_at_least
from tests.effort import rounds

ROOT = Path(__file__).resolve().parents[3]


async def play(writer: Writer, engine: Engine, table: int, cause: str) -> tuple[Committed, int]:
    """Commit one event as the bot does: read, decide, and try again if the sequence was taken."""
    refused = 0
    while True:
        at = (await read(engine, rows.load, table)).sequence
        try:
            return await writer.commit(make_commit(table, at, cause)), refused
        except SequenceTaken:
            refused += 1


async def test_one_wins_each_sequence_and_the_others_read_again(store: Store) -> None:
    table = await open_table(store)
    writers = rounds(12, 24, 24)
    done = await asyncio.gather(*[play(store.writer, store.engine, table, f"i:{n}") for n in range(writers)])
    assert sorted(committed.first for committed, _ in done) == list(range(1, writers + 1))
    assert sum(refused for _, refused in done) > 0
    stored = await store.read(commits.read, table)
    assert [event.sequence for event in stored] == list(range(1, writers + 1))
    assert {event.cause for event in stored} == {f"i:{n}" for n in range(writers)}


async def test_only_one_of_several_equal_commits_is_written(store: Store) -> None:
    table = await open_table(store)
    done = await asyncio.gather(*[store.commit(make_commit(table, 0, "i:1", events=2)) for _ in range(10)])
    assert sorted(commit.repeated for commit in done) == [False] + [True] * 9
    assert {(commit.first, commit.last) for commit in done} == {(1, 2)}
    assert len(await store.read(commits.read, table)) == 2


@on_sqlite_at_least
async def test_two_engines_share_one_database(store: Store, migrated_url: str) -> None:
    ids = await store.write(open_tables, 3)
    other = open_engine(migrated_url)
    try:
        async with Writer(other) as second:
            writers = ((store.writer, store.engine), (second, other))
            await asyncio.gather(
                *[
                    play(writer, engine, table, f"{number}:{n}")
                    for number, (writer, engine) in enumerate(writers)
                    for table in ids
                    for n in range(6)
                ]
            )
    finally:
        await other.dispose()
    for table in ids:
        stored = await store.read(commits.read, table)
        assert [event.sequence for event in stored] == list(range(1, 13))
        assert len({event.cause for event in stored}) == 12
    assert await store.read(postings.audit) == []


def start_player(url: str, name: str, table: int) -> subprocess.Popen[str]:
    """Start a process that commits to a table until it is killed, and prints each acknowledged commit."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.bot.store.player", url, name, str(table)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


@on_sqlite_at_least
async def test_acknowledged_commits_survive_a_kill(store: Store, migrated_url: str) -> None:
    ids = await store.write(open_tables, 2)
    players = [
        start_player(migrated_url, name, table) for name, table in zip("ab"[: rounds(1, 2, 2)], ids, strict=False)
    ]
    acknowledged: dict[int, list[str]] = {}
    for player, table in zip(players, ids, strict=False):
        assert player.stdout is not None
        lines = [await asyncio.to_thread(player.stdout.readline) for _ in range(25)]
        player.send_signal(signal.SIGKILL)
        lines += await asyncio.to_thread(player.stdout.readlines)
        await asyncio.to_thread(player.wait)
        player.stdout.close()
        acknowledged[table] = [line for line in lines if line.endswith("\n")]
    for table in acknowledged:
        stored = await store.read(commits.read, table)
        assert [event.sequence for event in stored] == list(range(1, len(stored) + 1))
        by_cause: dict[str | None, list[int]] = {}
        for event in stored:
            by_cause.setdefault(event.cause, []).append(event.part)
        assert all(parts == [0, 1, 2] for parts in by_cause.values())
        causes = [json.loads(line)["cause"] for line in acknowledged[table]]
        assert len(causes) >= 25
        assert set(causes) <= set(by_cause)
        assert len(by_cause) <= len(causes) + 1
    assert await store.read(postings.audit) == []
    assert (await play(store.writer, store.engine, ids[0], "after"))[0].repeated is False


@on_sqlite_at_least
async def test_processes_that_start_together_migrate_once(store_url: str) -> None:
    found = await asyncio.gather(*[upgrade(store_url) for _ in range(3)])
    assert found.count("none") >= 1
    engine = open_engine(store_url)
    try:
        async with Writer(engine) as writer:
            (table,) = await writer.write(open_tables, 1)
            assert (await writer.commit(make_commit(table, 0))).first == 1
    finally:
        await engine.dispose()
