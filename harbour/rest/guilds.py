"""Handlers for guilds."""

from harbour.base.json_types import Json
from harbour.rest.request import RestRequest, RouteTable

ROUTES = RouteTable()


@ROUTES("GET", "/guilds/{guild}")
def get_guild(request: RestRequest) -> Json:
    """A guild that the bot is in. Raises 404 code 10004, as do all handlers below."""
    return request.find_guild().to_json()


@ROUTES("GET", "/guilds/{guild}/channels")
def list_channels(request: RestRequest) -> list[Json]:
    """The channels of a guild, including those the bot cannot view, without threads."""
    return [channel.to_json() for channel in request.state.list_channels(request.find_guild())]


@ROUTES("GET", "/guilds/{guild}/members/{user}")
def get_member(request: RestRequest) -> Json:
    """One member; `@me` is the bot. Raises 404 code 10007."""
    user_id = request.bot.id if request.params["user"] == "@me" else request.read_path_id("user")
    return request.state.get_member(request.find_guild(), user_id).to_json()


@ROUTES("GET", "/guilds/{guild}/threads/active")
def list_active_threads(request: RestRequest) -> Json:
    """The unarchived threads that the bot can view, and its memberships of them."""
    state, bot_id = request.state, request.bot.id
    threads = [
        t
        for t in state.list_threads(request.find_guild())
        if t.thread and not t.thread.archived and state.may_read(bot_id, t)
    ]
    memberships = [t.thread_member_to_json(bot_id) for t in threads if t.thread and bot_id in t.thread.members]
    return {"threads": [thread.to_json(bot_id) for thread in threads], "members": memberships, "has_more": False}
