"""The application's side of the server state: registered commands, and interactions with their answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from harbour.json_types import Json
from harbour.limits.commands import SUB_COMMAND, SUB_GROUP
from harbour.state.model import Channel, Message, User

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
class Command:
    """A registered command, as the bot declared it (`body`), for one guild or (None) for all."""

    id: str
    version: str
    guild_id: str | None
    application_id: str
    body: Json

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.body["name"])

    @property
    def kind(self) -> int:
        """1 is a slash command; 2 and 3 belong to a user's or a message's menu."""
        return int(self.body.get("type") or 1)

    def to_json(self) -> Json:
        """The command as Discord gives it back, with its defaults filled in."""
        given = {key: value for key, value in self.body.items() if key != "id" and value is not None}
        shown = {**_DEFAULTS, **given, "type": self.kind, "options": self.body.get("options") or []}
        shown |= {"id": self.id, "version": self.version, "application_id": self.application_id}
        if shown["default_member_permissions"] is not None:
            shown["default_member_permissions"] = str(shown["default_member_permissions"])
        if self.guild_id is not None:
            shown["guild_id"] = self.guild_id
        return shown

    def ways(self) -> Iterator[tuple[list[str], Json]]:
        """Each way to call it: the words ("table", "open") and the command or sub-command that has the options."""

        def walk(words: list[str], node: Json) -> Iterator[tuple[list[str], Json]]:
            below = [o for o in node.get("options") or [] if o["type"] in (SUB_COMMAND, SUB_GROUP)]
            if not below:
                yield words, node
            for option in below:
                yield from walk([*words, option["name"]], option)

        yield from walk([self.name], self.body)


class InteractionType(IntEnum):
    """What a person did; the values are Discord's."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """How the bot may answer first; the values are Discord's."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE_MESSAGE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that the bot put before a person; `interaction` is the one that it answers."""

    custom_id: str
    title: str
    components: list[Json]
    interaction: Interaction

    def inputs(self) -> list[Json]:
        """What is to be filled in, in order; each with its custom_id, and the label that stands over it."""
        found = []
        for row in self.components:
            if "component" in row:
                found.append({**row["component"], "label": row["label"]})
            found += row.get("components", [])
        return found


@dataclass(slots=True, eq=False)
class Interaction:
    """Something that a person did, the bot's answers to it, and how far they have come."""

    id: str
    token: str
    kind: InteractionType
    user: User
    channel: Channel
    born_ms: int
    data: Json
    name: str
    source: Message | None = None
    option_kind: int | None = None
    before: Interaction | None = None  # for a form filled in: what had opened it
    payload: Json = field(default_factory=dict)
    acknowledged: CallbackType | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Modal | None = None
    choices: list[Json] | None = None
    failed: bool = False
    settled: bool = False  # the original stands, no longer "thinking"

    def metadata(self) -> Json:
        """Where a message comes from, as the message tells it."""
        body: Json = {"id": self.id, "type": int(self.kind), "user": self.user.to_json()}
        body["authorizing_integration_owners"] = {"0": self.channel.guild_id or "0"}
        if self.kind is InteractionType.COMMAND:
            body["name"] = self.name
        elif self.kind is InteractionType.COMPONENT and self.source is not None:
            body["interacted_message_id"] = self.source.id
        elif self.before is not None:
            body["triggering_interaction_metadata"] = self.before.metadata()
        return body
