"""The file with which a crew moves house: everything in its books, as `/tally export` writes it and `/books import`
reads it.

It is JSON, packed with gzip. People and seasons are named by their places in the file's lists. An entry, a payment or
a table has an id: the books in which it was first written (its origin), and its number there. So nothing is entered
twice if the same books are brought in again, or come by way of a third server.
"""

import base64
import gzip
import hashlib
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple, TypedDict, TypeVar

import msgspec
from msgspec import Meta

from bot.ports import clean, list_texts, without_marks
from bot.release import is_newer, version
from bot.tally.books import clean_words
from bot.tally.books.export import File
from bot.tally.books.file_fields import (
    MOST_AMOUNT,
    Amount,
    Amounts,
    Count,
    FileFeats,
    Game,
    Id,
    Place,
    Receipt,
    Seat,
    Seats,
    Small,
    Text40,
    Text60,
    Text100,
    Time,
    Weight,
    list_places,
)
from bot.tally.books.money_words import find_money
from bot.tally.books.real_receipts import word_stored_receipt
from bot.tally.papers.csv_import import MOST_LINES
from bot.wording import ENGLISH
from games.core import Refused

MOST_BYTES: Final = 8_000_000
"""The most bytes of a file, packed."""
MOST_UNPACKED: Final = 64_000_000
MOST_ENTRIES: Final = 100_000
"""The most entries of a file that an older release wrote. It is entered in parts of `MOST_LINES`."""
FEATS_OF_LINE: Final = 20
"""The feats of a table that count as one line."""
MOST_MEMBERS: Final = 1_000
MOST_SEASONS: Final = 500
MOST_NUMBER: Final = 1_000_000
"""The highest number of a season."""
MOST_FEATS: Final = 1_000_000
MOST_LISTS: Final = 4_000_000
"""The most lists and mappings in a file. Each takes some 60 bytes of memory, even an empty one."""
_RELEASE: Final = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,3}", re.ASCII)
_KEY: Final = re.compile("[a-z_]{1,40}", re.ASCII)
"""The key of a sentence about a hand ("tie_up")."""
_GZIP: Final = b"\x1f\x8b"
_MAGIC: Final = "boneyard books;base64,"
ROBOTS: Final = -1
"""The number that stands for the robots, in place of a member."""
NOBODY: Final = -1
"""The number that stands for an author who is not a member, or for no author at all."""


class FileMember(NamedTuple):
    """A person in the file."""

    name: Text60
    """"" for a member whose person was erased."""
    aliases: Annotated[list[Text60], Meta(max_length=100)]
    user: Annotated[int, Meta(ge=1, le=2**63 - 1)] | None
    chosen: bool
    """True if the scorer has set the name."""
    crossed: bool
    """True if they have crossed the bar."""
    at: Time


class FileSeason(NamedTuple):
    """A season in the file."""

    number: Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
    name: Text60
    opened_at: Time
    closed_at: Time | None
    first: Id | None = None
    """The first entry of the season."""


class RealHands(TypedDict):
    """The hands of a real table."""

    hands: Count
    receipts: Annotated[list[Receipt], Meta(max_length=1_000)]


class EntryData(TypedDict, total=False):
    """The data of an entry, with members in place of accounts. Reading leaves out unknown names, because pages and
    audits need checked data."""

    rule: Text40
    amounts: Annotated[list[Amount], Meta(min_length=1, max_length=12)]
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=12)]
    parts: Annotated[list[tuple[Count, Seats, Amounts]], Meta(max_length=1_000)]
    robots: Annotated[list[Place], Meta(max_length=12)]
    away: Annotated[list[Place], Meta(max_length=12)]
    between_people: bool
    count: Count
    weight: Weight
    line: Count
    real: RealHands


class FileEntry(NamedTuple):
    """An entry in the file."""

    id: Id
    season: Annotated[int, Meta(ge=0)]
    game: Game | None
    reason: Text100 | None
    at: Time
    by: Place
    reverses: Id | None
    table: Small | None
    hand: Small | None
    rules_version: Small | None
    apart: bool
    data: EntryData
    amounts: Annotated[list[tuple[Place, Amount, Text100 | None]], Meta(min_length=1, max_length=MOST_MEMBERS)]
    mark: Text60 = ""
    """The proof that this host has exported the line (see `marks`); "" without one."""


