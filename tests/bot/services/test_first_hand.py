"""The prepared first hand: after two lessons a beginner wins it, and it counts nowhere."""

import re

import pytest

from bot.edge.custom_ids import Control
from bot.library.lesson_book import LessonBook, LessonStep
from bot.messages.boards.board import list_scores
from bot.messages.hands.practice import BEGIN, CLOSE, FIRST
from bot.messages.parts.controls import describe_move
from bot.messages.parts.table_words import words_of
from bot.ports import Message
from bot.store import Status, Store
from bot.store.books import postings
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.aggregate.pacing import LIVE
from bot.tables.history import events
from bot.tables.history.entries import read_entries
from bot.tables.play.robots import advise
from bot.tables.process_settings import LESSONS
from bot.wording import word_move
from games import registry
from games.core import Level, Refused, Seat
from games.core.robots import make_robot_chance
from games.duo.view import View
from games.pieces.bones import FULL_SET, KINDS
from tests.bot.harness.room import BEAR, Room, in_dm, list_controls, settings
from tests.left_out import LONGER, MORE_GAMES, mark_thorough
from tests.refuses import refuses

DM = in_dm(BEAR)
BEGINNER = Seat(0)
GAMES = [name for name in registry.NAMES if registry.game(name).FIRST_HAND is not None]
WORDS_A_MINUTE = 200
"""The speed at which an adult reads an explanation."""
TO_ANSWER = 4_000
"""Milliseconds from the end of reading to the press."""
TO_FIRST_SCORE = 8 * 60_000


async def begin(room: Room, game: str) -> Table:
    """Let Bear press *Play a first hand* at the end of a lesson."""
    await room.press_at(Control(0, FIRST.make(game=game), 0), BEAR, DM)
    await room.settle()
    return await room.find_alone(BEAR)


def lays_last_tile(table: Table) -> bool:
    """True if Bear holds a single tile of Duo Dominoes, so that the advice must speak of the last tile."""
    view = table.view(BEGINNER)
    return isinstance(view, View) and len(view.holding) == 1


def find_advice(table: Table) -> str | None:
    """The move that the message tells Bear to make, as text; None while Bear waits."""
    thought = advise(table, BEGINNER) if table.hand_open and BEGINNER in table.public_view.to_act else None
    return None if thought is None else table.game.write(thought.move)


async def play(room: Room, table: Table, most: int = 400) -> tuple[Table, int]:
    """Let Bear follow the advice until the hand is over, 4 s a move; returns the table and the moves that it took."""
    moves = 0
    for _ in range(most):
        if not table.hand_open:
            break
        words = find_advice(table)
        if words is None:
            room.forward(500)
            await room.tick()
        else:
            room.forward(TO_ANSWER)
            verb, _, rest = words.partition(" ")
            await room.play.make_move(table, room.request(BEAR, DM, about=table), verb, rest)
            moves += 1
        await room.settle()
        table = await room.get(table.id)
    return table, moves


async def play_first_hand(room: Room, game: str) -> tuple[Table, int]:
    """Play the first hand of a game by the advice, once for all tests; returns what `play` returns."""

    async def follow() -> tuple[int, int]:
        table, moves = await play(room, await begin(room, game))
        return table.id, moves

    number, moves = await room.play_once(f"the first hand of {game}", follow)
    return await room.get(number), moves


async def test_practise_deals_the_prepared_hand_to_whoever_has_seen_no_hand_to_its_end(room: Room) -> None:
    """Whoever skips the lessons wins a first hand too; afterwards the hands are shuffled. Neither a seat in a lobby,
    whose *Show me* leads to the lessons, nor a hand that was broken off counts."""
    prepared = []

    async def practise(game: str) -> None:
        await room.press_at(Control(0, BEGIN.make(game=game), 0), BEAR, DM)
        await room.settle()
        table = await room.find_alone(BEAR)
        prepared.append(table.shuffle.prepared)
        await room.press_at(Control(table.id, CLOSE, 0), BEAR, DM)

    await room.open("duo-dominoes")
    for game in ("duo-dominoes", "duo-dominoes", "lombardy-bones"):
        await practise(game)
    await play(room, await begin(room, "duo-dominoes"))
    await practise("duo-dominoes")
    assert prepared == [True, True, True, False]


def list_boards(room: Room) -> list[Message]:
    return [message for message in room.at(DM.channel) if message.rows]


@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_whoever_follows_the_advice_wins_the_first_hand(room: Room, game: str) -> None:
    table, moves = await play_first_hand(room, game)
    scores = table.public_view.scores
    assert scores[BEGINNER] == max(scores) > min(scores)
    assert moves <= 17
    (board,) = list_boards(room)
    names = list_controls(board)
    assert f"practice.begin.{game}" in names and table.status == Status.CLOSED
    assert board.text.count("prepared") == 1
    scored = list_scores(table, words_of(table))
    assert board.text.count(scored) <= 1, "the headline and the log count the hand already"


@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_nothing_of_a_prepared_hand_is_promised_checked_or_counted(room: Room, store: Store, game: str) -> None:
    table, _ = await play_first_hand(room, game)
    happened = [entry.event for entry in await store.read(read_entries, table.id)]
    assert [event for event in happened if isinstance(event, events.CommittedTo)] == [events.Prepared(1)]
    assert not any(isinstance(event, events.SaltsClosed | events.Sealed | events.Drawn) for event in happened)
    assert await store.read(stored_tables.find_secret, table.id, 1) is None
    assert await store.read(postings.list_transfers) == []
    with refuses() as refused:
        await room.fairness.check(table)
    assert refused.value.reason == "prepared"
    told = "\n".join(message.text for message in room.at(DM.channel))
    assert "huffle 1" not in told and "verify" not in told


