"""The bot's account: user, application, gateway, and the application's commands and emojis. All commands are global."""

import base64
import binascii
import re

from harbour.actions import commands
from harbour.base.errors import ApiError, unknown
from harbour.base.json_types import Json
from harbour.limits.fields import BodyField
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


@ROUTES("GET", "/gateway/bot")
def get_gateway_bot(request: RestRequest) -> Json:
    """The gateway's address, recommended shards, and remaining session starts."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": request.gateway_url, "shards": 1, "session_start_limit": limit}


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
    _refuse_taken_name(request, form["name"], name)
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


def _refuse_taken_name(request: RestRequest, place: BodyField, name: object) -> None:
    if any(emoji.name == name for emoji in request.state.emojis.values()):
        place.complain("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")


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
    if name != emoji.name:
        _refuse_taken_name(request, form["name"], name)
        form.raise_if_invalid()
    emoji.name = str(name)
    request.state.storage.note(emoji)
    return emoji.to_json()


@ROUTES("DELETE", "/applications/{app}/emojis/{emoji}")
def delete_emoji(request: RestRequest) -> None:
    """Delete an emoji. Raises 403 code 20012, 404 code 10014."""
    request.state.storage.note(request.state.emojis.pop(_find_emoji(request).id))


@ROUTES("GET", "/applications/{app}/commands")
def list_commands(request: RestRequest) -> list[Json]:
    """All commands. Raises 403 code 20012 (another application)."""
    request.require_own_application()
    return [command.to_json() for command in request.state.commands]


@ROUTES("PUT", "/applications/{app}/commands")
def overwrite_commands(request: RestRequest) -> list[Json]:
    """Replace all commands. A command whose name and kind were there before keeps its id.

    Raises 403 code 20012; 400: 50035 (invalid form), 30032 (too many commands).
    """
    request.require_own_application()
    return [command.to_json() for command in commands.overwrite_all(request.state, request.body)]
