"""Entries that do not count yet, and the players who have yet to confirm them."""

from typing import Final, NamedTuple

from bot.ports import Controls
from bot.store import Connection
from bot.store.books import crews, postings, reports
from bot.tally.books import Book, describe_entry, is_real, load_book
from bot.tally.changes.announcements import make_verdict_row
from bot.tally.changes.ledger import find_asked, find_players
from bot.wording import Words

MOST_NAMED: Final = 6
"""The most people that a sentence names."""


class WaitingEntries(NamedTuple):
    """A summary of the pending entries in a book.

    A hand that was played here counts by itself after a time, unless it is disputed. A hand from a real table needs the
    word of others.
    """

    timed: int
    """The number of entries that will count by themselves."""
    names: tuple[str, ...]
    """The players who have yet to confirm at least one of the `timed` entries."""
    last: int
    """The time at which the last of the `timed` entries will count; 0 if there is none."""
    disputed: int
    """The number of disputed entries."""
    real: int = 0
    """The number of undisputed entries from a real table."""
    real_names: tuple[str, ...] = ()
    """The players who have yet to confirm at least one of the `real` entries."""


def find_waiting(connection: Connection, book: Book) -> WaitingEntries:
    """Summarise the entries in a book that do not count yet."""
    found = reports.list_pending(connection, book.id)
    asked: dict[bool, set[int]] = {True: set(), False: set()}  # the key is True for entries from a real table
    times = [entry.confirm_at for entry in found if entry.confirm_at is not None and not is_real(entry)]
    for entry in found:
        if not entry.is_disputed:
            answered = {verdict.by for verdict in postings.list_verdicts(connection, entry.id)}
            asked[is_real(entry)] |= find_asked(book, entry) - answered
    return WaitingEntries(
        len(times),
        _list_names(book, asked[False]),
        max(times, default=0),
        sum(entry.is_disputed for entry in found),
        sum(is_real(entry) and not entry.is_disputed for entry in found),
        _list_names(book, asked[True]),
    )


def _list_names(book: Book, users: set[int]) -> tuple[str, ...]:
    return tuple(sorted((member.name for member in book.members.values() if member.user_id in users), key=str.casefold))


def ask_to_confirm(
    connection: Connection, book: Book, user: int, table: int | None = None
) -> tuple[list[str], Controls]:
    """The line and the buttons that ask a user to confirm the oldest pending entry of a book, or of one table, that
    they have neither confirmed nor disputed. Both are empty if there is none."""
    for entry in reports.list_pending(connection, book.id):
        takes_part = table in (None, entry.table) and user in find_players(book, entry)
        if takes_part and all(verdict.by != user for verdict in postings.list_verdicts(connection, entry.id)):
            line = book.words.say("tally/asked", entry=describe_entry(book, entry))
            return [line], (make_verdict_row(entry.id, book.words),)
    return [], ()


def ask_to_confirm_at(
    connection: Connection, crew: int, table: int, user: int, words: Words
) -> tuple[list[str], Controls]:
    """The same question about an entry of one table, for a crew without its book."""
    found = crews.find_crew(connection, crew)
    if found is None:
        return [], ()
    return ask_to_confirm(connection, load_book(connection, found).read_by(words), user, table)


def describe_waiting(found: WaitingEntries, words: Words) -> list[str]:
    """A line for each kind of pending entry: those that count by themselves, those from real tables, disputed ones."""
    lines = []
    if found.timed:
        key = "tally/waits" if found.timed == 1 else "tally/wait"
        people = _name_asked(found.names, words)
        lines.append(words.say(key, count=found.timed, who=people, when=f"<t:{found.last // 1000}:R>"))
    if found.real:
        lines.append(words.say("tally/real_wait", count=found.real, who=_name_asked(found.real_names, words)))
    if found.disputed:
        lines.append(words.say("tally/in_dispute", count=found.disputed))
    return lines


def _name_asked(names: tuple[str, ...], words: Words) -> str:
    """Name those who are asked to confirm: these players and the scorer, or the scorer alone if there are no names."""
    if not names:
        return words.say("tally/the_scorer")
    if (more := len(names) - MOST_NAMED) > 0:
        names = (*names[:MOST_NAMED], words.say("tally/others").format(count=more))
    return words.say("tally/players_or_scorer", names=names)
