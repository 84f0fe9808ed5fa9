"""Timed calls: who may speak, what closes the window, and how answers are ordered.

One mechanism for every call in all four games. The three values of `Closing` are the call modes:

* ``RACE``: open until the act that makes a call too late, then for `grace_ms` more. Messages take time to arrive, so a
  call that arrives in the grace counts if its stamp is earlier than the act. The earliest stamp counts first;
* ``COURTESY``: open for a fixed length, the same for every window, so that the length reveals nothing of anybody's
  hand;
* ``EVERYONE``: open until all who may speak have spoken, or for `length_ms` (0: for ever).
"""

from enum import Enum
from typing import NamedTuple

from games.core.seats import Seat


class Closing(Enum):
    """The condition that closes a window."""

    RACE = "race"
    COURTESY = "courtesy"
    EVERYONE = "everyone-decides"


RACE, COURTESY, EVERYONE = Closing
"""The three values as names of this module, for code that runs in every move: on Python 3.11, `Closing.RACE` takes ten
times as long to read."""


class Answer(NamedTuple):
    """A seat's answer, and the millisecond of Discord's stamp on it."""

    seat: Seat
    said: str
    at: int


class Window(NamedTuple):
    """A window for calls. Times are milliseconds since 1970; `speakers` are in the order that settles ties."""

    closing: Closing
    opened_at: int
    speakers: tuple[Seat, ...]
    length_ms: int = 0
    grace_ms: int = 0
    answers: tuple[Answer, ...] = ()
    act_at: int | None = None

    def add_answer(self, seat: Seat, said: str, at: int) -> "Window":
        """Add an answer; a later answer of the same seat replaces its earlier one."""
        answers = (*[answer for answer in self.answers if answer.seat != seat], Answer(seat, said, at))
        return Window(self.closing, self.opened_at, self.speakers, self.length_ms, self.grace_ms, answers, self.act_at)

    def note_act(self, at: int) -> "Window":
        """Note the act after which calls in a race are too late; the first act counts."""
        return self if self.act_at is not None else self._replace(act_at=at)

    def find_answer(self, seat: Seat) -> str | None:
        """The seat's answer, or None."""
        for other, said, _ in self.answers:
            if other == seat:
                return said
        return None

    def hears(self, seat: Seat, at: int) -> bool:
        """True if an answer of `seat` stamped `at` is in time."""
        if seat not in self.speakers:
            return False
        if self.closing is RACE:
            return self.act_at is None or at < self.act_at
        return not self.length_ms or at < self.opened_at + self.length_ms

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that have yet to speak in the mode `EVERYONE`; () in the other modes."""
        if self.closing is not EVERYONE:
            return ()
        spoken = [seat for seat, _, _ in self.answers]
        return tuple([seat for seat in self.speakers if seat not in spoken])

    @property
    def deadline(self) -> int | None:
        """The time at which silence closes the window; None while only an answer or an act can close it."""
        if self.closing is RACE:
            return None if self.act_at is None else self.act_at + self.grace_ms
        return self.opened_at + self.length_ms if self.length_ms else None

    def is_closed(self, now: int) -> bool:
        """True if the window is closed at `now`."""
        if self.closing is EVERYONE and len(self.answers) >= len(self.speakers) and not self.awaited:
            return True
        due = self.deadline
        return due is not None and now >= due

    def list_in_order(self) -> tuple[Answer, ...]:
        """The answers in the order in which they count: by stamp in a race, otherwise by order of play. Order of play
        also settles ties in a race."""
        place = {seat: index for index, seat in enumerate(self.speakers)}
        if self.closing is RACE:
            return tuple(sorted(self.answers, key=lambda answer: (answer.at, place[answer.seat])))
        return tuple(sorted(self.answers, key=lambda answer: place[answer.seat]))
