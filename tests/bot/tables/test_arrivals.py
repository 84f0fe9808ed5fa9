"""Newcomers at a game of stud under way sit down between two hands. Later deals, books and proofs know them."""

import json
from pathlib import Path

import pytest

from bot.cli import verify
from bot.cli.exit_status import ExitStatus
from bot.ports import Requester
from bot.store import Status
from bot.tables.aggregate.offers import offers_of
from bot.tables.fairness.shuffles import check_hand
from bot.tables.play.evening import read_evening
from bot.tables.seats.queue import queue_of
from bot.tally.books import audit
from tests.bot.harness.offers import join, log, play_to_next_deal
from tests.bot.harness.players import play_to, play_until
from tests.bot.harness.room import BEAR, BULL, Room
from tests.bot.harness.shelf import take_played_table
from tests.bot.tables.test_second_verifier import export_paper
from tests.left_out import LONGER, MORE_CASES, mark_thorough

JOE, SAL, TED = Requester(5, "Joe"), Requester(6, "Sal"), Requester(7, "Ted")


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("post", mark_thorough(["hand", "session"], MORE_CASES, but=["hand"]))
async def test_newcomers_sit_down_between_hands_and_the_books_and_proofs_know_them(
    room: Room, tmp_path: Path, post: str
) -> None:
    table = await room.start_table("bonedoneskis", (BEAR,), 1, {"max_seats": "4", "post": post})
    assert await join(room, table, JOE) == (
        "A seat is free. If you stay in the queue, you get it when this hand is over, "
        "and you're dealt into the next one."
    )
    assert (await room.get(table)).names == ("Bear", "Able"), "nobody sits down in the middle of a hand"
    await play_until(room, table, 1, BEAR)
    await room.settle()
    present = await room.get(table)
    assert (present.names, queue_of(present)) == (("Bear", "Able", "Joe"), ())
    assert "Joe sits down with 50.00" in log(room)
    await room.press(table, "salt.give", JOE, "sea")
    assert await join(room, table, SAL) == "You've got a seat. You'll be dealt into the next hand."
    present = await play_to_next_deal(room, table, BEAR, JOE, SAL)
    assert present.names == ("Bear", "Able", "Joe", "Sal")
    assert "out" not in [chair.state for chair in present.public_view.chairs]  # type: ignore[attr-defined]
    await play_until(room, table, 2, BEAR, JOE, SAL)
    present = await room.get(table)
    evening = await room.read(read_evening, present)
    assert [sum(column) for column in zip(*(hand.amounts for hand in evening.hands), strict=True)] == [
        *present.public_view.scores
    ]
    await room.close(table)
    await room.settle()
    assert await room.read(audit.list_differences) == []
    for number in (1, 2):
        verdict = await room.read(check_hand, await room.get(table), number)
        assert verdict is not None
        assert (verdict.same, verdict.foreign) == (True, 0), number
    paper = await export_paper(room, table)
    file = tmp_path / "paper.json"
    file.write_text(json.dumps(paper), "utf-8")
    assert ExitStatus(verify.verify(file)) is ExitStatus.OK


@pytest.mark.thorough(MORE_CASES)
async def test_a_player_who_left_takes_their_own_seat_back_and_no_new_one(room: Room) -> None:
    """With a new seat, they could keep their winnings, buy in anew, and leave a robot on each old seat."""
    table = await take_played_table(room, "bonedoneskis", (BEAR, BULL), 0)
    await room.ask(room.seats.leave, table, BULL)
    await room.settle()
    await join(room, table, BULL)
    await room.settle()
    present = await room.get(table)
    assert [taken.name for taken in present.seats][:1] == ["Bear"] and len(present.seats) == 2
    (offer,) = offers_of(present)
    assert (offer.user, offer.seat) == (BULL.user, 1)
    await room.press(table, f"offer.yes.{offer.number}", BULL)
    await room.settle()
    await join(room, table, JOE)
    assert (await room.get(table)).names == ("Bear", "Bull", "Joe"), "Bull is back, so others sit down on free seats"


@pytest.mark.parametrize("answer", mark_thorough(["yes", "no"], MORE_CASES, but=["yes"]))
async def test_a_player_who_left_gets_no_seat_while_theirs_is_offered_to_another(room: Room, answer: str) -> None:
    table = await take_played_table(room, "bonedoneskis", (BEAR, BULL), 0)
    await room.ask(room.seats.leave, table, BULL)
    await join(room, table, JOE)
    assert "When a player leaves, I'll offer you their seat" in await join(room, table, BULL)
    await room.settle()
    present = await room.get(table)
    (offer,) = offers_of(present)
    assert (offer.user, len(present.seats)) == (JOE.user, 2)
    await room.press(table, f"offer.{answer}.{offer.number}", JOE)
    await room.settle()
    present = await room.get(table)
    if answer == "yes":
        assert present.names == ("Bear", "Joe", "Bull"), "Bull's old seat is gone, so Bull begins as anybody does"
    else:
        assert (len(present.seats), [held.user for held in offers_of(present)]) == (2, [BULL.user])


@pytest.mark.parametrize("stays", mark_thorough([True, False], MORE_CASES, but=[False]))
async def test_a_player_who_goes_broke_ends_the_game_unless_a_newcomer_waits_for_a_seat(
    room: Room, stays: bool
) -> None:
    table = await room.start_table("bonedoneskis", (BEAR,), 1, {"buy_in": "1", "ante": "1", "top_up": "no"})
    assert "you get it when this hand is over" in await join(room, table, JOE)
    if not stays:
        await room.press(table, "queue.leave", JOE)
    await play_to(room, table, lambda present: not present.hand_open, BEAR)
    await room.settle()
    present = await room.get(table)
    if not stays:
        assert present.status == Status.CLOSED
        return
    assert (present.status, present.names) == (Status.LIVE, ("Bear", "Able", "Joe"))
    present = await play_to_next_deal(room, table, BEAR, JOE)
    chairs = present.public_view.chairs  # type: ignore[attr-defined]
    assert sorted(chair.state == "out" for chair in chairs) == [False, False, True]


async def test_nobody_is_promised_a_seat_after_the_last_hand(room: Room) -> None:
    table = await room.start_table("bonedoneskis", (BEAR,), 1)
    await room.ask(room.seats.call_last_hand, table, BEAR)
    assert "you get it when this hand is over" not in await join(room, table, JOE)
