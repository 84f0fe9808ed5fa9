"""The receipts of hands from a real table, which are stored in the data of their entries."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.store import Json
from bot.store.books import StoredTransfer
from bot.tally.books.book import Book
from bot.wording import Language, Words, word_receipt
from games.core import Receipt
from games.core.events import from_json

REAL_TABLE: Final = "tally.real"
"""The button that explains how hands from a real table are entered."""
REAL: Final = "real"
"""The key of the receipts in an entry's data. It is also the reason of an entry with several results."""


def is_real(entry: StoredTransfer) -> bool:
    """True for an entry of hands from a real table."""
    return REAL in entry.data


def describe_receipts(book: Book, entry: StoredTransfer) -> Iterator[str]:
    """The receipts of an entry from a real table, with the names that its players have in the books now."""
    names = tuple(book.name(book.owners[account]) for (account,) in entry.data["seats"])
    for stored in entry.data[REAL]["receipts"]:
        yield from word_stored_receipt(stored, entry.game or "", names, book.words.language)


def word_stored_receipt(stored: Json, game: str, names: Sequence[str], language: Language) -> list[str]:
    """Word a stored receipt. Raises ValueError, LookupError, AttributeError or TypeError if it is none."""
    return word_receipt(from_json(Receipt, stored), Words(language, game, tuple(names)))
