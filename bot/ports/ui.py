"""Messages, controls and forms, as the bot builds them; `bot.edge` translates them for Discord."""

from dataclasses import dataclass, field
from typing import NamedTuple

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
