"""The lobby of a table: sitting down, getting up, changing places, robots, calls for players, the choice of house rules
and presets with everybody's consent, and the start of the game by the button, at a set time, or once all seats are
taken."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Final

from bot.ports import Request, format_timestamp, list_looks
from bot.store import Offer, OfferKind, Status, StoredSeat
from bot.store.tables.settings import SPEECH
from bot.tables.aggregate import Change, Table, Wish, must_allow, must_host, must_not_be_closed, must_run, must_sit
from bot.tables.aggregate.offers import offers_of
from bot.tables.fairness.chance import ChanceSource, WatchedChance, chance_of
from bot.tables.fairness.deciding_rules import find_fingerprint
from bot.tables.fairness.sealing import must_not_be_dealing, prove_draws
from bot.tables.history import events
from bot.tables.history.entries import Began
from bot.tables.lobby import house_rules
from bot.tables.lobby.house_rules import with_zone_leads
from games.core import AnyGame, Level, Refused, Seat, Value, restore, settle

ROBOTS: Final = ("Able", "Baker", "Charlie", "Dog", "Easy", "Fox", "George", "How")
"""The usual names of robots."""


def call(table: Table, request: Request, role: int) -> Change:
    """Call for players by a mention of a role of the server. Raises Refused: started, full, not of this table."""
    _must_be_open(table)
    must_run(table, request.requester)
    if count_free_seats(table) <= 0:
        raise Refused("TABLE", "full", most=table.most_seats)
    return Change((events.Called(str(role)),))


def must_be_in_lobby(table: Table) -> None:
    """Raise Refused unless the table is a lobby."""
    if not table.is_lobby:
        raise Refused("TABLE", "closed" if table.is_closed else "started")


def _must_be_open(table: Table) -> None:
    """Raise Refused if seats and house rules are final, because the table is no lobby or the deal has begun."""
    must_be_in_lobby(table)
    must_not_be_dealing(table)


def make_own_seat(seat: int, request: Request) -> StoredSeat:
    """The seat with this number, with the requester in it."""
    return StoredSeat(seat, request.requester.name, request.at, user_id=request.user)


def count_free_seats(table: Table) -> int:
    """The number of seats that are neither taken nor held for somebody from the queue."""
    return table.most_seats - len(table.seats) - len(list_held_places(table))


def list_held_places(table: Table) -> list[Offer]:
    """The offers of free seats to people from the queue, the oldest first."""
    return [offer for offer in offers_of(table) if offer.kind is OfferKind.QUEUE]


def take_place(table: Table, request: Request) -> Change:
    """Take a free seat, or the one that is held for the requester."""
    _must_be_open(table)
    return _take_seat(table, make_own_seat(len(table.seats), request))


def take_robots_seat(table: Table, request: Request, seat: Seat) -> Change:
    """Take a robot's seat, with everybody else in their places."""
    taken = make_own_seat(seat, request)
    seats = tuple(taken if other.seat == seat else other for other in table.seats)
    return Change((events.Seated(seat, False),), seats=seats)


def _take_seat(table: Table, taken: StoredSeat) -> Change:
    return Change((events.Seated(Seat(taken.seat), taken.is_robot),), seats=(*table.seats, taken))


def add_robot(table: Table, request: Request, level: Level, shown: int = 0) -> Change:
    """Add a robot of this level. Anyone at the table, the host and admins may do this.

    `shown` is the number of the next seat that the requester saw; 0 if unknown. A second tap adds no second robot.
    """
    _must_be_open(table)
    must_run(table, request.requester)
    must_have_level(table.game, level)
    most, seated = table.most_seats, len(table.seats)
    if seated >= most:
        raise Refused("TABLE", "full", most=most)
    if count_free_seats(table) <= 0:
        raise Refused("TABLE", "held", name=list_held_places(table)[0].name)
    if 0 < shown <= seated:
        raise Refused("TABLE", "just_seated", name=max(table.seats, key=lambda taken: taken.joined_at).name)
    return _take_seat(table, StoredSeat(seated, find_free_name(table), request.at, robot=str(level)))


def find_free_name(table: Table) -> str:
    """A name for another robot."""
    return next(list_robot_names(table.names, table.settings.reserved))


