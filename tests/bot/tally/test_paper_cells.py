"""Cells of papers as spreadsheets and people write them: days that Excel counted and amounts with a unit."""

from bot.tally.books.book import find_date
from bot.tally.papers import csv_import
from bot.tally.papers.paper_check import read_paper
from tests.bot.tally.test_paper import BOOK


def test_days_that_excel_counted_are_refused_since_they_may_be_dates_without_a_zero() -> None:
    """41699 is 1 March 2014 to Excel, and 30524 would be 1983, though somebody meant 5 March 2024 by it."""
    paper = csv_import.read("date,Bear,Bull\n41699,1,-1\n30524,2,-2\n", BOOK)
    assert [line.why for line in paper.wrong] == ["date", "date"]


def test_an_amount_may_name_its_points() -> None:
    (line,) = csv_import.read("date,Bear,Bull,Wal\n2014-03-01,5 pts,-4 Points,-1 punto\n", BOOK).lines
    assert line.amounts == {"Bear": 5, "Bull": -4, "Wal": -1}
    assert csv_import.read("date,Bear,Bull\n2014-03-01,5 pints,-5\n", BOOK).wrong[0].why == "amount"


def test_spaces_join_only_thousands() -> None:
    """ "10 5" is no 105."""
    paper = csv_import.read("date,Bear,Bull\n2014-03-01,1 000,-1 000\n2014-03-02,10 5,-10 5\n", BOOK)
    assert [line.amounts["Bear"] for line in paper.lines] == [1000]
    assert [(line.number, line.why) for line in paper.wrong] == [(3, "amount")]


def test_a_day_of_one_digit_is_no_year() -> None:
    text = "fecha;Bear;Bull\n5-mar-14;1;-1\n25-mar-14;2;-2\n14/03/2014 8:30:00 p. m.;1;-1\n14/03/2014 20h30;1;-1\n"
    reading = read_paper(BOOK, text, 1_700_000_000_000, "")
    assert not reading.asks_order
    assert [find_date(line.at).day for line in reading.paper.lines] == [5, 25, 14, 14]


def test_running_totals_are_no_players() -> None:
    head = "date,Bear,Bull,Bear total,Saldo Bull"
    paper = csv_import.read(f"{head}\n2014-03-01,1,-1,1,-1\n2014-03-02,2,-2,3,-3\n", BOOK)
    assert (list(paper.players), [line.amounts["Bear"] for line in paper.lines]) == (["Bear", "Bull"], [1, 2])
    paper = csv_import.read("date,Bear,João Soma,Total\n2014-03-01,1,-1,0\n", BOOK)
    assert list(paper.players) == ["Bear", "João Soma"]
    head = "date,Bear,Dr. No,Bear total,Dr. No total"
    paper = csv_import.read(f"{head}\n2014-03-01,1,-1,1,-1\n2014-03-02,2,-2,3,-3\n", BOOK)
    assert (list(paper.players), paper.wrong) == (["Bear", "Dr. No"], ())
    paper = csv_import.read("date,Entry no,Bear,Bull\n2014-03-01,1,1,-1\n2014-03-02,2,2,-2\n", BOOK)
    assert (list(paper.players), paper.wrong) == (["Bear", "Bull"], ())


def test_a_grand_total_is_no_line_and_no_player() -> None:
    paper = csv_import.read("data;Bear;Bull;Total geral\n1/3/2014;1;-1;0\nTOTAL GERAL;1;-1;0\n", BOOK)
    assert (len(paper.lines), paper.wrong, list(paper.players)) == (1, (), ["Bear", "Bull"])
