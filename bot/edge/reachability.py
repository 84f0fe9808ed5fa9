"""The time since Discord last answered one of our requests.

Only requests that the bot makes anyway are measured; none is sent for this purpose.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from aiohttp import ClientHandlerType, ClientRequest, ClientResponse

GIVEN_UP_AFTER: Final = 300.0
"""Seconds after which aiohttp itself cancels a request."""


class Reachability:
    """Follows the requests to Discord, and knows since when none has been answered. `read_time` returns seconds."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic) -> None:
        self._read_time = read_time
        self._first: tuple[object, float] | None = None
        """The first request since the last answer, with the time at which it began; None without one."""

    def measure_silence(self) -> float:
        """Seconds for which Discord has answered no request; 0 if it answers, or if there was no request."""
        return 0.0 if self._first is None else self._read_time() - self._first[1]

    def note_begin(self, request: object) -> None:
        """Note that a request has begun."""
        self._first = self._first or (request, self._read_time())

    def note_answer(self) -> None:
        """Note that Discord has answered. A refusal by Discord itself is an answer."""
        self._first = None

    async def follow(self, request: ClientRequest, send: ClientHandlerType) -> ClientResponse:
        """Send a request, as a middleware of aiohttp, and note its begin and its answer."""
        self.note_begin(request)
        try:
            response = await send(request)
        except asyncio.CancelledError:
            gave_up = self.measure_silence() >= GIVEN_UP_AFTER - 1  # a timer may fire a moment early
            if self._first is not None and self._first[0] is request and not gave_up:
                self._first = None  # the bot did not wait for the answer
            raise
        if is_answer(response):
            self.note_answer()
        return response


def is_answer(response: ClientResponse) -> bool:
    """True if Discord itself has answered.

    A server error, an HTML page from Discord's edge and a rate limit on all requests are not answers.
    """
    limits_all = response.status == 429 and "X-RateLimit-Global" in response.headers
    is_page = response.status >= 400 and response.content_type == "text/html"
    return response.status < 500 and not limits_all and not is_page
