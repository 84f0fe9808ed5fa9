"""The language of a new game: that of most people who are seated, unless an admin or the server has set one."""

from collections import Counter
from collections.abc import Callable, Collection

from bot.people.preferences import language_of
from bot.store import Connection
from bot.store.books import crews
from bot.store.people.preferences import preferences_of
from bot.tally.books import read_settings
from bot.tally.books.crew_settings import learn_language
from bot.tally.changes.announcements import Origin, announce_change
from bot.wording import ENGLISH, Language, Words
from bot.wording.translations import name_language

Learn = Callable[[Connection], None]
"""Notes in the books what language the crew speaks, and announces it."""


def find_spoken(
    connection: Connection, crew_id: int, users: Collection[int], opener: str, place: int, at: int
) -> tuple[str, Learn | None]:
    """Find the language of most of these users, all regions together; on a tie, the opener's ("" for English). A
    language that is set stays.

    Also return what the books learn: the first language that is not English. None if they learn nothing.
    """
    crew = crews.find_crew(connection, crew_id)
    own = read_settings(crew.settings) if crew else None
    if crew is None or own is None or own.language or own.heard or own.learned == ENGLISH:
        return opener, None
    spoken = Counter(map(language_of, preferences_of(connection, users).values()))
    shared = Counter(map(_find_tongue, spoken.elements()))
    opens = opener or ENGLISH

    def weigh(known: Language) -> tuple[int, bool, int, bool]:
        tongue = _find_tongue(known)
        return shared[tongue], tongue == _find_tongue(opens), spoken[known], known == opens

    language = max(spoken, key=weigh, default=ENGLISH)
    if language == ENGLISH or own.learned:
        return ("" if language == ENGLISH else language), None
    setting, name = Words(language).say("tally/setting/language"), name_language(language)

    def learn(connection: Connection) -> None:
        learn_language(connection, crew, language)
        origin = Origin(None, place, f"learned:{crew.id}", at)
        announce_change(connection, crew, "set", origin, name=setting, value=name)

    return language, learn


def _find_tongue(language: str) -> str:
    """A language without its region: "es" for "es-419"."""
    return language.partition("-")[0]
