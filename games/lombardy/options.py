"""The house options of Lombardy Bones (docs/rules/lombardy-bones.md, section 6)."""

from dataclasses import dataclass
from typing import Final

from games.core.options import A_WEEK_S, Option, Options, Preset, bind, number, settle
from games.core.window import Closing

_AS: Final = "as_enforcement"
MOST_PENALTY: Final = 1_000

OPTIONS: Final = (
    Option("enforcement", "faithful", "LB-90", "Whether players may make mistakes that cost", ("faithful", "guarded")),
    Option("lead", _AS, "LB-92", "Whether doubles are answered or the highest is laid", (_AS, "answers", "forced")),
    Option("scores", _AS, "LB-92", "Whether scores are called or written by themselves", (_AS, "called", "automatic")),
    Option("reneges", _AS, "LB-92", "Whether renege can be called", (_AS, "on", "off")),
    Option("direction", "clockwise", "LB-1", "Which way play goes round", ("clockwise", "counterclockwise")),
    Option(
        "spinner_ends_count", "when_played", "LB-15", "When the spinner's own ends count", ("when_played", "when_open")
    ),
    Option("pass_when_able", "allowed", "LB-21", "Passing or drawing while able to play", ("allowed", "forbidden")),
    Option("pass_before_draw", "allowed", "LB-23", "Passing while bones can be drawn", ("allowed", "forbidden")),
    Option("boneyard_reserve", 0, "LB-22", "Bones that stay in the boneyard", least=0, most=2),
    Option(
        "all_pass",
        "ends_hand",
        "LB-27",
        "What a whole round of passes does once nothing can be drawn",
        ("ends_hand", "goes_on"),
    ),
    Option("wrong_score_penalty", 10, "LB-32", "What a wrong call of a score costs", least=0, most=MOST_PENALTY),
    Option("score_closes", "next_play", "LB-30", "What makes a score too late", ("next_play", "next_action")),
    Option("renege_penalty", 15, "LB-43", "What holding back costs when it is called", least=0, most=MOST_PENALTY),
    Option("false_renege_penalty", 10, "LB-44", "What a mistaken call of renege costs", least=0, most=MOST_PENALTY),
    Option(
        "missed_doubles",
        "highest",
        "LB-40",
        "Whether holding back any double is an offence, or only the highest of the deal",
        ("highest", "every"),
    ),
    Option("drawn_double", "renege", "LB-41", "A drawn double laid above the spinner", ("renege", "innocent")),
    Option(
        "renege_closes",
        "by_kind",
        "LB-42",
        "Until when renege can be called",
        ("by_kind", "next_play", "count", "showing"),
    ),
    Option(
        "restart_scores",
        "undone",
        "LB-51",
        "What a restart does to the scores of the deal",
        ("undone", "stand", "offenders_undone"),
    ),
    Option("tie_share", "five", "LB-63", "How a tied count is divided", ("five", "whole")),
    Option("zero_floor", "end_of_hand", "LB-64", "Which losses stop at zero", ("end_of_hand", "always")),
    Option("target", 300, "LB-70", "The score that makes the hand in play the last", least=5, most=10_000),
    Option("target_check", "touched", "LB-70", "When the target is checked", ("touched", "hand_end")),
    Option("game_tie", "shared", "LB-73", "What becomes of players level at the top", ("shared", "play_on")),
    Option(
        "call_mode", "courtesy", "LB-81", "How soon the next player may act", ("race", "courtesy", "everyone-decides")
    ),
    Option(
        "courtesy_seconds",
        8,
        "LB-81",
        "How long robots wait after each bone, and in courtesy the next player waits for the score",
        least=3,
        most=60,
    ),
    Option(
        "decide_timeout_s", 0, "LB-81", "The longest wait where everyone decides; 0 is for ever", least=0, most=A_WEEK_S
    ),
    Option("race_grace_ms", 1000, "LB-80", "How long a message may travel and still count", least=0, most=5000),
    Option("last_call_s", 20, "LB-52", "How long a last call lasts", least=5, most=A_WEEK_S),
)
PRESETS: Final = (
    Preset("house", "As the house plays: mistakes are possible and cost", {}),
    Preset(
        "live",
        "The next player waits for the score, eight seconds at most; robots leave each bone for three",
        {"call_mode": "everyone-decides", "courtesy_seconds": 3, "decide_timeout_s": 8},
    ),
    Preset(
        "alone",
        "Robots hurry, and the next player waits for the score; one person with robots begins with it",
        {"call_mode": "everyone-decides", "courtesy_seconds": 3, "decide_timeout_s": 20, "race_grace_ms": 300},
    ),
    Preset(
        "unhurried",
        "Without a clock: the next player waits for the score; robots wait a moment after each bone",
        {"call_mode": "everyone-decides", "courtesy_seconds": 3, "decide_timeout_s": 0},
    ),
    Preset(
        "correspondence",
        "Over days: the next player waits for the score, and a last call lasts a day",
        {"call_mode": "everyone-decides", "last_call_s": 86_400},
    ),
    Preset("guarded", "The table lays the lead and writes the scores", {"enforcement": "guarded"}),
    Preset("quick", "Called scores, but the next player need not wait", {"call_mode": "race"}),
)
DAILY: Final[Options] = {"race_grace_ms": 0, "last_call_s": A_WEEK_S}
"""In the hand of the day no message travels (LB-80), and a last call lasts until all are done (LB-52)."""


