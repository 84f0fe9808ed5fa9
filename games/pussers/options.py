"""The house options of Pussers Bones (docs/rules/pussers-bones.md, section 6)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.core.options import A_WEEK_S, AnyOption, Option, Options, Preset, Value, bind, number, settle
from games.core.refused import Refused
from games.core.window import Closing
from games.pieces.bones import CODES

_ENFORCED: Final = ("as_enforcement", "on", "off")


MOST_A_BIT: Final = 10_000
MOST_POINTS: Final = 1_000


def _a_bit(name: str, default: int, rule: str, plain: str, least: int = 0) -> Option[int]:
    return Option(name, default, rule, plain, least=least, most=MOST_A_BIT)


def _nicknames(given: Value) -> tuple[tuple[str, str], ...]:
    named = given.items() if isinstance(given, Mapping) else ()
    names = {str(bone).upper(): str(name).strip() for bone, name in named}
    if not isinstance(given, Mapping) or not all(bone in CODES and name for bone, name in names.items()):
        raise Refused("PB-91", "nicknames", allowed="bone codes with names")
    return tuple(sorted(names.items()))


def rule_off(text: str) -> tuple[str, int]:
    """Parse `rule_off`: ("vote", 0), ("rounds", n) or ("clock", minutes after midnight, UTC). PB-73.

    Raises Refused for anything else.
    """
    if text == "vote":
        return "vote", 0
    if found := re.fullmatch(r"rounds:([1-9]\d{0,3})", text, re.ASCII):
        return "rounds", int(found[1])
    if found := re.fullmatch(r"clock:([01]?\d|2[0-3]):([0-5]\d)", text, re.ASCII):
        return "clock", 60 * int(found[1]) + int(found[2])
    raise Refused("PB-73", "rule_off", given=text, allowed="vote, rounds:n or clock:hh:mm")


OPTIONS: Final[tuple[AnyOption, ...]] = (
    Option("players", 4, "PB-1", "How many play", (3, 4), limits_seats=True, follows_seats=True),
    Option("three_player_seats", "floating", "PB-3", "Whether the empty seat is always Normie's or one fixed chair",
           ("floating", "fixed_chair")),
    Option("cents_per_point", 1, "PB-4", "What one point of the sheet is worth, in the house's own unit", least=0,
           most=1_000),
    Option("talk", "civil", "PB-91", "The names that bones are called by", ("civil", "messdeck", "civvy"),
           names_talk=True),
    Option[Mapping[str, str]]("nicknames", {}, "PB-91", "The table's own names for bones, by code", check=_nicknames,
           names_pieces=True),
    Option("eddie_repluck", "tied_only", "PB-8", "Who plucks again when the highest is tied", ("tied_only", "all")),
    Option("walls", "even", "PB-10", "Whether all walls have 18 stacks, or chance makes one short and one long",
           ("even", "uneven"), older="even"),
    Option("break_choice", "eddie", "PB-13", "Who says where the wall is broken", ("eddie", "random")),
    _a_bit("own_wall_a_bit", 50, "PB-14", "What Eddie pays each for breaking into their own wall; 0 is off"),
    Option("own_wall_scope", "deal", "PB-14", "Whether Eddie's whole deal counts or only the break",
           ("deal", "break_only")),
    Option("own_wall_due", "at_once", "PB-14", "When Eddie pays for it", ("at_once", "end_of_hand")),
    Option("loose", "tail", "PB-17", "Whether the Loose is the wall's other end or a box of 14 of its own",
           ("tail", "box")),
    Option("first_pretty_from", "eddies_one", "PB-24", "From when a pretty can be the First Pretty",
           ("eddies_one", "after_sort")),
    _a_bit("first_pretty_a_bit", 10, "PB-24", "What everybody pays for the First Pretty"),
    Option("discard_first", "allowed", "PB-27", "Whether one may discard before plucking",
           ("allowed", "not_allowed")),
    Option("loose_after_discard", "allowed", "PB-28", "Whether one may discard before taking a bone off the Loose",
           ("allowed", "required", "not_allowed")),
    Option("all_of_mandatory", True, "PB-32", "Whether four alike must be set out"),
    Option("added_all_of", "open", "PB-31", "How an All-Of made of an Open pair scores", ("open", "concealed")),
    Option("claim_onto_open_pair", False, "PB-42", "Whether a discarded fourth may be called onto an Open pair"),
    Option("rob_all_of", False, "PB-48", "Whether a fourth added to an Open pair may be called for a Do Bone"),
    Option("last_bone_discard", False, "PB-49", "Whether whoever plucks the last bone discards once more"),
    Option("call_mode", "everyone-decides", "PB-47", "How calls are heard",
           ("race", "courtesy", "everyone-decides")),
    Option("courtesy_seconds", 8, "PB-47", "How long the table listens after a discard", least=3, most=60),
    Option("race_grace_ms", 1000, "PB-47", "How long a call may be on its way (milliseconds)", least=0, most=5000),
    Option("decide_timeout_s", 0, "PB-47", "After how many seconds silence is a pass; 0 is never", least=0,
           most=A_WEEK_S),
    Option("yes_closes", "next_action", "PB-45", "What ends the time for Yes in a race",
           ("next_action", "next_discard")),
    Option("do_over_yes", True, "PB-46", "Whether a Do Bone beats an earlier Yes in a race"),
    Option("enforcement", "guarded", "PB-80", "Whether the bot prevents mistakes or lets them cost",
           ("guarded", "faithful")),
    Option("mistaken_calls", "as_enforcement", "PB-81", "Whether calls can be wrong", _ENFORCED),
    Option("forgetting", "as_enforcement", "PB-83", "Whether pretties and All-Ofs can be forgotten", _ENFORCED),
    Option("miscounts", "as_enforcement", "PB-84", "Whether a rack can be a bone short or long", _ENFORCED),
    _a_bit("shit_tie_up_a_bit", 50, "PB-82", "What a mistaken Do Bone pays each of the others"),
    _a_bit("mistaken_yes_a_bit", 0, "PB-81", "What a mistaken Yes pays each of the others"),
    Option("after_shit_tie_up", "eddie_stays", "PB-82", "Whether Eddie moves on after a Shit Tie Up",
           ("eddie_stays", "eddie_moves")),
    Option("eddie_after_no_winner", "stays", "PB-71", "Whether Eddie moves on when nobody ties up",
           ("stays", "moves")),
    Option("suits", "one_suit", "PB-52", "Whether a Minors hand may mix suits", ("one_suit", "any")),
    Option("majors", "fixed", "PB-54", "Whether a Majors hand has a fixed score", ("fixed", "counted")),
    Option("fixed_hands", "fixed", "PB-59", "Whether a fixed hand takes its count where that is higher",
           ("fixed", "better_of")),
    _a_bit("moon_a_bit", 50, "PB-65", "What a Moon pays", 1),
    _a_bit("ones_and_nines_a_bit", 50, "PB-65", "What 1s and 9s pay", 1),
    _a_bit("winds_and_dragons_a_bit", 50, "PB-65", "What Winds and Dragons pay", 1),
    _a_bit("majors_a_bit", 30, "PB-65", "What Majors pay", 1),
    _a_bit("big_lizard_a_bit", 30, "PB-65", "What a Big Lizard pays", 1),
    _a_bit("little_lizard_a_bit", 20, "PB-65", "What a Little Lizard pays", 1),
    Option("tie_up_points", 20, "PB-61", "Points for tying up", least=0, most=MOST_POINTS),
    Option("pretty_points", 4, "PB-61", "Points for a pretty", least=0, most=MOST_POINTS),
    Option("double_up_points", 2, "PB-61", "Points for a double-up of dragons or of your own breeze", least=0,
           most=MOST_POINTS),
    Option("plucked_do_points", 2, "PB-61", "Points for a plucked Do bone", (0, 2, 10)),
    Option("plucked_do_when", "any_pluck", "PB-61", "Which plucked Do bone earns those points",
           ("any_pluck", "last_bone")),
    Option("tie_up_reading", "x2_is_the_double", "PB-63", "What the line \"points x 2\" of the sum means",
           ("x2_is_the_double", "x2_as_well", "no_double")),
    Option("pure_doubles", 3, "PB-62", "Doubles of a Pure hand", least=0, most=6),
    Option("concealed_doubles", 3, "PB-62", "Doubles of a Concealed hand", least=0, most=6),
    Option("half_pure_doubles", 0, "PB-62", "Doubles for one suit with breezes or dragons", (0, 1)),
    Option("pure_and_concealed", "stack", "PB-62", "Whether Pure and Concealed add up", ("stack", "larger_only")),
    Option("concealed_hand", "no_open_pairs", "PB-62", "What makes a hand Concealed",
           ("no_open_pairs", "plucked_throughout", "nothing_called_before_do")),
    Option("called_do_pair", "open", "PB-61", "How a pair that a called Do bone finishes scores",
           ("open", "concealed")),
    Option("minimum_score", 50, "PB-66", "What a counted hand must reach", least=0, most=MOST_A_BIT),
    Option("minimum_inclusive", True, "PB-66", "Whether exactly the minimum is enough"),
    Option("minimum_basis", "final_score", "PB-66", "What must reach the minimum", ("final_score", "raw_points")),
    Option("minimum_doubles", 1, "PB-66", "Doubles a counted hand must have besides the tie-up double", (0, 1, 2)),
    Option("rounding", "half_up", "PB-64", "How a score is rounded to hundreds", ("half_up", "half_down", "floor")),
    _a_bit("cap_a_bit", 0, "PB-68", "The most that a hand pays, bonuses apart; 0 is no limit"),
    _a_bit("squints_a_bit", 20, "PB-67", "What Squints pay"),
    _a_bit("double_squints_a_bit", 50, "PB-67", "What Double Squints pay"),
    Option("squints_set", "full_set", "PB-67", "Which four pretties are Squints", ("full_set", "any_four")),
    Option("squints_due", "tie_up", "PB-67", "When Squints pay", ("tie_up", "on_completion")),
    Option("double_squints", "replaces", "PB-67", "Whether Double Squints take the place of two Squints",
           ("replaces", "adds")),
    Option("rule_off", "vote", "PB-73", "What closes the sheet (a clock is UTC)",
           pattern="vote, rounds:n or clock:hh:mm", check=rule_off),
    Option("show_losers", False, "PB-70", "Whether the losers' racks are shown after the hand"),
    Option("show_washout", True, "PB-70", "Whether all racks are shown after a hand that nobody won", older=False),
)  # fmt: skip

_EIGHT_SECONDS: Final[Options] = {"call_mode": "everyone-decides", "decide_timeout_s": 8}
PRESETS: Final = (
    Preset("any_suits", "Sets in any suits: nobody wins some 40 of 100 hands, instead of 68",
           {"suits": "any", **_EIGHT_SECONDS}, newcomers=True),
    Preset("rulebook", "Sets in one suit, as sailors tell it: nobody wins some 68 of 100 hands",
           {"suits": "one_suit", **_EIGHT_SECONDS}),
    Preset("live", "Eight seconds for calls after each discard, fewer once all have answered", _EIGHT_SECONDS),
    Preset("brisk", "Three seconds for calls after each discard, always the same",
           {"call_mode": "courtesy", "courtesy_seconds": 3}),
    Preset("alone", "As live; one person with robots begins with it", _EIGHT_SECONDS),
    Preset("unhurried", "Without a clock: the table waits until all have answered",
           {"call_mode": "everyone-decides", "decide_timeout_s": 0}),
    Preset("correspondence", "Over days: everyone decides about each discard", {"call_mode": "everyone-decides"}),
    Preset("gunplot", "Mistakes cost and calls are a race, as at a table",
           {"enforcement": "faithful", "call_mode": "race", "added_all_of": "concealed", "walls": "uneven"}),
    Preset("riichi_advanced", "The rules of the Riichi Advanced draft",
           {"players": 4, "talk": "civvy", "break_choice": "random", "own_wall_a_bit": 0,
            "first_pretty_from": "after_sort", "first_pretty_a_bit": 10, "discard_first": "not_allowed",
            "loose_after_discard": "not_allowed", "all_of_mandatory": True, "added_all_of": "open",
            "claim_onto_open_pair": False, "rob_all_of": True, "call_mode": "everyone-decides",
            "decide_timeout_s": 0, "do_over_yes": True, "enforcement": "guarded", "eddie_after_no_winner": "stays",
            "suits": "any", "majors": "fixed", "fixed_hands": "fixed", "moon_a_bit": 50,
            "ones_and_nines_a_bit": 50, "winds_and_dragons_a_bit": 50, "majors_a_bit": 30, "big_lizard_a_bit": 30,
            "little_lizard_a_bit": 20, "tie_up_points": 20, "pretty_points": 4, "double_up_points": 2,
            "plucked_do_points": 0, "tie_up_reading": "no_double", "pure_doubles": 3, "concealed_doubles": 3,
            "half_pure_doubles": 0, "pure_and_concealed": "stack", "minimum_score": 50, "minimum_inclusive": True,
            "minimum_basis": "final_score", "minimum_doubles": 0, "rounding": "half_up", "cap_a_bit": 0,
            "squints_a_bit": 20, "double_squints_a_bit": 50, "squints_set": "full_set", "squints_due": "tie_up",
            "double_squints": "replaces", "rule_off": "rounds:2"}),
)  # fmt: skip
DAILY: Final[Options] = {"break_choice": "random"}
"""In the hand of the day chance breaks the wall (PB-13). Otherwise Eddie's choice would decide the deal."""


