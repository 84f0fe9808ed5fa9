"""Numbers to watch, in the text that Prometheus reads; none of them tells whose or what."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

_FAST: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds: how many interactions took at most so long is counted for each."""


class Metrics:
    """All counters of a process."""

    def __init__(self) -> None:
        self._taken: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}
        self._answers: Counter[str] = Counter()
        self._messages: Counter[str] = Counter()
        self._connected = False

    def heard(self, kind: str, seconds: float) -> None:
        """An interaction was acknowledged and judged."""
        taken = self._taken.setdefault(kind, [0] * (len(_FAST) + 1))
        taken[bisect_left(_FAST, seconds)] += 1
        self._seconds[kind] = self._seconds.get(kind, 0.0) + seconds

    def answered(self, kind: str) -> None:
        """Something was answered with a sentence: "refused", "unreadable", "away", "bug"."""
        self._answers[kind] += 1

    def posted(self, outcome: str) -> None:
        """The postbox did something: "sent", "edited", "again", "forbidden", ..."""
        self._messages[outcome] += 1

    def connected(self, yes: bool) -> None:
        """Whether the gateway is heard."""
        self._connected = yes

    def text(self) -> bytes:
        """All numbers as Prometheus reads them."""
        return "".join(f"{line}\n" for line in self._lines()).encode()

    def _lines(self) -> Iterator[str]:
        name = "boneyard_interaction_seconds"
        yield from _head(name, "histogram", "From an interaction's arrival until it was acknowledged and judged")
        for kind, taken in self._taken.items():
            for most, count in zip((*_FAST, "+Inf"), accumulate(taken), strict=True):
                yield f'{name}_bucket{{kind="{kind}",le="{most}"}} {count}'
            yield f'{name}_count{{kind="{kind}"}} {sum(taken)}'
            yield f'{name}_sum{{kind="{kind}"}} {self._seconds[kind]}'
        name = "boneyard_answers_total"
        yield from _head(name, "counter", "Refusals, unreadable words, times without the database, and bugs")
        yield from (f'{name}{{kind="{kind}"}} {count}' for kind, count in self._answers.items())
        name = "boneyard_messages_total"
        yield from _head(name, "counter", "What became of what was asked of Discord")
        yield from (f'{name}{{outcome="{outcome}"}} {count}' for outcome, count in self._messages.items())
        name = "boneyard_connected"
        yield from _head(name, "gauge", "1 while the gateway is heard")
        yield f"{name} {int(self._connected)}"


def _head(name: str, kind: str, plain: str) -> tuple[str, str]:
    return f"# HELP {name} {plain}", f"# TYPE {name} {kind}"
