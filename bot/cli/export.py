"""The command `export`: a table's log as JSON.

It has the table, its seats and house rules, and every event. For a hand whose secret is open, it also has the secret,
the salts and the decisions that drew from them, so that the hand can be dealt again. For any other finished hand, it
has proofs of the pieces that were shown. Hidden facts are written as "?".
"""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from bot.cli.console import shows_everything
from bot.config import Misconfigured, Settings
from bot.messages.parts.table_words import nicknames_of, talk_of
from bot.store import Connection, Json, Secret, Store, StoredTable, StoreError
from bot.store.database.errors import UnknownTable
from bot.store.tables import commits as stored_events, rows as stored_tables
from bot.tables.aggregate.kinds import find_kind
from bot.tables.fairness.chance import salts_of
from bot.tables.fairness.shuffles import (
    ShuffledOrder,
    ended_with_closed_secret,
    order_as_json,
    prove_shown,
    read_record,
)
from bot.tables.history import events
from bot.tables.history.entries import Entry, read_entries
from bot.wording import HOST, Words, word_log_line
from games import registry
from games.core import Seat, UnknownEvent, to_json, view_event
from games.core.events import encode, kind_of
from games.core.secret import UNKNOWN, is_unnoticed, values_of

FORMAT: Final = 1
"""The version of the file's layout."""


async def export(settings: Settings, table: int, text: bool, seat: int | None) -> None:
    """Print a table's log as JSON, or as lines of text. Raises Misconfigured.

    A hand whose secret is open is complete. Of any other hand, only the public facts are printed. With `seat` (counted
    from 1), everything that this seat saw is printed too.
    """
    async with await Store.open(settings.database, begin=False) as store:
        try:
            exported = await store.read(build_export, table, None if seat is None else Seat(seat - 1))
        except UnknownTable:
            raise Misconfigured(f"There is no table {table}: check its number.") from None
        except UnknownEvent:
            raise Misconfigured(f"Table {table} was written by a newer release: export it with that one.") from None
        except (Misconfigured, StoreError):
            raise
        except Exception:  # a damaged record may fail in any way
            raise Misconfigured(
                f"Table {table} is damaged and cannot be exported. `boneyard audit` says which part is damaged; "
                "a backup from before still has the table, so restore it elsewhere and export it there."
            ) from None
    if not text:
        print(json.dumps(exported, indent=1, ensure_ascii=not shows_everything(sys.stdout)))
        return
    for line in exported["log"]:
        print(line)
    if not exported["log"]:
        print(f"Nothing has been played at table {table}.", file=sys.stderr)


def build_export(connection: Connection, table: int, viewer: Seat | None) -> dict[str, Json]:
    """Build the export of a table. While the secret of a hand is closed, the export has only the hidden facts of that
    hand that `viewer` may see.

    Raises UnknownTable, and Misconfigured for an unknown seat and for a hand of the day whose day is not over.
    """
    row = stored_tables.load(connection, table)
    seats = stored_tables.seats_of(connection, table)
    if viewer is not None and viewer not in [seat.seat for seat in seats]:
        raise Misconfigured(f"Table {table} has seats 1 to {len(seats)}: name one of them.")
    game = registry.game(row.game)
    entries = read_entries(connection, table)
    shuffles = _read_secrets(connection, table, entries)
    if find_kind(row).opens_at(row) is not None and any(shuffle.revealed_at is None for shuffle in shuffles):
        raise Misconfigured(
            f"Table {table} plays the hand of a day that is not over: export it once its secret is open."
        )
    opened = {shuffle.hand for shuffle in shuffles if shuffle.revealed_at is not None}
    entries_seen = list(list_seen(entries, opened, viewer))
    talk, nicknames = talk_of(game, row.options), nicknames_of(game, row.options)
    words = Words(HOST.language, game.NAME, tuple(seat.name for seat in seats), talk, nicknames)
    return {
        "boneyard_table": FORMAT,
        "table": table,
        "game": row.game,
        "rules_version": row.rules_version,
        **({} if row.day is None else {"day": row.day}),
        "options": row.options,
        "players": [seat.name for seat in seats],
        "events": [_encode_event(entry) for entry in entries_seen],
        "shuffles": [
            _encode_shuffle(shuffle, _prove(connection, row, shuffle, entries, len(seats))) for shuffle in shuffles
        ],
        "decisions": _read_decisions(connection, table, entries_seen, opened),
        "log": [line for entry in entries_seen if (line := word_log_line(entry.event, words))],
    }


