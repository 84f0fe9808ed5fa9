"""Translations of the catalogues: a folder for each language, with PO files that translators' tools read.

`translations/pt-BR/bot.po` has the bot's own sentences, `translations/pt-BR/duo-dominoes.po` those of a game, and
`commands.po` the descriptions of commands. A message is found by its context, which is the key of the sentence; its id
is the English sentence. Nothing is read before somebody speaks the language.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bot.wording.house_rule import HouseRule
from bot.wording.letters import simplify

FOLDER: Final = Path(__file__).parents[2] / "translations"
BOT: Final = "bot"
COMMANDS: Final = "commands"


def list_languages() -> tuple[str, ...]:
    """The languages that have a folder, by the codes that Discord uses for them."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob(f"*/{BOT}.po")))


def find_document(language: str, kind: str, game: str) -> Path | None:
    """The translation of a game's document of a kind ("rules", "guide" or "lessons"); None if there is none."""
    path = FOLDER / language / kind / f"{game}.md"
    return path if path.is_file() else None


SOURCE: Final = "en"
"""The language of the English sentences."""


def name_language(language: str) -> str:
    """The name of a language in that language: "Português (Brasil)"."""
    if language == SOURCE:
        return "English"
    from babel import Locale

    name = Locale.parse(language, sep="-").get_display_name() or language
    return name[:1].upper() + name[1:]


def find_language(typed: str) -> str:
    """Find the code of a language by its code, its name, or the beginning of its name. Raises KeyError."""
    wanted = simplify(typed.strip())
    known = (SOURCE, *list_languages())
    found = [code for code in known if code.casefold() == wanted]
    found += [code for code in known if wanted and simplify(name_language(code)).startswith(wanted)]
    if not found:
        raise KeyError(typed)
    return found[0]


def list_choices(typed: str, usual: tuple[str, str]) -> list[tuple[str, str]]:
    """List the languages whose name or code has the typed words, as (name, code). `usual`, given as (code, name),
    comes first if it matches."""
    known = [usual, *((code, name_language(code)) for code in (SOURCE, *list_languages()))]
    return [(name, code) for code, name in known if simplify(typed) in simplify(f"{name} {code}")]


class Sentence(NamedTuple):
    """A translated sentence."""

    english: str
    """The sentence that was translated."""
    text: str


@cache
def read_sentences(language: str, part: str) -> Mapping[str, Sentence]:
    """The translated sentences of a part ("bot", or a game's name) by key, without those marked as fuzzy."""
    path = FOLDER / language / f"{part}.po"
    if not path.is_file():
        return {}
    from babel.messages.pofile import read_po  # most processes speak English alone

    with path.open("rb") as file:
        return {
            message.context: Sentence(str(message.id), str(message.string))
            for message in read_po(file)
            if message.context and message.string and not message.fuzzy
        }


def describe_command(language: str, command: str, english: str) -> str:
    """The description of a command in a language, or the English one where nobody has translated it."""
    return read_current(language, COMMANDS, {command: english}).get(command, english)


def read_current(language: str, part: str, source: Mapping[str, str]) -> dict[str, str]:
    """The translations of a part. A translation is left out if the English sentence in `source` is no longer the one
    that was translated, because it might ask for facts that are not given any more."""
    messages = read_sentences(language, part)
    return {key: found.text for key, found in messages.items() if source.get(key, found.english) == found.english}


@cache
def find_plural_rule(language: str) -> Callable[[int], int]:
    """Return a function from a number to the place of its plural form. The forms are in the order of CLDR: one, few,
    many, other."""
    from babel import Locale

    rule = Locale.parse(language, sep="-").plural_form
    places = {tag: place for place, tag in enumerate((*(tag for tag in _ORDER if tag in rule.rules), "other"))}
    return lambda count: places[rule(abs(count))]


_ORDER: Final = ("zero", "one", "two", "few", "many")


def list_house_words(name: str, rule: HouseRule) -> dict[str, str]:
    """The words of a house rule as sentences, by key: its name, and those of its values."""
    key = f"house/{name}"
    words = {key: rule.name, **{f"{key}/{value}": sentence for value, sentence in rule.values.items()}}
    return words | {
        f"{key}:{part}": sentence
        for part, sentence in (("nothing", rule.nothing), ("unit", rule.unit), ("allowed", rule.allowed))
        if sentence
    }


def list_all_house_words(*houses: Mapping[str, HouseRule]) -> dict[str, str]:
    """The words of several house rules as sentences, by key."""
    rules = (pair for house in houses for pair in house.items())
    return {key: sentence for name, rule in rules for key, sentence in list_house_words(name, rule).items()}


def translate_house(house: Mapping[str, HouseRule], sentences: Mapping[str, str]) -> dict[str, HouseRule]:
    """House rules with translated words. Words without a translation are in English."""

    def translate(name: str, rule: HouseRule) -> HouseRule:
        key = f"house/{name}"
        return rule._replace(
            name=sentences.get(key, rule.name),
            values={value: sentences.get(f"{key}/{value}", sentence) for value, sentence in rule.values.items()},
            nothing=sentences.get(f"{key}:nothing", rule.nothing),
            unit=sentences.get(f"{key}:unit", rule.unit),
            allowed=sentences.get(f"{key}:allowed", rule.allowed),
        )

    return {name: translate(name, rule) for name, rule in house.items()}
