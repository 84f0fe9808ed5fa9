"""Statements as words and pictures: filters, columns, charts; the pictures are compared with stored copies.

`python -m tests.bot.tally.test_pages` draws the stored pictures again; look at them before you commit them.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import pytest
from PIL import Image

from bot.messages.books.pages import make_page
from bot.people.preferences import PreferencesCache
from bot.ports import MOST_COMPONENTS, MOST_TEXT, Accent, Button, Fixture, Section, Text
from bot.services.books import suggestions
from bot.services.books.season_pages import show_card
from bot.store import Connection, Preferences, Store
from bot.store.books import postings
from bot.store.people import preferences as stored_preferences
from bot.tally.books import TallyFilters, statements
from bot.tally.books.statements import Standing, Standings
from bot.wording import ENGLISH, Words, word_refusal
from render.base.picture import Picture
from render.painters import DrawPicture, Painters
from tests.bot.tally.crew import ADMIN, DAY, USERS, Crew, Filters, enter_hand, person
from tests.bot.tally.kept_books import enter_once
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses
from tests.render.golden import difference, open_picture

GOLDEN = Path(__file__).parent / "golden"
BEAR = person("Bear")
GAMES = ("pussers-bones", "bonedoneskis", "duo-dominoes")


async def fill_books(crew: Crew) -> None:
    """Bring a new crew's books to where forty hands in four months leave them."""
    await enter_once(crew, enter_forty_hands)


async def enter_forty_hands(crew: Crew) -> None:
    """Enter forty hands in four months, by a fixed rule, in one transaction."""
    names = ("Bear", "Bull", "Wally", "Ned")

    def enter(connection: Connection, crew_id: int) -> None:
        for number in range(40):
            winner, each = names[number * number % 7 % 4], (3, 6, 12, 50)[number * 5 % 11 % 4]
            amounts = {name: 3 * each if name == winner else -each for name in names}
            game, reason = GAMES[number % 3], ("tie_up", "showdown", "game_won")[number % 3]
            crew.hands += 1
            enter_hand(connection, crew_id, amounts, game, reason, crew.hands, crew.clock.now, 0, 0)
            crew.clock.forward(3 * DAY)

    await crew.store.write(enter, await crew.id())
    await crew.tally.look()
    await crew.outbox.tick()


async def fetch(crew: Crew, page: str, *more: str, **ask: Unpack[Filters]) -> Any:
    if page == "settle":
        return await crew.tally.paying.show_debts(crew.request(BEAR))
    if page == "card":
        return await show_card(crew.reports, TallyFilters(**ask), crew.request(BEAR))
    return await getattr(crew.reports, page)(TallyFilters(**ask), crew.request(BEAR), *more)


async def test_dates_and_kept_balances_agree(crew: Crew) -> None:
    await fill_books(crew)
    kept = await fetch(crew, "show_standings")
    counted = await fetch(crew, "show_standings", since="2000-01-01", until="2100-01-01")
    assert kept.text.splitlines()[1:] == counted.text.splitlines()[1:]


@pytest.mark.parametrize(("called", "spoken"), [("Ned", "Ned"), ("", "That person")])
async def test_a_person_missing_from_the_book_is_named_in_the_answer(crew: Crew, called: str, spoken: str) -> None:
    ned = f"<@{USERS['Ned']}>"
    for page, more, ask in (
        ("show_player", (), TallyFilters(player=ned, mention=called)),
        ("show_standings", (), TallyFilters(player=ned, mention=called)),
        ("show_sheet", (), TallyFilters(player=ned, mention=called)),
        ("show_partners", (), TallyFilters(player=ned, mention=called)),
        ("compare_players", (ned,), TallyFilters()),
    ):
        extra = {"called": called} if page == "compare_players" else {}
        with refuses() as refused:
            await getattr(crew.reports, page)(ask, crew.request(BEAR), *more, **extra)
        told = word_refusal(refused.value, Words(ENGLISH))
        assert told.startswith(f"{spoken} isn't in the books yet")
        assert str(USERS["Ned"]) not in told


async def test_a_player_sees_their_own_lines_if_they_name_nobody(crew: Crew) -> None:
    await fill_books(crew)
    own = await fetch(crew, "show_player")
    assert own.text.startswith("**Bear** · Season 1")
    assert "Total: **" in own.text
    assert "Bonedoneskis: " in own.text
    assert own.pictures[0].alt.startswith("Bear · Season 1")
    assert own.name == "chart.png"
    with refuses("TALLY/you"):
        await crew.reports.show_player(TallyFilters(), crew.request(person("Bear").__class__(99, "Stranger")))
    with refuses("TALLY/you"):
        await crew.reports.compare_players(
            TallyFilters(), crew.request(person("Bear").__class__(99, "Stranger")), "Bear"
        )
    with refuses("same"):
        await fetch(crew, "compare_players", "bear")


