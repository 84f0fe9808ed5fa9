"""Payments change what is owed and nothing else: who may enter and confirm them, and what a settled season shows."""

from random import Random

import pytest

from bot.people import erasure
from bot.people.preferences import PreferencesCache
from bot.ports.requests import Location, Reply, Requester
from bot.ports.ui import Button, Message
from bot.services.me import MeService
from bot.store.books import batches, crews, payments, reports
from bot.store.books.batches import Batch
from bot.store.books.payments import Payment
from bot.store.books.reports import Scope
from bot.store.database.notifications import Notice
from bot.store.people import personal_data
from bot.store.people import preferences as stored_preferences
from bot.store.people.preferences import Preferences
from bot.tally import debts
from bot.tally.book import TallyFilters
from bot.tally.debt_page import MOST_SHOWN
from bot.tally.debts import MOST_WAITING
from bot.tally.reports import Reports
from bot.tally.season_pages import show_card
from games.core.refused import Refused
from tests.bot.tally.crew import ADMIN, DAY, HERE, KEEPER, SCORER, TALLY, USERS, Crew, person
from tests.left_out import MORE_CASES, mark_thorough


def text(reply: Reply) -> str:
    assert reply.message is not None
    return reply.message.text


def pay_buttons(message: Message) -> list[str]:
    """The buttons of hand-overs on a page."""
    found = [button.name for row in message.rows for button in row if isinstance(button, Button)]
    return [name for name in found if name.startswith("tally.pay.")]


async def page(crew: Crew, reader: Requester) -> Message:
    return await crew.tally.paying.show_debts(crew.request(reader))


async def owed(crew: Crew) -> dict[str, int]:
    book = await crew.book()
    return {book.name(member): amount for member, amount in (await crew.store.read(debts.find_owed, book)).items()}


async def everything_but_debts(crew: Crew) -> list[str]:
    """Standings, sheet, chart, records and the card, as words."""
    told = []
    pages = (Reports.show_standings, Reports.show_sheet, Reports.show_chart, Reports.show_records, show_card)
    for make in pages:
        made = await make(crew.reports, TallyFilters(), crew.request(person("Bear")))
        told.append(made.text + "".join(picture.alt for picture in made.pictures))
    return told


async def set_up_tally(crew: Crew) -> None:
    await crew.tally.change_settings({"channel": str(TALLY), "scorer": str(SCORER)}, crew.request(ADMIN))
    await crew.announcements()


async def test_a_debt_is_settled_with_a_press_and_the_season_stays_as_it_was(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    crew.clock.forward(1_000)
    before = await everything_but_debts(crew)
    (button,) = pay_buttons(await page(crew, person("Bull")))
    answer = text(await crew.press(button, person("Bull")))
    waits = f"It changes what is owed once <@{USERS['Bear']}> says that it is right."
    assert answer == f"-# Bull handed Bear 12 matches. {waits}"
    assert await owed(crew) == {"Bear": 12, "Bull": -12}
    assert "**Is it right?** Bull handed Bear 12 matches." in (await page(crew, person("Bear"))).text
    asked = (await crew.announcements())[-1]
    assert asked.text.startswith(f"<@{USERS['Bull']}> says: Bull handed Bear 12 matches.")
    yes, no = (button.name for button in asked.rows[0] if isinstance(button, Button))
    for stranger in (person("Bull"), person("Wally")):
        with pytest.raises(Refused, match="not_your_payment"):
            await crew.press(yes, stranger)
    assert text(await crew.press(yes, person("Bear"))).endswith("It counts: it changes what is owed, and no standing.")
    assert (await crew.announcements())[-1].rows == ()
    for late in (yes, no):
        with pytest.raises(Refused, match="payment_answered"):
            await crew.press(late, person("Bear"))
    assert await owed(crew) == {}
    assert "Everybody is even." in (await page(crew, person("Bull"))).text
    with pytest.raises(Refused, match="not_owed"):
        await crew.press(button, person("Bull"))
    assert await everything_but_debts(crew) == before
    await crew.check_audit()


async def test_both_sides_pressing_paid_is_enough_and_no_press_counts_twice(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 10, "Wally": -5, "Bull": -5})
    first, second = pay_buttons(await page(crew, person("Bear")))
    for _ in range(2):
        assert "says that it is right" in text(await crew.press(first, person("Bear")))
    payer = "Bull" if "Bull" in text(await crew.press(first, person("Bear"))) else "Wally"
    assert "It counts" in text(await crew.press(first, person(payer)))
    with pytest.raises(Refused, match="not_owed"):
        await crew.press(first, person(payer))
    other = "Wally" if payer == "Bull" else "Bull"
    assert await owed(crew) == {"Bear": 5, other: -5}
    assert pay_buttons(await page(crew, person("Bear"))) == [second]


