"""Handlers for channels, their messages and their threads."""

from harbour.actions import messages, threads
from harbour.base.clock import find_created_ms
from harbour.base.errors import ApiError, archived_thread, missing_access, missing_permissions, wrong_channel_type
from harbour.base.json_types import Json
from harbour.rest.request import RestRequest, RouteTable
from harbour.state.model import Channel, Message
from harbour.state.permissions import NOTHING, Permission

ROUTES = RouteTable()

NONCE_MS = 5 * 60_000


@ROUTES("GET", "/channels/{channel}")
def get_channel(request: RestRequest) -> Json:
    """A channel, thread or DM as the bot sees it. Raises 404 code 10003, 403 code 50001."""
    channel = _get_visible_channel(request)
    return channel.to_json(request.bot.id)


def _get_visible_channel(request: RestRequest, needed: Permission = NOTHING) -> Channel:
    channel = request.find_channel()
    request.state.require_permission(request.bot, channel, needed)
    return channel


@ROUTES("PATCH", "/channels/{channel}")
def change_channel(request: RestRequest) -> Json:
    """Archive a thread, or open it again.

    Raises 404 code 10003; 403: 50001 (cannot view), 50013 (may not manage, or not a thread); 400: 50035 (invalid form),
    50083 (archived already).
    """
    channel = _get_visible_channel(request)
    if channel.thread is None:
        raise missing_permissions()
    form = request.read_form()
    archived = form["archived"].require().read_boolean()
    form.raise_if_invalid()
    threads.check_may_change(request.state, request.bot, channel, unarchive_only=not archived)
    if channel.thread.archived and archived:
        raise archived_thread()
    threads.set_archived(request.state, channel, bool(archived))
    return channel.to_json(request.bot.id)


@ROUTES("DELETE", "/channels/{channel}")
def delete_channel(request: RestRequest) -> Json:
    """Delete a thread and its messages.

    Raises 404 code 10003; 403: 50001 (cannot view), 50013 (may not manage threads); 501 for other channels, which are
    not supported.
    """
    channel = _get_visible_channel(request)
    if channel.thread is None:
        raise ApiError(501, 0, "The harbour does not support deleting channels other than threads")
    threads.delete_thread(request.state, request.bot, channel)
    return channel.to_json(request.bot.id)


@ROUTES("GET", "/channels/{channel}/messages")
def list_messages(request: RestRequest) -> list[Json]:
    """A page of messages, newest first.

    The page has up to `limit` messages (50 unless given) `before`, `after` or `around` an id. It is empty if the bot
    may not read the history. Raises 404 code 10003, 403 code 50001, 400 code 50035.
    """
    channel = _get_visible_channel(request)
    if not request.state.find_permissions(request.bot.id, channel) & Permission.READ_MESSAGE_HISTORY:
        return []
    limit = request.read_query_number("limit", 50, 1, 100)
    history = channel.history()
    if "after" in request.query:
        after = request.read_query_number("after", 0, 0, 1 << 63)
        page = [message for message in history if int(message.id) > after][:limit]
    else:
        before = request.read_query_number("before", 1 << 63, 0, 1 << 63)
        if "around" in request.query:
            around = request.read_query_number("around", 0, 0, 1 << 63)
            history = sorted(history, key=lambda m: abs(int(m.id) - around))[:limit]
            history.sort(key=lambda m: int(m.id))
        page = [message for message in history if int(message.id) < before][-limit:]
    return [message.to_json() for message in reversed(page)]


@ROUTES("GET", "/channels/{channel}/messages/{message}")
def get_message(request: RestRequest) -> Json:
    """One message, unless it is ephemeral.

    Raises 404: 10003 (channel), 10008 (message); 403: 50001 (cannot view), 50013 (may not read the history).
    """
    channel = _get_visible_channel(request, Permission.READ_MESSAGE_HISTORY)
    return request.state.get_message(channel, request.read_path_id("message")).to_json()


