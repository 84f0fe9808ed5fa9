"""Feats: what the tables' events tell of people, counted: most Moons, longest run as Eddie, wrong calls ..."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from bot.store import postings, reports
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.tally.book import Book, Owner
from games.core import registry
from games.core.events import Stored, decode

Achievement = tuple[str, int, int]
"""What, by which seat, how much."""

_WRONG_YES: Final = "void"


def _settled(event: Any) -> Iterator[Achievement]:
    for call in event.calls:
        if call.said == "yes" and call.came_to == _WRONG_YES:
            yield "wrong_calls", call.seat, 1


def _tied_up(event: Any) -> Iterator[Achievement]:
    yield "tie_ups", event.seat, 1
    if event.kind == "moon":
        yield "moons", event.seat, 1
    if event.score:
        yield "best_score", event.seat, event.score


def _called(event: Any) -> Iterator[Achievement]:
    if not event.automatic:
        yield ("scores_called" if event.right else "wrong_calls"), event.seat, 1


def _stud_ended(event: Any) -> Iterator[Achievement]:
    pot = sum(one.amount for one in event.pots)
    best = max(range(len(event.net)), key=lambda seat: event.net[seat])
    if event.net[best] > 0:
        yield "biggest_pot", best, pot
    if event.how == "bonedoneskis" and event.seat is not None:
        yield "bonedoneskis", event.seat, 1


ACHIEVEMENTS: Final[dict[str, Callable[[Any], Iterable[Achievement]]]] = {
    "pussers.tied_up": _tied_up,
    "pussers.shit_tied_up": lambda event: [("wrong_calls", event.seat, 1)],
    "pussers.settled": _settled,
    "lombardy.called": _called,
    "lombardy.renege_called": lambda event: [("reneges" if event.true else "wrong_calls", event.seat, 1)],
    "lombardy.game_over": lambda event: [("games_won", seat, 1) for seat in event.winners],
    "duo.game_won": lambda event: [("games_won", seat, 1) for seat in event.winners],
    "duo.hand_ended": lambda event: [("most_points", event.last, event.points)] if event.how == "out" else [],
    "bonedoneskis.hand_ended": _stud_ended,
    "bonedoneskis.duelled": lambda event: [("duels", event.winner, 1)],
}
"""What the events of a kind count for."""

EDDIES: Final = {"pussers.eddie_found": "seat", "pussers.hand_over": "next_eddie"}
"""The events that say who is Eddie in the next hand, and the field that says it."""

HIGHEST: Final = frozenset({"best_score", "most_points", "biggest_pot", "eddie_run"})
"""Feats of which the greatest counts; all others are added up."""

ORDER: Final = ("tie_ups", "moons", "best_score", "eddie_run", "scores_called", "reneges", "games_won", "most_points",
                "biggest_pot", "bonedoneskis", "duels", "wrong_calls")  # fmt: skip


class Done(NamedTuple):
    """A feat in its place: the event's sequence and time, what, by which seat, how much."""

    sequence: int
    at: int
    what: str
    seat: int
    amount: int


@dataclass(slots=True)
class Achievements:
    """The feats of every table that was looked at, read again only when a table has gone on."""

    _known: dict[int, tuple[int, tuple[Done, ...]]] = field(default_factory=dict)

    def records(
        self, connection: Connection, book: Book, game: str | None, since: int | None, until: int | None
    ) -> dict[str, tuple[int, tuple[Owner, ...]]]:
        """For each feat the most there is, and the members (no robots) who have it."""
        sums: dict[str, dict[Owner, int]] = {}
        for table, (played, sequence) in reports.tables_of(connection, book.crew.id).items():
            if game not in (None, played):
                continue
            registry.game(played)  # its events can be read from here on
            owner_of = _owners(connection, book, table)
            for done in self._of(connection, table, sequence):
                owner = owner_of(done.sequence, done.seat)
                if owner not in book.members or not (since or 0) <= done.at < (until or done.at + 1):
                    continue
                counts = sums.setdefault(done.what, {})
                before = counts.get(owner, 0)
                counts[owner] = max(before, done.amount) if done.what in HIGHEST else before + done.amount
        found: dict[str, tuple[int, tuple[Owner, ...]]] = {}
        for what in ORDER:
            if what in sums:
                most = max(sums[what].values())
                found[what] = most, tuple(sorted(who for who, amount in sums[what].items() if amount == most))
        return found

    def _of(self, connection: Connection, table: int, sequence: int) -> tuple[Done, ...]:
        known = self._known.get(table)
        if known is None or known[0] != sequence:
            known = sequence, tuple(_done(connection, table))
            self._known[table] = known
        return known[1]


def _done(connection: Connection, table: int) -> Iterator[Done]:
    eddie, run = -1, 0
    for sequence, kind, version, body, at in reports.events_of_kinds(connection, table, [*ACHIEVEMENTS, *EDDIES]):
        event = decode(Stored(kind, version, body))
        for what, seat, amount in ACHIEVEMENTS.get(kind, lambda _: ())(event):
            yield Done(sequence, at, what, seat, amount)
        if kind == "pussers.hand_over" and eddie >= 0:
            run += 1
            yield Done(sequence, at, "eddie_run", eddie, run)
        if kind in EDDIES:
            following = getattr(event, EDDIES[kind])
            eddie, run = following, run if following == eddie else 0


def _owners(connection: Connection, book: Book, table: int) -> Callable[[int, int], Owner | None]:
    """Who sat on a seat of a table when an event happened: as the posting of the same move has it, or the last one
    before, or the first; or who sits there now, while nothing was posted."""
    posted = [
        (int(one.source.split(":")[3]), one.data["seats"])
        for one in postings.read(connection, book.crew.id, table=table, states=("posted", "pending", "void"))
        if one.reverses is None and "seats" in one.data
    ]
    sequences = [sequence for sequence, _ in posted]
    now: dict[int, Owner | None] = {}
    for seat in stored_tables.seats_of(connection, table):
        member = None if seat.user_id is None else book.of_user(seat.user_id)
        now[seat.seat] = None if member is None else member.id

    def owner(sequence: int, seat: int) -> Owner | None:
        if not posted:
            return now.get(seat)
        seats = posted[max(0, bisect_right(sequences, sequence) - 1)][1]
        return book.owners.get(seats[seat][-1]) if seat < len(seats) else None

    return owner
