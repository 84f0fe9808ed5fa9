"""Queries for the reports on a crew's books: standings, entries, sums over time. They only read.

Each query covers the entries in a `Scope`. An entry that counts may be reversed later. Until then it *stands*; a
reversal itself never stands.
"""

from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, case, exists, func, or_, select, true

from bot.store.books.postings import APART, PENDING, POSTED, WHOLE_SESSION, StoredTransfer, list_transfers
from bot.store.database.engine import Connection
from bot.store.database.queries import has_row
from bot.store.database.schema import Json, events, postings, tables, transfers

GAME_POINTS: Final = "game_points"
"""The reason of an entry with the points of a game."""


class Scope(NamedTuple):
    """A selection of a crew's entries. A field that is None sets no limit."""

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


class AccountSum(NamedTuple):
    """The balance of an account in a game, and the number of its entries. `game` is "" for entries without a game."""

    account: int
    game: str
    amount: int
    entries: int


class Together(NamedTuple):
    """The results of two people in the entries of a game that name both."""

    game: str
    as_partners: bool
    """True for the entries in which they were partners. There, `ahead` and `behind` count joint gains and losses."""
    entries: int
    ahead: int
    """The number of entries in which the first person did better than the second."""
    behind: int
    first_sum: int
    second_sum: int


class AtTables(NamedTuple):
    """The results of somebody's accounts at the tables of a game."""

    game: str
    amount: int
    """The sum of the results."""
    best: int
    """The largest gain in a hand; 0 if there is none."""


def _select_postings(*columns: Any) -> Select[Any]:
    """A query for columns of postings and of their transfers."""
    return select(*columns).join(transfers, transfers.c.id == postings.c.transfer_id)


def _make_conditions(scope: Scope, state: ColumnElement[bool] | None = None) -> list[ColumnElement[bool]]:
    """The conditions for entries in a scope that have a `state`. By default, the entries must count."""
    wanted = [transfers.c.crew_id == scope.crew, transfers.c.state == POSTED if state is None else state]
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


def sum_by_account(connection: Connection, scope: Scope) -> list[AccountSum]:
    """The balance of each account in each game."""
    rows = _sum_up(connection, _of_accounts(scope), postings.c.account_id, transfers.c.game)
    return [AccountSum(account, game or "", int(amount), int(count)) for account, game, amount, count in rows]


def _sum_up(connection: Connection, wanted: Iterable[ColumnElement[bool]], *columns: Any) -> list[tuple[Any, ...]]:
    """For each value of these columns, in order, the sum and the number of the entries that meet all conditions."""
    sums = func.sum(postings.c.amount), func.count(transfers.c.id.distinct())
    query = _select_postings(*columns, *sums).where(*wanted).group_by(*columns).order_by(*columns)
    return [tuple(row) for row in connection.execute(query)]


def _of_accounts(scope: Scope, state: ColumnElement[bool] | None = None) -> list[ColumnElement[bool]]:
    """The conditions of a scope (`_make_conditions`), for postings on its own accounts alone."""
    wanted = _make_conditions(scope._replace(accounts=None), state)
    return wanted if scope.accounts is None else [*wanted, postings.c.account_id.in_(scope.accounts)]


def sum_table(connection: Connection, scope: Scope, table: int) -> dict[int, tuple[int, int]]:
    """By account, the sum of the results at a table, pending ones included, and the sum of the pending ones."""
    wanted = _make_conditions(scope, transfers.c.state.in_((POSTED, PENDING)))
    found: dict[int, tuple[int, int]] = {}
    rows = _sum_up(connection, [*wanted, transfers.c.table_id == table], postings.c.account_id, transfers.c.state)
    for account, state, amount, _ in rows:
        whole, pending = found.get(account, (0, 0))
        found[account] = whole + int(amount), pending + (int(amount) if state == PENDING else 0)
    return found


def sum_apart(connection: Connection, scope: Scope) -> dict[str, tuple[int, int]]:
    """By game, the amount and the number of the entries of the scope's accounts that stand apart."""
    rows = _sum_up(connection, _of_accounts(scope, transfers.c.state == APART), transfers.c.game)
    return {game or "": (int(amount), int(entries)) for game, amount, entries in rows}


def sum_beside(connection: Connection, scope: Scope, others: Collection[int]) -> dict[int, int]:
    """By account, the sum of its results in those entries that also name one of the accounts `others`."""
    if not others:
        return {}
    rows = _sum_up(connection, _make_conditions(scope._replace(accounts=frozenset(others))), postings.c.account_id)
    return {account: int(amount) for account, amount, _ in rows}


