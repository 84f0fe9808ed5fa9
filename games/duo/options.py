"""The house options of Duo Dominoes (docs/rules/duo-dominoes.md, section 6)."""

from dataclasses import dataclass
from typing import Final

from games.core.options import Option, Options, Preset, bind, settle

OPTIONS: Final = (
    Option(
        "enforcement", "guarded", "DD-50", "Whether a player may pass though they could play", ("guarded", "faithful")
    ),
    Option("game_points", 50, "DD-40", "What a duo needs to win a game", least=1, most=10_000),
    Option("next_starter", "right", "DD-11", "Who starts the next hand", ("right", "winner")),
    Option("new_game_start", "double_six", "DD-41", "How a new game is started", ("double_six", "rotate")),
    Option(
        "out_counts", "adversaries", "DD-30", "Whose tiles score when a duo goes out", ("adversaries", "all_others")
    ),
    Option("redeal_doubles", 0, "DD-3", "Doubles in one hand that force a new deal; 0 is never", (0, 5, 6, 7)),
    Option("match_games", 0, "DD-41", "Games that a duo must win to end the match; 0 is no end", least=0, most=1_000),
    Option("auto_pass", True, "DD-23", "The bot passes for a player who cannot play (guarded only)"),
)
PRESETS: Final = (
    Preset("house", "As the rulebook has it", {}),
    Preset("table", "Passing is the player's own affair", {"enforcement": "faithful", "auto_pass": False}),
)


@dataclass(frozen=True, slots=True)
class House:
    """The settled options of a table."""

    guarded: bool
    game_points: int
    winner_starts: bool
    rotate: bool
    all_others: bool
    redeal_doubles: int
    match_games: int
    auto_pass: bool

    @staticmethod
    def of(options: Options) -> "House":
        """Build the house from settled options."""
        guarded = options["enforcement"] == "guarded"
        return bind(
            House,
            options,
            guarded=guarded,
            winner_starts=options["next_starter"] == "winner",
            rotate=options["new_game_start"] == "rotate",
            all_others=options["out_counts"] == "all_others",
            auto_pass=guarded and options["auto_pass"] is True,
        )


DEFAULT_HOUSE: Final = House.of(settle(OPTIONS))
