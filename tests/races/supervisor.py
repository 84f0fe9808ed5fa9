"""A small supervisor, which does for processes what docs/deploy asks of a container engine: it starts again what has
died, and kills what has answered no `/health/alive` for ten seconds."""

import asyncio
import signal
from dataclasses import dataclass, field
from typing import Final

import aiohttp

from bot.cli.exit_status import ExitStatus
from tests.races.bot_process import BotProcess, breathe
from tests.races.victim import Victim

ASKED_EVERY: Final = 0.5
SILENT_FOR: Final = 10.0
"""Seconds without an answer after which a process hangs."""


@dataclass
class Supervisor:
    """Keeps the processes of a bot alive. A process is asked once it has answered for the first time."""

    victim: Victim
    restarts: list[float] = field(default_factory=list)
    """The times, on the loop's clock, at which processes were started again."""
    killed: int = 0
    """The processes that hung."""
    failures: list[str] = field(default_factory=list)
    """What processes said that ended in a way that no start mends."""
    _watching: dict[BotProcess, asyncio.Task[None]] = field(default_factory=dict)

    async def run(self) -> None:
        """Watch over all processes until cancelled."""
        try:
            while True:
                for process in [*self.victim.processes]:
                    if process not in self._watching:
                        self._watching[process] = asyncio.create_task(self._kill_if_silent(process))
                    if process.returncode is not None:
                        await self._start_again(process)
                await breathe(ASKED_EVERY)
        finally:
            for task in self._watching.values():
                task.cancel()
            await asyncio.gather(*self._watching.values(), return_exceptions=True)

    async def replace(self, part: int) -> None:
        """Stop a process in an orderly way, as a rolling upgrade does. `run` starts it again."""
        process = self.victim.find(part)
        process.send_signal(signal.SIGTERM)
        while process in self.victim.processes:
            await breathe(ASKED_EVERY)

    async def _start_again(self, process: BotProcess) -> None:
        errors = await process.end()
        if process.returncode == ExitStatus.MISCONFIGURED or "Traceback" in errors:
            self.failures.append(errors)
        self._watching.pop(process).cancel()
        self.victim.processes.remove(process)
        self.restarts.append(asyncio.get_running_loop().time())
        self.victim.launch_missing()

    async def _kill_if_silent(self, process: BotProcess) -> None:
        url = f"http://127.0.0.1:{self.victim.ports[process]}/health/alive"
        limit, answered = aiohttp.ClientTimeout(SILENT_FOR), False
        async with aiohttp.ClientSession(timeout=limit) as session:
            while True:
                try:
                    async with session.get(url) as answer:
                        answered = answer.status == 200
                except TimeoutError:
                    if answered:
                        self.killed += 1
                        process.send_signal(signal.SIGKILL)
                        return
                except (aiohttp.ClientError, OSError):  # it has not begun, or has ended
                    pass
                await breathe(ASKED_EVERY)
