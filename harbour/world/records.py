"""The conversion of every part of a state to JSON and back."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from harbour.base.json_types import Json
from harbour.state.application import (
    TOKEN_LASTS_MS,
    CallbackType,
    Interaction,
    InteractionType,
    Modal,
    RegisteredCommand,
)
from harbour.state.calendar import ScheduledEvent
from harbour.state.model import (
    Attachment,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Role,
    Thread,
    User,
)
from harbour.state.permissions import Overwrite, Permission
from harbour.state.server_state import ServerState
from harbour.state.storage import Kept

_Copied = User | RegisteredCommand | ScheduledEvent | Attachment | Channel | Thread | Emoji | Message
Files = Mapping[str, bytes]
"""The content of files by id."""

KINDS = ("user", "guild", "channel", "emoji", "commands", "message", "interaction")
"""The kinds of records, in an order in which each refers only to earlier ones."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the file. `body` is None for something deleted."""

    kind: str
    id: str
    place: str | None
    """The channel of a message or an interaction."""
    body: Json | None
    files: Files


def make_record(state: ServerState, thing: Kept) -> Record:
    """Write a part of the state as a record."""
    match thing:
        case User():
            return Record("user", thing.id, None, _copy(thing), {})
        case Guild():
            return Record("guild", thing.id, None, _write_guild(thing), {})
        case Channel():
            return Record("channel", thing.id, None, _write_channel(thing) if thing.id in state.channels else None, {})
        case Emoji():
            exists = thing.id in state.emojis
            return Record("emoji", thing.id, None, _write_emoji(thing) if exists else None, {thing.id: thing.body})
        case "commands":
            return Record("commands", "", None, {"commands": [_copy(c) for c in state.commands]}, {})
        case Message():
            channel = state.channels.get(thing.channel_id)
            exists = channel is not None and thing.id in channel.messages
            files = {attachment.id: attachment.body for attachment in thing.attachments}
            return Record("message", thing.id, thing.channel_id, _write_message(thing) if exists else None, files)
        case Interaction():
            exists = thing.token in state.interactions and thing.channel.id in state.channels
            exists = exists and thing.kind is not InteractionType.AUTOCOMPLETE
            return Record(
                "interaction", thing.token, thing.channel.id, _write_interaction(thing) if exists else None, {}
            )


def restore(state: ServerState, kind: str, body: Json, files: Files) -> Kept | None:
    """Put a recorded part back into a state. Returns a part that is no longer needed instead of putting it back."""
    match kind:
        case "user":
            user = User(**body)
            state.users[user.id] = user
        case "guild":
            _restore_guild(state, body)
        case "channel":
            _restore_channel(state, body)
        case "emoji":
            emoji = Emoji(**{**body, "owner": state.users[body["owner"]]}, body=files[body["id"]])
            state.emojis[emoji.id] = emoji
        case "commands":
            state.commands = [RegisteredCommand(**_omit(command, "guild_id")) for command in body["commands"]]
        case "message":
            return _restore_message(state, body, files)
        case "interaction":
            return _restore_interaction(state, body)
    return None


def _copy(thing: _Copied, *left_out: str) -> Json:
    """Copy the fields of a part unchanged into JSON, but for those `left_out`."""
    return {field.name: getattr(thing, field.name) for field in fields(thing) if field.name not in left_out}


def _omit(body: Json, *names: str) -> Json:
    """The record without fields that only a world of an older release has."""
    return {name: value for name, value in body.items() if name not in names}


def _write_guild(guild: Guild) -> Json:
    roles = [[r.id, r.name, int(r.permissions), r.position, r.managed] for r in guild.roles.values()]
    members = [[m.user.id, m.joined_ms, m.roles, m.nick] for m in guild.members.values()]
    scheduled = [_copy(event) for event in guild.scheduled.values()]
    head: Json = {"id": guild.id, "name": guild.name, "owner_id": guild.owner_id}
    return {**head, "roles": roles, "members": members, "scheduled": scheduled}


def _restore_guild(state: ServerState, body: Json) -> None:
    guild = Guild(body["id"], body["name"], body["owner_id"])
    for role_id, name, granted, position, managed in body["roles"]:
        guild.roles[role_id] = Role(role_id, name, Permission(granted), position, managed)
    for user_id, joined_ms, roles, nick in body["members"]:
        guild.members[user_id] = Member(state.users[user_id], joined_ms, roles, nick)
    for scheduled in body.get("scheduled", ()):  # a world of an older release has none
        event = ScheduledEvent(**scheduled)
        guild.scheduled[event.id] = event
    state.guilds[guild.id] = guild


