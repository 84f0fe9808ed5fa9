"""Messages, controls and forms, as the bot builds them. `bot.edge` translates them for Discord."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from render.picture import Picture

HAND_PICTURE: Final = "rack.png"
"""The name of a message with a player's own hand, by which its copies are known."""


class Button(NamedTuple):
    """A button."""

    what: str
    """The middle of its custom id ("yes", "discard.R1")."""
    label: str
    style: str = "secondary"
    """ "primary", "secondary", "success" or "danger"."""
    emoji: str = ""
    """The code of a piece with an application emoji, or a Unicode emoji."""
    disabled: bool = False
    beside: str | None = None
    """The label beside the picture of a piece; where there is no picture, and if this is None, it is `label`."""


class Item(NamedTuple):
    """An entry of a menu, which has at most 25; a text has at most 100 characters."""

    value: str
    label: str
    plain: str = ""
    emoji: str = ""
    chosen: bool = False


class Menu(NamedTuple):
    """A select menu. The chosen values arrive as the words of the verb `what`."""

    what: str
    placeholder: str
    items: tuple[Item, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button | Menu, ...]


class PieceGroup(NamedTuple):
    """Pieces that stand together in a picture of a guide."""

    codes: tuple[str, ...]
    caption: str
    """Words below them; may be empty."""


class Field(NamedTuple):
    """A text input of a form."""

    name: str
    label: str
    value: str = ""
    placeholder: str = ""
    long: bool = False
    required: bool = True
    most: int = 200


@dataclass(frozen=True, slots=True)
class Form:
    """A modal. The answers arrive by the names of its fields."""

    what: str
    """The middle of its custom id."""
    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message: text, pictures and rows of controls."""

    text: str
    """At most 2,000 characters."""
    pictures: tuple[Picture, ...] = ()
    rows: tuple[Row, ...] = ()
    """At most five rows, of at most five controls each."""
    table: int = 0
    """With `seq`, completes the custom ids of its controls (``by:<table>:<what>:<seq>``)."""
    seq: int = 0
    pings: tuple[int, ...] = field(default=())
    """The users that it may notify."""
    name: str = "table.png"
    """The name of its file, which must not hint at the picture."""
    roles: tuple[int, ...] = ()
    """The roles that it may notify."""
    spoiler: bool = False
    """True if its pictures are covered until their reader taps them."""
    silent: bool = False
    """True if its reader's device is to stay silent when it is posted."""

    @property
    def file_name(self) -> str:
        """The name of its file in Discord, which covers pictures by the beginning of their name."""
        return f"SPOILER_{self.name}" if self.spoiler else self.name
