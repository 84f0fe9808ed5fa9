"""Numbers to watch, for Prometheus; none of them tells whose or what."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_FAST = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)


class Metrics:
    """All counters of a process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._interactions = Histogram(
            "boneyard_interaction_seconds",
            "From an interaction's arrival until it was acknowledged and judged",
            ("kind",),
            buckets=_FAST,
            registry=self.registry,
        )
        self._answers = Counter(
            "boneyard_answers",
            "Refusals, unreadable words, times without the database, and bugs",
            ("kind",),
            registry=self.registry,
        )
        self._messages = Counter(
            "boneyard_messages", "What became of what was asked of Discord", ("outcome",), registry=self.registry
        )
        self._connected = Gauge("boneyard_connected", "1 while the gateway is heard", registry=self.registry)

    def heard(self, kind: str, seconds: float) -> None:
        """An interaction was acknowledged and judged."""
        self._interactions.labels(kind).observe(seconds)

    def answered(self, kind: str) -> None:
        """Something was answered with a sentence: "refused", "unreadable", "away", "bug"."""
        self._answers.labels(kind).inc()

    def posted(self, outcome: str) -> None:
        """The postbox did something: "sent", "edited", "again", "forbidden", ..."""
        self._messages.labels(outcome).inc()

    def connected(self, yes: bool) -> None:
        """Whether the gateway is heard."""
        self._connected.set(yes)

    def text(self) -> bytes:
        """All numbers as Prometheus reads them."""
        return generate_latest(self.registry)
