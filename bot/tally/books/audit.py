"""The audit of the books against the tables: every posting of a hand is computed again from its table's events."""

from collections.abc import Collection, Iterator, Sequence

from bot.store import Connection
from bot.store.books import StoredTransfer, postings, reports
from bot.store.database.errors import Unreadable
from bot.store.tables import commits as stored_events, rows as stored_tables
from bot.store.tables.commits import StoredEvent
from bot.tally.books import apportionment, stakes
from games import registry
from games.core import AnyGame, Options, UnknownEvent
from games.core.events import Stored, decode

STATES = postings.EVERY_STATE
CLOSED = "table.closed"
"""The kind of the event that ends a session."""


def list_differences(connection: Connection, without: Collection[int] = ()) -> list[str]:
    """List a sentence about the first difference of each table whose events and postings differ. Tables in `without`
    are left out, and so are those that only a newer release can read."""
    known = {table: game for table, (game, _) in reports.list_tables(connection).items() if game in registry.NAMES}
    sentences = (_find_first(connection, table) for table in known if table not in without)
    return [sentence for sentence in sentences if sentence is not None]


def _find_first(connection: Connection, table: int) -> str | None:
    try:
        return next(compare_table(connection, table), None)
    except (UnknownEvent, Unreadable):
        return None
    except Exception:  # a damaged entry may fail in any way, and the other tables must be compared anyway
        return f"table {table}: its entries in the books cannot be read"


def compare_table(connection: Connection, table: int) -> Iterator[str]:
    """Yield the differences between the books and the events of one table, in the order of the events."""
    row = stored_tables.load(connection, table)
    written = {
        posting.source: posting
        for posting in postings.read(connection, row.crew, table=table, states=STATES)
        if posting.reverses is None
    }
    house = {**row.options, **row.settings.house}
    expected = find_amounts(registry.game(row.game), table, stored_events.read(connection, table), house)
    for source, amounts in expected.items():
        if source not in written:
            yield f"table {table}: {source} ought to move {list(amounts)} and is not in the books"
        elif (wrong := _compare(written[source], amounts)) is not None:
            yield f"table {table}: transfer {written[source].id} ({source}) {wrong}"
    for source, posting in written.items():
        if source not in expected:
            yield f"table {table}: transfer {posting.id} ({source}) follows from no event"


def find_amounts(
    game: AnyGame, table: int, stored: Sequence[StoredEvent], house: Options
) -> dict[str, tuple[int, ...]]:
    """Find the postings that the books ought to have. Map the source of each to its amounts by seat.

    A table that enters its results at the end has one posting. Its source is the move that closed the table.
    """
    found: dict[str, tuple[int, ...]] = {}
    for move in _split_moves(stored):
        game_rows = [row for row in move if row.kind.startswith(f"{game.EVENT_PREFIX}.")]
        happened = [decode(Stored(row.kind, row.version, row.body)) for row in game_rows]
        for number, transfer in enumerate(stakes.make_transfers(game, happened, house)):
            if any(transfer.amounts) and (stakes.is_by_session(house) or postings.fits(transfer.amounts)):
                found[f"t:{table}:s:{move[0].sequence}:{number}"] = transfer.amounts
        if found and stakes.is_by_session(house) and any(row.kind == CLOSED for row in move):
            whole = apportionment.add_up(found.values())
            return {f"t:{table}:s:{move[0].sequence}:0": whole} if postings.fits(whole) else {}
    return {} if stakes.is_by_session(house) else found


def _split_moves(stored: Sequence[StoredEvent]) -> Iterator[Sequence[StoredEvent]]:
    """Yield the events of each move, which were committed together."""
    start = 0
    for place in range(1, len(stored) + 1):
        if place == len(stored) or stored[place].part == 0:
            yield stored[start:place]
            start = place


def _compare(entry: StoredTransfer, amounts: tuple[int, ...]) -> str | None:
    noted = tuple(entry.data.get("amounts", ()))
    if noted != amounts:
        return f"notes {list(noted)}, and the events move {list(amounts)}"
    if "parts" in entry.data and apportionment.sum_parts(apportionment.read_parts(entry.data)) != amounts:
        return "has parts that do not add up to its amounts"
    if tuple(apportionment.make_lines_of(entry.data)) != entry.entries:
        return "has other entries than follow from its amounts"
    return None
