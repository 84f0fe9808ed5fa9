"""Handovers of seats: the offer of a seat, the answers to it, and the handover itself. Also stand-ins: robots that play
for players who are away, until these are back.

Players may give away their own seat. While they are away, the others may give it away by vote, and they may remove a
player who spoils the game. Anyone at the table may give away a robot's seat. Nobody gets a seat before they have
accepted. A handover that may not happen in the middle of a hand (see `offer_answers.is_due`) happens with the next
deal.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.ports import Request, Requester
from bot.store import Connection, Offer, OfferKind, StoredSeat, StoredSettings, Waiter
from bot.store.books import crews
from bot.store.people.digests import plan_robot_digests
from bot.tables.aggregate import Change, Table, Wish, must_allow, must_not_be_closed, must_run, must_sit, offers
from bot.tables.aggregate.outsiders import with_outsider
from bot.tables.aggregate.turns import count_nudges_before_vote, is_silent
from bot.tables.history import events
from bot.tables.lobby.lobby import find_free_name, take_place
from bot.tables.seats import handover_notes, offer_answers
from bot.tables.seats.handover_notes import with_former_noted
from games.core import Level, Refused, Seat

OUTSIDE = "outside"
"""The value of `events.Substituted.how` for a robot's seat that somebody who does not sit at the table gave away."""


def offer_seat(table: Table, request: Request, user: int | None, new: Requester | None) -> Change:
    """Offer a seat. `user` has the seat and `new` is to get it; None stands for a robot.

    At least one of the two must be a person. If nobody has to agree, the seat changes hands at once, for example when
    players leave their own seat to a robot. Raises Refused.
    """
    if user is None and new is None:
        raise Refused("TABLE", "nobody_named")
    must_allow(table, Wish.AWAY)
    must_not_be_closed(table)
    if user == request.user:
        must_sit(table, user)
    if not table.playing:
        raise Refused("TABLE", "not_started")
    if user is None:
        must_run(table, request.requester)
        seat, kind = _find_free_robot(table), OfferKind.ROBOT
    else:
        seat, kind = _find_seat_to_give(table, request, user)
    if new is None and kind is OfferKind.OWN:
        return settle(table, _make_offer(table, seat, kind, request, None)[0], (), request.at)
    if new is not None:
        _must_be_free(table, new)
    if (open_offer := offers.offer_of_seat(table, seat)) is not None:
        raise Refused("TABLE", "offered", name=_name_taker(open_offer))
    offer, offered = _make_offer(table, seat, kind, request, new)
    return settle(table, offer, (offered,), request.at)


def _find_free_robot(table: Table) -> Seat:
    """The first robot's seat that is not on offer. Raises Refused if there is none."""
    robots = [Seat(taken.seat) for taken in table.seats if taken.is_robot]
    if not robots:
        raise Refused("TABLE", "no_robot")
    for seat in robots:
        if offers.offer_of_seat(table, seat) is None:
            return seat
    raise Refused("TABLE", "robots_offered")


def _find_seat_to_give(table: Table, request: Request, user: int) -> tuple[Seat, OfferKind]:
    """A user's seat, and the kind of offer that the requester may make of it. Raises Refused."""
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("TABLE", "nobody_there")
    if request.user == user:
        return seat, OfferKind.OWN
    if table.occupant(seat).stand_in is None:
        raise Refused("TABLE", "their_seat", name=table.occupant(seat).name)
    by = table.seat_of(request.user)
    if by is None or not table.is_present(by):
        raise Refused("TABLE", "not_seated")
    return seat, OfferKind.AWAY


