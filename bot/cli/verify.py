"""The command `verify`: checks the shuffles of an exported table from its file alone, without a database.

It also checks a file of proofs, which `/replay verify` gives to players.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.cli.exit_status import ExitStatus
from bot.cli.export import FORMAT
from bot.config import Misconfigured
from bot.store.database.schema import Json
from bot.tables.fairness.shuffles import PROOF_FORMAT, Record, judge_again, proofs_hold
from bot.tables.history import events
from bot.tables.history.entries import Entry
from bot.tables.history.outcomes import read_outcome
from games import registry
from games.core.events import Stored, UnknownEvent, decode

MOST_BYTES: Final = 64 << 20
"""The most bytes of a file that `verify` reads. A long session has a few million."""


def verify(file: Path) -> int:
    """Check an exported table or a file of proofs, and print a line for each shuffle. Return the exit status.

    Raises Misconfigured for a file that is too large, cannot be read, or is something else.
    """
    try:
        exported = json.loads(_read(file))
        is_proof = "boneyard_proof" in exported
        if exported["boneyard_proof" if is_proof else "boneyard_table"] != (PROOF_FORMAT if is_proof else FORMAT):
            raise Misconfigured(f"{file} was written by another release of Boneyard: verify it with that one.")
        lines = [check_proofs(exported, exported["shuffle"])] if is_proof else check(exported)
    except OSError as error:
        raise Misconfigured(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, UnknownEvent):
        raise Misconfigured(f"{file} is not an exported table.") from None
    for _, line in lines:
        print(line)
    return ExitStatus.OK if all(honest for honest, _ in lines) else ExitStatus.FAILED


def _read(file: Path) -> str:
    """Read a text file. Raises Misconfigured if it is too large; OSError or ValueError if it cannot be read."""
    with file.open("rb") as opened:
        found = opened.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise Misconfigured(f"{file} is larger than {MOST_BYTES >> 20} MiB, the most that an exported table has.")
    return found.decode("utf-8")


def check(exported: dict[str, Json]) -> list[tuple[bool, str]]:
    """Check each shuffle of an export. Return for each if it is honest, and a line of text."""
    game = registry.game(exported["game"])
    found = [
        Entry(
            entry["sequence"],
            entry["at"],
            entry["cause"],
            decode(Stored(entry["kind"], entry["version"], entry["body"])),
        )
        for entry in exported["events"]
        if "?" not in json.dumps(entry["body"])
    ]
    decisions = {cause: read_outcome(stored) for cause, stored in exported["decisions"].items()}
    record = Record(game, exported["options"], found, decisions)
    return [_check_shuffle(record, shuffle, len(exported["players"])) for shuffle in exported["shuffles"]]


def _check_shuffle(record: Record, shuffle: Mapping[str, Json], players: int) -> tuple[bool, str]:
    number, promised, secret = shuffle["number"], shuffle["commitment"], shuffle["secret"]
    name = f"shuffle {number} ({promised[:16]}…)"
    if secret is None:
        orders = shuffle.get("orders", [])
        if not orders:
            return True, f"{name}: not yet open"
        if [(order["root"], order["pieces"]) for order in orders] != _rooted(record.all_entries, number):
            return False, f"{name}: its roots are not those of the log"
        return check_proofs(shuffle, number)
    salts = tuple(shuffle["salts"].get(str(seat), "") for seat in range(players))
    verdict = judge_again(record, number, promised, secret, salts)
    if not (verdict.kept and verdict.same):
        fault = "the secret does not match its commitment" if not verdict.kept else "the deal comes out differently"
        return False, f"{name}: {fault}"
    if verdict.undrawn:
        return False, f"{name}: not checked, since the rules of another release dealt it: verify it with that one"
    checked = f"{name}: honest, {verdict.decisions} decisions come out as stored"
    unjudged = (
        f"; every draw of {verdict.foreign} others, made by the rules of another release, follows from the secret"
    )
    return True, checked + (unjudged if verdict.foreign else "")


def _rooted(found: Sequence[Entry], number: int) -> list[tuple[str, int]]:
    """The public roots of a shuffle, with the sizes of their orders."""
    rooted = [entry.event for entry in found if isinstance(entry.event, events.Rooted) and entry.event.number == number]
    return [pair for event in rooted for pair in zip(event.roots, event.sizes, strict=True)]


def check_proofs(shuffle: Mapping[str, Json], number: int) -> tuple[bool, str]:
    """Check the proofs of the shown pieces of a hand. Return True if they are right, and a line of text."""
    name = f"shuffle {number} ({shuffle['commitment'][:16]}…)"
    orders = shuffle["orders"]
    if not all(proofs_hold(order) for order in orders):
        return False, f"{name}: a proof does not lead to its root"
    shown, pieces = sum(len(order["shown"]) for order in orders), sum(order["pieces"] for order in orders)
    roots = ", ".join(order["root"] for order in orders)
    return True, f"{name}: {shown} of {pieces} pieces proved; compare the root with the log's: {roots}"
