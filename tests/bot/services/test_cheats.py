"""Ways to cheat at a table, each of which is refused or has no effect."""

import pytest

from bot.ports import DeliveryError, ErrorKind, Message, Place
from bot.store import Store
from bot.tables.aggregate import Limits
from bot.wording import ENGLISH, Words, word_refusal
from games.core import Seat
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)


async def test_a_move_cannot_be_taken_back_after_a_robot_answered_it(room: Room) -> None:
    """Robots agree to every take-back, but the move with which a robot answers tells something about its hand."""
    table = await room.start_table(GAME, (BEAR,), 3)
    before = await play_until_turn(room, table, BEAR)
    await room.say(table, words_for(before, BEAR) or "", BEAR)
    await room.settle()
    assert (await room.get(table)).visibility.last_public.keys() > {Seat(0)}
    with refuses("undo_revealed"):
        await room.press(table, "undo.ask", BEAR)


def _count_opened_threads(room: Room) -> int:
    return sum(what == "thread" for what, _ in room.messenger.calls)


async def test_a_refused_table_leaves_no_thread(store: Store) -> None:
    room = Room(store, settings(limits=Limits(person_lobbies=2)))
    await room.start()
    with refuses("preset"):
        await room.open(GAME, preset="none of ours", thread=True)
    for _ in range(2):
        await room.open(GAME, thread=True)
    for _ in range(3):
        with refuses("person_lobbies"):
            await room.open(GAME, thread=True)
    assert _count_opened_threads(room) == 2


@pytest.mark.parametrize(
    ("kind", "words"),
    mark_thorough(
        [("full", "active threads"), ("wrong", "of this kind"), ("forbidden", "permission")],
        MORE_CASES,
        but=[("full", "active threads")],
    ),
)
async def test_a_thread_that_cannot_be_opened_names_the_real_reason(room: Room, kind: str, words: str) -> None:
    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "thread":
            raise DeliveryError(ErrorKind(kind))

    room.messenger.fail = fail
    with refuses() as refused:
        await room.open(GAME, thread=True)
    assert words in word_refusal(refused.value, Words(ENGLISH))


async def test_a_robot_plays_for_somebody_who_leaves_the_server_again(room: Room) -> None:
    """Otherwise leaving, coming back to look at the hand and leaving again would stop the table."""
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for _ in range(2):
        await room.parts.places.stand_in_for_leaver(table, BULL.user)
        assert not (await room.get(table)).is_present(Seat(1))
        await room.press(table, "hand.show", BULL)
        assert (await room.get(table)).is_present(Seat(1))
