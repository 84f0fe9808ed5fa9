"""Turn notices: each person chooses when they are told that a table waits for them."""

import re
from typing import Final

from bot.store.tables.rows import Pace
from bot.wording.letters import fold

USUAL: Final = "usual"
"""The person is told with each reminder, and in correspondence play also when their turn begins."""
OFF: Final = "off"
"""The person gets no message of their own."""
EVERY: Final = "every"
"""The person is told when each turn begins, and with each reminder."""
DAILY: Final = "daily"
"""The person gets one message a day about tables by correspondence; at live tables, the same as `USUAL`."""
LEAST: Final = 10
MOST: Final = 86_400
"""The shortest and the longest wait that a person may choose, in seconds."""

_WORDS: Final = {"default": USUAL, "none": OFF, "no": OFF, "every turn": EVERY, "digest": DAILY, "daily digest": DAILY}
_SPAN: Final = re.compile(
    r"(?:(?:after|depois de|apos|despues de|tras) )?(\d{1,5}) ?"
    r"(s|sec|seconds?|segundos?|m|min|minut[eo]s?|h|hours?|horas?)?"
)
_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3_600}


def read_taste(text: str) -> str:
    """Read a choice: "usual", "off", "every turn", "daily", or a wait such as "after 20s" or "depois de 20s". Raises
    ValueError."""
    said = " ".join(fold(text).split())
    said = _WORDS.get(said, said)
    if said in (USUAL, OFF, EVERY, DAILY):
        return said
    found = _SPAN.fullmatch(said)
    seconds = 0 if found is None else int(found[1]) * _UNITS[(found[2] or "")[:1]]
    if not LEAST <= seconds <= MOST:
        raise ValueError(text[:40])
    return str(seconds)


def wait_of(taste: str) -> int | None:
    """The wait (milliseconds) that a person chose before they are first told of their turn; None if they chose none."""
    return int(taste) * 1_000 if taste.isdecimal() else None


def is_silent(taste: str, pace: Pace) -> bool:
    """True if a person wants no message of their own for each turn at tables of this pace."""
    return taste == OFF or (taste == DAILY and pace == Pace.CORRESPONDENCE)


def tells_each_turn(taste: str, pace: Pace) -> bool:
    """True if a person is told whenever their turn begins."""
    return taste == EVERY or (taste == USUAL and pace == Pace.CORRESPONDENCE)
