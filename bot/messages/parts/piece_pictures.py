"""Pictures of rows of pieces for guides, and the same rows in words."""

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from bot.messages.parts.pictures import Pictures
from bot.people.preferences import PreferencesCache
from bot.ports import PieceGroup
from bot.wording import Words
from bot.wording.event_text import name_piece
from bot.wording.pieces import find_piece
from render import pieces as piece_rows
from render.base.picture import Picture
from render.style import Style
from render.words import Voice

Rows = Sequence[Sequence[PieceGroup]]


class PiecePictures(Struct):
    """Draws rows of pieces in the style that a user prefers."""

    pictures: Pictures
    people: PreferencesCache

    async def draw(self, rows: Rows, words: Words, user: int) -> Picture | None:
        """Draw rows of a game's pieces; None for users who want words, or if the painters are too busy."""
        chosen = await self.people.get(user)
        if chosen.text_only:
            return None
        alt = in_words(rows, words)
        return await self.pictures.painters.paint(lambda: piece_rows.draw(rows, alt, Style(chosen.theme)))


def in_words(rows: Rows, words: Words) -> str:
    """List the pieces of each group by name, one group in a line. A caption that only repeats the names is left out."""
    return "\n".join(_describe_group(group, words) for row in rows for group in row)


def _describe_group(group: PieceGroup, words: Words) -> str:
    from games.pieces.line import read_line  # imported here, so that the bot starts sooner
    from render.base.line_words import describe_line

    line = read_line(group.codes)
    if line is not None:
        voice = Voice(words)
        sentences = voice.join_sentences(describe_line(line, voice.say))
        return f"{group.caption}: {sentences}" if group.caption else sentences
    names = ", ".join(
        f"{count} × {name}" if (count := len(list(same))) > 1 else name
        for name, same in groupby(_name_piece(code, words) for code in group.codes)
    )
    return names if group.caption in ("", names) else f"{group.caption}: {names}"


def _name_piece(code: str, words: Words) -> str:
    found = find_piece(words.game, code)
    return code if found is None else name_piece(*found, words)
