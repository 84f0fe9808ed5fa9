"""The mark of a line in a file of books: a keyed hash of what it says. It proves that this host has exported the line,
and that nobody has changed it since. The key stays in the host's database."""

import hmac
from collections.abc import Callable
from dataclasses import replace

import msgspec

from bot.tally.papers.books_file import BooksFile, FileEntry, FileLine, list_people


def sign(books: BooksFile, key: str) -> BooksFile:
    """Mark the lines of an export, but those that came here without a mark."""
    return _change_marks(books, lambda line: _make_mark(books, line, key) if line.mark else "")


def keep_valid(books: BooksFile, key: str) -> BooksFile:
    """Take all marks away that this key has not made."""
    return _change_marks(
        books,
        lambda line: line.mark if key and hmac.compare_digest(line.mark, _make_mark(books, line, key)) else "",
    )


def _change_marks(books: BooksFile, mark: Callable[[FileLine], str]) -> BooksFile:
    return replace(
        books,
        entries=[entry._replace(mark=mark(entry)) for entry in books.entries],
        payments=[payment._replace(mark=mark(payment)) for payment in books.payments],
        feats=[table._replace(mark=mark(table)) for table in books.feats],
    )


def _make_mark(books: BooksFile, line: FileLine, key: str) -> str:
    """The mark of a line. It covers the people whom the line names, its season, and the crew's name."""
    people = [(books.members[place].name, books.members[place].user) for place in list_people(line) if place >= 0]
    season = books.seasons[line.season] if isinstance(line, FileEntry) else None
    bare = msgspec.json.decode(msgspec.json.encode(line._replace(mark="")), type=type(line))
    text = msgspec.json.encode([type(line).__name__, bare, people, season, books.crew], order="sorted")
    return hmac.digest(key.encode(), text, "sha256").hex()[:32]
