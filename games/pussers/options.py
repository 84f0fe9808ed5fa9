"""The house options of Pussers Bones (docs/rules/pussers-bones.md, section 6)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from games.core.options import A_WEEK_S, Derived, Options, Preset, list_options, option, parsed_option
from games.core.refused import Refused
from games.core.time_of_day import TimeOfDay
from games.core.window import Closing
from games.pieces.bones import CODES
from games.pieces.speech import Nicknames

Mistake: TypeAlias = Literal["as_enforcement", "on", "off"]
"""The rule for a kind of mistake. With "as_enforcement", players can make it if the house is not guarded (PB-80)."""


MOST_A_BIT: Final = 10_000
MOST_POINTS: Final = 1_000


def _declare_a_bit(default: int, rule: str, description: str, least: int = 0) -> int:
    return option(default, rule, description, least=least, most=MOST_A_BIT)


def _parse_nicknames(given: Mapping[str, str]) -> Nicknames:
    names = {str(bone).upper(): str(name).strip() for bone, name in given.items()}
    if not all(bone in CODES and name for bone, name in names.items()):
        raise Refused("PB-91", "nicknames", allowed="a bone and its name, such as R1=Snoopy")
    return tuple(sorted(names.items()))


def parse_rule_off(text: str) -> tuple[str, int]:
    """Parse `rule_off`: ("vote", 0), ("rounds", n) or ("clock", minutes after midnight by UTC). PB-73.

    Raises Refused for anything else.
    """
    if text == "vote":
        return "vote", 0
    if found := re.fullmatch(r"rounds:([1-9]\d{0,3})", text, re.ASCII):
        return "rounds", int(found[1])
    if (closing := TimeOfDay.read(text)) is not None:
        return "clock", closing.minute_of_utc
    raise Refused("PB-73", "rule_off", given=text, allowed="vote, rounds:n or clock:hh:mm")


@dataclass(frozen=True)
class House(Derived):
    """The options of a table, and values derived from them."""

    players: Literal[3, 4] = option(4, "PB-1", "How many play", limits_seats=True, follows_seats=True)
    three_player_seats: Literal["floating", "fixed_chair"] = option(
        "floating", "PB-3", "Whether the empty seat is always Normie's or one fixed chair"
    )
    cents_per_point: int = option(
        1, "PB-4", "What one point is worth, in cents or whatever you play for", least=0, most=1000
    )
    talk: Literal["civil", "messdeck", "civvy"] = option(
        "civil", "PB-91", "What bones are called, and in what tone", names_talk=True
    )
    nicknames: Nicknames = parsed_option(
        {}, "PB-91", "The table's own names for bones", _parse_nicknames, names_pieces=True
    )
    direction: Literal["left", "right"] = option("left", "PB-2", "Which way play goes round the table", older="left")
    eddie_by: Literal["pluck", "dice"] = option(
        "pluck", "PB-6", "How the first Eddie is found: by plucking, or by dice", older="pluck"
    )
    eddie_repluck: Literal["tied_only", "all"] = option(
        "tied_only", "PB-8", "Who plucks again when the highest number is tied"
    )
    walls: Literal["even", "uneven"] = option(
        "even", "PB-10", "Whether all walls have 18 stacks, or chance makes one short and one long", older="even"
    )
    break_choice: Literal["eddie", "random"] = option("eddie", "PB-13", "Who says where the wall is broken")
    own_wall_a_bit: int = _declare_a_bit(
        50, "PB-14", "What Eddie pays each of the others for breaking into their own wall; 0 means nothing"
    )
    own_wall_scope: Literal["deal", "break_only"] = option(
        "deal", "PB-14", "Whether Eddie's whole deal counts or only the break"
    )
    own_wall_due: Literal["at_once", "end_of_hand"] = option(
        "at_once", "PB-14", "When Eddie pays for breaking into their own wall"
    )
    loose: Literal["tail", "box"] = option(
        "tail", "PB-17", "Whether the Loose is the wall's other end, or a separate box of 14 bones"
    )
    first_pretty_from: Literal["eddies_one", "after_sort"] = option(
        "eddies_one", "PB-24", "From when a pretty can be the First Pretty"
    )
    first_pretty_a_bit: int = _declare_a_bit(10, "PB-24", "What each of the others pays for the First Pretty")
    discard_first: Literal["allowed", "not_allowed"] = option(
        "allowed", "PB-27", "Whether a player may discard before plucking"
    )
    loose_after_discard: Literal["allowed", "required", "not_allowed"] = option(
        "allowed", "PB-28", "Whether a player may, or must, discard before taking a bone off the Loose"
    )
    discards: Literal["middle", "in_order"] = option(
        "middle", "PB-33", "Whether discards lie in the middle, or in order before each player", older="middle"
    )
    all_of_mandatory: bool = option(True, "PB-32", "Whether four alike must be set out")
    added_all_of: Literal["open", "concealed"] = option("open", "PB-31", "How an All-Of made of an Open pair scores")
    open_all_of_mandatory: bool = option(
        False, "PB-42", "Whether a player with three alike must call the fourth; then even a pass calls it", older=False
    )
    claim_onto_open_pair: bool = option(False, "PB-42", "Whether a discarded fourth may be called onto an Open pair")
    rob_all_of: bool = option(False, "PB-48", "Whether a fourth added to an Open pair may be called for a Do Bone")
    last_bone_discard: bool = option(False, "PB-49", "Whether the player who plucks the last bone discards once more")
    call_mode: Literal["race", "courtesy", "everyone-decides"] = option(
        "everyone-decides", "PB-47", "How calls are heard"
    )
    courtesy_seconds: int = option(8, "PB-47", "How long the table listens after a discard", least=3, most=60)
    race_grace_ms: int = option(1000, "PB-47", "How long a call may take to arrive (milliseconds)", least=0, most=5000)
    decide_timeout_s: int = option(
        0, "PB-47", "After how many seconds silence counts as a pass; 0 means never", least=0, most=A_WEEK_S
    )
    yes_closes: Literal["next_action", "next_discard"] = option(
        "next_action", "PB-45", "What ends the time for Yes in a race"
    )
    do_over_yes: bool = option(True, "PB-46", "Whether a Do Bone beats an earlier Yes in a race")
    enforcement: Literal["guarded", "faithful"] = option(
        "guarded", "PB-80", "Whether the bot prevents mistakes, or lets players make them and pay"
    )
    mistaken_calls: Mistake = option("as_enforcement", "PB-81", "Whether players can make wrong calls")
    forgetting: Mistake = option(
        "as_enforcement", "PB-83", "Whether players can forget to set out pretties and All-Ofs"
    )
    miscounts: Mistake = option("as_enforcement", "PB-84", "Whether a rack can be a bone short or long")
    shit_tie_up_a_bit: int = _declare_a_bit(50, "PB-82", "What a player pays each of the others for a mistaken Do Bone")
    mistaken_yes_a_bit: int = _declare_a_bit(0, "PB-81", "What a player pays each of the others for a mistaken Yes")
    after_shit_tie_up: Literal["eddie_stays", "eddie_moves"] = option(
        "eddie_stays", "PB-82", "Whether Eddie moves on after a Shit Tie Up"
    )
    eddie_after_no_winner: Literal["stays", "moves"] = option(
        "stays", "PB-71", "Whether Eddie moves on when nobody ties up"
    )
    suits: Literal["one_suit", "any"] = option("one_suit", "PB-52", "Whether a Minors hand may mix suits")
    majors: Literal["fixed", "counted"] = option("fixed", "PB-54", "Whether a Majors hand has a fixed score")
    fixed_hands: Literal["fixed", "better_of"] = option(
        "fixed", "PB-59", "Whether a hand with a fixed score takes its count when that's higher"
    )
    moon_a_bit: int = _declare_a_bit(50, "PB-65", "What a Moon pays", 1)
    ones_and_nines_a_bit: int = _declare_a_bit(50, "PB-65", "What 1s and 9s pay", 1)
    winds_and_dragons_a_bit: int = _declare_a_bit(50, "PB-65", "What Winds and Dragons pay", 1)
    majors_a_bit: int = _declare_a_bit(30, "PB-65", "What Majors pay", 1)
    big_lizard_a_bit: int = _declare_a_bit(30, "PB-65", "What a Big Lizard pays", 1)
    little_lizard_a_bit: int = _declare_a_bit(20, "PB-65", "What a Little Lizard pays", 1)
    tie_up_points: int = option(20, "PB-61", "Points for tying up", least=0, most=MOST_POINTS)
    pretty_points: int = option(4, "PB-61", "Points for a pretty", least=0, most=MOST_POINTS)
    double_up_points: int = option(
        2, "PB-61", "Points for a double-up of dragons or of your own breeze", least=0, most=MOST_POINTS
    )
    plucked_do_points: Literal[0, 2, 10] = option(2, "PB-61", "Points for a plucked Do bone")
    plucked_do_when: Literal["any_pluck", "last_bone"] = option(
        "any_pluck", "PB-61", "When a plucked Do bone earns those points"
    )
    tie_up_reading: Literal["x2_is_the_double", "x2_as_well", "no_double"] = option(
        "x2_is_the_double", "PB-63", 'What the line "points x 2" of the sum means'
    )
    pure_doubles: int = option(3, "PB-62", "Doubles of a Pure hand", least=0, most=6)
    concealed_doubles: int = option(3, "PB-62", "Doubles of a Concealed hand", least=0, most=6)
    half_pure_doubles: Literal[0, 1] = option(0, "PB-62", "Doubles for one suit with breezes or dragons")
    pure_and_concealed: Literal["stack", "larger_only"] = option("stack", "PB-62", "Whether Pure and Concealed add up")
    concealed_hand: Literal["no_open_pairs", "plucked_throughout", "nothing_called_before_do"] = option(
        "no_open_pairs", "PB-62", "What makes a hand Concealed"
    )
    called_do_pair: Literal["open", "concealed"] = option(
        "open", "PB-61", "How a pair scores if a called Do bone finishes it"
    )
    minimum_score: int = option(50, "PB-66", "The score that a counted hand must reach", least=0, most=MOST_A_BIT)
    minimum_inclusive: bool = option(True, "PB-66", "Whether exactly the minimum is enough")
    minimum_basis: Literal["final_score", "raw_points"] = option(
        "final_score", "PB-66", "Whether the score, or the points before doubling, must reach the minimum"
    )
    minimum_doubles: Literal[0, 1, 2] = option(1, "PB-66", "Doubles a counted hand must have besides the tie-up double")
    rounding: Literal["half_up", "half_down", "floor"] = option(
        "half_up", "PB-64", "How a score is rounded to hundreds"
    )
    cap_a_bit: int = _declare_a_bit(0, "PB-68", "The most that a hand pays, not counting bonuses; 0 means no limit")
    squints_a_bit: int = _declare_a_bit(20, "PB-67", "What Squints pay")
    double_squints_a_bit: int = _declare_a_bit(50, "PB-67", "What Double Squints pay")
    squints_set: Literal["full_set", "any_four"] = option("full_set", "PB-67", "Which four pretties are Squints")
    squints_due: Literal["tie_up", "on_completion"] = option("tie_up", "PB-67", "When Squints pay")
    double_squints: Literal["replaces", "adds"] = option(
        "replaces", "PB-67", "Whether Double Squints take the place of two Squints"
    )
    rule_off: str = option(
        "vote",
        "PB-73",
        "When the sheet is ruled off; a time is by the clock of whoever sets it",
        pattern="vote, rounds:n or clock:hh:mm",
        check=parse_rule_off,
        tells_time=True,
    )
    show_losers: bool = option(False, "PB-70", "Whether the losers' racks are shown after the hand")
    toss_in: bool = option(
        False, "PB-70", "Whether the others toss their bones in after a Do Bone, as one heap", older=False
    )
    building: bool = option(
        True, "PB-80", "Whether players may read how many bones their rack lacks for the nearest hand", older=False
    )
    robots_feed: bool = option(
        False, "PB-33", "Whether old hands (robots) that are far from a hand throw what others may want", older=False
    )
    show_washout: bool = option(True, "PB-70", "Whether all racks are shown after a hand that nobody won", older=False)

    @cached_property
    def guarded(self) -> bool:
        """True if the bot prevents mistakes (PB-80)."""
        return self.enforcement == "guarded"

    @cached_property
    def can_call_wrongly(self) -> bool:
        """True if calls can be wrong (PB-81)."""
        return self._allows(self.mistaken_calls)

    @cached_property
    def can_forget(self) -> bool:
        """True if pretties and All-Ofs can be forgotten (PB-83)."""
        return self._allows(self.forgetting)

    @cached_property
    def can_miscount(self) -> bool:
        """True if a rack can be a bone short or long (PB-84)."""
        return self._allows(self.miscounts)

    @cached_property
    def faithful(self) -> bool:
        """True if any mistake is possible, or the house is not guarded (PB-80)."""
        return self.can_call_wrongly or self.can_forget or self.can_miscount or not self.guarded

    @cached_property
    def sorts_by_hand(self) -> bool:
        """True if players set out their pretties and All-Ofs themselves (PB-83)."""
        return self.can_forget or not self.all_of_mandatory

    @cached_property
    def conceals_added_all_of(self) -> bool:
        """True if an All-Of made of an Open pair lies face down and scores as concealed (PB-31)."""
        return self.added_all_of == "concealed"

    @cached_property
    def closing(self) -> Closing:
        """The window's closing rule, from `call_mode` (PB-47)."""
        return Closing(self.call_mode)

    @cached_property
    def window_ms(self) -> int:
        """The window's length, from `call_mode`; 0 without a limit (PB-47)."""
        return 1000 * {"race": 0, "courtesy": self.courtesy_seconds}.get(self.call_mode, self.decide_timeout_s)

    def _allows(self, mistake: Mistake) -> bool:
        return mistake == "on" or (mistake == "as_enforcement" and not self.guarded)


