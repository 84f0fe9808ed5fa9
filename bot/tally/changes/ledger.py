"""Changes of the books: moving units, taking entries back, disputing hands and confirming them.

Each function writes a change with its reason, author and announcement, in the caller's transaction. Handling an
interaction twice changes the books once.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeVar, TypeVarTuple

from bot.ports import Reply, Request, Requester, reply_text
from bot.store import Conflict, Connection, Store, key_values
from bot.store.books import (
    Crew,
    Gain,
    NewTransfer,
    StoredTransfer,
    TransferVerdict,
    crews,
    postings,
    revisions,
    sources,
)
from bot.store.database.errors import TooLarge
from bot.store.tables import rows as stored_tables
from bot.tally.books import Book, CrewSettings, NamedTransfer, clean_words, is_real, load_book
from bot.tally.books.book import title_of_season
from bot.tally.changes.announcements import (
    UNANSWERED,
    Origin,
    announce_change,
    announce_dispute,
    announce_settlement,
    announce_too_large,
    memo_key_of,
)
from games.core import Refused, parse_written

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MOST_TRIES: Final = 20
"""The most times that a book is read for one change."""
MOST_UNITS = 1_000_000
MOST_DISPUTES = 2
"""The most disputes of one person about one hand that are announced."""
CONFIRM: Final = "confirm"
DISPUTE: Final = "dispute"
PAPER = sources.PAPER
MOVED = "books:"
"""The prefix of the mark of moved books. The sources of their entries begin with that mark."""


class BookChanged(Exception):
    """Somebody has changed the people, accounts, seasons or payments of a crew since its book was read."""


def lock_books(connection: Connection, book: Book) -> Crew:
    """Lock the books of a crew until this transaction ends, and return the crew.

    Raises `BookChanged` if they have changed since this book was read. `change_books` then reads them again.
    """
    if revisions.lock(connection, book.id) != book.revision:
        raise BookChanged
    return book.crew


def lock_for_scorer(connection: Connection, book: Book, request: Request) -> Crew:
    """`lock_books`, for a change that only a scorer may make. Raises Refused("TALLY", "not_scorer") for others."""
    crew = lock_books(connection, book)
    must_be_scorer(book, request.requester)
    return crew


async def change_books(store: Store, crew: Crew, write: Callable[[Connection, Book, *Ts], T], *facts: *Ts) -> T:
    """Read the book of a crew, and pass it to `write`, which changes the books on the writer.

    The writer need not read the book, so its transactions do not grow with the members and the years of a crew.
    """
    return await read_and(store, crew, lambda book: store.write(write, book, *facts))


async def read_and(store: Store, crew: Crew, attempt: Callable[[Book], Awaitable[T]]) -> T:
    """Read the book of a crew and attempt something with it. If the books have changed meanwhile, such as by an entry
    that was taken back, try again."""
    last: Exception | None = None
    for _ in range(MOST_TRIES):
        book = await store.read(load_book, crew)
        try:
            return await attempt(book)
        except (BookChanged, Conflict) as error:
            last = error
    raise Conflict(f"the books of crew {crew.id} change too often: {last}") from last


def is_scorer(settings: CrewSettings, requester: Requester) -> bool:
    """True for a scorer of the crew with these settings: an admin of the server, or a person with the scorer's role."""
    return requester.admin or (settings.scorer != 0 and settings.scorer in requester.roles)


def must_be_scorer(book: Book, requester: Requester) -> None:
    """Raise Refused("TALLY", "not_scorer") for anybody but a scorer."""
    if not is_scorer(book.settings, requester):
        raise Refused("TALLY", "not_scorer")


@contextmanager
def refuse_too_large() -> Iterator[None]:
    """Turn a `TooLarge` inside the `with` block into Refused("TALLY", "too_large")."""
    try:
        yield
    except TooLarge:
        raise Refused("TALLY", "too_large") from None


def origin_of(request: Request) -> Origin:
    """Where a change comes from that a request makes."""
    return Origin(request.user, request.location.channel, request.cause, request.at)


def announce(connection: Connection, crew: Crew, key: str, request: Request, **facts: object) -> None:
    """Write the announcement of a change that a request made."""
    announce_change(connection, crew, key, origin_of(request), **facts)


