"""Receives all interactions: slash commands, buttons, menus, forms and autocomplete.

Every interaction is acknowledged at once and in the same way, before any table or hand is read. So neither the time nor
the form of the acknowledgement hints at the answer. A move does not wait until Discord confirms the acknowledgement.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.edge.acts import Acts, AnyAct, TableAct
from bot.edge.discord_commands import Suggestions
from bot.edge.errors import ErrorBoundary
from bot.edge.interactions import InteractionRequest, read_interaction
from bot.edge.repeating import DeliveryResult
from bot.edge.responder import FileReply, Responder
from bot.ports import DONE, LastStored, Locks, Reply
from bot.services.services import Cost, Quotas, Services
from games.core import Refused

log = logging.getLogger(__name__)

KEPT: Final = 10_000
"""The most ids of interactions that are kept. Discord may send an interaction again after a RESUME; it is ignored."""

_MAY_OPEN_FORM: Final = (discord.InteractionType.component, discord.InteractionType.application_command)


@dataclass(slots=True)
class Router:
    """Routes interactions to acts, and delivers the answers."""

    services: Services
    acts: Acts
    responder: Responder
    boundary: ErrorBoundary
    count: Callable[[str, float], None]
    """Called with the kind of each interaction and the seconds that it took to acknowledge and handle it."""
    quotas: Quotas
    """The rate limits of people and servers."""
    count_act: Callable[[str], None] | None = None
    """Called with the name of each act that somebody asks for; every move at a table is "move"."""
    note_owed: Callable[[discord.Interaction], Awaitable[None]] | None = None
    """Called before a command or press is acknowledged, to note that an answer is owed."""
    note_press: Callable[[discord.Interaction, asyncio.Task[DeliveryResult]], None] | None = None
    """Called with each press and its acknowledgement, except for presses that show "thinking…"."""
    note_end: Callable[[int, bool], None] | None = None
    """Called at the end of an interaction with its id, and with True if no answer is owed any more."""
    _seen: LastStored[int, None] = field(default_factory=lambda: LastStored(KEPT))
    _heavy: Locks = field(default_factory=Locks)
    """By person, the lock of their heavy answers. Their next one waits; other people's do not."""
    _busy: set[asyncio.Task[None]] = field(default_factory=set)
    _closed: bool = False

    async def receive(self, interaction: discord.Interaction) -> None:
        """Handle an interaction. Never raises."""
        if self._closed or interaction.type is discord.InteractionType.ping or interaction.id in self._seen:
            return
        self._seen[interaction.id] = None
        if (task := asyncio.current_task()) is not None:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        try:
            began = time.perf_counter()
            await self._route(interaction, read_interaction(interaction), began)
        except Exception:
            log.exception("an interaction could not be answered")

    async def try_out(self, request: InteractionRequest) -> None:
        """Carry out a request that changes nothing, and drop its answer. Raises errors instead of wording them."""
        await self._carry_out(self.acts.find(request), request)

    async def stop(self) -> None:
        """Ignore new interactions, and wait until the present ones are answered. From now on no answer is repeated."""
        self._closed = True
        self.responder.stop_repeating()
        await self.drain()

    def drop(self) -> None:
        """Ignore new interactions, and cancel the present ones."""
        self._closed = True
        for task in self._busy:
            task.cancel()

    async def drain(self) -> None:
        """Wait, without a limit, until no interaction is being answered."""
        here = asyncio.current_task()
        while waiting := [task for task in self._busy if task is not here]:
            await asyncio.wait(waiting)

    async def _route(self, interaction: discord.Interaction, request: InteractionRequest, began: float) -> None:
        act = self.acts.find(request)
        if self.count_act is not None and interaction.type is not discord.InteractionType.autocomplete:
            is_move = request.control is not None if act is None else isinstance(act, TableAct) and bool(act.verb)
            self.count_act("move" if is_move else "unknown" if act is None else act.name)
        if interaction.type is discord.InteractionType.autocomplete:
            await self.responder.suggest(interaction, await self._suggest(request))
            self.count("autocomplete", time.perf_counter() - began)
        elif interaction.type in _MAY_OPEN_FORM and act is not None and act.opens_form:
            await self._open_form(interaction, act, request)
            self.count("form", time.perf_counter() - began)
        else:
            request.slow = act is not None and act.slow
            if self.note_owed is not None:
                await self.note_owed(interaction)
            message = interaction.message.id if interaction.message is not None else 0
            with self.responder.copies.keep_controls(message):
                await self._answer(interaction, act, request, began)

    async def _answer(
        self, interaction: discord.Interaction, act: AnyAct | None, request: InteractionRequest, began: float
    ) -> None:
        acknowledging = asyncio.create_task(self.responder.acknowledge(interaction, request))
        if self.note_press is not None and not request.is_awaited:
            self.note_press(interaction, acknowledging)
        delivery = DeliveryResult.UNSURE
        try:
            await asyncio.sleep(0)  # send the acknowledgement before anything is read
            reply = await self._reply(act, request)
            delivery = await acknowledging
            self.count(interaction.type.name, time.perf_counter() - began)
            if delivery is not DeliveryResult.REFUSED:  # the acknowledgement may have arrived: Discord awaits an answer
                delivery = DeliveryResult.UNSURE  # in case the answer is cancelled
                delivery = await self.responder.answer(interaction, request, reply)
        finally:
            if self.note_end is not None:
                self.note_end(interaction.id, delivery is not DeliveryResult.UNSURE)

    async def _open_form(
        self, interaction: discord.Interaction, act: AnyAct | None, request: InteractionRequest
    ) -> None:
        reply = await self._reply(act, request)
        if isinstance(reply, Reply) and reply.form is not None:
            await self.responder.open_form(interaction, request, reply.form)
        elif isinstance(reply, Reply) and reply.message is not None:
            await self.responder.whisper(interaction, request, reply.message)

    async def _suggest(self, request: InteractionRequest) -> Suggestions:
        suggest = self.acts.find_suggest(request.path, request.focused)
        if suggest is None:
            return []
        try:
            self.quotas.take(request, Cost.PRESS)
            await self.services.me.set_language(request)
            return await suggest(self.services, request)
        except Exception as error:
            self.boundary.handle(error, request.words, request.act_name)
            return []

    async def _reply(self, act: AnyAct | None, request: InteractionRequest) -> Reply | FileReply:
        try:
            cost = self.acts.work_out_cost(act, request)
            self.quotas.take(request, cost)
            if Cost.HEAVY not in cost:
                return await self._carry_out(act, request)
            async with self._heavy.of(request.user):
                return await self._carry_out(act, request)
        except Exception as error:
            return Reply(self.boundary.handle(error, request.words, request.act_name), in_place=False)

    async def _carry_out(self, act: AnyAct | None, request: InteractionRequest) -> Reply | FileReply:
        control = request.control
        if control is None and not request.path:
            return request.answer("edge/unknown_control")
        await self.services.me.set_language(request)
        reply = await self.acts.carry_out(self.services, act, request)
        if reply == DONE and request.private and control is not None:
            self.responder.copies.delete_passing(request.location.channel, request.user)
            return await self._show_hand_again(control.table, request)
        return reply

    async def _show_hand_again(self, table: int, request: InteractionRequest) -> Reply:
        """Show the present hand in place of the private copy whose button was pressed."""
        try:
            return await self.services.hand.show(await self.services.lookup.find_numbered(table, request), request)
        except Refused:
            return DONE
