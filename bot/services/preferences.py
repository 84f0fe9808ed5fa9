"""A user's own preferences: `/me`."""

from dataclasses import asdict, replace
from datetime import UTC

from bot.automation import digests
from bot.people.preferences import PreferencesCache
from bot.people.quiet_hours import find_zone
from bot.people.sorting import find_sort
from bot.ports.requests import Reply, Request, reply_text
from bot.services.start_times import MOST_DAYS, suggest_start_time
from bot.services.telling import Tell
from bot.store.database.errors import StoreUnavailable
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.people.preferences import Preferences
from bot.store.store import Store
from bot.wording import Words
from bot.wording.translations import name_language
from games import registry


class PreferenceService:
    """Shows and changes preferences."""

    def __init__(self, store: Store, people: PreferencesCache, tell: Tell) -> None:
        self._store = store
        self._people = people
        self._tell = tell

    async def hear(self, request: Request) -> None:
        """Answer a request in the language that its person chose; without a choice, in that of their Discord."""
        try:
            language = await self._people.hear(request.user, request.requester.language, request.at)
        except StoreUnavailable:
            return  # the act itself says so if it needs the database
        request.requester = replace(request.requester, language=language)

    async def show(self, request: Request) -> Reply:
        """Show the requester's preferences."""
        return reply_text(preferences_text(await self._people.get(request.user), request.words()))

    async def suggest_time(
        self, request: Request, typed: str, days: int = MOST_DAYS, weekly: bool = False
    ) -> list[tuple[str, str]]:
        """Say how the requester's time zone understands a typed time, as [(label, typed)]; [] if it does not.

        `weekly` is True where a time of every week has a meaning.
        """
        zone = find_zone((await self._people.get(request.user)).timezone) or UTC
        return suggest_start_time(typed, request.at, zone, request.words(), days, weekly)

    async def change(self, request: Request, name: str, value: str) -> Reply:
        """Set one of the requester's preferences, and show them all. Raises Refused."""
        chosen = await self._people.choose(request.user, name, value, request.at)
        await self._store.write(digests.plan, request.user, chosen, request.at)
        await self._tell(Notice(NoticeKind.PREFERENCES_CHANGED, request.user))
        await self.hear(request)
        return await self.show(request)


def preferences_text(chosen: Preferences, words: Words) -> str:
    """Tell a user's preferences in a sentence."""
    hours = words.say("me/value/off")
    if chosen.quiet_from is not None and chosen.quiet_to is not None:
        hours = "-".join(f"{minute // 60}:{minute % 60:02}" for minute in (chosen.quiet_from, chosen.quiet_to))
    seconds = int(chosen.notify) if chosen.notify.isdecimal() else 0
    when = words.say("notify/after", seconds=seconds) if seconds else words.say(f"notify/{chosen.notify}")
    spoken = name_language(chosen.language) if chosen.language else words.say("me/language_of_discord")
    facts = asdict(chosen) | {"quiet": hours, "sort": _sorts_text(chosen, words), "language": spoken}
    facts |= {name: words.say(f"me/value/{facts[name]}") for name in ("theme", "taps")}
    return " ".join((words.say("me/choices", **facts), when))


def _sorts_text(chosen: Preferences, words: Words) -> str:
    """Tell how a user's pieces are sorted ("by rank, from the lowest") in each game with several orders."""
    covers = [cover for name in registry.NAMES if (cover := registry.cover(name)).SORTS]
    return ", ".join(
        dict.fromkeys(words.about(cover.NAME).say(f"sort/{find_sort(cover, chosen.sort)}") for cover in covers)
    )
