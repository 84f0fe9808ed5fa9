"""*Play here*: a finished hand, from a step of its replay on, at a practice table with old hands."""

import pytest

from bot.messages.replays.replay_steps import Look
from bot.ports import DONE, Button, Location, Reply, Requester
from bot.store import Status, Store
from bot.tables.aggregate import Table
from bot.tables.dailies import find_score
from bot.tables.history.entries import is_of_game, is_recorded, read_entries
from bot.tables.history.own_moves import list_own_moves
from bot.tables.lobby import alone
from bot.tables.play.evening import read_evening
from bot.tables.repeats import MOST_EVENTS, find_position, find_results
from games import registry
from games.core import Seat, View
from tests.bot.harness.dailies import PACED, begin, catch_refusal, pass_day, play as play_day, wait_for_day_of
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, HERE, WALLY, Room, in_dm, list_controls, message_of
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_GAMES, mark_thorough

DUO = "duo-dominoes"
STEP = 9


async def take_hand(room: Room, game: str = DUO) -> Table:
    """A table that Bull (seat 1) played with Bear and two robots, which is closed after its second hand."""
    number = await take_played_table(room, game, (BEAR, BULL), 2, hands=2)
    await room.close(number)
    await room.settle()
    return await room.get(number)


async def press(room: Room, table: int, what: str, who: Requester = BULL, where: Location = HERE) -> Reply:
    return await room.press(table, what, who, where=where)


async def play_to_end(room: Room, table: int) -> Table:
    """Let somebody play the hand to its end as a robot would."""
    for _ in range(600):
        present = await room.get(table)
        if present.status == Status.CLOSED:
            return present
        words = words_for(present, BULL)
        if words is None:
            room.forward(9_000)
        else:
            verb, _, rest = words.partition(" ")
            await room.play.make_move(present, room.request(BULL, in_dm(BULL), about=present), verb, rest)
        await room.settle()
    raise AssertionError("the hand did not end")


def _list_facts(view: View) -> dict[str, object]:
    """Everything in a view but its clock: nobody waits by it here."""
    names = (name for name in dir(view) if not name.startswith("_") and name not in ("house", "deadline"))
    return {name: value for name in names if not callable(value := getattr(view, name))}


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=[DUO]))
async def test_a_hand_is_played_on_as_it_stood_and_both_results_are_told(room: Room, game: str) -> None:
    table = await take_hand(room, game)
    found = await room.find_step(table, Look(2, STEP, Seat(1)))
    assert found is not None
    position = find_position(table, found.past, found.until[1], Seat(1), STEP)
    before = table.game.evolve(found.past.state, *(entry.event for entry in position.events))
    reply = await press(room, table.id, f"replay.2.{STEP}.play")
    assert "practice table" in message_of(reply).text
    repeat = await room.find_alone(BULL)
    assert (repeat.player, [seat.robot for seat in repeat.seats].count("old_hand"), len(repeat.seats)) == (1, 3, 4)
    entries = await room.read(read_entries, repeat.id)
    recorded = [entry.event for entry in entries if is_recorded(entry) and is_of_game(entry.event)]
    assert _list_facts(table.game.view(table.game.fold(recorded), Seat(1))) == _list_facts(
        table.game.view(before, Seat(1))
    )
    assert not {seat.name for seat in repeat.seats} & {"Bear"}, "nobody else's name goes along"
    await room.settle()
    ended = await play_to_end(room, repeat.id)
    board = [message for message in room.at(in_dm(BULL).channel) if message.rows][-1]
    assert "The first time, your seat got " in board.text
    assert ended.shuffle.last_opened == 1
    assert "replay.1.1.open" in list_controls(board)
    (hand,) = (await room.read(read_evening, ended)).hands
    results = find_results(ended)
    assert results is not None and results[1] == find_score(ended.game, hand.amounts, Seat(1)), "earlier hands stay out"


async def test_a_hand_whose_secret_is_shut_is_neither_offered_nor_accepted(room: Room) -> None:
    number = await take_played_table(room, DUO, (BEAR, BULL), 2, hands=2)
    replay = message_of(await press(room, number, "replay.1.5.open"))
    assert not [name for name in list_controls(replay) if name.endswith(".play")]
    for way in ("play", "instead"):
        for seat in ("", ".0", ".1", ".2"):
            assert await catch_refusal(press(room, number, f"replay.1.5{seat}.{way}")) in ("repeat_shut", "seat_closed")
    assert await catch_refusal(press(room, number, "replay.3.1.play")) == "no_replay"
    assert await room.read(alone.find_of_person, BULL.user) is None
    await room.close(number)
    await room.settle()
    replay = message_of(await press(room, number, "replay.1.5.open"))
    assert "replay.1.5.play" in list_controls(replay)
    public = message_of(await press(room, number, "replay.1.5.0.open"))
    assert not [name for name in list_controls(public) if name.endswith(".play")], "nobody sits nowhere"
    assert await catch_refusal(press(room, number, "replay.1.5.0.play")) == "repeat_seat"


