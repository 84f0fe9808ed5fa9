"""Players who are away, pauses, outages, substitutes, taking back, standing orders."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.automation.order_language import StandingOrder, parse_order, speaks
from bot.delivery.projector import MessageSync
from bot.messages.desired_message import MessageSource
from bot.people.quiet_hours import QuietHours, add_waking_time, find_zone
from bot.ports.requests import Requester
from bot.ports.ui import Button
from bot.store import people, postings
from bot.store.message_keys import MessageKey, MessageKind
from bot.store.store import Store
from bot.tables.pacing import CORRESPONDENCE, HOUR, LIVE, MINUTE, SECOND
from bot.wording import refusal
from games.core import registry
from games.core.moves import Unreadable
from games.core.refused import Refused
from games.core.seats import Seat
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, NED, WALLY, Crowd, dm, settings
from tests.bot.tables.players import play_until, until_turn, words_for

GAME = "duo-dominoes"


def _log(crowd: Crowd) -> str:
    return "\n".join(one.text for one in crowd.postbox.at(CHANNEL))


async def test_nudge_nudge_vote_stand_in_and_back(crowd: Crowd) -> None:
    table = await crowd.started(GAME, (BEAR, BULL, WALLY), 1)
    await until_turn(crowd, table, BEAR, BULL, WALLY)
    first = crowd.postbox.calls.count(("send", dm(BEAR.user).channel))
    present = await crowd.desk.tables.get(table)
    for times, wait in enumerate(LIVE.nudges):
        crowd.clock.forward(wait - (LIVE.nudges[times - 1] if times else 0))
        await crowd.settled()
        present = await crowd.desk.tables.get(table)
        assert present.nudged == {present.seat_of(BEAR.user): times + 1}
    assert crowd.postbox.calls.count(("send", dm(BEAR.user).channel)) == first + len(LIVE.nudges)
    (noted,) = [one for one in crowd.postbox.everything_at(CHANNEL) if "has waited for you" in one.text]
    at = present.subject_at // 1000
    stand_in = at + LIVE.stand_in // 1000
    assert f"<@1>, the table has waited for you since <t:{at}:T>. The others may vote now" in noted.text
    assert f"without a vote one does from <t:{stand_in}:T> on" in noted.text
    assert (
        f"-# The table has waited for you since <t:{at}:T>. The others may vote now"
        in crowd.postbox.at(dm(BEAR.user).channel)[-1].text
    )
    vote = f"vote.{present.seat_of(BEAR.user)}"
    with pytest.raises(Refused, match="own_vote"):
        await crowd.press(table, vote, BEAR)
    with pytest.raises(Refused, match="no_vote"):
        await crowd.press(table, "vote.1", BEAR)
    await crowd.press(table, vote, BULL)
    assert (await crowd.desk.tables.get(table)).present(0)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="voted"):
        await crowd.press(table, vote, BULL)
    await crowd.press(table, vote, WALLY)
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.seats[0].stand_in is not None
    assert present.crowd.to_act != (0,)
    assert "A robot plays for Bear" in _log(crowd)
    told = "A robot plays your seat; **My hand** at the table gives it back to you."
    assert told in crowd.postbox.at(dm(BEAR.user).channel)[-1].text
    await crowd.press(table, "hand.show", BEAR)
    await crowd.settled()
    assert told not in crowd.postbox.at(dm(BEAR.user).channel)[-1].text
    assert (await crowd.desk.tables.get(table)).seats[0].stand_in is None
    assert "Bear is back." in _log(crowd)


async def test_the_board_with_the_vote_stands_below_the_reminder(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the reminder takes."""
    table = await crowd.started(GAME, (BEAR, BULL, WALLY), 1, pace="correspondence")
    await until_turn(crowd, table, BEAR, BULL, WALLY)
    sync = MessageSync.sync

    async def slowly(of: MessageSync, table: int, key: MessageKey, source: MessageSource, repost: bool = False) -> bool:
        for _ in range(30 if key.kind is MessageKind.REMINDER else 0):
            await crowd.store.read(people.preferences, BEAR.user)
        return await sync(of, table, key, source, repost)

    monkeypatch.setattr(MessageSync, "sync", slowly)
    for times, wait in enumerate(CORRESPONDENCE.nudges):
        crowd.clock.forward(wait - (CORRESPONDENCE.nudges[times - 1] if times else 0))
        await crowd.settled()
    *_, reminder, board = crowd.postbox.at(CHANNEL)
    assert "The others may vote now" in reminder.text
    assert any(one.what == "vote.0" for row in board.rows for one in row if isinstance(one, Button))


