"""A table under way: pausing and closing it, handing seats over, votes, take-backs, showing it again. The people for
it: the queue of a full table, *Same again*, and the call for players."""

from dataclasses import replace
from typing import Final

from bot.messages import overview
from bot.messages.boards.lobby import find_score_key
from bot.messages.parts import table_panel
from bot.messages.parts.table_words import find_last_hand_key
from bot.ports import (
    DONE,
    HOUR,
    DeliveryError,
    Messenger,
    Reply,
    Request,
    Requester,
    format_timestamp,
    make_button,
    reply_text,
    with_buttons,
)
from bot.services.request import TableUseCases, Tell, change_table, make_change
from bot.store import Conflict, Connection, Notice, NoticeKind, Status, key_values
from bot.store.books import crews
from bot.store.messages import projections
from bot.store.people import kept_away, lately
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Change, Table, Wish, must_allow, must_run, must_sit, offers
from bot.tables.lobby import lobby, opening, table_channels
from bot.tables.lobby.house_rules import BANTER, format_stored
from bot.tables.play import closings, pauses, takebacks
from bot.tables.process_settings import ProcessSettings
from bot.tables.seats import handovers, queue
from bot.tables.service import TableService
from bot.tables.timing.deadlines import find_closing_time
from bot.tally.books import CrewSettings, crew_settings
from games.core import Refused

ASK: Final = "ask"
OFFER_EVERY: Final = 300_000
"""The milliseconds in which a person gets at most one offer at each table, and at most one from each requester."""
MOST_OFFERS: Final = 10
"""The most seats that one person may offer within `OFFER_EVERY`."""
BOARD: Final = "board"
SHOW_BOARD_EVERY: Final = 30_000
"""The least milliseconds between two requests to post the board of a table again."""


