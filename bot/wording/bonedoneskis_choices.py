"""The claims of Bonedoneskis, which are rules that a player can call: their names, effects and conditions."""

from typing import Final

NAMES: Final[dict[str, str]] = {
    "choice/place": "{name}'s face-down card {place}",
    "choice/two_hog": "2 Hog (R4)",
    "choice/black_jack": "Black Jack (R6)",
    "choice/sell_three": "Sell a 3 (R7)",
    "choice/eight_ball": "8 Ball (R14)",
    "choice/duel": "Dueling Snowmen (R16)",
    "choice/queen_of_hearts": "Queen of Hearts (R17)",
    "choice/kings_men": "The King's Men (R18)",
    "choice/four_tician": "4-tician (R19)",
    "choice/got_the_nine": "I Got The Nine (R21)",
    "choice/fish_hook": "Fishing Hook (R23)",
    "choice/krabler": "The Krabler (R24)",
    "choice/river_king": "River King (R25)",
    "choice/straight_trade": "Straight Up Face Down Trade (R26)",
}
GIVES: Final[dict[str, str]] = {
    "gives/two_hog": "Your 2 Hog was dealt face up: take a face-up 2 or 5 from another board",
    "gives/black_jack": "A face-up black jack: its holder pays {amount:chips}, or folds; paid, it is wild",
    "gives/sell_three": "Pay {amount:chips}, and your face-up 3 is replaced by a new card",
    "gives/eight_ball": "Pay {amount:chips}, and swap your 8 Ball for any face-up card of somebody else",
    "gives/duel": "Two red eights, one straight after the other: their holders go to war for chips",
    "gives/queen_of_hearts": "Turn up a face-down card, anybody's, unseen",
    "gives/kings_men": "A face-up black king: its holder turns up a face-down card of their own",
    "gives/four_tician": "Your face-up red 4: turn any face-up card face down",
    "gives/got_the_nine": "The Nine was dealt face up to you: everybody else pays you",
    "gives/fish_hook": "A jack and a 4 on one board, no 8 between: its owner pays {amount:chips}, or folds",
    "gives/krabler": "A king and a 3, one street after the other: their owner must bet or raise",
    "gives/river_king": "A rule turned up your red king: your river comes face down, everybody else's face up",
    "gives/straight_trade": "Three ranks in a row on one board: its owner swaps a face-down card with a neighbour",
}
"""The help below each claim in the menu, with the fee of the house. It does not depend on the cards on the table."""
NEEDS: Final[dict[str, str]] = {
    "needs/two_hog": (
        "It needs the 2 of spades, dealt face up to you on this street, and a face-up 2 or 5 on another board"
    ),
    "needs/black_jack": "It needs a black jack that came face up on this street and is not paid for yet",
    "needs/sell_three": "It needs a 3 of yours that came face up on this street, and chips for the fee",
    "needs/eight_ball": "It needs the 8 of spades, dealt face up to you on this street, and chips for the fee",
    "needs/duel": "It needs the two red 8s, dealt face up one straight after the other to two players in the hand",
    "needs/queen_of_hearts": "It needs the queen of hearts, if it came face up to you on this street",
    "needs/kings_men": "It needs a black king that came face up on this street, whose holder has a face-down card",
    "needs/four_tician": "It needs a red 4 that came face up to you on this street",
    "needs/got_the_nine": "It needs the 9 of spades, dealt face up to you on this street and never traded",
    "needs/fish_hook": "It needs a new jack and 4 on one board with no 8 between them",
    "needs/krabler": "It needs a king and a 3 face up on one board, dealt on this street and the one before",
    "needs/river_king": "It needs a red king of yours, dealt face down and turned up by a rule before the river",
    "needs/straight_trade": "It needs three neighbours on one board with consecutive ranks, new on this street",
}
"""The condition of each claim. It does not depend on the cards on the table."""
