"""A read from PostgreSQL whose caller is cancelled: it ends by itself. If it hangs, it is cut off."""

import asyncio
from typing import Any

import pytest

from bot.store import connections
from bot.store.database.engine import Engine


class Reads:
    """Reads that wait for `may_end`; `ends` says how each ended."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.ends: list[str] = []

    async def read(self, engine: Engine, function: Any) -> int:
        self.begun.set()
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.ends.append("cut off")
            raise
        self.ends.append("read")
        return 1


async def start_and_cancel(reads: Reads, engine: Engine) -> asyncio.Task[int]:
    """Start a read and cancel its caller."""
    calling = asyncio.create_task(connections._InLoop(engine).run(lambda connection: 1))
    await reads.begun.wait()
    calling.cancel()
    await asyncio.sleep(0)
    return calling


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    made = Reads()
    monkeypatch.setattr(connections, "_call", made.read)
    return made


async def test_a_read_whose_caller_is_cancelled_ends_by_itself(reads: Reads, engine: Engine) -> None:
    calling = await start_and_cancel(reads, engine)
    reads.may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await calling
    assert reads.ends == ["read"]


async def test_a_read_that_hangs_is_cut_off(reads: Reads, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "FINISHED_WITHIN", 0.01)
    calling = await start_and_cancel(reads, engine)
    with pytest.raises(asyncio.CancelledError):
        await calling
    await asyncio.sleep(0)
    assert reads.ends == ["cut off"]
