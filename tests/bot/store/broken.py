"""A database that fails on demand, either for everything or for writes only."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.engine.default import DefaultDialect


class Broken:
    """A switch that breaks every database of this process, until `mend` is called."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._why = {"do_execute": "", "do_commit": ""}
        for name in self._why:
            patch.setattr(DefaultDialect, name, self._wrap(name, getattr(DefaultDialect, name)))

    def _wrap(self, name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def fail(dialect: Any, *arguments: Any, **named: Any) -> Any:
            if self._why[name]:
                raise dialect.loaded_dbapi.OperationalError(self._why[name])
            return do(dialect, *arguments, **named)

        return fail

    def break_everything(self, why: str) -> None:
        """Break reads and writes."""
        self._why = dict.fromkeys(self._why, why)

    def break_commits(self, why: str) -> None:
        """Break writes only."""
        self._why["do_commit"] = why

    def mend(self) -> None:
        """Repair the database."""
        self._why = dict.fromkeys(self._why, "")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Broken:
    """A switch that breaks and mends the database."""
    return Broken(monkeypatch)
