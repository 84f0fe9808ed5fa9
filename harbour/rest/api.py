"""The entry for all REST requests.

For each request it checks the token, reads the body, calls the handler and keeps a record.
"""

import hashlib
import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate

from aiohttp import web

from harbour.base.errors import ApiError, missing_token
from harbour.base.json_types import JsonValue
from harbour.rest import account, calendar, channels, guilds, interactions
from harbour.rest.request import Handler, RestRequest, Route, read_body
from harbour.state.server_state import ServerState

log = logging.getLogger("harbour.rest")

PREFIX = "/api/v10"
ROUTES: list[Route] = [
    *account.ROUTES,
    *channels.ROUTES,
    *guilds.ROUTES,
    *calendar.ROUTES,
    *interactions.ROUTES,
]
_ANSWERING_201 = (channels.start_thread, account.create_emoji)
"""Handlers that answer 201 on success. (Creating a message answers 200.)"""
_BY_TOKEN_IN_PATH = ("/interactions/", "/webhooks/")
"""Beginnings of the paths that have an interaction's token in them, and need no token of the bot."""
_IDS = re.compile(r"\d{15,20}|[\w-]{40,}")


@dataclass(slots=True)
class Exchange:
    """A request, and the answer that it gets. `path` is below /api/v10."""

    method: str
    path: str
    headers: dict[str, str]
    """The headers of the answer."""
    status: int = 200
    body: JsonValue = None
    files: tuple[str, ...] = ()
    answer: JsonValue = None
    """Text is sent as a page, anything else as JSON."""

    def make_response(self) -> web.Response:
        """Make the response."""
        if self.answer is None:
            return web.Response(status=self.status, headers=self.headers)
        if isinstance(self.answer, str):
            return web.Response(text=self.answer, content_type="text/html", status=self.status, headers=self.headers)
        # discord.py accepts only this exact content type for JSON, without a charset.
        self.headers["Content-Type"] = "application/json"
        return web.Response(body=json.dumps(self.answer).encode(), status=self.status, headers=self.headers)


CarryOut = Callable[[], Awaitable[None]]


async def _carry_out(exchange: Exchange, request: web.Request, carry_out: CarryOut) -> None:
    await carry_out()


class RestApi:
    """The REST API. Tests inspect `recorded`, `unsupported` and `failures`."""

    def __init__(self, state: ServerState, token: str, gateway_url: Callable[[], str]) -> None:
        self._state = state
        self._token = token
        self._gateway_url = gateway_url
        self.around: Callable[[Exchange, web.Request, CarryOut], Awaitable[None]] = _carry_out
        """Awaits its last argument to have a request carried out, and may change what is answered. Raises ApiError."""
        self.recorded: list[Exchange] = []
        self.unsupported: list[str] = []
        self.failures: list[BaseException] = []

    def list_routes(self) -> list[web.RouteDef]:
        """All routes and their handlers. Other paths below /api are recorded in `unsupported` and answered 404."""
        known = [web.route(method, PREFIX + path, self._wrap(handler)) for method, path, handler in ROUTES]
        return [*known, web.route("*", "/api/{rest:.*}", self._wrap(self._refuse_unsupported))]

    def _wrap(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            return await self._serve(request, handler)

        return serve

    def _refuse_unsupported(self, parsed: RestRequest) -> None:
        route = parsed.params["rest"]
        raise ApiError(404, 0, f"The harbour does not support {route}")

    async def _serve(self, request: web.Request, handler: Handler) -> web.Response:
        path = request.path.removeprefix(PREFIX)
        exchange = Exchange(request.method, path, self._build_headers(request.method, path))
        try:
            await self.around(exchange, request, lambda: self._carry_out(exchange, request, handler))
        except ApiError as error:
            exchange.status, exchange.answer = error.status, error.to_json()
        except web.HTTPRequestEntityTooLarge:
            exchange.status, exchange.answer = 413, ApiError(413, 40005, "Request entity too large").to_json()
        except (web.HTTPException, ConnectionError):
            raise
        except Exception as error:
            log.exception("The harbour failed at %s %s", request.method, path)
            self.failures.append(error)
            exchange.status, exchange.answer = 500, {"message": "500: Internal Server Error", "code": 0}
        if self._state.remember:
            self.recorded.append(exchange)
        self._state.signal.notify()
        return exchange.make_response()

    async def _carry_out(self, exchange: Exchange, request: web.Request, handler: Handler) -> None:
        """Carry a request out, and note what is to be answered. Raises ApiError."""
        path = exchange.path
        if handler == self._refuse_unsupported:
            self._record_unsupported(exchange.method, path)
        if not path.startswith(_BY_TOKEN_IN_PATH) and request.headers.get("Authorization") != f"Bot {self._token}":
            raise missing_token()
        exchange.body, uploads = await read_body(request)
        exchange.files = tuple(upload.filename for upload in uploads.values())
        url = self._gateway_url()
        parsed = RestRequest(self._state, request.match_info, request.query, exchange.body, uploads, url)
        exchange.answer = handler(parsed)
        self._state.storage.commit()
        exchange.status = 204 if exchange.answer is None else 201 if handler in _ANSWERING_201 else 200

    def _record_unsupported(self, method: str, path: str) -> None:
        self.unsupported.append(f"{method} {path}")
        log.warning("The harbour does not support %s %s", method, path)

    def _build_headers(self, method: str, path: str) -> dict[str, str]:
        now = self._state.clock.now() / 1000
        # Each route has its own bucket, which clients identify by this name.
        bucket = hashlib.sha256(f"{method}{_IDS.sub('*', path)}".encode()).hexdigest()[:32]
        return {
            "X-RateLimit-Bucket": bucket,
            "Via": "1.1 harbour",
            "Date": formatdate(now, usegmt=True),
            **build_limit_headers(now, 50, 49, 1.0),
        }


def build_limit_headers(now: float, limit: int, remaining: int, reset_after_s: float) -> dict[str, str]:
    """The headers that tell a client how many requests its bucket allows. `now` is in seconds since 1970."""
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{now + reset_after_s:.3f}",
        "X-RateLimit-Reset-After": f"{reset_after_s:.3f}",
    }
