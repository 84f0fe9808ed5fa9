"""All that players can look up: sections and words of the guides, and the rules of the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import ClassVar, Final, NamedTuple

from bot.library.editions import Edition
from bot.library.guides import RULE_ID, Guide, GuideSection, list_tips, read_guide_file
from bot.library.rulebooks import Rulebooks
from bot.library.search import Doc, Index, build_index, terms_of, words_of
from bot.wording import Language

EXACT: Final = 1_000.0
"""The points for a page that the query names, by its title or by a phrase with which people ask for it.

A page gets four times these points if the query is its title, and three times if the query is one of its phrases. If
only the terms agree, it gets twice these points for the terms of its title, and the points once for those of a phrase.
"""
TIPS: Final = "tips"
"""The phrase by which people ask for a game's tips."""
MOST_FOUND: Final = 10
"""The most pages that a search returns."""


class PageKind(Enum):
    """The kinds of pages."""

    SECTION = "section"
    WORD = "word"
    RULE = "rule"


KIND_WEIGHTS: Final = {PageKind.SECTION: 1.3, PageKind.WORD: 1.2, PageKind.RULE: 1.0}
"""The factor on a page's score, by its kind: the guide comes before the rulebook when both cover a subject."""


class LibraryPage(NamedTuple):
    """A page of the library: a section or a word of a guide, or a rule."""

    game: str
    kind: PageKind
    key: str
    """The name of the page within its game. The key of a rule is its id; the key of a word begins with "="."""
    content: GuideSection
    """The title and text of the page, also of a word or a rule."""

    @property
    def path(self) -> str:
        """The unique name of the page: "<game>/<key>"."""
        return f"{self.game}/{self.key}"

    @property
    def former_path(self) -> str:
        """The path in custom ids of older releases."""
        if self.kind is PageKind.RULE:
            return self.path
        return f"{self.game}/{'=' * (self.kind is PageKind.WORD)}{self.content.former_key}"


class Shelf:
    """The pages of all games, and their index."""

    def __init__(self, pages: tuple[LibraryPage, ...], language: Language) -> None:
        self.pages = pages
        former = {page.former_path.lower(): page for page in pages}
        self.by_path = former | {page.path.lower(): page for page in pages}
        self.games = tuple(dict.fromkeys(page.game for page in pages))
        self.synonyms = tuple(
            (page.game, f" {' '.join(words_of(phrase))} ", terms_of(page.content.title, language))
            for page in pages
            if page.kind is PageKind.WORD
            for phrase in page.content.phrases
        )
        """For each name that a glossary's word has elsewhere: the glossary's game, the name, and the word's terms."""
        self.names = tuple(
            (
                words_of(f"{page.key} {page.content.title}" if page.kind is PageKind.RULE else page.content.title),
                [words_of(phrase) for phrase in page.content.phrases],
            )
            for page in pages
        )
        """The words of each page's title, and of the phrases by which people ask for it."""
        self.sayings: dict[tuple[str, ...], set[str]] = {}
        """By the words of a title or phrase, the games that have it."""
        for page, (title, asked) in zip(pages, self.names, strict=True):
            for saying in (title, *asked):
                self.sayings.setdefault(tuple(saying), set()).add(page.game)
        self.index: Index = build_index(
            [
                Doc(page.game, f"{page.key} {page.content.title}", "; ".join(page.content.phrases), page.content.text)
                for page in pages
            ],
            language=language,
        )


