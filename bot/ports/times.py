"""Units of time, in milliseconds, and the slow clock, which says when to try again what Discord refused."""

from typing import Final

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY
LONGEST_WAIT: Final = 4 * HOUR
"""The longest wait of the slow clock."""


def find_wait(tries: int) -> int:
    """The slow clock: the milliseconds from a failed try to the next, after so many tries. The first wait is a minute.
    Each later one is twice as long, up to four hours."""
    return int(min(LONGEST_WAIT, MINUTE * 2 ** min(tries - 1, 10))) if tries > 0 else 0
