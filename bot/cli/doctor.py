"""`boneyard doctor` checks everything that the bot needs. It changes nothing, and posts only in a channel that it is
given."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from bot.acts import register
from bot.cli import maintenance
from bot.cli.exit_status import ExitStatus
from bot.cli.page_files import PageFiles
from bot.cli.run import catch_stop_signals, demand_token
from bot.config import Misconfigured, Settings, Unavailable, find_misnamed_token
from bot.edge import checkup, client as connection
from bot.edge.checkup import find_invitation
from bot.edge.steady_clock import SteadyClock
from bot.edge.sync import name_commands
from bot.edge.trials import Trials, find_application_owner, find_text_channel
from bot.ops.health import refuse_port, serves_people
from bot.ports import Finding, Grade
from bot.release import NewestRelease
from bot.services import checkup as machine
from bot.services.checkup import Facts, read_facts
from bot.serving.login import login
from bot.serving.settings import make_backup_settings
from bot.store import StoreError
from bot.store.database import engine as engines, migrate
from bot.store.database.sqlite_file import demand_access
from bot.store.messages import condition
from bot.wording import HOST


async def run_doctor(settings: Settings, channel: int | None = None, user: int | None = None) -> int:
    """Print a line for each finding. Return the exit status: a failure if any finding is a fault.

    In `channel`, everything that the bot does at Discord is tried by requests alone, so a bot that runs is not
    disturbed. `user` gets the direct message of the trial, or the owner of the application.
    """
    clock = SteadyClock()
    found, stored = await _check_databases(settings)
    facts = stored or Facts()
    found = machine.check_held_back(facts.refused, clock(), HOST) + found
    found.append(machine.check_disk(_find_folder(settings), facts.size, HOST))
    if stored is not None:
        found += machine.check_stored(stored, make_backup_settings(settings), clock(), HOST)
    found += await _check_service(settings, bool(facts.refused))
    found += await _check_discord(settings, stored, clock)
    newest = NewestRelease(settings.releases_url)
    await newest.look()
    if stored is not None:
        found.append(machine.check_players_reached(stored.closed_dms, HOST))
    found.append(machine.check_release(HOST, newest))
    for finding in found:
        _print(finding)
    status = ExitStatus.FAILED if any(finding.grade is Grade.FAULT for finding in found) else ExitStatus.OK
    return status if channel is None else max(status, await _try_out(settings, clock, channel, user))


def _print(finding: Finding) -> None:
    print(f"{finding.grade:5} {finding.topic}: {finding.text}", flush=True)


async def _try_out(settings: Settings, clock: SteadyClock, channel_id: int, user: int | None) -> int:
    """Try everything out in a channel, and delete it again, whatever happens. Return the exit status.

    Raises Misconfigured without a token, and Unavailable if Discord is out of reach.
    """
    demand_token(settings)
    async with catch_stop_signals() as stop, _log_in(settings, clock) as client:
        channel = await find_text_channel(client, channel_id, HOST)
        if isinstance(channel, Finding):
            _print(channel)
            return ExitStatus.FAILED
        trials = Trials(client, channel, user or find_application_owner(client), clock, HOST)
        failed = False
        try:
            async for finding in trials.run(stop):
                _print(finding)
                failed |= finding.grade is Grade.FAULT
        finally:
            cleaned = await trials.clean_up()
            _print(cleaned)
        if stop.is_set():
            return ExitStatus.INTERRUPTED
        return ExitStatus.FAILED if failed or cleaned.grade is Grade.FAULT else ExitStatus.OK


@contextlib.asynccontextmanager
async def _log_in(settings: Settings, clock: SteadyClock) -> AsyncIterator[connection.Client]:
    """A client for requests alone, logged in. Raises Misconfigured and Unavailable."""
    client = connection.make(connection.Addresses(*settings.discord_at), clock=clock)
    try:
        await login(client, settings)
        yield client
    finally:
        await client.close()


async def _check_service(settings: Settings, held_back: bool) -> list[Finding]:
    """Ask the running bot for the results of its health checks, if it has a health port."""
    if not settings.health_port:
        return []
    state = await maintenance.fetch_health(settings)
    if not state:
        try:
            with refuse_port(settings.health_host, settings.health_port):
                (await asyncio.start_server(lambda *_: None, settings.health_host, settings.health_port)).close()
        except Misconfigured as error:
            return [Finding("service", Grade.FAULT, str(error))]
        text = HOST.say("doctor/service_silent", address=maintenance.address_of_health(settings))
        return [Finding("service", Grade.NOTE, text)]
    ill = sorted(name for name, found in state.items() if found is False)
    if ill:
        grade = Grade.NOTE if serves_people(state) else Grade.FAULT
        return [Finding("service", grade, HOST.say("doctor/service_ill", names=ill))]
    return [] if held_back else [Finding("service", Grade.WELL, HOST.say("doctor/served"))]


def _find_folder(settings: Settings) -> Path:
    """The folder of the database's file, or else the data folder."""
    try:
        address = engines.parse_address(settings.database)
    except StoreError:
        return settings.data
    return engines.find_sqlite_path(address).parent if settings.uses_file else settings.data


