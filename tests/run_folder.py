"""The folder of a run of the suite, which all of its workers share. It is deleted when the run ends.

`once` is for a file that several tests need and that takes long to make: the first test makes it, the others wait.
`END` is for a program that serves the whole run: a pipe in the folder that ends with the process that made the folder.
"""

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import pytest

VARIABLE: Final = "BONEYARD_RUN_FOLDER"
"""The environment variable by which workers find the folder."""


END: Final = "end"
MEMORY: Final = Path("/dev/shm")
"""A file system in memory, where Linux has one. A test's database lives too briefly to need a disk."""
LEAST: Final = 1 << 30
"""The free bytes that it must have."""


def make_folder(config: pytest.Config) -> None:
    """Make the folder, unless this process is a worker of a run that has one."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE], remove = _make()
        config.add_cleanup(remove)


@cache
def folder() -> Path:
    """The folder of this run; a process without one makes its own."""
    if VARIABLE in os.environ:
        return Path(os.environ[VARIABLE])
    own, remove = _make()  # a bench, which no other process shares
    atexit.register(remove)
    return Path(own)


def _make() -> tuple[str, Callable[[], None]]:
    """Make a folder with its pipe. Returns it, and what closes the pipe and removes the folder."""
    roomy = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > LEAST
    made = tempfile.mkdtemp(prefix="boneyard-run-", dir=MEMORY if roomy else None)
    os.mkfifo(f"{made}/{END}")
    pipe = os.open(f"{made}/{END}", os.O_RDWR)

    def remove() -> None:
        os.environ.pop(VARIABLE, None)
        os.close(pipe)
        shutil.rmtree(made)

    return made, remove


@contextmanager
def once(name: str) -> Iterator[tuple[Path, bool]]:
    """Give the path of a file of this run, and whether the caller must make it. Nobody else makes it meanwhile.

    A maker that fails leaves no file, so that the next test tries again.
    """
    path = folder() / name
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path, not path.exists()
