"""A time of day as a house rule stores it: "clock:00:00", "clock:23:30 Australia/Sydney", and once the game has begun
"clock:23:30 Australia/Sydney +11:00"."""

import re
from dataclasses import dataclass
from typing import Final

_TEXT: Final = re.compile(
    r"clock:(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)"
    r"(?: (?P<zone>[A-Z][A-Z0-9_+-]*(?:/[A-Z0-9_+-]+)*))?"
    r"(?: (?P<sign>[+-])(?P<hours>\d\d):(?P<minutes>[0-5]\d))?",
    re.ASCII | re.IGNORECASE,
)
_DAY: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day by the clocks of a place."""

    minute: int
    """Minutes after midnight."""
    zone: str = ""
    """The name of the place's time zone ("Australia/Sydney"); "" for UTC."""
    lead: int = 0
    """The minutes by which the place's clocks are ahead of UTC when the game begins."""

    @staticmethod
    def read(text: str) -> "TimeOfDay | None":
        """The time of day that stored text names; None for other text."""
        found = _TEXT.fullmatch(text)
        if found is None:
            return None
        lead = 60 * int(found["hours"] or 0) + int(found["minutes"] or 0)
        minute = 60 * int(found["hour"]) + int(found["minute"])
        return TimeOfDay(minute, found["zone"] or "", -lead if found["sign"] == "-" else lead)

    def write(self) -> str:
        """The text to store."""
        place = f" {self.zone}" if self.zone else ""
        hours, minutes = divmod(abs(self.lead), 60)
        lead = f" {'-' if self.lead < 0 else '+'}{hours:02}:{minutes:02}" if self.lead else ""
        return f"clock:{self.on_clock}{place}{lead}"

    @property
    def on_clock(self) -> str:
        """The time as a clock shows it: "23:30"."""
        return f"{self.minute // 60:02}:{self.minute % 60:02}"

    @property
    def minute_of_utc(self) -> int:
        """The minutes after midnight by UTC."""
        return (self.minute - self.lead) % _DAY
