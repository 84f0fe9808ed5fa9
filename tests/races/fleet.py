"""Several processes of the bot at one harbour and one PostgreSQL, as `boneyard run` starts them."""

import asyncio
import os
import signal
import socket
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from bot.cli.exit_status import ExitStatus
from harbour import Harbour
from tests.races.bot_process import PATIENCE, BotProcess
from tests.races.process import SEED


async def breathe(seconds: float = 0.05) -> None:
    """Let some time go by, such as between two checks, so that the bot can use the processor."""
    await asyncio.wait({asyncio.get_running_loop().create_future()}, timeout=seconds)


@dataclass
class Process:
    """One process, and the port that serves its health."""

    process: BotProcess
    port: int

    def send(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        self.process.send_signal(number)

    async def end(self) -> tuple[int | None, str]:
        """Wait until the process ends; return its exit status and its stderr."""
        async with asyncio.timeout(PATIENCE):
            errors = await self.process.end()
        return self.process.returncode, errors

    async def health(self) -> dict[str, bool]:
        """The results of its health checks; empty if it does not answer."""
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"http://127.0.0.1:{self.port}/health") as answer,
            ):
                told: dict[str, object] = await answer.json()
                state = {name: result for name, result in told.items() if isinstance(result, bool)}
                assert (answer.status == 200) is all(state.values())
                return state
        except (aiohttp.ClientError, OSError):
            return {}

    async def wait_until_healthy(self) -> None:
        """Wait until the process is healthy and serves people."""
        async with asyncio.timeout(PATIENCE):
            while not ((state := await self.health()) and all(state.values())):
                if self.process.returncode is not None:
                    raise AssertionError(f"the process ended by itself: {(await self.end())[1]}")
                await breathe()


@dataclass
class Fleet:
    """A harbour, a database, and every process that was started."""

    harbour: Harbour
    folder: Path
    url: str
    settings: dict[str, str] = field(default_factory=dict)
    started: list[Process] = field(default_factory=list)

    def launch(self) -> Process:
        """Start a process, without waiting until it serves."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.harbour.token,
            "DISCORD_API_BASE": self.harbour.api_base,
            "DISCORD_GATEWAY": self.harbour.gateway_url,
            "DISCORD_CDN": self.harbour.cdn_base,
            "DATABASE_URL": self.url,
            "BONEYARD_DATA": str(self.folder),
            "HEALTH_PORT": str(port),
            "LOG_LEVEL": "WARNING",
            SEED: "fleet",
            **self.settings,
        }
        self.started.append(Process(BotProcess(self.folder, environment), port))
        return self.started[-1]

    async def start(self) -> Process:
        """Start a process and wait until it serves. Starts another if it ends because its lease is held."""
        while True:
            made = self.launch()
            serves, ends = asyncio.create_task(made.wait_until_healthy()), asyncio.create_task(made.process.end())
            await asyncio.wait({serves, ends}, return_when=asyncio.FIRST_COMPLETED)
            if serves.done() and serves.exception() is None:
                ends.cancel()
                return made
            serves.cancel()
            await asyncio.gather(serves, return_exceptions=True)
            status, errors = await made.end()
            assert status == ExitStatus.UNAVAILABLE, errors

    async def close(self) -> None:
        """Kill all processes that still run."""
        for child in self.started:
            if child.process.returncode is None:
                child.send(signal.SIGKILL)
                await child.process.end()
