"""Tally entries of a hand: the game's transfers between seats, which are posted in the transaction of the move."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from bot.store import Connection, Json, StoredSeat, key_values
from bot.store.books import Crew, NewTransfer, crews, postings, revisions
from bot.store.database.errors import TooLarge
from bot.tables.aggregate import Proposal, RowWriter, Table
from bot.tables.history.entries import Moved, is_of_game
from bot.tables.seats.handover_notes import find_handover
from bot.tally.books import crew_settings, stakes
from bot.tally.books.apportionment import add_result, list_session_accounts, make_lines_of, read_parts, sum_parts
from bot.tally.changes.announcements import Origin, announce_entry, announce_too_large
from games.core import Seat
from games.core.receipt import Transfer


class PostingMove(NamedTuple):
    """The move whose results are posted."""

    sequence: int
    """The event with which it began."""
    at: int
    by: int | None
    """The user who made it."""
    wait: int
    """The milliseconds for which players may dispute the entries, unless the crew has set another time."""


def plan_entries(proposal: Proposal) -> RowWriter | None:
    """The writer of a move's results, and of those of a session that ends; None if there can be none."""
    before, outcome = proposal.before, proposal.change.outcome
    if not before.kind.posts_to_books:
        return None
    house = {**before.row.options, **before.settings.house}
    moved = [event for event in proposal.events if is_of_game(event)]
    transfers = stakes.make_transfers(before.game, moved, house)
    if not transfers and not proposal.closes:
        return None
    mover = outcome.seat if isinstance(outcome, Moved) else None
    by = None if mover is None else before.occupant(mover).user_id
    first = before.sequence + bool(proposal.entries)
    move = PostingMove(first, proposal.at, by, proposal.waits.confirm_after)

    def write(connection: Connection) -> None:
        post(connection, proposal.after, transfers, before.shuffle.number, move)
        if proposal.closes:
            post_session(connection, proposal.after, move)

    return write


def post(connection: Connection, table: Table, transfers: Sequence[Transfer], hand: int, move: PostingMove) -> None:
    """Post the `transfers` of a move in hand `hand` to the accounts of the players at `table`.

    A table that posts whole sessions keeps the results until its session ends (`post_session`). At any other table, the
    entries count once nobody can dispute them any more. If the time for that is 0, or fewer than two people sit at
    the table, they count at once. Amounts that are too large for the books are announced and do not count. The move
    itself stands, and the game goes on.
    """
    if not transfers:
        return
    crew = _lock_crew(connection, table)
    seats = [_list_accounts(connection, table, seat, hand, move.at) for seat in table.seats]
    if stakes.is_by_session(table.settings.house):
        _keep(connection, table, transfers, seats, move)
        return
    draft = _draft_entry(connection, table, crew, [seats], move)
    noted = {"seats": seats, **draft.data, **_make_away_note(table, seats)}
    for number, transfer in enumerate(transfers):
        data = {"rule": transfer.rule, "amounts": list(transfer.amounts), **noted}
        if any(transfer.amounts):
            source = f"{draft.source}:{number}"
            _enter(connection, table, crew, replace(draft, source=source, reason=transfer.reason, data=data, hand=hand))


def post_session(connection: Connection, table: Table, move: PostingMove) -> None:
    """Post the results of a whole session, which `move` ended, in one entry.

    Does nothing at a table that posts each hand, or without results.
    """
    kept = key_values.get(connection, _key_of_kept(table))
    if kept is None:
        return
    crew = _lock_crew(connection, table)
    key_values.drop(connection, _key_of_kept(table))
    parts = read_parts(kept)
    draft = _draft_entry(connection, table, crew, [part.seats for part in parts], move)
    data = {"rule": kept["rule"], "amounts": list(sum_parts(parts)), "seats": list_session_accounts(parts),
            "parts": kept["parts"], "count": kept["count"], **draft.data}  # fmt: skip
    _enter(connection, table, crew, replace(draft, source=f"{draft.source}:0", reason="session", data=data))


def _draft_entry(
    connection: Connection, table: Table, crew: Crew, line_ups: Sequence[list[list[int]]], move: PostingMove
) -> NewTransfer:
    """An entry with all that is the same in each entry of a move. The results are those of these line-ups, each of
    which has the accounts by seat.

    Its data has notes on the terms on which it enters the books (see `make_lines_of`): the worth of the game's unit in
    units of the crew, the accounts of robots, and whether the results of robots are shared out between the people. For
    that, there must be at least two people. Otherwise, the entry stands apart if robots were in each line-up. An entry
    counts after the time for disputes.
    """
    settings = crew_settings.read_settings(crew.settings)
    dispute_time = settings.find_dispute_time(move.wait) if len(table.users) > 1 else 0
    weight = settings.weight_of(table.row.game)
    played = [frozenset(chain.from_iterable(seats)) for seats in line_ups]
    everybody = frozenset[int]().union(*played)
    robots = crews.find_robots(connection, everybody)
    noted: dict[str, Json] = {} if weight == 1 else {"weight": str(weight)}
    state = postings.PENDING if dispute_time else postings.POSTED
    if robots:
        noted["robots"] = sorted(robots)
        if settings.robots == "people" and len(everybody - robots) > 1:
            noted["between_people"] = True
        elif all(robots & accounts for accounts in played):
            state = postings.APART
    return NewTransfer(
        crew=crew.id,
        source=f"t:{table.id}:s:{move.sequence}",
        entries=(),
        at=move.at,
        table=table.id,
        game=table.row.game,
        by=move.by,
        state=state,
        confirm_at=move.at + dispute_time if dispute_time else None,
        data=noted,
        rules_version=table.row.rules_version,
    )


