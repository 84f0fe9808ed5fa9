"""Playouts a second from the middle of a hand to its end: `python -m tests.bench playouts`.

Shellbacks and *How it went* use playouts: each gives every seat random pieces that agree with the public view, and
plays the hand out. There is no anchor: the figures are true for this machine only. Playouts start in turn from tables
of old hands, stopped half-way through a hand. The figure is the median of the rounds.
"""

import time
from statistics import median, quantiles
from typing import Final

from games.core.chance import SecretChance
from games.core.game import Game
from games.core.options import settle
from games.core.robots import Level
from games.core.view import View
from games.registry import NAMES
from games.registry import game as game_of
from tests.bench.rows import Row
from tests.laboratory.robot_sessions import play_session

SAMPLES: Final = 100
PLAYERS: Final = 4
TABLES: Final = 5


def play_half_a_hand(game: Game, number: int) -> View:
    """The public view in the middle of the first hand of four old hands."""
    around = (Level.OLD_HAND,) * PLAYERS
    events, _ = next(iter(play_session(game, around, settle(game.OPTIONS), f"playouts/{number}")))
    view: View = game.view(game.fold(events[: len(events) // 2]), None)
    return view


def measure(quick: bool) -> list[Row]:
    """A row for each game that can look ahead. Raises ValueError if a hand was not under way."""
    rows: list[Row] = []
    for name in NAMES:
        game = game_of(name)
        if game.outlook is None:
            continue
        views = [play_half_a_hand(game, number) for number in range(TABLES)]
        speeds = []
        for turn in range(len(views) * (1 if quick else 20)):
            began = time.perf_counter()
            shares = game.outlook(views[turn % len(views)], SecretChance(bytes(32), (), turn), SAMPLES)
            speeds.append(SAMPLES / (time.perf_counter() - began))
            if not shares:
                raise ValueError(f"{name}: no hand is under way")
        low, _, high = quantiles(speeds, n=4)
        label = f"{name}: playouts a second from the middle of a hand, half of them {low:,.0f}-{high:,.0f}"
        rows.append(Row(label, median(speeds)))
    return rows
