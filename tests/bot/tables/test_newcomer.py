"""A newcomer's first messages: the board's first line, the quiet log, the buttons of a rack, and the start."""

import contextlib
import re
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from bot.automation.automatic_moves import AutomaticMoves
from bot.delivery.workers import MessageWorkers
from bot.messages.boards.board import find_ending
from bot.messages.hands import hand as hands, own_messages
from bot.messages.parts import controls
from bot.messages.parts.table_words import words_of
from bot.ports import Message, Requester
from bot.ports.times import SECOND
from bot.store import Preferences
from bot.store.people import lesson_progress
from bot.store.tables import commits
from bot.tables.aggregate import Table, name_table
from bot.tables.aggregate.pacing import LIVE
from bot.wording import Words
from games import registry
from games.core import Refused, Seat
from games.lombardy.deadlines import idle_move
from games.lombardy.events import TurnedDown
from games.pieces.bones import Bone, code
from render.base.picture import EndingWords, Picture
from tests.bot.harness.players import play_to, play_until, play_until_turn, step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, in_dm, list_controls, message_of
from tests.bot.harness.shelf import take_played_table
from tests.bot.harness.word_scenes import WordScenes
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.views import own_state


async def test_the_last_line_of_the_board_says_for_whom_it_waits(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    await play_until_turn(room, table, BEAR)
    board = room.at(CHANNEL)[-1].text.splitlines()
    assert board[-1] == "**Bear's turn: lay a tile**"
    assert board[0].startswith("-# Duo Dominoes · hand 1 · Bear + Baker 0, Able + Charlie 0")
    assert any("direct message" in line for line in board[1:-1])
    rack = room.dm(BEAR)[-1].text.splitlines()
    assert rack[-1] == "**Your turn: lay a tile**"
    assert rack[0] == f"{board[0]} · {name_table(table)} in <#{CHANNEL}>"


@pytest.mark.parametrize(
    "game", mark_thorough(["lombardy-bones", "duo-dominoes", "bonedoneskis"], MORE_GAMES, but=["lombardy-bones"])
)
async def test_no_hand_is_shown_before_the_first_deal(room: Room, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.open(game)
    await room.add_robots(table, 3)
    await room.settle()

    async def do_nothing(actors: AutomaticMoves, table: int) -> None:
        return None

    with monkeypatch.context() as slow:
        slow.setattr(AutomaticMoves, "act", do_nothing)
        await room.begin(table)
        assert "**Start** deals" in next(message.text for message in room.at(CHANNEL) if message.rows)
        assert room.dm(BEAR) == []
    room.host.scheduler.wake(table)
    await room.settle()
    assert "hand 1" in room.at(CHANNEL)[-1].text
    assert "hand 1" in room.dm(BEAR)[-1].text


async def test_a_table_starts_when_it_is_full_if_the_house_says_so(room: Room) -> None:
    table = await room.open("duo-dominoes")
    await room.press(table, "lobby.house.set", BEAR, "start", "full")
    await room.settle()
    assert "starts by itself" in room.at(CHANNEL)[-1].text
    await room.add_robots(table, 2)
    assert (await room.get(table)).status == "lobby"
    await room.press(table, "lobby.join", BULL)
    assert (await room.get(table)).status == "live"


@pytest.mark.thorough(MORE_CASES)
async def test_the_board_is_below_a_new_page_of_the_log(room: Room) -> None:
    table = await room.start_table("pussers-bones")
    below = 0
    for _ in range(400):
        if not await step(room, table, BEAR):
            room.forward(5 * SECOND)
            await room.settle()
        pages = sum(" · " in message.text and not message.rows for message in room.at(CHANNEL))
        below = below + 1 if pages > 1 else 0
        if below > 4:
            break
    assert below > 4
    *rest, last = room.at(CHANNEL)
    assert last.rows
    assert [message.text for message in rest if message.rows] == ["-# Hand 1: sealed"]


@pytest.mark.parametrize("game", mark_thorough(["duo-dominoes", "bonedoneskis"], MORE_GAMES, but=["duo-dominoes"]))
async def test_between_hands_the_board_alone_shows_the_end_and_then_the_log_keeps_it(room: Room, game: str) -> None:
    table = await take_played_table(room, game)
    await room.settle()
    *rest, last = room.at(CHANNEL)
    offered = {control.name for row in last.rows for control in row}
    assert {"next", "why", "table.more"} <= offered
    assert not {"sheet", "hand.show"} & offered, "so that the end of a hand has few buttons"
    assert "direct message" not in last.text
    assert [message.text for message in rest if message.rows] == ["-# Hand 1: sealed"]
    assert [message for message in room.at(CHANNEL) if shows_an_end(message)] == [last]
    await room.say(table, "next", BEAR)
    await room.host.workers.settle(table)  # during a hand the log may wait for five seconds
    await room.settle()
    (kept,) = [message for message in room.at(CHANNEL) if shows_an_end(message)]
    assert "**Hand 1**" in kept.text and kept is not room.at(CHANNEL)[-1]


def shows_an_end(message: Message) -> bool:
    """True if a message has the picture of a hand's end."""
    return any(picture.png == b"receipt" for picture in message.pictures)


async def test_while_a_bone_may_be_called_every_rack_has_the_same_buttons(room: Room) -> None:
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2)
    present = await play_to(
        room, table, lambda present: present.public_view.phase == "calling", BEAR, BULL, wait=LIVE.robot
    )
    for seat in present.public_view.to_act:
        made = controls.make_rows(present.game, present.view(seat), words_of(present), crowd=present.public_view)
        assert {"yes", "dobone", "pass"} <= {control.name for row in made for control in row}


async def test_lb82_the_games_own_move_comes_before_the_robot(room: Room) -> None:
    table = await room.start_table("lombardy-bones")
    present = await play_until_turn(room, table, BEAR)
    seat = present.people[0]
    expected = present.game.write(idle_move(own_state(present), seat))
    before = present.sequence
    room.forward(LIVE.stand_in + SECOND)
    for _ in range(len(LIVE.nudges) + 1):
        await room.settle()
    after = await room.get(table)
    assert not after.is_present(seat)
    stored = await room.read(commits.read, table, before)
    kinds = dict.fromkeys((row.cause or "").partition(":")[0] for row in stored if row.body.get("seat") == seat)
    assert expected.startswith("answer")
    assert [kind for kind in kinds if kind != "nudge"][:2] == ["idle", "stand_in"]


async def test_a_hand_that_begins_again_tells_who_reneged_and_with_what(room: Room) -> None:
    """LB-50: such a hand has no verdict, so the lines of the log tell what happened."""
    table = await room.start_table("lombardy-bones", (BEAR, BULL), 0)
    for player in (BEAR, BULL):
        await room.say(table, "answer none", player)
    present = await room.get(table)
    (holder,) = own_state(present).held_back
    await room.say(table, "renege", BULL if holder == present.seat_of(BEAR.user) else BEAR)
    room.forward(1_000)
    await room.settle()
    assert (await room.get(table)).public_view.phase == "restart"
    for player in (BEAR, BULL):
        assert "calls renege and is right" in room.dm(player)[-1].text


async def test_only_its_player_is_told_of_a_call_that_came_to_nothing(room: Room) -> None:
    table = await room.start_table("lombardy-bones", (BEAR, BULL), 2)
    present = await room.get(table)
    denied = TurnedDown(present.people[0], "renege", 0, "LB-42", "too_late")
    present = replace(present, visibility=structs.replace(present.visibility, last_own={present.people[0]: denied}))
    room.tables.repository.put(present)
    room.host.workers.refresh(present)
    await room.settle()
    assert "Your “Renege!” didn't count. It's too late to call renege (LB-42)" in room.dm(BEAR)[-1].text
    assert "didn't count" not in room.dm(BULL)[-1].text
    assert all("didn't count" not in message.text for message in room.at(CHANNEL))
    hidden = await room.services.hand.hands.make_copy(present, present.people[0], room.clock.now, hidden=True, link="")
    assert "didn't count" not in hidden.text, "such a line may name a bone that is still held"


async def test_a_copy_of_a_hand_says_how_old_it_is_and_the_updated_one_does_not(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    at = room.clock.now // 1000
    old = (await room.get(table)).visibility.controls_from
    shown = message_of(await room.press(table, "hand.show", BEAR))
    assert f"-# This shows your hand as it was <t:{at}:R>; **My hand** shows it as it is now." in shown.text
    await play_until_turn(room, table, BEAR)
    await step(room, table, BEAR)
    answer = message_of(await room.press(table, "knock", BEAR, seq=old - 1))
    assert "**My hand** shows it as it is now" in answer.text
    assert "**My hand** shows it as it is now" not in room.dm(BEAR)[-1].text


@pytest.mark.parametrize(
    ("game", "sorts"),
    mark_thorough(
        [("pussers-bones", True), ("duo-dominoes", False), ("bonedoneskis", False)],
        MORE_GAMES,
        but=[("pussers-bones", True), ("duo-dominoes", False)],
    ),
)
async def test_a_hand_can_be_sorted_where_its_pieces_have_more_than_one_order(
    room: Room, game: str, sorts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "FIRST_HANDS", 0)  # the count's button would stand there
    table = await room.start_table(game)
    await play_to(room, table, lambda present: not present.public_view.undealt, BEAR)
    rack = room.dm(BEAR)[-1]
    assert ("hand.sort" in list_controls(rack)) is sorts
    present = await room.get(table)
    reader = hands.HandReader(present, Seat(0), words_of(present), present.view(Seat(0)), Preferences(), False, 9)
    assert bool(reader.list_sort_buttons()) is sorts
    monkeypatch.setattr(Table, "hand_open", False)
    assert reader.list_sort_buttons() == (), "the pieces of a hand that is over aren't shown any more"


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("text_only", mark_thorough(["off", "on"], MORE_CASES, but=["off"]))
async def test_players_who_want_it_are_told_which_of_their_bones_are_hot_or_gone(room: Room, text_only: str) -> None:
    table = await room.start_table("pussers-bones", (BEAR,), 3)
    await room.me.change(room.request(BEAR), "text_only", text_only)
    present = await play_to(room, table, lambda present: bool(present.view(Seat(0)).hot), BEAR)
    seen = present.view(Seat(0))
    assert present.shuffle.number == 1
    assert "Hot:" not in room.dm(BEAR)[-1].text
    await room.me.change(room.request(BEAR), "hot", "on")
    await room.settle()
    (line,) = [row for row in room.dm(BEAR)[-1].text.splitlines() if "Hot:" in row]
    assert all(code(Bone(bone)) in line for bone in seen.hot)
    await room.me.change(room.request(BEAR), "hot", "off")
    await room.me.change(room.request(BEAR), "dead", "on")
    await room.settle()
    (line,) = [row for row in room.dm(BEAR)[-1].text.splitlines() if "Gone:" in row]
    assert all(f"{count} × " in line and code(Bone(bone)) in line for bone, count in seen.gone)
    await room.me.change(room.request(BEAR), "dead", "off")


@pytest.mark.parametrize("game", mark_thorough(["duo-dominoes", "bonedoneskis"], MORE_GAMES, but=["duo-dominoes"]))
async def test_a_hands_receipt_is_shown_even_if_the_next_hand_was_dealt_first(
    room: Room, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def receipt(view: Any, names: tuple[str, ...] = (), style: object = None) -> Picture:
        drawn.append(view)
        return Picture(b"receipt", "receipt")

    monkeypatch.setattr(WordScenes, "draw_receipt", staticmethod(receipt))
    table = await room.start_table(game)
    with monkeypatch.context() as unseen:
        unseen.setattr(MessageWorkers, "refresh", lambda workers, table, anyway=True: None)
        await play_until(room, table, 1, BEAR)
        ended = (await room.get(table)).sequence
        await room.say(table, "next", BEAR)
        await room.settle()
    present = await room.get(table)
    assert present.sequence > ended
    assert drawn == []
    room.host.workers.refresh(present)
    await room.settle()
    shown = [message for message in room.at(CHANNEL) if any(picture.png == b"receipt" for picture in message.pictures)]
    for number, message in enumerate(shown, 1):
        assert f"**Hand {number}**" in message.text
    assert len(shown) == present.shuffle.number - 1
    assert {(view.seat, view.hand, view.ending is not None) for view in drawn} == {
        (None, number, True) for number in range(1, present.shuffle.number)
    }


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_closed_table_asks_for_nothing(room: Room, game: str) -> None:
    table = await room.start_table(game)
    await play_to(room, table, lambda present: Seat(0) in present.public_view.to_act, wait=LIVE.robot)
    assert room.dm(BEAR)[-1].rows
    await room.ask(room.seats.close, table, BEAR)
    await room.settle()
    rack = room.dm(BEAR)[-1]
    title = room.settings.game(game).TITLE
    second, first = rack.text.splitlines()
    assert first == "**This table is closed.**"
    assert second.startswith(f"-# {title} · hand 1 ·")
    assert list_controls(rack) == ["sheet", "table.again"]
    (board,) = [message for message in room.at(CHANNEL) if "**This table is closed.**" in message.text]
    assert len(board.text.splitlines()) == 2
    assert "phase='closed'" in board.pictures[0].alt


async def test_a_newcomer_hides_the_count_of_missing_bones_with_one_press_and_shows_it_with_another(room: Room) -> None:
    table = await room.open("pussers-bones")
    await room.press(table, "lobby.house.preset", BEAR, "any_suits")
    await room.add_robots(table, 3)
    await room.begin(table)
    await play_to(room, table, lambda present: Seat(0) in present.public_view.to_act, wait=LIVE.robot)

    def read_hand() -> Message:
        return room.dm(BEAR)[-1]

    def list_last_row() -> list[str]:
        return [control.name for control in read_hand().rows[-1]]

    told, before = r"Nearest: a hand of pairs in any suit, \d bones? short", list_last_row()
    assert re.search(told, read_hand().text)
    await room.press(table, "hand.building", BEAR, where=in_dm(BEAR))
    await room.settle()
    assert not re.search(told, read_hand().text)
    assert list_last_row() == [name.replace("building", "count") for name in before], "in the same place"
    await room.press(table, "hand.count", BEAR, where=in_dm(BEAR))
    await room.settle()
    assert re.search(told, read_hand().text) and list_last_row() == before
    await room.people.choose(BEAR.user, "building", "on", room.clock.now)
    await room.press(table, "hand.sort", BEAR, where=in_dm(BEAR))
    await room.settle()
    assert re.search(told, read_hand().text)
    assert list_last_row()[0] == "hand.sort", "who chose for good to read it keeps that choice"


async def test_the_first_hands_are_those_of_a_person_and_not_of_a_table(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Orders* stands below a hand once they are over; until then it is in *More*."""
    for reading in (lesson_progress, hands, own_messages):
        monkeypatch.setattr(reading, "FIRST_HANDS", 1)
    table = await room.start_table("duo-dominoes")
    await play_until_turn(room, table, BEAR)
    assert "orders" not in list_controls(room.dm(BEAR)[-1])
    assert "orders" in list_controls(message_of(await room.press(table, "table.more", BEAR)))
    with monkeypatch.context() as unread:
        unread.setattr(lesson_progress, "count_hands", lambda *_: 1)
        await step(room, table, BEAR)
        await play_until_turn(room, table, BEAR)
        assert "orders" not in list_controls(room.dm(BEAR)[-1]), "it is not read again in the same hand"
    await play_until(room, table, 1, BEAR)
    await play_until_turn(room, table, BEAR)
    assert "orders" in list_controls(room.dm(BEAR)[-1])
    other = await room.start_table("duo-dominoes", (BEAR, BULL), 2, thread=True)
    await play_until_turn(room, other, BEAR, BULL)
    assert "orders" in list_controls(room.dm(BEAR)[-1]), "Bear has played elsewhere"
    assert "orders" not in list_controls(room.dm(BULL)[-1])


async def test_the_board_offers_a_seat_while_one_can_be_had(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL, WALLY), 1)
    assert "lobby.join" in list_controls(room.at(CHANNEL)[-1])
    await room.close(table)
    full = await room.start_table("duo-dominoes", (BEAR, BULL, WALLY, NED), 0)
    assert "lobby.join" not in list_controls(room.at(CHANNEL)[-1])
    panel = message_of(await room.press(full, "table.more", Requester(8, "Joe")))
    assert "lobby.join" in list_controls(panel), "it also takes a place in the queue"


async def test_the_first_win_of_a_life_is_told_once_to_who_has_won_and_who_has_fed_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.start_table("bonedoneskis", (BEAR, BULL), 0)
    told = []
    for hand in (1, 2):
        for _ in range(200):
            if (await room.get(table)).shuffle.last_finished == hand:
                break
            with contextlib.suppress(Refused):
                await room.say(table, "fold", BULL)
                await room.settle()
            await step(room, table, BEAR, BULL)
        told += [["Your first win at Bonedoneskis!" in room.dm(who)[-1].text for who in (BEAR, BULL)]]
        if hand == 1:
            with monkeypatch.context() as fed:
                fed.setattr(own_messages, "find_ending", feed_bear)
                shown = await room.host.workers.presenter.own.make_message(await room.get(table), Seat(1))
            assert "You fed Bear their first win at Bonedoneskis!" in shown.text
    assert told == [[True, False], [False, False]]


def feed_bear(table: Table, words: Words, seat: Seat | None = None) -> EndingWords | None:
    """The end of a hand as if Bull's piece had won it for Bear."""
    ended = find_ending(table, words, seat)
    return None if ended is None else replace(ended, fed=(1, 0))
