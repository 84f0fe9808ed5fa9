"""The pieces as emojis: made once, repaired, and never in the way of a game."""

import io
from collections.abc import Mapping

import pytest
from PIL import Image

from bot.edge import client as connection
from bot.edge.emojis import Emojis, name_of
from games.pieces import bones, cards, dominoes
from harbour import Harbour
from render import emoji
from tests.bot.edge.test_postbox import PNG


@pytest.fixture
def pictures() -> dict[str, bytes]:
    return {"R1": PNG, "6-4": PNG + b"\0"}


def made(harbour: Harbour) -> int:
    return sum(one.method == "POST" and one.path.endswith("/emojis") for one in harbour.requests)


def names(harbour: Harbour) -> set[str]:
    return {one.name for one in harbour.world.emojis.values()}


async def test_they_are_made_once_and_shown_by_their_code(
    harbour: Harbour, client: connection.Client, pictures: Mapping[str, bytes]
) -> None:
    emojis = Emojis(lambda: pictures)
    assert emojis.mark("R1") is None
    assert await emojis.provision(client) == 2
    assert names(harbour) == {name_of(code, png) for code, png in pictures.items()}
    mark = emojis.mark("R1")
    assert mark is not None
    assert mark.startswith("<:by_R1_")
    again = Emojis(lambda: pictures)
    assert await again.provision(client) == 0
    assert again.mark("R1") == mark
    assert made(harbour) == 2


async def test_a_new_drawing_takes_the_place_of_the_old(
    harbour: Harbour, client: connection.Client, pictures: dict[str, bytes]
) -> None:
    await Emojis(lambda: pictures).provision(client)
    pictures["R1"] = PNG + b"\1"
    assert await Emojis(lambda: pictures).provision(client) == 1
    assert names(harbour) == {name_of(code, png) for code, png in pictures.items()}


async def test_one_that_somebody_deleted_is_made_again(
    harbour: Harbour, client: connection.Client, pictures: dict[str, bytes]
) -> None:
    await Emojis(lambda: pictures).provision(client)
    harbour.world.emojis.pop(next(iter(harbour.world.emojis)))
    assert await Emojis(lambda: pictures).provision(client) == 1


async def test_a_refusal_leaves_the_codes(
    harbour: Harbour, client: connection.Client, pictures: dict[str, bytes]
) -> None:
    harbour.fault("POST", r".*/emojis", 400, code=30008)
    emojis = Emojis(lambda: pictures)
    assert await emojis.provision(client) == 0
    assert emojis.mark("R1") is None
    assert emojis.mark("🂡") == "🂡"


def test_every_piece_is_drawn_small_enough_for_discord() -> None:
    drawn = emoji.pictures()
    assert {bones.code(kind) for kind in set(bones.FULL_SET)} <= set(drawn)
    assert {dominoes.code(piece) for piece in dominoes.ALL} <= set(drawn)
    assert {cards.code(card) for card in cards.ALL} <= set(drawn)
    for code, png in drawn.items():
        assert len(png) < 256 * 1024, code
        assert Image.open(io.BytesIO(png)).size == (emoji.SIDE, emoji.SIDE)
    assert len(set(drawn.values())) == len(drawn)
