"""Starting interactions, and the bot's responses to them with their time limits."""

import asyncio
import secrets
from typing import NamedTuple

from harbour.actions import messages
from harbour.base.errors import ApiError, unknown
from harbour.base.json_types import Json
from harbour.limits.commands import check_choices
from harbour.limits.components import check_modal
from harbour.limits.fields import BodyField
from harbour.state.application import TOKEN_LASTS_MS, CallbackType, Interaction, InteractionType, Modal
from harbour.state.model import EPHEMERAL, LOADING, Channel, Message, User
from harbour.state.server_state import ServerState

_ALLOWED = {
    InteractionType.COMMAND: {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL},
    InteractionType.COMPONENT: set(CallbackType) - {CallbackType.CHOICES},
    InteractionType.AUTOCOMPLETE: {CallbackType.CHOICES},
    InteractionType.MODAL_SUBMIT: {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE},
}


class Use(NamedTuple):
    """An act of a person towards the bot: a command, a control, a form, or the completion of an option."""

    kind: InteractionType
    channel: Channel
    data: Json
    name: str
    source: Message | None = None
    """The message with the control."""
    at_ms: int | None = None
    """The millisecond in the interaction's id; None is now."""
    option_kind: int | None = None
    opened_by: Interaction | None = None
    """The interaction that opened the form."""


def start(state: ServerState, user: User, use: Use) -> Interaction:
    """Create an interaction and deliver it to the bot."""
    interaction_id = state.snowflakes.make(use.at_ms)
    token = secrets.token_urlsafe(48)
    kind, channel, data, name, source, _, option_kind, opened_by = use
    now = state.clock.now()
    interaction = Interaction(
        interaction_id, token, kind, user, channel, now, data, name, source, option_kind, opened_by
    )
    state.interactions[token] = interaction
    state.storage.note(interaction)
    _discard_expired(state)
    interaction.payload = _build_payload(state, interaction)
    deliver(state, interaction)
    return interaction


def deliver(state: ServerState, interaction: Interaction) -> None:
    """Send the interaction to the bot. A second call repeats the event, as after a lost connection."""
    state.publish("INTERACTION_CREATE", interaction.payload, channel=interaction.channel, only=[state.bot])


def _discard_expired(state: ServerState) -> None:
    """Discard interactions whose tokens expired long ago."""
    oldest = state.clock.now() - 4 * TOKEN_LASTS_MS
    for token in [token for token, started in state.interactions.items() if started.created_ms < oldest]:
        state.storage.note(state.interactions.pop(token))


def _build_payload(state: ServerState, interaction: Interaction) -> Json:
    channel, user = interaction.channel, interaction.user
    channel_json = {**channel.to_json(state.bot.id), "permissions": str(int(state.find_permissions(user.id, channel)))}
    payload: Json = {
        "id": interaction.id,
        "application_id": state.application_id,
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": channel.id,
        "channel": channel_json,
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": channel.guild_id or "0"},
        "context": 1 if channel.is_dm else 0,
        "attachment_size_limit": 10 << 20,
        "app_permissions": str(int(state.find_permissions(state.bot.id, channel))),
    }
    if channel.guild_id is None:
        payload["user"] = user.to_json()
    else:
        member = state.guilds[channel.guild_id].members[user.id]
        payload["guild_id"] = channel.guild_id
        payload["guild"] = {"id": channel.guild_id, "locale": "en-US", "features": []}
        payload["guild_locale"] = "en-US"
        payload["member"] = {**member.to_json(), "permissions": channel_json["permissions"]}
    if interaction.source is not None:
        payload["message"] = interaction.source.to_json()
    return payload


def find_unacknowledged(state: ServerState, interaction_id: str, token: str) -> Interaction:
    """Find the interaction that a callback responds to.

    Raises 404 code 10062 if the interaction is unknown or too old, 400 code 40060 if it is acknowledged already.
    """
    interaction = state.interactions.get(token)
    if interaction is None or interaction.id != interaction_id:
        raise unknown("interaction")
    if interaction.acknowledged is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    if interaction.failed or state.clock.now() - interaction.created_ms > state.acknowledge_within_ms:
        raise unknown("interaction")
    return interaction


def find_by_token(state: ServerState, token: str) -> Interaction:
    """Find the interaction that a webhook call belongs to.

    Raises 404 code 10015 if it is unknown or not yet acknowledged, 401 code 50027 if it is older than 15 minutes.
    """
    interaction = state.interactions.get(token)
    if interaction is None or interaction.acknowledged is None:
        raise unknown("Webhook")
    if state.clock.now() - interaction.created_ms > TOKEN_LASTS_MS:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return interaction


def respond(state: ServerState, interaction: Interaction, body: BodyField, uploads: messages.Uploads) -> Json:
    """Apply the first response to an interaction and return what Discord tells the application about it."""
    kind = body["type"].require().read_choice({int(kind) for kind in CallbackType})
    data = body["data"]
    if data.is_present:
        data.check_mapping()
    body.raise_if_invalid()
    callback = CallbackType(kind)
    allowed = set(_ALLOWED[interaction.kind])
    if interaction.kind is InteractionType.MODAL_SUBMIT and interaction.source is not None:
        allowed |= {CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE_MESSAGE}
    if callback not in allowed:
        body["type"].complain("INTERACTION_TYPE_INVALID", f"{callback.name} is no response to {interaction.kind.name}")
        body.raise_if_invalid()
    _apply(state, interaction, callback, BodyField(data.value if data.is_present else {}, ("data",)), uploads)
    interaction.acknowledged = callback
    state.storage.note(interaction)
    _notify_user(state, interaction, "INTERACTION_SUCCESS", {"id": interaction.id, "type": int(callback)})
    return _build_callback_response(interaction, callback)


