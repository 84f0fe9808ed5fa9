"""The form in which each game's module declares its wording, and the wording of each game."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.wording.formatter import Catalogue
from bot.wording.translations import read_english
from games.roster import GAMES

Themes = Mapping[str, tuple[str, ...]]
"""The house rules of each theme, by identifier, in the order in which its menu shows them."""
_TALK: Final = "talk/"
VOCABULARY: Final = "vocabulary"
"""The key of a talk's words: "bone = tile; breeze = wind". A word that is its own stays: "Do Bone = Do Bone". A
word that is written with a capital loses it, but for the beginning of a sentence: "All-Of = kong"."""
_TYPED: Final = ("typed/", "scored/", "real/", "expected/end")
"""Words that people type. They are the same in every talk."""
_LEFT: Final = r"\{\w*(?::[^{}|]*)?\}|\{\w+:(?=[^{}]*\|)|`[^`]*`"
"""Matches what no vocabulary changes: placeholders, but for their forms ("bone|bones"), and commands."""


class GameWording(NamedTuple):
    """All sentences of a game. `docs/adding-a-game.md` lists the keys that every game needs."""

    sentences: Catalogue
    talks: Mapping[str, Catalogue] = MappingProxyType({})
    """For each talk, the sentences that differ in it. The house rule marked `names_talk` chooses the table's talk."""
    themes: Themes = MappingProxyType({})
    """The game's own house rules."""
    tellers: Mapping[str, Callable[[str], tuple[str, Mapping[str, object]]]] = MappingProxyType({})
    """For a house rule with values that are neither numbers nor have words of their own: a function that turns such a
    value into the key and facts of a sentence."""

    def say_in(self, sentences: Catalogue) -> "GameWording":
        """The same wording with these sentences. The key of a talk's sentence begins with "talk/<talk>/"."""
        talks: dict[str, dict[str, str]] = {}
        for key in [key for key in sentences if key.startswith(_TALK)]:
            talk, _, own = key.removeprefix(_TALK).partition("/")
            talks.setdefault(talk, {})[own] = sentences[key]
        plain = {key: sentence for key, sentence in sentences.items() if not key.startswith(_TALK)}
        return self._replace(sentences=plain, talks=talks)

    def spell(self, talk: str) -> Catalogue:
        """The game's sentences as a table with this talk says them: with the words of the talk's `VOCABULARY`, and with
        the talk's own sentences."""
        sentences, respell = {**self.sentences, **self.talks.get(talk, {})}, self.read_vocabulary(talk)
        sentences.pop(VOCABULARY, None)
        return {key: text if key.startswith(_TYPED) else respell(text) for key, text in sentences.items()}

    def read_vocabulary(self, talk: str) -> Callable[[str], str]:
        """A function that puts the words of a talk into a text."""
        text = self.talks.get(talk, {}).get(VOCABULARY, "")
        words = dict(pair.strip().split(" = ") for pair in text.split(";") if pair.strip())
        if not words:
            return str
        longest_first = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
        pattern = re.compile(rf"{_LEFT}|(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE)
        by_letters = {word.lower(): (word, other) for word, other in words.items()}

        def choose(found: re.Match[str]) -> str:
            word, other = by_letters.get(found[0].lower(), (found[0], found[0]))
            before = found.string[: found.start()].rstrip("* ")
            has_capital = found[0][:1].isupper() and (before[-1:] in ("", ".", "!", "?") or not word[:1].isupper())
            return other[:1].upper() + other[1:] if has_capital else other

        return lambda sentence: pattern.sub(choose, sentence)

    def list_all(self) -> dict[str, str]:
        """Every sentence by its key in a file, those of talks as well."""
        talks = {f"{_TALK}{talk}/{key}": text for talk, spoken in self.talks.items() for key, text in spoken.items()}
        return {**self.sentences, **talks}


def read_wording(*parts: str, themes: Themes = MappingProxyType({})) -> GameWording:
    """Read the English wording of a game from its files in `translations/en`. A later part replaces an earlier one."""
    sentences = {key: sentence for part in parts for key, sentence in read_english(part).items()}
    return GameWording({}, themes=themes).say_in(sentences)


def find_wording(game: str) -> GameWording:
    """Find the wording of a game. Raises KeyError if no game has this name."""
    return _load(GAMES[game].wording)


@cache
def _load(module: str) -> GameWording:
    wording: GameWording = import_module(module).WORDING
    return wording
