"""The file with which a crew moves house: everything in its books, as `/tally export` writes it and `/books import`
reads it.

It is JSON, packed with gzip. People and seasons are named by their places in the file's lists. An entry, a payment or
a table has an id: the books in which it was first written (its origin), and its number there. So nothing is entered
twice if the same books are brought in again, or come by way of a third server.
"""

import gzip
import io
import json
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

from bot.release import is_newer, version
from bot.store.books import batches, payments, postings
from bot.store.database.schema import Json
from bot.tally.file_fields import (
    MOST_AMOUNT,
    Id,
    read_amount,
    read_flag,
    read_game,
    read_id,
    read_if_any,
    read_list,
    read_name,
    read_number,
    read_reason,
    read_receipt,
    read_small,
    read_text,
    read_time,
    read_weight,
    read_words,
)
from bot.tally.money_words import clean_words
from bot.tally.real_receipts import REAL
from games.core.refused import Refused

KIND: Final = "boneyard books"
VERSION: Final = 1
MOST_BYTES: Final = 8_000_000
"""The most bytes of a file, packed."""
MOST_UNPACKED: Final = 64_000_000
MOST_ENTRIES: Final = 100_000
MOST_MEMBERS: Final = 1_000
MOST_SEASONS: Final = 500
MOST_FEATS: Final = 1_000_000
MOST_LISTS: Final = 4_000_000
"""The most lists and mappings in a file. Each takes some 60 bytes of memory, even an empty one."""
_RELEASE: Final = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,3}", re.ASCII)
_GZIP: Final = b"\x1f\x8b"
ROBOTS: Final = -1
"""The number that stands for the robots, in place of a member."""
NOBODY: Final = -1
"""The number that stands for an author who is not a member, or for no author at all."""


class FileMember(NamedTuple):
    """A person in the file."""

    name: str
    """"" for a member whose person was erased."""
    aliases: list[str]
    user: int | None
    chosen: bool
    """True if the scorer has set the name."""
    crossed: bool
    """True if they have crossed the bar."""
    at: int


class FileSeason(NamedTuple):
    """A season in the file."""

    number: int
    name: str
    opened_at: int
    closed_at: int | None


class FileEntry(NamedTuple):
    """An entry in the file. In `data`, members stand in place of accounts."""

    id: Id
    season: int
    game: str | None
    reason: str | None
    at: int
    by: int
    reverses: Id | None
    table: int | None
    hand: int | None
    rules_version: int | None
    apart: bool
    data: dict[str, Json]
    amounts: list[tuple[int, int, str | None]]


class FilePayment(NamedTuple):
    """A payment in the file. `by` and `answered_by` are members or `NOBODY`."""

    id: Id
    giver: int
    taker: int
    amount: int
    kind: str
    state: str
    by: int
    answered_by: int
    at: int
    answered_at: int | None


Done = tuple[int, int, str, int, int, str]
"""A feat: its event's sequence, its time, its kind ("moons"), its seat, its amount, and its sort (the title of
its receipt, "moon", or "")."""
LineUp = tuple[int, list[list[int]]]
"""The first event of a line-up, and its members by seat."""


class FileFeats(NamedTuple):
    """The feats of a table in the file."""

    id: Id
    game: str
    done: list[Done]
    posted: list[LineUp]


@dataclass(frozen=True, slots=True)
class BooksFile:
    """A crew's books."""

    crew: str
    unit: str
    waiting: int
    """The number of entries that waited to be confirmed, and are not in the file."""
    members: Sequence[FileMember]
    seasons: Sequence[FileSeason]
    """The last one is open."""
    entries: Sequence[FileEntry]
    payments: Sequence[FilePayment]
    feats: Sequence[FileFeats]


def is_packed(body: bytes) -> bool:
    """True if a file is packed, as books are."""
    return body[:2] == _GZIP


def write(books: BooksFile) -> bytes:
    """Make the file. The same books make the same file."""
    header = {"kind": KIND, "version": VERSION, "release": version()}
    whole = {**header, **{field.name: getattr(books, field.name) for field in fields(books)}}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def read(body: bytes) -> BooksFile:
    """Read a file.

    Raises Refused("TALLY", "paper_size") if the packed file is too large, and Refused("TALLY", "books_file") if it is
    too large unpacked or anything in it is wrong. For a wrong file from a newer release, the reason is "books_newer".
    """
    if len(body) > MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=MOST_BYTES // 1_000_000)
    release = ""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as packed:
            text = packed.read(MOST_UNPACKED + 1)
        if len(text) > MOST_UNPACKED:
            raise ValueError("the file is too large")
        if text.count(b"[") + text.count(b"{") > MOST_LISTS:
            raise ValueError("the file has too many lists")
        whole = json.loads(text)
        release = _read_release(whole)
        if whole["kind"] != KIND or whole["version"] != VERSION:
            raise ValueError("this is no file of books, or one of another form")
        return _BooksReader(len(whole["members"]), len(whole["seasons"])).read_books(whole)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OSError, EOFError, RecursionError, zlib.error,
            Refused) as error:  # fmt: skip
        if is_newer(release):
            raise Refused("TALLY", "books_newer", theirs=release, own=version()) from error
        raise Refused("TALLY", "books_file") from error


