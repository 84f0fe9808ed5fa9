"""A damaged record: its table is set aside by name, and everything else plays, is backed up, restored and audited."""

import asyncio
import contextlib
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from bot.acts import reference
from bot.automation import memories
from bot.cli import maintenance
from bot.cli.exit_status import ExitStatus
from bot.config import Settings
from bot.edge.interactions import InteractionRequest
from bot.messages.findings import describe_findings
from bot.outbox.outbox import write_letter
from bot.services import checkup
from bot.store import Connection, Store, key_values
from bot.store.backups import backup, kept_backups
from bot.store.backups.kept_backups import BackupSettings
from bot.store.backups.mending import list_damage
from bot.store.database.schema import metadata, night_dates, outbox
from bot.store.people import kept_away
from bot.store.people.digests import DigestKind
from bot.store.people.kept_away import KeptAway
from bot.store.tables import nights, set_aside
from bot.store.tables.nights import NewPlan
from bot.tables.readable import list_unreadable
from bot.tally.books import audit as tally_audit
from bot.wording import ENGLISH, HOST, Words
from games.core import Refused
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until, step
from tests.bot.harness.room import BEAR, BULL, HERE, Room, message_of, settings
from tests.bot.store.sample import fill
from tests.effort import rounds
from tests.left_out import MORE_CASES, mark_thorough

OWNER = 77
LOST_FIELDS = """UPDATE events SET body = '{}' WHERE table_id = :table AND kind = 'duo.dealt'"""
NO_JSON = """UPDATE events SET body = '{"hand": 1, "sta' WHERE table_id = :table AND kind = 'duo.dealt'"""
NO_OPTIONS = """UPDATE tables SET options = '{"stake' WHERE id = :table"""
DAMAGES = [LOST_FIELDS, NO_JSON, NO_OPTIONS]


async def start_damaged_and_whole(room: Room, damage: str) -> tuple[int, int]:
    """Start two tables and damage the first. Returns their numbers."""
    bad, good = (
        await room.start_table("duo-dominoes"),
        await room.start_table("duo-dominoes", (BEAR, BULL), 2, thread=True),
    )
    await room.write(lambda connection: connection.execute(text(damage), {"table": bad}))
    return bad, good


async def test_rules_of_a_named_game_do_not_need_the_damaged_table_here(room: Room) -> None:
    await start_damaged_and_whole(room, LOST_FIELDS)
    again = await room.crash_and_restart()
    asked = InteractionRequest(BEAR, HERE, again.stamp(), path=("rules",), options={"game": "lombardy-bones"})
    assert "Lombardy Bones" in message_of(await reference.show_rules(again.services, asked)).text
    with pytest.raises(Refused) as refused:
        await reference.show_rules(again.services, replace(asked, options={}))
    assert refused.value.key == "TABLE/damaged"


async def test_rules_of_another_game_are_told_in_its_own_words(room: Room) -> None:
    await room.start_table("pussers-bones")
    asked = InteractionRequest(BEAR, HERE, room.stamp(), path=("rules",), options={"game": "lombardy-bones"})
    await reference.show_rules(room.services, asked)
    assert asked.words == Words(ENGLISH)


@pytest.mark.parametrize(
    "damage", mark_thorough([LOST_FIELDS, NO_JSON], MORE_CASES, but=[LOST_FIELDS]), ids=["fields", "json"]
)
async def test_a_table_with_a_damaged_event_is_refused_in_a_sentence_and_its_host_is_told_once(
    room: Room, damage: str
) -> None:
    bad, good = await start_damaged_and_whole(room, damage)
    again = await room.crash_and_restart()
    again.messenger.hosts = (OWNER,)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            await again.get(bad)
        assert refused.value.key == "TABLE/damaged"
        again.forward(60_000)
        await again.settle()
    assert await step(again, good, BEAR, BULL)
    (known,) = await again.read(set_aside.list_set_aside)
    assert known.table == bad
    (letter,) = again.at(dm(OWNER).channel)
    assert f"table {bad} (Duo Dominoes), since 2023-11-14" in letter.text
    assert f"`boneyard export {bad} --text`" in letter.text
    assert not await again.host.backups.set_aside.is_empty()
    third = await again.crash_and_restart()
    with pytest.raises(Refused):
        await third.get(bad)
    await third.settle()
    assert len(third.at(dm(OWNER).channel)) == 1
    report = describe_findings([checkup.check_tables([known], HOST)], True, HOST)
    assert f"table {bad} (Duo Dominoes), since 2023-11-14" in report
    await third.stop()


