"""A crew's own entries that its books have lost because a host restored an older backup, or began afresh.

A file of books names its crew's own entries by their numbers. After a loss, new entries get the same numbers. So an
own entry in a file counts as known only if the books have the same entry under its number. Every other own entry gets
a new origin before it is brought in. That origin is the same each time the file is read.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.tally.books import Book
from bot.tally.books.book import sum_amounts
from bot.tally.books.file_fields import FileFeats, Id
from bot.tally.papers.books_file import BooksFile, FileEntry, FilePayment
from bot.tally.papers.collecting import find_origin
from games.core import Refused

_Line = FileEntry | FilePayment


def refuse_changed(book: Book, file: BooksFile, here: BooksFile, people: Sequence[int | None]) -> None:
    """Raise Refused("TALLY", "books_differ") for a line without a mark that has the number of a line of these books
    (`here`) and says something else. `people` are the members here of the file's people."""
    own, known = find_origin(book.crew), {(type(line), line.id): line for line in here.lines}
    members, owners = frozenset(people), list(book.members)
    for line in file.lines:
        other = known.get((type(line), line.id)) if line.id[0] == own and not line.mark else None
        if other is not None and _list_facts(line, people, members) != _list_facts(other, owners, members):
            raise Refused("TALLY", "books_differ", number=line.id[1])


def _list_facts(line: _Line, owners: Sequence[int | None], members: Collection[int | None]) -> tuple[object, ...]:
    """The facts of a line, with the sums of these members alone. `owners` are the members by place in the line."""
    sums = sum_amounts((owners[place], amount) for place, amount in _list_amounts(line) if place >= 0)
    named = {member: amount for member, amount in sums.items() if member in members and member is not None}
    return named, line.at, (line.game, line.table, line.hand) if isinstance(line, FileEntry) else None


def _list_amounts(line: _Line) -> list[tuple[int, int]]:
    if isinstance(line, FileEntry):
        return [(place, amount) for place, amount, _ in line.amounts]
    return [(line.giver, line.amount), (line.taker, -line.amount)]


def rename_lost(book: Book, file: BooksFile, here: BooksFile) -> BooksFile:
    """Give a new origin to the crew's own entries, payments and feats in a file, if the crew's books (`here`) have lost
    them. What has come back already gets the origin under which it came. Of the feats, only lost and new ones are
    left."""
    own, known = find_origin(book.crew), {_make_likeness(line): line.id for line in here.lines}

    def find_id(line: _Line) -> Id:
        return line.id if line.id[0] != own else known.get(_make_likeness(line)) or _make_new_id(line.id, line.at)

    ids: dict[Id | None, Id] = {entry.id: find_id(entry) for entry in file.entries}
    seen = {(table.id[1], done) for table in here.feats for done in table.done}
    feats = []
    for table in file.feats:
        done = [one for one in table.done if (table.id[1], one) not in seen]
        if done and table.mark:
            id = _make_new_id(table.id, done[0].at) if table.id[0] == own else table.id
            feats.append(FileFeats(id, table.game, done, table.posted, table.mark))
    return replace(
        file,
        entries=[entry._replace(id=ids[entry.id], reverses=ids.get(entry.reverses)) for entry in file.entries],
        payments=[payment._replace(id=find_id(payment)) for payment in file.payments],
        feats=feats,
    )


def _make_likeness(line: _Line) -> tuple[object, ...]:
    """The number, the time and the amounts of a line, by which it is recognized. They never change."""
    return type(line), line.id[1], line.at, tuple(sorted(amount for _, amount in _list_amounts(line)))


def _make_new_id(id: Id, at: int) -> Id:
    """The id of a lost entry, payment or table."""
    return hashlib.sha256(f"{id[0]}:{id[1]}:{at}".encode()).hexdigest()[:12], id[1]
