"""Cells of papers as spreadsheets and people write them: days that Excel counted and amounts with a unit."""

from bot.tally.papers import csv_import
from tests.bot.tally.test_paper import BOOK


def test_days_that_excel_counted_are_refused_since_they_may_be_dates_without_a_zero() -> None:
    """41699 is 1 March 2014 to Excel, and 30524 would be 1983, though somebody meant 5 March 2024 by it."""
    paper = csv_import.read("date,Bear,Bull\n41699,1,-1\n30524,2,-2\n", BOOK)
    assert [line.why for line in paper.wrong] == ["date", "date"]


def test_an_amount_may_name_its_points() -> None:
    (line,) = csv_import.read("date,Bear,Bull,Wal\n2014-03-01,5 pts,-4 Points,-1 punto\n", BOOK).lines
    assert line.amounts == {"Bear": 5, "Bull": -4, "Wal": -1}
    assert csv_import.read("date,Bear,Bull\n2014-03-01,5 pints,-5\n", BOOK).wrong[0].why == "amount"
