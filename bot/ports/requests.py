"""Requests to the bot: the requester, their location, the id of the request, and the reply."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.ports.ui import Form, Message


@dataclass(frozen=True, slots=True)
class Requester:
    """The person behind a request."""

    user: int
    name: str
    admin: bool = False
    """True if their roles let them manage the server or all of its channels, whatever a single channel adds."""
    roles: tuple[int, ...] = ()
    moderator: bool = False
    """True if they may manage the channel of the request."""


class Location(NamedTuple):
    """The channel of a request. `guild` is 0 in a DM; `parent` is the channel of a thread, else 0."""

    guild: int
    channel: int
    parent: int = 0


class RequestId(NamedTuple):
    """The time at which Discord stamped the interaction (milliseconds), and its cause ("i:<id>")."""

    at: int
    cause: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A private message or a form. With neither, the acknowledgement is enough."""

    message: Message | None = None
    form: Form | None = None


DONE = Reply()


def reply_text(text: str, table: int = 0) -> Reply:
    """Make a reply of text alone."""
    return Reply(Message(text, table=table))
