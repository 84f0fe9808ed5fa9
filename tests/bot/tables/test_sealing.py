"""Seals: a public message seals the salts, the message's id goes into the deal, and no deal waits for ever."""

import asyncio
import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from bot.delivery.seals import Seals
from bot.messages.boards import log
from bot.messages.boards.receipts import make_page_message
from bot.messages.parts.table_words import words_of
from bot.outbox.outbox import Outbox
from bot.outbox.posting import nonce_of
from bot.periodic import Lanes
from bot.ports import HOUR, DeliveryError, ErrorKind, Message, Place
from bot.services.fairness import describe_verdict
from bot.store import Store
from bot.store.messages import outbox
from bot.store.tables import commits as stored_events, rows as stored_tables
from bot.tables.fairness import chance
from bot.tables.fairness.sealing import Sealer
from bot.tables.history import events
from bot.tables.history.entries import Entry, decode_entries, is_of_game
from games import registry
from games.core.proof import Tree, find_fixed_order
from games.pieces.bones import code
from tests.bot.harness.channel_text import measure_share
from tests.bot.harness.memory_messenger import RecordingMessenger
from tests.bot.harness.phones import play_evening
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, list_controls, message_of, settings
from tests.left_out import LONGER, MORE_GAMES, mark_thorough
from tests.refuses import refuses

GAME = "pussers-bones"
SEALS = ": sealed"


@pytest_asyncio.fixture
async def room(store: Store) -> Room:
    """A bot whose seals are the ids that Discord gives."""
    made = Room(store, settings(), sealer=Seals)
    await made.start()
    return made


async def open_with_four(room: Room, game: str = GAME) -> int:
    """Open a lobby with two people and two robots. The first wall of Pussers Bones is built at the start."""
    table = await room.open(game)
    await room.press(table, "lobby.join", BULL)
    await room.add_robots(table, 2)
    return table


async def read_events(room: Room, table: int) -> list[Any]:
    return [entry.event for entry in decode_entries(await room.read(stored_events.read, table))]


async def find_wall(room: Room, table: int) -> Any:
    return next(event.wall for event in await read_events(room, table) if type(event).__name__ == "WallBuilt")


def list_seals(room: Room) -> list[int]:
    return [
        number
        for number, sent in room.messenger.messages.items()
        if sent.place.channel == CHANNEL and SEALS in sent.message.text
    ]


def refuse_seal(action: str, place: Place, message: Message | None) -> None:
    if action == "send" and message is not None and SEALS in message.text:
        raise DeliveryError(ErrorKind.FORBIDDEN)


async def test_the_id_that_discord_gives_decides_the_deal_with_the_salts(room: Room) -> None:
    table = await open_with_four(room)
    await room.press(table, "salt.give", BULL, "sea")
    assert list_seals(room) == []
    await room.press(table, "lobby.start", BEAR)
    (number,) = list_seals(room)
    found = await read_events(room, table)
    kinds = [type(event) for event in found if not is_of_game(event)]
    following = kinds[kinds.index(events.SaltsClosed) :]
    assert following[:3] == [events.SaltsClosed, events.Sealed, events.Rooted]
    assert events.Sealed(1, str(number)) in found
    (closed,) = [event for event in found if isinstance(event, events.SaltsClosed)]
    secret = (await room.get(table)).shuffle.known_secret
    assert chance.salts_of(secret, 4) == ("", "sea", "", "")
    fixed = find_fixed_order(await find_wall(room, table), closed.root, str(number))
    assert Tree(bytes.fromhex(secret.secret), "1.1", list(map(code, fixed))).root == closed.root
    other = find_fixed_order(await find_wall(room, table), closed.root, str(number + 1))
    assert Tree(bytes.fromhex(secret.secret), "1.1", list(map(code, other))).root != closed.root
    with refuses("dealt"):
        await room.press(table, "salt.give", BULL, "pepper")