async def test_a_command_enters_a_payment_and_one_that_is_wrong_is_struck_out(crew: Crew) -> None:
    await set_up_tally(crew)
    request = crew.request(person("Bull"))
    for _ in range(2):
        assert "Bull handed Bear 3 matches" in text(await crew.tally.paying.enter("", "Bear", 3, False, request))
    (waits,) = await crew.store.read(payments.list_waiting, await crew.id())
    assert text(await crew.press(f"tally.handed.no.{waits.id}", person("Bear"))).endswith("It counts for nothing.")
    assert await owed(crew) == {}
    for wrong, why in (
        (("", "", 3), "paid_alone"),
        (("Bear", "Bear", 3), "same"),
        (("", "Bear", 0), "amount"),
        (("Wally", "Bear", 1), "not_your"),
    ):
        with pytest.raises(Refused, match=why):
            await crew.tally.paying.enter(*wrong, False, crew.request(person("Bull")))
    with pytest.raises(Refused, match="TALLY/you"):
        await crew.tally.paying.enter("", "Bear", 1, False, crew.request(person("Ned")))
    for amount in range(MOST_WAITING):
        await crew.tally.paying.enter("", "Bear", amount + 1, False, crew.request(person("Bull")))
    with pytest.raises(Refused, match="payments_wait"):
        await crew.tally.paying.enter("", "Bear", 999, False, crew.request(person("Bull")))


async def test_the_scorer_settles_for_others_and_whoever_is_owed_may_forgive(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -6, "Wally": -6})
    assert "It counts" in text(await crew.tally.paying.enter("Bull", "Bear", 6, False, crew.request(KEEPER)))
    with pytest.raises(Refused, match="not_yours_to_forgive"):
        await crew.tally.paying.enter("", "Bear", 6, True, crew.request(person("Wally")))
    with pytest.raises(Refused, match="not_yours_to_forgive"):
        await crew.tally.paying.enter("Wally", "Bear", 6, True, crew.request(KEEPER))
    told = text(await crew.tally.paying.enter("Wally", "", 6, True, crew.request(person("Bear"))))
    assert told.startswith("-# Bear forgave Wally 6 matches.")
    assert await owed(crew) == {}


