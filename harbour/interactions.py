"""Interactions: what a person did, how the bot answers it, and for how long it may."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import IntEnum

from harbour import posting
from harbour.errors import ApiError, unknown
from harbour.limits.commands import check_choices
from harbour.limits.components import check_modal
from harbour.limits.fields import Field
from harbour.model import EPHEMERAL, LOADING, Channel, Json, Message, User
from harbour.world import World

ACKNOWLEDGE_WITHIN_MS = 3_000
TOKEN_LASTS_MS = 15 * 60_000


class Kind(IntEnum):
    """What a person did; the values are Discord's."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Callback(IntEnum):
    """How the bot may answer first; the values are Discord's."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE_MESSAGE = 7
    CHOICES = 8
    MODAL = 9


_ANSWERS = {
    Kind.COMMAND: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL},
    Kind.COMPONENT: set(Callback) - {Callback.CHOICES},
    Kind.AUTOCOMPLETE: {Callback.CHOICES},
    Kind.MODAL_SUBMIT: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE},
}


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
    kind: Kind
    user: User
    channel: Channel
    born_ms: int
    data: Json
    name: str
    source: Message | None = None
    option_kind: int | None = None
    before: Interaction | None = None  # for a form filled in: what had opened it
    payload: Json = field(default_factory=dict)
    acknowledged: Callback | None = None
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
        if self.kind is Kind.COMMAND:
            body["name"] = self.name
        elif self.kind is Kind.COMPONENT and self.source is not None:
            body["interacted_message_id"] = self.source.id
        elif self.before is not None:
            body["triggering_interaction_metadata"] = self.before.metadata()
        return body


def begin(
    world: World,
    kind: Kind,
    user: User,
    channel: Channel,
    data: Json,
    name: str,
    *,
    source: Message | None = None,
    at_ms: int | None = None,
    option_kind: int | None = None,
    before: Interaction | None = None,
) -> Interaction:
    """Tell the bot what a person did; `at_ms` is the millisecond stamped into the interaction's id."""
    number = world.snowflakes.new(at_ms)
    token = secrets.token_urlsafe(48)
    born = world.clock.now()
    interaction = Interaction(number, token, kind, user, channel, born, data, name, source, option_kind, before)
    world.interactions[token] = interaction
    _forget_the_old(world)
    interaction.payload = _payload(world, interaction)
    deliver(world, interaction)
    return interaction


def deliver(world: World, interaction: Interaction) -> None:
    """Send the interaction to the bot; a second time is what a gateway does after a lost connection."""
    world.publish("INTERACTION_CREATE", interaction.payload, channel=interaction.channel, only=[world.bot])


def _forget_the_old(world: World) -> None:
    """Interactions long past their fifteen minutes leave."""
    oldest = world.clock.now() - 4 * TOKEN_LASTS_MS
    for token in [token for token, one in world.interactions.items() if one.born_ms < oldest]:
        del world.interactions[token]


def _payload(world: World, interaction: Interaction) -> Json:
    channel, user = interaction.channel, interaction.user
    shown = {**channel.to_json(world.bot.id), "permissions": str(int(world.permissions(user.id, channel)))}
    payload: Json = {
        "id": interaction.id,
        "application_id": world.application_id,
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": channel.id,
        "channel": shown,
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": channel.guild_id or "0"},
        "context": 1 if channel.is_dm else 0,
        "attachment_size_limit": 10 << 20,
        "app_permissions": str(int(world.permissions(world.bot.id, channel))),
    }
    if channel.guild_id is None:
        payload["user"] = user.to_json()
    else:
        member = world.guilds[channel.guild_id].members[user.id]
        payload["guild_id"] = channel.guild_id
        payload["guild"] = {"id": channel.guild_id, "locale": "en-US", "features": []}
        payload["guild_locale"] = "en-US"
        payload["member"] = {**member.to_json(), "permissions": shown["permissions"]}
    if interaction.source is not None:
        payload["message"] = interaction.source.to_json()
    return payload


