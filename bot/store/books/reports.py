"""Queries for the reports on a crew's books: standings, entries, sums over time. They only read."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, Text, case, func, or_, select, type_coerce

from bot.store.books.batches import is_counted
from bot.store.books.postings import APART, AWAY, SESSION, StoredTransfer, list_transfers
from bot.store.database.engine import Connection
from bot.store.database.schema import Json, accounts, balances, events, postings, tables, transfers

POINTS: Final = "game_points"
"""The reason of an entry with the points of a game."""


class Scope(NamedTuple):
    """A selection of a crew's entries. A field that is None does not restrict it."""

    crew: int
    season: int | None = None
    game: str | None = None
    since: int | None = None
    """Entries from this time on (milliseconds)."""
    until: int | None = None
    """Entries before this time (milliseconds)."""
    accounts: frozenset[int] | None = None
    """Entries on at least one of these accounts."""
    before: int | None = None
    """Entries with a lower number."""

    @property
    def whole(self) -> bool:
        """True if the stored balances are enough for this selection, without its postings."""
        return self.since is None and self.until is None and self.before is None


class Sum(NamedTuple):
    """The balance of an account in a game, and the number of its entries. `game` is "" for entries without a game."""

    account: int
    game: str
    amount: int
    entries: int


class Together(NamedTuple):
    """The results of two people in the entries of a game that both are in: how often each came out ahead, and the sum
    of each. As partners, they are ahead together."""

    game: str
    partners: bool
    """True for the entries in which they were partners."""
    entries: int
    ahead: int
    behind: int
    one: int
    other: int


class Biggest(NamedTuple):
    """A large gain in one hand, with all its entries."""

    accounts: tuple[int, ...]
    """The accounts that gained this much in the hand, such as those of partners."""
    amount: int
    transfer: int
    """The last entry of the hand."""


class AtTables(NamedTuple):
    """The results of several accounts at the tables of a game: their sum, and the largest gain in a hand."""

    game: str
    amount: int
    best: int


def _conditions(scope: Scope, counted: ColumnElement[bool] | None = None) -> list[ColumnElement[bool]]:
    """The conditions of a scope for entries that count, or that meet another condition instead."""
    wanted = [transfers.c.crew_id == scope.crew, is_counted() if counted is None else counted]
    if scope.season is not None:
        wanted.append(transfers.c.season_id == scope.season)
    if scope.game is not None:
        wanted.append(func.coalesce(transfers.c.game, "") == scope.game)
    if scope.since is not None:
        wanted.append(transfers.c.at >= scope.since)
    if scope.until is not None:
        wanted.append(transfers.c.at < scope.until)
    if scope.before is not None:
        wanted.append(transfers.c.id < scope.before)
    if scope.accounts is not None:
        named = select(postings.c.transfer_id).where(postings.c.account_id.in_(scope.accounts))
        wanted.append(transfers.c.id.in_(named))
    return wanted


def sums(connection: Connection, scope: Scope) -> list[Sum]:
    """The balances of all accounts, for each game. They come from the stored balances where these are enough."""
    if not scope.whole:
        query = (
            select(
                postings.c.account_id,
                transfers.c.game,
                func.sum(postings.c.amount).label("amount"),
                func.count(transfers.c.id.distinct()).label("entries"),
            )
            .join(transfers, transfers.c.id == postings.c.transfer_id)
            .where(*_conditions(scope._replace(accounts=None)))
            .group_by(postings.c.account_id, transfers.c.game)
        )
        column: ColumnElement[int] = postings.c.account_id
    else:
        query = (
            select(
                balances.c.account_id,
                balances.c.game,
                func.sum(balances.c.amount).label("amount"),
                func.sum(balances.c.entries).label("entries"),
            )
            .join(accounts, accounts.c.id == balances.c.account_id)
            .where(accounts.c.crew_id == scope.crew)
            .group_by(balances.c.account_id, balances.c.game)
        )
        if scope.season is not None:
            query = query.where(balances.c.season_id == scope.season)
        if scope.game is not None:
            query = query.where(balances.c.game == scope.game)
        column = balances.c.account_id
    if scope.accounts is not None:
        query = query.where(column.in_(scope.accounts))
    rows = connection.execute(query.order_by(column))
    return [Sum(row.account_id, row.game or "", int(row.amount), int(row.entries)) for row in rows]


