"""Before the first hand: opening a table, sitting down, robots, house rules, the start."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, count
from typing import Final

from bot.ports.markup import timestamp
from bot.ports.requests import Requester
from bot.ports.text import clean
from bot.store import crews
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.store.errors import Conflict
from bot.store.tables import Counted, NewTable, Status, StoredSeat, StoredTable
from bot.tables import events, house_rules
from bot.tables.chance import ChanceSource, WatchedChance
from bot.tables.changes import Change
from bot.tables.limits import Limits
from bot.tables.offers import Offer, OfferKind, offers_of
from bot.tables.robots import must_offer
from bot.tables.sealing import drawn, must_not_be_dealing
from bot.tables.table import Table
from bot.tally import crew_settings
from games.core.game import AnyGame, most_seats
from games.core.options import restore, settle
from games.core.refused import Refused
from games.core.robots import Level
from games.core.seats import Seat

ROBOTS: Final = ("Able", "Baker", "Charlie", "Dog", "Easy", "Fox", "George", "How")
"""Names of the house's robots."""


CALLED_APART: Final = 600_000
"""The least milliseconds between two times at which the people of a lobby are called to its start."""


def create(
    connection: Connection, game: AnyGame, guild: int, channel: int, thread: int | None, who: Requester, pace: str,
    preset: str, at: int, limits: Limits | None = None,
) -> StoredTable:  # fmt: skip
    """Write the row of a new table, which `open_table` then opens.

    Raises Refused if the place is taken, or there are too many tables.
    """
    must_have_room(connection, game, guild, who, pace, preset, limits or Limits())
    crew = crews.at_place(connection, guild, (channel,), at, crew_settings.of_new_crew)
    own = house_rules.crew_defaults(connection, crew.id, game, pace, game.OPTIONS)
    options = house_rules.options_of(game, pace, own, preset)
    settings = house_rules.default_settings(crew, game)
    settings |= house_rules.crew_defaults(connection, crew.id, game, pace, house_rules.settings_of(game))
    try:
        return stored_tables.create(
            connection,
            NewTable(
                crew=crew.id,
                guild=guild,
                channel=channel,
                game=game.NAME,
                rules_version=game.RULES_VERSION,
                options=options,
                at=at,
                thread=thread,
                host=who.user,
                pace=pace,
                settings=settings,
            ),
        )
    except Conflict:
        raise Refused("TABLE", "channel_taken") from None


def must_have_place(connection: Connection, guild: int, who: Requester, limits: Limits) -> None:
    """Raise Refused if there are too many tables for another one. Practice tables belong to no server."""
    found = stored_tables.count_open(connection, guild, who.user)
    _refuse_too_many(found if guild else found._replace(server=0), limits)


def must_have_room(
    connection: Connection, game: AnyGame, guild: int, who: Requester, pace: str, preset: str, limits: Limits
) -> None:
    """Raise Refused if there are too many tables for another one, or the game has no such preset."""
    house_rules.options_of(game, pace, {}, preset)
    must_have_place(connection, guild, who, limits)


def _refuse_too_many(found: Counted, limits: Limits) -> None:
    for name, found_open, most in (
        ("person_lobbies", found.lobbies, limits.person_lobbies),
        ("person_tables", found.person, limits.person_tables),
        ("server_tables", found.server, limits.server_tables),
        ("tables", found.everybody, limits.tables),
    ):
        if found_open >= most:
            raise Refused("QUOTA", name, most=most)


def open_table(who: Requester, at: int, start_at: int | None = None) -> Change:
    """Open a lobby, seat its host, and commit to the first shuffle."""
    host = StoredSeat(0, who.name, at, user_id=who.user)
    begun = (events.Opened(), events.Seated(Seat(0), False))
    timed = () if start_at is None else (events.StartSet(start_at),)
    return Change((*begun, *timed), seats=(host,), next_shuffle=1)