def _read_release(whole: Any) -> str:
    """The release that wrote a file; "" if the file does not say it. The first releases did not write it."""
    release = whole.get("release", "")
    return release if isinstance(release, str) and _RELEASE.fullmatch(release) else ""


class _BooksReader:
    """A reader of the parts of a file. For a part that no file can have, it raises any of the
    errors that `read` catches."""

    def __init__(self, members: int, seasons: int) -> None:
        self._members = members
        self._seasons = seasons

    def read_books(self, whole: dict[str, Any]) -> BooksFile:
        """Read everything."""
        books = BooksFile(
            read_words(whole["crew"], 60),
            read_words(whole["unit"], 60),
            read_number(whole["waiting"], 0),
            read_list(whole["members"], MOST_MEMBERS, self._read_member),
            read_list(whole["seasons"], MOST_SEASONS, self._read_season),
            read_list(whole["entries"], MOST_ENTRIES, self._read_entry),
            read_list(whole["payments"], MOST_ENTRIES, self._read_payment),
            read_list(whole["feats"], MOST_ENTRIES, self._read_feats),
        )
        closed = [season.closed_at is not None for season in books.seasons]
        if not closed or closed[-1] or not all(closed[:-1]):
            raise ValueError("the last season alone must be open")
        numbers = [season.number for season in books.seasons]
        if numbers != sorted(set(numbers)):
            raise ValueError("the seasons are not in order")
        users = [member.user for member in books.members if member.user is not None]
        for ids in (users, [entry.id for entry in books.entries], [payment.id for payment in books.payments]):
            if len(set(ids)) != len(ids):
                raise ValueError("a person, an entry or a payment stands there twice")
        _check_reversals(books.entries)
        _check_turnover(books)
        if sum(len(table.done) for table in books.feats) > MOST_FEATS:
            raise ValueError("there are too many feats")
        return books

    def _read_member(self, row: list[Any]) -> FileMember:
        name, aliases, user, chosen, crossed, at = row
        checked_name = read_name(name, user is not None) if name else ""
        other_names = read_list(aliases, 100, lambda alias: read_name(alias, user is not None))
        user_id = read_if_any(user, lambda number: read_number(number, 1, 2**63 - 1))
        return FileMember(checked_name, other_names, user_id, read_flag(chosen), read_flag(crossed), read_time(at))

    def _read_season(self, row: list[Any]) -> FileSeason:
        number, name, opened_at, closed_at = row
        checked_name = clean_words(name, "name", 60) if name else ""
        return FileSeason(read_number(number, batches.HIDDEN, -batches.HIDDEN), checked_name, read_time(opened_at),
                          read_if_any(closed_at, read_time))  # fmt: skip

    def _read_entry(self, row: list[Any]) -> FileEntry:
        id, season, game, reason, at, by, reverses, table, hand, version, apart, data, amounts = row
        entry = FileEntry(
            read_id(id),
            read_number(season, 0, self._seasons - 1),
            read_if_any(game, read_game),
            read_if_any(reason, read_reason),
            read_time(at),
            self._read_place(by, NOBODY),
            read_if_any(reverses, read_id),
            read_if_any(table, read_small),
            read_if_any(hand, read_small),
            read_if_any(version, read_small),
            read_flag(apart),
            self._read_data(data, game),
            read_list(amounts, MOST_MEMBERS, self._read_amount),
        )
        if not entry.amounts or sum(part[1] for part in entry.amounts) != 0:
            raise ValueError("an entry does not sum to zero")
        return entry

    def _read_amount(self, row: list[Any]) -> tuple[int, int, str | None]:
        member, amount, note = row
        return (
            self._read_place(member, ROBOTS),
            read_number(amount, -MOST_AMOUNT),
            read_if_any(note, lambda text: read_words(text, 100)),
        )

    def _read_data(self, data: dict[str, Any], game: str | None) -> dict[str, Json]:
        """Read the data of an entry. Unknown names are left out, because pages and audits need checked data."""
        known: dict[str, Callable[[Any], Json]] = {
            "rule": lambda value: read_text(value, 40),
            "amounts": lambda value: read_list(value, 12, read_amount),
            "seats": self._read_seats,
            "parts": lambda value: read_list(value, 1_000, self._read_part),
            "robots": lambda value: read_list(value, 12, lambda member: self._read_place(member, ROBOTS)),
            postings.AWAY: lambda value: read_list(value, 12, lambda member: self._read_place(member, ROBOTS)),
            "between_people": read_flag,
            "count": lambda value: read_number(value, 0),
            "weight": read_weight,
            "line": lambda value: read_number(value, 0),
            REAL: lambda value: {
                "hands": read_number(value["hands"], 0),
                "receipts": read_list(value["receipts"], 1_000, lambda row: read_receipt(row, game, data["seats"])),
            },
        }
        checked = {name: known[name](value) for name, value in data.items() if name in known}
        if any(name in checked and not checked[name] for name in ("amounts", "seats")):
            raise ValueError("nobody played in an entry")
        if len(checked.get("seats", checked.get("amounts", ()))) != len(
            checked.get("amounts", checked.get("seats", ()))
        ):
            raise ValueError("an entry has other seats than amounts")
        if REAL in checked and not all(len(seat) == 1 for seat in checked["seats"]):
            raise ValueError("two people share a seat at a real table")
        return checked

    def _read_seats(self, seats: Any) -> list[list[int]]:
        found = read_list(seats, 12, lambda seat: read_list(seat, 12, lambda member: self._read_place(member, ROBOTS)))
        if not all(found):
            raise ValueError("a seat belongs to nobody")
        return found

    def _read_part(self, row: list[Any]) -> list[Any]:
        since, seats, amounts = row
        return [read_number(since, 0), self._read_seats(seats), read_list(amounts, 12, read_amount)]

    def _read_payment(self, row: list[Any]) -> FilePayment:
        id, giver, taker, amount, kind, state, by, answered_by, at, answered_at = row
        if kind not in (payments.PAID, payments.FORGIVEN):
            raise ValueError("a payment is of no known kind")
        if state not in (payments.WAITS, payments.COUNTS, payments.VOID) or giver == taker:
            raise ValueError("a payment is in no known state, or to its own giver")
        return FilePayment(
            read_id(id),
            self._read_place(giver, 0),
            self._read_place(taker, 0),
            read_number(amount, 1),
            kind,
            state,
            self._read_place(by, NOBODY),
            self._read_place(answered_by, NOBODY),
            read_time(at),
            read_if_any(answered_at, read_time),
        )

    def _read_feats(self, row: list[Any]) -> FileFeats:
        id, game, done, posted = row
        lines = read_list(posted, 100_000, lambda line: (read_number(line[0], 0), self._read_seats(line[1])))
        if not lines:
            raise ValueError("nobody played there")
        return FileFeats(read_id(id), read_game(game), read_list(done, MOST_FEATS, _read_done), lines)

    def _read_place(self, member: Any, least: int) -> int:
        """Read the place of a member."""
        return read_number(member, least, self._members - 1)


