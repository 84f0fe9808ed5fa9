"""The entry for all REST requests.

For each request it checks the token, reads the body, applies faults and rate limits, calls the handler and keeps a
record.
"""

import hashlib
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from harbour.base.errors import ApiError, missing_token
from harbour.base.json_types import JsonValue
from harbour.rest import account, calendar, channels, commands, guilds, interactions, threads
from harbour.rest.faults import CUT, Fault, RateLimits
from harbour.rest.request import Handler, RestRequest, Route, read_body
from harbour.state.server_state import ServerState

log = logging.getLogger("harbour.rest")

PREFIX = "/api/v10"
ROUTES: list[Route] = [
    *account.ROUTES,
    *commands.ROUTES,
    *channels.ROUTES,
    *threads.ROUTES,
    *guilds.ROUTES,
    *calendar.ROUTES,
    *interactions.ROUTES,
]
_ANSWERING_201 = (threads.start_thread, threads.start_thread_from_message, account.create_emoji)
"""Handlers that answer 201 on success. (Creating a message answers 200.)"""
_BY_TOKEN_IN_PATH = ("/interactions/", "/webhooks/")
"""Beginnings of the paths that have an interaction's token in them, and need no token of the bot."""
_MESSAGE_PATH = re.compile(r"/channels/(\d+)/messages/\d+")
_IDS = re.compile(r"\d{15,20}|[\w-]{40,}")


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """A request and its response, for tests to inspect. `path` is below /api/v10."""

    method: str
    path: str
    status: int
    body: JsonValue
    files: tuple[str, ...]
    answer: JsonValue


class RestApi:
    """The REST API. Tests inspect `recorded`, `unsupported` and `failures`."""

    def __init__(self, state: ServerState, token: str, gateway_url: Callable[[], str]) -> None:
        self._state = state
        self._token = token
        self._gateway_url = gateway_url
        self.faults: list[Fault] = []
        self.rate_limits = RateLimits()
        self.recorded: list[RecordedRequest] = []
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
        fault = next((f for f in self.faults if f.match_and_count(request.method, path)), None)
        status = 200
        body: JsonValue = None
        answer: JsonValue = None
        filenames: tuple[str, ...] = ()
        headers = self._build_headers(request.method, path)
        try:
            if handler == self._refuse_unsupported:
                self._record_unsupported(request.method, path)
            if not path.startswith(_BY_TOKEN_IN_PATH) and request.headers.get("Authorization") != f"Bot {self._token}":
                raise missing_token()
            body, uploads = await read_body(request)
            filenames = tuple(upload.filename for upload in uploads.values())
            if fault is not None:
                self._state.signal.notify()
                if not fault.after_effect:
                    await fault.wait()
            fault = self._limit_rate(request.method, path, headers) or fault
            if fault is not None and fault.fails and not fault.after_effect:
                headers = fault.build_headers() if fault.edge else headers | fault.build_headers()
            else:
                parsed = RestRequest(self._state, request.match_info, request.query, body, uploads, self._gateway_url())
                answer = handler(parsed)
                self._state.storage.commit()
                status = 204 if answer is None else 201 if handler in _ANSWERING_201 else 200
                if fault is not None and fault.after_effect:
                    await fault.wait()
            if fault is not None and fault.fails:
                status, answer = fault.status or CUT, fault.build_body()
        except ApiError as error:
            status, answer = error.status, error.to_json()
        except web.HTTPRequestEntityTooLarge:
            status, answer = 413, ApiError(413, 40005, "Request entity too large").to_json()
        except (web.HTTPException, ConnectionError):
            raise
        except Exception as error:
            log.exception("The harbour failed at %s %s", request.method, path)
            self.failures.append(error)
            status, answer = 500, {"message": "500: Internal Server Error", "code": 0}
        if self._state.remember:
            self.recorded.append(RecordedRequest(request.method, path, status, body, filenames, answer))
        self._state.signal.notify()
        if fault is not None and fault.cut and request.transport is not None:
            request.transport.close()
        if answer is None:
            return web.Response(status=status, headers=headers)
        if fault is not None and fault.edge and status == fault.status:
            html = "<html>Injected fault</html>"
            return web.Response(text=html, content_type="text/html", status=status, headers=headers)
        # discord.py accepts only this exact content type for JSON, without a charset.
        headers["Content-Type"] = "application/json"
        return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers)

    def _record_unsupported(self, method: str, path: str) -> None:
        self.unsupported.append(f"{method} {path}")
        log.warning("The harbour does not support %s %s", method, path)

    def _limit_rate(self, method: str, path: str, headers: dict[str, str]) -> Fault | None:
        """Count a request. Returns the 429 to answer with if it is one too many, otherwise None.

        If there is a limit on edits and this is an edit, its limit is put into `headers`.
        """
        limits, now = self.rate_limits, time.monotonic()
        wait = 0.0 if path.startswith(_BY_TOKEN_IN_PATH) else limits.count_request(now)
        if wait:
            return Fault(status=429, retry_after_s=wait, everywhere=True)
        message_path = _MESSAGE_PATH.fullmatch(path)
        if limits.edits is None or method != "PATCH" or message_path is None:
            return None
        left, reset_after = limits.count_edit(message_path[1], now)
        headers |= self._build_limit_headers(limits.edits, max(0, left), reset_after)
        return Fault(status=429, retry_after_s=round(reset_after, 3)) if left < 0 else None

    def _build_limit_headers(self, limit: int, remaining: int, reset_after_s: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(remaining),
            "X-RateLimit-Reset": f"{self._state.clock.now() / 1000 + reset_after_s:.3f}",
            "X-RateLimit-Reset-After": f"{reset_after_s:.3f}",
        }

    def _build_headers(self, method: str, path: str) -> dict[str, str]:
        limits = self.rate_limits
        # Each route has its own bucket, which clients identify by this name.
        bucket = hashlib.sha256(f"{method}{_IDS.sub('*', path)}".encode()).hexdigest()[:32]
        headers = self._build_limit_headers(limits.limit, limits.remaining, limits.reset_after_s)
        return {**headers, "X-RateLimit-Bucket": bucket, "Via": "1.1 harbour"}
