"""The buttons and the menu that lead from one page of the tally to the others."""

from dataclasses import replace

import pytest

from bot.edge.custom_ids import MOST, Control
from bot.messages.books import turning
from bot.messages.books.replaying import REPLAY
from bot.ports import Button, Location, Menu, Message
from bot.store import Preferences
from bot.store.people import preferences as stored_preferences
from bot.tally.books import TallyFilters
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, GUILD, HERE, Crew, person
from tests.left_out import LONGER, MORE_CASES
from tests.refuses import refuses

BEAR = person("Bear")


async def play_two_hands(crew: Crew) -> None:
    for game in ("pussers-bones", "duo-dominoes"):
        await crew.enter_hand({"Bear": 6, "Bull": -6}, game)
        crew.clock.forward(DAY)


def buttons(message: Message) -> dict[str, Button]:
    shown = [button for row in message.rows for button in row if isinstance(button, Button)]
    return {button.name.split(".")[2]: button for button in shown if button.name.startswith("tally.page.")}


def menu(message: Message) -> Menu:
    found = (menu for row in message.rows for menu in row if isinstance(menu, Menu))
    return next(menu for menu in found if menu.name != REPLAY)


async def turn_page(crew: Crew, control: str, *values: str) -> Message:
    return message_of(await crew.press(control, BEAR, HERE, *values))


async def test_every_page_leads_to_every_other(crew: Crew) -> None:
    await play_two_hands(crew)
    page = await crew.show()
    seen = []
    for other, title in (("player", "**Bear** ·"), ("records", "**Records**"), ("chart", "**Tally**"),
                         ("sheet", "**Tally**"), ("show", "**Tally**")):  # fmt: skip
        assert not buttons(page)[other].disabled
        page = await turn_page(crew, buttons(page)[other].name)
        assert page.text.startswith(title)
        assert [name for name, button in buttons(page).items() if button.disabled] == [other]
        seen.append(page.pictures[0].png if page.pictures else b"")
    assert len(set(seen)) == len(seen)
    leaders = await turn_page(crew, menu(page).name, "tie_ups")
    assert leaders.text.startswith("**Tie-ups**")
    assert not any(button.disabled for button in buttons(leaders).values())


@pytest.mark.thorough(MORE_CASES)
async def test_filters_are_kept_from_page_to_page(crew: Crew) -> None:
    await play_two_hands(crew)
    asked = TallyFilters(season="all", game="pussers-bones", since="2001-01-01", until="1/1/2100", player="bull")
    page = await crew.reports.show_player(asked, crew.request(BEAR))
    page = await turn_page(crew, buttons(page)["show"].name)
    assert "Pussers Bones" in page.text and "2001-01-01 to 2100-01-01" in page.text and "all seasons" in page.text
    assert "**Bear**" in page.text and "(1 entry)" in page.text
    chart = await crew.reports.show_chart(TallyFilters(player="bull"), crew.request(BEAR))
    assert (await turn_page(crew, buttons(chart)["player"].name)).text.startswith("**Bull**")


async def test_a_shared_page_says_that_its_group_was_dissolved(crew: Crew) -> None:
    admin, aside = ADMIN, Location(GUILD, 555)
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.change_settings({"group": "Stokers"}, crew.request(admin, aside))
    page = await crew.show(aside)
    turn = buttons(page)["sheet"].name
    reply = await crew.press(turn, BEAR, aside)
    assert reply.message is not None and "Stokers" in reply.message.text
    await crew.tally.change_settings({"group": "none"}, crew.request(admin, aside))
    for control, values in ((turn, ()), (menu(page).name, ("hands",))):
        with refuses("page_elsewhere"):
            await crew.press(control, BEAR, aside, *values)
    old = await crew.press("tally.page.sheet.....", BEAR, aside)  # an id of older releases
    assert old.message is not None and old.message.text.startswith("**Tally** · Season 1")


async def test_readers_of_words_have_the_same_controls(crew: Crew) -> None:
    await play_two_hands(crew)
    drawn = await crew.reports.show_records(TallyFilters(), crew.request("Bull"))
    await crew.write(stored_preferences.set_preferences, BEAR.user, Preferences(text_only=True), 0)
    told = await crew.reports.show_records(TallyFilters(), crew.request(BEAR))
    assert told.layout is None and told.rows == drawn.rows


async def test_the_longest_filters_fit_into_a_control(crew: Crew) -> None:
    await play_two_hands(crew)
    book = await crew.book()
    ask = TallyFilters("all", "bonedoneskis", "2001-01-01", "2100-01-01", member=book.find_member("Bull").id)
    for row in turning.make_rows(book, ask, "show"):
        for control in row:
            assert len(str(Control(0, control.name, 0))) <= MOST - 15


@pytest.mark.parametrize(
    "control", ["tally.page", "tally.page.all", "tally.page.purse.....", "tally.page.show..poker...",
                "tally.page.show.....x", "tally.page.player.....1.2.3",
                "tally.page.player.....1.x"]
)  # fmt: skip
async def test_a_forged_control_is_refused(crew: Crew, control: str) -> None:
    with refuses("no_button"):
        await crew.press(control, BEAR)


async def test_a_button_for_a_member_who_was_merged_says_so(crew: Crew) -> None:
    with refuses("page_old"):
        await crew.press("tally.page.player.....999", BEAR)


@pytest.mark.thorough(LONGER)
async def test_a_sheet_pages_back_to_the_first_entry_and_forward_again(crew: Crew) -> None:
    for number in range(47):
        await crew.enter_hand({"Bear": number + 1, "Bull": -number - 1})
    page = await crew.reports.show_sheet(TallyFilters(), crew.request(BEAR))
    seen = [page.pictures[0].alt]
    assert not any(button.name.endswith(".later") for row in page.rows for button in row if isinstance(button, Button))
    for way in ("earlier", "earlier", "later", "later"):
        control = next(button.name for row in page.rows for button in row if button.name.endswith(f".{way}"))
        assert len(str(Control(0, control, 0))) <= MOST
        page = await turn_page(crew, control)
        seen.append(page.pictures[0].alt)
    assert [alt.partition(". Totals")[0].count("ties up") for alt in seen] == [18, 18, 11, 18, 18]
    assert "Brought forward" not in seen[2] and seen[2].count(" 1 Bear ties up with 1:") == 1
    assert seen[0] == seen[4] and seen[1] == seen[3]
    assert not any(button.name.endswith(".later") for row in page.rows for button in row if isinstance(button, Button))


async def test_an_entry_of_a_sheet_leads_to_its_hand(crew: Crew) -> None:
    await play_two_hands(crew)
    page = await crew.reports.show_sheet(TallyFilters(), crew.request(BEAR))
    (hands,) = [menu for row in page.rows for menu in row if isinstance(menu, Menu) and menu.name == REPLAY]
    entries = [await crew.entry(number) for number in (2, 1)]
    assert [item.value for item in hands.items] == [f"{entry.table}.{entry.hand}" for entry in entries]


async def test_a_sheet_offers_no_hand_that_was_played_out_of_its_readers_sight(crew: Crew) -> None:
    await play_two_hands(crew)
    deck = Location(GUILD, 555)
    for sees, offered in ((lambda _: False, 0), (lambda channel: channel == HERE.channel, 1)):
        page = await crew.reports.show_sheet(TallyFilters(), crew.request(replace(BEAR, may_see=sees), deck))
        assert sum(menu.name == REPLAY for row in page.rows for menu in row if isinstance(menu, Menu)) == offered
