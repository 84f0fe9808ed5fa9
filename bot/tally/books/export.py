"""The export of the books as CSV for a spreadsheet, as JSON, or as an SQLite file, with present names and without ids
of people. `collecting` makes the file with which a crew moves house."""

import csv
import gzip
import io
import json
import sqlite3
import unicodedata
from contextlib import closing
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

from bot.store import Connection
from bot.store.books import Scope, StoredTransfer, reports
from bot.tally.books.book import Book
from bot.tally.books.entry_text import describe_briefly
from games.core import Refused

FORMATS: Final = ("csv", "json", "sqlite")
BOOKS: Final = "books"
"""The format with which a crew moves house: everything in the books; see `books_file`."""
LARGEST: Final = 8_000_000
"""The most bytes of a file that Discord accepts on every server. Larger files are compressed."""

_COLUMNS: Final = ("entry", "at", "season", "state", "game", "table", "hand", "rules_version", "rule", "line", "reason",
                   "by", "reverses", "player", "amount")  # fmt: skip

_FORMULA: Final = frozenset("=+-@")
"""Characters that begin a formula. Full-width forms count too, since East Asian spreadsheets accept them."""


class File(NamedTuple):
    """A file for the requester."""

    name: str
    body: bytes


Row: TypeAlias = dict[str, int | str | None]
"""A posting, with a value for each column."""


def list_rows(connection: Connection, book: Book, scope: Scope) -> list[Row]:
    """List every posting within the scope as a row, in the order of writing, including pending and void ones."""
    seasons = {season.id: book.title(season) for season in book.seasons}
    users: dict[int | None, str] = {
        member.user_id: member.name for member in book.members.values() if member.user_id is not None
    }
    return [
        _make_row(book, entry, seasons, users)
        | {"player": book.name(book.owners[posting.account]), "amount": posting.amount}
        for entry in reports.list_every_state(connection, scope)
        for posting in entry.entries
    ]


def _make_row(book: Book, entry: StoredTransfer, seasons: dict[int, str], users: dict[int | None, str]) -> Row:
    return {
        "entry": entry.id,
        "at": datetime.fromtimestamp(entry.at / 1000, UTC).isoformat(timespec="seconds"),
        "season": seasons.get(entry.season or 0, ""),
        "state": "disputed" if entry.is_disputed else entry.state,
        "game": entry.game or "",
        "table": entry.known_numbers[0],
        "hand": entry.known_numbers[1],
        "rules_version": entry.rules_version,
        "rule": entry.data.get("rule", ""),
        "line": describe_briefly(book, entry),
        "reason": entry.reason or "",
        "by": users.get(entry.by, ""),
        "reverses": entry.reverses,
    }


def make_file(rows: list[Row], book: Book, form: str) -> File:
    """Make a file of the rows in one of `FORMATS`, compressed above `LARGEST` bytes. Raises Refused("TALLY",
    "format")."""
    if form not in FORMATS:
        raise Refused("TALLY", "format", given=form, allowed=FORMATS)
    body = {"csv": _write_csv, "json": _write_json, "sqlite": _write_sqlite}[form](rows, book)
    file = File(f"tally.{form}", body)
    return file if len(body) <= LARGEST else File(f"{file.name}.gz", gzip.compress(body, mtime=0))


def _write_csv(rows: list[Row], book: Book) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, _COLUMNS)
    writer.writeheader()
    writer.writerows({name: _make_harmless(value) for name, value in row.items()} for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _make_harmless(value: object) -> object:
    """Put an apostrophe before text that a spreadsheet would take for a formula, even after spaces or in full width."""
    if not isinstance(value, str):
        return value
    first = unicodedata.normalize("NFKC", value.lstrip())[:1]
    return f"'{value}" if first in _FORMULA or value[:1] in ("\t", "\r", "\n") else value


def read_harmless(cell: str) -> str:
    """The text of an exported cell, without the apostrophe that made it harmless."""
    bare = cell.removeprefix("'")
    return bare if _make_harmless(bare) == cell else cell


def _write_json(rows: list[Row], book: Book) -> bytes:
    whole = {"crew": book.crew.name, "unit": book.settings.unit[1], "postings": rows}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def _write_sqlite(rows: list[Row], book: Book) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        names = ", ".join(f'"{name}"' for name in _COLUMNS)
        connection.execute(f"CREATE TABLE postings ({names})")
        marks = ", ".join(f":{name}" for name in _COLUMNS)
        connection.executemany(f"INSERT INTO postings VALUES ({marks})", rows)
        connection.execute(
            "CREATE VIEW balances AS SELECT player, game, sum(amount) AS amount FROM postings"
            " WHERE state = 'posted' GROUP BY player, game"
        )
        connection.commit()
        return connection.serialize()
