"""A checkup of the bot. Each finding covers one thing that the bot needs, and says what to do next."""

from enum import StrEnum
from typing import Final, NamedTuple

HELD: Final = "held back"
"""The topic of messages that Discord refuses. Reports begin with it."""


class Grade(StrEnum):
    """The grade of a finding. Lines of `boneyard doctor` begin with the value."""

    WELL = "ok"
    NOTE = "note"
    """The bot serves people, but somebody should look."""
    FAULT = "FAIL"
    """Something does not work."""


class Finding(NamedTuple):
    """The result for one thing that the bot needs."""

    topic: str
    grade: Grade
    text: str
    of_host: bool = False
    """True if only the bot's host can fix the fault. Then only the host sees the details."""
