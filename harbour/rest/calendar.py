"""Handlers for the scheduled events of a guild. An event's place is text; events in voice channels are unsupported.

The gateway does not announce scheduled events, since no client here asks for that intent.
"""

from datetime import UTC, datetime

from harbour.base.errors import ApiError, missing_permissions, unknown
from harbour.base.json_types import Json
from harbour.limits.fields import BodyField
from harbour.rest.request import RestRequest, RouteTable
from harbour.state.calendar import ScheduledEvent
from harbour.state.model import Guild
from harbour.state.permissions import Permission

ROUTES = RouteTable()

MOST_EVENTS = 100
EXTERNAL, GUILD_ONLY = 3, 2


@ROUTES("POST", "/guilds/{guild}/scheduled-events")
def create_event(request: RestRequest) -> Json:
    """Put an event into the calendar.

    Raises 404 code 10004, 403 code 50013 without Create Events, 400: 50035 (invalid form), 30038 (too many).
    """
    guild, form = _find_editable_guild(request), request.read_form()
    for needed in ("name", "privacy_level", "entity_type", "scheduled_start_time", "scheduled_end_time"):
        form[needed].require()
    name, description = form["name"].read_text(100, 1), form["description"].read_text(1000)
    form["privacy_level"].read_choice((GUILD_ONLY,))
    form["entity_type"].read_choice((EXTERNAL,))
    place = form["entity_metadata"]["location"].require().read_text(100, 1)
    begins, ends = _parse_time(form["scheduled_start_time"]), _parse_time(form["scheduled_end_time"])
    if begins is not None and begins <= request.state.clock.now():
        form["scheduled_start_time"].complain(
            "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past."
        )
    if begins is not None and ends is not None and ends <= begins:
        form["scheduled_end_time"].complain("GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Must end after it starts.")
    form.raise_if_invalid()
    if len(guild.scheduled) >= MOST_EVENTS:
        raise ApiError(400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)")
    assert name is not None and place is not None and begins is not None and ends is not None
    event = ScheduledEvent(request.state.snowflakes.make(), request.bot.id, name, description, place, begins, ends)
    guild.scheduled[event.id] = event
    request.state.storage.note(guild)
    return event.to_json(guild.id)


@ROUTES("GET", "/guilds/{guild}/scheduled-events")
def list_events(request: RestRequest) -> list[Json]:
    """The events in the calendar. Raises 404 code 10004."""
    guild = request.find_guild()
    return [event.to_json(guild.id) for event in guild.scheduled.values()]


@ROUTES("DELETE", "/guilds/{guild}/scheduled-events/{event}")
def delete_event(request: RestRequest) -> None:
    """Take an event out of the calendar.

    Raises 404: 10004 (guild), 10070 (event); 403 code 50013 without Create Events.
    """
    guild = _find_editable_guild(request)
    if guild.scheduled.pop(request.read_path_id("event"), None) is None:
        raise unknown("Guild Scheduled Event")
    request.state.storage.note(guild)


def _find_editable_guild(request: RestRequest) -> Guild:
    """Find the guild of a request, whose calendar the bot may change. Raises 403 code 50013 without Create Events."""
    guild = request.find_guild()
    if not guild.find_permissions(request.bot.id) & Permission.CREATE_EVENTS:
        raise missing_permissions()
    return guild


def _parse_time(field: BodyField) -> int | None:
    """A time in ISO 8601 as milliseconds since 1970. None if it is missing, or invalid and complained about."""
    text = field.read_text(64)
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        field.complain("DATE_TIME_TYPE_PARSE", f"Could not parse {text}. Should be ISO8601.")
        return None
    return round((found if found.tzinfo is not None else found.replace(tzinfo=UTC)).timestamp() * 1000)
