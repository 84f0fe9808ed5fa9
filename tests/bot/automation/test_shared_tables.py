"""Processes that share a PostgreSQL database: a change made in any of them reaches the one that serves the table."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.delivery.workers import MessageWorkers
from bot.people.preferences import PreferencesCache
from bot.ports import Message, Place, Requester
from bot.store import Notice, ShardSet, Store
from bot.tables import repository
from games.core import Refused
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.memory_messenger import RecordingMessenger, closed_dms, dm
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room, in_dm, settings
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"
PRIVATELY = in_dm(BULL)
PATIENCE = 60


@pytest.fixture
def kind() -> str:
    """PostgreSQL, which several processes can share."""
    return "postgresql"


@dataclass
class TwoProcesses:
    """Two processes: `home` serves the tests' server, `other` takes requests from elsewhere."""

    home: Room
    other: Room

    async def start_table(self) -> tuple[int, str]:
        """Start a table of Bear and Bull and play to Bear's turn. Returns the table, and the words of Bear's move."""
        table = await self.home.start_table(GAME, (BEAR, BULL), 2)
        return table, words_for(await play_until_turn(self.home, table, BEAR, BULL), BEAR) or ""

    async def wait_for_call(self, method: str, channel: int) -> None:
        """Wait until this method of the messenger is called for this channel."""
        came, messenger = asyncio.Event(), self.home.messenger
        before = messenger.fail

        def fail(called: str, place: Place, message: Message | None) -> None:
            before(called, place, message)
            if (called, place.channel) == (method, channel):
                came.set()

        messenger.fail = fail
        await asyncio.wait_for(came.wait(), PATIENCE)
        messenger.fail = before


@pytest_asyncio.fixture
async def two(store: Store) -> AsyncIterator[TwoProcesses]:
    """Two running processes."""
    clock, messenger = ManualClock(), RecordingMessenger()
    rooms = [Room(store, settings(share=ShardSet(frozenset({at}), 2)), messenger, clock) for at in range(2)]
    for room in rooms:
        await room.start()
    yield TwoProcesses(*rooms)
    for room in rooms:
        await room.stop()


@pytest.mark.thorough(MORE_CASES)
async def test_a_request_from_the_dm_opens_the_dm_again_in_the_process_that_shows_the_table(two: TwoProcesses) -> None:
    two.home.messenger.fail = closed_dms(BULL.user)
    table = await two.home.start_table(GAME, (BEAR, BULL), 2)
    assert two.home.at(PRIVATELY.channel) == []
    two.home.messenger.fail = lambda what, place, message: None
    sent = asyncio.create_task(two.wait_for_call("send", PRIVATELY.channel))
    await asyncio.sleep(0)
    await two.other.press(table, "hand.show", BULL, where=PRIVATELY)
    await sent
    await two.home.settle()
    (rack,) = two.home.at(PRIVATELY.channel)
    assert rack.pictures[0].alt.startswith("both View")


WISHES = [
    ("hand.hide", ("edit", PRIVATELY.channel)),
    ("table.show", ("send", CHANNEL)),
    ("text_only", ("send", PRIVATELY.channel)),
]


@pytest.mark.parametrize(("what", "call"), mark_thorough(WISHES, MORE_CASES, but=WISHES[:1]))
async def test_what_somebody_wishes_in_another_process_is_shown(
    two: TwoProcesses, what: str, call: tuple[str, int]
) -> None:
    table = await two.home.start_table(GAME, (BEAR, BULL), 2)
    shown = asyncio.create_task(two.wait_for_call(*call))
    await asyncio.sleep(0)
    if what == "text_only":
        await two.other.me.change(two.other.request(BULL), what, "on")
    else:
        await two.other.press(table, what, BULL, where=PRIVATELY)
    await shown


async def test_only_the_process_that_serves_a_table_shows_it_and_keeps_its_clock(two: TwoProcesses) -> None:
    table, words = await two.start_table()
    calls = len(two.home.messenger.calls)
    two.other.spoken = two.home.spoken
    await two.other.say(table, words, BEAR)
    await two.other.settle()
    assert not two.other.host.workers.is_busy(table)
    assert two.other.host.scheduler.find_next_time(table) is None
    await two.home.tables.read_fresh(table)
    await two.home.settle()
    assert len(two.home.messenger.calls) > calls


