"""Tables in the DM of one person, who plays with robots: practice, and the hand of the day.

Such a table belongs to no server, and its channel is its player's DM. A person has at most one, since only one table
can be open in a channel. At a practice table nothing counts, and there is no time limit.

The hand of the day is dealt to everybody from the day's one secret, without salts and without a seal. The commitment to
the secret was made before the day began. The table opens and begins in one commit, so the counter of its draws is the
same for everybody.
"""

from dataclasses import replace
from typing import Any, Final

from bot.ports import Request
from bot.store import Connection, Pace, Secret, StoredSeat, StoredTable
from bot.store.tables import rows as stored_tables
from bot.store.tables.days import Deal
from bot.tables.aggregate import Change, Table, Wish
from bot.tables.aggregate.kinds import DAILY, PRACTICE, find_kind
from bot.tables.fairness import sealing
from bot.tables.fairness.chance import ChanceSource
from bot.tables.history import events
from bot.tables.history.entries import Entry
from bot.tables.lobby import house_rules, lobby
from bot.tables.lobby.lobby import list_robot_names, make_own_seat
from bot.tables.lobby.opening import Draft, list_opening_events
from bot.tables.timing.tempo import TEMPO
from games.core import AnyGame, Level, Refused, Seat, Value, settle
from games.core.first_hand import FirstHand
from games.core.seats import FIRST

PRESET: Final = "unhurried"
"""The preset for practice tables, in games that have it."""
MOST_AT_TABLE: Final = 4
"""The most players at a table in a DM."""


def draft_practice(game: AnyGame, request: Request, first: FirstHand[Any, Any] | None) -> Draft:
    """Draft a practice table: for the prepared hand `first`, or for shuffled hands. Its DM channel is not known yet."""
    options = find_options_alone(game) | ({} if first is None else dict(first.house))
    house = {sealing.SECRETS.name: sealing.HAND}
    return Draft(game, 0, 0, request.requester, request.at, options=options, house=house, kind=PRACTICE)


def find_options_alone(game: AnyGame) -> dict[str, Value]:
    """The options of a table in a DM: the rules for newcomers, without a clock."""
    newcomers = house_rules.find_newcomers_preset(game)
    preset = PRESET if any(known.name == PRESET for known in game.PRESETS) else ""
    return house_rules.options_of(game, Pace.LIVE, {} if newcomers is None else newcomers.values, preset)


def open_practice(table: Table, request: Request, level: Level | None) -> Change | None:
    """Seat the person and robots of this level, and set the start to now; None if that was done already.

    Without a level, the table plays the prepared hand of its game, in which the robots follow a script.
    """
    if table.sequence:
        return None
    prepared = table.game.FIRST_HAND if level is None else None
    players = count_players(table.game) if prepared is None else prepared.players
    seats = seat_alone(request, players, level or Level.DECKHAND)
    opened = (*list_opening_events(seats), events.StartSet(request.at))
    if prepared is not None:
        return Change((*opened, events.Prepared(1)), seats=seats)
    return Change(opened, seats=seats, next_shuffle=1)


def count_players(game: AnyGame) -> int:
    """The number of players at a table in a DM: `MOST_AT_TABLE`, or the nearest number that the game allows."""
    fewest, most = game.SEATS
    return max(fewest, min(most, MOST_AT_TABLE))


def seat_alone(request: Request, players: int, level: Level, own: Seat = FIRST) -> tuple[StoredSeat, ...]:
    """The seats of a table in a DM: the person at seat `own`, and robots of one level."""
    names = list_robot_names((request.requester.name,))
    return tuple(
        make_own_seat(seat, request) if seat == own else StoredSeat(seat, next(names), request.at, robot=str(level))
        for seat in range(players)
    )


def find_in_dm(connection: Connection, user: int) -> StoredTable | None:
    """The open table in a person's DM, which has room for one; None if there is none.

    Raises Refused if that table is of a kind that makes no room for another.
    """
    rows = stored_tables.list_of_person(connection, user)
    found = next((row for row in rows if find_kind(row).is_private), None)
    if found is not None and (reason := find_kind(found).refusals.get(Wish.MAKE_ROOM)) is not None:
        raise Refused("TABLE", reason)
    return found


def find_of_person(connection: Connection, user: int) -> StoredTable | None:
    """The open practice table of a person, or None."""
    return next((row for row in stored_tables.list_of_person(connection, user) if find_kind(row) is PRACTICE), None)


DAY_LEVEL: Final = Level.OLD_HAND
"""The level of the robots. Such robots play out no deals, so they make the same moves even on a busy machine."""


def draft_day(game: AnyGame, channel: int, request: Request, day: int) -> Draft:
    """Draft a table for the hand of a day in a DM channel. Its house rules are the same for everybody."""
    options = house_rules.as_json(settle(game.OPTIONS, find_options_alone(game), game.DAILY))
    house = {sealing.SECRETS.name: sealing.SESSION, TEMPO.name: TEMPO.default}
    return Draft(game, 0, channel, request.requester, request.at, options=options, house=house, kind=DAILY, day=day)


def open_day(table: Table, request: Request, deal: Deal, chance: ChanceSource) -> Change | None:
    """Seat the person and the robots, and begin the game from the day's secret; None if that was done already."""
    if table.sequence:
        return None
    at, seats = request.at, seat_alone(request, count_players(table.game), DAY_LEVEL)
    committed = (events.CommittedTo(1, deal.commitment), events.SaltsClosed(1, "", 0), events.Sealed(1, ""))
    opened = (*list_opening_events(seats), *committed)
    entries = [Entry(sequence, at, None, event) for sequence, event in enumerate(opened, 1)]
    seated = replace(table, seats=seats).after(entries)
    secret = Secret(table.id, 1, deal.commitment, deal.secret, {}, at, None)
    begun = lobby.begin(replace(seated, shuffle=seated.shuffle.with_secret(secret)), at, chance)
    return replace(begun, events=(*opened, *begun.events), seats=seats, secret=bytes.fromhex(deal.secret))
