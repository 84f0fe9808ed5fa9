"""The one way in: slash commands, buttons, menus, forms and autocomplete.

Every interaction is acknowledged at once and always the same way, before anything is read about tables or hands;
so neither the time nor the form of the acknowledgement says what the answer will be. The move does not wait for
Discord to confirm the acknowledgement.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

import discord

from bot import wording
from bot.edge.command_tree import CommandTree
from bot.edge.errors import ErrorBoundary
from bot.edge.interactions import InteractionRequest, read_interaction
from bot.edge.responder import FileReply, Responder
from bot.ports.requests import DONE, Reply
from bot.ports.ui import Message
from bot.services.desk import Desk
from bot.wording import Words
from games.core.refused import Refused

log = logging.getLogger(__name__)

REMEMBERED: Final = 10_000
"""Interactions remembered, so that one that comes again after a RESUME is not taken twice."""


@dataclass(slots=True)
class Router:
    """Routes interactions to the desk. `forms` are the actions that open a form; `heard` is told the kind of each
    interaction and the seconds that its acknowledgement took to leave."""

    desk: Desk
    book: CommandTree
    delivery: Responder
    boundary: ErrorBoundary
    forms: Collection[str]
    heard: Callable[[str, float], None]
    _seen: OrderedDict[int, None] = field(default_factory=OrderedDict)
    _busy: set[asyncio.Task[None]] = field(default_factory=set)
    _closed: bool = False

    async def receive(self, interaction: discord.Interaction) -> None:
        """Take one interaction; never raises."""
        if self._closed or interaction.type is discord.InteractionType.ping or not self._first_time(interaction.id):
            return
        task = asyncio.current_task()
        if task is not None:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        began = time.perf_counter()
        try:
            await self._route(interaction, read_interaction(interaction), began)
        except Exception:
            log.exception("an interaction could not be answered")

    async def stop(self) -> None:
        """Take no more, and wait until everything that was taken is answered."""
        self._closed = True
        await self.drain()

    async def drain(self) -> None:
        """Wait until everything that was taken is answered."""
        here = asyncio.current_task()
        while waiting := [task for task in self._busy if task is not here]:
            await asyncio.wait(waiting)

    def _first_time(self, interaction: int) -> bool:
        if interaction in self._seen:
            return False
        self._seen[interaction] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    async def _route(self, interaction: discord.Interaction, call: InteractionRequest, began: float) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            await self._complete(interaction, call)
            self.heard("autocomplete", time.perf_counter() - began)
        elif call.control is not None and call.control.what in self.forms and self._is_control(interaction):
            await self._form(interaction, call)
            self.heard("form", time.perf_counter() - began)
        else:
            acknowledged = asyncio.create_task(self.delivery.acknowledge(interaction))
            await asyncio.sleep(0)
            reply = await self._reply(call)
            in_time = await acknowledged
            self.heard(interaction.type.name, time.perf_counter() - began)
            if in_time:
                await self.delivery.answer(interaction, call, reply)

    @staticmethod
    def _is_control(interaction: discord.Interaction) -> bool:
        return interaction.type is discord.InteractionType.component

    async def _complete(self, interaction: discord.Interaction, call: InteractionRequest) -> None:
        found: list[tuple[str, str]] = []
        suggest = self.book.suggest(call.path, call.focused)
        if suggest is not None:
            try:
                found = await suggest(self.desk, call)
            except Exception as error:
                self.boundary.sentence(error, Words(), _doing(call))
        await self.delivery.complete(interaction, found)

    async def _form(self, interaction: discord.Interaction, call: InteractionRequest) -> None:
        reply = await self._reply(call)
        if isinstance(reply, Reply) and reply.form is not None:
            await self.delivery.open(interaction, call, reply.form)
        elif isinstance(reply, Reply) and reply.message is not None:
            await self.delivery.whisper(interaction, reply.message)

    async def _reply(self, call: InteractionRequest) -> Reply | FileReply:
        try:
            return await self._dispatch(call)
        except Exception as error:
            return Reply(self.boundary.sentence(error, await self._words(call), _doing(call)))

    async def _words(self, call: InteractionRequest) -> Words:
        """How things are said at the table that the call is about; plainly if that cannot be found out."""
        try:
            table = call.control.table if call.control else await self.desk.table_at(call.where, call.who)
            if table:
                words: Words = self.desk.words(await self.desk.tables.get(table))
                return words
        except Exception as error:
            log.debug("an answer is worded without its table: %s", type(error).__name__)
        return Words()

    async def _dispatch(self, call: InteractionRequest) -> Reply | FileReply:
        if call.path:
            command = self.book.find(call.path)
            if command is None:
                return Reply(Message(wording.say("edge/unknown_command")))
            return await command.run(self.desk, call)
        control = call.control
        if control is None:
            return Reply(Message(wording.say("edge/unknown_control")))
        reply = await self.desk.press(
            control.table, control.what, call.values, control.seq, call.who, call.where, call.stamp
        )
        if reply.message is None and reply.form is None and call.private:
            return await self._hand_again(control.table, call)
        return reply

    async def _hand_again(self, table: int, call: InteractionRequest) -> Reply:
        """The hand that was played from in the channel, as it is now."""
        try:
            return await self.desk.hand(table, "show", call.who, call.where, call.stamp)
        except Refused:
            return DONE


def _doing(call: InteractionRequest) -> str:
    """What was asked, for the log: the command's or control's name, never what was typed or chosen."""
    if call.path:
        return "/" + " ".join(call.path)
    return call.control.what.partition(".")[0] if call.control else "a strange control"
