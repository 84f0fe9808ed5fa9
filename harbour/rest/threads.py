"""Threads and who is in them."""

from __future__ import annotations

from typing import Any

from harbour.actions import threads
from harbour.errors import ApiError, missing_permissions, unknown
from harbour.json_types import Json
from harbour.rest.request import RestRequest, Route
from harbour.state.model import PRIVATE_THREAD, Channel, User
from harbour.state.permissions import NOTHING, Permission


def start(call: RestRequest) -> Json:
    """`POST /channels/{channel}/threads`: a thread of its own, private unless `type` says otherwise.

    Raises 404 code 10003; 400: 50035 (the form), 50024 (not under a thread or DM); 403: 50001 (not seen), 50013 (may
    not).
    """
    channel = threads.open_thread(call.state, call.channel(), call.bot, call.form())
    return channel.to_json(call.bot.id)


def start_from_message(call: RestRequest) -> Json:
    """`POST /channels/{channel}/messages/{message}/threads`: a public thread below a message, with its id.

    Raises as `start` does, 404 code 10008 (the message), and 400 code 160004 (it has one).
    """
    parent = call.channel()
    call.state.require(call.bot, parent, NOTHING)
    message = call.state.message(parent, call.id("message"))
    return threads.open_thread(call.state, parent, call.bot, call.form(), message).to_json(call.bot.id)


def _thread(call: RestRequest) -> Channel:
    channel = call.channel()
    call.state.require(call.bot, channel, NOTHING)
    if channel.thread is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return channel


def _user(call: RestRequest) -> User:
    return call.bot if call.params.get("user") in (None, "@me") else call.state.user(call.id("user"))


def members(call: RestRequest) -> list[Json]:
    """`GET /channels/{channel}/thread-members`: who is in a thread. Raises 404 code 10003, 403 code 50001, 400 code
    50024."""
    channel = _thread(call)
    assert channel.thread is not None
    return [channel.thread_member_json(user_id) for user_id in channel.thread.members]


def member(call: RestRequest) -> Json:
    """`GET /channels/{channel}/thread-members/{user}`: one of them; `@me` is the bot. Raises as `members`, and 404
    code 10007."""
    channel, user = _thread(call), _user(call)
    if channel.thread is None or user.id not in channel.thread.members:
        raise unknown("Member")
    return channel.thread_member_json(user.id)


def add(call: RestRequest) -> Any:
    """`PUT /channels/{channel}/thread-members/{user}`: put a member of the guild in; twice is once.

    Raises 404: 10003, 10013 (the user), 10007 (not in the guild); 403: 50001 (the bot or he cannot see it), 50013 (the
    bot may not speak there); 400: 50024 (no thread), 50083 (it sleeps).
    """
    channel, user = _thread(call), _user(call)
    guild = call.state.guilds[str(channel.guild_id)]
    call.state.member(guild, user.id)
    parent = call.state.channels[str(channel.parent_id)]
    if not call.state.may_read(user.id, parent):
        raise ApiError(403, 50001, "Missing Access")
    if user is not call.bot:
        call.state.require(call.bot, channel, Permission.SEND_MESSAGES_IN_THREADS)
    _not_archived(channel)
    threads.add_member(call.state, channel, user)


def remove(call: RestRequest) -> Any:
    """`DELETE /channels/{channel}/thread-members/{user}`: take somebody out; twice is once.

    Raises 404: 10003, 10013; 403: 50001, 50013 (neither the bot's own private thread nor may it manage threads); 400:
    50024 (no thread), 50083 (it sleeps).
    """
    channel, user = _thread(call), _user(call)
    assert channel.thread is not None
    mine = channel.kind == PRIVATE_THREAD and channel.thread.owner_id == call.bot.id
    manages = call.state.permissions(call.bot.id, channel) & Permission.MANAGE_THREADS
    if user is not call.bot and not (mine or manages):
        raise missing_permissions()
    _not_archived(channel)
    threads.remove_member(call.state, channel, user)


def _not_archived(channel: Channel) -> None:
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")


ROUTES: list[Route] = [
    ("POST", "/channels/{channel}/threads", start),
    ("POST", "/channels/{channel}/messages/{message}/threads", start_from_message),
    ("GET", "/channels/{channel}/thread-members", members),
    ("GET", "/channels/{channel}/thread-members/{user}", member),
    ("PUT", "/channels/{channel}/thread-members/{user}", add),
    ("DELETE", "/channels/{channel}/thread-members/{user}", remove),
]
