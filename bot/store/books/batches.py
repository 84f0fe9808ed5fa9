"""Batches: many transfers that come to count at one moment, such as the lines of a paper.

A batch of any size is written in small transactions. First its transfers are staged, in steps; readers see none of
them. Then `let_count` changes one row and the balances, and from that moment all of them count. Last, `unstage` turns
them into ordinary posted transfers, in steps again. After a crash, any process can go on where the batch stopped. A
step may be repeated, because the source of a transfer is unique.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    Text,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from bot.store.database import key_values
from bot.store.database.engine import Connection, find_insert
from bot.store.database.schema import Json, balances, batches, postings, seasons, transfers

STAGED: Final = "staged:"
"""A staged transfer has the state "staged:<id of its batch>", followed by ":apart" if it will count in no balance."""
HIDDEN: Final = -1_000_000
"""The limit of hidden seasons. A season with a lower number is hidden until its batch counts."""


class Batch(NamedTuple):
    """A batch. Its `facts` are notes for its later steps, such as what its announcement will say."""

    id: int
    crew: int
    kind: str
    mark: str
    """The crew's name for the paper or the moved books. The source of each of their transfers begins with this name."""
    new_season: int | None
    """The season that comes with the batch. It is hidden until the batch counts."""
    by: int | None
    facts: Json
    at: int
    counted_at: int | None = None


class Total(NamedTuple):
    """The amount and the number of entries that a batch adds to one balance."""

    account: int
    season: int
    game: str
    amount: int
    entries: int


def make_counted_condition() -> ColumnElement[bool]:
    """The condition that a transfer counts: it is posted, or staged by a batch that counts."""
    return or_(transfers.c.state == "posted", transfers.c.state.in_(select_counted_states()))


def make_seen_condition() -> ColumnElement[bool]:
    """The condition that readers may see a transfer: no batch hides it."""
    return or_(
        transfers.c.state.in_(("posted", "pending", "void", "apart")), transfers.c.state.in_(select_counted_states())
    )


def name_state(batch: int, apart: bool = False) -> str:
    """The stored state of a batch's transfers. Those that stand `apart`, in no balance, have another state."""
    return f"{STAGED}{batch}:apart" if apart else f"{STAGED}{batch}"


def is_staged(state: str) -> bool:
    """True for the state of a transfer that belongs to a batch."""
    return state.startswith(STAGED)


def select_counted_states(ending: str = "") -> Select[Any]:
    """A query for the stored states of all batches that count: "staged:<id>", followed by `ending`."""
    state: ColumnElement[str] = literal(STAGED, Text).concat(cast(batches.c.id, Text)).concat(literal(ending, Text))
    return select(state).where(batches.c.counted_at.is_not(None))


def select_hidden_seasons() -> CompoundSelect[tuple[int | None]]:
    """A query for the seasons that come with a batch which does not count yet."""
    hidden = select(batches.c.new_season_id).where(batches.c.counted_at.is_(None), batches.c.new_season_id.is_not(None))
    return hidden.union_all(select(seasons.c.id).where(seasons.c.number < HIDDEN))


def list_hidden_marks(connection: Connection, crew: int) -> list[str]:
    """The marks of a crew's batches that do not count yet."""
    hidden = select(batches.c.mark).where(batches.c.crew_id == crew, batches.c.counted_at.is_(None))
    return list(connection.execute(hidden).scalars())


def is_busy(connection: Connection, crew: int) -> bool:
    """True while a batch of this crew is under way."""
    return connection.execute(select(batches.c.id).where(batches.c.crew_id == crew).limit(1)).first() is not None


def begin(connection: Connection, new: Batch, lines: str | None = None) -> int:
    """Store a new batch, and return the id that it gets. `new.id` is ignored.

    `lines` is a text to keep for the later steps; `find_lines` reads it.
    """
    values = {column: value for column, value in zip(batches.c, new, strict=True) if column is not batches.c.id}
    made: int = connection.execute(insert(batches).values(values).returning(batches.c.id)).scalar_one()
    if lines is not None:
        key_values.put(connection, _make_lines_key(made), lines, new.at)
    return made


