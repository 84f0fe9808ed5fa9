"""Sentences about the bot itself and about Discord, the same for every game."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/none_here": "There is no table here. `/table open` opens one.",
    "TABLE/none_yours": "You are not sitting at a table; `/table open` in a channel of a server opens one.",
    "TABLE/no_post": (
        "I may not post here. An admin can allow me: {lacking}; then try again. `/boneyard doctor` says more."
    ),
    "TABLE/which": (
        "You play at several tables: {places}. Use the command in the table's channel, or press a button under that "
        "hand. **{button:tables.mine}** lists them."
    ),
    "TABLE/other_game": "{title} has no move called {word}. The buttons under your hand show your moves.",
    "TABLE/not_sure": "Nothing was erased. Type {keyword:erase_me} if you mean it.",
    "TABLE/menu_of_bot": "{name} is a bot; choose a person.",
    "TABLE/menu_of_another": "I can explain only messages of my own: a board, a log, a hand.",
    "TABLE/not_a_person": "{name} is a bot. Leave the name out, and one of the house's robots takes the seat.",
    "TABLE/still_seated": (
        "You are still part of an open table (number {tables}). Leave it, hand your seat over, answer the offer of a "
        "seat, or wait until the hand that you have seen is over."
    ),
    "edge/sorry": (
        "Something went wrong, and it was not your fault. Nothing was lost. If you report it, quote {number}."
    ),
    "edge/away": "The bot cannot reach its database just now. Nothing was lost: try again in a moment.",
    "edge/damaged": (
        "What is stored here is damaged, so nothing was changed. Please tell the bot's host: `boneyard audit` names "
        "the damage, and `boneyard doctor` says what to check."
    ),
    "edge/interrupted": "The bot was interrupted here. Check whether it was done; if not, try again.",
    "edge/interrupted_done": "The bot was interrupted here, but this was done.",
    "edge/moved": "`/{old}` is `/{new}` now; type a / to see all commands.",
    "edge/unknown_command": "This command no longer exists. Discord may need a minute to show the new ones.",
    "edge/unknown_control": "This button is too old. `/table show` brings the table back.",
    "mydata/exported": (
        "This is what is kept about you. The notes at the top of the file say how to read it, and what is not in it."
    ),
}
