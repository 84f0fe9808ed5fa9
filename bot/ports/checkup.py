"""A checkup of the bot: one finding for each thing that it needs, each a sentence that says what to do next."""

from enum import StrEnum
from typing import NamedTuple


class Grade(StrEnum):
    """The grade of a finding. The values begin the lines of `boneyard doctor`."""

    WELL = "ok"
    NOTE = "note"
    """People are served, and somebody should look."""
    FAULT = "FAIL"
    """Something does not work."""


class Finding(NamedTuple):
    """One thing that was looked at."""

    topic: str
    grade: Grade
    text: str
    of_host: bool = False
    """True if only the host of the bot can fix it; only they see the details."""