class SeatService(TableUseCases, frozen=True):
    """Changes a table and its seats, apart from moves of the game, and brings people to it."""

    messenger: Messenger
    tell: Tell

    pause = make_change(pauses.pause)
    """Pause the table: stop all its clocks."""
    resume = make_change(pauses.resume)
    """Resume the table: let its clocks go on."""
    drop_last_hand = make_change(closings.drop_last_hand, "last/dropped")
    """Let the table play on after this hand."""
    step_away = make_change(handovers.step_away, "away/done")
    """Let a robot play for the requester until they are back."""
    agree = make_change(handovers.agree)
    """Agree to the offer of a seat, by its number."""
    decline = make_change(handovers.decline)
    """Decline an offer of a seat, or withdraw it, by its number."""
    vote = make_change(handovers.vote)
    """Vote for a robot to play for a seat."""
    answer_take_back = make_change(takebacks.answer_question)
    """Answer another player's request to take a move back: yes or no, to the one with a number, or (None) the open
    one."""

    async def close(self, table: Table, request: Request) -> Reply:
        """Close the table for good. In the middle of play, ask the others first; if they were asked already, agree."""
        await change_table(self.tables, table.id, request, closings.close)
        return await self._tell_who_must_agree(table, request)

    async def answer_closing(self, table: Table, request: Request, yes: bool, number: int) -> Reply:
        """Answer question `number` about closing the table."""
        await change_table(self.tables, table.id, request, closings.answer, yes, number)
        return await self._tell_who_must_agree(table, request)

    async def _tell_who_must_agree(self, table: Table, request: Request) -> Reply:
        """If the table still asks whether to close, say who must agree, or when silence closes it."""
        present = await self.tables.get(table.id)
        if present.closing.asked is None or present.is_closed:
            return DONE
        if (closes_at := find_closing_time(present)) is not None:
            return request.answer("close/silence", when=f"<t:{closes_at // 1000}:R>")
        return request.answer("close/waits", names=closings.list_missing_names(present))

    async def show_panel(self, table: Table, request: Request) -> Reply:
        """Show what the requester can do about the whole table."""
        return Reply(table_panel.make_panel(table, request.requester), in_place=False)

    async def show_own_tables(self, request: Request) -> Reply:
        """List the requester's open tables, those that wait for them first."""
        rows = await self.store.read(stored_tables.list_of_person, request.user)
        tables = [await self.tables.get(row.id) for row in rows]
        return Reply(overview.make_overview(tables, request.user, request.words), in_place=False)

    async def bring(self, request: Request, number: int) -> Reply:
        """Bring the requester's message at a table to the end of their DM, or tell them where the table is."""
        table = await self.tables.get(number)
        seat = table.seat_of(request.user)
        if seat is None:
            raise Refused("TABLE", "not_seated")
        place = f"<#{table.place}>"
        if not table.playing or table.is_closed:
            return request.answer("mine/there", place=place)
        kind = NoticeKind.BOARD_WANTED if table.kind.is_private else NoticeKind.POST_WANTED
        await self.tell(Notice(kind, table.id, user=request.user))
        return DONE if request.in_dm else request.answer("mine/in_dm", place=place)

    async def call_last_hand(self, table: Table, request: Request) -> Reply:
        """Let this hand, or this game of several hands, be the last."""
        await change_table(self.tables, table.id, request, closings.call_last_hand)
        key = f"more/{find_last_hand_key(table)}"
        return request.answer(key)

    async def set_banter(self, table: Table, request: Request, on: bool) -> Reply:
        """Let the table's robots talk, or silence them."""
        await change_table(self.tables, table.id, request, lobby.set_house_rule, BANTER.name, format_stored(on))
        return request.answer("banter/on" if on else "banter/off")

    async def ask_to_leave(self, table: Table, request: Request) -> Reply:
        """Ask the requester to confirm that they want to get up in the middle of the game.

        Raises Refused at a table where nobody can get up, or if the requester has no seat.
        """
        must_allow(table, Wish.LEAVE)
        if not table.playing or table.seat_of(request.user) is None:
            raise Refused("TABLE", "not_seated")
        if table.is_closed:
            raise Refused("TABLE", "closed")
        return Reply(table_panel.ask_to_leave(table, request.requester), in_place=False)

    async def leave(self, table: Table, request: Request) -> Reply:
        """Get up in the middle of the game, as the requester has confirmed."""
        change = await change_table(self.tables, table.id, request, closings.leave)
        return request.answer("leave/closed" if change.table.is_closed else "leave/done")

    async def substitute(self, table: Table, request: Request, user: int | None, new: Requester | None) -> Reply:
        """Offer the seat of `user` to `new`. As either of the two, None stands for a robot."""
        if new is not None and await self.store.read(kept_away.is_kept_away, table.row.guild, new.user):
            raise Refused("TABLE", "kept_away_other", name=new.name)

        def decide(present: Table, request: Request) -> Change:
            change = handovers.offer_seat(present, request, user, new)
            return change if change.seats is not None else _limit_offers(change, present, request, new)

        await change_table(self.tables, table.id, request, decide)
        if new is None or new.user == request.user:
            return DONE
        if offers.offer_to(await self.tables.get(table.id), new.user) is None:
            return DONE
        return request.answer("offer/made", name=new.name)

    async def ask_to_remove(self, table: Table, request: Request, user: int) -> Reply:
        """Ask the others to let a robot take over from a player who spoils the game.

        Each person may ask about the same player once in `OFFER_EVERY` milliseconds. If all people shared this limit,
        an accomplice could hold up the vote: they would ask first, and withdraw the question.
        """
        slot = f"remove:{table.id}:{user}:{request.user}"

        def decide(present: Table, request: Request) -> Change:
            change = handovers.ask_to_remove(present, request, user)

            def write(connection: Connection) -> None:
                free_at = lately.take(connection, ASK, slot, request.at, OFFER_EVERY, request.cause)
                if free_at is not None:
                    raise Refused("TABLE", "remove_lately", when=format_timestamp(free_at))

            return replace(change, write_also=(*change.write_also, write))

        await change_table(self.tables, table.id, request, decide)
        return request.answer("remove/asked")

    async def accept(self, table: Table, request: Request, number: int) -> Reply:
        """Take the seat that is offered to the requester. A full table starts if its house rules say so."""
        await change_table(self.tables, table.id, request, handovers.accept, number)
        await self.store.write(lately.give_back, ASK, _name_slot(table, request.user))
        present = await self.tables.get(table.id)
        await start_if_full(self.tables, present, request)
        key = "offer/waits" if present.seat_of(request.user) is None else "offer/seated"
        return reply_text(request.words.about(table.row.game).say(key))

    async def ask_to_take_back(self, table: Table, request: Request) -> Reply:
        """Ask everyone to take the requester's last move back.

        After a refusal, a player waits `Waits.undo_wait` milliseconds before the next request, and twice as long after
        each further refusal. Raises Refused.
        """
        seat, wait = must_sit(table, request.user), self.tables.settings.waits.undo_wait
        last_move = await self.store.read(takebacks.read_last_move, table.id, seat, table.sequence)

        def decide(present: Table, request: Request) -> Change:
            if present.visibility.public_events != table.visibility.public_events:
                raise Refused("TABLE", "undo_moved")
            return takebacks.ask_to_take_back(present, seat, last_move, request.at, wait)

        await change_table(self.tables, table.id, request, decide)
        return DONE

    async def leave_queue(self, table: Table, request: Request) -> Reply:
        """Leave the queue."""
        committed = await change_table(self.tables, table.id, request, queue.leave)
        if not committed.entries and not committed.repeated:
            raise Refused("TABLE", "not_queued")
        return request.answer("queue/left")

    async def open_again(self, table: Table, request: Request) -> Reply:
        """Open the next table for the people of one that is over, with the same game, pace, house rules and robots. The
        others are asked first: nobody is seated before they have said yes.

        Only one such table is opened: while it is open, a second request leads to the same table.
        """
        must_run(table, request.requester)
        users = table.users
        try:
            invited = await self.messenger.find_members(table.row.guild, users)
        except DeliveryError:  # Discord does not say who is still in the server, so nobody is left out
            invited = frozenset(users)
        invited -= await self.store.read(kept_away.find_kept_away, table.row.guild, users)
        plan = opening.find_next_company(table, request, invited)
        await self.people.load(users)
        try:
            next_table = await self.store.write(_find_or_write_next, table, request, self.tables.settings)
        except Conflict:  # another process was first, and its table is known now
            next_table = await self.store.write(_find_or_write_next, table, request, self.tables.settings)
        opened = await self.tables.change(
            next_table,
            f"again:{table.id}",
            request.at,
            lambda present: opening.open_next(present, request, plan),
        )
        if opened.table.is_lobby:
            seated = await change_table(self.tables, next_table, request.further("seat"), _take_own_seat)
            await start_if_full(self.tables, seated.table, request)
        place = f"<#{opened.table.place}>"
        return request.answer("lobby/opened", next_table, title=table.game.TITLE, place=place)

    async def call(self, table: Table, request: Request) -> Reply:
        """Call for players with the role that the crew has chosen for it, at most once an hour in a channel."""
        lobby.call(table, request, 0)  # a refused call must not count for the hourly limit
        crew = await self.store.read(crews.find_crew, table.row.crew)
        chosen = CrewSettings() if crew is None else crew_settings.read_settings(crew.settings)
        if not chosen.call_role:
            raise Refused("TABLE", "call_no_role")
        if chosen.quiet is not None and (morning := chosen.quiet.find_end(request.at)) is not None:
            raise Refused("TABLE", "call_quiet", when=format_timestamp(morning))
        await self.store.write(_count_call, table, request)
        await change_table(self.tables, table.id, request, lobby.call, chosen.call_role)
        return request.answer("call/made")

    async def show_again(self, table: Table, request: Request) -> Reply:
        """Post the table's board again, and retry messages that were given up because a permission was missing.

        A table allows this once in `SHOW_BOARD_EVERY` milliseconds, because posts and edits share Discord's limit
        for the channel.
        """
        if not await self.store.write(_try_refused_again, table.id, request):
            return request.answer("table/shown_lately", place=f"<#{table.place}>")
        await self.tell(Notice(NoticeKind.BOARD_WANTED, table.id))
        return request.answer("table/shown", place=f"<#{table.place}>")


