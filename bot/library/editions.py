"""The documents of a folder, in the languages of their readers."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Self

from bot.wording import ENGLISH, Language, translations


@dataclass(eq=False)
class Edition:
    """The documents of a folder (`<game>.md`), for readers of a language. Those not translated are read in English."""

    folder: Path
    language: Language = ENGLISH
    _others: dict[Language, Self] = field(default_factory=dict, init=False)

    kind: ClassVar[str]
    """The kind of its documents (see `translations.find_document`)."""

    def read_in(self, language: Language) -> Self:
        """Return the edition for readers of a language; this one if no document is translated into that language."""
        if language == self.language:
            return self
        if language not in self._others:
            games = (file.stem for file in self.list_files())
            is_translated = any(translations.find_document(language, self.kind, game) for game in games)
            self._others[language] = self._make_edition(language) if is_translated else self
        return self._others[language]

    def _make_edition(self, language: Language) -> Self:
        return type(self)(self.folder, language)

    def has_translated(self, game: str) -> bool:
        """True if the document of a game is in the readers' language."""
        return self.language == ENGLISH or translations.find_document(self.language, self.kind, game) is not None

    def list_files(self) -> list[Path]:
        """The English files, in the order of the games; none if there is no such folder."""
        return sorted(self.folder.glob("*.md"))

    def find_file(self, english: Path) -> Path:
        """The translation of a file, or else the file itself."""
        return translations.find_document(self.language, self.kind, english.stem) or english
