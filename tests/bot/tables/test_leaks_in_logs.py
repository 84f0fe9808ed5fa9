"""No log line, metric or error reveals a piece, at any log level."""

import logging
import re

import pytest

from bot.ops.metrics import Metrics
from games.pieces.bones import code as bone
from games.pieces.cards import code as card
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, Room
from tests.left_out import MORE_GAMES, mark_thorough

CODES = {
    "pussers-bones": sorted({bone(kind) for kind in range(42)}),  # type: ignore[arg-type]
    "bonedoneskis": sorted({card(kind) for kind in range(52)}),  # type: ignore[arg-type]
}


def lines_with_a_piece(lines: list[str], game: str) -> list[str]:
    """The lines that name a piece by its code."""
    named = re.compile(r"(?<![\w-])(" + "|".join(map(re.escape, CODES[game])) + r")(?![\w-])")
    return [line for line in lines if named.search(line)]


@pytest.mark.parametrize("game", mark_thorough(["pussers-bones", "bonedoneskis"], MORE_GAMES, but=["bonedoneskis"]))
async def test_no_log_line_names_a_piece(room: Room, caplog: pytest.LogCaptureFixture, game: str) -> None:
    with caplog.at_level(logging.DEBUG):
        for name in ("aiosqlite", "sqlalchemy", "PIL"):
            logging.getLogger(name).setLevel(logging.WARNING)  # as bot.ops.logs does
        table = await room.start_table(game)
        for _ in range(12):
            if not await step(room, table, BEAR):
                room.forward(10_000)
                await room.settle()
        logging.getLogger("bot").info("the end of the evening")
    lines = [f"{record.name} {record.getMessage()}" for record in caplog.records if record.name.startswith("bot")]
    assert lines
    assert lines_with_a_piece(lines, game) == []
    assert lines_with_a_piece([Metrics().format_text().decode()], game) == []


def test_a_line_that_names_a_piece_is_found() -> None:
    assert lines_with_a_piece(["table 7: Bear holds R1"], "pussers-bones")
    assert lines_with_a_piece(["KeyError: 'Ts'"], "bonedoneskis")
    assert not lines_with_a_piece(["table 7: a robot was refused (PB-41/not_enough)"], "pussers-bones")
