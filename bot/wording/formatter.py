"""Fill sentences with facts, by the rules of a language.

A sentence is a text with placeholders:

- ``{name}`` writes the fact as it is, and ``{name:plain}`` an identifier in plain letters;
- ``{count:bone|bones}`` writes the number and the form of the word that goes with it, and ``{count:+}`` a signed
  number;
- ``{amount:chips}`` writes hundredths of a chip as "3.50", ``{amount:net}`` with a sign, and ``{amounts:chips}`` the
  sum of several; ``{average:tenths}`` writes tenths as "1.3", and ``{average:mean}`` with a sign;
- ``{deals:grouped}`` writes "1,000";
- ``{code:card}`` writes the codes of cards as "10♥", and ``{ranks:ranks}`` the ranks of a poker hand as ", 10 A 9";
- ``{street:ordinal}`` writes "Third";
- ``{button:lobby.robot+}`` writes the label of that button, as it stands where it is pressed, and
  ``{button:hand.show.here}`` that of one below the sentence itself;
- ``{keyword:erase_me}`` writes a word that people may type.

A catalogue maps keys to sentences. A game may have words and sentences for each of its talks ("civil", "messdeck",
"civvy"). A key that is missing there is looked up in the game's own catalogue, and then in the bot's.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Final, Protocol

from games.core.numbers import group_digits

Catalogue = Mapping[str, str]

BUTTON: Final = "button"
"""The name of a placeholder for a button's label. Its style, the part after the colon, names the button."""
KEYWORD: Final = "keyword"
"""The name of a placeholder for a word that people may type. Its style is the word in English; see `read_keyword`."""
_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}


class Speaker(Protocol):
    """A source of what a sentence needs besides its facts: other sentences, labels and plural forms. `Words` is one."""

    def say(self, key: str, /, **facts: object) -> str:
        """Fill the sentence of `key`."""

    def name_button(self, control: str) -> str:
        """The label of a button as it stands on the message that is meant."""

    def choose_form(self, count: object, forms: str) -> str:
        """Choose the form ("bone|bones") that goes with a number."""


def _format(value: object, style: str, speaker: Speaker) -> str:
    """Format a fact in the style that follows its name in a placeholder."""
    if "|" in style:
        return f"{word_fact(value, speaker)} {speaker.choose_form(value, style)}"
    return _STYLES.get(style, word_fact)(value, speaker)


def _write_signed(value: object, speaker: Speaker) -> str:
    return f"{'+' if isinstance(value, int) and value > 0 else ''}{word_fact(value, speaker)}"


def _point_before(digits: int, signed: bool = False) -> Callable[[object, Speaker], str]:
    """Make a style that writes a whole number, or the sum of several, with a point before its last digits."""

    def write(value: object, speaker: Speaker) -> str:
        if isinstance(value, tuple):
            value = sum(part for part in value if isinstance(part, int))
        if not isinstance(value, int):
            return word_fact(value, speaker)
        sign = "−" if value < 0 else "+" if value and signed else ""
        whole, part = divmod(abs(value), 10**digits)
        return f"{sign}{whole}{speaker.say('number/point')}{part:0{digits}}"

    return write


def _write_cards(codes: object, speaker: Speaker) -> str:
    return word_fact(tuple(map(_show_suits, codes)) if isinstance(codes, tuple) else _show_suits(codes), speaker)


def write_grouped(number: object, speaker: Speaker) -> str:
    """Write a number with the language's sign between thousands."""
    digits = group_digits(number) if isinstance(number, int) else word_fact(number, speaker)
    return digits.replace(",", speaker.say("number/group"))


def _show_suits(code: object) -> str:
    """Write codes of cards with signs for their suits: "10♥" for "Th", and "9♥+2♣" for "9h+2c"."""
    parts = re.findall(r"[2-9TJQKA][shdc-]|\+", str(code))
    if "".join(parts) != str(code):
        return str(code)
    return "".join(part[0].replace("T", "10") + _SUITS.get(part[1:], "") for part in parts)


def _write_ranks(ranks: object, speaker: Speaker) -> str:
    if not isinstance(ranks, tuple | list):
        return word_fact(ranks, speaker)
    return ", " + " ".join(_RANKS.get(rank, str(rank)) for rank in ranks) if ranks else ""


def word_fact(value: object, speaker: Speaker) -> str:
    """Word a fact: a list with commas and "and", a boolean as "yes" or "no", None as "nobody"."""
    if value is True or value is False:
        return speaker.say("fact/yes" if value else "fact/no")
    if isinstance(value, tuple | list):
        return _join([word_fact(part, speaker) for part in value], speaker)
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    return speaker.say("fact/nobody") if value is None else str(value)


_STYLES: Final[Mapping[str, Callable[[object, Speaker], str]]] = {
    "+": _write_signed,
    "chips": _point_before(2),
    "net": _point_before(2, signed=True),
    "tenths": _point_before(1),
    "mean": _point_before(1, signed=True),
    "grouped": write_grouped,
    "card": _write_cards,
    "ordinal": lambda value, speaker: speaker.say(f"ordinal/{value}"),
    "ranks": _write_ranks,
    "plain": lambda value, speaker: word_fact(value, speaker).replace("_", " "),
}


def _join(parts: list[str], speaker: Speaker) -> str:
    """Join the parts of a list: "a, b and c"."""
    if len(parts) < 2:
        return parts[0] if parts else speaker.say("fact/none")
    *others, last = parts
    first = others[0]
    for further in others[1:]:
        first = speaker.say("list/more", first=first, next=further)
    return speaker.say("list/last", first=first, last=last)


@lru_cache(maxsize=1024)
def split(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a sentence into parts: a text, and the name and the style of the placeholder after it, if there is one."""
    return tuple((text, name, style or "") for text, name, style, _ in Formatter().parse(sentence))


def fill(sentence: str, facts: Mapping[str, object], speaker: Speaker) -> str:
    """Fill a sentence with its facts. A missing fact becomes a question mark."""
    parts: list[str] = []
    for text, name, style in split(sentence):
        parts.append(text)
        if name is not None:
            fact = None if style else facts.get(name)
            parts.append(fact if isinstance(fact, str) else _fill_in(name, style, facts, speaker))
    return "".join(parts)


def _fill_in(name: str, style: str, facts: Mapping[str, object], speaker: Speaker) -> str:
    if name == BUTTON and style:
        return speaker.name_button(style)
    if name == KEYWORD and style:
        return speaker.say(f"{KEYWORD}/{style}").partition(";")[0]
    return _format(facts.get(name, "?"), style, speaker)
