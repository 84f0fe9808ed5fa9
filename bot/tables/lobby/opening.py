"""The opening of tables, and of the next table after a finished one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from bot.ports import DAY, MINUTE, Request, Requester
from bot.store import Conflict, Connection, OfferKind, Pace, StoredSeat, StoredSettings, StoredTable, Waiter
from bot.store.books import MemberNote, crews, member_notes
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import NewTable
from bot.tables.aggregate import Change, Limits, Table, Wish, must_allow
from bot.tables.aggregate.kinds import CREW, Kind
from bot.tables.aggregate.offers import list_offer_events, make_offers
from bot.tables.history import events
from bot.tables.lobby import house_rules, lobby
from bot.tally.books import crew_settings
from games.core import AnyGame, Refused, Seat, Value, restore

HELD_FOR: Final = {Pace.LIVE: 15 * MINUTE, Pace.CORRESPONDENCE: DAY}
"""Milliseconds for which the seats of the next table are held for the people of the last one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is to be opened: its place, its game, its host and its rules."""

    game: AnyGame
    guild: int
    """The server; 0 for a table in a DM."""
    channel: int
    host: Requester
    at: int
    thread: int | None = None
    pace: Pace = Pace.LIVE
    preset: str = ""
    """The preset that goes over the crew's own rules; "" for none."""
    options: Mapping[str, Value] | None = None
    """The options to use in place of the crew's and the preset's; None to use the crew's and the preset's."""
    house: Mapping[str, Value] = field(default_factory=dict)
    """The settings that differ from the crew's. A setting that the game does not have is left out."""
    queue: tuple[Waiter, ...] = ()
    language: str = ""
    """The language of its server; "" if it is unknown, and for a table in a DM."""
    kind: Kind = CREW
    day: int | None = None
    """The number of the day whose hand is played; None for any other table."""


def create(connection: Connection, draft: Draft, limits: Limits) -> StoredTable:
    """Write the row of a new table.

    Raises Refused if the place is taken, a quota is used up, or the game has no such preset.
    """
    must_have_room(connection, draft, limits)
    game, pace = draft.game, draft.pace
    make_settings = crew_settings.make_settings_of_crew if draft.guild else dict
    crew = crews.ensure_at_place(connection, draft.guild, (draft.channel,), draft.at, make_settings)
    options = draft.options
    if options is None:
        own = house_rules.read_crew_defaults(connection, crew.id, game, pace, game.OPTIONS)
        options = house_rules.options_of(game, pace, own, draft.preset)
    house = house_rules.find_default_settings(crew, game)
    house |= house_rules.read_crew_defaults(connection, crew.id, game, pace, house_rules.list_table_options(game))
    if cloth := house_rules.find_preset(game, draft.preset).cloth:
        house[house_rules.CLOTH] = cloth
    house |= {name: value for name, value in draft.house.items() if name in house}
    language: str = draft.host.language
    if draft.guild:
        language = crew_settings.note_language(connection, crew, draft.language, language)
    new = NewTable(
        crew_id=crew.id,
        guild_id=draft.guild,
        channel_id=draft.channel,
        game=game.NAME,
        rules_version=game.RULES_VERSION,
        options=options,
        created_at=draft.at,
        thread_id=draft.thread,
        host_id=draft.host.user,
        pace=pace,
        settings=StoredSettings(
            house,
            queue=draft.queue,
            language=language,
            reserved=lobby.list_reserved(member_notes.list_names(connection, MemberNote.CROSSED, crew.id)),
            kind=draft.kind.name,
            day=draft.day,
            tempers=True,
        ),
    )
    try:
        return stored_tables.create(connection, new)
    except Conflict:
        raise Refused("TABLE", "practice_taken" if draft.kind.is_private else "channel_taken") from None


