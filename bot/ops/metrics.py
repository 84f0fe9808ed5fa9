"""Prometheus metrics. None of them identifies a user, or what a user wrote."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from prometheus_client import Metric

_FAST: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Upper bounds of the histogram of interactions, in seconds."""


class Metrics:
    """All counters of a process. Prometheus's package is loaded when they are first read."""

    def __init__(self) -> None:
        self._taken: dict[str, list[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._answers: Counter[str] = Counter()
        self._messages: Counter[str] = Counter()
        self._connected = False

    def heard(self, kind: str, seconds: float) -> None:
        """Count an interaction that was acknowledged and handled."""
        taken = self._taken.setdefault(kind, [0] * (len(_FAST) + 1))
        taken[bisect_left(_FAST, seconds)] += 1
        self._seconds[kind] += seconds

    def answered(self, kind: str) -> None:
        """Count an answer in words, by its kind: "refused", "unreadable", "away" or "bug"."""
        self._answers[kind] += 1

    def posted(self, outcome: str) -> None:
        """Count a request to Discord, by its outcome: "sent", "edited", "again", "forbidden" ..."""
        self._messages[outcome] += 1

    def connected(self, yes: bool) -> None:
        """Note whether the gateway is connected."""
        self._connected = yes

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        from prometheus_client import CollectorRegistry, generate_latest

        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry)

    def collect(self) -> Iterator[Metric]:
        """All metrics, for a registry of Prometheus's package."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        def counter(name: str, plain: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
            family = CounterMetricFamily(name, plain, labels=[label])
            for value, count in counts.items():
                family.add_metric([value], count)
            return family

        heard = HistogramMetricFamily(
            "boneyard_interaction_seconds",
            "From an interaction's arrival until it was acknowledged and judged",
            labels=["kind"],
        )
        for kind, taken in self._taken.items():
            at_most = zip((*map(str, _FAST), "+Inf"), accumulate(taken), strict=True)
            heard.add_metric([kind], list(at_most), self._seconds[kind])
        yield heard
        told = "Refusals, unreadable words, times without the database, and bugs"
        yield counter("boneyard_answers", told, "kind", self._answers)
        yield counter("boneyard_messages", "What became of what was asked of Discord", "outcome", self._messages)
        yield GaugeMetricFamily("boneyard_connected", "1 while the gateway is heard", value=self._connected)
