"""The sentences of Duo Dominoes."""

from typing import Final

from bot.wording import banter, dominoes, evening, moments, pictures, real_table
from bot.wording.game_wording import GameWording
from bot.wording.house_rule import HouseRule

HOUSE: Final[dict[str, HouseRule]] = {
    "auto_pass": HouseRule("Knocking for players who cannot play", "mistakes"),
    "next_starter": HouseRule(
        "Who starts the next hand", "deal", {"right": "the player on the right", "winner": "the winner"}
    ),
    "new_game_start": HouseRule(
        "Who starts a new game", "deal", {"double_six": "whoever holds the double six", "rotate": "each in turn"}
    ),
    "redeal_doubles": HouseRule("Doubles that bring a new deal", "deal", nothing="never"),
    "out_counts": HouseRule(
        "Tiles that score when a duo goes out",
        "points",
        {"adversaries": "the adversaries' tiles", "all_others": "everybody else's tiles"},
    ),
    "game_points": HouseRule("Points to win", "end"),
    "match_games": HouseRule("Games to win the match", "end", nothing="no end"),
}

SENTENCES: Final[dict[str, str]] = {
    **dominoes.SENTENCES,
    # Refusals.
    "DD-1/players": "Duo Dominoes is for four, not {players}",
    "DD-10/double_six_leads": "a new game starts with 6-6",
    "DD-12/starter_plays": "you start the hand, so you lay a tile",
    "DD-20/no_such_end": "there is no end {end}; the ends are A and B",
    "DD-21/does_not_fit": "{tile} does not fit there; the ends show {ends}",
    "DD-21/which_end": "{tile} fits both ends; say A or B",
    "DD-22/can_play": "you hold a tile that fits, so you cannot pass",
    "DD-24/not_held": "you do not hold {tile}",
    "DD-24/not_now": "you cannot do that now; the board says what comes next",
    "DD-24/not_your_turn": "it is {seat}'s turn",
    "DD-24/over": "the match is over",
    # The log.
    "log/duo.began": "Two against two sit down to dominoes.",
    "log/duo.thrown_in": "{seat} was dealt {doubles:double|doubles}; the tiles are shuffled again",
    "log/duo.dealt": "**Hand {hand}**: seven tiles each, and {starter} starts",
    "log/duo.dealt/opening": "**Hand {hand}**: seven tiles each; {starter} has 6-6 and starts with it",
    "log/duo.laid": "{seat} lays {tile} at {end}",
    "short/duo.laid": "{seat} {tile} at {end}",
    "short/duo.laid/first": "{seat} starts with {tile}",
    "short/duo.passed": "{seat} passes",
    "log/duo.laid/first": "{seat} starts with {tile}",
    "log/duo.passed": "{seat} passes",
    "log/duo.hand_ended": "The hand is over: {points:point|points} for {winners}",
    "log/duo.hand_ended/out": "{last} goes out: {points:point|points} for {winners}",
    "log/duo.hand_ended/blocked": "{last} blocks: {points:point|points} for {winners}",
    "log/duo.game_won": "The game goes to {winners}",
    "log/duo.game_won/match": "The game and the match go to {winners}",
    # Boards, buttons and moves.
    "front/facts": "-# 4 players, two against two · a hand takes some 3 minutes",
    "help/duo-dominoes": (
        "**Duo Dominoes**: dominoes for four, two against two. Lay a tile that matches an end; the first to lay their "
        "last one scores what the other duo still holds. To 50."
    ),
    "lobby/seating": (
        "-# Partners sit opposite: 1 and 3 play against 2 and 4. Behind **{button:lobby.more}**, "
        "**{button:lobby.swap}** moves you on by one; repeat it until you face the partner you want."
    ),
    "expected/word": "play, knock or next",
    "expected/piece": "a tile such as “6-4” or “double five”, and an end: A or B",
    "phase/play": "{first} to lay a tile or knock",
    "phase/between": "the hand is over; {button:next} deals again",
    "phase/between/won": "the game is won; {button:next/won} plays another",
    "button/next/won": "Again",
    "phase/over": "the match is over",
    "yours/play": "your turn: lay a tile, or knock if none fits",
    "receipt_title/out": "Out",
    "receipt_title/blocked": "Blocked",
    "receipt_title/blocked_level": "Blocked, and level: the blocker's duo loses",
    "receipt/held": "{seat} held",
    "receipt/held_own": "{seat} held, not counted",
    "unit/pips": "{amount:pip|pips}",
    "tap/play": "-# A tap on a tile lays it; the letter is the end, as on the board.",
    "taps/play": "Your tiles",
    # The reasons of robots, and advice to beginners.
    "coach/must_lead": "The rules have you lead with it.",
    "coach/double": "Doubles are hard to place later, so lay them early.",
    "coach/next_passes": "The next player will hardly have anything that fits.",
    "coach/partner_plays": "Your partner can go on from there.",
    "coach/goes_on": "It leaves you the most ways to go on.",
    "coach/even": "It fits as well as anything you have.",
    "coach/goes_out": "It is your last tile: you go out.",
    "robot/must_lead": "the rules have it lead",
    "robot/heaviest": "none of mine that fits is heavier",
    "robot/blocks": "it blocks the hand, and I reckon that my partner and I hold fewer pips",
    "robot/sheds": "it gets rid of {this:pip|pips} before somebody goes out, {rival} of {other}",
    "robot/keeps_many": "I keep {this} different numbers in my hand that way, and {other} after {rival}",
    "robot/goes_on": "I could go on in {this:way|ways} from the ends that it leaves, and in {other} after {rival}",
    "robot/next_passes": "as far as I can see, the next player holds nothing that fits in {this} of 100 cases, and in "
    "{other} after {rival}",
    "robot/partner_plays": "as far as I can see, my partner can lay in {this} of 100 cases, and in {other} "
    "after {rival}",
    "robot/last_passes": "as far as I can see, the player before me holds nothing that fits in {this} of 100 "
    "cases, and in {other} after {rival}",
    "robot/not_blocks": "{rival} would block the hand, and I reckon that the others hold fewer pips",
    "robot/did_better": "I dealt what I cannot see {deals:time|times}: this did better than {rival} in {better} and "
    "worse in {worse}, and wins {gain:chips} more of 100 games",
    "robot/liked_better": "I dealt what I cannot see {deals:time|times}: {rival} wins {gain:chips} more of 100 games, "
    "but my experience speaks for this one by more than that",
    # The tally.
    "tally/feat/most_points": "Most points by going out",
    "tally/record/most_points": "Most points by going out: {names}, {most}",
    **moments.DUO,
    **banter.DUO,
    **evening.DUO,
    **real_table.DUO,
    **pictures.DUO,
}

WORDING: Final = GameWording(SENTENCES, house=HOUSE)