async def test_two_people_are_compared_in_hands_they_shared(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.enter_hand({"Bear": -2, "Bull": -2, "Wally": 4})
    await crew.enter_hand({"Bear": 5, "Wally": -5}, "duo-dominoes")
    found = await fetch(crew, "compare_players", "Bull")
    assert found.text.splitlines()[1:] == [
        "Pussers Bones: 2 entries together; Bear came out ahead in 1, Bull in 0. Bear +4, Bull −8."
    ]
    assert (
        "There's no entry with both players."
        in (await fetch(crew, "compare_players", "Wally", player="Bull", game="bonedoneskis")).text
    )


async def test_people_with_equal_balances_share_a_place(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 20, "Wally": 20, "Bull": -20, "Ned": -20}, "duo-dominoes", "game_points")
    shown = await fetch(crew, "show_standings")
    assert shown.text.splitlines()[1:5] == [
        "1. **Bear** +20 (1 entry)",
        "1. **Wally** +20 (1 entry)",
        "3. **Bull** −20 (1 entry)",
        "3. **Ned** −20 (1 entry)",
    ]
    assert "1 Wally: +20. 3 Bull: −20. 3 Ned: −20." in shown.pictures[0].alt
    card = (await fetch(crew, "card")).pictures[0].alt
    assert "Champion: Bear and Wally, +20 matches. 3. Bull, −20. 3. Ned, −20." in card
    assert "Biggest hand · Duo: Bear and Wally, +20." in card
    assert "Biggest hand: Bear and Wally +20 (Duo Dominoes" in (await fetch(crew, "show_records")).text


async def test_a_reversed_hand_is_not_the_biggest_hand(crew: Crew) -> None:
    first = await crew.enter_hand({"Bear": 60, "Bull": -60})
    await crew.enter_hand({"Wally": 20, "Bull": -20})
    assert "Biggest hand: Bear +60" in (await fetch(crew, "show_records")).text
    await crew.tally.undo(crew.request(ADMIN), str(first), "miscounted")
    assert "Biggest hand: Wally +20" in (await fetch(crew, "show_records")).text
    assert "Biggest hand: Wally +20" in (await fetch(crew, "show_records", season="1")).text
    assert "Wally pays" not in (await fetch(crew, "settle")).text
    assert "Bull pays Wally 20 matches." in (await fetch(crew, "settle")).text


async def test_a_season_in_which_everybody_is_even_has_a_card_that_names_them(crew: Crew) -> None:
    entry = await crew.enter_hand({"Bear": 60, "Bull": -60})
    await crew.tally.undo(crew.request(ADMIN), str(entry), "miscounted")
    shown = (await fetch(crew, "card")).text
    assert "1. Bear 0" in shown
    assert "Nothing is in the books" not in shown


async def test_hands_of_a_real_table_can_be_entered_below_an_empty_sheet(crew: Crew) -> None:
    empty = await fetch(crew, "show_sheet")
    assert "tally.real" in [button.name for row in empty.rows for button in row if isinstance(button, Button)]


async def test_the_biggest_hand_is_the_sum_of_its_entries(crew: Crew) -> None:
    """A payment during a hand is a part of that hand and not a hand of its own."""
    await crew.enter_hand({"Bear": 50, "Wally": -50}, reason="moon")
    await crew.enter_hand({"Bull": 90, "Bear": -90}, part=1)
    await crew.enter_hand({"Wally": 45, "Ned": 45, "Bear": -90})
    assert "Biggest hand: Bull +90" in (await fetch(crew, "show_records")).text
    assert "best hand" not in (await fetch(crew, "show_player")).text
    await crew.enter_hand({"Bull": -60, "Ned": 60}, part=1)
    await crew.enter_hand({"Bull": 70, "Wally": 70, "Bear": -140})
    assert "Biggest hand: Ned +105" in (await fetch(crew, "show_records")).text


async def test_readers_who_chose_words_get_no_picture(crew: Crew) -> None:
    await fill_books(crew)
    await crew.store.write(stored_preferences.set_preferences, BEAR.user, Preferences(text_only=True), 0)
    other = Crew(crew.store, crew.clock)
    for page in ("show_standings", "show_sheet", "show_chart", "show_player", "card"):
        told = await fetch(other, page)
        assert told.pictures == ()
        assert len(told.text) > 60
    assert "**#40**" in (await fetch(other, "show_sheet")).text
    first = (await fetch(other, "show_standings")).text.splitlines()[1]
    for game in ("Navy", "Duo", "Stud"):
        assert f"{game} +" in first or f"{game} −" in first
    assert "highest" in (await fetch(other, "show_chart")).text