async def _check_databases(settings: Settings) -> tuple[list[Finding], Facts | None]:
    """Look at the server's database and at the page's, and write a file in the data folder. Return the facts of the
    server's database as well; None if it cannot be read or has an older schema."""
    database, stored = await _check_database(settings.database)
    found = [database]
    page = PageFiles(settings.data).database
    try:
        folder = demand_access(page)
        if page.exists():
            found.append((await _check_database(page))[0])
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, StoreError) as error:
        found.append(Finding("disk", Grade.FAULT, str(error)))
    return found, stored


async def _check_database(url: str | Path) -> tuple[Finding, Facts | None]:
    """Report the state of a database, and return its facts if they can be read."""
    try:
        revision, head = await migrate.read_revision_at(url), migrate.find_head()
        name = engines.format_address(url)
        if not engines.exists(url):
            return Finding("database", Grade.WELL, HOST.say("doctor/database_new", name=name)), Facts()
        async with engines.use(url) as engine:
            await engines.check(engine)
            if (damage := engines.find_damage(url)) is not None:
                raise damage
            facts = await engines.read(engine, read_facts, SteadyClock()()) if revision == head else None
            size = await engines.read(engine, condition.measure_size)
    except StoreError as error:
        return Finding("database", Grade.FAULT, str(error)), None
    key = "doctor/database_behind" if facts is None else "doctor/database_well"
    text = HOST.say(key, name=name, size=machine.format_bytes(size, HOST), found=revision or "none", head=head)
    return Finding("database", Grade.WELL, text), facts


async def _check_discord(settings: Settings, stored: Facts | None, clock: SteadyClock) -> list[Finding]:
    if not settings.discord_token:
        return [Finding("token", Grade.WELL, _describe_no_token())]
    try:
        async with _log_in(settings, clock) as client:
            found = checkup.check_application(client, HOST)
            found.append(Finding("invitation", Grade.WELL, HOST.say("doctor/invite", address=find_invitation(client))))
            if stored is not None:
                found += _merge_findings(await checkup.check_servers(client, stored, HOST))
                found += await checkup.check_emojis(client, stored, clock(), HOST)
            found.append(await checkup.check_commands(client, name_commands(register().make_payload()), HOST))
            found.append(checkup.check_clock(client, HOST))
            if stored is not None and stored.has_more:
                found.append(
                    Finding(checkup.TOPIC, Grade.NOTE, HOST.say("doctor/channels_more", count=machine.MOST_SERVERS))
                )
            return found
    except (Misconfigured, Unavailable) as error:
        return [Finding("token", Grade.FAULT, str(error))]


def _describe_no_token() -> str:
    misnamed = find_misnamed_token()
    return HOST.say("doctor/token_misnamed", name=misnamed) if misnamed else HOST.say("doctor/token_none")


def _merge_findings(found: list[Finding]) -> list[Finding]:
    """Merge the findings about places where all is well into a single finding."""
    if not found:
        return [Finding(checkup.TOPIC, Grade.WELL, HOST.say("doctor/channels_none"))]
    troubles = [finding for finding in found if finding.grade is not Grade.WELL]
    if well := len(found) - len(troubles):
        troubles.append(Finding(checkup.TOPIC, Grade.WELL, HOST.say("doctor/channels_well", count=well)))
    return troubles
