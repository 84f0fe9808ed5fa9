"""“These two are one person”: the question to join two rows of the books, and the parting of joined rows."""

import re
from typing import Final, NamedTuple

from bot.ports import DAY, Reply, Request, Requester, format_timestamp, is_alike
from bot.store import Connection, JsonObject, key_values
from bot.store.books import Member, MemberNote, Scope, crews, joins, member_notes, reports
from bot.store.books.joins import QUESTIONS
from bot.tally.books import Book
from bot.tally.changes import members
from bot.tally.changes.announcements import Origin, announce_change, ask_by_dm
from bot.tally.changes.ledger import announce, lock_books, lock_for_scorer
from games.core import Refused

SILENCE: Final = 7 * DAY
"""Milliseconds after which the silence of an old account counts, unless it has played in the last `SILENCE`. A
question that was answered with No isn't asked again before that."""
OTHERS: Final = 2
"""The number of people in the books whose consent for a guest, or whose No, is enough without that of the person."""


def link_person(connection: Connection, book: Book, request: Request, text: str, person: Requester) -> Reply:
    """Say that the row called `text` is a Discord user's. Raises Refused for anybody but the scorer.

    The scorer's word is enough for a guest's row; anybody else is asked. If nobody is called that, add the user under
    this name. If it is their own name, note that they are a player of the crew.
    """
    crew = lock_for_scorer(connection, book, request)
    try:
        found = book.find_named(text)
    except Refused as refused:
        if refused.reason != "nobody":
            raise
        return members.enter_person(connection, book, request, text, person)
    if found.user_id == person.user:
        member_notes.put(connection, MemberNote.VOUCHED, crew.id, found.id, request.at)
        announce(connection, crew, "vouched", request, name=found.name)
        return request.answer("tally/is_vouched", name=found.name)
    kept = book.find_by_user(person.user) or crews.add_member(
        connection, crew.id, person.name, request.at, person.user, book.list_names()
    )
    if found.user_id is None and not crews.is_former(found):
        asked = {"by": request.user, "channel": request.location.channel}
        _join(connection, book, _Question(asked, found, kept), request.at)
        return request.answer("tally/join_done", gone=found.name, kept=kept.name)
    return _ask(connection, book, request, found, kept)


def propose(connection: Connection, book: Book, request: Request, text: str, other: str) -> Reply:
    """Ask for consent to join two rows. Raises Refused for anybody but the scorer.

    A row without an account on Discord goes. Of two others, the first one does.
    """
    lock_for_scorer(connection, book, request)
    first, second = book.find_member(text), book.find_member(other)
    if first.id == second.id:
        raise Refused("TALLY", "same", name=first.name)
    gone, kept = (second, first) if second.user_id is None and first.user_id is not None else (first, second)
    if kept.user_id is None and (crews.is_former(gone) or crews.is_former(kept)):
        raise Refused("TALLY", "two_people", names=(first.name, second.name))
    return _ask(connection, book, request, gone, kept)


def _ask(connection: Connection, book: Book, request: Request, gone: Member, kept: Member) -> Reply:
    """Ask for consent in the tally's channel. An old account on Discord is also asked by a DM. A repeated question
    keeps the answers of the first. Raises Refused if somebody said No to it in the last `SILENCE`."""
    if gone.user_id is not None and request.user in (gone.user_id, kept.user_id):
        raise Refused("TALLY", "join_own")
    asked: JsonObject = {"kept": kept.id, "by": request.user, "at": request.at, "yes": [], "no": []}
    earlier: JsonObject = key_values.get(connection, f"{QUESTIONS}{gone.id}") or asked
    denied = earlier.get("denied", {})
    free_at = denied.get(str(kept.id), 0) + SILENCE
    if request.at < free_at:
        raise Refused("TALLY", "join_denied", name=gone.name, other=kept.name, when=format_timestamp(free_at))
    asked = earlier if earlier["kept"] == kept.id else {**asked, "denied": denied}
    _keep(connection, gone, {**asked, "channel": request.location.channel}, request.at)
    facts = {"name": gone.name, "other": kept.name, "gone": gone.id, "kept": kept.id}
    announce(connection, book.crew, _name_question(gone), request, **facts)
    if gone.user_id is not None:
        ask_by_dm(connection, book.crew, _name_question(gone), request, gone.user_id, **facts)
    return _say_question(request, request.user, gone, kept)


def _name_question(gone: Member) -> str:
    """The key of the announcement that asks if a row is somebody else's."""
    if gone.user_id is not None:
        return "join_account"
    return "claim" if crews.is_former(gone) else "join"


def _say_question(request: Request, by: int, gone: Member, kept: Member) -> Reply:
    asker = f"<@{by}>" if by else request.words.say("tally/nobody")
    return request.answer(f"tally/said/{_name_question(gone)}", by=asker, name=gone.name, other=kept.name)


