"""What does not fit in a row of a board or hand is in *More*: nothing leaves a message without being declared."""

from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, strategies as st

from bot.messages.parts.controls import UNTIL, with_until_turn
from bot.messages.parts.table_panel import IN_PANEL, LEAVING, MORE, fit_row
from bot.ports import MOST_IN_ROW, Button, Menu, Message, Requester, Row
from bot.tables.aggregate import Table
from bot.tables.aggregate.pacing import LIVE
from bot.wording import ENGLISH, Words
from games import registry
from games.core import Seat, View
from tests.bot.harness.players import play_to, play_until_turn, step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, list_controls, message_of
from tests.left_out import LONGER

GAME = "duo-dominoes"
STAYING = ("hand.show", MORE, "vote.0", "vote.1", "close.yes.1", "hand.hide")


def names(message: Message) -> list[str]:
    """The controls of a message."""
    assert all(len(row) <= MOST_IN_ROW for row in message.rows)
    return list_controls(message)


def board_of(room: Room) -> list[str]:
    """The controls of the board."""
    return next(found for message in reversed(room.at(CHANNEL)) if MORE in (found := names(message)))


async def list_offered(room: Room, table: int, who: Requester) -> set[str]:
    """All controls of the board and of a person's *More*."""
    shown = message_of(await room.press(table, MORE, who))
    return {*board_of(room), *names(shown)}


async def test_with_a_vote_the_board_keeps_hand_vote_and_more(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1)
    await play_until_turn(room, table, BEAR, BULL, WALLY)
    assert {"why", "lobby.join", "rules"} <= await list_offered(room, table, NED)
    room.forward(LIVE.nudges[-1])
    await room.settle()
    assert {"hand.show", "vote.0", MORE} <= {*board_of(room)}
    for who in (BULL, NED):
        assert {"why", "rules"} <= await list_offered(room, table, who)
    assert "lobby.join" in await list_offered(room, table, NED)
    assert {MORE, "hand.hide", "vote.0"} <= {*names(room.dm(WALLY)[-1])}


def _waits_for_bear(table: Table) -> bool:
    """True if the bones are dealt and it is Bear's turn."""
    return table.public_view.to_act == (Seat(0),) and not table.view(Seat(2)).undealt


async def test_a_vote_and_a_question_together_leave_room_in_the_hand_of_a_newcomer(room: Room) -> None:
    table = await room.start_table("pussers-bones", (BEAR, BULL, WALLY), 1)
    await play_to(room, table, _waits_for_bear, BEAR, BULL, WALLY)
    room.forward(LIVE.nudges[-1])
    await room.press(table, "table.close", BULL)
    await room.settle()
    assert {"close.yes.1", "close.no.1", "vote.0", MORE, "hand.hide"} <= {*names(room.dm(WALLY)[-1])}
    await room.press(table, "close.no.1", WALLY)
    await room.settle()
    assert {"hand.building", "vote.0", MORE, "hand.hide"} <= {*names(room.dm(WALLY)[-1])}


@pytest.mark.thorough(LONGER)
async def test_after_a_hand_more_has_what_the_board_leaves_out(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1)
    while (await room.get(table)).hand_open:
        for who in (BEAR, BULL, WALLY):
            await step(room, table, who)
    await room.settle()
    offered = await list_offered(room, table, NED)
    assert {MORE, "sheet", "why", "rules", "lobby.join"} <= offered
    assert any(name.startswith("replay.") for name in offered)


@given(st.permutations([*LEAVING, "replay.3.1.open", *STAYING]), st.integers(0, 12))
def test_only_declared_controls_leave_a_row_and_only_from_a_full_one(order: list[str], most: int) -> None:
    controls = [Button(name, name) for name in order[:most]]
    row = [button.name for button in fit_row(controls)]
    gone = [button.name for button in controls if button.name not in row]
    assert [name for name in order[:most] if name in row] == row
    assert not gone or len(controls) > MOST_IN_ROW
    assert not {*gone} & {*STAYING}
    assert len(row) <= max(MOST_IN_ROW, sum(name in STAYING for name in order[:most]))
    assert {*IN_PANEL} <= {*LEAVING}


def test_an_order_until_the_next_turn_finds_room_beside_a_full_row() -> None:
    game, crowd = registry.game("pussers-bones"), SimpleNamespace(phase="calling")
    passing = next(verb.name for verb in game.VERBS if "calling" in verb.declines_in)
    full = (*(Button(f"call.{number}", "Call") for number in range(MOST_IN_ROW - 1)), Button(passing, "Pass"))
    menu, other = (Menu("throw", "Throw", ()),), (Button("why", "Why?"),)

    def place(*rows: Row, most: int) -> list[list[str]]:
        found = with_until_turn(game, cast(View, crowd), rows, Words(ENGLISH, "pussers-bones"), most)
        return [[control.name for control in row] for row in found]

    until = UNTIL.make(verb=passing)
    assert place((full[-1],), most=1) == [[passing, until]]
    assert place(menu, full, other, most=4)[2] == [until]
    assert place(menu, full, other, most=3)[2] == ["why", until]
