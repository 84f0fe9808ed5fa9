"""Checks of shuffles: hands are dealt again from their secrets and compared, and shown pieces are proved.

docs/fairness.md explains how chance follows from secret, salts, seal and counter. The code for that is in
`games.core.chance.SecretChance` and `games.core.proof`. Each decision is stored with its seat, words and game time, so
that all decisions of a finished hand can be made again from its secret.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from bot.store.database.engine import Connection
from bot.store.database.schema import Json
from bot.store.tables import commits as stored_events, rows as stored_tables
from bot.store.tables.rows import StoredTable
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import FixedOrder, WatchedChance, find_stream, name_stream, salts_of, with_seal
from bot.tables.fairness.deciding_rules import find_fingerprint
from bot.tables.fairness.sealing import list_trees, make_tree
from bot.tables.history import events
from bot.tables.history.entries import (
    Began,
    Entry,
    Moved,
    Outcome,
    is_of_game,
    is_proof,
    read_entries,
    read_outcome,
    select_effective,
)
from games.core.chance import SecretChance, make_commitment
from games.core.game import AnyGame
from games.core.moves import Lapse
from games.core.options import Options, restore
from games.core.places import ShuffledDecision
from games.core.proof import Proof, draw_places, find_fixed_order, proves

PROOF_FORMATS: Final = (1, 2)
"""The versions of the JSON format of proofs. Version 1 is that of older releases, without fixed orders."""
_FIRST_ORDER: Final = "1.1"
"""The name of the first order that is shuffled in a hand (see `ShuffledOrder.name`)."""
LAPSE: Final = "lapse"
"""The text that stands for silence in a stored decision."""
UNDER_WAY: Final = "open"
"""The hand is under way, or its deal has not begun."""
SHOWN: Final = "shown"
"""The hand is over, but its secret is closed until the session ends. Only the pieces that were shown are proved."""
OPENED: Final = "opened"
"""The secret is open. Every decision is made again and compared."""


class ShuffledOrder(NamedTuple):
    """A shuffled order of pieces, with the proofs of those that were shown."""

    name: str
    """The number of the decision that shuffled it, and its place among that decision's orders: "1.1" is the first."""
    root: str
    pieces: int
    shown: tuple[Proof, ...] = ()
    seal: str | None = None
    """For a fixed order, the id of the seal that draws the places of the deal, or "" without a seal; None for other
    orders."""
    dealt: tuple[int, ...] = ()
    """For a fixed order, the places of the shown pieces in the deal."""


def order_as_json(order: ShuffledOrder) -> dict[str, Json]:
    """An order with its proofs as JSON data."""
    proved = {"name": order.name, "root": order.root, "pieces": order.pieces}
    shown = {"shown": [proof._asdict() for proof in order.shown]}
    return proved | shown | ({} if order.seal is None else {"seal": order.seal, "dealt": list(order.dealt)})


def proofs_hold(order: Mapping[str, Json]) -> bool:
    """True if every proof of an order (as JSON data) leads to the order's root.

    For a fixed order, each proof must also be for the place that the seal draws. Bad data raises ValueError,
    LookupError or TypeError.
    """
    shown = [Proof(row["place"], row["piece"], row["blind"], tuple(row["path"])) for row in order["shown"]]
    if not all(proves(proof, order["root"], order["pieces"]) for proof in shown):
        return False
    if "seal" not in order:
        return True
    drawn = dict(enumerate(draw_places(order["root"], order["seal"], order["pieces"])))
    return [drawn.get(place) for place in order["dealt"]] == [proof.place for proof in shown]


