"""Faults injected into the harbour: requests that fail, wait, lose their connection, or take effect and still fail, and
limits on the rate of requests."""

import asyncio
import re
import time
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from harbour import Harbour
from harbour.base.json_types import Json
from harbour.rest.api import CarryOut, Exchange, build_limit_headers
from harbour.rest.request import read_body

CUT = 444
"""The status recorded for a request whose connection was closed; no client ever sees it."""
_BY_TOKEN = ("/interactions/", "/webhooks/")
_MESSAGE = re.compile(r"/channels/(\d+)/messages/\d+")


@dataclass(slots=True, eq=False)
class Fault:
    """A fault for the next `times` requests whose method and path match."""

    method: str = ".*"
    """Pattern of the HTTP method."""
    path: str = ".*"
    """Pattern of the path below /api/v10."""
    status: int | None = None
    """Status to answer with. None: answer normally, after the release."""
    code: int = 0
    message: str = "Injected fault"
    times: int = 1
    after_effect: bool = False
    """Carry the request out before answering with `status`, as when a response is lost."""
    retry_after_s: float = 0.1
    hold: bool = False
    """Make requests wait until `release` is called. They wait before they take effect, or afterwards if `after_effect`
    is set."""
    cut: bool = False
    """Close the connection instead of answering."""
    everywhere: bool = False
    """Answer a 429 as a global rate limit."""
    edge: bool = False
    """Answer as Discord's edge (Cloudflare) does: in HTML, and without the headers of Discord itself."""
    hits: int = 0
    """Requests matched so far."""
    released: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def fails(self) -> bool:
        """True if the request gets an error, or no answer at all."""
        return self.cut or self.status is not None

    def match_and_count(self, method: str, path: str) -> bool:
        """Match a request against the patterns, and count it if it matches."""
        if self.times <= 0 or not re.fullmatch(self.method, method) or not re.fullmatch(self.path, path):
            return False
        self.times -= 1
        self.hits += 1
        return True

    def release(self) -> None:
        """Let all held requests continue, and hold no further ones."""
        self.released.set()

    async def wait(self) -> None:
        """Wait for the release, if requests are held."""
        if self.hold:
            await self.released.wait()

    def build_answer(self) -> Json | str:
        """The body of an error response, or the page of an edge."""
        if self.edge:
            return "<html>Injected fault</html>"
        body: Json = {"message": self.message, "code": self.code}
        if self.status == 429:
            body |= {
                "message": "You are being rate limited.",
                "retry_after": self.retry_after_s,
                "global": self.everywhere,
            }
        return body

    def build_headers(self) -> dict[str, str]:
        """The extra headers of a 429; none for other statuses."""
        if self.status != 429:
            return {}
        scope = {} if self.edge else {"X-RateLimit-Scope": "global" if self.everywhere else "user"}
        return {"Retry-After": str(max(1, round(self.retry_after_s))), **scope}


@dataclass(slots=True)
class RateLimits:
    """Values of the rate-limit headers. With `remaining` 0, a client waits `reset_after_s` before its next request."""

    remaining: int = 49
    reset_after_s: float = 1.0
    edits: int | None = None
    """Message edits that a channel allows in `edits_within_s`; further edits get a 429. None: no limit."""
    edits_within_s: float = 5.0
    per_second: int | None = None
    """Requests that the bot may make with its token within a second (50 at Discord); further ones get a global
    429. None: no limit."""
    _requests: deque[float] = field(default_factory=deque)
    """The times of the requests with the bot's token within the last second."""
    _windows: dict[str, tuple[float, int]] = field(default_factory=dict)
    """By channel, the time at which its window of `edits_within_s` began (seconds), and the edits since then."""

    def count_request(self, now: float) -> float:
        """Count a request with the bot's token. Returns the seconds to wait: 0 unless the request is one too many."""
        if self.per_second is None:
            return 0.0
        while self._requests and self._requests[0] <= now - 1.0:
            self._requests.popleft()
        if len(self._requests) >= self.per_second:
            return self._requests[0] + 1.0 - now
        self._requests.append(now)
        return 0.0

    def count_edit(self, channel: str, now: float) -> tuple[int, float]:
        """Count an edit. Returns the edits left (-1: this one is over the limit) and the seconds left in the window."""
        began, edits_made = self._windows.get(channel, (now, 0))
        if now - began >= self.edits_within_s:
            began, edits_made = now, 0
        self._windows[channel] = began, edits_made + 1
        return max(-1, (self.edits or 0) - edits_made - 1), began + self.edits_within_s - now


class Injector:
    """Stands between the requests to a harbour and their handling."""

    def __init__(self, harbour: Harbour) -> None:
        self.harbour = harbour
        self.faults: list[Fault] = []
        self.limits = RateLimits()

    async def __call__(self, exchange: Exchange, request: web.Request, carry_out: CarryOut) -> None:
        """Carry a request out, unless a fault or a limit prevents it."""
        fault = next((f for f in self.faults if f.match_and_count(exchange.method, exchange.path)), None)
        try:
            if fault is not None:
                self.harbour.state.signal.notify()
                if not fault.after_effect:
                    await fault.wait()
            fault = self._limit_rate(exchange) or fault
            if fault is None or not fault.fails or fault.after_effect:
                await carry_out()
            else:
                exchange.body, uploads = await read_body(request)
                exchange.files = tuple(upload.filename for upload in uploads.values())
                exchange.headers = fault.build_headers() if fault.edge else exchange.headers | fault.build_headers()
            if fault is not None and fault.after_effect:
                await fault.wait()
            if fault is not None and fault.fails:
                exchange.status, exchange.answer = fault.status or CUT, fault.build_answer()
        finally:
            if fault is not None and fault.cut and request.transport is not None:
                request.transport.close()

    def release(self) -> None:
        """Let all held requests continue."""
        for fault in self.faults:
            fault.release()

    def _limit_rate(self, exchange: Exchange) -> Fault | None:
        """Count a request, and write its limit into the headers. The 429 to answer with if it is one too many."""
        limits, now, clock = self.limits, time.monotonic(), self.harbour.clock.now() / 1000
        exchange.headers |= build_limit_headers(clock, 50, limits.remaining, limits.reset_after_s)
        wait = 0.0 if exchange.path.startswith(_BY_TOKEN) else limits.count_request(now)
        if wait:
            return Fault(status=429, retry_after_s=wait, everywhere=True)
        message = _MESSAGE.fullmatch(exchange.path)
        if limits.edits is None or exchange.method != "PATCH" or message is None:
            return None
        left, reset_after = limits.count_edit(message[1], now)
        exchange.headers |= build_limit_headers(clock, limits.edits, max(0, left), reset_after)
        return Fault(status=429, retry_after_s=round(reset_after, 3)) if left < 0 else None


def injector_of(harbour: Harbour) -> Injector:
    """The injector of a harbour, installed at its first use. Held requests go on when the harbour stops."""
    if not isinstance(harbour.api.around, Injector):
        injector = harbour.api.around = Injector(harbour)
        harbour.closing.append(injector.release)
    found = harbour.api.around
    assert isinstance(found, Injector)
    return found


def inject_fault(harbour: Harbour, fault: Fault) -> Fault:
    """Inject a fault into the next matching requests. The fault counts them, and can `release` held ones."""
    injector_of(harbour).faults.append(fault)
    return fault
