"""The messenger port: sending, editing and deleting messages. `bot.edge` implements it on Discord, tests in memory."""

from typing import NamedTuple, Protocol

from bot.ports.ui import Message


class Place(NamedTuple):
    """Where a message can be: a channel, a thread or a DM channel, by its id; `guild` is 0 in a DM."""

    channel: int
    guild: int = 0


class DeliveryError(Exception):
    """Discord did not do it, and trying again does not help. `kind` says what to do:

    "closed" (a DM cannot be opened: take the ladder), "forbidden" (stop speaking there, tell an admin once; `facts`
    name the permission), "gone" (the message or channel is not there any more: post afresh), "old" (edited too
    often or too late: post afresh), "bad" (our request was wrong: a bug).
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Messenger(Protocol):
    """Discord, as tables need it. Methods raise `DeliveryError`; they retry passing failures (429, 5xx) themselves."""

    async def send(self, place: Place, message: Message, nonce: str) -> int:
        """Posts a message and gives its id; the same nonce again within minutes gives the same message."""
        ...

    async def edit(self, place: Place, message_id: int, message: Message) -> None:
        """Makes a message show `message`; may be repeated."""
        ...

    async def delete(self, place: Place, message_id: int) -> None:
        """Takes a message away; one that is gone already is no trouble."""
        ...

    async def direct(self, user: int) -> Place:
        """The DM channel with a user. Closed DMs show only in `send`."""
        ...

    async def thread(self, parent: Place, name: str, private: bool, members: tuple[int, ...]) -> Place:
        """A new thread below a channel, with these members added."""
        ...
