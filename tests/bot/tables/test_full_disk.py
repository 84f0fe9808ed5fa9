"""A disk that is full, and free again: no move is half stored, nobody is stuck, and the hand ends as it should."""

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store import StoreUnavailable
from bot.store.books import postings
from bot.store.tables import commits as stored_events
from bot.tally.books import audit as tally_audit
from tests.bot.harness.players import play_until, play_until_turn, words_for
from tests.bot.harness.room import BEAR, BULL, Room
from tests.effort import rounds


@pytest.fixture
def kind() -> str:
    """SQLite only: PostgreSQL keeps its files elsewhere."""
    return "sqlite"


@contextlib.contextmanager
def full_disk(database: Path) -> Iterator[None]:
    """Let no file of this process grow beyond the present size of the database's log."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (database.with_name(f"{database.name}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_moves_are_refused_while_the_disk_is_full_and_go_on_once_it_is_free(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
    for _ in range(rounds(1, 3, 3)):
        present = await play_until_turn(room, table, BEAR, BULL)
        before, words = len(await room.read(stored_events.read, table)), words_for(present, BEAR)
        assert words is not None
        request = room.stamp()
        with full_disk(Path(str(room.store.engine.url.database))):
            for _ in range(2):
                with pytest.raises(StoreUnavailable):
                    await room.say(table, words, BEAR)
        assert len(await room.read(stored_events.read, table)) == before
        verb, _, rest = words.partition(" ")
        for _ in range(2):  # Discord may deliver a request twice
            await room.ask(room.play.make_move, table, BEAR, verb, rest, id=request)
        await room.settle()
        stored = await room.read(stored_events.read, table)
        assert [event.sequence for event in stored] == list(range(1, len(stored) + 1))
        assert sum(event.cause == request.cause and event.part == 0 for event in stored) == 1
    await play_until(room, table, 1, BEAR, BULL)
    assert await room.read(postings.audit) == []
    assert await room.read(tally_audit.list_differences) == []
    assert (await room.fairness.check(await room.get(table), 1)).same
