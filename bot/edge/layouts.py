"""Translates layouts into discord.py's views: one coloured frame around all parts."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.edge.components import Emojis, item
from bot.ports.markup import with_pieces, without_pieces
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


def view(message: Message, layout: Layout, files: Sequence[str], emoji: Emojis) -> ui.LayoutView:
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
