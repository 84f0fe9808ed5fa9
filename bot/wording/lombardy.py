"""The sentences of Lombardy Bones. Nothing here hints at what could be called (LB-36, LB-93)."""

from typing import Final

from bot.wording import banter, evening, moments, pictures, real_table
from bot.wording.game_wording import GameWording
from bot.wording.house_rule import HouseRule

REFUSALS: Final[dict[str, str]] = {
    "LB-1/players": "Lombardy Bones is for two to four, not {players}",
    "LB-5/answered_already": "you have answered; it cannot be changed",
    "LB-5/not_asked": "no doubles are being called down now",
    "LB-6/not_your_double": "{bone} is not one of your doubles",
    "LB-9/hand_in_play": "the hand is still being played",
    "LB-11/closed_end": "end {end} is not open yet; A and B must both be covered first",
    "LB-11/no_such_end": "there is no end {end}; there are A, B, C and D",
    "LB-12/does_not_fit": "{bone} does not fit there",
    "LB-14/which_end": "{bone} fits at {ends}; say which",
    "LB-20/no_such_move": "that is not a move in this game",
    "LB-20/no_play": "no bone can be laid now; the board says what can be done",
    "LB-20/not_seated": "you have no seat at this table",
    "LB-20/not_your_turn": "it is {seat}'s turn",
    "LB-21/can_play": "you hold a bone that fits, and this house makes you lay one",
    "LB-21/draw_first": "in this house you draw before you pass",
    "LB-22/drawn_already": "you have drawn this turn",
    "LB-22/nothing_to_draw": "nothing is left to draw",
    "LB-23/draw_first": "in this house you draw before you pass",
    "LB-24/not_held": "you do not hold {bone}",
    "LB-34/nought": "zero is not a score; say how many, or no score",
    "LB-35/no_window": "you have no score to call: too late, or not your bone",
    "LB-42/not_yet": "nothing has been led yet",
    "LB-42/too_late": "too late to call renege",
    "LB-45/asked_and_answered": "you have asked, and been answered; nothing has changed since",
    "LB-46/six_six_led": "six-six led, and nothing is above it",
    "LB-52/done_already": "you have already said so",
    "LB-52/no_last_call": "there is no last call now",
    "LB-52/score_first": "call your score, or say no score",
    "LB-70/over": "the game is over",
    "LB-80/nothing_due": "nothing is due yet",
    "LB-81/wait": "{seat} may still call the last bone; wait a moment",
    "LB-82/nothing_due": "the table is not waiting for that player",
    "LB-91/reneges_off": "this house plays without reneges",
    "LB-91/scores_automatic": "here the table writes the scores",
}

LOG: Final[dict[str, str]] = {
    "log/lombardy.began": "{players:player|players} sit down to dominoes.",
    "log/lombardy.began/right": "{players:player|players} sit down to dominoes. Play goes to the right.",
    "log/lombardy.dealt": "**Hand {hand}**, deal {deal}: seven bones each. Own up to your doubles, everybody.",
    "log/lombardy.answered": "",
    "log/lombardy.led": "{seat} leads {bone}",
    "log/lombardy.nobody_led": "The doubles are called down, and nobody leads one",
    "log/lombardy.heard": "",
    "log/lombardy.settled": "",
    "log/lombardy.turned_down": "{seat}'s “{words}” did not count. {why}",
    "own/lombardy.turned_down": "Your “{words}” did not count. {why}",
    "log/lombardy.turned_down/hidden": "",
    "log/lombardy.laid": "{seat} lays {bone} at {end}",
    "short/lombardy.laid": "{seat} {bone} at {end}",
    "short/lombardy.drew/hidden": "{seat} draws",
    "short/lombardy.passed": "{seat} passes",
    "short/lombardy.waived": "{seat}: no score",
    "log/lombardy.drew": "{seat} draws {bone}",
    "log/lombardy.drew/hidden": "{seat} draws",
    "log/lombardy.passed": "{seat} passes",
    "log/lombardy.called": "{seat} calls {number}",
    "log/lombardy.called/right": "{seat} scores {number}",
    "log/lombardy.called/wrong": "{seat} calls {number}: wrong, {change:+}",
    "log/lombardy.waived": "{seat} says no score",
    "log/lombardy.wait_over": "",
    "log/lombardy.quiet_over": "",
    "log/lombardy.renege_called": "{seat} calls renege",
    "log/lombardy.renege_called/right": "{seat} calls renege, and it is one: {offenders}, with {doubles}",
    "log/lombardy.renege_called/wrong": "{seat} calls renege, and there is none: {change:+}",
    "log/lombardy.restarted": "The bones are gathered; the hand begins again. The sheet: {sheet_by}",
    "log/lombardy.last_call": "Last call: scores and reneges now, or never",
    "log/lombardy.last_call/out": "Out! Last call: scores and reneges now, or never",
    "log/lombardy.last_call/dead": "Nothing fits any more. Last call: scores and reneges now, or never",
    "log/lombardy.last_call/all_pass": "A whole round of passes. Last call: scores and reneges now, or never",
    "log/lombardy.done": "",
    "log/lombardy.shown": "Bones up; points are not written yet",
    "log/lombardy.counted": "Bones up, with these pips: {pips_by}. The sheet: {sheet_by}",
    "log/lombardy.game_over": "The game goes to {winners}. The sheet: {sheet_by}",
}