class Verdict(NamedTuple):
    """The result of checking a hand."""

    number: int
    commitment: str
    secret: str | None
    """None while the secret is closed."""
    salts: tuple[str, ...]
    kept: bool
    """True if the secret fits its commitment."""
    same: bool
    """True if every decision of the hand, made again, gives the stored events and roots. Foreign decisions may
    differ."""
    decisions: int
    """The number of decisions that, made again by today's rules, give what was stored."""
    foreign: int = 0
    """The number of foreign decisions: other rules made them, and today's rules would decide differently. They are not
    checked."""
    undrawn: int = 0
    """The number of foreign decisions whose draws today's rules cannot repeat."""
    stage: str = OPENED
    """One of `UNDER_WAY`, `SHOWN` and `OPENED`."""
    seal: str | None = None
    """The id of the message that sealed the salts; "" if Discord took none, None if the hand has no seal."""
    orders: tuple[ShuffledOrder, ...] = ()
    """The orders whose roots are public. They have proofs only at the stage `SHOWN`."""


class TableRecord(NamedTuple):
    """A game with its options, all events of the table, and the outcomes of its decisions by cause."""

    game: AnyGame
    options: Options
    all_entries: list[Entry]
    outcomes: Mapping[str, Outcome | None]


class _Streams(NamedTuple):
    """The values from which the random streams of a hand's decisions follow."""

    secret: bytes
    salts: tuple[str, ...]
    """The salts of the seats."""
    fixed: FixedOrder
    closed_at: int | None
    """The table's counter when the salts were closed; None in hands of older releases."""
    counters: Mapping[str | None, int]
    """By cause, the table's counter before the commit."""
    drawn: Mapping[str | None, events.Drawn]
    """By cause, the proof event of each decision that drew."""

    def find_chance(self, cause: str | None, draws: int) -> WatchedChance:
        """Find the chance for the decision with this cause, after `draws` earlier decisions of the hand that drew."""
        if self.closed_at is None:
            salts = with_seal(self.salts, self.fixed.seal)
            return WatchedChance(SecretChance(self.secret, salts, name_stream(self.counters[cause])))
        return WatchedChance(find_stream(self.secret, self.salts, self.closed_at, draws, self.fixed))


class _DealtAgain(NamedTuple):
    """The result of dealing a hand again."""

    same: bool
    decisions: int = 0
    foreign: int = 0
    undrawn: int = 0
    before: object = None
    """The game's state before the first decision that drew."""
    drawings: tuple[ShuffledDecision[object], ...] = ()
    """The decisions, beginning with the first one that drew."""


def read_record(connection: Connection, table: StoredTable, game: AnyGame, number: int) -> TableRecord:
    """Read all events of a table, and the outcomes of the decisions that were made with shuffle `number`."""
    found = read_entries(connection, table.id)
    causes = {entry.cause for entry in _select_shuffle(found, number) if entry.cause is not None}
    commits = {cause: stored_events.find_commit(connection, table.id, cause) for cause in causes}
    outcomes = {cause: read_outcome(commit.outcome) for cause, commit in commits.items() if commit is not None}
    return TableRecord(game, table.options, found, outcomes)


def _select_shuffle(all_entries: Sequence[Entry], number: int) -> list[Entry]:
    """The entries between the commitment to shuffle `number` and the next commitment."""
    inside, found = False, []
    for entry in all_entries:
        if isinstance(entry.event, events.CommittedTo):
            inside = entry.event.number == number
        elif inside:
            found.append(entry)
    return found


def count_later_arrivals(all_entries: Iterable[Entry], number: int) -> int:
    """Count the players who sat down after the hand of shuffle `number`. They have no salt in it."""
    later, arrived = False, 0
    for entry in all_entries:
        if isinstance(entry.event, events.CommittedTo):
            later = entry.event.number > number
        arrived += later and isinstance(entry.event, events.Seated)
    return arrived


def check_hand(connection: Connection, table: Table, number: int) -> Verdict | None:
    """Check a hand by dealing it again; None if there is no such shuffle. While its secret is closed, this proves only
    the pieces that were shown."""
    secret_row = stored_tables.find_secret(connection, table.id, number)
    if secret_row is None:
        return None
    record = read_record(connection, table.row, table.game, number)
    salts = salts_of(secret_row, len(table.seats) - count_later_arrivals(record.all_entries, number))
    if secret_row.revealed_at is not None:
        return deal_and_compare(record, number, secret_row.commitment, secret_row.secret, salts)
    if ended_with_closed_secret(record.all_entries, number):
        return prove_shown(record, number, secret_row.commitment, secret_row.secret, salts)
    hand = _select_shuffle(record.all_entries, number)
    return Verdict(
        number, secret_row.commitment, None, salts, True, True, 0,
        stage=UNDER_WAY, seal=_find_seal(hand), orders=tuple(_find_orders(hand)),
    )  # fmt: skip