def by_id(world: World, interaction_id: str, token: str) -> Interaction:
    """The interaction that a callback answers; 404 code 10062 when unknown or older than 3 seconds."""
    interaction = world.interactions.get(token)
    if interaction is None or interaction.id != interaction_id:
        raise unknown("interaction")
    if interaction.acknowledged is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    if interaction.failed or world.clock.now() - interaction.born_ms > ACKNOWLEDGE_WITHIN_MS:
        raise unknown("interaction")
    return interaction


def by_token(world: World, token: str) -> Interaction:
    """The interaction that a webhook call belongs to.

    Raises `ApiError` 404 code 10015: unknown or not yet acknowledged; 401 code 50027: older than 15 minutes.
    """
    interaction = world.interactions.get(token)
    if interaction is None or interaction.acknowledged is None:
        raise unknown("Webhook")
    if world.clock.now() - interaction.born_ms > TOKEN_LASTS_MS:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return interaction


def respond(world: World, interaction: Interaction, body: Field, uploads: posting.Uploads) -> Json:
    """Take the first answer to an interaction and return what Discord gives back for it."""
    body["type"].required()
    kind = body["type"].choice({int(kind) for kind in Callback})
    data = body["data"]
    if data.present:
        data.mapping()
    body.refuse_if_bad()
    callback = Callback(kind)
    allowed = set(_ANSWERS[interaction.kind])
    if interaction.kind is Kind.MODAL_SUBMIT and interaction.source is not None:
        allowed |= {Callback.DEFERRED_UPDATE, Callback.UPDATE_MESSAGE}
    if callback not in allowed:
        body["type"].complain("INTERACTION_TYPE_INVALID", f"{callback.name} does not answer {interaction.kind.name}")
        body.refuse_if_bad()
    _ANSWER[callback](world, interaction, Field(data.value if data.present else {}, ("data",)), uploads)
    interaction.acknowledged = callback
    news: Json = {"id": interaction.id, "type": int(callback)}
    world.publish("INTERACTION_SUCCESS", news, channel=interaction.channel, only=[interaction.user])
    return _receipt(interaction, callback)


def _receipt(interaction: Interaction, callback: Callback) -> Json:
    original = interaction.original
    shown: Json = {"id": interaction.id, "type": int(interaction.kind)}
    answer: Json = {"interaction": shown}
    if original is not None:
        shown |= {
            "response_message_id": original.id,
            "response_message_loading": original.loading,
            "response_message_ephemeral": original.ephemeral,
        }
        if callback in (Callback.MESSAGE, Callback.UPDATE_MESSAGE):
            answer["resource"] = {"type": int(callback), "message": original.to_json()}
    return answer


def _message(world: World, interaction: Interaction, data: Field, uploads: posting.Uploads) -> None:
    posting.check(world, data, uploads)
    interaction.original = _say(world, interaction, data.value, uploads)
    interaction.settled = True


def _deferred_message(world: World, interaction: Interaction, data: Field, uploads: posting.Uploads) -> None:
    flags = data["flags"].integer(0, (1 << 53) - 1) or 0
    data.refuse_if_bad()
    interaction.original = _say(world, interaction, {"flags": flags}, {}, loading=True)


def _deferred_update(world: World, interaction: Interaction, data: Field, uploads: posting.Uploads) -> None:
    interaction.original = interaction.source


def _update(world: World, interaction: Interaction, data: Field, uploads: posting.Uploads) -> None:
    posting.check(world, data, uploads)
    source = interaction.source
    assert source is not None
    if source.id not in interaction.channel.messages:
        raise unknown("Message")
    interaction.original = posting.edit(world, interaction.channel, source, data.value, uploads)
    interaction.settled = True


