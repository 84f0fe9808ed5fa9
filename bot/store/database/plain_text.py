"""The database's type for text that people typed, and the reading of damaged text."""

import contextlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Dialect, Text, TypeDecorator
from sqlalchemy.exc import DontWrapMixin

from bot.store.database.errors import Conflict


class PlainText(TypeDecorator[str]):
    """Text that people typed. Raises `Unstorable` for a NUL or half a surrogate pair, which PostgreSQL cannot store."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        try:
            (value or "").encode()
        except UnicodeEncodeError:
            raise Unstorable from None
        if "\0" in (value or ""):
            raise Unstorable
        return value


class Unstorable(DontWrapMixin, Conflict):
    """A text that PostgreSQL cannot hold. It is refused for SQLite too."""

    def __init__(self) -> None:
        super().__init__("the text has a character that cannot be stored")


@contextlib.contextmanager
def allow_any_text(connection: Connection) -> Iterator[None]:
    """Let SQLite read bytes that are not UTF-8 as surrogates, so that damaged text is recognised."""
    driver: Any = connection.connection.driver_connection if connection.dialect.name == "sqlite" else None
    if driver is None:
        yield
        return
    driver.text_factory = lambda raw: raw.decode(errors="surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = read_text


def read_text(raw: bytes) -> str:
    """Decode a text of SQLite. Bytes that are not UTF-8 become replacement characters, and do not fail the query."""
    return raw.decode(errors="replace")