def sums_of_table(connection: Connection, scope: Scope, table: int) -> dict[int, tuple[int, int]]:
    """The results of a table in the scope, by account: their sum, and the part of it that still waits to count."""
    waits = case((transfers.c.state == "pending", postings.c.amount), else_=0)
    rows = connection.execute(
        select(postings.c.account_id, func.sum(postings.c.amount), func.sum(waits))
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*_conditions(scope, is_counted() | (transfers.c.state == "pending")), transfers.c.table_id == table)
        .group_by(postings.c.account_id)
    )
    return {account: (int(amount), int(waiting)) for account, amount, waiting in rows}


def sums_apart(connection: Connection, scope: Scope) -> dict[str, tuple[int, int]]:
    """The entries of the scope's accounts that stand apart: by game, the amount and the number of entries."""
    wanted = [*_conditions(scope._replace(accounts=None), transfers.c.state == APART),
              postings.c.account_id.in_(scope.accounts or ())]  # fmt: skip
    rows = connection.execute(
        select(transfers.c.game, func.sum(postings.c.amount), func.count(transfers.c.id.distinct()))
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*wanted)
        .group_by(transfers.c.game)
    )
    return {game or "": (int(amount), int(entries)) for game, amount, entries in rows}


def sums_with(connection: Connection, scope: Scope, accounts_in: Collection[int]) -> dict[int, int]:
    """By account, the sum of its postings in the entries that any account of `accounts_in` has a part in."""
    if not accounts_in:
        return {}
    wanted = _conditions(scope._replace(accounts=frozenset(accounts_in)))
    rows = connection.execute(
        select(postings.c.account_id, func.sum(postings.c.amount))
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*wanted)
        .group_by(postings.c.account_id)
    )
    return {account: int(amount) for account, amount in rows}


def entries(connection: Connection, scope: Scope, last: int) -> list[StoredTransfer]:
    """The last `last` entries, oldest first."""
    query = select(transfers.c.id).where(*_conditions(scope)).order_by(transfers.c.id.desc()).limit(last)
    found = list(connection.execute(query).scalars())
    return list_transfers(connection, transfers.c.id.in_(found)) if found else []


def find_after(connection: Connection, scope: Scope, entry: int, last: int) -> int | None:
    """The number below which the `last` entries after `entry` end; None if the newest entry is among them."""
    query = select(transfers.c.id).where(*_conditions(scope), transfers.c.id > entry).order_by(transfers.c.id)
    found = list(connection.execute(query.limit(last + 1)).scalars())
    return found[last] if len(found) > last else None


def list_pending(connection: Connection, crew: int) -> list[StoredTransfer]:
    """The pending entries of a crew, including disputed ones, oldest first."""
    return list_transfers(connection, transfers.c.crew_id == crew, transfers.c.state == "pending")


def span(connection: Connection, scope: Scope) -> tuple[int, int, int] | None:
    """The times (milliseconds) of the first and the last entry, and the number of entries; None if there are none."""
    count, first, last = connection.execute(
        select(func.count(), func.min(transfers.c.at), func.max(transfers.c.at)).where(*_conditions(scope))
    ).one()
    return (int(first), int(last), int(count)) if count else None


def standing_postings(connection: Connection, scope: Scope) -> dict[int, tuple[int, str, list[tuple[int, int]]]]:
    """By entry, its time, its reason, and its amounts by account. Reversed entries and their reversals are left out."""
    rows = connection.execute(
        select(transfers.c.id, transfers.c.at, transfers.c.reason, postings.c.account_id, postings.c.amount)
        .join(postings, postings.c.transfer_id == transfers.c.id)
        .where(
            *_conditions(scope), transfers.c.reverses_id.is_(None), transfers.c.id.not_in(_select_undone(scope.crew))
        )
        .order_by(transfers.c.id)
    )
    found: dict[int, tuple[int, str, list[tuple[int, int]]]] = {}
    for entry, at, reason, account, amount in rows:
        found.setdefault(entry, (at, reason or "", []))[2].append((account, amount))
    return found


def has_entries(connection: Connection, scope: Scope) -> bool:
    """True if there is any entry."""
    return connection.execute(select(transfers.c.id).where(*_conditions(scope)).limit(1)).first() is not None


