"""The channels in which a server's admins allow tables."""

from collections.abc import Callable

from bot.ports.requests import Reply, Request, reply_text
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.tables.lobby import table_channels
from bot.tally import ledger
from bot.tally.crew_settings import words_of_crew
from bot.wording import Words
from games.core.refused import Refused


class TableChannelService:
    """Chooses and shows the channels, and announces each choice."""

    def __init__(self, store: Store, wake_announcer: Callable[[], None]) -> None:
        self._store = store
        self._wake_announcer = wake_announcer

    async def choose(self, request: Request, only: str) -> Reply:
        """Choose the channels in which tables may be opened, or show them if `only` is empty. Raises Refused."""
        guild = request.location.guild
        if request.in_dm:
            raise Refused("TABLE", "server_only")
        if only.strip():
            if not request.requester.admin:
                raise Refused("TALLY", "not_admin")
            await self._store.write(_choose, request, table_channels.read(only))
            self._wake_announcer()
        return reply_text(_in_words(await self._store.read(table_channels.list_allowed, guild), request.words()))


def _choose(connection: Connection, request: Request, channels: tuple[int, ...]) -> None:
    crew = table_channels.choose(connection, request.location.guild, channels, request.at)
    ledger.announce(connection, crew, "channels", request, value=_in_words(channels, words_of_crew(crew)))


def _in_words(channels: tuple[int, ...], words: Words) -> str:
    if not channels:
        return words.say("table/anywhere")
    return words.say("table/channels", channels=tuple(f"<#{channel}>" for channel in channels))
