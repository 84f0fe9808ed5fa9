"""The use cases about people in the books who turn out to be one, for commands and buttons. They reply, or raise
Refused("TALLY", ...)."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.ports.requests import Reply, Request, reply_text
from bot.store.store import Store
from bot.tally import joining, members
from bot.tally.joining import JoinConsent
from bot.tally.ledger import change
from bot.tally.paying import crew_of_member
from bot.tally.reports import Reports


@dataclass(frozen=True, slots=True)
class People:
    """Joins and parts rows. `wake` lets the outbox announce it."""

    store: Store
    reports: Reports
    wake: Callable[[], None]

    async def join(self, player: str, other: str, request: Request) -> Reply:
        """Ask for consent to join two rows of one person."""
        crew = await self.reports.crew(request.location, request.at)
        return self._tell(await change(self.store, crew, joining.propose, request, player, other), request)

    async def agree(self, gone: int, kept: int, request: Request) -> Reply:
        """Consent to join the two rows that a button names. Its crew may differ from the channel's."""
        crew = await self.store.read(crew_of_member, request.location.guild, kept)
        return self._tell(await change(self.store, crew, joining.agree, request, gone, kept), request)

    def _tell(self, consent: JoinConsent, request: Request) -> Reply:
        self.wake()
        key = "tally/join_done" if consent.joined else "tally/join_asked"
        return reply_text(request.words().say(key, gone=consent.gone, kept=consent.kept))

    async def part(self, player: str, request: Request) -> Reply:
        """Part a row that was joined to another."""
        crew = await self.reports.crew(request.location, request.at)
        name, other = await change(self.store, crew, joining.part, request, player)
        self.wake()
        return reply_text(request.words().say("tally/is_parted", name=name, other=other))

    async def come_back(self, former: int, request: Request) -> Reply:
        """Join the requester with the former member whom a button names. Its crew may differ from the channel's."""
        crew = await self.store.read(crew_of_member, request.location.guild, former)
        name = await change(self.store, crew, members.come_back, request, former)
        self.wake()
        return reply_text(request.words().say("tally/is_back", name=name))
