"""The messages of a lobby to its players: the call to a role of the server, and the notice of the start."""

from collections.abc import Callable

from bot.messages.desired_message import DesiredMessage, home_of
from bot.messages.table_words import words_of
from bot.people.loudness import call_role
from bot.ports.ui import Message
from bot.store.messages.message_data import MessageData
from bot.store.messages.projections import Projection
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table


def present_call(table: Table, row: Projection | None) -> DesiredMessage | None:
    """Make the message of the call for players, once for each call. When the lobby ends, the message says that the call
    is over."""
    words = words_of(table)
    called = table.call_for_players.sequence
    if called is None:
        return None
    data, in_lobby = MessageData(alert=called), table.status == Status.LOBBY
    if row is not None and row.data.alert >= called:
        if in_lobby:
            return None
        over = Message(words.say("call/over", title=table.game.TITLE), table=table.id)
        return DesiredMessage(over, table.sequence, home_of(table), data=data)
    if not in_lobby:
        return None
    role = int(table.call_for_players.role)
    message = Message(words.say("call/players", role=f"<@&{role}>", title=table.game.TITLE), table=table.id)
    message = call_role(message, role)
    return DesiredMessage(message, table.sequence, home_of(table), repost=True, data=data)


Ping = Callable[[Message, tuple[int, ...]], Message]
"""Adds pings to a message for those of these people who want them."""


def present_start_note(table: Table, row: Projection | None, ping: Ping) -> DesiredMessage | None:
    """Make the notice of the start, once for each start time that came.

    The notice asks for players if there were too few, or for agreement if somebody has not agreed to the house rules.
    When the lobby ends, the notice says which of the two was missing.
    """
    came = table.start.came
    if came is None:
        return None
    data = MessageData(alert=came)
    began, in_lobby = table.start.began, table.status == Status.LOBBY
    if row is not None and row.data.alert >= came:
        if began or in_lobby:
            return None
        key = "start/was_too_few" if table.start.agreed else "start/was_not_agreed"
        message = Message(words_of(table).say(key, title=table.game.TITLE), table=table.id)
        return DesiredMessage(message, table.sequence, home_of(table), data=data)
    if not began and not in_lobby:
        return None
    return DesiredMessage(_make_note(table, began, ping), table.sequence, home_of(table), repost=True, data=data)


def _make_note(table: Table, began: bool, ping: Ping) -> Message:
    users = tuple(seat.user_id for seat in table.seats if seat.user_id is not None)
    mentions = " ".join(f"<@{user}>" for user in users)
    key = "start/began" if began else "start/too_few" if table.start.agreed else "start/not_agreed"
    text = words_of(table).say(key, title=table.game.TITLE, fewest=table.game.SEATS[0], mentions=mentions)
    return ping(Message(text, table=table.id), users)
