"""The house rules of Block (BL-2, BL-10, BL-40)."""

from dataclasses import dataclass
from typing import Final, Literal

from games.core.options import Preset, list_options, option


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    game_points: int = option(50, "BL-40", "Points that win the game", least=1, most=500)
    lead: Literal["in_turn", "winner"] = option("in_turn", "BL-10", "Who leads from the second hand on")
    dealt: int = option(7, "BL-2", "Bones that each player is dealt", least=3, most=7)


OPTIONS: Final = list_options(House)
PRESETS: Final = (
    Preset("house", "As the rulebook has it", {}),
    Preset("brisk", "A short game", {"game_points": 20}),
)
