"""Responses contain every field that Discord's API description requires."""

from harbour import Harbour, Person
from harbour.base.json_types import JsonValue
from tests.harbour.conftest import Ask

# Required fields of the schemas that Discord publishes for API version 10, by kind of object.
REQUIRED = {
    "message": "type content mentions mention_roles attachments embeds timestamp edited_timestamp flags components id"
    " channel_id author pinned mention_everyone tts",
    "user": "id username avatar discriminator public_flags flags global_name primary_guild",
    "command": "id application_id version default_member_permissions type name description",
    "emoji": "id name roles require_colons managed animated available",
    "thread": "id type flags guild_id name owner_id thread_metadata message_count member_count total_message_sent",
    "thread metadata": "archived archive_timestamp auto_archive_duration locked",
    "channel": "id type flags guild_id name position",
    "direct channel": "id type flags recipients",
    "member": "avatar banner communication_disabled_until flags joined_at nick pending premium_since roles user"
    " mute deaf",
    "role": "id name permissions position color colors hoist managed mentionable icon unicode_emoji flags",
    "gateway": "url session_start_limit shards",
    "guild": "id name icon description home_header splash discovery_splash features banner owner_id application_id"
    " region afk_channel_id afk_timeout system_channel_id system_channel_flags widget_enabled widget_channel_id"
    " verification_level roles default_message_notifications mfa_level explicit_content_filter max_presences"
    " max_members max_stage_video_channel_users max_video_channel_users vanity_url_code premium_tier"
    " premium_subscription_count preferred_locale rules_channel_id safety_alerts_channel_id"
    " public_updates_channel_id premium_progress_bar_enabled nsfw nsfw_level emojis stickers incidents_data",
    "application": "id name icon description type verify_key flags flags_new redirect_uris interactions_endpoint_url"
    " role_connections_verification_url owner approximate_guild_count approximate_user_install_count"
    " approximate_user_authorization_count explicit_content_filter team eligible_oauth2_scopes",
    "button": "type id style",
    "select": "type id custom_id min_values max_values options",
    "row": "type id components",
}


def list_missing(kind: str, answer: JsonValue) -> set[str]:
    return set(REQUIRED[kind].split()) - set(answer)


async def test_all_required_fields_are_present(harbour: Harbour, ask: Ask, bear: Person) -> None:
    here, guild, app = (
        f"/channels/{harbour.channel.id}",
        f"/guilds/{harbour.guild.id}",
        f"/applications/{harbour.bot.id}",
    )

    async def get(path: str) -> JsonValue:
        return (await ask("GET", path))[1]

    select = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}
    button = {"type": 2, "style": 1, "label": "b", "custom_id": "b"}
    rows = [{"type": 1, "components": [part]} for part in (select, button)]
    _, message = await ask("POST", here + "/messages", {"content": bear.mention, "components": rows})
    _, commands = await ask("PUT", app + "/commands", [{"name": "go", "description": "Go"}])
    _, thread = await ask("POST", here + "/threads", {"name": "t", "type": 11})
    _, direct = await ask("POST", "/users/@me/channels", {"recipient_id": bear.id})
    shapes = {
        "message": [message, await get(f"{here}/messages/{message['id']}")],
        "row": message["components"],
        "select": message["components"][0]["components"],
        "button": message["components"][1]["components"],
        "user": [message["author"], *message["mentions"], *direct["recipients"], await get("/users/@me")],
        "command": commands,
        "thread": [thread, await get(f"/channels/{thread['id']}")],
        "thread metadata": [thread["thread_metadata"]],
        "channel": await get(guild + "/channels"),
        "direct channel": [direct],
        "member": [await get(f"{guild}/members/{bear.id}")],
        "role": (await get(guild))["roles"],
        "guild": [await get(guild)],
        "gateway": [await get("/gateway/bot")],
        "application": [await get("/applications/@me"), await get("/oauth2/applications/@me")],
    }
    for kind, answers in shapes.items():
        assert answers, kind
        for answer in answers:
            assert not list_missing(kind, answer), kind


async def test_json_has_no_charset_and_has_rate_limit_headers(harbour: Harbour) -> None:
    import aiohttp

    headers = {"Authorization": f"Bot {harbour.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.get(harbour.api_base + "/users/@me", headers=headers) as answer,
    ):
        assert answer.headers["Content-Type"] == "application/json"
        names = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")
        assert all(answer.headers[f"X-RateLimit-{name}"] for name in names) and answer.headers["Via"]
