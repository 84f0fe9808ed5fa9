"""An older copy of the database is restored: who has erased their data since is erased again, and stays so."""

import pytest

from bot.store import Connection, key_values
from bot.store.books import crews
from bot.store.people import erased, erasure
from bot.store.people.erased import KnownErasures
from tests.bot.tally.crew import USERS, Crew
from tests.left_out import MORE_CASES


def erase_in_a_later_copy(connection: Connection, user: int) -> KnownErasures:
    """The erasures that a later copy of this database knows, in which this user was erased."""
    with connection.begin_nested() as later:
        erasure.erase(connection, user)
        known = erased.list_known(connection)
        later.rollback()
    return known


async def test_an_erasure_lasts_over_a_restored_copy(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    row = (await crew.book()).find_by_user(USERS["Bull"])
    assert row is not None
    known = await crew.write(erase_in_a_later_copy, USERS["Bull"])
    assert (await crew.book()).find_by_user(USERS["Bull"]) is not None, "this is the older copy"
    assert await crew.write(erasure.erase_again, known) == 1
    book = await crew.book()
    former = book.members[row.id]
    assert (former.user_id, former.name) == (None, crews.make_former_name(row.id))
    assert await crew.balances() == {"Bear": 6, former.name: -6}
    assert await crew.read(erased.find, book.crew.id, USERS.values()) == {USERS["Bull"]: row.id}
    assert await crew.write(erasure.erase_again, known) == 0
    await crew.check_audit()


async def test_who_was_back_by_the_time_of_the_copy_stays(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.write(erasure.erase, USERS["Bull"])
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    known = await crew.read(erased.list_known)
    assert await crew.write(erasure.erase_again, known) == 0
    assert (await crew.book()).find_by_user(USERS["Bull"]) is not None


async def test_a_database_without_erasures_takes_nothing_over(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    assert await crew.write(erasure.erase_again, await crew.read(erased.list_known)) == 0


@pytest.mark.thorough(MORE_CASES)
async def test_of_two_first_uses_of_the_key_one_makes_it(crew: Crew) -> None:
    first = await crew.write(erased.ensure_host_key)
    await crew.write(key_values.put_first, "books:key", "another")
    assert await crew.write(erased.ensure_host_key) == first
