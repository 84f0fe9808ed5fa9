"""House rules that are a time of day: by whose clocks, and how far these are ahead of UTC when the game begins."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.people.quiet_hours import find_zone
from games.core.game import AnyGame
from games.core.options import AnyOption, Value
from games.core.time_of_day import TimeOfDay


def complete_time(option: AnyOption, value: str, zone: str) -> str:
    """Add the zone of whoever sets a house rule to a time of day without one (`Option.tells_time`)."""
    time = TimeOfDay.read(value) if option.tells_time and zone != UTC.tzname(None) else None
    return value if time is None or time.zone else replace(time, zone=zone).write()


def set_clocks(game: AnyGame, options: Mapping[str, Value], at: int) -> dict[str, Value]:
    """The options with which a game begins: each time of day has the lead of its zone over UTC (`TimeOfDay.lead`)."""
    found = dict(options)
    for option in game.OPTIONS:
        time = TimeOfDay.read(str(options.get(option.name))) if option.tells_time else None
        if time is not None and time.zone:
            lead = datetime.fromtimestamp(at / 1000, find_zone(time.zone) or UTC).utcoffset() or timedelta()
            found[option.name] = replace(time, lead=int(lead.total_seconds()) // 60).write()
    return found
