"""User preferences, such as when somebody is told of their turn, and a cache of them for the users at open tables.

The orders in which a user sorts their own pieces are stored as one text, the latest first: "low rank". A game uses the
first of these that it offers, or else its own default.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct

from bot.people.quiet_hours import MOST_QUIET, QuietHours, find_zone
from bot.store import Pace, Preferences, RowDamaged, Store
from bot.store.people import preferences
from bot.wording import ENGLISH, Language, choose_language
from bot.wording.languages import load
from bot.wording.letters import simplify_words
from bot.wording.times.clocks import MINUTES_OF_DAY, parse_hours
from bot.wording.times.vocabulary import list_phrases
from bot.wording.times.waits import parse_wait
from bot.wording.times.zones import AmbiguousZone, read_zone
from bot.wording.translations import find_language
from games import registry
from games.core import Refused
from games.core.game import Cover

Changes: TypeAlias = dict[str, Any]
"""New values of preferences, by field."""
ReadValue: TypeAlias = Callable[[str, Preferences], Changes]
"""Reads a user's typed value, given their present preferences. Raises KeyError or ValueError."""

USUAL: Final = "usual"
"""The person is told with each reminder, and in correspondence play also when their turn begins."""
OFF: Final = "off"
"""The person gets no message of their own."""
EVERY_TURN: Final = "every"
"""The person is told when each turn begins, and with each reminder."""
DAILY: Final = "daily"
"""The person gets one message a day about tables by correspondence; at live tables, the same as `USUAL`."""
LEAST: Final = 10
MOST: Final = 86_400
"""The shortest and the longest wait that a person may choose, in seconds."""

