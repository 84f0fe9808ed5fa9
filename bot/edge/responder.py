"""Delivers private answers to interactions, in the way that each kind of interaction allows.

In a channel, a player's hand is such an answer. `PrivateCopies` lets it follow its table, and deletes answers that are
out of date. The messenger sends the messages in DMs.
"""

import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.edge import components, discord_compat
from bot.edge.discord_answers import DiscordAnswer
from bot.edge.interactions import InteractionRequest
from bot.edge.message_bodies import make_body
from bot.edge.private_copies import Change, Kind, PrivateAnswer, PrivateCopies
from bot.edge.repeating import ANSWER_WITHIN, FIRST_ANSWER_WITHIN, DeliveryResult, Repeater, never_twice
from bot.ports import HAND_PICTURE, DeliveryError, ErrorKind, Form, Message, RefusedRequest, Reply
from bot.ports.ui import in_layout

log = logging.getLogger(__name__)

Remake = Callable[[], Awaitable[Message]]
"""Makes the message of an answer anew; see `Reply.again`."""

NoteRefused = Callable[[RefusedRequest, DeliveryError | None], object]
"""Notes why an answer is refused; with None, that the same act was answered since."""

MOST_FILES: Final = 10
"""The most files of a message on Discord."""


class FileReply(NamedTuple):
    """A private answer with a file: a text, the file's name and its contents."""

    text: str
    name: str
    body: bytes
    more: Sequence[tuple[str, bytes]] = ()
    """Further files, each with its name. They take further messages if there are too many for one."""


