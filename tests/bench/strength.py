"""The strength of robots in paired games: `python -m tests.bench strength`.

The challenger plays each deal in every seat in turn, among other robots, so that the luck of deal and seat cancels out.
In Duo Dominoes two challengers play it as either duo. The figure is the challenger's mean lead over its opponents in a
hand. In Lombardy Bones (points) the opponents are the old hands of the first release; in Bonedoneskis (cents) and
Pussers Bones (points) they are today's. In Duo Dominoes the figure is the share of games that two challengers win
against two old hands. Beside each figure stands its standard error. A quick run plays too few deals to judge, and only
shows its figures.
"""

import hashlib
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from games.bonedoneskis.decide import play
from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.game import GAME as bonedoneskis
from games.bonedoneskis.moves import Next as Begin
from games.core.chance import Chance, SecretChance
from games.core.moves import Lapse
from games.core.options import settle
from games.core.robots import EVEN, Level, Temper, Thought, make_robot_chance, think
from games.core.seats import Seat
from games.duo.game import GAME as duo
from games.duo.moves import Next as NextGame
from games.lombardy.game import GAME as lombardy
from games.lombardy.moves import Next
from games.pussers.decide import play as play_pussers
from games.pussers.evolve import FOLDER
from games.pussers.game import GAME as pussers
from games.pussers.project import list_to_ask
from tests.bench.first_lombardy_robot import robot as first_lombardy_robot
from tests.bench.rows import Row

Robot = Callable[[Any, Chance], Thought | None]
Hand = Callable[[Sequence[Robot], str], tuple[int, ...]]
"""A function that plays a hand with these robots and this seed, and returns the points or cents of each seat."""
LOMBARDY_AT_LEAST: Final = {4: 7.0, 3: 10.0, 2: 14.0}
"""By the number of players, the least lead of a shellback in points a hand."""
DUO_AT_LEAST: Final = 0.65
BONEDONESKIS_AT_LEAST: Final = 15.0
"""The least lead of a shellback in cents a hand."""
PUSSERS_AT_LEAST: Final = 0.8
"""The least lead of a shellback in points a hand."""
_QUICK_HOUSE: Final = settle(lombardy.OPTIONS, {"call_mode": "race", "race_grace_ms": 0})
_RACE: Final = settle(pussers.OPTIONS, {"call_mode": "race", "race_grace_ms": 0})
_MOST_MOVES: Final = 5_000


def make_robot(game: Any, level: Level, temper: Temper = EVEN) -> Robot:
    """The robot of a game at a level, with a temper."""
    return lambda view, chance: think(game, view, chance, level, temper=temper)


def play_lombardy_hand(seated: Sequence[Robot], seed: str) -> tuple[int, ...]:
    """The sheet after one hand. Raises RuntimeError if it does not end."""
    secret = hashlib.sha256(seed.encode()).digest()
    table = lombardy.fold(lombardy.begin(len(seated), _QUICK_HOUSE, 0, SecretChance(secret, (), 0)))
    at = 0
    for counter in range(_MOST_MOVES):
        chance = SecretChance(secret, (), counter)
        if table.phase in ("counted", "over") and counter:
            return table.sheet
        if table.phase in ("counted", "restart"):
            table = lombardy.decide(table, Seat(0), Next(), at, chance).state
            continue
        due = lombardy.deadline(table)
        crowd = lombardy.view(table, None)
        others = [Seat(seat) for seat in range(len(seated)) if seat not in crowd.to_act] if crowd.reneges else []
        for seat in () if table.quiet_from is not None else (*others, *crowd.to_act):
            thought = seated[seat](lombardy.view(table, seat), make_robot_chance(secret, counter, seat))
            if thought is not None:
                at += 1
                table = lombardy.decide(table, seat, thought.move, at, chance).state
                break
        else:
            at = max(at, due or at)
            table = lombardy.decide(table, None, Lapse(), at, chance).state
    raise RuntimeError(f"the hand {seed!r} does not end")


def play_bonedoneskis_hand(seated: Sequence[Robot], seed: str) -> tuple[int, ...]:
    """The winnings of a hand, in cents."""
    secret = hashlib.sha256(seed.encode()).digest()
    begun = bonedoneskis.begin(len(seated), settle(bonedoneskis.OPTIONS), 0, SecretChance(secret, (), 0))
    unfolding = Unfolding(bonedoneskis.fold(begun), 0, SecretChance(secret, (), 1))
    table = unfolding.state
    play(unfolding, Seat(0), Begin())
    for counter in range(_MOST_MOVES):
        if table.ended is not None:
            return table.ended.net
        (seat, *_) = bonedoneskis.view(table, None).to_act
        thought = seated[seat](bonedoneskis.view(table, seat), make_robot_chance(secret, counter, seat))
        assert thought is not None
        play(unfolding, seat, thought.move)
    raise RuntimeError(f"the hand {seed!r} does not end")


