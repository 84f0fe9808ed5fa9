"""The boundary: whatever goes wrong inside becomes one private sentence, and at most one line in the log.

Refusals, unreadable words and ambiguous ones are answers, not errors, and a database that is away is nobody's bug: the
store says so once.
Anything unforeseen is one: the person gets an apology with a short number, the log the traceback under the same number.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot import wording
from bot.ports.messenger import DeliveryError, ErrorKind
from bot.ports.ui import Message
from bot.wording import Words
from games.core.moves import Unreadable
from games.core.refused import Refused

log = logging.getLogger(__name__)

EXPIRED = frozenset({10062, 40060, 10015, 50027})
"""Discord's codes for an interaction that is over: unknown, answered already, its webhook gone or no longer valid."""

CLOSED = frozenset({50007, 50278, 10013})
"""A person to whom no DM can be sent: closed, no server shared, unknown."""

GONE = frozenset({10003, 10008, 50083})
"""A channel or message that is not there any more, or whose thread sleeps: post afresh, which wakes it."""

OLD = frozenset({30046})
"""A message edited too often for its age."""


def delivery_error(error: discord.HTTPException) -> DeliveryError:
    """What an answer of Discord's means to a table; for answers that trying again will not change."""
    detail = f"{error.status} {error.code} {error.text}"[:300]
    if error.code in CLOSED:
        return DeliveryError(ErrorKind.DMS_CLOSED, detail)
    if error.code in GONE or error.status == 404:
        return DeliveryError(ErrorKind.GONE, detail)
    if error.code in OLD:
        return DeliveryError(ErrorKind.TOO_OLD, detail)
    return DeliveryError(ErrorKind.FORBIDDEN if error.status == 403 else ErrorKind.BAD_REQUEST, detail)


def expired(error: BaseException) -> bool:
    """Whether an interaction was over before we could speak: nothing to repair, nothing to log."""
    return isinstance(error, discord.HTTPException) and error.code in EXPIRED


@dataclass(frozen=True, slots=True)
class ErrorBoundary:
    """Turns what was raised into what is said. `count` hears the kind of each: "refused", "unreadable", "away", "bug";
    `away` are the errors that say that the database cannot be reached."""

    count: Callable[[str], None]
    away: tuple[type[Exception], ...] = ()

    def sentence(self, error: Exception, words: Words, doing: str) -> Message:
        """The private sentence for `error` as `words` has it; `doing` names the command or control for the log,
        never what was typed."""
        if isinstance(error, Refused):
            self.count("refused")
            return Message(wording.refusal(error, words.game, words.talk, words.names))
        if isinstance(error, Unreadable):
            self.count("unreadable")
            return Message(wording.unreadable(error, words.game, words.talk))
        if isinstance(error, self.away):
            self.count("away")
            log.debug("%s was not answered: %s", doing, error)
            return Message(wording.say("edge/away"))
        self.count("bug")
        number = secrets.token_hex(3)
        log.error("bug %s in %s", number, doing, exc_info=error)
        return Message(wording.say("edge/sorry", number=number))
