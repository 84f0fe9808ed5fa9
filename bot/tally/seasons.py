"""Ruling off: a season ends and the next begins, by the scorer's decision or by a vote of its players."""

from typing import NamedTuple

from bot.ports.requests import Request
from bot.store.books import crews, reports
from bot.store.books.crews import Crew, Season
from bot.store.books.reports import Scope
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.messages import outbox
from bot.tally.announcements import make_change_announcement
from bot.tally.book import DAY, Book, Owner, load_book
from bot.tally.ledger import announce, is_scorer, lock_books, refuse_busy
from bot.tally.money_words import clean_words
from games.core.refused import Refused

VOTE_LASTS = 7 * DAY
"""Milliseconds for which a vote stays open."""
RECENT = 90 * DAY
"""The milliseconds before a vote in which a voter must have played."""
DAYS_PLAYED = 3
"""The least number of days within `RECENT` on which a voter must have played for a result that counts."""


class ClosingResult(NamedTuple):
    """The result of a request to close a season."""

    closed: Season | None
    """The closed season; None if the vote goes on."""
    votes: int
    """The votes to close the season so far; 0 if it is closed."""
    voters: int
    """The number of people who may vote; 0 if the season is closed."""


def crew_of(connection: Connection, guild: int, season: int) -> Crew:
    """Find the crew of a server by a season's id. Raises Refused("TALLY", "no_sheet")."""
    found = crews.find_crew_of_season(connection, season)
    if found is None or found.guild != guild:
        raise Refused("TALLY", "no_sheet")
    return found


def find_voters(connection: Connection, crew: Crew, at: int) -> frozenset[int]:
    """Find the Discord users who may vote at this time. A voter has played for results that count, against people,
    on at least `DAYS_PLAYED` days within `RECENT`."""
    book = load_book(connection, crew)
    robots = {-owner for owner in book.robots}
    days: dict[Owner, set[int]] = {}
    for account, day in reports.list_days_at_tables(connection, crew.id, at - RECENT, DAY, robots):
        days.setdefault(book.owners[account], set()).add(day)
    eligible = (
        owner
        for owner, days_played in days.items()
        if len(days_played) >= DAYS_PLAYED and owner in book.members.keys() - book.crossed
    )
    return frozenset(user for owner in eligible if (user := book.members[owner].user_id) is not None)


def rule_off(
    connection: Connection, book: Book, request: Request, name: str, voters: frozenset[int], only: int | None = None
) -> ClosingResult:
    """Close the open season, or vote to close it. The scorer decides alone.

    `name` becomes the next season's name; in a vote, the name that its first voter gave. A vote needs more than half of
    the `voters`, whom `find_voters` has found. `only` is the season that a button names, if any. Raises Refused if the
    season cannot be closed, if the person may not vote, if `only` is no longer open, or if no channel leads to the
    crew's books any more.
    """
    crew = lock_books(connection, book)
    refuse_busy(connection, crew)
    season = book.season
    if only is not None:
        _must_be_open(connection, book, only)
    next_name = clean_words(name, "name", 40) if name.strip() else ""
    if next_name:
        book.must_be_new_season(next_name)
    if not reports.has_entries(connection, Scope(crew.id, season=season.id)):
        raise Refused("TALLY", "empty_sheet")
    if is_scorer(book.settings, request.requester):
        return _close(connection, crew, request, book, next_name, request.user)
    if request.user not in voters:
        raise Refused("TALLY", "no_vote", days=DAYS_PLAYED, recent=RECENT // DAY)
    vote = key_values.get(connection, _key_of_vote(crew)) or {}
    if vote.get("season") != season.id or request.at - vote.get("at", 0) > VOTE_LASTS:
        vote = {"season": season.id, "at": request.at, "name": next_name, "yes": []}
    yes = sorted({*vote["yes"], request.user} & voters)
    if 2 * len(yes) > len(voters):
        return _close(connection, crew, request, book, vote["name"], None)
    if request.user not in vote["yes"]:
        announce(connection, crew, "vote", request, votes=len(yes), voters=len(voters),
                 season=book.title(season), season_id=season.id)  # fmt: skip
    key_values.put(connection, _key_of_vote(crew), {**vote, "yes": yes}, request.at)
    return ClosingResult(None, len(yes), len(voters))


def _must_be_open(connection: Connection, book: Book, season_id: int) -> None:
    """Raise Refused unless the season with the id `season_id` is open in this book, and a channel leads to the book."""
    named = next((season for season in book.seasons if season.id == season_id), None)
    if named is None:
        raise Refused("TALLY", "no_sheet")
    if named.id != book.season.id:
        raise Refused("TALLY", "ruled_off", season=book.title(named))
    if not crews.is_reachable(connection, book.crew):
        raise Refused("TALLY", "dissolved", group=book.crew.name)


def _key_of_vote(crew: Crew) -> str:
    return f"tally:vote:{crew.id}"


def _close(
    connection: Connection, crew: Crew, request: Request, book: Book, name: str, by: int | None
) -> ClosingResult:
    """Close the season at the time of the request, or just after its last entry from a table if that is later."""
    closing = book.season
    last = reports.find_last_time_at_tables(connection, Scope(crew.id, season=closing.id))
    crews.rule_off(connection, crew.id, max(request.at, last + 1), name)
    key_values.drop(connection, _key_of_vote(crew))
    opening = name or book.title(Season(0, crew.id, closing.number + 1, "", 0, None))
    outbox.add(
        connection,
        make_change_announcement(crew, "ruled_off", by, request.location.channel, request.cause, request.at,
             season=book.title(closing), season_id=closing.id, next=opening),
    )  # fmt: skip
    return ClosingResult(closing, 0, 0)