def create_again(
    connection: Connection, table: Table, who: Requester, at: int, limits: Limits | None = None
) -> StoredTable:
    """Write the row of a table that follows one that is over: the same place, game, pace and house rules.

    Raises Refused if that one was not played, the place is taken, or there are too many tables.
    """
    if table.practice:
        raise Refused("TABLE", "practice_again")
    if table.status != Status.CLOSED or table.playing is None:
        raise Refused("TABLE", "not_played")
    row, game = table.row, table.game
    must_have_place(connection, row.guild, who, limits or Limits())
    crew = crews.at_place(connection, row.guild, (row.channel,), at, crew_settings.of_new_crew)
    own = {option.name for option in house_rules.settings_of(game)} | {stored_tables.QUEUE}
    settings = house_rules.default_settings(crew, game)
    settings |= {name: value for name, value in row.settings.items() if name in own}
    try:
        return stored_tables.create(
            connection,
            NewTable(
                crew=crew.id,
                guild=row.guild,
                channel=row.channel,
                game=game.NAME,
                rules_version=game.RULES_VERSION,
                options=house_rules.as_json(restore(game.OPTIONS, row.options)),
                at=at,
                thread=row.thread,
                host=who.user,
                pace=row.pace,
                settings=settings,
            ),
        )
    except Conflict:
        raise Refused("TABLE", "channel_taken") from None


def seats_again(table: Table, here: Collection[int], at: int) -> tuple[StoredSeat, ...]:
    """The seats of the table that follows: the robots, and those of the people who are here. Raises Refused."""
    kept = [seat for seat in table.seats if seat.user_id is None or seat.user_id in here]
    if all(taken.user_id is None for taken in kept):
        raise Refused("TABLE", "nobody_again")
    return tuple(replace(taken, seat=place, joined_at=at, stand_in=None) for place, taken in enumerate(kept))


def open_again(table: Table, seats: tuple[StoredSeat, ...]) -> Change | None:
    """Open the lobby of a table that follows another, with these seats taken; None if it is open."""
    if table.sequence:
        return None
    seated = tuple(events.Seated(Seat(seat.seat), seat.user_id is None) for seat in seats)
    return Change((events.Opened(), *seated), seats=seats, next_shuffle=1)


def call(table: Table, who: Requester, role: int) -> Change:
    """Call for players with a role of the server. Raises Refused: started, full, not of this table."""
    _must_be_open(table)
    must_run(table, who)
    if free_seats(table) <= 0:
        raise Refused("TABLE", "full", most=most_seats(table.game, table.row.options))
    return Change((events.Called(str(role)),))


def _must_be_in_lobby(table: Table) -> None:
    if table.status != Status.LOBBY:
        raise Refused("TABLE", "closed" if table.status == Status.CLOSED else "started")


def _must_be_open(table: Table) -> None:
    """Raise Refused if seats and house rules can change no more: started, or the deal has begun."""
    _must_be_in_lobby(table)
    must_not_be_dealing(table)


def join(table: Table, who: Requester, at: int) -> Change:
    """Sit down. Raises Refused: already seated, full, started."""
    _must_be_open(table)
    if table.seat_of(who.user) is not None:
        raise Refused("TABLE", "seated")
    return _seat(table, StoredSeat(len(table.seats), who.name, at, user_id=who.user))


def starts_full(table: Table) -> bool:
    """True if the game is to start now because all seats are taken, as a house rule says."""
    wanted = table.row.settings.get("start") == "full" and not table.consent.waits_for
    return wanted and table.status == Status.LOBBY and len(table.seats) == most_seats(table.game, table.row.options)


def free_seats(table: Table) -> int:
    """The number of seats that anyone may take: neither taken nor held for somebody from the queue."""
    return most_seats(table.game, table.row.options) - len(table.seats) - len(held_places(table))


def held_places(table: Table) -> list[Offer]:
    """The offers of free seats to people from the queue, the oldest first."""
    return [offer for offer in offers_of(table) if offer.kind is OfferKind.QUEUE]


def take_place(table: Table, who: Requester, at: int) -> Change:
    """Take the free place that is held for the requester."""
    _must_be_open(table)
    return _seated(table, StoredSeat(len(table.seats), who.name, at, user_id=who.user))


def _seat(table: Table, taken: StoredSeat) -> Change:
    if free_seats(table) > 0:
        return _seated(table, taken)
    most = most_seats(table.game, table.row.options)
    if len(table.seats) < most:
        raise Refused("TABLE", "held", name=held_places(table)[0].name)
    raise Refused("TABLE", "full", most=most)


def _seated(table: Table, taken: StoredSeat) -> Change:
    return Change((events.Seated(Seat(taken.seat), taken.user_id is None),), seats=(*table.seats, taken))


