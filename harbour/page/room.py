"""The board for the room: what everybody may see of the newest board, and nothing that is private to anybody."""

from typing import Final

from harbour.base.clock import find_created_ms
from harbour.base.json_types import Json
from harbour.state.model import ANNOUNCEMENT, PUBLIC_THREAD, TEXT, Channel, Message
from harbour.state.server_state import Event, ServerState

_PUBLIC: Final = (TEXT, ANNOUNCEMENT, PUBLIC_THREAD)


def is_public(state: ServerState, channel: Channel) -> bool:
    """True for a channel or thread that every member of the guild may read."""
    home = channel if channel.thread is None else state.channels.get(str(channel.parent_id))
    return channel.kind in _PUBLIC and home is not None and not home.overwrites


def list_public(state: ServerState, channel: Channel) -> list[Message]:
    """The messages of a channel that everybody may see."""
    if not is_public(state, channel):
        return []
    return [message for message in channel.messages.values() if message.only_for is None]


def find_board(state: ServerState) -> Message | None:
    """Find the bot's newest public message with a picture, by its last edit; None if there is none."""
    public = [message for channel in state.channels.values() for message in list_public(state, channel)]
    boards = [message for message in public if message.author.bot and message.attachments]
    return max(boards, key=lambda message: message.edited_ms or find_created_ms(message.id), default=None)


def shows_board(state: ServerState, event: Event) -> bool:
    """True for an event that brings a board, new or changed."""
    is_for_all = event.only is None and event.channel is not None and is_public(state, event.channel)
    author = event.data.get("author") or {}
    return is_for_all and event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and bool(
        author.get("id") == state.bot.id and event.data["attachments"]
    )  # fmt: skip


def describe_board(state: ServerState, board: Json | None) -> Json:
    """The board for its screen, with the names of people."""
    return {"t": "BOARD", "d": board, "users": {user.id: user.name for user in state.users.values()}}
