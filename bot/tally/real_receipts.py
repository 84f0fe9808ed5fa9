"""The receipts of hands from a real table, which stand in the data of their entry."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.store.books.postings import StoredTransfer
from bot.store.database.schema import Json
from bot.tally.book import Book
from bot.wording import Language, Words, word_receipt
from games.core.receipt import Receipt, ReceiptLine
from games.core.refused import Fact

REAL_TABLE: Final = "tally.real"
"""The button that explains how hands from a real table are entered."""
REAL: Final = "real"
"""The key of the receipts in an entry's data. It is also the reason of an entry with several results."""


def receipt_as_json(receipt: Receipt) -> Json:
    """A receipt as it is stored with its entry. It names nobody: players are numbers of seats."""
    return [receipt.key, receipt.rule, [list(line) for line in receipt.lines], receipt.total, receipt.unit,
            list(receipt.seats), [list(line) for line in receipt.lines_below]]  # fmt: skip


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
    return word_receipt(_read(stored), Words(language, game, tuple(names)))


def _read(stored: Json) -> Receipt:
    key, rule, lines, total, unit, seats, lines_below = stored
    return Receipt(key, rule, _read_lines(lines), total, unit, tuple(seats), _read_lines(lines_below))


def _read_lines(stored: Iterable[Json]) -> tuple[ReceiptLine, ...]:
    return tuple(
        ReceiptLine(key, rule, amount, unit, tuple((name, _read_fact(value)) for name, value in facts))
        for key, rule, amount, unit, facts in stored
    )


def _read_fact(value: Json) -> Fact:
    return tuple(value) if isinstance(value, list) else value
