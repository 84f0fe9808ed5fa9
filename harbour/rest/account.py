"""Who the bot is: user, application, gateway, its own emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from harbour.errors import ApiError, unknown
from harbour.json_types import Json
from harbour.rest.request import RestRequest, Route
from harbour.state.model import Emoji

EMOJI_BYTES, EMOJIS = 256 << 10, 2000
NAME = re.compile(r"\w{2,32}", re.ASCII)
DATA_URI = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/=\s]*)")
MAGIC = {"png": b"\x89PNG", "jpeg": b"\xff\xd8", "gif": b"GIF8", "webp": b"RIFF", "avif": b""}


def me(call: RestRequest) -> Json:
    """`GET /users/@me`: the bot's own user, with what only he sees of himself."""
    return {**call.bot.to_json(), "verified": True, "mfa_enabled": False, "locale": "en-US", "email": None}


def application(call: RestRequest) -> Json:
    """`GET /applications/@me`, `GET /oauth2/applications/@me`: the application that the bot belongs to."""
    owner = next(iter(call.state.guilds.values())).owner_id
    return {
        "id": call.state.application_id,
        "name": call.bot.name,
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
        "owner": call.state.users[owner].to_json(),
        "rpc_origins": [],
        "bot": call.bot.to_json(),
        "approximate_guild_count": len(call.state.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "role_connections_verification_url": None,
        "interactions_endpoint_url": None,
        "redirect_uris": [],
    }


def gateway(call: RestRequest) -> Json:
    """`GET /gateway`: where the gateway listens."""
    return {"url": call.gateway_url}


def gateway_bot(call: RestRequest) -> Json:
    """`GET /gateway/bot`: the same, how many shards are advised, and how many sessions may still be started."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": call.gateway_url, "shards": 1, "session_start_limit": limit}


def user(call: RestRequest) -> Json:
    """`GET /users/{user}`: anybody. Raises 404 code 10013."""
    return call.state.user(call.id("user")).to_json()


def my_guilds(call: RestRequest) -> list[Json]:
    """`GET /users/@me/guilds`: the guilds that the bot is in, in short."""
    mine = [guild for guild in call.state.guilds.values() if call.bot.id in guild.members]
    return [
        {"id": g.id, "name": g.name, "icon": None, "banner": None, "owner": False, "permissions": "0", "features": []}
        for g in mine
    ]


def open_dm(call: RestRequest) -> Json:
    """`POST /users/@me/channels`: the bot's DM with `recipient_id`, the same every time; a person who takes none is
    only heard of when something is sent there. Raises 400: 50035 (no snowflake), 50007 (a bot); 404 code 10013."""
    form = call.form()
    form["recipient_id"].required()
    recipient = form["recipient_id"].snowflake()
    form.refuse_if_bad()
    person = call.state.user(str(recipient))
    if person.bot:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return call.state.dm(person).to_json(call.bot.id)


def emojis(call: RestRequest) -> Json:
    """`GET /applications/{app}/emojis`: all emojis of the application. Raises 403 code 20012 for another one's."""
    call.mine()
    return {"items": [emoji.to_json() for emoji in call.state.emojis.values()]}


def emoji(call: RestRequest) -> Json:
    """`GET /applications/{app}/emojis/{emoji}`: one of them. Raises 403 code 20012, 404 code 10014."""
    return _emoji(call).to_json()


def _emoji(call: RestRequest) -> Emoji:
    call.mine()
    if call.id("emoji") not in call.state.emojis:
        raise unknown("Emoji")
    return call.state.emojis[call.id("emoji")]


def create_emoji(call: RestRequest) -> Json:
    """`POST /applications/{app}/emojis`: a new one, from a name and a picture as a data URI.

    Raises 403 code 20012; 400: 50035 (the form, a name that is taken, a picture that is none or over 256 KiB), 30008
    (too many).
    """
    call.mine()
    form = call.form()
    for key in ("name", "image"):
        form[key].required()
    name = form["name"].text(32, least=2, pattern=NAME)
    image = form["image"].text(EMOJI_BYTES * 2, pattern=DATA_URI)
    form.refuse_if_bad()
    taken = any(emoji.name == name for emoji in call.state.emojis.values())
    if taken:
        form["name"].complain("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
    kind, body = _decoded(str(image))
    if not body.startswith(MAGIC[kind]) or not body:
        form["image"].complain("IMAGE_INVALID", "Invalid image")
    if len(body) > EMOJI_BYTES:
        form["image"].complain("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.refuse_if_bad()
    if len(call.state.emojis) >= EMOJIS:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({EMOJIS})")
    number = call.state.snowflakes.new()
    made = Emoji(number, str(name), body, f"image/{kind}", kind == "gif", call.bot)
    call.state.emojis[number] = made
    return made.to_json()


def _decoded(uri: str) -> tuple[str, bytes]:
    found = DATA_URI.fullmatch(uri)
    assert found is not None
    try:
        return found[1], base64.b64decode(found[2], validate=False)
    except binascii.Error:
        return found[1], b""


def rename_emoji(call: RestRequest) -> Json:
    """`PATCH /applications/{app}/emojis/{emoji}`: another name. Raises 403 code 20012, 404 code 10014, 400 code
    50035."""
    emoji = _emoji(call)
    form = call.form()
    form["name"].required()
    name = form["name"].text(32, least=2, pattern=NAME)
    form.refuse_if_bad()
    emoji.name = str(name)
    return emoji.to_json()


def delete_emoji(call: RestRequest) -> Any:
    """`DELETE /applications/{app}/emojis/{emoji}`: it is gone. Raises 403 code 20012, 404 code 10014."""
    del call.state.emojis[_emoji(call).id]


ROUTES: list[Route] = [
    ("GET", "/users/@me", me),
    ("GET", "/users/@me/guilds", my_guilds),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user}", user),
    ("GET", "/applications/@me", application),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
    ("GET", "/applications/{app}/emojis", emojis),
    ("POST", "/applications/{app}/emojis", create_emoji),
    ("GET", "/applications/{app}/emojis/{emoji}", emoji),
    ("PATCH", "/applications/{app}/emojis/{emoji}", rename_emoji),
    ("DELETE", "/applications/{app}/emojis/{emoji}", delete_emoji),
]
