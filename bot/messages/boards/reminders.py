"""Reminders to a player for whom the table waits, in the channel and in their own message; and the line in the channel
for a player who gets no DMs."""

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.messages.boards.questions import is_asked
from bot.messages.parts.alerts import are_of_one_turn, number_alert
from bot.messages.parts.desired_message import DesiredMessage, Ping, home_of
from bot.messages.parts.table_words import words_of
from bot.people.quiet_hours import QuietHours
from bot.ports import ErrorKind, Message, make_button, with_buttons
from bot.store import MessageData, Pace, Projection
from bot.tables.aggregate import Table, Waits, has_turn
from bot.tables.seats.handovers import list_open_votes
from bot.tables.timing.deadlines import find_vote_times, list_awaited_seats, pacing_of
from bot.wording import Words
from games.core import Seat

FIRST_PUBLIC: Final = {Pace.LIVE: 3, Pace.CORRESPONDENCE: 2}
"""The number of the first reminder that is posted in the channel. Earlier ones are private."""


class Patience(NamedTuple):
    """The time for which tables wait for people."""

    waits: Waits
    find_quiet_hours: Callable[[int], QuietHours | None]
    """Returns the quiet hours of a user; None if they have none."""


def is_public(table: Table, seat: Seat) -> bool:
    """True if a seat should be reminded in the channel.

    False if the table also waits for another seat, because the reminder would show who has not answered.
    """
    only_mover = table.playing is not None and table.public_view.to_act == (seat,)
    reminded = table.absences.nudged.get(seat, 0) >= FIRST_PUBLIC[table.row.pace]
    return reminded and only_mover and not table.is_closed and table.is_present(seat)


def present_reminder(
    table: Table, seat: Seat, row: Projection | None, patience: Patience, ping: Ping
) -> DesiredMessage | None:
    """Make the public reminder of a seat: one posting for each turn, then edits. The last edit says that the wait
    is over, or that a robot stands in for the player."""
    words = words_of(table)
    shown = row.data.alert if row is not None else 0
    if is_public(table, seat):
        alert = number_alert(table, seat)
        if shown >= alert:
            return None
        message = ping(_make_reminder(table, seat, patience))
        user = table.occupant(seat).user_id
        data, repost = MessageData(alert=alert), not are_of_one_turn(alert, shown)
        return DesiredMessage(message, table.sequence, home_of(table), repost, user=user, data=data)
    if not shown:
        return None
    settled = table.is_present(seat) or table.is_closed
    text = words.say("note/settled" if settled else "note/stood_in", name=table.names[seat])
    data = MessageData(alert=0 if settled else shown)
    return DesiredMessage(Message(text), table.sequence, home_of(table), data=data)


def make_turn_line(table: Table, seat: Seat, refusal: str) -> Message:
    """Make the line in the channel for a player who gets no DMs. It says why not, and what to do, unless `refusal` (the
    kind of Discord's refusal) is ""."""
    words, mention = words_of(table), f"<@{table.occupant(seat).user_id}>"
    key = "turn" if has_turn(table, seat) else "asked" if table.is_present(seat) and is_asked(table, seat) else "quiet"
    lines = [words.say(f"rack/{key}", mention=mention)]
    if refusal in (ErrorKind.DMS_CLOSED, ErrorKind.LEFT):
        lines.append(words.say(f"rack/{refusal}"))
    elif refusal:
        lines.append(words.say("rack/refused", reason=words.say(f"refused/{refusal}")))
    return with_buttons("\n".join(lines), make_button("hand.show", words), table=table.id)


def write_waited_line(table: Table, seat: Seat, words: Words, patience: Patience) -> str:
    """The line of a player's own message that says how long the table has waited for the player, and what happens next.

    At a live table, the line is empty until the player was reminded.
    """
    by_correspondence = table.row.pace == Pace.CORRESPONDENCE and seat in list_awaited_seats(table)
    reminded = by_correspondence or table.absences.nudged.get(seat)
    must_move = seat in table.public_view.to_act and table.is_live and table.is_present(seat)
    if not reminded or not must_move:
        return ""
    waited = words.say("rack/waited", since=write_time(table, table.waiting.since, words))
    return f"{waited} {_describe_consequence(table, seat, words, patience)}"


def _make_reminder(table: Table, seat: Seat, patience: Patience) -> Message:
    user = table.occupant(seat).user_id
    words = words_of(table)
    waited = words.say("note/waited", mention=f"<@{user}>", since=write_time(table, table.waiting.since, words))
    return Message(f"{waited} {_describe_consequence(table, seat, words, patience)}")


def _describe_consequence(table: Table, seat: Seat, words: Words, patience: Patience) -> str:
    """Say what happens, and when, if the player does not move.

    There is no vote if several players have to act, or if nobody else is there to vote.
    """
    vote_from, stand_in_at = find_vote_times(table, pacing_of(table, patience.waits), seat, patience.find_quiet_hours)
    may_vote = table.people != (seat,) and table.public_view.to_act == (seat,)
    key = "voting" if seat in list_open_votes(table) else "vote" if may_vote else "no_vote"
    return words.say(
        f"note/{key}", vote=write_time(table, vote_from, words), stand_in=write_time(table, stand_in_at, words)
    )


def write_time(table: Table, at: int, words: Words) -> str:
    """Write a time for Discord to show: at a live table as a distance ("in 20 seconds"), otherwise as date and time."""
    return f"<t:{at // 1000}:R>" if table.row.pace == Pace.LIVE else words.say("note/on", at=f"<t:{at // 1000}:f>")
