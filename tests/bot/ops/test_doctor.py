"""`boneyard doctor` at the harbour, and `/boneyard doctor`: each fault is named with its remedy."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
from sqlalchemy import create_engine

from bot.cli.doctor import run_doctor
from bot.cli.exit_status import ExitStatus
from bot.cli.page_files import PageFiles
from bot.cli.run import make_harbour_settings
from bot.config import Settings
from bot.edge import checkup, client as connection
from bot.edge.marks import DEAD_AFTER, name_mark
from bot.edge.steady_clock import SteadyClock
from bot.messages.findings import describe_findings
from bot.ops.health import Health
from bot.ports import Finding, Grade
from bot.services import checkup as machine
from bot.services.checkup import Facts
from bot.serving import login as logins
from bot.store.backups import kept_backups
from bot.store.backups.kept_backups import BackupSettings, LastBackup
from bot.store.database import migrate
from bot.store.messages.refusals import list_refused
from bot.wording import HOST
from harbour import Harbour, Permission
from tests.admin import forbid
from tests.chance import SeededChance
from tests.harbour.conftest import png
from tests.injected_faults import Fault, inject_fault
from tests.left_out import MORE_CASES
from tests.stories.evening import Evening, evening

NOW = 1_790_000_000_000
HOUR = 3_600_000
KEEPING = BackupSettings("data", hours=24, keep=3)


async def call_doctor(settings: Settings, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    """Run the doctor: its exit status, and its lines by topic."""
    status = await run_doctor(settings)
    lines = capsys.readouterr().out.splitlines()
    return status, {line[6:].partition(":")[0]: line for line in reversed(lines)}


def set_up(night: Evening, folder: Path, **more: int) -> Settings:
    """The settings with which a host looks at the bot of this evening."""
    address = night.store.engine.url.render_as_string(hide_password=False)
    settings = make_harbour_settings(Settings(boneyard_data=str(folder)), night.harbour)
    return replace(settings, database_url=address, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def log_in() -> AsyncIterator[tuple[Harbour, connection.Client]]:
    """A harbour, and a client that has logged in there."""
    async with Harbour() as harbour:
        client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url))
        await client.login(harbour.token)
        yield harbour, client
        await client.close()


async def test_the_doctor_checks_everything_without_a_gateway_connection(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with evening(tmp_path, chance=SeededChance("doctor")) as night:
        await night.open("duo-dominoes")
        settings = set_up(night, tmp_path, backup_hours=24)
        status, lines = await call_doctor(settings, capsys)
        assert status == ExitStatus.OK
        assert set(lines) == {
            "database", "disk", "backup", "tables", "token", "intents", "invitation", "permissions", "emojis",
            "copies", "commands", "clock", "players' DMs", "version",
        }  # fmt: skip
        assert lines["copies"] == "ok    copies: no other copy of Boneyard runs this bot."
        assert lines["permissions"] == (
            "ok    permissions: in 1 place with open tables, the bot has every permission it needs."
        )
        assert lines["token"].startswith("ok    token: Discord accepts the token: this is ")
        assert lines["invitation"].endswith(
            f" https://discord.com/oauth2/authorize?client_id={night.harbour.state.application_id}"
            f"&scope=bot+applications.commands&permissions={checkup.INVITATION.value}"
        )
        assert lines["version"].startswith("ok    version: Boneyard 1.")

        forbid(night.harbour, night.harbour.bot, Permission.ATTACH_FILES)
        before = len(night.harbour.requests)
        status, lines = await call_doctor(settings, capsys)
        assert status == ExitStatus.FAILED
        assert lines["permissions"].startswith("FAIL  permissions: in ")
        assert "the bot lacks attach files (boards and racks are pictures). Allow it" in lines["permissions"]
        assert {request.method for request in night.harbour.requests[before:]} == {"GET"}


@pytest.mark.thorough(MORE_CASES)
async def test_a_discord_that_hangs_holds_the_doctor_up_for_a_limited_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, chance=SeededChance("hanging")) as night:
        await night.open("duo-dominoes")
        settings = set_up(night, tmp_path)
        monkeypatch.setattr(checkup, "ANSWERED_WITHIN", 0.1)
        hanging = [
            inject_fault(night.harbour, Fault("GET", path, hold=True, times=9))
            for path in ("/guilds/.*", "/applications/.+/.+")
        ]
        status, lines = await call_doctor(settings, capsys)
        assert status == ExitStatus.OK
        assert lines["permissions"].startswith(
            "note  permissions: Discord didn't say what the bot may do in the server "
        )
        for topic in ("permissions", "commands"):
            assert "(no answer in time). Look again in a minute." in lines[topic]

        monkeypatch.setattr(logins, "LOGGED_IN_WITHIN", 0.1)
        hanging.append(inject_fault(night.harbour, Fault("GET", "/users/@me", hold=True)))
        status, lines = await call_doctor(settings, capsys)
        assert status == ExitStatus.FAILED
        assert " cannot be reached: it did not answer within 0.1 seconds. Look at the " in lines["token"]
        assert "version" in lines
        for fault in hanging:
            fault.release()


@pytest.mark.thorough(MORE_CASES)
async def test_slow_mode_a_lost_tally_and_an_ill_bot_are_named_on_the_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with evening(tmp_path, chance=SeededChance("doctor")) as night:
        books = night.harbour.state.add_channel(night.harbour.guild, "books")
        await night.settle(await night.harbour.owner.slash("boneyard settings", options={"channel": books.id}))
        await night.open("duo-dominoes")
        night.harbour.channel.slow_mode = 10
        night.harbour.state.delete_channel(books)
        health = Health({"gateway": lambda: True, "stuck": lambda: False}, night.app.metrics, lambda: True)
        await health.start("127.0.0.1", 0)
        settings = set_up(night, tmp_path, health_port=health.port)
        _, lines = await call_doctor(settings, capsys)
        await health.stop()
        _, silent = await call_doctor(settings, capsys)
    assert "slow mode is on in Mess deck, #table (10 seconds)" in lines["permissions"]
    place = f"Mess deck, channel {books.id}"
    assert lines["tally"].startswith(f"FAIL  tally: {place}, where the bot announces the tally's changes")
    assert lines["service"].startswith("note  service: the running bot reports trouble with stuck.")
    assert silent["service"].startswith("note  service: no running bot answers at http://127.0.0.1:")


async def test_an_application_that_is_set_up_differently_is_named() -> None:
    async with log_in() as (_harbour, client):
        assert [finding.grade for finding in checkup.check_application(client, HOST)] == [Grade.WELL, Grade.WELL]
        assert client.application is not None
        client.application.interactions_endpoint_url = "https://elsewhere.example/interactions"
        client.application._flags = 1 << 18 | 1 << 15
        token, intents = checkup.check_application(client, HOST)
    assert (token.grade, intents.grade) == (Grade.FAULT, Grade.NOTE)
    assert "clear Interactions Endpoint URL" in token.text
    assert "may use member lists and message contents" in intents.text


@pytest.mark.parametrize(
    ("lacking", "thread", "grade"),
    [
        ("attach_files", False, Grade.FAULT),
        ("send_messages_in_threads", False, Grade.NOTE),
        ("send_messages_in_threads", True, Grade.FAULT),
        ("create_public_threads", False, Grade.NOTE),
        ("create_public_threads", True, Grade.WELL),
    ],
)
def test_a_missing_permission_fails_only_if_tables_need_it(lacking: str, thread: bool, grade: Grade) -> None:
    allowed = discord.Permissions(checkup.INVITATION.value)
    allowed.update(**{lacking: False})
    assert checkup.check_place(checkup.SeenPlace("here", allowed, thread), HOST).grade is grade


async def test_before_an_upgrade_the_checks_that_need_the_migrated_database_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'boneyard.db'}")
    with engine.begin() as connection:
        migrate.migrate_to(connection, "0004")
    engine.dispose()
    status, lines = await call_doctor(Settings(boneyard_data=str(tmp_path)), capsys)
    assert status == ExitStatus.OK
    assert "the next start migrates it from schema 0004" in lines["database"]
    assert set(lines) == {"database", "disk", "token", "version"}
    async with Harbour() as harbour:
        settings = make_harbour_settings(Settings(boneyard_data=str(tmp_path)), harbour)
        lines = (await call_doctor(settings, capsys))[1]
    assert "clock" in lines
    assert not {"emojis", "permissions"} & set(lines)


async def test_nothing_is_said_about_the_contents_of_a_database_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boneyard.db").write_bytes(b"no database" * 999)
    status, lines = await call_doctor(Settings(boneyard_data=str(tmp_path)), capsys)
    assert status == ExitStatus.FAILED
    assert lines["database"].startswith("FAIL")
    assert set(lines) == {"database", "disk", "token", "version"}


async def test_the_doctor_writes_a_file_in_the_data_folder_and_leaves_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(boneyard_data=str(tmp_path))
    await run_doctor(settings)
    assert "FAIL  disk" not in capsys.readouterr().out
    assert os.listdir(tmp_path) == []

    def refuse(dir: Path) -> None:
        raise OSError(f"no space left in {dir}")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    assert await run_doctor(settings) == ExitStatus.FAILED
    assert f"FAIL  disk: no space left in {tmp_path}" in capsys.readouterr().out


async def test_the_doctor_looks_at_the_database_of_the_page_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PageFiles(tmp_path).database
    page.write_bytes(b"no database" * 500)
    assert await run_doctor(Settings(boneyard_data=str(tmp_path))) == ExitStatus.FAILED
    assert f"FAIL  database: {page}" in capsys.readouterr().out


async def test_before_the_first_start_no_commands_are_registered() -> None:
    async with log_in() as (_harbour, client):
        finding = await checkup.check_commands(client, frozenset({(1, "table")}), HOST)
    assert (finding.grade, finding.text) == (Grade.NOTE, "none are registered yet; the first start registers them.")


async def test_emojis_that_are_missing_are_counted() -> None:
    async with log_in() as (harbour, client):
        await client.create_application_emoji(name="by_R1_0a1b2c", image=png())
        new, well, lacking = [
            (await checkup.check_emojis(client, Facts(emojis=names), 0, HOST))[0]
            for names in ([], ["by_R1_0a1b2c"], ["by_R1_0a1b2c", "by_R2_000000"])
        ]
        inject_fault(harbour, Fault("GET", f"/applications/{client.application_id}/emojis", 403))
        away, copies = await checkup.check_emojis(client, Facts(emojis=["by_R1_0a1b2c"]), 0, HOST)
    grades = [finding.grade for finding in (new, well, lacking, away, copies)]
    assert grades == [Grade.NOTE, Grade.WELL, Grade.NOTE, Grade.NOTE, Grade.NOTE]
    assert lacking.text.startswith("1 piece has no emoji yet (out of 2)")


async def test_a_live_mark_that_the_database_does_not_know_is_another_copy() -> None:
    async with log_in() as (harbour, client):
        now = harbour.clock.now()
        await client.create_application_emoji(name=name_mark("0" * 8, now), image=png())
        await client.create_application_emoji(name=name_mark("1" * 8, now - DEAD_AFTER), image=png())
        own, others = [
            (await checkup.check_emojis(client, Facts(marks=known), now, HOST))[1] for known in ({"0" * 8}, set[str]())
        ]
    assert [finding.grade for finding in (own, others)] == [Grade.WELL, Grade.FAULT]
    assert f"its mark, {name_mark('0' * 8, now)}, among" in others.text


@pytest.mark.parametrize(
    ("ahead", "grade", "words"),
    [
        (0, Grade.WELL, "agrees with"),
        (3_000, Grade.WELL, "agrees with"),
        (90_000, Grade.NOTE, "ahead of"),
        (-90_000, Grade.NOTE, "behind"),
    ],
)
async def test_a_wrong_clock_is_reported(ahead: int, grade: Grade, words: str) -> None:
    steady = SteadyClock(lambda: (NOW + ahead) * 1_000_000, lambda: 0)
    addresses = connection.Addresses("https://discord.com/api/v10", "wss://gateway.discord.gg/")
    client = connection.make(addresses, clock=steady)
    assert "hasn't given" in checkup.check_clock(client, HOST).text
    steady.correct_by_date(NOW, 0)
    found = checkup.check_clock(client, HOST)
    assert found.grade is grade
    assert words in found.text


def test_each_state_of_the_backups_says_what_to_do() -> None:
    old, young = LastBackup(NOW - 49 * HOUR, "a.gz", 5), LastBackup(NOW - 3 * HOUR, "a.gz", 5 << 20)
    off = replace(KEEPING, hours=0)
    assert "makes the first one 5 minutes after it starts" in machine.check_backups(None, KEEPING, NOW, HOST).text
    assert "`boneyard backup` makes one now" in machine.check_backups(None, off, NOW, HOST).text
    assert (
        machine.check_backups(young, KEEPING, NOW, HOST).text
        == "the last one is 3 hours old (a.gz, 5.0 MiB), and a trial restore of it worked."
    )
    assert machine.check_backups(old, KEEPING, NOW, HOST).grade is Grade.NOTE
    assert "2 days old" in machine.check_backups(old, KEEPING, NOW, HOST).text
    assert "BACKUP_HOURS is 0" in machine.check_backups(young, off, NOW, HOST).text


def test_an_older_copy_of_the_database_is_told_by_a_newer_backup_beside_it(tmp_path: Path) -> None:
    keeping = replace(KEEPING, data=str(tmp_path))
    last = LastBackup(NOW - 3 * HOUR, "a.gz", 5)
    keeping.folder.mkdir()
    (keeping.folder / kept_backups.name_at(last.at)).touch()
    assert machine.check_backups(last, keeping, NOW, HOST).grade is Grade.WELL
    (keeping.folder / kept_backups.name_at(NOW - HOUR)).touch()
    assert (
        "somebody has replaced the database with an older copy" in machine.check_backups(last, keeping, NOW, HOST).text
    )


@pytest.mark.parametrize(("free", "grade"), [(1 << 40, Grade.WELL), (600 << 20, Grade.NOTE), (1 << 20, Grade.FAULT)])
def test_a_disk_that_fills_up_is_reported(
    free: int, grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    assert machine.check_disk(tmp_path / "none yet", 200 << 20, HOST).grade is grade


async def test_only_the_host_reads_about_their_machine(tmp_path: Path) -> None:
    found = [Finding("disk", Grade.FAULT, "full"), Finding("permissions", Grade.WELL, "all is allowed.")]
    assert describe_findings(found, True, HOST) == "✗ **disk**: full\n✓ **permissions**: all is allowed."
    public = describe_findings(found, False, HOST)
    assert "full" not in public
    assert "The host of the bot should look at: disk." in public
    long = [*found, *[Finding("permissions", Grade.FAULT, "x" * 300) for _ in range(9)]]
    assert "The host of the bot should look at: disk." in describe_findings(long, False, HOST)
    async with evening(tmp_path, chance=SeededChance("owner")) as night:
        await night.open("duo-dominoes")
        night.harbour.owner.accept_dms(False)
        answer = await night.harbour.owner.slash("boneyard doctor")
        await night.settle(answer)
        text = (await answer.message()).content
        assert "the bot can't send you direct messages" in text
        assert "✓ **database**: the bot can read and write SQLite, which holds " in text
        night.harbour.owner.accept_dms(True)
        answer = await night.harbour.owner.slash("boneyard doctor")
        await night.settle(answer)
        assert "you have a direct message from the bot" in (await answer.message()).content
        assert night.harbour.owner.dm()[-1].content.startswith("This is a test by `/boneyard doctor`")


@pytest.mark.thorough(MORE_CASES)
async def test_what_is_held_back_stands_first_and_all_is_not_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with evening(tmp_path, chance=SeededChance("held")) as night:
        bear = night.people[0]
        await night.open("duo-dominoes")
        bear.accept_dms(False)
        await night.start()
        (refusal,) = await night.store.read(list_refused, night.harbour.clock.now())
        assert refusal.user == int(bear.id)
        held = f"Discord has been refusing {refusal.what} of table {refusal.table}, which was meant for "
        answer = await night.harbour.owner.slash("boneyard doctor")
        await night.settle(answer)
        text = (await answer.message()).content
        says = f"(Discord says: {refusal.detail}). The bot tries again in "
        assert text.startswith(f"! **held back**: for 0 seconds, {held}<@{bear.id}> {says}")
        assert "403" in refusal.detail
        assert "50007" in refusal.detail
        assert HOST.say("doctor/served") not in text
        await run_doctor(set_up(night, tmp_path))
        first = capsys.readouterr().out.splitlines()[0]
        assert first.startswith("note  held back: for ") and held in first and says in first
        assert night.app.parts is not None
        figures = await night.app.parts.watch.take_figures()
        assert figures.unreached == 1
        assert figures.unreached_for >= 0
        assert await night.app.parts.watch.are_all_reached(), "closed DMs are no fault of the bot"
