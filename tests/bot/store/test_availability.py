"""The log says once that the database is away, and once that it is back."""

import logging

import pytest

from bot.store import Store, StoreUnavailable, key_values
from tests.bot.store.broken import Broken
from tests.databases import on_sqlite_at_least

AT = 1_700_000_000_000


def _lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [
        (record.levelname, record.getMessage()) for record in caplog.records if record.name == "bot.store.availability"
    ]


async def _try(store: Store, way: str) -> bool:
    try:
        if way == "write":
            await store.write(key_values.put, "a", 1, AT)
        else:
            await store.read(key_values.get, "a")
    except StoreUnavailable:
        return False
    return True


@on_sqlite_at_least
async def test_the_log_says_once_that_the_database_goes_away_and_once_that_it_is_back(
    store: Store, broken: Broken, caplog: pytest.LogCaptureFixture
) -> None:
    broken.break_everything("the line is cut")
    assert [await _try(store, way) for way in ("write", "read", "write", "read")] == [False] * 4
    ((level, message),) = _lines(caplog)
    assert level == "ERROR"
    assert "the line is cut. Nothing confirmed is lost" in message
    assert "Check that the database runs" in message
    broken.mend()
    assert [await _try(store, way) for way in ("read", "write", "read", "write")] == [True] * 4
    (_, (level, message)) = _lines(caplog)
    assert level == "WARNING"
    assert message.startswith("The database is back after ")
    assert all(record.exc_info is None for record in caplog.records if record.levelno >= logging.WARNING)


async def test_a_full_disk_is_not_called_back_while_only_reads_succeed(
    store: Store, broken: Broken, caplog: pytest.LogCaptureFixture
) -> None:
    broken.break_commits("database or disk is full")
    for _ in range(3):
        assert not await _try(store, "write")
        assert await _try(store, "read")
    assert len(_lines(caplog)) == 1
    broken.mend()
    assert await _try(store, "write")
    assert [level for level, _ in _lines(caplog)] == ["ERROR", "WARNING"]


async def test_the_log_says_again_when_the_database_goes_away_again(
    store: Store, broken: Broken, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        broken.break_everything("the line is cut")
        assert not await _try(store, "read")
        broken.mend()
        assert await _try(store, "read")
    assert [level for level, _ in _lines(caplog)] == ["ERROR", "WARNING"] * 2
