"""Plays sessions of robots alone, hand after hand, without waiting. A deal depends only on the seed and the hand."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeVar

from games.core import AnyGame, Level, Options, Refused, Seat, SecretChance, View
from games.core.moves import Lapse
from games.core.robots import Thought, make_robot_chance, think
from games.core.secret import is_unnoticed
from games.pieces.bones import Bone
from games.pussers.moves import Discard

T = TypeVar("T")

MOVE_EVERY: Final = 400
"""Milliseconds of table time between two moves of robots."""

MOST_MOVES: Final = 20_000
"""The most moves of a hand. More mean a fault in the game."""


class _NotedChance:
    """The chance for one decision. It notes whether anything was drawn."""

    def __init__(self, source: SecretChance) -> None:
        self._source = source
        self.drawn = False

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""
        self.drawn = True
        return self._source.below(n)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Put the items into an order."""
        self.drawn = True
        return self._source.shuffle(items)


NEWCOMER: Final = "newcomer"
Player: TypeAlias = Level | Literal["newcomer"]
"""Who plays a seat: a robot of a level, or somebody in their first hands."""
MISSED: Final[Mapping[str, int]] = {"yes": 50, "dobone": 20}
"""The calls that a newcomer misses, in 100 that they could make, by verb. They throw any bone that they hold one
of, and otherwise play like a deckhand."""


def think_as(player: Player, game: AnyGame, view: Any, chance: SecretChance) -> Thought[object] | None:
    """Choose the move of whoever plays a seat."""
    if player != NEWCOMER:
        return think(game, view, chance, player)
    thought: Thought[object] | None = game.robot(view, chance, Level.DECKHAND)
    if thought is not None and isinstance(thought.move, Discard):
        lone = [Bone(kind) for kind, count in enumerate(view.counts) if count == 1]
        return Thought(Discard(lone[chance.below(len(lone))]), "any") if lone else thought
    if thought is None or chance.below(100) >= MISSED.get(game.write(thought.move).partition(" ")[0], 0):
        return thought
    declining = {verb.name for verb in game.VERBS if view.phase in verb.declines_in}
    passing = next((choice.move for choice in game.choices(view) if choice.verb in declining), None)
    return thought if passing is None else Thought(passing, "overslept")


@dataclass(slots=True)
class _SessionChance:
    """The chance for a session.

    The chance of a decision depends only on the hand, and on how many earlier decisions of the hand drew anything. It
    does not depend on the moves, so two houses with the same seed get the same deals.
    """

    secret: bytes
    hand: int = 0
    draws: int = 0

    def make_next(self) -> _NotedChance:
        """Make the chance for the next decision."""
        return _NotedChance(SecretChance(self.secret, (), f"{self.hand}.{self.draws}"))

    def note(self, chance: _NotedChance, hand: int) -> None:
        """Count a decision if it drew anything. `hand` is the hand after the decision; a new hand starts at 0."""
        self.hand, self.draws = (self.hand, self.draws + chance.drawn) if hand == self.hand else (hand, 0)


def play_session(
    game: AnyGame, seated: tuple[Player, ...], options: Options, seed: str
) -> Iterator[tuple[list[object], int]]:
    """Play a session of these players by seat. Yield the events and the number of moves of each hand.

    Raises RuntimeError if a hand does not end.
    """
    source = _SessionChance(hashlib.sha256(seed.encode()).digest())
    at, noticed_events, moves = 0, 0, 0
    chance = source.make_next()
    hand: list[object] = list(game.begin(len(seated), options, at, chance))
    state = game.fold(hand)
    source.note(chance, game.view(state, None).hand)
    while not game.view(state, None).over:
        number = game.view(state, None).hand
        for _ in range(MOST_MOVES):
            at += MOVE_EVERY
            chance = source.make_next()
            at, events = _make_move(game, state, seated, at, chance, luck_source=(source.secret, noticed_events))
            state = game.evolve(state, *events)
            hand.extend(events)
            noticed_events += sum(not is_unnoticed(event) for event in events)
            moves += 1
            crowd = game.view(state, None)
            source.note(chance, crowd.hand)
            number = number or crowd.hand  # 0 until the first deal
            if crowd.over or crowd.hand != number:
                break
        else:
            raise RuntimeError(f"a hand of {game.NAME} did not end within {MOST_MOVES} moves (seed {seed!r})")
        yield hand, moves
        hand, moves = [], 0


def list_to_ask(crowd: View, players: int) -> list[Seat]:
    """The seats whose robots are asked for a move, in order.

    As a rule those that the table waits for come first. While others may interrupt them, those others come first.
    """
    return sorted(map(Seat, range(players)), key=lambda seat: (seat in crowd.to_act) is crowd.interruptible)


def _make_move(
    game: AnyGame,
    state: object,
    seated: tuple[Player, ...],
    at: int,
    chance: _NotedChance,
    luck_source: tuple[bytes, int],
) -> tuple[int, list[object]]:
    """Make the first move that a robot offers, or else let the deadline lapse. Return the time and the events.

    `luck_source` is the secret and the number of events that everybody noticed. The robots' luck
    follows from both.
    """
    secret, noticed_events = luck_source
    crowd = game.view(state, None)
    for seat in list_to_ask(crowd, len(seated)):
        thought = think_as(seated[seat], game, game.view(state, seat), make_robot_chance(secret, noticed_events, seat))
        if thought is not None:
            try:
                return at, list(game.decide(state, seat, thought.move, at, chance).events)
            except Refused:
                continue
    deadline = game.deadline(state)
    if deadline is None:
        raise RuntimeError(f"no robot moves and no deadline is set in {game.NAME} ({crowd.phase})")
    at = max(at, deadline)
    return at, list(game.decide(state, None, Lapse(), at, chance).events)
