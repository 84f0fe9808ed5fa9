"""Pussers Bones: navy mahjong with three or four players (docs/rules/pussers-bones.md)."""

from typing import Final

from games.core.moves import Verb

NAME: Final = "pussers-bones"
TITLE: Final = "Pussers Bones"
SHORT_TITLE: Final = "Navy"
NOUN: Final = "bone"
SEATS: Final = (3, 4)
RULES_VERSION: Final = 1
EVENT_PREFIX: Final = "pussers"
SORTS: Final = ("suit", "rank")
VERBS: Final = (
    Verb(
        "yes",
        "PB-41",
        "Call the bone that was just thrown, if you have two or three like it",
        claims=True,
        shouted=True,
    ),
    Verb("dobone", "PB-44", "Tie up, if this bone makes your hand", claims=True, final=True, shouted=True),
    Verb(
        "pass", "PB-47", "Let the bone go; while sorting, say that you've finished", declines_in=("calling", "robbing")
    ),
    Verb("unsay", "PB-47", "Take your Yes! back while the others still think", gives_up=True, takes_back=True),
    Verb(
        "pluck",
        "PB-26",
        "Take your working bone, or the bone you're owed from the Loose",
        "text",
        optional=True,
        draws=True,
    ),
    Verb("discard", "PB-33", "Throw a bone out; that ends your turn", "piece"),
    Verb("setout", "PB-83", "Put a pretty or an All-Of on your tray", "piece", optional=True),
    Verb("mumble", "PB-85", "Mumble an excuse when your count was wrong; nobody asks"),
    Verb("break", "PB-13", "Eddie breaks the wall at a stack, 0 to 71", "amount"),
    Verb("next", "PB-71", "Build the next wall", deals=True),
    Verb("rule_off", "PB-73", "Ask to rule off the sheet; press again to take that back", rules_off=True),
)