def ask_to_remove(table: Table, request: Request, user: int) -> Change:
    """Ask the others to let a robot take over from a player who spoils the game, and vote for that.

    At least two must agree, one of each pair of partners, and more than half of the others
    (`offer_answers.count_votes`). Then the seat changes hands at once. The result of the hand or game under way still
    counts for the player. An offer of the seat that nobody has accepted ends, so that no player escapes the vote by
    making an offer. Raises Refused: not under way, nobody of that name, one's own seat, a player who is away, on offer
    already, not there for a whole hand, too few, only of one pair.
    """
    if table.playing is None or table.kind.is_private or table.is_closed:
        raise Refused("TABLE", "nobody_there")
    by, seat = must_sit(table, request.user), table.seat_of(user)
    if seat is None:
        raise Refused("TABLE", "nobody_there")
    if seat == by:
        raise Refused("TABLE", "remove_self")
    if not table.is_present(seat):
        raise Refused("TABLE", "remove_away", name=table.occupant(seat).name)
    open_offer = offers.offer_of_seat(table, seat)
    if open_offer is not None and (open_offer.accepted or open_offer.kind is not OfferKind.OWN):
        raise Refused("TABLE", "offered", name=_name_taker(open_offer))
    _must_have_a_vote(table, by)
    voters = offer_answers.list_voters(table, seat)
    if len(voters) < offer_answers.LEAST:
        raise Refused("TABLE", "remove_few", least=offer_answers.LEAST)
    if not offer_answers.are_of_each_pair(table, voters):
        raise Refused("TABLE", "remove_pair")
    offer, offered = _make_offer(table, seat, OfferKind.REMOVAL, request, None)
    if open_offer is None:
        return settle(table, offer, (offered,), request.at)
    table = offers.with_settings(table, offers.without_offers(table, open_offer))
    return settle(table, offer, (events.OfferEnded(seat, "outdated"), offered), request.at)


def _must_have_a_vote(table: Table, seat: Seat) -> None:
    if not offer_answers.may_remove(table, seat):
        raise Refused("TABLE", "remove_new")


def _must_be_free(table: Table, new: Requester) -> None:
    if new.user in table.settings.removed:
        raise Refused("TABLE", "removed_other", name=new.name)
    if table.seat_of(new.user) is not None:
        raise Refused("TABLE", "seated_other", name=new.name)
    if offers.offer_to(table, new.user) is not None:
        raise Refused("TABLE", "offered_other", name=new.name)


def _make_offer(
    table: Table, seat: Seat, kind: OfferKind, request: Request, new: Requester | None
) -> tuple[Offer, events.SeatOffered]:
    """A new offer, and the event that announces it. People who ask for a seat for themselves have accepted."""
    by = table.seat_of(request.user)
    offer = Offer(
        number=offers.find_next_number(table),
        seat=seat,
        shuffle=table.shuffle.number,
        kind=kind,
        by=request.user,
        user=None if new is None else new.user,
        name="" if new is None else new.name,
        accepted=new is not None and new.user == request.user,
        agreed=() if by is None else (request.user,),
    )
    return offer, events.SeatOffered(seat, by, kind.value)


def _name_taker(offer: Offer) -> str:
    return offer.name or "a robot"


def accept(table: Table, request: Request, number: int) -> Change:
    """Take the seat that is offered to the requester, now or with the next deal. Raises Refused."""
    offer = offers.find_offer(table, number)
    if offer.user != request.user:
        raise Refused("TABLE", "offer_of_another", name=_name_taker(offer))
    if table.seat_of(request.user) is not None:
        raise Refused("TABLE", "seated")
    if offer.accepted:
        raise Refused("TABLE", "offer_accepted")
    if table.is_lobby:
        taken = take_place(table, request)
        accepted = (events.SeatAccepted(offer.seat), *taken.events)
        return replace(taken, events=accepted, settings=offers.without_offers(table, offer))
    return settle(
        table,
        replace(offer, accepted=True, name=request.requester.name),
        (events.SeatAccepted(offer.seat),),
        request.at,
    )


def agree(table: Table, request: Request, number: int) -> Change:
    """Agree that a robot's seat changes hands at once, or vote to give away a player's seat. Raises Refused."""
    offer = offers.find_offer(table, number)
    by = table.seat_of(request.user)
    if by is None or offer.kind in (OfferKind.OWN, OfferKind.QUEUE) or by == offer.seat:
        raise Refused("TABLE", "offer_not_asked")
    if request.user in offer.agreed:
        raise Refused("TABLE", "undo_said")
    if offer.kind is OfferKind.REMOVAL:
        _must_have_a_vote(table, by)
    return settle(
        table, replace(offer, agreed=(*offer.agreed, request.user)), (events.SeatAgreed(by, offer.seat),), request.at
    )


def decline(table: Table, request: Request, number: int) -> Change:
    """Decline an offer that was made to the requester, or withdraw an offer. Raises Refused.

    People may withdraw an offer that they made, and players one that gives away their seat. But no player can withdraw
    the vote on their own removal. A partner may refuse a newcomer once, who then comes first in the queue.
    """
    offer = offers.find_offer(table, number)
    settings = offers.without_offers(table, offer)
    if offer.user is not None and request.user in offer_answers.list_partners(table, offer):
        why = "refused"
        settings = replace(settings, queue=(Waiter(offer.user, offer.name), *settings.queue))
    elif request.user == offer.user:
        why = "passed" if offer.kind is OfferKind.QUEUE else "declined"
    elif request.user == offer.by or (
        offer.kind is not OfferKind.REMOVAL and table.seat_of(request.user) == offer.seat
    ):
        why = "withdrawn"
    else:
        raise Refused("TABLE", "offer_of_another", name=_name_taker(offer))
    return Change((events.OfferEnded(offer.seat, why),), settings=settings)


