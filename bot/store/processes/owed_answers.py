"""Owed answers: commands that were acknowledged but not answered yet, noted in a file of this process.

Discord shows "thinking…" below such a command for fifteen minutes. If a process is killed, another process in the same
data folder reads its notes and answers the commands. A note takes only microseconds, since it need not reach the disk
to outlive the process. It holds an interaction's token, and no text from users.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.database.errors import InUse, StoreUnavailable
from bot.store.database.sqlite_file import create_private, delete, make_folder
from bot.store.processes.instance_lock import lock_file

__all__ = ["LASTS", "OwedAnswer", "OwedAnswers", "keep_owed_answers", "collect_left_answers"]

log = logging.getLogger(__name__)

LASTS: Final = 15 * 60_000
"""Milliseconds for which Discord accepts the answer to an interaction."""
_FOLDER: Final = "answers"
MOST: Final = 1 << 18
"""Bytes after which the file is rewritten without the commands that were answered."""
_LARGEST: Final = 4 << 20
"""The most bytes that are read from a file."""
_TOO_LARGE: Final = 1 << 63
"""The first integer that is too large for a database."""


class OwedAnswer(NamedTuple):
    """A command that is to be answered."""

    interaction: int
    application: int
    token: str
    user: int
    place: int
    """The channel or thread in which it was given."""
    at: int
    """The timestamp that Discord gave the command, in milliseconds since 1970."""


@dataclass(slots=True)
class OwedAnswers:
    """The notes of this process."""

    _file: int
    """The file's descriptor."""
    _open: dict[int, OwedAnswer]
    """The commands that are still to be answered."""
    _size: int = 0
    """Bytes written since the file was last cleared."""
    _works: bool = True
    _left: set[int] = field(default_factory=set)
    """The commands that nobody in this process answers any more."""

    def begin(self, owed: OwedAnswer) -> None:
        """Note a command, before it is acknowledged."""
        self._open[owed.interaction] = owed
        self._write(_line(*owed))
        if self._size > MOST:
            self._open = {number: kept for number, kept in self._open.items() if kept.at + LASTS >= owed.at}
            self._clear(b"".join(_line(*kept) for kept in self._open.values()))

    def end(self, interaction: int) -> None:
        """Delete the note of a command that was answered, or cannot be."""
        if self._open.pop(interaction, None) is None:
            return
        if self._open:
            self._write(_line(interaction))
        else:
            self._clear(b"")

    def settle(self, interaction: int, answered: bool) -> None:
        """Note the end of a command: answered, or left to whoever ends what is owed."""
        if answered:
            self.end(interaction)
        elif interaction in self._open:
            self._left.add(interaction)

    @contextlib.contextmanager
    def collect_left(self) -> Iterator[list[OwedAnswer]]:
        """The commands that this process left unanswered. They are settled if the block succeeds."""
        taken, self._left = self._left, set()
        try:
            yield [self._open[number] for number in taken if number in self._open]
        except BaseException:
            self._left |= taken
            raise
        for number in taken:
            self.end(number)

    def _clear(self, kept: bytes) -> None:
        with contextlib.suppress(OSError):
            os.ftruncate(self._file, 0)
            self._size = 0
        if kept:
            self._write(kept)

    def _write(self, lines: bytes) -> None:
        """Append to the file. If that fails, as on a full disk, the lines are lost and a warning is logged."""
        try:
            os.write(self._file, lines)
            self._size += len(lines)
            self._works = True
        except OSError as error:
            if self._works:
                log.warning("commands that are to be answered cannot be noted: %s", error.strerror)
            self._works = False


def _line(*facts: int | str) -> bytes:
    return f"{json.dumps(facts)}\n".encode()


@contextlib.contextmanager
def keep_owed_answers(data: Path) -> Iterator[OwedAnswers | None]:
    """Keep notes in a file in the data folder until the block ends; None if the file cannot be written.

    Commands that are not answered at the end stay noted for the next start.
    """
    with contextlib.ExitStack() as held:
        file = data / _FOLDER / f"{os.getpid()}-{time.time_ns()}.notes"
        try:
            make_folder(file.parent)
            held.enter_context(lock_file(file))
            os.close(create_private(file))
            number = os.open(file, os.O_WRONLY | os.O_APPEND)
        except (OSError, StoreUnavailable, InUse) as error:
            log.warning("commands that are to be answered cannot be noted: %s", error)
            held.close()
            yield None
            return
        kept = OwedAnswers(number, {})
        try:
            yield kept
        finally:
            os.close(number)
            held.close()
            if not _read(file):
                with contextlib.suppress(OSError):
                    delete(file)


@contextlib.contextmanager
def collect_left_answers(data: Path) -> Iterator[list[OwedAnswer]]:
    """The commands that ended processes left unanswered. Their notes are deleted if the block succeeds."""
    found, files = list[OwedAnswer](), list[Path]()
    with contextlib.ExitStack() as held:
        for file in sorted((data / _FOLDER).glob("*.notes")):
            with contextlib.suppress(InUse, StoreUnavailable):  # the process still runs, or its notes cannot be read
                held.enter_context(lock_file(file))
                files.append(file)
                found += _read(file)
        yield found
    for file in files:
        with contextlib.suppress(OSError):
            delete(file)


def _read(file: Path) -> list[OwedAnswer]:
    """The commands in a file that were not answered. Incomplete and invalid lines are left out."""
    waiting: dict[int, OwedAnswer] = {}
    try:
        with file.open("rb") as notes:
            lines = notes.read(_LARGEST).splitlines()
    except OSError:
        return []
    for line in lines:
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(line):
                case [int(number)]:
                    waiting.pop(number, None)
                case [int(number), int(application), str(token), int(user), int(place), int(at)] if (
                    token.isascii() and all(0 <= field < _TOO_LARGE for field in (number, application, user, place, at))
                ):
                    waiting[number] = OwedAnswer(number, application, token, user, place, at)
    return list(waiting.values())
