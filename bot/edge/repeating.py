"""Repeats requests that fail for a moment: answers to interactions, and jobs for which no table waits.

An acknowledgement may take effect even if Discord's reply is lost. Discord then refuses the next try, because the
interaction is already acknowledged (40060), and this counts as success. Edits and deletions can always be repeated. A
new message below a control, for which Discord takes no nonce, cannot (`never_twice`).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Final

from msgspec import Struct

from bot.edge.discord_answers import FAILURES, DiscordAnswer, is_acknowledged, read_answer
from bot.ports import Outcome

log = logging.getLogger(__name__)

FIRST_ANSWER_WITHIN: Final = 3.0
"""Seconds in which Discord accepts the first answer to an interaction."""
ANSWER_WITHIN: Final = 15 * 60.0
"""Seconds in which Discord accepts later answers."""
TOKEN_LASTS: Final = 14 * 60.0
"""Seconds for which the token of an interaction is used. Discord accepts it for fifteen minutes."""
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0
FIRST_JOB_WAIT: Final = 5.0
LONGEST_JOB_WAIT: Final = 300.0
"""The most seconds between two tries of a job. The wait doubles after each try."""
REFUSED_WAIT: Final = 3_600.0
"""Seconds after which a job that Discord refused is tried again. The host may have changed something meanwhile."""


class DeliveryResult(Enum):
    """The outcome of a request that was repeated."""

    TAKEN = auto()
    REFUSED = auto()
    """Discord will never take the request, for example because the interaction has expired."""
    UNSURE = auto()
    """The bot gave up, and does not know if Discord has taken the request."""


class Repeater(Struct):
    """Repeats a request until Discord accepts it, or until it is too late."""

    read_time: Callable[[], float] = time.monotonic
    """Seconds of a monotonic clock."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    doubt_emojis: Callable[[], bool] = lambda: False
    """Called when Discord refuses an emoji. Returns True if the next try does without emojis."""
    stopping: bool = False
    """True once the bot stops. From then on nothing is repeated."""

    async def deliver(
        self,
        name: str,
        ask: Callable[[], Awaitable[object]],
        within: float,
        note_refusal: Callable[[DiscordAnswer], None] = lambda answer: None,
    ) -> DeliveryResult:
        """Make a request by calling `ask`, and repeat it for `within` seconds until Discord takes or refuses it.

        `name` is for the log, and `note_refusal` gets a refusal. Failures of Discord or the network are
        not raised.
        """
        until, wait = self.read_time() + within, FIRST_WAIT
        while True:
            try:
                await ask()
                return DeliveryResult.TAKEN
            except FAILURES as error:
                answer = read_answer(error)
                assert answer is not None
                if is_acknowledged(error):
                    return DeliveryResult.TAKEN
                if answer.names_emoji and self.doubt_emojis():
                    continue
                if answer.outcome is not Outcome.PASSING:
                    log.log(logging.DEBUG if answer.outcome is Outcome.GONE else logging.ERROR,
                            "Discord refused %s: %s", name, answer.detail)  # fmt: skip
                    note_refusal(answer)
                    return DeliveryResult.REFUSED
                wait = max(wait, answer.wait)
            if self.stopping or self.read_time() + wait > until:
                log.warning("Discord may not have taken %s (%s)", name, answer.detail)
                return DeliveryResult.UNSURE
            log.info("Discord did not take %s (%s); trying again in %.2f s", name, answer.detail, wait)
            await self.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)


async def _do_nothing() -> None:
    """The default of `never_twice`."""


def never_twice(
    post: Callable[[], Awaitable[object]], instead: Callable[[], Awaitable[object]] = _do_nothing
) -> Callable[[], Awaitable[object]]:
    """Make a way to post a message that may be repeated, although Discord takes no nonce for it. Once Discord's
    acceptance is lost, nobody can tell if the message stands there. From then on `instead` is done, and no second copy
    is posted."""
    is_lost = False

    async def post_or_not() -> None:
        nonlocal is_lost
        try:
            await (instead if is_lost else post)()
        except FAILURES as error:
            answer = read_answer(error)
            is_lost = is_lost or (answer is not None and answer.arrived)
            raise

    return post_or_not


def is_temporary(error: Exception) -> bool:
    """True for a failure of Discord or the network that may soon be over."""
    answer = read_answer(error)
    return answer is not None and answer.outcome is Outcome.PASSING


async def repeat_until_done(
    name: str,
    work: Callable[[], Awaitable[object]],
    repeated_errors: tuple[type[Exception], ...] = (),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    note_refusal: Callable[[str], None] | None = None,
) -> None:
    """Do a job, and repeat it while Discord is out of reach, or while it fails with one of `repeated_errors`.

    If Discord refuses it, `note_refusal` gets the reason, and the job is tried again every hour. Without
    `note_refusal`, the refusal is raised. Raises any other error at once.
    """
    wait = FIRST_JOB_WAIT
    while True:
        try:
            await work()
            return
        except Exception as error:
            answer = read_answer(error)
            if note_refusal is not None and answer is not None and answer.outcome is not Outcome.PASSING:
                note_refusal(answer.detail)
                log.error("Discord refused %s: %s; trying again in an hour", name, answer.detail)
                await sleep(REFUSED_WAIT)
                continue
            if not (is_temporary(error) or isinstance(error, repeated_errors)):
                raise
            log.warning("%s: not done yet (%s); trying again in %.0f s", name, type(error).__name__, wait)
        await sleep(wait)
        wait = min(wait * 2, LONGEST_JOB_WAIT)
