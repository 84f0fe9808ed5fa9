"""Responses contain every field that Discord's API description requires, and the headers of Discord's."""

import aiohttp

from harbour import Harbour, Person
from tests.harbour.conftest import Ask


async def test_all_required_fields_are_present(harbour: Harbour, ask: Ask, bear: Person) -> None:
    """The fixture `harbour` compares every response with the description."""
    here, guild, app = (
        f"/channels/{harbour.channel.id}",
        f"/guilds/{harbour.guild.id}",
        f"/applications/{harbour.bot.id}",
    )
    select = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}
    button = {"type": 2, "style": 1, "label": "b", "custom_id": "b"}
    rows = [{"type": 1, "components": [part]} for part in (select, button)]
    _, message = await ask("POST", here + "/messages", {"content": bear.mention, "components": rows})
    await ask("PUT", app + "/commands", [{"name": "go", "description": "Go"}])
    _, thread = await ask("POST", here + "/threads", {"name": "t", "type": 11})
    await ask("POST", "/users/@me/channels", {"recipient_id": bear.id})
    for path in (
        f"{here}/messages/{message['id']}", "/users/@me", f"/channels/{thread['id']}", guild + "/channels",
        f"{guild}/members/{bear.id}", guild, "/gateway/bot", "/applications/@me", "/oauth2/applications/@me",
    ):  # fmt: skip
        assert (await ask("GET", path))[0] == 200


async def test_json_has_no_charset_and_has_rate_limit_headers(harbour: Harbour) -> None:
    headers = {"Authorization": f"Bot {harbour.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.get(harbour.api_base + "/users/@me", headers=headers) as answer,
    ):
        assert answer.headers["Content-Type"] == "application/json"
        names = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")
        assert all(answer.headers[f"X-RateLimit-{name}"] for name in names) and answer.headers["Via"]
