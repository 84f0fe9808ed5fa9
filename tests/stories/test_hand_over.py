"""A latecomer takes the seat of a robot in the middle of a hand: everyone reads who handed it over, and only the
latecomer sees the hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.messages.parts.table_words import words_of
from bot.store.people import erasure
from bot.store.tables import rows
from bot.tables.aggregate.pacing import LIVE
from bot.tables.aggregate.table import Table, outsiders_of
from bot.tables.history import events
from bot.wording import word_log_line
from games import registry
from games.core.seats import Seat
from harbour import Message, Person
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES, MORE_GAMES, mark_thorough
from tests.render import shown as scenes
from tests.stories.evening import Evening, evening, offer_button
from tests.stories.table_messages import hand_alt


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_only_the_latecomer_reads_the_robots_hand(tmp_path: Path, game: str) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance(f"late/{game}")) as night:
        ned, guest = (night.harbour.add_user(name) for name in ("Ned", "Guest"))
        await start_with_two_robots(night, game)
        await play_into_the_hand(night)
        seat, held = a_robots_seat_and_hand(await night.now())
        messages = [len(person.dm()) for person in night.people]
        asked = await bull_offers_the_seat(night, ned, seat)
        await a_guest_cannot_take_it(night, guest, asked)
        await ned_has_it_once_both_agree(night, ned, seat, asked)
        shown = await ned_alone_reads_the_hand(night, ned, seat, held)
        assert [len(person.dm()) for person in night.people] == messages
        for other in (*night.people, guest):
            assert all(shown not in entry for entry in other.collect_seen())


async def start_with_two_robots(night: Evening, game: str) -> None:
    """Bear and Bull play with two robots."""
    bear = night.people[0]
    await night.open(game)
    lobby = await bear.wait_for_message(lambda message: find_button(message, "lobby.robot+"))
    for _ in range(2):
        await night.settle(await bear.press(lobby, find_button(lobby, "lobby.robot+")))
    await night.start()


async def play_into_the_hand(night: Evening) -> None:
    """Make a dozen moves; the hand is under way."""
    for _ in range(12):
        await night.move()
        await night.pass_time(LIVE.robot / 1000)
    assert (await night.now()).hand_open


def a_robots_seat_and_hand(table: Table) -> tuple[Seat, str]:
    """The first robot's seat, and the alt text of its hand as its own player would read it."""
    seat = next(Seat(taken.seat) for taken in table.seats if taken.user_id is None)
    return seat, scenes.draw_hand(table.view(seat)).alt


async def bull_offers_the_seat(night: Evening, ned: Person, seat: Seat) -> Message:
    """The offer is public, and shows nothing of the hand."""
    table = await night.now()
    asked = await night.offer(night.people[1], {"to": ned.id})
    assert ned.dm() == [], "no hand is sent to anyone who has not accepted"
    assert asked.content.splitlines()[0] == (
        f"{ned.mention}, Bull offers you the seat of {table.names[seat]}, a robot, at {table.game.TITLE}. "
        "**Accept** takes it, **No** leaves it."
    )
    return asked


async def a_guest_cannot_take_it(night: Evening, guest: Person, asked: Message) -> None:
    """Only the people asked can answer."""
    for answer in ("yes", "agree"):
        await night.settle(await guest.press(asked, offer_button(asked, answer)))
    assert (await night.now()).seat_of(int(guest.id)) is None


async def ned_has_it_once_both_agree(night: Evening, ned: Person, seat: Seat, asked: Message) -> None:
    """Ned accepts, and nothing happens before Bear agrees; then the log says who handed it over."""
    await night.settle(await ned.press(asked, offer_button(asked, "yes")))
    assert ned.dm() == [], "Bear has not agreed"
    await night.settle(await night.people[0].press(asked, offer_button(asked, "agree")))
    table = await night.now()
    assert table.seat_of(int(ned.id)) == seat
    assert table.occupant(seat).robot is None
    log = [line for posted in night.harbour.channel.history() for line in posted.words.splitlines()]
    assert "Bull gives a robot's seat to Ned, with its hand." in log