def adjust(connection: Connection, book: Book, request: Request, named: NamedTransfer, reason: str) -> Reply:
    """Move units from one member to another. Raises Refused."""
    crew = lock_for_scorer(connection, book, request)
    if not 0 < named.amount <= MOST_UNITS:
        raise Refused("TALLY", "amount", most=MOST_UNITS)
    one, other = book.find_member(named.giver), book.find_member(named.taker)
    if one.id == other.id:
        raise Refused("TALLY", "same", name=one.name)
    accounts = crews.open_accounts(connection, crew.id, [one.id, other.id])
    new = NewTransfer(
        crew.id,
        f"adjust:{request.cause}",
        [Gain(accounts[0], -named.amount), Gain(accounts[1], named.amount)],
        request.at,
        reason=clean_words(reason, "reason"),
        by=request.user,
    )
    with refuse_too_large():
        made = postings.post(connection, new)
    announce(connection, crew, "adjusted", request, entry=made)
    words = request.words
    return reply_text(words.say("tally/done", number=made, season=title_of_season(book.season, words)))


def find_entry(connection: Connection, crew: Crew, text: str) -> StoredTransfer:
    """Find an entry by its number. Raises Refused("TALLY", "entry")."""
    number = parse_written(text.strip().removeprefix("#"))
    found = None if number is None else postings.find_transfer(connection, number)
    if found is None or found.crew != crew.id:
        raise Refused("TALLY", "entry", given=text[:40])
    return found


def undo(connection: Connection, book: Book, request: Request, text: str, reason: str) -> Reply:
    """Reverse an entry. A pending entry becomes void.

    The reversal goes into the open season, because a closed season never changes. But the reversal of an entry from a
    paper goes into the paper's season. Raises Refused.
    """
    crew = lock_for_scorer(connection, book, request)
    why = clean_words(reason, "reason")
    entry = find_entry(connection, crew, text)
    if (by := postings.find_reversal(connection, entry.id)) is not None:
        raise Refused("TALLY", "undone", number=entry.id, entry=by.id)
    made = _reverse(connection, entry, request, why)
    if made is not None:
        announce(connection, crew, "undone", request, entry=made)
        return request.answer("tally/undone", count=1)
    announce(connection, crew, "voided", request, entry=entry.id, reason=why)
    announce_settlement(connection, entry.id, request.at)
    return request.answer("tally/struck")


def _reverse(connection: Connection, entry: StoredTransfer, request: Request, why: str) -> int | None:
    if entry.state == "pending":
        postings.judge(connection, entry.id, TransferVerdict("undo", request.user, why, request.at))
        postings.settle(connection, entry.id, False)
        return None
    if entry.state == "void":
        raise Refused("TALLY", "void", number=entry.id)
    if entry.state == postings.APART:
        raise Refused("TALLY", "apart", number=entry.id)
    own = entry.season if entry.source.startswith(PAPER) else None
    with refuse_too_large():
        return postings.reverse(connection, entry.id, request.at, why, request.user, own)


def find_players(book: Book, entry: StoredTransfer) -> frozenset[int]:
    """The Discord users who played in a hand."""
    named = {book.owners[account] for seat in entry.data.get("seats", ()) for account in seat}
    return frozenset(
        user for owner in named if owner in book.members and (user := book.members[owner].user_id) is not None
    )


def find_asked(book: Book, entry: StoredTransfer) -> frozenset[int]:
    """The Discord users who are asked to confirm a hand: its players. Those who have crossed the bar are left out if at
    least two others played."""
    everybody = find_players(book, entry)
    gone = {book.members[member].user_id for member in book.crossed if member in book.members}
    return left if len(left := everybody - gone) > 1 else everybody


def confirm(connection: Connection, book: Book, request: Request, text: str) -> Reply:
    """Confirm a hand. It counts once a scorer who has no part in it has confirmed it, or all whom it waits for.

    It waits for those who are asked (`find_asked`) and for those who have disputed it. Confirming also takes back the
    requester's own dispute, so a crew without a scorer can settle disputes. A scorer who played the hand confirms it as
    its other players do. The word of its author alone is never enough for a hand from a real table. Raises Refused.
    """
    crew = lock_books(connection, book)
    entry = _find_pending(connection, crew, text)
    played = request.user in find_players(book, entry)
    if not played:
        must_be_scorer(book, request.requester)
    verdicts = _find_last_verdicts(connection, entry)
    if verdicts.get(request.user) != CONFIRM:
        postings.judge(connection, entry.id, TransferVerdict(CONFIRM, request.user, None, request.at))
        verdicts[request.user] = CONFIRM
    asked = find_asked(book, entry) | {by for by, verdict in verdicts.items() if verdict == DISPUTE}
    left = sum(verdicts.get(person) != CONFIRM for person in asked)
    if is_real(entry) and not _has_witness(entry, verdicts):
        left = max(left, 1)
    if played and left:
        return request.answer("tally/agreed", number=entry.id, left=left)
    with refuse_too_large():
        postings.settle(connection, entry.id, True)
    announce_settlement(connection, entry.id, request.at)
    return request.answer("tally/counts", number=entry.id, left=0)


