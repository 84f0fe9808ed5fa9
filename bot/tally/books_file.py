"""The file with which a crew moves house: everything in its books, as `/tally export` writes it and `/books import`
reads it.

It is JSON, packed with gzip. People and seasons are named by their places in the file's lists, and what comes from an
entry, a payment or a table also by its origin: the books in which it was first written, and its number there. So books
that are brought in twice, or by way of a third server, bring nothing twice.
"""

import gzip
import io
import json
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar

from bot.ports.text import clean
from bot.store.books import batches, payments, postings
from bot.store.database.schema import Json
from bot.tally.money_words import clean_words, money_in
from games.core.refused import Refused

T = TypeVar("T")

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
"""The most lists in a file. Each takes some 60 bytes of memory, even an empty one."""
_MOST: Final = 10**15
"""The largest amount in a file, and the most that one person may win or lose in all."""
_LATEST: Final = 7_258_118_400_000
"""The latest time in a file: the beginning of 2200, in milliseconds. The books read dates up to that year."""
_MOST_SMALL: Final = 2**31 - 1
"""The largest number of a table, a hand, a season or a version of the rules."""
_MOST_NAME: Final = 60
_KEY: Final = re.compile("[a-z_]{1,40}", re.ASCII)
"""The key of a sentence about a hand ("tie_up")."""
_GAME: Final = re.compile("[a-z]{1,20}(?:-[a-z]{1,20}){0,3}", re.ASCII)
"""The name of a game, also of one that this release does not know."""
_WEIGHT: Final = re.compile("[1-9][0-9]{0,6}(?:/[1-9][0-9]{0,6})?", re.ASCII)
"""A weight as entries note it ("1/100")."""
_GZIP: Final = b"\x1f\x8b"
ROBOTS: Final = -1
"""In place of a member: the robots."""
NOBODY: Final = -1
"""In place of the member who wrote something: none of them, or nobody."""

Id = tuple[str, int]
"""An origin, and a number there."""


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
"""A feat: its event's sequence, its time, its kind, its seat, its amount and its sort."""
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
    whole = {"kind": KIND, "version": VERSION, **{field.name: getattr(books, field.name) for field in fields(books)}}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def read(body: bytes) -> BooksFile:
    """Read a file. Raises Refused("TALLY", "books_file") unless everything in it is sound."""
    if len(body) > MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=MOST_BYTES // 1_000_000)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as packed:
            text = packed.read(MOST_UNPACKED + 1)
        if len(text) > MOST_UNPACKED:
            raise ValueError("the file is too large")
        if text.count(b"[") + text.count(b"{") > MOST_LISTS:
            raise ValueError("the file has too many lists")
        whole = json.loads(text)
        if whole["kind"] != KIND or whole["version"] != VERSION:
            raise ValueError("this is no file of books, or a newer one")
        return _BooksReader(len(whole["members"]), len(whole["seasons"])).read_books(whole)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OSError, EOFError, RecursionError, zlib.error,
            Refused) as error:  # fmt: skip
        raise Refused("TALLY", "books_file") from error