async def ned_alone_reads_the_hand(night: Evening, ned: Person, seat: Seat, held: str) -> bytes:
    """Ned holds what the robot held. Returns the words of that hand, which nobody else may read."""
    table = await night.now()
    (rack,) = ned.dm()
    shown = scenes.draw_hand(table.view(seat), table.names).alt
    assert [attachment.description for attachment in rack.attachments] == [hand_alt(table, seat)]
    assert scenes.draw_hand(table.view(seat)).alt == held
    assert any(shown.encode() in entry for entry in ned.collect_seen())
    return shown.encode()


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_host_with_a_second_account_reads_only_one_hand(tmp_path: Path, game: str) -> None:
    """Bear takes the seats of Bull and of the robots in turn, with an account of their own and a restart in between."""
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance(f"cheat/{game}")) as night:
        second = night.harbour.add_user("Second")
        await start_with_two_robots(night, game)
        assert (await night.now()).hand_open
        await bear_cannot_hand_over_bulls_seat(night, second)
        asked = await night.offer(night.people[0], {"to": second.id})
        await night.restart()
        await second_accepts_and_bear_leaves(night, second, asked)
        await bear_asks_for_a_robots_seat(night, second, asked)
        await neither_account_has_read_another_hand(night, second)


async def bear_cannot_hand_over_bulls_seat(night: Evening, second: Person) -> None:
    """Bear can give it neither to the second account nor to a robot."""
    bear, bull = night.people
    for options in ({"player": bull.id, "to": second.id}, {"player": bull.id}):
        answer = await bear.slash("table sub", options=options)
        await night.settle(answer)
        assert "Only Bull can give that seat away" in (await answer.message()).content


async def second_accepts_and_bear_leaves(night: Evening, second: Person, asked: Message) -> None:
    """Bear looks at their own hand twice, then gives the seat up; the copies of the hand are deleted."""
    bear = night.people[0]
    before = len(bear.ephemerals())
    await night.settle(await second.press(asked, offer_button(asked, "yes")))
    await night.settle(await bear.press(night.board(), find_button(night.board(), "hand.show")))
    await night.settle(await bear.slash("hand show"))
    assert len(bear.ephemerals()) == 1 + before, "the second copy replaces the first"
    await night.settle(await bear.slash("table sub", options={"player": bear.id}))
    assert night.app.router is not None
    await night.app.router.responder.copies.jobs.wait()
    assert len(bear.ephemerals()) == before, "the private copies are deleted too"


async def bear_asks_for_a_robots_seat(night: Evening, second: Person, asked: Message) -> None:
    """The offer stays open, and neither account has a seat."""
    bear = night.people[0]
    await night.settle(await bear.slash("table sub", options={"to": bear.id}))
    for person in (bear, second):
        await night.settle(await person.press(asked, offer_button(asked, "agree")))
    table = await night.now()
    assert table.hand_open
    assert [table.seat_of(int(person.id)) for person in (bear, second)] == [None, None]
    assert bear.dm() == [], "the rack of the seat that Bear left is taken back"
    assert second.dm() == []


async def neither_account_has_read_another_hand(night: Evening, second: Person) -> None:
    """All that Bear and the second account ever saw shows only Bear's first hand."""
    table = await night.now()
    for seat in map(Seat, range(1, len(table.seats))):
        whole = scenes.draw_hand(table.view(seat), table.names).alt
        for person in (night.people[0], second):
            assert all(whole.encode() not in entry for entry in person.collect_seen())


@pytest.mark.thorough(MORE_CASES)
async def test_the_log_names_an_admin_without_a_seat_who_hands_a_robots_seat_over(tmp_path: Path) -> None:
    """The event names nobody, so the log no longer names the admin once their data are erased."""
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("admin")) as night:
        bear, bull = night.people
        admin = night.harbour.owner
        ned = night.harbour.add_user("Ned")
        await night.open("duo-dominoes")
        for _ in range(2):
            await night.settle(await bear.press(night.board(), find_button(night.board(), "lobby.robot+")))
        await night.start()
        asked = await night.offer(admin, {"to": ned.id})
        await night.settle(await ned.press(asked, offer_button(asked, "yes")))
        for person in (bear, bull):
            await night.settle(await person.press(asked, offer_button(asked, "agree")))
        table = await night.now()
        seat = table.seat_of(int(ned.id))
        assert seat is not None
        line = f"{admin.mention} gives a robot's seat to Ned, with its hand."
        log = [line for posted in night.harbour.channel.history() for line in posted.words.splitlines()]
        assert line in log
        assert "Nobody" not in "".join(log)
        handed = events.Substituted(seat, False, None, "outside", max(outsiders_of(table)))
        assert word_log_line(handed, words_of(table)) == line
        await night.store.write(erasure.erase, int(admin.id))
        erased = await night.store.read(rows.load, table.id)
        assert word_log_line(handed, words_of(replace(table, row=erased))).startswith(
            "Somebody without a seat here gives"
        )
