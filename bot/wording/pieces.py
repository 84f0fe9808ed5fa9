"""Pieces as sentences have them: what is spoken, with the code behind it where the two differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bot.wording import pussers
from games.pieces import bones, cards, dominoes


def bone(value: Any, talk: str = "") -> str:
    """ "Jimmy Rick (R1)", "Blood (DR)"."""
    return f"{pussers.spoken(value, talk)} ({bones.code(value)})"


def domino(value: Any, talk: str = "") -> str:
    """ "6-4"."""
    return dominoes.code(value)


def card(value: Any, talk: str = "") -> str:
    """ "9♠"."""
    code = cards.code(value)
    return code[:-1].replace("T", "10") + {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}.get(code[-1].lower(), code[-1])


SPOKEN: Final[dict[str, Callable[[Any, str], str]]] = {"Bone": bone, "Domino": domino, "Card": card}
"""How a piece is told, by the name of its type."""

EVERY: Final[dict[str, tuple[Any, ...]]] = {
    "Bone": tuple(map(bones.Bone, range(len(bones.CODES)))),
    "Domino": dominoes.ALL,
    "Card": cards.ALL,
}
"""All pieces of a type, by its name."""

SHORT: Final[tuple[tuple[Callable[[str], Any], Callable[[Any, str], str]], ...]] = (
    (bones.from_code, bone),
    (cards.from_code, card),
)
"""Codes that buttons and menus do not show as they are."""

READERS: Final[tuple[tuple[Callable[[str], Any], Callable[[Any, str], str]], ...]] = (
    (bones.from_code, bone),
    (dominoes.from_code, lambda value, talk: f"{dominoes.spoken(value)} ({dominoes.code(value)})"),
    (cards.from_code, lambda value, talk: f"{cards.spoken(value)} ({card(value)})"),
)
"""Codes that are worth speaking, with how they are spoken."""
