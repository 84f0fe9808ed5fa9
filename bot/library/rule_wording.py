"""Rewords a rulebook for players: codes of pieces, stored sums, arrows and links."""

import re
from typing import Final

from bot.wording import Words, house_name
from bot.wording.pieces import pieces_of, read_code
from games import registry

_TOKEN: Final = re.compile(r"(?<![\w-])[0-9A-Z][0-9A-Za-z](?![\w-])")
"""A word that may be the code of a piece."""
_SEVERAL: Final = re.compile(r"(?:two|three|four|five|black|red|the|codependent)(?: face-up)? $", re.IGNORECASE)
"""Words before a plural such as "three 2s", where "2s" is not the code of the two of spades."""
_AND_SEVERAL: Final = re.compile(r"(?:two|three|the)(?: face-up)? \d+s and $", re.IGNORECASE)
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_LINKED_PAGE: Final = re.compile(r"\[[^\]]*\.md\]\([^)]*\)(?:[;,] )?")
"""A link to a document of the repository. It would not work in a message."""


def word_rule(text: str, words: Words) -> str:
    """Return a rule of this game as its players would write it."""
    plain = _LINK.sub(r"\1", _LINKED_PAGE.sub("", text)).replace(" -> ", " → ")
    return _with_sums(_with_pieces(plain, words.game), words)


def _with_pieces(text: str, game: str) -> str:
    """Replace codes of pieces by symbols such as "J♠", or by names such as "Jimmy Rick" where pieces have names."""
    pieces = pieces_of(game)
    if pieces is None:
        return text

    def told(found: re.Match[str]) -> str:
        code, before = found[0], text[: found.start()]
        piece = read_code(pieces, code)
        if piece is None or pieces.code(piece) != code:
            return code
        if code[:1].isdigit() and code[1:] == "s" and (_SEVERAL.search(before) or _AND_SEVERAL.search(before)):
            return code
        return pieces.spoken(piece, "") if pieces.by_name else pieces.symbol(piece)

    return _TOKEN.sub(told, text)


def _with_sums(text: str, words: Words) -> str:
    """Write the sums behind house rules as players do: “Ante” (0.50), which the rulebook stores as 50."""
    options = registry.game(words.game).OPTIONS if words.game in registry.NAMES else ()
    for name in (house_name(option.name, words) for option in options if option.hundredths):
        text = re.sub(rf"(“{re.escape(name)}” \(?)(\d+)\b", lambda found: f"{found[1]}{int(found[2]) / 100:.2f}", text)
    return text