def _limit_offers(change: Change, table: Table, request: Request, new: Requester | None) -> Change:
    """Add a check to a change that offers a seat. Its transaction raises Refused if there were too many offers lately.

    Within `OFFER_EVERY` milliseconds, a person may get one offer at this table and one from this requester. In the same
    time, the requester may make `MOST_OFFERS` offers to all people together.
    """
    asked = None if new is None or new.user == request.user else new
    slots = [f"person:{request.user}:{request.cause}"]
    if asked is not None:
        slots = [_name_slot(table, asked.user), f"person:{request.user}:{asked.user}"]

    def write(connection: Connection) -> None:
        times = [lately.take(connection, ASK, slot, request.at, OFFER_EVERY, request.cause) for slot in slots]
        free_at = max((at for at in times if at is not None), default=None)
        if asked is not None and free_at is not None:
            raise Refused("TABLE", "asked_lately", name=asked.name, when=format_timestamp(free_at))
        if lately.count(connection, ASK, f"person:{request.user}:", request.at, OFFER_EVERY) > MOST_OFFERS:
            raise Refused("TABLE", "asked_many", most=MOST_OFFERS)

    return replace(change, write_also=(*change.write_also, write))


def _name_slot(table: Table, user: int) -> str:
    return f"table:{table.id}:{user}"


