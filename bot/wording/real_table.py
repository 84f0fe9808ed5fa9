"""Sentences about hands that were played at a real table, and how people write them down.

The words of a line ("ties up", "left", "paid") are in "scored/<word>". Several ways to say the same are separated by
semicolons, and buttons show the first. The English ones are understood in every language.
"""

from typing import Final

GENERAL: Final[dict[str, str]] = {
    "real/explained": (
        "Choose the game that you played. Then tap who sat there and what they did, or press "
        "**{button:tally.real_write}**: one line for each thing that somebody did, with their name first. An empty "
        "line ends a hand. The rules score it, and it counts once everybody who sat there, or the scorer, has pressed "
        "**{button:tally.confirm}**."
    ),
    "real/how": "-# {title}",
    "form/real": "{title} at the real table",
    "form/real_seats": "Who sat there, in order of sitting",
    "form/real_names": "Bear, Wal, Bull, Ned",
    "form/real_hands": "The hands (leave empty to tap them)",
    "form/real_example": "Bear out",
    "form/real_preset": "A preset of rules (or empty: your house rules)",
    "button/tally.real": "Real table",
    "button/tally.real_write": "Write",
    "button/tally.real_enter": "Enter",
    "button/tally.real_again": "Another hand",
    "button/tally.real_step.undo": "Undo",
    "button/tally.real_step.seated": "That is everybody",
    "button/tally.real_step.end": "Line done",
    "button/tally.real_step.hand": "Next hand",
    "real/pad": "**{title} at the real table**",
    "real/seated": "In order of sitting: {names}",
    "real/tap_seats": "Tap everybody in the order in which they sat: {least} to {most} players.",
    "real/tap_all_seats": "Tap everybody in the order in which they sat: {most} players.",
    "real/tap_line": "Tap whoever did something.",
    "real/tap_words": "Tap what {name} did.",
    "real/tap_end": "Tap **{button:tally.real_step.end}** when the line says everything.",
    "real/menu": "{first} to {last}",
    "real/more_people": "Others in the books",
    "real/paid_for": "paid for",
    "REAL/long": "That is more than {most} characters; enter these hands first, and then the others.",
    "REAL/cards": (
        "In hand {number} somebody shows {count:card|cards}: a hand has three to eight, and one more for each 2 or 5 "
        "that it took."
    ),
    "REAL/seats": "{title} is for {least} to {most} players, and you named {given}; separate the names with commas.",
    "REAL/seated_twice": "{name} cannot sit in two places.",
    "REAL/no_end": "Hand {number} has no end: say who won it, or how it ended.",
    "REAL/two_ends": "Hand {number} ends twice; put an empty line between two hands.",
    "REAL/left_wrong": "In hand {number} everybody but the one who went out must have something left.",
    "REAL/left_blocked": "In hand {number} nobody went out, so everybody must have something left.",
    "REAL/unfinished": (
        "The last game was not won: it stands at {scores}. Enter all the hands of a game together, since only a game "
        "that is won counts."
    ),
    "REAL/no_eddie": "Say who was Eddie in hand {number}: the name, and then “eddie”.",
    "REAL/good_tie_up": "That hand is a good one, so whoever called it tied up.",
    "REAL/too_many": "In hand {number} there are more of {piece} than there can be.",
    "REAL/many_lines": "Those are more than {most} lines; enter some of the hands first, and then the others.",
    "REAL/name": "I cannot read “{given}”: the name of somebody who sat there must come first.",
    "REAL/words_pussers": (
        "I cannot read “{given}”. Write the name of somebody who sat there, and then one of: eddie · ties up R1 R1 R1 "
        "… do R5 wall · shit R1 R1 … do R5 discard · pair G4 · all-of R5 concealed · pretties F1 N2 · first pretty · "
        "mistaken yes · own wall; or without a name: washed out."
    ),
    "REAL/words_lombardy": (
        "I cannot read “{given}”. Write the name of somebody who sat there, and then one of: 15 · wrong 12 · renege · "
        "renege Wal held 5-5 · renege Wal laid 6-6 · out · left 6-5 3-1; or without a name: blocked or passed."
    ),
    "REAL/words_duo": (
        "I cannot read “{given}”. Write the name of somebody who sat there, and then one of: out · blocked · "
        "left 6-5 3-1."
    ),
    "REAL/words_bonedoneskis": (
        "I cannot read “{given}”. Write the name of somebody who sat there, and then one of: paid 5.50 · fee 0.50 R7 · "
        "nine Wal 0.50, Ned 0.50 · duel Wal 1.00 · krabler · shows (9h 2c) Kd Ks 3h 4d (5c) · mucks · wins · "
        "bonedoneskis."
    ),
    "REAL/tiles": "I cannot read “{given}”: name each tile once, by its halves, as in 6-5 3-1.",
    "REAL/score": "I cannot read “{given}”: a score is a multiple of five, and a mistaken one is written “wrong 12”.",
    "REAL/renege": (
        "I cannot read “{given}”: say who else held back or laid which double, as in “renege Wal held 5-5, Ned laid "
        "6-6”."
    ),
    "REAL/all_of": "I cannot read “{given}”: say how the All-Of lies, as in “all-of R5 concealed” (or open, added).",
    "REAL/pretties": "I cannot read “{given}”: pretties are flowers and seasons, as in F1 N2.",
    "REAL/no_do_bone": "In “{given}” the Do bone must stand among the bones of the hand.",
    "REAL/do_bone": (
        "I cannot read “{given}”: after the bones, say which was the Do bone and whether it came from the wall, the "
        "loose or a discard, as in “do R5 wall”."
    ),
    "REAL/fee": "I cannot read “{given}”: a fee is an amount and its rule (R6, R7, R14 or R23), as in “fee 0.50 R7”.",
    "REAL/chips": "I cannot read “{given}”: write an amount of chips, as in 5.50.",
    "REAL/card": (
        "I cannot read “{given}”: name the cards from left to right, with those that lie face down in brackets, as in "
        "(9h 2c) Kd Ks 3h 4d (5c)."
    ),
    "REAL/nothing": "Nobody won or lost anything, so there is nothing to enter.",
    "tally/where_real": "{title} at the real table, {on}",
    "tally/line/real": "{count:hand|hands}",
    "tally/real_wait": (
        "-# {count:entry from a real table waits|entries from a real table wait} to be confirmed by {who} "
        "(`/tally confirm`)."
    ),
    "tally/real_waits": "-# It counts once everybody who sat there, or the scorer, says that it is right.",
}
PUSSERS: Final[dict[str, str]] = {
    "scored/eddie": "eddie",
    "scored/ties_up": "ties up",
    "scored/shit": "shit",
    "scored/pair": "pair",
    "scored/all-of": "all-of",
    "scored/concealed": "concealed",
    "scored/open": "open",
    "scored/added": "added",
    "scored/pretties": "pretties",
    "scored/first_pretty": "first pretty",
    "scored/mistaken_yes": "mistaken yes",
    "scored/own_wall": "own wall",
    "scored/washed_out": "washed out",
    "scored/do": "do",
    "scored/wall": "wall",
    "scored/wall_last": "wall last",
    "scored/last": "last",
    "scored/loose": "loose",
    "scored/discard": "discard",
    "real/how": (
        "-# {title}: “Bear eddie”, “Wal pair G4”, “Wal all-of R5 concealed” (or open, added), “Wal pretties F1 N2”, "
        "“Wal ties up R1 R1 R1 R2 R2 do R2 wall” (the bones on the rack with the Do bone among them, and whether that "
        "came from the wall, the loose or a discard; add “last” for the wall's last), “Ned shit …” for a Shit Tie Up, "
        "“Ned mistaken yes”, “Wal first pretty”, “Bear own wall”, “washed out”."
    ),
    "form/real_example": "Bear eddie",
}
LOMBARDY: Final[dict[str, str]] = {
    "scored/wrong": "wrong",
    "scored/renege": "renege",
    "scored/held": "held",
    "scored/laid": "laid",
    "scored/passed": "passed",
    "real/how": (
        "-# {title}, the hands of a whole game: “Bear 15” for a score, “Bear wrong 12”, “Ned renege” for a mistaken "
        "one, “Ned renege Wal held 5-5” (or laid 6-6), “Wal out”, “blocked” or “passed”, “Bear left 6-5 3-1”."
    ),
    "form/real_example": "Bear 15",
}
DUO: Final[dict[str, str]] = {
    "real/how": (
        "-# {title}, the hands of a whole game: “Bear out” or “Bear blocked” for the one who laid the last tile, "
        "“Wal left 6-5 3-1”. Partners sit opposite."
    ),
    "form/real_example": "Bear out",
}
BONEDONESKIS: Final[dict[str, str]] = {
    "scored/paid": "paid",
    "scored/fee": "fee",
    "scored/nine": "nine",
    "scored/duel": "duel",
    "scored/krabler": "krabler",
    "scored/shows": "shows",
    "scored/mucks": "mucks",
    "scored/wins": "wins",
    "scored/bonedoneskis": "bonedoneskis",
    "real/how": (
        "-# {title}: “Bear paid 5.50” into the pot, “Wal fee 0.50 R7”, “Ned nine Bear 0.50, Wal 0.50”, “Ned duel Wal "
        "1.00” with the winner first, “Bear shows (9h 2c) Kd 7s 3h 4d (5c)” from left to right with the cards that lie "
        "face down in brackets (a star after a jack that was paid for), “Wal mucks”, or “Bear wins” when all others "
        "folded, or “Bear bonedoneskis”. Write those who show in order, from the dealer's left."
    ),
    "form/real_example": "Bear paid 5.50",
}
