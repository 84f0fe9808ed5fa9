"""Whole hands of Pussers Bones, against rlcard's mahjong: `python -m tests.bench pussers_hands`.

Four of our robots play on one side, and rlcard's random agents on the other.

Each of our moves takes the usual steps: a view for the robot, its move, the judgement, and the events. As in
simulations, `play` applies the events to the same table without a copy. Calls are a race without grace, so each player
who may say something is asked about each discard. Both sides take turns.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any, Final

from games.core import Seat, SecretChance, settle
from games.core.moves import Lapse
from games.core.seats import list_other_seats
from games.pussers.decide import play
from games.pussers.decisions.aftermath import bones_of
from games.pussers.evolve import FOLDER, Unfolding
from games.pussers.game import GAME as pussers
from games.pussers.project import list_to_act
from games.pussers.state import State
from games.pussers.view import BETWEEN, CALLING, TraySet
from tests.bench.rows import Row

HOUSE: Final = settle(pussers.OPTIONS, {"call_mode": "race", "race_grace_ms": 0})
_AT_LEAST: Final = 5.0


def play_hand(seed: int) -> State:
    """Play a hand from the shuffle; return the table at its end. Raises ValueError if it does not end."""
    chance = SecretChance(seed.to_bytes(32, "big"), (), 0)
    table: State = pussers.fold(pussers.begin(4, HOUSE, 0, chance))
    for at in range(1, 2000):
        if table.phase is BETWEEN:
            return table
        step(FOLDER.unfold(table, at, chance))
    raise ValueError(f"hand {seed} does not end")


def list_to_ask(state: State) -> tuple[Seat, ...]:
    """The robots' seats to ask for a move, in order, in a hand that nobody watches.

    In a race, a seat that may neither take the discard nor tie up on it is left out, since its robot stays silent
    (PB-41, PB-44). At a table everybody is asked: a seat left out would tell what its rack lacks.
    """
    acting = list_to_act(state)
    if state.phase is not CALLING or state.latest is None or len(acting) > 1:
        return acting
    thrown, racks = state.discards[state.latest], state.racks
    bone, pair = thrown.bone, TraySet("pair", thrown.bone) if state.house.claim_onto_open_pair else None
    may_call = [
        seat
        for seat in list_other_seats(thrown.seat, state.players)[1:]
        if (counts := racks.counts[seat])[bone] >= 2 or not 1 < counts.count(1) < 11 or pair in racks.sets[seat]
    ]
    return (*may_call, *acting) if may_call else acting


def step(unfolding: Unfolding) -> None:
    """Make the next move: callers first, then the player to move. If nobody moves, let the deadline pass."""
    table = unfolding.state
    for seat in list_to_ask(table):
        thought = pussers.robot(pussers.view(table, seat), unfolding.chance)
        if thought is not None:
            play(unfolding, seat, thought.move)
            return
    unfolding.at = pussers.deadline(table) or unfolding.at
    play(unfolding, None, Lapse())


def check(hands: int) -> None:
    """Play hands. Raises ValueError if one loses a bone or a point."""
    for seed in range(hands):
        table = play_hand(seed)
        counted = (
            table.wall.left
            + sum(len(bones_of(rack)) for rack in table.racks.counts)
            + sum(map(len, table.racks.pretties))
        )
        counted += sum(group.size for sets in table.racks.sets for group in sets)
        counted += len([thrown for thrown in table.discards if thrown.taken is None])
        if counted != 144 or sum(table.sheet.scores) != 0:
            raise ValueError(f"hand {seed}: {counted} bones, {table.sheet.scores}")


def _time(play: Callable[[], Any]) -> float:
    started = time.process_time()
    play()
    return time.process_time() - started


def measure(quick: bool) -> list[Row]:
    """Hands a second and the ratio ours / rlcard. Raises ValueError if a hand comes out wrong."""
    import rlcard
    from rlcard.agents import RandomAgent

    check(5 if quick else 40)
    env = rlcard.make("mahjong", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(4)])
    ours, anchor = [], []
    for seed in range(10 if quick else 150):
        ours.append(_time(lambda seed=seed: play_hand(1000 + seed)))  # type: ignore[misc]
        anchor.append(_time(lambda: env.run(is_training=False)))
    mine, theirs = 1 / statistics.mean(ours), 1 / statistics.mean(anchor)
    return [Row("Pussers hands a second, 4 robots, against rlcard mahjong", mine, theirs, mine / theirs, _AT_LEAST)]
