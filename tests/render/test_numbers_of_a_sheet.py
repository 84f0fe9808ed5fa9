"""The numbers of entries in the margin of a sheet."""

from bot.wording import HOST
from render import sheet
from render.base.picture import Sheet, SheetRow
from render.style import Style


def test_numbers_of_entries_are_whole_after_years() -> None:
    """Two sheets look different even if only the last digits of the numbers differ, since people type these numbers."""
    papers = [Sheet("", ("Bear", "Bull"), (SheetRow(number, "Moon", (1, -1)),)) for number in ("40000", "40010")]
    drawn = [sheet.draw(paper, Style(), HOST, paper).png for paper in papers]
    assert drawn[0] != drawn[1]