MESSAGES: Final[dict[str, str]] = {
    "front/facts": "-# 2 to 4 players · a hand takes some 4 minutes",
    "help/lombardy-bones": (
        "**Lombardy Bones**: dominoes in fives, for two to four. Make the open ends add up to a multiple of five and "
        "say the number: right scores, wrong costs ten, silence earns nothing. To 300."
    ),
    "expected/word": "play, draw, knock, score, noscore, renege, answer, done or next",
    "expected/piece": "a bone such as “6-4” or “double five”, and an end: A, B, C or D",
    "expected/double": "a double such as “6-6” or “double five”, or none",
    "expected/score": "a number such as 15, or none",
    "phase/lead": "{waiting} to own up to a double, or to none",
    "phase/no_lead": "nobody led; last call for reneges, then {button:done}",
    "phase/play": "{first} to lay a bone or knock",
    "phase/play/draw": "{first} to lay a bone, draw or knock",
    "phase/play/waits": "{first} to call a score, or no score",
    "yours/last_call": "last call: your score or a renege, if you have one",
    "phase/last_call": "last call for scores and reneges, then {button:done}",
    "phase/shown": "bones up: last call for reneges, then {button:done}",
    "phase/restart": "the hand begins again; {button:next} deals it",
    "phase/counted": "the hand is counted; {button:next} deals the next",
    "form/orders_example": "knock",
    "phase/over": "the game is over",
    "yours/lead": "own up to your highest double, or to none if you hold none",
    "yours/play": "your turn: lay a bone, or knock",
    "yours/play/draw": "your turn: lay a bone, draw or knock",
    "yours/play/waits": "your bone is down: call its score, or no score",
    "receipt_title/call": "Called score",
    "receipt_title/renege": "Renege",
    "receipt_title/count_out": "The count: out",
    "receipt_title/count_blocked": "The count: blocked",
    "receipt_title/count_tied": "The count: blocked, and tied for fewest",
    "receipt/called_right": "{seat} scores {number}",
    "receipt/called_wrong": "{seat} called {number}, wrongly",
    "receipt/renege_mistaken": "{seat} called renege, and there was none",
    "receipt/held_back": "{seat} held a double back",
    "receipt/held": "{seat} held {pips:pip|pips}, rounded down",
    "receipt/own": "{seat} wins with {pips:pip|pips}, rounded down and taken off",
    "receipt/share_lost": "lost in rounding",
    "receipt/floor": "{seat} does not fall below zero",
    "tap/answer": "-# A tap on a double owns up to it.",
    "tap/play": "-# A tap on a bone lays it; the letter is the end, as on the board.",
    "taps/answer": "Your doubles",
    "taps/play": "Your bones",
    "taps/score": "The numbers",
    "tap/score": (
        "-# Add up the ends where bones lie, a double twice; the spinner and its bare tips count nothing. A multiple "
        "of five is your score. A wrong call costs you; **{button:noscore}** costs nothing."
    ),
    "tap/score/closed": (
        "-# Add up the ends where bones lie, a double twice, and both halves of the spinner. A multiple of five is "
        "your score. A wrong call costs you; **{button:noscore}** costs nothing."
    ),
    "tap/score/bare_ends": (
        "-# Add up all four ends, a double twice; a bare tip of the spinner counts once. A multiple of five is your "
        "score. A wrong call costs you; **{button:noscore}** costs nothing."
    ),
    "choice/none": "None",
    "went/wins": "who would score most in the hand",
    "button/answer": "Own up to",
    "button/play": "Play",
    "move/answer/none": "Own up to no double",
    "move/play/of_1": "Lay {piece}",
    "move/play/of_2": "Lay {piece} at {place}",
    "move/play/of_3": "Lay {piece} at {place} and call {score}",
    "button/draw": "Draw",
    "button/knock": "Knock",
    "button/score": "Score",
    "button/noscore": "No score",
    "button/renege": "Renege!",
    "button/done": "Done",
    "button/next": "Deal",
}

