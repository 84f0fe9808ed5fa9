"""Errors in the shares of deals that old hands of Bonedoneskis expect to win: `python -m tests.bench calibration`.

Four old hands play. Whenever one of them has to bet, its estimate is compared with its true share: the share of random
deals of the cards to come in which its hand beats the cards that the others really hold. The decisions are grouped by
the most small bets that another player has put in after the ante. A row gives the gap between a group's mean estimate
and its mean true share.

At the first bet of each street the outlook that *How it went* tells is compared with who had the best cards on the last
street, and with who won on the streets before. A row gives the Brier score of equal shares over that of the outlook: at
least 0.98, or what is told is worse than saying nothing.
"""

from __future__ import annotations

import hashlib
import statistics
from collections import defaultdict
from dataclasses import replace
from typing import Final

from games.bonedoneskis.decide import play
from games.bonedoneskis.evaluate import evaluator
from games.bonedoneskis.game import GAME as bonedoneskis
from games.bonedoneskis.moves import Next
from games.bonedoneskis.outlook import outlook, shares
from games.bonedoneskis.robot import SAMPLES as SAMPLES_OF_ROBOTS
from games.bonedoneskis.sampling import strength
from games.bonedoneskis.state import State
from games.bonedoneskis.unfolding import Unfolding
from games.bonedoneskis.view import View
from games.core.chance import Committed
from games.core.options import settle
from games.core.robots import Level, luck
from games.core.seats import Seat

Row = tuple[str, float, float, float, float]

PLAYERS: Final = 4
HANDS: Final = 3_000
MOST_GAP: Final = 0.05
"""The widest gap allowed in a group between the mean estimate and the mean true share."""
MOST_BETS: Final = 4
"""The number of bets from which all decisions are in the last group."""
SAMPLES: Final = 60
"""The number of random deals of the cards to come that are counted for a true share."""
_MOST_MOVES: Final = 1_000


def moments(seed: str) -> list[tuple[int, float, float]]:
    """The betting decisions of a hand, each as (small bets put in by another, estimated share, true share)."""
    secret = hashlib.sha256(seed.encode()).digest()
    begun = bonedoneskis.begin(PLAYERS, settle(bonedoneskis.OPTIONS), 0, Committed(secret, (), 0))
    unfolding = Unfolding(bonedoneskis.fold(begun), 0, Committed(secret, (), 1))
    table = unfolding.state
    play(unfolding, Seat(0), Next())
    found: list[tuple[int, float, float]] = []
    for counter in range(_MOST_MOVES):
        if table.ended is not None:
            return found
        (seat, *_) = bonedoneskis.view(table, None).to_act
        view = bonedoneskis.view(table, seat)
        if view.phase == "betting":
            thought = strength(view, luck(secret, counter, seat), SAMPLES_OF_ROBOTS[Level.OLD_HAND])
            found.append((_bets_met(view), thought, _true_share(table, view, secret)))
        choice = bonedoneskis.robot(view, luck(secret, counter, seat))
        assert choice is not None
        play(unfolding, seat, choice.move)
    raise RuntimeError(f"the hand {seed!r} does not end")


def _bets_met(view: View) -> int:
    paid = max(view.chairs[seat].paid for seat in view.order if seat != view.seat)
    return min(MOST_BETS, max(0, paid - view.ante) // view.small_bet)


def _true_share(table: State, view: View, secret: bytes) -> float:
    assert view.seat is not None
    chairs = tuple(bonedoneskis.view(table, chair.seat).chairs[chair.seat] for chair in view.chairs)
    return shares(replace(view, chairs=chairs), Committed(secret, ("true",), 0), SAMPLES)[view.seat]


def looks(seed: str) -> list[tuple[str, View, list[Seat]]]:
    """The public views at the first bet of each street of a hand, each with its street and the seats that were best."""
    secret = hashlib.sha256(seed.encode()).digest()
    begun = bonedoneskis.begin(PLAYERS, settle(bonedoneskis.OPTIONS), 0, Committed(secret, (), 0))
    unfolding = Unfolding(bonedoneskis.fold(begun), 0, Committed(secret, (), 1))
    table = unfolding.state
    play(unfolding, Seat(0), Next())
    found: dict[str, tuple[View, list[Seat]]] = {}
    for counter in range(_MOST_MOVES):
        if table.ended is not None:
            break
        view = bonedoneskis.view(table, None)
        street = "the last street" if view.street == view.length else f"street {view.street}"
        if view.phase == "betting" and street not in found and len(view.order) > 1:
            value = evaluator(table.house.readings).showdown
            values = {seat: value(tuple(table.lines[seat])) for seat in view.order}
            best = [seat for seat in view.order if values[seat] == max(values.values())]
            found[street] = view, best if view.street == view.length else []
        (seat, *_) = view.to_act
        choice = bonedoneskis.robot(bonedoneskis.view(table, seat), luck(secret, counter, seat))
        assert choice is not None
        play(unfolding, seat, choice.move)
    assert table.ended is not None
    net = table.ended.net
    won = [Seat(seat) for seat in range(PLAYERS) if net[seat] == max(net)]
    return [(street, view, best or won) for street, (view, best) in found.items()]


def outlooks(hands: int) -> dict[str, tuple[float, float]]:
    """By street, the Brier scores of the outlook and of equal shares."""
    scores: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for hand in range(hands):
        for street, view, best in looks(f"outlook/{hand}"):
            told = outlook(view, Committed(b"outlook", (), hand), SAMPLES)
            for seat in view.order:
                won = 1.0 / len(best) if seat in best else 0.0
                scores[street].append(((told[seat] - won) ** 2, (1.0 / len(view.order) - won) ** 2))
    found = {street: [statistics.mean(of) for of in zip(*pairs, strict=True)] for street, pairs in scores.items()}
    return {street: (told, equal) for street, (told, equal) in found.items()}


def measure(quick: bool) -> list[Row]:
    """For each group the gap, the mean estimate, the mean true share, and the number of decisions."""
    by_bets: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for hand in range(10 if quick else HANDS):
        for bets, thought, true in moments(f"calibration/{hand}"):
            by_bets[bets].append((thought, true))
    rows: list[Row] = []
    for street, (told, equal) in sorted(outlooks(20 if quick else 1_000).items()):
        name = f"outlook, {street}: Brier score of equal shares over its own"
        rows.append((name, told, equal, equal / max(told, 1e-9), 0 if quick else 0.98))
    for bets, pairs in sorted(by_bets.items()):
        thought, true = (statistics.mean(shares) for shares in zip(*pairs, strict=True))
        gap = abs(thought - true)
        name = f"{bets}{' or more' if bets == MOST_BETS else ''}"
        rows += [
            (
                f"bets met {name}: gap of thought and truth",
                gap,
                MOST_GAP,
                MOST_GAP / max(gap, 1e-9),
                0 if quick else 1.0,
            ),
            ("  thought", thought, 0, 0, 0),
            ("  true", true, 0, 0, 0),
            ("  moments", len(pairs), 0, 0, 0),
        ]
    return rows