class Responder:
    """Answers interactions, and repeats each answer until Discord takes it or the interaction has expired."""

    def __init__(self, find_emoji: components.FindEmoji, repeater: Repeater, copies: PrivateCopies) -> None:
        self._find_emoji = find_emoji
        self._repeater = repeater
        self.copies = copies
        self.note_refused: NoteRefused = lambda refused, error: None
        self._refused: set[RefusedRequest] = set()
        """The refused answers that are noted."""

    def stop_repeating(self) -> None:
        """Stop repeating answers, because the bot stops."""
        self._repeater.stopping = True

    async def acknowledge(self, interaction: discord.Interaction, request: InteractionRequest) -> DeliveryResult:
        """Acknowledge an interaction."""
        return await self._repeater.deliver(
            "an acknowledgement",
            lambda: interaction.response.defer(ephemeral=True, thinking=request.is_awaited),
            FIRST_ANSWER_WITHIN,
        )

    async def answer(
        self, interaction: discord.Interaction, request: InteractionRequest, reply: Reply | FileReply
    ) -> DeliveryResult:
        """Deliver the reply to an acknowledged interaction.

        If Discord shows "thinking…", the reply replaces it, and an empty reply removes it. Any other reply replaces
        the control's message (a layout stays a layout) or is posted below it; see `Reply.in_place`.
        """
        if isinstance(reply, FileReply):
            return await self._answer_with_files(interaction, request, reply)
        message = reply.message
        if message is None:
            if not request.is_awaited:
                self.copies.delete_passing(interaction.channel_id or 0, request.user)
                return DeliveryResult.TAKEN
            return await self._deliver(interaction, request, interaction.delete_original_response)
        replaces = request.private and bool(message.rows or message.pictures)
        if request.is_awaited or (replaces if reply.in_place is None else reply.in_place):
            shown = in_layout(message) if request.on_layout and not request.is_awaited else message
            return await self._deliver(
                interaction, request, lambda: self._edit(interaction, request, shown, reply.again)
            )
        post = partial(self._post_below, interaction, request, message, reply.again)
        return await self._deliver(interaction, request, _once(interaction, request, post))

    async def open_form(self, interaction: discord.Interaction, request: InteractionRequest, form: Form) -> None:
        """Open a form, as the first answer to a control."""
        control = request.control
        table, sequence = (control.table, control.sequence) if control else (0, 0)
        modal = components.make_modal(form, table, sequence)
        await self._deliver(interaction, request, lambda: interaction.response.send_modal(modal), first=True)

    async def whisper(self, interaction: discord.Interaction, request: InteractionRequest, message: Message) -> None:
        """Send a private message, as the first answer to a control."""

        async def send() -> None:
            body = make_body(message, self._find_emoji, fresh=True)
            await interaction.response.send_message(ephemeral=True, **body)

        await self._deliver(interaction, request, send, first=True)

    async def suggest(self, interaction: discord.Interaction, found: Sequence[tuple[str, str | int]]) -> None:
        """Suggest values for the option that is being typed: at most 25, each with at most 100 characters."""
        by_label: dict[str, str | int] = {}
        for label, value in found[:25]:
            if label and value:
                by_label.setdefault(label[:100], value[:100] if isinstance(value, str) else value)
        choices = [discord.app_commands.Choice(name=label, value=value) for label, value in by_label.items()]
        complete = partial(interaction.response.autocomplete, choices)
        await self._repeater.deliver("completions", complete, FIRST_ANSWER_WITHIN)

    async def _deliver(
        self,
        interaction: discord.Interaction,
        request: InteractionRequest,
        ask: Callable[[], Awaitable[object]],
        first: bool = False,
    ) -> DeliveryResult:
        """Deliver an answer. If Discord refuses it, say so in a plain sentence; if it refuses that too, the log names
        the act, so that nobody waits in front of "thinking…" for ever."""
        within, name = FIRST_ANSWER_WITHIN if first else ANSWER_WITHIN, f"the answer to {request.act_name}"
        refused = RefusedRequest(f"answer to {request.act_name}", request.user, request.location.guild, asked=True)
        refusals: list[DiscordAnswer] = []
        result = await self._repeater.deliver(name, ask, within, refusals.append)
        if result is not DeliveryResult.REFUSED:
            if refused in self._refused and result is DeliveryResult.TAKEN:
                self._refused.remove(refused)
                self.note_refused(refused, None)
            return result
        detail = refusals[-1].detail
        text = request.words.say("edge/unshown", detail=detail)

        async def say() -> None:
            if first:
                await interaction.response.send_message(text, ephemeral=True)
            elif request.is_awaited:
                await interaction.edit_original_response(content=text, attachments=[], view=None)
            else:
                await _say_below(interaction, text)

        result = await self._repeater.deliver(f"a plain sentence instead of {name}", say, within)
        if result is DeliveryResult.REFUSED:
            log.error("%s was not answered: %s", request.act_name, detail)
        if refusals[-1].kind is not ErrorKind.EXPIRED:
            self._refused.add(refused)
            self.note_refused(refused, refusals[-1].to_error())
        return result

    async def _edit(
        self, interaction: discord.Interaction, request: InteractionRequest, message: Message, again: Remake | None
    ) -> None:
        edit = interaction.edit_original_response
        edited = await edit(**make_body(message, self._find_emoji, fresh=False))
        update = self._make_update(message, again, edit)
        answer = PrivateAnswer(edited.id, interaction.delete_original_response, update, message.sequence)
        self._keep(request, message, answer, below=request.is_awaited and request.control is not None)

    async def _answer_with_files(
        self, interaction: discord.Interaction, request: InteractionRequest, reply: FileReply
    ) -> DeliveryResult:
        """Replace "thinking…" by the first files, and post the others below, a message's worth at a time."""
        files = [(reply.name, reply.body), *reply.more]

        async def send(start: int) -> None:
            made = [discord.File(io.BytesIO(body), name) for name, body in files[start : start + MOST_FILES]]
            if start:
                with discord_compat.ask_webhooks_once():
                    await interaction.followup.send(files=made, ephemeral=True)
            else:
                await interaction.edit_original_response(content=reply.text, attachments=made)

        delivered = await self._deliver(interaction, request, lambda: send(0))
        for start in range(MOST_FILES, len(files), MOST_FILES):
            if delivered is DeliveryResult.TAKEN:
                post = _once(interaction, request, partial(send, start))
                delivered = await self._deliver(interaction, request, post)
        return delivered

    async def _post_below(
        self, interaction: discord.Interaction, request: InteractionRequest, message: Message, again: Remake | None
    ) -> None:
        """Post a private message below a control."""
        with discord_compat.ask_webhooks_once():
            body = make_body(message, self._find_emoji, fresh=True)
            sent = await interaction.followup.send(ephemeral=True, **body)
        answer = PrivateAnswer(sent.id, sent.delete, self._make_update(message, again, sent.edit), message.sequence)
        self._keep(request, message, answer, below=True)

    def _keep(self, request: InteractionRequest, message: Message, answer: PrivateAnswer, below: bool) -> None:
        """Remember an answer that the next one of its kind replaces: a hand, or any answer posted `below` a control."""
        if message.name == HAND_PICTURE:
            self.copies.keep("hand", message.table, request.user, answer)
        elif below:
            kind: Kind = "panel" if message.rows else "picture" if message.pictures else "words"
            self.copies.keep(kind, request.location.channel, request.user, answer)

    def _make_update(
        self, message: Message, again: Remake | None, edit: Callable[..., Awaitable[object]]
    ) -> Change | None:
        """Make the function that brings an answer up to date; None for an answer that stays as it is."""
        if again is None:
            return None

        async def update() -> None:
            present = await again()
            shown = present if message.layout is None else in_layout(present)
            await edit(**make_body(shown, self._find_emoji, fresh=False))

        return update


def _once(
    interaction: discord.Interaction, request: InteractionRequest, post: Callable[[], Awaitable[None]]
) -> Callable[[], Awaitable[object]]:
    """Make a way to post an answer below a control that may be repeated: once Discord's acceptance is lost, a sentence
    says so."""
    return never_twice(post, lambda: _say_below(interaction, request.words.say("edge/lost")))


async def _say_below(interaction: discord.Interaction, text: str) -> None:
    with discord_compat.ask_webhooks_once():
        await interaction.followup.send(text, ephemeral=True)
