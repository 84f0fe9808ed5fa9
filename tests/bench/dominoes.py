"""Hands of dominoes a second, against two other packages: `python -m tests.bench dominoes`.

Random players play at our tables, in pip `dominoes`, and in open_spiel's team dominoes.

Before anything is timed, pip `dominoes` plays hands of our engine again, tile by tile: turns, legal tiles and the tiles
left at the end must be the same. The engines take turns in each round. The figures are medians over the rounds, and the
ratio is the median of each round's ratio. open_spiel is measured where it is installed.
"""

import importlib
import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from games.core import Seat, settle
from games.core.moves import Lapse
from games.duo.decide import play as duo_play
from games.duo.evolve import FOLDER as DUO_FOLDER
from games.duo.game import GAME as duo
from games.duo.moves import Next as DuoNext
from games.duo.state import State
from games.duo.view import PLAY as DUO_PLAY
from games.lombardy.decide import play as lombardy_play
from games.lombardy.evolve import FOLDER
from games.lombardy.game import GAME as lombardy
from games.lombardy.moves import Knock, Next
from games.lombardy.view import PLAY
from games.pieces.dominoes import HALVES, PIPS, dominoes_of, pips_of
from tests.bench.rows import Row, compare

T = TypeVar("T")
Contender = tuple[Callable[[int, int], None], int]
"""play(count, round) plays that many hands, and the count."""
DUO_AT_LEAST: Final = 1.6
LOMBARDY_AT_LEAST: Final = 1.2
SPIEL_AT_LEAST: Final = 8.0
LAPSE: Final = Lapse()
_GUARDED: Final = {"enforcement": "guarded", "call_mode": "race"}


class Luck:
    """Fast random numbers for benches, without the commitments of real shuffles."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return int(self.random() * n)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in a random order."""
        return tuple(sorted(items, key=lambda _: self.random()))


def play_duo_hands(count: int, seed: int) -> None:
    """Play hands of Duo Dominoes from deal to score, with random legal tiles."""
    luck = Luck(seed)
    chosen = luck.random
    table = duo.fold(duo.begin(4, settle(duo.OPTIONS), 0, luck))
    for _ in range(count):
        unfolding = DUO_FOLDER.unfold(table, 0, luck)
        duo_play(unfolding, Seat(0), DuoNext())
        while table.phase is DUO_PLAY:
            if table.must_pass:
                duo_play(unfolding, None, LAPSE)
                continue
            legal = table.legal_plays
            duo_play(unfolding, table.turn, legal[int(chosen() * len(legal))])


def play_lombardy_hands(count: int, seed: int) -> None:
    """Play hands of Lombardy Bones for four from deal to count, at a guarded table, with random legal bones."""
    luck = Luck(seed)
    chosen = luck.random
    house = settle(lombardy.OPTIONS, _GUARDED, {"target": 10_000})
    table = lombardy.fold(lombardy.begin(4, house, 0, luck))
    done = 0
    while done < count:
        if table.phase == "over":
            table = lombardy.fold(lombardy.begin(4, house, 0, luck))
        unfolding = FOLDER.unfold(table, 0, luck)
        lombardy_play(unfolding, Seat(0), Next())
        while table.phase is PLAY:
            legal = table.legal_plays
            move = legal[int(chosen() * len(legal))] if legal else Knock()
            lombardy_play(unfolding, table.turn, move)
        done += table.phase in ("counted", "over")


def play_pip_hands(count: int, seed: int) -> None:
    """Play games of one hand each in pip `dominoes`, with its own random players."""
    pip = importlib.import_module("dominoes")
    random.seed(seed)
    for _ in range(count):
        game = pip.Game.new()
        while game.result is None:
            pip.players.random(game)
            game.make_move(*game.valid_moves[0])


def play_spiel_hands(count: int, seed: int) -> None:
    """Play games of open_spiel's team dominoes with random players."""
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games.team_dominoes")
    luck = random.Random(seed)
    game = pyspiel.load_game("python_team_dominoes")
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = (
                [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            )
            state.apply_action(luck.choice(actions))


def check(hands: int) -> None:
    """Play hands of our engine again in pip `dominoes`. Raises AssertionError if the two differ."""
    pip = importlib.import_module("dominoes")
    luck = Luck(9)
    for _ in range(hands):
        table = duo.fold(duo.begin(4, settle(duo.OPTIONS), 0, luck))
        table = duo.decide(table, Seat(0), DuoNext(), 0, luck).state
        held = [pip.Hand([pip.Domino(*HALVES[tile]) for tile in dominoes_of(mine)]) for mine in table.holdings]
        first = pip.Domino(6, 6)
        game = pip.Game(pip.Board(), held, [], table.turn, ((first, True),), table.turn, None)
        while table.phase == "play":
            assert game.turn == table.turn
            assert {tuple(sorted((d.first, d.second))) for d, _ in game.valid_moves} == {
                tuple(sorted(HALVES[play.tile])) for play in table.legal_plays
            }
            play = table.legal_plays[luck.below(len(table.legal_plays))]
            fresh = table.line.first is None
            game.make_move(pip.Domino(*HALVES[play.tile]), True if fresh else _on_the_left(game, table, play.end))
            table = duo.decide(table, table.turn, play, 0, luck).state
            while table.must_pass:
                table = duo.decide(table, None, LAPSE, 0, luck).state
        left = [sum(d.first + d.second for d in mine) for mine in game.hands]
        assert left == [pips_of(mine) for mine in table.holdings]
        assert table.ended is not None
        assert game.result.won == (table.ended.how == "out")
        assert sum(left) + sum(PIPS[tile] for tile in dominoes_of(table.line.on_table)) == 168


def _on_the_left(game: Any, table: State, end: str) -> bool:
    """True if our end is the left end of pip's line, which may run the other way round."""
    shown = table.line.ends[end]
    assert {game.board.left_end(), game.board.right_end()} == set(table.line.shown)
    return bool(game.board.left_end() == shown)


def measure_rates(contenders: Sequence[Contender], rounds: int) -> list[list[float]]:
    """By contender, the hands played in a second of processor time in each round. The order rotates between rounds."""
    found: list[list[float]] = [[] for _ in contenders]
    for turn in range(rounds):
        for place in range(len(contenders)):
            which = (place + turn) % len(contenders)
            play, count = contenders[which]
            begun = time.process_time()
            play(count, turn)
            found[which].append(count / (time.process_time() - begun))
    return found


def measure(quick: bool) -> list[Row]:
    """The rows of both games against their anchors. Raises AssertionError if the engines disagree."""
    check(20 if quick else 200)
    rounds, count = (3, 300) if quick else (9, 1500)
    spiel = importlib.util.find_spec("pyspiel") is not None
    contenders = [(play_duo_hands, count), (play_lombardy_hands, count), (play_pip_hands, count)]
    if spiel:
        contenders.append((play_spiel_hands, max(2, count // 50)))
    for play, _ in contenders:
        play(5, 1)
    ours, bones, pip, *other = measure_rates(contenders, rounds)
    rows = [
        compare("hands of Duo a second / pip dominoes", ours, pip, DUO_AT_LEAST),
        compare("hands of Lombardy a second / pip dominoes", bones, pip, LOMBARDY_AT_LEAST),
    ]
    if other:
        rows.append(compare("hands of Duo a second / open_spiel team dominoes", ours, other[0], SPIEL_AT_LEAST))
    else:
        sys.stdout.write("  open_spiel's team dominoes: not measured: pyspiel is not installed here\n")
    return rows
