"""Duo Dominoes, rule by rule."""