def _write_channel(channel: Channel) -> Json:
    return _copy(channel, "overwrites", "recipients", "thread", "slow_mode", "messages") | {
        "overwrites": [[o.id, o.kind, int(o.allow), int(o.deny)] for o in channel.overwrites.values()],
        "recipients": [user.id for user in channel.recipients],
        "thread": _copy(channel.thread) if channel.thread is not None else None,
    }


def _restore_channel(state: ServerState, body: Json) -> None:
    overwrites = {
        holder_id: Overwrite(holder_id, kind, Permission(allow), Permission(deny))
        for holder_id, kind, allow, deny in body["overwrites"]
    }
    recipients = [state.users[user_id] for user_id in body["recipients"]]
    thread = Thread(**body["thread"]) if body["thread"] is not None else None
    channel = Channel(**{**body, "overwrites": overwrites, "recipients": recipients, "thread": thread})
    state.channels[channel.id] = channel


def _write_emoji(emoji: Emoji) -> Json:
    return _copy(emoji, "body", "owner") | {"owner": emoji.owner.id}


def _write_message(message: Message) -> Json:
    return _copy(message, "author", "attachments", "mentions") | {
        "author": message.author.id,
        "attachments": [_copy(attachment, "body") for attachment in message.attachments],
        "mentions": [user.id for user in message.mentions],
    }


def _restore_message(state: ServerState, body: Json, files: Files) -> Message | None:
    channel = state.channels[body["channel_id"]]
    attachments = [Attachment(**record, body=files[record["id"]]) for record in body["attachments"]]
    restored = {
        "author": state.users[body["author"]],
        "attachments": attachments,
        "mentions": [state.users[user_id] for user_id in body["mentions"]],
    }
    message = Message(**{**_omit(body, "embeds", "kind", "pinned", "reply_to"), **restored})
    if message.ephemeral and message.measure_age_ms(state.clock.now()) > TOKEN_LASTS_MS:
        return message
    channel.messages[message.id] = message
    state.attachments |= {attachment.id: attachment for attachment in attachments}
    if message.nonce is not None and message.author.bot:
        state.nonces[channel.id, str(message.nonce)] = message
    return None


def _write_interaction(interaction: Interaction) -> Json:
    modal, opened_by = interaction.modal, interaction.opened_by
    return {
        "id": interaction.id,
        "token": interaction.token,
        "created_ms": interaction.created_ms,
        "name": interaction.name,
        "failed": interaction.failed,
        "settled": interaction.settled,
        "kind": int(interaction.kind),
        "user": interaction.user.id,
        "channel": interaction.channel.id,
        "source": interaction.source.id if interaction.source is not None else None,
        "opened_by": opened_by.token if opened_by is not None else None,
        "acknowledged": interaction.acknowledged,
        "original": interaction.original.id if interaction.original is not None else None,
        "followups": [message.id for message in interaction.followups],
        "modal": [modal.custom_id, modal.title, modal.components] if modal is not None else None,
    }


def _restore_interaction(state: ServerState, body: Json) -> Interaction | None:
    """Put an interaction back. Returns it instead if its token has expired.

    An unacknowledged interaction counts as failed, since the bot that should have answered is gone.
    """
    channel = state.channels[body["channel"]]
    messages = channel.messages
    interaction = Interaction(
        body["id"], body["token"], InteractionType(body["kind"]), state.users[body["user"]], channel,
        body["created_ms"], {}, body["name"], messages.get(body["source"]),
        opened_by=state.interactions.get(body["opened_by"]),
    )  # fmt: skip
    if state.clock.now() - interaction.created_ms > TOKEN_LASTS_MS:
        return interaction
    if body["acknowledged"] is not None:
        interaction.acknowledged = CallbackType(body["acknowledged"])
    interaction.original = messages.get(body["original"])
    interaction.followups = [messages[followup] for followup in body["followups"] if followup in messages]
    if body["modal"] is not None:
        custom_id, title, components = body["modal"]
        interaction.modal = Modal(custom_id, title, components, interaction)
    interaction.failed = body["failed"] or interaction.acknowledged is None
    interaction.settled = body["settled"]
    state.interactions[interaction.token] = interaction
    return None
