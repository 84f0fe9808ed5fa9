"""The start of a game: by the button, at a set time, or once all seats are taken."""

from dataclasses import replace
from typing import Final

from bot.ports.markup import format_timestamp
from bot.ports.requests import Requester
from bot.store.tables.rows import Status
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.permissions import must_host, must_run
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import ChanceSource, WatchedChance, chance_of
from bot.tables.fairness.deciding_rules import find_fingerprint
from bot.tables.fairness.sealing import prove_draws
from bot.tables.history import events
from bot.tables.history.outcomes import Began
from bot.tables.lobby import house_rules
from bot.tables.lobby.house_rules import with_zone_leads
from bot.tables.lobby.seating import must_be_in_lobby
from games.core.game import AnyGame, find_most_seats
from games.core.options import restore
from games.core.refused import Refused

STARTS_APART: Final = 600_000
"""The fewest milliseconds between two start times. The people in the lobby are pinged at each, so starts must not come
too often."""


def starts_full(table: Table) -> bool:
    """True if the game is to start now: the house rule "start" is "full", all seats are taken, and everybody has
    agreed to the house rules."""
    wanted = house_rules.may_start_when_full(table) and not table.consent.awaited
    return (
        wanted and table.status == Status.LOBBY and len(table.seats) == find_most_seats(table.game, table.row.options)
    )


def start(table: Table, requester: Requester, at: int, chance: ChanceSource) -> Change:
    """Begin the game with the seats that are taken. Raises Refused: started, too few, not agreed, not of this table."""
    must_be_able_to_start(table, requester)
    return begin(table, at, chance)


def must_be_able_to_start(table: Table, requester: Requester) -> None:
    """Raise Refused if the requester cannot start the game: started, too few, not agreed, not of this table."""
    must_be_in_lobby(table)
    must_run(table, requester)
    players, fewest = len(table.seats), table.game.SEATS[0]
    if players < fewest:
        raise Refused("TABLE", "too_few", fewest=fewest, players=players)
    if table.consent.awaited:
        raise Refused("TABLE", "house_waits", names=tuple(table.names[seat] for seat in table.consent.awaited))


def set_start(table: Table, requester: Requester, start_at: int | None) -> Change:
    """Set the time at which the game starts by itself; None cancels it. Raises Refused: started, not host, too soon
    after the last start time (see `STARTS_APART`)."""
    must_be_in_lobby(table)
    must_host(table, requester)
    came_at = table.start.came_at
    if start_at is not None and came_at is not None and start_at < came_at + STARTS_APART:
        raise Refused("TABLE", "start_again", when=format_timestamp(came_at + STARTS_APART))
    return Change((events.StartSet(start_at),))


def start_by_clock(table: Table, at: int, chance: ChanceSource) -> Change | None:
    """Begin the game at its set time; None before that. If there are too few players, or somebody has not agreed to
    the house rules, the lobby stays open."""
    if table.status != Status.LOBBY or table.start.at is None or table.start.at > at:
        return None
    if len(table.seats) < table.game.SEATS[0]:
        return Change((events.StartCame(False),))
    if table.consent.awaited:
        return Change((events.StartCame(False, agreed=False),))
    begun = begin(table, at, chance)
    return replace(begun, events=(events.StartCame(True), *begun.events))


def begin(table: Table, at: int, chance: ChanceSource) -> Change:
    """Begin the game with the seats that are taken. Raises Unsealed if it draws from a shuffle without a seal."""
    players = len(table.seats)
    followed = [option.name for option in table.game.OPTIONS if option.follows_seats]
    options = house_rules.find_starting_rules(table) | {name: players for name in followed if name in table.row.options}
    settled = restore(table.game.OPTIONS, with_zone_leads(table.game, options, at))
    game_at = table.clock.to_game_time(at)
    luck = WatchedChance(chance_of(table, chance))
    game_events = tuple(table.game.begin(players, settled, game_at, luck))
    if table.shuffle.prepared:
        game_events = _with_opening(table.game, game_events, game_at, luck)
    return Change(
        (*prove_draws(table, luck), *game_events, events.Started(players)),
        options=house_rules.as_json(settled),
        status=Status.LIVE,
        outcome=Began(players, game_at, find_fingerprint(table.game)),
    )


def _with_opening(game: AnyGame, game_events: tuple[object, ...], at: int, luck: WatchedChance) -> tuple[object, ...]:
    """The events of a beginning, followed by those of the moves with which the prepared hand opens."""
    opening = () if game.FIRST_HAND is None else game.FIRST_HAND.opening
    state = game.fold(game_events)
    for seat, move in opening:
        decided = game.decide(state, seat, move, at, luck)
        state, game_events = decided.state, (*game_events, *decided.events)
    return game_events
