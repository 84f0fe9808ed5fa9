"""Ruling off: a season ends and the next begins, by the scorer's decision or by a vote of its players."""

from collections import Counter, defaultdict
from typing import Final, NamedTuple

from bot.ports import DAY, Reply, Request
from bot.store import Connection, JsonObject, key_values
from bot.store.books import Crew, Scope, Season, crews, reports
from bot.store.books.postings import AWAY
from bot.tally.books import Book, Owner, clean_words, load_book
from bot.tally.books.book import title_of_season
from bot.tally.changes.announcements import Origin, announce_change
from bot.tally.changes.ledger import announce, is_scorer, lock_books, origin_of
from games.core import Refused

VOTE_LASTS: Final = 7 * DAY
"""Milliseconds for which a vote stays open."""
TIME_TO_SAY_NO: Final = DAY
"""Milliseconds between the vote that decides and the end of the season."""
HANDS_OF_REGULAR: Final = 3
"""The least number of hands that a regular of a season has played in it."""
VOTES: Final = "tally:vote:"
"""The prefix of the keys of votes, by crew. A vote is due when its season ends."""


class Electorate(NamedTuple):
    """The Discord users who decide together when the open season of a crew ends."""

    regulars: frozenset[int] = frozenset()
    """Those who have played at least `HANDS_OF_REGULAR` hands of the season. Each may say No."""
    voters: frozenset[int] = frozenset()
    """The regulars who have played with at least half of the other regulars."""


def find_electorate(connection: Connection, crew: Crew) -> Electorate:
    """Find who decides when the open season ends. Only results that count, against people, make a regular. A session
    that was entered as one sum is as many hands as it had results."""
    book = load_book(connection, crew)
    robots = {-owner for owner in book.robots}
    hands: dict[object, set[Owner]] = {}
    results: dict[object, int] = {}
    for entry in reports.list_standing(connection, Scope(crew.id, season=book.season.id)):
        accounts = {part.account for part in entry.entries}
        if not entry.is_result or accounts & robots:
            continue
        played = accounts.union(*entry.data.get("seats", ()))
        hand: object = (entry.table, entry.hand) if entry.hand else entry.id
        results[hand] = 1 if entry.hand else entry.data.get("count", 1)
        owners = {book.owners[account] for account in played.difference(entry.data.get(AWAY, ()))}
        hands.setdefault(hand, set()).update(owners)
    number, company = Counter[Owner](), defaultdict[Owner, set[Owner]](set)
    for hand, owners in hands.items():
        for owner in owners:
            number[owner] += results[hand]
            company[owner] |= owners
    users = {
        owner: user for owner, hands_played in number.items()
        if hands_played >= HANDS_OF_REGULAR and owner in book.members.keys() - book.crossed
        and (user := book.members[owner].user_id) is not None
    }  # fmt: skip
    voters = (
        user for owner, user in users.items() if 2 * len(company[owner] & users.keys() - {owner}) >= len(users) - 1
    )
    return Electorate(frozenset(users.values()), frozenset(voters))


