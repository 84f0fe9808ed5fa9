"""Sentences that explain the phase of a hand: its terms, buttons, scores and costs."""

from typing import Final

PUSSERS: Final[dict[str, str]] = {
    "words": (
        "-# {term:winds} are the {term:breezes}: four bones, and the four seats. Pair: three alike. "
        "All-Of: four alike. Double-up: two alike. Working bone: the fourteenth, which a turn brings. "
        "Loose: the far end of the wall. A hand is four pairs (or All-Ofs) and a double-up."
    ),
    "words/plucking_eddie": (
        "-# {term:eddie} leads the hand and breaks the wall. Anyone who shows a {term:breeze}, a dragon or a pretty "
        "{term:plucks} again."
    ),
    "plain/pluck/plucking_eddie": "Turn up a bone for everybody to see",
    "plain/break/breaking": "Break the wall at that stack; **Anywhere** takes one for you",
    "plain/pass/sorting": "Say that you have finished sorting",
    "plain/pass/calling": "Let the bone go",
    "plain/pass/robbing": "Let the bone go",
    "words/breaking": "-# The wall is 72 stacks of two bones; where it is broken decides who is dealt which bones.",
    "words/sorting": (
        "-# Pretties: flowers and seasons, which never stay in the hand. All-Of: four alike. "
        "Each set out brings a bone off the Loose, the far end of the wall."
    ),
}
LOMBARDY: Final[dict[str, str]] = {
    "words": (
        "-# Spinner: the first double, which can grow four arms. Total: the sum of the ends; only multiples of five "
        "score. Renege: the highest double held back, or a double above the spinner laid. Boneyard: the bones left to "
        "draw. {button:knock}: pass."
    ),
    "plain/answer/lead": "Own up to that double, or to none; the highest leads",
    "plain/play/play": "Lay a bone; the letter is the end, as on the board",
    "words/lead": "-# The highest double that anybody owns up to is laid first. To hold one back is a renege.",
}
DUO: Final[dict[str, str]] = {
    "words": (
        "-# Your partner sits opposite. Ends: the two numbers that can be matched. To block: to lay the tile after "
        "which nobody can go. {button:knock}: pass, when no tile of yours fits."
    ),
    "plain/play/play": "Lay a tile; the letter is the end, as on the board",
}
BONEDONESKIS: Final[dict[str, str]] = {
    "words": (
        "-# Street: a round of cards, then calls, then bets. To claim: to speak up for a card's rule in time; a "
        "card that nobody claims sleeps. Fee: chips that a rule puts into the pot. Krabler: king and 3, who must bet."
    ),
    "plain/claim/calling": "Speak up for a rule; the menu says what each does",
    "plain/trade/trading": "Trade for that card",
    "plain/trade/choosing": "Trade for that card",
    "plain/steal/choosing": "Steal that card",
    "plain/turn/choosing": "Turn that card",
}
GENERAL: Final[dict[str, str]] = {
    "receipt_total": "= **{total}**",
    "receipt_total/to": "= **{total}** for {names}",
    "why/hand": "-# Hand {number} in all: {shares}",
    "why/share": "{name} {amount:+}",
    "why/waits": "The table waits for {names}.",
    "why/you": "you",
    "why/button": "**{button}**: {description}.",
    "why/onlooker": "You have no seat here, so there is nothing for you to do.",
    "why/last": "-# The last score:",
    "why/nothing": "-# Nothing has been scored yet. Once something has, *{button:why}* explains the last score, too.",
    "rack/cost": "This hand has cost you: {lines}.",
    "rack/cost_again": "{line}, {count} times",
    "rack/costs": "This hand has cost you {total}: {lines}.",
    "help/stand_in": "A robot plays your seat; **{button:hand.show}** gives it back to you.",
    "help/buttons": "Your buttons: {labels}.",
    "help/nothing": "There is nothing for you to do right now.",
    "help/onlooker": (
        "You have no seat here. `/table join` keeps you a place in the queue, and anyone who sits here can offer you "
        "theirs with `/table sub`."
    ),
    "help/lobby_taken": "**{title}** has not begun; {count:seat is|seats are} taken, which is enough to start.",
    "help/lobby_full": "**{title}** has not begun; all {count} seats are taken.",
    "help/queue": "**{button:lobby.join}** gives you a place in the queue for the next free seat.",
}
