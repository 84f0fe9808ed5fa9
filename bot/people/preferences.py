"""What people chose for themselves, remembered while they are about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final
from zoneinfo import available_timezones

from bot.people.quiet_hours import QuietHours, find_zone
from bot.store import people
from bot.store.people import Preferences
from bot.store.store import Store
from games.core.refused import Refused
from render.style import Style

SORTS: Final = ("suit", "rank")
THEMES: Final = ("dark", "light")
_TRUTHS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


@dataclass(slots=True)
class PreferencesCache:
    """The preferences of everybody who sits at a table in memory."""

    store: Store
    _known: dict[int, Preferences] = field(default_factory=dict)

    async def get(self, user: int) -> Preferences:
        """A person's choices."""
        if user not in self._known:
            self._known[user] = await self.store.read(people.preferences, user)
        return self._known[user]

    async def load(self, users: Iterable[int | None]) -> None:
        """Have the choices of these at hand."""
        if unknown := {user for user in users if user is not None} - self._known.keys():
            self._known |= await self.store.read(people.preferences_of, unknown)

    def known(self, user: int) -> Preferences:
        """A person's choices, as far as they are at hand."""
        return self._known.get(user, Preferences())

    def style(self, user: int) -> Style:
        """How a person wants pictures, as far as is known."""
        chosen = self.known(user)
        return Style(chosen.theme, chosen.big)

    def quiet(self, user: int) -> QuietHours | None:
        """A person's quiet hours, as far as is known."""
        chosen = self._known.get(user)
        if chosen is None or chosen.quiet_from is None or chosen.quiet_to is None:
            return None
        zone = find_zone(chosen.timezone)
        return None if zone is None else QuietHours(zone, chosen.quiet_from, chosen.quiet_to)

    async def choose(self, user: int, name: str, value: str, at: int) -> Preferences:
        """Set one choice. Raises Refused("TABLE", "preference" or "preference_value")."""
        if name not in _READERS:
            raise Refused("TABLE", "preference", name=name, allowed=tuple(_READERS))
        try:
            changed = _READERS[name](value.strip())
        except (KeyError, ValueError):
            allowed = ALLOWED[name]
            raise Refused("TABLE", "preference_value", name=name, given=value[:60], allowed=allowed) from None
        chosen = replace(await self.store.read(people.preferences, user), **changed)
        await self.store.write(people.set_preferences, user, chosen, at)
        self._known[user] = chosen
        return chosen

    def forget(self, user: int) -> None:
        """Let go of a person's choices: they were changed elsewhere, or erased."""
        self._known.pop(user, None)

    def forget_all(self) -> None:
        """Let go of everybody's choices."""
        self._known.clear()


def _one_of(name: str, values: tuple[str, ...]) -> Callable[[str], dict[str, Any]]:
    return lambda text: {name: values[values.index(text.lower())]}


def _truth(name: str) -> Callable[[str], dict[str, Any]]:
    return lambda text: {name: _TRUTHS[text.lower()]}


def _zone(text: str) -> dict[str, Any]:
    """The name of a zone, in any case and with spaces as people write them: "australia/hobart", "America/New York"."""
    if find_zone(text) is not None:
        return {"timezone": text}
    wanted = text.replace(" ", "_").casefold()
    return {"timezone": {name.casefold(): name for name in available_timezones()}[wanted]}


def _hours(text: str) -> dict[str, Any]:
    """ "22:30-7:00", "23-7", or "off"."""
    if text.lower() in ("off", "none", "no"):
        return {"quiet_from": None, "quiet_to": None}
    first, _, last = text.partition("-")
    return {"quiet_from": _minute(first), "quiet_to": _minute(last)}


def _minute(text: str) -> int:
    said = re.fullmatch(r"(\d{1,2})(?::([0-5]?\d))?", text.strip(), re.ASCII)
    found = None if said is None else int(said[1]) * 60 + int(said[2] or 0)
    if found is None or found > 24 * 60:
        raise ValueError(text[:40])
    return found % (24 * 60)


_READERS: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "theme": _one_of("theme", THEMES),
    "big": _truth("big"),
    "text_only": _truth("text_only"),
    "hot": _truth("hot"),
    "sort": _one_of("sort", SORTS),
    "timezone": _zone,
    "quiet": _hours,
}
ALLOWED: Final = {
    "theme": THEMES,
    "sort": SORTS,
    **dict.fromkeys(("big", "text_only", "hot"), ("on", "off")),
    "timezone": ("UTC", "a name such as Australia/Hobart"),
    "quiet": ("hours such as 22:30-7:00", "off"),
}
"""What each choice may be, as somebody is told who said something else."""
CHOICES: Final = tuple(_READERS)
"""What may be chosen with `/me`."""