class _BooksReader:
    """Reads the parts of a file. Raises ValueError or TypeError for what cannot be in one."""

    def __init__(self, members: int, seasons: int) -> None:
        self._members = members
        self._seasons = seasons

    def read_books(self, whole: dict[str, Any]) -> BooksFile:
        """Read everything."""
        books = BooksFile(
            _words(whole["crew"], 60),
            _words(whole["unit"], 60),
            _number(whole["waiting"], 0),
            _some(whole["members"], MOST_MEMBERS, self._member),
            _some(whole["seasons"], MOST_SEASONS, self._season),
            _some(whole["entries"], MOST_ENTRIES, self._entry),
            _some(whole["payments"], MOST_ENTRIES, self._payment),
            _some(whole["feats"], MOST_ENTRIES, self._feats),
        )
        closed = [season.closed_at is not None for season in books.seasons]
        if not closed or closed[-1] or not all(closed[:-1]):
            raise ValueError("the last season alone must be open")
        numbers = [season.number for season in books.seasons]
        if numbers != sorted(set(numbers)):
            raise ValueError("the seasons are not in order")
        users = [member.user for member in books.members if member.user is not None]
        for once in (users, [entry.id for entry in books.entries], [one.id for one in books.payments]):
            if len(set(once)) != len(once):
                raise ValueError("a person, an entry or a payment stands there twice")
        _check_reversals(books.entries)
        _check_turnover(books)
        if sum(len(table.done) for table in books.feats) > MOST_FEATS:
            raise ValueError("there are too many feats")
        return books

    def _member(self, row: list[Any]) -> FileMember:
        name, aliases, user, chosen, crossed, at = row
        named = _name(name, user is not None) if name else ""
        others = _some(aliases, 100, lambda alias: _name(alias, user is not None))
        known = _maybe(user, lambda one: _number(one, 1, 2**63 - 1))
        return FileMember(named, others, known, _flag(chosen), _flag(crossed), _time(at))

    def _season(self, row: list[Any]) -> FileSeason:
        number, name, opened_at, closed_at = row
        named = clean_words(name, "name", 60) if name else ""
        return FileSeason(_number(number, batches.HIDDEN, -batches.HIDDEN), named, _time(opened_at),
                          _maybe(closed_at, _time))  # fmt: skip

    def _entry(self, row: list[Any]) -> FileEntry:
        id, season, game, reason, at, by, reverses, table, hand, version, apart, data, amounts = row
        entry = FileEntry(
            _id(id),
            _number(season, 0, self._seasons - 1),
            _maybe(game, _game),
            _maybe(reason, _reason),
            _time(at),
            self._place(by, NOBODY),
            _maybe(reverses, _id),
            _maybe(table, _small),
            _maybe(hand, _small),
            _maybe(version, _small),
            _flag(apart),
            self._data(data),
            _some(amounts, MOST_MEMBERS, self._amount),
        )
        if not entry.amounts or sum(part[1] for part in entry.amounts) != 0:
            raise ValueError("an entry does not sum to zero")
        return entry

    def _amount(self, row: list[Any]) -> tuple[int, int, str | None]:
        member, amount, note = row
        return self._place(member, ROBOTS), _number(amount, -_MOST), _maybe(note, lambda one: _words(one, 100))

    def _data(self, data: dict[str, Any]) -> dict[str, Json]:
        """Read what an entry notes about its hand: only what is known, since pages and audits read it."""
        known: dict[str, Callable[[Any], Json]] = {
            "rule": lambda one: _text(one, 40),
            "amounts": lambda one: _some(one, 12, _read_amount),
            "seats": self._seats,
            "parts": lambda one: _some(one, 1_000, self._part),
            "robots": lambda one: _some(one, 12, lambda member: self._place(member, ROBOTS)),
            postings.AWAY: lambda one: _some(one, 12, lambda member: self._place(member, ROBOTS)),
            "between_people": _flag,
            "count": lambda one: _number(one, 0),
            "weight": _weight,
            "line": lambda one: _number(one, 0),
            "real": lambda one: {"hands": _number(one["hands"], 0), "receipts": []},
        }
        read = {name: known[name](value) for name, value in data.items() if name in known}
        if any(name in read and not read[name] for name in ("amounts", "seats")):
            raise ValueError("nobody played in an entry")
        if len(read.get("seats", read.get("amounts", ()))) != len(read.get("amounts", read.get("seats", ()))):
            raise ValueError("an entry has other seats than amounts")
        return read

    def _seats(self, seats: Any) -> list[list[int]]:
        found = _some(seats, 12, lambda seat: _some(seat, 12, lambda member: self._place(member, ROBOTS)))
        if not all(found):
            raise ValueError("a seat belongs to nobody")
        return found

    def _part(self, row: list[Any]) -> list[Any]:
        since, seats, amounts = row
        return [_number(since, 0), self._seats(seats), _some(amounts, 12, _read_amount)]

    def _payment(self, row: list[Any]) -> FilePayment:
        id, giver, taker, amount, kind, state, by, answered_by, at, answered_at = row
        if kind not in (payments.PAID, payments.FORGIVEN):
            raise ValueError("a payment is of no known kind")
        if state not in (payments.WAITS, payments.COUNTS, payments.VOID) or giver == taker:
            raise ValueError("a payment is in no known state, or to its own giver")
        return FilePayment(_id(id), self._place(giver, 0), self._place(taker, 0), _number(amount, 1), kind, state,
                           self._place(by, NOBODY), self._place(answered_by, NOBODY), _time(at),
                           _maybe(answered_at, _time))  # fmt: skip

    def _feats(self, row: list[Any]) -> FileFeats:
        id, game, done, posted = row
        lines = _some(posted, 100_000, lambda line: (_number(line[0], 0), self._seats(line[1])))
        if not lines:
            raise ValueError("nobody played there")
        return FileFeats(_id(id), _game(game), _some(done, MOST_FEATS, _read_done), lines)

    def _place(self, member: Any, least: int) -> int:
        """Read the place of a member."""
        return _number(member, least, self._members - 1)