async def test_another_seat_is_played_from_its_own_view(room: Room) -> None:
    """Somebody who looks from a seat plays on from it, an onlooker too."""
    table = await take_hand(room)
    await press(room, table.id, "replay.1.5.3.play", WALLY)
    repeat = await room.find_alone(WALLY)
    assert (repeat.player, repeat.occupant(Seat(2)).user_id) == (2, WALLY.user)
    await room.settle()
    board = [message for message in room.at(in_dm(WALLY).channel) if message.rows][-1]
    assert "seat=2," in board.pictures[0].alt and "step 5" in board.text
    assert await catch_refusal(room.press(repeat.id, "fair", WALLY, where=in_dm(WALLY))) != ""


async def test_the_last_steps_are_not_played_on(room: Room) -> None:
    table = await take_hand(room)
    last = message_of(await press(room, table.id, "replay.1.100000.open"))
    (button,) = [button for row in last.rows for button in row if button.name.endswith(".play")]
    assert isinstance(button, Button) and button.disabled
    assert await catch_refusal(press(room, table.id, "replay.1.100000.play")) == "repeat_over"


async def test_an_open_practice_table_is_closed_only_when_asked(room: Room) -> None:
    table = await take_hand(room)
    await press(room, table.id, "replay.1.5.play")
    first = await room.find_alone(BULL)
    asked = message_of(await press(room, table.id, "replay.1.9.play"))
    assert list_controls(asked) == ["replay.1.9.instead", "practice.close"] and asked.table == table.id
    assert (await room.find_alone(BULL)).id == first.id
    assert (await press(room, table.id, "replay.1.9.instead")).in_place
    second = await room.find_alone(BULL)
    assert second.id != first.id and (await room.get(first.id)).status == Status.CLOSED


async def test_a_hand_played_on_is_played_on_again_and_counts_nowhere(room: Room) -> None:
    """Its secret opens at its end, at once. Nothing recorded is taken back, and nothing can be checked."""
    table = await take_hand(room)
    await press(room, table.id, "replay.2.9.play")
    repeat, where = await room.find_alone(BULL), in_dm(BULL)
    assert await catch_refusal(press(room, repeat.id, "undo.ask", BULL, where)) == "undo_nothing"
    assert repeat.row.guild == 0 and not repeat.kind.posts_to_books
    await play_to_end(room, repeat.id)
    assert await catch_refusal(room.fairness.check(await room.get(repeat.id))) == "prepared"
    replay = message_of(await press(room, repeat.id, "replay.1.1.open", BULL, where))
    assert "Hand 1, step 1 of" in replay.text and "replay.1.1.play" in list_controls(replay)
    log = "\n".join(message.text for message in room.at(where.channel))
    assert log.count("deals") + log.count("Hand 1") < 3, "the recorded moves are not told again"
    opened = await press(room, repeat.id, "replay.1.1.play", BULL, where)
    assert opened.message is None and opened != DONE, "the router must not show the finished table again"
    again = await room.find_alone(BULL)
    assert again.id != repeat.id and again.public_view.hand == 2
    room.tables.repository.forget(again.id)
    stored = await room.get(again.id)
    assert (stored.visibility, stored.costs, stored.clock) == (again.visibility, again.costs, again.clock)
    assert stored.row.settings == again.row.settings and again.row.settings.repeat is not None
    exported = await room.read(list_own_moves, BULL.user)
    assert not [move for move in exported.moves if move["table"] == again.id], "somebody else may have made them"


async def test_an_evening_that_is_too_long_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await take_hand(room)
    monkeypatch.setattr("bot.tables.repeats.MOST_EVENTS", 20)
    assert MOST_EVENTS > 20
    assert await catch_refusal(press(room, table.id, "replay.2.9.play")) == "repeat_long"


async def test_the_hand_of_the_day_is_played_on_when_the_day_is_over_everywhere(store: Store) -> None:
    room = Room(store, PACED)
    day = await wait_for_day_of(room, DUO)
    await begin(room, BULL)
    table = await play_day(room, BULL)
    where = in_dm(BULL)
    assert await catch_refusal(press(room, table.id, "replay.1.3.play", BULL, where)) == "day_shut"
    replay = message_of(await press(room, table.id, "replay.1.3.open", BULL, where))
    assert not [name for name in list_controls(replay) if name.endswith((".play", "dearest"))]
    await pass_day(room, day)
    replay = message_of(await press(room, table.id, "replay.1.1.open", BULL, where))
    assert {"replay.1.1.play", "dearest"} <= set(list_controls(replay))
    await press(room, table.id, "replay.1.3.play", BULL, where)
    repeat = await room.find_alone(BULL)
    assert repeat.row.day is None and repeat.hand_open
