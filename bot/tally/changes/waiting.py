"""Entries that do not count yet, and the players who have yet to confirm them."""

from collections.abc import Iterable
from typing import Final

from bot.ports import Controls
from bot.store import Connection
from bot.store.books import StoredTransfer, crews, postings, reports
from bot.tally.books import Book, describe_entry, is_real, load_book
from bot.tally.changes.announcements import make_verdict_row
from bot.tally.changes.ledger import find_asked, find_players
from bot.wording import Words

MOST_NAMED: Final = 6
"""The most people that a sentence names."""


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


def describe_waiting(connection: Connection, book: Book) -> list[str]:
    """A line for each kind of entry that does not count yet: hands that were played here and count by themselves after
    a time, hands from a real table, which need the word of others, and disputed ones."""
    found, words, lines = reports.list_pending(connection, book.id), book.words, list[str]()
    real = [entry for entry in found if is_real(entry) and not entry.is_disputed]
    timed = [entry for entry in found if entry.confirm_at is not None and not is_real(entry)]
    if timed:
        key, last = "tally/waits" if len(timed) == 1 else "tally/wait", max(entry.confirm_at or 0 for entry in timed)
        asked = _name_asked(connection, book, timed)
        lines.append(words.say(key, count=len(timed), who=asked, when=f"<t:{last // 1000}:R>"))
    if real:
        lines.append(words.say("tally/real_wait", count=len(real), who=_name_asked(connection, book, real)))
    if disputed := sum(entry.is_disputed for entry in found):
        lines.append(words.say("tally/in_dispute", count=disputed))
    return lines


def _name_asked(connection: Connection, book: Book, entries: Iterable[StoredTransfer]) -> str:
    """Name those who have yet to confirm at least one of these entries, and the scorer, or the scorer alone if all
    have."""
    asked = set[int | None]()
    for entry in entries:
        answered = {verdict.by for verdict in postings.list_verdicts(connection, entry.id)}
        asked |= find_asked(book, entry) - answered
    names = sorted((member.name for member in book.members.values() if member.user_id in asked), key=str.casefold)
    if not names:
        return book.words.say("tally/the_scorer")
    if (more := len(names) - MOST_NAMED) > 0:
        names[MOST_NAMED:] = [book.words.say("tally/others").format(count=more)]
    return book.words.say("tally/players_or_scorer", names=tuple(names))
