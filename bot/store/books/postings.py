"""The books in storage, in double entry: the postings of a transfer sum to zero, and are never edited.

A transfer may be "pending" at first. Later it becomes "posted" or "void", and then its state is final. Only posted
transfers count. To correct a mistake, another transfer reverses the first, with a reason and an author.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, func, insert, select, true, update

from bot.store.books import crews, revisions
from bot.store.books.audit import audit as audit
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict, TooLarge, Unbalanced
from bot.store.database.queries import count_rows, list_all, make_row
from bot.store.database.schema import Json, accounts, postings, transfers, verdicts

POSTED: Final = "posted"
PENDING: Final = "pending"
VOID: Final = "void"
"""The state of a transfer that is stored but does not count."""
APART: Final = "apart"
"""The state of a transfer that counts in no balance, since robots have a part in it."""
AWAY: Final = "away"
"""The key, in a transfer's data, of the accounts whose players were away while a robot played for them."""
WHOLE_SESSION: Final = 0
"""The hand number for the result of a whole session in books that moved here, since its table stayed behind. The
result of any other session has a table and no hand number."""
EVERY_STATE: Final = (POSTED, PENDING, VOID, APART)
MOST_AMOUNT: Final = 10**18
"""The largest amount of an entry. Database columns can then hold every partial sum of a transfer's entries."""
MOST_BALANCE: Final = 10**15
"""The largest balance. Database columns can then hold every sum of postings, and spreadsheets show it exactly."""


class Gain(NamedTuple):
    """The gain of an account in whole units of the crew; negative for a loss."""

    account: int
    amount: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class NewTransfer:
    """A transfer to be written."""

    crew: int
    source: str
    """The origin of the transfer, such as "t:7:s:41:0". It is unique in the crew."""
    entries: Sequence[Gain]
    at: int
    season: int | None = None
    """The season's id. None in a new transfer stands for the open season."""
    table: int | None = None
    game: str | None = None
    reason: str | None = None
    by: int | None = None
    reverses: int | None = None
    state: str = POSTED
    """One of `EVERY_STATE`."""
    confirm_at: int | None = None
    """The time (milliseconds) at which a pending transfer counts unless somebody disputes it."""
    data: Json = field(default_factory=dict)
    hand: int | None = None
    rules_version: int | None = None


@dataclass(frozen=True, slots=True)
class StoredTransfer(NewTransfer):
    """A stored transfer, with its entries in order."""

    id: int = field(kw_only=True)

    @property
    def is_result(self) -> bool:
        """True for the result of a hand or a session, here or in the books from which the crew moved."""
        return self.table is not None or self.hand is not None

    @property
    def known_numbers(self) -> tuple[int | None, int | None]:
        """The numbers of the table and the hand, as people know them. A moved transfer keeps its old numbers."""
        moved = self.data.get("moved")
        return (self.table, self.hand) if moved is None else (moved["table"], moved["hand"])

    @property
    def is_disputed(self) -> bool:
        """True if the transfer is disputed.

        A dispute removes the deadline of a transfer. The hand of a real table may lose its deadline undisputed, if
        nobody answers. So its dispute is noted in its data.
        """
        real = self.data.get("real")
        return self.state == "pending" and self.confirm_at is None and (real is None or real.get("disputed", False))


class TransferVerdict(NamedTuple):
    """A verdict on a transfer: "confirm", "dispute" or "undo". `by` is None if no user gave it or they are erased."""

    verdict: str
    by: int | None
    reason: str | None
    at: int


def list_account_keys(connection: Connection, crew: int) -> dict[int, tuple[str, int | None]]:
    """By account id, the key and the member of every account of a crew."""
    rows = connection.execute(
        select(accounts.c.id, accounts.c.key, accounts.c.member_id).where(accounts.c.crew_id == crew)
    )
    return {row.id: (row.key, row.member_id) for row in rows}


def post(connection: Connection, transfer: NewTransfer) -> int:
    """Write a transfer and return its id. If its source is known with the same entries, return the existing id.

    Raises `Unbalanced` unless the entries sum to zero. Raises `Conflict` if the source is known with other entries, or
    if an account belongs to another crew. Raises `TooLarge` if an amount or a balance would be too large.
    """
    must_balance(transfer)
    revisions.lock(connection, transfer.crew)
    _must_own_accounts(connection, transfer)
    known: int | None = connection.execute(
        select(transfers.c.id).where(transfers.c.crew_id == transfer.crew, transfers.c.source == transfer.source)
    ).scalar_one_or_none()
    if known is not None:
        if _read_entries(connection, [known])[known] != tuple(transfer.entries):
            raise Conflict(f"the source {transfer.source} was posted with other entries")
        return known
    if not fits([entry.amount for entry in transfer.entries]):
        raise TooLarge(f"an amount of {transfer.source} is larger than {MOST_AMOUNT}")
    if transfer.state == POSTED:
        must_have_room(connection, transfer.entries, transfer.reverses is not None)
    season = transfer.season if transfer.season is not None else crews.find_open_season(connection, transfer.crew).id
    (made,) = post_all(connection, [replace(transfer, season=season)])
    return made


