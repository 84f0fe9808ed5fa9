"""The page of debts: who hands what to whom, each with a button, and the payments that wait to be confirmed."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.ports import (
    Accent,
    Button,
    Controls,
    Message,
    Part,
    Pattern,
    Requester,
    Row,
    Section,
    Text,
    fill_rows,
    fit_texts,
    lay_out,
    make_button,
    separate,
)
from bot.store.books import Payment, payments
from bot.tally.books import Book, DebtTransfer
from bot.tally.changes.debts import MOST_PAID, find_asked, may_confirm

PAY: Final = Pattern("tally.pay.{giver:int}.{taker:int}.{amount:id}.{newest:int}")
ANSWER: Final = Pattern("tally.handed.{answer:yes|no}.{payment:int}")
TURN: Final = Pattern("tally.debts.{start:int}.{way:before|after}.{crew:int}")
"""The buttons that turn the page to the one that begins after `start` hand-overs."""
MOST_SHOWN: Final = 6
"""The most hand-overs on a page, each with its button. The reader's own hand-overs come first."""
MOST_WAITING_TEXT: Final = 1_100
"""The most characters of the lines about payments that wait."""
MOST_WAITING: Final = 5
"""The most waiting payments that are named."""


def describe(book: Book, payment: Payment) -> str:
    """Word a payment: "Bull handed Bear 20 matches"."""
    return book.words.say(
        f"tally/payment/{payment.kind}",
        giver=book.name(payment.giver),
        taker=book.name(payment.taker),
        amount=book.settings.format_amount(payment.amount),
    )


def describe_state(book: Book, payment: Payment) -> str:
    """Word whether a payment counts, and who has to confirm it."""
    if payment.state != payments.WAITS:
        return book.words.say(f"tally/payment/{payment.state}")
    asked = find_asked(book, payment)
    asked_name = book.words.say("tally/the_scorer") if asked is None else f"<@{asked}>"
    return book.words.say("tally/payment/waits", who=asked_name)


def make_answer_row(payment: Payment, book: Book) -> Row:
    """The buttons that answer a waiting payment."""
    return (
        make_button(ANSWER, book.words, "success", answer="yes", payment=payment.id),
        make_button(ANSWER, book.words, "danger", answer="no", payment=payment.id),
    )


def make_payment_message(book: Book, payment: Payment) -> Message:
    """Make the announcement of a payment, with buttons while it waits."""
    by = book.words.say("tally/nobody") if payment.by is None else f"<@{payment.by}>"
    text = book.words.say("tally/said/payment", by=by, what=describe(book, payment))
    rows = (make_answer_row(payment, book),) if payment.state == payments.WAITS else ()
    return Message(f"{text}\n{describe_state(book, payment)}", rows=rows)


class Debts(NamedTuple):
    """The parts of a page of debts."""

    title: str
    owing: Sequence[tuple[DebtTransfer, int]]
    """Each hand-over, with the id of the newest payment from its giver to its taker that counts."""
    waiting: Sequence[Payment]
    end: str
    """The sentence that closes the list."""
    below: Controls
    """The controls under the page."""


def show(book: Book, debts: Debts, reader: Requester, plain: bool, start: int = 0) -> Message:
    """Make the page that begins after the first `start` hand-overs, or the last page if there are not so many."""
    title, owing, waiting, end, below = debts
    own = book.find_by_user(reader.user)
    own_id = 0 if own is None else own.id
    ordered = sorted(owing, key=lambda pair: own_id not in pair[0][:2])
    first = min(start, max(len(ordered) - 1, 0)) // MOST_SHOWN * MOST_SHOWN
    shown = ordered[first : first + MOST_SHOWN]
    lines = [
        book.words.say(
            "tally/owes",
            giver=book.name(transfer.giver),
            taker=book.name(transfer.taker),
            amount=book.settings.format_amount(transfer.amount),
        )
        for transfer, _ in shown
    ]
    buttons = [_make_pay_button(book, transfer, newest, plain) for transfer, newest in shown]
    turns = tuple(
        make_button(TURN, book.words, start=other, way=way, crew=book.id)
        for way, other in (("before", first - MOST_SHOWN), ("after", first + MOST_SHOWN))
        if 0 <= other < len(ordered)
    )
    answer_rows, waiting_lines = _list_waiting(book, waiting, reader, own_id)
    texts = fit_texts([[end], waiting_lines], MOST_WAITING_TEXT)
    if plain:
        text = "\n".join((title, *lines, *(part.text for part in texts)))
        return Message(text, rows=(*fill_rows([*buttons, *turns]), *answer_rows, *below))
    sections: list[Part] = [Section(line, button) for line, button in zip(lines, buttons, strict=True)]
    parts = separate((Text(title),), (*sections, turns, *texts[:1]), (*texts[1:], *answer_rows), below)
    return lay_out(Accent.BOOKS, parts)


def _make_pay_button(book: Book, transfer: DebtTransfer, newest: int, plain: bool) -> Button:
    label = book.words.label("tally.pay")
    if plain:
        names = book.words.say("tally/pay_whom", giver=book.name(transfer.giver), taker=book.name(transfer.taker))
        label = f"{label}: {names}"
    amount = min(transfer.amount, MOST_PAID)
    name = PAY.make(giver=transfer.giver, taker=transfer.taker, amount=amount, newest=newest)
    return Button(name, label, "success")


def _list_waiting(book: Book, waiting: Sequence[Payment], reader: Requester, own_id: int) -> tuple[Controls, list[str]]:
    """The buttons for the first payment that the reader may confirm, and lines about the waiting payments."""
    to_confirm = [payment for payment in waiting if may_confirm(book, payment, reader)]
    to_confirm.sort(key=lambda payment: own_id not in (payment.giver, payment.taker))
    ordered = [*to_confirm, *(payment for payment in waiting if payment not in to_confirm)]
    lines = [
        book.words.say("tally/payment/line", what=describe(book, payment), state=describe_state(book, payment))
        for payment in ordered[:MOST_WAITING]
    ]
    if to_confirm:
        lines[0] = book.words.say("tally/payment/asked", what=describe(book, to_confirm[0]))
    if len(ordered) > MOST_WAITING:
        lines.append(book.words.say("tally/paper/more", count=len(ordered) - MOST_WAITING))
    return ((make_answer_row(to_confirm[0], book),) if to_confirm else ()), lines
