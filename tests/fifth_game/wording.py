"""The sentences of Block."""

from typing import Final

from bot.wording.game_wording import GameWording
from bot.wording.house_rule import HouseRule

REFUSALS: Final[dict[str, str]] = {
    "BL-1/players": "Block is for two to four, not {players}",
    "BL-20/does_not_fit": "{bone} does not fit there; the ends show {ends}",
    "BL-20/no_such_end": "there is no end {end}; the ends are A and B",
    "BL-20/which_end": "{bone} fits both ends; say A or B",
    "BL-21/can_lay": "you hold a bone that fits, so you cannot knock",
    "BL-21/leader_lays": "you lead this hand, so you lay a bone",
    "BL-22/not_held": "you do not hold {bone}",
    "BL-22/not_now": "you cannot do that now; the board says what comes next",
    "BL-22/not_your_turn": "it is {seat}'s turn",
    "BL-22/over": "the game is over",
}

LOG: Final[dict[str, str]] = {
    "log/block.began": "{players} sit down to a game of Block.",
    "log/block.dealt": "**Hand {hand}**: {leader} leads",
    "log/block.laid": "{seat} lays {bone} at {end}",
    "log/block.laid/first": "{seat} leads {bone}",
    "log/block.knocked": "{seat} knocks",
    "log/block.hand_ended": "The hand is over: {points:point|points} for {winner}",
    "log/block.hand_ended/out": "{winner} goes out: {points:point|points}",
    "log/block.hand_ended/blocked": "Blocked: {points:point|points} for {winner}",
    "log/block.hand_ended/level": "Blocked, and the hands are level: no points",
    "log/block.game_won": "{winner} wins the game",
}

MESSAGES: Final[dict[str, str]] = {
    "help/block-dominoes": (
        "**Block**: dominoes for two to four. `/move lay` a bone that matches an open end; "
        "`/move knock` only when you have none. Go out, or have fewer pips when nobody can lay, and you score. "
        "First to 50."
    ),
    "front/facts": "-# 2 to 4 players · a hand takes some 2 minutes",
    "words": "-# Ends: the two numbers that can be matched. Sleeping bones: those that nobody holds or draws.",
    "plain/lay/play": "Lay a bone; the letter is the end, as on the board",
    "phase/play": "{first} to lay a bone or knock",
    "phase/between": "the hand is over; press {button:deal}",
    "phase/over": "the game is over",
    "yours/play": "your turn: lay a bone, or knock if none fits",
    "form/orders_example": "knock",
    "expected/word": "lay, knock or deal",
    "expected/piece": "a bone such as “6-4” or “double five”, and an end: A or B",
    "receipt_title/out": "Out",
    "receipt_title/blocked": "Blocked",
    "receipt_title/level": "Blocked, and level",
    "receipt/held": "{seat} held {pips:pip|pips}",
    "sort/low": "from the lowest",
    "sort/high": "from the highest",
    "button/lay": "Lay",
    "button/knock": "Knock",
    "button/deal": "Deal again",
    "tally/feat/blocks": "Hands blocked",
    "tally/feat/best_hand": "Best hand",
    "tally/record/blocks": "Most hands blocked: {names}, {most}",
    "tally/record/best_hand": "Most points from a hand: {names}, {most:point|points}",
    "tally/line/game_won": "{winners} won the game",
}

ROBOTS: Final[dict[str, str]] = {
    "robot/next": "the hand is over",
    "robot/nothing_fits": "nothing of mine fits",
    "robot/only_one": "nothing else of mine fits",
    "robot/heaviest": "it is the heaviest that fits",
    "robot/goes_out": "it is my last",
    "robot/sheds": "it gets rid of pips",
    "robot/goes_on": "it leaves ends that I can lay on",
    "robot/other_knocks": "the next player probably has nothing for the ends that it leaves",
}

HOUSE: Final[dict[str, HouseRule]] = {
    "dealt": HouseRule("Bones in a hand", "deal"),
    "lead": HouseRule("Who leads the next hand", "deal", {"in_turn": "each in turn", "winner": "whoever won"}),
    "game_points": HouseRule("Points for the game", "end"),
}

PICTURES: Final[dict[str, str]] = {
    "scene/title": "Block",
    "scene/title_hand": "Block, hand {hand}",
    "scene/heading": "Block · hand {hand}",
    "scene/undealt": "No hand has been dealt yet",
    "scene/to_lay": "{name} to lay",
    "scene/level": "The hand is level",
    "scene/out": "{name} goes out: {points:point|points}",
    "scene/fewer": "{name} has fewer pips: {points:point|points}",
    "scene/row": "{name}: {score} of {goal}, {count:bone|bones}",
    "scene/nothing_laid": "Nothing laid yet",
    "scene/open_ends": "Open ends: {ends}",
    "scene/end": "{end} shows {number}",
    "scene/line": "Laid, from A to B: {laid}",
    "scene/asleep": "{count:bone|bones} asleep",
    "scene/held": "The bones of {name}: {bones}",
    "scene/face_down": "{count:bone|bones} face down",
    "scene/left": "{name}: {pieces} ({pips})",
    "scene/points": "Points",
}

WORDING: Final = GameWording({**REFUSALS, **LOG, **MESSAGES, **ROBOTS, **PICTURES}, house=HOUSE)