class FilePayment(NamedTuple):
    """A payment in the file. `by` and `answered_by` are members or `NOBODY`."""

    id: Id
    giver: Annotated[int, Meta(ge=0)]
    taker: Annotated[int, Meta(ge=0)]
    amount: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
    kind: Annotated[str, Meta(pattern=r"^(paid|forgiven)\Z")]
    state: Annotated[str, Meta(pattern=r"^(waits|counts|void)\Z")]
    by: Place
    answered_by: Place
    at: Time
    answered_at: Time | None
    mark: Text60 = ""


FileLine = FileEntry | FilePayment | FileFeats
_Line = TypeVar("_Line", FileEntry, FilePayment, FileFeats)
_Key = tuple[type, Id | None]
"""The kind of a line, and its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksFile:
    """A crew's books."""

    kind: Literal["boneyard books"] = "boneyard books"
    version: Literal[1] = 1
    release: str = field(default="", compare=False)
    crew: Text60
    unit: Text60
    part: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = 1
    parts: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = 1
    """The number of files into which the books were split."""
    after: Id | None = None
    """The last entry of the files before this one."""
    waiting: Count
    """The number of entries that waited to be confirmed, and are not in the file."""
    members: Annotated[Sequence[FileMember], Meta(max_length=MOST_MEMBERS)]
    seasons: Annotated[Sequence[FileSeason], Meta(min_length=1, max_length=MOST_SEASONS)]
    """The last one is open."""
    entries: Annotated[Sequence[FileEntry], Meta(max_length=MOST_ENTRIES)]
    payments: Annotated[Sequence[FilePayment], Meta(max_length=MOST_ENTRIES)]
    feats: Annotated[Sequence[FileFeats], Meta(max_length=MOST_ENTRIES)]

    @property
    def lines(self) -> tuple[FileEntry | FilePayment, ...]:
        """The entries and the payments."""
        return (*self.entries, *self.payments)


def is_packed(body: bytes) -> bool:
    """True if a file is packed, as books are."""
    return body[:2] == _GZIP


def keep(body: bytes) -> str:
    """Turn a file into a text that can be kept until the file is entered."""
    return _MAGIC + base64.b64encode(body).decode()


