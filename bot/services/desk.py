"""The desk: the one thing that commands talk to. It answers, or raises Refused, Unreadable or Ambiguous."""

from __future__ import annotations

import asyncio
from datetime import UTC
from pathlib import Path
from typing import Any, Final

from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.delivery.private_delivery import hide_hand
from bot.messages import house_rules
from bot.messages.board import lobby as lobby_message
from bot.messages.board import timestamp, words_of
from bot.messages.controls import MOST_ITEMS, split
from bot.messages.forms import FORM_ACTIONS, asked
from bot.messages.hand import HandMessages
from bot.messages.pictures import Pictures
from bot.messages.replay import frame
from bot.messages.sheet import score_sheet
from bot.people.preferences import PreferencesCache
from bot.people.quiet_hours import find_zone
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, Messenger, Place
from bot.ports.requests import DONE, Location, Reply, Requester, RequestId, reply_text
from bot.services import crew_rules
from bot.services.answers import Answers
from bot.services.rulebook import Rulebooks
from bot.services.start_times import moment
from bot.store import people as stored_people
from bot.store import projections as rows
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.store.errors import StillSeated
from bot.store.notifications import Notice, NoticeKind
from bot.store.store import Store
from bot.tables import lobby, seats, takebacks
from bot.tables.changes import Change, Committed, Decision
from bot.tables.pacing import TableSettings
from bot.tables.service import TableService
from bot.tables.shuffles import check
from bot.tables.table import Table
from bot.tally.tally import Tally
from bot.wording import say
from games.core.numbers import parse_whole
from games.core.refused import Refused
from games.core.robots import Level
from games.core.seats import Seat

OVERTAKEN: Final = 2_500
"""Words that were stamped up to so many milliseconds before the table turned to something else, and arrive after,
were meant for what is past. (Clocks that differ by more are not to be argued with.)"""

MOST_HANDS: Final = 1_000_000
"""The highest number of a hand, or of a step of one, that anybody can ask for."""


