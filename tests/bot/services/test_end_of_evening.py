"""The end of an evening: the last hand, closing a table whose opener sleeps, stepping away, and leaving."""

from __future__ import annotations

import pytest

from bot.messages.table_panel import make_panel
from bot.ports.requests import Location
from bot.ports.ui import Button
from bot.store.books import crews, postings
from bot.store.tables.rows import Pace
from bot.tables.aggregate.table import Table
from bot.tables.timing.deadlines import SILENCE
from games import registry
from games.core.refused import Refused
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, NED, WALLY, Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import LONGEST, MORE_GAMES, mark_thorough

DUO, NAVY, STUD = "duo-dominoes", "pussers-bones", "bonedoneskis"


async def start_with_rule(room: Room, game: str, rule: str, value: str) -> int:
    """Start a game of Bear, Bull and two robots, with a house rule that Bear set before the others came."""
    table = await room.open(game)
    await room.press(table, "lobby.house.set", BEAR, rule, value)
    for what, who in (("join", BULL), ("robot+", BEAR), ("robot+", BEAR), ("start", BEAR)):
        await room.press(table, f"lobby.{what}", who)
    await room.settle()
    return table


async def play_on(room: Room, table: int) -> Table:
    """Let Bear and Bull play until the present hand is over."""
    hand = (await room.tables.get(table)).shuffle.number
    await play_until(room, table, hand, BEAR, BULL)
    return await room.tables.get(table)


@pytest.mark.parametrize("game", mark_thorough(["pussers-bones", "bonedoneskis"], MORE_GAMES, only=[LONGEST]))
async def test_the_table_closes_after_the_last_hand_and_nothing_is_broken_off(room: Room, game: str) -> None:
    table = await room.start_table(game, (BEAR, BULL), 2)
    reply = await room.press(table, "table.last", BULL)
    assert reply.message is not None
    assert "This hand is the last" in reply.message.text
    await room.settle()
    assert "Bull: this hand is the last." in room.messenger.at(CHANNEL)[-1].text
    now = await play_on(room, table)
    assert (now.status, now.closing.because, now.hand_open) == ("closed", "last", False)
    assert now.shuffle.number == 1, "no further shuffle is fixed"
    assert now.shuffle.last_opened == 1


async def test_a_game_of_several_hands_is_played_to_its_end(room: Room) -> None:
    table = await start_with_rule(room, DUO, "game_points", "30")
    reply = await room.press(table, "table.last", BULL)
    assert reply.message is not None
    assert "This game is the last" in reply.message.text
    now = await play_on(room, table)
    while now.public_view.game_open:
        assert now.status == "live", "a game under way is not broken off"
        now = await play_on(room, table)
    assert now.status == "closed"


async def test_anyone_at_the_table_may_let_it_play_on(room: Room) -> None:
    table = await room.start_table(STUD, (BEAR, BULL), 2)
    with pytest.raises(Refused, match="last_not_said"):
        await room.press(table, "table.play_on", BEAR)
    await room.press(table, "table.last", BULL)
    with pytest.raises(Refused, match="last_said"):
        await room.press(table, "table.last", BEAR)
    with pytest.raises(Refused, match="not_seated"):
        await room.press(table, "table.play_on", NED)
    await room.press(table, "table.play_on", BEAR)
    room = await room.crash_and_restart()
    assert not (await room.tables.get(table)).closing.is_last_hand
    assert (await play_on(room, table)).status == "live"


async def test_a_last_hand_survives_a_crash(room: Room) -> None:
    table = await room.start_table(STUD, (BEAR, BULL), 2)
    await room.press(table, "table.last", BULL, where=Location(0, dm(BULL.user).channel))
    room = await room.crash_and_restart()
    assert (await play_on(room, table)).closing.because == "last"


@pytest.mark.parametrize("game", registry.NAMES)
async def test_a_lobby_has_no_last_hand(room: Room, game: str) -> None:
    table = await room.open(game)
    await room.press(table, "lobby.join", BULL)
    with pytest.raises(Refused, match="not_started"):
        await room.press(table, "table.last", BULL)


async def play_first_hand(room: Room) -> int:
    """Open a table for Bear, with Bull and Wal, and play its first hand."""
    return await take_played_table(room, STUD, (BEAR, BULL, WALLY), 1)


async def test_those_present_close_a_table_whose_opener_sleeps(room: Room) -> None:
    table = await play_first_hand(room)
    reply = await room.press(table, "table.close", BULL)
    assert reply.message is not None
    assert "Without a no, the table closes" in reply.message.text
    await room.press(table, "close.yes.1", WALLY)
    assert (await room.tables.get(table)).status == "live"
    await room.settle()
    assert "Without a no, the table closes" in room.messenger.at(CHANNEL)[-1].text
    room.clock.forward(SILENCE[Pace.LIVE] + 1)
    await room.settle()
    now = await room.tables.get(table)
    assert (now.status, now.closing.because) == ("closed", "asked")


