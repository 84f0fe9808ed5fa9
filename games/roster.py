"""The games of this house, a line each.

A line names the modules of a game and imports none: each layer imports its own, when it is first asked for.
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


GAMES: Final[dict[str, Modules]] = {
    "pussers-bones": Modules("games.pussers", "render.pussers_scene", "bot.wording.pussers"),
    "lombardy-bones": Modules("games.lombardy", "render.domino_scene", "bot.wording.lombardy"),
    "duo-dominoes": Modules("games.duo", "render.domino_scene", "bot.wording.duo"),
    "bonedoneskis": Modules("games.bonedoneskis", "render.stud_scene", "bot.wording.bonedoneskis"),
}
"""By name, in the order in which the games are listed. A new game adds its line."""
