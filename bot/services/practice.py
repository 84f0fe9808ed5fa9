"""`/practice`: a table with robots in the requester's DM, and the hints that exist only there."""

import asyncio
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.messages.help import describe_hint
from bot.messages.practice import BEGIN, CLOSE, FIRST, NEW, PREPARED, name_new_control
from bot.messages.table_words import words_of
from bot.outbox.outbox import MessageToSend, Outbox
from bot.people.preferences import PreferencesCache
from bot.ports.markup import make_dm_link
from bot.ports.messenger import DeliveryError, Place
from bot.ports.requests import DONE, Reply, Request, reply_text
from bot.ports.ui import Button, Message
from bot.services.request import change_further, change_table, find_own_seat
from bot.store.store import Store
from bot.store.tables import days
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Status, StoredTable
from bot.tables.aggregate.table import Table
from bot.tables.lobby import opening, practice, seating
from bot.tables.play import closings
from bot.tables.service import TableService
from bot.wording import Words
from games.core.game import AnyGame
from games.core.refused import Refused
from games.core.robots import Level


async def greet_in_dm(outbox: Outbox, request: Request, text: str, kind: str) -> tuple[Place, int]:
    """Write to the requester's DM, to learn if it is open before a table of some `kind` opens there. Raises Refused if
    it is closed."""
    try:
        to_send = MessageToSend(None, Message(text), request.user)
        return await outbox.say_now(kind, f"{kind}:{request.user}", to_send, request.cause)
    except DeliveryError:
        raise Refused("TABLE", "practice_dm") from None


async def close_practice(tables: TableService, table: int, request: Request) -> None:
    """Close the requester's practice table, so that another table can open in their DM."""
    await change_further(tables, table, request, "close", closings.close, request.requester, request.at)


@dataclass(frozen=True, slots=True)
class PracticeService:
    """Opens and closes practice tables, one for each person, and gives hints at them."""

    store: Store
    tables: TableService
    people: PreferencesCache
    outbox: Outbox
    _opening: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """A lock by user, held while a table is being opened for them."""

    async def begin(self, request: Request, game: str, level: str = "") -> Reply:
        """Open a practice table. The level `PREPARED` stands for the prepared hand.

        If the requester has a practice table already, ask whether to close it. Without a `game`, link to the table that
        they have.
        """
        words = request.words()
        present = await self.store.read(practice.find_of_person, request.user)
        if not game:
            if present is None:
                raise Refused("TABLE", "practice_none")
            return self._link_to(present, "practice/open", words)
        chosen, skill = self._read(game, level)
        if present is not None:
            return self._link_to(present, "practice/another", words, name_new_control(game, str(skill or PREPARED)))
        return await self._open(request, chosen, skill)

    async def press(self, request: Request, control: str, table: int) -> Reply:
        """Carry out a control that opens or closes a practice table. `table` is the table of the control's message."""
        if control == CLOSE:
            return await self._close(request, table)
        if control.startswith(f"{BEGIN}."):
            game_name = control.removeprefix(f"{BEGIN}.")
            return await self.begin(request, game_name, await self._choose_level(request, game_name))
        if control.startswith(f"{FIRST}."):
            return await self.begin(request, control.removeprefix(f"{FIRST}."), PREPARED)
        parts = control.removeprefix(f"{NEW}.").split(".")
        if not control.startswith(f"{NEW}.") or len(parts) != 2:
            raise Refused("TABLE", "no_button")
        game, level = self._read(*parts)
        present = await self.store.read(practice.find_of_person, request.user)
        if present is not None:
            await close_practice(self.tables, present.id, request)
        return await self._open(request, game, level)

    async def give_hint(self, table: Table, request: Request) -> Reply:
        """Tell the move that an old hand would make in the requester's place, and its reason. Raises Refused if the
        table is not for practice, or not live."""
        if not table.practice:
            raise Refused("TABLE", "practice_hint" if table.day is None else "day_hint")
        seat = find_own_seat(table, request)
        if table.status != Status.LIVE or not table.playing:
            raise Refused("TABLE", "closed" if table.status == Status.CLOSED else "not_live")
        return reply_text(describe_hint(table, seat, words_of(table, request.requester.language)), table.id)

    def _read(self, game: str, level: str) -> tuple[AnyGame, Level | None]:
        """Look up a game and a level by their names; None for the prepared hand. Raises Refused."""
        chosen = self.tables.settings.find_game(game)
        if level == PREPARED and chosen.FIRST_HAND is not None:
            return chosen, None
        try:
            skill = Level(level) if level else Level.OLD_HAND
        except ValueError:
            raise Refused("TABLE", "practice_level", given=level) from None
        seating.must_have_level(chosen, skill)
        return chosen, skill

    async def _choose_level(self, request: Request, game: str) -> str:
        """Return `PREPARED` for somebody who never sat at a table of the game, else the usual level ("")."""
        known, _ = self._read(game, "")
        skips_first_hand = known.FIRST_HAND is None or await self.store.read(stored_tables.has_sat, request.user, game)
        return "" if skips_first_hand else PREPARED

    async def _open(self, request: Request, game: AnyGame, level: Level | None) -> Reply:
        """Open a table with robots of a level; None for the prepared hand."""
        requester, first = request.requester, game.FIRST_HAND if level is None else None
        async with self._opening.setdefault(request.user, asyncio.Lock()):
            if await self.store.read(practice.find_of_person, request.user) is not None:
                raise Refused("TABLE", "practice_taken")
            if await self.store.read(days.find_hand_under_way, request.user) is not None:
                raise Refused("TABLE", "day_under_way")  # a DM has one table at a time
            await self.people.get(request.user)  # load the preferences into the cache, for the look of the board
            greeting_key = "practice/greeting" if first is None else "practice/first_greeting"
            text = request.words().say(greeting_key, title=game.TITLE)
            place, posted = await greet_in_dm(self.outbox, request, text, "practice")
            draft = practice.draft(game, place.channel, requester, request.at, first)
            row = await self.store.write(opening.create, draft, self.tables.settings.limits)
            await change_table(self.tables, row.id, request, practice.open_table, requester, level, request.at)
        if request.location.channel == place.channel:
            return DONE
        return reply_text(
            request.words().say("practice/opened", title=game.TITLE, link=make_dm_link(place.channel, posted))
        )

    async def _close(self, request: Request, table: int) -> Reply:
        """Close the requester's practice table. Raises Refused unless that is `table`, or `table` is 0."""
        present = await self.store.read(practice.find_of_person, request.user)
        if present is None or table not in (0, present.id):
            raise Refused("TABLE", "practice_none")
        await close_practice(self.tables, present.id, request)
        return reply_text(request.words().say("practice/closed")) if not table else DONE

    def _link_to(self, present: StoredTable, key: str, words: Words, instead: str = "") -> Reply:
        """Link to the requester's table, with a button to close it. `instead` is the control that opens a new one."""
        title = self.tables.settings.game(present.game).TITLE
        row = (
            *([Button(instead, words.label("practice.new"), "primary")] if instead else []),
            Button(CLOSE, words.say("practice/close_open")),
        )
        return Reply(Message(words.say(key, title=title, link=make_dm_link(present.channel)), rows=(row,)))