def settle(table: Table, offer: Offer, done: tuple[object, ...], at: int) -> Change:
    """Return the change after an answer to an offer: the seat changes hands if it may do so now; otherwise the offer
    is kept. `done` are the events of the answer."""
    if not offer_answers.is_due(table, offer):
        return Change(done, settings=offers.with_offer(table, offer))
    after, handed = _hand_over(table, offer, at)
    return _make_change(table, after, (*done, *handed), at)


def _hand_over(table: Table, offer: Offer, at: int) -> tuple[Table, list[object]]:
    """Hand over the seat of an offer, and end all other offers of that seat or to that person. Return the table after
    that, and the events."""
    old = table.occupant(offer.seat)
    if offer.user is None:
        taken = StoredSeat(offer.seat, find_free_name(table), at, robot=str(Level.OLD_HAND))
    else:
        taken = StoredSeat(offer.seat, offer.name, at, user_id=offer.user)
    settings = with_former_noted(handover_notes.with_handover_noted(table, offer.seat), old)
    if old.user_id is not None:
        settings = offer_answers.with_seen(table, settings, old.user_id, (offer.seat,))
        if offer.kind is OfferKind.REMOVAL:
            settings = replace(settings, removed=(*settings.removed, old.user_id))
    by = None if offer.kind is OfferKind.OWN else table.seat_of(offer.by)
    how = OUTSIDE if offer.kind is OfferKind.ROBOT and by is None else offer.kind.value
    outsider = 0
    if how == OUTSIDE:
        outsider, settings = with_outsider(table, settings, offer.by)
    how = how if table.hand_open else f"{how}{events.NEXT}"
    over = [
        other for other in offers.offers_of(table) if other.seat == offer.seat or other.user == offer.user is not None
    ]
    settings = replace(settings, offers=offers.without_offers(table, *over).offers)
    seats = tuple(taken if seat.seat == offer.seat else seat for seat in table.seats)
    after = replace(offers.with_settings(table, settings), seats=seats)
    substituted = events.Substituted(offer.seat, offer.user is None, by, how, outsider)
    return after, [
        substituted,
        *(events.OfferEnded(other.seat, "outdated") for other in over if other.number != offer.number),
    ]


def _make_change(before: Table, after: Table, found: Sequence[object], at: int) -> Change:
    """The change of seats. It adds people who gave up a seat to the crew's books, since the hand may still count for
    them."""
    places = zip(before.seats, after.seats, strict=True)
    former = [(old.user_id, old.name) for old, new in places if old.user_id not in (None, new.user_id)]

    def enter_former(connection: Connection) -> None:
        for user, name in former:
            crews.ensure_member(connection, before.row.crew, user, name, at)

    also = (enter_former,) if former else ()
    return Change(tuple(found), seats=after.seats, settings=after.settings, write_also=also)


def settle_at_deal(table: Table, at: int) -> Change | None:
    """Settle the offers of earlier hands at a deal: carry out those that are answered, and end the others.

    Unanswered offers with their own deadline stay open, and so do offers made since the last hand. If the last result
    is decided, the notes on handovers are dropped. `table` is the table before the deal. None if nothing changes.
    """
    before, found = table, list[object]()
    table = handover_notes.without_decided_handovers(table)
    for offer in offers.offers_of(table):
        if offer.shuffle >= table.shuffle.number or offer not in offers.offers_of(table):
            continue
        seated = offer.user is not None and table.seat_of(offer.user) is not None
        if offer_answers.is_answered(table, offer) and not seated:
            table, handed = _hand_over(table, offer, at)
            found += handed
        elif offer.lapses_at is None:
            found.append(events.OfferEnded(offer.seat, "outdated"))
            table = offers.with_settings(table, offers.without_offers(table, offer))
    return _make_change(before, table, found, at) if found or table is not before else None


def without_seen_hands(table: Table) -> StoredSettings | None:
    """A table's settings without the notes on seen hands, once the hand is over; None if there are no such notes."""
    settings = table.settings
    return None if settings.seen is None else replace(settings, seen=None)


