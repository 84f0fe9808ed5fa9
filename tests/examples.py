"""The commands that documents and sentences show, in every language: "`/hand orders words:pass unless Jimmy Rick`"."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bot.acts import register
from bot.edge.acts import AnyAct
from bot.wording import ENGLISH, Language, Words
from bot.wording.translations import COMMANDS, FOLDER, list_languages
from tests.translations import files
from tests.translations.source import list_parts, list_source

ROOT: Final = Path(__file__).parent.parent
_MARK: Final = re.compile(
    r"\b(?:such as|as in(?! (?:the|your)\b)|[Ff]or example:?|[Pp]or exemplo:?|[Pp]or ejemplo:?) "
    r"|, como (?:em |en )?|\b(?:say|write|diga|di|escreva|escribe) (?=\d)"
)
"""Words before an example that is not in quotes, in each language."""
_COLON: Final = re.compile(_MARK.pattern + r"|: (?=[^:;]*\d)|^[^:;]*(?:count|cont|cuenta)\w*: ")
"""These words or a colon, in the description of an option."""
_QUOTED: Final = re.compile(r"“([^”{}]+)”|«([^»{}]+)»")
_ASIDE: Final = re.compile(r" \([^)]*[^\W\d_]{3}[^)]*\)|,? (?:or nothing )?(?:for|para) .*|\b(?:say|diga|di) ")
_OR: Final = re.compile(r",? (?:or|ou|o) |, ")
_NOT_TYPED: Final = re.compile(
    r"(?:banter|search)/.*|.*scene/entry/mistaken_yes|house/tie_up_reading|privacy/yours|TALLY/paper_date"
    r"|form/keep_example|orders/none|expected/order(?:_\w+)?"
)
"""Sentences that quote words which nobody types, or that repeat the example of another sentence."""
ACTS: Final = register()
_KEYWORD: Final = re.compile(r"\{keyword:(\w+)\}")
_SHOWN: Final = re.compile(r"`/([a-z][^`{}…]*)`")


class Sentence(NamedTuple):
    """A sentence of a catalogue."""

    language: Language
    part: str
    key: str
    text: str


class ShownCommand(NamedTuple):
    """A command that a text shows, with the values that it gives to options."""

    where: str
    language: Language
    act: AnyAct
    typed: str
    """The text after the slash."""
    values: dict[str, str]


@cache
def list_sentences() -> tuple[Sentence, ...]:
    """The sentences of every part in every language that has one."""
    found = [Sentence(ENGLISH, part, *pair) for part in list_parts() for pair in list_source(part).items()]
    for language in list_languages():
        for part in list_parts():
            translated = {key: str(message.string) for key, message in files.read(language, part).items()}
            found += [Sentence(Language(language), part, *pair) for pair in translated.items() if pair[1]]
    return tuple(found)


def list_examples(sentence: Sentence, words: Words) -> Iterator[str]:
    """The examples of a sentence: what it quotes, or else what follows words such as "such as"."""
    text = sentence.text
    if sentence.key.endswith("_example"):
        yield text
    elif sentence.key.startswith("REAL/words_"):
        yield from text.partition("; ")[0].rpartition(": ")[2].strip(".").split(" · ")
    elif quoted := _QUOTED.findall(text):
        yield from (first or second for first, second in quoted)
    else:
        mark = _COLON if sentence.part == "commands" else _MARK
        *others, last = [_split(segment, words) for segment in mark.split(text)[1:]] or [[]]
        yield from (part for found in others for part in found[:-1])
        yield from last


def _split(segment: str, words: Words) -> list[str]:
    """The examples of an enumeration. Beside figures, words without one are no examples."""
    said = _KEYWORD.sub(lambda found: words.say(f"keyword/{found[1]}").partition(";")[0], segment)
    parts = _OR.split(_ASIDE.sub("", re.split(r"[.;](?: |$)", said)[0]))
    return [part for part in parts if "{" not in part and (re.search(r"\d", part) or not re.search(r"\d", parts[0]))]


@cache
def find_given() -> dict[tuple[str, str], Sentence]:
    """The English sentences with examples, by part and key."""
    return {
        (sentence.part, sentence.key): sentence
        for sentence in list_sentences()
        if sentence.language == ENGLISH
        and not _NOT_TYPED.fullmatch(sentence.key)
        and list(list_examples(sentence, Words(ENGLISH)))
    }


def list_shown_commands() -> list[ShownCommand]:
    """The commands in backticks of the README, the other documents but the rulebooks, and the sentences; and those that
    the examples in descriptions of options and in the placeholder of a form complete."""
    return [
        shown
        for where, language, text in _list_texts()
        for typed in dict.fromkeys(_SHOWN.findall(text))
        if (shown := _parse(where, language, typed.strip())) is not None
    ]


def _list_texts() -> Iterator[tuple[str, Language, str]]:
    for sentence in list_sentences():
        where, key = f"{sentence.language}/{sentence.part}: {sentence.key}", sentence.key
        yield where, sentence.language, sentence.text
        if key.endswith("form/orders_example") or (COMMANDS, key) in find_given():
            start = key.replace(":", " ") if sentence.part == COMMANDS else "hand orders words"
            examples = list_examples(sentence, Words(sentence.language))
            yield where, sentence.language, " ".join(f"`/{start}:{example}`" for example in examples)
    for folder in (ROOT / "README.md", ROOT / "docs", *(FOLDER / language for language in list_languages())):
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*.md")):
            if "rules" not in path.parts:
                language = path.relative_to(FOLDER).parts[0] if path.is_relative_to(FOLDER) else ENGLISH
                yield str(path.relative_to(ROOT)), Language(language), path.read_text(encoding="utf-8")


def _parse(where: str, language: Language, typed: str) -> ShownCommand | None:
    """Find the act and the values of a typed command; None for an address or the beginning of several commands."""
    words = typed.split()
    known = ACTS.by_path
    path = next((path for size in (2, 1) if (path := tuple(words[:size])) in known), None)
    if path is None or len(words) < len(path):
        return None
    act, rest = known[path], " ".join(words[len(path) :])
    names = "|".join(option.name for option in act.options)
    first, *named = re.split(rf"(?:^|\s)({names}):", rest) if names else [rest]
    values = dict(zip(named[::2], map(str.strip, named[1::2]), strict=True))
    if first.strip():
        values[act.options[0].name] = first.strip()
    return ShownCommand(where, language, act, typed, {name: value for name, value in values.items() if value})
