"""Sentences about people who gather at a table: the queue, the next table for the same people, the call for players."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/held": "The free seat is offered to {name} first; wait for the answer.",
    "TABLE/offer_waits": "A seat is offered to you already; **Accept** takes it.",
    "TABLE/queue_full": "The queue has {most} people and takes no more; try again later.",
    "TABLE/not_queued": "You are not in the queue of this table.",
    "TABLE/not_played": "This table has not been played to its end; **Start** or `/table open` is for new games.",
    "TABLE/nobody_again": "Nobody who sat at that table is still here; `/table open` opens another.",
    "TABLE/call_no_role": "No role is set up for calls; an admin chooses one with `/tally set call_role:`.",
    "TABLE/call_again": "Players were called for in this channel less than an hour ago; the next call is free {when}.",
    "TABLE/call_quiet": "Nobody is called for in this server's quiet hours, which end {when}.",
    "log/table.seat_offered/queue": "",
    "log/table.offer_ended/passed": "",
    "log/table.offer_ended/late": "",
    "log/table.offer_ended/begun": "",
    "log/table.queued": "",
    "log/table.unqueued": "",
    "log/table.called": "",
    "log/table.substituted/queue/next": "The free seat goes to {seat}, the first in the queue.",
    "offer/queue": (
        "{mention}, a seat at {title} is free, which {name} plays, a robot. You are next: **Accept** takes it with the "
        "next deal, **No** leaves it to others. It is held for you; the time is up {until}."
    ),
    "offer/place": (
        "{mention}, a seat at {title} is free, and you are next: **Accept** takes it, **No** leaves it to others. It "
        "is held for you; the time is up {until}."
    ),
    "offer/place_over": "-# That seat is not on offer any more.",
    "queue/waiting": "Waiting for a seat: {names}",
    "queue/place": (
        "All seats are taken; you are number {place} in the queue. A seat that comes free is offered to you here, and "
        "held for two minutes."
    ),
    "queue/place_under_way": (
        "The game is under way; you are number {place} in the queue. A seat that a player leaves is offered to you "
        "here and held for two minutes. Who sits here can also hand you one with `/table sub`."
    ),
    "queue/left": "You are in the queue no more.",
    "call/players": "{role}: players are wanted for {title}. **Join** in the lobby takes a seat.",
    "call/over": "-# Players were wanted for {title}.",
    "call/made": "The role is called.",
    "button/lobby.call": "Call for players",
    "button/queue.leave": "Leave the queue",
    "button/table.again": "Same again",
}
