"""A language for tests, in which every sentence of the catalogues has accents on its vowels and is a third longer.

A word with a plain vowel on a screen of this language is English that no catalogue has, or a name.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

import pytest
from babel import Locale

from bot.library.guides import GuideSection
from bot.library.lesson_book import LessonBook, LessonStep
from bot.library.library import Library, Shelf
from bot.ports import PieceGroup
from bot.wording import ENGLISH, Language
from bot.wording.formatter import Catalogue
from bot.wording.game_wording import GameWording
from bot.wording.languages import LANGUAGES, Catalogues, catalogue_of, covers, read_catalogues
from tests.translations.source import list_source

PSEUDO: Final = Language("xx")
_VOWELS: Final = str.maketrans("aeiouAEIOU", "åéîøûÅÉÎØÛ")
_KEPT: Final = re.compile(r"(`[^`]*`|\{[^{}]*\}|<[^<>]*>|https?://\S+)")
"""Commands, facts, mentions and addresses."""
_FORMS: Final = re.compile(r"\{(\w+):([^{}]*\|[^{}]*)\}")
_SHORT: Final = ("list/", "number/", "scene/chips", "scene/net", "span/", "ordinal/", "house//")
"""Keys of sentences that are parts of others, so `disguise` does not lengthen them."""


def disguise(key: str, text: str) -> str:
    """Put accents on the vowels of a sentence, and lengthen it by a third."""
    formed = _FORMS.sub(lambda found: f"{{{found[1]}:{found[2].translate(_VOWELS)}}}", text)
    parts = _KEPT.split(formed)
    accented = "".join(part if place % 2 else part.translate(_VOWELS) for place, part in enumerate(parts))
    room = 80 - len(accented) if key.startswith("button/") else 10_000
    longer = "" if key.startswith(_SHORT) or not re.search(r"\w", accented) else _fill(min(len(text) // 3, room))
    stop = "." if accented.endswith(".") else ""
    return f"{accented.removesuffix(stop)}{longer}{stop}" if longer else accented


def _fill(length: int) -> str:
    """Make a filler of dots, which are neither letters nor markup, with spaces at which a line can break."""
    return " ".join("·" * min(9, length - start) for start in range(0, length, 10))


def disguise_all(sentences: Catalogue) -> dict[str, str]:
    """Disguise every sentence of a catalogue."""
    return {key: disguise(key, text) for key, text in sentences.items()}


def disguise_lessons(book: LessonBook) -> LessonBook:
    """Disguise every lesson of a book: titles, texts, captions, answers and replies."""

    def disguise_step(step: LessonStep) -> LessonStep:
        answers = tuple(
            answer._replace(label=disguise("list/", answer.label), reply=disguise("said", answer.reply))
            for answer in step.answers
        )
        return step._replace(
            title=disguise("title", step.title),
            text=disguise("text", step.text),
            picture=_disguise_captions(step.picture),
            answers=answers,
        )

    lessons = {
        lesson.path: lesson._replace(
            title=disguise("title", lesson.title),
            steps=tuple(map(disguise_step, lesson.steps)),
            ending=None if lesson.ending is None else disguise_step(lesson.ending),
        )
        for lesson in book.list_all()
    }
    return LessonBook(book.folder, _lessons=lessons)


def disguise_library(english: Library) -> Library:
    """Disguise every page of a library: guides, words, and rules."""

    def disguise_page(page: GuideSection) -> GuideSection:
        return page._replace(
            title=disguise("list/", page.title),
            text=disguise("text", page.text),
            phrases=tuple(disguise("list/", phrase) for phrase in page.phrases),
            picture=_disguise_captions(page.picture),
            examples=tuple(disguise("text", example) for example in page.examples),
        )

    pages = tuple(listed._replace(content=disguise_page(listed.content)) for listed in english.read())
    return Library(english.folder, PSEUDO, books=english.books, _shelf=Shelf(pages, PSEUDO))


def _disguise_captions(picture: tuple[tuple[PieceGroup, ...], ...]) -> tuple[tuple[PieceGroup, ...], ...]:
    return tuple(tuple(group._replace(caption=disguise("list/", group.caption)) for group in row) for row in picture)


def disguise_catalogues() -> Catalogues:
    """The catalogues of the language."""
    return read_catalogues(ENGLISH)._replace(own=disguise_all(list_source("bot")), of_game=cache(_disguise_game))


def _disguise_game(game: str) -> GameWording:
    return read_catalogues(ENGLISH).of_game(game).say_in(disguise_all(list_source(game)))


@contextmanager
def speak_pseudo() -> Iterator[Language]:
    """Let the bot speak the language for as long as the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LANGUAGES, PSEUDO, disguise_catalogues())
        parse = Locale.parse  # the names of languages
        patch.setattr(Locale, "parse", lambda code, **how: parse("en" if code == PSEUDO else code, **how))
        yield PSEUDO
    catalogue_of.cache_clear()
    covers.cache_clear()


def find_english(text: str, names: frozenset[str] = frozenset()) -> list[str]:
    """List the words of a text that come from no catalogue, except `names`, commands, mentions and times."""
    bare = re.sub(r"`[^`]*`|<[^<>]*>|https?://\S+", " ", text)
    return [word for word in re.findall(r"[^\W\d_]+", bare) if _is_plain(word) and word not in names]


def _is_plain(word: str) -> bool:
    return len(word) > 2 and re.search("[aeiouAEIOU]", word) is not None
