"""Hands that are over: their steps, how they went, and moving pictures."""
