"""Before the first hand: opening a table, sitting down, robots, house rules, the start."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from typing import Any, Final

from bot.ports.requests import Requester
from bot.store import crews
from bot.store import tables as stored_tables
from bot.store.crews import Crew
from bot.store.engine import Connection
from bot.store.errors import Conflict
from bot.store.tables import NewTable, StoredSeat, StoredTable
from bot.tables import events
from bot.tables.changes import Change, seal
from bot.tables.shuffles import chance_of
from bot.tables.table import Table
from bot.tally import crew_settings, stakes
from games.core.game import AnyGame, most_seats
from games.core.options import Option, Options, restore, settle
from games.core.refused import Refused
from games.core.robots import Level
from games.core.seats import Seat

ROBOTS: Final = ("Able", "Baker", "Charlie", "Dog", "Easy", "Fox", "George", "How")
"""Names of the house's robots."""

_LOOKS_AND_START: Final = (
    Option("text_only", False, "HOUSE", "Boards in words, for screen readers"),
    Option(
        "start",
        "button",
        "HOUSE",
        "Whether the game starts by the button or also when all seats are taken",
        ("button", "full"),
    ),
)
"""House rules of the table itself, the same for every game."""


def settings_of(game: AnyGame) -> tuple[Option, ...]:
    """The house rules of a table besides the game's own: about the tally, its looks and its start."""
    return (crew_settings.SUBSTITUTES, *stakes.offered(game), *_LOOKS_AND_START)


LATER: Final = frozenset({"text_only"})
"""Those that may change after the start: they are about looks, not about what counts."""


def house(game: AnyGame, pace: str, own: Options, preset: str) -> dict[str, Any]:
    """The options of a new table: the pace's bundle, the crew's house rules, then the preset asked for. One that is
    the rulebook itself, and names nothing, goes in place of the crew's rules.

    Raises Refused("HOUSE", "preset").
    """
    presets = {one.name: one.values for one in game.PRESETS}
    if preset and preset not in presets:
        raise Refused("HOUSE", "preset", name=preset, allowed=tuple(presets))
    rulebook = preset in presets and not presets[preset]
    layers = [presets.get(pace, {}), {} if rulebook else own, presets.get(preset, {})]
    return plain(settle(game.OPTIONS, *layers))


def usual(crew: Crew, game: AnyGame) -> dict[str, Any]:
    """The values of `settings_of` that new tables of a crew begin with."""
    own = crew_settings.table_settings(crew.settings)
    return {option.name: own.get(option.name, option.default) for option in settings_of(game)}


def own_rules(connection: Connection, crew: int, game: AnyGame, pace: str, known: Iterable[Option]) -> dict[str, Any]:
    """What a crew keeps as its own house rules of a game at a pace, of the rules that are `known`. What is not known
    any more, or not a value any more, is left out."""
    kept = crews.house(connection, crew, game.NAME).get(pace, {})
    found: dict[str, Any] = {}
    for option in known:
        with suppress(KeyError, Refused):
            found[option.name] = option.read(kept[option.name])
    return found


def plain(options: Options) -> dict[str, Any]:
    """Options as JSON data."""
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in options.items()}


def create(
    connection: Connection, game: AnyGame, guild: int, channel: int, thread: int | None, who: Requester, pace: str,
    preset: str, at: int,
) -> StoredTable:  # fmt: skip
    """Write a new table in its lobby with the first commitment still to come. Raises Refused if the place is taken."""
    crew = crews.at_place(connection, guild, (channel,), at)
    options = house(game, pace, own_rules(connection, crew.id, game, pace, game.OPTIONS), preset)
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
                settings=usual(crew, game) | own_rules(connection, crew.id, game, pace, settings_of(game)),
            ),
        )
    except Conflict:
        raise Refused("TABLE", "channel_taken") from None


