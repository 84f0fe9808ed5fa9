"""Payments change what is owed and nothing else: who may enter and confirm them, and what a settled season shows."""

import asyncio

from bot.messages.books.debt_page import MOST_SHOWN
from bot.people.preferences import PreferencesCache
from bot.ports import Button, Location, Message, Requester
from bot.services.books.reports import Reports
from bot.services.books.season_pages import show_card
from bot.services.me import MeService
from bot.store import Notice, Preferences
from bot.store.books import Scope, crews, payments, reports
from bot.store.people import erasure, preferences as stored_preferences
from bot.tally.books import TallyFilters
from bot.tally.changes.debts import MOST_WAITING
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, HERE, KEEPER, USERS, Crew, person
from tests.bot.tally.test_ledger import set_up_tally, text
from tests.refuses import refuses


def pay_buttons(message: Message) -> list[str]:
    """The buttons of hand-overs on a page."""
    found = [button.name for row in message.rows for button in row if isinstance(button, Button)]
    return [name for name in found if name.startswith("tally.pay.")]


async def page(crew: Crew, reader: Requester) -> Message:
    return await crew.tally.paying.show_debts(crew.request(reader))


async def everything_but_debts(crew: Crew) -> list[str]:
    """Standings, sheet, chart, records and the card, as words."""
    told = []
    pages = (Reports.show_standings, Reports.show_sheet, Reports.show_chart, Reports.show_records, show_card)
    for make in pages:
        made = await make(crew.reports, TallyFilters(), crew.request("Bear"))
        told.append(made.text + "".join(picture.alt for picture in made.pictures))
    return told


async def test_whoever_hands_over_more_than_is_owed_is_told_what_was_owed(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    more = text(await crew.tally.paying.enter("", "Bear", 999_999, False, crew.request("Bull")))
    assert more.endswith("That's more than was owed (12 matches).")
    exact = text(await crew.tally.paying.enter("", "Bear", 12, False, crew.request("Bull")))
    assert "more than" not in exact


async def test_a_debt_is_settled_with_a_press_and_the_season_stays_as_it_was(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    crew.clock.forward(1_000)
    before = await everything_but_debts(crew)
    (button,) = pay_buttons(await page(crew, person("Bull")))
    answer = text(await crew.press(button, person("Bull")))
    waits = f"It'll count once <@{USERS['Bear']}> confirms it."
    assert answer == f"-# Bull paid Bear 12 matches. {waits}"
    assert await crew.owed() == {"Bear": 12, "Bull": -12}
    assert "**Is this right?** Bull paid Bear 12 matches." in (await page(crew, person("Bear"))).text
    asked = (await crew.announcements())[-1]
    assert asked.text.startswith(f"<@{USERS['Bull']}> says: Bull paid Bear 12 matches.")
    yes, no = (button.name for button in asked.rows[0] if isinstance(button, Button))
    for stranger in (person("Bull"), person("Wally")):
        with refuses("not_your_payment"):
            await crew.press(yes, stranger)
    assert text(await crew.press(yes, person("Bear"))).endswith(
        "The payment counts: the debts change, the standings don't."
    )
    assert (await crew.announcements())[-1].rows == ()
    for late in (yes, no):
        with refuses("payment_answered"):
            await crew.press(late, person("Bear"))
    assert await crew.owed() == {}
    assert "Everybody is even." in (await page(crew, person("Bull"))).text
    with refuses("not_owed"):
        await crew.press(button, person("Bull"))
    assert await everything_but_debts(crew) == before
    await crew.check_audit()


async def test_both_sides_pressing_paid_is_enough_and_no_press_counts_twice(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 10, "Wally": -5, "Bull": -5})
    first, second = pay_buttons(await page(crew, person("Bear")))
    for _ in range(2):
        assert "It'll count once" in text(await crew.press(first, person("Bear")))
    payer = "Bull" if "Bull" in text(await crew.press(first, person("Bear"))) else "Wally"
    assert "The payment counts" in text(await crew.press(first, person(payer)))
    with refuses("not_owed"):
        await crew.press(first, person(payer))
    other = "Wally" if payer == "Bull" else "Bull"
    assert await crew.owed() == {"Bear": 5, other: -5}
    assert pay_buttons(await page(crew, person("Bear"))) == [second]


async def test_a_command_enters_a_payment_and_one_that_is_wrong_is_struck_out(crew: Crew) -> None:
    await set_up_tally(crew)
    request = crew.request("Bull")
    for _ in range(2):
        assert "Bull paid Bear 3 matches" in text(await crew.tally.paying.enter("", "Bear", 3, False, request))
    (waits,) = await crew.read(payments.list_waiting, await crew.id())
    assert text(await crew.press(f"tally.handed.no.{waits.id}", person("Bear"))).endswith("It doesn't count.")
    assert await crew.owed() == {}
    for wrong, why in (
        (("", "", 3), "paid_alone"),
        (("Bear", "Bear", 3), "same"),
        (("", "Bear", 0), "amount"),
        (("Wally", "Bear", 1), "not_your"),
    ):
        with refuses(why):
            await crew.tally.paying.enter(*wrong, False, crew.request("Bull"))
    with refuses("TALLY/you"):
        await crew.tally.paying.enter("", "Bear", 1, False, crew.request("Ned"))
    for amount in range(MOST_WAITING):
        await crew.tally.paying.enter("", "Bear", amount + 1, False, crew.request("Bull"))
    with refuses("payments_wait"):
        await crew.tally.paying.enter("", "Bear", 999, False, crew.request("Bull"))


async def test_the_scorer_settles_for_others_and_whoever_is_owed_may_forgive(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -6, "Wally": -6})
    assert "The payment counts" in text(await crew.tally.paying.enter("Bull", "Bear", 6, False, crew.request(KEEPER)))
    with refuses("not_yours_to_forgive"):
        await crew.tally.paying.enter("", "Bear", 6, True, crew.request("Wally"))
    with refuses("not_yours_to_forgive"):
        await crew.tally.paying.enter("Wally", "Bear", 6, True, crew.request(KEEPER))
    told = text(await crew.tally.paying.enter("Wally", "", 6, True, crew.request("Bear")))
    assert told.startswith("-# Bear forgave Wally 6 matches.")
    assert await crew.owed() == {}


