"""Messages, controls and forms, as the bot builds them. `bot.edge` translates them for Discord."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct

from bot.ports.markup import cut, remove_marks
from bot.ports.patterns import Pattern
from bot.wording import Words
from render.base.picture import Picture

HAND_PICTURE: Final = "rack.png"
"""The file name of a picture of a player's own hand, by which the bot recognizes a copy of the hand."""


class Button(NamedTuple):
    """A button."""

    name: str
    """The middle of its custom id ("yes", "discard.R1")."""
    label: str
    style: str = "secondary"
    """ "primary", "secondary", "success" or "danger"."""
    emoji: str = ""
    """The code of a piece that has an application emoji, or a Unicode emoji."""
    disabled: bool = False
    beside: str | None = None
    """The label next to the emoji of a piece. If this is None, or there is no emoji, the button shows `label`."""


def make_button(
    control: str | Pattern, words: Words, style: str = "secondary", disabled: bool = False, **facts: object
) -> Button:
    """Make the button of a control, with its label in `words`. The name of a pattern has these `facts`."""
    name = control if isinstance(control, str) else control.make(**facts)
    return Button(name, words.label(name), style, disabled=disabled)


class Item(NamedTuple):
    """An entry of a menu. A menu has at most 25 entries, and each value has at most 100 characters."""

    value: str
    label: str
    description: str = ""
    emoji: str = ""
    chosen: bool = False


class Menu(NamedTuple):
    """A select menu. The bot reads the chosen values as the words after the verb `name`."""

    name: str
    placeholder: str
    items: tuple[Item, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button | Menu, ...]
Controls = tuple[Row, ...]
"""The rows of a message."""
Buttons = tuple[Button, ...]


class Text(NamedTuple):
    """Lines of a layout."""

    text: str


class Section(NamedTuple):
    """Lines of a layout with a button beside them."""

    text: str
    button: Button


class Fixture(StrEnum):
    """A part of a layout that needs no data."""

    PICTURES = "pictures"
    """All pictures of the message."""
    LINE = "line"
    """A horizontal line."""


class SinglePicture(NamedTuple):
    """One of the message's pictures, by its place among them."""

    place: int


Part = Text | Section | Fixture | SinglePicture | Row


class Accent(StrEnum):
    """The meaning of a layout's colour: the state of a table, or the topic of a message."""

    LOBBY = "lobby"
    PLAYING = "playing"
    CALL = "call"
    """The table waits for several players at once."""
    FINISHED = "finished"
    """A hand or the game is over."""
    CLOSED = "closed"
    BOOKS = "books"
    """A page of the tally."""
    LESSON = "lesson"
    NONE = "none"
    """A frame without a colour."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a message in order, inside a frame of one colour. A posted layout stays a layout after edits."""

    accent: Accent
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """The number of its components; Discord takes at most `MOST_COMPONENTS`."""
        return 1 + sum(map(_count_components, self.parts))


MOST_COMPONENTS: Final = 40
MOST_TEXT: Final = 1_990
"""The most characters of a message (Discord's limit is 2,000)."""
MOST_ROWS: Final = 5
"""The most rows of a message without a layout (Discord's limit)."""
MOST_IN_ROW: Final = 5
"""The most buttons in a row (Discord's limit)."""
MOST_ITEMS: Final = 25
"""The most items of a menu (Discord's limit)."""


def fill_rows(buttons: Sequence[Button | Menu], most: int = MOST_IN_ROW) -> Controls:
    """These buttons in rows of at most `most`."""
    return tuple(tuple(buttons[start : start + most]) for start in range(0, len(buttons), most))


def _count_components(part: Part) -> int:
    if isinstance(part, Section):
        return 3
    return 1 if isinstance(part, Text | Fixture | SinglePicture) else 1 + len(part)


class PieceGroup(NamedTuple):
    """Pieces that stand together in a picture of a guide."""

    codes: tuple[str, ...]
    caption: str
    """The text below the pieces; may be empty."""


class Field(NamedTuple):
    """A text input of a form."""

    name: str
    label: str
    value: str = ""
    placeholder: str = ""
    long: bool = False
    required: bool = True
    most: int = 200


