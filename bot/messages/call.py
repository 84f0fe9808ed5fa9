"""The call for players, which a lobby sends to a role of the server."""

from bot.messages.desired_message import DesiredMessage, home
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
    reader = words_of(table)
    called = table.calls.called
    if called is None:
        return None
    data, in_lobby = MessageData(alert=called), table.status == Status.LOBBY
    if row is not None and row.data.alert >= called:
        if in_lobby:
            return None
        over = Message(reader.say("call/over", title=table.game.TITLE), table=table.id)
        return DesiredMessage(over, table.sequence, home(table), data=data)
    if not in_lobby:
        return None
    role = int(table.calls.role)
    words = Message(reader.say("call/players", role=f"<@&{role}>", title=table.game.TITLE), table=table.id)
    words = call_role(words, role)
    return DesiredMessage(words, table.sequence, home(table), repost=True, data=data)
