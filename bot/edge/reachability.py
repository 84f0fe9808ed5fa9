"""The time since Discord last answered one of our requests.

Only requests that the bot makes anyway are measured; none is sent for this purpose.
"""

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

import aiohttp

SLOW: Final = 5.0
"""Seconds after which a request without an answer counts as a failure."""
FORGOTTEN_AFTER: Final = 120.0
"""Seconds after which a failure no longer counts, even if no request has succeeded since."""


class Reachability:
    """Follows the requests to Discord, and knows since when none has been answered. `read_time` returns seconds."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._failing_since: float | None = None
        self._last_failure = 0.0
        self._open: dict[int, float] = {}
        """The requests under way, with the times at which they began."""

    def measure_silence(self) -> float:
        """Seconds for which Discord has answered no request; 0 if it answers, or if there was no request."""
        now = self._read_time()
        began = min(self._open.values(), default=now)
        slow_since = began if now - began > SLOW else now
        failing = self._failing_since
        if failing is None or (now - self._last_failure > FORGOTTEN_AFTER and slow_since == now):
            return now - slow_since
        return now - min(failing, slow_since)

    def note_begin(self, request: int) -> None:
        """Note that a request has begun."""
        self._open[request] = self._read_time()

    def note_end(self, request: int, answered: bool) -> None:
        """Note the end of a request. A refusal by Discord itself counts as `answered`."""
        began = self._open.pop(request, self._read_time())
        if answered:
            self._failing_since = None
        else:
            self._last_failure = self._read_time()
            self._failing_since = began if self._failing_since is None else self._failing_since

    def follow(self, config: aiohttp.TraceConfig) -> None:
        """Follow the requests of an HTTP client by its trace."""
        config.on_request_start.append(self._note_request)
        config.on_request_end.append(self._note_answer)
        config.on_request_exception.append(self._note_failure)

    async def _note_request(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, start: aiohttp.TraceRequestStartParams
    ) -> None:
        self.note_begin(id(context))

    async def _note_answer(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        self.note_end(id(context), is_answer(end.response))

    async def _note_failure(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, error: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if isinstance(error.exception, asyncio.CancelledError):  # the bot did not wait for the answer
            self._open.pop(id(context), None)
        else:
            self.note_end(id(context), False)


def is_answer(response: aiohttp.ClientResponse) -> bool:
    """True if Discord itself has answered.

    A server error, an HTML page from Discord's edge and a rate limit on all requests are not answers.
    """
    limits_all = response.status == 429 and "X-RateLimit-Global" in response.headers
    is_page = response.status >= 400 and response.content_type == "text/html"
    return response.status < 500 and not limits_all and not is_page