def list_robot_names(taken: Collection[str], reserved: Collection[str] = ()) -> Iterator[str]:
    """Names for robots. Names in `taken` are left out. So are names in `reserved`, even with a number added."""
    usual = [name for name in ROBOTS if name not in reserved] or ["Robot"]
    numbered = (f"{name} {number}" for number in count(2) for name in usual)
    return (name for name in chain(usual, numbered) if name not in taken)


def list_reserved(names: Iterable[str]) -> tuple[str, ...]:
    """The usual names of robots that look like one of these names."""
    looks = {look for name in names for look in list_looks(name)}
    return tuple(name for name in ROBOTS if not looks.isdisjoint(list_looks(name)))


def leave(table: Table, request: Request) -> Change:
    """Get up. If no other person is left, the table is closed. Raises Refused: not seated, started."""
    seat = table.seat_of(request.user)
    if table.status not in (Status.LOBBY, Status.CLOSED) and seat is not None:
        must_allow(table, Wish.LEAVE)
        raise Refused("TABLE", "leave_started")
    _must_be_open(table)
    seat = must_sit(table, request.user)
    freed = _free_seat(table, seat)
    if len(table.users) > 1:
        return freed
    return replace(freed, events=(*freed.events, events.Closed("asked")), status=Status.CLOSED)


def swap(table: Table, request: Request) -> Change:
    """Change places with the next player round the table. Raises Refused: not seated, started, nobody else here."""
    _must_be_open(table)
    seat = must_sit(table, request.user)
    other = Seat((seat + 1) % len(table.seats))
    if other == seat:
        raise Refused("TABLE", "alone")
    order = list(table.seats)
    order[seat], order[other] = order[other], order[seat]
    return _seat_in_order(table, order, events.Swapped(seat, other))


def remove_robot(table: Table, request: Request) -> Change:
    """Remove the last robot. Raises Refused: no robot, started, not of this table."""
    _must_be_open(table)
    must_run(table, request.requester)
    robots = [taken for taken in table.seats if taken.is_robot]
    if not robots:
        raise Refused("TABLE", "no_robot")
    return _free_seat(table, Seat(robots[-1].seat))


def _free_seat(table: Table, seat: Seat) -> Change:
    return _seat_in_order(table, [taken for taken in table.seats if taken.seat != seat], events.Left(seat))


def _seat_in_order(table: Table, order: Sequence[StoredSeat], event: object) -> Change:
    """Seat those who stay in this order. Each keeps their salt."""
    before = table.shuffle.known_secret.salts
    salts = {str(place): before[str(taken.seat)] for place, taken in enumerate(order) if str(taken.seat) in before}
    return Change((event,), seats=tuple(replace(taken, seat=place) for place, taken in enumerate(order)), salts=salts)


def must_have_level(game: AnyGame, level: Level) -> None:
    """Raise Refused if a game has no robots of this level."""
    if level not in game.LEVELS:
        raise Refused("TABLE", "no_level", level=str(level), title=game.TITLE)


STARTS_APART: Final = 600_000
"""The fewest milliseconds between two start times. The people in the lobby are pinged at each, so starts must not come
too often."""


def starts_full(table: Table) -> bool:
    """True if the game is to start now: the house rule "start" is "full", all seats are taken, and everybody has
    agreed to the house rules."""
    wanted = house_rules.may_start_when_full(table) and not table.consent.awaited
    return wanted and table.is_lobby and len(table.seats) == table.most_seats


def start(table: Table, request: Request, chance: ChanceSource) -> Change:
    """Begin the game with the seats that are taken. Raises Refused: started, too few, not agreed, not of this table."""
    must_be_able_to_start(table, request)
    return begin(table, request.at, chance)


def must_be_able_to_start(table: Table, request: Request) -> None:
    """Raise Refused if the requester cannot start the game: started, too few, not agreed, not of this table."""
    must_be_in_lobby(table)
    must_run(table, request.requester)
    players, fewest = len(table.seats), table.game.SEATS[0]
    if players < fewest:
        raise Refused("TABLE", "too_few", fewest=fewest, players=players)
    if table.consent.awaited:
        raise Refused("TABLE", "house_waits", names=tuple(table.names[seat] for seat in table.consent.awaited))