def _check_reversals(entries: Sequence[FileEntry]) -> None:
    """Raise ValueError unless each reversal is the opposite of an earlier entry that nothing else reverses."""
    open_: dict[Id, FileEntry] = {}
    for entry in entries:
        if entry.reverses is not None:
            target = open_.pop(entry.reverses, None)
            if target is None or entry.apart or not is_opposite(entry.amounts, target.amounts):
                raise ValueError("an entry reverses what it cannot")
        if not entry.apart:
            open_[entry.id] = entry


def is_opposite(amounts: Sequence[tuple[int, int, str | None]], others: Sequence[tuple[int, int, str | None]]) -> bool:
    """True if the lines of an entry take back those of another one."""
    return [(whose, -amount) for whose, amount, _ in amounts] == [(whose, amount) for whose, amount, _ in others]


def _check_turnover(books: BooksFile) -> None:
    """Raise ValueError if the sums of somebody's entries or payments could be too large for a database."""
    moved = [0] * (len(books.members) + 1)
    for entry in books.entries:
        for member, amount, _ in entry.amounts:
            moved[member] += abs(amount)
    if max(moved) > _MOST or sum(one.amount for one in books.payments) > _MOST:
        raise ValueError("the amounts are too large")


def _read_done(row: list[Any]) -> Done:
    sequence, at, kind, seat, amount, sort = row
    return (_number(sequence, 0), _time(at), _text(kind, 40), _number(seat, 0, 11), _number(amount, -_MOST),
            _text(sort, 40))  # fmt: skip


def _name(value: Any, of_user: bool) -> str:
    """Read a name. That of a user comes from Discord, where it may be a word for money."""
    return _text(value, _MOST_NAME) if of_user else clean_words(_text(value, _MOST_NAME), "name", _MOST_NAME)


def _reason(value: Any) -> str:
    """Read a reason: the key of a hand's sentence, or what somebody wrote."""
    if isinstance(value, str) and _KEY.fullmatch(value) and money_in(value) is None:
        return value
    return clean_words(_text(value, 100), "reason") if value else ""


def _id(row: list[Any]) -> Id:
    origin, number = row
    if not (isinstance(origin, str) and 0 < len(origin) <= 16 and origin.isalnum() and origin.isascii()):
        raise ValueError("an origin is no origin")
    return origin, _number(number, 1)


def _number(value: Any, least: int, most: int = _MOST) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{value!r:.40} is not a number from {least} to {most}")
    return value


def _time(value: Any) -> int:
    return _number(value, 0, _LATEST)


def _small(value: Any) -> int:
    return _number(value, -_MOST_SMALL, _MOST_SMALL)


def _game(value: Any) -> str:
    if not isinstance(value, str) or not _GAME.fullmatch(value) or money_in(value) is not None:
        raise ValueError("a game has no such name")
    return value


def _weight(value: Any) -> str:
    if not isinstance(value, str) or not _WEIGHT.fullmatch(value):
        raise ValueError("a weight is none")
    return str(Fraction(value))


def _words(value: Any, most: int) -> str:
    """Read words that people see."""
    if money_in(text := _text(value, most)) is not None:
        raise ValueError("a word for money")
    return text


def _read_amount(value: Any) -> int:
    return _number(value, -_MOST)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("neither yes nor no")
    return value


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or clean(value) != value:
        raise ValueError("a text is too long, or not on one line")
    return value


def _maybe(value: Any, read: Callable[[Any], T]) -> T | None:
    return None if value is None else read(value)


def _some(rows: Any, most: int, read: Callable[[Any], T]) -> list[T]:
    if not isinstance(rows, list) or len(rows) > most:
        raise ValueError("a list is too long, or none")
    return [read(row) for row in rows]