def last_at_tables(connection: Connection, scope: Scope) -> int:
    """The time (milliseconds) of the last entry from a table; 0 if there is none."""
    last: int | None = connection.execute(
        select(transfers.c.at).where(*_conditions(scope), _is_at_table()).order_by(transfers.c.at.desc()).limit(1)
    ).scalar_one_or_none()
    return last or 0


def list_days_at_tables(
    connection: Connection, crew: int, since: int, day: int, without: Collection[int]
) -> list[tuple[int, int]]:
    """The accounts and days, as (account, number of the day), with a result at a table from `since` on (milliseconds).

    A day has `day` milliseconds. Reversed entries, and those with an account of `without`, are left out, and so are the
    results of those for whom a robot played.
    """
    number = (transfers.c.at // day).label("day")
    named = select(postings.c.transfer_id).where(postings.c.account_id.in_(without))
    wanted = (
        *_conditions(Scope(crew, since=since)),
        _is_at_table(),
        transfers.c.reverses_id.is_(None),
        transfers.c.id.not_in(_select_undone(crew)),
        transfers.c.id.not_in(named),
    )
    somebody_away = type_coerce(transfers.c.data, Text).contains(f'"{AWAY}":')
    of_posting = transfers.c.id == postings.c.transfer_id
    found = select(postings.c.account_id, number).join(transfers, of_posting).where(*wanted, ~somebody_away).distinct()
    days = {(row.account_id, int(row.day)) for row in connection.execute(found)}
    noted = select(postings.c.account_id, number, transfers.c.data).join(transfers, of_posting)
    for row in connection.execute(noted.where(*wanted, somebody_away)):
        if row.account_id not in row.data.get(AWAY, ()):
            days.add((row.account_id, int(row.day)))
    return sorted(days)


def timeline(connection: Connection, scope: Scope, start: int, width: int) -> list[tuple[int, int, int]]:
    """The gains in periods of `width` milliseconds from `start`, as (account, number of the period, gain)."""
    stretch = ((transfers.c.at - start) // width).label("stretch")
    rows = connection.execute(
        select(postings.c.account_id, stretch, func.sum(postings.c.amount).label("amount"))
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*_conditions(scope))
        .group_by(postings.c.account_id, stretch)
        .order_by(stretch, postings.c.account_id)
    )
    return [(row.account_id, int(row.stretch), int(row.amount)) for row in rows]


def together(
    connection: Connection, scope: Scope, one: Collection[int], other: Collection[int], in_sides: Collection[str] = ()
) -> list[Together]:
    """The results of two people, given by their accounts, in the entries that both are in; one for each game.

    In the games `in_sides`, which are played by two sides of two, those who gain or lose together were partners; such
    entries are counted by themselves.
    """
    mine = func.sum(case((postings.c.account_id.in_(one), postings.c.amount), else_=0))
    theirs = func.sum(case((postings.c.account_id.in_(other), postings.c.amount), else_=0))
    has_mine = func.sum(case((postings.c.account_id.in_(one), 1), else_=0))
    has_theirs = func.sum(case((postings.c.account_id.in_(other), 1), else_=0))
    every = postings.alias()
    lines = select(func.count()).where(every.c.transfer_id == transfers.c.id).scalar_subquery()
    shared = (
        select(
            func.coalesce(transfers.c.game, "").label("game"),
            mine.label("mine"),
            theirs.label("theirs"),
            case((transfers.c.game.in_(in_sides) & (lines == 4) & (mine * theirs > 0), 1), else_=0).label("partners"),
        )
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*_conditions(scope), postings.c.account_id.in_([*one, *other]))
        .group_by(transfers.c.id, transfers.c.game)
        .having((has_mine > 0) & (has_theirs > 0))
        .subquery()
    )
    rows = connection.execute(
        select(
            shared.c.game,
            shared.c.partners,
            func.count(),
            func.sum(case((shared.c.mine > shared.c.theirs * (1 - shared.c.partners), 1), else_=0)),
            func.sum(case((shared.c.mine < shared.c.theirs * (1 - shared.c.partners), 1), else_=0)),
            func.sum(shared.c.mine),
            func.sum(shared.c.theirs),
        )
        .group_by(shared.c.game, shared.c.partners)
        .order_by(shared.c.game, shared.c.partners)
    )
    return [Together(str(row[0]), bool(row[1]), *(int(value) for value in row[2:])) for row in rows]