def give_seat_back(table: Table, request: Request) -> Change | None:
    """Let the requester play again, and end a vote to give their seat away; None if no robot stands in for them."""
    seat = table.seat_of(request.user)
    if seat is None or table.occupant(seat).stand_in is None or table.is_closed:
        return None
    votes = [offer for offer in offers.offers_of(table) if offer.seat == seat and offer.kind is OfferKind.AWAY]
    ended = tuple(events.OfferEnded(seat, "returned") for _ in votes)
    settings = offers.without_offers(table, *votes) if votes else None
    return Change((events.Returned(seat), *ended), seats=table.with_stand_in(seat, None), settings=settings)


def stir(table: Table, user: int) -> Change | None:
    """Note that a user pressed something in their turn, so nobody plays on without them; None if that is known, or
    nothing depends on it."""
    seat = table.seat_of(user)
    if seat is None or table.playing is None or not table.is_live or table.kind.is_private:
        return None
    return Change((events.Stirred(seat),)) if is_silent(table, seat) and table.people != (seat,) else None


def list_open_votes(table: Table) -> tuple[Seat, ...]:
    """The seats for which the others may vote now to let a robot play.

    The table must wait for such a seat alone. Otherwise a vote would reveal which of several seats have answered.
    """
    return tuple(
        seat
        for seat, times in sorted(table.absences.nudged.items())
        if times >= count_nudges_before_vote(table, seat)
        and table.is_present(seat)
        and table.public_view.to_act == (seat,)
        and table.people != (seat,)
    )


def count_votes_needed(table: Table, seat: Seat) -> int:
    """The number of votes needed to let a robot play for a seat: one if its player is silent in their turn, else more
    than half of the other people present."""
    return 1 if is_silent(table, seat) else len([other for other in table.people if other != seat]) // 2 + 1


def list_voters(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seats whose players may let a robot play for a seat: the others, or the partner alone if the player is
    silent in their turn."""
    others = tuple(Seat(taken.seat) for taken in table.seats if taken.seat != seat)
    side = next((side for side in table.game.PARTNERS if seat in side), ())
    partners = tuple(other for other in table.people if other in side and other != seat)
    return partners if partners and is_silent(table, seat) else others


def vote(table: Table, request: Request, seat: Seat) -> Change:
    """Vote to let a robot play for a seat. As soon as there are enough votes, the robot plays. Raises Refused."""
    by = must_sit(table, request.user)
    must_not_be_closed(table)
    if seat not in list_open_votes(table):
        raise Refused("TABLE", "no_vote")
    if by == seat:
        raise Refused("TABLE", "own_vote")
    if by not in list_voters(table, seat):
        raise Refused("TABLE", "partner_votes")
    if by in table.absences.votes.get(seat, ()):
        raise Refused("TABLE", "voted")
    voted = events.Voted(by, seat)
    if len(table.absences.votes.get(seat, ())) + 1 < count_votes_needed(table, seat):
        return Change((voted,))
    taken = stand_in(table, seat, request.at)
    return replace(taken, events=(voted, *taken.events))


def step_away(table: Table, request: Request) -> Change:
    """Let a robot play for the requester until they are back. Raises Refused: closed, not seated, not started, away
    already."""
    must_not_be_closed(table)
    seat = must_sit(table, request.user)
    if table.playing is None:
        raise Refused("TABLE", "not_started")
    must_allow(table, Wish.AWAY)
    if not table.is_present(seat):
        raise Refused("TABLE", "away_already")
    return stand_in(table, seat, request.at)


def stand_in_for_absentee(table: Table, user: int, at: int) -> Change | None:
    """Let a robot play for a user who has left the server; None if the user does not play here."""
    seat = table.seat_of(user)
    if seat is None or table.playing is None or table.is_closed or not table.is_present(seat) or table.lost:
        return None  # at a table that is lost, the bot has left the server, and not the user
    return replace(stand_in(table, seat, at), write_also=())  # no digests for somebody who has left the server


def stand_in(table: Table, seat: Seat, at: int) -> Change:
    """Let a robot play for a player who is away, and plan the digests that tell the player so."""
    user = table.occupant(seat).user_id

    def plan_digests(connection: Connection) -> None:
        if user is not None:
            plan_robot_digests(connection, user, at)

    return Change((events.StoodIn(seat),), seats=table.with_stand_in(seat, {"since": at}), write_also=(plan_digests,))
