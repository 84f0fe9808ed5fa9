"""Decisions of Pussers Bones: the opening, turns, calls, tie-ups, mistakes, and what follows a hand."""