def answer(connection: Connection, book: Book, request: Request, gone: int, kept: int | None, agrees: bool) -> Reply:
    """Answer the question whether the row `gone` is the person of the row `kept`. Join them if that is enough.

    Old buttons do not name `kept`. Raises Refused.
    """
    crew = lock_books(connection, book)
    question = _find_question(connection, book, gone)
    if question is None or kept not in (None, question.kept.id):
        raise Refused("TALLY", "join_over")
    asked, *rows = question
    if book.find_by_user(request.user) is None:
        raise Refused("TALLY", "you")
    own = {row.user_id for row in rows}
    if request.user == asked["by"] and request.user not in own:
        raise Refused("TALLY", "join_own")
    for said in ("yes", "no"):
        others = {*asked[said]} - {request.user}
        asked[said] = sorted(others | {request.user} if (said == "yes") is agrees else others)
    if not agrees and (request.user in own or len(asked["no"]) >= OTHERS):
        denied = {**asked.get("denied", {}), str(rows[1].id): request.at}
        key_values.put(connection, f"{QUESTIONS}{gone}", {"kept": 0, "denied": denied}, request.at)
        facts = {"name": rows[0].name, "other": rows[1].name}
        announce(connection, crew, "join_refused", request, gone=gone, **facts)
        return request.answer("tally/said/join_refused", by=f"<@{request.user}>", **facts)
    if _is_agreed(connection, book, question, request.at):
        _join(connection, book, question, request.at)
        return request.answer("tally/join_done", gone=rows[0].name, kept=rows[1].name)
    _keep(connection, rows[0], asked, request.at)
    return _say_question(request, asked["by"], *rows)


def _keep(connection: Connection, gone: Member, asked: JsonObject, at: int) -> None:
    key_values.put(connection, f"{QUESTIONS}{gone.id}", asked, at, asked["at"] + SILENCE)


def join_due(connection: Connection, book: Book, gone: int, now: int) -> None:
    """Join the old account `gone` to the new one if both agree, by its silence. Else only its own word counts."""
    lock_books(connection, book)
    question = _find_question(connection, book, gone)
    if question is None:
        key_values.drop(connection, f"{QUESTIONS}{gone}")
    elif _is_agreed(connection, book, question, now):
        _join(connection, book, question, now)
    else:
        key_values.put(connection, f"{QUESTIONS}{gone}", question.asked, now)


class _Question(NamedTuple):
    """The question whether two rows are one person."""

    asked: JsonObject
    gone: Member
    """The row that would go."""
    kept: Member


def _find_question(connection: Connection, book: Book, gone: int) -> _Question | None:
    """The question about a row; None without one, or if one of its rows is no longer in the books by name."""
    asked: JsonObject = key_values.get(connection, f"{QUESTIONS}{gone}") or {"kept": 0}
    row, kept = book.members.get(gone), book.members.get(asked["kept"])
    return None if row is None or kept is None or crews.is_former(kept) else _Question(asked, row, kept)


def _is_agreed(connection: Connection, book: Book, question: _Question, now: int) -> bool:
    """True if enough people have consented: the person, or for a guest `OTHERS`. The old account of a person has to
    consent too, by its word or by its silence."""
    asked, gone, kept = question
    if gone.user_id is None:
        has_others = len(asked["yes"]) >= OTHERS and not crews.is_former(gone)
        return kept.user_id in asked["yes"] or has_others
    if kept.user_id not in asked["yes"]:
        return False
    scope = Scope(book.id, accounts=book.accounts_of(gone.id))
    last_played = reports.find_last_time_at_tables(connection, scope)
    return gone.user_id in asked["yes"] or max(asked["at"], last_played) + SILENCE <= now


def _join(connection: Connection, book: Book, question: _Question, at: int) -> None:
    """Join two rows, and announce it. The joined row has the name of `gone` if `kept` is new to the books, or only
    has a number after that name because `gone` had it first."""
    crew, (asked, gone, kept) = book.crew, question
    key_values.drop(connection, f"{QUESTIONS}{gone.id}")
    member_notes.put(connection, MemberNote.VOUCHED, crew.id, kept.id, at)
    gains = [(kept.id, members.sum_results(connection, book, gone.id))]
    takes_name = kept.id not in book.members or re.fullmatch(rf"{re.escape(gone.name)} \(\d+\)", kept.name)
    joins.join(connection, gone, kept, gone.name if takes_name and not crews.is_former(gone) else kept.name, at)
    facts = {"guest": gone.name, "name": kept.name, "gains": gains, "gone": gone.id}
    announce_change(connection, crew, "known", Origin(asked["by"], asked["channel"], f"join:{gone.id}", at), **facts)


def part(connection: Connection, book: Book, request: Request, text: str) -> Reply:
    """Part two rows that were joined. `text` is the former name of the joined row.

    Raises Refused for anybody but the scorer.
    """
    crew = lock_for_scorer(connection, book, request)
    matches = [joined for joined in joins.list_joined(connection, crew.id) if is_alike(joined.name, text)]
    kept = book.members.get(matches[-1].into) if matches else None
    if kept is None:
        raise Refused("TALLY", "not_joined", name=text[:60])
    parted, kept_name = joins.part(connection, matches[-1], kept, request.at, book.list_names())
    announce(connection, crew, "parted", request, name=parted.name, other=kept_name)
    return request.answer("tally/is_parted", name=parted.name, other=kept_name)