PAGES = ("show_standings", "show_sheet", "show_chart", "show_player", "card", "settle", "show_records", "show_partners")


@pytest.mark.parametrize("page", mark_thorough(PAGES, MORE_CASES, but=["show_sheet"]))
async def test_a_page_is_a_layout_and_has_the_same_lines_in_words(crew: Crew, page: str) -> None:
    await fill_books(crew)
    shown = await fetch(crew, page)
    assert shown.layout is not None and shown.layout.accent is Accent.BOOKS and shown.layout.size <= MOST_COMPONENTS
    head, *parts = shown.layout.parts
    assert "\n" not in head.text and head.text.startswith("**")
    assert [Fixture.PICTURES] * len(shown.pictures) == [part for part in parts if part is Fixture.PICTURES]
    assert "\n".join(part.text for part in (head, *parts) if isinstance(part, Text | Section)) == shown.text
    await crew.store.write(stored_preferences.set_preferences, BEAR.user, Preferences(text_only=True), 0)
    told = await fetch(Crew(crew.store, crew.clock), page)
    assert told.layout is None and told.pictures == () and told.text.splitlines()[0] == head.text
    if not shown.pictures:
        assert told.text == shown.text


@pytest.mark.parametrize("page", mark_thorough([*PAGES, "compare_players", "leaders"], MORE_CASES, but=["leaders"]))
async def test_every_page_says_its_unit(crew: Crew, page: str) -> None:
    """The unit is in the first line and each picture, also for readers who chose words, and before the first hand."""
    more = {"compare_players": ("Bull",)}.get(page, ())
    await crew.tally.change_settings({"unit": "clip, clips"}, crew.request(ADMIN))
    for hands in range(2):
        for plain in (False, True):
            await crew.store.write(stored_preferences.set_preferences, BEAR.user, Preferences(text_only=plain), 0)
            crew.reports.pages = replace(crew.reports.pages, people=PreferencesCache(crew.store))
            if page == "leaders":
                shown = await crew.reports.show_records(TallyFilters(), crew.request(BEAR), "run")
            else:
                shown = await fetch(crew, page, *more)
            assert shown.text.splitlines()[0].endswith("(in clips)")
            assert all("clips" in picture.alt for picture in shown.pictures)
            assert bool(shown.pictures) is (
                hands > 0
                and not plain
                and page in ("show_standings", "show_sheet", "show_chart", "show_player", "card")
            )
        await crew.enter_hand({"Bear": 6, "Bull": -6})


async def test_each_game_of_a_player_has_its_own_section(crew: Crew) -> None:
    await fill_books(crew)
    shown = await fetch(crew, "show_player")
    games = [part.text.partition(":")[0] for part in shown.layout.parts if isinstance(part, Text)][1:4]
    assert sorted(games) == ["Bonedoneskis", "Duo Dominoes", "Pussers Bones"]
    assert shown.layout.parts.count(Fixture.LINE) == 5, "between the games, the sum, the last entries and the ways on"


async def test_a_page_that_is_too_long_is_cut() -> None:
    made = make_page("title", *(["x" * 99] * 6 for _ in range(9)))
    assert made.text.endswith("\n…") and 1_800 < len(made.text) <= MOST_TEXT
    assert made.layout is not None and made.layout.size <= MOST_COMPONENTS
    assert make_page("title", [], ["one"], [], plain=True).text == "title\none"


