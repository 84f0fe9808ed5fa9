"""The house rules of Block (BL-2, BL-10, BL-40)."""

from dataclasses import dataclass
from typing import Final

from games.core.options import Option, Options, Preset, bind, settle

OPTIONS: Final = (
    Option("game_points", 50, "BL-40", "Points that win the game", least=1, most=500),
    Option("lead", "in_turn", "BL-10", "Who leads from the second hand on", values=("in_turn", "winner")),
    Option("dealt", 7, "BL-2", "Bones that each player is dealt", least=3, most=7),
)
PRESETS: Final = (
    Preset("house", "As the rulebook has it", {}),
    Preset("brisk", "A short game", {"game_points": 20}),
)


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a table, with their values read."""

    game_points: int
    lead: str
    dealt: int

    @staticmethod
    def of(options: Options) -> "House":
        """Read the house rules from settled options."""
        return bind(House, options)


DEFAULT_HOUSE: Final = House.of(settle(OPTIONS))
