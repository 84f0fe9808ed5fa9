"""Shellbacks: they ponder in processes of their own, and play like old hands where that fails."""

import asyncio
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Event
from typing import Any

import pytest

from bot.automation import thinkers
from bot.automation.pondering import limit_time
from bot.automation.thinkers import LOOKS_AT_ONCE, MOST_WAITING, Thinkers
from bot.ports import Menu
from bot.tables.aggregate.pacing import LIVE
from bot.tables.play.robots import BUDGETS, RememberedMove, RobotAnswer, RobotQuestion
from bot.tables.timing.deadlines import moves_by_itself
from games import registry
from games.core import Level, MadeMove, Seat, View, settle
from games.core.robots import SAMPLES, Thought, make_robot_chance
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room, message_of, settings
from tests.fifth_game import NAME as FIFTH, registered
from tests.left_out import LONGER, MORE_CASES, mark_thorough
from tests.refuses import refuses

DUO = registry.game("duo-dominoes")
SLOW: Any = 30.0
"""A time limit in seconds that no test reaches."""


def make_question(level: Level = Level.SHELLBACK) -> RobotQuestion:
    """A question about the second tile of a hand of Duo Dominoes: the player has several that fit."""
    chance = make_robot_chance(bytes(32), 1, Seat(0))
    state = DUO.fold(DUO.begin(4, settle(DUO.OPTIONS), 0, chance))
    state = DUO.decide(state, Seat(0), DUO.read(DUO.view(state, Seat(0)), "next", ""), 0, chance).state
    (first,) = DUO.view(state, None).to_act
    lead = DUO.choices(DUO.view(state, first))[0].move
    state = DUO.decide(state, first, lead, 0, chance).state
    (seat,) = DUO.view(state, None).to_act
    return RobotQuestion(DUO, DUO.view(state, seat), make_robot_chance(bytes(32), 7, seat), level)


def die(*asked: object) -> Thought | None:
    """End the process in the middle of a thought."""
    os._exit(1)


@pytest.mark.thorough(LONGER)
async def test_after_a_process_died_another_gives_the_same_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Thinkers(1, SLOW)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(thinkers, "ponder", die)
            with pytest.raises(BrokenProcessPool):
                await pool._run(make_question(), 20, SLOW)
        assert await pool._run(make_question(), 20, SLOW) == make_question().answer(20)
    finally:
        pool.close()


async def test_a_thought_that_takes_too_long_is_replaced_by_an_old_hands_move() -> None:
    held = Event()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(held.wait)
        late = Thinkers(1, 0.001, pool)
        assert await late.think(make_question()) == (make_question().answer(0), 0)
        await asyncio.sleep(0)
        assert late._budget() == BUDGETS[0], "it is not counted once it is given up"
        held.set()


async def test_a_shellback_waits_several_beats_for_its_thought() -> None:
    """A busy machine makes the thought late, but not weaker."""
    asked = make_question()
    with ThreadPoolExecutor(1) as threads:
        pool = Thinkers(1, 0.02, threads)
        pool._under_way = 1
        thought, samples = await pool.think(asked)
    assert samples == BUDGETS[1]
    assert thought == make_question().answer(samples)


def test_a_process_gives_up_a_thought_that_takes_too_long() -> None:
    def think_for_ever() -> None:
        while True:
            pass

    with pytest.raises(TimeoutError):
        limit_time(0.01, think_for_ever)
    assert limit_time(30.0, sum, [1, 2]) == 3
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


