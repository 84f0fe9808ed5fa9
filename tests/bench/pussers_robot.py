"""Points that a robot of Pussers Bones gains in a hand against guessers, who choose random legal moves.

Two robots and two guessers sit crosswise, so that the luck of the seat cancels out.
`python -m tests.bench.pussers_robot`.
"""

import statistics
import time
from functools import partial
from random import Random

from games.core.chance import SecretChance
from games.core.moves import Lapse
from games.core.refused import Refused
from games.core.seats import Seat
from games.pussers.choices import list_moves
from games.pussers.game import GAME as pussers
from games.pussers.moves import Discard, DoBone, Move, Pass, Yes
from games.pussers.state import State
from games.pussers.view import View
from tests.bench.pussers_hands import HOUSE

Row = tuple[str, float, float, float, float]


def guess(view: View, luck: Random) -> Move | None:
    """A random one of the moves offered to the seat; calls come first, so that the guesser never misses one."""
    choices = list_moves(view)
    for kind in (DoBone, Yes):
        for move in choices:
            if isinstance(move, kind):
                return move
    if view.phase == "calling":
        choices = [move for move in choices if not isinstance(move, Discard | Pass)]
    return luck.choice(choices) if choices else None


def play_hand(seed: int, robots: tuple[int, ...]) -> tuple[int, ...]:
    """The scores after a hand with robots in these seats. Raises ValueError if it does not end."""
    chance, luck = SecretChance(seed.to_bytes(32, "big"), (), 0), Random(seed)
    table: State = pussers.fold(pussers.begin(4, HOUSE, 0, chance))
    for at in range(1, 3000):
        if table.phase == "between":
            return table.sheet.scores
        view = partial(pussers.view, table)
        acting = view(None).to_act
        for seat in (*(Seat(number) for number in range(4) if number not in acting), *acting):
            move: Move | None
            if seat in robots:
                thought = pussers.robot(view(seat), chance)
                move = thought and thought.move
            else:
                move = guess(view(seat), luck)
            if move is None:
                continue
            try:
                table = pussers.decide(table, seat, move, at, chance).state
            except Refused:
                continue
            break
        else:
            table = pussers.decide(table, None, Lapse(), pussers.deadline(table) or at, chance).state
    raise ValueError(f"hand {seed} does not end")


def measure(quick: bool) -> list[Row]:
    """The points that a robot gains in a hand. Raises ValueError if the robots do not beat the guessers."""
    gained = []
    started = time.perf_counter()
    for seed in range(100 if quick else 1000):
        robots = (0, 2) if seed % 2 else (1, 3)
        scores = play_hand(seed, robots)
        gained.append(sum(scores[seat] for seat in robots) / 2)
    mean, error = statistics.mean(gained), statistics.stdev(gained) / len(gained) ** 0.5
    if not quick and mean < 3 * error:
        raise ValueError(f"the robot gains {mean:.2f} a hand, give or take {error:.2f}")
    return [
        ("Pussers robot against guessers: points a hand", mean, 0.0, 0.0, 0.0),
        ("the same: standard error", error, 0.0, 0.0, 0.0),
        ("the same: hands a second", len(gained) / (time.perf_counter() - started), 0.0, 0.0, 0.0),
    ]


if __name__ == "__main__":
    for row in measure(quick=False):
        print(row)
