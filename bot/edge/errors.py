"""The error boundary: turns every error into one private sentence, and at most one line in the log.

Refusals and unreadable or ambiguous words are ordinary answers. If the database is away, the store logs it once.
Anything else is a bug: the user gets an apology with a short number, and the log gets the traceback with that number.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

import discord

from bot import wording
from bot.ports.messenger import DeliveryError, ErrorKind
from bot.ports.ui import MOST_TEXT, Message
from bot.services.illustrations import Illustrated
from bot.wording import Words
from games.core.moves import Unreadable
from games.core.refused import Refused

log = logging.getLogger(__name__)

EXPIRED = frozenset({10062, 10015, 50027, 10008})
"""Discord's codes for an answer that comes too late: the interaction or its webhook has expired, or the person has
dismissed the message."""

ACKNOWLEDGED = 40060
"""Discord's code for an interaction that is already acknowledged, because an earlier try arrived after all."""

CLOSED = frozenset({50007, 10013})
"""Discord's codes for a user whose DMs are closed, and for an unknown user."""

LEFT = 50278
"""Discord's code for a user who shares no server with the bot."""

NOWHERE = 10003
"""Discord's code for a channel or thread that was deleted."""

GONE = frozenset({10008, 50083})
"""Discord's codes for a deleted message, and for an archived thread, which a new post opens again."""

OLD = frozenset({30046})
"""Discord's code for an old message that was edited too often."""


def delivery_error(error: discord.HTTPException) -> DeliveryError:
    """Translate an error of Discord's that a retry would not overcome."""
    detail = f"{error.status} {error.code} {error.text}"[:300]
    if error.code in CLOSED:
        return DeliveryError(ErrorKind.DMS_CLOSED, detail)
    if error.code == LEFT:
        return DeliveryError(ErrorKind.LEFT, detail)
    if error.code == NOWHERE:
        return DeliveryError(ErrorKind.NOWHERE, detail)
    if error.code in GONE or error.status == 404:
        return DeliveryError(ErrorKind.GONE, detail)
    if error.code in OLD:
        return DeliveryError(ErrorKind.TOO_OLD, detail)
    return DeliveryError(ErrorKind.FORBIDDEN if error.status == 403 else ErrorKind.BAD_REQUEST, detail)


def is_expired(error: BaseException) -> bool:
    """True if the interaction expired before the bot answered it."""
    return isinstance(error, discord.HTTPException) and error.code in EXPIRED


def is_acknowledged(error: discord.HTTPException) -> bool:
    """True if the interaction is already acknowledged."""
    return error.code == ACKNOWLEDGED


@dataclass(frozen=True, slots=True)
class ErrorBoundary:
    """Turns exceptions into answers."""

    count: Callable[[str], None]
    """Called with the kind of each error: "refused", "unreadable", "away", "bug"."""
    away: tuple[type[Exception], ...] = ()
    """Exceptions by which an unreachable database is known."""

    def sentence(self, error: Exception, words: Words, doing: str) -> Message:
        """Word an error for the user. `doing` names the command or control for the log, without any typed text."""
        if isinstance(error, Refused):
            self.count("refused")
            said = wording.refusal(error, words.game, words.talk, words.names, words.nicknames)
            if isinstance(error, Illustrated):
                return replace(error.shown, text=f"{said}\n{error.shown.text}"[:MOST_TEXT])
            return Message(said)
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
