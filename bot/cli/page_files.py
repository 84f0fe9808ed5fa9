"""The files behind the page in the browser: the bot's database, and the world of its Discord."""

import time
from pathlib import Path

from msgspec import Struct

from bot.config import Misconfigured
from bot.store.database.sqlite_file import make_folder

_BESIDE = ("-wal", "-shm", "-journal", "")
"""The suffixes of the files of a database. The database itself comes last."""


class PageFiles(Struct, frozen=True):
    """The two files. They belong together, since people, channels and messages have the same ids in both."""

    data: Path

    @property
    def database(self) -> Path:
        """The bot's database: tables, people, tally."""
        return self.data / "harbour.db"

    @property
    def world(self) -> Path:
        """The people, channels and messages of the page."""
        return self.data / "harbour-world.db"

    def make_ready(self, new: bool) -> str:
        """Put both files aside if a `new` world is wanted. Put the database aside if its world is missing.

        Return a sentence for the host about that, or "" if nothing was put aside. Raises Misconfigured.
        """
        if new and (self.world.exists() or self.database.exists()):
            return f"A new world begins. The old one is kept in {self._put_aside()}."
        if self.database.exists() and not self.world.exists():
            aside = self._put_aside()
            return f"The old database came without its messages, so it was moved to {aside}. A new one begins."
        return ""

    def _put_aside(self) -> Path:
        """Move the files to a new folder, and return it. Raises Misconfigured.

        The world is moved first. If moving the database then fails, the next start moves it.
        """
        aside = self.data / time.strftime("earlier-%Y%m%d-%H%M%S")
        try:
            while aside.exists():
                aside = aside.with_name(f"{aside.name}-again")
            make_folder(aside)
            for file in (self.world, self.database):
                for part in (file.with_name(file.name + ending) for ending in _BESIDE):
                    if part.exists():
                        part.rename(aside / part.name)
        except OSError as error:
            raise Misconfigured(
                f"The files of the page cannot be moved to {aside} ({error.strerror}): move or delete them yourself."
            ) from None
        return aside