def opened(table: Table, who: Requester, at: int, start_at: int | None = None) -> Change:
    """The first events of a table: it is open, its host sits, its first shuffle is committed to."""
    host = StoredSeat(0, who.name, at, user_id=who.user)
    begun = (events.Opened(), events.Seated(Seat(0), False))
    timed = () if start_at is None else (events.StartSet(start_at),)
    return seal(Change((*begun, *timed), seats=(host,)), 1)


def _in_lobby(table: Table) -> None:
    if table.status != "lobby":
        raise Refused("TABLE", "started")


def join(table: Table, who: Requester, at: int) -> Change:
    """Sit down. Raises Refused: sitting already, full, started."""
    _in_lobby(table)
    if table.seat_of(who.user) is not None:
        raise Refused("TABLE", "seated")
    return _seated(table, StoredSeat(len(table.seats), who.name, at, user_id=who.user))


def starts_full(table: Table) -> bool:
    """Whether the house wants the game to start now, because all seats are taken."""
    wanted = table.row.settings.get("start") == "full"
    return wanted and table.status == "lobby" and len(table.seats) == most_seats(table.game, table.row.options)


def _seated(table: Table, one: StoredSeat) -> Change:
    if len(table.seats) >= most_seats(table.game, table.row.options):
        raise Refused("TABLE", "full", most=most_seats(table.game, table.row.options))
    return Change((events.Seated(Seat(one.seat), one.user_id is None),), seats=(*table.seats, one))


def add_robot(table: Table, who: Requester, at: int, level: Level) -> Change:
    """Put a robot of this level on the next seat. Anybody at the table, the host or an admin may."""
    _in_lobby(table)
    may_run(table, who)
    return _seated(table, StoredSeat(len(table.seats), free_name(table), at, robot=str(level)))


def free_name(table: Table) -> str:
    """A name for another robot; people may have any of the house's names for their own."""
    numbered = (f"{name} {number}" for number in count(2) for name in ROBOTS)
    return next(name for name in chain(ROBOTS, numbered) if name not in table.names)


def may_run(table: Table, who: Requester) -> None:
    """Raises Refused unless `who` sits here, opened the table, or is an admin."""
    if table.seat_of(who.user) is None and table.row.host != who.user and not who.admin:
        raise Refused("TABLE", "not_seated")


def may_rule(table: Table, who: Requester) -> None:
    """Raises Refused unless `who` opened the table or is an admin."""
    if table.row.host != who.user and not who.admin:
        raise Refused("TABLE", "not_host")


def leave(table: Table, who: Requester) -> Change:
    """Get up. The last person to leave closes the table."""
    _in_lobby(table)
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    left = _without(table, seat)
    if left.seats is not None and any(one.user_id is not None for one in left.seats):
        return left
    return replace(left, events=(*left.events, events.Closed("asked")), status="closed")


def swap(table: Table, who: Requester) -> Change:
    """Change places with the next one round the table. Raises Refused: not seated, started, nobody else here."""
    _in_lobby(table)
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    other = Seat((seat + 1) % len(table.seats))
    if other == seat:
        raise Refused("TABLE", "alone")
    places = {seat: other, other: seat}
    seats = sorted((replace(one, seat=places.get(Seat(one.seat), one.seat)) for one in table.seats), key=_place)
    salts = table.secret.salts if table.secret is not None else {}
    salts = {str(places.get(Seat(int(place)), int(place))): words for place, words in salts.items()}
    return Change((events.Swapped(seat, other),), seats=tuple(seats), salts=salts)


def _place(one: StoredSeat) -> int:
    return one.seat


def remove_robot(table: Table, who: Requester) -> Change:
    """Take the last robot away."""
    _in_lobby(table)
    may_run(table, who)
    robots = [one for one in table.seats if one.user_id is None]
    if not robots:
        raise Refused("TABLE", "no_robot")
    return _without(table, Seat(robots[-1].seat))


def _without(table: Table, seat: Seat) -> Change:
    left = [one for one in table.seats if one.seat != seat]
    moved = tuple(
        StoredSeat(place, one.name, one.joined_at, one.user_id, one.robot, one.stand_in)
        for place, one in enumerate(left)
    )
    return Change((events.Left(seat),), seats=moved, salts={})


