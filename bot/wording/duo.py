"""What is said at a table of Duo Dominoes."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "help/duo-dominoes": (
        "**Duo Dominoes**: two against two, partners opposite. Lay a tile that fits an end with `/play`, or `/knock` "
        "when none does. Who goes out scores what the other duo still holds; 50 wins the game."
    ),
    "phase/play": "{first} to play",
    "phase/between": "between hands",
    "phase/over": "the match is over",
    "button/play": "Play",
    "button/knock": "Knock",
    "DD-1/players": "Duo Dominoes is for four, not {players}.",
    "DD-24/over": "the match is over",
    "DD-24/not_now": "that cannot be done now",
    "DD-24/not_your_turn": "it is {seat}'s turn",
    "DD-24/not_held": "you do not hold {tile}",
    "DD-21/does_not_fit": "{tile} does not fit; the ends show {ends}",
    "DD-21/which_end": "{tile} fits both ends; say A or B",
    "DD-20/no_such_end": "there is no end {end}; the ends are A and B",
    "DD-12/starter_plays": "the starter must lay a tile",
    "DD-22/can_play": "you hold a tile that fits, so you must play",
    "DD-10/double_six_leads": "the first hand of a game begins with 6-6",
    "log/duo.began": "Two duos sit down.",
    "log/duo.thrown_in": "{seat} was dealt {doubles:double|doubles}; the tiles are dealt again.",
    "log/duo.dealt": "**Hand {hand}** is dealt; {starter} starts.",
    "log/duo.laid": "{seat} lays {tile}",
    "log/duo.passed": "{seat} knocks",
    "log/duo.hand_ended/out": "{last} is out: {points:point|points}.",
    "log/duo.hand_ended/blocked": "{last} blocks the game: {points:point|points} for the smaller sum.",
    "log/duo.hand_ended": "The hand is over.",
    "log/duo.game_won": "The game is won, {score}.",
    "receipt_title/out": "Out",
    "receipt_title/blocked": "Blocked",
    "receipt/held": "{seat} held",
}
