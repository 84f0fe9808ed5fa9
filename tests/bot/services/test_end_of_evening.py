"""The end of an evening: the last hand, closing a table whose opener sleeps, stepping away, and leaving."""

import pytest

from bot.messages.parts.table_panel import IN_PANEL, make_panel
from bot.ports import Button
from bot.store import Pace
from bot.tables.aggregate import Table
from bot.tables.timing.deadlines import SILENCE
from games import registry
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, message_of
from tests.bot.harness.shelf import take_played_table
from tests.left_out import LONGER, LONGEST, MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

DUO, STUD = "duo-dominoes", "bonedoneskis"


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
    hand = (await room.get(table)).shuffle.number
    await play_until(room, table, hand, BEAR, BULL)
    return await room.get(table)


@pytest.mark.parametrize("game", mark_thorough(["pussers-bones", "bonedoneskis"], MORE_GAMES, only=[LONGEST]))
async def test_the_table_closes_after_the_last_hand_and_nothing_is_broken_off(room: Room, game: str) -> None:
    table = await room.start_table(game, (BEAR, BULL), 2)
    reply = message_of(await room.press(table, "table.last", BULL))
    assert "This is the last hand" in reply.text
    await room.settle()
    assert "Bull: this is the last hand." in room.at(CHANNEL)[-1].text
    now = await play_on(room, table)
    assert (now.status, now.closing.because, now.hand_open) == ("closed", "last", False)
    assert now.shuffle.number == 1, "no further shuffle is fixed"
    assert now.shuffle.last_opened == 1


@pytest.mark.thorough(LONGER)
async def test_a_game_of_several_hands_is_played_to_its_end(room: Room) -> None:
    table = await start_with_rule(room, DUO, "game_points", "30")
    reply = message_of(await room.press(table, "table.last", BULL))
    assert "This is the last game" in reply.text
    now = await play_on(room, table)
    while now.public_view.game_open:
        assert now.status == "live", "a game under way is not broken off"
        now = await play_on(room, table)
    assert now.status == "closed"


async def test_anyone_at_the_table_may_let_it_play_on(room: Room) -> None:
    table = await room.start_table(STUD, (BEAR, BULL), 2)
    with refuses("last_not_said"):
        await room.press(table, "table.play_on", BEAR)
    await room.press(table, "table.last", BULL)
    with refuses("last_said"):
        await room.press(table, "table.last", BEAR)
    with refuses("not_seated"):
        await room.press(table, "table.play_on", NED)
    room = await room.crash_and_restart()
    assert (await room.get(table)).closing.is_last_hand
    await room.press(table, "table.play_on", BEAR)
    room = await room.crash_and_restart()
    assert not (await room.get(table)).closing.is_last_hand
    assert (await play_on(room, table)).status == "live"


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_lobby_has_no_last_hand(room: Room, game: str) -> None:
    table = await room.open(game)
    await room.press(table, "lobby.join", BULL)
    with refuses("not_started"):
        await room.press(table, "table.last", BULL)


async def play_first_hand(room: Room) -> int:
    """Open a table for Bear, with Bull and Wal, and play its first hand."""
    return await take_played_table(room, STUD, (BEAR, BULL, WALLY), 1)


@pytest.mark.thorough(MORE_CASES)
async def test_those_present_close_a_table_whose_opener_sleeps(room: Room) -> None:
    table = await play_first_hand(room)
    reply = message_of(await room.press(table, "table.close", BULL))
    assert "Unless somebody says no, the table closes" in reply.text
    await room.press(table, "close.yes.1", WALLY)
    assert (await room.get(table)).status == "live"
    await room.settle()
    assert "Unless somebody says no, the table closes" in room.at(CHANNEL)[-1].text
    room.forward(SILENCE[Pace.LIVE] + 1)
    await room.settle()
    now = await room.get(table)
    assert (now.status, now.closing.because) == ("closed", "asked")


async def test_an_opener_who_is_awake_may_refuse(room: Room) -> None:
    table = await play_first_hand(room)
    await room.press(table, "table.close", BULL)
    await room.press(table, "close.no.1", BEAR)
    room.forward(2 * SILENCE[Pace.LIVE])
    await room.settle()
    assert (await room.get(table)).status == "live"


async def test_in_the_middle_of_a_hand_silence_closes_nothing(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL, WALLY), 1)
    await room.press(table, "table.close", BULL)
    room.forward(SILENCE[Pace.LIVE] + 1)
    await room.settle()
    assert (await room.get(table)).status == "live"


async def test_a_question_is_answered_when_those_who_were_asked_are_away(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL), 2)
    await room.press(table, "table.close", BULL)
    assert (await room.get(table)).status == "live"
    await room.press(table, "table.away", BEAR)
    await room.settle()
    assert (await room.get(table)).status == "closed"


async def test_the_next_hand_waits_while_the_table_is_asked_whether_to_close(room: Room) -> None:
    table = await play_first_hand(room)
    await room.press(table, "table.close", BULL)
    room.forward(60_000)
    await room.settle()
    assert not (await room.get(table)).hand_open


@pytest.mark.thorough(MORE_CASES)
async def test_a_robot_plays_for_somebody_who_steps_away_until_they_are_back(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL), 2)
    await room.press(table, "table.away", BULL)
    seat = (await room.get(table)).seat_of(BULL.user)
    assert seat is not None
    assert not (await room.get(table)).is_present(seat)
    with refuses("away_already"):
        await room.press(table, "table.away", BULL)
    room = await room.crash_and_restart()
    await room.press(table, "hand.show", BULL)
    assert (await room.get(table)).is_present(seat)


async def test_leaving_in_the_middle_is_one_press_and_one_question(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL), 2)
    asked = message_of(await room.press(table, "lobby.leave", BULL))
    assert [control.name for control in asked.rows[0]] == ["table.leave.yes", "table.leave.no", "table.away"]
    assert (await room.get(table)).seat_of(BULL.user) is not None
    await room.press(table, "table.leave.no", BULL)
    await room.press(table, "table.leave.yes", BULL)
    now = await room.get(table)
    assert now.seat_of(BULL.user) is None
    assert now.status == "live"


@pytest.mark.thorough(MORE_CASES)
async def test_the_last_person_who_leaves_closes_the_table(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR,), 3)
    asked = message_of(await room.press(table, "table.leave", BEAR))
    assert "so the table closes" in asked.text
    await room.press(table, "table.leave.yes", BEAR)
    assert (await room.get(table)).status == "closed"


def list_panel_controls(table: Table, who: object) -> list[str]:
    shown = make_panel(table, who)  # type: ignore[arg-type]
    found = [control.name for row in shown.rows for control in row if isinstance(control, Button)]
    assert found.pop() == "tables.mine"
    return [name for name in found if name not in IN_PANEL]


async def test_the_panel_offers_what_is_possible_now(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL), 2)
    now = await room.get(table)
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
    now = await room.get(table)
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
