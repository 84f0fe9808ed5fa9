"""Sentences of the last page of an evening. Those of each game have a tone of their own."""

from typing import Final

GENERAL: Final[dict[str, str]] = {
    "evening/turned": "**Hand {hand} turned it**: {told}. From then on {name} stayed ahead.",
    "evening/led": "{name} led from the first hand of the game to the last.",
    "evening/dealt_again": "dealt again",
    "evening/silence": "The longest silence: {name} thought for {wait} in hand {hand}.",
    "evening/wait/days": "{count:day|days}",
    "evening/wait/hours": "{count:hour|hours}",
    "evening/wait/minutes": "{count:minute|minutes}",
    "evening/wait/seconds": "{count:second|seconds}",
    "evening/season": "-# In the season: {swings}",
    "evening/swing": "{name} {amount:+}, now {standing:+} (place {place})",
    "evening/swing/moved": "{name} {amount:+}, now {standing:+} (place {before} → {place})",
    "evening/replay": "Replay hand {hand}",
    "evening/went": "How hand {hand} went",
    "evening/hand": "Hand {hand}: {told} ({amounts})",
    "evening/hand/level": "Hand {hand}: {told}",
    "evening/amount": "{name} {amount:+}",
}
PUSSERS: Final[dict[str, str]] = {
    "evening/worst_call": (
        "The worst call: {name} opened their mouth in hand {hand} with nothing behind it, and paid {cost} for the "
        "pleasure."
    ),
    "evening/silence": (
        "The longest silence: {name} nursed a bone for {wait} in hand {hand}. The tide came in and went out again."
    ),
}
LOMBARDY: Final[dict[str, str]] = {
    "evening/worst_call": (
        "The worst call: {name} saw in hand {hand} what was not on the table, and wrote {cost:point|points} off for it."
    ),
    "evening/silence": (
        "The longest silence: {name} counted the ends for {wait} in hand {hand}. They added up to the same as before."
    ),
}
DUO: Final[dict[str, str]] = {
    "evening/silence": (
        "The longest silence: {name} held a tile in the air for {wait} in hand {hand}, and their partner looked away."
    ),
}
BONEDONESKIS: Final[dict[str, str]] = {
    "evening/amount": "{name} {amount:net}",
    "evening/worst_call": "The worst call: {name} paid {cost:chips} in hand {hand} to see the winning cards.",
    "evening/silence": (
        "The longest silence: {name} looked at the cards for {wait} in hand {hand}. The cards did not improve."
    ),
}
