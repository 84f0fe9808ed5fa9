"""Pussers Bones, rule by rule."""