def add_robot(table: Table, who: Requester, at: int, level: Level) -> Change:
    """Put a robot of this level on the next seat. Allowed to anyone at the table, the host and admins."""
    _must_be_open(table)
    must_run(table, who)
    must_offer(table.game, level)
    return _seat(table, StoredSeat(len(table.seats), free_name(table), at, robot=str(level)))


def free_name(table: Table) -> str:
    """A name for another robot."""
    return next(robot_names(table.names))


def robot_names(taken: Collection[str]) -> Iterator[str]:
    """Names for robots besides those that are taken; people may have any of the house's names for their own."""
    numbered = (f"{name} {number}" for number in count(2) for name in ROBOTS)
    return (name for name in chain(ROBOTS, numbered) if name not in taken)


def must_run(table: Table, who: Requester) -> None:
    """Raise Refused unless they sit here, opened the table, or manage its channel or the server."""
    if table.seat_of(who.user) is None and table.row.host != who.user and not (who.admin or who.moderator):
        raise Refused("TABLE", "not_seated")


def must_host(table: Table, who: Requester) -> None:
    """Raise Refused unless they opened the table, or manage its channel or the server."""
    if table.row.host != who.user and not (who.admin or who.moderator):
        raise Refused("TABLE", "not_host")


def leave(table: Table, who: Requester) -> Change:
    """Get up. The last person to leave closes the table. Raises Refused: not seated, started."""
    seat = table.seat_of(who.user)
    if table.status not in (Status.LOBBY, Status.CLOSED) and seat is not None:
        raise Refused("TABLE", "leave_practice" if table.practice else "leave_started")
    _must_be_open(table)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    left = _free_seat(table, seat)
    if any(taken.user_id is not None and taken.seat != seat for taken in table.seats):
        return left
    return replace(left, events=(*left.events, events.Closed("asked")), status=Status.CLOSED)


def swap(table: Table, who: Requester) -> Change:
    """Change places with the next player round the table. Raises Refused: not seated, started, nobody else here."""
    _must_be_open(table)
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    other = Seat((seat + 1) % len(table.seats))
    if other == seat:
        raise Refused("TABLE", "alone")
    places = {seat: other, other: seat}
    moved = (replace(taken, seat=places.get(Seat(taken.seat), taken.seat)) for taken in table.seats)
    seats = sorted(moved, key=lambda taken: taken.seat)
    salts = table.shuffle.committed.salts
    salts = {str(places.get(Seat(int(place)), int(place))): words for place, words in salts.items()}
    return Change((events.Swapped(seat, other),), seats=tuple(seats), salts=salts)


def remove_robot(table: Table, who: Requester) -> Change:
    """Take the last robot away."""
    _must_be_open(table)
    must_run(table, who)
    robots = [taken for taken in table.seats if taken.user_id is None]
    if not robots:
        raise Refused("TABLE", "no_robot")
    return _free_seat(table, Seat(robots[-1].seat))


def _free_seat(table: Table, seat: Seat) -> Change:
    left = [taken for taken in table.seats if taken.seat != seat]
    moved = tuple(replace(taken, seat=place) for place, taken in enumerate(left))
    old = table.shuffle.committed.salts
    salts = {str(place): old[str(taken.seat)] for place, taken in enumerate(left) if str(taken.seat) in old}
    return Change((events.Left(seat),), seats=moved, salts=salts)


def set_house_rule(table: Table, who: Requester, name: str, value: str) -> Change:
    """Set a house rule before the first hand, or later a setting that is about looks.

    Raises Refused: unknown, not a value, started, closed, not the host.
    """
    must_host(table, who)
    own = {option.name: option for option in house_rules.settings_of(table.game)}
    if table.status == Status.CLOSED:
        raise Refused("TABLE", "closed")
    if table.status != Status.LOBBY and name not in house_rules.LATER:
        raise Refused("TABLE", "house_started")
    if table.status == Status.LOBBY:
        must_not_be_dealing(table)
    seat = table.seat_of(who.user)
    if name in own:
        settings = {**table.row.settings, name: own[name].read(value)}
        before = "" if name in house_rules.LATER else str(table.row.settings.get(name, own[name].default))
        told = house_rules.said(table.game, name, settings[name])
        return Change((events.HouseChanged(name, str(settings[name]), before, seat, told),), settings=settings)
    read = settle(table.game.OPTIONS, {name: house_rules.read_value(table.game, name, value)})[name]
    present = house_rules.as_json(restore(table.game.OPTIONS, table.row.options))
    options = house_rules.as_json(restore(table.game.OPTIONS, {**table.row.options, name: read}))
    told = house_rules.said(table.game, name, options[name])
    changed = events.HouseChanged(name, str(options[name]), str(present[name]), seat, told)
    return Change((changed,), options=options)


