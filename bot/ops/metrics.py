"""Metrics for Prometheus. No metric identifies a user or a message."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from prometheus_client import Metric

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Upper bounds of the histogram of response times, in seconds."""


FIGURES: Final = (
    ("boneyard_discord_unanswered_seconds", "Seconds for which Discord has answered no request; 0 if it does"),
    ("boneyard_tables_stuck", "Tables whose automatic moves have failed for a while"),
    ("boneyard_message_undelivered_seconds", "Age of the oldest message that is due and has not arrived"),
    ("boneyard_backup_age_seconds", "Age of the last backup that was restored as a proof"),
    ("boneyard_people_unreached", "People whom a message does not reach"),
    ("boneyard_people_unreached_seconds", "Seconds for which the first of them has not been reached"),
)
"""The figures of `bot.services.checkup.Figures`, in their order."""


class Metrics:
    """All metrics of a process. prometheus-client is loaded when they are first read (see docs/decisions.md)."""

    def __init__(self) -> None:
        self._by_bucket: dict[str, list[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._failures: Counter[str] = Counter()
        self._messages: Counter[str] = Counter()
        self._acts: Counter[str] = Counter()
        self._connected = False
        self._take_figures: Callable[[], Awaitable[Sequence[float | None]]] | None = None
        self._figures: Sequence[float | None] = ()
        self._checks: dict[str, bool] = {}

    def count_interaction(self, kind: str, seconds: float) -> None:
        """Count an interaction, which took `seconds` to be acknowledged and handled."""
        by_bucket = self._by_bucket.setdefault(kind, [0] * (len(_BUCKETS) + 1))
        by_bucket[bisect_left(_BUCKETS, seconds)] += 1
        self._seconds[kind] += seconds

    def count_act(self, name: str) -> None:
        """Count a press or command by its act, such as "table join"."""
        self._acts[name] += 1

    def count_failure(self, kind: str) -> None:
        """Count an answer that only explained a failure.

        `kind` is "refused", "unreadable", "away", "damaged" or "bug".
        """
        self._failures[kind] += 1

    def count_delivery(self, outcome: str) -> None:
        """Count a request to Discord by its outcome: "sent", "edited", "again", "forbidden", ..."""
        self._messages[outcome] += 1

    def set_connected(self, connected: bool) -> None:
        """Record if the gateway is connected."""
        self._connected = connected

    def watch(self, take_figures: Callable[[], Awaitable[Sequence[float | None]]]) -> None:
        """Take the figures of `FIGURES` from this function whenever the metrics are read."""
        self._take_figures = take_figures

    async def refresh(self, checks: Mapping[str, bool]) -> dict[str, float | None]:
        """Keep the results of the health checks, and take the figures anew. If that fails, there are no figures.

        Returns the figures, by name without "boneyard_".
        """
        self._checks = dict(checks)
        try:
            self._figures = () if self._take_figures is None else await self._take_figures()
        except Exception:
            self._figures = ()
        names = (name.removeprefix("boneyard_") for name, _ in FIGURES)
        return dict(zip(names, self._figures, strict=False))

    def format_text(self) -> bytes:
        """The metrics in Prometheus's text format."""
        from prometheus_client import CollectorRegistry, generate_latest

        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry)

    def collect(self) -> Iterator[Metric]:
        """The metrics, for a registry of prometheus-client."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        def counter(name: str, help: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
            family = CounterMetricFamily(name, help, labels=[label])
            for value, count in counts.items():
                family.add_metric([value], count)
            return family

        interactions = HistogramMetricFamily(
            "boneyard_interaction_seconds",
            "Seconds from the arrival of an interaction until it was acknowledged and handled",
            labels=["kind"],
        )
        for kind, by_bucket in self._by_bucket.items():
            at_most = zip((*map(str, _BUCKETS), "+Inf"), accumulate(by_bucket), strict=True)
            interactions.add_metric([kind], list(at_most), self._seconds[kind])
        yield interactions
        kinds = "Refusals, unreadable words, answers without the database, damaged rows, and bugs"
        yield counter("boneyard_answers", kinds, "kind", self._failures)
        yield counter("boneyard_acts", "Presses and commands, by act; every move is one act", "act", self._acts)
        yield counter("boneyard_messages", "Requests to Discord, by outcome", "outcome", self._messages)
        for (name, help), value in zip(FIGURES, self._figures, strict=False):
            if value is not None:
                yield GaugeMetricFamily(name, help, value=value)
        checks = GaugeMetricFamily("boneyard_check", "1 if a check of /health has passed", labels=["name"])
        for check, passed in self._checks.items():
            checks.add_metric([check], passed)
        yield checks
        yield GaugeMetricFamily("boneyard_connected", "1 while the gateway is connected", value=self._connected)
