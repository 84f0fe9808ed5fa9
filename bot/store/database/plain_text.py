"""The database's type for text that people typed."""

from __future__ import annotations

from sqlalchemy import Dialect, Text, TypeDecorator
from sqlalchemy.exc import DontWrapMixin

from bot.store.database.errors import Conflict

__all__ = ["PlainText"]


class PlainText(TypeDecorator[str]):
    """Text that people typed. Raises `Unstorable` for a NUL or half a surrogate pair, which PostgreSQL cannot store."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is not None and ("\0" in value or not _is_whole(value)):
            raise Unstorable
        return value


class Unstorable(DontWrapMixin, Conflict):
    """A text that no database can hold."""

    def __init__(self) -> None:
        super().__init__("the text has a character that cannot be stored")


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
