"""What each message of a table should be now: the board, the log, the racks, the sheet, and where they belong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.messages import log, reminders
from bot.messages.board import MOST_TEXT, BoardMessages
from bot.messages.desired_message import DesiredMessage
from bot.messages.hand import HandMessages
from bot.messages.pictures import Pictures
from bot.messages.sheet import final_sheet
from bot.ports.clock import Clock
from bot.ports.messenger import Place
from bot.ports.ui import Message
from bot.store import events as stored_events
from bot.store import projections
from bot.store.projections import Projection
from bot.store.store import Store
from bot.tables.deadlines import undealt, waits_for
from bot.tables.pacing import TableSettings
from bot.tables.seats import open_votes
from bot.tables.service import TableService
from bot.tables.table import Table, effective, entries
from bot.wording import say
from games.core.seats import Seat
from games.core.secret import unnoticed
from render.picture import Picture
from render.style import Style

RECENT = 12
"""How many events that were told the last lines of the log are looked for in."""

BOARD, LOG, SHEET, START, RACK, NOTE = "board", "log", "sheet", "start", "rack:", "note:"


def messages_of(table: Table) -> list[str]:
    """The messages that a table has, in the order in which they are to be posted."""
    found = [LOG, BOARD, *([START] if table.start_came is not None else [])]
    if table.playing:
        found += [f"{RACK}{one.seat}" for one in table.seats if one.user_id is not None]
        if table.status == "closed":
            found.append(SHEET)
    found += [f"{NOTE}{seat}" for seat in sorted(table.reminded)]
    return found


def home(table: Table) -> Place:
    """The channel or thread of a table."""
    return Place(table.place, table.row.guild)


def input_hash(table: Table, what: str, chosen: object = None) -> bytes:
    """Stands for what a message is made from, and what its reader has chosen: while it stays equal, also over a
    restart, the message need not be looked at."""
    return hashlib.blake2b(repr((_made_from(table, what), chosen)).encode(), digest_size=12).digest()


def _made_from(table: Table, what: str) -> object:
    if what == START:
        return table.start_came, table.status == "lobby"
    if not table.playing or what == LOG:
        return table.sequence
    if what.startswith(NOTE):
        seat = Seat(int(what.removeprefix(NOTE)))
        return reminders.told(table, seat) and _reminder(table, seat)
    about = (
        table.status,
        table.kept_until,
        table.seats,
        table.row.options,
        table.row.settings,
        table.undo,
    )
    if what.startswith(RACK):
        seat = Seat(int(what.removeprefix(RACK)))
        own = table.own_last.get(seat)
        since = table.subject_from if seat in table.crowd.to_act else 0
        return table.view(seat), own, since, table.nudged.get(seat, 0), about
    return table.crowd, table.subject_from, table.last_seen, open_votes(table), about


class PrivateAddresses(Protocol):
    """The places where players' own messages can reach them."""

    async def place(self, table: Table, seat: Seat, user: int, row: Projection | None) -> Place | None:
        """The place for the hand of a seat now, or None if only the button is left."""
        ...


