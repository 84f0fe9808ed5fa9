"""The score sheet, shown on request during a game and as the last message of a closed table."""

from __future__ import annotations

from dataclasses import replace

from bot.messages.board import again_button
from bot.messages.pictures import Pictures
from bot.messages.table_words import words_of
from bot.ports.ui import Message
from bot.tables.table import Table
from bot.wording import say
from games.core.refused import Refused
from render.picture import Picture
from render.style import Style

MOST_WORDS = 1_900
"""The largest number of characters of a sheet in words."""


async def score_sheet(pictures: Pictures, table: Table) -> Message:
    """The present score sheet. Raises Refused before the first hand."""
    if not table.playing:
        raise Refused("TABLE", "not_started")
    picture = await _draw(pictures, table, patient=False)
    text = pictures.words(table.view(None), table.names)[:MOST_WORDS] if picture is None else ""
    return _message(table, text, picture)


async def final_sheet(pictures: Pictures, table: Table) -> Message:
    """The final scores of a closed table, with the sheet."""
    words = words_of(table)
    scores = ", ".join(f"{words.name(seat)} {score}" for seat, score in enumerate(table.public_view.scores))
    text = say("sheet/final", words.game, title=table.game.TITLE, scores=scores)
    message = _message(table, text, await _draw(pictures, table, patient=True))
    return replace(message, rows=((again_button(),),))


async def _draw(pictures: Pictures, table: Table, patient: bool) -> Picture | None:
    return await pictures.draw("sheet", table.view(None), table.names, Style(), patient=patient)


def _message(table: Table, text: str, picture: Picture | None) -> Message:
    return Message(text, (picture,) if picture is not None else (), table=table.id, name="sheet.png")
