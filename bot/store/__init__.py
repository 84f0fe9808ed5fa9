"""The only package that writes SQL: a reader and a writer, and below them, packages of rows and queries."""

from bot.store.database.engine import Connection as Connection
from bot.store.database.json_text import Json as Json
from bot.store.database.json_text import JsonObject as JsonObject
from bot.store.store import Store as Store
