"""The pacing of edits: within Discord's limit, the board before the log, and no drawing of an overtaken state."""

import asyncio
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

import pytest

from bot.delivery import workers
from bot.delivery.edit_pacing import EDITS, LOG_EVERY, EditPacing
from bot.delivery.projector import MessageSync
from bot.delivery.workers import MessageWorker
from bot.messages.parts.desired_message import MessageSource
from bot.store import MessageKey, MessageKind, Store
from bot.store.messages.message_keys import BOARD, LOG
from bot.tables.aggregate import Table
from bot.tables.timing.tempo import has_only_robots, is_in_breath
from games.core import Seat
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until_turn, step, words_for
from tests.bot.harness.room import BEAR, CHANNEL, NO_PAUSE, Room, settings
from tests.bot.harness.word_scenes import board_alt
from tests.left_out import MORE_CASES

GAME = "duo-dominoes"
LIMIT_SECONDS = 5.0
"""Discord allows five edits within this many seconds."""


@dataclass
class PacedEdits:
    """Edits of one channel, paced by a clock that the test turns."""

    at: float = 0.0
    sent: list[tuple[float, MessageKey]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pacing = EditPacing(lambda: self.at)

    def edit(self, key: MessageKey) -> float:
        """Edit a message as soon as its turn comes. Returns the seconds that it waited."""
        began = self.at
        while wait := self.pacing.measure_wait(CHANNEL, key):
            self.at += wait + 1e-9
        self.pacing.take_turn(CHANNEL, key)
        self.sent.append((self.at, key))
        return self.at - began

    def count_most_within(self, seconds: float) -> int:
        """The most edits in any stretch of this many seconds."""
        return max(sum(at <= other < at + seconds for other, _ in self.sent) for at, _ in self.sent)


def test_the_first_edits_go_at_once_and_the_next_come_a_second_apart() -> None:
    edits = PacedEdits()
    assert [round(edits.edit(BOARD), 3) for _ in range(4)] == [0, 0, 1, 1]
    assert edits.pacing.measure_wait(CHANNEL, BOARD) > 0
    assert edits.pacing.measure_wait(CHANNEL + 1, BOARD) == 0, "channels do not wait for each other"


def test_a_board_with_robots_never_waits_and_its_log_keeps_up() -> None:
    """Robots move every 1.5 s; each move changes the board and the log."""
    edits = PacedEdits()
    waited: list[float] = []
    for tick in range(2_000):
        edits.at = max(edits.at, tick / 10)
        if tick % 15 == 0:
            waited.append(edits.edit(BOARD))
        elif not edits.pacing.measure_wait(CHANNEL, LOG):
            edits.edit(LOG)
    assert max(waited) == 0
    assert edits.count_most_within(LIMIT_SECONDS) <= EDITS
    logs = [at for at, key in edits.sent if key == LOG]
    pauses = [later - earlier for earlier, later in pairwise(logs)]
    assert min(pauses) >= LOG_EVERY
    assert max(pauses) <= 2 * LOG_EVERY


def test_a_board_that_always_changes_stays_within_the_limit_and_never_waits_long() -> None:
    edits = PacedEdits()
    waited = [edits.edit(BOARD) for _ in range(100)]
    assert edits.count_most_within(LIMIT_SECONDS) <= EDITS
    assert max(waited) <= 2.5
    assert sum(waited) / len(waited) <= 1.1


def test_the_log_leaves_an_edit_for_the_board() -> None:
    edits = PacedEdits()
    edits.edit(BOARD)
    assert edits.pacing.measure_wait(CHANNEL, BOARD) == 0
    assert edits.pacing.measure_wait(CHANNEL, LOG) > 0


@pytest.mark.parametrize("what", ["hurry", "press"])
async def test_a_message_waits_no_longer_once_it_is_hurried_or_its_reader_has_pressed_something(what: str) -> None:
    wait, shown = 60.0, asyncio.Event()

    async def sync_message(*_: object) -> bool:
        await shown.wait()
        return False

    sync = cast(MessageSync, SimpleNamespace(sync_message=sync_message))
    worker = MessageWorker(1, BOARD, cast(MessageSource, None), sync, lambda: None)
    worker.wake()

    async def measure_wait() -> float:
        return wait

    waiting = asyncio.create_task(worker.wait(measure_wait))
    await asyncio.sleep(0)
    assert not waiting.done()
    if what == "hurry":
        worker.hurry()
    else:
        wait = 0.0
        worker.wake()  # the table has moved
    assert await waiting
    shown.set()
    await worker.wait_until_settled()


@pytest.fixture
def stopped_clock(room: Room) -> PacedEdits:
    """The pacing of a room whose clock stands still."""
    edits = PacedEdits()
    room.host.workers.sync.pacing.read_time = edits.pacing.read_time
    return edits


async def test_states_overtaken_while_a_board_waits_are_not_drawn(room: Room, stopped_clock: PacedEdits) -> None:
    table = await room.start_table(GAME)
    for _ in range(2):
        room.host.workers.sync.pacing.take_turn(CHANNEL, BOARD)
    before = len(boards_shown(room))
    for _ in range(2):
        present = await wait_for_move(room, table)
        await room.say(table, words_for(present, BEAR) or "", BEAR)
        await room.tick()
    await asyncio.sleep(0)
    assert len(boards_shown(room)) == before
    await room.settle()
    assert len(boards_shown(room)) == before + 1
    present = await room.get(table)
    assert boards_shown(room)[-1] == f"board {present.view(None)!r}"


async def test_a_log_waits_in_the_middle_of_a_hand_and_is_whole_at_its_end(
    room: Room, stopped_clock: PacedEdits
) -> None:
    table = await room.start_table(GAME)
    present = await play_until_turn(room, table, BEAR)
    room.host.workers.sync.pacing.take_turn(CHANNEL, LOG)
    shown = logs_shown(room)
    await room.say(table, words_for(present, BEAR) or "", BEAR)
    for _ in range(50):
        await asyncio.sleep(0)
    assert logs_shown(room) == shown
    await room.settle()
    assert len(logs_shown(room)) == len(shown) + 1
    while (await room.get(table)).hand_open:
        assert await step(room, table, BEAR)


async def test_a_breath_of_robots_is_one_edit_at_its_end(store: Store) -> None:
    """Three robots follow Bear, and all three move in one breath."""
    room = Room(store, settings(live=replace(NO_PAUSE, robot=15_000)))
    room.host.workers.sync.pacing.read_time = lambda: room.clock.now / 1_000
    table = await room.start_table(GAME)
    await room.press(table, "lobby.house.set", BEAR, "tempo", "at_once")  # otherwise each move has its own edit
    while words_for(present := await room.get(table), BEAR) is None:
        room.forward(50)
        await room.tick()
    await step(room, table, BEAR)
    present = await room.get(table)
    assert not is_in_breath(present)
    shown, held = len(boards_shown(room)), []
    for _ in range(3):
        public = present.visibility.public_events
        while (present := await room.get(table)).visibility.public_events == public:
            room.forward(50)
            await room.tick()
        held.append(is_in_breath(present))
        if held[-1]:
            assert len(boards_shown(room)) == shown
    assert held == [True, True, False]
    worker = room.host.workers._find_worker(table, BOARD)
    room.forward(10_000)  # on a slow machine, earlier edits may have used up the turns of this still clock
    await worker.wait_until_settled()
    assert len(boards_shown(room)) == shown + 1
    assert boards_shown(room)[-1] == f"board {present.view(None)!r}"


@pytest.mark.thorough(MORE_CASES)
async def test_a_hand_among_robots_alone_is_shown_several_moves_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "LONGEST_ALONE", 60.0)
    room = Room(store, settings(live=replace(NO_PAUSE, robot=1_500)))
    table = await room.start_table(GAME)
    await room.ask(room.seats.substitute, table, BEAR, BEAR.user, None)
    await room.settle()
    present = await room.get(table)
    assert has_only_robots(present)
    shown, begin = len(boards_shown(room)), present.sequence
    while (present := await room.get(table)).hand_open:
        assert len(boards_shown(room)) == shown
        room.forward(50)
        await room.tick()
    assert present.sequence > begin + 10
    await room.settle()
    assert boards_shown(room)[-1] == board_alt(await room.get(table))