def set_start(table: Table, request: Request, start_at: int | None) -> Change:
    """Set the time at which the game starts by itself; None cancels it. Raises Refused: started, not host, too soon
    after the last start time (see `STARTS_APART`)."""
    must_be_in_lobby(table)
    must_host(table, request.requester)
    came_at = table.start.came_at
    if start_at is not None and came_at is not None and start_at < came_at + STARTS_APART:
        raise Refused("TABLE", "start_again", when=format_timestamp(came_at + STARTS_APART))
    return Change((events.StartSet(start_at),))


def start_by_clock(table: Table, at: int, chance: ChanceSource) -> Change | None:
    """Begin the game at its set time; None before that. If there are too few players, or somebody has not agreed to
    the house rules, the lobby stays open."""
    if not table.is_lobby or table.start.at is None or table.start.at > at:
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


def set_house_rule(table: Table, request: Request, name: str, value: str) -> Change:
    """Set a house rule. After the start, this works only for rules on which no result depends. Anyone at the table may
    choose its language, and whether its robots talk.

    Raises Refused: unknown, not a value, started, closed, not the host.
    """
    (must_run if name in (SPEECH, house_rules.BANTER.name) else must_host)(table, request.requester)
    table_options = {option.name: option for option in house_rules.list_table_options(table.game)}
    must_not_be_closed(table)
    if not table.is_lobby and name not in house_rules.LATER:
        raise Refused("TABLE", "house_started")
    if table.is_lobby:
        must_not_be_dealing(table)
    if name in table_options:
        chosen, settings = table_options[name].read(value), table.settings
        before = "" if name in house_rules.LATER else str(table_options[name].value_in(settings.house))
        changed = _make_change_event(table, request, name, chosen, before)
        return Change((changed,), settings=settings.with_house_rule(name, chosen))
    settled = settle(table.game.OPTIONS, {name: house_rules.read_value(table.game, name, value)})[name]
    present = house_rules.as_json(restore(table.game.OPTIONS, table.row.options))
    options = house_rules.as_json(restore(table.game.OPTIONS, {**table.row.options, name: settled}))
    return Change((_make_change_event(table, request, name, options[name], str(present[name])),), options=options)


def _make_change_event(table: Table, request: Request, name: str, value: Value, before: str) -> events.HouseChanged:
    spoken = house_rules.format_spoken(table.game, name, value)
    return events.HouseChanged(name, str(value), before, table.seat_of(request.user), spoken)


def speak(table: Table, request: Request, language: str, said: str) -> Change | None:
    """Let an open table speak the language that its crew has chosen, whose name is `said`."""
    if table.is_closed:
        return None
    changed = events.HouseChanged(SPEECH, language, "", table.seat_of(request.user), said)
    return Change((changed,), settings=replace(table.settings, language=language))


def agree_to_house_rules(table: Table, request: Request, number: int) -> Change:
    """Agree to the house rules after change `number`. Raises Refused: not seated, not asked, changed since."""
    must_be_in_lobby(table)
    seat = must_sit(table, request.user)
    if seat not in table.consent.awaited:
        raise Refused("TABLE", "house_agreed")
    if number != table.consent.changes:
        raise Refused("TABLE", "house_moved")
    return Change((events.HouseAgreed(seat),))


def take_preset(table: Table, request: Request, name: str) -> Change:
    """Set the house rules of a preset, with its cloth.

    Raises Refused: started, not the host, unknown, nothing would change.
    """
    must_host(table, request.requester)
    must_not_be_closed(table)
    if not table.is_lobby:
        raise Refused("TABLE", "house_started")
    must_not_be_dealing(table)
    if not name:
        raise Refused("TABLE", "no_button")
    preset, settings = house_rules.find_preset(table.game, name), table.settings
    present = house_rules.as_json(restore(table.game.OPTIONS, table.row.options))
    options = {**present, **preset.values}
    if preset.whole:
        options = house_rules.options_of(table.game, table.row.pace, present, name)
    changed = [
        _make_change_event(table, request, option, value, str(present[option]))
        for option, value in options.items()
        if value != present[option]
    ]
    if preset.cloth and preset.cloth != house_rules.find_cloth(table):
        changed.append(_make_change_event(table, request, house_rules.CLOTH, preset.cloth, ""))
        settings = settings.with_house_rule(house_rules.CLOTH, preset.cloth)
    if not changed:
        raise Refused("HOUSE", "preset_same", name=name)
    return Change(tuple(changed), options=options, settings=settings)
