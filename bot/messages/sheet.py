"""The score sheet, shown on request."""

from bot.messages.pictures import Pictures
from bot.ports.ui import MOST_TEXT, Accent, Fixture, Layout, Message, Text, in_plain, lay_out
from bot.tables.aggregate.table import Table
from bot.wording import Words
from games.core.refused import Refused
from render.style import Style


async def score_sheet(pictures: Pictures, table: Table, words: Words, plain: bool = False) -> Message:
    """Make a message with the present score sheet, in words if `plain`. Raises Refused before the first hand."""
    if not table.playing:
        raise Refused("TABLE", "not_started")
    picture = None if plain else await pictures.draw("sheet", table.view(None), words, Style())
    told = pictures.words(table.view(None), words) if picture is None else ""
    drawn = () if picture is None else (picture,)
    parts = (*((Text(told[:MOST_TEXT]),) if told else ()), *((Fixture.PICTURES,) if drawn else ()))
    made = lay_out(Layout(Accent.FINISHED, parts), drawn, table.id, name="sheet.png")
    return in_plain(made) if plain else made