async def test_an_opener_who_is_awake_may_refuse(room: Room) -> None:
    table = await play_first_hand(room)
    await room.press(table, "table.close", BULL)
    await room.press(table, "close.no.1", BEAR)
    room.clock.forward(2 * SILENCE[Pace.LIVE])
    await room.settle()
    assert (await room.tables.get(table)).status == "live"


async def test_in_the_middle_of_a_hand_silence_closes_nothing(room: Room) -> None:
    table = await room.start_table(NAVY, (BEAR, BULL, WALLY), 1)
    await room.press(table, "table.close", BULL)
    room.clock.forward(SILENCE[Pace.LIVE] + 1)
    await room.settle()
    assert (await room.tables.get(table)).status == "live"


async def test_a_question_is_answered_when_those_who_were_asked_are_away(room: Room) -> None:
    table = await room.start_table(NAVY, (BEAR, BULL), 2)
    await room.press(table, "table.close", BULL)
    assert (await room.tables.get(table)).status == "live"
    await room.press(table, "table.away", BEAR)
    await room.settle()
    assert (await room.tables.get(table)).status == "closed"


async def test_the_next_hand_waits_while_the_table_is_asked_whether_to_close(room: Room) -> None:
    table = await play_first_hand(room)
    await room.press(table, "table.close", BULL)
    room.clock.forward(60_000)
    await room.settle()
    assert not (await room.tables.get(table)).hand_open


async def test_a_robot_plays_for_somebody_who_steps_away_until_they_are_back(room: Room) -> None:
    table = await room.start_table(NAVY, (BEAR, BULL), 2)
    await room.press(table, "table.away", BULL)
    seat = (await room.tables.get(table)).seat_of(BULL.user)
    assert seat is not None
    assert not (await room.tables.get(table)).is_present(seat)
    with pytest.raises(Refused, match="away_already"):
        await room.press(table, "table.away", BULL)
    room = await room.crash_and_restart()
    await room.press(table, "hand.show", BULL)
    assert (await room.tables.get(table)).is_present(seat)


async def test_leaving_in_the_middle_is_one_press_and_one_question(room: Room) -> None:
    table = await room.start_table(NAVY, (BEAR, BULL), 2)
    asked = await room.press(table, "lobby.leave", BULL)
    assert asked.message is not None
    assert [control.name for control in asked.message.rows[0]] == ["table.leave.yes", "table.leave.no", "table.away"]
    assert (await room.tables.get(table)).seat_of(BULL.user) is not None
    await room.press(table, "table.leave.no", BULL)
    await room.press(table, "table.leave.yes", BULL)
    now = await room.tables.get(table)
    assert now.seat_of(BULL.user) is None
    assert now.status == "live"


async def test_the_last_person_who_leaves_closes_the_table(room: Room) -> None:
    table = await room.start_table(NAVY, (BEAR,), 3)
    asked = await room.press(table, "table.leave", BEAR)
    assert asked.message is not None
    assert "so the table closes" in asked.message.text
    await room.press(table, "table.leave.yes", BEAR)
    assert (await room.tables.get(table)).status == "closed"


async def test_closing_books_every_hand_that_was_played(room: Room) -> None:
    table = await start_with_rule(room, STUD, "post", "session")
    while not any((await room.tables.get(table)).public_view.scores):
        await play_on(room, table)
    reply = await room.press(table, "table.last", BULL)
    assert reply.message is not None
    assert "The next hand is the last" in reply.message.text
    now = await play_on(room, table)
    crew = await room.store.read(crews.find_at_place, GUILD, (0,))
    assert crew is not None
    (entry,) = await room.store.read(postings.read, crew.id, states=postings.EVERY_STATE)
    assert (now.status, tuple(entry.data["amounts"])) == ("closed", now.public_view.scores)


def list_panel_controls(table: Table, who: object) -> list[str]:
    shown = make_panel(table, who)  # type: ignore[arg-type]
    found = [control.name for row in shown.rows for control in row if isinstance(control, Button)]
    assert found.pop() == "tables.mine"
    return found


async def test_the_panel_offers_what_is_possible_now(room: Room) -> None:
    table = await room.start_table(NAVY, (BEAR, BULL), 2)
    now = await room.tables.get(table)
    assert list_panel_controls(now, BULL) == [
        "table.away",
        "table.last",
        "table.pause",
        "table.hush",
        "table.close",
        "table.leave",
    ]
    assert list_panel_controls(now, NED) == ["lobby.join"]
    await room.press(table, "table.last", BULL)
    await room.press(table, "table.away", BULL)
    now = await room.tables.get(table)
    assert list_panel_controls(now, BULL) == [
        "hand.show",
        "table.play_on",
        "table.pause",
        "table.hush",
        "table.close",
        "table.leave",
    ]
    for what in list_panel_controls(now, BEAR):
        assert (await room.press(table, what, BEAR)) is not None
        if what == "table.close":
            break
