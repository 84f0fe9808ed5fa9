"""The wording of Pussers Bones."""

from typing import Final

from bot.wording.game_wording import read_wording
from games.core.time_of_day import TimeOfDay
from games.pussers.options import parse_rule_off


def _tell_rule_off(value: str) -> tuple[str, dict[str, object]]:
    closing = TimeOfDay.read(value)
    if closing is None:
        return "rule_off/rounds", {"count": parse_rule_off(value)[1]}
    place = closing.zone.rpartition("/")[2].replace("_", " ")
    return ("rule_off/clock_in" if place else "rule_off/clock"), {"time": closing.on_clock, "place": place}


WORDING: Final = read_wording(
    "pussers-bones",
    themes={
        "time": ("yes_closes", "do_over_yes"),
        "mistakes": ("forgetting", "miscounts", "shit_tie_up_a_bit", "mistaken_yes_a_bit", "after_shit_tie_up"),
        "deal": (
            "players", "three_player_seats", "eddie_repluck", "eddie_after_no_winner", "direction",
            "eddie_by", "walls", "break_choice", "own_wall_a_bit", "own_wall_scope", "own_wall_due", "loose",
        ),
        "play": (
            "discards", "discard_first", "loose_after_discard", "all_of_mandatory", "added_all_of",
            "open_all_of_mandatory", "claim_onto_open_pair", "rob_all_of", "last_bone_discard", "show_losers",
            "toss_in", "show_washout", "building", "robots_feed",
        ),
        "hands": (
            "suits", "majors", "fixed_hands", "moon_a_bit", "ones_and_nines_a_bit", "winds_and_dragons_a_bit",
            "majors_a_bit", "big_lizard_a_bit", "little_lizard_a_bit", "minimum_score", "minimum_inclusive",
            "minimum_basis", "minimum_doubles", "concealed_hand", "called_do_pair",
        ),
        "points": (
            "tie_up_points", "pretty_points", "double_up_points", "plucked_do_points", "plucked_do_when",
            "tie_up_reading", "pure_doubles", "concealed_doubles", "half_pure_doubles", "pure_and_concealed",
            "rounding", "cap_a_bit", "first_pretty_from", "first_pretty_a_bit", "squints_a_bit",
            "double_squints_a_bit", "squints_set", "squints_due", "double_squints",
        ),
        "end": ("rule_off",),
        "stakes": ("cents_per_point",),
        "table": ("talk", "nicknames"),
    },
)._replace(tellers={"rule_off": _tell_rule_off})  # fmt: skip
