"""Fills sentences with facts.

A sentence is a text with placeholders:

- ``{name}`` writes the fact as it is, and ``{name:plain}`` an identifier in plain letters;
- ``{count:bone|bones}`` writes the number with the singular or plural, and ``{count:+}`` a signed number;
- ``{amount:chips}`` writes hundredths of a chip as "3.50";
- ``{code:card}`` writes the codes of cards as "10♥", and ``{ranks:ranks}`` the ranks of a poker hand as ", 10 A 9";
- ``{street:ordinal}`` writes "Third".

A catalogue maps keys to sentences. A game may have a catalogue for each of its talks ("civil", "messdeck", "civvy"). A
key that is missing there is looked up in the game's own catalogue, and then in the bot's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter

Catalogue = Mapping[str, str]

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_ORDINALS = ("", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}


def _format(value: object, style: str) -> str:
    """Format a fact in the style that follows its name in a placeholder."""
    if "|" in style:
        one, many = style.split("|", 1)
        return f"{in_words(value)} {one if value == 1 else many}"
    if style == "+":
        return f"{'+' if isinstance(value, int) and value > 0 else ''}{in_words(value)}"
    if style == "chips" and isinstance(value, int):
        return f"{'−' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}"
    if style == "card":
        return in_words(tuple(map(_suited, value)) if isinstance(value, tuple) else _suited(value))
    if style == "ordinal" and isinstance(value, int) and value < len(_ORDINALS):
        return _ORDINALS[value]
    if style == "ranks" and isinstance(value, tuple | list):
        return ", " + " ".join(_RANKS.get(rank, str(rank)) for rank in value) if value else ""
    if style == "plain":
        return in_words(value).replace("_", " ")
    return in_words(value)


def _suited(code: object) -> str:
    """ "10♥" for "Th", and "9♥+2♣" for "9h+2c"."""
    parts = re.findall(r"[2-9TJQKA][shdc-]|\+", str(code))
    if "".join(parts) != str(code):
        return str(code)
    return "".join(part[0].replace("T", "10") + _SUITS.get(part[1:], "") for part in parts)


def in_words(value: object) -> str:
    """Word a fact: a list with commas and "and", a boolean as "yes" or "no", None as "nobody"."""
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        words = [in_words(part) for part in value]
        return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "none"
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    return "nobody" if value is None else str(value)


@lru_cache(maxsize=1024)
def _split(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a sentence into parts: a text, and the name and the style of the placeholder after it, if there is one."""
    return tuple((text, name, style or "") for text, name, style, _ in Formatter().parse(sentence))


def fill(sentence: str, facts: Mapping[str, object]) -> str:
    """Fill a sentence with its facts. A missing fact becomes a question mark."""
    return "".join(
        text if name is None else text + _format(facts.get(name, "?"), style) for text, name, style in _split(sentence)
    )


def find(key: str, *catalogues: Catalogue) -> str | None:
    """Find the sentence of `key` in the first catalogue that has it, or None."""
    return next((catalogue[key] for catalogue in catalogues if key in catalogue), None)
