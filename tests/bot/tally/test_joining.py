"""Two rows of one person are joined by consent, and parted again with everything that each had."""

import re

import pytest

from bot.ports import Location
from bot.store import key_values
from bot.store.books import crews, joins
from bot.store.database import named_people
from bot.store.people import erasure, personal_data
from bot.tally.changes import joining, seasons
from tests.bot.harness.memory_messenger import dm
from tests.bot.tally.crew import ADMIN, DAY, KEEPER, SCORER, TALLY, USERS, Crew, person
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses


async def prepare(crew: Crew) -> None:
    await crew.tally.change_settings({"channel": str(TALLY), "scorer": str(SCORER)}, crew.request(ADMIN))
    for name in ("Old Bull", "Older Bull"):
        await crew.tally.add_guest(name, None, crew.request(ADMIN))
    await crew.adjust(ADMIN, "Old Bull", "Bear", 5, "at the pub")
    await crew.adjust(ADMIN, "Older Bull", "Wally", 3, "on the boat")
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.paying.enter("Old Bull", "Bear", 2, False, crew.request(KEEPER))


async def ask(crew: Crew, kept: str, gone: str) -> str:
    """Ask to join two rows; returns the button that consents."""
    await crew.change(KEEPER, joining.propose, kept, gone)
    ((button, _),) = (await crew.announcements())[-1].rows
    return button.name


async def test_rows_are_joined_by_the_persons_own_word_and_parted_again(crew: Crew) -> None:
    await prepare(crew)
    before, debts_before = await crew.balances(), await crew.owed()
    with refuses("not_scorer"):
        await crew.change(person("Bear"), joining.propose, "Old Bull", "Bull")
    button = await ask(crew, "Bull", "Old Bull")
    await crew.press(button, person("Bull"))
    assert await crew.balances() == {"Bear": 11, "Bull": -11, "Wally": 3, "Older Bull": -3}
    assert await crew.owed() == {"Bear": 9, "Bull": -9, "Wally": 3, "Older Bull": -3}
    assert (await crew.book()).find_member("Old Bull").user_id == USERS["Bull"]
    with refuses("join_over"):
        await crew.press(button, person("Bull"))
    await crew.enter_hand({"Bear": 4, "Bull": -4})
    with refuses("not_joined"):
        await crew.change(KEEPER, joining.part, "Older Bull")
    await crew.change(KEEPER, joining.part, "old bull")
    assert await crew.balances() == {**before, "Bear": before["Bear"] + 4, "Bull": before["Bull"] - 4}
    assert await crew.owed() == {**debts_before, "Bear": debts_before["Bear"] + 4, "Bull": debts_before["Bull"] - 4}
    await crew.check_audit()


async def test_two_other_members_consent_for_guests_and_the_scorers_request_is_no_consent(crew: Crew) -> None:
    await prepare(crew)
    button = await ask(crew, "Older Bull", "Old Bull")
    with refuses("TALLY/you"):
        await crew.press(button, person("Ned"))
    await crew.press(button, person("Bear"))
    await crew.press(button, person("Bear"))
    assert "Older Bull" in await crew.balances()
    await crew.press(button, person("Wally"))
    assert await crew.balances() == {"Bear": 11, "Bull": -6, "Old Bull": -8, "Wally": 3}
    await crew.check_audit()


async def test_a_guest_who_was_taken_for_the_wrong_person_is_parted_again(crew: Crew) -> None:
    await prepare(crew)
    await crew.tally.add_guest("Old Bull", person("Ned"), crew.request(KEEPER))
    await crew.enter_hand({"Bear": 1, "Ned": -1})
    await crew.change(KEEPER, joining.part, "Old Bull")
    found = await crew.balances()
    assert sorted(found.values()) == [-6, -5, -3, -1, 3, 12]
    assert found["Old Bull"] == -5
    assert (await crew.book()).find_member("Old Bull").user_id is None
    await crew.check_audit()


async def test_an_erasure_takes_the_notes_of_joined_names_with_it(crew: Crew) -> None:
    await prepare(crew)
    await crew.press(await ask(crew, "Bull", "Old Bull"), person("Bull"))
    assert len(await crew.store.read(joins.list_joined, await crew.id())) == 1
    await crew.store.write(erasure.erase, USERS["Bull"])
    assert await crew.store.read(joins.list_joined, await crew.id()) == []


async def claim(crew: Crew) -> tuple[str, str]:
    """Let the scorer say that Ned is Bull's new account; returns the buttons that consent and say No."""
    await prepare(crew)
    with refuses("join_own"):
        await crew.tally.add_guest("Bull", person("Ned"), crew.request(person("Bull", roles=(SCORER,))))
    await crew.tally.add_guest("Bull", person("Ned"), crew.request(KEEPER))
    ((yes, no),) = (await crew.announcements())[-1].rows
    (asked,) = crew.messenger.at(dm(USERS["Bull"]).channel)
    assert asked.rows == (await crew.announcements())[-1].rows, "the old account is asked too"
    return yes.name, no.name