def agree_to_house_rules(table: Table, who: Requester, number: int) -> Change:
    """Agree to the house rules as change `number` left them. Raises Refused: not seated, not asked, changed since."""
    _must_be_in_lobby(table)
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    if seat not in table.consent.waits_for:
        raise Refused("TABLE", "house_agreed")
    if number != table.consent.changes:
        raise Refused("TABLE", "house_moved")
    return Change((events.HouseAgreed(seat),))


def start(table: Table, who: Requester, at: int, chance: ChanceSource) -> Change:
    """Begin the game with the seats that are taken. Raises Refused: too few, not the right number, started."""
    _must_be_in_lobby(table)
    must_run(table, who)
    players, fewest = len(table.seats), table.game.SEATS[0]
    if players < fewest:
        raise Refused("TABLE", "too_few", fewest=fewest, players=players)
    if table.consent.waits_for:
        raise Refused("TABLE", "house_waits", names=tuple(table.names[seat] for seat in table.consent.waits_for))
    return _begin(table, players, at, chance)


def set_start(table: Table, who: Requester, start_at: int | None) -> Change:
    """Have the game start by itself at a time, or (None) not. Raises Refused: started, not the host, too soon.

    Everybody who sits there is called when that time comes, so two such times lie apart.
    """
    _must_be_in_lobby(table)
    must_host(table, who)
    came_at = table.start.came_at
    if start_at is not None and came_at is not None and start_at < came_at + CALLED_APART:
        raise Refused("TABLE", "start_again", when=timestamp(came_at + CALLED_APART))
    return Change((events.StartSet(start_at),))


def start_by_clock(table: Table, at: int, chance: ChanceSource) -> Change | None:
    """Begin the game at the time that was set, or leave the lobby open if too few sit there, or somebody has not agreed
    to its house rules; None before that time."""
    if table.status != Status.LOBBY or table.start.at is None or table.start.at > at:
        return None
    if len(table.seats) < table.game.SEATS[0]:
        return Change((events.StartCame(False),))
    if table.consent.waits_for:
        return Change((events.StartCame(False, agreed=False),))
    begun = _begin(table, len(table.seats), at, chance)
    return replace(begun, events=(events.StartCame(True), *begun.events))


def _begin(table: Table, players: int, at: int, chance: ChanceSource) -> Change:
    followed = [option.name for option in table.game.OPTIONS if option.follows_seats]
    options = dict(table.row.options) | {name: players for name in followed if name in table.row.options}
    people = sum(seat.user_id is not None for seat in table.seats)
    if people == 1 and table.row.pace == "live" and not table.practice:
        options |= house_rules.alone_rules(table.game, table.row.pace, options)
    settled = restore(table.game.OPTIONS, options)
    game_at = table.clock.game_time(at)
    luck = WatchedChance(chance.decision(table))
    begun = tuple(table.game.begin(players, settled, game_at, luck))
    outcome = {"seat": None, "begin": players, "at": game_at, "drew": True}
    return Change(
        (*drawn(table, luck), *begun, events.Started(players)),
        options=house_rules.as_json(settled),
        status=Status.LIVE,
        outcome=outcome,
    )


def salt_shuffle(table: Table, who: Requester, words: str) -> Change:
    """Salt the coming shuffle. Raises Refused after the deal, or for words that are too long."""
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    if table.status == Status.CLOSED:
        raise Refused("TABLE", "closed")
    if table.hand_open or table.shuffle.closed_at is not None:
        raise Refused("TABLE", "dealt")
    salt = clean(words)
    if not 0 < len(salt) <= 64:
        raise Refused("TABLE", "salt", most=64)
    return Change((events.Salted(seat),), salts={**table.shuffle.committed.salts, str(seat): salt})