def _has_witness(entry: StoredTransfer, verdicts: Mapping[int | None, str]) -> bool:
    """True if somebody besides its author has confirmed an entry."""
    return any(verdict == CONFIRM and by not in (None, entry.by) for by, verdict in verdicts.items())


def dispute(connection: Connection, book: Book, request: Request, text: str, reason: str | None) -> Reply:
    """Dispute a hand. No deadline confirms it any more. A button gives no `reason`.

    It waits until the scorer confirms it or takes it back, or until all whom it waits for have confirmed it (see
    `confirm`).

    A person's first dispute is announced. So is a second one with another reason, as when they press the button and
    then give their reason by the command. Every other dispute only takes back a confirmation by the same person. Raises
    Refused.
    """
    crew = lock_books(connection, book)
    entry = _find_pending(connection, crew, text)
    if request.user not in find_players(book, entry):
        must_be_scorer(book, request.requester)
    why = book.words.say("tally/by_button") if reason is None else clean_words(reason, "reason")
    known = postings.list_verdicts(connection, entry.id)
    said_before = {verdict.reason for verdict in known if (verdict.verdict, verdict.by) == (DISPUTE, request.user)}
    new = why not in said_before and len(said_before) < MOST_DISPUTES
    if new or _find_last_verdicts(connection, entry).get(request.user) == CONFIRM:
        postings.judge(connection, entry.id, TransferVerdict(DISPUTE, request.user, why, request.at))
    if new:
        announce(connection, crew, "disputed", request, entry=entry.id, reason=why)
        announce_dispute(connection, entry.id, request.cause, request.at)
    return request.answer("tally/noted", number=entry.id)


def _find_last_verdicts(connection: Connection, entry: StoredTransfer) -> dict[int | None, str]:
    """The last verdict of each person about an entry."""
    return {verdict.by: verdict.verdict for verdict in postings.list_verdicts(connection, entry.id)}


def _find_pending(connection: Connection, crew: Crew, text: str) -> StoredTransfer:
    entry = find_entry(connection, crew, text)
    if entry.state != "pending":
        raise Refused("TALLY", "not_pending", number=entry.id)
    return entry


def confirm_due(connection: Connection, transfer: int, now: int) -> None:
    """Post a pending hand whose time for disputes is over, unless somebody was quicker. One that is too large for the
    books becomes void, which is announced. A hand from a real table that only its author has confirmed is left to the
    scorer, whom an announcement asks."""
    entry = postings.find_transfer(connection, transfer)
    if entry is not None:
        revisions.lock(connection, entry.crew)
        entry = postings.find_transfer(connection, transfer)  # somebody may have had the lock first
    if entry is None or entry.state != postings.PENDING or entry.confirm_at is None:
        return
    if is_real(entry) and not _has_witness(entry, _find_last_verdicts(connection, entry)):
        postings.drop_deadline(connection, transfer)
        _ask_scorer(connection, entry, now)
        return
    try:
        postings.settle(connection, transfer, True)
        postings.judge(connection, transfer, TransferVerdict(CONFIRM, None, None, now))
    except TooLarge:
        postings.settle(connection, transfer, False)
        _say_too_large(connection, entry, now)
    announce_settlement(connection, transfer, now)


def _ask_scorer(connection: Connection, entry: StoredTransfer, now: int) -> None:
    crew, cause = crews.find_crew(connection, entry.crew), f"{UNANSWERED}:{entry.id}"
    shown = key_values.get(connection, memo_key_of({"transfer": entry.id}))
    if crew is not None:
        channel = 0 if shown is None else shown["channel"]
        announce_change(connection, crew, UNANSWERED, Origin(0, channel, cause, now), entry=entry.id)
    announce_dispute(connection, entry.id, cause, now)


def _say_too_large(connection: Connection, entry: StoredTransfer, now: int) -> None:
    crew = crews.find_crew(connection, entry.crew)
    if crew is not None and entry.table is not None:
        table = stored_tables.load(connection, entry.table)
        origin = Origin(None, table.thread or table.channel, entry.source, now)
        announce_too_large(connection, crew, origin, entry.id)