@ROUTES("POST", "/channels/{channel}/messages")
def create_message(request: RestRequest) -> Json:
    """Post a message.

    With `enforce_nonce`, an earlier message with the same nonce (up to five minutes old) is returned instead. Raises
    404 code 10003; 400: 50035 (invalid form), 50006 (empty message), 50083 (locked and archived thread); 403: 50001
    (cannot view), 50013 (may not post or attach), 50007 and 50278 (the person cannot receive DMs).
    """
    state, channel, form = request.state, request.find_channel(), request.read_form()
    messages.check_body(state, form, request.uploads)
    messages.check_may_post(state, request.bot, channel, form.value, request.uploads)
    repeated = _find_repeated(request, channel)
    if repeated is not None:
        return repeated.to_json()
    message = messages.post(state, channel, request.bot, form.value, request.uploads)
    if message.nonce is not None:
        state.nonces[channel.id, str(message.nonce)] = message
    return message.to_json()


def _find_repeated(request: RestRequest, channel: Channel) -> Message | None:
    """Find the recent message with the same nonce, if the request enforces its nonce."""
    form = request.read_form()
    if not form["enforce_nonce"].value or not form["nonce"].is_present:
        return None
    earlier = request.state.nonces.get((channel.id, str(form["nonce"].value)))
    if earlier is None or earlier.id not in channel.messages:
        return None
    return earlier if request.state.clock.now() - find_created_ms(earlier.id) < NONCE_MS else None


@ROUTES("PATCH", "/channels/{channel}/messages/{message}")
def edit_message(request: RestRequest) -> Json:
    """Change the fields named in the body.

    Raises 404: 10003, 10008; 400: 50035 (invalid form), 50006 (empty message), 50083 (archived thread); 403: 50001
    (cannot view), 50005 (another author), 50013 (may not attach); 429 code 30046 (too many edits of an old message).
    """
    state, channel, form = request.state, request.find_channel(), request.read_form()
    known = channel.messages.get(request.read_path_id("message"))
    messages.check_body(state, form, request.uploads, known)
    state.require_permission(request.bot, channel, NOTHING)
    message = state.get_message(channel, request.read_path_id("message"))
    messages.check_may_edit(state, request.bot, channel, message, request.uploads)
    return messages.edit(state, channel, message, form.value, request.uploads).to_json()


@ROUTES("DELETE", "/channels/{channel}/messages/{message}")
def delete_message(request: RestRequest) -> None:
    """Delete a message.

    Raises 404: 10003, 10008; 403: 50001 (cannot view), 50013 (another author's, and the bot may not manage messages).
    """
    channel = _get_visible_channel(request)
    message = request.state.get_message(channel, request.read_path_id("message"))
    messages.check_may_delete(request.state, request.bot, channel, message)
    messages.delete(request.state, channel, message)


@ROUTES("POST", "/channels/{channel}/threads")
def start_thread(request: RestRequest) -> Json:
    """Open a thread, private unless `type` says otherwise.

    Raises 404 code 10003; 400: 50035 (invalid form), 50024 (inside a thread or DM, or a kind that the channel does
    not offer); 403: 50001 (cannot view), 50013 (may not open threads).
    """
    channel = threads.open_thread(request.state, request.find_channel(), request.bot, request.read_form())
    return channel.to_json(request.bot.id)


@ROUTES("PUT", "/channels/{channel}/thread-members/{user}")
def add_member(request: RestRequest) -> None:
    """Add a guild member to a thread. Adding a member again has no effect.

    Raises 404: 10003, 10013 (user), 10007 (not in the guild); 403: 50001 (the bot or the user cannot view the thread),
    50013 (the bot may not post there); 400: 50024 (not a thread), 50083 (archived).
    """
    channel = request.find_channel()
    request.state.require_permission(request.bot, channel, NOTHING)
    if channel.thread is None:
        raise wrong_channel_type()
    user = request.state.get_user(request.read_path_id("user"))
    guild = request.state.guilds[str(channel.guild_id)]
    request.state.get_member(guild, user.id)
    parent = request.state.channels[str(channel.parent_id)]
    if not request.state.may_read(user.id, parent):
        raise missing_access()
    request.state.require_permission(request.bot, channel, Permission.SEND_MESSAGES_IN_THREADS)
    if channel.thread.archived:
        raise archived_thread()
    threads.add_member(request.state, channel, user)
