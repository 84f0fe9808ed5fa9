"""Questions to everybody at a table. The message of each player shows a question until they have answered it."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.messages.boards.board import (
    describe_closing,
    make_closing_buttons,
    make_takeback_buttons,
    make_vote_buttons,
    word_vote,
)
from bot.messages.boards.offers import AGREE, DECLINE
from bot.messages.parts.table_panel import LEAVE
from bot.messages.parts.table_words import words_of
from bot.ports import Button, Buttons, make_button
from bot.store import Offer, OfferKind
from bot.tables.aggregate import Table, offers
from bot.tables.seats import offer_answers
from bot.tables.seats.handovers import list_voters
from bot.wording import Words
from games.core import Seat


class OpenQuestions(NamedTuple):
    """Questions to a player, and the buttons for their answers."""

    lines: tuple[str, ...] = ()
    buttons: Buttons = ()


def list_questions(table: Table, seat: Seat, words: Words, most: int) -> OpenQuestions:
    """The questions that a seat has not answered yet, as far as their buttons are no more than `most` in all."""
    lines: list[str] = []
    buttons: list[Button] = []
    # What to do without chips is no question to be answered.
    way_out = OpenQuestions((words.say("question/out"),), (make_button(LEAVE, words),))
    for asked in (*_list_open_questions(table, seat, words), *((way_out,) if is_out(table, seat) else ())):
        if len(buttons) + len(asked.buttons) > most:
            break
        lines += asked.lines
        buttons += asked.buttons
    return OpenQuestions(tuple(lines), tuple(buttons))


def is_asked(table: Table, seat: Seat) -> bool:
    """True if there is a question that a seat has not answered."""
    return any(_list_open_questions(table, seat, words_of(table)))


def _list_open_questions(table: Table, seat: Seat, words: Words) -> Iterator[OpenQuestions]:
    """Yield what a seat has not answered yet: about a take-back, closing the table, stand-ins and offers of seats."""
    if table.is_closed:
        return
    if table.takeback.asked is not None and seat not in table.takeback.agreed:
        line = words.say("log/table.undo_asked", seat=words.name(table.takeback.asked.seat))
        yield OpenQuestions((line,), make_takeback_buttons(table, words))
    if table.closing.asked is not None and seat not in table.closing.agreed:
        yield OpenQuestions(tuple(describe_closing(table, words)), make_closing_buttons(table, words))
    for absent, button in make_vote_buttons(table, words):
        if seat in list_voters(table, absent) and seat not in table.absences.votes.get(absent, ()):
            yield OpenQuestions((word_vote("question/vote", table, absent, words),), (button,))
    for offer in offers.offers_of(table):
        if table.occupant(seat).user_id in offer_answers.list_partners(table, offer) and offer.accepted:
            line = words.tell("question/partner", offer.seat, to=offer.name)
            yield OpenQuestions((line,), (make_button(DECLINE, words, "danger", number=offer.number),))
        if _asks(table, offer, seat):
            text = words.tell("button_offer_agree", offer.seat)
            yield OpenQuestions(
                (_describe_offer(table, offer, words),), (Button(AGREE.make(number=offer.number), text),)
            )


def is_out(table: Table, seat: Seat) -> bool:
    """True if a person plays a seat that no hand deals in, since it is out of chips."""
    return not table.is_closed and seat in table.public_view.out and table.is_present(seat)


def _asks(table: Table, offer: Offer, seat: Seat) -> bool:
    """True if an offer waits for the agreement of this seat's player."""
    if seat == offer.seat or table.occupant(seat).user_id in offer.agreed:
        return False
    if offer.kind is OfferKind.ROBOT:
        return table.hand_open and seat in offer_answers.list_still_to_agree(table, offer)
    if offer.kind is OfferKind.REMOVAL:
        return offer_answers.may_remove(table, seat)
    return offer.kind is OfferKind.AWAY


def _describe_offer(table: Table, offer: Offer, words: Words) -> str:
    cast, needed = offer_answers.count_votes(table, offer)
    key = {OfferKind.ROBOT: "question/robots", OfferKind.REMOVAL: "question/removal"}.get(offer.kind, "question/away")
    replacement = offer.name or words.say("question/a_robot")
    return words.tell(key, offer.seat, to=replacement, cast=cast, needed=needed)
