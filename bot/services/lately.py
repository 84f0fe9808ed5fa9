"""A short memory of what was done lately, so that nobody has it done again and again."""

from __future__ import annotations

from collections.abc import Hashable


class Lately:
    """Remembers keys for a `span` of milliseconds. It forgets with the process, and holds nothing that is older."""

    def __init__(self, span: int) -> None:
        self._span = span
        self._times: dict[Hashable, int] = {}

    def free_at(self, key: Hashable, at: int) -> int | None:
        """The time from which this may be done again; None if it may be done at `at`."""
        self._times = {known: time for known, time in self._times.items() if time + self._span > at}
        known = self._times.get(key)
        return None if known is None else known + self._span

    def note(self, key: Hashable, at: int) -> None:
        """Note that this was done."""
        self._times[key] = at

    def forget(self, key: Hashable) -> None:
        """Let this be done again at once."""
        self._times.pop(key, None)