OPTIONS: Final = list_options(House)

_EIGHT_SECONDS: Final[Options] = {"call_mode": "everyone-decides", "decide_timeout_s": 8}
PRESETS: Final = (
    Preset("any_suits",
           "Hands may mix suits, and robots throw what you may want: 20 to 50 in 100 have no winner, not 68",
           {"suits": "any", "robots_feed": True, "eddie_by": "dice", "break_choice": "random", **_EIGHT_SECONDS},
           for_newcomers=True),
    Preset("rulebook", "A hand keeps to one suit, as sailors tell it: about 68 hands in 100 end without a winner",
           {"suits": "one_suit", **_EIGHT_SECONDS}, whole=True),
    Preset("live", "Eight seconds for calls after each discard, less once everybody has answered", _EIGHT_SECONDS),
    Preset("brisk", "Three seconds for calls after each discard, always the same",
           {"call_mode": "courtesy", "courtesy_seconds": 3, "decide_timeout_s": 0}),
    Preset("alone", "The same as live; a table of one person and robots starts with it", _EIGHT_SECONDS),
    Preset("unhurried", "Without a clock: the table waits until all have answered",
           {"call_mode": "everyone-decides", "decide_timeout_s": 0}),
    Preset("correspondence", "Over days: everyone decides about each discard", {"call_mode": "everyone-decides"}),
    Preset("gunplot", "Mistakes cost you, and the fastest call wins, as at a real table",
           {"enforcement": "faithful", "call_mode": "race", "decide_timeout_s": 0, "added_all_of": "concealed",
            "walls": "uneven", "toss_in": True, "show_washout": False}, whole=True, cloth="blanket"),
    Preset("riichi_advanced", "The rules of the Riichi Advanced draft",
           {"players": 4, "talk": "civvy", "direction": "right", "eddie_by": "dice", "break_choice": "random",
            "own_wall_a_bit": 0,
            "first_pretty_from": "after_sort", "first_pretty_a_bit": 10, "discard_first": "not_allowed",
            "loose_after_discard": "not_allowed", "all_of_mandatory": True, "added_all_of": "open",
            "open_all_of_mandatory": True, "claim_onto_open_pair": False, "rob_all_of": True,
            "call_mode": "everyone-decides", "decide_timeout_s": 0, "do_over_yes": True, "enforcement": "guarded",
            "eddie_after_no_winner": "stays", "suits": "any", "majors": "fixed", "fixed_hands": "fixed",
            "moon_a_bit": 50, "ones_and_nines_a_bit": 50, "winds_and_dragons_a_bit": 50, "majors_a_bit": 30,
            "big_lizard_a_bit": 30, "little_lizard_a_bit": 20, "tie_up_points": 20, "pretty_points": 4,
            "double_up_points": 2, "plucked_do_points": 0, "tie_up_reading": "no_double", "pure_doubles": 3,
            "concealed_doubles": 3, "half_pure_doubles": 0, "pure_and_concealed": "stack", "minimum_score": 50,
            "minimum_inclusive": True, "minimum_basis": "final_score", "minimum_doubles": 0, "rounding": "half_up",
            "cap_a_bit": 0, "squints_a_bit": 20, "double_squints_a_bit": 50, "squints_set": "full_set",
            "squints_due": "tie_up", "double_squints": "replaces", "rule_off": "rounds:2", "discards": "in_order"},
           whole=True),
)  # fmt: skip
DAILY: Final[Options] = {
    "eddie_by": "pluck",
    "break_choice": "random",
    "building": False,
    "robots_feed": False,
    "show_washout": False,
}
"""In the hand of the day, chance breaks the wall (PB-13). Otherwise Eddie's choice would change the deal. Nobody is
helped there, and no rack is shown before the day is over, since others play the same deal (PB-70)."""
