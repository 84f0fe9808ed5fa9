"""Papers whose dates may mean two things, and papers that come again with more lines."""

from datetime import datetime

import pytest

from bot.ports import Menu
from bot.services.books import suggestions
from bot.store.books import postings
from bot.tally.books.book import parse_day
from bot.tally.papers.paper_check import GivenPaper, read_paper
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, HERE, Crew
from tests.bot.tally.test_ledger import buttons
from tests.bot.tally.test_paper import BOOK
from tests.refuses import refuses

SHORT_YEARS = "date,Bear,Bull\n{},1,-1\n{},2,-2\n"


@pytest.mark.parametrize(
    ("days", "order", "asks", "read"),
    [
        (("2014-03-01", "2014-03-02"), "", False, ("2014-03-01", "2014-03-02")),
        (("1-Mar-14", "28-Mar-14"), "day", False, ("2014-03-01", "2014-03-28")),
        (("99-03-14", "99-03-31"), "year", False, ("1999-03-14", "1999-03-31")),
        (("14-03-01", "14-03-31"), "year", False, ("2014-03-01", "2014-03-31")),
        (("14/3/99", "15/3/05"), "day", False, ("1999-03-14", "2005-03-15")),
        (("14-03-01", "14-03-02"), "", True, ("2001-03-14", "2002-03-14")),
        (("05-04-05", "05-05-05"), "", True, ("2005-04-05", "2005-05-05")),
        (("3/4/2021", "4/5/2021"), "", True, ("2021-04-03", "2021-05-04")),
        (("3.4.2021", "4.5.2021"), "", False, ("2021-04-03", "2021-05-04")),
        (("3/3/2021", "4/4/2021"), "", False, ("2021-03-03", "2021-04-04")),
        (("3/4/2021", "3/13/2021"), "month", False, ("2021-03-04", "2021-03-13")),
        (("12/25/20", '"Jan 2, 21"'), "month", False, ("2020-12-25", "2021-01-02")),
        (("3/4/2021", "13/4/2021"), "day", False, ("2021-04-03", "2021-04-13")),
    ],
)
def test_days_are_read_as_the_whole_paper_says(
    days: tuple[str, str], order: str, asks: bool, read: tuple[str, str]
) -> None:
    now = int(datetime.fromisoformat("2023-11-14T12:00Z").timestamp()) * 1000
    found = read_paper(BOOK, SHORT_YEARS.format(*days), now, "")
    assert (found.order, found.asks_order) == (order, asks)
    assert [line.at - DAY // 2 for line in found.paper.lines] == [parse_day(one) for one in read]
    for order, paper in found.choices.items():
        chosen = read_paper(BOOK, SHORT_YEARS.format(*days), now, order)
        assert (chosen.paper, chosen.asks_order) == (paper, False)


async def test_the_order_of_dates_is_asked_once_before_anything_is_entered(crew: Crew) -> None:
    paper = SHORT_YEARS.format("14-03-01", "14-03-02")
    shown = await crew.check_paper(paper)
    ((menu,), (leave,)) = shown.rows
    assert isinstance(menu, Menu) and leave.name == "tally.paper.leave"
    assert [(item.label, item.chosen) for item in menu.items] == [
        ("Day first: 14-03-01 is 14 Mar 2001", False), ("Year first: 14-03-01 is 1 Mar 2014", False),
    ]  # fmt: skip
    assert (
        "“14-03-01” is 14 Mar 2001 and “14-03-02” is 14 Mar 2002" in shown.text
        and "how the dates are written" in shown.text
    )
    with refuses("paper_years"):
        await crew.enter_paper(paper)
    with refuses("no_button"):
        await crew.press(menu.name, ADMIN, HERE, "week")
    chosen = message_of(await crew.press(menu.name, ADMIN, HERE, "year"))
    assert "“14-03-01” is 1 Mar 2014" in chosen.text and "Is this right?" in chosen.text
    with refuses("paper_gone"):
        await crew.press(menu.name, ADMIN, HERE, "day")
    await crew.press(next(name for name in buttons(chosen) if "enter" in name), ADMIN)
    assert [entry.at // DAY for entry in await crew.read(postings.read, await crew.id())] == [16130, 16131]


MARCH = "date,entry,Bear,Bull,New Mate\n2014-03-01,Moon,5,-5,\n2014-03-01,Moon,5,-5,\n2014-03-02,Sun,1,,-1\n"
APRIL = "2014-04-01,Moon,2,-2,\n2014-03-01,Moon,5,-5,\n"


async def test_a_paper_that_grows_enters_only_its_new_lines(crew: Crew) -> None:
    await crew.bring_paper(MARCH)
    first, *lines = await crew.reports.read(crew.request(), suggestions.suggest_entries, "", False)
    assert first == (f"everything from {first[1]}", first[1])
    assert first[1].startswith("paper:")
    assert len(lines) == 3
    assert await crew.balances() == {"Bear": 11, "Bull": -10, "New Mate": -1}
    grown = MARCH + APRIL
    shown = await crew.check_paper(grown)
    assert "**3 lines are in the books already**" in shown.text
    assert [name.rpartition(".")[0] for name in buttons(shown)[:2]] == ["tally.paper.enter", "tally.paper.all"]
    assert "2 lines" in await crew.enter_paper(grown)
    assert await crew.balances() == {"Bear": 18, "Bull": -17, "New Mate": -1}
    again = grown + "2014-03-01,Moon,5,-5,\n"
    assert "1 line " in await crew.bring_paper(again)
    await crew.check_audit()


async def test_the_sheet_of_a_paper_grows_with_the_paper(crew: Crew) -> None:
    """March comes first, then March and April, both for sheet 2014. A season that the crew played takes no paper."""
    await crew.enter_hand({"Bear": 7, "Bull": -7})
    await crew.bring_paper(MARCH, "2014")
    grown = MARCH + APRIL
    shown = await crew.check_paper(grown, "2014 ")
    assert "The sheet 2014 came from an earlier paper," in shown.text
    assert "**3 lines are in the books already**" in shown.text
    assert "the chart ends at Bear +18, New Mate −1, Bull −17" in shown.text
    entered = await crew.enter_paper(grown, "2014 ")
    book = await crew.book()
    assert [(book.title(one), one.closed_at) for one in book.seasons] == [
        ("2014", 16161 * DAY + DAY // 2), ("Season 1", None),
    ]  # fmt: skip
    assert await crew.reports.read(crew.request(), suggestions.suggest_sheets, "20") == [("2014", "2014")]
    assert await crew.reports.read(crew.request(), suggestions.suggest_sheets, "Season") == [], "no paper made it"
    assert "**Bear** +18" in (await crew.show(season="2014")).text and "**Bear** +7" in (await crew.show()).text
    await crew.tally.undo(crew.request(), entered.split("(")[1].rstrip(")."), "too early")
    assert "**Bear** +11" in (await crew.show(season="2014")).text
    await crew.tally.rule_off(crew.request(), "")
    for season in ("Season 1", "Season 2"):
        with refuses("season_name"):
            await crew.check_paper(grown, season)
    await crew.check_audit()


async def test_the_scorer_may_enter_known_lines_once_more(crew: Crew) -> None:
    await crew.bring_paper(MARCH)
    same = f"{MARCH}\n"
    shown = await crew.check_paper(same)
    assert [name.rpartition(".")[0] for name in buttons(shown)] == ["tally.paper.all", "tally.paper"]
    with refuses("paper_nothing_new"):
        await crew.enter_paper(same)
    await crew.tally.enter_paper(GivenPaper(same).digest, crew.request(), everything=True)
    assert await crew.balances() == {"Bear": 22, "Bull": -20, "New Mate": -2}


async def test_a_line_that_was_taken_back_is_new_again(crew: Crew) -> None:
    await crew.bring_paper(MARCH)
    first = (await crew.read(postings.read, await crew.id()))[0]
    await crew.tally.undo(crew.request(), str(first.id), "miscounted")
    same = f"{MARCH}\n"
    shown = await crew.check_paper(same)
    assert "**2 lines are in the books already**" in shown.text


async def test_a_line_with_two_new_guests_is_new_although_their_amounts_cancel(crew: Crew) -> None:
    await crew.bring_paper("date,Bear,Bull\n2014-03-01,5,-5\n")
    shown = await crew.check_paper("date,Bear,Bull,Ned,Flo\n2014-03-01,5,-5,3,-3\n")
    assert "in the books already" not in shown.text
