"""The events of a guild's calendar."""

from dataclasses import dataclass

from harbour.base.clock import format_timestamp
from harbour.base.json_types import Json


@dataclass(slots=True, eq=False)
class ScheduledEvent:
    """An event in a guild's calendar, held outside the guild's channels. Times are in milliseconds since 1970."""

    id: str
    creator_id: str
    name: str
    description: str | None
    location: str
    begins_ms: int
    ends_ms: int

    def to_json(self, guild_id: str) -> Json:
        """The event as Discord gives it to a client."""
        return {
            "id": self.id,
            "guild_id": guild_id,
            "channel_id": None,
            "creator_id": self.creator_id,
            "name": self.name,
            "description": self.description,
            "image": None,
            "scheduled_start_time": format_timestamp(self.begins_ms),
            "scheduled_end_time": format_timestamp(self.ends_ms),
            "privacy_level": 2,
            "status": 1,
            "entity_type": 3,
            "entity_id": None,
            "entity_metadata": {"location": self.location},
            "recurrence_rule": None,
            "guild_scheduled_event_exceptions": [],
        }