async def test_a_name_that_no_picture_can_show_has_a_number_on_every_page(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    for name in ("麻雀の達人", "ᚱᚢᚾ"):
        await crew.tally.add_guest(name, None, crew.request(ADMIN))
        await crew.adjust(ADMIN, name, "Bear", 4, "the long night")
    shown = (await fetch(crew, "show_standings")).text
    assert "**麻雀の達人**" in shown and "**№ 1 ᚱᚢᚾ**" in shown
    assert "№ 1 ᚱᚢᚾ" in (await fetch(crew, "show_chart")).pictures[0].alt


async def test_days_in_the_wrong_order_are_refused(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    with refuses("TALLY/dates"):
        await fetch(crew, "show_standings", since="2024-02-01", until="2024-01-01")


async def test_entries_by_hand_do_not_count_as_records(crew: Crew) -> None:
    await crew.add_people("Bear", "Bull")
    await crew.adjust(ADMIN, "Bull", "Bear", 4, "the long night")
    assert "There are no records in the books" in (await fetch(crew, "show_records")).text


async def test_completions_are_offered(crew: Crew) -> None:
    await fill_books(crew)
    pending = await crew.enter_hand({"Bear": 1, "Bull": -1}, wait=9_000)
    reports, request = crew.reports, crew.request(ADMIN)
    assert await reports.read(request, suggestions.suggest_members, "be") == [("Bear", "Bear")]
    assert [value for _, value in await reports.read(request, suggestions.suggest_seasons, "")] == ["all", "1"]
    assert await reports.read(request, suggestions.suggest_days, "1.3.2024") == [("1 Mar 2024", "2024-03-01")]
    assert len(await reports.read(request, suggestions.suggest_days, "")) == 1
    assert await reports.read(request, suggestions.suggest_days, "soon") == []
    assert [value for _, value in await reports.read(request, suggestions.suggest_entries, "", True)] == [str(pending)]
    found = await reports.read(request, suggestions.suggest_entries, "bull", False)
    assert len(found) == 41 and all("Bull" in label for label, _ in found)


def test_a_row_for_everybody_else_keeps_the_sum_of_a_column_at_zero() -> None:
    amounts = (-300, *range(24, 0, -1))
    rows = tuple(Standing(k, f"P{k}", amount, 1, {"a": amount}) for k, amount in enumerate(amounts))
    drawn = statements.make_standings_sheet(Standings(rows, ("a",)), "t", ("A",), "All", "{count} more")
    assert len(drawn.rows) == statements.MOST_ROWS
    assert drawn.totals == (0,)
    assert drawn.rows[-1].entry == "8 more"


async def pictures(crew: Crew) -> dict[str, Picture]:
    """The pictures to compare, by the name of their stored copy."""
    await fill_books(crew)
    pages = {"show": "show_standings", "sheet": "show_sheet", "chart": "show_chart", "card": "card"}
    drawn = {name: (await fetch(crew, page)).pictures[0] for name, page in pages.items()}
    await crew.store.write(stored_preferences.set_preferences, BEAR.user, Preferences(theme="light"), 0)
    other = Crew(crew.store, crew.clock)
    return drawn | {"show_light": (await fetch(other, "show_standings")).pictures[0]}


async def test_the_pictures_equal_their_stored_copies(crew: Crew) -> None:
    drawn = await pictures(crew)
    assert set(drawn) == {path.stem for path in GOLDEN.glob("*.png")}
    for name, picture in drawn.items():
        told = difference(open_picture(picture.png), open_picture((GOLDEN / f"{name}.png").read_bytes()))
        assert not told, f"{name}.png: {told}. If that was meant, run python -m tests.bot.tally.test_pages and look."
        assert 0 < len(picture.alt) <= 1_024


async def _draw() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(f"sqlite:///{folder}/golden.db") as store:
            crew = Crew(store)
            await crew.add_people("Bear", "Bull", "Wally")
            for name, picture in (await pictures(crew)).items():
                Image.open(io.BytesIO(picture.png)).save(GOLDEN / f"{name}.png", optimize=True)
                print(f"{name}.png: {picture.alt}")


async def test_pictures_that_take_too_long_are_told_in_words(crew: Crew) -> None:
    await fill_books(crew)
    stuck = threading.Event()
    painters = Painters(limit=0.01)

    async def paint(drawing: DrawPicture) -> Picture | None:
        return await painters.paint(lambda: drawing() if stuck.wait() else None)

    crew.reports.pages = replace(crew.reports.pages, paint=paint)
    try:
        shown, lines, sheet, player = [
            await fetch(crew, page) for page in ("show_standings", "show_chart", "show_sheet", "show_player")
        ]
    finally:
        stuck.set()
    assert not any(message.pictures for message in (shown, lines, sheet, player))
    assert all(f"**{name}**" in shown.text for name in USERS)
    assert "highest" in lines.text
    assert "#40" in sheet.text
    assert "Total: **" in player.text


async def test_books_with_amounts_of_any_size_are_charted(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "MOST_BALANCE", postings.MOST_AMOUNT)
    for number in range(4):
        await crew.enter_hand({"Bear": 12 * 10**16 * (-1) ** number, "Bull": -12 * 10**16 * (-1) ** number})
        crew.clock.forward(DAY)
    await crew.enter_hand({"Bear": 12 * 10**16, "Bull": -12 * 10**16})
    assert len((await fetch(crew, "show_chart")).pictures) == 1
    assert len((await fetch(crew, "show_standings")).pictures) == 1
    assert "120000000000000000" in (await fetch(crew, "settle")).text


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    sys.exit(asyncio.run(_draw()))
