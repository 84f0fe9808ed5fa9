"""Messages as arguments of discord.py: their text, files, controls and mentions, and layouts as its views."""

import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.edge.components import Emojis, item, view
from bot.ports.markup import with_pieces, with_pieces_if_room, without_pieces
from bot.ports.ui import Accent, Fixture, Layout, Message, Part, Section, Shown, Text

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


def view_layout(message: Message, layout: Layout, files: Sequence[str], emoji: Emojis) -> ui.LayoutView:
    """Make the view of a layout. `files` are the file names of its pictures."""
    if len(with_pieces(message.text, emoji)) > MOST_LAYOUT_TEXT:
        return _view(message, layout, files, emoji, plain=True)
    return _view(message, layout, files, emoji, plain=False)


def _view(message: Message, layout: Layout, files: Sequence[str], emoji: Emojis, plain: bool) -> ui.LayoutView:
    made = ui.LayoutView(timeout=None)
    parts = (_part(part, message, files, emoji, plain) for part in layout.parts)
    made.add_item(ui.Container(*parts, accent_colour=COLOURS[layout.accent]))
    made.stop()
    return made


def _part(part: Part, message: Message, files: Sequence[str], emoji: Emojis, plain: bool) -> ui.Item[Any]:
    match part:
        case Text():
            return ui.TextDisplay(_write_text(part.text, emoji, plain))
        case Section():
            return ui.Section(_write_text(part.text, emoji, plain), accessory=item(part.button, message, emoji))
        case Fixture.LINE:
            return ui.Separator()
        case Fixture.PICTURES:
            return _gallery(message, files, range(len(files)))
        case Shown():
            return _gallery(message, files, (part.place,))
        case _:
            return ui.ActionRow(*(item(control, message, emoji) for control in part))


def _gallery(message: Message, files: Sequence[str], places: Iterable[int]) -> ui.MediaGallery[Any]:
    shown = [(files[place], message.pictures[place]) for place in places]
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(
                f"attachment://{name}", description=picture.alt[:1024] or None, spoiler=message.spoiler
            )
            for name, picture in shown
        )
    )


def _write_text(text: str, emoji: Emojis, plain: bool) -> str:
    return without_pieces(text) if plain else with_pieces(text, emoji)


DISCORD_MOST_TEXT: Final = 2_000
"""The most characters of a message's text (Discord's limit)."""

_MISSING: Any = discord.utils.MISSING


def body(message: Message, emoji: Emojis, fresh: bool) -> dict[str, Any]:
    """Make the arguments of a send (`fresh`) or an edit. Each try needs new ones, because a try reads the files.

    Only the users in `message.pings` and the roles in `message.roles` are notified. Each picture has its alt text.
    """
    made: dict[str, Any] = {
        "content": with_pieces_if_room(message.text, emoji, DISCORD_MOST_TEXT) or (_MISSING if fresh else None),
        "allowed_mentions": discord.AllowedMentions(
            everyone=False,
            roles=[discord.Object(role) for role in message.roles] or False,
            replied_user=False,
            users=[discord.Object(user) for user in message.pings],
        ),
    }
    files = [
        discord.File(
            io.BytesIO(picture.png), name_file(message.file_name, index), description=picture.alt[:1024] or None
        )
        for index, picture in enumerate(message.pictures)
    ]
    if files or not fresh:
        made["files" if fresh else "attachments"] = files
    if message.layout is not None:
        names = [name_file(message.file_name, index) for index in range(len(message.pictures))]
        made["view"] = view_layout(message, message.layout, names, emoji)
        del made["content"]
        return made if fresh else {**made, "content": None}
    controls = view(message, emoji)
    if controls is not None or not fresh:
        made["view"] = controls
    return made


def name_file(name: str, index: int) -> str:
    """Name the file at `index`: "table.png", "table-2.png"."""
    stem, dot, ending = name.rpartition(".")
    return name if index == 0 else f"{stem}-{index + 1}{dot}{ending}"