@dataclass(frozen=True, slots=True)
class House:
    """The settled options of a table. Times are milliseconds."""

    forced_lead: bool
    automatic: bool
    reneges: bool
    bare_ends_count: bool
    must_play: bool
    must_draw: bool
    boneyard_reserve: int
    all_pass_ends: bool
    wrong_score_penalty: int
    action_closes_score: bool
    renege_penalty: int
    false_renege_penalty: int
    every_missed: bool
    drawn_innocent: bool
    renege_closes: str
    restart_scores: str
    whole_share: bool
    floor_always: bool
    target: int
    at_hand_end: bool
    play_on: bool
    holds_up: bool
    """True if the next player must wait until the score of the last bone has been called (LB-81)."""
    robots_wait: bool
    """True if robots wait for a while after each bone (LB-81)."""
    courtesy_ms: int
    wait_ms: int
    grace_ms: int
    last_call_ms: int

    @staticmethod
    def of(options: Options) -> "House":
        """Build the house from settled options."""
        guarded = options["enforcement"] == "guarded"

        def strict(name: str, value: str) -> bool:
            return options[name] == value or (options[name] == _AS and guarded)

        automatic, off = strict("scores", "automatic"), strict("reneges", "off")
        closing = Closing(options["call_mode"])
        wait = {Closing.COURTESY: "courtesy_seconds", Closing.EVERYONE: "decide_timeout_s"}.get(closing)
        return bind(
            House,
            options,
            forced_lead=strict("lead", "forced"),
            automatic=automatic,
            reneges=not off,
            bare_ends_count=options["spinner_ends_count"] == "when_open",
            must_play=options["pass_when_able"] == "forbidden",
            must_draw=options["pass_before_draw"] == "forbidden",
            all_pass_ends=options["all_pass"] == "ends_hand",
            action_closes_score=options["score_closes"] == "next_action",
            every_missed=options["missed_doubles"] == "every",
            drawn_innocent=options["drawn_double"] == "innocent",
            whole_share=options["tie_share"] == "whole",
            floor_always=options["zero_floor"] == "always",
            at_hand_end=options["target_check"] == "hand_end",
            play_on=options["game_tie"] == "play_on",
            holds_up=not automatic and closing is not Closing.RACE,
            robots_wait=not (automatic and off),
            courtesy_ms=1000 * number(options, "courtesy_seconds"),
            wait_ms=1000 * number(options, wait) if wait else 0,
            grace_ms=0 if automatic and off else number(options, "race_grace_ms"),
            last_call_ms=1000 * number(options, "last_call_s"),
        )


DEFAULT_HOUSE: Final = House.of(settle(OPTIONS))
