"""What is said of somebody for whom the table has waited long: since when, and what happens unless he plays."""

from __future__ import annotations

from collections.abc import Callable

from bot.people.quiet_hours import QuietHours as Quiet
from bot.ports.ui import Message
from bot.tables.deadlines import patience
from bot.tables.pacing import TableSettings
from bot.tables.seats import open_votes
from bot.tables.table import Table
from bot.wording import say
from games.core.seats import Seat

QuietHours = Callable[[int], Quiet | None]
"""The quiet hours of a user."""
NOTED = 2
"""The reminder from which on everybody is told; the first is between the table and the player."""


def told(table: Table, seat: Seat) -> bool:
    """Whether the channel is told now that the table waits for a seat: only where it waits for that seat alone, since
    of several it would tell who has not answered."""
    times = table.absences.nudged.get(seat, 0)
    alone = table.playing is not None and table.playing.view.to_act == (seat,)
    return times >= NOTED and alone and table.status != "closed" and table.present(seat)


def note(table: Table, seat: Seat, settings: TableSettings, quiet: QuietHours) -> Message:
    """The reminder in the channel: whom the table waits for, since when, and what comes of it, from when on."""
    user = table.occupant(seat).user_id
    waited = say("note/waited", mention=f"<@{user}>", since=when(table, table.waiting.since))
    pings = () if user is None else (user,)
    return Message(f"{waited} {_what_next(table, seat, settings, quiet)}", table=table.id, pings=pings)


def own_line(table: Table, seat: Seat, settings: TableSettings, quiet: QuietHours) -> str:
    """What a player who was reminded reads in his own message; empty for everybody else."""
    if not table.absences.nudged.get(seat) or seat not in table.public_view.to_act or table.status != "live":
        return ""
    return f"{say('rack/waited', since=when(table, table.waiting.since))} {_what_next(table, seat, settings, quiet)}"


def _what_next(table: Table, seat: Seat, settings: TableSettings, quiet: QuietHours) -> str:
    """Where several are asked, or nobody else is there, nobody can vote."""
    vote, stand_in = patience(table, settings.pace(table.row.pace), seat, quiet)
    votes = table.people != (seat,) and table.public_view.to_act == (seat,)
    key = "voting" if seat in open_votes(table) else "vote" if votes else "no_vote"
    return say(f"note/{key}", vote=when(table, vote), stand_in=when(table, stand_in))


def settled(table: Table, seat: Seat) -> Message:
    """What stands there once the table does not wait for him any more."""
    return Message(say("note/settled", name=table.names[seat]), table=table.id)


def when(table: Table, at: int) -> str:
    """A moment as Discord shows it to everybody in his own time zone: at a live table to the second."""
    return f"<t:{at // 1000}:{'T' if table.row.pace == 'live' else 'f'}>"
