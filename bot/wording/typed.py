"""Read moves as people type them in their language: "passo", "sena e ás", "quina e terno A".

A catalogue lists the phrases for a word, separated by semicolons. Accents and capital letters do not matter, nor does
the symbol after a name: "sena e quadra (6-4)".

- "typed/<word>": the words of a game's moves. "typed/knock" is "knock; pass" in English, and "typed/6" is "six". The
  labels of buttons ("button/<verb>") and the names of moves ("move/<verb>/<rest>") count as such phrases too.
- "ordered/<word>": the words that join the parts of a standing order, as in "passo exceto com 6-4".
- "scored/<word>": the words of hands from a real table.
- "keyword/<word>": words with a meaning of their own in an option of a command, such as "off". In a sentence,
  "{keyword:off}" stands for the first phrase of that word.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bot.wording.formatter import KEYWORD
from bot.wording.languages import Language, catalogue_of
from bot.wording.letters import simplify, simplify_words
from bot.wording.words import Words
from games import registry

_KEY: Final = "typed/"
_ORDERED: Final = "ordered/"
_SCORED: Final = "scored/"
_SKIPPED: Final = "and"
"""The word whose phrases are skipped: "sena e ás" becomes "6 1", without the "e"."""
_ARTICLE: Final = "the"
"""The word whose phrases are skipped before any number: in "a 6-4 A", the last letter is an end of the line."""
_MARKS: Final = ".,!?¡¿"


def read_typed(typed: str, words: Words) -> str:
    """Replace the phrases of a language in a typed move by the words of the game: "sena e ás A" becomes "6 1 A"."""
    plain = re.sub(r"(?<=\S)\s*\([^()]*\)", " ", typed)
    plain = re.sub(r"(?<=[^\W\d_])[-–/](?=[^\W\d_])", " ", plain)  # "sena-quadra"
    return _replace_phrases(plain, _list_moves(words.spoken, words.game, words.talk))


def read_ordered(typed: str, words: Words) -> str:
    """Replace the phrases of a language in a typed standing order by the words of orders and of the game: "passo exceto
    com duque ou terno" becomes "knock unless 2 or 3"."""
    known = words.spoken, words.game, words.talk
    return _replace_phrases(typed, _list_moves(*known) | _list_phrases(*known, _ORDERED))


def read_scored(typed: str, words: Words, names: Iterable[str] = ()) -> str:
    """Replace the phrases of a language in a line about a hand from a real table by English words: "fora" becomes
    "out". The `names` of the players stay."""
    known = words.spoken, words.game, words.talk
    moves = _list_phrases(*known, _KEY)
    numbers = {phrase: word for phrase, word in moves.items() if word.isdecimal() or word == "double"}
    kept = {simplify_words(name): name for name in names}
    parts = (  # "quina, duque duplo" has a comma that a phrase would swallow
        f"{part[:-1]} ," if part.endswith(",") and simplify(part[:-1]) in numbers else part for part in typed.split()
    )
    return _replace_phrases(" ".join(parts), numbers | _list_phrases(*known, _SCORED) | kept)


def speak_scored(word: str, words: Words) -> str:
    """Say an English word of a line about a real table in the reader's language. A code or a number stays."""
    key = _SCORED + word.replace(" ", "_")
    return words.say(key).partition(";")[0].strip() if words.knows(key) and not word.isdecimal() else word


def read_keyword(typed: str, keywords: Iterable[str], words: Words) -> str:
    """Return the English keyword that a text means in the reader's language: "nunca" is "off". Any other text stays."""
    plain = simplify_words(typed)
    for keyword in keywords:
        phrases = words.say(f"{KEYWORD}/{keyword.replace(' ', '_')}").split(";")
        if plain in map(simplify_words, phrases):
            return keyword
    return typed


def _replace_phrases(typed: str, phrases: dict[str, str]) -> str:
    rest = typed.split()
    bare = [simplify(word).strip(_MARKS) for word in rest]
    longest = max((phrase.count(" ") + 1 for phrase in phrases), default=0)
    result: list[str] = []
    while bare:
        sizes = range(min(longest, len(bare)), 0, -1)
        size = next((size for size in sizes if " ".join(bare[:size]) in phrases), 1)
        word = phrases.get(" ".join(bare[:size]), rest[0])
        if word == _ARTICLE and re.search(r"\d", " ".join(result)):
            word = rest[0]
        if word not in (_SKIPPED, _ARTICLE):
            result.append(word)
        bare, rest = bare[size:], rest[size:]
    return " ".join(result)


@lru_cache(maxsize=64)
def _list_moves(language: Language, game: str, talk: str) -> dict[str, str]:
    """The phrases of a game's moves in a language, each with the word or the words that it means."""
    verbs = {verb.name for verb in registry.game(game).VERBS} if game in registry.NAMES else set()
    named: dict[str, str] = {}
    for key, sentence in sorted(catalogue_of(language, game, talk).items(), reverse=True):  # labels come last, and win
        beginning, _, move = key.partition("/")
        verb, _, rest = move.partition("/")
        if beginning in ("button", "move") and verb in verbs and "{" not in sentence:
            meant = f"{verb} {rest}".strip() if beginning == "move" else verb
            found = {simplify_words(name, _MARKS): meant for name in sentence.split("/")}
            named = found | named if beginning == "button" and rest else named | found  # a stage's own label is weak
    return named | _list_phrases(language, game, talk, _KEY)


@lru_cache(maxsize=64)
def _list_phrases(language: Language, game: str, talk: str, kind: str) -> dict[str, str]:
    """The phrases of a kind ("typed/", "ordered/" or "scored/") in a language, each with the word that it means."""
    return {
        simplify_words(phrase): key.removeprefix(kind).replace("_", " ")
        for key, sentence in catalogue_of(language, game, talk).items()
        if key.startswith(kind)
        for phrase in sentence.split(";")
        if phrase.strip()
    }
