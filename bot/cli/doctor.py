"""`boneyard doctor` checks everything that a start needs. It changes nothing and posts nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import discord_login
from bot.cli.exit_status import ExitStatus
from bot.commands.doctor import INVITATION
from bot.config import Misconfigured, Settings, Unavailable
from bot.edge import client as connection
from bot.store import engine as engines
from bot.store import migrate
from bot.store.errors import StoreError


async def doctor(settings: Settings) -> int:
    """Print a line for each check, and return the exit status."""
    checks: tuple[tuple[str, Callable[[Settings], Awaitable[str]]], ...] = (
        ("database", _database),
        ("Discord", _discord),
    )
    passed = True
    for name, check in checks:
        try:
            print(f"ok    {name}: {await check(settings)}")
        except (Misconfigured, Unavailable, StoreError) as error:
            passed = False
            print(f"FAIL  {name}: {error}")
    return ExitStatus.OK if passed else ExitStatus.FAILED


async def _database(settings: Settings) -> str:
    url = settings.database
    found = await migrate.check_revision(url)
    if not engines.exists(url):
        return f"{engines.display_url(url)} does not exist yet; the first start makes it"
    engine = engines.open_engine(url)
    try:
        await engines.check(engine)
    finally:
        await engine.dispose()
    if (damage := engines.damage(url)) is not None:
        raise damage
    behind = "" if found == migrate.head() else "; the next start migrates it to the present schema"
    return engines.display_url(url) + behind


async def _discord(settings: Settings) -> str:
    if not settings.discord_token:
        return "no DISCORD_TOKEN; the bot plays on a page in your browser"
    client = connection.make(settings.discord_api_base, settings.discord_gateway, settings.discord_cdn)
    try:
        await discord_login.login(client, settings)
        return f"this is {client.user}; invite it with the permissions {INVITATION.value}"
    finally:
        await client.close()