def set_house(table: Table, who: Requester, name: str, value: str) -> Change:
    """Set a house rule before the first hand; how the table looks, also later. Raises Refused: unknown, not a value,
    started, closed, not the host."""
    may_rule(table, who)
    own = {option.name: option for option in settings_of(table.game)}
    if table.status == "closed":
        raise Refused("TABLE", "closed")
    if table.status != "lobby" and name not in LATER:
        raise Refused("TABLE", "house_started")
    if name in own:
        settings = {**table.row.settings, name: own[name].read(value)}
        return Change((events.HouseChanged(name, str(settings[name])),), row={"settings": settings})
    read = settle(table.game.OPTIONS, {name: _read_value(table.game, name, value)})[name]
    options = plain(restore(table.game.OPTIONS, {**table.row.options, name: read}))
    return Change((events.HouseChanged(name, str(options[name])),), row={"options": options})


def _read_value(game: AnyGame, name: str, value: str) -> Any:
    """A mapping is typed as JSON or as "R1=Jimmy, DR=Claret"."""
    option = next((one for one in game.OPTIONS if one.name == name), None)
    if option is None or not isinstance(option.default, Mapping):
        return value
    if value.lstrip().startswith("{"):
        try:
            return {str(key): str(item) for key, item in json.loads(value).items()}
        except (ValueError, AttributeError):
            return value
    pairs = [pair.partition("=") for pair in value.split(",") if pair.strip()]
    return {key.strip(): item.strip() for key, _, item in pairs}


def typed(value: Any) -> str:
    """A house rule's value as it is typed."""
    if isinstance(value, Mapping):
        return ", ".join(f"{one}={other}" for one, other in value.items()) or "none"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def start(table: Table, who: Requester, at: int) -> Change:
    """Begin the game with those who sit. Raises Refused: too few, not the right number, started."""
    _in_lobby(table)
    may_run(table, who)
    players, fewest = len(table.seats), table.game.SEATS[0]
    if players < fewest:
        raise Refused("TABLE", "too_few", fewest=fewest, players=players)
    return _begun(table, players, at)


def set_start(table: Table, who: Requester, start_at: int | None) -> Change:
    """Have the game start by itself at a time, or (None) not. Raises Refused: started, not the host."""
    _in_lobby(table)
    may_rule(table, who)
    return Change((events.StartSet(start_at),))


def start_by_clock(table: Table, at: int) -> Change | None:
    """What the set time brings: the game begins if enough sit there, else the lobby stays open; None if it is not
    to start now."""
    if table.status != "lobby" or table.start_at is None or table.start_at > at:
        return None
    if len(table.seats) < table.game.SEATS[0]:
        return Change((events.StartCame(False),))
    begun = _begun(table, len(table.seats), at)
    return replace(begun, events=(events.StartCame(True), *begun.events))


def _begun(table: Table, players: int, at: int) -> Change:
    options = dict(table.row.options)
    if "players" in options:
        options["players"] = players
    settled = restore(table.game.OPTIONS, options)
    game_at = table.game_time(at)
    begun = tuple(table.game.begin(players, settled, game_at, chance_of(table)))
    outcome = {"seat": None, "begin": players, "at": game_at, "drew": True}
    return Change((*begun, events.Started(players)), row={"options": plain(settled)}, status="live", outcome=outcome)


def salt(table: Table, who: Requester, words: str) -> Change:
    """Salt the coming shuffle. Raises Refused when it is made already, or for words that are too long."""
    seat = table.seat_of(who.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    if table.hand_open:
        raise Refused("TABLE", "dealt")
    clean = " ".join(words.split())
    if not 0 < len(clean) <= 64:
        raise Refused("TABLE", "salt", most=64)
    assert table.secret is not None
    return Change((events.Salted(seat),), salts={**table.secret.salts, str(seat): clean})
