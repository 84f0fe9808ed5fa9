"""The wording of what a whole crew reads: announcements in its channel, and the names in its books."""

from bot.store.books.crews import Crew
from bot.tally.crew_settings import language_of
from bot.wording import Words


def words_of_crew(crew: Crew) -> Words:
    """The wording of messages to a crew, in its language."""
    return Words(language_of(crew))