@dataclass(slots=True)
class Presenter:
    """Says for each message how it should be."""

    tables: TableService
    store: Store
    clock: Clock
    settings: TableSettings
    pictures: Pictures
    boards: BoardMessages
    racks: HandMessages
    addresses: PrivateAddresses
    has_order: Callable[[Table, Seat], bool]
    _told: dict[int, log.Told] = field(default_factory=dict)

    async def present(self, table: Table, what: str, row: Projection | None) -> DesiredMessage | None:
        """The state that a message should be in, given its row; None if it should stay as it is."""
        wanted = await self._wanted(table, what, row)
        if wanted is None or wanted.more:
            return wanted
        return replace(wanted, data={**wanted.data, projections.MADE: self.mark(table, what).hex()})

    def stands_below(self, table: Table, what: str, row: Projection | None) -> list[str]:
        """The messages that must be shown before this one, because it is about to be posted below them: log and
        reminders before a board."""
        if what != BOARD or not (row is None or self._new_hand(table, row) or self._old(row) or not table.hand_open):
            return []
        return [LOG, *(f"{NOTE}{seat}" for seat in table.nudged)]

    @staticmethod
    def _new_hand(table: Table, row: Projection) -> bool:
        return bool(row.data.get("hand", 0) != (table.crowd.hand if table.playing else 0))

    def mark(self, table: Table, what: str) -> bytes:
        """Stands for what a message of a table is made from."""
        user = table.occupant(Seat(int(what.removeprefix(RACK)))).user_id if what.startswith(RACK) else None
        return input_hash(table, what, None if user is None else self.racks.people.known(user))

    async def _wanted(self, table: Table, what: str, row: Projection | None) -> DesiredMessage | None:
        if undealt(table) and (what == BOARD or what.startswith(RACK)):
            return None  # the lobby stands until there are pieces to show
        if what == BOARD:
            return await self._board(table, row)
        if what == LOG:
            return await self._log(table, row)
        if what == SHEET:
            return await self._sheet(table, row)
        if what == START:
            return self._start(table, row)
        if what.startswith(NOTE):
            return self._note(table, Seat(int(what.removeprefix(NOTE))), row)
        return await self._rack(table, Seat(int(what.removeprefix(RACK))), row)

    async def _board(self, table: Table, row: Projection | None) -> DesiredMessage:
        hand = table.crowd.hand if table.playing else 0
        new_hand = row is not None and self._new_hand(table, row)
        old = row is not None and self._old(row)
        page = await self.store.read(projections.one, table.id, LOG)
        below = row is not None and page is not None and (page.message or 0) > (row.message or 0)
        afresh = table.status != "closed" and (new_hand or below or old)
        message = await self.boards.message(table, await self._recent(table))
        return DesiredMessage(message, table.sequence, home(table), afresh, data={"hand": hand})

    def _old(self, row: Projection) -> bool:
        """Whether a message is soon so old that Discord takes few edits of it."""
        return self.clock() - (row.sent_at or 0) > self.settings.board_age

    async def _recent(self, table: Table) -> tuple[str, ...]:
        """The last few lines of the log; as many, however much has happened in secret since."""
        most = RECENT
        while table.playing:
            stored = entries(await self.store.read(stored_events.last, table.id, most))
            told = [one for one in stored if not unnoticed(one.event)]
            if len(told) >= RECENT or len(stored) < most:
                return log.recent(table, [one for one in told if one.sequence <= table.sequence][-RECENT:])
            most *= 2
        return ()

    async def _log(self, table: Table, row: Projection | None) -> DesiredMessage | None:
        after = int(row.data.get("from", 0)) if row is not None else 0
        turned = row is not None and row.message is not None and self._old(row)
        if row is not None and turned:
            after = row.shown_sequence
        page = log.page(await self._told_since(table, after), self.settings.log_length)
        if page.full and row is not None and row.shown_sequence >= page.until and row.message is not None:
            after, turned = page.until, True
            page = log.page(await self._told_since(table, after), self.settings.log_length)
        if not page.lines:
            return None
        picture = None
        if page.hand_ended is not None and not table.row.settings.get("text_only"):
            picture = await self._receipt(table, page.hand_ended)
        pictures = (picture,) if picture is not None else ()
        message = Message("\n".join(page.lines)[:MOST_TEXT], pictures, table=table.id, name="sheet.png")
        return DesiredMessage(
            message, page.until, home(table), afresh=turned, keep_old=True, data={"from": after}, more=page.full
        )

    async def _receipt(self, table: Table, ended: int) -> Picture | None:
        """How the hand ended that was over with event `ended`, whatever has been dealt since."""
        found = entries(await self.store.read(stored_events.read, table.id, 0, ended))
        state = table.game.fold([one.event for one in effective(found)])
        return await self.pictures.draw("receipt", table.game.view(state, None), table.names, Style())

    async def _told_since(self, table: Table, after: int) -> log.Told:
        """What the log says of the events after `after`; only new ones are read and worded."""
        known = self._told.get(table.id)
        if known is None or not known.after <= after <= known.until:
            known = log.Told(after, after, ())
        stored = await self.store.read(stored_events.read, table.id, known.until, table.sequence)
        told = log.more(table, known, after, entries(stored))
        if table.status == "closed":
            self._told.pop(table.id, None)
        else:
            self._told[table.id] = told
        return told

    async def _rack(self, table: Table, seat: Seat, row: Projection | None) -> DesiredMessage | None:
        user = table.occupant(seat).user_id
        if user is None:
            return None
        if row is not None and row.user_id != user:
            row = None
        place = await self.addresses.place(table, seat, user, row)
        if place is None:
            return None
        hidden = bool(row.data.get("hidden")) if row is not None else False
        message = await self.racks.message(table, seat, hidden)
        ping = self._ping(table, seat, row)
        age = self.clock() - (row.sent_at or 0) if row is not None else 0
        afresh = row is None or (table.status != "closed" and (ping is not None or age > self.settings.rack_age))
        pinged = ping if ping is not None else (row.data.get("pinged", 0) if row is not None else 0)
        data: dict[str, object] = {"pinged": pinged, "hidden": hidden}
        if row is not None and "thread" in row.data:
            data["thread"] = row.data["thread"]
        if place.guild:
            message = replace(message, pings=(user,) if ping is not None else ())
        return DesiredMessage(message, table.sequence, place, afresh, user=user, data=data)

    def _ping(self, table: Table, seat: Seat, row: Projection | None) -> int | None:
        """The event for which a player is to be told that it is his turn, once: in correspondence play, and when he
        is reminded. A player whose orders speak for him is left in peace."""
        pinged = int(row.data.get("pinged", 0)) if row is not None else 0
        if not table.present(seat) or seat not in waits_for(table):
            return None
        if table.nudged.get(seat):
            input_hash = _reminder(table, seat)
        elif table.row.pace == "correspondence" and not self.has_order(table, seat):
            input_hash = table.subject_from * 10
        else:
            return None
        return input_hash if input_hash > pinged else None

    async def _sheet(self, table: Table, row: Projection | None) -> DesiredMessage | None:
        if row is not None and row.message is not None:
            return None
        message = await final_sheet(self.pictures, table)
        return DesiredMessage(message, table.sequence, home(table))

    def _start(self, table: Table, row: Projection | None) -> DesiredMessage | None:
        """To all who sit there, once: the time that was set for the start has come. Where too few were there it asks
        for more, until the lobby is left."""
        came = table.start_came
        if came is None:
            return None
        title = table.game.TITLE
        data: dict[str, object] = {"mark": came.sequence}
        enough, asking = came.event.enough, table.status == "lobby"
        told = row is not None and int(row.data.get("mark", 0)) >= came.sequence
        if told and not enough and not asking:
            message = Message(say("start/was_too_few", title=title), table=table.id)
            return DesiredMessage(message, table.sequence, home(table), data=data)
        if told or not (enough or asking):
            return None
        people = tuple(one.user_id for one in table.seats if one.user_id is not None)
        fewest, mentions = table.game.SEATS[0], " ".join(f"<@{user}>" for user in people)
        key = "start/began" if enough else "start/too_few"
        message = Message(say(key, title=title, fewest=fewest, mentions=mentions), table=table.id, pings=people)
        return DesiredMessage(message, table.sequence, home(table), afresh=True, data=data)

    def _note(self, table: Table, seat: Seat, row: Projection | None) -> DesiredMessage | None:
        """A reminder in the channel; what it said is taken back once the table does not wait any more."""
        shown = int(row.data.get("mark", 0)) if row is not None else 0
        if reminders.told(table, seat):
            input_hash = _reminder(table, seat)
            if shown >= input_hash:
                return None
            message = reminders.note(table, seat, self.settings, self.tables.quiet)
            user = table.occupant(seat).user_id
            return DesiredMessage(
                message, table.sequence, home(table), afresh=True, user=user, data={"mark": input_hash}
            )
        if not shown:
            return None
        return DesiredMessage(reminders.settled(table, seat), table.sequence, home(table), data={"mark": 0})


def _reminder(table: Table, seat: Seat) -> int:
    """Grows with each reminder of a seat, and with what it is about."""
    return table.subject_from * 10 + table.nudged.get(seat, 0)