async def test_nobody_blocks_a_table_for_ever(crowd: Crowd) -> None:
    table = await crowd.started(GAME)
    await until_turn(crowd, table, BEAR)
    for _ in range(8):
        crowd.clock.forward(MINUTE)
        await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.seats[0].stand_in is not None
    crowd.clock.forward(LIVE.close)
    await crowd.settled()
    assert (await crowd.desk.tables.get(table)).status == "closed"


async def test_a_pause_stops_every_clock(crowd: Crowd) -> None:
    table = await crowd.started(GAME, (BEAR, BULL), 2)
    await until_turn(crowd, table, BEAR, BULL)
    crowd.clock.forward(30 * SECOND)
    await crowd.desk.table("pause", table, BULL, crowd.stamp())
    crowd.clock.forward(24 * HOUR)
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.status == "paused"
    assert present.nudged == {}
    with pytest.raises(Refused, match="paused"):
        await crowd.say(table, words_for(present, BEAR) or "", BEAR)
    await crowd.press(table, "table.resume", BEAR)
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.nudged == {}
    assert present.offset == 24 * HOUR
    crowd.clock.forward(15 * SECOND)
    await crowd.settled()
    assert (await crowd.desk.tables.get(table)).nudged == {0: 1}


async def test_an_outage_gives_the_time_back(store: Store) -> None:
    crowd = Crowd(store, settings())
    await crowd.desk.start()
    table = await crowd.started(GAME, (BEAR, BULL), 2)
    await until_turn(crowd, table, BEAR, BULL)
    await crowd.desk.stop()
    crowd.clock.forward(HOUR)
    other = Crowd(store, settings(), crowd.postbox, crowd.clock)
    await other.desk.start()
    await other.settled()
    present = await other.desk.tables.get(table)
    assert present.offset == HOUR
    assert present.nudged == {}
    await other.desk.stop()


async def test_who_comes_late_takes_the_seat_and_the_hand_of_a_robot(crowd: Crowd) -> None:
    table = await crowd.started(GAME, (BEAR, BULL), 2)
    held = (await crowd.desk.tables.get(table)).view(Seat(2)).holding
    with pytest.raises(Refused, match="not_seated"):
        await crowd.desk.sub(table, None, NED, NED, crowd.stamp())
    with pytest.raises(Refused, match="nobody_named"):
        await crowd.desk.sub(table, None, None, BULL, crowd.stamp())
    with pytest.raises(Refused, match="seated_other"):
        await crowd.desk.sub(table, None, BEAR, BULL, crowd.stamp())
    await crowd.desk.sub(table, None, NED, BULL, crowd.stamp())
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.seat_of(NED.user) == 2
    assert present.view(Seat(2)).holding == held
    assert "Bull hands a robot's seat over, with its hand, to Ned." in _log(crowd).splitlines()
    await crowd.desk.sub(table, None, WALLY, BULL, crowd.stamp())
    with pytest.raises(Refused, match="no_robot"):
        await crowd.desk.sub(table, None, Requester(9, "Chef"), BULL, crowd.stamp())
    await play_until(crowd, table, 1, BEAR)


async def test_a_seat_is_handed_over_with_its_hand(crowd: Crowd) -> None:
    table = await crowd.started(GAME, (BEAR, BULL), 2)
    present = await crowd.desk.tables.get(table)
    hand = present.view(1).holding  # type: ignore[arg-type]
    with pytest.raises(Refused, match="not_host"):
        await crowd.desk.sub(table, BEAR.user, NED, BULL, crowd.stamp())
    with pytest.raises(Refused, match="seated_other"):
        await crowd.desk.sub(table, BULL.user, BEAR, BEAR, crowd.stamp())
    await crowd.desk.sub(table, BULL.user, NED, BULL, crowd.stamp())
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.view(present.seat_of(NED.user)).holding == hand
    assert len(crowd.postbox.at(dm(NED.user).channel)) == 1
    await crowd.desk.sub(table, NED.user, None, BEAR, crowd.stamp())
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.people == (0,)
    robot = present.names[1]
    assert f"Bear hands another player's seat over, with its hand, to {robot}." in _log(crowd).splitlines()
    await play_until(crowd, table, 1, BEAR)


