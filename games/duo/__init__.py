"""Duo Dominoes: block dominoes for two duos, to 50 points (docs/rules/duo-dominoes.md). The smallest game; copy it to
start a new one."""

from typing import Final

from games.core.moves import Verb

NAME: Final = "duo-dominoes"
TITLE: Final = "Duo Dominoes"
SHORT_TITLE: Final = "Duo"
NOUN: Final = "tile"
SEATS: Final = (4, 4)
RULES_VERSION: Final = 1
EVENT_PREFIX: Final = "duo"
SORTS: Final[tuple[str, ...]] = ()
VERBS: Final = (
    Verb("play", "DD-21", "Lay a tile: the tile, and the end if it fits both (6-4 A)", "piece"),
    Verb("knock", "DD-23", "Pass, when no tile of yours fits", gives_up=True),
    Verb("next", "DD-11", "Deal the next hand", deals=True),
)
