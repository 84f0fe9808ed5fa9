"""The names of people in the books: a guest who becomes a player, and a player with a new name on Discord."""

from __future__ import annotations

from bot.tally import members
from tests.bot.tally.crew import ADMIN, USERS, Crew, who


async def test_a_player_who_has_a_number_after_a_guest_takes_the_guests_name(crew: Crew) -> None:
    await crew.tally.guest("Ned", None, crew.request(ADMIN))
    await crew.hand({"Bear": 6, "Ned": -6})
    assert (await crew.balances()) == {"Bear": 6, "Ned (2)": -6}
    await crew.tally.guest("Ned", who("Ned"), crew.request(ADMIN))
    assert (await crew.balances()) == {"Bear": 6, "Ned": -6}
    book = await crew.book()
    assert [book.find_member(name).user_id for name in ("Ned", "Ned (2)")] == [USERS["Ned"]] * 2
    assert [member.name for member in book.members.values()].count("Ned") == 1
    await crew.sound()


async def test_a_player_with_a_new_name_on_discord_is_found_by_both(crew: Crew) -> None:
    bull = (await crew.book()).find_member("Bull")
    for name in ("Bull", "Bullwinkle", "Bullwinkle", "Bear", "BEAR", "12345", "five bucks"):
        await crew.store.write(members.note_name, (await crew.book()).members[bull.id], name)
    book = await crew.book()
    assert book.members[bull.id].aliases == ["Bullwinkle"]
    assert book.find_member("bullwinkle").id == book.find_member("Bull").id == bull.id
    assert book.find_member("Bear").user_id == USERS["Bear"]
    for number in range(members.MOST_NOTED + 3):
        await crew.store.write(members.note_name, (await crew.book()).members[bull.id], f"Bull {number} of many")
    assert len((await crew.book()).members[bull.id].aliases) == members.MOST_NOTED
