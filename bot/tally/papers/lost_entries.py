"""A crew's own entries that its books have lost because a host restored an older backup, or began afresh.

A file of books names its crew's own entries by their numbers. After a loss, new entries get the same numbers. So an
own entry in a file counts as known only if the books have the same entry under its number. Every other own entry gets
a new origin before it is brought in. That origin is the same each time the file is read.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from bot.store import Connection
from bot.store.books import Crew, payments, postings, sources
from bot.store.books.postings import EVERY_STATE
from bot.store.books.sources import SourcedTransfer
from bot.tally.books import Achievements, Book
from bot.tally.changes.ledger import MOVED
from bot.tally.papers.arriving import match_people
from bot.tally.papers.books_file import BooksFile, FileFeats, FilePayment
from bot.tally.papers.collecting import find_id, find_origin, make_done
from bot.tally.papers.file_fields import Id
from games.core import Refused


def list_moved(connection: Connection, crew: Crew) -> dict[Id, SourcedTransfer]:
    """By id, the moved entries in the books. A move that was taken back as a whole is left out."""
    by_mark: dict[str, list[SourcedTransfer]] = {}
    for written in sources.list_seen(connection, crew.id, MOVED):
        by_mark.setdefault(written.source.rpartition(":")[0], []).append(written)
    return {
        find_id(transfer.source, crew, transfer.id): transfer
        for found in by_mark.values()
        if not all(transfer.is_reversed or transfer.is_reversal for transfer in found)
        for transfer in found
    }


def rename_lost(
    connection: Connection, book: Book, file: BooksFile, moved: Mapping[Id, SourcedTransfer], feats: Achievements
) -> BooksFile:
    """Give a new origin to the crew's own entries, payments and feats in a file, if the crew's books have lost them.
    What has come back already, as one of the `moved` entries, gets the origin under which it came."""
    own = find_origin(book.crew)
    _refuse_changed(connection, book, file)
    if own not in {id[0] for lines in (file.entries, file.payments, file.feats) for id in (line.id for line in lines)}:
        return file
    entries = {
        _make_likeness(id, entry.at, (part.amount for part in entry.entries)): id
        for entry in postings.read(connection, book.id, states=EVERY_STATE)
        if (id := find_id(entry.source, book.crew, entry.id))[0] == own or id in moved
    }
    new = {
        entry.id: entries.get(_make_likeness(entry.id, entry.at, (amount for _, amount, _ in entry.amounts)))
        or _make_new_id(entry.id, entry.at)
        for entry in file.entries
        if entry.id[0] == own
    }
    return replace(
        file,
        entries=[
            entry._replace(
                id=new.get(entry.id, entry.id),
                reverses=None if entry.reverses is None else new.get(entry.reverses, entry.reverses),
            )
            for entry in file.entries
        ],
        payments=_rename_payments(connection, book, file),
        feats=list(_rename_feats(connection, book, file, feats)),
    )


def _rename_payments(connection: Connection, book: Book, file: BooksFile) -> list[FilePayment]:
    paid = {
        (id[1], payment.at, payment.amount): id
        for payment in payments.list_of_crew(connection, book.id)
        if payment.state != payments.STRUCK
        for id in (find_id(payment.cause, book.crew, payment.id),)
    }
    return [
        payment
        if payment.id[0] != find_origin(book.crew)
        else payment._replace(
            id=paid.get((payment.id[1], payment.at, payment.amount)) or _make_new_id(payment.id, payment.at)
        )
        for payment in file.payments
    ]


def _refuse_changed(connection: Connection, book: Book, file: BooksFile) -> None:
    """Raise Refused("TALLY", "books_differ") for a line without a mark that has the number of a line of these books and
    says something else."""
    own, people = find_origin(book.crew), match_people(book, file.members)
    claimed = {entry.id[1]: entry for entry in file.entries if entry.id[0] == own and not entry.mark}
    here = set(people)
    for entry in postings.read(connection, book.id, states=EVERY_STATE) if claimed else ():
        other = claimed.get(entry.id)
        if other is None:
            continue
        said = _sum(here, ((people[place] if place >= 0 else None, amount) for place, amount, _ in other.amounts))
        sums = _sum(here, ((book.owners[part.account], part.amount) for part in entry.entries))
        if (said, other.at, other.game, (other.table, other.hand)) != (sums, entry.at, entry.game, entry.known_numbers):
            raise Refused("TALLY", "books_differ", number=entry.id)
    paid = {payment.id: payment for payment in payments.list_of_crew(connection, book.id)}
    for claim in file.payments:
        known = paid.get(claim.id[1]) if claim.id[0] == own and not claim.mark else None
        if known is None:
            continue
        sides = ((people[claim.giver], known.giver), (people[claim.taker], known.taker))
        if (claim.amount, claim.at) != (known.amount, known.at) or any(one not in (None, two) for one, two in sides):
            raise Refused("TALLY", "books_differ", number=known.id)


def _sum(people: Collection[int | None], amounts: Iterable[tuple[int | None, int]]) -> Counter[int | None]:
    """The sums of these people, without zeros."""
    sums = Counter[int | None]()
    for member, amount in amounts:
        if member is not None and member in people:
            sums[member] += amount
    return Counter({member: amount for member, amount in sums.items() if amount})


def _make_likeness(id: Id, at: int, amounts: Iterable[int]) -> tuple[int, int, tuple[int, ...]]:
    """The number, the time and the amounts of an entry, by which it is recognized. They never change."""
    return id[1], at, tuple(sorted(amounts))


def _rename_feats(connection: Connection, book: Book, file: BooksFile, feats: Achievements) -> Iterator[FileFeats]:
    """Yield the feats of a file. Of the crew's own tables, only those that the books have lost are left."""
    own = find_origin(book.crew)
    seen = {
        (table, make_done(dated)) for table, _, known in feats.list_tables(connection, book) for dated in known.feats
    } | {
        (table.id[1], make_done(dated))
        for table in feats.list_moved(connection, book.id)
        for dated in table.feats.feats
    }
    for table in file.feats:
        lost = table.done if table.id[0] != own else [done for done in table.done if (table.id[1], done) not in seen]
        if table.id[0] == own and lost:
            yield table._replace(id=_make_new_id(table.id, lost[0].at), done=lost)
        elif lost:
            yield table


def _make_new_id(id: Id, at: int) -> Id:
    """The id of a lost entry, payment or table."""
    return hashlib.sha256(f"{id[0]}:{id[1]}:{at}".encode()).hexdigest()[:12], id[1]