ROBOTS: Final[dict[str, str]] = {
    "coach/owns_up": "It is the highest double that you were dealt.",
    "coach/no_double": "You were dealt no double.",
    "coach/fives": "The ends add up to {total}: a score.",
    "coach/not_fives": "The ends add up to {total}, which is no score.",
    "coach/scores": "It scores {this:point|points}.",
    "coach/leaves_little": "It leaves the next player little to score with.",
    "coach/only_one": "Nothing else of yours fits.",
    "coach/nothing_fits": "Nothing of yours fits.",
    "coach/draws": "Nothing of yours fits, and there is something to draw.",
    "coach/done": "You have nothing to call.",
    "coach/goes_out": "It is your last bone: you go out.",
    "robot/next": "the hand is over",
    "robot/owns_up": "it is the highest double that I was dealt",
    "robot/no_double": "I was dealt no double",
    "robot/fives": "the ends add up to {total}",
    "robot/not_fives": "the ends add up to {total}, which is no score",
    "robot/overslept": "I did not add the ends up",
    "robot/laid_above": "a double above the spinner was laid",
    "robot/held_back": "6-6 was dealt to somebody, it did not lead, and it was not mine",
    "robot/done": "I have nothing to call",
    "robot/draws": "nothing of mine fits, and there is something to draw",
    "robot/draws_for_better": "I reckon {rival} at {worth:point|points} to me here, and a draw at {draw}",
    "robot/draws_on": "there is something to draw that may do more than {rival}",
    "robot/not_draws_on": "it is worth more to me than what I might draw",
    "robot/passes": "laying nothing costs me nothing here",
    "robot/not_passes": "a pass gets rid of no bone",
    "robot/ends": "my pass ends the hand, and I reckon that I hold the fewest pips",
    "robot/not_ends": "a pass would end the hand, and I reckon that somebody holds fewer pips than I do",
    "robot/nothing_fits": "nothing of mine fits",
    "robot/only_one": "I had nothing else that fits",
    "robot/heaviest": "it is heavier than {rival}",
    "robot/scores": "it scores {this:point|points}, and {rival} {other}",
    "robot/double": "a double is hard to place later, and {rival} is none",
    "robot/goes_out": "it is my last",
    "robot/not_a_renege": "anything else could be called as a renege",
    "robot/sheds": "it gets rid of {this:pip|pips}, {rival} of {other}",
    "robot/goes_on": "{this:of my bones fits|of my bones fit} the ends that it leaves, and {other} after {rival}",
    "robot/not_goes_on": "more of my bones fit after {rival}, but not enough of them",
    "robot/leaves_little": "the next player can expect {this:point|points} in ten such positions, and "
    "{other} after {rival}",
    "robot/not_leaves_little": "{rival} leaves the next player more to score with",
    "robot/did_better": "I dealt what I cannot see {deals:time|times}: this did better than {rival} in {better} and "
    "worse in {worse}, and brings {gain:chips} points more on average",
    "robot/liked_better": "I dealt what I cannot see {deals:time|times}: {rival} brings {gain:chips} points more on "
    "average, but my experience speaks for this one by more than that",
}

TALLY: Final[dict[str, str]] = {
    "tally/record/hands": "Most hands played: {names}, {most}",
    "tally/record/games": "Most games of dominoes: {names}, {most}",
    "tally/feat/hands": "Hands",
    "tally/feat/games": "Games",
    "tally/feat/games_won": "Games won",
    "tally/feat/scores_called": "Scores called",
    "tally/feat/reneges": "Reneges caught",
    "tally/feat/wrong_calls": "Wrong calls",
    "tally/record/scores_called": "Most scores called: {names}, {most}",
    "tally/record/reneges": "Most reneges caught: {names}, {most}",
    "tally/record/games_won": "Most games of dominoes won: {names}, {most}",
    "tally/record/wrong_calls": "Most wrong calls: {names}, {most}",
    "tally/line/game_won": "{winners} won the game",
}

