"""A driver that plays whole sessions of any game, with robots or at random, and yields every step."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games.core import AnyOption, Chance, Level, Options, Refused, Seat, SecretChance, Value, settle
from games.core.game import Game
from games.core.moves import Lapse

T = TypeVar("T")
START = 1_700_000_000_000


def tables(game: Game) -> list[tuple[int, Options]]:
    """Tables to test: the fewest and the most seats with default options, and the most seats with each preset."""
    known = {option.name for option in game.OPTIONS}
    fewest, most = game.SEATS
    kinds: list[tuple[int, dict[str, Any]]] = [(fewest, {}), *((most, dict(preset.values)) for preset in game.PRESETS)]
    if most != fewest:
        kinds.append((most, {}))
    found = []
    for players, values in kinds:
        for number in range(players, fewest - 1, -1):
            options = settle(game.OPTIONS, {**values, **({"players": number} if "players" in known else {})})
            if _allows(game, number, options):
                found.append((number, options))
                break
    return found


def draw_table(game: Game, number: int, **fixed: Value) -> tuple[int, Options]:
    """Draw a number of players and a value of every option but the `fixed` ones; the same for the same `number`.

    Among as many tables in a row as an option has values, each of them occurs once, unless the game refuses a table:
    then other values are drawn. A number is its least, its greatest, its default or one near the default.
    """
    fewest, most = game.SEATS
    options = [option for option in game.OPTIONS if option.name not in fixed]
    for attempt in range(1_000):
        house = {option.name: _pick(list_values(option), f"{option.name}/{attempt}", number) for option in options}
        players = _pick(range(fewest, most + 1), f"seats/{attempt}", number)
        if "players" in house:
            house["players"] = players
        try:
            settled = settle(game.OPTIONS, house, fixed)
        except Refused:
            continue
        if _allows(game, players, settled):
            return players, settled
    raise AssertionError(f"{game.NAME} refuses table {number}")


def list_values(option: AnyOption) -> Sequence[Value]:
    """The values of an option to draw from. Free text and names keep their default."""
    if option.values:
        return option.values
    if isinstance(option.default, bool):
        return False, True
    if not isinstance(option.default, int) or option.least is None or option.most is None:
        return (option.default,)
    near = [option.default // 2, option.default + 1, 2 * option.default + 1]
    return sorted({option.least, option.default, option.most, *(max(option.least, min(n, option.most)) for n in near)})


def _pick(values: Sequence[T], label: str, number: int) -> T:
    """The value with this number, in a series that shuffles the values again each time all have occurred."""
    again, place = divmod(number, len(values))
    return random.Random(f"{label}/{again}").sample(values, len(values))[place]


def _allows(game: Game, players: int, options: Options) -> bool:
    """True if a game can begin with this number of players and these options."""
    try:
        game.begin(players, options, START, SecretChance(bytes(32), (), 0))
    except Refused:
        return False
    return True


@dataclass
class Step:
    """One move and what followed: the state before and after it, and the events."""

    before: Any
    seat: Seat | None
    move: Any
    at: int
    events: list[Any]
    after: Any


_LEVELS = {"robots": Level.OLD_HAND, "deckhands": Level.DECKHAND, "shellbacks": Level.SHELLBACK}


@dataclass
class Session:
    """A table of a game under way."""

    game: Game
    players: int
    options: Options
    seed: int
    events: list[Any] = field(default_factory=list)
    state: Any = None
    at: int = START
    hand_began: int = 0
    """The index in `events` of the first event of this hand."""
    hand_before: Any = None
    """The state before this hand; None during the first hand."""
    _crowd_of: tuple[Any, Any] = (None, None)
    """A state and the crowd's view of it."""

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        self.chance: Chance = SecretChance(self.seed.to_bytes(32, "big"), ("salt",) * self.players, 0)
        self.events = list(self.game.begin(self.players, self.options, self.at, self.chance))
        self.state = self.game.fold(self.events)

    @property
    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(self.players)]

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat) if seat is not None else self._crowd()

    def _crowd(self) -> Any:
        """The crowd's view, made once for each state."""
        if self._crowd_of[0] is not self.state:
            self._crowd_of = self.state, self.game.view(self.state, None)
        return self._crowd_of[1]

    def play(self, seat: Seat | None, move: Any) -> Step:
        """Judge and apply a move. Raises Refused."""
        happened = list(self.game.decide(self.state, seat, move, self.at, self.chance).events)
        return self._take(Step(self.state, seat, move, self.at, happened, self.game.evolve(self.state, *happened)))

    def _take(self, step: Step) -> Step:
        """Move the session on to the state after a step."""
        hand = self.view(None).hand
        self.at, self.state = step.at, step.after
        if self.view(None).hand != hand:
            self.hand_began, self.hand_before = len(self.events), step.before
        self.events += step.events
        return step

    def follow(self, steps: Iterable[Step]) -> Iterator[Step]:
        """Repeat steps that another session with the same seed has made."""
        yield from map(self._take, steps)

    def steps(self, pilot: str, most: int) -> Iterator[Step]:
        """Make up to `most` moves by "robots" (old hands), "deckhands", "shellbacks" or at "random"; deadlines lapse.

        Raises AssertionError if nobody can move and no deadline is set.
        """
        played = 0
        while played < most and not self.view(None).over:
            spoken = False
            for seat in self.luck.sample(self.seats, self.players):
                self.at += self.luck.randrange(1, 400)
                due = self.game.deadline(self.state)
                if due is not None and due <= self.at:
                    spoken = True
                    yield self.play(None, Lapse())
                step = self._play_random(seat) if pilot == "random" else self._play_robot(seat, _LEVELS[pilot])
                if step is not None:
                    spoken = True
                    played += 1
                    yield step
                if self.view(None).over:
                    return
            if not spoken:
                due = self.game.deadline(self.state)
                assert due is not None, f"stuck in {self.view(None).phase}"
                self.at = max(self.at, due)
                yield self.play(None, Lapse())

    def _play_robot(self, seat: Seat, level: Level) -> Step | None:
        thought = self.game.robot(self.view(seat), self.chance, level)
        return None if thought is None else self.play(seat, thought.move)

    def _play_random(self, seat: Seat) -> Step | None:
        choices = list(self.game.choices(self.view(seat)))
        self.luck.shuffle(choices)
        for choice in choices:
            try:
                return self.play(seat, choice.move)
            except Refused:
                continue
        return None
