"""By key of a refusal, words in the text of its rule: whoever looks the rule up reads what was refused.

Rules of all games; `test_rulebook` compares them.
"""

from typing import Final

_WORDS: Final = """
PB-1/players = three or four; no_such_seat = the fourth is ignored
PB-8/not_you = the tied players alone pluck again
PB-13/not_eddie = eddie chooses; no_such_stack = any stack of any wall
PB-14/own_wall = eddie must take nothing from
PB-20/not_yet = each finishes before the next begins
PB-21/pretty = can never be discarded
PB-26/no_such_end = from the head; plucked_already = one working bone; not_now = and one discard
PB-27/pluck_first = may discard before they pluck
PB-28/not_owed = owed one bone off the loose; loose_first = before discarding; discard_first = or discard first
PB-32/bot_does_it = the bot does it; not_your_turn = in the turn that makes it
PB-33/not_your_turn = the turn passes; not_in_rack = a bone of the player's rack
PB-40/own_discard = not by the player who threw it; nothing_to_call = only the latest discard
PB-41/not_enough = two of the discard in their rack; nothing_to_call = the discard
PB-42/must_take = may make this call a duty
PB-44/nothing_to_call = the latest discard; no_do_bone = off the loose, or on the latest discard
PB-44/owed = nothing may be owed
PB-45/too_late = is good until
PB-46/taken = there is one winner
PB-47/wait = a call on its way can still arrive; not_yet = stays open until
PB-47/said_yes = a pass alone does not take it back
PB-47/nothing_said = may be taken back while; nothing_to_pass = called or passed
PB-47/window_open = nobody may pluck or discard meanwhile; not_your_turn = nobody may pluck
PB-48/only_dobone = "do bone!" may take the fourth
PB-49/only_dobone = "yes!" is no longer possible; wall_empty = the last bone leaves the wall
PB-49/no_discard = they do not discard
PB-50/wrong_count = exactly fourteen; undeclared_pretty = no pretty; undeclared_all_of = no four alike
PB-51/not_a_hand = four sets
PB-53/mixed_suits = not a hand
PB-66/no_double = at least one double; under_minimum = of 50 or more
PB-71/not_now = when this one is over; hand_under_way = when this one is over
PB-73/over = takes no more hands; agreed_beforehand = agreed beforehand; nobody_asks = by a vote; rule_off = says so
PB-82/said_already = cannot be taken back
PB-83/not_there = in the rack; nothing = set them out themselves
PB-85/no_excuse = excuse; mumbled = once after each turn
PB-91/nicknames = by the names
BD-1/players = two to eight; no_seat = live players
BD-6/not_now = each street runs
BD-10/too_few = needs two who are dealt in
BD-12/other_word = or complete
BD-13/not_your_turn = acts first; owes = owes chips calls, raises or folds; nothing_owed = checks or bets
BD-14/not_reopened = reopens nothing; other_word = a completion is the bet; capped = at most; fixed_limit = a fixed size
BD-17/short = goes all-in with what they have; top_up = tops up to the buy-in
BD-20/nothing_to_show = all live hands are shown
BD-22/not_yet = once a player's time is up
R4/no_target = one face-up 2 or 5; not_asked = the player dealt
R7/not_asked = holder
R18/own_cards = of their own choice
R19/no_target = any one face-up card; not_asked = holder
R20/cards_speak = (passive)
R24/must_bet = may not check, call or fold
SM-1/nothing_to_call = nothing can be called; too_late = time is up; not_live = all live players
SM-1/claimed = call or press
SM-1/no_such_rule = players call; done_already = all live players are done; not_asked = with its prompts
DD-1/players = four
DD-10/double_six_leads = must lay that tile first
DD-12/starter_plays = cannot pass their first turn
DD-20/no_such_end = two ends
DD-21/does_not_fit = equal to that of an end; which_end = fits both ends they choose
DD-22/can_play = must play if they can
DD-24/not_held = a tile not held; not_now = anything after; not_your_turn = out of turn; over = has ended
LB-1/players = two, three or four
LB-5/answered_already = cannot be changed; not_asked = everybody answers once
LB-6/not_your_double = not a double in the player's own
LB-9/hand_in_play = begins when that one is over
LB-11/closed_end = closed; no_such_end = can be played on as well
LB-12/does_not_fit = with that number
LB-14/which_end = otherwise it asks
LB-20/no_such_move = a turn is one of; no_play = no hand is in play
LB-20/not_seated = is refused; not_your_turn = out of turn
LB-21/can_play = lay a bone if any fits; draw_first = else draw
LB-22/drawn_already = one bone a turn; nothing_to_draw = down to the last bone
LB-23/draw_first = no draw before it
LB-24/not_held = a bone one does not hold
LB-34/nought = 0 or less is refused
LB-35/no_window = without an open window
LB-42/not_yet = before the end of the calling; too_late = after the count
LB-45/asked_and_answered = are refused
LB-46/six_six_led = nothing is above it
LB-52/done_already = pressed; no_last_call = after lb-25; score_first = said "no score"
LB-70/over = the game is over
LB-80/nothing_due = the order of the milliseconds
LB-81/wait = how soon the next player may act
LB-82/nothing_due = clock runs out
LB-91/reneges_off = calls of renege are refused; scores_automatic = score calls are refused
"""


def _read_words() -> dict[str, str]:
    found = {}
    for line in _WORDS.split("\n"):
        rule, _, rest = line.partition("/")
        for part in filter(None, rest.split("; ")):
            reason, _, words = part.partition(" = ")
            found[f"{rule}/{reason}"] = words
    return found


REFUSALS: Final = _read_words()