async def test_the_line_that_seals_a_hand_carries_its_digits_and_is_never_edited(room: Room) -> None:
    table = await open_with_four(room, "duo-dominoes")
    await room.begin(table)
    (number,) = list_seals(room)
    present = await room.get(table)
    line = room.messenger.messages[number]
    (verify, copy) = [control.name for row in line.message.rows for control in row]
    assert verify == f"fair.promise.{present.shuffle.known_secret.commitment}"
    assert copy == f"fair.copy.{present.shuffle.root}"
    rooted = next(event for event in await read_events(room, table) if isinstance(event, events.Rooted))
    assert (rooted.roots[0], rooted.told) == (present.shuffle.root, 1)
    assert not line.message.loud
    others = [message.text for message in room.messenger.everything_at(CHANNEL)]
    assert not any(re.search("[0-9a-f]{20}", text) for text in others)
    await play_until(room, table, 1, BEAR, BULL)
    answer = message_of(await room.press(table, copy, BULL))
    for digits in (present.shuffle.root, present.shuffle.known_secret.commitment, str(number)):
        assert digits in answer.text
    assert len(line.history) == 1
    for forged in ("0" * 64, "` **Fair!** `"):
        with refuses("no_button"):
            await room.press(table, f"fair.copy.{forged}", BULL)


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_little_of_a_channels_text_concerns_shuffles(store: Store, game: str) -> None:
    """In older releases, 49 of 100 characters did in stud, and 36 in Duo Dominoes."""
    room = Room(store, settings())
    await room.start()
    await play_evening(room, game, 1 if game == "pussers-bones" else 2)  # a hand of Pussers Bones is long
    await room.settle()
    assert measure_share(room) < 0.05


async def test_a_shuffle_in_the_middle_of_a_hand_puts_its_root_on_a_button_of_the_log(room: Room) -> None:
    """The line that sealed the hand cannot carry this root: nobody knew then what would be shuffled."""
    table = await room.start_table("duo-dominoes", house={"redeal_doubles": "5"})
    present = await room.get(table)
    entered = [entry.event for entry in decode_entries(await room.read(stored_events.read, table))]
    (rooted,) = [event for event in entered if isinstance(event, events.Rooted)]
    again = replace(rooted, draw=2, roots=("a" * 64, "b" * 64), told=0)
    lines = log.append_lines(
        present, log.LogLines(0, 0, ()), 0, [Entry(900, 0, "x", again), Entry(901, 0, "y", events.Closed("asked"))]
    )
    page = make_page_message(present, log.make_page(lines, 2_000), None)
    assert list_controls(page) == ["fair.copy." + "a" * 64, "fair.copy." + "b" * 64]
    assert "a" * 8 not in page.text


async def test_a_refused_seal_is_said_in_public_and_in_the_proof_and_nobody_waits(room: Room) -> None:
    table = await open_with_four(room)
    room.messenger.fail = refuse_seal
    await room.begin(table)
    assert events.Sealed(1, "") in await read_events(room, table)
    shown = "\n".join(message.text for message in room.at(CHANNEL))
    assert "Discord refused the seal of shuffle 1, so the hand is dealt without a seal." in shown
    present = await room.get(table)
    assert present.hand_open
    text = describe_verdict(present, await room.fairness.check(present, 1), words_of(present))
    assert "dealt without a seal, because Discord refused to post the seal" in text
    letters = [message.text for message in room.dm(BEAR)]
    assert sum("refused the message that seals hand 1" in letter for letter in letters) == 1
    await room.ask(room.seats.close, table, BEAR)
    closed = await room.get(table)
    verdict = await room.fairness.check(closed, 1)
    assert (verdict.kept, verdict.same, verdict.seal) == (True, True, "")
    assert "dealt without a seal" in describe_verdict(closed, verdict, words_of(closed))


async def test_a_discord_that_does_not_answer_is_not_waited_for(room: Room) -> None:
    class Silent(RecordingMessenger):
        async def send(self, place: Place, message: Message, nonce: str) -> int:
            await asyncio.Event().wait()
            return 0

    table = await room.get(await open_with_four(room))
    assert await Seals(Outbox(room.store, Silent(), room.clock, Lanes()), within=0.0).post(table) == ""


