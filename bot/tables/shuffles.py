"""Shuffles dealt again from their secrets, and compared with what was stored.

docs/fairness.md says how numbers follow from secret, salts and counter; `games.core.chance.Committed` is that text in
code. The counter of a decision is the table's sequence before it. Each decision is kept with its cause (seat, words,
game time), so that a finished hand can be judged again from its secret alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bot.store import events as stored_events
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.tables import events
from bot.tables.chance import salts_of
from bot.tables.entries import Entry, effective, entries, is_of_game
from bot.tables.table import Table
from games.core.chance import Committed, commitment
from games.core.game import AnyGame
from games.core.moves import Lapse
from games.core.options import restore

LAPSE = "lapse"
"""The words that stand for silence in a stored decision."""


class Verdict(NamedTuple):
    """The result of checking a hand."""

    number: int
    commitment: str
    secret: str | None
    """None while the hand is under way."""
    salts: tuple[str, ...]
    kept: bool
    """True if the secret fits its commitment."""
    same: bool
    """True if every decision of the hand comes out as it was stored."""
    decisions: int
    """The number of decisions that were checked."""


class Record(NamedTuple):
    """A game with its options, all events of the table, and the decisions by cause."""

    game: AnyGame
    options: Mapping[str, Any]
    all_entries: list[Entry]
    outcomes: Mapping[str, Any]


def _record(connection: Connection, table: Table, number: int) -> Record:
    found = entries(stored_events.read(connection, table.id))
    causes = {entry.cause for entry in _of_shuffle(found, number) if entry.cause is not None}
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


def check_hand(connection: Connection, table: Table, number: int) -> Verdict | None:
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
    counted = {entry.sequence for entry in effective(record.all_entries)}
    hand = _of_shuffle(record.all_entries, number)
    mine = [entry for entry in hand if entry.sequence in counted and is_of_game(entry.event)]
    same, decisions = _deal_again(record, mine, counted, secret, salts)
    return Verdict(number, promised, secret_hex, salts, kept, same, decisions)


def _deal_again(
    record: Record, mine: list[Entry], counted: set[int], secret: bytes, salts: tuple[str, ...]
) -> tuple[bool, int]:
    game = record.game
    start = mine[0].sequence if mine else 0
    before = [entry.event for entry in record.all_entries if entry.sequence < start and entry.sequence in counted]
    state = game.fold(before) if before else None
    decisions = 0
    for _, group in groupby(mine, key=lambda entry: entry.cause):
        made = list(group)
        stored = [entry.event for entry in made]
        decision = record.outcomes.get(made[0].cause or "") or {}
        chance = Committed(secret, salts, made[0].sequence - 1)
        if stored != _decided(record, state, decision, chance):
            return False, decisions
        state = game.fold(stored) if state is None else game.evolve(state, *stored)
        decisions += 1
    return True, decisions


def _decided(record: Record, state: Any, decision: Mapping[str, Any], chance: Committed) -> list[Any]:
    """The events that the rules give for a stored decision."""
    game = record.game
    if "begin" in decision:
        return list(game.begin(decision["begin"], restore(game.OPTIONS, record.options), decision["at"], chance))
    if decision.get("move") == LAPSE:
        return list(game.decide(state, None, Lapse(), decision["at"], chance).events)
    verb, _, words = str(decision.get("move")).partition(" ")
    move = game.read(game.view(state, decision["seat"]), verb, words)
    return list(game.decide(state, decision["seat"], move, decision["at"], chance).events)
