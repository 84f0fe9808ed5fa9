"""Two rows of one person, which the scorer joins with the word of that person or of two others, and parts again."""

from typing import Final, NamedTuple

from bot.ports.requests import Request
from bot.ports.text import look_of
from bot.store.books import crews, joins
from bot.store.books.crews import Crew
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.tally.book import Book
from bot.tally.ledger import announce, hold, must_keep
from games.core.refused import Refused

OTHERS: Final = 2
"""The people whose consent stands for that of the person themself."""


class JoinConsent(NamedTuple):
    """The state of a question: the names of both rows, and True once they are joined."""

    gone: str
    kept: str
    joined: bool


def propose(connection: Connection, book: Book, request: Request, text: str, other: str) -> JoinConsent:
    """Ask for consent to join two rows. Raises Refused for anyone but the scorer, and for two users."""
    crew = hold(connection, book)
    must_keep(book, request.requester)
    one, two = book.find_member(text), book.find_member(other)
    if one.id == two.id:
        raise Refused("TALLY", "same", name=one.name)
    gone, kept = (one, two) if one.user_id is None else (two, one)
    if gone.user_id is not None or crews.is_former(gone) or crews.is_former(kept):
        raise Refused("TALLY", "two_people", names=(one.name, two.name))
    key_values.put(connection, _question(crew, gone.id, kept.id), {"by": request.user, "yes": []}, request.at)
    announce(connection, crew, "join", request, name=gone.name, other=kept.name, gone=gone.id, kept=kept.id)
    return JoinConsent(gone.name, kept.name, False)


def _question(crew: Crew, gone: int, kept: int) -> str:
    return f"tally:join:{crew.id}:{gone}:{kept}"


def agree(connection: Connection, book: Book, request: Request, gone: int, kept: int) -> JoinConsent:
    """Consent to join two rows. They are joined by the word of the person, or of two others who are in the books and
    did not ask. Raises Refused."""
    crew = hold(connection, book)
    asked = key_values.get(connection, _question(crew, gone, kept))
    if asked is None or gone not in book.members or kept not in book.members:
        raise Refused("TALLY", "join_over")
    one, other = book.members[gone], book.members[kept]
    if book.of_user(request.user) is None:
        raise Refused("TALLY", "you")
    if request.user == asked["by"] and request.user != other.user_id:
        raise Refused("TALLY", "join_own")
    yes = sorted({*asked["yes"], request.user})
    if request.user != other.user_id and len(yes) < OTHERS:
        key_values.put(connection, _question(crew, gone, kept), {**asked, "yes": yes}, request.at)
        return JoinConsent(one.name, other.name, False)
    key_values.drop(connection, _question(crew, gone, kept))
    joins.join(connection, one, other, request.at)
    announce(connection, crew, "known", request, guest=one.name, name=other.name)
    return JoinConsent(one.name, other.name, True)


def part(connection: Connection, book: Book, request: Request, text: str) -> tuple[str, str]:
    """Part a row that was joined to another, by its former name. Return that name and the other's. Raises Refused for
    anyone but the scorer."""
    crew = hold(connection, book)
    must_keep(book, request.requester)
    fits = [
        joined for joined in joins.list_joined(connection, crew.id) if look_of(joined.name) == look_of(text.strip())
    ]
    kept = book.members.get(fits[-1].into) if fits else None
    if kept is None:
        raise Refused("TALLY", "not_joined", name=text[:60])
    made, left = joins.part(connection, fits[-1], kept, request.at, book.list_names())
    announce(connection, crew, "parted", request, name=made.name, other=left)
    return made.name, left
