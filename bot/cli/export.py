"""`export` and `verify`: a table's log on paper, and a shuffle checked from that paper alone.

The paper is JSON: the table, its seats and house rules, every event, and for each hand that is over its secret, its
salts and what was decided with them. What is still hidden is written as "?"; only finished hands can be checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from bot.config import Misconfigured, Settings
from bot.store import events as stored_events
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.store.errors import UnknownTable
from bot.store.store import Store
from bot.store.tables import Secret
from bot.tables import events
from bot.tables.entries import Entry, entries
from bot.tables.shuffles import Record, judge_again
from bot.wording import Words, log_line
from games.core import registry
from games.core.events import Stored, UnknownEvent, decode, encode, kind_of, to_json
from games.core.seats import Seat
from games.core.secret import UNKNOWN, seen_by, unnoticed

FORMAT: Final = 1
"""The version of the paper's layout."""


async def export(settings: Settings, table: int, text: bool, seat: int | None) -> None:
    """Print a table's log: all that is open, or all that a seat (from 1) saw. Raises Misconfigured."""
    async with await Store.open(settings.database, begin=False) as store:
        try:
            paper = await store.read(write, table, None if seat is None else Seat(seat - 1))
        except UnknownTable:
            raise Misconfigured(f"There is no table {table}.") from None
    print("\n".join(paper["log"]) if text else json.dumps(paper, indent=1, ensure_ascii=False))


def write(connection: Connection, table: int, viewer: Seat | None) -> dict[str, Any]:
    """The paper of a table. What a hand under way hides stays hidden from all but `viewer`.

    Raises UnknownTable.
    """
    row = stored_tables.load(connection, table)
    seats = stored_tables.seats_of(connection, table)
    if viewer is not None and viewer not in [one.seat for one in seats]:
        raise Misconfigured(f"Table {table} has seats 1 to {len(seats)}.")
    game = registry.game(row.game)
    found = entries(stored_events.read(connection, table))
    shuffles = _shuffles(connection, table, found)
    opened = {one.hand for one in shuffles if one.revealed_at is not None}
    entries_seen = list(seen(found, opened, viewer))
    words = Words(game.NAME, tuple(one.name for one in seats), str(row.options.get("talk", "")))
    return {
        "boneyard_table": FORMAT,
        "table": table,
        "game": row.game,
        "rules_version": row.rules_version,
        "options": row.options,
        "players": [one.name for one in seats],
        "events": [_event(entry) for entry in entries_seen],
        "shuffles": [_shuffle(one) for one in shuffles],
        "decisions": _decisions(connection, table, entries_seen, opened),
        "log": [line for entry in entries_seen if (line := log_line(entry.event, words))],
    }


def _shuffles(connection: Connection, table: int, found: Sequence[Entry]) -> list[Secret]:
    numbers = sorted({one.event.number for one in found if isinstance(one.event, events.CommittedTo)})
    return [one for one in (stored_tables.secret(connection, table, number) for number in numbers) if one is not None]


def seen(found: Sequence[Entry], opened: set[int], viewer: Seat | None) -> Iterator[Entry]:
    """The entries as `viewer` may read them: whole where the hand's number is among the `opened`.

    Of a hand under way nothing tells that somebody else has said something in secret: no entry, no gap in the
    numbers, and no cause, which would name the seat of a robot or an order.
    """
    number = place = 0
    for entry in found:
        if isinstance(entry.event, events.CommittedTo):
            number = entry.event.number
        if number in opened:
            place = entry.sequence
            yield entry
            continue
        event = seen_by(entry.event, viewer)
        if unnoticed(event) and all(getattr(event, one.name) is UNKNOWN for one in fields(event)):
            continue
        place += 1
        yield Entry(place, entry.at, None, event)


def _event(entry: Entry) -> dict[str, Any]:
    stored = encode(entry.event)
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "cause": entry.cause,
        "kind": kind_of(entry.event),
        "version": stored.version,
        "body": _plain(to_json(entry.event)),
    }


def _plain(value: Any) -> Any:
    if value is UNKNOWN:
        return "?"
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _shuffle(one: Secret) -> dict[str, Any]:
    over = one.revealed_at is not None
    secret = one.secret if over else None
    return {"number": one.hand, "commitment": one.commitment, "secret": secret, "salts": one.salts}


def _decisions(connection: Connection, table: int, read: Sequence[Entry], opened: set[int]) -> dict[str, Any]:
    """What was decided in the hands that are over, by cause."""
    number, made = 0, {}
    for entry in read:
        if isinstance(entry.event, events.CommittedTo):
            number = entry.event.number
        if number in opened and entry.cause is not None and entry.cause not in made:
            known = stored_events.known(connection, table, entry.cause)
            if known is not None and known.outcome is not None:
                made[entry.cause] = known.outcome
    return made


def verify(file: Path) -> int:
    """Check every finished hand of an exported table; the exit status is 1 if one does not come out the same.

    Raises Misconfigured for a file that cannot be read, or is no table.
    """
    try:
        paper = json.loads(file.read_text("utf-8"))
        if paper["boneyard_table"] != FORMAT:
            raise Misconfigured(f"{file} was written by another release of Boneyard.")
        lines = list(check(paper))
    except OSError as error:
        raise Misconfigured(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, LookupError, TypeError, AttributeError, UnknownEvent):
        raise Misconfigured(f"{file} is not an exported table.") from None
    for _, line in lines:
        print(line)
    return 0 if all(well for well, _ in lines) else 1


def check(paper: dict[str, Any]) -> list[tuple[bool, str]]:
    """For each shuffle of a paper whether it is well, and a line that says so."""
    game = registry.game(paper["game"])
    found = [
        Entry(one["sequence"], one["at"], one["cause"], decode(Stored(one["kind"], one["version"], one["body"])))
        for one in paper["events"]
        if "?" not in json.dumps(one["body"])
    ]
    players = len(paper["players"])
    results = []
    for one in paper["shuffles"]:
        name = f"shuffle {one['number']} ({one['commitment'][:16]}…)"
        if one["secret"] is None:
            results.append((True, f"{name}: not yet open"))
            continue
        salts = tuple(one["salts"].get(str(seat), "") for seat in range(players))
        record = Record(game, paper["options"], found, paper["decisions"])
        verdict = judge_again(record, one["number"], one["commitment"], one["secret"], salts)
        well = verdict.kept and verdict.same
        how = "the secret does not fit its commitment" if not verdict.kept else "the deal comes out otherwise"
        results.append((well, f"{name}: " + (f"well, {verdict.decisions} decisions" if well else how)))
    return results
