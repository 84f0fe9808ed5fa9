"""Exports that a spreadsheet has saved again, with its own separators, quotes, dates and decimal points."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

import pytest

from bot.tally.books import export
from bot.tally.papers import csv_import
from tests.bot.tally.test_paper import BOOK
from tests.refuses import refuses

NOON: Final = 1_699_963_200_000
"""Noon of the day of the exported entry, at which a paper enters it."""
SPREADSHEETS: Final = {
    "as it was": {},
    "German Excel": {"separator": ";", "amount": "{}.234,00", "at": "14.11.2023 22:13:20"},
    "British Excel": {"amount": "{},234", "at": "14/11/2023 22:13"},
    "LibreOffice": {"separator": "\t", "at": "2023-11-14 22:13:20"},
    "LibreOffice, all quoted": {"quoted": csv.QUOTE_ALL, "blanks": " "},
    "Numbers": {"separator": ";", "at": "14/11/2023"},
    "with columns beside it": {"beside": ("", "")},
}
"""What spreadsheets make of an export when they save it again."""


@pytest.mark.parametrize("saved", SPREADSHEETS.values(), ids=SPREADSHEETS)
def test_an_export_that_a_spreadsheet_has_saved_again_is_read_the_same(saved: dict[str, Any]) -> None:
    amount, beside = saved.get("amount", "{}234"), saved.get("beside", ())
    at, blank = saved.get("at", "2023-11-14T22:13:20+00:00"), saved.get("blanks", "")
    out = io.StringIO()
    writer = csv.writer(out, delimiter=saved.get("separator", ","), quoting=saved.get("quoted", csv.QUOTE_MINIMAL))
    writer.writerow([*export._COLUMNS, *beside])
    for name, sign in (("Bear", "1"), ("Bull", "-1")):
        cells = {"entry": "7", "at": at, "state": "posted", "game": "duo-dominoes", "line": "'=hand 3; 1,234",
                 "player": f"{blank}{name}{blank}", "amount": amount.format(sign)}  # fmt: skip
        writer.writerow([*(cells.get(title, "") for title in export._COLUMNS), *beside])
    found = csv_import.read(out.getvalue(), BOOK)
    assert (found.wrong, found.players) == ((), {"Bear": 1, "Bull": 2})
    (line,) = found.lines
    assert (line.at, line.game, line.reason) == (NOON, "duo-dominoes", "=hand 3; 1,234")
    assert line.amounts == {"Bear": 1234, "Bull": -1234}


@pytest.mark.parametrize(
    "head",
    ["Date played;Bear;Bull;Notes", "Data:;Bear;Bull;Obs.", "Fecha;Bear;Bull;Nº", "Our tally;;;\nDay;Bear;Bull;#"],
)
def test_columns_that_are_nobody_are_known_by_what_people_call_them(head: str) -> None:
    found = csv_import.read(f"{head}\n1/3/2014;5;-5;7\n", BOOK)
    assert (found.wrong, list(found.players)) == ((), ["Bear", "Bull"])


@pytest.mark.parametrize(
    "paper",
    [
        "My tally\ndate;Bear;Bull\n2014-01-01;1,00;-1,00\n",
        "Club\nSeason 2014\n\ndate|Bear|Bull\n2014-01-01|1|-1\n",
        "My tally, 2014\ndate\tBear\tBull\n2014-01-01\t1\t-1\n",
        "My tally; 2014\ndate,Bear,Bull\n2014-01-01,1,-1\n",
        "Night, May, June\ndate;Bear;Bull\n2014-01-01;1;-1\n",
        "Our tally,2014,Wal's\ndate,Bear,Bull\n2014-01-01,1,-1\n",
    ],
)
def test_titles_above_a_table_leave_its_separator_as_it_is(paper: str) -> None:
    found = csv_import.read(paper, BOOK)
    assert (found.wrong, [line.amounts for line in found.lines]) == ((), [{"Bear": 1, "Bull": -1}])


@pytest.mark.parametrize("sign", [";", "\t", "|"])
@pytest.mark.parametrize("note", ["won at last, finally, at noon", "all day, yes, all night", "at, home, again"])
def test_a_note_with_commas_leaves_the_separator_as_it_is(sign: str, note: str) -> None:
    rows = (("Date", "Bear", "Bull", "Note"), ("1/3/2014", "5", "-5", note))
    found = csv_import.read("\n".join(map(sign.join, rows)), BOOK)
    assert (found.wrong, [(line.reason, line.amounts) for line in found.lines]) == (
        (), [(note, {"Bear": 5, "Bull": -5})],
    )  # fmt: skip


@pytest.mark.parametrize("note", ["at home", "day of rest"])
def test_a_line_with_amounts_is_no_head(note: str) -> None:
    with refuses("paper_date") as caught:
        csv_import.read(f"Datum;Bear;Bull;Note\n1/3/2014;5;-5;{note}\n2/3/2014;5;-5;\n", BOOK)
    assert caught.value.facts["given"] == "Datum, Bear, Bull, Note"


def test_an_exported_entry_with_a_cell_too_many_is_wrong() -> None:
    head = ",".join(sorted(csv_import._EXPORT - {"amount"}))
    rows = [f"2014-03-01,7,duo-dominoes,hand 3,{name},posted,{amount}" for name, amount in (("Bear", 5), ("Bull", -5))]
    found = csv_import.read("\n".join((f"{head},amount", *rows, "")), BOOK)
    assert (len(found.lines), found.wrong) == (1, ())
    found = csv_import.read("\n".join((f"{head},amount", *rows, "")).replace(",5\n", ",5,00\n"), BOOK)
    (wrong,) = found.wrong
    assert (found.lines, wrong.number, wrong.why, dict(wrong.facts)) == (
        (), 2, "amount", {"given": "5; 00", "name": "Bear"},
    )  # fmt: skip


def test_a_table_with_bars_is_read() -> None:
    for head, line in (
        ("date|Bear|Bull", "2014-01-01|1|-1"),
        ("| date | Bear | Bull |\n|---|--:|---|", "|20140101|1|1-|"),
    ):
        found = csv_import.read(f"{head}\n{line}\n", BOOK)
        assert (found.wrong, found.lines[0].amounts) == ((), {"Bear": 1, "Bull": -1})