class Form(Struct, frozen=True):
    """A modal. The answers arrive in the order of their fields."""

    name: str
    """The middle of its custom id."""
    title: str
    fields: tuple[Field, ...]
    file: str = ""
    """The label of a file input below the fields, which may stay empty; "" for none. Its file arrives as "file"."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message: text, pictures and rows of controls."""

    text: str
    """At most 2,000 characters."""
    pictures: tuple[Picture, ...] = ()
    rows: Controls = ()
    """Each row has at most five controls. A message without a layout has at most five rows."""
    table: int = 0
    """The table in the custom ids of its controls, which are ``by:<table>:<name>:<sequence>``."""
    sequence: int = 0
    pings: tuple[int, ...] = ()
    """The users that it may notify. Only `bot.people.loudness` sets `pings`, `roles` and `loud`."""
    name: str = "table.png"
    """The file name of its picture, which must not hint at the content."""
    roles: tuple[int, ...] = ()
    """The roles that it may notify."""
    layout: Layout | None = None
    """Its layout; None for a plain message: a text with pictures and rows below it."""
    spoiler: bool = False
    """True if its pictures stay covered until the reader taps them."""
    loud: bool = False
    """True if it makes a sound on its readers' devices when it is posted."""

    @property
    def file_name(self) -> str:
        """The file name to upload. Discord covers a picture if its file name begins with "SPOILER_"."""
        return f"SPOILER_{self.name}" if self.spoiler else self.name


def with_buttons(text: str, *buttons: Button, table: int = 0) -> Message:
    """A message with one row of buttons. A text that is too long loses its end."""
    return Message(text[:MOST_TEXT], rows=(buttons,), table=table)


def lay_out(
    accent: Accent,
    parts: Iterable[Part],
    pictures: Iterable[Picture | None] = (),
    table: int = 0,
    sequence: int = 0,
    name: str = "table.png",
    spoiler: bool = False,
) -> Message:
    """A message with a layout. Its text and rows are the texts and controls of all parts.

    Pictures that are None are left out, and so are empty texts and rows, and the place of the pictures if there are
    none.
    """
    drawn = tuple(picture for picture in pictures if picture is not None)
    empty = (Text(""), (), None if drawn else Fixture.PICTURES)
    layout = Layout(accent, tuple(part for part in parts if part not in empty))
    texts = [part.text for part in layout.parts if isinstance(part, Text | Section)]
    rows: list[Row] = []
    for part in layout.parts:
        if isinstance(part, Section):
            rows.append((part.button,))
        elif not isinstance(part, Text | Fixture | SinglePicture):
            rows.append(part)
    return Message("\n".join(texts), drawn, tuple(rows), table, sequence, name=name, layout=layout, spoiler=spoiler)


def separate(*groups: Sequence[Part]) -> tuple[Part, ...]:
    """All parts of the groups, with a line between two groups; empty groups are left out."""
    parts: list[Part] = []
    for group in filter(None, groups):
        parts += [*([Fixture.LINE] if parts else []), *group]
    return tuple(parts)


def fit_groups(groups: Iterable[Sequence[str]], most: int) -> list[list[str]]:
    """The first lines of the groups, up to `most` characters. Empty groups are left out, and "…" stands for lines that
    do not fit."""
    fitted: list[list[str]] = []
    room = most - 1
    for group in filter(None, groups):
        fitted.append([])
        for line in group:
            room -= len(line) + 1
            if room < 0:
                fitted[-1].append("…")
                return fitted
            fitted[-1].append(line)
    return fitted


def fit_texts(groups: Iterable[Sequence[str]], most: int) -> list[Text]:
    """The groups of lines that `fit_groups` leaves, each as one text."""
    return [Text("\n".join(lines)) for lines in fit_groups(groups, most)]


def in_plain(message: Message) -> Message:
    """The message as plain text with its controls below, for readers who want words instead of a layout."""
    return replace(message, text=cut(remove_marks(message.text), MOST_TEXT), layout=None)


def in_layout(message: Message) -> Message:
    """The message as a layout without a colour, so that it can replace a layout. A message with a layout is returned
    as it is."""
    if message.layout is not None:
        return message
    text = (Text(message.text),) if message.text else ()
    pictures = (Fixture.PICTURES,) if message.pictures else ()
    return replace(message, layout=Layout(Accent.NONE, (*text, *pictures, *message.rows)))
