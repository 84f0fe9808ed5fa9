"""The house options of Bonedoneskis (docs/rules/bonedoneskis.md, section 8): cents and seconds."""

from dataclasses import dataclass
from typing import Final

from games.core.options import A_WEEK_S, Option, Options, Preset, bind, number, settle

MOST_STAKE: Final = 1_000_000
"""The largest stake, in hundredths of a chip."""


def _amount(name: str, default: int, rule: str, plain: str, most: int = MOST_STAKE) -> Option[int]:
    return Option(name, default, rule, plain, least=1, most=most, hundredths=True)


OPTIONS: Final = (
    _amount("ante", 50, "BD-10", "What everybody puts in before the deal"),
    _amount("bring_in", 50, "BD-10", "What the lowest board must put in on third street"),
    _amount("small_bet", 100, "BD-10", "The bet of third and fourth street"),
    _amount("big_bet", 200, "BD-10", "The bet from fifth street on"),
    _amount("fee", 250, "BD-10", "What a black jack, a sold 3, the 8 Ball and a fishing hook cost"),
    _amount("nine_pay", 100, "BD-10", "What everybody owes the nine of spades"),
    _amount("chip", 50, "BD-21", "The smallest unit in which pots are split"),
    _amount(
        "buy_in", 5_000, "BD-17", "What a player sits down with, and may top up to between hands", 100 * MOST_STAKE
    ),
    Option("top_up", True, "BD-17", "Whether stacks may be topped up between hands"),
    Option("max_seats", 7, "BD-1", "How many may sit at the table", least=2, most=8, limits_seats=True),
    Option("raise_cap", 3, "BD-14", "Raises after the bet in one round", least=0, most=100),
    Option("uncapped_heads_up", True, "BD-14", "No cap in a round that starts with two who can bet"),
    Option("live_bring_in", False, "BD-12", "A bring-in that is only called may still complete"),
    Option(
        "nighty_night",
        "strict",
        "R29",
        "Whether the bot reminds; if it does, its waits tell who could speak",
        ("strict", "reminders"),
    ),
    Option(
        "tell_slept",
        True,
        "R29",
        "Whether everybody hears after a hand which powers were slept on, of cards that all saw",
        older=False,
    ),
    Option("duty_callers", "anyone", "Q-31", "Who may call a duty", ("anyone", "holder")),
    Option(
        "call_window_s", 25, "SM-1", "How long a round of calls lasts; 0 is until all are done", least=0, most=A_WEEK_S
    ),
    Option("choice_s", 30, "BD-22", "How long a choice may take; 0 is for ever", least=0, most=A_WEEK_S),
    Option("bet_s", 60, "BD-22", "How long a turn in the betting may take; 0 is for ever", least=0, most=A_WEEK_S),
    Option("muck_losers", False, "BD-20", "Losers of a showdown need not show"),
    Option("trade_nine", "9h", "R12", "Which red 9 is a trade card", ("9h", "9d", "both")),
    Option("stale_fires", False, "BD-5", "Stolen cards and cards of earlier streets act for their new holder"),
    Option("eight_ball_turned", False, "R14", "The eight of spades may also be used when it is turned up"),
    Option(
        "duel_wrap",
        False,
        "R16",
        "The second red 8 may also go to the player just before the one whose latest card is the first",
    ),
    Option("duel_folded", False, "R16", "A player who has folded is drawn into the duel"),
    Option("krabler_may_fold", False, "R24", "A Krabler may fold instead of betting"),
    Option("extend_on_reveal", False, "BD-15", "A red jack or the queen of spades turned up extends the game too"),
    Option("bring_in_reading", "best", "BD-11", "How boards count for the bring-in", ("best", "wild_only")),
    Option("dead_six_blocks", False, "R9", "A dead red 6 keeps an ace or a wild from being that 6"),
    Option(
        "schizo_basis",
        "face_up",
        "R22",
        "Whether a 4 of spades that was turned up, not dealt up, also counts as another card",
        ("face_up", "dealt_up"),
    ),
    Option("codependent_down", False, "R20", "A 2 of diamonds or clubs dealt down on the river joins too"),
    Option("jack_down_wild", True, "R6", "A paid jack stays wild when it is turned down"),
    Option(
        "nuts_substitutes", "all", "R3", "What may stand in for the 2s and 5s of the nuts", ("all", "wild_only", "none")
    ),
)
PRESETS: Final = (
    Preset("seed", "As its inventor wrote it down in 2007", {}),
    Preset(
        "site",
        "As the circle's later site has it",
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
        "A day for every choice; calls wait for everybody",
        {"call_window_s": 86_400, "choice_s": 86_400, "bet_s": 86_400},
    ),
)


@dataclass(frozen=True, slots=True)
class Readings:
    """The options that change the readings of cards."""

    dead_six_blocks: bool = False
    dealt_up: bool = False
    codependent_down: bool = False
    jack_down_wild: bool = True
    nuts_substitutes: str = "all"


@dataclass(frozen=True, slots=True)
class House:
    """The settled options of a table. Times are in milliseconds."""

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    fee: int
    nine_pay: int
    chip: int
    buy_in: int
    top_up: bool
    max_seats: int
    raise_cap: int
    uncapped_heads_up: bool
    live_bring_in: bool
    reminders: bool
    tell_slept: bool
    holder_calls: bool
    call_window_ms: int
    choice_ms: int
    bet_ms: int
    muck_losers: bool
    trade_nines: tuple[str, ...]
    stale_fires: bool
    eight_ball_turned: bool
    duel_wrap: bool
    duel_folded: bool
    krabler_may_fold: bool
    extend_on_reveal: bool
    wild_only: bool
    readings: Readings

    @staticmethod
    def of(options: Options) -> "House":
        """The house of settled options."""
        nine = str(options["trade_nine"])
        return bind(
            House,
            options,
            reminders=options["nighty_night"] == "reminders",
            holder_calls=options["duty_callers"] == "holder",
            call_window_ms=1000 * number(options, "call_window_s"),
            choice_ms=1000 * number(options, "choice_s"),
            bet_ms=1000 * number(options, "bet_s"),
            trade_nines=("9h", "9d") if nine == "both" else (nine,),
            wild_only=options["bring_in_reading"] == "wild_only",
            readings=bind(Readings, options, dealt_up=options["schizo_basis"] == "dealt_up"),
        )


DEFAULT_HOUSE: Final = House.of(settle(OPTIONS))
