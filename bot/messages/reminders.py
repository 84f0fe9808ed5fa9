"""Reminders to a player for whom the table waits, in the channel and in their own message."""

from collections.abc import Callable
from typing import Final

from bot.messages.alerts import are_of_one_turn, number_alert
from bot.messages.desired_message import DesiredMessage, home_of
from bot.messages.table_words import words_of
from bot.people.quiet_hours import QuietHours
from bot.ports.ui import Message
from bot.store.messages.message_data import MessageData
from bot.store.messages.projections import Projection
from bot.store.tables.rows import Pace, Status
from bot.tables.aggregate.pacing import Waits
from bot.tables.aggregate.table import Table
from bot.tables.seats.absentees import list_open_votes
from bot.tables.timing.deadlines import find_vote_times, list_awaited_seats
from bot.tables.timing.patience import pacing_of
from bot.wording import Words
from games.core.seats import Seat

QuietHoursOf = Callable[[int], QuietHours | None]
"""Returns the quiet hours of a user; None if they have none."""
Ping = Callable[[Message], Message]
"""Pings the player who is reminded, unless a message of their own tells them."""
FIRST_PUBLIC: Final = 2
"""The number of the first reminder that is posted in the channel. Earlier ones are private."""


def is_public(table: Table, seat: Seat) -> bool:
    """True if a seat should be reminded in the channel.

    False if the table also waits for another seat, because the reminder would show who has not answered.
    """
    only_mover = table.playing is not None and table.public_view.to_act == (seat,)
    reminded = table.absences.nudged.get(seat, 0) >= FIRST_PUBLIC
    return reminded and only_mover and table.status != Status.CLOSED and table.is_present(seat)


def present_reminder(
    table: Table, seat: Seat, row: Projection | None, waits: Waits, quiet: QuietHoursOf, ping: Ping
) -> DesiredMessage | None:
    """Make the public reminder of a seat: one posting for each turn, then edits. The last edit says that the wait
    is over, or that a robot stands in for the player."""
    words = words_of(table)
    shown = row.data.alert if row is not None else 0
    if is_public(table, seat):
        alert = number_alert(table, seat)
        if shown >= alert:
            return None
        message = ping(_make_reminder(table, seat, waits, quiet))
        user = table.occupant(seat).user_id
        data, repost = MessageData(alert=alert), not are_of_one_turn(alert, shown)
        return DesiredMessage(message, table.sequence, home_of(table), repost, user=user, data=data)
    if not shown:
        return None
    if table.is_present(seat) or table.status == Status.CLOSED:
        settled = Message(words.say("note/settled", name=table.names[seat]), table=table.id)
        return DesiredMessage(settled, table.sequence, home_of(table))
    stood_in = Message(words.say("note/stood_in", name=table.names[seat]), table=table.id)
    return DesiredMessage(stood_in, table.sequence, home_of(table), data=MessageData(alert=shown))


def write_waited_line(table: Table, seat: Seat, words: Words, waits: Waits, quiet: QuietHoursOf) -> str:
    """The line of a player's own message that says how long the table has waited for the player, and what happens next.

    At a live table, the line is empty until the player was reminded.
    """
    by_correspondence = table.row.pace == Pace.CORRESPONDENCE and seat in list_awaited_seats(table)
    reminded = by_correspondence or table.absences.nudged.get(seat)
    must_move = seat in table.public_view.to_act and table.status == Status.LIVE and table.is_present(seat)
    if not reminded or not must_move:
        return ""
    waited = words.say("rack/waited", since=write_time(table, table.waiting.since, words))
    return f"{waited} {_describe_consequence(table, seat, words, waits, quiet)}"


def _make_reminder(table: Table, seat: Seat, waits: Waits, quiet: QuietHoursOf) -> Message:
    user = table.occupant(seat).user_id
    words = words_of(table)
    waited = words.say("note/waited", mention=f"<@{user}>", since=write_time(table, table.waiting.since, words))
    return Message(f"{waited} {_describe_consequence(table, seat, words, waits, quiet)}", table=table.id)


def _describe_consequence(table: Table, seat: Seat, words: Words, waits: Waits, quiet: QuietHoursOf) -> str:
    """Say what happens, and when, if the player does not move.

    There is no vote if several players have to act, or if nobody else is there to vote.
    """
    vote_from, stand_in_at = find_vote_times(table, pacing_of(table, waits), seat, quiet)
    may_vote = table.people != (seat,) and table.public_view.to_act == (seat,)
    key = "voting" if seat in list_open_votes(table) else "vote" if may_vote else "no_vote"
    return words.say(
        f"note/{key}", vote=write_time(table, vote_from, words), stand_in=write_time(table, stand_in_at, words)
    )


def write_time(table: Table, at: int, words: Words) -> str:
    """Write a time for Discord to show: at a live table as a distance ("in 20 seconds"), otherwise as date and time."""
    return f"<t:{at // 1000}:R>" if table.row.pace == Pace.LIVE else words.say("note/on", at=f"<t:{at // 1000}:f>")
