"""The messages of a lobby to its players: the call to a role of the server, and the notice of the start."""

from bot.messages.parts.desired_message import DesiredMessage, Ping, home_of
from bot.messages.parts.table_words import words_of
from bot.people.loudness import call_role
from bot.ports import Message
from bot.store import MessageData, Projection
from bot.tables.aggregate import Table


def present_call(table: Table, row: Projection | None) -> DesiredMessage | None:
    """Make the message of the call for players, once for each call. When the lobby ends, the message says that the call
    is over."""
    call, message = table.call_for_players, None
    if call.sequence is None:
        return None
    if table.is_lobby:
        role = int(call.role)
        text = words_of(table).say("call/players", role=f"<@&{role}>", title=table.game.TITLE)
        message = call_role(Message(text), role)
    return _present_once(table, row, call.sequence, message, "call/over")


def present_start_note(table: Table, row: Projection | None, ping: Ping) -> DesiredMessage | None:
    """Make the notice of the start, once for each start time that came.

    The notice asks for players if there were too few, or for agreement if somebody has not agreed to the house rules.
    When the lobby ends, the notice says which of the two was missing.
    """
    start = table.start
    if start.came is None:
        return None
    message = _make_note(table, start.began, ping) if start.began or table.is_lobby else None
    return _present_once(table, row, start.came, message, f"start/was_{'too_few' if start.agreed else 'not_agreed'}")


def _present_once(
    table: Table, row: Projection | None, number: int, message: Message | None, over: str
) -> DesiredMessage | None:
    """Make a message that is posted once for each `number`. Without a `message`, the posted one is edited to say that
    it is `over` (the key of a sentence)."""
    shown = row is not None and row.data.alert >= number
    if shown == (message is not None):
        return None
    ended = Message(words_of(table).say(over, title=table.game.TITLE))
    return DesiredMessage(
        message or ended, table.sequence, home_of(table), repost=not shown, data=MessageData(alert=number)
    )


def _make_note(table: Table, began: bool, ping: Ping) -> Message:
    mentions = " ".join(f"<@{user}>" for user in table.users)
    key = "start/began" if began else "start/too_few" if table.start.agreed else "start/not_agreed"
    text = words_of(table).say(key, title=table.game.TITLE, fewest=table.game.SEATS[0], mentions=mentions)
    return ping(Message(text))