async def test_a_new_account_is_joined_to_the_old_one_by_both_and_parted_again(crew: Crew) -> None:
    yes, _ = await claim(crew)
    await crew.press(yes, person("Ned"))
    assert (await crew.balances())["Bull"] == -6
    await crew.press(yes, person("Bull"), Location(0, dm(USERS["Bull"]).channel))
    book = await crew.book()
    assert (book.find_member("Ned").id, book.find_by_user(USERS["Bull"])) == (book.find_member("Bull").id, None)
    await crew.change(KEEPER, joining.part, "Bull")
    book = await crew.book()
    assert (book.find_member("Bull").user_id, book.find_member("Ned").user_id) == (USERS["Bull"], USERS["Ned"])
    await crew.check_audit()


async def test_an_erasure_of_the_old_account_is_no_silence(crew: Crew) -> None:
    yes, _ = await claim(crew)
    await crew.press(yes, person("Ned"))
    assert len(await crew.read(key_values.list_keys, joins.SHOWN)) == 2, "in the channel and in the DM"
    await crew.store.write(erasure.erase, USERS["Bull"])
    assert await crew.read(key_values.list_keys, joins.SHOWN) == [], "no note knows their DM any more"
    crew.clock.forward(7 * DAY)
    await crew.tally.look()
    assert "Ned" not in await crew.balances()
    with refuses("join_over"):
        await crew.press(yes, person("Ned"))


@pytest.mark.parametrize("played", [False, True])
async def test_the_silence_of_an_old_account_counts_after_seven_days_without_a_hand(crew: Crew, played: bool) -> None:
    yes, no = await claim(crew)
    await crew.press(yes, person("Ned"))
    await crew.press(no, person("Wally"))
    crew.clock.forward(DAY)
    if played:
        await crew.enter_hand({"Bear": 1, "Bull": -1})
    crew.clock.forward(6 * DAY - 1)
    await crew.tally.look()
    assert "Bull" in await crew.balances()
    crew.clock.forward(1)
    await crew.tally.look()
    assert ((await crew.book()).find_by_user(USERS["Bull"]) is not None) is played
    if played:
        crew.clock.forward(30 * DAY)
        await crew.tally.look()
        assert (await crew.book()).find_by_user(USERS["Bull"]) is not None, "only its own word counts"
        await crew.press(yes, person("Bull"))
        assert (await crew.book()).find_by_user(USERS["Bull"]) is None


@pytest.mark.parametrize("agrees", mark_thorough([True, False], MORE_CASES, but=[True]))
async def test_an_answer_takes_the_buttons_of_the_question_in_the_channel_and_in_the_dm(
    crew: Crew, agrees: bool
) -> None:
    yes, no = await claim(crew)
    await crew.press(yes, person("Ned"))
    await crew.press(yes if agrees else no, person("Bull"))
    (*_, question, outcome) = await crew.announcements()
    assert (question.text, question.rows) == (outcome.text, ())
    assert [(shown.text, shown.rows) for shown in crew.messenger.at(dm(USERS["Bull"]).channel)] == [(outcome.text, ())]


async def test_a_question_that_is_asked_again_stands_once(crew: Crew) -> None:
    await claim(crew)
    await crew.tally.add_guest("Bull", person("Ned"), crew.request(KEEPER))
    assert len([said for said in await crew.announcements() if said.rows]) == 1
    assert len(crew.messenger.at(dm(USERS["Bull"]).channel)) == 1


async def test_a_question_that_is_asked_again_keeps_its_answers(crew: Crew) -> None:
    await prepare(crew)
    for consenting in ("Bear", "Wally"):
        await crew.press(await ask(crew, "Older Bull", "Old Bull"), person(consenting))
    assert "Older Bull" not in await crew.balances()


async def test_a_question_is_not_asked_again_in_the_seven_days_after_a_no(crew: Crew) -> None:
    _, no = await claim(crew)
    await crew.press(no, person("Bull"))
    crew.clock.forward(7 * DAY - 1)
    with refuses("join_denied"):
        await crew.tally.add_guest("Bull", person("Ned"), crew.request(KEEPER))
    await crew.tally.add_guest("Bull", person("Wally"), crew.request(KEEPER))
    with refuses("join_denied"):
        await crew.tally.add_guest("Bull", person("Ned"), crew.request(KEEPER))
    crew.clock.forward(1)
    await crew.tally.add_guest("Bull", person("Ned"), crew.request(KEEPER))
    assert (await crew.announcements())[-1].rows


async def test_a_damaged_vote_or_question_holds_up_no_hand(crew: Crew) -> None:
    yes, _ = await claim(crew)
    await crew.press(yes, person("Ned"))
    (question,) = await crew.store.read(key_values.list_keys, joins.QUESTIONS)
    await crew.store.write(key_values.put, question, {"kept": {}}, crew.clock.now, crew.clock.now)
    vote, season = f"{seasons.VOTES}{await crew.id()}", (await crew.book()).season.id
    await crew.store.write(key_values.put, vote, {"season": season, "ends_at": "soon"}, crew.clock.now, crew.clock.now)
    hand = await crew.enter_hand({"Bear": 1, "Bull": -1}, wait=1)
    crew.clock.forward(DAY)
    await crew.tally.look()
    assert (await crew.entry(hand)).state == "posted"


