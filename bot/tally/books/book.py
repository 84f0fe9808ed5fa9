"""A crew's book as one request sees it: its members, accounts and seasons, with look-ups of names, seasons and days."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from bot.ports import DAY, fold_name, is_alike
from bot.store import Connection
from bot.store.books import Crew, Member, MemberNote, Scope, Season, crews, reports, revisions
from bot.store.books.member_notes import list_noted
from bot.store.books.postings import list_account_keys
from bot.tally.books.crew_settings import CrewSettings, read_settings, read_talks, translate_unit, words_of_crew
from bot.wording import Words
from bot.wording.letters import simplify, spell
from bot.wording.times.days import DAY_FIRST, ReadDay, format_day, read_past_day
from games.core import Refused

ALL_SEASONS: Final = ("all", "ever")
"""The words that mean all seasons together."""
MOST_DIGITS: Final = 3
"""The most digits of a season's number. A longer number, such as 2026, is a season's name."""

Key = TypeVar("Key")
Owner = int
"""The owner of an account: a member's id; for a robot's account, the negative id of that account."""


class TallyFilters(NamedTuple):
    """The filters of a question as the requester typed them: a season ("all" for every season), a game by its name, the
    first and the last day, and a player."""

    season: str = ""
    game: str = ""
    since: str = ""
    until: str = ""
    player: str = ""
    mention: str = ""
    """The person's name if `player` is a mention that was chosen from a list; "" otherwise."""
    member: int = 0
    """The id of the member that a button names, or 0. It takes precedence over `player`."""
    before: int = 0
    """The entry before which a page of the sheet ends; 0 for the newest page."""

    @property
    def of_everybody(self) -> TallyFilters:
        """These filters without a player, and over all seasons unless they name one."""
        return TallyFilters(self.season or "all", self.game, self.since, self.until)


