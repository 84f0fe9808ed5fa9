"""The themes that group house rules. Each has a title and a sentence about it ("theme/time", "theme/time:plain")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.wording.house_rules import find_house_rule
from bot.wording.table_rules import THEMES as _SENTENCES

if TYPE_CHECKING:
    from bot.wording.words import Words

THEMES: Final = tuple(key.removeprefix("theme/") for key in _SENTENCES if ":" not in key)
"""The keys of the themes, in the order of the menu. Each rule names its theme (`HouseRule.theme`)."""


def theme_of(name: str, words: Words) -> str:
    """The key of the theme of a game's house rule, or the last theme if the rule has no words."""
    rule = find_house_rule(name, words)
    return next((theme for theme in THEMES if rule is not None and rule.theme == theme), THEMES[-1])
