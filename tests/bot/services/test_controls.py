"""The mapping from controls to use cases."""

from games.core import Refused
from tests.bot.harness.room import BEAR, Room

GAME = "duo-dominoes"


async def test_every_control_on_a_message_has_a_use_case(room: Room) -> None:
    """Press every control that the lobby, the board and the hand have shown."""
    table = await room.open(GAME)
    await room.settle()
    controls = _list_shown(room)
    await room.add_robots(table, 3)
    await room.begin(table)
    controls |= _list_shown(room)
    assert {"lobby.join", "hand.hide", "why"} <= controls
    assert [control for control in sorted(controls) if await _is_unknown(room, table, control)] == []


def _list_shown(room: Room) -> set[str]:
    messages = [message for sent in room.messenger.messages.values() for message in sent.history]
    return {control.name for message in messages for row in message.rows for control in row}


async def _is_unknown(room: Room, table: int, control: str) -> bool:
    try:
        await room.press(table, control, BEAR)
    except Refused as refused:
        return refused.key == "TABLE/no_button"
    return False
