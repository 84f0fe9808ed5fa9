"""Score sheets and receipts as messages: the page of the log that ends a hand, and the answer to *Why?*."""

from collections.abc import Iterable
from typing import Final

from bot.messages.boards.log import Page
from bot.messages.parts.pictures import Pictures
from bot.messages.parts.seals import make_copy_buttons
from bot.messages.parts.table_words import words_of
from bot.ports import (
    MOST_IN_ROW,
    MOST_TEXT,
    Accent,
    Controls,
    Fixture,
    Message,
    Text,
    fit_texts,
    in_plain,
    lay_out,
    separate,
)
from bot.tables.aggregate import Table, must_not_be_closed
from bot.wording import Words
from games.core import Refused
from render.base.picture import Picture
from render.style import Style


async def make_sheet_message(pictures: Pictures, table: Table, words: Words, plain: bool = False) -> Message:
    """Make a message with the present score sheet, in words if `plain`. Raises Refused before the first hand."""
    if not table.playing:
        must_not_be_closed(table)
        raise Refused("TABLE", "not_started")
    picture = None if plain else await pictures.draw("sheet", table.view(None), words, Style())
    text = pictures.describe_view(table.view(None), words) if picture is None else ""
    parts = (Text(text[:MOST_TEXT]), Fixture.PICTURES)
    made = lay_out(Accent.FINISHED, parts, (picture,), name="sheet.png")
    return in_plain(made) if plain else made


MOST_RECEIPTS: Final = 17
"""The most receipts that a layout has room for, with lines between them and texts above and below."""


def make_page_message(table: Table, page: Page, picture: Picture | None) -> Message:
    """Make the message of a log page. Once the next hand has begun, it is a layout with the `picture` of the hand's end
    and the receipt below it; until then, or if the house rules ask for boards in words, it is plain text.
    """
    lines = list(page.lines)
    *played, receipt = fit_texts([lines[: page.ends_at], lines[page.ends_at :]], MOST_TEXT)
    copies = make_copy_buttons(page.roots[-MOST_IN_ROW:], words_of(table))
    parts = separate(played, (Fixture.PICTURES, receipt, copies))
    made = lay_out(Accent.FINISHED, parts, (picture,), table.id, name="sheet.png")
    return made if picture is not None else in_plain(made)


def make_score_message(
    scores: Iterable[list[str]],
    below: Iterable[str],
    above: Iterable[str] = (),
    rows: Controls = (),
) -> Message:
    """Make a message with the texts `above`, the lines of each score with dividing lines between them, the texts
    `below`, and the `rows` of controls."""
    *apart, last = scores
    most = MOST_RECEIPTS - 2 * bool(rows)
    together = [line for line_group in apart[most:] for line in line_group]
    texts = fit_texts([[*above], *apart[:most], [*together, *last], [*below]], MOST_TEXT)
    return lay_out(Accent.FINISHED, separate(*((text,) for text in texts), rows))
