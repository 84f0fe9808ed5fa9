"""Sentences about players whom the others remove from a table, and about people who are kept away."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "offer/removal": "{by} asks to take {name}'s seat away and give it to a robot, because {name} spoils the game.",
    "offer/removal_votes": (
        "**{button:offer.agree}** votes for it: {cast} of {needed:vote|votes} so far. The votes of players who have "
        "played a whole hand here count. The robot then plays at once; the seat's result in the books stays "
        "{name}'s. The next deal ends the question."
    ),
    "question/removal": (
        "Shall {name} lose the seat to a robot, for spoiling the game? {cast} of {needed:vote|votes} so far."
    ),
    "remove/asked": "The others are asked. Your vote counts already.",
    "log/table.seat_offered/removed": "{by} asks to give {seat}'s seat to a robot.",
    "log/table.substituted/removed": "The table takes a player's seat away; {seat} plays it on, with its hand.",
    "log/table.substituted/removed/next": "The table takes a player's seat away; {seat} plays it on.",
    "TABLE/remove_self": "You cannot vote on your own seat; `/table leave` gives it up.",
    "TABLE/remove_away": "A robot is playing for {name} already; `/table sub` asks the others to give the seat away.",
    "TABLE/remove_new": "You can vote about another player once you have played a whole hand here.",
    "TABLE/remove_few": (
        "Nobody is removed by fewer than {least:vote|votes} of players who have played a whole hand here. `/table "
        "leave` gets you away; an admin of the server can keep somebody away with `/boneyard keepaway`."
    ),
    "TABLE/remove_lately": "You asked about that player a short while ago; you can ask again {when}.",
    "TABLE/removed": (
        "The others at this table have voted to give your seat to a robot, so you cannot sit down here again. The "
        "result of your seat in the books is still yours."
    ),
    "TABLE/removed_other": "The table has voted to give {name}'s seat to a robot; {name} cannot sit down here again.",
    "TABLE/kept_away": (
        "You are kept away from the games here, by an admin of the server or by the host of the bot; ask them why. "
        "`/me export` and `/me erase` still work."
    ),
    "TABLE/kept_away_other": "{name} is kept away from the games here.",
    "TABLE/keep_self": "You cannot keep yourself away.",
    "TABLE/keep_host": "Only the host of the bot can keep somebody away from all servers.",
    "keep_away/nobody": "Nobody is kept away from this server. `/boneyard keepaway player:` keeps somebody away.",
    "TABLE/keep_opponent": (
        "You and {name} are playing together in {places}. To keep them away now would take their seat in the middle of "
        "your game, so first play the hand or game to its end, or leave your seat there with `/table leave`. An admin "
        "who does not play there can keep them away at once."
    ),
    "keep_away/nobody_anywhere": (
        "Nobody is kept away from this server, nor from all servers. `/boneyard keepaway player:` keeps somebody away."
    ),
    "keep_away/head": "Kept away from the games of this server: {count:person|people}.",
    "keep_away/head_host": "Kept away from the games of this server, or of all servers: {count:person|people}.",
    "keep_away/from_here": "{name}, from this server, since {when}",
    "keep_away/from_all": "{name}, from **all servers**, since {when}",
    "button/keepaway.back": "Let back",
    "button/keepaway.page.before": "◀ Back",
    "button/keepaway.page.after": "More ▶",
    "keep_away/here": (
        "{name} is kept away from the games of this server: no table, no queue, no game night. Where they sat, a robot "
        "plays on. They were not told; whatever they press or type here gets a private answer that says so."
    ),
    "keep_away/everywhere": (
        "{name} is kept away from the games of all servers: no table, no queue, no game night. Where they sat, a robot "
        "plays on. They were not told; whatever they press or type gets a private answer that says so."
    ),
    "keep_away/welcome": "{name} may play again.",
}