@dataclass(eq=False)
class Library(Edition):
    """The rulebooks, and the guides of a folder (`<game>.md`). They are indexed by `load` or at the first request."""

    books: Rulebooks = field(kw_only=True)
    _shelf: Shelf | None = None
    _tips: dict[str, tuple[str, ...]] = field(default_factory=dict)

    kind: ClassVar[str] = "guide"

    def _make_edition(self, language: Language) -> Library:
        return Library(self.folder, language, books=self.books.read_in(language))

    def load(self) -> Shelf:
        """Read and index the books, unless that was done before."""
        if self._shelf is None:
            self._shelf = Shelf(tuple(self.read()), self.language)
        return self._shelf

    def read(self) -> Iterator[LibraryPage]:
        """Read every page from the books, in the order of the games."""
        for path in self.list_files():
            yield from _list_pages(path.stem, read_guide_file(self.find_file(path)))
        for rule in self.books.list_rules():
            yield LibraryPage(rule.game, PageKind.RULE, rule.id, GuideSection(rule.title, rule.text))

    def list_sections(self, game: str) -> tuple[LibraryPage, ...]:
        """Return the sections of a game's guide, in order; none for a game without one."""
        return tuple(page for page in self.load().pages if page.game == game and page.kind is PageKind.SECTION)

    def list_tips(self, game: str) -> tuple[str, ...]:
        """Return a game's tips, each a line: the points of the pages that answer "tips"."""
        if game not in self._tips:
            file = self.folder / f"{game}.md"
            english = read_guide_file(file).sections if file.is_file() else ()
            asked = [TIPS in section.phrases for section in english]  # a translated guide has the same sections
            pages = (page.content for page, wanted in zip(self.list_sections(game), asked, strict=False) if wanted)
            self._tips[game] = tuple(tip for page in pages for tip in list_tips(page))
        return self._tips[game]

    def find_page(self, path: str) -> LibraryPage | None:
        """Return the page with this path, or None."""
        return self.load().by_path.get(path.strip().lower())

    def find_explanation(self, refusal: str, game: str) -> LibraryPage | None:
        """Return the section whose picture explains a refusal with this key, or None."""
        return next((section for section in self.list_sections(game) if refusal in section.content.refusals), None)

    def list_cited_rules(self, page: LibraryPage) -> list[LibraryPage]:
        """Return the rules that a page cites, as pages."""
        found = (self.find_page(f"{page.game}/{id}") for id in page.content.cited_rules if id != page.key)
        return [match for match in found if match is not None]

    def find_example(self, rule: str, game: str) -> str:
        """Return the guide's first worked example that cites a rule, or "" if none does."""
        examples = (example for section in self.list_sections(game) for example in section.content.examples)
        return next((example for example in examples if rule in RULE_ID.findall(example)), "")

    def search(self, query: str, game: str | None = None) -> list[LibraryPage]:
        """Find the page with this path or id, or else the best matches by words, best first."""
        exact = self.find_page(query) or self._find_rule(query, game)
        if exact is not None:
            return [exact]
        games = self.load().games if game is None else (game,)
        scored = sorted((pair for name in games for pair in self._score_pages(query, name)), key=lambda pair: -pair[0])
        return [page for _, page in scored[:MOST_FOUND]]

    def _find_rule(self, name: str, game: str | None) -> LibraryPage | None:
        rule = self.books.find_rule(name, game) or self.books.find_rule(name)
        return None if rule is None else self.find_page(f"{rule.game}/{rule.id}")

    def _score_pages(self, query: str, game: str) -> Iterator[tuple[float, LibraryPage]]:
        shelf = self.load()
        terms, query_words = terms_of(query, self.language), words_of(query)
        translated_terms = self._translate(query_words, game)
        words = [term for term in terms if not term.isdigit()]
        if words and words != terms and not shelf.index.rank([*words, *translated_terms], game):
            return  # all that this game knows of the query is a number, such as that of a rule
        if self._is_of_another_game(query_words, game):
            return
        for score, number in shelf.index.rank([*terms, *translated_terms], game):
            page = shelf.pages[number]
            title, asked = shelf.names[number]
            if query_words == title:
                score += 4 * EXACT
            elif query_words in asked:
                score += 3 * EXACT
            elif terms_of(page.content.title, self.language) == terms:
                score += 2 * EXACT
            elif any(terms_of(phrase, self.language) == terms for phrase in page.content.phrases):
                score += EXACT
            yield score * KIND_WEIGHTS[page.kind], page

    def _is_of_another_game(self, query_words: list[str], game: str) -> bool:
        """True if the query has a title or phrase that only other games have, such as "tie up on shit", and this game's
        books lack one of its words. A page found by the rest of the query would be a guess."""
        shelf = self.load()
        spans = (tuple(query_words[start:end]) for start, end in combinations(range(len(query_words) + 1), 2))
        foreign = (span for span in spans if span in shelf.sayings and game not in shelf.sayings[span])
        words = {word for span in foreign for word in terms_of(" ".join(span), self.language)}
        return any(not shelf.index.rank([word], game) for word in words)

    def _translate(self, query_words: list[str], game: str) -> list[str]:
        """Translate words of other games in the query into this game's own words."""
        query = f" {' '.join(query_words)} "
        return [
            term for other, phrase, terms in self.load().synonyms if other == game and phrase in query for term in terms
        ]

    def suggest(self, typed: str, game: str | None = None) -> list[LibraryPage]:
        """List the pages that match what was typed, by their titles or by phrases with which people ask for them.

        If there are none, list what `search` finds. If nothing was typed, list the sections. Without a `game`, guides
        in the readers' language come first; if nothing was typed, the other guides are left out.
        """
        shelf = self.load()
        pairs = [pair for pair in zip(shelf.pages, shelf.names, strict=True) if game in (None, pair[0].game)]
        wanted, own = words_of(typed), {name for name in shelf.games if name == game or self.has_translated(name)}
        if not wanted:
            return [page for page, _ in pairs if page.kind is PageKind.SECTION and page.game in own]
        ranked = (((page.game not in own, _rank_nearness(names, wanted)), page) for page, names in pairs)
        near = sorted((pair for pair in ranked if pair[0][1]), key=lambda pair: pair[0])
        return [page for _, page in near] or self.search(typed, game)


def _rank_nearness(names: tuple[list[str], list[list[str]]], wanted: list[str]) -> int:
    """Rank how well a page matches the typed words: 1 (best, its title begins with them) to 4, or 0 for no match."""
    title, asked = names
    if _begins_with(title, wanted):
        return 1
    if wanted in asked or _has_all(title, wanted):
        return 2
    if any(_begins_with(phrase, wanted) for phrase in asked):
        return 3
    return 4 if any(_has_all(phrase, wanted) for phrase in asked) else 0


def _begins_with(words: list[str], wanted: list[str]) -> bool:
    return " ".join(words).startswith(" ".join(wanted))


def _has_all(words: list[str], wanted: list[str]) -> bool:
    return all(any(word.startswith(start) for word in words) for start in wanted)


def _list_pages(game: str, guide: Guide) -> Iterator[LibraryPage]:
    for section in guide.sections:
        yield LibraryPage(game, PageKind.SECTION, section.key, section)
    for word in guide.words:
        yield LibraryPage(game, PageKind.WORD, f"={word.key}", word)