@pytest.mark.parametrize(("shares", "accounts"), [("player", {"m"}), ("robot", {"robot"}), ("split", {"m", "robot"})])
async def test_the_house_says_whose_tally_a_stand_in_plays_for(crowd: Crowd, shares: str, accounts: set[str]) -> None:
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.house.set", BEAR, "stand_ins_score", shares)
    await crowd.press(table, "lobby.house.set", BEAR, "game_points", "2")
    for who in (BULL, WALLY, NED):
        await crowd.press(table, "lobby.join", who)
    await crowd.press(table, "lobby.start", BEAR)
    await crowd.settled()
    from bot.tables.seats import stand_in
    from games.core.seats import Seat

    await crowd.desk.tables.change(table, "away", crowd.clock.now, lambda now: stand_in(now, Seat(3), crowd.clock.now))
    row = (await crowd.desk.tables.get(table)).row
    found: list[postings.StoredTransfer] = []
    for hands in range(1, 8):
        if not found:
            await play_until(crowd, table, hands, BEAR, BULL, WALLY)
            found = await crowd.store.read(postings.read, row.crew)
    assert found
    keys = await crowd.store.read(postings.account_keys, row.crew)
    for one in found:
        assert sum(entry.amount for entry in one.entries) == 0
        named = [keys[entry.account][0] for entry in one.entries]
        assert len([name for name in named if name.startswith("m:")]) == (4 if accounts == {"m"} else 3) or (
            shares == "split"
        )
        assert any(name.startswith("robot") for name in named) == ("robot" in accounts)


async def test_a_move_is_taken_back_when_all_agree(crowd: Crowd) -> None:
    table = await crowd.open(GAME)
    await crowd.press(table, "lobby.house.set", BEAR, "auto_pass", "false")
    for who in (BULL, WALLY, NED):
        await crowd.press(table, "lobby.join", who)
    await crowd.press(table, "lobby.start", BEAR)
    await crowd.settled()
    people_here = {0: BEAR, 1: BULL, 2: WALLY, 3: NED}
    before = await crowd.desk.tables.get(table)
    mover = people_here[before.crowd.to_act[0]]
    await crowd.say(table, words_for(before, mover) or "", mover)
    await crowd.desk.undo(table, "ask", mover, crowd.stamp())
    others = [who for who in people_here.values() if who is not mover]
    with pytest.raises(Refused, match="undo_said"):
        await crowd.press(table, "undo.yes", mover)
    await crowd.press(table, "undo.no", others[0])
    with pytest.raises(Refused, match="undo_wait"):
        await crowd.desk.undo(table, "ask", mover, crowd.stamp())
    crowd.clock.forward(MINUTE)
    await crowd.desk.undo(table, "ask", mover, crowd.stamp())
    for who in others:
        await crowd.press(table, "undo.yes", who)
    await crowd.settled()
    after = await crowd.desk.tables.get(table)
    assert after.crowd == before.crowd
    assert after.sequence > before.sequence
    fresh = await crowd.desk.tables.fresh(table)
    assert fresh.crowd == before.crowd
    assert "the move is taken back" in _log(crowd)
    await crowd.say(table, words_for(after, mover) or "", mover)
    await play_until(crowd, table, 1, *people_here.values())
    reply = await crowd.desk.verify(table, 1)
    assert reply.message is not None
    assert "comes out as it was played" in reply.message.text


async def test_nothing_is_taken_back_that_drew_or_scored(crowd: Crowd) -> None:
    table = await crowd.started(GAME)
    with pytest.raises(Refused):
        await crowd.desk.undo(table, "ask", BULL, crowd.stamp())
    await play_until(crowd, table, 1, BEAR)
    with pytest.raises(Refused) as refused:
        await crowd.desk.undo(table, "ask", BEAR, crowd.stamp())
    assert refused.value.reason in ("undo_scored", "undo_nothing", "undo_revealed")
    with pytest.raises(Refused, match="undo_none"):
        await crowd.press(table, "undo.yes", BEAR)


def test_orders_are_read_in_the_words_of_the_game() -> None:
    game = registry.game("pussers-bones")
    assert parse_order(game, "pass unless Jimmy Rick") == StandingOrder("pass", unless="jimmy rick")
    assert parse_order(game, "Yes! any Blood") == StandingOrder("yes", only="blood")
    assert parse_order(game, "pass") == StandingOrder("pass")
    assert parse_order(game, "discard R1") == StandingOrder("discard", words="r1")
    assert parse_order(registry.game("bonedoneskis"), "fold to any raise") == StandingOrder("fold", only="raise")
    with pytest.raises(Unreadable):
        parse_order(game, "sing a song")


