"""Sentences about how a table fills: its channel, robots and their levels, the queue, the next table for the same
people, the call for players."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/other_channels": "No table may be opened here; open it in {channels}.",
    "TABLE/channels": "Name up to {most} channels, such as #bones #games, or say {keyword:all}.",
    "table/channels": "Tables may be opened in {channels}.",
    "table/anywhere": "Tables may be opened in every channel.",
    "tally/said/channels": "{by} chose where tables may be opened. {value}",
    "button/lobby.deckhand+": "Add deckhand",
    "button/lobby.shellback+": "Add shellback",
    "night/robots/deckhand": "Deckhands take the seats that stay free.",
    "night/robots/old_hand": "Old hands take the seats that stay free.",
    "night/robots/shellback": "Shellbacks take the seats that stay free.",
    "level/deckhand": "deckhand",
    "level/old_hand": "old hand",
    "level/shellback": "shellback",
    "level/withdrawn": "old hand, since there is no {level} here any more",
    "level/plain/deckhand": "knows the rules and plays the obvious",
    "level/plain/old_hand": "plays well and misses few calls",
    "level/plain/shellback": "works out more than a person could",
    "level/choice": "{level}: {description}",
    "help/level": "**{level}** ({description})",
    "help/levels": "Robots: {levels}. **{button:lobby.robot+}** seats an old hand.",
    "lobby/robots": "-# **{button:lobby.robot+}** seats one that plays well; **{button:lobby.more}** has other levels.",
    "lobby/robots_menu": "Add a robot …",
    "lobby/more": "More for this table: robots of other levels, seats, and the rules.",
    "button/lobby.more": "More",
    "lobby/free": "{number}. free",
    "lobby/held": "{number}. held for {name}",
    "button/lobby.start.now": "Start anyway",
    "lobby/start_question": (
        "No answer yet from {names}, for whom a seat is held until {until}. **{button:lobby.start.now}** deals without "
        "them, and they come first in the queue. Otherwise just wait."
    ),
    "lobby/started": "The first hand begins.",
    "TABLE/no_level": "{title} has no robots of that level.",
    "TABLE/another_sits": "{name} sits there; **{button:lobby.leave}** gives up your own seat only.",
    "TABLE/held": "The free seat has been offered to {name}; wait for the answer.",
    "TABLE/offer_waits": "You have already been offered a seat; **{button:offer.yes}** takes it.",
    "TABLE/queue_full": "The queue is full, with {most} people; try again later.",
    "TABLE/not_queued": "You are not in the queue of this table.",
    "TABLE/not_played": (
        "No game has been finished at this table; use **{button:lobby.start}** or `/table open` instead."
    ),
    "TABLE/nobody_again": "Nobody who sat at that table is still here; `/table open` opens another.",
    "TABLE/call_no_role": "No role is set up for calls; an admin chooses one with `/boneyard settings call_role:`.",
    "TABLE/call_again": "This channel had a call for players less than an hour ago; you can call again {when}.",
    "TABLE/called_lately": "You called for players less than an hour ago; you can call again {when}.",
    "TABLE/call_quiet": "These are quiet hours in this server; you can call for players again {when}.",
    "log/table.seat_offered/queue": "",
    "log/table.offer_ended/passed": "",
    "log/table.offer_ended/late": "",
    "log/table.offer_ended/begun": "",
    "log/table.queued": "",
    "log/table.unqueued": "",
    "log/table.called": "",
    "log/table.substituted/queue/next": "The free seat goes to {seat}, the first in the queue.",
    "offer/queue": (
        "{mention}, a seat at {title} is free; the robot {name} is playing it. You are next: **{button:offer.yes}** "
        "takes it with the next deal, **{button:offer.no}** passes it on. The offer ends {until}."
    ),
    "offer/place": (
        "{mention}, a seat at {title} is free, and you are next: **{button:offer.yes}** takes it, "
        "**{button:offer.no}** passes it on. The offer ends {until}."
    ),
    "offer/again": (
        "{mention}, {by} would like another table of {title} with you. **{button:offer.yes}** takes your seat, "
        "**{button:offer.no}** leaves it. It is held for you; that ends {until}."
    ),
    "offer/place_over": "-# That seat is no longer on offer.",
    "queue/waiting": "Waiting for a seat: {names}",
    "queue/room": "-# Under **{button:lobby.more}**, **{button:lobby.robot-}** makes room for whoever waits.",
    "queue/place": (
        "All seats are taken; you are number {place} in the queue. When a seat comes free, it is offered to you here "
        "and held for two minutes."
    ),
    "queue/place_held": (
        "The free seat is held for {name}; you are number {place} in the queue. When a seat comes free, it is "
        "offered to you here and held for two minutes."
    ),
    "queue/robot_sits": (
        "A robot sits here too: anyone at the table can make room for you with **{button:lobby.robot-}**."
    ),
    "queue/place_under_way": (
        "The game is under way; you are number {place} in the queue. When a player leaves, their seat is offered to "
        "you here and held for two minutes. Anyone who sits here can also offer you one with `/table sub`."
    ),
    "queue/place_next_hand": (
        "A seat is free; you sit down when this hand is over. The next hand deals you in, if you stay in the queue."
    ),
    "queue/sat_down": "You sit at the table now. The next hand deals you in.",
    "queue/left": "You have left the queue.",
    "call/players": "{role}: players are wanted for {title}. **{button:lobby.join}** in the lobby takes a seat.",
    "call/over": "-# Players were wanted for {title}.",
    "call/made": "The call is posted.",
    "button/lobby.call": "Call for players",
    "button/queue.leave": "Leave the queue",
    "button/table.again": "Same again",
}
