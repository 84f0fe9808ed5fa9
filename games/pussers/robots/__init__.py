"""Thoughts of the robots of Pussers Bones, by level."""
