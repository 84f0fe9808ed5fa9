"""Full-text search over pages of the guides and rulebooks: SQLite's FTS5 in memory, or plain words without it."""

import logging
import re
import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol

from bot.wording import ENGLISH, Language, Words
from bot.wording.letters import simplify

log = logging.getLogger(__name__)

NO_FTS5: Final = "The SQLite of this Python has no FTS5: /rules finds whole words only, not other forms of them (%s)."
WEIGHTS: Final = (8.0, 6.0, 1.0)
"""The weights of a page's title, of the words in which people ask for the page, and of its text."""
MOST_TERMS: Final = 40
"""The most words of a query that are searched for."""

_WORD: Final = re.compile(r"[^\W_]+")
_LEAST_STEM: Final = 4
"""The fewest letters of a word that `_cut_ending` leaves."""


class Doc(NamedTuple):
    """The texts of one page that are searched."""

    game: str
    title: str
    asked: str
    """Other words in which people ask for the page."""
    text: str


class Index(Protocol):
    """Ranks pages by the words of a query."""

    def rank(self, words: Sequence[str], game: str | None) -> list[tuple[float, int]]:
        """Return (score, number of the page) for every page with any of these words. A higher score is better."""


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents and apostrophes."""
    return _WORD.findall(simplify(text.replace("'", "").replace("’", "")))


@cache
def _stop_words_of(language: Language) -> frozenset[str]:
    """The words of a language that say nothing about the subject of a question."""
    return frozenset(words_of(Words(language).say("search/silent")))


def terms_of(query: str, language: Language = ENGLISH) -> list[str]:
    """Return the words of a query without stop words, or all words if only stop words are left."""
    words = words_of(query)
    return ([word for word in words if word not in _stop_words_of(language)] or words)[:MOST_TERMS]


def build_index(docs: Sequence[Doc], language: Language = ENGLISH) -> Index:
    """Index the pages with FTS5. If this SQLite has no FTS5, log that, and index them by plain words."""
    try:
        return FullText(docs, language)
    except sqlite3.OperationalError as error:
        log.warning(NO_FTS5, error)
        return PlainWords(docs)


class FullText:
    """An index of SQLite's FTS5. It knows the stems of English words, so "setting" finds "set". In other languages it
    finds words by their beginnings."""

    def __init__(self, docs: Sequence[Doc], language: Language) -> None:
        """Raises sqlite3.OperationalError if this SQLite has no FTS5."""
        # Several threads may use the database in memory, but never at the same time.
        self._connection = connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._english = language == ENGLISH
        tokens = "porter unicode61" if self._english else "unicode61 remove_diacritics 2"
        connection.execute(
            f"CREATE VIRTUAL TABLE page USING fts5(title, asked, body, game UNINDEXED, tokenize='{tokens}')"
        )
        connection.executemany(
            "INSERT INTO page (rowid, title, asked, body, game) VALUES (?, ?, ?, ?, ?)",
            [(number, doc.title, doc.asked, doc.text, doc.game) for number, doc in enumerate(docs)],
        )

    def rank(self, words: Sequence[str], game: str | None) -> list[tuple[float, int]]:
        """Rank by bm25, which gives more weight to rare words and to short pages."""
        if not words:
            return []
        query = " OR ".join(f'"{word}"' if self._english else f'"{_cut_ending(word)}"*' for word in words)
        rows = self._connection.execute(
            "SELECT -bm25(page, ?, ?, ?), rowid FROM page WHERE page MATCH ? AND (? IS NULL OR game = ?)"
            " ORDER BY 1 DESC",
            (*WEIGHTS, query, game, game),
        )
        return [(float(score), int(number)) for score, number in rows]


def _cut_ending(word: str) -> str:
    """Cut the last two letters, where many languages mark the plural or the form of a verb: "pedras" becomes "pedr"."""
    return word[: max(_LEAST_STEM, len(word) - 2)]


class PlainWords:
    """An index of whole words, in which rarer words count for more."""

    def __init__(self, docs: Sequence[Doc]) -> None:
        self._games = [doc.game for doc in docs]
        self._bags = [tuple(frozenset(map(_cut_plural, words_of(part))) for part in doc[1:]) for doc in docs]

    def rank(self, words: Sequence[str], game: str | None) -> list[tuple[float, int]]:
        """Rank pages by the words that they share with the query."""
        wanted = {_cut_plural(word) for word in words}
        pool = [number for number, owner in enumerate(self._games) if game in (None, owner)]
        counts = {word: sum(1 for number in pool if any(word in bag for bag in self._bags[number])) for word in wanted}
        scored = [
            (
                sum(
                    weight / counts[word]
                    for weight, bag in zip(WEIGHTS, self._bags[number], strict=True)
                    for word in wanted & bag
                ),
                number,
            )
            for number in pool
        ]
        return sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])


def _cut_plural(word: str) -> str:
    """Remove the "s" of the plural, but not from words of three letters or fewer."""
    return word.rstrip("s") if len(word) > 3 else word
