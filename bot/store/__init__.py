"""The only package that writes SQL: a reader and a writer, and below them, packages of rows and queries."""

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict, StoreUnavailable
from bot.store.database.json_text import Json, JsonObject
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.one_by_one import do_each
from bot.store.store import Store

__all__ = [
    "Conflict",
    "Connection",
    "Json",
    "JsonObject",
    "Notice",
    "NoticeKind",
    "Store",
    "StoreUnavailable",
    "do_each",
    "key_values",
]
