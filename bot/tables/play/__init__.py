"""Decisions while a game is under way: pauses, take-backs, closing, and the thoughts of robots."""
