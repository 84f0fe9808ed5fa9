"""The win check and the score of a hand against the package `mahjong`: `python -m tests.bench pussers_scoring`.

Our win check and `Agari` of `mahjong` see the same racks: four threes alike and two alike, or a near miss. The
answers are compared before anything is timed. Neither side remembers anything between calls.
"""

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from games.pieces.bones import Bone
from games.pussers.hands import is_hand
from games.pussers.options import House
from games.pussers.scoring import Claim, score
from tests.bench.rows import Row

HOUSE: Final = House()
_OF_THEIRS: Final = (*range(9), *range(18, 27), *range(9, 18), *range(27, 34))
"""Our kinds in the order of the anchor's 34 (man, pin, sou, honours). Only the order of the suits differs."""


def make_racks(count: int, seed: int) -> list[tuple[bytes, bool]]:
    """Racks of fourteen, of one suit and honours, without runs; each with True if it wins. Every second rack wins."""
    random = Random(seed)
    found = []
    for turn in range(count):
        kinds = random.sample([0, 3, 6, 8, *range(27, 34)], 6)
        rack = bytearray(42)
        for kind in kinds[:4]:
            rack[kind] = 3
        rack[kinds[4]] = 2
        good = turn % 2 == 0
        if not good:
            rack[kinds[0]] -= 1
            rack[kinds[5]] += 1
        found.append((bytes(rack), good))
    return found


def _time_each_call(calls: list[Callable[[], Any]]) -> float:
    return _time_each(lambda call: call(), calls)


def _time_each(function: Callable[[Any], Any], arguments: list[Any]) -> float:
    """The mean seconds of a call of `function`, called once with each argument."""
    started = time.process_time()
    for argument in arguments:
        function(argument)
    return (time.process_time() - started) / len(arguments)


def measure(quick: bool) -> list[Row]:
    """Calls a second and the ratio ours / theirs. Raises ValueError if the answers differ."""
    from mahjong.agari import Agari
    from mahjong.hand_calculating.hand import HandCalculator

    agari = Agari()
    is_agari, estimate = agari.is_agari, HandCalculator.estimate_hand_value
    theirs_win, ours_win, theirs_score, ours_score = [], [], [], []
    for turn in range(3 if quick else 15):
        some = make_racks(100 if quick else 600, turn)
        pairs = [(rack, [rack[kind] for kind in _OF_THEIRS], good) for rack, good in some]
        for rack, tiles, good in pairs:
            if is_hand(rack) is not good or bool(is_agari(tiles)) is not good:
                raise ValueError(f"{rack.hex()}: we say {is_hand(rack)}, they say {is_agari(tiles)}, it is {good}")
        theirs_win.append(_time_each(is_agari, [tiles for _, tiles, _ in pairs]))
        ours_win.append(_time_each(is_hand, [rack for rack, _, _ in pairs]))
        claims = [_claim(rack) for rack, good in some if good]
        values = [_value(claim) for claim in claims]
        if not all(score(claim, HOUSE).kind for claim in claims):
            raise ValueError("a hand without a kind")
        theirs_score.append(_time_each_call([lambda value=value: estimate(*value) for value in values]))  # type: ignore[misc]
        ours_score.append(_time_each_call([lambda claim=claim: score(claim, HOUSE) for claim in claims]))  # type: ignore[misc]
    wins = [theirs / ours for theirs, ours in zip(theirs_win, ours_win, strict=True)]
    scores = [theirs / ours for theirs, ours in zip(theirs_score, ours_score, strict=True)]
    return [
        _row("Pussers win checks a second, against Agari", ours_win, theirs_win, wins, 6),
        _row("Pussers hands scored a second, against estimate_hand_value", ours_score, theirs_score, scores, 10),
    ]


def _row(name: str, ours: list[float], theirs: list[float], ratios: list[float], at_least: float) -> Row:
    return Row(name, 1 / statistics.median(ours), 1 / statistics.median(theirs), statistics.median(ratios), at_least)


def _claim(rack: bytes) -> Claim:
    do = next(kind for kind, count in enumerate(rack) if count == 2)
    return Claim(rack, (), (), Bone(do), "wall", False, 0)


def _value(claim: Claim) -> tuple[list[int], int]:
    """The same hand for the anchor: its tiles as numbers below 136, and the winning tile."""
    tiles = [4 * theirs + copy for theirs, kind in enumerate(_OF_THEIRS) for copy in range(claim.rack[kind])]
    return tiles, 4 * _OF_THEIRS.index(int(claim.do or 0))
