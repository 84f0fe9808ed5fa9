"""Pages of the books with a picture, for readers who want pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages.books.pages import make_page
from bot.messages.books.turning import make_rows
from bot.people.preferences import PreferencesCache
from bot.ports import Controls, Message
from bot.tally.books import Book, TallyFilters
from bot.wording import Words
from render import chart as charts, season_card as cards, sheet as sheets
from render.base.picture import Chart, Picture, SeasonCard, Sheet
from render.painters import Paint
from render.style import Style

Drawn = Sheet | Chart | SeasonCard
"""The content of a page's picture."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the books before it is drawn."""

    name: str
    """The name by which buttons of other pages lead here."""
    filters: TallyFilters
    """The filters that its own buttons carry."""
    title: str
    groups: Sequence[Sequence[str]]
    drawn: Drawn | None = None
    instead: Sequence[str] = ()
    """The lines that replace the groups if there is no picture; () keeps them."""
    rows: Controls = ()
    """The controls above the buttons to other pages."""
    file: str = "tally.png"


@dataclass(frozen=True, slots=True)
class Illustrator:
    """Shows pages in the theme and the size that their reader has chosen."""

    people: PreferencesCache
    paint: Paint

    async def show(self, reader: int, book: Book, page: Page) -> Message:
        """Show a page. If the reader wants words alone, or the painters are too busy, there is no picture."""
        chosen = await self.people.get(reader)
        picture, drawn = None, page.drawn
        if drawn is not None and not chosen.text_only:
            style = Style(chosen.theme, chosen.big)
            picture = await self.paint(lambda: _draw(drawn, style, book.words))
        groups = page.groups if picture is not None or not page.instead else (page.instead,)
        rows = (*page.rows, *make_rows(book, page.filters, page.name))
        return make_page(page.title, *groups, picture=picture, name=page.file, rows=rows, plain=chosen.text_only)


def _draw(shown: Drawn, style: Style, words: Words) -> Picture:
    match shown:
        case Sheet():
            return sheets.draw(shown, style, words, shown)
        case Chart():
            return charts.draw(shown, style, words)
        case SeasonCard():
            return cards.draw(shown, style, words)


def describe_chart(chart: Chart, words: Words) -> list[str]:
    """Describe a chart in lines, for readers who want words instead of pictures."""
    return charts.describe(chart, words).splitlines()
