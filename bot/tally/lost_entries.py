"""A crew's own entries that its books have lost because a host restored an older backup, or began afresh.

A file of books names its crew's own entries by their numbers. After a loss, new entries get the same numbers. So an
own entry in a file counts as known only if the books have the same entry under its number. Every other own entry gets
a new origin before it is brought in. That origin is the same each time the file is read.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.store.books import payments, postings
from bot.store.database.engine import Connection
from bot.tally.book import Book
from bot.tally.books_file import BooksFile, FileEntry, FileFeats
from bot.tally.collecting import find_origin
from bot.tally.file_fields import Id
from bot.tally.ledger import MOVED

_Likeness = tuple[int, tuple[int, ...]]


def rename_lost(connection: Connection, book: Book, file: BooksFile) -> BooksFile:
    """Give a new origin to the crew's own entries, payments and feats in a file that its books have lost."""
    own = find_origin(book.crew)
    there = _list_entries(connection, book) if any(entry.id[0] == own for entry in file.entries) else {}
    lost = [entry for entry in file.entries if entry.id[0] == own and there.get(entry.id[1]) != _liken_entry(entry)]
    origin = _make_origin(own, lost[0].id[1], lost[0].at) if lost else own
    names: dict[Id, Id] = {entry.id: (origin, entry.id[1]) for entry in lost}
    paid = {one.id: (one.at, one.amount) for one in payments.list_seen_of_crew(connection, book.crew.id)
            if not one.cause.startswith(MOVED)}  # fmt: skip
    return replace(
        file,
        entries=[
            entry._replace(
                id=names.get(entry.id, entry.id),
                reverses=None if entry.reverses is None else names.get(entry.reverses, entry.reverses),
            )
            for entry in file.entries
        ],
        payments=[
            one
            if one.id[0] != own or paid.get(one.id[1]) == (one.at, one.amount)
            else one._replace(id=(_make_origin(own, one.id[1], one.at), one.id[1]))
            for one in file.payments
        ],
        feats=[*_rename_feats(file, own, origin, names)],
    )


def _list_entries(connection: Connection, book: Book) -> dict[int, _Likeness]:
    """By number, the entries that were first written into these books, in any state."""
    written = postings.read(connection, book.crew.id, states=("pending", "posted", "void", postings.APART))
    return {
        entry.id: _liken(entry.at, (part.amount for part in entry.entries))
        for entry in written
        if not entry.source.startswith(MOVED)
    }


def _liken_entry(entry: FileEntry) -> _Likeness:
    return _liken(entry.at, (amount for _, amount, _ in entry.amounts))


def _liken(at: int, amounts: Iterable[int]) -> _Likeness:
    """The time and the amounts of an entry. Nothing changes them later, and the same entry has the same ones."""
    return at, tuple(sorted(amounts))


def _make_origin(own: str, number: int, at: int) -> str:
    return hashlib.sha256(f"{own}:{number}:{at}".encode()).hexdigest()[:12]


def _rename_feats(file: BooksFile, own: str, origin: str, names: Mapping[Id, Id]) -> Iterable[FileFeats]:
    """The feats of the file. For a table that has lost entries, feats after its last entry here get the new origin."""
    last: dict[int, int] = {}
    for entry in file.entries:
        if entry.table is not None and entry.id[0] == own and entry.id not in names:
            last[entry.table] = max(last.get(entry.table, -1), entry.at)
    shortened = {entry.table for entry in file.entries if entry.id in names}
    for table in file.feats:
        if table.id[0] != own or table.id[1] not in shortened:
            yield table
            continue
        known = last.get(table.id[1], -1)
        yield table._replace(done=[one for one in table.done if one[1] <= known])
        yield table._replace(id=(origin, table.id[1]), done=[one for one in table.done if one[1] > known])