async def test_tables_of_no_server_are_divided_by_their_numbers(
    two: TwoProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: asyncio.Queue[tuple[MessageWorkers, int]] = asyncio.Queue()
    load = MessageWorkers.load

    async def load_and_note(workers: MessageWorkers, table: int) -> None:
        await load(workers, table)
        loaded.put_nowait((workers, table))

    monkeypatch.setattr(MessageWorkers, "load", load_and_note)
    found = []
    for who in (BEAR, BULL):
        await two.home.practice.begin(two.home.request(who), GAME, "")
        found.append(await asyncio.wait_for(loaded.get(), PATIENCE))
    assert {table % 2 for _, table in found} == {0, 1}
    assert all(workers is (two.other if table % 2 else two.home).host.workers for workers, table in found)
    assert loaded.empty()


async def test_every_process_refuses_a_person_whom_one_process_keeps_away(two: TwoProcesses) -> None:
    home, other, asked = two.home.services.kept_away, two.other.services.kept_away, two.other.request(BULL)
    await other.must_be_welcome(asked)
    await home.keep_away(two.home.request(BEAR), BULL, False)
    with pytest.raises(Refused):
        await other.must_be_welcome(asked)
    await home.welcome(two.home.request(BEAR), BULL, False)
    await other.must_be_welcome(asked)


async def hold_notices(room: Room, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Keep a process from handling notices until the event is set."""
    go, notices = asyncio.Event(), room.host.notices
    handle = notices._handle

    async def handle_later(notice: Notice) -> None:
        await go.wait()
        await handle(notice)

    monkeypatch.setattr(notices, "_handle", handle_later)
    return go


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize(
    "who", mark_thorough([BULL, BEAR], MORE_CASES, but=[BULL]), ids=["the same move", "a move out of turn"]
)
async def test_a_move_of_another_process_is_shown_even_if_a_refusal_here_read_it_before_the_notice(
    two: TwoProcesses, who: Requester, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two.home.start_table(GAME, (BEAR, BULL), 2)
    before = await play_until_turn(two.home, table, BULL, BEAR)
    words = words_for(before, BULL)
    assert words is not None
    go = await hold_notices(two.home, monkeypatch)
    two.other.spoken, calls = two.home.spoken, len(two.home.messenger.calls)
    await two.other.say(table, words, BULL)
    two.home.spoken = two.other.spoken
    with refuses():
        await two.home.say(table, words, who)
    go.set()
    await two.home.settle()
    assert len(two.home.messenger.calls) > calls
    present = await two.home.get(table)
    assert present.sequence > before.sequence + 1, "the robot after Bull has moved as well"


async def test_a_table_that_moved_on_elsewhere_is_read_again(
    two: TwoProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two.home.start_table(GAME, (BEAR, BULL), 2)
    await two.other.get(table)
    heard, outdate = asyncio.Event(), repository.TableRepository.outdate

    def outdate_and_tell(tables: repository.TableRepository, number: int) -> None:
        outdate(tables, number)
        heard.set()

    monkeypatch.setattr(repository.TableRepository, "outdate", outdate_and_tell)
    words = words_for(await play_until_turn(two.home, table, BEAR, BULL), BEAR)
    assert words is not None
    await two.home.say(table, words, BEAR)
    await asyncio.wait_for(heard.wait(), PATIENCE)
    await two.home.settle()
    heard.clear()
    sequence = (await two.home.get(table)).sequence
    while (await two.other.get(table)).sequence < sequence:
        await asyncio.wait_for(heard.wait(), PATIENCE)
        heard.clear()
    assert (await two.other.get(table)).public_view == (await two.home.get(table)).public_view


@pytest.mark.thorough(MORE_CASES)
async def test_tables_that_moved_on_elsewhere_are_not_kept_for_ever(
    two: TwoProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "MOST_OUTDATED", 2)
    tables = two.other.tables.repository
    numbers = [await two.home.open(GAME, thread=True) for _ in range(4)]
    for number in numbers:
        await tables.get(number)
    for number in numbers:
        tables.outdate(number)
    assert [table.id for table in tables.list_known()] == numbers[2:]


async def test_two_processes_that_change_a_persons_preferences_lose_none(store: Store) -> None:
    here, there = PreferencesCache(store), PreferencesCache(store)
    await there.get(BEAR.user)
    await here.choose(BEAR.user, "theme", "light", 1)
    chosen = await there.choose(BEAR.user, "sort", "rank", 2)
    assert (chosen.theme, chosen.sort) == ("light", "rank")
    here.forget(BEAR.user)
    assert await here.get(BEAR.user) == chosen


@pytest.mark.thorough(MORE_CASES)
async def test_a_move_at_a_table_that_its_process_has_put_away_is_shown_there(two: TwoProcesses) -> None:
    """The notice brings the table back, whoever made the move."""
    table, words = await two.start_table()
    await two.home.settle()
    two.home.host.served.drop(table)
    two.home.host.scheduler.forget(table)
    shown = asyncio.create_task(two.wait_for_call("edit", dm(BEAR.user).channel))
    await asyncio.sleep(0)
    two.other.spoken = two.home.spoken
    await two.other.say(table, words, BEAR)
    await shown
    assert two.home.host.served.has_taken_up(table)
    assert not two.other.host.served.has_taken_up(table)