@pytest.mark.thorough(LONGER)
async def test_a_shellback_thinks_while_it_pauses(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a move takes the pause and then the thought: sometimes more than three seconds together."""
    slow = Room(room.store, settings(live=LIVE), room.messenger, room.clock, chance=room.chance)
    asked: list[tuple[int, Seat | None]] = []

    async def think(self: Thinkers, question: RobotQuestion) -> RobotAnswer:
        if question.takes_time:
            asked.append((room.clock.now, question.view.seat))
        return RobotAnswer(question.answer(4), 4)

    monkeypatch.setattr(Thinkers, "think", think)
    table = await slow.open("duo-dominoes")
    await slow.press(table, "lobby.join", BULL)
    for control in ("lobby.shellback+", "lobby.robot+", "lobby.start"):
        await slow.press(table, control, BEAR)
    moved: list[int] = []
    for _ in range(400):
        await slow.settle()
        present = await slow.get(table)
        if present.shuffle.number > 1:
            break
        if present.public_view.to_act == (Seat(2),) and not moves_by_itself(present):
            since = present.waiting.view_changed_at
            moved.append(since)
            for _ in range(30):
                slow.forward(100)
                await slow.settle()
            present = await slow.get(table)
            assert present.public_view.to_act != (Seat(2),)
        elif not await step(slow, table, BEAR, BULL):
            slow.forward(500)
    assert len(moved) > 3
    assert asked == [(at, Seat(2)) for at in moved]


async def test_a_thought_gets_fewer_deals_while_others_are_under_way() -> None:
    pool = Thinkers(2)
    found = []
    for under_way in range(2 * MOST_WAITING + 1):
        pool._under_way = under_way
        found.append(pool._budget())
    assert found == [BUDGETS[0]] * 2 + [BUDGETS[1]] * (2 * MOST_WAITING - 2) + [BUDGETS[2]]
    pool._under_way = 0
    pool.close()
    assert pool._budget() == 0


async def test_thoughts_go_on_between_the_looks_back_on_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise people who keep looking back on hands would turn shellbacks into old hands."""
    done: list[str] = []

    def look(
        name: str, views: Sequence[View], salts: tuple[str, ...], samples: int, round_of_deals: int
    ) -> list[tuple[float, ...]]:
        assert samples == SAMPLES
        if not done:
            pool.submit(done.append, "thought")
        done.append(f"{len(views)} looks")
        return [(float(round_of_deals),) for _ in views]

    monkeypatch.setattr(thinkers, "count_shares", look)
    views: list[View] = [make_question().view] * (LOOKS_AT_ONCE + 1)
    with ThreadPoolExecutor(1) as pool:
        shares = await Thinkers(1, SLOW, pool).find_outlooks("duo-dominoes", views, ("1",), lambda quick: [1])
    assert done[:5] == [f"{LOOKS_AT_ONCE} looks", "thought", "1 looks", f"{LOOKS_AT_ONCE} looks", "1 looks"]
    rounds = len(done[5:])
    assert set(done[5:]) == {"1 looks"}
    assert rounds >= 20
    assert shares is not None
    assert shares.pop(1) == ((2 + (rounds - 1) / 2,), SAMPLES * rounds), "other deals than in the quick look"
    assert shares == [((0.5,), 2 * SAMPLES)] * LOOKS_AT_ONCE


async def test_thoughts_go_on_between_two_choices_that_are_appraised(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def judge(name: str, choices: Sequence[MadeMove], deals: int) -> list[None]:
        if not done:
            pool.submit(done.append, "thought")
        done.append(f"{len(choices)} choice")
        return [None for _ in choices]

    monkeypatch.setattr(thinkers, "appraise", judge)
    choice: MadeMove = (make_question().view, None, ())
    with ThreadPoolExecutor(1) as pool:
        assert await Thinkers(1, SLOW, pool).appraise("duo-dominoes", [choice] * 2) == [None, None]
    assert done == ["1 choice", "thought", "1 choice"]


@pytest.mark.thorough(LONGER)
async def test_a_look_back_is_measured_in_work_so_that_everybody_is_told_the_same() -> None:
    views: list[View] = [make_question().view] * 2
    asked = "duo-dominoes", views, ("1",), lambda quick: [0]
    found = [await Thinkers(0).find_outlooks(*asked) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0] is not None
    assert [outlook.deals for outlook in found[0]] == [40 * SAMPLES, 2 * SAMPLES]


@pytest.mark.thorough(MORE_CASES)
async def test_shellbacks_ponder_while_many_people_look_back_on_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise twelve people who keep pressing *How it went* would turn every shellback into an old hand."""
    held, begun, heard = Event(), asyncio.Event(), asyncio.get_running_loop().call_soon_threadsafe
    looks: list[str] = []

    def look(
        name: str, views: Sequence[View], salts: tuple[str, ...], samples: int, round_of_deals: int
    ) -> list[tuple[float, ...]]:
        looks.append(name)
        heard(begun.set)
        held.wait()
        return [() for _ in views]

    monkeypatch.setattr(thinkers, "count_shares", look)
    remembered = RememberedMove(Seat(0), make_question, "no such words")
    with ThreadPoolExecutor(4) as threads:
        pool = Thinkers(1, SLOW, threads)
        back = [
            asyncio.create_task(pool.find_outlooks("duo-dominoes", [make_question().view], (), lambda quick: []))
            for _ in range(MOST_WAITING)
        ]
        again = [asyncio.create_task(pool.think_again(remembered)) for _ in range(MOST_WAITING)]
        await begun.wait()
        found = pool._budget(), len(looks)
        held.set()
        assert await asyncio.gather(*back) == [[((), 2 * SAMPLES)]] * MOST_WAITING
        assert await asyncio.gather(*again) == [None] * MOST_WAITING
    assert found == (BUDGETS[0], 1)


async def test_only_a_shellback_that_the_table_waits_for_takes_time() -> None:
    asked = make_question()
    assert asked.takes_time
    assert not make_question(Level.OLD_HAND).takes_time
    assert not asked._replace(
        view=DUO.view(DUO.fold(DUO.begin(4, settle(DUO.OPTIONS), 0, asked.luck)), None)
    ).takes_time
    assert await Thinkers(0).think(asked) == (make_question().answer(), SAMPLES)


@pytest.mark.parametrize("samples", mark_thorough(BUDGETS, MORE_CASES, but=BUDGETS[-1:]))
async def test_the_reason_is_found_whatever_the_number_of_deals_was(samples: int) -> None:
    made = make_question().answer(samples)
    assert made is not None
    remembered = RememberedMove(Seat(0), make_question, DUO.write(made.move), samples)
    with ThreadPoolExecutor(1) as threads:
        for pool in (Thinkers(0), Thinkers(1, SLOW, threads)):
            again = await pool.think_again(remembered)
            assert again is not None and again.move == made.move
    assert await Thinkers(0).think_again(remembered._replace(words="knock")) is None


async def list_offered_levels(room: Room, table: int) -> list[str]:
    """The levels of robots in the menu behind *More*."""
    more = message_of(await room.press(table, "lobby.more", BEAR))
    return [item.value for row in more.rows for menu in row if isinstance(menu, Menu) for item in menu.items]


async def test_the_lobby_offers_shellbacks_only_where_the_game_has_them(room: Room) -> None:
    duo = await room.open("duo-dominoes")
    await room.press(duo, "lobby.shellback+", BEAR)
    await room.settle()
    board = room.at(CHANNEL)[-1]
    assert "2. Able (robot, shellback)" in board.text
    assert "shellback" in await list_offered_levels(room, duo)
    await room.press(duo, "lobby.leave", BEAR)
    with registered():
        block = await room.open(FIFTH)
        await room.settle()
        assert "shellback" not in await list_offered_levels(room, block)
        with refuses("TABLE/no_level"):
            await room.press(block, "lobby.shellback+", BEAR)
