"""*What waits for me*: a person's tables by name, those that wait for them first, each with a button."""

from bot.edge.custom_ids import Control
from bot.ports import HAND_PICTURE, Button, Message
from bot.tables.aggregate import name_table
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until_turn
from tests.bot.harness.room import BEAR, BULL, HERE, NED, WALLY, Room, in_dm, message_of

DUO = "duo-dominoes"


async def show_tables(room: Room) -> Message:
    """Let Bear list their tables."""
    return message_of(await room.seats.show_own_tables(room.request(BEAR, HERE)))


def list_buttons(message: Message) -> list[Button]:
    return [control for row in message.rows for control in row if isinstance(control, Button)]


def test_tables_have_names() -> None:
    names = [name_table(number) for number in range(1, 1_561)]
    assert len(set(names)) == len(names)
    assert name_table(7) == name_table(7)


async def test_without_a_table_the_list_says_how_to_open_one(room: Room) -> None:
    assert "/table open" in (await show_tables(room)).text


async def test_the_table_that_waits_comes_first(room: Room) -> None:
    first = await room.start_table(DUO, (BEAR, BULL, WALLY, NED), 0)
    second = await room.open(DUO, thread=True)
    await play_until_turn(room, first, BEAR, BULL, WALLY, NED)
    shown = await show_tables(room)
    assert "1 table is waiting for you" in shown.text
    assert [button.name for button in list_buttons(shown)] == [f"mine.{first}", f"mine.{second}"]
    assert name_table(first) in shown.text
    assert "A lobby with 1 player" in shown.text


async def test_the_button_of_a_table_brings_its_message_to_the_end_of_the_dm(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL, WALLY, NED), 0)
    await room.messenger.send(dm(BEAR.user), Message("a lesson"), "lesson")
    own_dm = in_dm(BEAR)
    await room.press_at(Control(0, f"mine.{table}", 0), BEAR, own_dm)
    await room.settle()
    posted = room.at(own_dm.channel)
    assert [message.name == HAND_PICTURE for message in posted] == [False, True]
    reply = message_of(await room.press_at(Control(0, f"mine.{table}", 0), BEAR, HERE))
    assert "the last message in your DM" in reply.text
