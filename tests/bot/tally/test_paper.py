"""Imports of old paper tallies: parsed, shown, and entered completely or not at all."""

import csv
import gzip
import io
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bot.services.books.tally import PASTE
from bot.store import key_values
from bot.store.books import Crew as StoredCrew, Member, Season, postings
from bot.tally.books import Book, CrewSettings, TallyFilters, export
from bot.tally.books.book import parse_day
from bot.tally.books.crew_settings import merge_settings
from bot.tally.books.real_receipts import REAL_TABLE
from bot.tally.papers import csv_import
from bot.tally.papers.paper_check import move_future_to_wrong
from bot.wording import ENGLISH, Words
from games.core import Refused
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, HERE, KEEPER, SCORER, Crew, person
from tests.bot.tally.test_ledger import buttons, set_up_tally, text
from tests.left_out import LONGER
from tests.refuses import refuses

BOOK = Book(
    StoredCrew(1, 1, "", {}, 0),
    CrewSettings(),
    {1: Member(1, 1, 11, "Bear", ["Ursus"], 0), 2: Member(2, 1, None, "Bull", [], 0)},
    {1: 1, 2: 2},
    {},
    (Season(1, 1, 1, "", 0, None),),
    Words(ENGLISH),
)
GOOD = """date;entry;game;Bear;bull;Old Mate;total
01.03.2014;Moon;Pussers Bones;+50;-25;−25;0
2014-03-02;"a; b";;-3;3;;

03.03.2014;nothing;;;;
4 Mar 2014;;duo;1;-1;
"""


SHORT = "date,Bear,Bull\n2014-01-01,1,-1\n"


def test_a_paper_and_its_columns_are_understood() -> None:
    found = csv_import.read(GOOD, BOOK)
    assert found.wrong == ()
    assert found.players == {"Bear": 1, "bull": 2, "Old Mate": None}
    sums = {name: sum(line.amounts.get(name, 0) for line in found.lines) for name in found.players}
    assert sums == {"Bear": 48, "bull": -23, "Old Mate": -25}
    assert [(line.number, line.reason, line.game, line.amounts) for line in found.lines] == [
        (2, "Moon", "pussers-bones", {"Bear": 50, "bull": -25, "Old Mate": -25}),
        (3, "a; b", None, {"Bear": -3, "bull": 3}),
        (6, "", "duo-dominoes", {"Bear": 1, "bull": -1}),
    ]
    assert [line.at // 86_400_000 for line in found.lines] == [16130, 16131, 16133]


def test_columns_are_named_in_the_languages_that_the_bot_speaks() -> None:
    for head in ("Data;Lançamento;Jogo", "fecha;concepto;juego", "Dia;Comentário;Jogo", "Date;Comment;Game"):
        (line,) = csv_import.read(f"{head};Bear;Bull\n1/1/2014;Lua;duo-dominoes;1;-1\n", BOOK).lines
        assert (line.reason, line.game, line.amounts) == ("Lua", "duo-dominoes", {"Bear": 1, "Bull": -1})
    (line,) = csv_import.read("Date;Comment;Hand;Bear;Bull;Note\n1/1/2014;;Moon;1;-1;late\n", BOOK).lines
    assert (line.reason, line.amounts) == ("Moon; late", {"Bear": 1, "Bull": -1})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("soon,x,,1,-1", "date"),
        (",x,,1,-1", "no_date"),
        ("2014-01-01,x,,1,-2", "sum"),
        ("2014-01-01,x,,1.5,-1.5", "amount"),
        ("2014-01-01,x,,$1,-1", "amount"),
        ("2014-01-01,five bucks,,1,-1", "money"),
        ("2014-01-01,x,poker,1,-1", "game"),
        ("2014-01-01,x,,1,-1,7", "cells"),
        (f"2014-01-01,{'x' * 101},,1,-1", "long"),
        ("2014-01-01,x,,99999999999,-99999999999", "large"),
    ],
)
def test_a_wrong_line_is_named_with_its_number_and_its_reason(line: str, why: str) -> None:
    found = csv_import.read(f"date,entry,game,Bear,Bull\n2013-01-01,,,2,-2\n{line}\n2015-01-01,,,3,-3\n", BOOK)
    (wrong,) = found.wrong
    assert (wrong.number, wrong.why) == (3, why)
    assert [row.number for row in found.lines] == [2, 4]