def _read_secrets(connection: Connection, table: int, entries: Sequence[Entry]) -> list[Secret]:
    numbers = sorted({entry.event.number for entry in entries if isinstance(entry.event, events.CommittedTo)})
    secrets = (stored_tables.find_secret(connection, table, number) for number in numbers)
    return [secret for secret in secrets if secret is not None]


def list_seen(entries: Sequence[Entry], opened: set[int], viewer: Seat | None) -> Iterator[Entry]:
    """Yield the entries as `viewer` may read them. Those of `opened` hands are complete.

    Entries of other hands must not betray that somebody else did something in secret. So secret entries are left out
    without a gap in the numbers. Causes are left out too, because a cause may name the seat of a robot or of a standing
    order.
    """
    hand = sequence = 0
    for entry in entries:
        if isinstance(entry.event, events.CommittedTo):
            hand = entry.event.number
        if hand in opened:
            sequence = entry.sequence
            yield entry
            continue
        event = view_event(entry.event, viewer)
        if is_unnoticed(event) and all(value is UNKNOWN for value in values_of(event).values()):
            continue
        sequence += 1
        yield Entry(sequence, entry.at, None, event)


def _encode_event(entry: Entry) -> dict[str, Json]:
    stored = encode(entry.event)
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "cause": entry.cause,
        "kind": kind_of(entry.event),
        "version": stored.version,
        "body": _mark_unknown(to_json(entry.event)),
    }


def _mark_unknown(value: Json) -> Json:
    if value is UNKNOWN:
        return "?"
    if isinstance(value, dict):
        return {name: _mark_unknown(item) for name, item in value.items()}
    return [_mark_unknown(item) for item in value] if isinstance(value, list) else value


def _encode_shuffle(shuffle: Secret, proved: Sequence[ShuffledOrder]) -> dict[str, Json]:
    secret = shuffle.secret if shuffle.revealed_at is not None else None
    return {
        "number": shuffle.hand,
        "commitment": shuffle.commitment,
        "secret": secret,
        "salts": shuffle.salts,
        "orders": [order_as_json(order) for order in proved],
    }


def _prove(
    connection: Connection, row: StoredTable, shuffle: Secret, entries: Sequence[Entry], players: int
) -> Sequence[ShuffledOrder]:
    """Prove the pieces that were shown in a finished hand whose secret is closed. Return () for any other hand."""
    if shuffle.revealed_at is not None or not ended_with_closed_secret(entries, shuffle.hand):
        return ()
    record = read_record(connection, row, registry.game(row.game), shuffle.hand)
    salts = salts_of(shuffle, players)
    return prove_shown(record, shuffle.hand, shuffle.commitment, shuffle.secret, salts).orders


def _read_decisions(connection: Connection, table: int, entries: Sequence[Entry], opened: set[int]) -> dict[str, Json]:
    """Read the stored decisions of `opened` hands, by cause."""
    hand, decisions = 0, {}
    for entry in entries:
        if isinstance(entry.event, events.CommittedTo):
            hand = entry.event.number
        if hand in opened and entry.cause is not None and entry.cause not in decisions:
            commit = stored_events.find_commit(connection, table, entry.cause)
            if commit is not None and commit.outcome is not None:
                decisions[entry.cause] = commit.outcome
    return decisions