@dataclass(frozen=True, slots=True)
class Book:
    """A crew with its settings, its members, the owners of its accounts, its robots and its seasons."""

    crew: Crew
    settings: CrewSettings
    members: dict[int, Member]
    owners: dict[int, Owner]
    robots: dict[Owner, str]
    seasons: tuple[Season, ...]
    words: Words
    """The words for the reader, who is the crew or the person who asks."""
    crossed: frozenset[int] = frozenset()
    """The members who have crossed the bar."""
    revision: int = 0
    """The revision of the books that were read."""

    def read_by(self, words: Words) -> Book:
        """The same book for another reader."""
        settings = translate_unit(read_settings(self.crew.settings), words)
        return replace(self, words=replace(words, talks=self.words.talks), settings=settings)

    @property
    def id(self) -> int:
        """The number of its crew."""
        return self.crew.id

    @property
    def season(self) -> Season:
        """The open season."""
        return self.seasons[-1]

    def list_names(self) -> list[str]:
        """The names of all members."""
        return [member.name for member in self.members.values()]

    def name(self, owner: Owner) -> str:
        """The name of an owner in the books."""
        if owner in self.members:
            return self.members[owner].name
        return self.words.say("tally/robots") if owner in self.robots else self.words.say("tally/nobody")

    def accounts_of(self, *owners: Owner) -> frozenset[int]:
        """All accounts of these owners."""
        return frozenset(account for account, owner in self.owners.items() if owner in owners)

    def find_by_user(self, user: int) -> Member | None:
        """The member who is this Discord user, or None."""
        return next((person for person in self.members.values() if person.user_id == user), None)

    def find_member(self, text: str, called: str = "") -> Member:
        """Find a member like `find_named`. If nobody is called that, accents and signs make no difference."""
        try:
            return self.find_named(text, called)
        except Refused as refused:
            wanted = spell(text)
            alike = [one for one in self.members.values() if wanted in map(spell, (one.name, *one.aliases))]
            if refused.reason != "nobody" or len(alike) != 1:
                raise
            return alike[0]

    def find_named(self, text: str, called: str = "") -> Member:
        """Find a member by a typed name, alias or mention. `called` is the name of the mentioned person.

        Raises Refused("TALLY", reason) with the reason "nobody", "stranger" or "several".
        """
        mention = re.fullmatch(r"<@!?(\d{1,20})>", text.strip())
        if mention is not None:
            found = self.find_by_user(int(mention[1]))
            if found is None:
                raise Refused("TALLY", "stranger", name=called or self.words.say("tally/that_person"))
            return found
        if (number := re.fullmatch(r"#(\d{1,12})", text.strip())) is not None and int(number[1]) in self.members:
            return self.members[int(number[1])]
        wanted = fold_name(text)
        spelling = re.compile(rf"(no \d+ )?{re.escape(wanted)}")
        matches = [person for person in self.members.values() if spelling.fullmatch(fold_name(person.name))]
        matches = [person for person in matches if person.name == text.strip()] or matches
        if matches and (alike := self.list_namesakes(wanted)):
            names = (self.label(matches[0]), *map(self.label, alike))
            raise Refused("TALLY", "several", name=text[:60], names=names)
        matches = matches or [
            person for person in self.members.values() if wanted in set(map(fold_name, person.aliases))
        ]
        if not matches:
            raise Refused("TALLY", "nobody", name=text[:60])
        if len(matches) > 1:
            raise Refused("TALLY", "several", name=text[:60], names=tuple(person.name for person in matches))
        return matches[0]

    def list_namesakes(self, spelt: str) -> list[Member]:
        """The members who have this name with a number after it ("bear (2)"), because somebody else had the name
        first."""
        alike = re.compile(rf"{re.escape(spelt)} \(\d+\)")
        return [person for person in self.members.values() if alike.fullmatch(fold_name(person.name))]

    def label(self, member: Member) -> str:
        """A member's name for a list. Guests are marked, and so are those who have crossed the bar."""
        if member.id in self.crossed:
            return self.words.say("tally/crossed_label", name=member.name)
        return self.words.say("tally/guest_label", name=member.name) if member.user_id is None else member.name

    def make_reference(self, member: Member) -> str:
        """The text by which `find_member` finds this member: the name, or "#" and the id if other names are like it."""
        return f"#{member.id}" if self.list_namesakes(fold_name(member.name)) else member.name

    def resolve_member(self, filters: TallyFilters) -> Member | None:
        """Find the member whom a question names; None if it names nobody. Raises Refused."""
        if filters.member:
            if filters.member not in self.members:
                raise Refused("TALLY", "page_old")
            return self.members[filters.member]
        return self.find_member(filters.player, filters.mention) if filters.player else None

    def find_season(self, text: str) -> Season | None:
        """Find a season by its number, name or title. "" means the open season. The result is None for all seasons.

        Raises Refused("TALLY", "season").
        """
        wanted = simplify(text.strip())
        if not wanted:
            return self.season
        if wanted in ALL_SEASONS:
            return None
        for known in self.seasons:
            if wanted in (str(known.number), simplify(known.name), simplify(self.title(known))):
                return known
        raise Refused(
            "TALLY", "season", given=text[:60], seasons=tuple(self.title(known) for known in self.seasons[-8:])
        )

    def must_be_new_season(self, name: str) -> None:
        """Raise Refused("TALLY", "season_name") for a number, for the title of a season, and for "all" or "ever"."""
        typed = name.strip().casefold()
        is_number = typed.isdecimal() and len(typed) <= MOST_DIGITS
        if is_number or typed in ALL_SEASONS or any(is_alike(name, self.title(known)) for known in self.seasons):
            raise Refused("TALLY", "season_name", name=name)

    def title(self, season: Season | None) -> str:
        """The title of a season, or the words for all seasons together if it is None."""
        return title_of_season(season, self.words)

    def make_scope(self, filters: TallyFilters) -> Scope:
        """Turn the filters of a question into a scope of the books. Raises Refused."""
        season = self.find_season(filters.season)
        first, last, member = parse_day(filters.since), parse_day(filters.until), self.resolve_member(filters)
        if first is not None and last is not None and first > last:
            raise Refused("TALLY", "dates", since=filters.since, until=filters.until)
        return Scope(
            crew=self.crew.id,
            season=None if season is None else season.id,
            game=filters.game or None,
            since=first,
            until=None if last is None else last + DAY,
            accounts=None if member is None else self.accounts_of(member.id),
            before=filters.before or None,
        )


