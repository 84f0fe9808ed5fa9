"""Decisions of Lombardy Bones: the lead, turns, calls, reneges, the end of a hand, and calls out of order."""