def _make_away_note(table: Table, seats: Sequence[Sequence[int]]) -> dict[str, Json]:
    """A note of the accounts of players for whom a robot stands in. They bear the result, but have no vote on it."""
    away = {
        account for seat, own in zip(table.seats, seats, strict=True) if seat.stand_in is not None for account in own
    }
    return {postings.AWAY: sorted(away)} if away else {}


def _keep(
    connection: Connection, table: Table, transfers: Sequence[Transfer], seats: list[list[int]], move: PostingMove
) -> None:
    """Add the results of a move to those that are kept until the session ends."""
    kept = key_values.get(connection, _key_of_kept(table)) or {"parts": [], "count": 0}
    parts = read_parts(kept)
    for transfer in transfers:
        if any(transfer.amounts):
            parts = add_result(parts, move.sequence, seats, transfer.amounts)
            kept = {"rule": transfer.rule, "count": kept["count"] + 1}
    if parts:
        key_values.put(connection, _key_of_kept(table), {**kept, "parts": [list(part) for part in parts]}, move.at)


def _key_of_kept(table: Table) -> str:
    """The key of the results that are kept until a table's session ends."""
    return f"tally:session:{table.id}:kept"


def _lock_crew(connection: Connection, table: Table) -> Crew:
    crew = crews.find_crew(connection, table.row.crew)
    assert crew is not None
    revisions.lock(connection, crew.id)
    return crew


def _enter(connection: Connection, table: Table, crew: Crew, new: NewTransfer) -> None:
    """Post an entry with the lines that follow from its data, unless there are none. Announce it if the crew has a
    channel for that. If the entry is too large for the books, it does not count, and the announcement says so."""
    new = replace(new, entries=make_lines_of(new.data))
    if not new.entries:
        return
    try:
        number = postings.post(connection, new)
    except TooLarge:
        announce_too_large(connection, crew, Origin(None, table.place, new.source, new.at), _note_void(connection, new))
        return
    if crew_settings.read_settings(crew.settings).channel and new.state != postings.APART:
        announce_entry(connection, number, new.at)


def _note_void(connection: Connection, new: NewTransfer) -> int | None:
    """Store a transfer as void, since it is too large for the books. Returns its id, or None if it cannot be stored."""
    if not postings.fits(entry.amount for entry in new.entries):
        return None
    return postings.post(connection, replace(new, state=postings.VOID, confirm_at=None))


def _list_accounts(connection: Connection, table: Table, seat: StoredSeat, hand: int, at: int) -> list[int]:
    """The accounts that share a seat's result: that of the person who began the hand or game, that of the last person
    who accepted the seat since, or both.

    If a person leaves their seat to a robot, the result stays the person's. If a person takes a robot's seat, the
    result stays the robot's until the next hand or game.
    """
    crew = table.row.crew
    note = find_handover(table, Seat(seat.seat), hand)
    if note is None:
        return [_find_account(connection, crew, seat, at)]
    first = _find_former_account(connection, crew, note.user)
    if note.user is None:
        return [first]
    last = first if note.last is None else _find_former_account(connection, crew, note.last)
    if seat.user_id is not None:
        last = _find_account(connection, crew, seat, at)
    share = crew_settings.SUBSTITUTES.value_in(table.settings.house)
    if first == last or share == "player":
        return [first]
    return [last] if share == "robot" else [first, last]


def _find_former_account(connection: Connection, crew: int, user: int | None) -> int:
    """The account of a seat's former player; `user` as in `Handover`, None for a robot."""
    member = None
    if user is not None and user > 0:
        member = crews.find_member(connection, crew, user)
    elif user:
        member = crews.find_member_by_id(connection, crew, -user)
    return crews.open_account(connection, crew, None if member is None else member.id)


def _find_account(connection: Connection, crew: int, seat: StoredSeat, at: int) -> int:
    member = None if seat.user_id is None else crews.ensure_member(connection, crew, seat.user_id, seat.name, at).id
    return crews.open_account(connection, crew, member)
