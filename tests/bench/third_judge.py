"""Told costs of moves before a third judge: `python -m tests.bench third_judge`.

`Game.appraise` tells a better move if two judges agree. The third judge is of another make, and no part of the product
uses it: it deals the hidden pieces again, makes the told and the made move in the same deals, and lets the engine's
robots play each hand to its end. Robots sit at the tables from which the told moves are taken.
"""

import hashlib
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from games import registry
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import Placed, is_up
from games.bonedoneskis.evaluation.ranking import PAIR
from games.bonedoneskis.state import copy_state as copy_stud
from games.core import Chance, Level, Seat, SecretChance, settle
from games.core.moves import Lapse
from games.core.robots import SAMPLES, Thought, make_robot_chance, think
from games.duo.guess import make_dealer
from games.duo.shellback import rate_result
from games.duo.state import copy_state as copy_duo
from games.lombardy.state import copy_state as copy_lombardy
from games.pieces.bones import KINDS, is_pretty
from games.pieces.dominoes import dominoes_of, mask
from games.pussers.project import list_to_act
from games.pussers.state import State as PussersState, copy_state as copy_pussers
from games.pussers.view import CALLING
from tests.bench.dominoes import Luck
from tests.bench.rows import Row, at_most
from tests.laboratory.robot_sessions import list_to_ask

PLAYERS: Final = 4
MOST_HANDS: Final = 600
"""The most hands that are played to find told moves."""
_QUICK_CALLS: Final = {"call_mode": "race", "race_grace_ms": 0}
_ANSWERS: Final = {"call_mode": "everyone-decides", "decide_timeout_s": 8}
_TABLES: Final = {
    "deckhands": ((Level.DECKHAND,) * 4, 0.7),
    "better robots": ((Level.OLD_HAND, Level.SHELLBACK) * 2, 0.3),
}
"""The robots at the tables from which told moves are taken, each with the share of told moves that they give."""
_MOST_MOVES: Final = 2_000
"""The most moves of a hand."""
_DEALS: Final = 100
_MOST_DEALS: Final = 400
"""The deals in which the third judge plays on at first, and at most."""
_TRIES: Final = 40
"""The most deals to try until everybody holds what they paid for."""
_SURE: Final = 2.0
"""The standard errors by which the third judge is sure."""
_SAME_SIGN, _SURELY_AGAINST, _TOO_MUCH = 93.0, 2.0, 1.2
"""The gates: of 100 told moves, the fewest that the third judge finds better too, and the most that it is sure are
worse; and the most that the told loss may be of the loss by the third judge, both in the mean."""


class Choice(NamedTuple):
    """A move at a table of robots, with the state before it."""

    state: Any
    seat: Seat
    move: Any
    at: int
    chance: SecretChance
    """The chance for its appraisal."""


class Told(NamedTuple):
    """A told move, and what the third judge finds in its place."""

    least: float
    """The told loss."""
    mean: float
    """The loss by the third judge."""
    standard_error: float

    @property
    def is_against(self) -> bool:
        """True if the third judge is sure that the told move is worse."""
        return self.mean < -_SURE * self.standard_error


class Engine(NamedTuple):
    """A game as the third judge plays it."""

    redeal: Callable[[Any, Seat, Chance], Any]
    """redeal(state, seat, chance): the state with the pieces that this seat cannot see dealt again."""
    robot: Callable[[Any, Any, Chance], Thought | None]
    """robot(game, view, chance): the move of each player from then on."""
    own_robot: Callable[[Any, Any, Chance], Thought | None]
    """The same for the seat itself."""
    rate: Callable[[Any, Any, Seat], float]
    """rate(before, after, seat): what the rest of the hand brought to a seat, in the unit of told losses."""
    house: dict[str, Any] = {}
    list_to_ask: Callable[[Any], Sequence[Seat]] | None = None
    """The seats whose robots may move; None to ask everybody."""


def play_hand(name: str, levels: Sequence[Level], seed: str) -> Iterator[Choice]:
    """Let robots play a hand, and yield each of their moves."""
    game, engine = registry.game(name), ENGINES[name]
    secret = hashlib.sha256(seed.encode()).digest()
    table: Any = game.fold(game.begin(PLAYERS, settle(game.OPTIONS, engine.house), 0, SecretChance(secret, (), 0)))
    at = 0
    for step in range(1, _MOST_MOVES):
        at += 1
        thought: Thought | None = None
        for seat in _list_to_ask(name, table):
            thought = think(game, game.view(table, seat), make_robot_chance(secret, step, seat), levels[seat], 50)
            if thought is not None:
                yield Choice(table, seat, thought.move, at, SecretChance(secret, ("appraise",), step))
                break
        else:
            at = max(at, game.deadline(table) or 0)
        who, move = (None, Lapse()) if thought is None else (seat, thought.move)
        table = game.decide(table, who, move, at, SecretChance(secret, (), step)).state
        if step > 4 and game.is_revealed(table):
            return