def _try_refused_again(connection: Connection, table: int, request: Request) -> bool:
    """Let the table's messages that were given up be tried again. Return True if the board may be posted again.

    The board may be posted if there were such messages, or if nobody has asked for the board within the last
    `SHOW_BOARD_EVERY` milliseconds.
    """
    free_at = lately.take(connection, BOARD, str(table), request.at, SHOW_BOARD_EVERY, request.cause)
    return bool(projections.retry_held_back(connection, table)) or free_at is None


CALL_EVERY: Final = HOUR
"""Milliseconds between two calls for players in a channel, and between two calls of one person in a server."""
CALL: Final = "called"
LEAVE_QUEUE: Final = "queue.leave"


async def start_if_full(tables: TableService, table: Table, request: Request) -> None:
    """Start the game of a lobby whose last seat was just filled, if the house rules say so."""
    if lobby.starts_full(table):
        await change_table(tables, table.id, request.further("start"), lobby.start, tables.chance)


def tell_place(table: Table, request: Request) -> Reply:
    """Tell a person their place in the queue, with a button to leave it, or that a robot's seat will be theirs."""
    words, place = request.words, queue.place_of(table, request.user)
    if offers.offer_to(table, request.user) is not None:
        return request.answer(f"queue/joined/{find_score_key(table)}")
    key, held_for = "queue/place", tuple(offer.name for offer in lobby.list_held_places(table))
    if not table.is_lobby:
        key = "queue/place_next_hand" if place <= offers.count_free_places(table) else "queue/place_under_way"
    elif held_for:
        key = "queue/place_held"
    text = words.say(key, name=held_for, place=place)
    return Reply(with_buttons(text, make_button(LEAVE_QUEUE, words), table=table.id))


def _take_own_seat(table: Table, request: Request) -> Change | None:
    """Take the seat that is held for the requester; None if there is none."""
    held = offers.offer_to(table, request.user)
    if held is None or not table.is_lobby:
        return None
    return handovers.accept(table, request, held.number)


def _count_call(connection: Connection, table: Table, request: Request) -> None:
    """Count this call for the channel, and for the requester in the server.

    Raises Refused if there was a call in the channel, or by the requester, within the last hour.
    """
    slots = {str(table.row.channel): "call_again", f"by:{table.row.guild}:{request.user}": "called_lately"}
    for slot, reason in slots.items():
        free_at = lately.take(connection, CALL, slot, request.at, CALL_EVERY, request.cause)
        if free_at is not None:
            raise Refused("TABLE", reason, when=format_timestamp(free_at))


def _find_or_write_next(connection: Connection, table: Table, request: Request, settings: ProcessSettings) -> int:
    """Return the number of the open table that follows a finished one. If there is none yet, write its row."""
    key = f"again:{table.id}"
    next_table = key_values.get(connection, key)
    if next_table is not None and stored_tables.load(connection, next_table).status != Status.CLOSED:
        return int(next_table)
    location = request.location
    parent = (location.parent,) if location.channel in (table.row.channel, table.row.thread) else ()
    table_channels.must_be_allowed(connection, table.row.guild, (table.row.channel, table.row.thread, *parent))
    row = opening.create(connection, opening.draft_next(table, request), settings.limits)
    key_values.put(connection, key, row.id, request.at)
    return row.id