def test_orders_speak_about_what_lies_there() -> None:
    jimmy = ("discarded", "jimmy rick (r1)")
    assert not speaks(StandingOrder("pass", unless="jimmy rick"), jimmy)
    assert speaks(StandingOrder("pass", unless="jimmy rick"), ("discarded", "blood (dr)"))
    assert speaks(StandingOrder("yes", only="blood"), ("discarded", "blood (dr)"))
    assert not speaks(StandingOrder("yes", only="blood"), jimmy)
    assert speaks(StandingOrder("fold", only="raise"), ("acted", "raise"))


async def test_a_standing_order_plays_and_ends_with_the_hand(crowd: Crowd) -> None:
    table = await crowd.started(GAME, pace="correspondence")
    present = await until_turn(crowd, table, BEAR)
    public = len(crowd.postbox.everything_at(CHANNEL))
    reply = await crowd.desk.orders(table, "knock", BEAR, crowd.stamp())
    assert reply.message is not None
    assert "knock" in reply.message.text
    await crowd.settled()
    assert len(crowd.postbox.everything_at(CHANNEL)) == public
    words = words_for(present, BEAR)
    assert words is not None
    first = words.partition(" ")[2]
    await crowd.desk.orders(table, "off", BEAR, crowd.stamp())
    await crowd.desk.orders(table, f"play {first}", BEAR, crowd.stamp())
    await crowd.settled()
    after = await crowd.desk.tables.get(table)
    assert after.sequence > present.sequence
    await play_until(crowd, table, 1, BEAR)
    assert await crowd.store.read(people.orders, table, 1) == []
    with pytest.raises(Refused, match="no_hand"):
        await crowd.desk.orders(table, "knock", BEAR, crowd.stamp())


async def test_one_ping_a_turn_by_correspondence(crowd: Crowd) -> None:
    table = await crowd.started(GAME, pace="correspondence")
    channel = dm(BEAR.user).channel
    for _ in range(3):
        present = await until_turn(crowd, table, BEAR)
        sends = crowd.postbox.calls.count(("send", channel))
        await crowd.settled()
        assert crowd.postbox.calls.count(("send", channel)) == sends
        await crowd.say(table, words_for(present, BEAR) or "", BEAR)
        await crowd.settled()
        assert crowd.postbox.calls.count(("send", channel)) <= sends + 1
        assert len(crowd.postbox.at(channel)) == 1


def test_quiet_hours_stop_a_players_clock() -> None:
    berlin = find_zone("Europe/Berlin") or UTC
    night = QuietHours(berlin, 22 * 60, 7 * 60)
    evening = round(datetime(2026, 6, 1, 21, 0, tzinfo=berlin).timestamp() * 1000)
    morning = round(datetime(2026, 6, 2, 8, 0, tzinfo=berlin).timestamp() * 1000)
    assert add_waking_time(evening, 2 * HOUR, night) == morning
    assert add_waking_time(evening, HOUR // 2, night) == evening + HOUR // 2
    assert add_waking_time(evening, 2 * HOUR, None) == evening + 2 * HOUR
    assert find_zone("Nowhere/AtAll") is None


async def test_choices_are_kept_and_refused_by_name(crowd: Crowd) -> None:
    table = await crowd.started(GAME)
    reply = await crowd.desk.prefer(BEAR, "theme", "light")
    assert reply.message is not None
    assert "light" in reply.message.text
    await crowd.desk.prefer(BEAR, "quiet", "22:30-7")
    assert "22:30-7:00" in (await crowd.desk.prefer(BEAR, "", "")).message.text  # type: ignore[union-attr]
    for name, value, reason in (("theme", "pink", "preference_value"), ("shoe", "9", "preference"),
                                ("quiet", "25-99", "preference_value")):  # fmt: skip
        with pytest.raises(Refused) as refused:
            await crowd.desk.prefer(BEAR, name, value)
        assert refused.value.reason == reason
        assert "; there are " in refusal(refused.value)
    hobart = await crowd.desk.prefer(BEAR, "timezone", "australia/hobart")
    assert "Australia/Hobart" in hobart.message.text  # type: ignore[union-attr]
    await crowd.desk.prefer(BEAR, "text_only", "on")
    await crowd.settled()
    (rack,) = crowd.postbox.at(dm(BEAR.user).channel)
    assert rack.pictures == ()
    assert "holding" in rack.text
    assert (await crowd.desk.export(BEAR))["preferences"]["theme"] == "light"
    await crowd.desk.table("close", table, BEAR, crowd.stamp())
    await crowd.settled()
    await crowd.desk.erase(BEAR)
    assert (await crowd.desk.export(BEAR))["seats"] == []
