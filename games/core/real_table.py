"""Hands that were played at a real table, as people write them down afterwards.

Each line of a hand says what one seat did: the player's name, and then words of the game ("Wal left 6-5 3-1"). An empty
line ends a hand. Nothing is scored here; the game's own rules score what is written.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, NamedTuple

from games.core.refused import Fact, Refused
from games.core.seats import Seat

_RULE: Final = "REAL"
"""The rule of refusals about such hands."""
MOST_LINES: Final = 1_000
"""The most lines of a text."""
MOST_GIVEN: Final = 80
"""The most characters of a text that a refusal repeats."""
_BULLET: Final = re.compile(r"\A(?:[-*•–>]|\d{1,3}[.)])\s+")
"""A sign or number with which people begin the lines of a list."""
_HEADING: Final = re.compile(r"(?:hand|game|round)\s*(?:no\.?|#)?\s*\d+\W*", re.IGNORECASE)
_AFTER_NAME: Final = re.compile(r"(?:['’]s\b)?[\s:,=]*(?:[-–]\s)?")
_JOINT: Final = re.compile(r"[;,.:]\s+")
_WORD: Final = re.compile(r"\S+")
_MOST_READ: Final = 100
"""The characters after a joint that are read to find a player's name and the word after it."""
_GIVEN: Final = re.compile(r"(\d)|held\b|laid\b", re.IGNORECASE)
"""The beginning of words about a player that belong to the statement before them: "renege Wal held 5-5, Ned laid 6-6".
A number belongs there only after another player's: "nine Wal 0.50, Ned 0.50"."""


class HandLine(NamedTuple):
    """A line about a hand: the seat that it is about (None for the whole table), and the words after the name."""

    seat: Seat | None
    words: str

    @property
    def verb(self) -> str:
        """The first word in lower case."""
        return self.words.partition(" ")[0].lower()

    @property
    def rest(self) -> str:
        """The text after the first word."""
        return self.words.partition(" ")[2].strip()


Hand = tuple[HandLine, ...]


class Tap(NamedTuple):
    """A button that can be tapped next, and the words that it adds to the line."""

    words: str
    """Words of the game ("ties up"), codes of pieces ("R1 R1 R1"), a figure ("0.50"), or "" for a seat."""
    seat: Seat | None = None
    """The seat whose player's name is added."""
    separator: str = " "
    """The text between the line so far and the words."""


class Taps(NamedTuple):
    """Everything that can be tapped next in a line of a hand. If there are no rows, the line is complete."""

    rows: tuple[tuple[Tap, ...], ...] = ()
    """At most four groups, of at most 25 taps."""
    beside: tuple[Tap, ...] = ()
    """At most three more taps, shown beside the buttons that end a line."""
    may_end: bool = True
    """True if the line may end here."""
    allows_several: bool = False
    """True if several taps of a group may be chosen at once, because their order does not count."""


def make_taps(*words: str) -> tuple[Tap, ...]:
    """A group of words, figures or pieces."""
    return tuple(map(Tap, words))


def make_seat_taps(players: int, seat: Seat, separator: str = " ") -> tuple[Tap, ...]:
    """A group of all players but the one in this seat."""
    return tuple(Tap("", Seat(other), separator=separator) for other in range(players) if other != seat)


def read_hands(text: str, names: Sequence[str], read: Callable[[str], str] = str) -> tuple[Hand, ...]:
    """Read the hands of a text. `names` are the seats' names; `read` turns the words of a line into English words.

    A heading ("Hand 2") begins a hand too, and a line may hold several statements: "Bear out, Wal left 6-5". Raises
    Refused for a text with too many lines.
    """
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise refuse("many_lines", most=MOST_LINES)
    hands: list[list[HandLine]] = [[]]
    for line in lines:
        words = _tidy(line)
        if _find_seat(words, names) is None:
            words = _BULLET.sub("", words, 1)
        if words and not _HEADING.fullmatch(words):
            for part in _list_statements(words, names, read):
                hands[-1] += _share_out(read_line(part, names, read), names)
        elif hands[-1]:
            hands.append([])
    return tuple(tuple(hand) for hand in hands if hand)


