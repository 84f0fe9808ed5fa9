"""Authority: a press counts only in its table's channel, a move only from a player; the server's roles decide about the
books."""

import pytest

from bot.ports import Location, Requester
from bot.tables.aggregate import must_host, must_run
from bot.tally.books import load_book
from bot.tally.changes import ledger
from games.core import parse_written
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, HERE, NED, Room, in_dm
from tests.bot.harness.shelf import take_played_table
from tests.refuses import refuses

GAME = "duo-dominoes"
MODERATOR = Requester(8, "Moderator", moderator=True)
ELSEWHERE = (Location(GUILD, 999), Location(GUILD + 1, CHANNEL), Location(GUILD, 999, 998))


@pytest.mark.parametrize("where", ELSEWHERE)
async def test_a_button_works_only_in_the_channel_of_its_table(room: Room, where: Location) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for control in ("hand.show", "why", "sheet", "table.close", "undo.ask", "vote.1", "orders", "rules"):
        with refuses() as refused:
            await room.press(table, control, BEAR, where=where)
        assert "elsewhere" in refused.value.key, control


@pytest.mark.parametrize("where", ELSEWHERE)
async def test_a_move_is_made_only_in_the_channel_of_its_table(room: Room, where: Location) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    verb, _, argument = (words_for(present, BEAR) or "").partition(" ")
    with refuses("elsewhere"):
        await room.press(table, f"{verb}.{argument}" if argument else verb, BEAR, where=where)
    assert (await room.get(table)).sequence == present.sequence


async def test_players_may_also_press_in_a_thread_below_the_channel_or_in_the_tables_own_thread(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for where in (HERE, Location(GUILD, 4_711, CHANNEL)):
        assert (await room.press(table, "hand.show", BEAR, where=where)).message is not None
    other = await room.open(GAME, thread=True)
    thread = (await room.get(other)).place
    await room.press(other, "lobby.join", NED, where=Location(GUILD, thread, CHANNEL))


async def test_a_button_in_a_direct_message_works_only_for_players_of_its_table(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for control in ("why", "sheet", "hand.show", "replay.1.1.open", "lobby.house", "orders"):
        with refuses("not_seated"):
            await room.press(table, control, NED, where=in_dm(NED))
    assert (await room.press(table, "why", BULL, where=in_dm(BULL))).message is not None


async def test_managing_one_channel_gives_power_over_its_tables_and_not_the_books(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await room.get(table)
    must_run(present, MODERATOR)
    must_host(present, MODERATOR)
    crew = await room.tally.reports.find_crew(room.request(BEAR))
    book = await room.read(load_book, crew)
    assert not ledger.is_scorer(book.settings, MODERATOR)
    assert ledger.is_scorer(book.settings, Requester(9, "Admin", admin=True))
    with refuses("not_scorer"):
        ledger.must_be_scorer(book, MODERATOR)


async def test_numbers_in_custom_ids_are_parsed_strictly(room: Room) -> None:
    table = await take_played_table(room, GAME, (BEAR, BULL), 2)
    for control in (
        *("replay.1", "replay.1.1", "replay.1.1.open.more", "replay.1.1.else", "replay.01.1.on", "replay.+1.1.on"),
        *("replay.1,000.1.on", "replay. 1.1.on", "replay.\u0661.1.on", "replay.-1.1.on", "replay.1e0.1.on"),
        *("vote.", "vote.x", "vote.9", "vote.-1", "vote.1.2", "offer.yes.", "offer.yes.1.2", "offer.yes.-1", "offer.1"),
        *("hand", "hand.", "table", "undo", "lobby", "offer.perhaps.1", "replay"),
    ):
        with refuses("no_button"):
            await room.press(table, control, BEAR)


def test_a_number_in_a_custom_id_has_one_spelling() -> None:
    assert [parse_written(text) for text in ("0", "7", "123456789012345")] == [0, 7, 123456789012345]
    for text in ("", "00", "07", "+7", "-7", " 7", "7 ", "7\n", "1,000", "\u0667", "1234567890123456", "7.0"):
        assert parse_written(text) is None, text
