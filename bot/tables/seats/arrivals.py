"""Newcomers at a game under way: they sit down between two hands, where a seat is free and the game allows it."""

from dataclasses import replace

from bot.store.tables.rows import StoredSeat
from bot.store.tables.settings import Waiter
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.free_places import count_free_places, may_sit_down_now
from bot.tables.aggregate.table import Table
from bot.tables.fairness.deciding_rules import fingerprint
from bot.tables.history import events
from bot.tables.history.outcomes import Moved
from games.core.first_hand import InOrder
from games.core.seats import Seat


def sit_down(table: Table, newcomer: Waiter, at: int) -> Change | None:
    """Seat a newcomer, who leaves the queue; None if nobody may sit down now."""
    move = table.game.sit
    if move is None or not may_sit_down_now(table):
        return None
    game_at = table.clock.game_time(at)
    decided = table.game.decide(table.state, None, move, game_at, InOrder(()))
    seat, settings = Seat(len(table.seats)), table.row.settings
    queue = tuple(waiter for waiter in settings.queue if waiter.user != newcomer.user)
    return Change(
        (events.Seated(seat, False), *decided.events),
        decided.state,
        seats=(*table.seats, StoredSeat(seat, newcomer.name, at, user_id=newcomer.user)),
        settings=None if queue == settings.queue else replace(settings, queue=queue),
        outcome=Moved(None, table.game.write(move), game_at, False, rules=fingerprint(table.game)),
    )


def seat_first(table: Table, at: int) -> Change | None:
    """Seat the first person in the queue; None if there is none, or nobody may sit down now."""
    queue = table.row.settings.queue
    return sit_down(table, queue[0], at) if queue else None


def is_newcomer_expected(table: Table, change: Change) -> bool:
    """True if the first in the queue sits down after this change. A game that would be over then goes on with them."""
    settings = table.row.settings if change.settings is None else change.settings
    return bool(settings.queue) and count_free_places(table) > 0
