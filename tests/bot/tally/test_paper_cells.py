"""Cells of papers as spreadsheets and people write them: days that Excel counted, and amounts with a unit."""

from bot.tally.papers import csv_import
from tests.bot.tally.test_paper import BOOK


def test_days_that_excel_counted_are_read_if_the_paper_has_no_others() -> None:
    head = "date,Bear,Bull\n"
    lines = csv_import.read(f"{head}41699,1,-1\n{head}41700,2,-2\nTotal,3,-3\n", BOOK).lines
    assert [line.at // 86_400_000 for line in lines] == [16130, 16131]
    mixed = csv_import.read(f"{head}41699,1,-1\n2014-03-02,1,-1\n", BOOK)
    assert [(line.number, line.why) for line in mixed.wrong] == [(2, "date")]
    assert [line.why for line in csv_import.read(f"{head}10114,1,-1\n", BOOK).wrong] == ["date"]


def test_an_amount_may_name_its_points() -> None:
    (line,) = csv_import.read("date,Bear,Bull,Wal\n2014-03-01,5 pts,-4 Points,-1 punto\n", BOOK).lines
    assert line.amounts == {"Bear": 5, "Bull": -4, "Wal": -1}
    assert csv_import.read("date,Bear,Bull\n2014-03-01,5 pints,-5\n", BOOK).wrong[0].why == "amount"
