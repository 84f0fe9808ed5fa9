"""Lombardy Bones: dominoes in fives, with called scores and callable reneges (docs/rules/lombardy-bones.md)."""

from typing import Final

from games.core.moves import Verb

NAME: Final = "lombardy-bones"
TITLE: Final = "Lombardy Bones"
SHORT_TITLE: Final = "Fives"
NOUN: Final = "bone"
SEATS: Final = (2, 4)
RULES_VERSION: Final = 1
EVENT_PREFIX: Final = "lombardy"
SORTS: Final[tuple[str, ...]] = ()
VERBS: Final = (
    Verb("answer", "LB-5", "Own up to a double, such as 6-6, or to none; the highest leads", "piece"),
    Verb("play", "LB-20", "Lay a bone: the bone, and the end if several fit (6-4 A)", "piece"),
    Verb("draw", "LB-22", "Draw one bone from the boneyard"),
    Verb("knock", "LB-23", "Pass your turn", gives_up=True, slips_after=("draw",)),
    Verb(
        "score",
        "LB-30",
        "Call the score of the bone you've just laid",
        "amount",
        slips_after=("answer", "play", "draw"),
        shouted=True,
    ),
    Verb(
        "noscore",
        "LB-30",
        "Say that the bone you've just laid scores nothing",
        slips_after=("answer", "play", "draw"),
    ),
    Verb(
        "renege",
        "LB-42",
        "Call renege: has anybody else held a double back, or laid one above the spinner?",
        claims=True,
        shouted=True,
    ),
    Verb("done", "LB-52", "Say that you have nothing more to call"),
    Verb("next", "LB-9", "Deal", deals=True),
)