def make_digest(text: str) -> str:
    """The digest of a kept file, for its mark."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_kept(text: str) -> bool:
    """True for a text that `keep` has made, and False for a paper."""
    return text.startswith(_MAGIC)


def read_kept(text: str) -> BooksFile:
    """Read a file that was kept (`keep`). Raises Refused like `read`."""
    return read(base64.b64decode(text.removeprefix(_MAGIC)))


def split(books: BooksFile) -> Iterator[BooksFile]:
    """Split books into files of at most `MOST_LINES` lines each, in order. Most books make one file.

    A reversal is in the file of the entry that it reverses. Raises Refused("TALLY", "books_people").
    """
    if len(books.members) > MOST_MEMBERS:
        raise Refused("TALLY", "books_people", most=MOST_MEMBERS)
    roots: dict[_Key, _Key] = {}
    weights = Counter[_Key]()
    for line in (*books.lines, *books.feats):
        key = type(line), line.id
        root = roots[key] = roots.get((FileEntry, line.reverses), key) if isinstance(line, FileEntry) else key
        weights[root] += 1 + (len(line.done) // FEATS_OF_LINE if isinstance(line, FileFeats) else 0)
    part_of: dict[_Key, int] = {}
    parts, held = 1, 0
    for root, weight in weights.items():
        parts, held = (parts + 1, weight) if held and held + weight > MOST_LINES else (parts, held + weight)
        part_of[root] = parts
    if parts == 1:
        yield books
        return
    after = books.after

    def select(lines: Sequence[_Line]) -> list[_Line]:
        return [line for line in lines if part_of[roots[type(line), line.id]] == part]

    for part in range(1, parts + 1):
        entries, paid, feats = select(books.entries), select(books.payments), select(books.feats)
        yield replace(books, part=part, parts=parts, after=after, entries=entries, payments=paid, feats=feats)
        after = entries[-1].id if entries else after


def write(books: BooksFile) -> File:
    """Make the file. The same books make the same file."""
    number = f"-{books.part}" if books.parts > 1 else ""
    return File(f"boneyard-books{number}.json.gz", gzip.compress(msgspec.json.encode(books), compresslevel=6, mtime=0))


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
        release = msgspec.json.decode(text, type=_Release).release
        books = msgspec.json.decode(text, type=BooksFile)
        _check(books)
        return books
    except (ValueError, LookupError, TypeError, AttributeError, OSError, EOFError, RecursionError, zlib.error,
            Refused) as error:  # fmt: skip
        if _RELEASE.fullmatch(release) and is_newer(release):
            raise Refused("TALLY", "books_newer", theirs=release, own=version()) from error
        raise Refused("TALLY", "books_file") from error


class _Release(msgspec.Struct):
    """The part of a file that says which release wrote it. The first releases did not write it."""

    release: str = ""


def _check(books: BooksFile) -> None:
    """Check what the types of the fields do not say. Raises an error that `read` catches for what no export writes."""
    closed = [season.closed_at is not None for season in books.seasons]
    if closed[-1] or not all(closed[:-1]):
        raise ValueError("the last season alone must be open")
    numbers = [season.number for season in books.seasons]
    if numbers != sorted(set(numbers)):
        raise ValueError("the seasons are not in order")
    users = [member.user for member in books.members if member.user is not None]
    for ids in (users, [entry.id for entry in books.entries], [payment.id for payment in books.payments]):
        if len(set(ids)) != len(ids):
            raise ValueError("a person, an entry or a payment stands there twice")
    if max((place for line in (*books.lines, *books.feats) for place in list_people(line)), default=-1) >= len(
        books.members
    ):
        raise ValueError("somebody is not among the members")
    if sum(len(table.done) for table in books.feats) > MOST_FEATS:
        raise ValueError("there are too many feats")
    if any(payment.giver == payment.taker for payment in books.payments):
        raise ValueError("a payment is to its own giver")
    _check_words(books)
    for entry in books.entries:
        _check_entry(entry, len(books.seasons))
    _check_reversals(books.entries)
    _check_turnover(books)


def list_people(line: FileLine) -> list[int]:
    """The places of all people whom a line names."""
    match line:
        case FileEntry():
            return [line.by, *(member for member, _, _ in line.amounts), *list_places(line.data)]
        case FilePayment():
            return [line.giver, line.taker, line.by, line.answered_by]
        case FileFeats():
            return [member for _, seats in line.posted for seat in seats for member in seat]


def _check_words(books: BooksFile) -> None:
    """Check the texts of a file: each stands on one line, and none that a person may have typed is about money, but
    for names of people."""
    typed = [books.crew, books.unit, *(season.name for season in books.seasons)]
    plain = [text for table in books.feats for done in table.done for text in (done.kind, done.sort)]
    for member in books.members:
        if not all(member.aliases):
            raise ValueError("an alias is empty")
        plain += [without_marks(name) for name in (member.name, *member.aliases)]
    typed += [table.game for table in books.feats]
    for entry in books.entries:
        if entry.reason and (_KEY.fullmatch(entry.reason) is None or find_money(entry.reason)):
            clean_words(entry.reason, "reason")
            plain.append(entry.reason)
        typed += (entry.game or "", *(note or "" for _, _, note in entry.amounts))
        plain.append(entry.data.get("rule", ""))
    if any(clean(text) != text for text in (*typed, *plain)) or any(find_money(text) for text in typed):
        raise ValueError("a text is not on one line, or about money")


def _check_entry(entry: FileEntry, seasons: int) -> None:
    """Check an entry and its data, and write its weight in the shortest way."""
    data, seats = entry.data, entry.data.get("seats", [])
    if entry.season >= seasons or sum(amount for _, amount, _ in entry.amounts) != 0:
        raise ValueError("an entry is in no season, or does not sum to zero")
    if "seats" in data and "amounts" in data and len(data["seats"]) != len(data["amounts"]):
        raise ValueError("an entry has other seats than amounts")
    if "weight" in data:
        data["weight"] = str(Fraction(data["weight"]))
    if "real" in data:
        if "seats" not in data or any(len(seat) != 1 for seat in seats):
            raise ValueError("two people share a seat at a real table")
        for receipt in data["real"]["receipts"]:
            word_stored_receipt(receipt, entry.game or "", ("…",) * len(seats), ENGLISH)
            if any(map(find_money, list_texts(receipt))):
                raise ValueError("a receipt is about money")


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