def _list_to_ask(name: str, table: Any) -> Sequence[Seat]:
    ask = ENGINES[name].list_to_ask
    if ask is not None:
        return ask(table)
    return list_to_ask(registry.game(name).view(table, None), PLAYERS)


def judge(name: str, choice: Choice, better: Any) -> tuple[float, float]:
    """How much more `better` brings than the made move, and the standard error of that. Deals are played on until the
    sign is sure, or up to `_MOST_DEALS`."""
    redeal = ENGINES[name].redeal
    leads: list[float] = []
    while True:
        for deal in range(len(leads), len(leads) + _DEALS):
            dealt = redeal(choice.state, choice.seat, Luck(deal))
            mine, other = (_play_on(name, dealt, choice, move, deal) for move in (better, choice.move))
            leads.append(mine - other)
        mean, standard_error = statistics.mean(leads), statistics.stdev(leads) / len(leads) ** 0.5
        if abs(mean) > _SURE * standard_error or len(leads) >= _MOST_DEALS:
            return mean, standard_error


def _play_on(name: str, dealt: Any, choice: Choice, move: Any, deal: int) -> float:
    """What the rest of a hand brings to a seat after this move."""
    game, engine, luck = registry.game(name), ENGINES[name], Luck(deal)
    at = choice.at
    table: Any = game.decide(dealt, choice.seat, move, at, luck).state
    for _ in range(_MOST_MOVES):
        if game.is_revealed(table):
            return engine.rate(dealt, table, choice.seat)
        at += 1
        for seat in _list_to_ask(name, table):
            robot = engine.own_robot if seat == choice.seat else engine.robot
            thought = robot(game, game.view(table, seat), luck)
            if thought is not None:
                table = game.decide(table, seat, thought.move, at, luck).state
                break
        else:
            at = max(at, game.deadline(table) or 0)
            table = game.decide(table, None, Lapse(), at, luck).state
    raise RuntimeError(f"a hand of {name} does not end")


def _redeal_duo(state: Any, seat: Seat, chance: Chance) -> Any:
    table = copy_duo(state)
    table.holdings = make_dealer(registry.game("duo-dominoes").view(state, seat))(chance)  # type: ignore[arg-type]
    return table


def _redeal_lombardy(state: Any, seat: Seat, chance: Chance) -> Any:
    """Deal the hidden bones again, whatever others passed on: they may pass with a bone that fits (LB-21)."""
    table = copy_lombardy(state)
    others = [other for other in range(table.players) if other != seat]
    hidden = [*table.boneyard, *(bone for other in others for bone in dominoes_of(table.holdings[other]))]
    bones, dealt = [*chance.shuffle(hidden)], [*table.dealt]
    for other in others:
        old = table.holdings[other]
        table.holdings[other] = mask(bones.pop() for _ in dominoes_of(old))
        dealt[other] = dealt[other] & ~old | table.holdings[other]
    table.dealt, table.boneyard = tuple(dealt), tuple(bones)
    return table


def _list_callers(table: PussersState) -> Sequence[Seat]:
    """The seats that may act; those who can only pass say nothing, and the window closes by itself (PB-41, PB-44)."""
    acting, bone = list_to_act(table), table.callable_bone
    if table.phase is not CALLING or bone is None:
        return acting
    held = table.racks.counts
    return [seat for seat in acting if held[seat][bone] > 1 or not 1 < held[seat].count(1) < 11]


def _redeal_pussers(state: Any, seat: Seat, chance: Chance) -> Any:
    """Deal racks and wall again, and forget what others have answered to the bone that may be called (PB-47)."""
    table = copy_pussers(state)
    if table.calls.window is not None:
        table.calls.window = table.calls.window._replace(answers=())
    wall, racks = table.wall, table.racks
    left = [place for place in range(len(wall.line)) if not wall.gone >> place & 1]
    others = [other for other in range(table.players) if other != seat]
    hidden = [wall.line[place] for place in left] + [bone for other in others for bone in racks.rows[other]]
    plain = [*chance.shuffle(bone for bone in hidden if not is_pretty(bone))]
    for other in others:
        racks.rows[other] = tuple(sorted(plain.pop() for _ in racks.rows[other]))
        racks.counts[other] = bytes(racks.rows[other].count(kind) for kind in range(KINDS))
    line = [*wall.line]
    for place, bone in zip(left, chance.shuffle((*plain, *filter(is_pretty, hidden))), strict=True):
        line[place] = bone
    wall.line = tuple(line)
    return table