async def test_nobody_forgives_more_than_is_owed_and_no_debt_twice(crew: Crew) -> None:
    """A scorer whose debt to a guest was forgiven without end would be owed by the guest."""
    await set_up_tally(crew)
    await crew.tally.add_guest("Old Mate", None, crew.request())
    await crew.adjust(ADMIN, "Bear", "Old Mate", 6, "at the pub")
    for amount in (7, 1_000):
        with refuses("TALLY/not_owed"):
            await crew.tally.paying.enter("Bear", "Old Mate", amount, True, crew.request(KEEPER))
    twice = (crew.tally.paying.enter("Bear", "Old Mate", 6, True, crew.request(KEEPER)) for _ in range(2))
    answers = await asyncio.gather(*twice, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["Refused", "Reply"]
    assert await crew.owed() == {}


async def test_a_new_sheet_begins_with_what_is_brought_forward(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    await crew.tally.rule_off(crew.request(), "")
    assert (await crew.announcements())[-1].text.endswith("Brought forward: Bear +12, Bull −12 (`/tally settle`).")
    await crew.enter_hand({"Bear": -2, "Wally": 2})
    sheet = await crew.reports.show_sheet(TallyFilters(), crew.request("Bear"))
    assert "Brought forward: Bear +12, Bull −12" in sheet.text
    assert "Brought forward" not in sheet.pictures[0].alt
    assert "Brought" not in (await crew.reports.show_sheet(TallyFilters("1"), crew.request("Bear"))).text
    crew.clock.forward(DAY)
    await crew.tally.paying.enter("Bull", "Bear", 12, False, crew.request(KEEPER))
    assert "Brought forward: Bear +12" in (await crew.reports.show_sheet(TallyFilters(), crew.request("Bear"))).text
    await crew.tally.rule_off(crew.request(), "")
    assert (await crew.announcements())[-1].text.endswith("Brought forward: Wally +2, Bear −2 (`/tally settle`).")
    assert await crew.owed() == {"Bear": -2, "Wally": 2}


async def test_the_results_of_an_account_are_summed_over_the_entries_that_name_it(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    number = await crew.enter_hand({"Bear": 600, "Bull": -200, "Wally": -400})
    entry = await crew.entry(number)
    account = entry.entries[-1].account
    book = await crew.book()
    assert book.owners[account] in book.members
    sums = await crew.read(reports.sum_beside, Scope(await crew.id()), [account])
    assert sums[account] == -400


async def test_a_former_members_debt_is_forgiven_or_taken_up_again_when_scorer_and_person_agree(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    await crew.write(erasure.erase, USERS["Bull"])
    (former,) = (member for member in (await crew.book()).members.values() if crews.is_former(member))
    assert await crew.owed() == {"Bear": 12, former.name: -12}
    bull, ned = person("Bull"), person("Ned")
    with refuses("join_over"):
        await crew.press(f"tally.me.{former.id}", bull)
    assert "entries go to Bull only if" in text(await crew.tally.add_guest(former.name, bull, crew.request(KEEPER)))
    ((yes, _),) = (await crew.announcements())[-1].rows
    with refuses("TALLY/you"):
        await crew.press(yes.name, ned)
    for name in ("Bear", "Wally"):
        assert "entries go to Bull only if" in text(await crew.press(yes.name, person(name)))
    assert "one person" in text(await crew.press(f"tally.me.{former.id}", bull))
    assert await crew.owed() == {"Bear": 12, "Bull": -12}
    assert (await crew.book()).find_member("Bull").aliases == []
    await crew.write(erasure.erase, USERS["Bull"])
    (former,) = (member for member in (await crew.book()).members.values() if crews.is_former(member))
    assert "forgave" in text(await crew.tally.paying.enter(former.name, "Bear", 12, True, crew.request(KEEPER)))
    assert await crew.owed() == {}
    await crew.check_audit()


async def test_an_erasure_first_shows_what_is_owed_and_takes_a_second_press(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    heard: list[Notice] = []

    async def tell(notice: Notice) -> None:
        heard.append(notice)

    service = MeService(crew.store, PreferencesCache(crew.store), tell)
    told = text(await service.erase(crew.request("Bull")))
    assert "Nothing's erased yet" in told and "you owe 12 matches" in told
    elsewhere = crew.request(person("Bear"), Location(2, 500))
    assert "you're owed 12 matches" in text(await service.erase(elsewhere))
    assert f"In the books of <https://discord.com/channels/{HERE.guild}>:" in text(await service.erase(elsewhere))
    assert (await crew.book()).find_by_user(USERS["Bull"]) is not None and not heard
    assert text(await service.erase(crew.request("Wally"))) == text(
        await service.erase(crew.request("Bull"), anyway=True)
    )
    assert (await crew.book()).find_by_user(USERS["Bull"]) is None
    assert sorted((await crew.owed()).values()) == [-12, 12]


async def test_a_crew_of_fifteen_settles_a_season_with_a_press_each(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.write(stored_preferences.set_preferences, KEEPER.user, Preferences(text_only=True), 0)
    guests = [f"Mate {number}" for number in range(14)]
    for name in guests:
        await crew.tally.add_guest(name, None, crew.request(KEEPER))
    await crew.add_people("Bear")
    for number, name in enumerate(guests, 1):
        await crew.adjust(KEEPER, name, "Bear", 2**number, "the season")
    shown, seen, pages = await page(crew, KEEPER), [], 1
    while True:
        buttons = pay_buttons(shown)
        assert 0 < len(buttons) <= MOST_SHOWN
        assert len(shown.rows) <= 5
        assert all(f"{name} pays Bear" in shown.text for name in await givers(crew, buttons))
        seen += buttons
        more = [control.name for row in shown.rows for control in row if ".after." in control.name]
        if not more:
            break
        made = message_of(await crew.press(more[0], KEEPER))
        shown, pages = made, pages + 1
    assert (len(seen), len(set(seen)), pages) == (14, 14, 3)
    (back,) = (control.name for row in shown.rows for control in row if ".before." in control.name)
    with refuses("page_elsewhere"):
        await crew.press(back.rpartition(".")[0] + ".999", KEEPER)
    for button in seen:
        assert "The payment counts" in text(await crew.press(button, KEEPER))
    assert await crew.owed() == {}
    late = message_of(await crew.press(back, KEEPER))
    assert "Everybody is even." in late.text
    await crew.check_audit()


async def givers(crew: Crew, buttons: list[str]) -> list[str]:
    book = await crew.book()
    return [book.name(int(button.split(".")[2])) for button in buttons]
