"""Shuffles that can be checked: a secret committed before each hand, salts of the players, and the deal again.

docs/fairness.md says how numbers follow from secret, salts and counter; `games.core.chance.Committed` is that text in
code. The counter of a decision is the table's sequence before it. Each decision is kept with its cause (seat, words,
game time), so that a finished hand can be judged again from its secret alone and compared with what was stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from bot.store import events as stored_events
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.store.tables import Secret
from bot.tables import events
from bot.tables.table import Entry, Table, effective, entries, is_of_game
from games.core.chance import Committed, commitment
from games.core.game import AnyGame
from games.core.moves import Lapse
from games.core.options import restore

T = TypeVar("T")

LAPSE = "lapse"


class Watched:
    """A chance that remembers whether anything was drawn from it."""

    def __init__(self, chance: Committed) -> None:
        self._chance = chance
        self.drew = False

    def below(self, n: int) -> int:
        """As `Chance.below`."""
        self.drew = True
        return self._chance.below(n)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """As `Chance.shuffled`."""
        self.drew = True
        return self._chance.shuffled(items)


def new_secret() -> tuple[str, str]:
    """A fresh 32-byte secret in hexadecimal, and its commitment."""
    secret = secrets.token_bytes(32)
    return secret.hex(), commitment(secret)


def salts_of(secret: Secret, players: int) -> tuple[str, ...]:
    """The salts in seat order, empty for those who gave none."""
    return tuple(secret.salts.get(str(seat), "") for seat in range(players))


def chance_of(table: Table) -> Watched:
    """The chance of the table's next decision."""
    assert table.secret is not None
    salts = salts_of(table.secret, len(table.seats))
    return Watched(Committed(bytes.fromhex(table.secret.secret), salts, table.sequence))


class Verdict(NamedTuple):
    """What checking a hand found: `kept` says that the secret fits its commitment, `same` that every decision of
    the hand comes out as it was stored; `decisions` counts them. The secret is None while the hand is under way."""

    number: int
    commitment: str
    secret: str | None
    salts: tuple[str, ...]
    kept: bool
    same: bool
    decisions: int


class Record(NamedTuple):
    """What a hand is judged again from: the game and its options, all events, and what was decided, by cause."""

    game: AnyGame
    options: Mapping[str, Any]
    all_entries: list[Entry]
    outcomes: Mapping[str, Any]


def _record(connection: Connection, table: Table, number: int) -> Record:
    found = entries(stored_events.read(connection, table.id))
    causes = {one.cause for one in _of_shuffle(found, number) if one.cause is not None}
    outcomes: dict[str, Any] = {}
    for cause in causes:
        known = stored_events.known(connection, table.id, cause)
        if known is not None:
            outcomes[cause] = known.outcome
    return Record(table.game, table.row.options, found, outcomes)


def _of_shuffle(all_entries: Sequence[Entry], number: int) -> list[Entry]:
    """The entries that were made with shuffle `number`: between its commitment and the next."""
    inside, kept = False, []
    for entry in all_entries:
        if isinstance(entry.event, events.CommittedTo):
            inside = entry.event.number == number
        elif inside:
            kept.append(entry)
    return kept


def check(connection: Connection, table: Table, number: int) -> Verdict | None:
    """Deal a hand again and compare; None if there was no such shuffle."""
    known = stored_tables.secret(connection, table.id, number)
    if known is None:
        return None
    salts = salts_of(known, len(table.seats))
    if known.revealed_at is None:
        return Verdict(number, known.commitment, None, salts, True, True, 0)
    return judge_again(_record(connection, table, number), number, known.commitment, known.secret, salts)


def judge_again(record: Record, number: int, promised: str, secret_hex: str, salts: tuple[str, ...]) -> Verdict:
    """Judge shuffle `number` of a record again from its secret, and compare with its commitment and its events."""
    secret = bytes.fromhex(secret_hex)
    kept = commitment(secret) == promised
    counted = {one.sequence for one in effective(record.all_entries)}
    mine = [one for one in _of_shuffle(record.all_entries, number) if one.sequence in counted and is_of_game(one.event)]
    same, decisions = _again(record, mine, counted, secret, salts)
    return Verdict(number, promised, secret_hex, salts, kept, same, decisions)


def _again(
    record: Record, mine: list[Entry], counted: set[int], secret: bytes, salts: tuple[str, ...]
) -> tuple[bool, int]:
    game = record.game
    start = mine[0].sequence if mine else 0
    before = [one.event for one in record.all_entries if one.sequence < start and one.sequence in counted]
    state = game.fold(before) if before else None
    decisions = 0
    for _, group in groupby(mine, key=lambda one: one.cause):
        made = list(group)
        stored = [one.event for one in made]
        told = record.outcomes.get(made[0].cause or "") or {}
        chance = Committed(secret, salts, made[0].sequence - 1)
        if stored != _decided(record, state, told, chance):
            return False, decisions
        state = game.fold(stored) if state is None else game.evolve(state, *stored)
        decisions += 1
    return True, decisions


def _decided(record: Record, state: Any, told: Mapping[str, Any], chance: Committed) -> list[Any]:
    """What the rules make of a move as it was kept with its cause."""
    game = record.game
    if "begin" in told:
        return list(game.begin(told["begin"], restore(game.OPTIONS, record.options), told["at"], chance))
    if told.get("move") == LAPSE:
        return list(game.decide(state, None, Lapse(), told["at"], chance).events)
    verb, _, words = str(told.get("move")).partition(" ")
    move = game.read(game.view(state, told["seat"]), verb, words)
    return list(game.decide(state, told["seat"], move, told["at"], chance).events)
