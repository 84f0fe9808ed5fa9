"""Troubles to order: a test says which requests fail, wait, or succeed and answer 502 all the same."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from harbour.json_types import Json


@dataclass(slots=True, eq=False)
class Fault:
    """What befalls the next `times` requests whose method and path (below /api/v10) match the pattern.

    `status` None lets the request through (for `delay_s` and `hold`). `after_effect` carries the request out before
    it answers with the status: what a lost answer looks like. `hold` keeps requests until `release` is called.
    """

    method: str = ".*"
    path: str = ".*"
    status: int | None = None
    code: int = 0
    message: str = "harbour was told to fail"
    times: int = 1
    delay_s: float = 0.0
    after_effect: bool = False
    retry_after_s: float = 0.1
    hold: bool = False
    hits: int = 0
    _open: asyncio.Event = field(default_factory=asyncio.Event)

    def match(self, method: str, path: str) -> bool:
        """Whether this request is hit; counts it if so."""
        if self.times <= 0 or not re.fullmatch(self.method, method) or not re.fullmatch(self.path, path):
            return False
        self.times -= 1
        self.hits += 1
        return True

    def release(self) -> None:
        """Let go of every request that is held, and hold no more."""
        self._open.set()

    async def wait(self) -> None:
        """Wait as ordered, before the request is carried out."""
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        if self.hold:
            await self._open.wait()

    def body(self) -> Json:
        """The answer's body, if a status was ordered."""
        body: Json = {"message": self.message, "code": self.code}
        if self.status == 429:
            body |= {"message": "You are being rate limited.", "retry_after": self.retry_after_s, "global": False}
        return body

    def headers(self) -> dict[str, str]:
        """What a 429 says of itself; nothing otherwise."""
        if self.status != 429:
            return {}
        return {"Retry-After": str(max(1, round(self.retry_after_s))), "X-RateLimit-Scope": "user"}


@dataclass(slots=True)
class RateLimits:
    """What the rate-limit headers say; `remaining` 0 makes a client wait `reset_after_s` by itself."""

    limit: int = 50
    remaining: int = 49
    reset_after_s: float = 1.0
