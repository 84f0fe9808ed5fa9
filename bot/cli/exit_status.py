"""The exit statuses of the command line. Service managers rely on them, so their numbers never change."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """The exit status of a command."""

    OK = 0
    FAILED = 1
    """A check found a fault, or Boneyard ended because of a bug."""
    MISCONFIGURED = 2
    """The command cannot succeed, and starting again would not help."""
    UNAVAILABLE = 75
    """Discord or the database is out of reach, another process holds the lease, or a part of the bot ended by itself.
    Starting again may help (EX_TEMPFAIL of sysexits)."""
    INTERRUPTED = 130
    """Ctrl-C was pressed."""