class Desk:
    """Everything that people can ask of tables. `start` takes up what a stop or a crash left, `stop` loses nothing."""

    def __init__(
        self, store: Store, postbox: Messenger, clock: Clock, settings: TableSettings, pictures: Pictures,
        tables: TableService, people: PreferencesCache, keeper: TableHost, tally: Tally,
        hands: HandMessages, standing_orders: StandingOrders,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.store = store
        self.postbox = postbox
        self.clock = clock
        self.pictures = pictures
        self.keeper = keeper
        self.tables = tables
        self.tally = tally
        self.people = people
        self.hands = hands
        self.standing_orders = standing_orders
        self.answers = Answers(store, Rulebooks(Path(self.settings.rules)))
        self._opening: dict[int, asyncio.Lock] = {}

    async def start(self) -> None:
        """Take up every open table: clocks run, messages are brought up to date."""
        await self.keeper.start()
        self.tally.start()

    async def stop(self) -> None:
        """Let the workers finish what they are at, and note the time."""
        await self.tally.stop()
        await self.keeper.stop()
        self.pictures.close()

    async def tick(self) -> None:
        """Do everything that is due by the clock; the desk does it by itself while it runs."""
        await self.keeper.tick()
        await self.tally.herald.tick()

    async def settled(self) -> None:
        """Wait until nothing is due and every message shows its table."""
        await self.keeper.settled()
        await self.tally.herald.tick()

    # Where and who.

    async def table_at(self, where: Location, who: Requester) -> int | None:
        """The table of a channel or thread; in a DM the table that the person sits at and that moved last."""
        if where.guild:
            found = await self.store.read(stored_tables.at_place, where.channel)
            return found.id if found is not None else None
        own = await self.store.read(stored_tables.of_person, who.user)
        moved = [(await self.tables.get(one.id)).shown_at for one in own]
        return max(zip(moved, (one.id for one in own), strict=True), default=(0, None))[1]

    def _seat(self, table: Table, who: Requester) -> Seat:
        seat = table.seat_of(who.user)
        if seat is None:
            raise Refused("TABLE", "not_seated")
        return seat

    # Opening and the lobby.

    async def open(
        self,
        game: str,
        pace: str,
        preset: str,
        thread: bool,
        who: Requester,
        where: Location,
        stamp: RequestId,
        start: str = "",
    ) -> Reply:
        """Open a lobby in a channel, or in a thread of its own; `start` is when the game is to start by itself."""
        if not where.guild:
            raise Refused("TABLE", "no_dm")
        if pace not in ("live", "correspondence"):
            raise Refused("TABLE", "pace", given=pace)
        try:
            played = self.settings.game(game)
        except KeyError:
            raise Refused("TABLE", "game", given=game) from None
        start_at, told_when = await self._moment(start, who, stamp) if start else (None, "")
        async with self._opening.setdefault(where.channel, asyncio.Lock()):
            own = await self._own_thread(played.TITLE, who, where) if thread else None
            row = await self.store.write(
                lobby.create, played, where.guild, where.channel, own, who, pace, preset, stamp.at
            )
            await self._change(row.id, stamp, lambda table: lobby.opened(table, who, stamp.at, start_at))
        await self.people.get(who.user)
        place = own or where.channel
        opened = say("lobby/opened", title=played.TITLE, place=f"<#{place}>")
        return reply_text("\n".join(filter(None, (opened, told_when))), row.id)

    async def start_at(self, table: int, when: str, who: Requester, stamp: RequestId) -> Reply:
        """Have the game start by itself at a time in the asker's own words; "off" takes that back."""
        start_at, told_when = None, say("start/off")
        if when.strip().lower() not in ("off", "none", "never"):
            start_at, told_when = await self._moment(when, who, stamp)
        await self._change(table, stamp, lambda now: lobby.set_start(now, who, start_at))
        return reply_text(told_when, table)

    async def _moment(self, words: str, who: Requester, stamp: RequestId) -> tuple[int, str]:
        """What somebody means by a time, and how he is told what was understood."""
        name = (await self.people.get(who.user)).timezone
        found = moment(words, stamp.at, find_zone(name) or UTC)
        return found, say("start/set", when=timestamp(found), zone=name)

    async def _own_thread(self, title: str, who: Requester, where: Location) -> int:
        if where.parent:
            raise Refused("TABLE", "in_thread")
        try:
            name = say("lobby/thread", title=title, name=who.name)[:100]
            made = await self.postbox.thread(Place(where.channel, where.guild), name, False, (who.user,))
        except DeliveryError:
            raise Refused("TABLE", "no_thread") from None
        return made.channel

    async def _change(self, table: int, stamp: RequestId, judge: Decision) -> Committed:
        return await self.tables.change(table, stamp.cause, stamp.at, judge)

    # Pressing and saying.

    async def press(
        self,
        table: int,
        what: str,
        values: tuple[str, ...],
        seq: int,
        who: Requester,
        where: Location,
        stamp: RequestId,
    ) -> Reply:
        """A button, a menu or a form of ours. Presses on stale panels answer with the present one."""
        if what.startswith("tally."):
            return await self.tally.press(what, values, who, where, stamp)
        present = await self.tables.get(table)
        if what in FORM_ACTIONS:
            return asked(present, what, values)
        verb, argument = split(what)
        if verb in {one.name for one in present.game.VERBS}:
            if self._stale(present, seq, stamp):
                return await self._present(present, who, stamp)
            words = " ".join(values) if values else argument
            return await self.say(table, verb, words, who, stamp)
        if not where.guild and not what.startswith("hand."):  # a hand tells it for itself, typed ones too
            await self.keeper.tell(Notice(NoticeKind.USER_WROTE, who.user))
        return await self._pressed(present, what, values, who, where, stamp)

    @staticmethod
    def _stale(table: Table, seq: int, stamp: RequestId) -> bool:
        """Whether the panel was about something else than the table is now, and was pressed after that changed."""
        return seq < table.panel and stamp.at >= table.subject_at

    async def _present(self, table: Table, who: Requester, stamp: RequestId) -> Reply:
        seat = table.seat_of(who.user)
        if seat is None or not table.playing:
            return reply_text(say("panel/old"), table.id)
        return Reply(await self.hands.copy(table, seat, stamp.at))

    async def _pressed(
        self, table: Table, what: str, values: tuple[str, ...], who: Requester, where: Location, stamp: RequestId
    ) -> Reply:
        group, _, rest = what.partition(".")
        match group:
            case "lobby":
                return await self._in_lobby(table, rest, values, who, stamp)
            case "hand":
                return await self.hand(table.id, rest, who, where, stamp)
            case "table":
                return await self.table(rest, table.id, who, stamp)
            case "undo":
                return await self.undo(table.id, rest, who, stamp)
            case "vote" if (number := parse_whole(rest)) is not None:
                await self._change(table.id, stamp, lambda now: seats.vote(now, who, Seat(number), stamp.at))
                return DONE
            case "orders":
                return await self.orders(table.id, " ".join(values) if rest == "give" else None, who, stamp)
            case "salt":
                return await self.salt(table.id, " ".join(values), who, stamp)
            case "why":
                return await self.why(table.id, who)
            case "rules":
                return await self.rules(table.row.game, " ".join(values), who)
            case "sheet":
                return Reply(await score_sheet(self.pictures, table))
            case "replay":
                hand, step = (parse_whole(part) for part in (*rest.split("."), "", "")[:2])
                if hand is not None and step is not None:
                    return await self.replay(table.id, hand, step, who)
        raise Refused("TABLE", "no_button")

    async def _in_lobby(
        self, table: Table, what: str, values: tuple[str, ...], who: Requester, stamp: RequestId
    ) -> Reply:
        match what:
            case "join":
                await self.people.get(who.user)
                judge: Decision = lambda now: lobby.join(now, who, stamp.at)  # noqa: E731
            case "leave":
                judge = lambda now: lobby.leave(now, who)  # noqa: E731
            case "swap":
                judge = lambda now: lobby.swap(now, who)  # noqa: E731
            case "robot+" | "deckhand+":
                level = Level.DECKHAND if what == "deckhand+" else Level.OLD_HAND
                judge = lambda now: lobby.add_robot(now, who, stamp.at, level)  # noqa: E731
            case "robot-":
                judge = lambda now: lobby.remove_robot(now, who)  # noqa: E731
            case "start":
                judge = lambda now: lobby.start(now, who, stamp.at)  # noqa: E731
            case "house.set" if values:
                return await self.house(table.id, *house_rules.meant(values), who, stamp)
            case "ours":
                return await self.store.read(crew_rules.show, table)
            case "ours.keep" | "ours.forget":
                reply = await self.store.write(crew_rules.change, table, what == "ours.keep", who, stamp)
                self.tally.herald.wake()
                return reply
            case _:
                raise Refused("TABLE", "no_button")
        played = await self._change(table.id, stamp, judge)
        if what in ("join", "robot+", "deckhand+") and lobby.starts_full(played.table):
            cause = f"{stamp.cause}:start"
            await self.tables.change(table.id, cause, stamp.at, lambda now: lobby.start(now, who, stamp.at))
        return DONE

    async def say(self, table: int, verb: str, words: str, who: Requester, stamp: RequestId) -> Reply:
        """A typed command, or a pressed button, that is a verb of the game."""
        present = await self._back(table, who, stamp)
        seat = self._seat(present, who)
        if not present.playing:
            raise Refused("TABLE", "not_started")
        try:
            if 0 < present.subject_at - stamp.at <= OVERTAKEN:
                raise Refused("TABLE", "overtaken")
            move = present.game.read(present.view(seat), verb, words)
            await self.tables.play(table, seat, move, stamp.at, stamp.cause)
        except Refused as refused:
            self.answers.refused(table, who.user, refused)
            raise
        return DONE

    async def _back(self, table: int, who: Requester, stamp: RequestId) -> Table:
        """The table, after its seat was handed back to a player who had a robot stand in for him."""
        present = await self.tables.get(table)
        seat = present.seat_of(who.user)
        if seat is None or present.occupant(seat).stand_in is None:
            return present
        back = seat
        cause = f"{stamp.cause}:back"
        return (await self.tables.change(table, cause, stamp.at, lambda now: seats.returned(now, back))).table

    async def suggest(self, table: int, verb: str, typed: str, who: Requester) -> list[tuple[str, str]]:
        """What the asker could say after a verb, for autocomplete: from his own view alone, at most 25."""
        try:
            present = await self.tables.get(table)
        except Refused:
            return []
        seat = present.seat_of(who.user)
        if seat is None or not present.playing:
            return []
        wanted = typed.strip().lower()
        found = [one.argument for one in present.game.choices(present.view(seat)) if one.verb == verb and one.argument]
        named = [(self.answers.spoken(present, one), one) for one in dict.fromkeys(found)]
        fits = [pair for pair in named if wanted in pair[0].lower() or wanted in pair[1].lower()]
        return [(label[:100], value[:100]) for label, value in fits[:MOST_ITEMS]]

    # The table.

    async def table(self, action: str, table: int, who: Requester, stamp: RequestId) -> Reply:
        """ "show", "start", "pause", "resume", "close", or "ruleoff", which is the game's own verb."""
        present = await self.tables.get(table)
        match action:
            case "show":
                await self._speak_again(table)
                await self.keeper.tell(Notice(NoticeKind.BOARD_WANTED, table))
                return reply_text(say("table/shown", place=f"<#{present.place}>"), table)
            case "start":
                await self._change(table, stamp, lambda now: lobby.start(now, who, stamp.at))
            case "pause":
                await self._change(table, stamp, lambda now: seats.pause(now, who))
            case "resume":
                await self._change(table, stamp, lambda now: seats.resume(now, who, stamp.at))
            case "close":
                await self._change(table, stamp, lambda now: seats.close(now, who))
            case "ruleoff":
                verbs = {one.name.replace("_", ""): one.name for one in present.game.VERBS}
                if "ruleoff" not in verbs:
                    raise Refused("TABLE", "no_rule_off")
                return await self.say(table, verbs["ruleoff"], "", who, stamp)
            case _:
                raise Refused("TABLE", "no_button")
        return DONE

    async def _speak_again(self, table: int) -> None:
        """Try again the messages that were given up for want of a permission."""

        def clear(connection: Connection) -> None:
            for row in rows.of_table(connection, table):
                if row.state != rows.LIVE:
                    rows.forget(connection, table, row.key)

        await self.store.write(clear)

    async def sub(self, table: int, user: int | None, new: Requester | None, who: Requester, stamp: RequestId) -> Reply:
        """Hand a seat, with its hand, to a person or to a robot (`new` None); `user` None is a robot's seat."""
        if new is not None:
            await self.people.get(new.user)
        await self._change(table, stamp, lambda now: seats.substitute(now, who, user, new, stamp.at))
        return DONE

    async def house(self, table: int, option: str | None, value: str | None, who: Requester, stamp: RequestId) -> Reply:
        """Show the house rules, or one of them, or set one before the first hand."""
        present = await self.tables.get(table)
        if option is None or value is None:
            return reply_text(self.answers.house(present, option), table)
        await self._change(table, stamp, lambda now: lobby.set_house(now, who, option, value))
        return reply_text(say("house/set", name=option, value=value), table)

    async def hand(self, table: int, action: str, who: Requester, where: Location, stamp: RequestId) -> Reply:
        """The asker's own rack: "show", "hide" or "sort"; in a channel for his eyes only, in his DM in place."""
        present = await self._back(table, who, stamp)
        seat = self._seat(present, who)
        if not where.guild:
            await self.keeper.tell(Notice(NoticeKind.USER_WROTE, who.user))
        if not present.playing:
            return Reply(lobby_message(present))
        if action == "sort":
            chosen = await self.people.get(who.user)
            await self.people.choose(who.user, "sort", "rank" if chosen.sort == "suit" else "suit", stamp.at)
        elif action not in ("show", "hide"):
            raise Refused("TABLE", "no_button")
        if not where.guild:
            await self.store.write(hide_hand, table, seat, action == "hide")
            await self.keeper.tell(Notice(NoticeKind.TABLE_CHANGED, table))
            return DONE
        return Reply(await self.hands.copy(present, seat, stamp.at, hidden=action == "hide"))

    async def orders(self, table: int, words: str | None, who: Requester, stamp: RequestId) -> Reply:
        """The asker's standing orders: shown (None), taken back ("off"), or one more."""
        present = await self._back(table, who, stamp)
        seat = self._seat(present, who)
        await self.standing_orders.load(present)
        if words is not None and words.strip().lower() in ("off", "none", "cancel"):
            await self.standing_orders.drop(present, who.user)
        elif words is not None:
            await self.standing_orders.add(present, seat, who.user, words, stamp.at)
        if words is not None:
            await self.keeper.tell(Notice(NoticeKind.TABLE_CHANGED, table))
        return reply_text(self.answers.orders(present, self.standing_orders.of(present, seat)), table)

    async def undo(self, table: int, action: str, who: Requester, stamp: RequestId) -> Reply:
        """ "ask" to take back one's last move; "yes" or "no" to what another asks."""
        present = await self._back(table, who, stamp)
        if action in ("yes", "no"):
            await self._change(table, stamp, lambda now: takebacks.answer(now, who, action == "yes"))
            return DONE
        seat = self._seat(present, who)
        found = await self.store.read(takebacks.last_move, table, seat, present.sequence)

        def judge(now: Table) -> Change:
            if now.told != present.told:
                raise Refused("TABLE", "undo_moved")
            return takebacks.ask(now, seat, found, stamp.at, self.settings.undo_wait)

        await self._change(table, stamp, judge)
        return DONE

    # Trust.

    async def salt(self, table: int, words: str, who: Requester, stamp: RequestId) -> Reply:
        """Put the asker's own salt into the coming shuffle."""
        await self._change(table, stamp, lambda now: lobby.salt(now, who, words))
        return reply_text(say("fair/salted"), table)

    async def verify(self, table: int, hand: int | None) -> Reply:
        """Deal a finished hand again from its secret; without a number, the last finished one."""
        present = await self.tables.get(table)
        number = hand if hand is not None else max(1, present.finished)
        known = 1 <= number <= MOST_HANDS
        verdict = await self.store.read(check, present, number) if known else None
        if verdict is None:
            raise Refused("TABLE", "no_shuffle", number=number)
        return reply_text(self.answers.verdict(present, verdict), table)

    async def replay(self, table: int, hand: int | None, step: int, who: Requester) -> Reply:
        """A finished hand (None: the last) step by step, as the asker's seat or the crowd saw it."""
        present = await self.tables.get(table)
        number = max(1, present.finished) if hand is None else hand
        if not (1 <= number <= MOST_HANDS and abs(step) <= MOST_HANDS):
            raise Refused("TABLE", "no_replay", number=number)
        return Reply(await frame(self.store, self.pictures, present, number, step, present.seat_of(who.user)))

    # Answers.

    async def why(self, table: int, who: Requester) -> Reply:
        """How the last score came about, or why the asker's last word was refused."""
        return reply_text(await self.answers.why(await self.tables.get(table), who.user), table)

    async def rules(self, game: str | None, query: str, who: Requester) -> Reply:
        """Search the rulebooks by id or by words."""
        return reply_text(self.answers.rules(game, query))

    async def prefer(self, who: Requester, name: str, value: str) -> Reply:
        """Set one of the asker's own choices; an empty name shows them."""
        if name:
            await self.people.choose(who.user, name, value, self.clock())
            await self.keeper.tell(Notice(NoticeKind.PREFERENCES_CHANGED, who.user))
        return reply_text(self.answers.preferences(await self.people.get(who.user)))

    async def export(self, who: Requester) -> dict[str, Any]:
        """All that is kept of the asker, as JSON."""
        return await self.store.read(stored_people.export, who.user)

    async def erase(self, who: Requester) -> Reply:
        """Erase the asker; his sums stay without his name. Raises Refused while he sits at an open table."""
        try:
            await self.store.write(stored_people.erase, who.user)
        except StillSeated as seated:
            raise Refused("TABLE", "still_seated", tables=tuple(seated.tables)) from None
        await self.keeper.tell(Notice(NoticeKind.PREFERENCES_CHANGED, who.user))
        return reply_text(say("mydata/erased"))

    def words(self, table: Table) -> Any:
        """How things are said at a table, for those who answer refusals."""
        return words_of(table)
