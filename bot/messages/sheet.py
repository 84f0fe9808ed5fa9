"""The score sheet, shown on request during a game and as the last message of a closed table."""

from __future__ import annotations

from bot.messages.board import again_button, list_scores
from bot.messages.pictures import Pictures
from bot.messages.table_words import words_of
from bot.ports.ui import MOST_TEXT, Accent, Fixture, Layout, Message, Row, Text, in_plain, lay_out
from bot.tables.aggregate.table import Table
from bot.tables.lobby.house_rules import is_in_words
from bot.wording import Words
from games.core.refused import Refused
from render.base.picture import Picture
from render.style import Style


async def score_sheet(pictures: Pictures, table: Table, words: Words, plain: bool = False) -> Message:
    """Make a message with the present score sheet, in words if `plain`. Raises Refused before the first hand."""
    if not table.playing:
        raise Refused("TABLE", "not_started")
    picture = None if plain else await _draw(pictures, table, words, patient=False)
    told = pictures.words(table.view(None), words) if picture is None else ""
    return _message(table, told, picture, (), plain)


async def final_sheet(pictures: Pictures, table: Table) -> Message:
    """Make a message with the final scores and sheet of a closed table. It has no picture if the house rules ask for
    boards in words."""
    words = words_of(table)
    scores = list_scores(table, table.public_view, words)
    text = words.say("sheet/final", title=table.game.TITLE, scores=scores)
    if table.public_view.game_open:
        text += "\n" + words.say("sheet/broken_off_game")
    elif table.hand_open:
        text += "\n" + words.say("sheet/broken_off_hand")
    plain = is_in_words(table)
    picture = None if plain else await _draw(pictures, table, words, patient=True)
    return _message(table, text, picture, ((again_button(words),),), plain)


async def _draw(pictures: Pictures, table: Table, words: Words, patient: bool) -> Picture | None:
    return await pictures.draw("sheet", table.view(None), words, Style(), patient=patient)


def _message(table: Table, text: str, picture: Picture | None, rows: tuple[Row, ...], plain: bool) -> Message:
    pictures = () if picture is None else (picture,)
    shown = (Fixture.PICTURES,) if pictures else ()
    told = (Text(text[:MOST_TEXT]),) if text else ()
    made = lay_out(Layout(Accent.FINISHED, (*told, *shown, *rows)), pictures, table.id, name="sheet.png")
    return in_plain(made) if plain else made
