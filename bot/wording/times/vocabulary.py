"""The typed words of time in every language, by their keys in `translations/en/times.txt`."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.wording.letters import simplify_words
from bot.wording.translations import list_languages, read_current, read_english

TIMES: Final = "times"
"""The part of each language that has the typed words of time."""
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
NUMBERS: Final = (*map(str, range(1, 26)), "30")
PARTS: Final = ("dawn", "morning", "evening", "night")
"""The parts of a day."""
TONIGHT: Final = "tonight"
"""The part that is of today."""
_WORD: Final = "when/"
_CITY: Final = "city/"


@cache
def _read() -> dict[str, tuple[str, ...]]:
    english = read_english(TIMES)
    spoken = [english, *(read_current(language, TIMES, english) for language in list_languages())]
    return {
        key: tuple(
            dict.fromkeys(
                simplified
                for sentences in spoken
                for phrase in sentences.get(key, "").split(";")
                if (simplified := simplify_words(phrase, "_"))
            )
        )
        for key in english
    }


def list_phrases(*words: str) -> tuple[str, ...]:
    """The phrases for a word ("monday") or several in all languages, in small letters and without accents."""
    return tuple(phrase for word in words for phrase in _read()[_WORD + word])


def list_cities() -> dict[str, tuple[str, ...]]:
    """By time zone, the cities and regions that are not in its name or have another name in a language."""
    return {key.removeprefix(_CITY): phrases for key, phrases in _read().items() if key.startswith(_CITY)}


def find_word(typed: str, words: Iterable[str]) -> int | None:
    """The place of the word that a phrase means; None if it means none of them."""
    return next((place for place, word in enumerate(words) if typed in list_phrases(word)), None)


def read_number(typed: str) -> int:
    """Read a number in digits, or one of `NUMBERS` in words. Any other word is 1: "an hour"."""
    return int(typed if typed.isdecimal() else NUMBERS[find_word(typed, NUMBERS) or 0])


def find_phrase(text: str, *words: str) -> str:
    """Find the first phrase for some words that stands in a text; "" if there is none."""
    found = re.search(rf"(?<!\S)(?:{match_any(*words)})(?!\S)", text)
    return found[0] if found else ""


@cache
def match_any(*words: str) -> str:
    """Make a pattern that matches each phrase for some words, the longest first."""
    return "|".join(map(re.escape, sorted(list_phrases(*words), key=len, reverse=True)))


def strip_ends(text: str, word: str) -> str:
    """Take the phrases for a word away where a text begins or ends with one."""
    return re.sub(rf"^(?:{match_any(word)})\s+|\s+(?:{match_any(word)})$", "", text)
