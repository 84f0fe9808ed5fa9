"""`boneyard doctor`: is everything there that a start needs? Nothing is changed, nobody is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import app
from bot.commands.doctor import INVITATION
from bot.config import Away, Misconfigured, Settings
from bot.edge import client as connection
from bot.store import engine as engines
from bot.store import migrate
from bot.store.errors import StoreError


async def doctor(settings: Settings) -> int:
    """A line for each thing that is needed; the exit status is 1 if one is lacking."""
    checks: tuple[tuple[str, Callable[[Settings], Awaitable[str]]], ...] = (
        ("database", _database),
        ("Discord", _discord),
    )
    well = True
    for name, check in checks:
        try:
            print(f"ok    {name}: {await check(settings)}")
        except (Misconfigured, Away, StoreError) as error:
            well = False
            print(f"FAIL  {name}: {error}")
    return 0 if well else 1


async def _database(settings: Settings) -> str:
    url = settings.database
    found = await migrate.state(url)
    if not engines.is_there(url):
        return f"{engines.place(url)} is not there yet; the first start makes it"
    engine = engines.open_engine(url)
    try:
        await engines.check(engine)
    finally:
        await engine.dispose()
    behind = "" if found == migrate.head() else "; the next start brings it to this program's schema"
    return engines.place(url) + behind


async def _discord(settings: Settings) -> str:
    if not settings.discord_token:
        return "no DISCORD_TOKEN; the bot plays on a page in your browser"
    client = connection.make(settings.discord_api_base, settings.discord_gateway, settings.discord_cdn)
    try:
        await app.login(client, settings)
        return f"this is {client.user}; invite it with the permissions {INVITATION.value}"
    finally:
        await client.close()