async def test_the_hand_of_one_person_among_robots_shows_no_wait_for_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise an edit for each wait would delay the edit with the person's next choices."""
    monkeypatch.setattr(workers, "LONGEST_WAIT", 60.0)
    room = Room(store, settings(live=replace(NO_PAUSE, robot=1_500, alone_with_robots=5_000)))
    table = await room.start_table(GAME)
    await room.press(table, "lobby.house.set", BEAR, "tempo", "at_once")  # otherwise each move has its own edit
    while words_for(present := await room.get(table), BEAR) is None:
        room.forward(50)
        await room.tick()
    await room.settle()
    shown = len(hands_shown(room))
    await room.say(table, words_for(present, BEAR) or "", BEAR)
    while words_for(present := await room.get(table), BEAR) is None:
        assert len(hands_shown(room)) == shown
        room.forward(50)
        await room.tick()
        await asyncio.sleep(0)
    await room.host.workers._find_worker(table, MessageKey(MessageKind.HAND, Seat(0))).wait_until_settled()
    assert len(hands_shown(room)) == shown + 1


def hands_shown(room: Room) -> list[str]:
    """The hands that Bear's DM ever showed."""
    return [message.text for message in room.messenger.everything_at(dm(BEAR.user).channel) if message.rows]


async def wait_for_move(room: Room, table: int) -> Table:
    """Let the table go on until Bear has a move. Returns the table."""
    while True:
        present = await room.get(table)
        if words_for(present, BEAR) is not None:
            return present
        await room.tick()
        await asyncio.sleep(0)


def boards_shown(room: Room) -> list[str]:
    """The boards that the channel ever showed."""
    shown = room.messenger.everything_at(CHANNEL)
    return [message.pictures[0].alt for message in shown if message.rows and message.pictures]


def logs_shown(room: Room) -> list[str]:
    """The logs that the channel ever showed."""
    return [message.text for message in room.messenger.everything_at(CHANNEL) if message.name == "sheet.png"]


async def test_a_board_whose_hand_ends_while_its_edit_waits_stands_below_the_log(room: Room) -> None:
    """The receipt is posted while the edit waits."""
    table = await room.start_table(GAME)
    while (await room.get(table)).hand_open:
        for _ in range(2):
            room.host.workers.sync.pacing.take_turn(CHANNEL, BOARD)
        assert await step(room, table, BEAR)
        await room.tick()
    await room.settle()
    *above, board = room.at(CHANNEL)
    assert room.messenger.playable_at(CHANNEL) == [board]
    assert above
