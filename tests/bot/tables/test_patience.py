"""Tables that wait: reminders, absent players, pauses, outages, take-backs and standing orders."""

from datetime import UTC, datetime

import pytest

from bot.automation.standing_orders import StandingOrder, applies, parse_order
from bot.delivery.projector import MessageSync
from bot.messages.help import make_help
from bot.messages.parts.desired_message import MessageSource
from bot.messages.parts.table_words import words_of
from bot.people.quiet_hours import QuietHours, add_waking_time, find_zone
from bot.ports import HOUR, MINUTE, Button
from bot.ports.times import SECOND
from bot.store import MessageKey, MessageKind
from bot.store.books import postings
from bot.store.people import preferences, standing_orders
from bot.tables.aggregate.pacing import CORRESPONDENCE, LIVE
from bot.wording import ENGLISH, Words, word_refusal
from games import registry
from games.core import Unreadable
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.offers import leave_to_robot
from tests.bot.harness.players import play_until, play_until_turn, step, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, list_controls, message_of
from tests.bot.harness.shuffles import verify_with
from tests.fifth_game import registered
from tests.left_out import LONGER, MORE_CASES
from tests.refuses import refuses

GAME = "duo-dominoes"


def _log(room: Room) -> str:
    return "\n".join(message.text for message in room.at(CHANNEL))


async def test_an_absent_player_is_reminded_twice_voted_out_and_comes_back(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1)
    await play_until_turn(room, table, BEAR, BULL, WALLY)
    first = room.messenger.calls.count(("send", dm(BEAR.user).channel))
    present = await room.get(table)
    for times, wait in enumerate(LIVE.nudges):
        room.forward(wait - (LIVE.nudges[times - 1] if times else 0))
        await room.settle()
        present = await room.get(table)
        assert present.absences.nudged == {present.seat_of(BEAR.user): times + 1}
    assert room.messenger.calls.count(("send", dm(BEAR.user).channel)) == first + 1, (
        "only the first reminder is for Bear alone"
    )
    posted = room.at(CHANNEL)
    (reminder,) = [message for message in posted if "started waiting for you" in message.text]
    at = present.waiting.since // 1000
    stand_in = at + LIVE.stand_in // 1000
    assert f"<@1>, the table started waiting for you <t:{at}:R>. The others can vote now" in reminder.text
    assert f"Without a vote, a robot takes over <t:{stand_in}:R>." in reminder.text
    assert f"-# The table started waiting for you <t:{at}:R>. The others can vote now" in room.dm(BEAR)[-1].text
    vote = f"vote.{present.seat_of(BEAR.user)}"
    with refuses("own_vote"):
        await room.press(table, vote, BEAR)
    with refuses("no_vote"):
        await room.press(table, "vote.1", BEAR)
    await room.press(table, vote, BULL)
    assert (await room.get(table)).is_present(0)  # type: ignore[arg-type]
    with refuses("voted"):
        await room.press(table, vote, BULL)
    await room.press(table, vote, WALLY)
    await room.settle()
    present = await room.get(table)
    assert present.seats[0].stand_in is not None
    assert present.public_view.to_act != (0,)
    assert "A robot is playing for Bear" in _log(room)
    notice = "A robot is playing your seat; press **Back to my seat** to return."
    assert notice in room.dm(BEAR)[-1].text
    await room.press(table, "hand.show", BEAR)
    await room.settle()
    assert notice not in room.dm(BEAR)[-1].text
    assert (await room.get(table)).seats[0].stand_in is None
    assert "Bear is back." in _log(room)


