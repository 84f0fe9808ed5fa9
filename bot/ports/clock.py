"""The time of day, as a port."""

from typing import Protocol


class Clock(Protocol):
    """The time of day."""

    def __call__(self) -> int:
        """Milliseconds since 1970."""
