"""A user's personal data: `/me export`."""

from collections.abc import Sequence
from typing import Final

from bot.people import erasure
from bot.ports.requests import Reply, Request, reply_text
from bot.ports.ui import Button, Message
from bot.services.telling import Tell
from bot.store.database.errors import StillSeated
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.database.schema import Json
from bot.store.people import personal_data as stored_people
from bot.store.store import Store
from bot.tables.history import own_moves
from bot.tally import debts
from bot.tally.book import Book
from bot.wording import Words
from games.core.refused import Refused

ABOUT: Final = ("times", "moves", "hands", "others", "daily")
"""The notes at the head of an export."""
ERASE: Final = "me.erase"
"""The button that erases somebody who still owes or is owed something."""
MOST_CREWS: Final = 10
"""The most crews whose debts are named before an erasure."""
PRIVACY: Final = ("title", "kept", "hands", "books", "not", "who", "long", "yours")
"""The paragraphs of `/me privacy`, the same as in docs/privacy.md."""


class PersonalDataService:
    """Exports and erases the data of a user."""

    def __init__(self, store: Store, tell: Tell) -> None:
        self._store = store
        self._tell = tell

    async def export(self, request: Request) -> dict[str, Json]:
        """Return everything stored about the requester as JSON data, with notes on how to read it.

        The moves contain only what the requester's own seats saw, even while a hand is under way.
        """
        found = await self._store.read(stored_people.export, request.user)
        own = await self._store.read(own_moves.own_moves, request.user)
        return {
            "about": [request.words().say(f"mydata/about/{note}", most=own_moves.MOST_MOVES) for note in ABOUT],
            **found,
            "moves": own.moves,
            "moves_complete": own.complete,
            "salts": own.salts,
        }

    @staticmethod
    def privacy(words: Words) -> Reply:
        """Answer `/me privacy`: the stored data, its purpose, and how long it is kept."""
        return reply_text("\n".join(words.say(f"privacy/{part}") for part in PRIVACY))

    async def erase(self, request: Request, anyway: bool = False) -> Reply:
        """Erase the requester's data; their sums stay in the books without a name.

        If they owe something or are owed something, show that first, with a button that erases them `anyway`. Raises
        Refused while they sit at a table.
        """
        if not anyway and (owed := await self._store.read(debts.find_owed_of_user, request.user)):
            return Reply(_show_owed(owed, request))
        try:
            await erasure.erase(self._store, request.user, request.at)
        except StillSeated as seated:
            raise Refused("TABLE", "still_seated", tables=tuple(seated.tables)) from None
        await self._tell(Notice(NoticeKind.PREFERENCES_CHANGED, request.user))
        return reply_text(request.words().say("mydata/erased"))


def _show_owed(owed: Sequence[tuple[Book, int]], request: Request) -> Message:
    """Tell what somebody owes and is owed, crew by crew, with the button that erases them anyway."""
    words = request.words()
    lines: list[str] = []
    for book, amount in owed[:MOST_CREWS]:
        told = words.say(
            "mydata/owes" if amount < 0 else "mydata/is_owed",
            amount=book.read_by(words).house.format_amount(abs(amount)),
        )
        key = "mydata/owed_too" if lines else "mydata/owed"
        lines += [words.say(key, crew=_name_crew(book, request, words)), told]
    row = (Button(ERASE, words.label(ERASE), "danger"),)
    return Message("\n".join([*lines, words.say("mydata/stays")]), rows=(row,))


def _name_crew(book: Book, request: Request, words: Words) -> str:
    """Name a crew: a group by its name, and the crew of another server by a link to that."""
    elsewhere = "" if book.crew.guild == request.location.guild else f"<https://discord.com/channels/{book.crew.guild}>"
    return " · ".join(filter(None, (book.crew.name, elsewhere))) or words.say("mydata/this_crew")
