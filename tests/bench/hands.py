"""Hands a second of each engine: `python -P tests/bench/hands.py ROUND` prints a JSON object, by game.

`tests/bench/engines.py` runs this file with the modules of this tree or of an earlier release. So it uses only what
both have, under either name.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

from tests.bench import bonedoneskis, dominoes, pussers_hands

HANDS: Final = {"pussers-bones": 20, "duo-dominoes": 600, "lombardy-bones": 400, "bonedoneskis": 150}


def find(module: ModuleType, *names: str) -> Callable[..., Any]:
    """The first of these functions that the module has. Raises StopIteration if it has none."""
    found: Callable[..., Any] = next(getattr(module, name) for name in names if hasattr(module, name))
    return found


def main(seed: int) -> None:
    """Print the hands that each engine plays in a second of processor time, after a round that warms it up."""
    luck = dominoes.Luck(seed)
    unfold, fold, begin, settle = (find(bonedoneskis, name) for name in ("Unfolding", "fold", "begin", "settle"))
    table = unfold(fold(begin(4, settle(vars(bonedoneskis)["OPTIONS"]), 0, luck)), 0, luck)
    play_pussers = find(pussers_hands, "play_hand", "hand")
    play_stud, players = find(bonedoneskis, "play_our_hand", "our_hand"), random.Random(seed)

    def play_stud_hands(count: int, seed: int) -> None:
        for _ in range(count):
            table.events.clear()
            play_stud(table, players)

    engines: dict[str, Callable[[int, int], object]] = {
        "pussers-bones": lambda count, seed: [play_pussers(1000 * seed + hand) for hand in range(count)],
        "duo-dominoes": find(dominoes, "play_duo_hands", "duo_hands"),
        "lombardy-bones": find(dominoes, "play_lombardy_hands", "lombardy_hands"),
        "bonedoneskis": play_stud_hands,
    }
    rates: dict[str, float] = {}
    for game, play in engines.items():
        play(HANDS[game] // 4, seed)
        began = time.process_time()
        play(HANDS[game], seed)
        rates[game] = HANDS[game] / (time.process_time() - began)
    print(json.dumps(rates))


if __name__ == "__main__":
    main(int(sys.argv[1]))