@pytest.mark.parametrize(
    ("whole", "reason"),
    [
        ("", "paper_empty"),
        ("date,Bear,Bull", "paper_empty"),
        ("long ago,Bear,Bull\n2014-01-01,1,-1", "paper_date"),
        ("date,Bear\n2014-01-01,0", "paper_players"),
        ("date;Bear\n2014-01-01;0", "paper_players"),
        ("when: Bear Bull\n2014-01-01 1 -1", "paper_date"),
        ("date Bear Bull\n2014-01-01 1 -1", "paper_players"),
        ("date,Bear,bear\n2014-01-01,1,-1", "paper_twice"),
        ("date,Be*r,Be∗r\n2014-01-01,1,-1", "paper_twice"),
        ("date,Bear,Bear\u200b\n2014-01-01,1,-1", "paper_twice"),
        ("date,Bear,Ｂｅａｒ\n2014-01-01,1,-1", "paper_twice"),
        ("date,Jose\u0301,José\n2014-01-01,1,-1", "paper_twice"),
        ("date,Bear,Bu11\n2014-01-01,1,-1", "namesake"),
        ('date,Bear,Bull\n2014-01-01,"' + "x" * 140_000, "paper_form"),
        ('date,"Bear,Bull\n2014-01-01,1,-1', "paper_form"),
        ('date,entry,Bear,Bull\n2014-01-01,"Moon,1,-1\n2014-01-02,x,2,-2\n', "paper_form"),
        ("date,Bear,Bull\n" + "2014-01-01,1,-1\n" * (csv_import.MOST_LINES + 1), "paper_long"),
    ],
)
def test_a_paper_that_cannot_be_read_at_all_is_refused(whole: str, reason: str) -> None:
    with refuses() as refused:
        csv_import.read(whole, BOOK)
    assert refused.value.key == f"TALLY/{reason}"


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(whole: str) -> None:
    try:
        found = csv_import.read(f"date,Bear,Bull\n{whole}", BOOK)
    except Refused as refused:
        assert refused.rule in ("TALLY", "")  # noqa: PT017
    else:
        assert all(sum(line.amounts.values()) == 0 for line in found.lines)


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(-900, 900)), min_size=1, max_size=30))
def test_a_written_paper_is_read_back_unchanged(rows: list[tuple[int, int]]) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["date", "Bear", "Bull"])
    for days, amount in rows:
        writer.writerow([f"{1970 + days // 372}-{days // 31 % 12 + 1:02}-{days % 28 + 1:02}", amount, -amount])
    found = csv_import.read(out.getvalue(), BOOK) if any(amount for _, amount in rows) else None
    if found is not None:
        assert found.wrong == ()
        assert [line.amounts["Bear"] for line in found.lines] == [amount for _, amount in rows if amount]


def test_files_of_any_spreadsheet_are_read() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert csv_import.decode("date,Bär,Bull".encode(encoding), BOOK) == "date,Bär,Bull"
    with refuses("paper_size"):
        csv_import.decode(b" " * (csv_import.MOST_BYTES + 1), BOOK)


@pytest.mark.parametrize(
    ("alphabet", "names"),
    [
        ("cp1252", "João;Conceição"), ("cp1250", "Łukasz;Dvořák"), ("cp1251", "Ирина;Пётр"),
        ("cp1253", "Γιώργος;Ελένη"),
        ("cp1254", "Işık;Çağla"), ("cp1255", "דוד;שרה"), ("cp1256", "محمد;فاطمه"), ("cp1257", "Jūratė;Šarūnas"),
        ("cp874", "สมชาย;มานี"), ("cp932", "田中;健"), ("gb18030", "王伟;李娜"), ("cp949", "박지성;김연아"),
    ],
)  # fmt: skip
def test_an_old_alphabet_is_found_by_the_names_of_the_books_or_asked_for(alphabet: str, names: str) -> None:
    text = f"date;entry;{names}\n2014-01-01;{names[:4]};1;-1\n"
    with refuses("paper_alphabet"):
        csv_import.decode(text.encode(alphabet), BOOK)
    members = {number: Member(number, 1, None, name, [], 0) for number, name in enumerate(names.split(";"), 1)}
    known = replace(BOOK, members=members)
    assert list(csv_import.read(csv_import.decode(text.encode(alphabet), known), known).players.values()) == [1, 2]


