"""The messenger port: sending, editing and deleting messages. `bot.edge` implements it on Discord, tests in memory."""

import hashlib
import re
from contextvars import ContextVar
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from bot.ports.markup import remove_marks
from bot.ports.ui import Message

MAY_WAIT: Final = ContextVar("may_wait", default=False)
"""True while a request is made that others may overtake, because nobody waits for its answer."""
_EMOJI: Final = re.compile(r" ?<a?:\w+:[0-9]+>")


class Place(NamedTuple):
    """A channel, a thread or a DM channel, by its id; `guild` is 0 in a DM."""

    channel: int
    guild: int = 0


class Outcome(StrEnum):
    """The meaning of a failure for the message that failed."""

    PASSING = "passing"
    """It is over soon: repeat the request."""
    LASTING = "lasting"
    """Somebody has to change something: try again slowly, or once they may have changed it."""
    GONE = "gone"
    """The message or its place no longer exists: post it again, or elsewhere."""
    ASLEEP = "asleep"
    """The thread is archived: wake it, and repeat the request."""
    REFUSED = "refused"
    """Discord takes no such message. Another form of it, or the next version, may be taken."""


class Fault(StrEnum):
    """The party at fault in a lasting failure. It decides who is told."""

    READER = "reader"
    """The reader cannot be reached."""
    PLACE = "place"
    """Somebody in the server has to change something there."""
    BOT = "bot"
    """Discord refuses what the bot sends, or how fast."""
    DISCORD = "discord"


class ErrorKind(StrEnum):
    """Failures by their cause. Metrics, the outbox and the rows of messages store the values."""

    BUSY = "busy"
    """Discord or the network is overloaded or away. Requests are repeated; nothing raises this."""
    BLOCKED = "blocked"
    """Discord's edge (Cloudflare) refused the request, again and again."""
    DMS_CLOSED = "closed"
    """The user accepts no DMs from the bot: find another way to reach them."""
    LEFT = "left"
    """The user no longer shares a server with the bot: a robot plays for them until they are back."""
    FORBIDDEN = "forbidden"
    """The bot lacks a permission there, or a filter of the server refuses the message."""
    FULL = "full"
    """The server has as many active threads as Discord allows."""
    EVENTS_FULL = "events"
    """The server's calendar has as many events as Discord allows."""
    WRONG_CHANNEL = "wrong"
    """Channels of this kind take no such messages or threads."""
    GONE = "gone"
    """The message no longer exists: post it again."""
    NOWHERE = "nowhere"
    """The channel or thread no longer exists: close the table."""
    EXPIRED = "expired"
    """The interaction is too old to be answered."""
    TOO_OLD = "old"
    """The message was edited too often for its age: post it again."""
    ASLEEP = "asleep"
    """The thread is archived, and only somebody who manages threads may open it again."""
    PICTURE = "picture"
    """The picture is too large, or a filter of the reader's refuses it."""
    TOO_FAST = "fast"
    """The bot has opened too many DMs in a short time."""
    TOKEN = "token"
    """The bot's token is no longer valid."""
    BAD_REQUEST = "bad"
    """Discord refused the request for another reason."""

    @property
    def outcome(self) -> Outcome:
        """The meaning for the message that failed."""
        return _OUTCOMES.get(self, Outcome.LASTING)

    @property
    def fault(self) -> Fault:
        """The party at fault."""
        return _FAULTS.get(self, Fault.PLACE)


_OUTCOMES: Final = {
    ErrorKind.BUSY: Outcome.PASSING,
    ErrorKind.BLOCKED: Outcome.PASSING,
    ErrorKind.GONE: Outcome.GONE,
    ErrorKind.NOWHERE: Outcome.GONE,
    ErrorKind.EXPIRED: Outcome.GONE,
    ErrorKind.TOO_OLD: Outcome.GONE,
    ErrorKind.ASLEEP: Outcome.ASLEEP,
    ErrorKind.BAD_REQUEST: Outcome.REFUSED,
    ErrorKind.PICTURE: Outcome.REFUSED,
}

_FAULTS: Final = {
    ErrorKind.DMS_CLOSED: Fault.READER,
    ErrorKind.LEFT: Fault.READER,
    ErrorKind.BUSY: Fault.DISCORD,
    ErrorKind.BLOCKED: Fault.DISCORD,
    ErrorKind.BAD_REQUEST: Fault.BOT,
    ErrorKind.PICTURE: Fault.BOT,
    ErrorKind.TOO_FAST: Fault.BOT,
    ErrorKind.TOKEN: Fault.BOT,
}