async def test_a_new_sheet_begins_with_what_is_brought_forward(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    await crew.tally.rule_off("", crew.request(ADMIN))
    assert (await crew.announcements())[-1].text.endswith("Brought forward: Bear +12, Bull −12 (`/tally settle`).")
    await crew.enter_hand({"Bear": -2, "Wally": 2})
    sheet = await crew.reports.show_sheet(TallyFilters(), crew.request(person("Bear")))
    assert "Brought forward: Bear +12, Bull −12" in sheet.text
    assert "Brought forward" not in sheet.pictures[0].alt
    assert "Brought" not in (await crew.reports.show_sheet(TallyFilters("1"), crew.request(person("Bear")))).text
    crew.clock.forward(DAY)
    await crew.tally.paying.enter("Bull", "Bear", 12, False, crew.request(KEEPER))
    assert (
        "Brought forward: Bear +12"
        in (await crew.reports.show_sheet(TallyFilters(), crew.request(person("Bear")))).text
    )
    await crew.tally.rule_off("", crew.request(ADMIN))
    assert (await crew.announcements())[-1].text.endswith("Brought forward: Wally +2, Bear −2 (`/tally settle`).")
    assert await owed(crew) == {"Bear": -2, "Wally": 2}


async def test_the_results_of_an_account_are_summed_over_the_entries_that_name_it(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    number = await crew.enter_hand({"Bear": 600, "Bull": -200, "Wally": -400})
    entry = await crew.entry(number)
    account = entry.entries[-1].account
    book = await crew.book()
    assert book.owners[account] in book.members
    sums = await crew.store.read(reports.sum_beside, Scope(await crew.id()), [account])
    assert sums[account] == -400


async def test_a_former_members_debt_is_forgiven_or_taken_up_again_when_scorer_and_person_agree(crew: Crew) -> None:
    await set_up_tally(crew)
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    await erasure.erase(crew.store, USERS["Bull"], 0)
    (former,) = (member for member in (await crew.book()).members.values() if crews.is_former(member))
    assert await owed(crew) == {"Bear": 12, former.name: -12}
    bull, ned = person("Bull"), person("Ned")
    with pytest.raises(Refused, match="not_asked"):
        await crew.press(f"tally.me.{former.id}", bull)
    assert "asked" in text(await crew.tally.add_guest(former.name, bull, crew.request(KEEPER)))
    asked = (await crew.announcements())[-1]
    assert [button.name for button in asked.rows[0] if isinstance(button, Button)] == [f"tally.me.{former.id}"]
    with pytest.raises(Refused, match="not_asked"):
        await crew.press(f"tally.me.{former.id}", ned)
    assert text(await crew.press(f"tally.me.{former.id}", bull)).startswith("You are Bull in the books")
    assert await owed(crew) == {"Bear": 12, "Bull": -12}
    assert (await crew.book()).find_member("Bull").aliases == []
    await erasure.erase(crew.store, USERS["Bull"], 0)
    (former,) = (member for member in (await crew.book()).members.values() if crews.is_former(member))
    assert "forgave" in text(await crew.tally.paying.enter(former.name, "Bear", 12, True, crew.request(KEEPER)))
    assert await owed(crew) == {}
    await crew.check_audit()


async def test_an_erasure_first_shows_what_is_owed_and_takes_a_second_press(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    heard: list[Notice] = []

    async def tell(notice: Notice) -> None:
        heard.append(notice)

    service = MeService(crew.store, PreferencesCache(crew.store), tell)
    told = text(await service.erase(crew.request(person("Bull"))))
    assert "Nothing is erased yet" in told and "you owe 12 matches" in told
    elsewhere = crew.request(person("Bear"), Location(2, 500))
    assert "you are owed 12 matches" in text(await service.erase(elsewhere))
    assert f"In the books of <https://discord.com/channels/{HERE.guild}>:" in text(await service.erase(elsewhere))
    assert (await crew.book()).find_by_user(USERS["Bull"]) is not None and not heard
    assert text(await service.erase(crew.request(person("Wally")))) == text(
        await service.erase(crew.request(person("Bull")), anyway=True)
    )
    assert (await crew.book()).find_by_user(USERS["Bull"]) is None
    assert sorted((await owed(crew)).values()) == [-12, 12]


@pytest.mark.parametrize("plain", mark_thorough([False, True], MORE_CASES, but=[True]))
async def test_a_crew_of_fifteen_settles_a_season_with_a_press_each(crew: Crew, plain: bool) -> None:
    await set_up_tally(crew)
    if plain:
        await crew.store.write(stored_preferences.set_preferences, KEEPER.user, Preferences(text_only=True), 0)
    guests = [f"Mate {number}" for number in range(14)]
    for name in guests:
        await crew.tally.add_guest(name, None, crew.request(KEEPER))
    await crew.add_people("Bear")
    for number, name in enumerate(guests, 1):
        await crew.tally.adjust(name, "Bear", 2**number, "the season", crew.request(KEEPER))
    shown, seen, pages = await page(crew, KEEPER), [], 1
    while True:
        buttons = pay_buttons(shown)
        assert 0 < len(buttons) <= MOST_SHOWN
        assert shown.layout is not None or len(shown.rows) <= 5
        assert all(f"{name} hands Bear" in shown.text for name in await givers(crew, buttons))
        seen += buttons
        more = [control.name for row in shown.rows for control in row if ".after." in control.name]
        if not more:
            break
        made = await crew.press(more[0], KEEPER)
        assert made.message is not None
        shown, pages = made.message, pages + 1
    assert (len(seen), len(set(seen)), pages) == (14, 14, 3)
    (back,) = (control.name for row in shown.rows for control in row if ".before." in control.name)
    with pytest.raises(Refused, match="page_elsewhere"):
        await crew.press(back.rpartition(".")[0] + ".999", KEEPER)
    for button in seen:
        assert "It counts" in text(await crew.press(button, KEEPER))
    assert await owed(crew) == {}
    late = await crew.press(back, KEEPER)
    assert late.message is not None
    assert "Everybody is even." in late.message.text
    await crew.check_audit()


async def givers(crew: Crew, buttons: list[str]) -> list[str]:
    book = await crew.book()
    return [book.name(int(button.split(".")[2])) for button in buttons]


@pytest.mark.parametrize("seed", mark_thorough(range(4), MORE_CASES, but=[0]))
async def test_whatever_is_paid_no_result_moves_and_debts_sum_to_zero(crew: Crew, seed: int) -> None:
    await set_up_tally(crew)
    await crew.add_people("Ned")
    chance = Random(seed)
    expected = dict.fromkeys(USERS, 0)
    for _ in range(40):
        one, other = chance.sample(list(USERS), 2)
        amount = chance.randint(1, 50)
        match chance.randrange(5):
            case 0 | 1:
                await crew.enter_hand({one: amount, other: -amount})
                expected[one] += amount
                expected[other] -= amount
            case 2:
                await crew.tally.paying.enter(one, other, amount, False, crew.request(KEEPER))
                expected[one] += amount
                expected[other] -= amount
            case 3:
                before = await crew.store.read(reports.sum_by_account, Scope(await crew.id()))
                await crew.tally.paying.enter("", other, amount, False, crew.request(person(one)))
                await crew.tally.paying.enter(one, "", amount, False, crew.request(person(other)))
                expected[one] += amount
                expected[other] -= amount
                assert await crew.store.read(reports.sum_by_account, Scope(await crew.id())) == before
            case _:
                await crew.enter_hand({one: amount, other: -amount})
                expected[one] += amount
                expected[other] -= amount
                await crew.tally.rule_off("", crew.request(KEEPER))
        assert await owed(crew) == {name: amount for name, amount in expected.items() if amount}
    for _ in range(len(USERS)):
        for button in pay_buttons(await page(crew, KEEPER)):
            await crew.press(button, KEEPER)
    assert await owed(crew) == {}
    await crew.check_audit()


async def test_the_export_of_a_person_shows_a_payment_of_moved_books_once_it_counts(crew: Crew) -> None:
    bear, bull = [(await crew.book()).find_member(name).id for name in ("Bear", "Bull")]
    new = Batch(0, await crew.id(), "move", "books:1", None, ADMIN.user, {}, 0)
    batch = await crew.store.read(batches.find, await crew.store.write(batches.begin, new))
    assert batch is not None
    by = USERS["Bear"]
    brought = Payment(0, batch.crew, bear, bull, 7, payments.PAID, payments.COUNTS, by, None, "books:1:1", 5, 6)
    await crew.store.write(payments.stage, batch, [brought])

    async def read() -> tuple[list[str], int]:
        found = await crew.store.read(personal_data.export, USERS["Bear"])
        return [payment["state"] for payment in found["crews"][0]["payments"]], len(found["payments_entered"])

    assert await read() == ([], 0)
    await crew.store.write(batches.let_count, batch.id, [], 7)
    assert await read() == (["counts"], 1)
