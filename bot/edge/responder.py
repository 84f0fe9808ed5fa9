"""Private answers: what only the one who asked may see, brought to him whichever way his interaction allows.

The rungs of the ladder that need Discord's interactions are here: the hand that is shown in the channel to one
person alone, kept up to date as he plays from it. DMs and private threads are the postbox's.
"""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import discord

from bot.edge import components, errors, messenger
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.ports.ui import Form, Message


class FileReply(NamedTuple):
    """A private answer that is a file: some words, the file's name, and what is in it."""

    text: str
    name: str
    body: bytes


class Responder:
    """Answers interactions. Every method is silent about an interaction that is over (10062, 40060)."""

    def __init__(self, emoji: components.Emojis) -> None:
        self._emoji = emoji

    async def acknowledge(self, interaction: discord.Interaction) -> bool:
        """Say that it was heard, always the same way for its kind; False if it was over already."""
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
        """Bring the reply to an acknowledged interaction.

        A command's answer fills its waiting line, or takes it away if there is none. A control's answer comes
        below; but a panel asked for on a private message takes that message's place.
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
            elif reply.message is not None:
                if request.private and (reply.message.rows or reply.message.pictures):
                    await interaction.edit_original_response(**self._body(reply.message, fresh=False))
                else:
                    await interaction.followup.send(ephemeral=True, **self._body(reply.message, fresh=True))
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    async def open(self, interaction: discord.Interaction, request: InteractionRequest, form: Form) -> None:
        """Answer a control with a form."""
        control = request.control
        table, seq = (control.table, control.seq) if control else (0, 0)
        try:
            await interaction.response.send_modal(components.modal(form, table, seq))
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    async def whisper(self, interaction: discord.Interaction, message: Message) -> None:
        """The first answer to a control that was not acknowledged."""
        try:
            await interaction.response.send_message(ephemeral=True, **self._body(message, fresh=True))
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    async def complete(self, interaction: discord.Interaction, found: list[tuple[str, str]]) -> None:
        """Answer what is being typed with at most 25 ways to go on."""
        unlike = {label[:100]: value[:100] for label, value in found if label and value}
        choices = [discord.app_commands.Choice(name=label, value=value) for label, value in unlike.items()]
        try:
            await interaction.response.autocomplete(choices[:25])
        except discord.HTTPException as error:
            if not errors.expired(error):
                raise

    def _body(self, message: Message, fresh: bool) -> dict[str, Any]:
        return messenger.body(message, self._emoji, fresh)
