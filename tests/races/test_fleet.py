"""Two processes that divide Discord's connections, on one PostgreSQL and under a supervisor: one is killed, one stops
answering, both are replaced by ones with more connections, and then by more processes. Nothing is lost or doubled, and
each table goes on.

`python -m tests.races.test_fleet` prints how soon.
"""

import asyncio
import signal
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from harbour.actions import interactions
from tests import databases, postgres
from tests.databases import migrated_url
from tests.left_out import LONGER
from tests.races.bot_process import BotProcess, breathe
from tests.races.supervisor import Supervisor
from tests.races.victim import Victim, move, open_victim, sit_down, speak

__all__ = ["migrated_url"]

STOPPED_FOR = 40.0


@pytest.fixture
def kind() -> str:
    """Several processes need PostgreSQL."""
    return "postgresql"


async def disturb(victim: Victim, supervisor: Supervisor, do: Callable[[int], Awaitable[None]]) -> float:
    """Let somebody move, do something to the process that serves the table, and let the next one move.

    Return the seconds from the last restart to the board with the next move. Raises AssertionError if a move
    was lost or doubled, also one that Discord sends to the new connection again.
    """
    before, restarts = await victim.causes(), len(supervisor.restarts)
    answer = await speak(victim)
    await do(victim.home)
    while len(supervisor.restarts) == restarts:
        await breathe(0.1)
    await victim.wait_until_served()
    interactions.deliver(victim.harbour.state, answer.interaction)
    await victim.wait_until_shown()
    after = await victim.causes()
    assert after in (before, [*before, f"i:{answer.id}"]), f"i:{answer.id}: {before} became {after}"
    await move(victim)
    assert len(set(played := await victim.causes())) == len(played), "an interaction that came twice was played twice"
    return asyncio.get_running_loop().time() - supervisor.restarts[-1]


async def run_fleet(folder: Path, url: str) -> dict[str, float]:
    """Play and disturb. Return the seconds after which the table went on, by what happened."""
    seconds = {}
    async with open_victim(folder, url, 2) as victim:
        await sit_down(victim, "duo-dominoes")
        supervisor = Supervisor(victim)
        watching = asyncio.create_task(supervisor.run())

        async def kill(part: int) -> None:
            victim.find(part).send_signal(signal.SIGKILL)

        async def stop(part: int) -> None:
            process = victim.find(part)
            process.send_signal(signal.SIGSTOP)
            asyncio.get_running_loop().call_later(STOPPED_FOR, wake, process)

        def wake(process: BotProcess) -> None:
            if process.returncode is None:
                process.send_signal(signal.SIGCONT)

        async def upgrade(_: int) -> None:
            victim.connections *= 2
            for part in range(victim.at_once):
                await supervisor.replace(part)

        async def divide(_: int) -> None:
            """Let each process be followed by two, which begin as soon as it has ended."""
            victim.at_once *= 2
            for part in range(victim.at_once // 2):
                await supervisor.replace(part)

        try:
            for name, do in (("killed", kill), ("stopped", stop), ("upgraded", upgrade), ("divided", divide)):
                seconds[name] = await disturb(victim, supervisor, do)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        assert supervisor.killed == 1, "the stopped process"
        assert supervisor.failures == []
        assert len(victim.harbour.gateway.connected) == victim.connections == 4
    return seconds


@pytest.mark.thorough(LONGER)
async def test_a_fleet_loses_and_doubles_nothing(tmp_path: Path, migrated_url: str) -> None:
    assert set(await run_fleet(tmp_path, migrated_url)) == {"killed", "stopped", "upgraded", "divided"}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        address = postgres.server().create(databases.migrated_postgres())
        for happened, after in asyncio.run(run_fleet(Path(made), address)).items():
            print(f"{happened}: the table went on {after:.1f} s after the restart")
