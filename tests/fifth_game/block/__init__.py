"""Block: two to four players and no drawing, to 50 (tests/fifth_game/block-dominoes.md)."""

from typing import Final

from games.core.moves import Verb

NAME: Final = "block-dominoes"
TITLE: Final = "Block"
SHORT_TITLE: Final = "Block"
NOUN: Final = "domino"
SEATS: Final = (2, 4)
RULES_VERSION: Final = 1
EVENT_PREFIX: Final = "block"
SORTS: Final = ("low", "high")
VERBS: Final = (
    Verb("lay", "BL-20", "Lay a bone: the bone, and the end if it fits both (6-4 A)", "piece"),
    Verb("knock", "BL-21", "Pass: no bone of yours fits"),
    Verb("deal", "BL-10", "Deal the next hand", deals=True),
)
