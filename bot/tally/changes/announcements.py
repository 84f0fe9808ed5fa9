"""Announcements in the tally's channel. Each change of the books is announced with its author.

A change and its announcement are written in one transaction. The announcement is sent later, exactly once. Names are
looked up when it is sent, so somebody whose data was erased meanwhile is not named.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.outbox.posting import nonce_of
from bot.ports import MOST_TEXT, Buttons, Message, Pattern, Request, make_button, with_buttons
from bot.store import Connection, Json, JsonObject, NewMessage, key_values
from bot.store.books import Crew, Payment, StoredTransfer, TransferVerdict, joins, postings
from bot.store.messages import outbox
from bot.tally.books import Book, describe_entry, is_real
from bot.tally.books.entry_text import name_amounts
from bot.tally.books.real_receipts import describe_receipts
from bot.wording import Words

KIND: Final = "tally"
CONFIRM: Final = Pattern("tally.confirm.{entry:int}")
DISPUTE: Final = Pattern("tally.dispute.{entry:int}")
VOTE: Final = Pattern("tally.ruleoff.{season_id:int}")
KEEP: Final = Pattern("tally.keep.{season_id:int}")
JOIN: Final = Pattern("tally.join.{gone:int}.{kept:int}")
REFUSE: Final = Pattern("tally.apart.{gone:int}.{kept:int}")
CLAIM: Final = Pattern("tally.me.{gone:int}")
"""The button that consents to a join, on messages of earlier builds."""
UNANSWERED: Final = "unanswered"
"""The key of the announcement of an entry that nobody but its author has confirmed in time."""
_BUTTONS: Final = {
    "vote": (VOTE,),
    "ending": (KEEP,),
    **dict.fromkeys(("join", "claim", "join_account"), (JOIN, REFUSE)),
}
"""By key of a change that asks for something: its buttons."""
_QUESTIONS: Final = {
    **dict.fromkeys(("vote", "ending", "stays", "ruled_off"), "tally:vote_shown:{season_id}"),
    **dict.fromkeys(("join", "claim", "join_account", "known", "join_refused"), f"{joins.SHOWN}{{gone}}"),
}
"""By key of a change that asks something, or ends a question: the key of the note about the message that asks."""


def _write(connection: Connection, payload: JsonObject, name: str, at: int, user: int | None = None) -> None:
    """Write an announcement, which is sent once under its `name`; with `user`, as a DM to them."""
    outbox.add(connection, NewMessage(KIND, payload, nonce_of(f"tally:{name}"), at, user_id=user))


def announce_entry(connection: Connection, transfer: int, at: int, channel: int = 0) -> None:
    """Announce a hand's entry. If the tally has no channel, it goes to `channel` (0: nowhere)."""
    _write(connection, {"transfer": transfer, **({"channel": channel} if channel else {})}, f"entry:{transfer}", at)


def announce_settlement(connection: Connection, transfer: int, at: int) -> None:
    """Update the message about an entry that has stopped being pending."""
    _write(connection, {"transfer": transfer, "again": True}, f"settled:{transfer}", at)


def announce_dispute(connection: Connection, transfer: int, cause: str, at: int) -> None:
    """Update the message about a disputed entry. The entry stays pending, so more updates may follow."""
    _write(connection, {"transfer": transfer, "again": True, "open": True}, f"waits:{cause}", at)


class Origin(NamedTuple):
    """Where a change comes from: who made it, in which channel, by which cause, and when."""

    by: int | None
    """The user who made the change; None stands for the crew, and 0 for nobody."""
    channel: int
    """The channel in which the change was made; 0 for none."""
    cause: str
    at: int
    """Milliseconds since 1970."""


def announce_change(connection: Connection, crew: Crew, key: str, origin: Origin, **facts: object) -> None:
    """Announce a change.

    If the tally has no channel, the announcement goes to where the change was made. If `facts` have an "entry", that
    entry is shown in full. If they have a "game", its rules changed, and the announcement uses the words of that game's
    tables.
    """
    payload = {"crew": crew.id, "key": key, "by": origin.by, "channel": origin.channel, "facts": facts}
    _write(connection, payload, f"{key}:{origin.cause}", origin.at)


def ask_by_dm(connection: Connection, crew: Crew, key: str, request: Request, user: int, **facts: Json) -> None:
    """Ask a user in a DM what the announcement of a change asks, too."""
    payload = {"crew": crew.id, "key": key, "by": request.user, "channel": 0, "facts": facts}
    _write(connection, payload, f"{key}:{request.cause}:{user}", request.at, user)


