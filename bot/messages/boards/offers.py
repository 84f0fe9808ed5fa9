"""The message in the channel that offers somebody a seat, with the buttons for them and for the players."""

from typing import Final

from bot.messages.parts.desired_message import DesiredMessage, Ping, home_of
from bot.messages.parts.table_words import words_of
from bot.ports import Button, Message, Pattern, Row, make_button
from bot.store import MessageData, Offer, OfferKind, Projection
from bot.tables.aggregate import Table, offers
from bot.tables.seats import offer_answers
from bot.wording import Words
from games.core import Seat

ACCEPT: Final = Pattern("offer.yes.{number:int}")
DECLINE: Final = Pattern("offer.no.{number:int}")
AGREE: Final = Pattern("offer.agree.{number:int}")


def present_offer(table: Table, seat: Seat, row: Projection | None, ping: Ping) -> DesiredMessage | None:
    """Make the message about the offer of a seat. It is posted once and then edited; in the end it says how the offer
    ended."""
    words = words_of(table)
    shown_number = row.data.alert if row is not None else 0
    offer = offers.offer_of_seat(table, seat)
    if offer is not None:
        data = MessageData(alert=offer.number)
        repost = shown_number != offer.number
        question = ping(_make_question(table, offer))
        return DesiredMessage(question, table.sequence, home_of(table), repost, user=offer.user, data=data)
    if not shown_number or row is None:
        return None
    own_seat = None if row.user_id is None else table.seat_of(row.user_id)
    if own_seat is not None and (own_seat == seat or not table.playing):
        ending = words.say("offer/taken", name=table.names[own_seat])
    elif seat < len(table.seats) and table.playing:
        ending = words.say("offer/over", name=table.names[seat])
    else:
        ending = words.say("offer/place_over")
    return DesiredMessage(Message(ending), table.sequence, home_of(table))


def _make_question(table: Table, offer: Offer) -> Message:
    words = words_of(table)
    lines = [_describe_question(table, offer, words), *_describe_progress(table, offer, words)]
    return Message("\n".join(lines), (), (_make_answer_row(offer, words),), table.id)


def _describe_question(table: Table, offer: Offer, words: Words) -> str:
    asker_seat = table.seat_of(offer.by)
    key_without_user = "offer/removal" if offer.kind is OfferKind.REMOVAL else "offer/to_robot"
    key = f"offer/{offer.kind}" if offer.user is not None else key_without_user
    if offer.kind is OfferKind.QUEUE and table.is_lobby:
        key = "offer/place" if offer.by == offer.user else "offer/again"
    elif offer.kind is OfferKind.QUEUE and offer.until is None:
        key = "offer/joins/partner" if offer_answers.list_partners(table, offer) else "offer/joins"
    return words.say(
        key,
        mention=f"<@{offer.user}>",
        by=f"<@{offer.by}>" if asker_seat is None else words.name(asker_seat),
        who=offer.name,
        name=words.name(offer.seat),
        title=table.game.TITLE,
        until=None if offer.until is None else f"<t:{offer.until // 1000}:R>",
    )


def _describe_progress(table: Table, offer: Offer, words: Words) -> list[str]:
    """The answers so far, and the time at which the seat changes hands."""
    lines = [words.say("offer/accepted", name=offer.name)] if offer.accepted and offer.until is not None else []
    if offer.kind in (OfferKind.AWAY, OfferKind.REMOVAL):
        cast, needed = offer_answers.count_votes(table, offer)
        key = "offer/votes" if offer.kind is OfferKind.AWAY else "offer/removal_votes"
        lines.append(words.tell(key, offer.seat, cast=cast, needed=needed))
    if not table.hand_open:
        return lines
    missing = tuple(map(words.name, offer_answers.list_still_to_agree(table, offer)))
    if offer.user is not None and offer_answers.has_seen_another(table, offer.user, offer.seat):
        lines.append(words.say("offer/has_seen", name=offer.name))
    elif offer.kind is OfferKind.AWAY or (offer.kind is OfferKind.QUEUE and offer.accepted and offer.until is not None):
        lines.append(words.say("offer/next"))
    elif offer.kind is OfferKind.ROBOT and missing:
        lines.append(words.say("offer/agree", names=missing))
    return lines


def _make_answer_row(offer: Offer, words: Words) -> Row:
    agree = (make_button(AGREE, words, number=offer.number),)
    if offer.user is None:
        return (*agree, Button(DECLINE.make(number=offer.number), words.label("offer.withdraw")))
    accept = make_button(ACCEPT, words, "success", disabled=offer.accepted, number=offer.number)
    refuse = make_button(DECLINE, words, "danger", number=offer.number)
    if offer.accepted and offer.kind is OfferKind.QUEUE:
        return (refuse,)
    return (accept, refuse, *(agree if offer.kind not in (OfferKind.OWN, OfferKind.QUEUE) else ()))
