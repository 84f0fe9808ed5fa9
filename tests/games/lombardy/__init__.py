"""Lombardy Bones, rule by rule."""
