"""Sentences about changes to which everyone at a table must agree, and about limits on asking a person again."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/slipped": ("That was the second tap of a double tap, so nothing happened. Press once more if you want it."),
    "TABLE/house_waits": (
        "The house rules changed after {names} sat down. Before the game can start, they press "
        "**{button:lobby.agree}** below the lobby, or somebody changes the rule back."
    ),
    "TABLE/house_agreed": "There is nothing for you to agree to; the house rules have not changed since you sat down.",
    "TABLE/house_moved": (
        "The house rules have changed again; read them in the lobby, and press **{button:lobby.agree}** there."
    ),
    "TABLE/asked_lately": "{name} was asked a short while ago; you can offer them a seat again {when}.",
    "TABLE/asked_many": "You offered {most} seats within five minutes; wait a little before you offer another.",
    "TABLE/close_waits": "You have asked already; it still needs a yes from {names}.",
    "TABLE/close_counts": (
        "The hand or game under way still counts for somebody who has left, so it has to be played out. You can leave "
        "your own seat to a robot."
    ),
    "TABLE/close_again": "The others said no; ask again in {minutes:minute|minutes}.",
    "TABLE/close_not_asked": "Nobody is asking to close the table.",
    "log/table.house_changed/said": "House rule {name}: {said}",
    "log/table.house_agreed": "{seat} agrees to the house rules.",
    "log/table.close_asked": "{by} asks to close the table.",
    "log/table.close_asked/outside": "{outsider} asks to close the table.",
    "log/table.close_agreed": "{seat} agrees to close the table.",
    "log/table.close_refused": "{seat} wants to play on; the table stays open.",
    "table/shown_lately": "The table is in {place}; its board was posted again a moment ago.",
    "lobby/changed": (
        "The house rules changed; before, they were: {changed}. {names} must press **{button:lobby.agree}** before the "
        "game starts."
    ),
    "close/waits": "Closing the table needs a yes from {names}; the question is below the board.",
    "board/close_asked": "{by} asks to close the table. It needs a yes from {names}.",
    "board/close_asked/outside": "{outsider} asks to close the table. It needs a yes from {names}.",
    "start/not_agreed": (
        "It is time to start {title}, but not everybody has agreed to the house rules, which were changed. {mentions}: "
        "press **{button:lobby.agree}** in the lobby. After that, **{button:lobby.start}** begins the game."
    ),
    "start/was_not_agreed": "-# It was time to start {title}, but not everybody had agreed to the house rules.",
    "button/lobby.agree": "Agree to the house rules",
    "button/close.yes": "Close the table",
    "button/close.no": "Play on",
    "log/table.offer_ended/declined": "{seat}'s seat was offered, and the answer was no.",
    "button_offer_agree": "Give {name}'s seat away",
    "question/robots": (
        "The seat of {name}, a robot, is on offer to {to}. If everyone says yes, it changes hands at once."
    ),
    "question/away": (
        "{to} may get the seat of {name}, who is away: {cast} of {needed:vote|votes} so far. {name} keeps the seat if "
        "they come back."
    ),
    "question/vote": (
        "{name} has kept the table waiting. **Robot for {name}** votes for a robot to play until they are back."
    ),
    "question/a_robot": "A robot",
}