def test_days_are_read_day_before_month() -> None:
    assert parse_day("3/4/2014") == parse_day("2014-04-03") == parse_day("3 Apr 2014") == parse_day(" 03.04.2014 ")
    assert parse_day("") is None
    for march in ("Mar 3, 21", "3 de mar. de 2021", "2021. 3. 3.", "03 - 03 - 2021", "3 mar '21", "mar 3 mar 2021",
                  "20210303", "el 3 de marzo de 2021", "o dia 3/3/2021", "Wed the 3rd of March 2021"):  # fmt: skip
        assert parse_day(march) == parse_day("2021-03-03"), march
    for bad in ("31/2/2014", "tomorrow", "1492-01-01", "mar 2021", "el 3 de marzo", "03032021", "20211303"):
        with refuses("date"):
            parse_day(bad)


def test_formulas_and_markup_in_a_paper_have_no_effect() -> None:
    found = csv_import.read("date,entry,Be\u202ear\0,Bu*l\n2014-01-01,\u202e**all** <@1>\0,1,-1\nx\u202e*,,1,-1", BOOK)
    assert list(found.players) == ["Be ar", "Bu∗l"]
    assert found.lines[0].reason == "∗∗all∗∗ ‹@1>"
    assert dict(found.wrong[0].facts)["given"] == "x ∗"


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " =", "\t", "\n"])
def test_no_cell_of_an_export_is_a_formula(first: str) -> None:
    row: dict[str, Any] = dict.fromkeys(export._COLUMNS, "") | {"reason": f"{first}cmd()", "amount": -5}
    body = export.make_file([row], BOOK, "csv").body.decode("utf-8-sig")
    (told,) = csv.DictReader(io.StringIO(body, newline=""))
    assert (told["reason"], told["amount"]) == (f"'{first}cmd()", "-5")


async def test_the_dry_run_enters_nothing_and_the_button_everything(crew: Crew) -> None:
    await set_up_tally(crew)
    with refuses("not_scorer"):
        await crew.check_paper(GOOD, by="Bear")
    form = await crew.press(PASTE, KEEPER)
    assert form.form is not None
    shown = message_of(await crew.press(form.form.name, KEEPER, HERE, GOOD, "Paper years"))
    assert shown.text.startswith("**I understood 3 lines**, dated 1 Mar 2014 to 4 Mar 2014, for Paper years.")
    assert "Old Mate is a new guest: −25" in shown.text
    enter, leave = buttons(shown)
    assert "…" not in shown.text
    assert (enter.rpartition(".")[0], leave) == ("tally.paper.enter", "tally.paper.leave")
    assert await crew.balances() == {}
    entered = await crew.press(enter, KEEPER)
    assert text(entered).startswith("3 lines are in the books now (paper:")
    assert await crew.balances() == {"Bear": 48, "Bull": -23, "Old Mate": -25}
    assert "The books here are still empty" in (await crew.show()).text
    old = await crew.show(season="Paper years")
    assert "**Bear** +48 (3 entries)" in old.text
    assert "**Bear** +50" in (await crew.show(season="all", game="pussers-bones")).text
    assert "Paper years" in (await crew.announcements())[-1].text
    await crew.check_audit()
    with refuses("paper_gone"):
        await crew.press(enter, KEEPER)
    with refuses("paper_known"):
        await crew.check_paper(GOOD, by=KEEPER)
    mark = text(entered).split("(")[1].rstrip(").")
    assert text(await crew.tally.undo(crew.request(KEEPER), mark, "the wrong book")) == "Taken back: 3 entries."
    assert "**Bear** 0" in (await crew.show(season="Paper years")).text
    assert await crew.balances() == {}
    for bad in ("paper:", "paper:3", "paper:0000000000000000"):
        with refuses("entry"):
            await crew.tally.undo(crew.request(KEEPER), bad, "why")
    await crew.check_audit()