@pytest.mark.parametrize(
    "damage", mark_thorough(DAMAGES, MORE_CASES, but=DAMAGES[:1]), ids=["fields", "json", "options"]
)
async def test_a_backup_with_a_damaged_table_is_proved_and_the_rest_plays_on_from_it(
    room: Room, tmp_path: Path, damage: str
) -> None:
    bad, good = await start_damaged_and_whole(room, damage)
    await play_until(room, good, 1, BEAR, BULL)
    made = await kept_backups.make(room.store.engine, BackupSettings(str(tmp_path)), room.clock.now, list_unreadable)
    assert made.unreadable == [bad]
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [made.file]
    await room.write(kept_backups.note, made)
    assert await room.read(kept_backups.find_last) == made
    target = f"sqlite:///{tmp_path}/restored.db"
    restored = await backup.restore(tmp_path / "backups" / made.file, target, check=list_unreadable)
    assert restored.unreadable.keys() == {bad}
    async with await type(room.store).open(target) as copy:
        other = Room(copy, settings(), clock=room.clock)
        await other.start()
        assert await step(other, good, BEAR, BULL)
        assert await copy.read(tally_audit.list_differences, {bad}) == []
        with pytest.raises(Refused):
            await other.get(bad)
        await other.stop()


async def test_a_table_that_can_be_read_again_is_no_longer_named(room: Room) -> None:
    bad, _ = await start_damaged_and_whole(room, LOST_FIELDS)
    await room.host.backups.set_aside.settle([bad])
    assert not await room.host.backups.set_aside.is_empty()
    await room.host.backups.set_aside.settle([])
    assert await room.host.backups.set_aside.is_empty()


