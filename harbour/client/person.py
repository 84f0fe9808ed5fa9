"""A person in Discord: acts as Discord's client allows, and records everything that could reach them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from harbour.actions import interactions, messages
from harbour.actions.interactions import Use
from harbour.actions.uploads import Upload, store_upload
from harbour.base.errors import NotOffered
from harbour.base.json_types import Json
from harbour.base.signal import DEFAULT_TIMEOUT_S
from harbour.client import command_input
from harbour.client.command_input import OptionValue
from harbour.client.form_input import InputValue, build_submission
from harbour.client.interaction_response import InteractionResponse
from harbour.limits.components import BUTTON, SELECT
from harbour.limits.fields import BodyField
from harbour.state.application import Interaction, InteractionType, Modal
from harbour.state.model import Attachment, Channel, Message, User
from harbour.state.server_state import Event, ServerState

T = TypeVar("T")


class Person:
    """A human user. `channel` is the default for calls that name no channel."""

    def __init__(self, state: ServerState, user: User, channel: Channel | None) -> None:
        self.state = state
        self.user = user
        self.channel = channel
        self.listeners: list[Callable[[Event], None]] = []
        self._seen: list[bytes] = []
        self._known_messages: set[str] = set()
        self._known_files: set[str] = set()
        state.subscribers.append(self._receive)

    def __repr__(self) -> str:
        return f"<Person {self.name} {self.id}>"

    @property
    def id(self) -> str:
        """The user's snowflake."""
        return self.user.id

    @property
    def name(self) -> str:
        """The user's name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The text that mentions the user in a message."""
        return self.user.mention

    # Actions

    async def slash(
        self,
        command: str,
        *,
        channel: Channel | None = None,
        at_ms: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        **more: OptionValue,
    ) -> InteractionResponse:
        """Use a slash command ("table open"), with options by name.

        Users, roles and channels are given as objects or ids, files as `Upload`. Raises `NotOffered` for an unknown
        command, option or choice, a value of the wrong type or out of bounds, and a missing required option.
        """
        place = self._choose_channel(channel)
        registered, path, node = command_input.find_command(self.state, self.user, place, command)
        filled, resolved = command_input.fill_options(self.state, place, node, {**(options or {}), **more})
        data = command_input.build_command_data(registered, path, filled, resolved)
        return self._start(Use(InteractionType.COMMAND, place, data, " ".join(path), at_ms=at_ms))

    async def use_menu(
        self, name: str, target: Person | User | Message, *, channel: Channel | None = None
    ) -> InteractionResponse:
        """Use a menu entry on a person or a message. Raises `NotOffered` if there is no such entry."""
        place = self.state.channels[target.channel_id] if isinstance(target, Message) else self._choose_channel(channel)
        if isinstance(target, Message) and target not in self.messages(place):
            raise NotOffered(f"{self.name} cannot see that message", "That message is gone")
        subject = target.user if isinstance(target, Person) else target
        data = command_input.build_menu_data(self.state, self.user, place, name, subject)
        return self._start(Use(InteractionType.COMMAND, place, data, name))

    async def autocomplete(
        self,
        command: str,
        option: str,
        text: str,
        *,
        channel: Channel | None = None,
        options: Mapping[str, OptionValue] | None = None,
        **more: OptionValue,
    ) -> list[Json]:
        """Return the choices (name and value) that the bot offers for the `text` typed in `option`.

        Raises `NotOffered` if the option has no autocomplete, and `NoResponse` if the bot does not answer in time.
        """
        place = self._choose_channel(channel)
        registered, path, node = command_input.find_command(self.state, self.user, place, command)
        spec = next((o for o in node.get("options") or [] if o["name"] == option), None)
        if spec is None or not spec.get("autocomplete"):
            raise NotOffered(f"/{command} has no autocomplete for {option}", "Loading options failed")
        given = {key: value for key, value in {**(options or {}), **more}.items() if key != option}
        filled, resolved = command_input.fill_options(self.state, place, node, given, complete=False)
        filled.append({"name": option, "type": spec["type"], "value": text, "focused": True})
        data = command_input.build_command_data(registered, path, filled, resolved)
        answer = self._start(Use(InteractionType.AUTOCOMPLETE, place, data, " ".join(path), option_kind=spec["type"]))
        await answer.wait_for_acknowledgement()
        return answer.interaction.choices or []

    async def press(
        self, message: Message, button: str, *, at_ms: int | None = None, stale: bool = False
    ) -> InteractionResponse:
        """Press a button by its custom id or label. Raises `NotOffered` if it is missing or disabled.

        With `stale`, nothing is checked and `button` is a custom id, as on a screen that lacks the latest edit.
        """
        control = {"type": BUTTON, "custom_id": button} if stale else self._find_control(message, button, _is_button)
        return self._use_control(message, control, {}, at_ms)

    async def select(
        self,
        message: Message,
        custom_id: str,
        values: Iterable[str],
        *,
        at_ms: int | None = None,
        stale: bool = False,
    ) -> InteractionResponse:
        """Choose entries of a select by value or label. With `stale`, nothing is checked."""
        chosen = list(values)
        if stale:
            return self._use_control(message, {"type": SELECT, "custom_id": custom_id}, {"values": chosen}, at_ms)
        control = self._find_control(message, custom_id, lambda c: not _is_button(c))
        least, most = control.get("min_values", 1), control.get("max_values", 1)
        if not least <= len(chosen) <= most:
            raise NotOffered(
                f"Select {custom_id} takes {least} to {most} values, not {len(chosen)}",
                f"Choose {least} to {most}, not {len(chosen)}",
            )
        by_name = {option["label"]: option["value"] for option in control["options"]}
        by_name |= {option["value"]: option["value"] for option in control["options"]}
        unknown = [value for value in chosen if value not in by_name]
        if unknown:
            raise NotOffered(f"Unknown values {unknown}; choose from {sorted(by_name)}", "That entry is gone")
        return self._use_control(message, control, {"values": [by_name[value] for value in chosen]}, at_ms)

    async def submit_modal(
        self, modal: Modal, values: Mapping[str, InputValue] | None = None, **more: InputValue
    ) -> InteractionResponse:
        """Submit a form, with inputs by custom id or label. Other inputs keep their preset.

        Raises `NotOffered` for an input that is unknown, too short, too long, or required and empty.
        """
        if modal.interaction.user is not self.user:
            raise NotOffered("The form was shown to another user", "That form is gone")
        opened_by = modal.interaction
        place, source = opened_by.channel, opened_by.source

        def store(file: Upload) -> Attachment:
            return store_upload(self.state, place.id, file, ephemeral=True)

        data = build_submission(modal, {**(values or {}), **more}, store)
        return self._start(Use(InteractionType.MODAL_SUBMIT, place, data, modal.title, source, opened_by=opened_by))

    async def say(
        self,
        content: str,
        *,
        channel: Channel | None = None,
        files: Iterable[Upload] = (),
    ) -> Message:
        """Write a message. Raises `ApiError` if it is invalid or not permitted here."""
        place = self._choose_channel(channel)
        body: Json = {"content": content}
        uploads = dict(enumerate(files))
        messages.check_body(self.state, BodyField(body), uploads)
        messages.check_may_post(self.state, self.user, place, body, uploads)
        return messages.post(self.state, place, self.user, body, uploads)

    def accept_dms(self, accepts: bool) -> None:
        """Accept direct messages from the bot, or refuse them with code 50007."""
        self.user.accepts_dms = accepts
        self.state.storage.note(self.user)
        self.state.storage.commit()

    def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message. The bot may still edit it."""
        message.dismissed = True
        self.state.storage.note(message)
        self.state.storage.commit()
        self.state.signal.notify()

    # Everything the person sees

    @property
    def dm_channel(self) -> Channel:
        """The channel between this person and the bot."""
        return self.state.open_dm(self.user)

    def dm(self) -> list[Message]:
        """The messages between this person and the bot, oldest first."""
        return self.messages(self.dm_channel)

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """Messages that this person sees in the channel, oldest first, including their ephemeral ones."""
        place = self._choose_channel(channel)
        if not self.state.may_read(self.id, place):
            return []
        return [m for m in place.messages.values() if m.only_for in (None, self.id) and not m.dismissed]

    def ephemerals(self) -> list[Message]:
        """Messages in this person's channel that only they see."""
        return [message for message in self.messages() if message.ephemeral]

    def threads(self) -> list[Channel]:
        """Threads that this person may read."""
        return [c for c in self.state.channels.values() if c.thread is not None and self.state.may_read(self.id, c)]

    def collect_seen(self) -> list[bytes]:
        """Every byte that could have reached this person: events as JSON, and attachments, in order.

        These are all versions of messages, alt texts, file names, custom ids, forms, autocomplete choices, and
        the history of channels and threads that they joined later.
        """
        self._record_history()
        return list(self._seen)

    async def wait_for(
        self,
        predicate: Callable[[Person], T | None],
        timeout: float = DEFAULT_TIMEOUT_S,
        awaited: str = "a condition",
    ) -> T:
        """Return the first truthy result of `predicate`, called again after every change."""
        return await self.state.signal.wait_until(lambda: predicate(self), timeout, f"{awaited} ({self.name})")

    async def wait_for_message(
        self,
        predicate: Callable[[Message], object],
        *,
        after: Message | None = None,
        timeout: float = DEFAULT_TIMEOUT_S,
    ) -> Message:
        """Wait for a message that satisfies `predicate` and is newer than `after`. Returns the newest such message."""
        newest = 0 if after is None else int(after.id)

        def find() -> Message | None:
            fitting = (m for m in reversed(self.messages()) if int(m.id) > newest and predicate(m))
            return next(fitting, None)

        return await self.state.signal.wait_until(find, timeout, f"a message for {self.name}")

    # Internals

    def _choose_channel(self, channel: Channel | None) -> Channel:
        place = channel or self.channel
        if place is None:
            raise NotOffered(f"{self.name} is not in a channel", "Choose a channel")
        return place

    def _receive(self, event: Event) -> None:
        if not (self.state.remember or self.listeners) or not self.state.may_receive(self.id, event):
            return
        self._record(event.text, event.files)
        if event.name.startswith("MESSAGE_") and self.state.remember:
            self._known_messages.add(event.data["id"])
        for listener in list(self.listeners):
            listener(event)

    def _record(self, text: bytes, files: Iterable[Attachment]) -> None:
        if not self.state.remember:
            return
        self._seen.append(text)
        for attachment in files:
            if attachment.id not in self._known_files:
                self._known_files.add(attachment.id)
                self._seen.append(attachment.body)

    def _record_history(self) -> None:
        """Record messages written before this person could read the channel."""
        for channel in list(self.state.channels.values()):
            for message in self.messages(channel):
                if message.id not in self._known_messages:
                    self._known_messages.add(message.id)
                    text = json.dumps(message.to_json(), ensure_ascii=False).encode()
                    self._record(text, message.attachments)

    def _start(self, use: Use) -> InteractionResponse:
        if not self.state.may_read(self.id, use.channel):
            raise NotOffered(f"{self.name} cannot see that channel", "You cannot see that channel")
        interaction: Interaction = interactions.start(self.state, self.user, use)
        interactions.schedule_timeout(self.state, interaction)
        return InteractionResponse(self.state, interaction)

    def _use_control(self, message: Message, control: Json, more: Json, at_ms: int | None) -> InteractionResponse:
        place = self.state.channels[message.channel_id]
        data = {
            "custom_id": control["custom_id"],
            "component_type": control["type"],
            "id": control.get("id", 1),
            **more,
        }
        return self._start(Use(InteractionType.COMPONENT, place, data, control["custom_id"], message, at_ms))

    def _find_control(self, message: Message, name: str, fits: Callable[[Json], bool]) -> Json:
        place = self.state.channels.get(message.channel_id)
        if place is None or message not in self.messages(place):
            raise NotOffered(f"{self.name} cannot see that message", "That message is gone")
        controls = [control for control in message.controls() if fits(control)]
        by_id = [control for control in controls if control.get("custom_id") == name]
        found = by_id or [control for control in controls if control.get("label") == name]
        if not found:
            names = ", ".join(f"{c.get('custom_id')} ({c.get('label')})" for c in controls)
            raise NotOffered(f"No control {name!r} on that message; choose from {names}", "That button is gone")
        if found[0].get("disabled"):
            raise NotOffered(f"{name!r} is disabled", "That button cannot be pressed now")
        return found[0]


def _is_button(control: Json) -> bool:
    return bool(control["type"] == BUTTON)
