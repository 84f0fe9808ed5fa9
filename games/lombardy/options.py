"""The house options of Lombardy Bones (docs/rules/lombardy-bones.md, section 6)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from games.core.options import A_WEEK_S, Derived, Options, Preset, list_options, option

_AS: Final = "as_enforcement"
MOST_PENALTY: Final = 1_000


@dataclass(frozen=True)
class House(Derived):
    """The options of a table, and values derived from them. Derived times are in milliseconds."""

    enforcement: Literal["faithful", "guarded"] = option(
        "faithful", "LB-90", "Whether players can make mistakes, and pay for them"
    )
    lead: Literal["as_enforcement", "answers", "forced"] = option(
        _AS, "LB-92", "Whether players own up to doubles, or the bot lays the highest"
    )
    scores: Literal["as_enforcement", "called", "automatic"] = option(
        _AS, "LB-92", "Whether players call their scores, or the bot writes them"
    )
    reneges: Literal["as_enforcement", "on", "off"] = option(_AS, "LB-92", "Whether renege can be called")
    direction: Literal["clockwise", "counterclockwise"] = option("clockwise", "LB-1", "Which way play goes round")
    spinner_ends_count: Literal["when_played", "when_open"] = option(
        "when_played", "LB-15", "When the spinner's own ends count"
    )
    pass_when_able: Literal["allowed", "forbidden"] = option(
        "allowed", "LB-21", "Whether a player may draw or pass when a bone of theirs fits"
    )
    pass_before_draw: Literal["allowed", "forbidden"] = option(
        "allowed", "LB-23", "Whether a player may pass while there are bones to draw"
    )
    boneyard_reserve: int = option(0, "LB-22", "How many bones always stay in the boneyard", least=0, most=2)
    all_pass: Literal["ends_hand", "goes_on"] = option(
        "ends_hand", "LB-27", "What happens when everybody passes and nothing is left to draw"
    )
    wrong_score_penalty: int = option(10, "LB-32", "What a wrong call of a score costs", least=0, most=MOST_PENALTY)
    score_closes: Literal["next_play", "next_action"] = option(
        "next_play", "LB-30", "What makes it too late to call a score"
    )
    renege_penalty: int = option(
        15, "LB-43", "What holding a double back costs, once somebody calls it", least=0, most=MOST_PENALTY
    )
    false_renege_penalty: int = option(10, "LB-44", "What a mistaken call of renege costs", least=0, most=MOST_PENALTY)
    missed_doubles: Literal["highest", "every"] = option(
        "highest", "LB-40", "Whether it's a renege to hold back any double, or only the highest that was dealt"
    )
    drawn_double: Literal["renege", "innocent"] = option(
        "renege", "LB-41", "Whether it's a renege to lay a double from the boneyard above the spinner"
    )
    renege_closes: Literal["by_kind", "next_play", "count", "showing"] = option(
        "by_kind", "LB-42", "Until when renege can be called"
    )
    restart_scores: Literal["undone", "stand", "offenders_undone"] = option(
        "undone", "LB-51", "What a restart does to the scores of the deal"
    )
    tie_share: Literal["five", "whole"] = option("five", "LB-63", "How a tied count is divided")
    zero_floor: Literal["end_of_hand", "always"] = option("end_of_hand", "LB-64", "Which losses stop at zero")
    target: int = option(300, "LB-70", "The score that makes the current hand the last one", least=5, most=10_000)
    target_check: Literal["touched", "hand_end"] = option("touched", "LB-70", "When the target is checked")
    game_tie: Literal["shared", "play_on"] = option("shared", "LB-73", "What happens when players tie for first place")
    call_mode: Literal["race", "courtesy", "everyone-decides"] = option(
        "courtesy", "LB-81", "How soon the next player may act"
    )
    courtesy_seconds: int = option(
        8,
        "LB-81",
        "How long robots wait after each bone; players may wait as long for its score",
        least=3,
        most=60,
    )
    decide_timeout_s: int = option(
        0,
        "LB-81",
        "The longest wait for a score, if players wait until it's called; 0 means for ever",
        least=0,
        most=A_WEEK_S,
    )
    race_grace_ms: int = option(1000, "LB-80", "How long a message may travel and still count", least=0, most=5000)
    last_call_s: int = option(20, "LB-52", "How long a last call lasts", least=5, most=A_WEEK_S)

    @cached_property
    def forced_lead(self) -> bool:
        """True if the highest double is laid by the table (LB-92)."""
        return self.lead == "forced" or self._guards(self.lead)

    @cached_property
    def bare_ends_count(self) -> bool:
        """True if a bare end of the spinner counts once it is open to play (LB-15)."""
        return self.spinner_ends_count == "when_open"

    @cached_property
    def drawn_innocent(self) -> bool:
        """True if no drawn double is a renege (LB-41)."""
        return self.drawn_double == "innocent"

    @cached_property
    def automatic(self) -> bool:
        """True if the table writes the scores (LB-92)."""
        return self.scores == "automatic" or self._guards(self.scores)

    @cached_property
    def hears_renege(self) -> bool:
        """True if renege can be called (LB-92)."""
        return not (self.reneges == "off" or self._guards(self.reneges))

    @cached_property
    def holds_up(self) -> bool:
        """True if the next player must wait until the score of the last bone has been called (LB-81)."""
        return not self.automatic and self.call_mode != "race"

    @cached_property
    def robots_wait(self) -> bool:
        """True if robots wait for a while after each bone (LB-81)."""
        return self.hears_renege or not self.automatic

    @cached_property
    def wait_ms(self) -> int:
        """The longest wait for the score of the last bone (LB-81); 0 if nobody waits, or if the wait has no limit."""
        return 1000 * {"race": 0, "courtesy": self.courtesy_seconds}.get(self.call_mode, self.decide_timeout_s)

    @cached_property
    def grace_ms(self) -> int:
        """The time that a message may travel and still count (LB-80); 0 at a table where nothing is called."""
        return self.race_grace_ms if self.robots_wait else 0

    def _guards(self, value: str) -> bool:
        return value == _AS and self.enforcement == "guarded"


OPTIONS: Final = list_options(House)
PRESETS: Final = (
    Preset("house", "As this house plays: you can make mistakes, and they cost you", whole=True),
    Preset(
        "live",
        "The next player waits up to eight seconds for the score; robots wait three after each bone",
        {"call_mode": "everyone-decides", "courtesy_seconds": 3, "decide_timeout_s": 8},
    ),
    Preset(
        "alone",
        "For one person with robots: the robots hurry, and the next player waits for the score",
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
    Preset("guarded", "The bot leads the highest double and writes the scores", {"enforcement": "guarded"}),
    Preset("quick", "Players call their scores, but the next player needn't wait for them", {"call_mode": "race"}),
)
DAILY: Final[Options] = {"race_grace_ms": 0, "last_call_s": A_WEEK_S}
"""The hand of the day is played alone: nothing waits for late messages (LB-80), and a last call ends when all are done
(LB-52)."""
