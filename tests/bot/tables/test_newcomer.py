"""What a newcomer reads and presses: the board's first line, the quiet log, the buttons of a rack, and the start."""

from __future__ import annotations

from typing import Any

import pytest

from bot.automation.automatic_moves import AutomaticMoves
from bot.messages import controls
from bot.messages.board import words_of
from bot.store import events
from bot.tables.pacing import LIVE, SECOND
from games.core import registry
from games.core.seats import Seat
from games.lombardy.events import TurnedDown
from games.lombardy.idle import idle_move
from games.pieces.bones import code
from render.picture import Picture
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, Crowd, WordScenes, dm
from tests.bot.tables.players import play_until, step, until_turn


async def test_the_first_line_of_the_board_says_for_whom_it_waits(crowd: Crowd) -> None:
    table = await crowd.started("duo-dominoes")
    await until_turn(crowd, table, BEAR)
    board = crowd.postbox.at(CHANNEL)[-1].text.splitlines()
    assert board[0] == "**Bear to lay a tile or knock**"
    assert board[1].startswith("-# Duo Dominoes · hand 1 · Bear 0")
    assert "direct message" in board[-1]
    rack = crowd.postbox.at(dm(BEAR.user).channel)[-1].text.splitlines()
    assert rack[0] == "**Your turn: lay a tile, or knock if none fits**"
    assert rack[1] == f"-# Duo Dominoes · hand 1 · table in <#{CHANNEL}>"


