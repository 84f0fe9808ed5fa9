"""The folder of a run of the suite, which all of its workers share. It is deleted when the run ends.

`once` is for a file that several tests need and that takes long to make: the first test makes it, the others wait.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import pytest

VARIABLE: Final = "BONEYARD_RUN_FOLDER"
"""The environment variable by which workers find the folder."""


def make_folder(config: pytest.Config) -> None:
    """Make the folder, unless this process is a worker of a run that has one."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix="boneyard-run-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(VARIABLE)))


@cache
def folder() -> Path:
    """The folder of this run; a process without one makes its own."""
    if VARIABLE in os.environ:
        return Path(os.environ[VARIABLE])
    own = tempfile.mkdtemp(prefix="boneyard-run-")  # a bench, which no other process shares
    atexit.register(shutil.rmtree, own)
    return Path(own)


@contextmanager
def once(name: str) -> Iterator[tuple[Path, bool]]:
    """Give the path of a file of this run, and whether the caller must make it. Nobody else makes it meanwhile.

    A maker that fails leaves no file, so that the next test tries again.
    """
    path = folder() / name
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path, not path.exists()
