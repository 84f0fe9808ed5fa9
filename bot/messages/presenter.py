"""The presenter: makes every message of a table from its present state. Delivery sends them."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Final, Protocol

from msgspec import Struct

from bot.messages.boards import log, offers, receipts, reminders
from bot.messages.boards.board import make_board
from bot.messages.boards.lobby import make_lobby
from bot.messages.boards.lobby_notices import present_call, present_start_note
from bot.messages.boards.questions import is_asked, is_out
from bot.messages.boards.reminders import Patience
from bot.messages.evening import EveningMessages
from bot.messages.hands.own_messages import OwnMessages
from bot.messages.inputs import inputs_of
from bot.messages.parts.alerts import Alert, find_alert
from bot.messages.parts.desired_message import DesiredMessage, MessageDeletion, home_of
from bot.messages.parts.table_words import words_of
from bot.people.loudness import Loudness, Topic, find_morning, judge, let_all_hear, let_reader_hear, ping
from bot.ports import MINUTE, Clock, Message, Place
from bot.store import MessageData, MessageKey, MessageKind, Projection, Store
from bot.store.messages.message_keys import BOARD, CALL, LOG, SHEET, START
from bot.store.people import lesson_progress
from bot.tables.aggregate import AppliedChange, Table, has_turn
from bot.tables.aggregate.offers import offer_of_seat
from bot.tables.lobby.house_rules import find_cloth, is_in_words
from bot.tables.timing.deadlines import has_nothing_to_call, is_undealt
from games.core import Seat
from render.style import Style

LEAST_STAY: Final = MINUTE
"""The least time, in milliseconds, for which a player's own message stays where it was posted."""


def list_message_keys(table: Table) -> list[MessageKey]:
    """The keys of a table's messages, in the order of posting. At a practice table, the board also shows the hand."""
    if table.kind.is_private:
        return [LOG, BOARD] if table.playing else []
    found = [LOG, BOARD, *([START] if table.start.came is not None else [])]
    found += [CALL] if table.call_for_players.sequence is not None else []
    found += [MessageKey(MessageKind.OFFER, seat) for seat in sorted(table.occupants.offered)]
    if table.playing:
        readers = {Seat(seat.seat) for seat in table.seats if seat.user_id is not None} | table.occupants.handed
        found += [MessageKey(MessageKind.HAND, seat) for seat in sorted(readers)]
        if table.is_closed:
            found.append(SHEET)
    return found + [MessageKey(MessageKind.REMINDER, seat) for seat in sorted(table.absences.reminded)]


class PrivateAddresses(Protocol):
    """The interface that finds the places for players' private messages."""

    async def find_place(self, table: Table, user: int) -> Place:
        """The place for a player's own message: their DM, or the table's channel if it only says that *My hand* shows
        the hand."""

    def needs_words(self, place: Place) -> bool:
        """True if messages in a DM are to be plain words at present."""

    def is_covered(self, place: Place, message: int) -> bool:
        """True if the bot has posted something below a message in a DM."""


class BuriedBoardCheck(Protocol):
    """The interface that finds out if too many messages lie below a board."""

    async def is_buried(self, table: int, place: Place, board: int, posted: int) -> bool:
        """True if too many messages lie below a board, which was posted at the time `posted` (milliseconds)."""