def play_pussers_hand(seated: Sequence[Robot], seed: str) -> tuple[int, ...]:
    """The points of a hand with calls in a race without grace. Raises RuntimeError if it does not end."""
    secret = hashlib.sha256(seed.encode()).digest()
    chance = SecretChance(secret, (), 0)
    unfolding = FOLDER.unfold(pussers.fold(pussers.begin(len(seated), _RACE, 0, chance)), 0, chance)
    table = unfolding.state
    for counter in range(1, _MOST_MOVES):
        if table.phase == "between":
            return table.sheet.scores
        unfolding.at += 1
        for seat in list_to_ask(table):
            thought = seated[seat](pussers.view(table, seat), make_robot_chance(secret, counter, seat))
            if thought is not None:
                play_pussers(unfolding, seat, thought.move)
                break
        else:
            unfolding.at = max(unfolding.at, pussers.deadline(table) or 0)
            play_pussers(unfolding, None, Lapse())
    raise RuntimeError(f"the hand {seed!r} does not end")


def measure_leads(hand: Hand, challenger: Robot, opponent: Robot, players: int, deals: int) -> list[float]:
    """For each deal, the lead of the challenger over the mean of its opponents, averaged over all seats."""
    found = []
    for deal in range(deals):
        sheets = [
            hand([challenger if seat == own else opponent for seat in range(players)], f"strength/{deal}")
            for own in range(players)
        ]
        leads = [sheet[own] - (sum(sheet) - sheet[own]) / (players - 1) for own, sheet in enumerate(sheets)]
        found.append(statistics.mean(leads))
    return found


def play_duo_game(seated: Sequence[Robot], seed: str) -> int:
    """The duo that wins a game: 0 for duo X, 1 for duo Y."""
    secret = hashlib.sha256(seed.encode()).digest()
    table = duo.fold(duo.begin(4, settle(duo.OPTIONS), 0, SecretChance(secret, (), 0)))
    counter = 0
    while not table.game_over:
        table = duo.decide(table, Seat(0), NextGame(), 0, SecretChance(secret, (), f"hand {table.hand}")).state
        while table.phase == "play":
            counter += 1
            thought = seated[table.turn](duo.view(table, table.turn), make_robot_chance(secret, counter, table.turn))
            assert thought is not None
            table = duo.decide(table, table.turn, thought.move, 0, SecretChance(secret, (), counter)).state
    return int(table.score[1] > table.score[0])


def measure_wins(challenger: Robot, opponent: Robot, pairs: int) -> list[float]:
    """For each pair of games with the same deals, the share won by the challengers: once as duo X, once as duo Y."""
    found = []
    for pair in range(pairs):
        x = play_duo_game([challenger, opponent] * 2, f"strength/{pair}") == 0
        y = play_duo_game([opponent, challenger] * 2, f"strength/{pair}") == 1
        found.append((x + y) / 2)
    return found


def measure(quick: bool) -> list[Row]:
    """Rows of figures and standard errors, each beside the least figure required."""
    rows: list[Row] = []

    def add_rows(name: str, found: Sequence[float], least: float, began: float) -> None:
        mean = statistics.mean(found)
        judged = bool(least) and not quick  # a quick run plays too few deals to judge
        rows.append(Row(name, mean, least, mean / least if least else 0.0, 1.0 if judged else 0.0))
        rows.append(Row("  the same: standard error", statistics.stdev(found) / len(found) ** 0.5))
        rows.append(Row("  the same: seconds", time.perf_counter() - began))

    for players, least in LOMBARDY_AT_LEAST.items():
        deals = 2 if quick else 2_000 // players
        for name, level, at_least in (("old hand", Level.OLD_HAND, 0.0), ("shellback", Level.SHELLBACK, least)):
            began = time.perf_counter()
            challenger = make_robot(lombardy, level)
            found = measure_leads(play_lombardy_hand, challenger, first_lombardy_robot, players, deals)
            add_rows(f"Lombardy, {players} seats: {name} ahead of first old hands", found, at_least, began)
    began = time.perf_counter()
    deals = 2 if quick else 2_000
    shellback, old_hand = (make_robot(bonedoneskis, level) for level in (Level.SHELLBACK, Level.OLD_HAND))
    found = measure_leads(play_bonedoneskis_hand, shellback, old_hand, 4, deals)
    add_rows("Bonedoneskis: cents that a shellback is ahead of old hands", found, BONEDONESKIS_AT_LEAST, began)
    began = time.perf_counter()
    deals = 2 if quick else 2_000
    shellback, old_hand = (make_robot(pussers, level) for level in (Level.SHELLBACK, Level.OLD_HAND))
    found = measure_leads(play_pussers_hand, shellback, old_hand, 4, deals)
    add_rows("Pussers: points that a shellback is ahead of old hands", found, PUSSERS_AT_LEAST, began)
    began = time.perf_counter()
    pairs = 2 if quick else 1_000
    found = measure_wins(make_robot(duo, Level.SHELLBACK), make_robot(duo, Level.OLD_HAND), pairs)
    add_rows("Duo: share of games that shellbacks win", found, DUO_AT_LEAST, began)
    return rows
