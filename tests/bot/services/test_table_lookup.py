"""Finding the table that a request means, and the wording of an error at that table."""

from bot.ports import Location
from tests.bot.harness.players import play_until_turn
from tests.bot.harness.room import BEAR, BULL, GUILD, HERE, NED, Room, in_dm
from tests.refuses import refuses

GAME = "duo-dominoes"
DM = in_dm(BEAR)


async def test_a_request_that_has_found_its_table_is_answered_in_the_tables_words(room: Room) -> None:
    await room.open(GAME)
    request = room.request(BEAR)
    assert request.words.game == ""
    found = await room.services.lookup.find_here(request)
    assert request.about is found
    assert (request.words.game, request.words.names) == (GAME, ("Bear",))


async def test_the_next_table_of_a_channel_is_found_once_the_last_one_is_closed(room: Room) -> None:
    first = await room.open(GAME)
    await room.close(first)
    assert await room.table_at(room.request(BEAR).location, BEAR) is None
    second = await room.open(GAME)
    assert await room.table_at(room.request(BEAR).location, BEAR) == second


async def test_without_a_table_the_error_depends_on_the_place(room: Room) -> None:
    await room.open(GAME)
    elsewhere = Location(GUILD, 999)
    with refuses("none_here"):
        await room.services.lookup.find_here(room.request(BEAR, elsewhere))
    with refuses("none_yours"):
        await room.services.lookup.find_here(room.request(NED, DM))


async def test_a_closed_table_can_still_be_asked_about(room: Room) -> None:
    table = await room.open(GAME)
    await room.ask(room.seats.close, table, BEAR)
    assert await room.services.lookup.find(room.request(BULL)) is None
    for where in (HERE, DM):
        assert (await room.services.lookup.find_here_or_closed(room.request(BEAR, where))).id == table
    with refuses("none_yours"):
        await room.services.lookup.find_here_or_closed(room.request(NED, in_dm(NED)))


async def test_in_a_dm_a_move_goes_to_the_table_that_waits_for_it_and_otherwise_both_are_named(room: Room) -> None:
    first = await room.start_table(GAME, (BEAR, BULL), 2)
    second = await room.start_table(GAME, (BEAR, BULL), 2, thread=True)
    await play_until_turn(room, first, BEAR, BULL)
    await play_until_turn(room, second, BULL, BEAR)
    lookup = room.services.lookup
    assert (await lookup.find_for_words(room.request(BEAR, DM), "play")).id == first
    with refuses("which") as asked:
        await lookup.find_for_words(room.request(BEAR, DM), "")
    for table in (first, second):
        assert f", <#{(await room.get(table)).place}>)" in str(asked.value.facts["places"])
    with refuses("none_yours"):
        await lookup.find_for_words(room.request(NED, in_dm(NED)), "play")
