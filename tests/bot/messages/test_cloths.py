"""The blue blanket with a black stripe: a look of the table, chosen in its house rules."""

import io

import pytest
from PIL import Image

from bot.ports import HAND_PICTURE, Message
from bot.store import Store
from games import registry
from render import scenes
from render.style import BLANKETS, THEMES
from tests.bot.harness.room import BEAR, CHANNEL, Room, settings
from tests.effort import rounds
from tests.left_out import LONGER


def find_colour(message: Message) -> str:
    """Find the colour of the cloth, as the corner of a picture shows it."""
    drawn = Image.open(io.BytesIO(message.pictures[0].png)).convert("RGB")
    return "#" + bytes(drawn.getpixel((1, 1))).hex()  # type: ignore[arg-type]


@pytest.mark.thorough(LONGER)
async def test_the_board_and_every_hand_lie_on_the_cloth_that_the_house_chose(store: Store) -> None:
    room = Room(store, settings(), scenes=scenes)
    await room.start()
    table = await room.start_table("pussers-bones", (BEAR,), 3)
    chosen = (("felt", "dark", THEMES), ("blanket", "dark", BLANKETS), ("blanket", "light", BLANKETS))
    for value, theme, looks in chosen[-rounds(2, 3, 3) :]:
        await room.me.change(room.request(BEAR), "theme", theme)
        await room.press(table, "lobby.house.set", BEAR, "cloth", value)  # also at a table under way
        await room.settle()
        post = [message for message in room.dm(BEAR) if message.name == HAND_PICTURE][-1]
        board = next(message for message in room.at(CHANNEL) if message.pictures)
        assert (find_colour(board), find_colour(post)) == (looks["dark"].felt, looks[theme].felt), (
            value,
            theme,
        )
    await room.stop()


def test_every_cloth_that_a_game_offers_is_drawn() -> None:
    assert {cloth for name in registry.NAMES for cloth in registry.game(name).CLOTHS} == {"blanket"}
