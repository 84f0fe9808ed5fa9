"""A request about a table, which is answered in the words of that table's game."""

from dataclasses import dataclass

from bot.messages.table_words import words_of
from bot.ports.requests import Request
from bot.tables.aggregate.table import Table
from bot.wording import Words


@dataclass(slots=True)
class TableRequest(Request):
    """A request whose table is looked up while the request is handled."""

    about: Table | None = None
    """The table that the request is about, once `TableLookup` has found it."""

    def words(self) -> Words:
        """The wording of a private answer: in the table's own words, once the table is known."""
        reader = self.requester.words()
        return reader if self.about is None else words_of(self.about, reader.language)