@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_the_message_says_what_to_press_whenever_the_beginner_may_act(room: Room, game: str) -> None:
    table = await begin(room, game)
    assert "hint" not in [control.name for row in list_boards(room)[0].rows for control in row]
    reasons: list[str] = []
    for _ in range(40):
        words = find_advice(table)
        (board,) = list_boards(room)
        assert board.text.count("👉") == table.hand_open
        coached = "".join(line for line in board.text.splitlines() if "👉" in line)
        assert not re.search(r"\bI\b(?! Got)|\bmy\b|of 100", coached), "a coach speaks of the beginner, not of itself"
        if words is None:
            asked = table.hand_open and BEGINNER in table.public_view.to_act
            assert not (asked and "Watch" in coached), "a player who is to act is not told to watch"
            room.forward(500)
        else:
            assert f"**{word_move(words, words_of(table))}** · " in coached
            reasons.append(coached.partition(" · ")[2])
            assert "It's your last tile: you go out." in coached or not lays_last_tile(table)
            does = describe_move(table.game, table.view(BEGINNER), words, words_of(table))
            assert does in board.text and (does or not words.startswith("claim"))
            verb, _, rest = words.partition(" ")
            await room.play.make_move(table, room.request(BEAR, DM, about=table), verb, rest)
        await room.settle()
        table = await room.get(table.id)
    assert game != "duo-dominoes" or len(reasons) == len({*reasons}), "no message repeats the reason of the one before"


@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes", "lombardy-bones"]))
async def test_a_prepared_hand_begins_with_its_first_question(room: Room, game: str) -> None:
    """The log above the board tells how the hand was set up ("The wall is broken at stack 0")."""
    await begin(room, game)
    told = [message.text for message in room.at(DM.channel)]
    (board,) = list_boards(room)
    assert "turns up" not in board.text and "is broken" not in board.text and "sit down" not in board.text
    assert any("sit down" in text for text in told if text != board.text)


async def test_a_player_reads_which_bone_they_plucked(room: Room) -> None:
    """The bot plucks for a player who can press nothing else, so they have not seen the bone come."""
    table = await begin(room, "pussers-bones")
    assert "You plucked" not in list_boards(room)[0].text
    await room.play.make_move(table, room.request(BEAR, DM, about=table), "pluck", "")
    await room.settle()
    assert "You plucked Normie (WN)" in list_boards(room)[0].text
    told = [message.text for message in room.at(DM.channel) if not message.rows]
    assert not any("Normie" in text for text in told), "the log does not name it"


@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_first_hand_goes_on_after_a_restart(room: Room, store: Store, game: str) -> None:
    table, _ = await play(room, await begin(room, game), most=12)
    await room.stop()
    again = Room(store, settings(), room.messenger, room.clock)
    await again.start()
    table, _ = await play(again, await again.get(table.id))
    assert table.status == Status.CLOSED and table.public_view.scores[BEGINNER] > 0


@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_beginner_who_ignores_the_advice_comes_to_an_end_as_well(room: Room, game: str) -> None:
    table = await begin(room, game)
    for seen in range(400):
        if not table.hand_open:
            break
        thought = table.game.robot(table.view(BEGINNER), make_robot_chance(b"", seen, BEGINNER), Level.DECKHAND)
        if thought is None:
            room.forward(20_000)
        else:
            verb, _, rest = table.game.write(thought.move).partition(" ")
            try:
                await room.play.make_move(table, room.request(BEAR, DM, about=table), verb, rest)
            except Refused:
                room.forward(20_000)
        await room.settle()
        table = await room.get(table.id)
    assert table.status == Status.CLOSED


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_is_in_a_first_hand_as_often_as_in_the_box(game: str) -> None:
    module = registry.game(game)
    assert module.FIRST_HAND is not None
    box = FULL_SET if module.PIECES.every == tuple(range(KINDS)) else module.PIECES.every
    assert sorted(module.FIRST_HAND.order) == sorted(box)


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_the_first_score_of_ones_own_comes_within_eight_minutes(store: Store, game: str) -> None:
    """Two lessons read at 200 words a minute, 4 s for every answer, and the hand at the pace of a practice table."""
    lessons = LessonBook(LESSONS).list_of_game(game)[:2]
    steps = [step for lesson in lessons for step in lesson.steps]
    reading = sum(count_words(step) for step in steps) * 60_000 // WORDS_A_MINUTE + len(steps) * TO_ANSWER
    room = Room(store, settings(live=LIVE))
    await room.start()
    table = await begin(room, game)
    began = room.clock.now
    while table.public_view.scores[BEGINNER] <= 0:
        table, _ = await play(room, table, most=1)
        assert room.clock.now < began + TO_FIRST_SCORE
    assert reading + room.clock.now - began <= TO_FIRST_SCORE


def count_words(step: LessonStep) -> int:
    """The words that a reader of a step reads: its text, the labels of its answers, and the reply to the right one."""
    heard = [answer.label for answer in step.answers] + [answer.reply for answer in step.answers if answer.right][:1]
    return len(" ".join((step.title, step.text, *heard)).split())
