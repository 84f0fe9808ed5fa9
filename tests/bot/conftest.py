"""A bot in memory for each test."""

from tests.bot.harness.fixtures import broken, engine, fifth_game, kind, migrated_url, room, seed, store

__all__ = ["broken", "engine", "fifth_game", "kind", "migrated_url", "room", "seed", "store"]
