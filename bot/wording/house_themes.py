"""The themes by which house rules are grouped, each with a sentence."""

from __future__ import annotations

from typing import Final, NamedTuple


class Theme(NamedTuple):
    """House rules that belong together."""

    key: str
    title: str
    plain: str
    """A sentence about them."""
    names: tuple[str, ...]
    """The identifiers of its rules, in the order in which they are shown."""


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


THEMES: Final = (
    Theme("time", "Calls and clocks", "How long the table listens, when it reminds and replaces a player, and how long "
        "robots think.", _names(
        "call_mode courtesy_seconds decide_timeout_s race_grace_ms yes_closes do_over_yes score_closes renege_closes "
        "last_call_s call_window_s choice_s bet_s tempo reminded_after vote_after stand_in_after next_hand_after")),
    Theme("mistakes", "Mistakes", "Whether they can be made, who points them out, and what they cost.", _names(
        "enforcement mistaken_calls forgetting miscounts shit_tie_up_a_bit mistaken_yes_a_bit after_shit_tie_up lead "
        "scores reneges wrong_score_penalty renege_penalty false_renege_penalty missed_doubles drawn_double "
        "restart_scores auto_pass nighty_night duty_callers")),
    Theme("deal", "Before the first move", "Who sits where, who begins, and how the pieces are dealt.", _names(
        "players three_player_seats max_seats eddie_repluck eddie_after_no_winner break_choice own_wall_a_bit "
        "own_wall_scope own_wall_due loose direction boneyard_reserve next_starter new_game_start redeal_doubles "
        "bring_in_reading")),
    Theme("play", "In the middle of a hand", "What a player may or must do in a turn.", _names(
        "discard_first loose_after_discard all_of_mandatory added_all_of claim_onto_open_pair rob_all_of "
        "last_bone_discard spinner_ends_count pass_when_able pass_before_draw all_pass raise_cap uncapped_heads_up "
        "live_bring_in top_up muck_losers show_losers")),
    Theme("cards", "What cards do", "How the rules of single cards are read.", _names(
        "trade_nine stale_fires eight_ball_turned duel_wrap duel_folded krabler_may_fold extend_on_reveal "
        "dead_six_blocks schizo_basis codependent_down jack_down_wild nuts_substitutes")),
    Theme("hands", "Hands that count", "What a hand must be, and what the fixed ones pay.", _names(
        "suits majors fixed_hands moon_a_bit ones_and_nines_a_bit winds_and_dragons_a_bit majors_a_bit "
        "big_lizard_a_bit little_lizard_a_bit minimum_score minimum_inclusive minimum_basis minimum_doubles "
        "concealed_hand called_do_pair")),
    Theme("points", "Points and doubles", "What a hand is worth.", _names(
        "tie_up_points pretty_points double_up_points plucked_do_points plucked_do_when tie_up_reading pure_doubles "
        "concealed_doubles half_pure_doubles pure_and_concealed rounding cap_a_bit first_pretty_from "
        "first_pretty_a_bit squints_a_bit double_squints_a_bit squints_set squints_due double_squints tie_share "
        "zero_floor out_counts")),
    Theme("end", "How it ends", "When the sheet, the game or the match is over.", _names(
        "rule_off target target_check game_tie game_points match_games")),
    Theme("stakes", "Stakes and the tally", "What is played for, and what goes into the crew's books.", _names(
        "cents_per_point ante bring_in small_bet big_bet fee nine_pay chip buy_in tally stake post stand_ins_score")),
    Theme("table", "The table itself", "Names, looks, the start, and when secrets open.", _names(
        "talk nicknames text_only start secrets")),
)  # fmt: skip


def theme_of(name: str) -> Theme:
    """The theme of a house rule; the last one for a rule that none names."""
    return next((theme for theme in THEMES if name in theme.names), THEMES[-1])
