"""Delivers private answers to interactions, in the way that each kind of interaction allows.

A hand in a channel, which only its player sees, is such an answer. The player's moves with its controls update it.
`PrivateCopies` deletes or changes answers that are out of date.

The messenger sends messages in DMs and private threads.
"""

import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import discord

from bot.edge import components, discord_compat
from bot.edge.interactions import InteractionRequest
from bot.edge.message_bodies import body
from bot.edge.private_copies import Act, PrivateAnswer, PrivateCopies
from bot.edge.repeating import ANSWER_WITHIN, FIRST_ANSWER_WITHIN, Delivery, Repeater
from bot.ports.requests import Reply
from bot.ports.ui import HAND_PICTURE, Button, Form, Message, in_layout
from bot.wording import Words


class FileReply(NamedTuple):
    """A private answer with a file: a text, the file's name and its contents."""

    text: str
    name: str
    body: bytes


class Responder:
    """Answers interactions, and repeats each answer until Discord accepts it. Ignores expired interactions."""

    def __init__(self, emoji: components.Emojis, repeater: Repeater, copies: PrivateCopies) -> None:
        self._emoji = emoji
        self._repeater = repeater
        self.copies = copies

    def hurry(self) -> None:
        """Stop repeating answers, since the bot stops."""
        self._repeater.stopping = True

    async def acknowledge(self, interaction: discord.Interaction, request: InteractionRequest) -> Delivery:
        """Acknowledge an interaction."""
        return await self._first(
            "an acknowledgement", lambda: interaction.response.defer(ephemeral=True, thinking=request.awaited)
        )

    async def answer(
        self, interaction: discord.Interaction, request: InteractionRequest, reply: Reply | FileReply
    ) -> Delivery:
        """Deliver the reply to an acknowledged interaction.

        An awaited reply replaces "thinking…"; without a reply, "thinking…" is removed. Any other reply replaces the
        control's message (a layout stays a layout), or is posted below it: see `Reply.in_place`.
        """
        if isinstance(reply, FileReply):
            return await self._later("a file", lambda: self._edit_with_file(interaction, reply))
        message = reply.message
        if message is None:
            if not request.awaited:
                self.copies.drop_words(interaction.channel_id or 0, request.user)
                return Delivery.TAKEN
            return await self._later("the end of a command", interaction.delete_original_response)
        replaces = request.private and bool(message.rows or message.pictures)
        if request.awaited or (replaces if reply.in_place is None else reply.in_place):
            shown = in_layout(message) if request.on_layout and not request.awaited else message
            return await self._later("an answer", lambda: self._edit(interaction, request, shown))
        return await self._below(interaction, request, message)

    async def open(self, interaction: discord.Interaction, request: InteractionRequest, form: Form) -> None:
        """Open a form, as the first answer to a control."""
        control = request.control
        table, seq = (control.table, control.seq) if control else (0, 0)
        await self._first("a form", lambda: interaction.response.send_modal(components.modal(form, table, seq)))

    async def whisper(self, interaction: discord.Interaction, message: Message) -> None:
        """Send a private message, as the first answer to a control."""
        await self._first(
            "an answer", lambda: interaction.response.send_message(ephemeral=True, **self._body(message, fresh=True))
        )

    async def complete(self, interaction: discord.Interaction, found: Sequence[tuple[str, str | int]]) -> None:
        """Suggest at most 25 values for the option that is being typed."""
        by_label = {
            label[:100]: value[:100] if isinstance(value, str) else value for label, value in found if label and value
        }
        choices = [discord.app_commands.Choice(name=label, value=value) for label, value in by_label.items()]
        await self._first("completions", lambda: interaction.response.autocomplete(choices[:25]))

    async def _first(self, what: str, ask: Callable[[], Awaitable[object]]) -> Delivery:
        return await self._repeater.deliver(what, ask, FIRST_ANSWER_WITHIN)

    async def _later(self, what: str, ask: Callable[[], Awaitable[object]]) -> Delivery:
        return await self._repeater.deliver(what, ask, ANSWER_WITHIN)

    async def _edit(self, interaction: discord.Interaction, request: InteractionRequest, message: Message) -> None:
        edited = await interaction.edit_original_response(**self._body(message, fresh=False))
        self._keep(
            request,
            message,
            self._answer(
                edited.id,
                message,
                interaction.delete_original_response,
                interaction.edit_original_response,
                request.words(),
            ),
            below=request.awaited and request.control is not None,
        )

    async def _edit_with_file(self, interaction: discord.Interaction, reply: FileReply) -> None:
        file = discord.File(io.BytesIO(reply.body), reply.name)
        await interaction.edit_original_response(content=reply.text, attachments=[file])

    async def _below(self, interaction: discord.Interaction, request: InteractionRequest, message: Message) -> Delivery:
        """Post a private message below a control."""

        async def post() -> None:
            with discord_compat.webhooks_asked_once():
                sent = await interaction.followup.send(ephemeral=True, **self._body(message, fresh=True))
            self._keep(
                request, message, self._answer(sent.id, message, sent.delete, sent.edit, request.words()), below=True
            )

        return await self._later("an answer below a control", post)

    def _keep(self, request: InteractionRequest, message: Message, answer: PrivateAnswer, below: bool = False) -> None:
        """Remember an answer that the next of its kind replaces: a hand, or any answer posted `below` a control."""
        if message.name == HAND_PICTURE:
            self.copies.keep(message.table, request.user, answer)
        elif below:
            keep = self.copies.keep_panel if message.rows or message.pictures else self.copies.keep_words
            keep(request.location.channel, request.user, answer)

    def _answer(
        self, number: int, message: Message, delete: Act, edit: Callable[..., Awaitable[object]], words: Words
    ) -> PrivateAnswer:
        """Make the answer to remember. Stripping a hand leaves *My hand* and, unless it is a layout, the picture."""
        if message.name != HAND_PICTURE or not message.seq:
            return PrivateAnswer(number, delete)
        rows = ((Button("hand.show", words.label("hand.show"), "primary"),),)
        bare = replace(message, text=words.say("rack/copy_over"), pictures=(), rows=rows, seq=0, layout=None)
        if message.layout is not None:  # the picture is a part of the layout
            body = self._body(in_layout(bare), fresh=False)
        else:
            body = {"content": bare.text, "view": components.view(bare, self._emoji)}
        return PrivateAnswer(number, delete, lambda: edit(**body), message.seq)

    def _body(self, message: Message, fresh: bool) -> dict[str, Any]:
        return body(message, self._emoji, fresh)
