"""Use cases for two rows of the books that belong to one person. They reply, or raise Refused("TALLY", ...)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.ports.requests import Reply, Request, reply_text
from bot.ports.text import look_of
from bot.store.books import crews, joins
from bot.store.books.crews import Crew
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.tally import members
from bot.tally.book import Book
from bot.tally.ledger import announce, change_books, lock_books, lock_for_scorer
from bot.tally.paying import crew_of_member
from bot.tally.reports import Reports
from games.core.refused import Refused

OTHERS: Final = 2
"""The number of other people whose consent is enough without that of the person."""


class JoinConsent(NamedTuple):
    """The names of the two rows that a person was asked to join, and whether they are joined."""

    gone: str
    kept: str
    joined: bool


def propose(connection: Connection, book: Book, request: Request, text: str, other: str) -> JoinConsent:
    """Ask for consent to join two rows. Raises Refused for anybody but the scorer, and if both rows are on Discord."""
    crew = lock_for_scorer(connection, book, request)
    first, second = book.find_member(text), book.find_member(other)
    if first.id == second.id:
        raise Refused("TALLY", "same", name=first.name)
    gone, kept = (first, second) if first.user_id is None else (second, first)
    if gone.user_id is not None or crews.is_former(gone) or crews.is_former(kept):
        raise Refused("TALLY", "two_people", names=(first.name, second.name))
    key_values.put(connection, _key_of_question(crew, gone.id, kept.id), {"by": request.user, "yes": []}, request.at)
    announce(connection, crew, "join", request, name=gone.name, other=kept.name, gone=gone.id, kept=kept.id)
    return JoinConsent(gone.name, kept.name, False)


def _key_of_question(crew: Crew, gone: int, kept: int) -> str:
    return f"tally:join:{crew.id}:{gone}:{kept}"


def agree(connection: Connection, book: Book, request: Request, gone: int, kept: int) -> JoinConsent:
    """Consent to join two rows. They are joined once the person consents, or once two other people in the books do. The
    scorer who asked cannot be one of these two. Raises Refused."""
    crew = lock_books(connection, book)
    asked = key_values.get(connection, _key_of_question(crew, gone, kept))
    if asked is None or gone not in book.members or kept not in book.members:
        raise Refused("TALLY", "join_over")
    gone_row, kept_row = book.members[gone], book.members[kept]
    if book.find_by_user(request.user) is None:
        raise Refused("TALLY", "you")
    if request.user == asked["by"] and request.user != kept_row.user_id:
        raise Refused("TALLY", "join_own")
    yes = sorted({*asked["yes"], request.user})
    if request.user != kept_row.user_id and len(yes) < OTHERS:
        key_values.put(connection, _key_of_question(crew, gone, kept), {**asked, "yes": yes}, request.at)
        return JoinConsent(gone_row.name, kept_row.name, False)
    key_values.drop(connection, _key_of_question(crew, gone, kept))
    joins.join(connection, gone_row, kept_row, request.at)
    announce(connection, crew, "known", request, guest=gone_row.name, name=kept_row.name)
    return JoinConsent(gone_row.name, kept_row.name, True)


def part(connection: Connection, book: Book, request: Request, text: str) -> tuple[str, str]:
    """Part two rows that were joined. `text` is the former name of the joined row. Return the names of both rows.

    Raises Refused for anybody but the scorer.
    """
    crew = lock_for_scorer(connection, book, request)
    wanted = look_of(text.strip())
    matches = [joined for joined in joins.list_joined(connection, crew.id) if look_of(joined.name) == wanted]
    kept = book.members.get(matches[-1].into) if matches else None
    if kept is None:
        raise Refused("TALLY", "not_joined", name=text[:60])
    parted, kept_name = joins.part(connection, matches[-1], kept, request.at, book.list_names())
    announce(connection, crew, "parted", request, name=parted.name, other=kept_name)
    return parted.name, kept_name


@dataclass(frozen=True, slots=True)
class People:
    """Use cases that join and part rows of the books. `wake` lets the outbox announce the changes."""

    store: Store
    reports: Reports
    wake: Callable[[], None]

    async def join(self, player: str, other: str, request: Request) -> Reply:
        """Ask for consent to join two rows of one person."""
        crew = await self.reports.find_crew(request)
        return self._make_reply(await change_books(self.store, crew, propose, request, player, other), request)

    async def agree(self, gone: int, kept: int, request: Request) -> Reply:
        """Consent to join the two rows that a button names. Their crew may differ from the channel's."""
        crew = await self.store.read(crew_of_member, request.location.guild, kept)
        return self._make_reply(await change_books(self.store, crew, agree, request, gone, kept), request)

    def _make_reply(self, consent: JoinConsent, request: Request) -> Reply:
        self.wake()
        key = "tally/join_done" if consent.joined else "tally/join_asked"
        return reply_text(request.words().say(key, gone=consent.gone, kept=consent.kept))

    async def part(self, player: str, request: Request) -> Reply:
        """Part a row that was joined to another."""
        crew = await self.reports.find_crew(request)
        name, other = await change_books(self.store, crew, part, request, player)
        self.wake()
        return reply_text(request.words().say("tally/is_parted", name=name, other=other))

    async def restore_member(self, former: int, request: Request) -> Reply:
        """Join the requester with the former member whom a button names. Their crew may differ from the channel's."""
        crew = await self.store.read(crew_of_member, request.location.guild, former)
        name = await change_books(self.store, crew, members.restore_member, request, former)
        self.wake()
        return reply_text(request.words().say("tally/is_back", name=name))
