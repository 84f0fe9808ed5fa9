"""Every test of the storage runs on SQLite and on PostgreSQL."""

from tests.bot.store.broken import broken
from tests.databases import engine, kind, migrated_url, store, store_url

__all__ = ["broken", "engine", "kind", "migrated_url", "store", "store_url"]