async def test_a_paper_that_nobody_enters_is_kept_for_a_week(crew: Crew) -> None:
    old = "date,Bear,Bull\n2014-03-01,5,-5\n"
    await crew.tally.change_settings({"scorer": str(SCORER)}, crew.request())
    told = await crew.check_paper(old)
    assert "I keep the paper for 7 days" in told.text
    key, draft = f"tally:paper:{await crew.id()}:{ADMIN.user}", f"tally:real:{await crew.id()}:11"
    await crew.press(f"{REAL_TABLE}.duo-dominoes", person("Bear"))
    crew.clock.forward(7 * DAY - 1)
    await crew.check_paper(old, by=KEEPER)
    await crew.tally.look()
    assert await crew.read(key_values.get, key) is not None
    crew.clock.forward(DAY)
    await crew.tally.look()
    assert await crew.read(key_values.get, key) is None
    assert await crew.read(key_values.get, draft) is None
    assert len(await crew.read(key_values.list_keys, "tally:paper:")) == 1
    with refuses("paper_gone"):
        await crew.enter_paper(old)
    await crew.enter_paper(old, by=KEEPER)


async def test_the_button_enters_exactly_the_import_that_was_shown(crew: Crew) -> None:
    """If two imports wait, or the sheet has changed meanwhile, a button enters its own import or nothing."""
    first = await crew.check_paper(SHORT)
    second = await crew.check_paper(SHORT, "Old")
    with refuses("paper_gone"):
        await crew.press(buttons(first)[0], ADMIN)
    assert await crew.balances() == {}
    await crew.press(buttons(second)[0], ADMIN)
    assert "**Bear** +1" in (await crew.show(season="Old")).text


async def test_a_paper_that_was_taken_back_can_be_entered_again(crew: Crew) -> None:
    entered = await crew.bring_paper(SHORT, "Wrong sheet")
    mark = entered.split("(")[1].rstrip(").")
    with refuses("paper_known"):
        await crew.check_paper(SHORT)
    await crew.tally.undo(crew.request(), mark, "the wrong sheet")
    with refuses("TALLY/paper_undone"):
        await crew.tally.undo(crew.request(), mark, "again")
    again = await crew.bring_paper(SHORT)
    assert f"({mark}.2)" in again
    assert "**Bear** +1" in (await crew.show()).text
    with refuses("paper_known"):
        await crew.check_paper(SHORT)
    assert text(await crew.tally.undo(crew.request(), mark, "that too")) == "Taken back: 1 entry."
    await crew.check_audit()


async def test_a_check_has_sample_lines_only_where_they_fit(crew: Crew) -> None:
    """A paper of fifteen long names once showed a lone ellipsis instead of sample lines."""
    names = [f"{place:02} of the Windward Isles" for place in range(15)]
    wide = f"date,entry,{','.join(names)}\n" + f"2014-01-01,{'Moon ' * 10},140{',-10' * 14}\n" * 9
    shown = (await crew.check_paper(wide)).text
    assert "…" not in shown.replace("… and ", "")
    assert shown.startswith("**I understood 9 lines**, dated 1 Jan 2014, for Season 1.")


async def test_a_wrong_line_is_named_and_stays_out(crew: Crew) -> None:
    wrong = "date,Bear,Bull\n" + "2014-01-01,1,-1\n" * 5 + "2014-01-01,1,-2\n" * 20
    shown = (await crew.check_paper(wrong)).text
    assert "**20 lines I can't read:**" in shown
    assert "line 7: its amounts add up to −1, not to 0" in shown
    assert "… and 5 more" in shown
    assert "or enter the others without them" in shown
    assert await crew.read(postings.read, await crew.id()) == []
    await crew.enter_paper(wrong)
    assert await crew.balances() == {"Bear": 5, "Bull": -5}
    corrected = wrong.replace(",-2", ",-1")
    shown = (await crew.check_paper(corrected)).text
    assert "**5 lines are in the books already**" in shown
    await crew.enter_paper(corrected)
    assert await crew.balances() == {"Bear": 25, "Bull": -25}
    await crew.check_paper(SHORT)
    await crew.tally.drop_paper(crew.request())
    with refuses("paper_gone"):
        await crew.enter_paper(SHORT)
    asked = crew.tally.ask_for_paper(Words(ENGLISH)).message
    assert asked is not None
    assert buttons(asked) == [PASTE]