def must_balance(transfer: NewTransfer) -> None:
    """Raise `Unbalanced` unless a transfer has entries and they sum to zero."""
    total = sum(entry.amount for entry in transfer.entries)
    if total != 0 or not transfer.entries:
        raise Unbalanced(
            f"the entries of {transfer.source} sum to {total}, but there must be some, and they must sum to 0"
        )


def post_all(connection: Connection, new: Sequence[NewTransfer]) -> Sequence[int]:
    """Write transfers that sum to zero, such as the lines of a paper, and return their ids. Each names its season.

    Nothing of them is read, so thousands take one statement for each database table.
    """
    if not new:
        return []
    rows = [make_row(transfers, transfer) for transfer in new]
    newest = connection.execute(select(func.max(transfers.c.id))).scalar_one() or 0
    connection.execute(insert(transfers), rows)  # thousands of rows take twice the time if their ids are returned
    own = select(transfers.c.id).where(transfers.c.id > newest, transfers.c.crew_id == new[0].crew)
    ids = connection.execute(own.order_by(transfers.c.id)).scalars().all()
    lines = [
        {"transfer_id": number, "line": line, "account_id": account, "amount": amount, "note": note}
        for number, transfer in zip(ids, new, strict=True)
        for line, (account, amount, note) in enumerate(transfer.entries)
    ]
    connection.execute(insert(postings), lines)
    return ids


def note_reversals(connection: Connection, targets: Mapping[int, int]) -> None:
    """Note the targets of transfers that reverse others, by the id of each reversal."""
    if targets:
        changed = update(transfers).where(transfers.c.id == bindparam("own")).values(reverses_id=bindparam("target"))
        connection.execute(changed, [{"own": own, "target": target} for own, target in targets.items()])


def fits(amounts: Iterable[int]) -> bool:
    """True if a transfer can hold these amounts."""
    return all(abs(amount) <= MOST_AMOUNT for amount in amounts)


def must_have_room(connection: Connection, entries: Sequence[Gain], reversing: bool = False) -> None:
    """Raise `TooLarge` if entries would make a balance too large, or if an amount is too large.

    A balance that is too large already may still move towards zero. A reversal may take back any amount.
    """
    if not reversing and any(abs(entry.amount) > 2 * MOST_BALANCE for entry in entries):
        raise TooLarge(f"an amount is larger than {2 * MOST_BALANCE}")
    sums: Counter[int] = Counter()
    for entry in entries:
        sums[entry.account] += entry.amount
    own = select(postings.c.account_id, func.sum(postings.c.amount)).join(transfers)
    own = own.where(postings.c.account_id.in_(sums), transfers.c.state == POSTED).group_by(postings.c.account_id)
    standing = {account_id: int(balance) for account_id, balance in connection.execute(own)}
    for account_id, amount in sums.items():
        balance = standing.get(account_id, 0)
        before, after = abs(balance), abs(balance + amount)
        if after > max(before, MOST_BALANCE):
            raise TooLarge(f"account {account_id} would come to more than {MOST_BALANCE}")


def _must_own_accounts(connection: Connection, transfer: NewTransfer) -> None:
    named = {entry.account for entry in transfer.entries}
    if count_rows(connection, accounts, accounts.c.id.in_(named), accounts.c.crew_id == transfer.crew) != len(named):
        raise Conflict(f"an entry of {transfer.source} names an account that the crew does not have")


def settle(connection: Connection, transfer: int, confirmed: bool) -> bool:
    """Post a pending transfer in the open season if `confirmed`, or else make it void. False if it is not pending.

    Raises `TooLarge` if an amount or a balance would be too large.
    """
    found = find_transfer(connection, transfer)
    if found is None:
        return False
    revisions.lock(connection, found.crew)
    if confirmed and found.state == PENDING:
        must_have_room(connection, found.entries)
    season = crews.find_open_season(connection, found.crew).id
    pending = update(transfers).where(transfers.c.id == transfer, transfers.c.state == PENDING)
    settled = pending.values(state=POSTED if confirmed else VOID, season_id=season)
    return connection.execute(settled).rowcount == 1


def judge(connection: Connection, transfer: int, given: TransferVerdict) -> None:
    """Add a verdict on a transfer. The verdict "dispute" removes the deadline of a pending transfer.

    For the hand of a real table, the dispute is also noted in the transfer's data.
    """
    verdict, by, reason, at = given
    connection.execute(insert(verdicts).values(transfer_id=transfer, verdict=verdict, by_id=by, reason=reason, at=at))
    if verdict == "dispute":
        pending = (transfers.c.id == transfer) & (transfers.c.state == PENDING)
        connection.execute(update(transfers).where(pending).values(confirm_at=None))
        data = connection.execute(select(transfers.c.data).where(pending)).scalar_one_or_none()
        if data is not None and "real" in data:
            noted = {**data, "real": {**data["real"], "disputed": True}}
            connection.execute(update(transfers).where(pending).values(data=noted))