@dataclass(frozen=True, slots=True)
class House:
    """The settled options of a table: one attribute for each option, and values derived from several."""

    players: int
    three_player_seats: str
    cents_per_point: int
    talk: str
    nicknames: tuple[tuple[str, str], ...]
    eddie_repluck: str
    walls: str
    break_choice: str
    own_wall_a_bit: int
    own_wall_scope: str
    own_wall_due: str
    loose: str
    first_pretty_from: str
    first_pretty_a_bit: int
    discard_first: str
    loose_after_discard: str
    all_of_mandatory: bool
    added_all_of: str
    claim_onto_open_pair: bool
    rob_all_of: bool
    last_bone_discard: bool
    call_mode: str
    courtesy_seconds: int
    race_grace_ms: int
    decide_timeout_s: int
    yes_closes: str
    do_over_yes: bool
    enforcement: str
    mistaken_calls: bool
    forgetting: bool
    miscounts: bool
    shit_tie_up_a_bit: int
    mistaken_yes_a_bit: int
    after_shit_tie_up: str
    eddie_after_no_winner: str
    suits: str
    majors: str
    fixed_hands: str
    moon_a_bit: int
    ones_and_nines_a_bit: int
    winds_and_dragons_a_bit: int
    majors_a_bit: int
    big_lizard_a_bit: int
    little_lizard_a_bit: int
    tie_up_points: int
    pretty_points: int
    double_up_points: int
    plucked_do_points: int
    plucked_do_when: str
    tie_up_reading: str
    pure_doubles: int
    concealed_doubles: int
    half_pure_doubles: int
    pure_and_concealed: str
    concealed_hand: str
    called_do_pair: str
    minimum_score: int
    minimum_inclusive: bool
    minimum_basis: str
    minimum_doubles: int
    rounding: str
    cap_a_bit: int
    squints_a_bit: int
    double_squints_a_bit: int
    squints_set: str
    squints_due: str
    double_squints: str
    rule_off: str
    show_losers: bool
    show_washout: bool
    guarded: bool
    faithful: bool
    sorts_by_hand: bool
    closing: Closing
    """The window's closing rule, from `call_mode` (PB-47)."""
    window_ms: int
    """The window's length, from `call_mode`; 0 without a limit (PB-47)."""

    @staticmethod
    def of(options: Options) -> "House":
        """The house of settled options."""
        guarded = options["enforcement"] == "guarded"
        mistaken_calls, forgetting, miscounts = (  # PB-80
            options[mistake] == "on" or (options[mistake] == "as_enforcement" and not guarded)
            for mistake in ("mistaken_calls", "forgetting", "miscounts")
        )
        closing = Closing(options["call_mode"])
        length = {Closing.COURTESY: "courtesy_seconds", Closing.EVERYONE: "decide_timeout_s"}.get(closing)  # PB-47
        return bind(
            House,
            options,
            nicknames=_nicknames(options["nicknames"]),
            mistaken_calls=mistaken_calls,
            forgetting=forgetting,
            miscounts=miscounts,
            guarded=guarded,
            faithful=mistaken_calls or forgetting or miscounts or not guarded,
            sorts_by_hand=forgetting or not options["all_of_mandatory"],
            closing=closing,
            window_ms=1000 * number(options, length) if length else 0,
        )


DEFAULT_HOUSE: Final = House.of(settle(OPTIONS))