def rule_off(
    connection: Connection, book: Book, request: Request, name: str, electorate: Electorate, only: int | None = None
) -> Reply:
    """Close the open season, or vote to close it. The scorer decides alone.

    `name` becomes the next season's name; in a vote, the name that its first voter gave. A vote needs more than half of
    the voters, whom `find_electorate` has found. The season then ends after `TIME_TO_SAY_NO`. `only` is the season that
    a button names, if any. Raises Refused if the season cannot be closed, if the person may not vote, if a regular has
    said No, if `only` is no longer open, or if no channel leads to the crew's books any more.
    """
    crew = lock_books(connection, book)
    season, voters = book.season, electorate.voters
    if only is not None:
        _must_be_open(connection, book, only)
    next_name = clean_words(name, "name", 40) if name.strip() else ""
    if next_name:
        book.must_be_new_season(next_name)
    if not reports.has_entries(connection, Scope(crew.id, season=season.id)):
        raise Refused("TALLY", "empty_sheet")
    if is_scorer(book.settings, request.requester):
        _close(connection, book, next_name, origin_of(request))
        return request.answer("tally/closed", season=title_of_season(season, request.words))
    if request.user not in voters:
        raise Refused("TALLY", "no_vote", count=HANDS_OF_REGULAR)
    vote = _find_vote(connection, book, request.at)
    if "no" in vote:
        raise Refused("TALLY", "said_no", season=book.title(season))
    vote = vote or {"season": season.id, "at": request.at, "name": next_name, "yes": []}
    yes = sorted({*vote["yes"], request.user} & voters)
    ends_at = vote.get("ends_at")
    facts = {"votes": len(yes), "voters": len(voters), "season": book.title(season), "season_id": season.id}
    if ends_at is None and 2 * len(yes) > len(voters):
        ends_at = request.at + TIME_TO_SAY_NO
        announce(connection, crew, "ending", request, when=f"<t:{ends_at // 1000}:R>", **facts)
    elif request.user not in vote["yes"] and ends_at is None:
        announce(connection, crew, "vote", request, **facts)
    if ends_at is not None:
        vote = {**vote, "ends_at": ends_at, "channel": request.location.channel}
    key_values.put(connection, _key_of_vote(crew), {**vote, "yes": yes}, request.at, due=ends_at)
    if ends_at is not None:
        return request.answer("tally/ending", when=f"<t:{ends_at // 1000}:R>")
    return request.answer("tally/voted", votes=len(yes), voters=len(voters))


def say_no(connection: Connection, book: Book, request: Request, electorate: Electorate, only: int) -> Reply:
    """Let a regular leave the end of a season, which its voters have decided, to the scorer. Raises Refused."""
    crew = lock_books(connection, book)
    _must_be_open(connection, book, only)
    if request.user not in electorate.regulars:
        raise Refused("TALLY", "no_regular", count=HANDS_OF_REGULAR)
    vote = _find_vote(connection, book, request.at)
    if "no" not in vote:
        if "ends_at" not in vote:
            raise Refused("TALLY", "page_old")
        key_values.put(connection, _key_of_vote(crew), {**vote, "no": True}, request.at)
        announce(connection, crew, "stays", request, season=book.title(book.season), season_id=only)
    return request.answer("tally/stays", season=title_of_season(book.season, request.words))


def close_due(connection: Connection, book: Book, now: int) -> None:
    """Close the open season if its voters have decided so, and no regular has said No in time."""
    crew = lock_books(connection, book)
    vote = key_values.get(connection, _key_of_vote(crew)) or {}
    if vote.get("season") != book.season.id or "no" in vote:
        key_values.drop(connection, _key_of_vote(crew))
    elif vote.get("ends_at", now + 1) <= now:
        _close(connection, book, vote["name"], Origin(None, vote["channel"], f"vote:{book.season.id}", now))


def _find_vote(connection: Connection, book: Book, at: int) -> JsonObject:
    """The vote about the open season; {} without one that is open."""
    vote: JsonObject = key_values.get(connection, _key_of_vote(book.crew)) or {}
    return vote if vote.get("season") == book.season.id and at - vote["at"] <= VOTE_LASTS else {}


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
    return f"{VOTES}{crew.id}"


def _close(connection: Connection, book: Book, name: str, origin: Origin) -> None:
    """Close the open season at the time of `origin`, or just after its last entry from a table if that is later."""
    crew, closing = book.crew, book.season
    last = reports.find_last_time_at_tables(connection, Scope(crew.id, season=closing.id))
    crews.rule_off(connection, crew.id, max(origin.at, last + 1), name)
    key_values.drop(connection, _key_of_vote(crew))
    opening = name or book.title(Season(0, crew.id, closing.number + 1, "", 0, None))
    facts = {"season": book.title(closing), "season_id": closing.id, "next": opening}
    announce_change(connection, crew, "ruled_off", origin, **facts)