async def test_a_paper_without_a_sheet_of_its_own_goes_on_the_open_one(crew: Crew) -> None:
    await crew.bring_paper(SHORT)
    assert "**Bear** +1" in (await crew.show()).text
    for season in ("Season 1", "€"):
        with refuses():
            await crew.check_paper("date,Bear,Bull\n2014-01-01,2,-2\n", season)


@pytest.mark.parametrize(
    ("zone", "now", "wrong"),
    [("UTC", "11:30", [4]), ("Pacific/Auckland", "11:30", []), ("Pacific/Pago_Pago", "10:30", [3, 4])],
)
def test_a_line_of_a_day_to_come_is_wrong(zone: str, now: str, wrong: list[int]) -> None:
    """It is the 14th in London, the 15th in Auckland, and still the 13th in Pago Pago; some of the crew may be a day
    ahead."""
    settings = merge_settings({}, CrewSettings(call_quiet=f"1320-420 {zone}"))
    book = replace(BOOK, crew=replace(BOOK.crew, settings=settings))
    paper = csv_import.read("date,Bear,Bull\n2023-11-14,1,-1\n2023-11-15,2,-2\n2023-11-16,3,-3\n", book)
    found = move_future_to_wrong(book, paper, int(datetime.fromisoformat(f"2023-11-14T{now}Z").timestamp()) * 1000)
    assert [(one.number, one.why) for one in found.wrong] == [(number, "future") for number in wrong]
    assert [line.number for line in found.lines] == [number for number in (2, 3, 4) if number not in wrong]


async def test_a_paper_of_the_future_is_not_entered(crew: Crew) -> None:
    """Here a year of two digits is read as 2054."""
    text = "date,Bear,Bull\n1/3/54,1,-1\n"
    shown = await crew.check_paper(text)
    assert "line 2: its date, 1 Mar 2054, is in the future" in shown.text
    with refuses("paper_wrong"):
        await crew.enter_paper(text)


