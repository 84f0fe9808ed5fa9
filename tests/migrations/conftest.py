"""Every test of the migrations runs on SQLite and on PostgreSQL."""

from tests.databases import engine, kind, migrated_url, store, store_url

__all__ = ["engine", "kind", "migrated_url", "store", "store_url"]
