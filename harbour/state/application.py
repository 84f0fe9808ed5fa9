"""The application's commands, and people's interactions with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from harbour.base.json_types import Json
from harbour.limits.commands import SUB_COMMAND
from harbour.state.model import Channel, Message, User

TOKEN_LASTS_MS = 15 * 60_000
"""Time for which the bot may answer an interaction, and change private answers to it."""
_DEFAULTS: Json = {
    "description": "",
    "name_localizations": None,
    "description_localizations": None,
    "default_member_permissions": None,
    "dm_permission": True,
    "contexts": None,
    "integration_types": [0],
    "nsfw": False,
}


@dataclass(slots=True, eq=False)
class RegisteredCommand:
    """A command that the bot has registered."""

    id: str
    version: str
    application_id: str
    body: Json
    """The command as the bot declared it."""

    @property
    def name(self) -> str:
        """The command's name."""
        return str(self.body["name"])

    @property
    def kind(self) -> int:
        """Discord's type of the command: 1 slash command, 2 user menu, 3 message menu."""
        return int(self.body.get("type") or 1)

    def to_json(self) -> Json:
        """The command as Discord returns it, with defaults filled in."""
        given = {key: value for key, value in self.body.items() if key != "id" and value is not None}
        shown = {**_DEFAULTS, **given, "type": self.kind, "options": self.body.get("options") or []}
        shown |= {"id": self.id, "version": self.version, "application_id": self.application_id}
        if shown["default_member_permissions"] is not None:
            shown["default_member_permissions"] = str(shown["default_member_permissions"])
        return shown

    def invocations(self) -> Iterator[tuple[list[str], Json]]:
        """Every way to invoke the command: the words ("table", "open"), and the node that holds the options."""
        sub_commands = [option for option in self.body.get("options") or [] if option["type"] == SUB_COMMAND]
        if not sub_commands:
            yield [self.name], self.body
        for option in sub_commands:
            yield [self.name, option["name"]], option


class InteractionType(IntEnum):
    """Kinds of interactions, with Discord's values."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """Kinds of first responses to an interaction, with Discord's values."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE_MESSAGE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that the bot shows to a person."""

    custom_id: str
    title: str
    components: list[Json]
    interaction: Interaction
    """The interaction that the form responds to."""

    def inputs(self) -> list[Json]:
        """The inputs of the form in order, each with its custom_id and label."""
        return [{**row["component"], "label": row["label"]} for row in self.components]


@dataclass(slots=True, eq=False)
class Interaction:
    """An action by a person, and the bot's responses to it so far."""

    id: str
    token: str
    kind: InteractionType
    user: User
    channel: Channel
    created_ms: int
    """Time of the action by the harbour's clock; the time in the id can differ."""
    data: Json
    """The `data` of the event: the command and its options, the component and its values, or the form's inputs."""
    name: str
    """The words of a command, such as "table open"; the custom id of a component; the title of a form."""
    source: Message | None = None
    """The message whose component was used."""
    option_kind: int | None = None
    """For autocomplete, the type of the option being typed."""
    opened_by: Interaction | None = None
    """For a submitted form, the interaction that opened the form."""
    payload: Json = field(default_factory=dict)
    """The whole event that the bot receives, with `data` in it."""
    acknowledged: CallbackType | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Modal | None = None
    choices: list[Json] | None = None
    failed: bool = False
    """True if the bot did not acknowledge in time."""
    settled: bool = False
    """True once the original response is complete, no longer "thinking"."""

    def metadata(self) -> Json:
        """The interaction as its response messages describe it in `interaction_metadata`."""
        body: Json = {"id": self.id, "type": int(self.kind), "user": self.user.to_json()}
        body["authorizing_integration_owners"] = {"0": self.channel.guild_id or "0"}
        if self.kind is InteractionType.COMMAND:
            body["name"] = self.name
        elif self.kind is InteractionType.COMPONENT and self.source is not None:
            body["interacted_message_id"] = self.source.id
        elif self.opened_by is not None:
            body["triggering_interaction_metadata"] = self.opened_by.metadata()
        return body
