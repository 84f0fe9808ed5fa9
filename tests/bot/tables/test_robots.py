"""Robots at a table: their strength, and their reasons, which are given once the hand is over."""

from dataclasses import replace
from itertools import dropwhile
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.messages.parts.table_panel import make_panel
from bot.messages.replays.replay_steps import Look
from bot.ports import Requester
from bot.store import Connection, StoredSeat, StoredSettings
from bot.store.database.schema import causes
from bot.store.tables import commits as stored_events, rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.aggregate.turns import draw_temper
from bot.tables.history import events
from bot.tables.history.entries import Entry, decode_entries, hides_nothing, select_effective
from bot.tables.lobby.lobby import ROBOTS
from bot.tables.play import robots
from games import registry
from games.core import Chance, Level, Seat
from games.core.game import Game
from games.core.robots import Thought
from tests.bot.harness.players import play_until, play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room
from tests.effort import rounds
from tests.left_out import LONGER, MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"
LEVELS = ("lobby.deckhand+", "lobby.robot+", "lobby.deckhand+")


async def start_with_both_levels(room: Room, game: str) -> int:
    """Start a table where Bear plays with two deckhands and an old hand, and secrets open after each hand."""
    table = await room.open(game)
    await room.press(table, "lobby.house.set", BEAR, "secrets", "hand")
    has_both = Level.DECKHAND in registry.game(game).LEVELS
    for control in LEVELS:
        await room.press(table, control if has_both else "lobby.robot+", BEAR)
    await room.begin(table)
    return table


async def _seats(room: Room, table: int) -> list[StoredSeat]:
    return await room.read(stored_tables.seats_of, table)