def list_orders(all_entries: Sequence[Entry], number: int) -> list[ShuffledOrder]:
    """List the orders of shuffle `number` whose roots are public."""
    return list(_find_orders(_select_shuffle(all_entries, number)))


def find_shuffle(all_entries: Sequence[Entry], digits: str) -> int | None:
    """Find the number of the shuffle with this commitment or public root; None if there is none."""
    number: int | None = None
    for entry in all_entries:
        match entry.event:
            case events.CommittedTo(number=number, digest=digest) if digest == digits:
                return number
            case events.SaltsClosed(number=number, root=root) if root == digits:
                return number
            case events.Rooted(number=number, roots=roots) if digits in roots:
                return number
    return None


def ended_with_closed_secret(all_entries: Sequence[Entry], number: int) -> bool:
    """True if the hand of a shuffle ended with a `HandOver`: its secret stays closed until the session ends."""
    return any(isinstance(entry.event, events.HandOver) and entry.event.number == number for entry in all_entries)


def deal_and_compare(record: TableRecord, number: int, digest: str, secret_hex: str, salts: tuple[str, ...]) -> Verdict:
    """Deal shuffle `number` of a record again from its open secret, and compare its commitment, events and roots."""
    secret, hand = bytes.fromhex(secret_hex), _select_shuffle(record.all_entries, number)
    kept = make_commitment(secret) == digest
    dealt = _deal_again(record, hand, _collect_streams(record, hand, secret, salts))
    return Verdict(
        number, digest, secret_hex, salts, kept, dealt.same, dealt.decisions, dealt.foreign, dealt.undrawn, OPENED,
        _find_seal(hand), tuple(_find_orders(hand)),
    )  # fmt: skip


def prove_shown(record: TableRecord, number: int, digest: str, secret_hex: str, salts: tuple[str, ...]) -> Verdict:
    """Prove the shown pieces of a finished hand by its roots, and reveal nothing else about the secret."""
    secret, hand = bytes.fromhex(secret_hex), _select_shuffle(record.all_entries, number)
    dealt = _deal_again(record, hand, _collect_streams(record, hand, secret, salts))
    orders = tuple(_find_orders(hand))
    if dealt.same and not dealt.undrawn:
        drawings = (*dealt.drawings, *_list_shown_later(record.all_entries, number))
        shown = record.game.shown_places(dealt.before, drawings)
        shuffled = [order for drawing in dealt.drawings for order in drawing.orders]
        orders = tuple(
            _prove(record.game, secret, order, sorted(places), pieces)
            for order, places, pieces in zip(orders, shown, shuffled, strict=True)
        )
    return Verdict(
        number, digest, None, salts, True, dealt.same, dealt.decisions, dealt.foreign, dealt.undrawn, SHOWN,
        _find_seal(hand), orders,
    )  # fmt: skip


def _prove(
    game: AnyGame, secret: bytes, order: ShuffledOrder, places: Sequence[int], pieces: tuple[int, ...]
) -> ShuffledOrder:
    """An order with proofs of the pieces at these places of the deal."""
    draw, _, part = order.name.partition(".")
    if order.seal is None:
        tree = make_tree(game, secret, int(draw), int(part), pieces)
        return order._replace(shown=tuple(map(tree.make_proof, places)))
    tree = make_tree(game, secret, int(draw), int(part), find_fixed_order(pieces, order.root, order.seal))
    drawn = draw_places(order.root, order.seal, order.pieces)
    return order._replace(shown=tuple(tree.make_proof(drawn[place]) for place in places), dealt=tuple(places))


def _find_seal(hand: Sequence[Entry]) -> str | None:
    return next((entry.event.message for entry in hand if isinstance(entry.event, events.Sealed)), None)


