"""Hands from a real table as somebody is writing them down, by typing or by tapping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

from bot.wording import Words
from bot.wording.typed import read_scored, speak_scored
from games.core import AnyGame, Options, Refused, Seat, Unreadable
from games.core.real_table import Hand, HandLine, Tap, Taps, read_line

DRAFTS: Final = "tally:real:"
"""The prefix of the keys of drafts."""
MOST_CHARACTERS: Final = 4_000
"""The most characters of the hands (Discord's limit for a text in a form)."""


@dataclass(frozen=True, slots=True)
class RealDraft:
    """Hands that are not entered yet."""

    game: str
    seats: str = ""
    """The seats as they were typed, as `read_hands` understands them."""
    preset: str = ""
    hands: str = ""
    """The lines so far. A line that is being tapped comes last and has no line break yet."""
    names: tuple[str, ...] = ()
    """The names of those who sat there, once they are found in the books."""
    seated: bool = False
    """True once everybody is named."""
    steps: tuple[int, ...] = ()
    """The lengths of `hands` before each tap, to take taps back."""

    def add(self, text: str) -> RealDraft:
        """Add to the hands. Raises Refused if they become too long."""
        if len(self.hands) + len(text) > MOST_CHARACTERS:
            raise Refused("REAL", "long", most=MOST_CHARACTERS)
        return replace(self, hands=self.hands + text, steps=(*self.steps, len(self.hands)))

    def undo(self) -> RealDraft:
        """Take back the last tap, or else the last line, or else the last player who was seated."""
        if self.steps:
            return replace(self, hands=self.hands[: self.steps[-1]], steps=self.steps[:-1])
        if self.hands:
            before, _, _ = self.hands.rstrip("\n").rpartition("\n")
            return replace(self, hands=f"{before}\n" if before else "")
        seats = ", ".join(self.seats.split(", ")[:-1])
        return replace(self, seats=seats, names=self.names[:-1], seated=False)


@dataclass(frozen=True)
class DraftAtGame:
    """A draft with its game. It tells what the last line says so far, and what can be tapped next."""

    draft: RealDraft
    game: AnyGame
    options: Options
    words: Words
    """The reader's words about the game."""

    @cached_property
    def position(self) -> tuple[Hand, HandLine | None]:
        """The whole lines of the present hand, and the line that is being tapped."""
        *lines, present = (" ".join(line.split()) for line in self.draft.hands.split("\n"))
        start = max((place for place, words in enumerate(lines, 1) if not words), default=0)
        names = self.draft.names
        read = partial(read_line, names=names, read=partial(read_scored, words=self.words, names=names))
        return tuple(map(read, lines[start:])), read(present) if present else None

    @cached_property
    def next_taps(self) -> Taps:
        """The taps that the game offers next, apart from those for people. There are none after words that the game
        cannot read."""
        try:
            return self.game.tap_real(len(self.draft.names), self.options, *self.position)
        except (Refused, Unreadable):
            return Taps()

    def tap(self, names: Sequence[str]) -> DraftAtGame:
        """Tap the things with these names: one, or several if that is allowed. What is not offered is left out."""
        rows = (self.list_seats(), *self.next_taps.rows, self.next_taps.beside)
        offered = {name_tap(tap): tap for row in rows for tap in row}
        found = [offered[name] for name in names if name in offered]
        if not found:
            return self
        tapped = found if self.next_taps.allows_several else found[:1]
        separator = "" if self.position[1] is None else tapped[0].separator
        text = separator + " ".join(map(self.say, tapped))
        return replace(self, draft=self.draft.add(text))._finish()

    def list_seats(self) -> tuple[Tap, ...]:
        """A tap for each person, at the beginning of a line; otherwise none."""
        return (
            () if self.position[1] is not None else tuple(Tap("", Seat(seat)) for seat in range(len(self.draft.names)))
        )

    def say(self, tap: Tap) -> str:
        """The words that a tap adds, in the reader's language."""
        return speak_scored(tap.words, self.words) if tap.seat is None else self.draft.names[tap.seat]

    def _finish(self) -> DraftAtGame:
        """End the line if nothing more can be tapped. If only one thing can be tapped, add it."""
        draft, offered = self.draft, self.next_taps
        if self.position[1] is None or offered.beside or len(offered.rows) > 1:
            return self
        if not offered.rows:
            return replace(self, draft=replace(draft, hands=draft.hands + "\n"))
        if offered.may_end or len(offered.rows[0]) > 1:
            return self
        (only_tap,) = offered.rows[0]
        return replace(
            self, draft=replace(draft, hands=draft.hands + only_tap.separator + self.say(only_tap))
        )._finish()


def name_tap(tap: Tap) -> str:
    """The name of a tap in the ids of controls."""
    return f"@{tap.seat}" if tap.seat is not None else tap.words