async def test_the_board_with_the_vote_stands_below_the_reminder(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board comes last even if the reminder is slow to arrive."""
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1, pace="correspondence")
    await play_until_turn(room, table, BEAR, BULL, WALLY)
    sync = MessageSync.sync_message

    async def sync_slowly(
        messages: MessageSync, table: int, key: MessageKey, source: MessageSource, repost: bool = False
    ) -> bool:
        for _ in range(30 if key.kind is MessageKind.REMINDER else 0):
            await room.read(preferences.read_preferences, BEAR.user)
        return await sync(messages, table, key, source, repost)

    monkeypatch.setattr(MessageSync, "sync_message", sync_slowly)
    for times, wait in enumerate(CORRESPONDENCE.nudges):
        room.forward(wait - (CORRESPONDENCE.nudges[times - 1] if times else 0))
        await room.settle()
    *_, reminder, board = room.at(CHANNEL)
    assert "The others can vote now" in reminder.text
    assert any(button.name == "vote.0" for row in board.rows for button in row if isinstance(button, Button))


async def test_no_player_can_block_a_table_for_ever(room: Room) -> None:
    table = await room.start_table(GAME)
    await play_until_turn(room, table, BEAR)
    for _ in range(8):
        room.forward(MINUTE)
        await room.settle()
    present = await room.get(table)
    assert present.seats[0].stand_in is not None
    room.forward(LIVE.close)
    await room.settle()
    assert (await room.get(table)).status == "closed"


@pytest.mark.thorough(MORE_CASES)
async def test_a_pause_stops_every_clock(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await play_until_turn(room, table, BEAR, BULL)
    room.forward(20 * SECOND)
    await room.ask(room.seats.pause, table, BULL)
    room.forward(24 * HOUR)
    await room.settle()
    present = await room.get(table)
    assert present.status == "paused"
    (rack,) = [message for message in room.dm(BEAR) if message.rows]
    assert "press Resume" in rack.text
    assert list_controls(rack) == ["table.resume", "table.more"]
    help_shown = make_help(present, present.seat_of(BEAR.user), words_of(present))
    assert list_controls(help_shown) == ["table.resume", "hand.show", "rules", "front.door"]
    assert present.absences.nudged == {}
    with refuses("paused"):
        await room.say(table, words_for(present, BEAR) or "", BEAR)
    await room.press(table, "table.resume", BEAR)
    await room.settle()
    present = await room.get(table)
    assert present.absences.nudged == {}
    assert present.clock.offset == 24 * HOUR
    room.forward(10 * SECOND)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {0: 1}


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("shares", ["player", "robot", "split"])
async def test_what_a_stand_in_plays_is_wholly_the_players(room: Room, shares: str) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "stand_ins_score", shares)
    await room.press(table, "lobby.house.set", BEAR, "game_points", "2")
    for who in (BULL, WALLY, NED):
        await room.press(table, "lobby.join", who)
    await room.begin(table)
    await leave_to_robot(room, table, NED)
    row = (await room.get(table)).row
    found: list[postings.StoredTransfer] = []
    for hands in range(1, 8):
        if not found:
            await play_until(room, table, hands, BEAR, BULL, WALLY)
            found = await room.read(postings.read, row.crew)
    assert found
    keys = await room.read(postings.list_account_keys, row.crew)
    for posting in found:
        assert sum(entry.amount for entry in posting.entries) == 0
        assert all(keys[entry.account][0].startswith("m:") for entry in posting.entries)
        assert len(posting.entries) == 4


async def test_a_move_is_taken_back_when_all_agree(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "auto_pass", "false")
    for who in (BULL, WALLY, NED):
        await room.press(table, "lobby.join", who)
    await room.begin(table)
    people_here = {0: BEAR, 1: BULL, 2: WALLY, 3: NED}
    before = await room.get(table)
    mover = people_here[before.public_view.to_act[0]]
    await room.say(table, words_for(before, mover) or "", mover)
    await room.ask(room.seats.ask_to_take_back, table, mover)
    others = [who for who in people_here.values() if who is not mover]
    with refuses("undo_said"):
        await room.press(table, "undo.yes", mover)
    await room.press(table, "undo.no", others[0])
    with refuses("undo_wait"):
        await room.ask(room.seats.ask_to_take_back, table, mover)
    room.forward(MINUTE)
    await room.ask(room.seats.ask_to_take_back, table, mover)
    for who in others:
        await room.press(table, "undo.yes", who)
    await room.settle()
    after = await room.get(table)
    assert after.public_view == before.public_view
    assert after.sequence > before.sequence
    fresh = await room.tables.read_fresh(table)
    assert fresh.public_view == before.public_view
    assert "the move is taken back" in _log(room)
    await room.say(table, words_for(after, mover) or "", mover)
    await play_until(room, table, 1, *people_here.values())
    reply = message_of(await room.ask(verify_with(room.services), table, BEAR, 1))
    assert "every piece was right where the deal put it" in reply.text


@pytest.mark.thorough(MORE_CASES)
async def test_a_move_that_drew_or_scored_cannot_be_taken_back(room: Room) -> None:
    table = await room.start_table(GAME)
    with refuses():
        await room.ask(room.seats.ask_to_take_back, table, BULL)
    await play_until(room, table, 1, BEAR)
    with refuses() as refused:
        await room.ask(room.seats.ask_to_take_back, table, BEAR)
    assert refused.value.reason in ("undo_scored", "undo_nothing", "undo_revealed")
    with refuses("undo_none"):
        await room.press(table, "undo.yes", BEAR)


def test_orders_use_the_words_of_the_game() -> None:
    game = registry.game("pussers-bones")
    assert parse_order(game, "pass unless Jimmy Rick") == StandingOrder("pass", unless="jimmy rick")
    assert parse_order(game, "Yes! any Blood") == StandingOrder("yes", only="blood")
    for words in ("pass", "pass always", "always pass"):
        assert parse_order(game, words) == StandingOrder("pass")
    assert parse_order(game, "discard R1") == StandingOrder("discard", words="r1")
    for anything in ("any bone", "any tile", "any card", "any piece", "anything"):
        assert parse_order(game, f"pass {anything}") == StandingOrder("pass")
        assert parse_order(game, f"pass on {anything}") == StandingOrder("pass")
        assert parse_order(game, f"pass if {anything}") == StandingOrder("pass")
        assert parse_order(registry.game("bonedoneskis"), f"fold to {anything}") == StandingOrder("fold")
    with registered():
        assert parse_order(registry.game("block-dominoes"), "lay any domino") == StandingOrder("lay")
    assert parse_order(registry.game("bonedoneskis"), "fold to any raise") == StandingOrder("fold", only="raise")
    with pytest.raises(Unreadable):
        parse_order(game, "sing a song")


def test_orders_depend_on_the_pieces_on_the_table() -> None:
    jimmy = ("discarded", "jimmy rick (r1)")
    assert not applies(StandingOrder("pass", unless="jimmy rick"), jimmy)
    assert applies(StandingOrder("pass", unless="jimmy rick"), ("discarded", "blood (dr)"))
    assert applies(StandingOrder("yes", only="blood"), ("discarded", "blood (dr)"))
    assert not applies(StandingOrder("yes", only="blood"), jimmy)
    assert applies(StandingOrder("fold", only="raise"), ("acted", "raise"))


async def test_a_standing_order_plays_and_ends_with_the_hand(room: Room) -> None:
    table = await room.start_table(GAME, pace="correspondence")
    present = await play_until_turn(room, table, BEAR)
    public = len(room.messenger.everything_at(CHANNEL))
    reply = message_of(await room.ask(room.services.orders.give, table, BEAR, "knock"))
    assert "knock" in reply.text
    await room.settle()
    assert len(room.messenger.everything_at(CHANNEL)) == public
    words = words_for(present, BEAR)
    assert words is not None
    first = words.partition(" ")[2]
    await room.ask(room.services.orders.give, table, BEAR, "off")
    await room.ask(room.services.orders.give, table, BEAR, f"play {first}")
    await room.settle()
    after = await room.get(table)
    assert after.sequence > present.sequence
    await play_until(room, table, 1, BEAR)
    assert await room.read(standing_orders.list_orders, table, 1) == []
    with refuses("no_hand"):
        await room.ask(room.services.orders.give, table, BEAR, "knock")


async def test_one_ping_a_turn_by_correspondence(room: Room) -> None:
    table = await room.start_table(GAME, pace="correspondence")
    channel = dm(BEAR.user).channel
    for _ in range(3):
        await play_until_turn(room, table, BEAR)
        sends = room.messenger.calls.count(("send", channel))
        await room.settle()
        assert room.messenger.calls.count(("send", channel)) == sends
        await step(room, table, BEAR)
        assert room.messenger.calls.count(("send", channel)) <= sends + 1
        assert len(room.at(channel)) == 1


def test_quiet_hours_stop_a_players_clock() -> None:
    berlin = find_zone("Europe/Berlin") or UTC
    night = QuietHours(berlin, 22 * 60, 7 * 60)
    evening = round(datetime(2026, 6, 1, 21, 0, tzinfo=berlin).timestamp() * 1000)
    morning = round(datetime(2026, 6, 2, 8, 0, tzinfo=berlin).timestamp() * 1000)
    assert add_waking_time(evening, 2 * HOUR, night) == morning
    assert add_waking_time(evening, HOUR // 2, night) == evening + HOUR // 2
    assert add_waking_time(evening, 2 * HOUR, None) == evening + 2 * HOUR
    assert find_zone("Nowhere/AtAll") is None


async def test_preferences_are_kept_and_bad_ones_refused_with_a_reason(room: Room) -> None:
    reply = message_of(await room.me.change(room.request(BEAR), "theme", "light"))
    assert "light" in reply.text
    await room.me.change(room.request(BEAR), "quiet", "22:30-7")
    assert "22:30-7:00" in (await room.me.show(room.request(BEAR))).message.text  # type: ignore[union-attr]
    for name, value, reason in (("theme", "pink", "preference_value"), ("shoe", "9", "preference"),
                                ("quiet", "25-99", "preference_value/quiet")):  # fmt: skip
        with refuses() as refused:
            await room.me.change(room.request(BEAR), name, value)
        assert refused.value.reason == reason
        assert "?" not in word_refusal(refused.value, Words(ENGLISH))
    hobart = await room.me.change(room.request(BEAR), "timezone", "australia/hobart")
    assert "Australia/Hobart" in hobart.message.text  # type: ignore[union-attr]
