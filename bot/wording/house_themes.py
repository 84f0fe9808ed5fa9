"""The themes that group house rules, each with a sentence about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bot.wording.house_rules import find_house_rule

if TYPE_CHECKING:
    from bot.wording.words import Words


class Theme(NamedTuple):
    """House rules that belong together. Each rule names its theme (`HouseRule.theme`)."""

    key: str
    title: str
    plain: str
    """A sentence about these rules."""


THEMES: Final = (
    Theme("time", "Calls and clocks", "How long the table listens, when it reminds and replaces a player, and how long "
        "robots think."),
    Theme("mistakes", "Mistakes", "Whether they can be made, who points them out, and what they cost."),
    Theme("deal", "Before the first move", "Who sits where, who begins, and how the pieces are dealt."),
    Theme("play", "In the middle of a hand", "What a player may or must do in a turn."),
    Theme("cards", "What cards do", "How the rules of single cards are read."),
    Theme("hands", "Hands that count", "What a hand must be, and what the fixed ones pay."),
    Theme("points", "Points and doubles", "What a hand is worth."),
    Theme("end", "How it ends", "When the sheet, the game or the match is over."),
    Theme("stakes", "Stakes and the tally", "What is played for, and what goes into the crew's books."),
    Theme("table", "The table itself", "Names, looks, the start, and when secrets open."),
)  # fmt: skip


def theme_of(name: str, words: Words) -> Theme:
    """The theme of a game's house rule, or the last theme if the rule has no words."""
    rule = find_house_rule(name, words)
    return next((theme for theme in THEMES if rule is not None and rule.theme == theme.key), THEMES[-1])
