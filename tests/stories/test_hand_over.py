"""A latecomer takes the seat of a robot in the middle of a hand: everyone reads who handed it over, and only the
latecomer sees the hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.run import button
from bot.messages.table_words import words_of
from bot.store.people.personal_data import erase
from bot.store.tables import rows
from bot.tables.aggregate.outsiders import outsiders_of
from bot.tables.aggregate.pacing import LIVE
from bot.tables.history import events
from bot.wording import log_line
from games import registry
from games.core.seats import Seat
from render import scenes
from tests.chance import SeededChance
from tests.stories.evening import evening, offer_button
from tests.stories.table_messages import hand_alt


@pytest.mark.parametrize("game", registry.NAMES)
async def test_a_robots_hand_goes_to_the_late_comer_alone(tmp_path: Path, game: str) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance(f"late/{game}")) as night:
        bear, bull = night.people
        ned, guest = (night.harbour.add_user(name) for name in ("Ned", "Guest"))
        await night.open(game)
        lobby = await bear.wait_for_message(lambda message: button(message, "lobby.robot+"))
        for _ in range(2):
            await night.settle(await bear.press(lobby, button(lobby, "lobby.robot+")))
        await night.start()
        for _ in range(12):
            await night.move()
            await night.pass_time(LIVE.robot / 1000)
        table = await night.now()
        assert table.hand_open
        seat = next(Seat(taken.seat) for taken in table.seats if taken.user_id is None)
        held = scenes.hand(table.view(seat)).alt
        dms = [len(person.dm()) for person in (bear, bull)]

        asked = await night.offer(bull, {"to": ned.id})
        assert ned.dm() == [], "no hand is sent to anyone who has not accepted"
        assert asked.content.splitlines()[0] == (
            f"{ned.mention}, Bull offers you the seat of {table.names[seat]}, a robot, at {table.game.TITLE}. "
            "**Accept** takes it, **No** leaves it."
        )
        await night.settle(await guest.press(asked, offer_button(asked, "yes")))
        await night.settle(await guest.press(asked, offer_button(asked, "agree")))
        assert (await night.now()).seat_of(int(guest.id)) is None
        await night.settle(await ned.press(asked, offer_button(asked, "yes")))
        assert ned.dm() == [], "Bear has not agreed"
        await night.settle(await bear.press(asked, offer_button(asked, "agree")))
        table = await night.now()
        assert table.seat_of(int(ned.id)) == seat
        assert table.occupant(seat).robot is None
        log = [line for posted in night.harbour.channel.history() for line in posted.words.splitlines()]
        assert "Bull hands a robot's seat over, with its hand, to Ned." in log
        (rack,) = ned.dm()
        shown = hand_alt(table, seat)
        assert [attachment.description for attachment in rack.attachments] == [shown]
        assert scenes.hand(table.view(seat)).alt == held
        assert [len(person.dm()) for person in (bear, bull)] == dms
        for other in (bear, bull, guest):
            assert all(shown.encode() not in entry for entry in other.collect_seen())
        assert any(shown.encode() in entry for entry in ned.collect_seen())


@pytest.mark.parametrize("game", registry.NAMES)
async def test_a_host_with_a_second_account_reads_one_hand_alone(tmp_path: Path, game: str) -> None:
    """Bear takes the seats of Bull and of the robots in turn, with an account of their own and a restart in between."""
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance(f"cheat/{game}")) as night:
        bear, bull = night.people
        second = night.harbour.add_user("Second")
        await night.open(game)
        lobby = await bear.wait_for_message(lambda message: button(message, "lobby.robot+"))
        for _ in range(2):
            await night.settle(await bear.press(lobby, button(lobby, "lobby.robot+")))
        await night.start()
        table = await night.now()
        assert table.hand_open
        for options in ({"player": bull.id, "to": second.id}, {"player": bull.id}):
            answer = await bear.slash("table sub", options=options)
            await night.settle(answer)
            assert "Only Bull can hand that seat over" in (await answer.message()).content
        asked = await night.offer(bear, {"to": second.id})
        await night.restart()
        before = len(bear.ephemerals())
        await night.settle(await second.press(asked, offer_button(asked, "yes")))
        await night.settle(await bear.press(night.board(), button(night.board(), "hand.show")))
        await night.settle(await bear.slash("hand show"))
        assert len(bear.ephemerals()) == 1 + before, "the second copy replaces the first"
        await night.settle(await bear.slash("table sub", options={"player": bear.id}))
        assert night.app.router is not None
        await night.app.router.responder.copies.wait_until_settled()
        assert len(bear.ephemerals()) == before, "and so are the private copies"
        await night.settle(await bear.slash("table sub", options={"to": bear.id}))
        for person in (bear, second):
            await night.settle(await person.press(asked, offer_button(asked, "agree")))
        table = await night.now()
        assert table.hand_open
        assert [table.seat_of(int(person.id)) for person in (bear, second)] == [None, None]
        assert bear.dm() == [], "the rack of the seat that Bear left is taken back"
        assert second.dm() == []
        for seat in map(Seat, range(1, len(table.seats))):
            whole = scenes.hand(table.view(seat), table.names).alt
            for shown in (whole.encode(), hand_alt(table, seat).encode()):
                assert all(shown not in entry for person in (bear, second) for entry in person.collect_seen())


async def test_the_log_names_an_admin_without_a_seat_who_hands_a_robots_seat_over(tmp_path: Path) -> None:
    """The event names nobody: once the admin's data are erased, neither does the log."""
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("admin")) as night:
        bear, bull = night.people
        admin = night.harbour.owner
        ned = night.harbour.add_user("Ned")
        await night.open("duo-dominoes")
        for _ in range(2):
            await night.settle(await bear.press(night.board(), button(night.board(), "lobby.robot+")))
        await night.start()
        asked = await night.offer(admin, {"to": ned.id})
        await night.settle(await ned.press(asked, offer_button(asked, "yes")))
        for person in (bear, bull):
            await night.settle(await person.press(asked, offer_button(asked, "agree")))
        table = await night.now()
        seat = table.seat_of(int(ned.id))
        assert seat is not None
        line = f"{admin.mention} hands a robot's seat over, with its hand, to Ned."
        log = [line for posted in night.harbour.channel.history() for line in posted.words.splitlines()]
        assert line in log
        assert "Nobody" not in "".join(log)
        handed = events.Substituted(seat, False, None, "outside", max(outsiders_of(table)))
        assert log_line(handed, words_of(table)) == line
        await night.store.write(erase, int(admin.id))
        erased = await night.store.read(rows.load, table.id)
        assert log_line(handed, words_of(replace(table, row=erased))).startswith("Somebody without a seat here hands")
