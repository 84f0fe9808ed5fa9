"""What a game moves between seats, as entries of the crew's books, in the transaction of the move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import crews, postings
from bot.store.engine import Connection
from bot.store.postings import Entry, NewTransfer
from bot.store.tables import StoredSeat
from bot.tables.table import Table
from games.core.receipt import Transfer


def post(
    connection: Connection, table: Table, transfers: Sequence[Transfer], sequence: int, at: int, confirm_after: int
) -> None:
    """Write `transfers`, which follow event `sequence`, for those who sit at `table`.

    `confirm_after` (milliseconds) is how long players may dispute them before they count; 0 is at once.
    """
    if not transfers:
        return
    accounts = [_account(connection, table.row.crew, seat, at) for seat in table.seats]
    shares = table.row.settings.get("stand_ins_score", "player")
    season = crews.season(connection, table.row.crew).id
    for number, transfer in enumerate(transfers):
        lines = []
        for seat, amount in zip(table.seats, transfer.amounts, strict=True):
            lines += _entries(connection, table.row.crew, seat, accounts[seat.seat], amount, shares)
        if not lines:
            continue
        new = NewTransfer(
            crew=table.row.crew,
            source=f"t:{table.id}:s:{sequence}:{number}",
            entries=lines,
            at=at,
            season=season,
            table=table.id,
            game=table.row.game,
            reason=transfer.reason,
            pending=confirm_after > 0,
            confirm_at=at + confirm_after if confirm_after else None,
            data={"rule": transfer.rule, "hand": table.number},
        )
        postings.post(connection, new)


def _account(connection: Connection, crew: int, seat: StoredSeat, at: int) -> int:
    if seat.user_id is None:
        return _robot(connection, crew, seat)
    member = crews.member(connection, crew, seat.user_id, seat.name, at)
    return postings.account(connection, crew, f"m:{member.id}", member.id)


def _robot(connection: Connection, crew: int, seat: StoredSeat) -> int:
    return postings.account(connection, crew, f"robot:{seat.robot or 'stand-in'}")


def _entries(
    connection: Connection, crew: int, seat: StoredSeat, account: int, amount: int, shares: object
) -> list[Entry]:
    """The entries of one seat: his own, or as the house divides what a stand-in wins and loses for him."""
    if amount == 0:
        return []
    if seat.stand_in is None or shares == "player" or seat.user_id is None:
        return [Entry(account, amount)]
    robot = _robot(connection, crew, seat)
    if shares == "robot":
        return [Entry(robot, amount)]
    own = int(amount / 2)
    return [Entry(account, own)] * bool(own) + [Entry(robot, amount - own)] * bool(amount - own)
