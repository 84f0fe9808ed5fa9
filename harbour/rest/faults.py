"""Fault injection for tests: requests that fail, wait, lose their connection, or take effect and still fail."""

import asyncio
import re
from collections import deque
from dataclasses import dataclass, field

from harbour.base.json_types import Json


@dataclass(slots=True, eq=False)
class Fault:
    """A fault for the next `times` requests whose method and path match."""

    method: str = ".*"
    """Pattern of the HTTP method."""
    path: str = ".*"
    """Pattern of the path below /api/v10."""
    status: int | None = None
    """Status to answer with. None: answer normally, after the delay and the release."""
    code: int = 0
    message: str = "Injected fault"
    times: int = 1
    delay_s: float = 0.0
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
    _released: asyncio.Event = field(default_factory=asyncio.Event)

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
        self._released.set()

    async def wait(self) -> None:
        """Wait for the delay and, if requests are held, for the release."""
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        if self.hold:
            await self._released.wait()

    def build_body(self) -> Json:
        """The body of an error response."""
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


CUT = 444
"""The status recorded for a request whose connection was closed; no client ever sees it."""


@dataclass(slots=True)
class RateLimits:
    """Values of the rate-limit headers. With `remaining` 0, a client waits `reset_after_s` before its next request."""

    limit: int = 50
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