def test_papers_are_read_as_programs_write_them() -> None:
    found = csv_import.read(
        "sep=;\n"
        "Date;Reason;Bear;Bull\n"
        "1-Mar-14;a;5.0;(5)\n"
        "02/03/14;b;1,234;-1,234.00\n"
        "2014-03-03T20:15:00Z;c;2,00;−2\n"
        "2014-03-04 20:15;d;1'000;(1 000)\n"
        "5-Mar-1999;e;+3;-3\n"
        "Total:;;1244;-1244\n"
        ";Sum;1244;-1244\n"
        "Date;Reason;Bear;Bull\n"
        "sex, 7 de março de 2014;f;1.234,00;— 1.234,00\n"
        "sáb 8 mar. 2014;g;− 5;5,0\n"
        "2014.03.09.;h;1\u2009000\u00a0;－1\u202f000\n"
        "Grand total:;;1244;-1244\n",
        BOOK,
    )
    assert found.wrong == ()
    assert [(line.number, line.reason, line.amounts["Bear"]) for line in found.lines] == [
        (3, "a", 5), (4, "b", 1234), (5, "c", 2), (6, "d", 1000), (7, "e", 3),
        (11, "f", 1234), (12, "g", -5), (13, "h", 1000),
    ]  # fmt: skip
    assert [line.at // 86_400_000 for line in found.lines] == [16130, 16131, 16132, 16133, 10655, 16136, 16137, 16138]


def test_somebody_who_is_called_like_a_column_is_a_player() -> None:
    for head, players in {
        "date,Soma,Bear\n2014-01-01,1,-1\n": ["Soma", "Bear"],
        "date,Suma,Bear,Bull\n2014-01-01,1,-1,0\n": ["Suma", "Bear", "Bull"],
        "date,Soma:,Bear\n2014-01-01,1,-1\n": ["Soma:", "Bear"],
        "date,Bear,Bull,Soma\n2014-01-01,1,-1,0\n": ["Bear", "Bull"],
        "date,Hand,Bear\n2014-01-01,1,-1\n": ["Hand", "Bear"],
        "date,Note,Nota,Game\n2014-01-01,1,-3,2\n": ["Note", "Nota", "Game"],
        "date,Hand,Bear,Bull\n2014-01-01,3,1,-1\n": ["Bear", "Bull"],
        "date,Hand,Game,Bear,Bull\n2014-01-01,Moon,3,-2,-1\n": ["Game", "Bear", "Bull"],
        "date,||Ann||,|Bear|\n2014-01-01,1,-1\n": ["ǀǀAnnǀǀ", "ǀBearǀ"],
        "date,Bear,Bull,Total\n2014-01-01,1,-1,2\n": ["Bear", "Bull"],
    }.items():
        assert list(csv_import.read(head, BOOK).players) == players


@pytest.mark.parametrize("amount", ["1.5", "5.000", "1,23", "12,34,567", "(3", "1,2345", "--3", "1 2,000"])
def test_an_amount_that_may_mean_two_things_is_wrong(amount: str) -> None:
    found = csv_import.read(f'date,Bear,Bull\n2014-01-01,"{amount}",0\n', BOOK)
    assert [wrong.why for wrong in found.wrong] == ["amount"]


async def test_the_books_are_exported_as_csv_json_and_sqlite(crew: Crew, tmp_path: Path) -> None:
    number = await crew.enter_hand({"Bear": 12, "Bull": -6, "Wally": -6})
    await crew.tally.undo(crew.request(), str(number), "=cmd|' /C calc'!A0")
    files = {form: (await crew.reports.export(TallyFilters(), form, crew.request()))[0] for form in export.FORMATS}
    rows = list(csv.DictReader(io.StringIO(files["csv"].body.decode("utf-8-sig"))))
    assert [(row["player"], row["amount"], row["season"]) for row in rows[:3]] == [
        ("Bear", "12", "Season 1"), ("Bull", "-6", "Season 1"), ("Wally", "-6", "Season 1"),
    ]  # fmt: skip
    assert (rows[3]["reverses"], rows[3]["reason"][:2]) == (str(number), "'=")
    assert (rows[0]["hand"], rows[0]["rules_version"], rows[0]["rule"], rows[0]["by"]) == ("1", "1", "PB-68", "Bear")
    told = json.loads(files["json"].body)
    assert [row["amount"] for row in told["postings"]] == [int(row["amount"]) for row in rows]
    assert told["unit"] == "matches"
    (tmp_path / "books.db").write_bytes(files["sqlite"].body)
    with closing(sqlite3.connect(tmp_path / "books.db")) as kept:
        assert kept.execute("SELECT count(*), sum(amount) FROM postings").fetchone() == (6, 0)
        assert set(kept.execute("SELECT amount FROM balances")) == {(0,)}
    for ask, count in (
        (TallyFilters(player="Wally"), 6),
        (TallyFilters(game="duo-dominoes"), 0),
        (TallyFilters(until="2001-01-01"), 0),
    ):
        told = json.loads((await crew.reports.export(ask, "json", crew.request()))[0].body)
        assert len(told["postings"]) == count
    everything = b"".join(file.body for file in files.values())
    assert b"11" not in files["csv"].body.replace(b"2023-11", b"")
    assert everything
    with refuses("format"):
        await crew.reports.export(TallyFilters(), "xls", crew.request())


@pytest.mark.thorough(LONGER)
def test_a_large_export_is_packed() -> None:
    row: export.Row = dict.fromkeys(export._COLUMNS, "x" * 100)
    made = export.make_file([row] * 6_000, BOOK, "csv")
    assert made.name == "tally.csv.gz"
    assert len(made.body) < export.LARGEST < len(gzip.decompress(made.body))


async def test_the_check_says_where_the_chart_would_end(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 10, "Bull": -10})
    paper = "date,entry,Bear,Bull,Old Mate\n2014-01-01,Moon,5,-5,\n2014-01-02,Moon,-1,,1\n"
    shown = await crew.check_paper(paper)
    assert "With this paper, the chart ends at Bear +14, Old Mate +1, Bull −15." in shown.text
    await crew.enter_paper(paper)
    assert await crew.balances() == {"Bear": 14, "Old Mate": 1, "Bull": -15}
    grown = f"{paper}2014-01-03,Moon,2,-2,\n"
    shown = await crew.check_paper(grown)
    assert "With this paper, the chart ends at Bear +16, Old Mate +1, Bull −17." in shown.text
