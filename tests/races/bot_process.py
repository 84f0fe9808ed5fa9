"""A process of the bot, forked from a server that has loaded the bot's modules.

Without the server, each start would spend three processor seconds on imports; the races start about sixty processes.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from itertools import count
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from tests.races import process as program

PATIENCE: Final = 120.0
"""Seconds to wait for an expected event. A start alone takes twenty if eight programs share a core."""
_SERVER: Final = get_context("forkserver")
_SERVER.set_forkserver_preload([program.__name__])
_NUMBERS: Final = count(1)
"""Numbers in the names of the processes' output files."""


async def breathe(seconds: float = 0.05) -> None:
    """Let some time go by, such as between two checks, so that the bot can use the processor."""
    await asyncio.wait({asyncio.get_running_loop().create_future()}, timeout=seconds)


def _run(folder: str, environment: Mapping[str, str], errors: str) -> None:
    """Run the bot in this process, with this folder, environment and file for stderr."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with Path(errors).open("wb") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.exit(program.run_bot())


class BotProcess:
    """A bot that runs as `boneyard run` does, and can be stopped and killed like any process."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        """Start the bot in a folder with this environment."""
        self._errors = folder / f"errors-{next(_NUMBERS)}.txt"
        self._process: ForkServerProcess = _SERVER.Process(
            target=_run, args=(str(folder), dict(environment), str(self._errors))
        )
        self._process.start()

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status, or minus the number of the signal that ended the process; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        os.kill(self.pid, number)

    async def end(self) -> str:
        """Wait until the process ends; return its stderr."""
        ended = asyncio.Event()
        loop, end = asyncio.get_running_loop(), os.dup(self._process.sentinel)
        loop.add_reader(end, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(end)
            os.close(end)
        self._process.join()
        return self._errors.read_text() if self._errors.exists() else ""
