"""Tests of the code shared by all games."""
