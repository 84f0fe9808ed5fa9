"""Delivers private answers to interactions, in the way that each kind of interaction allows.

In a channel, a player's hand is such an answer. A move that the player makes with the hand's controls updates the hand.
`PrivateCopies` deletes or changes answers that are out of date. The messenger sends the messages in DMs and private
threads.
"""

import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import discord

from bot.edge import components, discord_compat
from bot.edge.interactions import InteractionRequest
from bot.edge.message_bodies import make_body
from bot.edge.private_copies import PrivateAnswer, PrivateCopies
from bot.edge.repeating import ANSWER_WITHIN, FIRST_ANSWER_WITHIN, DeliveryResult, Repeater
from bot.ports.requests import Reply
from bot.ports.ui import HAND_PICTURE, Button, Form, Message, in_layout
from bot.wording import Words


class FileReply(NamedTuple):
    """A private answer with a file: a text, the file's name and its contents."""

    text: str
    name: str
    body: bytes


class Responder:
    """Answers interactions, and repeats each answer until Discord takes it or the interaction has expired."""

    def __init__(self, find_emoji: components.FindEmoji, repeater: Repeater, copies: PrivateCopies) -> None:
        self._find_emoji = find_emoji
        self._repeater = repeater
        self.copies = copies

    def stop_repeating(self) -> None:
        """Stop repeating answers, because the bot stops."""
        self._repeater.stopping = True

    async def acknowledge(self, interaction: discord.Interaction, request: InteractionRequest) -> DeliveryResult:
        """Acknowledge an interaction."""
        return await self._deliver_first(
            "an acknowledgement", lambda: interaction.response.defer(ephemeral=True, thinking=request.is_awaited)
        )

    async def answer(
        self, interaction: discord.Interaction, request: InteractionRequest, reply: Reply | FileReply
    ) -> DeliveryResult:
        """Deliver the reply to an acknowledged interaction.

        If Discord shows "thinking…", the reply replaces it, and an empty reply removes it. Any other reply replaces
        the control's message (a layout stays a layout) or is posted below it; see `Reply.in_place`.
        """
        if isinstance(reply, FileReply):
            return await self._deliver_later("a file", lambda: self._edit_with_file(interaction, reply))
        message = reply.message
        if message is None:
            if not request.is_awaited:
                self.copies.drop_words(interaction.channel_id or 0, request.user)
                return DeliveryResult.TAKEN
            return await self._deliver_later("the end of a command", interaction.delete_original_response)
        replaces = request.private and bool(message.rows or message.pictures)
        if request.is_awaited or (replaces if reply.in_place is None else reply.in_place):
            shown = in_layout(message) if request.on_layout and not request.is_awaited else message
            return await self._deliver_later("an answer", lambda: self._edit(interaction, request, shown))
        return await self._post_below(interaction, request, message)

    async def open_form(self, interaction: discord.Interaction, request: InteractionRequest, form: Form) -> None:
        """Open a form, as the first answer to a control."""
        control = request.control
        table, sequence = (control.table, control.sequence) if control else (0, 0)
        await self._deliver_first(
            "a form", lambda: interaction.response.send_modal(components.make_modal(form, table, sequence))
        )

    async def whisper(self, interaction: discord.Interaction, message: Message) -> None:
        """Send a private message, as the first answer to a control."""
        await self._deliver_first(
            "an answer",
            lambda: interaction.response.send_message(
                ephemeral=True, **make_body(message, self._find_emoji, fresh=True)
            ),
        )

    async def suggest(self, interaction: discord.Interaction, found: Sequence[tuple[str, str | int]]) -> None:
        """Suggest at most 25 values for the option that is being typed."""
        by_label = {
            label[:100]: value[:100] if isinstance(value, str) else value for label, value in found if label and value
        }
        choices = [discord.app_commands.Choice(name=label, value=value) for label, value in by_label.items()]
        await self._deliver_first("completions", lambda: interaction.response.autocomplete(choices[:25]))

    async def _deliver_first(self, name: str, ask: Callable[[], Awaitable[object]]) -> DeliveryResult:
        return await self._repeater.deliver(name, ask, FIRST_ANSWER_WITHIN)

    async def _deliver_later(self, name: str, ask: Callable[[], Awaitable[object]]) -> DeliveryResult:
        return await self._repeater.deliver(name, ask, ANSWER_WITHIN)

    async def _edit(self, interaction: discord.Interaction, request: InteractionRequest, message: Message) -> None:
        edit = interaction.edit_original_response
        edited = await edit(**make_body(message, self._find_emoji, fresh=False))
        strip = self._make_strip(message, edit, request.words())
        answer = PrivateAnswer(edited.id, interaction.delete_original_response, strip, message.sequence)
        self._keep(request, message, answer, below=request.is_awaited and request.control is not None)

    async def _edit_with_file(self, interaction: discord.Interaction, reply: FileReply) -> None:
        file = discord.File(io.BytesIO(reply.body), reply.name)
        await interaction.edit_original_response(content=reply.text, attachments=[file])

    async def _post_below(
        self, interaction: discord.Interaction, request: InteractionRequest, message: Message
    ) -> DeliveryResult:
        """Post a private message below a control."""

        async def post() -> None:
            with discord_compat.ask_webhooks_once():
                body = make_body(message, self._find_emoji, fresh=True)
                sent = await interaction.followup.send(ephemeral=True, **body)
            strip = self._make_strip(message, sent.edit, request.words())
            self._keep(request, message, PrivateAnswer(sent.id, sent.delete, strip, message.sequence), below=True)

        return await self._deliver_later("an answer below a control", post)

    def _keep(self, request: InteractionRequest, message: Message, answer: PrivateAnswer, below: bool) -> None:
        """Remember an answer that the next one of its kind replaces: a hand, or any answer posted `below` a control."""
        if message.name == HAND_PICTURE:
            self.copies.keep_hand(message.table, request.user, answer)
        elif below:
            keep = self.copies.keep_panel if message.rows or message.pictures else self.copies.keep_words
            keep(request.location.channel, request.user, answer)

    def _make_strip(
        self, message: Message, edit: Callable[..., Awaitable[object]], words: Words
    ) -> Callable[[], Awaitable[object]] | None:
        """Make the function that removes the moves from a hand on Discord; None for an answer that has none.

        The button *My hand* stays. A plain message keeps its picture; a layout loses it.
        """
        if message.name != HAND_PICTURE or not message.sequence:
            return None
        rows = ((Button("hand.show", words.label("hand.show"), "primary"),),)
        bare = replace(message, text=words.say("rack/copy_over"), pictures=(), rows=rows, sequence=0, layout=None)
        if message.layout is not None:
            body = make_body(in_layout(bare), self._find_emoji, fresh=False)
        else:
            body = {"content": bare.text, "view": components.make_view(bare, self._find_emoji)}
        return lambda: edit(**body)
