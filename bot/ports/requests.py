"""Requests to the bot: the requester, the place and id of the request, and the reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.ports.ui import MOST_TEXT, Form, Message
from bot.wording import ENGLISH, Language, Words

Suggested = list[tuple[str, str]]
"""Suggestions for a text that is being typed, as (label, value)."""


def _see_nothing(channel: int) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Requester:
    """The person behind a request."""

    user: int
    name: str
    admin: bool = False
    """True if their roles let them manage the server or all its channels. Permissions in one channel do not count."""
    roles: tuple[int, ...] = ()
    moderator: bool = False
    """True if they may manage the channel of the request."""
    language: Language = ENGLISH
    """The language in which they are answered privately."""
    may_see: Callable[[int], bool] = field(default=_see_nothing, compare=False, repr=False)
    """Returns True if they may see another channel or thread of the server, by its id."""


class Location(NamedTuple):
    """The channel of a request. `guild` is 0 in a DM. In a thread, `parent` is the channel above it; elsewhere 0."""

    guild: int
    channel: int
    parent: int = 0
    language: Language = ENGLISH
    """The language of the server."""

    @property
    def places(self) -> tuple[int, int]:
        """The channel and `parent`: where the request's crew may have its table."""
        return self.channel, self.parent


class RequestId(NamedTuple):
    """The timestamp that Discord gave an interaction (milliseconds), and its cause ("i:<id>")."""

    at: int
    cause: str


@dataclass(slots=True)
class Request:
    """A user's request."""

    requester: Requester
    location: Location
    id: RequestId
    channels: tuple[Language, ...] = field(default=(), kw_only=True)
    """The language of the message that was pressed in a channel, once it is known."""

    @property
    def user(self) -> int:
        """The id of the requester."""
        return self.requester.user

    @property
    def at(self) -> int:
        """The time at which Discord received the request, in milliseconds since 1970."""
        return self.id.at

    @property
    def cause(self) -> str:
        """The cause to store with changes. A request that arrives twice has the same cause both times."""
        return self.id.cause

    def further(self, part: str) -> Request:
        """The request for a further change, whose cause has this part added."""
        return Request(self.requester, self.location, RequestId(self.at, f"{self.cause}:{part}"))

    @property
    def words(self) -> Words:
        """The wording of a private answer to the request."""
        return Words(self.requester.language, channels=self.channels)

    def answer(self, key: str, table: int = 0, /, **facts: object) -> Reply:
        """Answer with one sentence. `table` is one that was opened."""
        return reply_text(self.words.say(key, **facts), table)

    @property
    def in_dm(self) -> bool:
        """True if the request was made in a DM."""
        return not self.location.guild


@dataclass(frozen=True, slots=True)
class Reply:
    """A private message or a form. An empty reply only acknowledges the request."""

    message: Message | None = None
    form: Form | None = None
    in_place: bool | None = None
    """True if the message replaces the one whose control was pressed, such as a page of a lesson in a DM. False if it
    is posted below. With None, it replaces only a private message with controls or pictures."""
    again: Callable[[], Awaitable[Message]] | None = None
    """Makes the message anew when its table has moved on; None for a message that stays as it is."""


DONE = Reply()


def reply_text(text: str, table: int = 0) -> Reply:
    """Make a reply of text alone. A text that is too long loses its end. `table` is one that was opened."""
    return Reply(Message(text[:MOST_TEXT], table=table))
