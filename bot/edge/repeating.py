"""Requests that are repeated while Discord stumbles: answers to interactions, and jobs that no table waits for.

An acknowledgement may take effect although Discord's reply is lost. Discord then refuses the next try because the
interaction is acknowledged already (40060), and that counts as success. Edits and deletions may be repeated. A new
message below a control may be sent again only if the first cannot have arrived.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.edge import errors

log = logging.getLogger(__name__)

FIRST_ANSWER_WITHIN: Final = 3.0
"""Seconds in which Discord takes the first answer to an interaction."""
ANSWER_WITHIN: Final = 15 * 60.0
"""Seconds in which Discord takes the other answers."""
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0
FIRST_JOB_WAIT: Final = 5.0
LONGEST_JOB_WAIT: Final = 300.0
"""The most seconds between two tries of a job; the wait doubles after each try."""


@dataclass(slots=True)
class Repeater:
    """Repeats a request until Discord takes it, or says that it is too late."""

    now: Callable[[], float] = time.monotonic
    """Seconds by a clock that never jumps."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    stopping: bool = False
    """True once the bot stops: nothing is repeated from then on."""

    async def deliver(
        self, what: str, ask: Callable[[], Awaitable[object]], within: float, repeatable: bool = True
    ) -> bool:
        """Make a request. Returns True if Discord took it, now or before; never raises a failure of the network.

        The request is tried for `within` seconds. If not `repeatable`, it is repeated only if it cannot have arrived.
        """
        until, wait = self.now() + within, FIRST_WAIT
        while True:
            try:
                await ask()
                return True
            except discord.HTTPException as error:
                if errors.is_acknowledged(error):
                    return True
                if errors.is_expired(error):
                    return False
                if error.status != 429 and error.status < 500:
                    log.error("Discord refused %s: %s %s", what, error.status, error.code)
                    return False
                why, arrived = f"{error.status}", error.status >= 500
            except discord.RateLimited as error:
                why, arrived, wait = "rate limit", False, max(wait, error.retry_after)
            except (TimeoutError, aiohttp.ClientError, OSError) as error:
                why, arrived = type(error).__name__, not isinstance(error, aiohttp.ClientConnectorError)
            if (arrived and not repeatable) or self.stopping or self.now() + wait > until:
                log.warning("Discord may not have taken %s (%s)", what, why)
                return False
            log.info("Discord did not take %s (%s); trying again in %.2f s", what, why, wait)
            await self.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)


def passes(error: Exception) -> bool:
    """True for a failure of Discord's or of the network that may be over in a moment."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500
    return isinstance(error, discord.RateLimited | TimeoutError | aiohttp.ClientError | OSError)


async def until_done(
    what: str,
    work: Callable[[], Awaitable[object]],
    away: tuple[type[Exception], ...] = (),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Do a job, and repeat it while Discord is out of reach or the job raises one of the errors `away`.

    Raises any other error at once.
    """
    wait = FIRST_JOB_WAIT
    while True:
        try:
            await work()
            return
        except Exception as error:
            if not (passes(error) or isinstance(error, away)):
                raise
            log.warning("%s: not done yet (%s); trying again in %.0f s", what, type(error).__name__, wait)
        await sleep(wait)
        wait = min(wait * 2, LONGEST_JOB_WAIT)