def at_tables(connection: Connection, scope: Scope, at_stake: Collection[str] = ()) -> list[AtTables]:
    """The results of a scope's accounts at tables, for each game. Entries by hand and paper records are left out.

    In the games `at_stake`, a gain is the same for every game that is won, so only points make a largest gain.
    """
    own = postings.c.account_id.in_(scope.accounts or ())
    everybodys = scope._replace(accounts=None)
    hands = (
        select(transfers.c.game, func.sum(postings.c.amount).label("amount"))
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*_of_hands(everybodys, at_stake), own)
        .group_by(transfers.c.game, transfers.c.table_id, transfers.c.hand)
        .subquery()
    )
    best = select(hands.c.game, func.max(hands.c.amount).label("best")).group_by(hands.c.game)
    most = {row.game: int(row.best) for row in connection.execute(best)}
    rows = connection.execute(
        select(transfers.c.game, func.sum(postings.c.amount).label("amount"))
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*_conditions(everybodys), own, _is_at_table())
        .group_by(transfers.c.game)
        .order_by(transfers.c.game)
    )
    return [AtTables(row.game or "", int(row.amount), max(0, most.get(row.game, 0))) for row in rows]


def _is_at_table() -> ColumnElement[bool]:
    """The condition that an entry comes from a table, here or in the books from which the crew moved."""
    return transfers.c.table_id.is_not(None) | transfers.c.hand.is_not(None)


def _of_hands(scope: Scope, at_stake: Collection[str]) -> list[ColumnElement[bool]]:
    """The conditions for entries of hands at tables. Reversed entries and entries for whole sessions are left out, and
    so are games for a stake."""
    return [
        or_(transfers.c.game.not_in(at_stake), transfers.c.reason == POINTS),
        *_conditions(scope),
        transfers.c.hand.is_not(None),
        transfers.c.hand != SESSION,
        transfers.c.reverses_id.is_(None),
        transfers.c.id.not_in(_select_undone(scope.crew)),
    ]


def _select_undone(crew: int) -> Select[tuple[int]]:
    """A query for the ids of a crew's entries that were reversed."""
    reversal = (transfers.c.crew_id == crew, transfers.c.reverses_id.is_not(None), is_counted())
    return select(transfers.c.reverses_id).where(*reversal)


def biggest(connection: Connection, scope: Scope, most: int, at_stake: Collection[str] = ()) -> list[Biggest]:
    """The largest gains in single hands. A hand may have several entries, such as payments and costs of mistakes.

    Games for a stake (`at_stake`) are left out, except those that enter points.
    """
    hands = (
        select(
            transfers.c.table_id,
            transfers.c.hand,
            postings.c.account_id,
            func.sum(postings.c.amount).label("amount"),
            func.max(transfers.c.id).label("last"),
        )
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(*_of_hands(scope, at_stake))
        .group_by(transfers.c.table_id, transfers.c.hand, postings.c.account_id)
        .having(func.sum(postings.c.amount) > 0)
        .subquery()
    )
    top = select(hands).order_by(hands.c.amount.desc(), hands.c.last, hands.c.account_id).limit(most)

    def gained(row: Any) -> tuple[int, ...]:
        of_hand = hands.c.table_id.is_not_distinct_from(row.table_id) & (hands.c.hand == row.hand)
        equals = select(hands.c.account_id).where(of_hand, hands.c.amount == row.amount).order_by(hands.c.account_id)
        return tuple(connection.execute(equals).scalars())

    return [Biggest(gained(row), int(row.amount), row.last) for row in connection.execute(top).all()]


def tables_of(connection: Connection, crew: int | None = None) -> dict[int, tuple[str, int]]:
    """By table id, the game and the sequence of a crew's tables, or (None) of all tables."""
    query = select(tables.c.id, tables.c.game, tables.c.sequence).order_by(tables.c.id)
    if crew is not None:
        query = query.where(tables.c.crew_id == crew)
    return {row.id: (row.game, row.sequence) for row in connection.execute(query)}


def events_of_kinds(
    connection: Connection, table: int, kinds: Collection[str], after: int = 0
) -> list[tuple[Json, ...]]:
    """A table's events of these kinds after sequence `after`, as (sequence, kind, version, body, at)."""
    rows = connection.execute(
        select(events.c.sequence, events.c.kind, events.c.version, events.c.body, events.c.at)
        .where(events.c.table_id == table, events.c.sequence > after, events.c.kind.in_(kinds))
        .order_by(events.c.sequence)
    )
    return [tuple(row) for row in rows]
