"""Messages as arguments of discord.py: their text, files, controls, mentions and layouts."""

import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord

from bot.edge.components import (
    FRAME,
    GALLERY,
    LINE,
    SECTION,
    TEXT,
    Component,
    FindEmoji,
    make_control,
    make_row,
    make_view,
    show,
)
from bot.ports import Accent, Fixture, Layout, Message, Part, Section, SinglePicture, Text
from bot.ports.markup import remove_marks, replace_marks, replace_marks_if_room

COLOURS: Final = {
    Accent.LOBBY: 0x4A90D9,
    Accent.PLAYING: 0x2A9D8F,
    Accent.CALL: 0xF0B232,
    Accent.FINISHED: 0x9B6DC6,
    Accent.CLOSED: 0x80848E,
    Accent.BOOKS: 0xC98B4B,
    Accent.LESSON: 0x57A55A,
    Accent.NONE: None,
}
MOST_LAYOUT_TEXT: Final = 4_000
"""The most characters of all texts of a layout together (Discord's limit)."""


def make_layout_view(message: Message, layout: Layout, file_names: Sequence[str], find_emoji: FindEmoji) -> Any:
    """Make the view of a layout. `file_names` are those of its pictures."""
    fits = len(replace_marks(message.text, find_emoji)) <= MOST_LAYOUT_TEXT

    def write(text: str) -> Component:
        return {"type": TEXT, "content": replace_marks(text, find_emoji) if fits else remove_marks(text)}

    def make_part(part: Part) -> Component:
        match part:
            case Text():
                return write(part.text)
            case Section():
                button = make_control(part.button, message, find_emoji)
                return {"type": SECTION, "components": [write(part.text)], "accessory": button}
            case Fixture.LINE:
                return {"type": LINE, "divider": True, "spacing": 1}
            case Fixture.PICTURES:
                return _make_gallery(message, file_names, range(len(file_names)))
            case SinglePicture():
                return _make_gallery(message, file_names, (part.place,))
            case _:
                return make_row(part, message, find_emoji)

    parts = [make_part(part) for part in layout.parts]
    colour = COLOURS[layout.accent]
    return show([{"type": FRAME, "accent_color": colour, "spoiler": False, "components": parts}], is_layout=True)


def _make_gallery(message: Message, file_names: Sequence[str], places: Iterable[int]) -> Component:
    shown = [
        {"media": {"url": f"attachment://{file_names[place]}"}, "spoiler": message.spoiler}
        | ({"description": alt[:1024]} if (alt := message.pictures[place].alt) else {})
        for place in places
    ]
    return {"type": GALLERY, "items": shown}


DISCORD_MOST_TEXT: Final = 2_000
"""The most characters of a message's text (Discord's limit)."""

_MISSING: Any = discord.utils.MISSING


def make_body(message: Message, find_emoji: FindEmoji, fresh: bool) -> dict[str, Any]:
    """Make the arguments of a send (`fresh`) or an edit. Each try needs new arguments, because a try uses up the files.

    Only the users in `message.pings` and the roles in `message.roles` are notified. Each picture has its alt text.
    """
    body: dict[str, Any] = {
        "content": replace_marks_if_room(message.text, find_emoji, DISCORD_MOST_TEXT) or (_MISSING if fresh else None),
        "allowed_mentions": discord.AllowedMentions(
            everyone=False,
            roles=[discord.Object(role) for role in message.roles] or False,
            replied_user=False,
            users=[discord.Object(user) for user in message.pings],
        ),
    }
    names = [name_file(message.file_name, index) for index in range(len(message.pictures))]
    files = [
        discord.File(io.BytesIO(picture.png), name, description=picture.alt[:1024] or None)
        for name, picture in zip(names, message.pictures, strict=True)
    ]
    if files or not fresh:
        body["files" if fresh else "attachments"] = files
    if message.layout is not None:
        body["view"] = make_layout_view(message, message.layout, names, find_emoji)
        del body["content"]
        return body if fresh else {**body, "content": None}
    controls = make_view(message, find_emoji)
    if controls is not None or not fresh:
        body["view"] = controls
    return body


def name_file(name: str, index: int) -> str:
    """Name the file at `index`: "table.png", "table-2.png"."""
    stem, dot, ending = name.rpartition(".")
    return name if index == 0 else f"{stem}-{index + 1}{dot}{ending}"
