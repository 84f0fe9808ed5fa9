"""Notes of commands that are still to be answered; after a kill, the next process reads them."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from bot.store.processes.owed_answers import LASTS, MOST, OwedAnswer, collect_left_answers, keep_owed_answers

ONE = OwedAnswer(1, 5, "token", 7, 9, 1_000)


def left(folder: Path) -> list[int]:
    with collect_left_answers(folder) as found:
        return [owed.interaction for owed in found]


def files(folder: Path) -> list[Path]:
    return [file for file in (folder / "answers").iterdir() if file.is_file()]


def test_one_other_process_gets_the_notes_of_an_ended_one(tmp_path: Path) -> None:
    with keep_owed_answers(tmp_path) as notes:
        assert notes is not None
        for number in (1, 2, 3):
            notes.begin(ONE._replace(interaction=number))
        notes.end(2)
        assert left(tmp_path) == []  # it still runs
    with keep_owed_answers(tmp_path), collect_left_answers(tmp_path) as found:
        assert found == [ONE, ONE._replace(interaction=3)]
        assert left(tmp_path) == []  # another process is answering them
    assert left(tmp_path) == []
    assert files(tmp_path) == []


def test_answered_commands_leave_no_file(tmp_path: Path) -> None:
    with keep_owed_answers(tmp_path) as notes:
        assert notes is not None
        notes.begin(ONE)
        (file,) = (path for path in files(tmp_path) if path.suffix == ".notes")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        notes.end(1)
        notes.end(1)
        assert file.read_bytes() == b""
    assert files(tmp_path) == []


def test_the_notes_stay_if_the_answers_fail(tmp_path: Path) -> None:
    with keep_owed_answers(tmp_path) as notes:
        assert notes is not None
        notes.begin(ONE)
    try:
        with collect_left_answers(tmp_path):
            raise ConnectionError
    except ConnectionError:
        pass
    assert left(tmp_path) == [1]


def test_a_torn_or_malformed_line_is_skipped(tmp_path: Path) -> None:
    with keep_owed_answers(tmp_path) as notes:
        assert notes is not None
        notes.begin(ONE)
        (file,) = (path for path in files(tmp_path) if path.suffix == ".notes")
    lines = (b"[1, 2, 3]", b"\xff\xfe", b"[" * 5_000, b'{"a": 1}', b'["x", 5, "t", 7, 9, 1]', b'[4, 5, "t", 7, 9')
    file.write_bytes(file.read_bytes() + b"\n".join(lines))
    assert left(tmp_path) == [1]


@pytest.mark.parametrize("odd", [{"interaction": 1 << 63}, {"user": 1 << 64}, {"place": -1}, {"token": "\ud800"}])
def test_a_note_with_impossible_facts_is_skipped(tmp_path: Path, odd: dict[str, Any]) -> None:
    """Otherwise it would fail again and again, and the notes of other commands would never be deleted."""
    with keep_owed_answers(tmp_path) as notes:
        assert notes is not None
        notes.begin(ONE)
        notes.begin(ONE._replace(interaction=2)._replace(**odd))
    assert left(tmp_path) == [1]


def test_the_file_stays_short_while_there_is_always_a_command_to_answer(tmp_path: Path) -> None:
    with keep_owed_answers(tmp_path) as notes:
        assert notes is not None
        notes.begin(ONE)
        late = ONE._replace(at=ONE.at + LASTS + 1)
        notes.begin(late._replace(interaction=2))
        for number in range(10, 10 + MOST // 20):
            notes.begin(late._replace(interaction=number))
            notes.end(number)
        (file,) = (path for path in files(tmp_path) if path.suffix == ".notes")
        assert file.stat().st_size < 2 * MOST
    assert left(tmp_path) == [2]


def test_in_a_read_only_folder_only_the_notes_are_missing(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("in the way")
    with keep_owed_answers(tmp_path) as notes:
        assert notes is None
    assert left(tmp_path) == []
