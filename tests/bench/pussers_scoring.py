"""The score of a hand against the package `mahjong`: `python -m tests.bench pussers_scoring`.

Our shapes and `Agari` of `mahjong` see the same racks: four threes alike and two alike, or a near miss. The answers are
compared before anything is timed. Neither side remembers anything between calls.
"""

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from games.pieces.bones import Bone
from games.pussers.hands import find_shape
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


def _time_each(calls: list[Callable[[], Any]]) -> float:
    """The mean seconds of these calls."""
    started = time.process_time()
    for call in calls:
        call()
    return (time.process_time() - started) / len(calls)


def measure(quick: bool) -> list[Row]:
    """Calls a second and the ratio ours / theirs. Raises ValueError if the answers differ."""
    from mahjong.agari import Agari
    from mahjong.hand_calculating.hand import HandCalculator

    agari = Agari()
    is_agari, estimate = agari.is_agari, HandCalculator.estimate_hand_value
    theirs_score, ours_score = [], []
    for turn in range(3 if quick else 15):
        some = make_racks(100 if quick else 600, turn)
        for rack, good in some:
            we_say, they_say = bool(find_shape(rack).pattern), bool(is_agari([rack[kind] for kind in _OF_THEIRS]))
            if (we_say, they_say) != (good, good):
                raise ValueError(f"{rack.hex()}: we say {we_say}, they say {they_say}, it is {good}")
        claims = [_claim(rack) for rack, good in some if good]
        values = [_value(claim) for claim in claims]
        if not all(score(claim, HOUSE).kind for claim in claims):
            raise ValueError("a hand without a kind")
        theirs_score.append(_time_each([lambda value=value: estimate(*value) for value in values]))  # type: ignore[misc]
        ours_score.append(_time_each([lambda claim=claim: score(claim, HOUSE) for claim in claims]))  # type: ignore[misc]
    scores = [theirs / ours for theirs, ours in zip(theirs_score, ours_score, strict=True)]
    name = "Pussers hands scored a second, against estimate_hand_value"
    ours, theirs = 1 / statistics.median(ours_score), 1 / statistics.median(theirs_score)
    return [Row(name, ours, theirs, statistics.median(scores), 10)]


def _claim(rack: bytes) -> Claim:
    do = next(kind for kind, count in enumerate(rack) if count == 2)
    return Claim(rack, (), (), Bone(do), "wall", False, 0)


def _value(claim: Claim) -> tuple[list[int], int]:
    """The same hand for the anchor: its tiles as numbers below 136, and the winning tile."""
    tiles = [4 * theirs + copy for theirs, kind in enumerate(_OF_THEIRS) for copy in range(claim.rack[kind])]
    return tiles, 4 * _OF_THEIRS.index(int(claim.do or 0))
