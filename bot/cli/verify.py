"""The command `verify`: checks the shuffles of an exported table from its file alone, without a database.

It also checks a file of proofs, which `/replay verify` gives to players.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from bot.cli.exit_status import ExitStatus
from bot.cli.export import FORMAT
from bot.config import Misconfigured
from bot.store import Json
from bot.tables.fairness.shuffles import (
    PROOF_FORMATS,
    TableRecord,
    count_later_arrivals,
    deal_and_compare,
    ended_with_closed_secret,
    list_orders,
    proofs_hold,
)
from bot.tables.history import events
from bot.tables.history.entries import Began, Entry, read_outcome
from games import registry
from games.core.events import Stored, decode, kind_of
from games.core.game import show_no_places

_COMMITTED: Final = kind_of(events.CommittedTo(0, ""))
MOST_BYTES: Final = 64 << 20
"""The most bytes of a file that `verify` reads. A long session has a few million."""


def verify(file: Path) -> int:
    """Check an exported table or a file of proofs, and print a line for each shuffle. Return the exit status.

    A file in which nothing can be checked fails too, so that nobody takes silence for honesty. Raises Misconfigured for
    a file that is too large, cannot be read, or is something else.
    """
    try:
        exported = json.loads(_read(file))
        is_proof = "boneyard_proof" in exported
        is_known = exported["boneyard_proof"] in PROOF_FORMATS if is_proof else exported["boneyard_table"] == FORMAT
        if not is_known:
            raise Misconfigured(f"{file} was written by another release of Boneyard: verify it with that one.")
        lines = [check_proofs(exported, exported["shuffle"])] if is_proof else check(exported)
    except OSError as error:
        raise Misconfigured(f"{file} cannot be read: {error.strerror}.") from None
    except Misconfigured:
        raise
    except Exception:  # a forger may break a file in any way
        raise Misconfigured(f"{file} is not an exported table.") from None
    for _, line in lines:
        print(line)
    judged = [honest for honest, _ in lines if honest is not None]
    if not judged:
        print("Nothing was checked: the file holds no shuffle whose secret is open, and no proof of a shown piece.")
    return ExitStatus.OK if judged and all(judged) else ExitStatus.FAILED


def _read(file: Path) -> str:
    """Read a text file. Raises Misconfigured if it is too large; OSError or ValueError if it cannot be read."""
    with file.open("rb") as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Misconfigured(f"{file} is larger than {MOST_BYTES >> 20} MiB, the most that an exported table has.")
    return content.decode("utf-8")


Verdict: TypeAlias = tuple[bool | None, str]
"""The verdict on a shuffle: True if it is honest, False if not, None if there is nothing to check; then a sentence."""


class _Log(NamedTuple):
    """The events of an export, with the shuffle to which each belongs: 0 before the first commitment."""

    readable_entries: list[Entry]
    """The events that can be read: those of open shuffles, and the others if nothing in them is hidden."""
    sequences: list[tuple[int, int]]
    """The sequence number of every event, with its shuffle."""
    commitments: dict[int, str]
    """The commitments, by shuffle."""


def check(exported: dict[str, Json]) -> list[Verdict]:
    """Check each shuffle of an export, and that none was taken out. A file that is no export may raise any error."""
    game = registry.game(exported["game"])
    shuffles: dict[int, Mapping[str, Json]] = {int(shuffle["number"]): shuffle for shuffle in exported["shuffles"]}
    opened = {number for number, shuffle in shuffles.items() if shuffle["secret"] is not None}
    log = _read_log(exported["events"], opened)
    decisions = {cause: read_outcome(stored) for cause, stored in exported["decisions"].items()}
    players = len(exported["players"])
    started = next((entry.sequence for entry in log.readable_entries if isinstance(entry.event, events.Started)), 0)
    players_at_start = players - sum(
        started > 0 and entry.sequence > started and isinstance(entry.event, events.Seated)
        for entry in log.readable_entries
    )
    if any(isinstance(began, Began) and began.players != players_at_start for began in decisions.values()):
        raise ValueError(players)
    record = TableRecord(game, exported["options"], log.readable_entries, decisions)
    of_day = exported.get("day") is not None
    tampering = [(False, fault) for fault in _list_tampering(record, log, shuffles, opened, of_day)]
    return [*tampering, *(_check_shuffle(record, shuffle, players) for shuffle in exported["shuffles"])]


def _read_log(stored: Sequence[Mapping[str, Json]], opened: Collection[int]) -> _Log:
    log, number = _Log([], [], {}), 0
    for entry in stored:
        if entry["kind"] == _COMMITTED:
            number = int(entry["body"]["number"])
            log.commitments[number] = str(entry["body"]["digest"])
        log.sequences.append((int(entry["sequence"]), number))
        if number in opened or not _has_hidden_part(entry["body"]):
            event = decode(Stored(entry["kind"], entry["version"], entry["body"]))
            log.readable_entries.append(Entry(int(entry["sequence"]), int(entry["at"]), entry["cause"], event))
    return log


def _has_hidden_part(body: Json) -> bool:
    """True if a part of an event is hidden from the reader of the export."""
    if isinstance(body, Mapping):
        return any(_has_hidden_part(part) for part in body.values())
    return any(map(_has_hidden_part, body)) if isinstance(body, list) else body == "?"


def _list_tampering(
    record: TableRecord,
    log: _Log,
    shuffles: Mapping[int, Mapping[str, Json]],
    opened: Collection[int],
    of_day: bool,
) -> Iterator[str]:
    """Yield a sentence for each part of the export that was taken out or put in, as the other parts show.

    The secret of a hand of the day (`of_day`) was opened at the end of the day, and not by an event.
    """
    previous = (0, 0)
    for place, number in log.sequences:
        # The events of closed hands are numbered without the secret ones, so a gap may follow before an open hand.
        if place != previous[0] + 1 and not (place > previous[0] and number in opened and previous[1] not in opened):
            yield f"events are missing or out of order after number {previous[0]}"
        previous = (place, number)
    for number in sorted(log.commitments.keys() | shuffles.keys()):
        if number not in shuffles:
            yield f"shuffle {number} is in the log, and was taken out of the file"
        elif log.commitments.get(number) != shuffles[number]["commitment"]:
            yield f"shuffle {number} has another commitment than in the log"
    revealed, last = set[int](), 0
    for entry in record.all_entries:
        match entry.event:
            case events.Revealed(number=number):
                revealed.add(number)
            case events.SecretsOpened(last=number):
                last = max(last, number)
    for number in sorted(shuffles):
        was_opened = of_day or number in revealed or number <= last
        if was_opened != (number in opened):
            fault = "was taken out" if was_opened else "is open, and no event opened it"
            yield f"the secret of shuffle {number} {fault}"
    causes = {entry.cause for entry in record.all_entries}
    if any(cause not in causes for cause in record.outcomes):
        yield "decisions are left of moves whose events were taken out"


def _check_shuffle(record: TableRecord, shuffle: Mapping[str, Json], players: int) -> Verdict:
    number, promised, secret = int(shuffle["number"]), str(shuffle["commitment"]), shuffle["secret"]
    name = f"shuffle {number} ({promised[:16]}…)"
    if secret is None:
        return check_closed(record, shuffle, number, name)
    seats = players - count_later_arrivals(record.all_entries, number)
    salts = tuple(str(shuffle["salts"].get(str(seat), "")) for seat in range(seats))
    try:
        verdict = deal_and_compare(record, number, promised, secret, salts)
    except Exception:  # the events of a forged hand may contradict the rules in any way
        return False, f"{name}: the deal comes out differently"
    if not (verdict.kept and verdict.same):
        fault = "the secret does not match its commitment" if not verdict.kept else "the deal comes out differently"
        return False, f"{name}: {fault}"
    if verdict.undrawn:
        return False, f"{name}: not checked, since the rules of another release dealt it: verify it with that one"
    if not verdict.decisions + verdict.foreign:
        if verdict.orders or verdict.seal is not None:
            return False, f"{name}: it was sealed or dealt, and its moves were taken out"
        return None, f"{name}: the secret matches its commitment, and no hand was dealt from it"
    checked = f"{name}: honest, {verdict.decisions} decisions come out as stored"
    unjudged = (
        f"; every draw of {verdict.foreign} others, made by the rules of another release, follows from the secret"
    )
    return True, checked + (unjudged if verdict.foreign else "")


def check_closed(record: TableRecord, shuffle: Mapping[str, Json], number: int, name: str) -> Verdict:
    """Check a shuffle whose secret is closed. Once its hand is over, the pieces that were shown are proved.

    If nothing was shuffled, the hand came from single draws, as from dice. Only a game whose `shown_places` is
    `show_no_places` has such hands.
    """
    orders = shuffle.get("orders", [])
    if not orders and not ended_with_closed_secret(record.all_entries, number):
        return None, f"{name}: not yet open"
    public = [(order.root, order.pieces, order.seal) for order in list_orders(record.all_entries, number)]
    if not orders and not public and record.game.shown_places is show_no_places:
        return None, f"{name}: nothing was shuffled, so its draws are checked once its secret is open"
    if not orders or [(order["root"], order["pieces"], order.get("seal")) for order in orders] != public:
        return False, f"{name}: its roots or its seal are not those of its events"
    return check_proofs(shuffle, number)


def check_proofs(shuffle: Mapping[str, Json], number: int) -> Verdict:
    """Check the proofs of the pieces that were shown in a hand. A file without a proof may raise any error."""
    name = f"shuffle {number} ({shuffle['commitment'][:16]}…)"
    orders = shuffle["orders"]
    if not all(proofs_hold(order) for order in orders):
        return False, f"{name}: a proof does not lead to its root"
    shown, pieces = sum(len(order["shown"]) for order in orders), sum(order["pieces"] for order in orders)
    if not shown:
        return None, f"{name}: no piece of it is proved"
    roots = ", ".join(order["root"] for order in orders)
    return True, f"{name}: {shown} of {pieces} pieces proved; compare the root with that of the hand's seal: {roots}"
