"""The store and the crowd of the tables' tests."""

from tests.bot.tables.conftest import broken, crowd, engine, kind, migrated_url, store

__all__ = ["broken", "crowd", "engine", "kind", "migrated_url", "store"]
