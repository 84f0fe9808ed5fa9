"""The page that greets newcomers: each game with a picture and the buttons *Learn*, *Practise* and *Play*."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from msgspec import Struct

from bot.messages.hands.practice import BEGIN
from bot.messages.parts.piece_pictures import PiecePictures, Rows
from bot.ports import (
    MOST_COMPONENTS,
    MOST_ROWS,
    Accent,
    Button,
    Controls,
    Fixture,
    Layout,
    Message,
    Part,
    Pattern,
    Section,
    SinglePicture,
    Text,
    fill_rows,
    in_plain,
    lay_out,
    make_button,
    separate,
)
from bot.wording import Words
from bot.wording.translations import describe_command
from games import registry
from render.base.picture import Picture

DOOR: Final = "front.door"
"""The button that shows the page."""
OPEN: Final = Pattern("table.open.{game}")
"""The button that opens a table in its channel."""
LESSONS: Final = Pattern("learn.game.{game}")
"""The button that goes on with the lessons of a game."""


def fit_layout(layout: Layout) -> Layout:
    """Leave out the least important parts until there are no more components than Discord takes.

    The lines between the games go first, then pictures and then rows of buttons, each kind from the bottom up.
    """
    last_first = layout.parts[::-1]
    for part in sorted(last_first, key=_rank):
        if layout.size <= MOST_COMPONENTS or _rank(part) == _KEPT:
            break
        layout = Layout(layout.accent, tuple(other for other in layout.parts if other is not part))
    return layout


_KEPT: Final = 3
"""The rank of parts that always stay."""


def _rank(part: Part) -> int:
    if part is Fixture.LINE:
        return 0
    if isinstance(part, SinglePicture):
        return 1
    return _KEPT if isinstance(part, Text | Section | Fixture) else 2


class FrontDoor(Struct, frozen=True):
    """Makes the page that shows the games."""

    find_pieces: Callable[[str], Rows]
    """Returns the rows of pieces that stand for a game; () if none of its lessons shows pieces."""
    pictures: PiecePictures
    commands: tuple[str, ...] = ()
    """The commands with which newcomers begin."""

    async def make(self, words: Words, head: str, rows: Controls = (), user: int = 0) -> Message:
        """Make the page below the headline `head`, for a `user`, or for everybody if that is 0. `rows` come last."""
        pictures: list[Picture] = []
        parts: list[tuple[Part, ...]] = [(Text(head),)]
        for name in registry.NAMES:
            game_words = words.about(name)
            facts = (game_words.say("front/facts"),) if game_words.knows("front/facts") else ()
            pieces = self.find_pieces(name)
            picture = await self.pictures.draw(pieces, game_words, user) if pieces else None
            picture_parts = () if picture is None else (SinglePicture(len(pictures)),)
            pictures += [] if picture is None else [picture]
            row = (
                make_button(LESSONS, words, "primary", game=name),
                make_button(BEGIN, words, game=name),
                make_button(OPEN, words, game=name),
            )
            parts.append((Text("\n".join((game_words.say(f"help/{name}"), *facts))), *picture_parts, row))
        lines = [
            words.say("help/command", command=command, description=describe_command(words.language, command))
            for command in self.commands
        ]
        below = Text("\n".join((words.say("help/begin"), *lines, words.say("help/languages"))))
        layout = fit_layout(Layout(Accent.LOBBY, (*separate(*parts, (below,)), *rows)))
        shown = sum(isinstance(part, SinglePicture) for part in layout.parts)
        page = lay_out(layout.accent, layout.parts, pictures[:shown], name="games.png")
        if not (await self.pictures.people.get(user)).text_only:
            return page
        plain = in_plain(page)
        if len(plain.rows) <= MOST_ROWS:
            return plain
        return replace(plain, rows=fill_rows([way for row in plain.rows for way in row if isinstance(way, Button)]))
