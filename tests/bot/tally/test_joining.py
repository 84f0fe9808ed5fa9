"""Two rows of one person are joined by consent, and parted again with everything that each had."""

from random import Random

import pytest

from bot.people import erasure
from bot.ports.ui import Button
from bot.store.books import joins
from bot.tally import debts
from games.core.refused import Refused
from tests.bot.tally.crew import ADMIN, KEEPER, SCORER, TALLY, USERS, Crew, person
from tests.left_out import MORE_CASES, mark_thorough


async def prepare(crew: Crew) -> None:
    await crew.tally.change_settings({"channel": str(TALLY), "scorer": str(SCORER)}, crew.request(ADMIN))
    for name in ("Old Bull", "Older Bull"):
        await crew.tally.add_guest(name, None, crew.request(ADMIN))
    await crew.tally.adjust("Old Bull", "Bear", 5, "at the pub", crew.request(ADMIN))
    await crew.tally.adjust("Older Bull", "Wally", 3, "on the boat", crew.request(ADMIN))
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.paying.enter("Old Bull", "Bear", 2, False, crew.request(KEEPER))


async def owed(crew: Crew) -> dict[str, int]:
    book = await crew.book()
    return {book.name(member): amount for member, amount in (await crew.store.read(debts.find_owed, book)).items()}


async def ask(crew: Crew, kept: str, gone: str) -> str:
    """Ask to join two rows; returns the button that consents."""
    await crew.tally.joining.join(kept, gone, crew.request(KEEPER))
    (button,) = [item for row in (await crew.announcements())[-1].rows for item in row if isinstance(item, Button)]
    return button.name


async def test_rows_are_joined_by_the_persons_own_word_and_parted_again(crew: Crew) -> None:
    await prepare(crew)
    before, debts_before = await crew.balances(), await owed(crew)
    with pytest.raises(Refused, match="not_scorer"):
        await crew.tally.joining.join("Old Bull", "Bull", crew.request(person("Bear")))
    with pytest.raises(Refused, match="two_people"):
        await crew.tally.joining.join("Bear", "Bull", crew.request(KEEPER))
    button = await ask(crew, "Bull", "Old Bull")
    await crew.press(button, person("Bull"))
    assert await crew.balances() == {"Bear": 11, "Bull": -11, "Wally": 3, "Older Bull": -3}
    assert await owed(crew) == {"Bear": 9, "Bull": -9, "Wally": 3, "Older Bull": -3}
    assert (await crew.book()).find_member("Old Bull").user_id == USERS["Bull"]
    with pytest.raises(Refused, match="join_over"):
        await crew.press(button, person("Bull"))
    await crew.enter_hand({"Bear": 4, "Bull": -4})
    with pytest.raises(Refused, match="not_joined"):
        await crew.tally.joining.part("Older Bull", crew.request(KEEPER))
    await crew.tally.joining.part("old bull", crew.request(KEEPER))
    assert await crew.balances() == {**before, "Bear": before["Bear"] + 4, "Bull": before["Bull"] - 4}
    assert await owed(crew) == {**debts_before, "Bear": debts_before["Bear"] + 4, "Bull": debts_before["Bull"] - 4}
    await crew.check_audit()


async def test_two_other_members_consent_for_guests_and_the_scorers_request_is_no_consent(crew: Crew) -> None:
    await prepare(crew)
    button = await ask(crew, "Older Bull", "Old Bull")
    with pytest.raises(Refused, match="TALLY/you"):
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
    await crew.tally.joining.part("Old Bull", crew.request(KEEPER))
    found = await crew.balances()
    assert sorted(found.values()) == [-6, -5, -3, -1, 3, 12]
    assert found["Old Bull"] == -5
    assert (await crew.book()).find_member("Old Bull").user_id is None
    await crew.check_audit()


async def test_an_erasure_takes_the_notes_of_joined_names_with_it(crew: Crew) -> None:
    await prepare(crew)
    await crew.press(await ask(crew, "Bull", "Old Bull"), person("Bull"))
    assert len(await crew.store.read(joins.list_joined, await crew.id())) == 1
    await erasure.erase(crew.store, USERS["Bull"], 0)
    assert await crew.store.read(joins.list_joined, await crew.id()) == []


@pytest.mark.parametrize("seed", mark_thorough(range(3), MORE_CASES, but=[0]))
async def test_joining_and_parting_moves_no_sum(crew: Crew, seed: int) -> None:
    await prepare(crew)
    chance = Random(seed)
    for _ in range(12):
        rows = [name for name in ("Old Bull", "Older Bull") if name in await crew.balances()]
        if rows and chance.random() < 0.6:
            await crew.press(await ask(crew, "Bull", chance.choice(rows)), person("Bull"))
        elif len(rows) < 2:
            gone = chance.choice([name for name in ("Old Bull", "Older Bull") if name not in rows])
            await crew.tally.joining.part(gone, crew.request(KEEPER))
        assert sum((await crew.balances()).values()) == 0
        assert sum((await owed(crew)).values()) == 0
        await crew.check_audit()
    for joined in await crew.store.read(joins.list_joined, await crew.id()):
        await crew.tally.joining.part(joined.name, crew.request(KEEPER))
    assert (await crew.balances()) == {"Bear": 11, "Bull": -6, "Old Bull": -5, "Older Bull": -3, "Wally": 3}


async def test_a_new_member_never_gets_the_number_of_a_joined_row(crew: Crew) -> None:
    """On SQLite a new row once took the number of a deleted one, and with it the account of the joined row."""
    await crew.tally.add_guest("Old Bull", None, crew.request(ADMIN))
    await crew.tally.adjust("Old Bull", "Bear", 5, "at the pub", crew.request(ADMIN))
    await crew.tally.add_guest("Old Bull", person("Bull"), crew.request(ADMIN))
    await crew.tally.add_guest("Newcomer", None, crew.request(ADMIN))
    await crew.tally.adjust("Newcomer", "Bear", 3, "at the pub", crew.request(ADMIN))
    assert await crew.balances() == {"Bear": 8, "Bull": -5, "Newcomer": -3}
