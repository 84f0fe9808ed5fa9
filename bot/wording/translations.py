"""The sentences of every language, each in a folder: text files for English, and PO files for the others.

`translations/en` has a key and its sentence per line: the bot's own in the folder `bot`, by where people meet them,
those of a game in the file with its name, and the descriptions of commands in `commands.txt`.
`translations/pt-BR/bot.po` has the bot's own in another language, `duo-dominoes.po` those of a game, and `commands.po`
the descriptions of commands. A message is found by its context, which is the key of the sentence; its id is the English
sentence. Nothing is read before somebody speaks the language.

A regional language has a folder of its differences from another: "es-419" has Mexican words, and "es-ES" all others.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bot.wording.letters import simplify

FOLDER: Final = Path(__file__).parents[2] / "translations"
BOT: Final = "bot"
COMMANDS: Final = "commands"


def list_languages() -> tuple[str, ...]:
    """The languages that have a folder, by the codes that Discord uses for them."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/times.po")))


def list_offered() -> tuple[str, ...]:
    """The languages that people may choose: those in which a first evening of a game is whole, with its lessons, and
    the regional ones that differ from one of these."""
    return tuple(code for code in list_languages() if (FOLDER / code / "lessons").is_dir() or find_base(code))


_BASES: Final = {"es-419": "es-ES"}


def find_base(language: str) -> str:
    """The language that has what a regional one lacks: "es-ES" for "es-419", whose folder has only its differences. ""
    for any other language."""
    return _BASES.get(language, "")


def find_document(language: str, kind: str, game: str) -> Path | None:
    """The translation of a game's document of a kind ("rules", "guide" or "lessons"); None if there is none."""
    paths = (FOLDER / code / kind / f"{game}.md" for code in (language, find_base(language)) if code)
    return next((path for path in paths if path.is_file()), None)


SOURCE: Final = "en"
"""The language of the English sentences."""
_ENGLISH: Final = FOLDER / SOURCE


@cache
def read_english(part: str) -> Mapping[str, str]:
    """Read the English sentences of a part by key, from its file or from every file of the folder with its name."""
    paths = sorted((_ENGLISH / part).glob("*.txt")) or [_ENGLISH / f"{part}.txt"]
    return {key: sentence for path in paths for key, sentence in read_lines(path)}


def read_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Read a key and its sentence from each line of a file ("tally/done = Done."). The two signs ``\\n`` break a line,
    and a line that begins with "#" is a note."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, sentence = line.partition(" =")
            yield key, sentence.removeprefix(" ").replace("\\n", "\n")


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
    known = (SOURCE, *list_offered())
    found = [code for code in known if code.casefold() == wanted]
    found += [code for code in known if wanted and simplify(name_language(code)).startswith(wanted)]
    if not found:
        raise KeyError(typed)
    return found[0]


def list_choices(typed: str, usual: tuple[str, str]) -> list[tuple[str, str]]:
    """List the languages whose name or code has the typed words, as (name, code). `usual`, given as (code, name),
    comes first if it matches."""
    known = [usual, *((code, name_language(code)) for code in (SOURCE, *list_offered()))]
    return [(name, code) for code, name in known if simplify(typed) in simplify(f"{name} {code}")]


class Sentence(NamedTuple):
    """A translated sentence."""

    english: str
    """The sentence that was translated."""
    text: str


@cache
def read_sentences(language: str, part: str) -> Mapping[str, Sentence]:
    """The translated sentences of a part ("bot", or a game's name) by key, without those marked as fuzzy. A regional
    language has those of its base as well."""
    base = find_base(language)
    known = read_sentences(base, part) if base else {}
    path = FOLDER / language / f"{part}.po"
    if not path.is_file():
        return known
    from babel.messages.pofile import read_po  # most processes speak English alone

    with path.open("rb") as file:
        own = {
            message.context: Sentence(str(message.id), str(message.string))
            for message in read_po(file)
            if message.context and message.string and not message.fuzzy
        }
    return {**known, **{key: told for key, told in own.items() if known.get(key, told).english == told.english}}


def describe_command(language: str, command: str) -> str:
    """The description of a command in a language, or the English one where nobody has translated it."""
    english = read_english(COMMANDS)[command]
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
    own = {0: places["other"]} if language.startswith("pt") else {}  # "0 peças", as everybody in Brazil writes
    return lambda count: own.get(count, places[rule(abs(count))])


_ORDER: Final = ("zero", "one", "two", "few", "many")
