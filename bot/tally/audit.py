"""Audits the books: computes every posting of a hand again from its table's events, and compares."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from bot.store.books import postings, reports
from bot.store.books.postings import StoredTransfer
from bot.store.database.engine import Connection
from bot.store.database.errors import Unreadable
from bot.store.tables import events as stored_events
from bot.store.tables import rows as stored_tables
from bot.store.tables.events import StoredEvent
from bot.tally import apportionment, session_results, stakes
from games import registry
from games.core.events import Stored, UnknownEvent, decode
from games.core.game import AnyGame
from games.core.options import Options

STATES = postings.EVERY_STATE
CLOSED = "table.closed"
"""The kind of the event that ends a session."""


def differences(connection: Connection, without: Collection[int] = ()) -> list[str]:
    """Return a sentence for each table whose events and postings differ, about the first difference. The tables in
    `without` are left out, and so are those that only a newer release can read."""
    known = {table: game for table, (game, _) in reports.list_tables(connection).items() if game in registry.NAMES}
    first = (_first_of(connection, table) for table in known if table not in without)
    return [sentence for sentence in first if sentence is not None]


def _first_of(connection: Connection, table: int) -> str | None:
    try:
        return next(of_table(connection, table), None)
    except (UnknownEvent, Unreadable):
        return None
    except Exception:  # a damaged entry may fail in any way; the other tables are compared all the same
        return f"table {table}: its entries in the books cannot be read"


def of_table(connection: Connection, table: int) -> Iterator[str]:
    """Yield the differences between the books and the events of one table, in the order of the events."""
    row = stored_tables.load(connection, table)
    written = {
        posting.source: posting
        for posting in postings.read(connection, row.crew, table=table, states=STATES)
        if posting.reverses is None
    }
    house = {**row.options, **row.settings.house}
    expected = source_amounts(registry.game(row.game), table, stored_events.read(connection, table), house)
    for source, amounts in expected.items():
        if source not in written:
            yield f"table {table}: {source} ought to move {list(amounts)} and is not in the books"
        elif (wrong := _compare(written[source], amounts)) is not None:
            yield f"table {table}: transfer {written[source].id} ({source}) {wrong}"
    for source, posting in written.items():
        if source not in expected:
            yield f"table {table}: transfer {posting.id} ({source}) follows from no event"


def source_amounts(
    game: AnyGame, table: int, stored: Sequence[StoredEvent], house: Options
) -> dict[str, tuple[int, ...]]:
    """Compute each posting that the books ought to hold: its source, and its amounts by seat.

    A table that enters its results once, at the end, has a single posting, whose source is the move that closed it.
    """
    found: dict[str, tuple[int, ...]] = {}
    for move in _moves(stored):
        own = [row for row in move if row.kind.startswith(f"{game.EVENTS}.")]
        happened = [decode(Stored(row.kind, row.version, row.body)) for row in own]
        for number, transfer in enumerate(stakes.transfers(game, happened, house)):
            if any(transfer.amounts) and (stakes.by_session(house) or postings.fits(transfer.amounts)):
                found[f"t:{table}:s:{move[0].sequence}:{number}"] = transfer.amounts
        if found and stakes.by_session(house) and any(row.kind == CLOSED for row in move):
            whole = session_results.add_up(found.values())
            return {f"t:{table}:s:{move[0].sequence}:0": whole} if postings.fits(whole) else {}
    return {} if stakes.by_session(house) else found


def _moves(stored: Sequence[StoredEvent]) -> Iterator[Sequence[StoredEvent]]:
    """Yield the events of each move, which were committed together."""
    start = 0
    for place in range(1, len(stored) + 1):
        if place == len(stored) or stored[place].part == 0:
            yield stored[start:place]
            start = place


def _compare(one: StoredTransfer, amounts: tuple[int, ...]) -> str | None:
    noted = tuple(one.data.get("amounts", ()))
    if noted != amounts:
        return f"notes {list(noted)}, and the events move {list(amounts)}"
    weight = Fraction(one.data.get("weight", 1))
    robots, between = frozenset(one.data.get("robots", ())), bool(one.data.get("between_people"))
    if "parts" in one.data:
        parts = [session_results.Part(since, seats, tuple(part)) for since, seats, part in one.data["parts"]]
        if session_results.in_all(parts) != amounts:
            return "has parts that do not make its amounts"
        lines = session_results.lines_of_session(parts, weight, robots, between)
    elif between:
        lines = apportionment.lines_between_people(amounts, weight, one.data["seats"], robots)
    else:
        lines = apportionment.lines_of(amounts, weight, one.data.get("seats", ()))
    if tuple(lines) != one.entries:
        return "has other entries than its seats' amounts make"
    return None
