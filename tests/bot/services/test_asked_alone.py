"""The questions and hints to a player who is alone with robots, in many states of a hand."""

from collections import Counter
from dataclasses import replace

import pytest
from msgspec import structs

from bot.messages.help import describe_hint, name_own_controls
from bot.messages.parts.table_words import words_of
from bot.store import Store
from bot.tables.aggregate import Table
from bot.tables.aggregate.pacing import LIVE
from bot.tables.aggregate.table import Playing
from games import registry
from games.core import Seat
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, Room, in_dm, list_controls, settings
from tests.chance import SeededChance
from tests.contract import driver
from tests.effort import rounds
from tests.left_out import LONGER, MORE_GAMES, mark_thorough

DM = in_dm(BEAR)
STATES = rounds(10, 25, 25)
"""The most states of a hand in which a hint is looked at, for each table."""


async def open_practice(room: Room, game: str) -> Table:
    """Open a practice table for Bear."""
    await room.practice.begin(room.request(BEAR, DM), game, "old_hand")
    await room.settle()
    return await room.find_alone(BEAR)


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes", "pussers-bones"]))
async def test_whoever_can_press_something_is_not_told_that_there_is_nothing_to_do(room: Room, game: str) -> None:
    """The first states of a hand in every preset: in a race, a seat may call long before or after its own turn."""
    table, told = await open_practice(room, game), Counter[str]()
    for players, options in driver.tables(table.game):
        session = driver.Session(table.game, players, options, 7)
        for _ in session.steps("robots", STATES):
            for seat in (Seat(0), session.view(None).to_act[0] if session.view(None).to_act else Seat(1)):
                state = session.state
                now = replace(
                    table,
                    row=replace(table.row, options=dict(options)),
                    playing=Playing.of(table.game, state),
                    seats=tuple(replace(table.seats[min(1, other)], seat=other) for other in range(players)),
                )
                words = words_of(now)
                hint, controls = describe_hint(now, seat, words), name_own_controls(now, seat, words)
                nothing = hint.startswith("There's nothing for you to do")
                told[hint.split("**")[0]] += 1
                assert not (nothing and controls), (session.view(seat).phase, controls, hint)
                # A player who took their answer back must be asked again: the table answers for them only once.
                asked = replace(now, waiting=structs.replace(now.waiting, moved=frozenset({seat})))
                if seat in now.public_view.to_act and not now.view(seat).has_spoken:
                    assert name_own_controls(asked, seat, words), (session.view(seat).phase, session.view(seat).spoken)
    assert told.total() > STATES


@pytest.mark.thorough(LONGER)
async def test_no_message_asks_where_the_table_answers_for_its_player(store: Store) -> None:
    """A call window in which the player has nothing to call stays open for a second or two, until the robots have
    answered. Meanwhile nothing is asked, and no button can cost the player a wrong call."""
    room = Room(store, settings(live=LIVE), chance=SeededChance("crowd"))
    await room.start()
    table, quiet, own = await open_practice(room, "pussers-bones"), 0, 0
    while table.public_view.hand == 1 and quiet + own < rounds(30, 60, 60):
        (board,) = (sent for sent in room.messenger.messages.values() if sent.message.rows)
        shown = len(board.history)
        words = None if table.view(Seat(0)).has_spoken else words_for(table, BEAR)
        if words is not None:
            own += 1
            await room.say(table.id, words, BEAR)
        else:
            room.forward(250)
        await room.settle()
        table = await room.find_alone(BEAR)
        asks = not table.view(Seat(0)).has_spoken and words_for(table, BEAR) is not None
        for message in () if asks or words is not None else board.history[shown:]:
            quiet += "Nothing for you to call here" in message.text
            assert not {"yes", "dobone", "pass"} & set(list_controls(message)), message.text
    assert quiet > 3
    assert own > 3
