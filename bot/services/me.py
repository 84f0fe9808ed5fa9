"""A user's own preferences and data: `/me`."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC
from typing import Final

from msgspec import Struct

from bot.automation import digests
from bot.people.preferences import PreferencesCache, find_sort
from bot.people.quiet_hours import find_zone
from bot.ports import Message, Reply, Request, Suggested, make_button, reply_text, with_buttons
from bot.services.request import Tell
from bot.store import JsonObject, Notice, NoticeKind, Preferences, Store, StoreUnavailable
from bot.store.database.errors import StillSeated
from bot.store.people import erasure, personal_data as stored_people
from bot.tables.history import own_moves
from bot.tally.books import Book
from bot.tally.changes import debts
from bot.wording import Words
from bot.wording.times.clocks import format_hours
from bot.wording.times.moments import MOST_DAYS, suggest_start_time
from bot.wording.translations import name_language
from games import registry
from games.core import Refused

ABOUT: Final = ("times", "moves", "hands", "others", "daily")
"""The notes at the head of an export."""
ERASE: Final = "me.erase"
"""The button that erases somebody who still owes or is owed something."""
MOST_CREWS: Final = 10
"""The most crews whose debts are named before an erasure."""
PRIVACY: Final = ("title", "kept", "hands", "books", "not", "who", "long", "yours")
"""The paragraphs of `/me privacy`, the same as in docs/privacy.md."""


class MeService(Struct, frozen=True):
    """Shows and changes the preferences of a user, and exports and erases their data."""

    store: Store
    people: PreferencesCache
    tell: Tell

    async def set_language(self, request: Request) -> None:
        """Give a request the language in which to answer it: the one that its person chose, or else their Discord's.

        From now on their preferences are in the cache, with the quiet hours that clocks need.
        """
        try:
            language = await self.people.note_language(request.user, request.requester.language, request.at)
        except StoreUnavailable:
            return  # an act that needs the database says that it is away
        request.requester = replace(request.requester, language=language)

    async def show(self, request: Request) -> Reply:
        """Show the requester's preferences."""
        return reply_text(_describe_preferences(await self.people.get(request.user), request.words))

    async def suggest_time(
        self, request: Request, typed: str, days: int = MOST_DAYS, weekly: bool = False
    ) -> Suggested:
        """Suggest the typed time as it is read in the requester's time zone: [(label, typed)]; [] if it cannot be read.

        `weekly` is True where a time of every week has a meaning.
        """
        zone = find_zone((await self.people.get(request.user)).timezone) or UTC
        return suggest_start_time(typed, request.at, zone, request.words, days, weekly)

    async def change(self, request: Request, name: str, value: str) -> Reply:
        """Set one of the requester's preferences, and show them all. Raises Refused."""
        chosen = await self.people.choose(request.user, name, value, request.at)
        await self.store.write(digests.plan, request.user, chosen, request.at)
        await self.tell(Notice(NoticeKind.PREFERENCES_CHANGED, request.user))
        await self.set_language(request)
        return await self.show(request)

    async def export(self, request: Request) -> JsonObject:
        """Return everything stored about the requester as JSON data, with notes on how to read it.

        The moves contain only what the requester's own seats saw, even while a hand is under way.
        """
        found = await self.store.read(stored_people.export, request.user)
        own = await self.store.read(own_moves.list_own_moves, request.user)
        return {
            "about": [request.words.say(f"mydata/about/{note}", most=own_moves.MOST_MOVES) for note in ABOUT],
            **found,
            "moves": own.moves,
            "moves_complete": own.complete,
            "salts": own.salts,
        }

    async def show_privacy(self, request: Request) -> Reply:
        """Answer `/me privacy`: the stored data, its purpose, and how long it is kept."""
        words = request.words
        return reply_text("\n".join(words.say(f"privacy/{part}") for part in PRIVACY))

    async def erase(self, request: Request, anyway: bool = False) -> Reply:
        """Erase the requester's data; their sums stay in the books without a name.

        If they owe something or are owed something, show that first, with a button that erases them `anyway`. Raises
        Refused while they sit at a table.
        """
        if not anyway and (owed := await self.store.read(debts.find_owed_of_user, request.user)):
            return Reply(_show_owed(owed, request))
        try:
            await self.store.write(erasure.erase, request.user)
        except StillSeated as seated:
            raise Refused("TABLE", "still_seated", tables=tuple(seated.tables)) from None
        await self.tell(Notice(NoticeKind.PREFERENCES_CHANGED, request.user))
        return request.answer("mydata/erased")


def _describe_preferences(chosen: Preferences, words: Words) -> str:
    """Tell a user's preferences in a sentence."""
    hours = words.say("me/value/off")
    if chosen.quiet_from is not None and chosen.quiet_to is not None:
        hours = format_hours(chosen.quiet_from, chosen.quiet_to)
    seconds = int(chosen.notify) if chosen.notify.isdecimal() else 0
    notify_text = words.say("notify/after", seconds=seconds) if seconds else words.say(f"notify/{chosen.notify}")
    language_name = name_language(chosen.language) if chosen.language else words.say("me/language_of_discord")
    facts = asdict(chosen) | {"quiet": hours, "sort": _describe_sorts(chosen, words), "language": language_name}
    facts |= {name: words.say(f"me/value/{facts[name]}") for name in ("theme", "taps", "building")}
    return " ".join((words.say("me/choices", **facts), notify_text))


def _describe_sorts(chosen: Preferences, words: Words) -> str:
    """Tell how a user's pieces are sorted ("by rank, from the lowest") in each game with several orders."""
    covers = [cover for name in registry.NAMES if (cover := registry.cover(name)).SORTS]
    return ", ".join(
        dict.fromkeys(words.about(cover.NAME).say(f"sort/{find_sort(cover, chosen.sort)}") for cover in covers)
    )


def _show_owed(owed: Sequence[tuple[Book, int]], request: Request) -> Message:
    """Tell what somebody owes and is owed, crew by crew, with the button that erases them anyway."""
    words = request.words
    lines: list[str] = []
    for book, amount in owed[:MOST_CREWS]:
        line = words.say(
            "mydata/owes" if amount < 0 else "mydata/is_owed",
            amount=book.read_by(words).settings.format_amount(abs(amount)),
        )
        key = "mydata/owed_too" if lines else "mydata/owed"
        lines += [words.say(key, crew=_name_crew(book, request, words)), line]
    return with_buttons("\n".join([*lines, words.say("mydata/stays")]), make_button(ERASE, words, "danger"))


def _name_crew(book: Book, request: Request, words: Words) -> str:
    """Name a crew: a group by its name, and the crew of another server by a link to that server."""
    elsewhere = "" if book.crew.guild == request.location.guild else f"<https://discord.com/channels/{book.crew.guild}>"
    return " · ".join(filter(None, (book.crew.name, elsewhere))) or words.say("mydata/this_crew")