async def test_a_kill_between_the_seal_and_its_record_leaves_one_seal_and_one_deal(room: Room) -> None:
    table = await open_with_four(room)
    for moment in ("salts", "posted"):
        sent = asyncio.Event()
        real = room.tables.sealer

        class Dying:
            async def post(
                self, table: Any, moment: str = moment, sent: asyncio.Event = sent, real: Sealer = real
            ) -> str:
                if moment == "posted":
                    await real.post(table)
                sent.set()
                await asyncio.Event().wait()
                return ""

            def finish_seal(self, connection: Any, table: Any, message: str, at: int) -> None:
                raise AssertionError("the seal is never recorded")

        room.tables.sealer = Dying()
        press = asyncio.create_task(room.press(table, "lobby.start", BEAR))
        await sent.wait()
        press.cancel()
        with suppress(asyncio.CancelledError):
            await press
        await room.settle()
        room = await room.crash_and_restart()
        assert not any(isinstance(event, events.Sealed) for event in await read_events(room, table))
        for who, refused in ((BULL, "lobby.leave"), (BEAR, "lobby.robot+"), (BULL, "lobby.swap"), (NED, "lobby.join")):
            with refuses("dealing"):
                await room.press(table, refused, who)
        with refuses("dealing"):
            await room.ask(room.lobby.set_house_rule, table, BEAR, "start", "full")
        with refuses("dealt"):
            await room.press(table, "salt.give", BULL, "late")
    (posted,) = list_seals(room)
    await room.press(table, "lobby.start", BEAR)
    assert list_seals(room) == [posted]
    found = await read_events(room, table)
    assert [event for event in found if isinstance(event, events.Sealed)] == [events.Sealed(1, str(posted))]
    assert sum(type(event).__name__ == "WallBuilt" for event in found) == 1


async def test_a_seal_whose_answer_is_lost_is_found_after_the_outage_and_not_posted_twice(room: Room) -> None:
    """Discord has forgotten the nonce by then. The note about the seal is deleted once the seal is recorded."""
    table = await open_with_four(room)

    def lose(action: str, place: Place, message: Message | None) -> None:
        if action == "send" and message is not None and "fair.copy" in str(message.rows):
            room.messenger.crash_after = 0

    room.messenger.fail = lose
    press = asyncio.create_task(room.press(table, "lobby.start", BEAR))
    await room.wait_for_lost_answer()
    room.messenger.fail = lambda action, place, message: None
    (posted,) = list_seals(room)
    press.cancel()
    room.messenger.forget_nonces()
    room.forward(HOUR)
    room = await room.crash_and_restart()
    await room.begin(table)
    assert list_seals(room) == [posted]
    assert events.Sealed(1, str(posted)) in await read_events(room, table)
    assert await room.read(outbox.find_noted, nonce_of(f"{table}:seal:1:1")) == {}


async def test_if_two_processes_seal_the_first_recorded_seal_counts(room: Room) -> None:
    table = await open_with_four(room)
    other = Room(room.store, room.settings, room.messenger, room.clock, chance=room.chance, sealer=Seals)
    other.spoken = 1_000
    await other.get(table)

    class Overtaken:
        async def post(self, sealed: Any) -> str:
            await other.press(table, "lobby.start", BULL)
            return "999"

        def finish_seal(self, connection: Any, table: Any, message: str, at: int) -> None:
            raise AssertionError("the other process has recorded the seal")

    room.tables.sealer = Overtaken()
    with refuses("started"):
        await room.press(table, "lobby.start", BEAR)
    (posted,) = list_seals(room)
    found = await read_events(room, table)
    assert [event for event in found if isinstance(event, events.Sealed)] == [events.Sealed(1, str(posted))]
    await room.ask(room.seats.close, table, BEAR)
    closed = await room.tables.read_fresh(table)
    assert (await room.fairness.check(closed, 1)).same


async def test_events_after_the_seal_do_not_change_a_draw(room: Room) -> None:
    """The random streams of a hand do not count pauses, votes and other events."""
    table = await open_with_four(room)
    await room.press(table, "lobby.start", BEAR)
    before = await room.get(table)
    drawn = room.chance.make_decision_chance(before).shuffle(range(144))
    await room.ask(room.seats.pause, table, BEAR)
    await room.ask(room.seats.resume, table, BEAR)
    after = await room.get(table)
    assert after.sequence > before.sequence
    assert room.chance.make_decision_chance(after).shuffle(range(144)) == drawn


async def test_a_player_who_leaves_takes_only_their_own_salt(room: Room) -> None:
    table = await room.open(GAME)
    for who in (BULL, WALLY):
        await room.press(table, "lobby.join", who)
    for who, words in ((BEAR, "tar"), (BULL, "sea"), (WALLY, "rum")):
        await room.press(table, "salt.give", who, words)
    await room.press(table, "lobby.robot+", BEAR)
    await room.press(table, "lobby.robot-", BEAR)
    await room.press(table, "lobby.leave", BULL)
    known = await room.read(stored_tables.find_secret, table, 1)
    assert known is not None and known.salts == {"0": "tar", "1": "rum"}
