"""Messages as arguments of discord.py: their text, files, controls and mentions."""

import io
from typing import Any, Final

import discord

from bot.edge import components, layouts
from bot.ports.markup import with_pieces_if_room
from bot.ports.ui import Message

DISCORD_MOST_TEXT: Final = 2_000
"""The most characters of a message's text (Discord's limit)."""

_MISSING: Any = discord.utils.MISSING


def body(message: Message, emoji: components.Emojis, fresh: bool) -> dict[str, Any]:
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
        made["view"] = layouts.view(message, message.layout, names, emoji)
        del made["content"]
        return made if fresh else {**made, "content": None}
    view = components.view(message, emoji)
    if view is not None or not fresh:
        made["view"] = view
    return made


def name_file(name: str, index: int) -> str:
    """Name the file at `index`: "table.png", "table-2.png"."""
    stem, dot, ending = name.rpartition(".")
    return name if index == 0 else f"{stem}-{index + 1}{dot}{ending}"
