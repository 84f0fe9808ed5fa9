"""Reads and writes the files of a language: `translations/<language>/<part>.po`."""

from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.wording.translations import FOLDER
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
        for key, english in sorted(list_source(part).items()):
            old = known.get(key)
            translated = str(old.string) if old is not None else ""
            changed = old is not None and old.id != english
            flags = ("fuzzy",) if translated and old is not None and (changed or old.fuzzy) else ()
            comments = tuple(old.user_comments) if old is not None else ()
            catalog.add(english, translated, context=key, flags=flags, user_comments=comments)
        path = folder / language / f"{part}.po"
        with path.open("wb") as file:
            write_po(file, catalog, width=0, omit_header=True)
        path.write_text(_HEAD.format(language=language) + path.read_text(encoding="utf-8"), encoding="utf-8")


_HEAD = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""The header of a file. It has no dates, so that a file changes only with its sentences."""