class Presenter(Struct):
    """Makes messages, and sends none."""

    store: Store
    read_row: Callable[[int, MessageKey], Awaitable[Projection | None]]
    """Reads the stored row of a table's message."""
    clock: Clock
    own: OwnMessages
    addresses: PrivateAddresses
    buried: BuriedBoardCheck
    _untaught: bool = True
    """True while nobody is known to have begun a lesson or finished a hand."""

    async def present(
        self, table: Table, key: MessageKey, row: Projection | None
    ) -> DesiredMessage | MessageDeletion | None:
        """Make a message from its key and its stored row. None leaves the message as it is."""
        match key.kind:
            case MessageKind.BOARD:
                return await self._present_board(table, row)
            case MessageKind.LOG:
                return await self._present_log(table, row)
            case MessageKind.HAND:
                return await self._present_hand(table, key.seat, row)
            case MessageKind.SHEET:
                return await self._present_sheet(table, row)
            case MessageKind.START:
                people = {user: self.own.people.find(user) for user in table.users}
                return present_start_note(table, row, lambda message: ping(message, Topic.OFFER, people, self.clock()))
            case MessageKind.CALL:
                return present_call(table, row)
            case MessageKind.REMINDER:
                return await self._present_reminder(table, key.seat, row)
            case MessageKind.OFFER:
                return await self._present_offer(table, key.seat, row)

    async def hold_painter(self, table: Table, key: MessageKey) -> AbstractAsyncContextManager[bool]:
        """A context that holds a painter if the message has a picture of a board or hand. Yields True if it had to wait
        for a free painter. A board with many readers does not wait for all the hands of other tables.

        The place of a hand's message is looked up first, since no painter must be held while Discord answers.
        """
        if key == BOARD and table.playing and not is_in_words(table):
            return self.own.pictures.painters.hold_painter()
        user = table.occupant(key.seat).user_id if key.kind is MessageKind.HAND else None
        if user is not None and not (await self.own.people.get(user)).text_only:
            place = await self.addresses.find_place(table, user)
            return nullcontext(False) if place.guild else self.own.pictures.painters.hold_painter(last=True)
        return nullcontext(False)

    def keep_committed(self, committed: AppliedChange) -> None:
        """Keep a commit of this process, so that the log need not read its events from the store."""
        self.own.log.keep_committed(committed.table.id, committed.entries)

    def forget(self, table: int) -> None:
        """Forget everything that is kept about a table."""
        self.own.log.forget(table)

    def collect_inputs(self, table: Table, key: MessageKey) -> object:
        """Everything that a message is made from. While this has not changed, the message need not be made again."""
        seat = key.player if key.kind is MessageKind.HAND else table.player if table.kind.is_private else None
        reader = None if seat is None else table.occupant(seat).user_id
        return inputs_of(table, key), None if reader is None else self.own.people.find(reader)

    def list_posted_before(self, table: Table, key: MessageKey, row: Projection | None) -> list[MessageKey]:
        """The messages that must be up to date before message `key` is posted below them.

        Only a board has such messages, namely the log and the reminders.
        """
        if key != BOARD:
            return []
        if row is not None and not self._shows_another_hand(table, row) and not self._is_old(row) and table.hand_open:
            return []
        return [LOG, *(MessageKey(MessageKind.REMINDER, seat) for seat in table.absences.nudged)]

    async def _present_board(self, table: Table, row: Projection | None) -> DesiredMessage | None:
        if is_undealt(table):
            return None  # the lobby stays until there are pieces to show
        repost = row is not None and not table.is_closed and await self._is_outdated(table, row)
        message = await self._make_board(table)
        if not table.kind.is_private and (row is None or row.sent_at is None or self._shows_another_hand(table, row)):
            message = let_all_hear(message)  # the table's first message, and one for each hand
        data = MessageData(hand=_find_hand_number(table), layout=message.layout is not None)
        repost = repost or (row is not None and row.data.layout and not data.layout)
        in_words = table.kind.is_private and self.addresses.needs_words(home_of(table))
        return DesiredMessage(message, table.sequence, home_of(table), repost, data=data, instead=in_words)

    async def _make_board(self, table: Table) -> Message:
        if not table.playing and not table.kind.is_private:
            self._untaught = self._untaught and await self.store.read(lesson_progress.is_untaught)
            return make_lobby(table, self._untaught)
        if table.kind.is_private:
            return await self.own.make_message(table, table.player, in_words=self.addresses.needs_words(home_of(table)))
        return await make_board(self.own.pictures, table, await self.own.log.list_recent(table, words_of(table), None))

    async def _is_outdated(self, table: Table, board: Projection) -> bool:
        """True if a board shows another hand, is too old to be edited, stands above the log, or is buried by
        messages."""
        page = await self.read_row(table.id, LOG)
        above_log = page is not None and (page.message or 0) > (board.message or 0)
        if above_log or self._shows_another_hand(table, board) or self._is_old(board):
            return True
        if not table.playing or board.message is None or board.channel is None:
            return False
        place = Place(board.channel, table.row.guild)
        if table.kind.is_private:
            return self._should_repost_below(table, table.player, board, place)
        return await self.buried.is_buried(table.id, place, board.message, board.sent_at or 0)

    def _should_repost_below(self, table: Table, seat: Seat, row: Projection | None, place: Place) -> bool:
        """True if a player's message in a DM should be posted again, since it asks them to act and another message of
        the bot stands below it.

        That happens at most once in `LEAST_STAY`, and never while a robot plays the seat or the call window is answered
        for them.
        """
        if row is None or row.message is None or not table.is_live or seat not in table.public_view.to_act:
            return False
        if not table.is_present(seat) or has_nothing_to_call(table, seat):
            return False
        return self._find_age(row) > LEAST_STAY and self.addresses.is_covered(place, row.message)

    @staticmethod
    def _shows_another_hand(table: Table, board: Projection) -> bool:
        return board.data.hand != _find_hand_number(table)

    def _is_old(self, row: Projection) -> bool:
        """True if a message is so old that Discord will soon limit its edits."""
        return self._find_age(row) > self.own.waits.board_age

    def _find_age(self, row: Projection) -> int:
        return self.clock() - (row.sent_at or 0)

    async def _present_log(self, table: Table, row: Projection | None) -> DesiredMessage | None:
        if row is None and (table.is_lobby or is_undealt(table)):
            return None  # a lobby needs no log, and the first page stands below the seal of the first hand
        start = row.data.page_start if row is not None else 0
        instead = table.kind.is_private and self.addresses.needs_words(home_of(table))
        in_words = instead or is_in_words(table)
        page = await self._make_log_page(table, start)
        next_start = None if row is None or row.message is None else self._find_next_page(row, page, in_words)
        unsure = row is not None and row.content_digest is None  # its last lines may be missing
        new_page = next_start is not None and not unsure
        if next_start is not None and not unsure:
            start, page = next_start, await self._make_log_page(table, next_start)
        if not page.lines:
            return None
        picture = None
        if page.hand_ended is not None and not in_words:
            view = await self.own.log.view_at_end(table, page.hand_ended)  # which keeps it
            if page.full:  # until the next hand, the board shows it
                style = Style(cloth=find_cloth(table))
                picture = await self.own.pictures.draw("receipt", view, words_of(table), style, patient=True)
        message = receipts.make_page_message(table, page, picture)
        data = MessageData(page_start=start, layout=message.layout is not None)
        return DesiredMessage(
            message, page.until, home_of(table), new_page, keep_old=True, data=data,
            instead=instead, more=page.full or (next_start is not None and unsure),
        )  # fmt: skip

    def _find_next_page(self, row: Projection, page: log.Page, in_words: bool) -> int | None:
        """The event after which the next page of the log begins; None if the present page still has room."""
        if page.full and row.shown_sequence >= page.until and (page.hand_ended is None or in_words or row.data.layout):
            return page.until
        if self._is_old(row) or (row.data.layout and in_words):
            return row.shown_sequence
        return None

    async def _make_log_page(self, table: Table, start: int) -> log.Page:
        return log.make_page(await self.own.log.list_since(table, start), self.own.waits.log_length)

    async def _present_hand(
        self, table: Table, seat: Seat, row: Projection | None
    ) -> DesiredMessage | MessageDeletion | None:
        user = table.occupant(seat).user_id
        if row is not None and row.user_id not in (None, user):
            return MessageDeletion(table.sequence)  # the message is of a former player of the seat
        if is_undealt(table) or user is None:
            return None
        place = await self.addresses.find_place(table, user)
        stored = row.data if row is not None else MessageData()
        if place.guild:
            return await self._present_turn(table, seat, user, row, place)
        in_words = self.addresses.needs_words(place)
        message = await self.own.make_message(table, seat, stored.hidden, in_words)
        alert = find_alert(table, seat, stored.pinged, self.own.orders.has_order(table, seat))
        verdict, notes, morning = self._judge_loudness(table, seat, user, stored, alert)
        message = let_reader_hear(message, verdict)
        too_old = row is not None and table.is_present(seat) and self._find_age(row) > self.own.waits.hand_age
        in_layout = message.layout is not None
        repost = row is None or (stored.layout and not in_layout)
        repost = repost or (not table.is_closed and (message.loud or too_old))
        repost = repost or self._should_repost_below(table, seat, row, place)
        data = replace(notes, hidden=stored.hidden, layout=in_layout)
        return DesiredMessage(
            message, table.sequence, place, repost, user=user, data=data, instead=in_words, morning=morning
        )

    async def _present_turn(
        self, table: Table, seat: Seat, user: int, row: Projection | None, home: Place
    ) -> DesiredMessage | MessageDeletion | None:
        """Make the line in the channel for a player whose DMs are closed. Everybody reads it, so it is made from what
        everybody knows. Their first line also says how to open their DMs, until the next hand or the next ping."""
        stands = row is not None and row.message is not None and row.channel == home.channel
        if table.is_closed:
            return MessageDeletion(table.sequence) if stands else None
        stored, hand = row.data if row is not None else MessageData(), _find_hand_number(table)
        # While the table also waits for another seat, an alert would show who has not answered. Standing orders are no
        # reason for silence here, because the silence would show them.
        alert = find_alert(table, seat, stored.pinged, False) if has_turn(table, seat) else None
        verdict, notes, morning = self._judge_loudness(table, seat, user, stored, alert)
        if not stored.hand and verdict is not Loudness.LOUD:
            verdict = judge(Topic.DUTY, self.own.people.find(user), self.clock())
        loud = verdict is Loudness.LOUD
        explains = not stored.hand or (stored.hand == hand and not loud)
        refusal = stored.refusal if explains else ""
        message = let_reader_hear(reminders.make_turn_line(table, seat, refusal), verdict, user)
        repost = loud or (row is not None and self._is_old(row))
        data = replace(notes, hidden=stored.hidden, hand=hand if explains else -1)
        return DesiredMessage(
            message, table.sequence, home, repost, user=user, data=data, instead=True, morning=morning
        )

    def _judge_loudness(
        self, table: Table, seat: Seat, user: int, stored: MessageData, alert: Alert | None
    ) -> tuple[Loudness, MessageData, int | None]:
        """Decide whether a player's message makes a sound. Also returns the notes about alerts to store with it, and
        the player's morning if quiet hours hold an alert back."""
        chosen, now, pace = self.own.people.find(user), self.clock(), table.row.pace
        asked = is_out(table, seat) or (table.is_present(seat) and is_asked(table, seat))
        verdicts = {Loudness.SILENT}
        notes = MessageData(pinged=stored.pinged, alert=int(asked))
        if alert is not None:
            verdict = judge(alert.topic, chosen, now, pace)
            notes = notes if verdict is Loudness.SILENT else replace(notes, pinged=alert.number)
            verdicts.add(verdict)
        if asked and not stored.alert:
            verdicts.add(judge(Topic.QUESTION, chosen, now, pace))
        if Loudness.LOUD in verdicts:
            return Loudness.LOUD, notes, None
        return Loudness.SILENT, notes, find_morning(chosen, now) if Loudness.HELD in verdicts else None

    async def _present_sheet(self, table: Table, row: Projection | None) -> DesiredMessage | None:
        if row is not None and row.message is not None:
            return None
        sheet = let_all_hear(await EveningMessages(self.store, self.own.pictures).make_message(table))
        return DesiredMessage(sheet, table.sequence, home_of(table))

    async def _present_offer(self, table: Table, seat: Seat, row: Projection | None) -> DesiredMessage | None:
        offer = offer_of_seat(table, seat)
        people = {} if offer is None or offer.user is None else {offer.user: await self.own.people.get(offer.user)}
        return offers.present_offer(table, seat, row, lambda message: ping(message, Topic.OFFER, people, self.clock()))

    async def _present_reminder(self, table: Table, seat: Seat, row: Projection | None) -> DesiredMessage | None:
        user = table.occupant(seat).user_id
        hand_row = await self.read_row(table.id, MessageKey(MessageKind.HAND, seat))
        is_told = user is None or (hand_row is not None and hand_row.message is not None)
        people = {} if is_told or user is None else {user: self.own.people.find(user)}
        return reminders.present_reminder(
            table, seat, row, Patience(self.own.waits, self.own.people.find_quiet_hours),
            lambda message: ping(message, Topic.REMINDER, people, self.clock(), table.row.pace),
        )  # fmt: skip


def _find_hand_number(table: Table) -> int:
    """The number of the present hand; 0 in the lobby."""
    return int(table.public_view.hand) if table.playing else 0
