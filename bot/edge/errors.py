"""The error boundary: turns every error into one private sentence, and at most one line in the log.

Refusals and unreadable or ambiguous words are ordinary answers. If the database is away, the store logs that once.
Only the host can mend a damaged row, so the user learns whom to tell, and the log names the row's column.
Anything else is a bug: the user gets an apology with a short number, and the log gets the traceback with that number.
"""

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace

from msgspec import Struct

from bot.ports import MOST_TEXT, Message
from bot.services.play import Illustrated
from bot.wording import Words, word_refusal, word_unreadable
from games.core import Refused, Unreadable

log = logging.getLogger(__name__)


class ErrorBoundary(Struct, frozen=True):
    """Turns exceptions into answers."""

    count: Callable[[str], None]
    """Called with the kind of each error: "refused", "unreadable", "away", "damaged", "bug"."""
    away_errors: tuple[type[Exception], ...] = ()
    """The exceptions of a database that cannot be reached."""
    damage_errors: tuple[type[Exception], ...] = ()
    """The exceptions of a damaged row that nothing can replace."""

    def handle(self, error: Exception, words: Words, doing: str) -> Message:
        """Count an error, log it if the host should know, and word it for the user.

        `doing` names the command or control for the log, without any typed text.
        """
        if isinstance(error, Refused):
            self.count("refused")
            text = word_refusal(error, words)
            if isinstance(error, Illustrated):
                return replace(error.shown, text=f"{text}\n{error.shown.text}"[:MOST_TEXT])
            return Message(text)
        if isinstance(error, Unreadable):
            self.count("unreadable")
            return Message(word_unreadable(error, words))
        if isinstance(error, self.away_errors):
            self.count("away")
            log.debug("%s was not answered: %s", doing, error)
            return Message(words.say("edge/away"))
        if isinstance(error, self.damage_errors):
            self.count("damaged")
            log.error("%s changed nothing: %s", doing, error)
            return Message(words.say("edge/damaged"))
        self.count("bug")
        number = secrets.token_hex(3)
        log.error("bug %s in %s", number, doing, exc_info=error)
        return Message(words.say("edge/sorry", number=number))
