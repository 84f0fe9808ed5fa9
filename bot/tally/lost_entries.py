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
    """Give a new origin to the crew's own entries, payments and feats in a file, if the crew's books have lost them."""
    own = find_origin(book.crew)
    own_entries = [entry for entry in file.entries if entry.id[0] == own]
    written = _list_entries(connection, book) if own_entries else {}
    lost = [entry for entry in own_entries if written.get(entry.id[1]) != _make_entry_likeness(entry)]
    origin = _make_origin(own, lost[0].id[1], lost[0].at) if lost else own
    new_ids: dict[Id, Id] = {entry.id: (origin, entry.id[1]) for entry in lost}
    paid = {payment.id: (payment.at, payment.amount)
            for payment in payments.list_of_crew(connection, book.crew.id)
            if not payment.cause.startswith(MOVED)}  # fmt: skip
    return replace(
        file,
        entries=[
            entry._replace(
                id=new_ids.get(entry.id, entry.id),
                reverses=None if entry.reverses is None else new_ids.get(entry.reverses, entry.reverses),
            )
            for entry in file.entries
        ],
        payments=[
            payment
            if payment.id[0] != own or paid.get(payment.id[1]) == (payment.at, payment.amount)
            else payment._replace(id=(_make_origin(own, payment.id[1], payment.at), payment.id[1]))
            for payment in file.payments
        ],
        feats=[*_rename_feats(file, own, origin, new_ids)],
    )


def _list_entries(connection: Connection, book: Book) -> dict[int, _Likeness]:
    """By number, the entries that were first written into these books, in any state."""
    written = postings.read(connection, book.crew.id, states=("pending", "posted", "void", postings.APART))
    return {
        entry.id: _make_likeness(entry.at, (part.amount for part in entry.entries))
        for entry in written
        if not entry.source.startswith(MOVED)
    }


def _make_entry_likeness(entry: FileEntry) -> _Likeness:
    return _make_likeness(entry.at, (amount for _, amount, _ in entry.amounts))


def _make_likeness(at: int, amounts: Iterable[int]) -> _Likeness:
    """The time and the amounts of an entry, by which it is recognized. They never change."""
    return at, tuple(sorted(amounts))


def _make_origin(own: str, number: int, at: int) -> str:
    return hashlib.sha256(f"{own}:{number}:{at}".encode()).hexdigest()[:12]


def _rename_feats(file: BooksFile, own: str, origin: str, new_ids: Mapping[Id, Id]) -> Iterable[FileFeats]:
    """The feats of the file. If a table has lost entries, its feats after its last known entry get the new origin."""
    last_known: dict[int, int] = {}
    for entry in file.entries:
        if entry.table is not None and entry.id[0] == own and entry.id not in new_ids:
            last_known[entry.table] = max(last_known.get(entry.table, -1), entry.at)
    shortened = {entry.table for entry in file.entries if entry.id in new_ids}
    for table in file.feats:
        if table.id[0] != own or table.id[1] not in shortened:
            yield table
            continue
        last_at = last_known.get(table.id[1], -1)
        yield table._replace(done=[feat for feat in table.done if feat[1] <= last_at])
        yield table._replace(id=(origin, table.id[1]), done=[feat for feat in table.done if feat[1] > last_at])