def _find_fixing_event(hand: Sequence[Entry]) -> events.SaltsClosed | None:
    """The event that fixed the order of the deal; None in hands without one."""
    closed = (entry.event for entry in hand if isinstance(entry.event, events.SaltsClosed))
    return next((event for event in closed if event.root), None)


def _find_orders(hand: Sequence[Entry]) -> Iterator[ShuffledOrder]:
    """The orders of a hand whose roots are public. The root of a fixed order is public from its seal on."""
    fixed, rooted = _find_fixing_event(hand), [entry.event for entry in hand if isinstance(entry.event, events.Rooted)]
    if fixed is not None and not rooted:
        yield ShuffledOrder(_FIRST_ORDER, fixed.root, fixed.pieces, seal=_find_seal(hand) or "")
    for event in rooted:
        for part, (root, pieces) in enumerate(zip(event.roots, event.sizes, strict=True), 1):
            name = f"{event.draw}.{part}"
            seal = (_find_seal(hand) or "") if fixed is not None and name == _FIRST_ORDER else None
            yield ShuffledOrder(name, root, pieces, seal=seal)


def _list_shown_later(all_entries: Sequence[Entry], number: int) -> Iterator[ShuffledDecision[object]]:
    """The events between the end of a hand and the first draw of the next hand. They may show more of the hand."""
    counted = {entry.sequence for entry in select_effective(all_entries)}
    for entry in _select_shuffle(all_entries, number + 1):
        if isinstance(entry.event, events.Drawn):
            return
        if entry.sequence in counted:
            yield ShuffledDecision((), (entry.event,))


def _collect_streams(record: TableRecord, hand: Sequence[Entry], secret: bytes, salts: tuple[str, ...]) -> _Streams:
    counters: dict[str | None, int] = {}
    proofs, closed_at = 0, None
    inside = {entry.sequence for entry in hand}
    for entry in record.all_entries:
        counters.setdefault(entry.cause, entry.sequence - 1 - proofs)
        proofs += is_proof(entry.event)
        if isinstance(entry.event, events.SaltsClosed) and entry.sequence in inside:
            closed_at = entry.sequence - proofs
    drawn = {entry.cause: entry.event for entry in hand if isinstance(entry.event, events.Drawn)}
    fixing = _find_fixing_event(hand)
    fixed = FixedOrder(fixing.root if fixing else "", _find_seal(hand) or "")
    return _Streams(secret, salts, fixed, closed_at, counters, drawn)


def _deal_again(record: TableRecord, hand: Sequence[Entry], streams: _Streams) -> _DealtAgain:
    if not _is_in_order(hand):
        return _DealtAgain(False)
    counted = {entry.sequence for entry in select_effective(record.all_entries)}
    decided = [entry for entry in hand if entry.sequence in counted and is_of_game(entry.event)]
    start = decided[0].sequence if decided else 0
    earlier = [entry.event for entry in record.all_entries if entry.sequence < start and entry.sequence in counted]
    dealing = _Dealing(record, streams, record.game.fold(earlier) if earlier else None)
    for cause, group in groupby(decided, key=lambda entry: entry.cause):
        if not dealing.follow(cause, [entry.event for entry in group]):
            return _DealtAgain(False, dealing.decisions)
    found = dealing
    return _DealtAgain(True, found.decisions, found.foreign, found.undrawn, found.before, tuple(found.drawings))