def _build_callback_response(interaction: Interaction, callback: CallbackType) -> Json:
    original = interaction.original
    interaction_json: Json = {"id": interaction.id, "type": int(interaction.kind)}
    answer: Json = {"interaction": interaction_json}
    if original is not None:
        interaction_json |= {
            "response_message_id": original.id,
            "response_message_loading": original.loading,
            "response_message_ephemeral": original.ephemeral,
        }
        if callback in (CallbackType.MESSAGE, CallbackType.UPDATE_MESSAGE):
            answer["resource"] = {"type": int(callback), "message": original.to_json()}
    return answer


def _apply(
    state: ServerState, interaction: Interaction, callback: CallbackType, data: BodyField, uploads: messages.Uploads
) -> None:
    match callback:
        case CallbackType.MESSAGE:
            messages.check_body(state, data, uploads)
            interaction.original = _post(state, interaction, data.value, uploads)
            interaction.settled = True
        case CallbackType.DEFERRED_MESSAGE:
            flags = data["flags"].read_integer(0, (1 << 53) - 1) or 0
            data.raise_if_invalid()
            interaction.original = _post(state, interaction, {"flags": flags}, {}, loading=True)
        case CallbackType.DEFERRED_UPDATE:
            interaction.original = interaction.source
        case CallbackType.UPDATE_MESSAGE:
            source = interaction.source
            assert source is not None
            messages.check_body(state, data, uploads, source)
            if source.id not in interaction.channel.messages:
                raise unknown("Message")
            interaction.original = messages.edit(state, interaction.channel, source, data.value, uploads)
            interaction.settled = True
        case CallbackType.CHOICES:
            check_choices(data["choices"].require(), interaction.option_kind)
            data.raise_if_invalid()
            interaction.choices = data.value["choices"]
            news = {"nonce": interaction.id, "choices": interaction.choices}
            _notify_user(state, interaction, "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE", news)
        case CallbackType.MODAL:
            check_modal(data)
            data.raise_if_invalid()
            form = {key: data.value[key] for key in ("custom_id", "title", "components")}
            interaction.modal = Modal(**form, interaction=interaction)
            news = {"id": interaction.id, "channel_id": interaction.channel.id, **form}
            _notify_user(state, interaction, "INTERACTION_MODAL_CREATE", news)


def _notify_user(state: ServerState, interaction: Interaction, name: str, news: Json) -> None:
    """Send an event to the person who acted, and to nobody else."""
    state.publish(name, news, channel=interaction.channel, only=[interaction.user])


def _post(
    state: ServerState, interaction: Interaction, body: Json, uploads: messages.Uploads, *, loading: bool = False
) -> Message:
    ephemeral = bool((body.get("flags") or 0) & EPHEMERAL)
    answering = messages.Answering(interaction.metadata(), interaction.user if ephemeral else None, loading)
    return messages.post(state, interaction.channel, state.bot, body, uploads, answering)


def follow_up(state: ServerState, interaction: Interaction, body: BodyField, uploads: messages.Uploads) -> Message:
    """Send a follow-up message.

    The first one after a deferred response replaces the "is thinking" message, and is ephemeral if that message was.
    """
    messages.check_body(state, body, uploads)
    original = interaction.original
    if original is not None and original.loading and original.id in interaction.channel.messages:
        interaction.settled = True
        state.storage.note(interaction)
        return messages.edit(state, interaction.channel, original, body.value, uploads)
    message = _post(state, interaction, body.value, uploads)
    interaction.followups.append(message)
    state.storage.note(interaction)
    state.signal.notify()
    return message


def find_message(state: ServerState, interaction: Interaction, message_id: str) -> Message:
    """Find the original response ("@original") or a follow-up by its id. Raises 404 code 10008."""
    original = interaction.original
    responses = [message for message in (original, *interaction.followups) if message is not None]
    for message in responses:
        matches = message is original if message_id == "@original" else message.id == message_id
        if matches and message.id in interaction.channel.messages:
            return message
    raise unknown("Message")


def edit(
    state: ServerState, interaction: Interaction, message: Message, body: BodyField, uploads: messages.Uploads
) -> Message:
    """Edit the original response or a follow-up. Raises `ApiError` as `messages.edit` does."""
    messages.check_body(state, body, uploads, message)
    if message is interaction.original:
        interaction.settled = True
        state.storage.note(interaction)
    return messages.edit(state, interaction.channel, message, body.value, uploads)


def delete(state: ServerState, interaction: Interaction, message: Message) -> None:
    """Delete the original response or a follow-up."""
    message.flags &= ~LOADING
    interaction.settled = interaction.settled or message is interaction.original
    state.storage.note(interaction)
    messages.delete(state, interaction.channel, message)


def schedule_timeout(state: ServerState, interaction: Interaction) -> None:
    """Mark the interaction as failed once its time to be acknowledged is over by the harbour's clock."""
    if interaction.acknowledged is not None or interaction.failed:
        return
    left = interaction.created_ms + state.acknowledge_within_ms - state.clock.now()
    if left > 0:
        asyncio.get_running_loop().call_later(left / 1000, schedule_timeout, state, interaction)
        return
    interaction.failed = True
    state.storage.note(interaction)
    _notify_user(state, interaction, "INTERACTION_FAILURE", {"id": interaction.id})