def _list_statements(line: str, names: Sequence[str], read: Callable[[str], str]) -> list[str]:
    """The statements of a line. One ends with a sentence, or before the name of a player whose words do not belong to
    it."""
    begin, found = 0, []
    named = [place for place, _ in _list_names(line, names)]
    for joint in _JOINT.finditer(line):
        rest, before = line[joint.end() : joint.end() + _MOST_READ], line[begin : joint.start()]
        seat = _find_seat(rest, names) or _find_seat(_tidy(read(rest)), names)  # "a Wal 6-5, a Ned 3-1"
        first = _find_seat(before, names)
        later = joint.start() - len(first[1]) if first else begin
        has_later = any(later <= place < joint.start() for place in named)
        if joint[0][0] == ":" and (first or not has_later):
            continue  # of the colons, only that of "blocked by Ned: Wal 6-5" ends a statement
        ends = joint[0][0] == ";" or (joint[0][0] == "." and not any(". " in f"{name} " for name in names))
        given = _GIVEN.match(read(seat[1])) if seat else None
        belongs = first and (not first[1] or (given and (not given[1] or has_later)))  # "Bear, Wal folded"
        if ends or (seat and seat[1] and not belongs):
            found.append(before)
            begin = joint.end()
    return [*found, line[begin:].rstrip(" .!;")]


def _share_out(line: HandLine, names: Sequence[str]) -> list[HandLine]:
    """The lines of all players whom a line begins with: "Wal and Ned folded"."""
    lines = [line]
    while lines[-1].seat is not None and (found := _find_seat(_tidy(lines[-1].words), names)) and found[1]:
        lines.append(HandLine(*found))
    return [one._replace(words=lines[-1].words) for one in lines]


def read_line(words: str, names: Sequence[str], read: Callable[[str], str] = str) -> HandLine:
    """Read a line, as in `read_hands`. The name may also stand after the first words: "Eddie: Bear"."""
    found = _find_seat(_tidy(words), names)
    if found is not None:
        return HandLine(found[0], read(found[1].replace(": ", " ")))
    said = _tidy(read(words.replace("=", " ").replace(": ", " ")))
    for place, later in _list_names(said, names):
        return HandLine(later[0], f"{said[:place]}{later[1]}".strip(" ,"))
    return HandLine(None, said)


def _list_names(text: str, names: Sequence[str]) -> Iterator[tuple[int, tuple[Seat, str]]]:
    """The places of names in a tidy text, each with the seat and the text after the name."""
    for word in _WORD.finditer(text):
        if (found := _find_seat(text[word.start() :], names)) is not None:
            yield word.start(), found


def _find_seat(text: str, names: Sequence[str]) -> tuple[Seat, str] | None:
    """The seat whose name a tidy text begins with, and the text after the name. Of several names, the longest counts,
    and of "Weiß" and "Weiss" the one that was typed. The first word of a name is enough if no other name begins with
    it.

    Case and invisible characters make no difference. Beginnings of any length are compared, because folding the case of
    a name may make it longer than the typed text: "ß" becomes "ss".
    """
    whole = [_tidy(name).casefold() for name in names]
    first = [name.split(" ")[0] for name in whole]
    short = [(seat, name) for seat, name in enumerate(first) if first.count(name) == 1 and name.isalnum()]
    fits = [
        (end, _tidy(names[seat]).lower().startswith(text[:end].lower()), -seat)
        for seat, name in (*enumerate(whole), *short)
        if name.startswith(text[:1].casefold())
        for end in range(1, len(name) + 1)
        if text[:end].casefold() == name and not text[end : end + 1].isalnum()
    ]
    if not fits:
        return None
    end, _, seat = max(fits)
    return Seat(-seat), _AFTER_NAME.sub("", text[end:], 1)


def parse_seat(words: str, names: Sequence[str]) -> tuple[Seat, str]:
    """Parse a text that begins with the name of a seat. Returns the seat and the rest of the text. Raises Refused."""
    found = _find_seat(_tidy(words), names)
    if found is None:
        raise refuse_words("name", words)
    return found


@lru_cache(maxsize=64)
def _tidy(name: str) -> str:
    """Remove invisible characters, such as marks of the direction of writing, and extra spaces."""
    return " ".join("".join(sign for sign in name if unicodedata.category(sign) != "Cf").split())


@contextmanager
def telling_number(number: int) -> Iterator[None]:
    """Tell the number of a hand in each refusal that is raised while the hand is scored."""
    try:
        yield
    except Refused as refused:
        if refused.rule == _RULE:
            refused.facts["number"] = number
        raise


def refuse(reason: str, **facts: Fact) -> Refused:
    """Make the error for a hand that cannot have been, or that cannot be scored."""
    return Refused(_RULE, reason, **facts)


def refuse_words(reason: str, words: str, **facts: Fact) -> Refused:
    """Make the error for words that the rules cannot score. The sentence of `reason` says what should stand there."""
    return refuse(reason, given=words[:MOST_GIVEN], **facts)