def announce_payment(connection: Connection, payment: Payment, channel: int, at: int, again: bool = False) -> None:
    """Announce a payment, or (`again`) update the message that asked for an answer.

    If the tally has no channel, the announcement goes to `channel`, where the payment was entered.
    """
    payload: JsonObject = {"payment": payment.id, "crew": payment.crew, "channel": channel}
    if again:
        payload["again"] = True
    _write(connection, payload, f"payment:{payment.id}:{again}", at)


def announce_too_large(connection: Connection, crew: Crew, origin: Origin, entry: int | None) -> None:
    """Announce that a hand does not count because it is too large for the books. `entry` is its number, if it has
    one."""
    announce_change(connection, crew, "too_large", origin, **({} if entry is None else {"entry": entry}))


def memo_key_of(payload: Mapping[str, Json]) -> str:
    """The key of the note about the message that shows a pending entry or payment."""
    return f"tally:shown:{payload['transfer']}" if "transfer" in payload else f"tally:payment:{payload['payment']}"


def name_question(payload: JsonObject) -> str:
    """The key of the note about the message that asks what an announcement asks again or ends; "" if it is neither."""
    try:
        return _QUESTIONS[payload["key"]].format(**payload["facts"])
    except KeyError:  # payloads of earlier releases do not name the row that has gone
        return ""


def swap_shown(connection: Connection, key: str, shown: dict[str, int] | None, at: int) -> dict[str, int] | None:
    """Note the message that asks something, or drop the note (None). Return the former note."""
    former: dict[str, int] | None = key_values.get(connection, key)
    if shown is None:
        key_values.drop(connection, key)
    else:
        key_values.put(connection, key, shown, at)
    return former


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
        state = say_what_counts(entry, book.words)
        text = f"{text}\n{receipts}\n{state}"
        if len(text) > MOST_TEXT:
            text = f"{text[: MOST_TEXT - 200]}…\n{state}"
    elif entry.is_disputed:
        text += "\n" + book.words.say("tally/disputed")
    elif entry.confirm_at is not None:
        text += "\n" + book.words.say("tally/pending", when=f"<t:{entry.confirm_at // 1000}:R>")
    return with_buttons(text, *make_verdict_row(entry.id, book.words), table=entry.table or 0)


def make_verdict_row(entry: int, words: Words) -> Buttons:
    """The buttons with which players confirm or dispute an entry."""
    return (
        make_button(CONFIRM, words, "success", entry=entry),
        make_button(DISPUTE, words, "danger", entry=entry),
    )


def say_what_counts(entry: StoredTransfer, words: Words) -> str:
    """The sentence that says when a pending entry from a real table will count."""
    if entry.confirm_at is not None:
        return words.say("tally/real_due", when=f"<t:{entry.confirm_at // 1000}:R>")
    return words.say("tally/disputed" if entry.is_disputed else "tally/real_waits")


def make_change_message(connection: Connection, book: Book, payload: JsonObject) -> Message:
    """Make the message about a change from its announcement's payload. A change that asks for something has a
    button."""
    facts = dict(payload["facts"])
    number = facts.pop("entry", None)
    entry = None if number is None else postings.find_transfer(connection, number)
    words = Words(book.words.language, facts.pop("game", ""))
    by = {None: words.say("tally/the_crew"), 0: words.say("tally/nobody")}.get(payload["by"], f"<@{payload['by']}>")
    sums = [(key, facts.pop(key, None)) for key in ("gains", "paid", "claimed")]
    unmarked = facts.pop("unmarked", 0)
    text = words.say(f"tally/said/{payload['key']}", by=by, **facts)
    for key, amounts in sums:
        if any(amount for _, amount in amounts or ()):
            text += "\n" + words.say(f"tally/said/{key}", amounts=name_amounts(book, amounts))
    if unmarked:
        text += "\n" + words.say("tally/moved/unmarked", count=unmarked)
    if entry is not None:
        text += "\n" + describe_entry(book, entry)
    if entry is not None and payload["key"] == UNANSWERED:
        return with_buttons(text, *make_verdict_row(entry.id, book.words))
    if payload["key"] not in _BUTTONS:
        return Message(text[:MOST_TEXT])
    yes, *no = (control.make(**facts) for control in _BUTTONS[payload["key"]])
    return with_buttons(text, make_button(yes, book.words, "primary"), *(make_button(name, book.words) for name in no))
