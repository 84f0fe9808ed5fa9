"""Moments with only one thing to press: a person alone with robots is not asked, others are (PB-26, PB-47)."""

from dataclasses import replace

import pytest

from bot.ports import Requester
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Waits
from bot.tables.aggregate.table import Playing as OpenHand
from bot.tables.history.entries import decode_entries
from bot.tables.timing.deadlines import find_only_answer, list_deadlines
from games.core import Seat
from games.duo.decide import decide
from games.duo.evolve import evolve
from games.duo.moves import Play
from games.pieces.dominoes import from_code
from games.pussers.events import Called, Plucked
from games.pussers.view import Phase
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, Room
from tests.bot.services.test_practice import open_practice
from tests.games.duo.at_table import CHANCE, dealt
from tests.games.lombardy.at_table import Playing
from tests.games.pussers.at_table import TableAt
from tests.left_out import LONGER, MORE_CASES, MORE_GAMES, mark_thorough

BEARS = Seat(0)
STEPS = 30


async def play_and_count(room: Room, table: int, *others: Requester) -> tuple[int, int]:
    """Play on. Returns how often a window waited for Bear while *Pass* was all they could say, and how often Bear let a
    bone go without a press."""
    asked = 0
    for _ in range(STEPS):
        present = await room.get(table)
        view = present.view(BEARS)
        waits = view.phase == Phase.CALLING and BEARS in view.to_act and BEARS not in present.waiting.moved
        asked += waits and [choice.verb for choice in present.game.choices(view)] == ["pass"]
        if not await step(room, table, BEAR, *others):
            room.forward(1_000)
            await room.settle()
    found = decode_entries(await room.read(stored_events.read, table))
    passes = [entry for entry in found if isinstance(entry.event, Called) and entry.event.seat == BEARS]
    return asked, sum((entry.cause or "").startswith("order:") for entry in passes)


@pytest.mark.thorough(LONGER)
async def test_practice_does_not_ask_where_there_is_nothing_to_call(room: Room) -> None:
    asked, let_go = await play_and_count(room, (await open_practice(room, "pussers-bones", "deckhand")).id)
    assert (asked, let_go > 3) == (0, True)


@pytest.mark.thorough(MORE_CASES)
async def test_a_table_alone_with_robots_does_not_ask_either(room: Room) -> None:
    asked, let_go = await play_and_count(room, await room.start_table("pussers-bones", preset="alone"))
    assert (asked, let_go > 3) == (0, True)


@pytest.mark.thorough(MORE_GAMES)
@pytest.mark.parametrize("others", [(), (BULL,)])
async def test_a_pluck_with_nothing_else_to_press_is_asked_of_people_only(
    room: Room, others: tuple[Requester, ...]
) -> None:
    """The pluck for Eddie is always asked of everybody, so only plucks from the wall count here."""
    table = await room.start_table("pussers-bones", (BEAR, *others), 3 - len(others), preset="alone")
    await play_and_count(room, table, *others)
    found = decode_entries(await room.read(stored_events.read, table))
    own = {
        (entry.cause or "").partition(":")[0]
        for entry in found
        if isinstance(entry.event, Plucked) and (entry.event.seat, entry.event.end) == (BEARS, "wall")
    }
    assert own == ({"i"} if others else {"order"})


@pytest.mark.parametrize("others", [(), (BULL,)])
async def test_pb_26_what_the_table_is_about_to_do_has_no_button(room: Room, others: tuple[Requester, ...]) -> None:
    """Otherwise *Pluck* flashes up, and whoever presses it reads that they have their working bone already."""
    table = await room.get(await room.start_table("pussers-bones", (BEAR, *others), 3 - len(others)))
    table = replace(table, playing=OpenHand.of(table.game, TableAt().table))
    message = await room.services.hand.hands.make_message(table, BEARS)
    buttons = {control.name for row in message.rows for control in row}
    assert "why" in buttons and ("pluck" in buttons) is bool(others)


@pytest.mark.parametrize(
    ("game", "others"),
    mark_thorough(
        [(game, others) for game in ("lombardy-bones", "duo-dominoes") for others in ((), (BULL,))],
        MORE_GAMES,
        but=[("lombardy-bones", ()), ("duo-dominoes", (BULL,))],
    ),
)
async def test_a_forced_pass_of_somebody_alone_with_robots_comes_once_they_have_read_why(
    room: Room, game: str, others: tuple[Requester, ...]
) -> None:
    """LB-23, DD-23. Among people, only Duo passes by itself (DD-23), and at once."""
    is_duo = game == "duo-dominoes"
    number = await room.start_table(game, (BEAR, *others), (3 if is_duo else 1) - len(others))
    stuck = Playing(("5-4 3-2", "6-6 6-1"))
    stuck.say("b noscore")
    duo = dealt(["5-4 3-2", "6-1 5-5", "6-2 5-3", "6-6 0-0"], starter=3)
    duo = evolve(duo, *decide(duo, Seat(3), Play(from_code("6-6")), 0, CHANCE).events)
    table = await room.get(number)
    table = replace(table, playing=OpenHand.of(table.game, duo if is_duo else stuck.table))
    only = find_only_answer(table, BEARS)
    assert (only.verb if only else None) == (None if others else "knock")
    due = [deadline for deadline in list_deadlines(table, Waits()) if deadline.kind == ("lapse" if is_duo else "order")]
    pauses = {deadline.at - table.waiting.view_changed_at for deadline in due}
    assert pauses == {2505} if not others else all(pause <= 400 for pause in pauses)
    message = await room.services.hand.hands.make_message(table, BEARS)
    assert ("**You can't play, so you pass**" in message.text) is not bool(others)
    moves = {"play", "knock"} & {control.name for row in message.rows for control in row}
    assert bool(moves) is bool(others)


@pytest.mark.thorough(LONGER)
async def test_a_table_of_people_asks_in_every_window(room: Room) -> None:
    """If the table answered for Bear, its pauses would tell the others that Bear could not call."""
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2, preset="alone")
    asked, let_go = await play_and_count(room, table, BULL)
    assert (asked > 0, let_go) == (True, 0)


@pytest.mark.thorough(LONGER)
async def test_a_table_asks_in_every_window_while_somebody_waits_for_a_seat(room: Room) -> None:
    table = await room.start_table("pussers-bones", preset="alone")
    await room.press(table, "lobby.join", BULL)
    asked, let_go = await play_and_count(room, table)
    assert (asked > 3, let_go) == (True, 0)
