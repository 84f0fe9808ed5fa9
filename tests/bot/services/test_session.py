"""Whole sessions: lobby, hands, score sheet."""

import pytest

from bot.store.books import postings
from bot.store.tables import commits, rows as stored_tables
from bot.wording import ENGLISH, Words, word_refusal
from games import registry
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, HERE, NED, WALLY, Room, in_dm, message_of
from tests.bot.harness.shelf import take_played_table
from tests.bot.harness.shuffles import verify_with
from tests.left_out import LONGEST, MORE_GAMES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"


async def test_a_full_lobby_starts_only_on_start(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.join", BULL)
    await room.press(table, "lobby.robot+", BEAR)
    await room.press(table, "lobby.deckhand+", BEAR)
    await room.settle()
    (board,) = room.at(CHANNEL)
    assert all(name in board.text for name in ("Bear", "Bull", "Able (robot, old hand)", "Baker (robot, deckhand)"))
    assert (await room.get(table)).status == "lobby"
    await room.press(table, "lobby.start", BULL)
    await room.settle()
    present = await room.get(table)
    assert present.status == "live"
    assert present.public_view.hand == 1
    assert any("Hand 1: sealed" in message.text for message in room.at(CHANNEL))
    assert len(room.dm(BEAR)) == 1


async def test_the_lobby_names_its_reason_for_a_refusal(room: Room) -> None:
    table = await room.open(GAME)
    for what, who, reason in (
        ("lobby.join", BEAR, "seated"),
        ("lobby.leave", BULL, "not_seated"),
        ("lobby.robot+", BULL, "not_seated"),
        ("lobby.robot-", BEAR, "no_robot"),
        ("lobby.start", BEAR, "too_few"),
    ):
        with refuses() as refused:
            await room.press(table, what, who)
        assert refused.value.key == f"TABLE/{reason}"
    with refuses("channel_taken"):
        await room.open(GAME)
    for who in (BULL, WALLY, NED):
        await room.press(table, "lobby.join", who)
    with refuses("full"):
        await room.press(table, "lobby.robot+", BEAR)


async def test_the_last_to_leave_closes_the_lobby_and_frees_the_channel(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.robot+", BEAR)
    await room.press(table, "lobby.leave", BEAR)
    assert (await room.get(table)).status == "closed"
    assert await room.open(GAME) != table


async def test_a_table_can_have_a_thread_of_its_own_and_a_player_several_tables(room: Room) -> None:
    first = await room.open(GAME)
    second = await room.open(GAME, thread=True)
    await room.settle()
    present = await room.get(second)
    assert present.row.thread is not None
    assert room.at(present.row.thread)
    assert await room.table_at(HERE, BEAR) == first
    room.forward(1_000)
    await room.press(second, "lobby.robot+", BEAR)
    from bot.ports.requests import Location

    assert await room.table_at(in_dm(BEAR), BEAR) == second
    assert await room.table_at(Location(GUILD, 999), BEAR) is None


async def test_house_rules_stay_as_they_were_at_the_start(room: Room) -> None:
    table = await room.start_table(GAME)
    before = (await room.get(table)).row
    for rule, value in (
        ("game_points", "20"),
        ("stand_ins_score", "robot"),
        ("start", "full"),
        ("stake", "5"),
        ("tally", "points"),
    ):
        with refuses() as refused:
            await room.press(table, "lobby.house.set", BEAR, rule, value)
        assert "open a new one" in word_refusal(refused.value, Words(ENGLISH))
    after = (await room.get(table)).row
    assert (after.options, after.settings) == (before.options, before.settings)
    await room.press(table, "lobby.house.set", BEAR, "text_only", "true")
    assert (await room.get(table)).row.settings.house["text_only"] is True
    await room.ask(room.seats.close, table, BEAR)
    with refuses("closed"):
        await room.press(table, "lobby.house.set", BEAR, "text_only", "false")


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_robots_play_hand_after_hand_and_the_books_balance(room: Room, game: str) -> None:
    hands = 1 if game == LONGEST else 2
    table = await take_played_table(room, game, hands=hands)
    row = await room.read(stored_tables.load, table)
    assert row.sequence == (await room.get(table)).sequence
    transfers = await room.read(postings.read, row.crew)
    assert all(sum(entry.amount for entry in transfer.entries) == 0 for transfer in transfers)
    stored = await room.read(commits.read, table)
    assert [event.sequence for event in stored] == list(range(1, row.sequence + 1))
    await room.ask(room.seats.close, table, BEAR)
    for hand in range(1, hands + 1):
        reply = message_of(await room.ask(verify_with(room.services), table, BEAR, hand))
        told, details = reply.text.splitlines()
        assert told == f"**Shuffle {hand} was honest**: every deal and pluck comes out as it was played."
        assert "; salts: none; " in details
