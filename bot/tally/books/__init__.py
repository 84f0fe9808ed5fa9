"""Entries of the books and what is read from them: stakes, whole units, statements, records, debts settled, audits."""

from bot.tally.books.achievements import Achievements, Feats
from bot.tally.books.book import (
    Book,
    Owner,
    TallyFilters,
    find_date,
    format_amounts,
    format_date,
    format_signed,
    load_book,
)
from bot.tally.books.crew_settings import CrewSettings, read_settings, words_of_crew
from bot.tally.books.entry_text import UNNAMED, describe_entry, title_of
from bot.tally.books.money_words import clean_words
from bot.tally.books.real_receipts import is_real
from bot.tally.books.settle import DebtTransfer, NamedTransfer
from bot.tally.books.statements import find_biggest_hand
