"""The house rules of Pussers Bones in words."""

from typing import Final

from bot.wording.house_rule import HouseRule
from games.core.time_of_day import TimeOfDay
from games.pussers.options import parse_rule_off


def _describe_rule_off(value: str) -> tuple[str, dict[str, object]]:
    closing = TimeOfDay.read(value)
    if closing is None:
        return "rule_off/rounds", {"count": parse_rule_off(value)[1]}
    place = closing.zone.rpartition("/")[2].replace("_", " ")
    return ("rule_off/clock_in" if place else "rule_off/clock"), {"time": closing.on_clock, "place": place}


HOUSE: Final = {
    "yes_closes": HouseRule(
        "When {button:yes} is too late",
        "time",
        {"next_action": "with the next action", "next_discard": "with the next throw"},
    ),
    "do_over_yes": HouseRule("{button:dobone} beats an earlier {button:yes}", "time"),
    "forgetting": HouseRule("Forgetting to set out", "mistakes"),
    "miscounts": HouseRule("Too many or too few bones", "mistakes"),
    "shit_tie_up_a_bit": HouseRule("Cost of a {term:shit_tie_up}", "mistakes", unit="a bit|a bit"),
    "mistaken_yes_a_bit": HouseRule(
        "Cost of a mistaken {button:yes}", "mistakes", nothing="nothing", unit="a bit|a bit"
    ),
    "after_shit_tie_up": HouseRule(
        "After a {term:shit_tie_up}",
        "mistakes",
        {"eddie_stays": "{term:eddie} stays", "eddie_moves": "{term:eddie} moves on"},
    ),
    "players": HouseRule("Number of players", "deal"),
    "three_player_seats": HouseRule(
        "Seats with three players",
        "deal",
        {"floating": "{term:normie}'s stays empty", "fixed_chair": "one chair stays empty"},
    ),
    "eddie_repluck": HouseRule(
        "{term:Plucking} again for {term:eddie}", "deal", {"tied_only": "those who tied", "all": "everybody"}
    ),
    "eddie_after_no_winner": HouseRule(
        "{term:eddie} after a drawn hand", "deal", {"stays": "stays", "moves": "moves on"}
    ),
    "direction": HouseRule("Direction of play", "deal", {"left": "to the left", "right": "to the right"}),
    "eddie_by": HouseRule("The first {term:eddie}", "deal", {"pluck": "by {term:plucking}", "dice": "by dice"}),
    "walls": HouseRule("The walls", "deal", {"even": "of one length", "uneven": "one short and one long"}),
    "break_choice": HouseRule("Who chooses the break", "deal", {"eddie": "{term:eddie}", "random": "chance"}),
    "own_wall_a_bit": HouseRule("Penalty for breaking one's own wall", "deal", nothing="nothing", unit="a bit|a bit"),
    "own_wall_scope": HouseRule(
        "What counts as one's own wall", "deal", {"deal": "{term:eddie}'s whole deal", "break_only": "the break alone"}
    ),
    "own_wall_due": HouseRule(
        "When the penalty for one's own wall is due",
        "deal",
        {"at_once": "at once", "end_of_hand": "at the end of the hand"},
    ),
    "loose": HouseRule("The Loose", "deal", {"tail": "the wall's other end", "box": "a box of 14 bones"}),
    "discard_first": HouseRule("Throwing before {term:plucking}", "play"),
    "loose_after_discard": HouseRule("{term:Plucking} off the Loose after a throw", "play"),
    "all_of_mandatory": HouseRule("All-Ofs must be set out", "play"),
    "added_all_of": HouseRule("A fourth added to a pair", "play", {"open": "open", "concealed": "concealed"}),
    "open_all_of_mandatory": HouseRule("A thrown fourth must be called", "play"),
    "claim_onto_open_pair": HouseRule("{button:yes} onto an open pair", "play"),
    "rob_all_of": HouseRule("Robbing a fourth", "play"),
    "last_bone_discard": HouseRule("A throw after the last bone", "play"),
    "show_losers": HouseRule("Showing the losers' hands", "play"),
    "toss_in": HouseRule("The others' bones tossed in, as one heap", "play"),
    "show_washout": HouseRule("Showing all hands if nobody wins", "play"),
    "suits": HouseRule("Suits in a hand", "hands", {"one_suit": "one suit", "any": "any suits"}),
    "majors": HouseRule(
        "What a Majors hand is", "hands", {"fixed": "a hand with a fixed score", "counted": "a hand that is counted"}
    ),
    "fixed_hands": HouseRule(
        "What fixed hands pay",
        "hands",
        {"fixed": "their fixed score", "better_of": "their fixed score or their count, whichever is higher"},
    ),
    "moon_a_bit": HouseRule("Pay for a Moon", "hands", unit="a bit|a bit"),
    "ones_and_nines_a_bit": HouseRule("Pay for 1s and 9s", "hands", unit="a bit|a bit"),
    "winds_and_dragons_a_bit": HouseRule("Pay for Winds and Dragons", "hands", unit="a bit|a bit"),
    "majors_a_bit": HouseRule("Pay for Majors", "hands", unit="a bit|a bit"),
    "big_lizard_a_bit": HouseRule("Pay for a Big Lizard", "hands", unit="a bit|a bit"),
    "little_lizard_a_bit": HouseRule("Pay for a Little Lizard", "hands", unit="a bit|a bit"),
    "minimum_score": HouseRule("Lowest score to {term:tie_up}", "hands", nothing="none"),
    "minimum_inclusive": HouseRule("The lowest score itself is enough", "hands"),
    "minimum_basis": HouseRule(
        "What must reach the lowest score",
        "hands",
        {"final_score": "the score", "raw_points": "the points before doubling"},
    ),
    "minimum_doubles": HouseRule("Doubles needed to {term:tie_up}", "hands"),
    "concealed_hand": HouseRule(
        "What a Concealed hand is",
        "hands",
        {
            "no_open_pairs": "one without open pairs",
            "plucked_throughout": "one that was {term:plucked} throughout",
            "nothing_called_before_do": "one with nothing called before the {term:do_bone}",
        },
    ),
    "called_do_pair": HouseRule(
        "A pair made by the called {term:do_bone}", "hands", {"open": "open", "concealed": "concealed"}
    ),
    "tie_up_points": HouseRule("Points for tying up", "points"),
    "pretty_points": HouseRule("Points for a pretty", "points"),
    "double_up_points": HouseRule("Points for the double-up", "points"),
    "plucked_do_points": HouseRule("Points for a {term:plucked} {term:do_bone}", "points"),
    "plucked_do_when": HouseRule(
        "When a {term:plucked} {term:do_bone} counts",
        "points",
        {"any_pluck": "after any {term:pluck}", "last_bone": "only as the last bone"},
    ),
    "tie_up_reading": HouseRule(
        "The line “points x 2”",
        "points",
        {"x2_is_the_double": "the double for tying up", "x2_as_well": "one more double", "no_double": "no double"},
    ),
    "pure_doubles": HouseRule("Doubles for a Pure hand", "points"),
    "concealed_doubles": HouseRule("Doubles for a Concealed hand", "points"),
    "half_pure_doubles": HouseRule("Doubles for a half-Pure hand", "points"),
    "pure_and_concealed": HouseRule(
        "Pure and Concealed together", "points", {"stack": "both count", "larger_only": "the larger one counts"}
    ),
    "rounding": HouseRule(
        "Rounding", "points", {"half_up": "halves up", "half_down": "halves down", "floor": "always down"}
    ),
    "cap_a_bit": HouseRule("Most that a hand pays", "points", nothing="no limit", unit="a bit|a bit"),
    "first_pretty_from": HouseRule(
        "The First Pretty counts",
        "points",
        {"eddies_one": "from {term:eddie}'s One on", "after_sort": "once the hands are sorted"},
    ),
    "first_pretty_a_bit": HouseRule("Pay for the First Pretty", "points", nothing="nothing", unit="a bit|a bit"),
    "squints_a_bit": HouseRule("Pay for Squints", "points", unit="a bit|a bit"),
    "double_squints_a_bit": HouseRule("Pay for Double Squints", "points", unit="a bit|a bit"),
    "squints_set": HouseRule(
        "What Squints are", "points", {"full_set": "one full set", "any_four": "any four pretties"}
    ),
    "squints_due": HouseRule(
        "When Squints are paid",
        "points",
        {"tie_up": "when somebody {term:ties_up}", "on_completion": "as soon as they are complete"},
    ),
    "double_squints": HouseRule(
        "What Double Squints do",
        "points",
        {"replaces": "they take the place of two Squints", "adds": "they count as well as two Squints"},
    ),
    "rule_off": HouseRule("When the sheet ends", "end", {"vote": "by vote"}, tell=_describe_rule_off),
    "cents_per_point": HouseRule("Worth of a point", "stakes"),
    "talk": HouseRule("Way of talking", "table", {"civil": "civil", "messdeck": "mess deck", "civvy": "civvy"}),
    "nicknames": HouseRule(
        "Nicknames of bones", "table", allowed="names by piece, such as “Jimmy Rick=Snoopy, Blood=Claret”"
    ),
}
