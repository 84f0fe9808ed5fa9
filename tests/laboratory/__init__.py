"""Robots that play hand after hand: `python -m tests.laboratory pussers-bones --hands 200 --seed 5`."""
