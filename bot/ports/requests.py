"""Who asks, from where, when; and what is answered."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.ports.ui import Form, Message


@dataclass(frozen=True, slots=True)
class Requester:
    """The person who asks; `admin` may manage the server or its channels, `roles` are his roles there."""

    user: int
    name: str
    admin: bool = False
    roles: tuple[int, ...] = ()


class Location(NamedTuple):
    """The channel that he asks from; `guild` is 0 in a DM, `parent` the channel of a thread."""

    guild: int
    channel: int
    parent: int = 0


class RequestId(NamedTuple):
    """When Discord stamped the interaction (milliseconds), and what makes it the same one ("i:<id>")."""

    at: int
    cause: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A private answer, or a form; neither: the acknowledgement says enough."""

    message: Message | None = None
    form: Form | None = None


DONE = Reply()


def reply_text(text: str, table: int = 0) -> Reply:
    """An answer of words alone."""
    return Reply(Message(text, table=table))
