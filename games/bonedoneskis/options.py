"""The house options of Bonedoneskis (docs/rules/bonedoneskis.md, section 8). Amounts are in cents, times in seconds."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from games.core.options import A_WEEK_S, Derived, Preset, list_options, option

MOST_STAKE: Final = 1_000_000
"""The largest stake, in hundredths of a chip."""


def _declare_amount(default: int, rule: str, description: str, most: int = MOST_STAKE) -> int:
    return option(default, rule, description, least=1, most=most, hundredths=True)


@dataclass(frozen=True, slots=True)
class ReadingRules:
    """The options that change the readings of cards."""

    dead_six_blocks: bool = False
    schizo_dealt_up: bool = False
    codependent_down: bool = False
    jack_down_wild: bool = True
    nuts_substitutes: str = "all"
    red_sixes_live: bool = False
    """True to ask what a hand would be worth if no card were dead (R9). No table plays so."""


@dataclass(frozen=True)
class House(Derived):
    """The values of a table's options, and other values that follow from them."""

    ante: int = _declare_amount(50, "BD-10", "What everybody puts in before the deal")
    bring_in: int = _declare_amount(50, "BD-10", "What the lowest board must put in on third street")
    small_bet: int = _declare_amount(100, "BD-10", "The bet of third and fourth street")
    big_bet: int = _declare_amount(200, "BD-10", "The bet from fifth street on")
    fee: int = _declare_amount(
        250, "BD-10", "What a Black Jack, a sold 3, the 8 Ball and a fishing hook cost each time"
    )
    nine_pay: int = _declare_amount(
        100, "BD-10", "What everybody else pays the player who was dealt the nine of spades"
    )
    chip: int = _declare_amount(50, "BD-21", "The smallest unit in which pots are split")
    buy_in: int = _declare_amount(
        5_000, "BD-17", "What a player sits down with, and may top up to between hands", 100 * MOST_STAKE
    )
    top_up: bool = option(True, "BD-17", "Whether stacks may be topped up between hands")
    max_seats: int = option(7, "BD-1", "How many may sit at the table", least=2, most=8, limits_seats=True)
    raise_cap: int = option(3, "BD-14", "How many raises one round may have", least=0, most=100)
    uncapped_heads_up: bool = option(
        True, "BD-14", "Whether a round has no limit on raises if only two can bet when it starts"
    )
    live_bring_in: bool = option(
        False, "BD-12", "Whether the bring-in may still complete after everybody has only called"
    )
    nighty_night: Literal["strict", "reminders"] = option(
        "strict", "R29", "Whether the bot reminds players of their powers; its waits then tell who has one"
    )
    tell_slept: bool = option(
        True,
        "R29",
        "Whether the bot says after a hand which free powers of face-up cards were slept on",
        older=False,
    )
    duty_callers: Literal["anyone", "holder"] = option(
        "anyone", "Q-31", "Who may claim a duty: a rule that a card forces on its holder"
    )
    call_window_s: int = option(
        25, "SM-1", "How long a round of calls lasts; 0 means until everybody is done", least=0, most=A_WEEK_S
    )
    choice_s: int = option(30, "BD-22", "How long a choice may take; 0 means for ever", least=0, most=A_WEEK_S)
    bet_s: int = option(
        60, "BD-22", "How long a turn in the betting may take; 0 means for ever", least=0, most=A_WEEK_S
    )
    muck_losers: bool = option(False, "BD-20", "Whether the losers of a showdown may keep their cards hidden")
    trade_nine: Literal["9h", "9d", "both"] = option("9h", "R12", "Which 9 is a trade card")
    stale_fires: bool = option(
        False, "BD-5", "Whether stolen cards and cards of earlier streets act for their new holder"
    )
    eight_ball_turned: bool = option(False, "R14", "Whether the eight of spades may also be used when it's turned up")
    duel_wrap: bool = option(
        False, "R16", "Whether a duel also starts if the second 8 goes to the player just before the first one's"
    )
    duel_folded: bool = option(False, "R16", "Whether a player who has folded is drawn into the duel")
    krabler_may_fold: bool = option(False, "R24", "Whether a Krabler may fold instead of betting")
    extend_on_reveal: bool = option(False, "BD-15", "Whether J♥, J♦ or Q♠ extends the game too when it's turned up")
    bring_in_reading: Literal["best", "wild_only"] = option("best", "BD-11", "How boards count for the bring-in")
    dead_six_blocks: bool = option(False, "R9", "Whether a dead 6 keeps an ace or a wild card from playing as that 6")
    schizo_basis: Literal["face_up", "dealt_up"] = option(
        "face_up", "R22", "Whether a 4 of spades that was turned up, not dealt up, also counts as another card"
    )
    codependent_down: bool = option(
        False, "R20", "Whether a 2 of diamonds or clubs that is dealt down on the river joins too"
    )
    jack_down_wild: bool = option(True, "R6", "Whether a paid jack stays wild when it's turned down")
    nuts_substitutes: Literal["all", "wild_only", "none"] = option(
        "all", "R3", "What may stand in for the 2s and 5s of the nuts"
    )

    @cached_property
    def trade_nines(self) -> tuple[str, ...]:
        """The red 9s that are trade cards (R12)."""
        return ("9h", "9d") if self.trade_nine == "both" else (self.trade_nine,)

    @cached_property
    def reading_rules(self) -> ReadingRules:
        """The options that change the readings of cards."""
        return ReadingRules(
            self.dead_six_blocks,
            self.schizo_basis == "dealt_up",
            self.codependent_down,
            self.jack_down_wild,
            self.nuts_substitutes,
        )


OPTIONS: Final = list_options(House)
PRESETS: Final = (
    Preset("seed", "As its inventor wrote it down in 2007", whole=True),
    Preset(
        "site",
        "As the inventor's circle has it on its later website",
        {"eight_ball_turned": True, "duel_wrap": True, "extend_on_reveal": True, "schizo_basis": "dealt_up"},
    ),
    Preset("reminders", "The bot reminds the holders of powers; nothing sleeps", {"nighty_night": "reminders"}),
    Preset(
        "unhurried",
        "Without a clock: calls, choices and bets wait until they are made",
        {"call_window_s": 0, "choice_s": 0, "bet_s": 0},
    ),
    Preset(
        "correspondence",
        "A day for every call, choice and bet",
        {"call_window_s": 86_400, "choice_s": 86_400, "bet_s": 86_400},
    ),
)