def sum_amounts(amounts: Iterable[tuple[Key, int]]) -> Counter[Key]:
    """The sum of the amounts of each key, without sums of zero."""
    sums = Counter[Key]()
    for key, amount in amounts:
        sums[key] += amount
    return Counter({key: amount for key, amount in sums.items() if amount})


def sum_by_owner(connection: Connection, book: Book, scope: Scope) -> Counter[Owner]:
    """The balance of each owner in a scope, summed over its games."""
    found = Counter[Owner]()
    for total in reports.sum_by_account(connection, scope):
        found[book.owners[total.account]] += total.amount
    return found


def title_of_season(season: Season | None, words: Words) -> str:
    """The title of a season, or the words for all seasons together if it is None."""
    if season is None:
        return words.say("tally/all_seasons")
    return season.name or words.say("tally/season", number=season.number)


def load_book(connection: Connection, crew: Crew) -> Book:
    """Load the present book of a crew."""
    revision = revisions.read(connection, crew.id)
    keys = list_account_keys(connection, crew.id)
    members = {row.id: row for row in crews.list_members(connection, crew.id)}
    owners = {account: -account if member is None else member for account, (_, member) in keys.items()}
    robots = {-account: key for account, (key, member) in keys.items() if member is None}
    seasons = tuple(crews.list_seasons(connection, crew.id))
    crossed_bar = list_noted(connection, MemberNote.CROSSED, crew.id)
    words = replace(words_of_crew(crew), talks=read_talks(connection, crew.id))
    settings = translate_unit(read_settings(crew.settings), words)
    return Book(crew, settings, members, owners, robots, seasons, words, crossed_bar, revision)


def parse_day(text: str) -> int | None:
    """Parse a date, with or without a time, and return the beginning of its day (UTC, milliseconds since 1970).

    The day is written before the month. A year of two digits lies between 1970 and 2068. Returns None for empty text.
    Raises Refused("TALLY", "date").
    """
    found = read_day(text)
    return None if found is None else begin_of(found.on)


@lru_cache(maxsize=1024)
def read_day(text: str, order: str = DAY_FIRST) -> ReadDay | None:
    """Parse a date like `parse_day`, with its numbers in this order."""
    typed = " ".join(text.split())
    if not typed:
        return None
    found = read_past_day(_TIME.sub("", typed), order)
    if found is None:
        raise Refused("TALLY", "date", given=typed[:40])
    return found


_TIME: Final = re.compile(
    r"(?<=\d\d)[T ]\d\d?[:h]\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]\.? ?M\.?| ?Z| ?[+-]\d\d:?\d\d)?$", re.IGNORECASE
)
"""A time after a date."""


def begin_of(day: date) -> int:
    """The time (milliseconds) at which a day (UTC) begins."""
    return (day - date(1970, 1, 1)).days * DAY


def find_date(at: int) -> date:
    """The day (UTC) of a time in milliseconds."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).date()


def year_span(year: int) -> tuple[int, int]:
    """The times (milliseconds) at which a year (UTC) and the next one begin."""
    return begin_of(date(year, 1, 1)), begin_of(date(year + 1, 1, 1))


def format_date(at: int, words: Words) -> str:
    """The day (UTC) of a time in milliseconds as text: "3 Mar 2024"."""
    return format_day(find_date(at), words)


def rank_places(amounts: Sequence[int]) -> list[int]:
    """The places of `amounts`, which are sorted from the highest down. Equal amounts share a place."""
    places: list[int] = []
    for number, amount in enumerate(amounts, 1):
        places.append(places[-1] if number > 1 and amount == amounts[number - 2] else number)
    return places


def format_signed(amount: int) -> str:
    """Format an amount with its sign, as in the pictures."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def format_amounts(amounts: Iterable[tuple[str, int]]) -> str:
    """Format amounts with the names of their players: "Bear +18, Bull −6"."""
    return ", ".join(f"{name} {format_signed(amount)}" for name, amount in amounts)
