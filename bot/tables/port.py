"""What tables need of the outside: somewhere to speak, and the time. `bot.edge` provides it, and so do the tests."""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from render.picture import Picture


class Button(NamedTuple):
    """A button. `what` is the middle of its custom id ("yes", "discard.R1"); `style` is "primary", "secondary",
    "success" or "danger"; `emoji` is a piece's code for an application emoji or a Unicode emoji."""

    what: str
    label: str
    style: str = "secondary"
    emoji: str = ""
    disabled: bool = False


class Item(NamedTuple):
    """One entry of a menu (at most 25 a menu, 100 characters each)."""

    value: str
    label: str
    plain: str = ""
    emoji: str = ""
    chosen: bool = False


class Menu(NamedTuple):
    """A select. The chosen values arrive as the words of the verb `what`."""

    what: str
    placeholder: str
    items: tuple[Item, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button | Menu, ...]


class Field(NamedTuple):
    """One line of text that a form asks for."""

    name: str
    label: str
    value: str = ""
    placeholder: str = ""
    long: bool = False
    required: bool = True
    most: int = 200


@dataclass(frozen=True, slots=True)
class Form:
    """A modal: `what` is the middle of its custom id; what is filled in arrives by field name."""

    what: str
    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message as tables think of it: text (at most 2,000 characters), pictures, rows of at most five controls.

    `table` and `seq` complete the custom ids of its controls (``by:<table>:<what>:<seq>``); `pings` are the users
    that it may notify. A file's name is `name` and says nothing about what it shows.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    rows: tuple[Row, ...] = ()
    table: int = 0
    seq: int = 0
    pings: tuple[int, ...] = field(default=())
    name: str = "table.png"


class Place(NamedTuple):
    """Where a message can be: a channel, a thread or a DM channel, by its id; `guild` is 0 in a DM."""

    channel: int
    guild: int = 0


class Trouble(Exception):
    """Discord did not do it, and trying again does not help. `kind` says what to do:

    "closed" (a DM cannot be opened: take the ladder), "forbidden" (stop speaking there, tell an admin once; `facts`
    name the permission), "gone" (the message or channel is not there any more: post afresh), "old" (edited too
    often or too late: post afresh), "bad" (our request was wrong: a bug).
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Postbox(Protocol):
    """How tables speak. Every method raises `Trouble`; passing failures (429, 5xx, a lost line) it retries itself."""

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


class Clock(Protocol):
    """The time of day."""

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        ...