def _redeal_stud(state: Any, seat: Seat, chance: Chance) -> Any:
    """Deal the face-down cards again. From fourth street on, whoever has paid to stay holds a pair or better."""
    table = copy_stud(state)
    value = find_evaluator(table.house.reading_rules).value_of_line
    others = [other for other in table.live_seats if other != seat]
    downs = {other: [at for at, placed in enumerate(table.lines[other]) if not is_up(placed)] for other in others}
    hidden = [*table.deck, *(table.lines[other][at] & 63 for other in others for at in downs[other])]
    lines: list[Any] = []
    deck: list[Any] = []
    for _ in range(_TRIES):
        deck = [*chance.shuffle(hidden)]
        lines = [*table.lines]
        for other in others:
            line = [*table.lines[other]]
            for at in downs[other]:
                line[at] = Placed(line[at] & ~63 | deck.pop())
            lines[other] = tuple(line)
        if table.street < 5 or all(value(lines[other]) >= PAIR << 20 for other in others):
            break
    table.lines, table.deck = tuple(lines), tuple(deck)
    return table


def _move_at_random(game: Any, view: Any, chance: Chance) -> Thought | None:
    """Half of the moves at random, the others an old hand's."""
    open_to_me = game.choices(view) if chance.below(2) and view.seat in view.to_act else ()
    if open_to_me:
        return Thought(open_to_me[chance.below(len(open_to_me))].move, "any")
    usual: Thought | None = game.robot(view, chance)
    return usual


def _move_as(level: Level) -> Callable[[Any, Any, Chance], Thought | None]:
    return lambda game, view, chance: game.robot(view, chance, level)


def _rate_duo(before: Any, after: Any, seat: Seat) -> float:
    view = registry.game("duo-dominoes").view(before, seat)
    x, y = (new - old for new, old in zip(after.score, before.score, strict=True))
    worth = 100.0 * rate_result(view, x or -y)  # type: ignore[arg-type]
    return 100.0 - worth if seat % 2 else worth


def _rate_lead(before: Any, after: Any, seat: Seat) -> float:
    gained = [new - old for new, old in zip(after.sheet, before.sheet, strict=True)]
    return float(gained[seat] - (sum(gained) - gained[seat]) / (len(gained) - 1))


def _rate_sheet(before: Any, after: Any, seat: Seat) -> float:
    return 10.0 * float(after.sheet.scores[seat] - before.sheet.scores[seat])


def _rate_net(before: Any, after: Any, seat: Seat) -> float:
    return float(after.ended.net[seat]) / 10.0


_DECKHAND, _OLD_HAND, _SHELLBACK = map(_move_as, Level)
ENGINES: Final = {
    "duo-dominoes": Engine(_redeal_duo, _move_at_random, _move_at_random, _rate_duo),
    "lombardy-bones": Engine(_redeal_lombardy, _DECKHAND, _DECKHAND, _rate_lead, _QUICK_CALLS),
    "pussers-bones": Engine(_redeal_pussers, _OLD_HAND, _SHELLBACK, _rate_sheet, _ANSWERS, _list_callers),
    "bonedoneskis": Engine(_redeal_stud, _DECKHAND, _DECKHAND, _rate_net),
}
"""By game, the third judge's robots. At Pussers Bones the seat itself goes on with its plan, as a shellback does."""


def find_told(name: str, who: str, wanted: int) -> tuple[list[Told], float, float]:
    """Told moves of robots before the third judge, their number for each player and hand, and the processor time, in
    milliseconds, in which 99 of 100 choices were appraised."""
    game, (levels, _) = registry.game(name), _TABLES[who]
    assert game.appraise is not None
    told: list[Told] = []
    took: list[float] = []
    for hand in range(1, MOST_HANDS + 1):
        for choice in play_hand(name, levels, f"third judge/{who}/{hand}"):
            view, started = game.view(choice.state, choice.seat), time.process_time()
            found = game.appraise(view, choice.move, choice.chance, SAMPLES)
            took.append(1000.0 * (time.process_time() - started))
            if found is not None:
                told.append(Told(found.least, *judge(name, choice, found.better)))
        if len(told) >= wanted:
            break
    return told, len(told) / (hand * PLAYERS), statistics.quantiles(took, n=100)[-1]


def measure(quick: bool) -> list[Row]:
    """Rows of each game that appraises moves: how often the third judge agrees."""
    rows: list[Row] = []
    for name in ENGINES:
        every: list[Told] = []
        for who, (_, share) in _TABLES.items():
            told, often, took = find_told(name, who, round(share * (5 if quick else 100)))
            rows.append(Row(f"{name}: told moves of {who}, a player and hand", often))
            rows.append(Row("  processor ms of an appraisal, 99 of 100", took))
            every += told
        agreed = 100.0 * sum(found.mean > 0 for found in every) / len(every)
        against = 100.0 * sum(found.is_against for found in every) / len(every)
        least, mean = (statistics.mean(found[place] for found in every) for place in (0, 1))
        rows.append(Row(f"{name}: told moves of which the third judge agrees", len(every)))
        rows.append(Row("  the same: share in 100", agreed, _SAME_SIGN, agreed / _SAME_SIGN, 1.0))
        rows.append(at_most("  the same: surely against, in 100", against, _SURELY_AGAINST))
        rows.append(at_most("  the same: told loss / most", least, _TOO_MUCH * mean))
    return rows
