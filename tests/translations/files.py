"""Reads and writes the files of a language: `translations/<language>/<part>.po`."""

from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.wording.translations import FOLDER, find_base
from tests.translations.source import list_parts, list_source


def read(language: str, part: str) -> dict[str, Message]:
    """The messages of a file, by key; {} if there is no such file."""
    path = FOLDER / language / f"{part}.po"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return {str(message.context): message for message in read_po(file) if message.context}


def write(language: str, folder: Path = FOLDER) -> None:
    """Write the files of a language again: new sentences are empty, and a translation whose English sentence has
    changed becomes fuzzy."""
    (folder / language).mkdir(parents=True, exist_ok=True)
    for part in list_parts():
        known = read(language, part)
        catalog = Catalog(Locale.parse(language, sep="-"))
        regional = bool(find_base(language))
        for key, english in sorted(list_source(part).items()):
            old = known.get(key)
            if regional and old is None:
                continue
            translated = str(old.string) if old is not None else ""
            changed = old is not None and old.id != english
            flags = ("fuzzy",) if translated and old is not None and (changed or old.fuzzy) else ()
            comments = tuple(old.user_comments) if old is not None else ()
            message = catalog.add(english, translated, context=key, flags=flags, user_comments=comments)
            message.flags.discard("python-brace-format")  # the house's own format, which has plurals
        path = folder / language / f"{part}.po"
        with path.open("wb") as file:
            write_po(file, catalog, width=0, omit_header=True)
        head = _HEAD.format(language=language, plurals=catalog.plural_forms)
        path.write_text(head + path.read_text(encoding="utf-8"), encoding="utf-8")


_HEAD = """msgid ""
msgstr ""
"Project-Id-Version: Boneyard\\n"
"PO-Revision-Date: 2026-11-28 12:00+0000\\n"
"Last-Translator: the translators of Boneyard\\n"
"Language-Team: none\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
"""The header of a file. Its date is always the same, so that a file changes only with its sentences."""