_NOTIFY_SYNONYMS: Final = {
    "default": USUAL,
    "none": OFF,
    "no": OFF,
    "every turn": EVERY_TURN,
    "digest": DAILY,
    "daily digest": DAILY,
}
BUTTONS: Final = "buttons"
MENUS: Final = "menus"
"""The ways to show a player's own pieces."""
_SWITCHES: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class PreferencesCache(Struct):
    """The preferences of everyone who sits at a loaded table."""

    store: Store
    _known: dict[int, Preferences] = {}
    _asked: set[int] = set()
    """The users looked up since the last call of `drop_unused`. They stay in the cache, since they may be about to sit
    down."""

    async def get(self, user: int) -> Preferences:
        """A user's preferences, read from the store if need be."""
        self._asked.add(user)
        if user not in self._known:
            self._known[user] = await self.store.read(preferences.read_preferences, user)
        return self._known[user]

    async def load(self, users: Iterable[int | None]) -> None:
        """Load these users' preferences into the cache."""
        wanted = {user for user in users if user is not None}
        self._asked |= wanted
        if unknown := wanted - self._known.keys():
            self._known |= await self.store.read(preferences.preferences_of, unknown)

    def find(self, user: int) -> Preferences:
        """A user's cached preferences, or the defaults."""
        return self._known.get(user, Preferences())

    def find_quiet_hours(self, user: int) -> QuietHours | None:
        """A user's quiet hours, from the cache; None if they have none, or are not in the cache."""
        chosen = self._known.get(user)
        return None if chosen is None else quiet_hours_of(chosen)

    def find_language(self, user: int) -> Language:
        """The language in which a user is spoken to privately, from the cache."""
        return language_of(self.find(user))

    async def note_language(self, user: int, language: Language, at: int) -> Language:
        """Note the language of a user's Discord. Return the language in which they are answered: that of their Discord,
        unless they have chosen another."""
        chosen = await self.get(user)
        heard = "" if language == ENGLISH else language
        if heard != chosen.heard:
            chosen = replace(chosen, heard=heard)
            with contextlib.suppress(RowDamaged):  # they are answered all the same
                await self.store.write(preferences.set_preferences, user, chosen, at)
            self._known[user] = chosen
        spoken = language_of(chosen)
        await load(spoken)
        return spoken

    def find_notice_wait(self, user: int) -> int | None:
        """The wait (milliseconds) that a user chose for turn notices, from the cache; None if they chose none."""
        return wait_of(self.find(user).notify)

    async def choose(self, user: int, name: str, value: str, at: int) -> Preferences:
        """Change one preference. Raises Refused with the reason "preference" for an unknown name, "zone_several" for an
        ambiguous time zone, and "preference_value" or "preference_value/<name>" for any other wrong value."""
        if name not in _BY_NAME:
            raise Refused("TABLE", "preference", name=name, allowed=tuple(_BY_NAME))
        kept = await self.store.read(preferences.read_preferences, user)
        try:
            changed = _BY_NAME[name].read(value.strip(), kept)
        except AmbiguousZone as ambiguous:
            raise Refused("TABLE", "zone_several", given=value[:60], allowed=ambiguous.args) from None
        except (KeyError, ValueError):
            reason = f"preference_value/{name}" if _BY_NAME[name].most else "preference_value"
            raise Refused("TABLE", reason, given=value[:60], most=MOST_QUIET // 60) from None
        chosen = replace(kept, **changed)
        await self.store.write(preferences.set_preferences, user, chosen, at)
        self._known[user] = chosen
        return chosen

    def forget(self, user: int) -> None:
        """Drop a user from the cache, after another process changed their preferences or they were erased."""
        self._known.pop(user, None)

    def drop_unused(self, seated: Collection[int | None]) -> None:
        """Drop users from the cache, except those in `seated` and those looked up since the last call."""
        self._known = {user: kept for user, kept in self._known.items() if user in seated or user in self._asked}
        self._asked.clear()

    def forget_all(self) -> None:
        """Empty the cache."""
        self._known.clear()


def quiet_hours_of(chosen: Preferences) -> QuietHours | None:
    """The quiet hours in a user's preferences; None if they have none."""
    if chosen.quiet_from is None or chosen.quiet_to is None:
        return None
    zone = find_zone(chosen.timezone)
    return None if zone is None else QuietHours(zone, chosen.quiet_from, chosen.quiet_to).cut_to_longest()


def read_notify(text: str) -> str:
    """Read when a person wants notices: "usual", "off", "every turn", "daily", or a wait such as "after 20s" or "depois
    de 20s". Raises ValueError."""
    choice = simplify_words(text)
    choice = _NOTIFY_SYNONYMS.get(choice, choice)
    if choice in (USUAL, OFF, EVERY_TURN, DAILY):
        return choice
    wait = parse_wait(f"{choice} s" if choice[-1:].isdecimal() else choice)
    seconds = 0 if wait is None else int(wait.total_seconds())
    if not LEAST <= seconds <= MOST:
        raise ValueError(text[:40])
    return str(seconds)


def wait_of(notify: str) -> int | None:
    """The wait (milliseconds) after which a person wants to be told of their turn; None if they chose no wait."""
    return int(notify) * 1_000 if notify.isdecimal() else None


def is_silent(notify: str, pace: Pace) -> bool:
    """True if a person wants no single notices about tables of this pace: only one message a day, or none."""
    return notify == OFF or (notify == DAILY and pace == Pace.CORRESPONDENCE)


def tells_each_turn(notify: str, pace: Pace) -> bool:
    """True if a person is told whenever their turn begins."""
    return notify == EVERY_TURN or (notify == USUAL and pace == Pace.CORRESPONDENCE)


def find_sort(game: Cover, chosen: str) -> str:
    """The sort that a game uses for a user, given the sorts that they have `chosen`; "" if the game has no sorts."""
    return next((sort for sort in (*chosen.split(), *game.SORTS) if sort in game.SORTS), "")


def find_next_sort(game: Cover, chosen: str) -> str:
    """The game's sort that follows the one in use; the first follows the last. "" if the game has no sorts."""
    if not game.SORTS:
        return ""
    present = game.SORTS.index(find_sort(game, chosen))
    return game.SORTS[(present + 1) % len(game.SORTS)]


def choose_sort(sort: str, chosen: str) -> str:
    """The text of a user's sorts after they choose `sort`, which replaces all other sorts of the games that have it.

    Raises ValueError if no game has this sort.
    """
    rivals = {other for name in registry.NAMES if sort in (sorts := registry.cover(name).SORTS) for other in sorts}
    if not rivals:
        raise ValueError(sort[:40])
    return " ".join((sort, *(kept for kept in chosen.split() if kept not in rivals)))


def _read_quiet(text: str, kept: Preferences) -> Changes:
    hours = read_hours(text)
    if hours is None:
        return {"quiet_from": None, "quiet_to": None}
    start, end = hours
    if (end - start) % MINUTES_OF_DAY > MOST_QUIET:
        raise ValueError(text[:40])
    return {"quiet_from": start, "quiet_to": end}


def read_hours(text: str) -> tuple[int, int] | None:
    """Read quiet hours, as minutes of the day ("22:30-7:00"), or "off" for none. Raises ValueError."""
    return None if simplify_words(text) in list_phrases("off") else parse_hours(text)


def _read_language(text: str, kept: Preferences) -> Changes:
    """Read a language by its code or its own name ("Português"). "discord" means the language of the user's Discord."""
    return {"language": "" if text.casefold() in ("discord", "none", "off") else find_language(text)}


class Preference(NamedTuple):
    """A preference: the subcommand of `/me` that changes it, and how its value is read. "me/choices" tells it."""

    name: str
    read: ReadValue
    choices: tuple[str, ...] = ()
    most: int = 0
    """The most letters of a value that people type; 0 if Discord offers the values as choices."""
    keywords: tuple[str, ...] = ()
    word: str = ""
    """The word of the subcommand; "" for the preference's name."""


def _make_switch(name: str, word: str = "") -> Preference:
    return Preference(name, lambda text, kept: {name: _SWITCHES[text.lower()]}, ("on", "off"), word=word)


def _make_choice(name: str, choices: tuple[str, ...]) -> Preference:
    return Preference(name, lambda text, kept: {name: choices[choices.index(text.lower())]}, choices)


PREFERENCES: Final = (
    _make_choice("theme", ("dark", "light")),
    _make_switch("big"),
    _make_switch("text_only", "text"),
    Preference("sort", lambda text, kept: {"sort": choose_sort(text.lower(), kept.sort)}),
    _make_choice("taps", (BUTTONS, MENUS)),
    Preference("notify", lambda text, kept: {"notify": read_notify(text)}, most=30,
               keywords=("usual", "off", "every turn", "daily")),
    _make_switch("hot"),
    _make_switch("dead"),
    _make_switch("tips"),
    _make_choice("building", ("usual", "on", "off")),
    _make_switch("spoiler"),
    Preference("quiet", _read_quiet, most=30, keywords=("off",)),
    Preference("timezone", lambda text, kept: {"timezone": read_zone(text)}, most=60, word="zone"),
    Preference("language", _read_language, most=30),
)  # fmt: skip
"""All preferences, in the order in which they are offered."""
_BY_NAME: Final = {preference.name: preference for preference in PREFERENCES}


def language_of(chosen: Preferences) -> Language:
    """The language in which the person with these preferences is spoken to privately."""
    return choose_language(chosen.language or chosen.heard)
