"""A row of the table that the bench prints."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Row(NamedTuple):
    """A figure, beside its anchor if it has one."""

    name: str
    ours: float
    anchor: float = 0.0
    """The figure to compare ours with."""
    ratio: float = 0.0
    """How much better ours is; 1 is as good as the anchor."""
    at_least: float = 0.0
    """The ratio that must be reached; 0 for a figure without an anchor."""

    @property
    def is_short(self) -> bool:
        """True if the ratio falls short."""
        return bool(self.at_least) and self.ratio < self.at_least


def at_most(name: str, ours: float, most: float) -> Row:
    """A figure that may not exceed `most`."""
    return Row(name, ours, most, most / max(ours, 1e-9), 1.0)


def find_percentile(figures: Sequence[float], count: int) -> float:
    """The percentile `count` of these figures."""
    return sorted(figures)[min(len(figures) - 1, len(figures) * count // 100)]


def compare(name: str, ours: Sequence[float], anchor: Sequence[float], at_least: float) -> Row:
    """Figures of rounds in which both sides took turns: the medians, and the median of each round's ratio."""
    ratios = [own / other for own, other in zip(ours, anchor, strict=True)]
    return Row(name, median(ours), median(anchor), median(ratios), at_least)
