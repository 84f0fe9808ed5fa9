"""A message is made again only if its inputs have changed. So equal inputs must make equal messages."""

import pytest

from bot.messages.boards.board import make_board
from bot.messages.inputs import inputs_of
from bot.ports import Requester
from bot.store import MessageKey, MessageKind, Store
from bot.store.messages.message_keys import BOARD
from bot.tables.aggregate import Table
from games import registry
from games.core import Seat
from render import scenes
from tests.bot.harness.players import step_or_wait
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings
from tests.effort import rounds
from tests.left_out import MORE_GAMES, mark_thorough

PEOPLE = (BEAR, BULL, WALLY, NED)
CHOICES: tuple[dict[str, str], ...] = (
    {},
    {"hot": "on", "dead": "on", "spoiler": "on"},
    {"text_only": "on"},
    {"taps": "menus"},
)
"""The preferences of each player."""
SECRETIVE = ("pussers-bones", "lombardy-bones", "bonedoneskis")
"""Games with moves that the others do not see."""


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_equal_inputs_make_equal_messages(store: Store, game: str) -> None:
    room = Room(store, settings(), scenes=scenes)
    for person, choices in zip(PEOPLE, CHOICES, strict=True):
        for name, value in choices.items():
            await room.me.change(room.request(person), name, value)
    table = await room.start_table(game, PEOPLE, robots=0)
    own_messages = room.host.workers.presenter.own
    repeats = 0
    made: dict[str, object] = {}
    for _ in range(rounds(12, 60, 60)):
        present = await room.get(table)
        inputs = repr(inputs_of(present, BOARD))
        board = await make_board(room.pictures, present)
        assert made.setdefault(f"board {inputs}", board) == board
        for seat, person in enumerate(PEOPLE):
            inputs = f"hand {_inputs_of_hand(room, present, Seat(seat), person)!r}"
            hand = await own_messages.make_message(present, Seat(seat))
            repeats += inputs in made
            assert made.setdefault(inputs, hand) == hand
        await step_or_wait(room, table, *PEOPLE)
    assert repeats >= (3 if game in SECRETIVE else 0), "a secret move must leave the inputs of other seats equal"


def _inputs_of_hand(room: Room, table: Table, seat: Seat, person: Requester) -> object:
    key = MessageKey(MessageKind.HAND, seat)
    return inputs_of(table, key), room.people.find(person.user)