def list_verdicts(connection: Connection, transfer: int) -> list[TransferVerdict]:
    """The verdicts on a transfer, in order."""
    given = select(*verdicts.c["verdict", "by_id", "reason", "at"]).where(verdicts.c.transfer_id == transfer)
    return list_all(connection, TransferVerdict, given.order_by(verdicts.c.id))


def list_unconfirmed(connection: Connection, now: int, most: int) -> list[int]:
    """Up to `most` pending transfers whose dispute period is over at `now` (milliseconds), the oldest first."""
    rows = connection.execute(
        select(transfers.c.id)
        .where(transfers.c.state == PENDING, transfers.c.confirm_at <= now)
        .order_by(transfers.c.confirm_at, transfers.c.id)
        .limit(most)
    )
    return list(rows.scalars())


_NEXT_DEADLINE: Final = select(func.min(transfers.c.confirm_at)).where(transfers.c.state == PENDING)


def find_next_deadline(connection: Connection) -> int | None:
    """The time (milliseconds) at which the next dispute period ends, or None."""
    found = connection.execute(_NEXT_DEADLINE).scalar_one_or_none()
    return found if type(found) is int else None  # a damaged time is never due


def drop_deadline(connection: Connection, transfer: int) -> None:
    """Take away the deadline of a pending transfer, such as a damaged one. It then waits for the scorer."""
    connection.execute(update(transfers).where(transfers.c.id == transfer).values(confirm_at=None))


def reverse(
    connection: Connection, transfer: int, at: int, reason: str, by: int | None, season: int | None = None
) -> int:
    """Post the opposite of a posted transfer, and return its id. Repeated calls post it only once.

    Without a `season`, it goes into the open season, so that closed seasons stay as they were. Raises `Conflict` if
    there is no such posted transfer.
    """
    old = _find(connection, transfers.c.id == transfer, transfers.c.state == POSTED)
    if old is None:
        raise Conflict(f"there is no posted transfer {transfer}")
    return post(connection, make_reversal(old, at, reason, by, season))


def make_reversal(old: StoredTransfer, at: int, reason: str, by: int | None, season: int | None) -> NewTransfer:
    """Make the opposite of a transfer, of the same table and hand, in the open season or in another `season`."""
    return NewTransfer(
        crew=old.crew,
        source=f"reverses:{old.id}",
        entries=[Gain(entry.account, -entry.amount, entry.note) for entry in old.entries],
        at=at,
        season=season,
        table=old.table,
        hand=old.hand,
        game=old.game,
        rules_version=old.rules_version,
        reason=reason,
        by=by,
        reverses=old.id,
        data={"moved": old.data["moved"]} if "moved" in old.data else {},
    )


def find_reversal(connection: Connection, transfer: int) -> StoredTransfer | None:
    """The transfer that reversed this one, or None."""
    return _find(connection, transfers.c.reverses_id == transfer)


def read(
    connection: Connection, crew: int, table: int | None = None, states: Sequence[str] = (POSTED,)
) -> list[StoredTransfer]:
    """The transfers of a crew in these states, oldest first. With `table`, only those of this table."""
    own = true() if table is None else transfers.c.table_id == table
    return list_transfers(connection, transfers.c.crew_id == crew, transfers.c.state.in_(states), own)


def find_transfer(connection: Connection, transfer: int) -> StoredTransfer | None:
    """The transfer with this id in any state, or None."""
    return _find(connection, transfers.c.id == transfer)


def _find(connection: Connection, *wanted: ColumnElement[bool]) -> StoredTransfer | None:
    return next(iter(list_transfers(connection, *wanted)), None)


def list_transfers(connection: Connection, *wanted: ColumnElement[bool]) -> list[StoredTransfer]:
    """The transfers that meet all conditions, with their entries, oldest first."""
    rows = connection.execute(select(transfers).where(*wanted).order_by(transfers.c.id)).all()
    entries: dict[int, tuple[Gain, ...]] = {}
    for start in range(0, len(rows), 500):
        entries.update(_read_entries(connection, [row.id for row in rows[start : start + 500]]))
    return [
        StoredTransfer(
            entries=entries[row.id], **{column.removesuffix("_id"): value for column, value in row._mapping.items()}
        )
        for row in rows
    ]


def _read_entries(connection: Connection, ids: Sequence[int]) -> dict[int, tuple[Gain, ...]]:
    rows = connection.execute(
        select(postings.c.transfer_id, postings.c.account_id, postings.c.amount, postings.c.note)
        .where(postings.c.transfer_id.in_(ids))
        .order_by(postings.c.transfer_id, postings.c.line)
    )
    found: dict[int, tuple[Gain, ...]] = dict.fromkeys(ids, ())
    for row in rows:
        found[row.transfer_id] += (Gain(row.account_id, row.amount, row.note),)
    return found