HOUSE: Final[dict[str, HouseRule]] = {
    "call_mode": HouseRule(
        "When the next player may act",
        "time",
        {
            "race": "at once",
            "courtesy": "once the score is called, or after a few seconds",
            "everyone-decides": "once the score is called",
        },
    ),
    "score_closes": HouseRule(
        "When a score is too late", "time", {"next_play": "with the next bone", "next_action": "with the next action"}
    ),
    "renege_closes": HouseRule(
        "When a renege is too late",
        "time",
        {
            "by_kind": "by the kind of renege",
            "next_play": "with the next bone",
            "count": "with the count",
            "showing": "when the bones are shown",
        },
    ),
    "last_call_s": HouseRule("Seconds for the last call", "time"),
    "lead": HouseRule(
        "How the lead is found",
        "mistakes",
        {"answers": "players own up to doubles", "forced": "the table lays the highest double"},
    ),
    "scores": HouseRule(
        "Who calls scores", "mistakes", {"called": "the players", "automatic": "nobody: the table writes them"}
    ),
    "reneges": HouseRule("Reneges", "mistakes", {"on": "can be called", "off": "cannot be called"}),
    "wrong_score_penalty": HouseRule("Cost of a wrong score", "mistakes", unit="point|points"),
    "renege_penalty": HouseRule("Cost of a renege", "mistakes", unit="point|points"),
    "false_renege_penalty": HouseRule("Cost of a wrong renege call", "mistakes", unit="point|points"),
    "missed_doubles": HouseRule(
        "Doubles that were held back",
        "mistakes",
        {"highest": "the highest alone counts", "every": "each of them counts"},
    ),
    "drawn_double": HouseRule(
        "Doubles that were drawn",
        "mistakes",
        {"renege": "cannot be laid above the spinner", "innocent": "may be laid above the spinner"},
    ),
    "restart_scores": HouseRule(
        "Scores of a hand that begins again",
        "mistakes",
        {"undone": "are undone", "stand": "stand", "offenders_undone": "are undone for whoever reneged"},
    ),
    "direction": HouseRule(
        "Direction of play", "deal", {"clockwise": "clockwise", "counterclockwise": "counterclockwise"}
    ),
    "boneyard_reserve": HouseRule("Bones kept in the boneyard", "deal"),
    "spinner_ends_count": HouseRule(
        "Ends of the spinner",
        "play",
        {"when_played": "once a bone lies on them", "when_open": "as soon as they are open"},
    ),
    "pass_when_able": HouseRule("Knocking when a bone fits", "play"),
    "pass_before_draw": HouseRule("Knocking before drawing", "play"),
    "all_pass": HouseRule(
        "When everybody knocks", "play", {"ends_hand": "the hand ends", "goes_on": "the hand goes on"}
    ),
    "tie_share": HouseRule("Sharing a tied count", "points", {"five": "in fives", "whole": "in whole points"}),
    "zero_floor": HouseRule(
        "Losses that stop at zero", "points", {"end_of_hand": "those at the end of a hand", "always": "all of them"}
    ),
    "target": HouseRule("Points to reach", "end"),
    "target_check": HouseRule(
        "When the points are checked",
        "end",
        {"touched": "as soon as a score reaches them", "hand_end": "at the end of a hand"},
    ),
    "game_tie": HouseRule("A tied game", "end", {"shared": "is shared", "play_on": "is played on"}),
}

BARE: Final[dict[str, str]] = {
    "bare/closed_end": "closed end",
    "bare/does_not_fit": "does not fit",
    "bare/no_such_end": "no such end",
    "bare/not_held": "not held",
    "bare/not_your_double": "not your double",
    "bare/not_your_turn": "not your turn",
    "bare/wait": "wait",
    "bare/which_end": "which end",
}
"""Refusals whose sentences need facts, for a place that has only their reasons."""

WORDING: Final = GameWording(
    {
        **REFUSALS,
        **BARE,
        **LOG,
        **MESSAGES,
        **ROBOTS,
        **TALLY,
        **moments.LOMBARDY,
        **banter.LOMBARDY,
        **evening.LOMBARDY,
        **real_table.LOMBARDY,
        **pictures.LOMBARDY,
    },
    house=HOUSE,
)
