"""The names of pieces in sentences and on buttons, from the vocabulary that their game declares."""

from games import registry
from games.core.pieces import Pieces


def pieces_of(game: str) -> Pieces | None:
    """The vocabulary of a game's pieces; None for an unknown game."""
    return registry.game(game).PIECES if game in registry.NAMES else None


Nicknames = tuple[tuple[str, str], ...]
"""The names that a table's house rule gives to pieces, as (code, name)."""


def name_briefly(pieces: Pieces, piece: int, talk: str = "", nicknames: Nicknames = ()) -> str:
    """Name a piece in a sentence or on a button: with name and code if its game has names ("Jimmy Rick (R1)"),
    otherwise by its symbol ("6-4", "9♠")."""
    return name_in_full(pieces, piece, talk, nicknames) if pieces.by_name else pieces.symbol(piece)


def name_in_full(pieces: Pieces, piece: int, talk: str = "", nicknames: Nicknames = ()) -> str:
    """Name a piece in full, with its symbol: "Jimmy Rick (R1)", "six four (6-4)", "nine of spades (9♠)".

    A nickname comes before the usual name: "Snoopy (Jimmy Rick)".
    """
    if nickname := dict(nicknames).get(pieces.code(piece)):
        return f"{nickname} ({pieces.name(piece, talk)})"
    return f"{pieces.name(piece, talk)} ({pieces.symbol(piece)})"


def find_piece(game: str, code: str) -> tuple[Pieces, int] | None:
    """Find the piece with this code, as its game's vocabulary and its number. Return None if no piece has the code, or
    for an unknown game."""
    pieces = pieces_of(game)
    try:
        return None if pieces is None else (pieces, pieces.from_code(code))
    except (KeyError, ValueError, IndexError):
        return None