def list_last(connection: Connection, scope: Scope, last: int) -> list[StoredTransfer]:
    """The newest `last` entries, the oldest of them first."""
    query = select(transfers.c.id).where(*_make_conditions(scope)).order_by(transfers.c.id.desc()).limit(last)
    found = list(connection.scalars(query))
    return list_transfers(connection, transfers.c.id.in_(found)) if found else []


def list_every_state(connection: Connection, scope: Scope) -> list[StoredTransfer]:
    """The entries that readers see, pending and void ones included, oldest first."""
    return list_transfers(connection, *_make_conditions(scope, true()))


def find_after(connection: Connection, scope: Scope, entry: int, skipped: int) -> int | None:
    """The number of the entry that follows `entry` after `skipped` others; None if there is none."""
    query = select(transfers.c.id).where(*_make_conditions(scope), transfers.c.id > entry).order_by(transfers.c.id)
    found = list(connection.scalars(query.limit(skipped + 1)))
    return found[skipped] if len(found) > skipped else None


def list_pending(connection: Connection, crew: int) -> list[StoredTransfer]:
    """The pending entries of a crew, including disputed ones, oldest first."""
    return list_transfers(connection, transfers.c.crew_id == crew, transfers.c.state == "pending")


def find_span(connection: Connection, scope: Scope) -> tuple[int, int, int] | None:
    """The times (milliseconds) of the first and the last entry, and the number of entries; None if there are none."""
    count, first, last = connection.execute(
        select(func.count(), func.min(transfers.c.at), func.max(transfers.c.at)).where(*_make_conditions(scope))
    ).one()
    return (int(first), int(last), int(count)) if count else None


def list_standing(connection: Connection, scope: Scope, source: str = "") -> list[StoredTransfer]:
    """The entries that stand, oldest first: those whose source begins with this text."""
    own = transfers.c.source.startswith(source, autoescape=True)
    return list_transfers(connection, *_make_conditions(scope), *_is_standing(scope.crew), own)


def has_entries(connection: Connection, scope: Scope) -> bool:
    """True if the scope has an entry."""
    return has_row(connection, select(transfers.c.id).where(*_make_conditions(scope)))


def find_last_time_at_tables(connection: Connection, scope: Scope) -> int:
    """The time (milliseconds) of the last entry from a table; 0 if there is none."""
    own = select(transfers.c.at).where(*_make_conditions(scope), _is_at_table())
    return connection.scalar(own.order_by(transfers.c.at.desc()).limit(1)) or 0


