"""A search for another shuffle: it allows the same moves, and only other players see a difference."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.store.tables import commits as stored_events
from bot.tables.history.entries import is_public, read_entries
from games.core import Refused, Seat
from games.core.moves import Lapse
from tests.bot.harness.twin_worlds import seed_of
from tests.chance import Order, OrderedChance


class Decision(NamedTuple):
    """A decision of a story: a move, or a deadline that passed."""

    seat: Seat | None
    words: str
    at: int
    public_events: int
    """The number of public events before it; its random numbers depend on that."""


def list_decisions(connection: Any, table: int) -> list[Decision]:
    """List the decisions of a table in order."""
    found: list[Decision] = []
    counted = 0
    judged: set[str] = set()
    for entry in read_entries(connection, table):
        if entry.cause and entry.cause not in judged:
            judged.add(entry.cause)
            commit = stored_events.find_commit(connection, table, entry.cause)
            if commit is not None and commit.outcome and "move" in commit.outcome:
                outcome = commit.outcome
                found.append(Decision(outcome["seat"], outcome["move"], outcome["at"], counted))
        counted += is_public(entry)
    return found


def _play(game: Any, options: Any, order: Order, decisions: Sequence[Decision]) -> list[Any]:
    """Play these decisions with this shuffle. Returns the states. Raises Refused if a decision is against the rules."""
    state = game.fold(game.begin(4, options, decisions[0].at, OrderedChance(order)))
    states = [state]
    for seat, words, at, public_events in decisions:
        verb, _, rest = words.partition(" ")
        move = Lapse() if words == "lapse" else game.read(game.view(state, seat), verb, rest)
        state = game.decide(state, seat, move, at, OrderedChance(order, seed_of(public_events))).state
        states.append(state)
    return states


def find_other_order(game: Any, options: Any, order: Order, decisions: Any) -> Order:
    """Find another shuffle in which the same decisions are possible.

    Bear and the public see the same views with both. At least one other player does not.
    """
    states = _play(game, options, order, decisions)
    pick = random.Random(5)
    for _ in range(3_000):
        here, there = pick.sample(range(len(order)), 2)
        swapped = list(order)
        swapped[here], swapped[there] = order[there], order[here]
        try:
            others = _play(game, options, swapped, decisions)
        except (Refused, ValueError):
            continue
        same = all(
            game.view(state, seat) == game.view(other, seat)
            for seat in (None, Seat(0))
            for state, other in zip(states, others, strict=True)
        )
        if same and any(game.view(states[-1], Seat(n)) != game.view(others[-1], Seat(n)) for n in (1, 2, 3)):
            return swapped
    raise AssertionError("no twins were found")
