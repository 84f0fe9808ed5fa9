"""A user's personal data: `/mydata`."""

from __future__ import annotations

from typing import Any

from bot.ports.requests import Reply, Request, reply_text
from bot.services.telling import Tell
from bot.store import people as stored_people
from bot.store.errors import StillSeated
from bot.store.notifications import Notice, NoticeKind
from bot.store.store import Store
from bot.wording import say
from games.core.refused import Refused


class PersonalDataService:
    """Exports and erases the data of a user."""

    def __init__(self, store: Store, tell: Tell) -> None:
        self._store = store
        self._tell = tell

    async def export(self, request: Request) -> dict[str, Any]:
        """Return everything that is stored about the requester, as JSON data."""
        return await self._store.read(stored_people.export, request.user)

    async def erase(self, request: Request) -> Reply:
        """Erase the requester; sums stay in the books without the name. Raises Refused while they sit at a table."""
        try:
            await self._store.write(stored_people.erase, request.user)
        except StillSeated as seated:
            raise Refused("TABLE", "still_seated", tables=tuple(seated.tables)) from None
        await self._tell(Notice(NoticeKind.PREFERENCES_CHANGED, request.user))
        return reply_text(say("mydata/erased"))
