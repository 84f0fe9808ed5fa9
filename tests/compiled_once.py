"""One memory of compiled statements for all databases of a run.

SQLAlchemy remembers compiled statements for each engine, and a test opens at least three engines. So a short test spent
most of its processor time on statements that an earlier test had compiled. `share` gives a driver's engines one memory.
"""

from collections.abc import Callable, Iterator, MutableMapping
from functools import cache
from typing import Any, Final

from sqlalchemy import Compiled, Engine
from sqlalchemy.util import LRUCache

STATEMENTS: Final = 2_000
"""The number of statements that are remembered for each driver."""


class _SharedMemory(MutableMapping[Any, Compiled]):
    """The memory of an engine, shared by all engines of its driver: keys lose the dialect that they begin with."""

    def __init__(self, driver: str) -> None:
        self._shared = _find_memory(driver)

    def __getitem__(self, key: Any) -> Compiled:
        return self._shared[key[1:]]

    def __setitem__(self, key: Any, compiled: Compiled) -> None:
        self._shared[key[1:]] = compiled

    def __delitem__(self, key: Any) -> None:
        del self._shared[key[1:]]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._shared)

    def __len__(self) -> int:
        return len(self._shared)


@cache
def _find_memory(driver: str) -> LRUCache[Any, Compiled]:
    return LRUCache(STATEMENTS)


def share(make: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap SQLAlchemy's `create_engine`, or its twin for asyncio."""

    def make_sharing(*address: Any, **options: Any) -> Any:
        made = make(*address, **options)
        engine: Engine = getattr(made, "sync_engine", made)
        engine._compiled_cache = _SharedMemory(engine.url.drivername)
        return made

    return make_sharing