async def test_a_level_is_chosen_in_the_lobby_shown_there_and_kept_over_a_restart(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.deckhand+", BEAR)
    await room.press(table, "lobby.robot+", BEAR)
    other = await room.crash_and_restart()
    await other.settle()
    board = other.at(CHANNEL)[-1]
    assert "2. Able (robot, deckhand)" in board.text
    assert "3. Baker (robot, old hand)" in board.text
    assert [robots.level_of(registry.game(GAME), seat) for seat in (await _seats(other, table))[1:]] == [
        Level.DECKHAND,
        Level.OLD_HAND,
    ]
    with refuses("not_seated"):
        await other.press(table, "lobby.deckhand+", BULL)


async def test_a_deckhand_in_the_last_seat_starts_a_table_that_starts_full(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "start", "full")
    for control in LEVELS:
        await room.press(table, control, BEAR)
    assert (await room.get(table)).status == "live"


def test_robots_of_old_tables_and_stand_ins_are_old_hands() -> None:
    away = StoredSeat(0, "Bear", 0, user_id=1, stand_in={"since": 0})
    old = StoredSeat(1, "Able", 0, robot="house")
    assert {robots.level_of(registry.game(GAME), robot) for robot in (away, old)} == {Level.OLD_HAND}


async def test_a_robot_of_a_withdrawn_level_plays_on_as_an_old_hand_and_the_table_says_so(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.open(GAME)
    for control in ("lobby.shellback+", "lobby.robot+", "lobby.robot+"):
        await room.press(table, control, BEAR)
    monkeypatch.setattr(Game, "LEVELS", property(lambda _: (Level.DECKHAND, Level.OLD_HAND)))
    other = await room.crash_and_restart()
    await other.settle()
    assert (
        "2. Able (robot, old hand instead of shellback, which isn't on offer here any more)"
        in other.at(CHANNEL)[-1].text
    )
    await other.press(table, "lobby.start", BEAR)
    await other.settle()
    present = await other.get(table)
    question = robots.make_question(present, Seat(1), other.tables.chance)
    assert question.level is Level.OLD_HAND and not question.takes_time
    panel = str(make_panel(present, BEAR))
    assert "Able plays as an old hand, since there's no shellback here any more." in panel
    assert "Baker plays" not in panel


async def test_each_robot_is_asked_at_its_own_level(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await start_with_both_levels(room, GAME)
    game = registry.game(GAME)
    usual, asked = game.robot, dict[int, Level]()

    def robot(view: Any, chance: Chance, level: Level = Level.OLD_HAND, *_: object) -> Thought | None:
        asked[view.seat] = level
        return usual(view, chance, level)

    monkeypatch.setattr(Game, "robot", property(lambda _: robot))
    await play_until(room, table, 1, BEAR)
    assert asked == {0: Level.OLD_HAND, 1: Level.DECKHAND, 2: Level.OLD_HAND, 3: Level.DECKHAND}


@pytest.mark.thorough(LONGER)
async def test_pb_73_the_sheet_is_ruled_off_once_all_people_ask(room: Room) -> None:
    """Two robots agree with whoever asks; one of two people is not enough."""
    table = await room.start_table("pussers-bones", (BEAR, BULL), robots=2)
    for who, asking in ((BEAR, {0, 2, 3}), (BULL, {0, 1, 2, 3})):
        await room.say(table, "rule_off", who)
        for _ in range(20):
            room.forward(1_000)
            await room.settle()
        view: Any = (await room.get(table)).public_view
        assert set(view.rule_off_votes) == asking


# Reasons.


async def _read_first_hand(room: Room, table: int) -> tuple[Table, list[Entry]]:
    """The table, and the effective events of its first hand, from the deal on."""
    found = decode_entries(await room.read(stored_events.read, table))
    (ends,) = [row.sequence for row in found if isinstance(row.event, events.Revealed) and row.event.number == 1]
    hand = dropwhile(lambda entry: hides_nothing(entry.event), select_effective(found))
    return await room.get(table), [row for row in hand if row.sequence < ends]


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_every_move_of_a_robot_is_explained_in_the_replay(room: Room, game: str) -> None:
    """The robot's decision is repeated from its view at the time, and must lead to the same move."""
    table = await start_with_both_levels(room, game)
    await play_until(room, table, 1, BEAR)
    present, hand = await _read_first_hand(room, table)
    firsts: dict[str | None, int] = {}
    for entry in hand:
        firsts.setdefault(entry.cause, entry.sequence)
    ours = [sequence for cause, sequence in firsts.items() if cause is not None and cause.startswith("robot:")]
    steps: dict[int, tuple[int, int]] = {}
    others: list[int] = []
    step = most = 1
    while step <= most:
        found = await room.find_step(present, Look(1, step))
        assert found is not None
        made = [move.first_entry.sequence for move in found.moves if move.first_entry.sequence in ours]
        steps |= {sequence: (step, len(made)) for sequence in made}
        others += [] if made else [step]
        most, step = len(found.steps), step + 1
    assert len(ours) > 3
    for sequence in ours[:: max(1, len(ours) // rounds(12, 40, 400))]:
        step, moves = steps[sequence]
        text = (await room.replays.make_message(present, Look(1, step))).text
        lines = [line for line in text.splitlines() if line.startswith("-# ") and "“" in line]
        assert len(lines) == moves
        for line in lines:
            assert line.split()[1] in present.names
            assert "?" not in line.partition("“")[2]
            temper = draw_temper(present, Seat(present.names.index(line.split()[1]))).name
            assert line.endswith(f"” (a {temper} player)")
    for step in others[:: max(1, len(others) // 10)]:
        assert "“" not in (await room.replays.make_message(present, Look(1, step))).text


async def test_no_robot_is_asked_before_the_hand_is_over(room: Room) -> None:
    table = await start_with_both_levels(room, GAME)
    await play_until_turn(room, table, BEAR)
    with refuses("no_replay"):
        await room.ask(room.services.replays.show, table, BEAR, Look(1))
    with refuses("no_replay"):
        await room.ask(room.services.replays.show, table, BEAR)


@pytest.mark.thorough(MORE_CASES)
async def test_a_move_that_the_robot_would_not_repeat_is_not_explained(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The robot would give its reason for another move."""
    game = registry.game(GAME)
    usual = game.robot

    def robot(view: Any, chance: Chance, level: Level = Level.OLD_HAND, *_: object) -> Thought | None:
        thought = usual(view, chance, level)
        others = [choice.move for choice in game.choices(view) if thought is not None and choice.move != thought.move]
        return Thought(others[-1], "") if view.phase == "play" and thought is not None and others else thought

    with monkeypatch.context() as patch:
        patch.setattr(Game, "robot", property(lambda _: robot))
        table = await start_with_both_levels(room, GAME)
        await play_until(room, table, 1, BEAR)
    present, hand = await _read_first_hand(room, table)
    moved = [row for row in hand if (row.cause or "").startswith("robot:")]
    reasons = [await _find_reason(room, present, row) for row in moved]
    assert None in reasons
    forced = {"must_lead", "only_one", "nothing_fits", "goes_out"}
    assert {found[1].why for found in reasons if found is not None} <= forced


async def _find_reason(room: Room, table: Table, entry: Entry) -> tuple[Seat, Thought] | None:
    """The robot whose move began with this event, and its thought; None if it would now move otherwise."""
    hand = await room.read(room.replays.hands.read, table, 1)
    assert hand is not None
    remembered = await room.read(robots.find_move, table, hand, entry, room.chance)
    again = remembered and remembered.think_again()
    return (remembered.seat, again) if remembered is not None and again is not None else None


@pytest.mark.parametrize("has_notes", mark_thorough([True, False], MORE_CASES, but=[True]))
async def test_a_robots_moves_and_reasons_stay_its_own_when_its_seat_is_handed_over(
    room: Room, has_notes: bool
) -> None:
    """This also holds at tables of older releases, which stored neither the robot's level nor its name."""
    table = await start_with_both_levels(room, GAME)
    await play_until(room, table, 1, BEAR)
    before, hand = await _read_first_hand(room, table)
    places = [at for at, row in enumerate(hand, 1) if (row.cause or "").startswith("robot:")]
    before_texts = [(await room.replays.make_message(before, Look(1, at))).text for at in places]
    await room.hand_over(table, BEAR, None, BULL)
    present = await room.get(table)
    assert present.names[1] == "Bull"
    if not has_notes:
        await _forget_notes(room, table)
        present = replace(present, row=replace(present.row, settings=StoredSettings()))
    after = [(await room.replays.make_message(present, Look(1, at))).text for at in places]
    for old, new in zip(before_texts, after, strict=True):
        if has_notes:
            assert new == old
            continue
        assert "Bull" not in new and "Able" not in new
        assert "“" not in new
    assert any("Able (" in line for line in before_texts)


@pytest.mark.thorough(MORE_CASES)
async def test_moves_of_a_former_player_are_not_taken_for_those_of_their_robot(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "secrets", "hand")
    await room.press(table, "lobby.join", BULL)
    for control in ("lobby.robot+", "lobby.robot+", "lobby.start"):
        await room.press(table, control, BEAR)
    await room.settle()
    await play_until_turn(room, table, BULL, BEAR)
    words = words_for(await room.get(table), BULL) or ""
    await room.say(table, words, BULL)
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    await play_until(room, table, 1, BEAR)
    present, hand = await _read_first_hand(room, table)
    robot = present.names[1]
    shown = [
        (row.cause or "", (await room.replays.make_message(present, Look(1, at))).text)
        for at, row in enumerate(hand, 1)
    ]
    (own,) = [text for cause, text in shown if cause.startswith("i:") and "Seat 2 (a person at the time)" in text]
    assert robot not in own.partition("\n")[2].partition("\n")[0]
    assert any(f"-# {robot} (" in text for cause, text in shown if cause.startswith("robot:"))
    assert not any(
        "(a person at the time)" in text for cause, text in shown if cause.startswith("robot:") and robot in text
    )


async def _forget_notes(room: Room, table: int) -> None:
    """Remove the notes that older releases did not store."""

    def forget(connection: Connection) -> None:
        for row in connection.execute(select(causes).where(causes.c.table_id == table)).all():
            outcome = {key: value for key, value in (row.outcome or {}).items() if key not in ("level", "deals")}
            connection.execute(update(causes).where(causes.c.cause == row.cause).values(outcome=outcome or None))

    await room.write(forget)


async def test_a_robot_gets_a_name_even_if_people_have_all_of_them(room: Room) -> None:
    *first, last = [Requester(10 + number, name) for number, name in enumerate(ROBOTS)]
    table = await room.open("bonedoneskis")
    await room.press(table, "lobby.house.set", BEAR, "max_seats", "8")
    for who in first:
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.leave", BEAR)
    await room.press(table, "lobby.join", last)
    with refuses("TABLE/full"):
        await room.press(table, "lobby.robot+", last)
    await room.press(table, "lobby.start", last)
    await room.ask(room.seats.substitute, table, first[0], first[0].user, None)
    assert (await room.get(table)).names[0] == "Able 2"
