"""Hands of dominoes a second, against two other packages: `python -m tests.bench.dominoes`.

Random players play at our tables, in pip `dominoes`, and in open_spiel's team dominoes. The bench also prints the share
of games that our robots win.

Before anything is timed, pip `dominoes` plays hands of our engine again, tile by tile: turns, legal tiles and the tiles
left at the end must be the same. The engines take turns in each round. The figures are medians over the rounds, and the
ratio is the median of each round's ratio. open_spiel is measured where it is installed.
"""

import importlib
import importlib.util
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from games.core.moves import Lapse
from games.core.options import settle
from games.core.seats import Seat
from games.duo.decide import play as duo_play
from games.duo.evolve import FOLDER as DUO_FOLDER
from games.duo.game import GAME as duo
from games.duo.moves import Next as DuoNext
from games.duo.state import State
from games.lombardy.choices import list_plays
from games.lombardy.decide import play as lombardy_play
from games.lombardy.evolve import FOLDER
from games.lombardy.game import GAME as lombardy
from games.lombardy.moves import Answer, Done, Draw, Knock, Next, NoScore, Score
from games.lombardy.view import View as LombardyView
from games.pieces.dominoes import HALVES, PIPS, dominoes_of, pips_of

T = TypeVar("T")
Row = tuple[str, float, float, float, float]
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
        while table.phase == "play":
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
        while table.phase == "play":
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


def measure_rates(contenders: Sequence[tuple[Callable[[int, int], None], int]], rounds: int) -> list[list[float]]:
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
        _row("hands of Duo a second / pip dominoes", ours, pip, DUO_AT_LEAST),
        _row("hands of Lombardy a second / pip dominoes", bones, pip, LOMBARDY_AT_LEAST),
    ]
    if other:
        rows.append(_row("hands of Duo a second / open_spiel team dominoes", ours, other[0], SPIEL_AT_LEAST))
    else:
        sys.stdout.write("  open_spiel's team dominoes: not measured: pyspiel is not installed here\n")
    games = 60 if quick else 2000
    few = max(40, games // 10)
    shares = (
        ("games that Duo robots win (random duo)", games, measure_duo_share(games)),
        ("games a Lombardy robot wins (random, calls rightly)", games, measure_lombardy_share(games, True)),
        ("games a Lombardy robot wins (random, calls at random)", few, measure_lombardy_share(few, False)),
    )
    for name, played, share in shares:
        rows.append((f"{name}, of {played}, ±{_interval(share, played):.3f}", share, 0.0, 0.0, 0.0))
    return rows


def _interval(share: float, games: int) -> float:
    """Half the width of the 95 % interval of a share measured over this number of games."""
    return 1.96 * math.sqrt(share * (1 - share) / games)


def _row(name: str, ours: list[float], anchor: list[float], at_least: float) -> Row:
    ratios = [own / other for own, other in zip(ours, anchor, strict=True)]
    return name, statistics.median(ours), statistics.median(anchor), statistics.median(ratios), at_least


def measure_duo_share(games: int) -> float:
    """The share of games that a duo of robots wins against a duo that lays any legal tile."""
    luck = Luck(5)
    won = 0
    for number in range(games):
        mine = number % 2
        table = duo.fold(duo.begin(4, settle(duo.OPTIONS, {"match_games": 1}), 0, luck))
        while table.phase != "over":
            move: Any = DuoNext()
            if table.must_pass:
                table = duo.decide(table, None, LAPSE, 0, luck).state
                continue
            if table.phase == "play":
                legal = table.legal_plays
                robots = table.turn % 2 == mine
                thought = duo.robot(duo.view(table, table.turn), luck) if robots else None
                move = legal[luck.below(len(legal))] if thought is None else thought.move
            table = duo.decide(table, table.turn, move, 0, luck).state
        won += table.games[mine]
    return won / games


def measure_lombardy_share(games: int, calls_right: bool) -> float:
    """The share of games for two that a robot wins against a player who lays any bone that fits, or draws.

    With `calls_right`, this player calls every score rightly. Otherwise they call a random multiple of 5 up to 35, or
    no score.
    """
    luck = Luck(6)
    house = settle(lombardy.OPTIONS, {"race_grace_ms": 0, "call_mode": "race", "courtesy_seconds": 3})
    won = 0.0
    for number in range(games):
        mine = Seat(number % 2)
        table = lombardy.fold(lombardy.begin(2, house, 0, luck))
        at = 0
        while table.phase != "over":
            at += 10
            moved = False
            for seat in sorted(map(Seat, range(2)), key=lambda seat: seat != table.to_score):
                seen = lombardy.view(table, seat)
                thought = lombardy.robot(seen, luck) if seat == mine else None
                move = thought and thought.move if seat == mine else _choose_for_opponent(seen, luck, calls_right)
                if move is not None:
                    table = lombardy.decide(table, seat, move, at, luck).state
                    moved = True
                    break
            if not moved:
                due = lombardy.deadline(table)
                assert due is not None
                at = max(at, due)
                table = lombardy.decide(table, None, LAPSE, at, luck).state
        won += (mine in table.winners) / len(table.winners)
    return won / games


def _choose_for_opponent(view: LombardyView, luck: Luck, calls_right: bool) -> Any:
    """The move of the robot's opponent in `measure_lombardy_share`, or None to stay silent."""
    if view.phase in ("counted", "restart"):
        return Next()
    if view.phase == "lead":
        doubles = [bone for bone in view.holding if HALVES[bone][0] == HALVES[bone][1]]
        return None if view.answered else Answer(max(doubles, default=None))
    if view.to_score == view.seat:
        total = view.line.sum_ends(view.house.bare_ends_count) if calls_right else 5 * luck.below(8)
        return Score(total) if total and total % 5 == 0 else NoScore()
    if view.phase != "play":
        return Done() if view.seat in view.to_act else None
    if view.turn != view.seat or view.waits:
        return None
    open_to_me = list_plays(view)
    if open_to_me:
        return open_to_me[luck.below(len(open_to_me))]
    return Draw() if view.drawable and not view.drew else Knock()


if __name__ == "__main__":
    for name, ours, anchor, ratio, at_least in measure("--quick" in sys.argv):
        against = f", anchor {anchor:.4g}, {ratio:.2f}x, at least {at_least}x" if at_least else ""
        print(f"{name}: {ours:.4g}{against}")