def _choices(world: World, interaction: Interaction, data: Field, uploads: posting.Uploads) -> None:
    data["choices"].required()
    check_choices(data["choices"], interaction.option_kind, 25)
    data.refuse_if_bad()
    interaction.choices = data.value["choices"]
    news = {"nonce": interaction.id, "choices": interaction.choices}
    world.publish(
        "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE", news, channel=interaction.channel, only=[interaction.user]
    )


def _modal(world: World, interaction: Interaction, data: Field, uploads: posting.Uploads) -> None:
    check_modal(data, frozenset(world.emojis))
    data.refuse_if_bad()
    body = data.value
    interaction.modal = Modal(body["custom_id"], body["title"], body["components"], interaction)
    news: Json = {"id": interaction.id, "channel_id": interaction.channel.id}
    news |= {"custom_id": body["custom_id"], "title": body["title"], "components": body["components"]}
    world.publish("INTERACTION_MODAL_CREATE", news, channel=interaction.channel, only=[interaction.user])


_ANSWER = {
    Callback.MESSAGE: _message,
    Callback.DEFERRED_MESSAGE: _deferred_message,
    Callback.DEFERRED_UPDATE: _deferred_update,
    Callback.UPDATE_MESSAGE: _update,
    Callback.CHOICES: _choices,
    Callback.MODAL: _modal,
}


def _say(
    world: World, interaction: Interaction, body: Json, uploads: posting.Uploads, *, loading: bool = False
) -> Message:
    whispered = bool((body.get("flags") or 0) & EPHEMERAL)
    return posting.post(
        world,
        interaction.channel,
        world.bot,
        body,
        uploads,
        only_for=interaction.user if whispered else None,
        interaction=interaction.metadata(),
        loading=loading,
    )


def follow_up(world: World, interaction: Interaction, body: Field, uploads: posting.Uploads) -> Message:
    """A further message. The first after a deferred answer takes the place of "is thinking", private as that was."""
    posting.check(world, body, uploads)
    original = interaction.original
    if original is not None and original.loading and original.id in interaction.channel.messages:
        interaction.settled = True
        return posting.edit(world, interaction.channel, original, body.value, uploads)
    message = _say(world, interaction, body.value, uploads)
    interaction.followups.append(message)
    world.bell.ring()
    return message


def message_of(world: World, interaction: Interaction, message_id: str) -> Message:
    """@original or one of the follow-ups (or the message that was updated); 404 code 10008."""
    original = interaction.original
    mine = [message for message in (original, *interaction.followups) if message is not None]
    for message in mine:
        wanted = message is original if message_id == "@original" else message.id == message_id
        if wanted and message.id in interaction.channel.messages:
            return message
    raise unknown("Message")


def edit(world: World, interaction: Interaction, message: Message, body: Field, uploads: posting.Uploads) -> Message:
    """Change the original answer or a follow-up. Raises `ApiError` as `posting.edit` does."""
    posting.check(world, body, uploads)
    if message is interaction.original:
        interaction.settled = True
    return posting.edit(world, interaction.channel, message, body.value, uploads)


def delete(world: World, interaction: Interaction, message: Message) -> None:
    """Take away the original answer or a follow-up."""
    message.flags &= ~LOADING
    interaction.settled = interaction.settled or message is interaction.original
    posting.delete(world, interaction.channel, message)


def give_up_in_time(world: World, interaction: Interaction) -> None:
    """Tell the person that the application did not respond, if nobody has answered when the three seconds are over by
    the harbour's clock; may be called at any time before."""
    if interaction.acknowledged is not None or interaction.failed:
        return
    left = interaction.born_ms + ACKNOWLEDGE_WITHIN_MS - world.clock.now()
    if left > 0:
        asyncio.get_running_loop().call_later(left / 1000, give_up_in_time, world, interaction)
        return
    interaction.failed = True
    news = {"id": interaction.id}
    world.publish("INTERACTION_FAILURE", news, channel=interaction.channel, only=[interaction.user])
