"""Pieces in sentences and on buttons, by the vocabulary that their game declares."""

from __future__ import annotations

from games import registry
from games.core.pieces import Pieces


def pieces_of(game: str) -> Pieces | None:
    """The vocabulary of a game's pieces; None for a name that is no game."""
    return registry.game(game).PIECES if game in registry.NAMES else None


Nicknames = tuple[tuple[str, str], ...]
"""The names that a table's house rule gives to pieces: (code, name)."""


def tell(pieces: Pieces, piece: int, talk: str = "", nicknames: Nicknames = ()) -> str:
    """A piece in a sentence or on a button. Games whose pieces have names get both ("Jimmy Rick (R1)"), others the
    symbol ("6-4", "9♠")."""
    return speak(pieces, piece, talk, nicknames) if pieces.by_name else pieces.symbol(piece)


def speak(pieces: Pieces, piece: int, talk: str = "", nicknames: Nicknames = ()) -> str:
    """A piece by its name, with its symbol: "Jimmy Rick (R1)", "six four (6-4)", "nine of spades (9♠)".

    A piece with a nickname gets the nickname and its usual name: "Snoopy (Jimmy Rick)".
    """
    if nickname := dict(nicknames).get(pieces.code(piece)):
        return f"{nickname} ({pieces.spoken(piece, talk)})"
    return f"{pieces.spoken(piece, talk)} ({pieces.symbol(piece)})"


def read_code(pieces: Pieces, code: str) -> int | None:
    """The piece with this code; None for text that is no piece's code."""
    try:
        return pieces.from_code(code)
    except (KeyError, ValueError, IndexError):
        return None