def _check_reversals(entries: Sequence[FileEntry]) -> None:
    """Raise ValueError unless each reversal is the opposite of an earlier entry that has no other reversal."""
    reversible: dict[Id, FileEntry] = {}
    for entry in entries:
        if entry.reverses is not None:
            target = reversible.pop(entry.reverses, None)
            if target is None or entry.apart or not is_opposite(entry.amounts, target.amounts):
                raise ValueError("an entry reverses what it cannot")
        if not entry.apart:
            reversible[entry.id] = entry


def is_opposite(amounts: Sequence[tuple[int, int, str | None]], others: Sequence[tuple[int, int, str | None]]) -> bool:
    """True if the amounts of one entry are the opposite of the other's, line by line."""
    return [(member, -amount) for member, amount, _ in amounts] == [(member, amount) for member, amount, _ in others]


def _check_turnover(books: BooksFile) -> None:
    """Raise ValueError if the sums of somebody's entries or payments could be too large for a database."""
    turnovers = [0] * (len(books.members) + 1)
    for entry in books.entries:
        for member, amount, _ in entry.amounts:
            turnovers[member] += abs(amount)
    if max(turnovers) > MOST_AMOUNT or sum(payment.amount for payment in books.payments) > MOST_AMOUNT:
        raise ValueError("the amounts are too large")


def _read_done(row: list[Any]) -> Done:
    sequence, at, kind, seat, amount, sort = row
    return (
        read_number(sequence, 0),
        read_time(at),
        read_text(kind, 40),
        read_number(seat, 0, 11),
        read_number(amount, -MOST_AMOUNT),
        read_text(sort, 40),
    )