@pytest.mark.parametrize("game", ["lombardy-bones", "duo-dominoes", "bonedoneskis"])
async def test_nobody_is_shown_a_table_before_its_first_hand_is_dealt(
    crowd: Crowd, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await crowd.open(game)
    for _ in range(3):
        await crowd.press(table, "lobby.robot+", BEAR)
    await crowd.settled()

    async def nothing(actors: AutomaticMoves, table: int) -> None:
        return None

    with monkeypatch.context() as slow:
        slow.setattr(AutomaticMoves, "act", nothing)
        await crowd.press(table, "lobby.start", BEAR)
        await crowd.settled()
        assert "**Start** deals" in crowd.postbox.at(CHANNEL)[-1].text
        assert crowd.postbox.at(dm(BEAR.user).channel) == []
    crowd.desk.keeper.scheduler.wake(table)
    await crowd.settled()
    assert "hand 1" in crowd.postbox.at(CHANNEL)[-1].text
    assert "hand 1" in crowd.postbox.at(dm(BEAR.user).channel)[-1].text


async def test_between_hands_the_board_offers_the_next_hand_the_reason_and_the_sheet(crowd: Crowd) -> None:
    table = await crowd.started("duo-dominoes")
    await play_until(crowd, table, 1, BEAR)
    board = [one for one in crowd.postbox.at(CHANNEL) if one.rows][-1]
    assert {"next", "why", "sheet", "hand.show"} <= {one.what for row in board.rows for one in row}
    assert "direct message" not in board.text


async def test_a_table_starts_when_it_is_full_if_the_house_says_so(crowd: Crowd) -> None:
    table = await crowd.open("duo-dominoes")
    await crowd.press(table, "lobby.house.set", BEAR, "start", "full")
    await crowd.settled()
    assert "starts by itself" in crowd.postbox.at(CHANNEL)[-1].text
    for _ in range(2):
        await crowd.press(table, "lobby.robot+", BEAR)
    assert (await crowd.desk.tables.get(table)).status == "lobby"
    await crowd.press(table, "lobby.join", BULL)
    assert (await crowd.desk.tables.get(table)).status == "live"


async def test_the_board_stands_below_a_new_page_of_the_log(crowd: Crowd) -> None:
    table = await crowd.started("pussers-bones")
    below = 0
    for _ in range(400):
        if not await step(crowd, table, BEAR):
            crowd.clock.forward(5 * SECOND)
            await crowd.settled()
        pages = sum("throws out" in one.text and not one.rows for one in crowd.postbox.at(CHANNEL))
        below = below + 1 if pages > 1 else 0
        if below > 4:
            break
    assert below > 4
    *rest, last = crowd.postbox.at(CHANNEL)
    assert last.rows
    assert not any(one.rows for one in rest)


@pytest.mark.parametrize("game", ["duo-dominoes", "bonedoneskis"])
async def test_between_hands_stand_the_receipt_the_next_shuffles_promise_and_the_board(crowd: Crowd, game: str) -> None:
    table = await crowd.started(game)
    await play_until(crowd, table, 1, BEAR)
    await crowd.settled()
    *rest, last = crowd.postbox.at(CHANNEL)
    assert {"next"} <= {one.what for row in last.rows for one in row}
    assert "Shuffle 2 is fixed" in rest[-1].text
    assert not any(one.rows for one in rest)
    receipts = [place for place, one in enumerate(rest) if any(each.png == b"receipt" for each in one.pictures)]
    assert receipts == [len(rest) - 2]
    assert "The secret of shuffle 1 is open" in rest[-2].text


async def test_while_a_bone_may_be_called_every_rack_has_the_same_words(crowd: Crowd) -> None:
    table = await crowd.started("pussers-bones", (BEAR, BULL), 2)
    for _ in range(200):
        if (await crowd.desk.tables.get(table)).crowd.phase == "calling":
            break
        if not await step(crowd, table, BEAR, BULL):
            crowd.clock.forward(LIVE.robot)
            await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.crowd.phase == "calling"
    for seat in present.crowd.to_act:
        made = controls.rows(present.game, present.view(seat), words_of(present), crowd=present.crowd)
        assert {"yes", "dobone", "pass"} <= {one.what for row in made for one in row}


async def test_lb82_the_games_own_move_comes_before_the_robot(crowd: Crowd) -> None:
    table = await crowd.started("lombardy-bones")
    present = await until_turn(crowd, table, BEAR)
    seat = present.people[0]
    expected = present.game.write(idle_move(present.state, seat))
    heard = present.sequence
    crowd.clock.forward(LIVE.stand_in + SECOND)
    for _ in range(len(LIVE.nudges) + 1):
        await crowd.settled()
    after = await crowd.desk.tables.get(table)
    assert not after.present(seat)
    stored = await crowd.store.read(events.read, table, heard)
    said = dict.fromkeys((one.cause or "").partition(":")[0] for one in stored if one.body.get("seat") == seat)
    assert expected.startswith("answer")
    assert [one for one in said if one != "nudge"][:2] == ["idle", "stand_in"]


async def test_words_that_came_to_nothing_reach_their_player_alone(crowd: Crowd) -> None:
    table = await crowd.started("lombardy-bones", (BEAR, BULL), 2)
    present = await crowd.desk.tables.get(table)
    present.own_last[present.people[0]] = TurnedDown(present.people[0], "renege", 0, "LB-42", "too_late")
    crowd.desk.keeper.workers.refresh(present)
    await crowd.settled()
    assert (
        "Your “renege” came to nothing. LB-42: too late to call renege"
        in crowd.postbox.at(dm(BEAR.user).channel)[-1].text
    )
    assert "came to nothing" not in crowd.postbox.at(dm(BULL.user).channel)[-1].text
    assert all("came to nothing" not in one.text for one in crowd.postbox.at(CHANNEL))


@pytest.mark.parametrize("game", ["duo-dominoes", "lombardy-bones"])
async def test_a_lobby_that_has_enough_players_says_how_to_begin(crowd: Crowd, game: str) -> None:
    table = await crowd.open(game)
    await crowd.settled()
    assert "so far" in crowd.postbox.at(CHANNEL)[-1].text
    for _ in range(3):
        await crowd.press(table, "lobby.robot+", BEAR)
    await crowd.settled()
    assert "4 of 4 seats are taken. **Start** deals the first hand." in crowd.postbox.at(CHANNEL)[-1].text


async def test_a_copy_of_a_hand_says_how_old_it_is_and_the_kept_one_does_not(crowd: Crowd) -> None:
    table = await crowd.started("duo-dominoes")
    at = crowd.clock.now // 1000
    old = (await crowd.desk.tables.get(table)).panel
    shown = (await crowd.press(table, "hand.show", BEAR)).message
    assert shown is not None
    assert shown.text.endswith(f"-# As it stood <t:{at}:R>; **My hand** shows it afresh.")
    await until_turn(crowd, table, BEAR)
    await step(crowd, table, BEAR)
    answer = (await crowd.press(table, "knock", BEAR, seq=old - 1)).message
    assert answer is not None
    assert "As it stood" in answer.text
    assert "As it stood" not in crowd.postbox.at(dm(BEAR.user).channel)[-1].text


@pytest.mark.parametrize(("game", "sorts"), [("pussers-bones", True), ("duo-dominoes", False), ("bonedoneskis", False)])
async def test_a_hand_can_be_sorted_where_its_pieces_have_more_than_one_order(
    crowd: Crowd, game: str, sorts: bool
) -> None:
    await crowd.started(game)
    rack = crowd.postbox.at(dm(BEAR.user).channel)[-1]
    assert ("hand.sort" in {one.what for row in rack.rows for one in row}) is sorts


@pytest.mark.parametrize("text_only", ["off", "on"])
async def test_who_wants_it_is_told_which_of_his_bones_are_hot(crowd: Crowd, text_only: str) -> None:
    table = await crowd.started("pussers-bones", (BEAR,), 3)
    await crowd.desk.prefer(BEAR, "text_only", text_only)
    for _ in range(2_000):
        present = await crowd.desk.tables.get(table)
        seat = present.seat_of(BEAR.user)
        assert seat is not None
        assert present.number == 1
        if hot := present.view(seat).hot:
            break
        if not await step(crowd, table, BEAR):
            crowd.clock.forward(30_000)
            await crowd.settled()
    else:
        raise AssertionError("no bone ever was hot")
    assert "Hot:" not in crowd.postbox.at(dm(BEAR.user).channel)[-1].text
    await crowd.desk.prefer(BEAR, "hot", "on")
    await crowd.settled()
    (line,) = [one for one in crowd.postbox.at(dm(BEAR.user).channel)[-1].text.splitlines() if "Hot:" in one]
    assert all(code(bone) in line for bone in hot)
    await crowd.desk.prefer(BEAR, "hot", "off")


@pytest.mark.parametrize("game", ["duo-dominoes", "bonedoneskis"])
async def test_a_hands_receipt_is_shown_though_the_next_was_dealt_before(
    crowd: Crowd, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def receipt(view: Any, names: tuple[str, ...] = (), style: object = None) -> Picture:
        drawn.append(view)
        return Picture(b"receipt", "receipt")

    monkeypatch.setattr(WordScenes, "receipt", staticmethod(receipt))
    table = await crowd.started(game)
    with monkeypatch.context() as unseen:
        unseen.setattr(crowd.desk.keeper.workers, "refresh", lambda table, anyway=True: None)
        await play_until(crowd, table, 1, BEAR)
        ended = (await crowd.desk.tables.get(table)).sequence
        await crowd.say(table, "next", BEAR)
        await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.sequence > ended
    assert drawn == []
    crowd.desk.keeper.workers.refresh(present)
    await crowd.settled()
    shown = [one for one in crowd.postbox.at(CHANNEL) if any(each.png == b"receipt" for each in one.pictures)]
    for number, one in enumerate(shown, 1):
        assert f"The secret of shuffle {number} is open" in one.text
    assert len(shown) == present.number - 1
    assert {(view.seat, view.hand, view.ending is not None) for view in drawn} == {
        (None, number, True) for number in range(1, present.number)
    }


@pytest.mark.parametrize("game", registry.NAMES)
async def test_a_closed_table_asks_nobody_for_anything(crowd: Crowd, game: str) -> None:
    table = await crowd.started(game)
    for _ in range(200):
        if Seat(0) in (await crowd.desk.tables.get(table)).crowd.to_act:
            break
        crowd.clock.forward(LIVE.robot)
        await crowd.settled()
    assert crowd.postbox.at(dm(BEAR.user).channel)[-1].rows
    await crowd.desk.table("close", table, BEAR, crowd.stamp())
    await crowd.settled()
    rack = crowd.postbox.at(dm(BEAR.user).channel)[-1]
    title = crowd.desk.settings.game(game).TITLE
    assert rack.text == f"**This table is closed.**\n-# {title} · hand 1 · table in <#{CHANNEL}>"
    assert (rack.pictures, rack.rows) == ((), ())
    (board,) = [one for one in crowd.postbox.at(CHANNEL) if one.text.startswith("**This table is closed.**")]
    assert len(board.text.splitlines()) == 2
    assert "phase='closed'" in board.pictures[0].alt
