"""Handlers for threads and their members."""

from harbour.actions import threads
from harbour.base.errors import archived_thread, missing_access, missing_permissions, unknown, wrong_channel_type
from harbour.base.json_types import Json
from harbour.rest.request import RestRequest, RouteTable
from harbour.state.model import PRIVATE_THREAD, Channel, User
from harbour.state.permissions import NOTHING, Permission

ROUTES = RouteTable()


@ROUTES("POST", "/channels/{channel}/threads")
def start_thread(request: RestRequest) -> Json:
    """Open a thread, private unless `type` says otherwise.

    Raises 404 code 10003; 400: 50035 (invalid form), 50024 (inside a thread or DM, or a kind that the channel does
    not offer); 403: 50001 (cannot view), 50013 (may not open threads).
    """
    channel = threads.open_thread(request.state, request.find_channel(), request.bot, request.read_form())
    return channel.to_json(request.bot.id)


@ROUTES("POST", "/channels/{channel}/messages/{message}/threads")
def start_thread_from_message(request: RestRequest) -> Json:
    """Open a public thread with the id of a message.

    Raises as `start_thread` does, 404 code 10008 (message), and 400 code 160004 (the message already has a thread).
    """
    parent = request.find_channel()
    request.state.require_permission(request.bot, parent, NOTHING)
    message = request.state.get_message(parent, request.read_path_id("message"))
    return threads.open_thread(request.state, parent, request.bot, request.read_form(), message).to_json(request.bot.id)


def _get_thread(request: RestRequest) -> Channel:
    channel = request.find_channel()
    request.state.require_permission(request.bot, channel, NOTHING)
    if channel.thread is None:
        raise wrong_channel_type()
    return channel


def _get_user(request: RestRequest) -> User:
    return (
        request.bot
        if request.params.get("user") in (None, "@me")
        else request.state.get_user(request.read_path_id("user"))
    )


@ROUTES("GET", "/channels/{channel}/thread-members")
def list_members(request: RestRequest) -> list[Json]:
    """The members of a thread. Raises 404 code 10003, 403 code 50001, 400 code 50024."""
    channel = _get_thread(request)
    assert channel.thread is not None
    return [channel.thread_member_to_json(user_id) for user_id in channel.thread.members]


@ROUTES("GET", "/channels/{channel}/thread-members/{user}")
def get_member(request: RestRequest) -> Json:
    """One member; `@me` is the bot. Raises as `list_members` does, and 404: 10013 (user), 10007 (not in the thread)."""
    channel, user = _get_thread(request), _get_user(request)
    if channel.thread is None or user.id not in channel.thread.members:
        raise unknown("Member")
    return channel.thread_member_to_json(user.id)


@ROUTES("PUT", "/channels/{channel}/thread-members/{user}")
def add_member(request: RestRequest) -> None:
    """Add a guild member to a thread. Adding a member again has no effect.

    Raises 404: 10003, 10013 (user), 10007 (not in the guild); 403: 50001 (the bot or the user cannot view the thread),
    50013 (the bot may not post there); 400: 50024 (not a thread), 50083 (archived).
    """
    channel, user = _get_thread(request), _get_user(request)
    guild = request.state.guilds[str(channel.guild_id)]
    request.state.get_member(guild, user.id)
    parent = request.state.channels[str(channel.parent_id)]
    if not request.state.may_read(user.id, parent):
        raise missing_access()
    if user is not request.bot:
        request.state.require_permission(request.bot, channel, Permission.SEND_MESSAGES_IN_THREADS)
    _check_not_archived(channel)
    threads.add_member(request.state, channel, user)


@ROUTES("DELETE", "/channels/{channel}/thread-members/{user}")
def remove_member(request: RestRequest) -> None:
    """Remove a member of a thread. Removing a non-member has no effect.

    Raises 404: 10003, 10013; 403: 50001, 50013 (the bot may not manage threads, and this is not a private thread of its
    own); 400: 50024 (not a thread), 50083 (archived).
    """
    channel, user = _get_thread(request), _get_user(request)
    assert channel.thread is not None
    bot_owns_thread = channel.kind == PRIVATE_THREAD and channel.thread.owner_id == request.bot.id
    manages = request.state.find_permissions(request.bot.id, channel) & Permission.MANAGE_THREADS
    if user is not request.bot and not (bot_owns_thread or manages):
        raise missing_permissions()
    _check_not_archived(channel)
    threads.remove_member(request.state, channel, user)


def _check_not_archived(channel: Channel) -> None:
    if channel.thread is not None and channel.thread.archived:
        raise archived_thread()