def sum_by_stretch(connection: Connection, scope: Scope, start: int, width: int) -> list[tuple[int, int, int]]:
    """The gains in stretches of `width` milliseconds from `start`, as (account, number of the stretch, gain)."""
    stretch = ((transfers.c.at - start) // width).label("stretch")
    rows = _sum_up(connection, _make_conditions(scope), stretch, postings.c.account_id)
    return [(account, int(number), int(amount)) for number, account, amount, _ in rows]


def compare(
    connection: Connection, scope: Scope, first: Collection[int], second: Collection[int],
    in_sides: Collection[str] = (),
) -> list[Together]:  # fmt: skip
    """Compare two people, each given by their accounts, in those entries of each game that name both.

    The games `in_sides` are played by two sides of two. If both people gain in an entry of such a game, or both lose,
    they were partners. Those entries get a `Together` of their own.
    """

    def add_up(own: Collection[int], value: Any) -> ColumnElement[int]:
        return func.sum(case((postings.c.account_id.in_(own), value), else_=0))

    mine, theirs = (add_up(own, postings.c.amount) for own in (first, second))
    all_postings = postings.alias()
    lines = select(func.count()).where(all_postings.c.transfer_id == transfers.c.id).scalar_subquery()
    rows = connection.execute(
        _select_postings(func.coalesce(transfers.c.game, ""), mine, theirs, lines)
        .where(*_make_conditions(scope), postings.c.account_id.in_([*first, *second]))
        .group_by(transfers.c.id, transfers.c.game)
        .having((add_up(first, 1) > 0) & (add_up(second, 1) > 0))
    )
    found: dict[tuple[str, bool], list[int]] = {}
    for game, own, others, count in rows:
        as_partners = game in in_sides and count == 4 and own * others > 0
        bar = 0 if as_partners else others
        sums = found.setdefault((game, as_partners), [0] * 5)
        for place, value in enumerate((1, own > bar, own < bar, own, others)):
            sums[place] += int(value)
    return [Together(*key, *sums) for key, sums in sorted(found.items())]


def sum_at_tables(connection: Connection, scope: Scope, at_stake: Collection[str] = ()) -> list[AtTables]:
    """The results of a scope's accounts at tables, for each game. Papers and entries made by hand are left out.

    In the games `at_stake`, every win brings the same stake, so a stake is no record. The largest gain in those games
    comes only from entries of points.
    """
    hands = (
        _select_postings(transfers.c.game, func.sum(postings.c.amount).label("amount"))
        .where(*_of_accounts(scope), *_make_hand_conditions(scope, at_stake))
        .group_by(transfers.c.game, transfers.c.table_id, transfers.c.hand)
        .subquery()
    )
    best = select(hands.c.game, func.max(hands.c.amount).label("best")).group_by(hands.c.game)
    best_gains = {row.game: int(row.best) for row in connection.execute(best)}
    rows = _sum_up(connection, [*_of_accounts(scope), _is_at_table()], transfers.c.game)
    return [AtTables(game or "", int(amount), max(0, best_gains.get(game, 0))) for game, amount, _ in rows]


def _is_at_table() -> ColumnElement[bool]:
    """The condition that an entry comes from a table, of this bot or of the books that the crew brought along.

    An entry that reverses such an entry also meets the condition. The reversal may have no hand of its own, because
    older releases stored none when they took back books.
    """
    reversed_entry = transfers.alias()
    at_table = [entry.c.table_id.is_not(None) | entry.c.hand.is_not(None) for entry in (transfers, reversed_entry)]
    return at_table[0] | exists().where(reversed_entry.c.id == transfers.c.reverses_id, at_table[1])


def _make_hand_conditions(scope: Scope, at_stake: Collection[str]) -> list[ColumnElement[bool]]:
    """The conditions for standing entries of single hands at tables. Stakes of the games `at_stake` are left out."""
    return [
        or_(transfers.c.game.not_in(at_stake), transfers.c.reason == GAME_POINTS),
        *_is_standing(scope.crew),
        transfers.c.hand.is_not(None),
        transfers.c.hand != WHOLE_SESSION,
    ]


def _is_standing(crew: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The conditions that an entry of a crew stands: nothing reverses it, and it reverses nothing."""
    reversal = (transfers.c.crew_id == crew, transfers.c.reverses_id.is_not(None), transfers.c.state == POSTED)
    undone = select(transfers.c.reverses_id).where(*reversal)
    return transfers.c.reverses_id.is_(None), transfers.c.id.not_in(undone)


def find_biggest(
    connection: Connection, scope: Scope, at_stake: Collection[str] = ()
) -> tuple[StoredTransfer, int, tuple[int, ...]] | None:
    """Find the largest gain of the scope's accounts in a single hand: its last entry, the gain, and the accounts that
    gained it, such as those of two partners. None if there is none.

    A hand may have several entries, such as payments and penalties. In the games `at_stake`, only entries of points are
    considered.
    """
    wanted = (*_of_accounts(scope), *_make_hand_conditions(scope, at_stake))
    hand = (transfers.c.table_id, transfers.c.hand)
    amount, last = func.sum(postings.c.amount), func.max(transfers.c.id)
    gains = _select_postings(postings.c.account_id, *hand, amount, last).where(*wanted)
    gains = gains.group_by(postings.c.account_id, *hand).having(amount > 0)
    best = connection.execute(gains.order_by(amount.desc(), last, postings.c.account_id).limit(1)).one_or_none()
    if best is None:
        return None
    _, table, number, most, entry = best
    equal = gains.where(hand[0].is_not_distinct_from(table), hand[1] == number).having(amount == most)
    accounts = connection.scalars(equal.order_by(postings.c.account_id))
    (last_entry,) = list_transfers(connection, transfers.c.id == entry)
    return last_entry, int(most), tuple(accounts)


def list_tables(connection: Connection, crew: int | None = None) -> dict[int, tuple[str, int]]:
    """By table id, the game and the sequence of each table of a crew. If `crew` is None, of each table of the bot."""
    own = true() if crew is None else tables.c.crew_id == crew
    rows = connection.execute(select(tables.c.id, tables.c.game, tables.c.sequence).where(own).order_by(tables.c.id))
    return {number: (game, sequence) for number, game, sequence in rows}


def find_best_entry(connection: Connection, scope: Scope, at_table: bool) -> StoredTransfer | None:
    """Find the standing entry with the largest gain; None if there is none.

    With `at_table`, only entries from tables are considered, and otherwise only the lines of papers.
    """
    found = [
        entry
        for entry in list_standing(connection, scope)
        if entry.is_result == at_table and not entry.source.startswith("adjust:")
    ]
    return max(found, key=lambda entry: max(part.amount for part in entry.entries), default=None)


def list_events(connection: Connection, table: int, kinds: Collection[str]) -> list[tuple[Json, ...]]:
    """A table's events of these kinds, as (sequence, kind, version, body, at)."""
    rows = connection.execute(
        select(events.c.sequence, events.c.kind, events.c.version, events.c.body, events.c.at)
        .where(events.c.table_id == table, events.c.kind.in_(kinds))
        .order_by(events.c.sequence)
    )
    return [tuple(row) for row in rows]
