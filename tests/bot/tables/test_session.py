"""Whole sessions at a desk: lobby, hands, sheet."""

from __future__ import annotations

import pytest

from bot.store import events, postings
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.wording import general
from games.core import registry
from games.core.refused import Refused
from render import scenes
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, GUILD, HERE, NED, WALLY, Crowd, dm, settings
from tests.bot.tables.players import play_until

GAME = "duo-dominoes"


async def test_a_lobby_fills_and_starts_on_start_only(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.join", BULL)
    await crowd.press(table, "lobby.robot+", BEAR)
    await crowd.press(table, "lobby.deckhand+", BEAR)
    await crowd.settled()
    (log, board) = crowd.postbox.at(CHANNEL)
    assert "Shuffle 1 is fixed" in log.text
    assert all(name in board.text for name in ("Bear", "Bull", "Able (robot, old hand)", "Baker (robot, deckhand)"))
    assert (await crowd.desk.tables.get(table)).status == "lobby"
    await crowd.press(table, "lobby.start", BULL)
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.status == "live"
    assert present.public_view.hand == 1
    assert len(crowd.postbox.at(dm(BEAR.user).channel)) == 1


async def test_the_lobby_refuses_by_name(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    for what, who, reason in (
        ("lobby.join", BEAR, "seated"),
        ("lobby.leave", BULL, "not_seated"),
        ("lobby.robot+", BULL, "not_seated"),
        ("lobby.robot-", BEAR, "no_robot"),
        ("lobby.start", BEAR, "too_few"),
    ):
        with pytest.raises(Refused) as refused:
            await crowd.press(table, what, who)
        assert refused.value.key == f"TABLE/{reason}"
    with pytest.raises(Refused, match="channel_taken"):
        await crowd.open(GAME)
    for who in (BULL, WALLY, NED):
        await crowd.press(table, "lobby.join", who)
    with pytest.raises(Refused, match="full"):
        await crowd.press(table, "lobby.robot+", BEAR)


async def test_the_last_to_leave_closes_the_lobby_and_frees_the_channel(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.robot+", BEAR)
    await crowd.press(table, "lobby.leave", BEAR)
    assert (await crowd.desk.tables.get(table)).status == "closed"
    assert await crowd.open(GAME) != table


async def test_a_table_can_have_a_thread_of_its_own_and_a_player_several_tables(crowd: Crowd) -> None:
    first = await crowd.open(GAME)
    second = await crowd.open(GAME, thread=True)
    await crowd.settled()
    present = await crowd.desk.tables.get(second)
    assert present.row.thread is not None
    assert crowd.postbox.at(present.row.thread)
    assert await crowd.desk.table_at(HERE, BEAR) == first
    crowd.clock.forward(1_000)
    await crowd.press(second, "lobby.robot+", BEAR)
    from bot.ports.requests import Location

    assert await crowd.desk.table_at(Location(0, dm(BEAR.user).channel), BEAR) == second
    assert await crowd.desk.table_at(Location(GUILD, 999), BEAR) is None


async def test_house_rules_are_set_before_the_first_hand_by_the_host(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.house.set", BEAR, "game_points", "20")
    assert (await crowd.desk.tables.get(table)).row.options["game_points"] == 20
    await crowd.settled()
    assert "game points: 20" in crowd.postbox.at(CHANNEL)[-1].text
    with pytest.raises(Refused, match="not_host"):
        await crowd.press(table, "lobby.house.set", BULL, "game_points", "30")
    with pytest.raises(Refused) as refused:
        await crowd.press(table, "lobby.house.set", BEAR, "game_points", "many")
    assert refused.value.reason == "option"


async def test_house_rules_stay_as_they_were_at_the_start(crowd: Crowd) -> None:
    table = await crowd.started(GAME)
    before = (await crowd.desk.tables.get(table)).row
    for rule, value in (("game_points", "20"), ("stand_ins_score", "robot"), ("start", "full"), ("stake", "5")):
        with pytest.raises(Refused) as refused:
            await crowd.press(table, "lobby.house.set", BEAR, rule, value)
        assert "open another" in general.TABLE[refused.value.key]
    after = (await crowd.desk.tables.get(table)).row
    assert (after.options, after.settings) == (before.options, before.settings)
    await crowd.press(table, "lobby.house.set", BEAR, "text_only", "true")
    assert (await crowd.desk.tables.get(table)).row.settings["text_only"] is True
    await crowd.desk.table("close", table, BEAR, crowd.stamp())
    with pytest.raises(Refused, match="closed"):
        await crowd.press(table, "lobby.house.set", BEAR, "text_only", "false")


@pytest.mark.parametrize("game", registry.NAMES)
async def test_robots_play_hand_after_hand_and_the_books_balance(crowd: Crowd, game: str) -> None:
    table = await crowd.started(game)
    hands = 1 if game == "pussers-bones" else 2
    await play_until(crowd, table, hands, BEAR)
    row = await crowd.store.read(stored_tables.load, table)
    assert row.sequence == (await crowd.desk.tables.get(table)).sequence
    transfers = await crowd.store.read(postings.read, row.crew)
    assert all(sum(entry.amount for entry in one.entries) == 0 for one in transfers)
    stored = await crowd.store.read(events.read, table)
    assert [one.sequence for one in stored] == list(range(1, row.sequence + 1))
    for hand in range(1, hands + 1):
        reply = await crowd.desk.verify(table, hand)
        assert reply.message is not None
        told, details = reply.message.text.splitlines()
        assert told == f"**Shuffle {hand} was honest**: every deal and pluck comes out as it was played."
        assert "; salts: none; " in details


async def test_a_session_that_ends_posts_its_sheet_and_frees_the_channel(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.house.set", BEAR, "match_games", "1")
    for _ in range(3):
        await crowd.press(table, "lobby.robot+", BEAR)
    await crowd.press(table, "lobby.start", BEAR)
    await crowd.settled()
    await play_until(crowd, table, 100, BEAR)
    assert (await crowd.desk.tables.get(table)).status == "closed"
    sheets = [one for one in crowd.postbox.at(CHANNEL) if one.text.startswith("**Duo Dominoes** is over")]
    assert len(sheets) == 1
    row = await crowd.store.read(stored_tables.load, table)
    (won,) = await crowd.store.read(postings.read, row.crew)
    assert sorted(entry.amount for entry in won.entries) == [-1, -1, 1, 1]
    assert await crowd.open(GAME) != table


@pytest.mark.parametrize("game", registry.NAMES)
async def test_every_game_is_shown_with_the_real_scenes(store: Store, game: str) -> None:
    crowd = Crowd(store, settings())
    crowd.desk.pictures.scenes = scenes
    await crowd.desk.start()
    table = await crowd.started(game, (BEAR, BULL), 2)
    (rack,) = crowd.postbox.at(dm(BEAR.user).channel)
    (board,) = [one for one in crowd.postbox.at(CHANNEL) if one.rows]
    for message in (rack, board):
        assert message.pictures[0].png.startswith(b"\x89PNG")
        assert 0 < len(message.pictures[0].alt) <= 1_024
    await crowd.desk.prefer(BEAR, "text_only", "on")
    await crowd.settled()
    (rack,) = crowd.postbox.at(dm(BEAR.user).channel)
    assert rack.pictures == ()
    assert len(rack.text) > 40
    sheet = await crowd.press(table, "sheet", BULL)
    assert sheet.message is not None
    assert sheet.message.pictures
    await crowd.desk.stop()
