"""Announcements in the tally's channel. Each change of the books is announced with its author.

A change and its announcement are written in one transaction. The announcement is sent later, exactly once. Names are
looked up when it is sent, so somebody whose data was erased meanwhile is not named.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.outbox.posting import nonce_of
from bot.ports.ui import MOST_TEXT, Button, Message
from bot.store.books import postings
from bot.store.books.crews import Crew
from bot.store.books.payments import Payment
from bot.store.books.postings import StoredTransfer, TransferVerdict
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import Json
from bot.store.messages.outbox import NewMessage
from bot.tally.book import Book
from bot.tally.entry_text import describe_entry
from bot.tally.pages import make_verdict_row
from bot.tally.real_receipts import describe_receipts, is_real
from bot.wording import Words

KIND: Final = "tally"
_BUTTONS: Final = {
    "vote": ("tally.ruleoff", ("season_id",)),
    "join": ("tally.join", ("gone", "kept")),
    "claim": ("tally.me", ("member",)),
}
"""By key of a change that asks for something: the control of its button, and the facts that go into its custom id."""


def make_entry_announcement(transfer: int, at: int, channel: int = 0) -> NewMessage:
    """Make the announcement of a hand's entry. If the tally has no channel, it goes to `channel` (0: nowhere)."""
    payload: dict[str, Json] = {"transfer": transfer, **({"channel": channel} if channel else {})}
    return NewMessage(KIND, payload, _nonce(f"entry:{transfer}"), at)


def make_settlement_announcement(transfer: int, at: int) -> NewMessage:
    """Make the update of the message about an entry that has stopped being pending."""
    return NewMessage(KIND, {"transfer": transfer, "again": True}, _nonce(f"settled:{transfer}"), at)


def make_change_announcement(
    crew: Crew, key: str, by: int | None, channel: int, cause: str, at: int, **facts: object
) -> NewMessage:
    """Make the announcement of a change. `by` is the user who made it; None stands for the crew, and 0 for nobody.

    If the tally has no channel, the announcement goes to `channel`, where the change was made. If `facts` have an
    "entry", that entry is shown in full. If they have a "game", its rules changed, and the announcement uses the words
    of that game's tables.
    """
    payload = {"crew": crew.id, "key": key, "by": by, "channel": channel, "facts": facts}
    return NewMessage(KIND, payload, _nonce(f"{key}:{cause}"), at)


def make_payment_announcement(payment: Payment, channel: int, at: int, again: bool = False) -> NewMessage:
    """Make the announcement of a payment, or (`again`) the update of the message that asked for an answer.

    If the tally has no channel, the announcement goes to `channel`, where the payment was entered.
    """
    payload: dict[str, Json] = {"payment": payment.id, "crew": payment.crew, "channel": channel}
    if again:
        payload["again"] = True
    return NewMessage(KIND, payload, _nonce(f"payment:{payment.id}:{again}"), at)


def make_too_large_announcement(crew: Crew, channel: int, source: str, at: int, entry: int | None) -> NewMessage:
    """Make the announcement that a hand does not count because it is too large for the books. `entry` is its number,
    if it has one."""
    return make_change_announcement(
        crew, "too_large", None, channel, source, at, **({} if entry is None else {"entry": entry})
    )


def _nonce(name: str) -> str:
    """The nonce of an announcement, in at most 25 characters (Discord's limit)."""
    return nonce_of(f"tally:{name}")


def make_dispute_announcement(transfer: int, cause: str, at: int) -> NewMessage:
    """Make the update of the message about a disputed entry. The entry stays pending, so more updates may follow."""
    return NewMessage(KIND, {"transfer": transfer, "again": True, "open": True}, _nonce(f"waits:{cause}"), at)


def memo_key_of(payload: Mapping[str, Json]) -> str:
    """The key of the note about the message that shows a pending entry or payment."""
    return f"tally:shown:{payload['transfer']}" if "transfer" in payload else f"tally:payment:{payload['payment']}"


def note_shown(connection: Connection, payload: Mapping[str, Json], channel: int, message: int, at: int) -> None:
    """Note which message shows a pending entry or payment."""
    key_values.put(connection, memo_key_of(payload), {"channel": channel, "message": message}, at)


def swap_vote(connection: Connection, season: int, shown: dict[str, int] | None, at: int) -> dict[str, int] | None:
    """Note the message that asks for votes on closing a season, or drop the note (None). Return the former note."""
    former: dict[str, int] | None = key_values.get(connection, _key_of_vote(season))
    if shown is None:
        key_values.drop(connection, _key_of_vote(season))
    else:
        key_values.put(connection, _key_of_vote(season), shown, at)
    return former


def _key_of_vote(season: int) -> str:
    return f"tally:vote_shown:{season}"


def make_entry_message(book: Book, entry: StoredTransfer, verdicts: Sequence[TransferVerdict]) -> Message:
    """Make the message about a hand's entry: with buttons while the entry is pending, later with its outcome."""
    text = describe_entry(book, entry)
    if entry.state != "pending":
        if entry.state == "void":
            text += "\n" + book.words.say("tally/void")
        elif verdicts:
            agreed = dict.fromkeys(verdict.by for verdict in verdicts if verdict.by and verdict.verdict == "confirm")
            by = tuple(f"<@{user}>" for user in agreed)
            text += "\n" + (book.words.say("tally/confirmed", by=by) if by else book.words.say("tally/undisputed"))
        return Message(text, table=entry.table or 0)
    if is_real(entry):
        receipts = "\n".join(describe_receipts(book, entry))
        state = book.words.say("tally/disputed" if entry.is_disputed else "tally/real_waits")
        text = f"{text}\n{receipts}\n{state}"
        if len(text) > MOST_TEXT:
            text = f"{text[: MOST_TEXT - 200]}…\n{state}"
    elif entry.is_disputed:
        text += "\n" + book.words.say("tally/disputed")
    elif entry.confirm_at is not None:
        text += "\n" + book.words.say("tally/pending", when=f"<t:{entry.confirm_at // 1000}:R>")
    return Message(text, rows=(make_verdict_row(entry.id, book.words),), table=entry.table or 0)


def make_change_message(connection: Connection, book: Book, payload: dict[str, Json]) -> Message:
    """Make the message about a change from its announcement's payload. A change that asks for something has a
    button."""
    facts = dict(payload["facts"])
    number = facts.pop("entry", None)
    entry = None if number is None else postings.find_transfer(connection, number)
    words = Words(book.words.language, facts.pop("game", ""))
    by = {None: words.say("tally/the_crew"), 0: words.say("tally/nobody")}.get(payload["by"], f"<@{payload['by']}>")
    text = words.say(f"tally/said/{payload['key']}", by=by, **facts)
    if entry is not None:
        text += "\n" + describe_entry(book, entry)
    if payload["key"] not in _BUTTONS:
        return Message(text[:2_000])
    control, names = _BUTTONS[payload["key"]]
    custom_id = ".".join((control, *(str(facts[name]) for name in names)))
    return Message(text[:2_000], rows=((Button(custom_id, book.words.label(control), "primary"),),))