@dataclass(slots=True)
class _Dealing:
    """A hand that is dealt again, decision by decision. The counts and drawings are those of `_DealtAgain`."""

    record: TableRecord
    streams: _Streams
    state: object
    """The game's state before the next decision; None before the first one of the game."""
    before: object = None
    decisions: int = 0
    foreign: int = 0
    undrawn: int = 0
    drawings: list[ShuffledDecision[object]] = field(default_factory=list)

    def follow(self, cause: str | None, stored: list[object]) -> bool:
        """Make the next decision again, and compare it with its `stored` events. False if the record was changed."""
        outcome, proof = self.record.outcomes.get(cause or ""), self.streams.drawn.get(cause)
        chance = self.streams.find_chance(cause, proof.draw - 1 if proof else len(self.drawings))
        same = stored == _decide_again(self.record, self.state, outcome, chance)
        proved = _is_proved(self.record.game, self.streams, proof, chance)
        if same and proved:
            self.decisions += 1
        elif same or outcome is None or self._must_be_same(outcome, proof):
            return False
        else:
            self.foreign += 1
            self.undrawn += not proved if proof else self.streams.closed_at is None and outcome.drew
        self.before = self.before if self.drawings else self.state
        if proof or self.drawings:
            self.drawings.append(ShuffledDecision(tuple(chance.orders) if proof else (), tuple(stored)))
        game = self.record.game
        self.state = game.fold(stored) if self.state is None else game.evolve(self.state, *stored)
        return True

    def _must_be_same(self, outcome: Outcome, proof: events.Drawn | None) -> bool:
        """True for a move of today's rules, and for one that drew from a sealed shuffle but lacks the proof event,
        which all versions of the rules store."""
        drew_sealed = isinstance(outcome, Moved) and outcome.drew and self.streams.closed_at is not None
        return outcome.rules == find_fingerprint(self.record.game) or (drew_sealed and proof is None)


def _is_in_order(hand: Sequence[Entry]) -> bool:
    """True if the proof events of a hand are complete and in order.

    The salts are closed once, never change afterwards, and are sealed once. Then come the draws, numbered from 1. If
    there is a fixed order, the first draw is from it.
    """
    proofs = [entry.event for entry in hand if is_proof(entry.event)]
    draws = [event for event in proofs if isinstance(event, events.Drawn)]
    before = [type(event) for event in proofs[:2]]
    salted = [entry.sequence for entry in hand if isinstance(entry.event, events.Salted)]
    closed = [entry.sequence for entry in hand if isinstance(entry.event, events.SaltsClosed)]
    if before != [events.SaltsClosed, events.Sealed][: len(before)] or len(draws) != len(proofs[2:]):
        return False
    if [event.draw for event in draws] != list(range(1, len(draws) + 1)) or (
        closed and salted and salted[-1] > closed[0]
    ):
        return False
    fixed = _find_fixing_event(hand)
    return fixed is None or not draws or _list_first_root(draws[0]) == (fixed.root,)


def _list_first_root(draw: events.Drawn) -> tuple[str, ...]:
    return draw.roots[:1] if isinstance(draw, events.Rooted) else ()


def _is_proved(game: AnyGame, streams: _Streams, proof: events.Drawn | None, chance: WatchedChance) -> bool:
    """True if a decision drew exactly what its proof event says. Without a proof event, it must have drawn nothing;
    hands of older releases have no proof events."""
    if proof is None:
        return streams.closed_at is None or not chance.drew
    trees = list_trees(game, streams.secret, proof.draw, chance.orders, streams.fixed)
    return tuple(tree.root for tree in trees) == (proof.roots if isinstance(proof, events.Rooted) else ())


def _decide_again(record: TableRecord, state: object, decision: Outcome | None, chance: WatchedChance) -> list[object]:
    """Make a stored decision again and return its events; [] if there is no decision, or if making it raises
    anything."""
    try:
        return [] if decision is None else _decide(record, state, decision, chance)
    except Exception:  # a decision by other rules, or by a forger, may fail in any way
        return []


def _decide(record: TableRecord, state: object, decision: Outcome, chance: WatchedChance) -> list[object]:
    """Make a decision by today's rules and return its events. Raises Refused; a forged decision may raise anything."""
    game = record.game
    if isinstance(decision, Began):
        return list(game.begin(decision.players, restore(game.OPTIONS, record.options), decision.at, chance))
    if decision.words == LAPSE:
        return list(game.decide(state, None, Lapse(), decision.at, chance).events)
    verb, _, words = decision.words.partition(" ")
    move = game.read(game.view(state, decision.seat), verb, words)
    return list(game.decide(state, decision.seat, move, decision.at, chance).events)
