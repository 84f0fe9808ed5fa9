"""`boneyard doctor` checks everything that the bot needs. It changes nothing and posts nothing."""

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.acts import register
from bot.cli import maintenance
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings, Unavailable, find_misnamed_token
from bot.edge import checkup
from bot.edge import client as connection
from bot.edge.checkup import INVITATION
from bot.edge.steady_clock import SteadyClock
from bot.edge.sync import name_commands
from bot.ops.health import ADVICE
from bot.ports.checkup import Finding, Grade
from bot.release import NewestRelease
from bot.services import checkup as machine
from bot.serving.login import login
from bot.serving.settings import make_backup_settings
from bot.store.backups import kept_backups
from bot.store.backups.kept_backups import LastBackup
from bot.store.database import engine as engines
from bot.store.database import migrate
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreError
from bot.store.messages import condition, outbox
from bot.store.messages.condition import PlaceInUse
from bot.store.tables import set_aside
from bot.store.tables.set_aside import SetAsideTable
from bot.tally.announcer import list_tally_channels
from bot.wording import HOST

MOST_SERVERS: Final = 25
"""The most servers whose channels are checked."""


class _StoredFacts:
    """The facts from the database that a checkup needs. Until `read` is called, they describe an empty database."""

    def __init__(self) -> None:
        self.readable = True
        """False if the database cannot be read or has an older schema. The other facts are then unknown."""
        self.size = 0
        self.last_backup: LastBackup | None = None
        self.damaged: list[SetAsideTable] = []
        self.damaged_messages = 0
        self.closed_dms: list[int] = []
        self.emojis: list[str] = []
        self.places: Mapping[int, list[PlaceInUse]] = {}
        """By server, the places of open tables."""
        self.tally_channels: Mapping[int, Mapping[int, str]] = {}
        """By checked server, the tally's channels, each with the reason of the last refusal ("" for none)."""

    def read(self, connection: Connection) -> None:
        self.size = condition.measure_size(connection)
        self.last_backup = kept_backups.find_last(connection)
        self.damaged = set_aside.list_set_aside(connection)
        self.damaged_messages = outbox.count_damaged(connection)
        self.closed_dms = condition.list_closed_dms(connection)
        self.emojis = condition.list_emoji_names(connection)
        self.places = condition.list_places_in_use(connection)
        self.tally_channels = {guild: list_tally_channels(connection, guild) for guild in self.checked}

    @property
    def checked(self) -> Mapping[int, list[PlaceInUse]]:
        """The places of the servers that are checked."""
        return dict(itertools.islice(self.places.items(), MOST_SERVERS))


async def run_doctor(settings: Settings) -> int:
    """Print a line for each finding. Return the exit status: a failure if any finding is a fault."""
    stored = _StoredFacts()
    clock = SteadyClock()
    found = [await _check_database(settings, stored)]
    found.append(machine.check_disk(_find_folder(settings), stored.size, HOST))
    if stored.readable:
        found.append(machine.check_backups(stored.last_backup, make_backup_settings(settings), clock(), HOST))
        found.append(machine.check_tables(stored.damaged, HOST))
    found += machine.check_rows(stored.last_backup, stored.damaged_messages, HOST)
    found += await _check_service(settings)
    found += await _check_discord(settings, stored, clock)
    newest = NewestRelease(settings.releases_url)
    await newest.look()
    if stored.readable:
        found.append(machine.check_players_reached(stored.closed_dms, HOST))
    found.append(machine.check_release(HOST, newest))
    for finding in found:
        print(f"{finding.grade:5} {finding.topic}: {finding.text}")
    return ExitStatus.FAILED if any(finding.grade is Grade.FAULT for finding in found) else ExitStatus.OK


async def _check_service(settings: Settings) -> list[Finding]:
    """Ask the running bot for the results of its health checks, if it has a health port."""
    if not settings.health_port:
        return []
    state = await maintenance.fetch_health(settings)
    if not state:
        text = HOST.say("doctor/service_silent", address=maintenance.address_of_health(settings))
        return [Finding("service", Grade.NOTE, text)]
    ill = sorted(name for name, healthy in state.items() if not healthy)
    if not ill:
        return [Finding("service", Grade.WELL, HOST.say("doctor/served"))]
    grade = Grade.NOTE if set(ill) <= ADVICE else Grade.FAULT
    return [Finding("service", grade, HOST.say("doctor/service_ill", names=ill))]


def _find_folder(settings: Settings) -> Path:
    """The folder of the database's file, or else the data folder."""
    try:
        address = engines.parse_address(settings.database)
    except StoreError:
        return settings.data
    return engines.find_sqlite_path(address).parent if settings.uses_file else settings.data


async def _check_database(settings: Settings, stored: _StoredFacts) -> Finding:
    try:
        return Finding("database", Grade.WELL, await _look_at_database(settings, stored))
    except StoreError as error:
        stored.readable = False
        return Finding("database", Grade.FAULT, str(error))


async def _look_at_database(settings: Settings, stored: _StoredFacts) -> str:
    """Read the facts from the database. Return a sentence about its state. Raises StoreError."""
    url = settings.database
    revision = await migrate.read_revision_at(url)
    name = engines.format_address(url)
    if not engines.exists(url):
        return HOST.say("doctor/database_new", name=name)
    engine = engines.open_engine(url)
    try:
        await engines.check(engine)
        if (damage := engines.find_damage(url)) is not None:
            raise damage
        if revision == migrate.find_head():
            await engines.read(engine, stored.read)
            return HOST.say("doctor/database_well", name=name, size=machine.format_bytes(stored.size))
        stored.readable = False
        size = machine.format_bytes(await engines.read(engine, condition.measure_size))
        return HOST.say(
            "doctor/database_behind", name=name, size=size, found=revision or "none", head=migrate.find_head()
        )
    finally:
        await engine.dispose()


async def _check_discord(settings: Settings, stored: _StoredFacts, clock: SteadyClock) -> list[Finding]:
    if not settings.discord_token:
        return [Finding("token", Grade.WELL, _describe_no_token())]
    client = connection.make(connection.Addresses(*settings.discord_at), clock=clock)
    try:
        await login(client, settings)
        found = checkup.check_application(client, HOST)
        found.append(Finding("invitation", Grade.WELL, HOST.say("doctor/invite", value=INVITATION.value)))
        if stored.readable:
            found += _merge_findings(await checkup.check_servers(client, stored.checked, stored.tally_channels, HOST))
            found.append(await checkup.check_emojis(client, stored.emojis, HOST))
        found.append(await checkup.check_commands(client, name_commands(register().make_payload()), HOST))
        found.append(checkup.check_clock(client, HOST))
        if len(stored.places) > MOST_SERVERS:
            found.append(Finding(checkup.TOPIC, Grade.NOTE, HOST.say("doctor/channels_more", count=MOST_SERVERS)))
        return found
    except (Misconfigured, Unavailable) as error:
        return [Finding("token", Grade.FAULT, str(error))]
    finally:
        await client.close()


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
