"""The games of this house and the kinds of their pieces, a line each.

A line names modules without importing them. Each layer imports its own modules when they are first needed.
"""

from typing import Final, NamedTuple


class Modules(NamedTuple):
    """The modules of a game, by dotted name."""

    package: str
    """The rules."""
    scene: str
    """The pictures and words of its views (`render.scenes.Scene`). Two games may share a scene."""
    wording: str
    """The sentences of its events, refusals and buttons (`WORDING`)."""


class Kind(NamedTuple):
    """A kind of pieces, which several games may share."""

    module: str
    """The module of its vocabulary, by dotted name."""
    vocabulary: str
    """The name of its `Pieces` value in that module."""
    drawing: str
    """The module that draws it: `draw_piece(piece, height, theme)` returns a piece face up."""


GAMES: Final[dict[str, Modules]] = {
    "pussers-bones": Modules("games.pussers", "render.pussers_scene", "bot.wording.pussers"),
    "lombardy-bones": Modules("games.lombardy", "render.domino_scene", "bot.wording.lombardy"),
    "duo-dominoes": Modules("games.duo", "render.domino_scene", "bot.wording.duo"),
    "bonedoneskis": Modules("games.bonedoneskis", "render.stud_scene", "bot.wording.bonedoneskis"),
}
"""By name, in the order in which the games are listed. A new game adds its line."""

KINDS: Final = (
    Kind("games.pieces.speech", "BONES", "render.bones"),
    Kind("games.pieces.dominoes", "DOMINOES", "render.dominoes"),
    Kind("games.pieces.cards", "CARDS", "render.cards"),
)
"""The kinds of pieces. Guides, lessons and emojis show them. A game with a new kind adds its line."""
