"""Members who have crossed the bar: they stay in the books with honour."""

from bot.store.people import erasure
from bot.tables.lobby.lobby import ROBOTS, list_reserved, list_robot_names
from bot.tally.books import TallyFilters
from bot.tally.changes import members, seasons
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, HERE, USERS, Crew, person
from tests.refuses import refuses


async def cross(crew: Crew, name: str, out: bool = False) -> str:
    reply = message_of(await crew.change(ADMIN, members.set_crossed, name, not out))
    return reply.text


async def test_the_row_the_name_and_the_records_stay(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    before = (await crew.show()).text
    assert "crossed the bar" in await cross(crew, "Bear")
    await cross(crew, "Bear")
    assert (await crew.show()).text == before
    page = await crew.reports.show_player(TallyFilters(player="Bear"), crew.request("Bull"))
    assert "⚓ Bear has crossed the bar." in page.text
    told = await crew.announcements(HERE.channel)
    assert sum("Bear has crossed the bar" in message.text for message in told) == 1
    assert "no longer" in await cross(crew, "Bear", out=True)
    page = await crew.reports.show_player(TallyFilters(player="Bear"), crew.request("Bull"))
    assert "crossed the bar" not in page.text
    with refuses("not_scorer"):
        await crew.change(person("Bull"), members.set_crossed, "Bear", True)


async def test_nothing_but_their_own_erasure_takes_them_out(crew: Crew) -> None:
    """A guest with the mark cannot be removed, and a guest who becomes a person brings it along."""
    await crew.tally.add_guest("Old Mate", None, crew.request())
    await cross(crew, "Old Mate")
    with refuses("TALLY/crossed"):
        await crew.change(ADMIN, members.remove_guest, "Old Mate")
    await crew.tally.add_guest("Old Mate", person("Wally"), crew.request())
    book = await crew.book()
    assert [book.name(member) for member in book.crossed] == ["Wally"]
    assert book.label(book.find_member("Wally")) == "Wally (crossed the bar)"
    await crew.write(erasure.erase, USERS["Wally"])
    assert not (await crew.book()).crossed
    former = next(one.name for one in (await crew.book()).members.values() if "Former" in one.name)
    with refuses("TALLY/former"):
        await crew.change(ADMIN, members.set_crossed, former, True)


async def test_no_vote_waits_for_them_and_the_scorer_settles_for_them(crew: Crew) -> None:
    for _ in range(3):
        await crew.enter_hand({"Bear": 6, "Bull": -6})
        crew.clock.forward(DAY)
    stored = await crew.reports.find_crew(crew.request())
    assert (await crew.read(seasons.find_electorate, stored)).voters == {USERS["Bear"], USERS["Bull"]}
    with refuses("not_yours_to_forgive"):
        await crew.tally.paying.enter("Bull", "Bear", 18, True, crew.request())
    await cross(crew, "Bear")
    assert (await crew.read(seasons.find_electorate, stored)).voters == {USERS["Bull"]}
    await crew.tally.paying.enter("Bull", "Bear", 18, True, crew.request())
    page = await crew.tally.paying.show_debts(crew.request("Bull"))
    assert "Everybody is even" in page.text


def test_no_robot_gets_a_reserved_name_even_with_a_number() -> None:
    names = list_robot_names(("Able",), list_reserved(["fox", "Bear"]))
    assert not any("Fox" in next(names) for _ in range(40))
    assert next(list_robot_names((), ROBOTS)) == "Robot"
