"""The table of Discord's answers: the cause of every failed request, by its status, its code and its format.

Discord itself answers in JSON. An answer in another format, or with the code 40333, comes from Discord's edge
(Cloudflare), and says nothing about the message or its place. The table is used for all that the bot sends, edits,
answers or acknowledges.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import aiohttp
import discord

from bot.ports import DeliveryError, ErrorKind, Outcome

BY_CODE: Final[Mapping[int, ErrorKind]] = {
    10003: ErrorKind.NOWHERE,  # unknown channel
    10008: ErrorKind.GONE,  # unknown message
    10013: ErrorKind.LEFT,  # unknown user
    10015: ErrorKind.EXPIRED,  # unknown webhook: the interaction has ended
    10062: ErrorKind.EXPIRED,  # unknown interaction
    20009: ErrorKind.PICTURE,  # a filter of explicit pictures
    20016: ErrorKind.BUSY,  # slow mode
    20022: ErrorKind.BUSY,  # too many edits in an announcement channel
    20028: ErrorKind.BUSY,  # too many messages in the channel
    20029: ErrorKind.BUSY,  # too many messages in the server
    30046: ErrorKind.TOO_OLD,  # too many edits of a message over an hour old
    30038: ErrorKind.EVENTS_FULL,  # too many events in the calendar
    40003: ErrorKind.TOO_FAST,  # DMs are opened too fast
    40004: ErrorKind.BUSY,  # sending is switched off at present
    40005: ErrorKind.PICTURE,  # the files are too large
    40006: ErrorKind.BUSY,  # a feature is switched off at present
    40333: ErrorKind.BLOCKED,  # an error inside Discord's network
    50001: ErrorKind.FORBIDDEN,  # missing access
    50007: ErrorKind.DMS_CLOSED,  # the user takes no DMs
    50013: ErrorKind.FORBIDDEN,  # missing permissions
    50024: ErrorKind.WRONG_CHANNEL,  # not in a channel of this kind
    50027: ErrorKind.EXPIRED,  # the interaction's token is invalid
    50045: ErrorKind.PICTURE,  # a file is too large
    50083: ErrorKind.ASLEEP,  # the thread is archived
    50278: ErrorKind.LEFT,  # no server in common with the user
    130000: ErrorKind.BUSY,  # overloaded
    160005: ErrorKind.ASLEEP,  # the thread is locked
    160006: ErrorKind.FULL,  # too many active threads
    160007: ErrorKind.FULL,  # too many active threads in announcement channels
    200000: ErrorKind.FORBIDDEN,  # AutoMod blocked the message
    200001: ErrorKind.FORBIDDEN,  # AutoMod blocked the title
    240000: ErrorKind.FORBIDDEN,  # a filter of links blocked the message
}
"""The causes by Discord's code."""

BY_STATUS: Final[Mapping[int, ErrorKind]] = {
    401: ErrorKind.TOKEN,
    403: ErrorKind.FORBIDDEN,
    404: ErrorKind.GONE,
    413: ErrorKind.PICTURE,
    408: ErrorKind.BUSY,
    429: ErrorKind.BUSY,
}
"""The causes by status, for answers in JSON whose code is not in `BY_CODE`.

Any other status below 500 is BAD_REQUEST, and every status from 500 on is BUSY.
"""

TOO_LARGE: Final = 413
EMOJI_CODES: Final = (10014, 50035)
"""The codes with which Discord refuses an emoji: it is unknown, or a field of the form is invalid."""
ACKNOWLEDGED: Final = 40060
"""Discord's code for an interaction that is already acknowledged, because an earlier try arrived after all."""


class DiscordAnswer(NamedTuple):
    """A failed request, read by the table."""

    kind: ErrorKind
    detail: str
    """Discord's own reason."""
    invalid: bool = False
    """True if Discord counts the request as invalid (401, 403, 429); too many of these get the address banned."""
    wait: float = 0.0
    """Seconds for which Discord wants no further request like this."""
    stops_all: bool = False
    """True if Discord wants no request at all during the `wait`."""
    arrived: bool = True
    """False if the request cannot have taken effect."""
    names_emoji: bool = False
    """True if Discord refuses an emoji."""

    @property
    def outcome(self) -> Outcome:
        """The meaning for the message that failed."""
        return self.kind.outcome

    def to_error(self) -> DeliveryError:
        """Make the error by which the rest of the bot knows this failure."""
        return DeliveryError(self.kind, self.detail)


FAILURES: Final = (discord.HTTPException, discord.RateLimited, TimeoutError, aiohttp.ClientError, OSError)
"""The errors that `read_answer` reads."""


def read_answer(error: Exception) -> DiscordAnswer | None:
    """Read an error of a request; None if neither Discord nor the network has failed."""
    if isinstance(error, discord.HTTPException):
        return _read_response(error)
    if isinstance(error, discord.RateLimited):
        return DiscordAnswer(ErrorKind.BUSY, "rate limit", wait=error.retry_after, arrived=False)
    if isinstance(error, FAILURES):
        connected = not isinstance(error, aiohttp.ClientConnectorError)
        return DiscordAnswer(ErrorKind.BUSY, type(error).__name__, arrived=connected)
    return None


def is_acknowledged(error: Exception) -> bool:
    """True if an error means that the interaction is already acknowledged."""
    return isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED


def _read_response(error: discord.HTTPException) -> DiscordAnswer:
    status, headers = error.status, error.response.headers
    is_json = headers.get("Content-Type", "").startswith("application/json")
    if status >= 500:
        kind = ErrorKind.BUSY
    elif is_json:
        kind = BY_CODE.get(error.code) or BY_STATUS.get(status, ErrorKind.BAD_REQUEST)
    elif status in (408, 429):
        kind = ErrorKind.BUSY
    else:
        kind = ErrorKind.PICTURE if status == TOO_LARGE else ErrorKind.BLOCKED
    detail = _describe(error) if is_json else f"{status} from Discord's edge"
    edge_limit = status == 429 and not (is_json and headers.get("Via"))
    return DiscordAnswer(
        kind, detail[:300], status in (401, 403, 429), _read_wait(headers) if status == 429 else 0.0, edge_limit,
        arrived=status >= 500, names_emoji=error.code in EMOJI_CODES and "emoji" in error.text.lower(),
    )  # fmt: skip


def _describe(error: discord.HTTPException) -> str:
    """The status, Discord's code and its one-line message, with the names of the refused fields. What stands in the
    fields may be secret, so it is left out."""
    text, *fields = error.text.split("\n")
    places = (line.removeprefix("In ").partition(":")[0] for line in fields if line.startswith("In "))
    names = dict.fromkeys(name for place in places for name in place.split(".") if name.isidentifier())
    named = f" ({', '.join(names)})" if names else ""
    return f"{error.status} {error.code} {text}{named}"


def _read_wait(headers: Mapping[str, str]) -> float:
    try:
        return max(0.0, float(headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0
