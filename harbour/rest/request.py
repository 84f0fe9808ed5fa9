"""A parsed request, as handlers receive it. Handlers are plain functions without await, so they cannot race."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from aiohttp import BodyPartReader, web

from harbour.actions.uploads import Upload
from harbour.base.errors import ApiError, invalid_json
from harbour.base.json_types import JsonValue
from harbour.limits.fields import BodyField, as_object, invalid_form, read_path_snowflake
from harbour.limits.messages import FILE_BYTES, FILES
from harbour.state.model import Channel, Guild, User
from harbour.state.server_state import ServerState

PART = re.compile(r"files\[(\d{1,3})\]")


@dataclass(frozen=True, slots=True)
class RestRequest:
    """A request with all that a handler needs: the server state, parts of the path, the query, the body and uploads."""

    state: ServerState
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: JsonValue
    uploads: Mapping[int, Upload]
    gateway_url: str

    @property
    def bot(self) -> User:
        """The user who sent the request: always the bot."""
        return self.state.bot

    def read_path_id(self, name: str) -> str:
        """An id from the path. Raises 400 code 50035."""
        return read_path_snowflake(self.params[name], name)

    def read_form(self) -> BodyField:
        """The body as an object to check; empty if missing."""
        return as_object({} if self.body is None else self.body)

    def read_query_number(self, name: str, default: int, least: int, most: int) -> int:
        """A number from the query. Raises 400 code 50035 if it is invalid or out of range."""
        place = BodyField(self.query.get(name), (name,))
        found = place.read_integer(least, most)
        place.raise_if_invalid()
        return default if found is None else found

    def find_channel(self) -> Channel:
        """The channel in the path. Raises 404 code 10003."""
        return self.state.get_channel(self.read_path_id("channel"))

    def find_guild(self) -> Guild:
        """The guild in the path. Raises 404 code 10004 unless the bot is in it."""
        return self.state.get_guild(self.read_path_id("guild"), self.bot.id)

    def require_own_application(self) -> None:
        """Check that {app} in the path is the bot's own application. Raises 403 code 20012."""
        if self.read_path_id("app") != self.state.application_id:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")


Handler = Callable[[RestRequest], JsonValue]
"""Function that returns JSON (an object or list), or None for 204, and raises `ApiError`."""

Route = tuple[str, str, Handler]
H = TypeVar("H", bound=Handler)


class RouteTable(list[Route]):
    """Routes, each with a method, a path and a handler.

    Call the table with a method and paths to get the decorator that adds a handler for them. The
    first route that fits a request serves it.
    """

    def __call__(self, method: str, *paths: str) -> Callable[[H], H]:
        def add(handler: H) -> H:
            self.extend((method, path, handler) for path in paths)
            return handler

        return add


async def read_body(request: web.Request) -> tuple[JsonValue, dict[int, Upload]]:
    """Read a body as JSON, or as multipart with `payload_json` and `files[n]`; None if it is missing.

    Raises `ApiError` 400: 50109 (invalid JSON), 50035 (another content type, an unknown part), 30015 (too many files);
    413 code 40005 for a file that is too large.
    """
    if not request.can_read_body:
        return None, {}
    if request.content_type.startswith("multipart/"):
        return await _read_parts(request)
    raw = await request.read()
    if not raw:
        return None, {}
    if request.content_type != "application/json":
        raise invalid_form(((), "CONTENT_TYPE_INVALID", "Expected application/json"))
    return _parse_json(raw), {}


def _parse_json(raw: bytes) -> JsonValue:
    try:
        body = json.loads(raw.decode(), parse_constant=_refuse_constant)
        if b"\\u" in raw:
            json.dumps(body, ensure_ascii=False).encode()  # fails for a lone surrogate
        return body
    except (ValueError, RecursionError):
        raise invalid_json() from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not valid JSON")


async def _read_parts(request: web.Request) -> tuple[JsonValue, dict[int, Upload]]:
    body: JsonValue = {}
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
                refusal = "The harbour does not support this part of a multipart body"
                raise invalid_form(((str(part.name)[:50],), "UNKNOWN_PART", refusal))
    except (ValueError, AssertionError, LookupError):
        raise invalid_json() from None
    if len(uploads) > FILES:
        raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({FILES})")
    return body, uploads