def must_have_room(connection: Connection, draft: Draft, limits: Limits) -> None:
    """Raise Refused if another table would exceed a quota, or the game has no such preset."""
    house_rules.options_of(draft.game, draft.pace, {}, draft.preset)
    found = stored_tables.count_open(connection, draft.guild, draft.host.user)
    for name, count, most in (
        ("person_lobbies", found.lobbies, limits.person_lobbies),
        ("person_tables", found.person, limits.person_tables),
        ("server_tables", found.server if draft.guild else 0, limits.server_tables),
        ("tables", found.everybody, limits.tables),
    ):
        if count >= most:
            raise Refused("QUOTA", name, most=most)


def open_table(table: Table, request: Request, start_at: int | None) -> Change:
    """Open a lobby, seat its host, and commit to the first shuffle."""
    seats = (lobby.make_own_seat(0, request),)
    timed = () if start_at is None else (events.StartSet(start_at),)
    return Change((*list_opening_events(seats), *timed), seats=seats, next_shuffle=1)


def draft_next(table: Table, request: Request) -> Draft:
    """Draft the next table after a finished one, with the same place, game, pace, house rules and queue. Those who
    were to take a robot's seat come first in it.

    Raises Refused if `table` is not finished, was not played or is in a DM.
    """
    must_allow(table, Wish.AGAIN)
    if not table.is_closed or table.playing is None:
        raise Refused("TABLE", "not_played")
    row, game = table.row, table.game
    options = house_rules.as_json(restore(game.OPTIONS, row.options))
    taking = (offer for offer in row.settings.offers if offer.kind is OfferKind.QUEUE and offer.accepted)
    waiting = (*(Waiter(offer.user, offer.name) for offer in taking if offer.user is not None), *row.settings.queue)
    return Draft(
        game,
        row.guild,
        row.channel,
        request.requester,
        request.at,
        row.thread,
        row.pace,
        "",
        options,
        row.settings.house,
        waiting,
    )


class NextCompany(NamedTuple):
    """The company for another table after one that is over: some sit at once, others are asked first."""

    seats: tuple[StoredSeat, ...]
    """The person who opens it, and the robots."""
    asked: tuple[Waiter, ...]
    """The other people. Nobody is seated just because somebody else pressed a button."""


def find_next_company(table: Table, request: Request, invited: Collection[int]) -> NextCompany:
    """Find the company for the table that the requester opens after `table`: the robots of `table`, and those of its
    people who are `invited`. Raises Refused if there are no such people."""
    people = [seat for seat in table.seats if seat.user_id is not None and seat.user_id in invited]
    if not people:
        raise Refused("TABLE", "nobody_again")
    kept = [seat for seat in table.seats if seat.user_id in (None, request.user)]
    seats = tuple(replace(taken, seat=place, joined_at=request.at, stand_in=None) for place, taken in enumerate(kept))
    asked = (Waiter(seat.user_id, seat.name) for seat in people if seat.user_id not in (None, request.user))
    return NextCompany(seats, tuple(asked))


def open_next(table: Table, request: Request, company: NextCompany) -> Change | None:
    """Open the lobby of the next table, and offer a seat to each person who is asked; None if it is open already."""
    opened = open_with(table, company.seats)
    if opened is None or not company.asked:
        return opened
    until = request.at + HELD_FOR[Pace(table.row.pace)]
    free = [Seat(len(company.seats) + place) for place in range(len(company.asked))]
    held = make_offers(table, zip(free, company.asked, strict=True), until, by=request.user)
    settings = replace(table.settings, offers=held)
    return replace(opened, events=(*opened.events, *list_offer_events(held)), settings=settings)


def open_with(table: Table, seats: tuple[StoredSeat, ...]) -> Change | None:
    """Open a lobby with these seats taken; None if it is open already."""
    return None if table.sequence else Change(list_opening_events(seats), seats=seats, next_shuffle=1)


def list_opening_events(seats: Sequence[StoredSeat]) -> tuple[object, ...]:
    """The events that open a table with these seats taken."""
    return events.Opened(), *(events.Seated(Seat(seat.seat), seat.is_robot) for seat in seats)
