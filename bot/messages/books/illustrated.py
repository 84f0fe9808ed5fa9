"""Pages of the books with a picture, for readers who want pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.messages.books.pages import make_page
from bot.messages.books.turning import make_rows
from bot.people.preferences import PreferencesCache
from bot.ports import Controls, Message
from bot.tally.books import Book, TallyFilters
from bot.wording import Words
from render import chart as charts
from render import season_card as cards
from render import sheet as sheets
from render.base.picture import Chart, Picture, SeasonCard, Sheet
from render.painters import Paint
from render.style import Style

Draw = Callable[[Style], Picture]


@dataclass(frozen=True, slots=True)
class Illustrator:
    """Makes pages in the theme and the size that their reader has chosen."""

    people: PreferencesCache
    paint: Paint

    async def make_page(
        self,
        reader: int,
        here: tuple[Book, TallyFilters, str],
        title: str,
        *groups: Sequence[str],
        draw: Draw | None = None,
        name: str = "tally.png",
        instead: Sequence[str] = (),
        rows: Controls = (),
    ) -> Message:
        """Make a page with the picture that `draw` draws, and below the `rows` the buttons to other pages than `here`.

        If the requester wants words alone, or the painters are too busy, there is no picture. Then the lines `instead`
        replace the groups, if there are any.
        """
        chosen = await self.people.get(reader)
        picture = None
        if draw is not None and not chosen.text_only:
            drawing, style = draw, Style(chosen.theme, chosen.big)
            picture = await self.paint(lambda: drawing(style))
        shown_groups = groups if picture is not None or not instead else (instead,)
        below = (*rows, *make_rows(*here))
        return make_page(title, *shown_groups, picture=picture, name=name, rows=below, plain=chosen.text_only)


def draw_sheet(sheet: Sheet, words: Words) -> Draw:
    """The drawing of a sheet."""
    return lambda style: sheets.draw(sheet, style, words, sheet)


def draw_chart(chart: Chart, words: Words) -> Draw:
    """The drawing of a chart."""
    return lambda style: charts.draw(chart, style, words)


def describe_chart(chart: Chart, words: Words) -> list[str]:
    """Describe a chart in lines, for readers who want words instead of pictures."""
    return charts.describe(chart, words).splitlines()


def draw_card(card: SeasonCard, words: Words) -> Draw:
    """The drawing of a season's card, or of the wall of champions."""
    return lambda style: cards.draw(card, style, words)
