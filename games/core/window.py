"""Timed calls: the speakers, the end of a window, and the order in which answers count.

One mechanism for every call in all four games. Three settings of `Closing` are the call modes:

* ``RACE``: whoever speaks first, until the act that makes it too late; then `grace_ms` more, in which calls count
  whose stamp lies before that act, because messages travel;
* ``COURTESY``: a fixed length after the opening, the same for every window, whatever anybody holds;
* ``EVERYONE``: until all who may speak have spoken, or `length_ms` (0: for ever).
"""

from enum import Enum
from typing import NamedTuple

from games.core.seats import Seat


class Closing(Enum):
    """The three ways in which a window closes."""

    RACE = "race"
    COURTESY = "courtesy"
    EVERYONE = "everyone-decides"


class Answer(NamedTuple):
    """A seat's answer, and the millisecond that Discord stamped on it."""

    seat: Seat
    said: str
    at: int


class Window(NamedTuple):
    """A window as it stands. Times are milliseconds since 1970; `speakers` are in the order in which ties go."""

    closing: Closing
    opened_at: int
    speakers: tuple[Seat, ...]
    length_ms: int = 0
    grace_ms: int = 0
    answers: tuple[Answer, ...] = ()
    act_at: int | None = None

    def answered(self, seat: Seat, said: str, at: int) -> "Window":
        """This window with an answer more; a later answer of the same seat replaces its earlier one."""
        answers = (*[answer for answer in self.answers if answer.seat != seat], Answer(seat, said, at))
        return Window(self.closing, self.opened_at, self.speakers, self.length_ms, self.grace_ms, answers, self.act_at)

    def acted(self, at: int) -> "Window":
        """This window with the act that makes a race too late; the first act counts."""
        return self if self.act_at is not None else self._replace(act_at=at)

    def said_by(self, seat: Seat) -> str | None:
        """The answer of the seat, or None."""
        for answer in self.answers:
            if answer.seat == seat:
                return answer.said
        return None

    def hears(self, seat: Seat, at: int) -> bool:
        """True if a word of `seat` stamped `at` is in time."""
        if seat not in self.speakers:
            return False
        if self.closing is Closing.RACE:
            return self.act_at is None or at < self.act_at
        return not self.length_ms or at < self.opened_at + self.length_ms

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that have yet to speak where everyone decides; nobody in the other modes."""
        if self.closing is not Closing.EVERYONE:
            return ()
        spoken = [answer.seat for answer in self.answers]
        return tuple([seat for seat in self.speakers if seat not in spoken])

    @property
    def deadline(self) -> int | None:
        """The time at which silence closes the window, or None if only speech or an act does."""
        if self.closing is Closing.RACE:
            return None if self.act_at is None else self.act_at + self.grace_ms
        return self.opened_at + self.length_ms if self.length_ms else None

    def closed(self, now: int) -> bool:
        """True if the table has stopped listening at `now`."""
        if self.closing is Closing.EVERYONE and len(self.answers) >= len(self.speakers) and not self.waits_for:
            return True
        due = self.deadline
        return due is not None and now >= due

    def in_order(self) -> tuple[Answer, ...]:
        """The answers as they count: by stamp in a race (ties by order of play), else by order of play."""
        place = {seat: index for index, seat in enumerate(self.speakers)}
        if self.closing is Closing.RACE:
            return tuple(sorted(self.answers, key=lambda answer: (answer.at, place[answer.seat])))
        return tuple(sorted(self.answers, key=lambda answer: place[answer.seat]))
