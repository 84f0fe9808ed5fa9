"""Views in words: alt text, and the whole game for people who play without pictures.

This module has what all games share; `pussers`, `dominoes` and `stud` describe the views of their games. None of them
holds sentences: a `Narrator` says each by its key, in the language and the talk of its reader.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final, NamedTuple, Protocol

from games.core.view import View
from render.base.lettering import make_name_drawable
from render.base.plain_text import LONGEST_NAME, close_direction, shorten_name

LIMIT: Final = 1024
"""The longest alt text that Discord takes."""
TITLE: Final = 60
"""The most characters of a title that are drawn."""

CLOSED: Final = "closed"
"""The phase of a view whose table was closed in the middle of a hand."""


class Narrator(Protocol):
    """The reader's words about a table. Equal narrators say the same, so a narrator can be part of a cache's key."""

    def __hash__(self) -> int:
        """The hash of the reader's language and of what they know."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat. A missing or empty name is replaced by that of the place, such as "Seat 1"."""

    def say(self, key: str, /, **facts: object) -> str:
        """Fill the sentence of `key` with facts. A tuple becomes a list: "a, b and c"."""


class Voice(NamedTuple):
    """A narrator, together with the players' names as one picture or text writes them. Equal voices say the same."""

    narrator: Narrator
    names: tuple[str, ...] = ()
    viewer: int | None = None
    """The seat of the reader, who is told of themself as "you"; None for everybody."""

    @property
    def say(self) -> Callable[..., str]:
        """See `Narrator.say`."""
        return self.narrator.say

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.names[seat]

    def name_viewer_first(self, seats: Iterable[int], you: str = "scene/you") -> tuple[str, ...]:
        """The names of seats, with `you` ("You") first for the viewer."""
        in_order = sorted(seats, key=lambda seat: seat != self.viewer)
        return tuple(self.say(you) if seat == self.viewer else self.name(seat) for seat in in_order)

    def tell(self, key: str, seat: int, **facts: object) -> str:
        """Say a sentence about the player in a seat, by name: "Bull goes out"."""
        return self.say(key, name=self.name(seat), **facts)

    def tell_of(self, key: str, seat: int | None, **facts: object) -> str:
        """The same for a seat or nobody (None). The viewer is addressed: "you go out"."""
        if seat is None:
            return self.say(key, **facts)
        return self.tell(f"{key}/you" if seat == self.viewer else key, seat, **facts)

    def list(self, parts: Iterable[str]) -> str:
        """List parts with commas alone, without empty ones: "a, b, c"."""
        return self.say("list/comma").join(filter(None, parts))

    def join_clauses(self, clauses: Iterable[str]) -> str:
        """Join parts that may have commas of their own, without empty ones: "a, b; c"."""
        return self.say("list/semicolon").join(filter(None, clauses))

    def join_sentences(self, sentences: Iterable[str]) -> str:
        """Join sentences, given without full stops, into a text. Empty ones are left out."""
        return self.say("list/text", text=self.say("list/stop").join(filter(None, sentences)))

    def tell_change(self, name: str, change: int) -> str:
        """Write a name with an amount: "Bear +18"."""
        return self.say("scene/change", name=name, change=change)

    def group_repeats(self, names: Iterable[str]) -> str:
        """List names in order, with equal neighbours grouped: "Blood ×3, Eddie"."""
        runs = ((name, len([*same])) for name, same in groupby(names))
        return self.list(name if times == 1 else f"{name} ×{times}" for name, times in runs)

    def address(self, sentence: str, how: str, amount: str, wins: bool) -> str:
        """Tell a viewer how a hand ended, and what it brought them (`amount`, "" for nothing).

        `how` says with what the hand was won; "" if there is nothing to say. A viewer who `wins` is told so in place of
        the public `sentence`.
        """
        if wins:
            return self.explain(self.say("scene/you_win", amount=amount), how)
        told = self.explain(sentence, how)
        return self.say("scene/for_you", told=told, amount=amount) if amount else told

    def explain(self, sentence: str, how: str) -> str:
        """Add how a hand was won to the sentence that says so: "Bear ties up with 9: Minors, plucked"."""
        return self.say("scene/told_how", told=sentence, how=how) if how else sentence


def tell_names_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Number each name that equals an earlier one, so that two people stay two."""
    apart: list[str] = []
    for name in names:
        number, longer = 2, name
        while longer in apart:
            number, longer = number + 1, close_direction(f"{name} ({number})")
        apart.append(longer)
    return tuple(apart)


def make_names_drawable(names: Iterable[str], say: Callable[..., str], most: int = LONGEST_NAME) -> tuple[str, ...]:
    """Reduce the names of a page to what pictures can draw, and number those that come out equal.

    If nothing is left of a name, its number on the page takes its place.
    """
    return tell_names_apart(
        make_name_drawable(name, most) or say("sheet/number", number=place) for place, name in enumerate(names, 1)
    )


def name_seats(
    view: View,
    narrator: Narrator,
    reduce: Callable[[str], str] = shorten_name,
    named: bool = True,
    place: Callable[[int], str] | None = None,
) -> Voice:
    """Return a voice with each player's name put through `reduce`.

    If `reduce` leaves nothing of a name, the player is called by the number of the seat ("Seat 1"). A seat without a
    name is called what `place` returns for the seat, or by its number if `place` is None. If `named` is False, no seat
    has a name.
    """

    def number(seat: int) -> str:
        return narrator.say("scene/seat", number=seat + 1)

    players = view.players
    given = [*narrator.names, *[""] * players][:players] if named else [""] * players
    names = [(reduce(name) or number(seat)) if name else (place or number)(seat) for seat, name in enumerate(given)]
    return Voice(narrator, tell_names_apart(names), view.seat)


def format_signed(amount: int) -> str:
    """Write an amount with its sign: "+18", "−6", "0"."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def format_short(amount: int) -> str:
    """Write an amount with its sign. An amount of more than nine digits is shortened: "+1.2e17"."""
    digits = str(abs(amount))
    if len(digits) <= 9:
        return format_signed(amount)
    first = f"{digits[0]}.{digits[1:4]}".rstrip("0").rstrip(".")
    return f"{'+' if amount > 0 else '−'}{first}e{len(digits) - 1}"


def format_net(narrator: Narrator, cents: int) -> str:
    """Write hundredths as chips with a sign: "+12.50"."""
    return narrator.say("scene/net", amount=cents)


def choose_fitting(*versions: Callable[[], str]) -> str:
    """Return the first version that fits an alt text. Versions come longest first; the last is cut if too long."""
    text = ""
    for version in versions:
        text = version()
        if len(text) <= LIMIT:
            return text
    return text[: LIMIT - 1] + "…"
