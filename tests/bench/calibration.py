"""Errors in the shares of deals that old hands of Bonedoneskis expect to win: `python -m tests.bench calibration`.

Four old hands play. Whenever one of them has to bet, its estimate is compared with its true share: the share of random
deals of the cards to come in which its hand beats the cards that the others really hold. The decisions are grouped by
the most small bets that another player has put in after the ante. A row gives the gap between a group's mean estimate
and its mean true share.
"""

import hashlib
import statistics
from collections import defaultdict
from dataclasses import replace
from typing import Final

from games.bonedoneskis.decide import play
from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.game import GAME as bonedoneskis
from games.bonedoneskis.moves import Next
from games.bonedoneskis.robot import SAMPLES as SAMPLES_OF_ROBOTS
from games.bonedoneskis.robots.sampling import estimate_shares, estimate_strength
from games.bonedoneskis.state import State
from games.bonedoneskis.view import View
from games.core.chance import SecretChance
from games.core.options import settle
from games.core.robots import Level, make_robot_chance
from games.core.seats import Seat
from tests.bench.rows import Row

PLAYERS: Final = 4
HANDS: Final = 3_000
MOST_GAP: Final = 0.05
"""The widest gap allowed in a group between the mean estimate and the mean true share."""
MOST_BETS: Final = 4
"""All decisions after this many bets or more form the last group."""
SAMPLES: Final = 60
"""The number of random deals of the cards to come from which a true share is counted."""
_MOST_MOVES: Final = 1_000


def list_decisions(seed: str) -> list[tuple[int, float, float]]:
    """The betting decisions of a hand, each as (small bets put in by another, estimated share, true share)."""
    secret = hashlib.sha256(seed.encode()).digest()
    begun = bonedoneskis.begin(PLAYERS, settle(bonedoneskis.OPTIONS), 0, SecretChance(secret, (), 0))
    unfolding = Unfolding(bonedoneskis.fold(begun), 0, SecretChance(secret, (), 1))
    table = unfolding.state
    play(unfolding, Seat(0), Next())
    found: list[tuple[int, float, float]] = []
    for counter in range(_MOST_MOVES):
        if table.ended is not None:
            return found
        (seat, *_) = bonedoneskis.view(table, None).to_act
        view = bonedoneskis.view(table, seat)
        if view.phase == "betting":
            thought = estimate_strength(
                view, make_robot_chance(secret, counter, seat), SAMPLES_OF_ROBOTS[Level.OLD_HAND]
            )
            found.append((_bets_met(view), thought, _true_share(table, view, secret)))
        choice = bonedoneskis.robot(view, make_robot_chance(secret, counter, seat))
        assert choice is not None
        play(unfolding, seat, choice.move)
    raise RuntimeError(f"the hand {seed!r} does not end")


def _bets_met(view: View) -> int:
    paid = max(view.chairs[seat].paid for seat in view.live_seats if seat != view.seat)
    return min(MOST_BETS, max(0, paid - view.house.ante) // view.house.small_bet)


def _true_share(table: State, view: View, secret: bytes) -> float:
    assert view.seat is not None
    chairs = tuple(bonedoneskis.view(table, chair.seat).chairs[chair.seat] for chair in view.chairs)
    return estimate_shares(replace(view, chairs=chairs), SecretChance(secret, ("true",), 0), SAMPLES)[view.seat]


def measure(quick: bool) -> list[Row]:
    """For each group the gap, the mean estimate, the mean true share, and the number of decisions."""
    by_bets: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for hand in range(10 if quick else HANDS):
        for bets, thought, true in list_decisions(f"calibration/{hand}"):
            by_bets[bets].append((thought, true))
    rows: list[Row] = []
    for bets, pairs in sorted(by_bets.items()):
        thought, true = (statistics.mean(shares) for shares in zip(*pairs, strict=True))
        gap = abs(thought - true)
        name = f"{bets}{' or more' if bets == MOST_BETS else ''}"
        rows += [
            Row(
                f"bets met {name}: gap of thought and truth",
                gap,
                MOST_GAP,
                MOST_GAP / max(gap, 1e-9),
                0 if quick else 1.0,
            ),
            Row("  thought", thought),
            Row("  true", true),
            Row("  moments", len(pairs)),
        ]
    return rows
