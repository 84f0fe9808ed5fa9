"""The house options of Duo Dominoes (docs/rules/duo-dominoes.md, section 6)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from games.core.options import Derived, Preset, list_options, option


@dataclass(frozen=True)
class House(Derived):
    """The values of a table's options, and other values that follow from them."""

    enforcement: Literal["guarded", "faithful"] = option(
        "guarded", "DD-50", "Whether a player may pass even when they can play"
    )
    game_points: int = option(50, "DD-40", "How many points a duo needs to win a game", least=1, most=10_000)
    next_starter: Literal["right", "winner"] = option("right", "DD-11", "Who starts the next hand")
    new_game_start: Literal["double_six", "rotate"] = option("double_six", "DD-41", "How a new game starts")
    out_counts: Literal["adversaries", "all_others"] = option(
        "adversaries", "DD-30", "Whose tiles score when a duo goes out"
    )
    redeal_doubles: Literal[0, 5, 6, 7] = option(
        0, "DD-3", "How many doubles in one hand force a new deal; 0 means never"
    )
    match_games: int = option(
        0, "DD-41", "How many games a duo must win to end the match; 0 means it has no end", least=0, most=1_000
    )
    auto_pass: bool = option(
        True, "DD-23", "Whether the bot passes for a player who can't play, at a table where it prevents mistakes"
    )

    @cached_property
    def guarded(self) -> bool:
        """True if the bot prevents a pass by a player who can play (DD-50)."""
        return self.enforcement == "guarded"

    @cached_property
    def passes_alone(self) -> bool:
        """True if the bot passes for a player who cannot play (DD-23)."""
        return self.guarded and self.auto_pass


OPTIONS: Final = list_options(House)
PRESETS: Final = (
    Preset("house", "As the rulebook has it", whole=True),
    Preset("table", "Players may pass even when they can play", {"enforcement": "faithful", "auto_pass": False}),
)
