"""The bot's account: user, application, gateway, and the application's emojis."""

import base64
import binascii
import re

from harbour.base.errors import ApiError, unknown
from harbour.base.json_types import Json
from harbour.rest.request import RestRequest, RouteTable
from harbour.state.model import Emoji

ROUTES = RouteTable()

EMOJI_BYTES, EMOJIS = 256 << 10, 2000
NAME = re.compile(r"\w{2,32}", re.ASCII)
DATA_URI = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/=\s]*)")
MAGIC = {"png": b"\x89PNG", "jpeg": b"\xff\xd8", "gif": b"GIF8", "webp": b"RIFF", "avif": b""}


@ROUTES("GET", "/users/@me")
def get_me(request: RestRequest) -> Json:
    """The bot's own user, with private fields."""
    return {**request.bot.to_json(), "verified": True, "mfa_enabled": False, "locale": "en-US", "email": None}


@ROUTES("GET", "/applications/@me", "/oauth2/applications/@me")
def get_application(request: RestRequest) -> Json:
    """The bot's application."""
    owner_id = next(iter(request.state.guilds.values())).owner_id
    return {
        "id": request.state.application_id,
        "name": request.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "type": None,
        "team": None,
        "owner": request.state.users[owner_id].to_json(),
        "rpc_origins": [],
        "bot": request.bot.to_json(),
        "approximate_guild_count": len(request.state.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "role_connections_verification_url": None,
        "interactions_endpoint_url": None,
        "redirect_uris": [],
    }


@ROUTES("GET", "/gateway")
def get_gateway(request: RestRequest) -> Json:
    """The gateway's address."""
    return {"url": request.gateway_url}


@ROUTES("GET", "/gateway/bot")
def get_gateway_bot(request: RestRequest) -> Json:
    """The gateway's address, recommended shards, and remaining session starts."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": request.gateway_url, "shards": 1, "session_start_limit": limit}


@ROUTES("GET", "/users/{user}")
def get_user(request: RestRequest) -> Json:
    """Any user. Raises 404 code 10013."""
    return request.state.get_user(request.read_path_id("user")).to_json()


@ROUTES("GET", "/users/@me/guilds")
def list_my_guilds(request: RestRequest) -> list[Json]:
    """The guilds that the bot is in, abbreviated."""
    guilds = [guild for guild in request.state.guilds.values() if request.bot.id in guild.members]
    return [
        {"id": g.id, "name": g.name, "icon": None, "banner": None, "owner": False, "permissions": "0", "features": []}
        for g in guilds
    ]


@ROUTES("POST", "/users/@me/channels")
def open_dm(request: RestRequest) -> Json:
    """The bot's DM with the user `recipient_id`, the same on every call.

    This works even if the person refuses DMs; sending a message then fails. Raises 400: 50035 (not a snowflake), 50007
    (a bot); 404 code 10013.
    """
    form = request.read_form()
    recipient = form["recipient_id"].require().read_snowflake()
    form.raise_if_invalid()
    person = request.state.get_user(str(recipient))
    if person.bot:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return request.state.open_dm(person).to_json(request.bot.id)


@ROUTES("GET", "/applications/{app}/emojis")
def list_emojis(request: RestRequest) -> Json:
    """All emojis of the application. Raises 403 code 20012."""
    request.require_own_application()
    return {"items": [emoji.to_json() for emoji in request.state.emojis.values()]}


@ROUTES("GET", "/applications/{app}/emojis/{emoji}")
def get_emoji(request: RestRequest) -> Json:
    """One emoji. Raises 403 code 20012, 404 code 10014."""
    return _find_emoji(request).to_json()


def _find_emoji(request: RestRequest) -> Emoji:
    request.require_own_application()
    if request.read_path_id("emoji") not in request.state.emojis:
        raise unknown("Emoji")
    return request.state.emojis[request.read_path_id("emoji")]


@ROUTES("POST", "/applications/{app}/emojis")
def create_emoji(request: RestRequest) -> Json:
    """Create an emoji from a name and a picture as a data URI.

    Raises 403 code 20012; 400: 50035 (invalid form, name taken, picture invalid or over 256 KiB), 30008 (too many
    emojis).
    """
    request.require_own_application()
    form = request.read_form()
    name = form["name"].require().read_text(32, least=2, pattern=NAME)
    image = form["image"].require().read_text(EMOJI_BYTES * 2, pattern=DATA_URI)
    form.raise_if_invalid()
    is_taken = any(emoji.name == name for emoji in request.state.emojis.values())
    if is_taken:
        form["name"].complain("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
    kind, body = _decode(str(image))
    if not body.startswith(MAGIC[kind]) or not body:
        form["image"].complain("IMAGE_INVALID", "Invalid image")
    if len(body) > EMOJI_BYTES:
        form["image"].complain("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.raise_if_invalid()
    if len(request.state.emojis) >= EMOJIS:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({EMOJIS})")
    emoji_id = request.state.snowflakes.make()
    emoji = Emoji(emoji_id, str(name), body, f"image/{kind}", kind == "gif", request.bot)
    request.state.emojis[emoji_id] = emoji
    request.state.storage.note(emoji)
    return emoji.to_json()


def _decode(uri: str) -> tuple[str, bytes]:
    match = DATA_URI.fullmatch(uri)
    assert match is not None
    try:
        return match[1], base64.b64decode(match[2], validate=False)
    except binascii.Error:
        return match[1], b""


@ROUTES("PATCH", "/applications/{app}/emojis/{emoji}")
def rename_emoji(request: RestRequest) -> Json:
    """Rename an emoji. Raises 403 code 20012, 404 code 10014, 400 code 50035."""
    emoji = _find_emoji(request)
    form = request.read_form()
    name = form["name"].require().read_text(32, least=2, pattern=NAME)
    form.raise_if_invalid()
    emoji.name = str(name)
    request.state.storage.note(emoji)
    return emoji.to_json()


@ROUTES("DELETE", "/applications/{app}/emojis/{emoji}")
def delete_emoji(request: RestRequest) -> None:
    """Delete an emoji. Raises 403 code 20012, 404 code 10014."""
    request.state.storage.note(request.state.emojis.pop(_find_emoji(request).id))