class ScheduledEvent(NamedTuple):
    """An event of a server's calendar. Times are milliseconds since 1970."""

    name: str
    description: str
    location: str
    """The text that says where the event takes place."""
    begins: int
    ends: int
    channel: int
    """The channel of the game night. The event is refused unless everybody in the server may see the channel."""
    planner: int
    """The person who planned the night. The event is refused unless they may create events themselves."""


class DeliveryError(Exception):
    """A request to Discord failed, and repeating it at once would not help. `detail` is Discord's own reason."""

    def __init__(self, kind: ErrorKind, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = ErrorKind(kind)
        self.detail = detail


class NotAllowed(DeliveryError):
    """A request was not made, since somebody lacks a permission for it."""


class SoughtMessage(NamedTuple):
    """The features of one of the bot's own messages that may have been posted before a crash."""

    table: int
    """The table that its custom ids name, if it has controls."""
    digest: str
    """The digest of its text."""
    after: int
    """The message is younger than the message with this id."""
    since: int
    """The message is younger than this time (milliseconds since 1970)."""


def digest_text(text: str) -> str:
    """The digest of a message's text, without emojis and outer blanks. Discord drops such blanks, and the emojis of
    pieces may become known between two tries."""
    plain = _EMOJI.sub("", remove_marks(text))
    return hashlib.sha256(plain.strip().encode()).hexdigest()[:32]


class Messenger(Protocol):
    """Discord, as tables need it. Methods repeat a request while its failure is passing, and raise `DeliveryError` for
    any other failure."""

    async def send(self, place: Place, message: Message, nonce: str) -> int:
        """Post a message and return its id. The same nonce again within minutes returns the same message."""

    async def has_place(self, place: Place) -> bool:
        """Return False if a channel or thread was deleted; True if it exists, even if we may not read it."""

    async def may_see(self, place: Place) -> bool:
        """Return True if we can see a channel or thread; False if it was deleted, or is out of our sight."""

    async def find_message(self, place: Place, sought: SoughtMessage) -> int | None:
        """Find a message of our own, and return its id; None if it was never posted, or is gone."""

    async def count_after(self, place: Place, message_id: int, most: int) -> int:
        """Count the messages that were posted after a message, up to `most`. Needs the permission to read the channel's
        history. The content of the messages is not used."""

    async def edit(self, place: Place, message_id: int, message: Message, keep_pictures: bool = False) -> None:
        """Replace the content of a posted message; safe to repeat. With `keep_pictures`, the posted pictures stay."""

    def edits_freely(self, message_id: int) -> bool:
        """Return True if an edit would not count as a request of the bot, because a reader has pressed the message."""

    def find_last(self, place: Place) -> int:
        """Find the id of the last message that this process posted in a channel; 0 if there is none."""

    async def delete(self, place: Place, message_id: int) -> None:
        """Delete a message, unless it is deleted already."""

    async def open_dm(self, user: int) -> Place:
        """Open the DM channel with a user. This works even if their DMs are closed; only `send` then fails."""

    @property
    def hosts(self) -> tuple[int, ...]:
        """The people who run the bot: the owner of its application, or the team that owns it."""

    def find_owner(self, guild: int) -> int | None:
        """The owner of a server; None if that is not known."""

    async def open_thread(self, parent: Place, name: str, members: tuple[int, ...] = (), slow: bool = False) -> Place:
        """Open a thread that everybody in a channel may read, and add these members to it. A `slow` one, for a game by
        correspondence, stays awake for a week without a message; others for a day."""

    async def end_thread(self, thread: Place) -> None:
        """Delete a thread of ours, or archive it where we may not delete it. Does nothing if it is gone."""

    async def find_members(self, guild: int, users: tuple[int, ...]) -> frozenset[int]:
        """Find out which of these users are in a server."""

    async def schedule(self, guild: int, event: ScheduledEvent) -> int:
        """Add an event to the calendar of a server, and return its id. Raises `NotAllowed` unless both the bot and the
        planner may create events."""

    async def find_event(self, guild: int, event: ScheduledEvent) -> int | None:
        """Find an event of our own in the calendar of a server by its text and its time. Return its id, or None."""

    async def unschedule(self, guild: int, event: int) -> None:
        """Remove an event from the calendar of a server, unless it is gone already."""
