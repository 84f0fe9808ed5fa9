"""Private answers to interactions, delivered in the way that each kind of interaction allows.

A hand that is shown in the channel to its player alone is such an answer, and is kept up to date while they play from
it. DMs and private threads are the messenger's.
"""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import discord

from bot.edge import components, errors, messenger
from bot.edge.interactions import InteractionRequest
from bot.edge.private_copies import Delete, PrivateCopies
from bot.ports.requests import Reply
from bot.ports.ui import HAND_PICTURE, Form, Message


class FileReply(NamedTuple):
    """A private answer with a file: a text, the file's name and its contents."""

    text: str
    name: str
    body: bytes


class Responder:
    """Answers interactions. Expired ones (10062, 40060) are ignored."""

    def __init__(self, emoji: components.Emojis) -> None:
        self._emoji = emoji
        self.copies = PrivateCopies()

    async def acknowledge(self, interaction: discord.Interaction) -> bool:
        """Acknowledge an interaction, always in the same way for its kind. Returns False if it had expired."""
        try:
            await interaction.response.defer(ephemeral=True)
        except discord.HTTPException as error:
            if errors.expired(error):
                return False
            raise
        return True

    async def answer(
        self, interaction: discord.Interaction, request: InteractionRequest, reply: Reply | FileReply
    ) -> None:
        """Deliver the reply to an acknowledged interaction.

        A command's reply replaces its "thinking" line, or removes it if there is none. A control's reply is posted
        below; but controls or pictures asked for on a private message replace that message.
        """
        try:
            if isinstance(reply, FileReply):
                file = discord.File(io.BytesIO(reply.body), reply.name)
                await interaction.edit_original_response(content=reply.text, attachments=[file])
            elif request.path:
                if reply.message is None:
                    await interaction.delete_original_response()
                else:
                    await interaction.edit_original_response(**self._body(reply.message, fresh=False))
                    self._keep(request, reply.message, interaction.delete_original_response)
            elif reply.message is not None:
                if request.private and (reply.message.rows or reply.message.pictures):
                    await interaction.edit_original_response(**self._body(reply.message, fresh=False))
                    self._keep(request, reply.message, interaction.delete_original_response)
                else:
                    sent = await interaction.followup.send(ephemeral=True, **self._body(reply.message, fresh=True))
                    self._keep(request, reply.message, sent.delete)
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    async def open(self, interaction: discord.Interaction, request: InteractionRequest, form: Form) -> None:
        """Open a form, as the first answer to a control."""
        control = request.control
        table, seq = (control.table, control.seq) if control else (0, 0)
        try:
            await interaction.response.send_modal(components.modal(form, table, seq))
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    async def whisper(self, interaction: discord.Interaction, message: Message) -> None:
        """Send a private message, as the first answer to a control."""
        try:
            await interaction.response.send_message(ephemeral=True, **self._body(message, fresh=True))
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    async def complete(self, interaction: discord.Interaction, found: list[tuple[str, str]]) -> None:
        """Offer completions of the option being typed, at most 25."""
        unlike = {label[:100]: value[:100] for label, value in found if label and value}
        choices = [discord.app_commands.Choice(name=label, value=value) for label, value in unlike.items()]
        try:
            await interaction.response.autocomplete(choices[:25])
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    def _keep(self, request: InteractionRequest, message: Message, delete: Delete) -> None:
        """Remember an answer that shows the requester's hand, so that it can be taken back."""
        if message.name == HAND_PICTURE:
            self.copies.keep(message.table, request.user, delete)

    def _body(self, message: Message, fresh: bool) -> dict[str, Any]:
        return messenger.body(message, self._emoji, fresh)
