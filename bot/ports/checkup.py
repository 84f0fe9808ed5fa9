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


_OF_HOST: Final = frozenset(
    {"Discord", "backup", "clock", "copies", "database", "disk", "messages", "records", "service", "tables"}
)
"""The topics whose details only the bot's host sees."""
_OF_HOST_IF_BAD: Final = frozenset({"commands", "emojis", "intents", "token"})
"""The topics of which others see only that all is well."""


class Finding(NamedTuple):
    """The result for one thing that the bot needs."""

    topic: str
    grade: Grade
    text: str

    @property
    def of_host(self) -> bool:
        """True if only the bot's host can fix the fault. Then only the host sees the details."""
        return self.topic in _OF_HOST or (self.topic in _OF_HOST_IF_BAD and self.grade is not Grade.WELL)
