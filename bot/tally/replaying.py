"""The menu below a page of the tally that opens the hand of an entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ports.ui import Item, Menu, Row
from bot.store.books.postings import StoredTransfer
from bot.tally.book import Book
from bot.tally.entry_text import line, where

REPLAY: Final = "tally.replay"
_MOST_LABEL: Final = 100


def rows(book: Book, entries: Sequence[StoredTransfer]) -> tuple[Row, ...]:
    """The menu of the entries that come from a hand, the last one first; none without such an entry."""
    hands = [entry for entry in entries if entry.table is not None and entry.hand is not None]
    items = tuple(
        Item(f"{entry.table}.{entry.hand}", f"#{entry.id} {line(book, entry)}"[:_MOST_LABEL], where(entry, book.words))
        for entry in {(entry.table, entry.hand): entry for entry in reversed(hands)}.values()
    )
    return ((Menu(REPLAY, book.words.say("tally/choose_hand"), items),),) if items else ()
