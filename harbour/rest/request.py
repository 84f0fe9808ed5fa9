"""A request as handlers see it. Handlers are plain functions: no await, no race."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from harbour.actions.uploads import Upload
from harbour.errors import ApiError, invalid_json
from harbour.limits.fields import Field, as_object, read_path_snowflake
from harbour.limits.messages import FILE_BYTES, FILES
from harbour.state.model import Channel, Guild, User
from harbour.state.server_state import ServerState

PART = re.compile(r"files\[(\d{1,3})\]")


@dataclass(frozen=True, slots=True)
class RestRequest:
    """One request: what it asks of the state, with the parts of its path, query and body."""

    state: ServerState
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: Mapping[int, Upload]
    gateway_url: str

    @property
    def bot(self) -> User:
        """The user who asks: a harbour has one bot."""
        return self.state.bot

    def path_id(self, name: str) -> str:
        """An identifier from the path."""
        return read_path_snowflake(self.params[name], name)

    def form(self) -> Field:
        """The body as an object to check; absent counts as empty."""
        return as_object({} if self.body is None else self.body)

    def query_number(self, name: str, default: int, least: int, most: int) -> int:
        """A number from the query, 400 when it is none or out of range."""
        place = Field(self.query.get(name), (name,))
        found = place.integer(least, most)
        place.raise_if_invalid()
        return default if found is None else found

    def channel(self) -> Channel:
        """The channel of the path. Raises 404 code 10003."""
        return self.state.get_channel(self.path_id("channel"))

    def guild(self) -> Guild:
        """The guild of the path. Raises 404 code 10004 unless the bot is in it."""
        return self.state.get_guild(self.path_id("guild"), self.bot.id)

    def require_own_application(self) -> None:
        """The {app} of the path must be the bot's own application."""
        if self.path_id("app") != self.state.application_id:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")


Handler = Callable[[RestRequest], Any]
"""Returns JSON (a dict or list), or None for 204; raises `ApiError`."""

Route = tuple[str, str, Handler]


async def read_body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """JSON, or multipart with `payload_json` and `files[n]`; an absent body is None.

    Raises `ApiError` 400 code 50109 for text that is no JSON, 413 code 40005 for a file that is too large.
    """
    if not request.can_read_body:
        return None, {}
    if request.content_type.startswith("multipart/"):
        return await _read_parts(request)
    raw = await request.read()
    if not raw:
        return None, {}
    if request.content_type != "application/json":
        error = {"_errors": [{"code": "CONTENT_TYPE_INVALID", "message": "Expected application/json"}]}
        raise ApiError(400, 50035, "Invalid Form Body", error)
    return _parse_json(raw), {}


def _parse_json(raw: bytes) -> Any:
    try:
        body = json.loads(raw.decode(), parse_constant=_refuse_constant)
        if b"\\u" in raw:
            json.dumps(body, ensure_ascii=False).encode()  # half a surrogate pair is no text
        return body
    except (ValueError, RecursionError):
        raise invalid_json() from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


async def _read_parts(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    body: Any = {}
    uploads: dict[int, Upload] = {}
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                raise invalid_json()
            if part.name == "payload_json":
                body = _parse_json(bytes(await part.read()))
            elif found := PART.fullmatch(part.name or ""):
                content = bytes(await part.read(decode=False))
                if len(content) > FILE_BYTES:
                    raise ApiError(413, 40005, "Request entity too large")
                kind = part.headers.get("Content-Type", "")
                uploads[int(found[1])] = Upload(part.filename or "unknown", content, kind)
            else:
                place = Field(None, (str(part.name)[:50],))
                place.complain("UNKNOWN_PART", "harbour does not know this part of a multipart body")
                place.raise_if_invalid()
    except (ValueError, AssertionError, LookupError):
        raise invalid_json() from None
    if len(uploads) > FILES:
        raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({FILES})")
    return body, uploads