@pytest.mark.thorough(MORE_CASES)
async def test_the_commands_name_the_damaged_table_and_go_on(
    room: Room, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good = await start_damaged_and_whole(room, LOST_FIELDS)
    await backup.write_backup(room.store.engine, tmp_path / "b.gz")
    data = tmp_path / "data"
    given = Settings(boneyard_data=str(data), database_url=f"sqlite:///{data}/boneyard.db")
    await maintenance.restore(given, tmp_path / "b.gz")
    assert f"Table {bad} is set aside, since event" in capsys.readouterr().err
    await maintenance.backup(given, None)
    assert f"Table {bad} is set aside, since event" in capsys.readouterr().err
    assert await maintenance.audit(given) == ExitStatus.FAILED
    output = capsys.readouterr().out
    assert f"table {bad} (Duo Dominoes), since 20" in output and "cannot be read. It is set aside" in output
    assert len(output.splitlines()) == 1
    with closing(sqlite3.connect(data / "boneyard.db")) as connection:
        connection.execute("UPDATE tables SET sequence = sequence + 1 WHERE id = ?", (good,))
        connection.commit()
    assert await maintenance.audit(given) == ExitStatus.FAILED
    assert f"table {good}: " in capsys.readouterr().out


VALUES = ["'torn'", "X'ff00'", "CAST(X'ff' AS TEXT)", "4611686018427387905", "-9223372036854775808", "1.5", "'{'"]
"""The values of a damaged cell, in SQL."""


def damage_a_row(file: Path, chance: random.Random) -> tuple[str, object]:
    """Damage a random cell of a random row as a disk would, or lose the row. Returns the database table of the row, and
    the number of the game table that the row belongs to."""
    with closing(sqlite3.connect(file)) as connection:
        while True:
            stored = chance.choice(metadata.sorted_tables)
            columns = [column.name for column in stored.columns]
            keys = [column.name for column in stored.primary_key.columns]
            row = chance.choice(connection.execute(f"SELECT * FROM {stored.name}").fetchall())
            facts = dict(zip(columns, row, strict=True))
            where = " AND ".join(f'"{key}" = ?' for key in keys)
            change = f'UPDATE {stored.name} SET "{chance.choice(columns)}" = {chance.choice(VALUES)}'
            if chance.random() < 0.2:
                change = f"DELETE FROM {stored.name}"
            with contextlib.suppress(sqlite3.IntegrityError):  # SQLite itself refuses such a value
                connection.execute(f"{change} WHERE {where}", [facts[key] for key in keys])
                connection.commit()
                return stored.name, facts.get("id" if stored.name == "tables" else "table_id")


def add_what_is_due(connection: Connection, now: int) -> None:
    """Store two of everything that a loop looks for, so that one may be damaged."""
    for user in (5, 6):
        plan = NewPlan(1, 100, user, "duo-dominoes", "", "", "Europe/Berlin", "2026-12-24T20:00", True, now, "en")
        nights.add_date(connection, (nights.add(connection, plan), 0), now + 7_200_000, "announce", now - 1)
        write_letter(connection, user, f"Hello {user}", f"hello {user}", now)
        key_values.put(connection, DigestKind.DAILY.key_of(user), now - 5, now, now - 5)
        key_values.put(connection, DigestKind.AWAY.key_of(user), [now - 5, 2], now, now - 5)
        key_values.put(connection, f"erasing:{user + 70}", [], now)
        kept_away.keep_away(connection, KeptAway(1, user, f"keep {user}", now), 9)
        memories.plan_evenings(connection, user - 4, "Europe/Berlin", now - 2 * 86_400_000)


async def serve_the_rest(torn: Path, now: int, tables: set[int], case: object) -> None:
    """Start on a database with a damaged row, let every loop look, ask the doctor, and play a sound table."""
    async with await Store.open(f"sqlite:///{torn}") as store:
        room = Room(store, settings())
        room.clock.now = now
        await room.start()
        await room.parts.stop_loops()
        for loop in room.parts.make_loops():
            await loop.look()
        for lanes in (room.parts.nights.lanes, room.parts.outbox.lanes):
            await asyncio.gather(*lanes.busy.values(), return_exceptions=True)
        assert await store.read(_count_left, now) <= 2, case
        facts = await room.services.checkup.read_facts(0)
        assert await room.services.checkup.check_machine(facts, HOST), case
        for table in sorted(tables)[:1]:
            assert await step(room, table, BEAR, BULL), case
        await room.stop()


def _count_left(connection: Connection, now: int) -> int:
    """The number of letters and nights that are still due."""
    letters = select(func.count()).where(outbox.c.kind == "letter", outbox.c.state == "waiting")
    dates = select(func.count()).where(night_dates.c.step == "announce", night_dates.c.due_at <= now)
    return sum(connection.execute(query).scalar_one() for query in (letters, dates))


@pytest.mark.thorough(MORE_CASES)
async def test_the_rest_is_restored_plays_and_is_audited_whatever_cell_of_a_row_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tmp_path / "whole.db"
    async with await Store.open(f"sqlite:///{whole}") as store:
        room = Room(store, settings())
        await room.start()
        first = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
        second = await room.start_table("duo-dominoes", (BEAR, BULL), 2, thread=True)
        await room.stop()
        await fill(store)
        await store.write(add_what_is_due, room.clock.now)
    for number in range(rounds(4, 16, 500)):
        chance = random.Random(number)
        torn, restored = tmp_path / f"{number}.db", tmp_path / f"{number}-restored.db"
        with closing(sqlite3.connect(whole)) as source, closing(sqlite3.connect(torn)) as copy:
            source.backup(copy)
        name, table = damage_a_row(torn, chance)
        if number % 3 == 0:
            await serve_the_rest(torn, room.clock.now, {first, second} - {table}, (number, name))
        given = Settings(boneyard_data=str(tmp_path), database_url=f"sqlite:///{torn}")
        await maintenance.audit(given)
        file = tmp_path / f"{number}.gz"
        await maintenance.backup(given, file)
        address = f"sqlite:///{restored}"
        found = await backup.restore(file, address, check=list_unreadable)
        unharmed = {first, second} - {table}
        if name != "crews":
            assert not found.unreadable.keys() & unharmed, (number, name)
        await maintenance.audit(Settings(boneyard_data=str(tmp_path), database_url=address))
        with closing(sqlite3.connect(restored)) as copy:
            assert not copy.execute("PRAGMA foreign_key_check").fetchall()
        async with await Store.open(address) as store:
            assert await store.read(lambda connection: list(list_damage(connection))) == []
            if number % 8 == 0 and (playable := sorted(unharmed - found.unreadable.keys())):
                other = Room(store, settings(), clock=room.clock)
                await other.start()
                assert await step(other, playable[0], BEAR, BULL), (number, name)
                await other.stop()
        torn.unlink()
        capsys.readouterr()
