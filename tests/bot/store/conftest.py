"""Tests of the storage run on SQLite and on PostgreSQL, in `make test` some of them on SQLite only."""

from tests.bot.store.broken import broken
from tests.databases import engine, kind, migrated_url, store, store_url

__all__ = ["broken", "engine", "kind", "migrated_url", "store", "store_url"]
