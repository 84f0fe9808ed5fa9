"""A table under way: pausing and closing it, handing seats over, votes, take-backs, showing it again."""

from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.private_delivery import PrivateDelivery
from bot.messages import overview, table_panel
from bot.messages.table_words import find_last_hand_key, words_of
from bot.people.preferences import PreferencesCache
from bot.ports.markup import format_timestamp
from bot.ports.requests import DONE, Reply, Request, Requester, reply_text
from bot.services.gathering import start_if_full
from bot.services.request import Decide, P, Tell, change_table, find_own_seat
from bot.store.database.engine import Connection
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.messages import projections
from bot.store.people import kept_away, lately
from bot.store.store import Store
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Status
from bot.tables.aggregate import offers
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.table import Table
from bot.tables.lobby import house_rule_changes
from bot.tables.play import closings, pauses, takebacks
from bot.tables.seats import absentees, handovers
from bot.tables.service import TableService
from bot.tables.timing.deadlines import find_closing_time
from games.core.refused import Refused
from games.core.seats import Seat

ASK: Final = "ask"
OFFER_EVERY: Final = 300_000
"""The milliseconds in which a person gets at most one offer at each table, and at most one from each requester."""
MOST_OFFERS: Final = 10
"""The most seats that one person may offer within `OFFER_EVERY`."""
BOARD: Final = "board"
SHOW_BOARD_EVERY: Final = 30_000
"""The least milliseconds between two requests to post the board of a table again."""


