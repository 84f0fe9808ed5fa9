"""Each refusal at each place ends with somebody told, a line for the doctor and a next try."""

import pytest

from bot.edge.repeating import DeliveryResult
from tests.bot.harness.fixtures import engine, kind, migrated_url, room, seed, store
from tests.bot.harness.room import Room
from tests.left_out import MORE_CASES
from tests.races.refusals import CODES, TRIALS, Asked, Cell

__all__ = ["engine", "kind", "migrated_url", "room", "seed", "store"]

CELLS = [Cell(place, code) for place in TRIALS for code in CODES]
QUICK = [Cell("opening a DM", 40003), Cell("a message", 99999), Cell("a board", 50035), Cell("an answer", 20009),
         Cell("a night's message", 50013)]  # fmt: skip


@pytest.mark.parametrize(
    "cell",
    [cell if cell in QUICK else pytest.param(cell, marks=pytest.mark.thorough(MORE_CASES)) for cell in CELLS],
    ids=lambda cell: f"{cell.place}-{cell.code}",
)
async def test_a_refusal_is_told_listed_and_tried_again(room: Room, cell: Cell) -> None:
    assert await TRIALS[cell.place](room, cell) == []


@pytest.mark.parametrize("place", ["an answer", "a follow-up"])
async def test_if_the_plain_sentence_is_refused_too_the_log_names_the_act(
    room: Room, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    for code in CODES:
        caplog.clear()
        bear = Asked(room, Cell(place, code))
        bear.plain_too = True
        assert await bear.ask() is DeliveryResult.REFUSED
        assert bear.said == []
        name = "/hand show" if place == "an answer" else "hand"
        (last,) = [record for record in caplog.records if record.message.startswith(f"{name} was not answered")]
        assert f"reason {code}" in last.message