async def test_nobody_is_named_when_the_scorer_who_asked_is_erased(crew: Crew) -> None:
    yes, _ = await claim(crew)
    (key,) = await crew.store.read(key_values.list_keys, joins.QUESTIONS)
    asked = await crew.store.read(key_values.get, key)
    await crew.store.write(key_values.put, key, {**asked, "by": 0}, crew.clock.now)  # as an erasure leaves it
    said = await crew.press(yes, person("Ned"))
    assert "<@0>" not in f"{said}" and "somebody" in f"{said}".casefold()


async def test_a_parted_row_is_numbered_if_somebody_has_its_name_by_now(crew: Crew) -> None:
    await crew.tally.add_guest("Old Bull", None, crew.request(ADMIN))
    number, now = await crew.id(), crew.clock.now
    await crew.write(crews.ensure_member, number, USERS["Ned"], "Old Bull", now)
    guest = next(member for member in (await crew.book()).members.values() if member.user_id is None)
    await crew.tally.add_guest(f"#{guest.id}", person("Ned"), crew.request(ADMIN))
    await crew.write(crews.ensure_member, number, 15, "Old Bull (2)", now)
    await crew.change(ADMIN, joining.part, "Old Bull")
    book = await crew.book()
    names = {member.user_id: member.name for member in book.members.values()}
    assert (names[None], names[15]) == ("Old Bull", "Old Bull (2)")
    assert names[USERS["Ned"]] not in ("Old Bull", "Old Bull (2)")


async def test_the_name_of_a_joined_old_account_is_in_its_export(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_people, "_ID", re.compile(rf"\b{USERS['Bull']}\b"))
    yes, _ = await claim(crew)
    for name in ("Ned", "Bull"):
        await crew.press(yes, person(name))
    exported = {name: await crew.read(personal_data.export, USERS[name]) for name in ("Bull", "Ned")}
    assert exported["Bull"]["joined_rows"] == [{"name": "Bull", "aliases": []}]
    assert exported["Ned"]["joined_rows"] == []


async def test_an_erased_old_account_leaves_no_name_with_the_new_one(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(named_people, "_ID", re.compile(rf"\b{USERS['Bull']}\b"))  # the tests' ids are short
    yes, _ = await claim(crew)
    for name in ("Ned", "Bull"):
        await crew.press(yes, person(name))
    number = await crew.id()
    assert await crew.store.read(joins.list_joined, number)
    await crew.store.write(erasure.erase, USERS["Bull"])
    (ned,) = [row for row in (await crew.book()).members.values() if row.user_id == USERS["Ned"]]
    assert "Bull" not in (ned.name, *ned.aliases)
    assert await crew.store.read(joins.list_joined, number) == []


@pytest.mark.parametrize(
    "nays", [("Bull",), pytest.param(("Ned",), marks=pytest.mark.thorough(MORE_CASES)), ("Bear", "Wally")]
)
async def test_a_no_of_either_account_or_of_two_others_ends_the_question(crew: Crew, nays: tuple[str, ...]) -> None:
    yes, no = await claim(crew)
    await crew.press(yes, person("Ned"))
    for name in nays:
        await crew.press(no, person(name))
    assert "stay two people" in (await crew.announcements())[-1].text
    crew.clock.forward(8 * DAY)
    await crew.tally.look()
    with refuses("join_over"):
        await crew.press(yes, person("Bull"))
    assert (await crew.balances())["Bull"] == -6


async def test_a_new_member_never_gets_the_number_of_a_joined_row(crew: Crew) -> None:
    """On SQLite a new row once took the number of a deleted one, and with it the account of the joined row."""
    await crew.tally.add_guest("Old Bull", None, crew.request(ADMIN))
    await crew.adjust(ADMIN, "Old Bull", "Bear", 5, "at the pub")
    await crew.tally.add_guest("Old Bull", person("Bull"), crew.request(ADMIN))
    await crew.tally.add_guest("Newcomer", None, crew.request(ADMIN))
    await crew.adjust(ADMIN, "Newcomer", "Bear", 3, "at the pub")
    assert await crew.balances() == {"Bear": 8, "Bull": -5, "Newcomer": -3}


async def test_the_rows_that_were_joined_are_listed_the_oldest_first(crew: Crew) -> None:
    """The last one of a name is parted first; as texts, 10 came before 9."""
    (number,) = {member.crew for member in (await crew.book()).members.values()}
    for place in (10, 9):
        note = joins.JoinNote("", 1, f"Guest {place}", [], "Bear", [], [], [])
        await crew.store.write(key_values.put, f"{joins._make_prefix(number)}{place}", note._asdict(), place)
    listed = await crew.store.read(joins.list_joined, number)
    assert [joined.name for joined in listed] == ["Guest 9", "Guest 10"]