def _make_lines_key(batch: int) -> str:
    return f"batch:{batch}"


def find_lines(connection: Connection, batch: int) -> str | None:
    """The `lines` that `begin` stored for a batch; None if it got none, or if it counts already."""
    found: str | None = key_values.get(connection, _make_lines_key(batch))
    return found


def find(connection: Connection, batch: int) -> Batch | None:
    """The batch with this id; None once it has ended."""
    row = connection.execute(select(batches).where(batches.c.id == batch)).one_or_none()
    return None if row is None else Batch(*row)


def replace_facts(connection: Connection, batch: int, facts: Json) -> None:
    """Replace the facts of a batch."""
    connection.execute(update(batches).where(batches.c.id == batch).values(facts=facts))


def list_all(connection: Connection) -> list[int]:
    """The ids of all batches under way, the oldest first."""
    return list(connection.execute(select(batches.c.id).order_by(batches.c.id)).scalars())


def list_sources(connection: Connection, batch: int) -> set[str]:
    """The sources of the transfers that a batch has staged so far."""
    states = (name_state(batch), name_state(batch, apart=True))
    return set(connection.execute(select(transfers.c.source).where(transfers.c.state.in_(states))).scalars())


def count_staged(connection: Connection, batch: int) -> int:
    """Count the transfers that a batch has staged so far, without those that stand apart."""
    own = transfers.c.state == name_state(batch)
    return connection.execute(select(func.count()).select_from(transfers).where(own)).scalar_one()


def list_totals(connection: Connection, batch: int) -> list[Total]:
    """List what the staged transfers of a batch add to each balance."""
    game = func.coalesce(transfers.c.game, "").label("game")
    rows = connection.execute(
        select(
            postings.c.account_id,
            transfers.c.season_id,
            game,
            func.sum(postings.c.amount),
            func.count(transfers.c.id.distinct()),
        )
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(transfers.c.state == name_state(batch))
        .group_by(postings.c.account_id, transfers.c.season_id, game)
        .order_by(postings.c.account_id, transfers.c.season_id, game)
    )
    return [Total(account, season, name, int(amount), int(count)) for account, season, name, amount, count in rows]


def let_count(connection: Connection, batch: int, totals: Sequence[Total], at: int) -> bool:
    """Make a batch count: all its transfers count, and its `totals` are added to the balances.

    Return False if the batch counts already; then nothing changes.
    """
    set_counted = update(batches).where(batches.c.id == batch, batches.c.counted_at.is_(None)).values(counted_at=at)
    if connection.execute(set_counted).rowcount != 1:
        return False
    add_to_balances(connection, totals)
    key_values.drop(connection, _make_lines_key(batch))
    return True


def add_to_balances(connection: Connection, totals: Sequence[Total]) -> None:
    """Add `totals` to the balances. They must be sorted by account, so that transactions cannot deadlock."""
    if not totals:
        return
    rows = [
        {"account_id": total.account, "season_id": total.season, "game": total.game, "amount": total.amount,
         "entries": total.entries}
        for total in totals
    ]  # fmt: skip
    put = find_insert(connection)(balances)
    connection.execute(
        put.on_conflict_do_update(
            index_elements=[balances.c.account_id, balances.c.season_id, balances.c.game],
            set_={
                "amount": balances.c.amount + put.excluded.amount,
                "entries": balances.c.entries + put.excluded.entries,
            },
        ),
        rows,
    )


def unstage(connection: Connection, batch: int, most: int) -> bool:
    """Turn up to `most` staged transfers into ordinary ones, in a batch that counts. False if none were left."""
    for state, final in ((name_state(batch), "posted"), (name_state(batch, apart=True), "apart")):
        own = select(transfers.c.id).where(transfers.c.state == state).limit(most)
        if connection.execute(update(transfers).where(transfers.c.id.in_(own)).values(state=final)).rowcount:
            return True
    return False


def end(connection: Connection, batch: int) -> None:
    """Delete a batch that has no staged transfers left."""
    key_values.drop(connection, _make_lines_key(batch))
    connection.execute(delete(batches).where(batches.c.id == batch))