@dataclass(frozen=True, slots=True)
class SeatService:
    """Changes a table and its seats, apart from moves of the game."""

    store: Store
    tables: TableService
    people: PreferencesCache
    private: PrivateDelivery
    tell: Tell

    async def pause(self, table: Table, request: Request) -> Reply:
        """Pause the table: stop all its clocks."""
        return await self._change(table, request, pauses.pause, request.requester)

    async def resume(self, table: Table, request: Request) -> Reply:
        """Resume the table: let its clocks go on."""
        return await self._change(table, request, pauses.resume, request.requester, request.at)

    async def close(self, table: Table, request: Request) -> Reply:
        """Close the table for good. In the middle of play, ask the others first; if they were asked already, agree."""
        await self._change(table, request, closings.close, request.requester, request.at)
        return await self._tell_who_must_agree(table, request)

    async def answer_closing(self, table: Table, request: Request, yes: bool, number: int) -> Reply:
        """Answer question `number` about closing the table."""
        await self._change(table, request, closings.answer, request.requester, yes, number)
        return await self._tell_who_must_agree(table, request)

    async def _tell_who_must_agree(self, table: Table, request: Request) -> Reply:
        """If the table still asks whether to close, say who must agree, or when silence closes it."""
        present = await self.tables.get(table.id)
        if present.closing.asked is None or present.status == Status.CLOSED:
            return DONE
        words = words_of(table, request.requester.language)
        if (closes_at := find_closing_time(present)) is not None:
            return reply_text(words.say("close/silence", when=f"<t:{closes_at // 1000}:R>"), table.id)
        return reply_text(words.say("close/waits", names=closings.list_missing_names(present)), table.id)

    async def show_panel(self, table: Table, request: Request) -> Reply:
        """Show what the requester can do about the whole table."""
        return Reply(table_panel.make_panel(table, request.requester), in_place=False)

    async def show_own_tables(self, request: Request) -> Reply:
        """List the requester's open tables, those that wait for them first."""
        rows = await self.store.read(stored_tables.list_of_person, request.user)
        tables = [await self.tables.get(row.id) for row in rows]
        return Reply(overview.make_overview(tables, request.user, request.words()), in_place=False)

    async def bring(self, request: Request, number: int) -> Reply:
        """Bring the requester's message at a table to the end of their DM, or tell them where the table is."""
        table = await self.tables.get(number)
        seat = table.seat_of(request.user)
        if seat is None:
            raise Refused("TABLE", "not_seated")
        place = f"<#{table.place}>"
        if not table.playing or table.status == Status.CLOSED:
            return reply_text(request.words().say("mine/there", place=place))
        kind = NoticeKind.BOARD_WANTED if table.alone else NoticeKind.POST_WANTED
        await self.tell(Notice(kind, table.id, user=request.user))
        return DONE if request.in_dm else reply_text(request.words().say("mine/in_dm", place=place))

    async def call_last_hand(self, table: Table, request: Request) -> Reply:
        """Let this hand, or this game of several hands, be the last."""
        await self._change(table, request, closings.call_last_hand, request.requester)
        key = f"more/{find_last_hand_key(table)}"
        return self._answer(table, request, key)

    async def drop_last_hand(self, table: Table, request: Request) -> Reply:
        """Let the table play on after this hand."""
        await self._change(table, request, closings.drop_last_hand, request.requester)
        return self._answer(table, request, "last/dropped")

    async def set_banter(self, table: Table, request: Request, on: bool) -> Reply:
        """Let the table's robots talk, or silence them."""
        await self._change(table, request, house_rule_changes.set_banter, request.requester, on)
        return self._answer(table, request, "banter/on" if on else "banter/off")

    async def step_away(self, table: Table, request: Request) -> Reply:
        """Let a robot play for the requester until they are back."""
        await self._change(table, request, absentees.step_away, request.requester, request.at)
        return self._answer(table, request, "away/done")

    async def ask_to_leave(self, table: Table, request: Request) -> Reply:
        """Ask the requester to confirm that they want to get up in the middle of the game.

        Raises Refused at a table where nobody can get up, or if the requester has no seat.
        """
        if table.alone:
            raise Refused("TABLE", "leave_practice" if table.practice else "day_leave")
        if not table.playing or table.seat_of(request.user) is None:
            raise Refused("TABLE", "not_seated")
        if table.status == Status.CLOSED:
            raise Refused("TABLE", "closed")
        return Reply(table_panel.ask_to_leave(table, request.requester), in_place=False)

    async def leave(self, table: Table, request: Request) -> Reply:
        """Get up in the middle of the game, as the requester has confirmed."""
        change = await change_table(self.tables, table.id, request, closings.leave, request.requester, request.at)
        return self._answer(table, request, "leave/closed" if change.table.status == Status.CLOSED else "leave/done")

    def _answer(self, table: Table, request: Request, key: str) -> Reply:
        return reply_text(words_of(table, request.requester.language).say(key), table.id)

    async def substitute(self, table: Table, request: Request, user: int | None, new: Requester | None) -> Reply:
        """Offer the seat of `user` to `new`. As either of the two, None stands for a robot."""
        requester = request.requester
        if new is not None and await self.store.read(kept_away.is_kept_away, table.row.guild, new.user):
            raise Refused("TABLE", "kept_away_other", name=new.name)

        def decide(present: Table) -> Change:
            change = handovers.offer_seat(present, requester, user, new, request.at)
            return change if change.seats is not None else _limit_offers(change, present, request, new)

        reply = await self._change(table, request, decide)
        if new is None or new.user == requester.user:
            return reply
        offered = offers.offers_of(await self.tables.get(table.id))
        if not any(offer.user == new.user for offer in offered):
            return reply
        return reply_text(request.words().say("offer/made", name=new.name), table.id)

    async def ask_to_remove(self, table: Table, request: Request, user: int) -> Reply:
        """Ask the others to give the seat of a player who spoils the game to a robot.

        Each person may ask about the same player once in `OFFER_EVERY` milliseconds. If all people shared this limit,
        an accomplice could hold up the vote: they would ask first, and withdraw the question.
        """
        slot = f"remove:{table.id}:{user}:{request.user}"

        def decide(present: Table) -> Change:
            change = handovers.ask_to_remove(present, request.requester, user, request.at)

            def write(connection: Connection) -> None:
                free_at = lately.take(connection, ASK, slot, request.at, OFFER_EVERY, request.cause)
                if free_at is not None:
                    raise Refused("TABLE", "remove_lately", when=format_timestamp(free_at))

            return replace(change, write_also=write)

        await self._change(table, request, decide)
        return reply_text(request.words().say("remove/asked"), table.id)

    async def accept(self, table: Table, request: Request, number: int) -> Reply:
        """Take the seat that is offered to the requester. A full table starts if its house rules say so."""
        await self.people.get(request.user)  # load their quiet hours into the cache for the clocks
        readable_hands = await self.private.list_readable_hands(table, request.user) if table.hand_open else ()
        await self._change(table, request, handovers.accept, request.requester, number, request.at, readable_hands)
        await self.store.write(lately.give_back, ASK, _name_slot(table, request.user))
        present = await self.tables.get(table.id)
        await start_if_full(self.tables, present, request)
        key = "offer/waits" if present.seat_of(request.user) is None else "offer/seated"
        return reply_text(request.words().about(table.row.game).say(key), table.id)

    async def agree(self, table: Table, request: Request, number: int) -> Reply:
        """Agree to the offer of a seat."""
        return await self._change(table, request, handovers.agree, request.requester, number, request.at)

    async def decline(self, table: Table, request: Request, number: int) -> Reply:
        """Decline an offer of a seat, or withdraw it."""
        return await self._change(table, request, handovers.decline, request.requester, number)

    async def vote(self, table: Table, request: Request, seat: Seat) -> Reply:
        """Vote for a robot to play for a seat."""
        return await self._change(table, request, absentees.vote, request.requester, seat, request.at)

    async def ask_to_take_back(self, table: Table, request: Request) -> Reply:
        """Ask everyone to take the requester's last move back.

        After a refusal, a player waits `Waits.undo_wait` milliseconds before the next request, and twice as long after
        each further refusal. Raises Refused.
        """
        seat, wait = find_own_seat(table, request), self.tables.settings.waits.undo_wait
        last_move = await self.store.read(takebacks.read_last_move, table.id, seat, table.sequence)

        def decide(present: Table) -> Change:
            if present.visibility.public_events != table.visibility.public_events:
                raise Refused("TABLE", "undo_moved")
            return takebacks.ask_to_take_back(present, seat, last_move, request.at, wait)

        return await self._change(table, request, decide)

    async def answer_take_back(self, table: Table, request: Request, yes: bool, number: int | None = None) -> Reply:
        """Answer another player's request to take a move back: the one with this number, or (None) the open one."""
        return await self._change(table, request, takebacks.answer_question, request.requester, yes, number)

    async def show_again(self, table: Table, request: Request) -> Reply:
        """Post the table's board again, and retry messages that were given up because a permission was missing.

        A table allows this once in `SHOW_BOARD_EVERY` milliseconds, because posts and edits share Discord's limit
        for the channel.
        """
        words = request.words()
        if not await self.store.write(_try_refused_again, table.id, request):
            return reply_text(words.say("table/shown_lately", place=f"<#{table.place}>"), table.id)
        await self.tell(Notice(NoticeKind.BOARD_WANTED, table.id))
        return reply_text(words.say("table/shown", place=f"<#{table.place}>"), table.id)

    async def _change(
        self, table: Table, request: Request, decide: Decide[P], *facts: P.args, **named: P.kwargs
    ) -> Reply:
        await change_table(self.tables, table.id, request, decide, *facts, **named)
        return DONE


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
        if change.write_also is not None:
            change.write_also(connection)
        times = [lately.take(connection, ASK, slot, request.at, OFFER_EVERY, request.cause) for slot in slots]
        free_at = max((at for at in times if at is not None), default=None)
        if asked is not None and free_at is not None:
            raise Refused("TABLE", "asked_lately", name=asked.name, when=format_timestamp(free_at))
        if lately.count(connection, ASK, f"person:{request.user}:", request.at, OFFER_EVERY) > MOST_OFFERS:
            raise Refused("TABLE", "asked_many", most=MOST_OFFERS)

    return replace(change, write_also=write)


def _name_slot(table: Table, user: int) -> str:
    return f"table:{table.id}:{user}"


def _try_refused_again(connection: Connection, table: int, request: Request) -> bool:
    """Let the table's messages that were given up be tried again. Return True if the board may be posted again.

    The board may be posted if there were such messages, or if nobody has asked for the board within the last
    `SHOW_BOARD_EVERY` milliseconds.
    """
    free_at = lately.take(connection, BOARD, str(table), request.at, SHOW_BOARD_EVERY, request.cause)
    return bool(projections.retry_held_back(connection, table)) or free_at is None
