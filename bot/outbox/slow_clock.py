"""The slow clock: when to try again what Discord refuses at present."""

from typing import Final

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
LONGEST: Final = 4 * HOUR
"""The most milliseconds between two tries."""


def find_wait(tries: int) -> int:
    """Milliseconds from a failed try to the next: a minute, then twice as long each time, four hours at most."""
    return int(min(LONGEST, MINUTE * 2 ** min(tries - 1, 10))) if tries > 0 else 0
