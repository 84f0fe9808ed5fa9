"""The guard of the server: it answers programs and pages of this machine, and no page of another site.

A page of another site can send requests to loopback, or give its own name the address 127.0.0.1. Both show in the
headers Origin and Host, which a browser sets by itself.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web
from yarl import URL

OWN_HOSTS: Final = ("127.0.0.1", "localhost", "::1")
TICKET_SECONDS: Final = 60.0

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def refuse_other_sites(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer only requests to this machine's own names, and of pages only those that it serves itself."""
    origin = request.headers.get("Origin")
    if _host_of(f"//{request.host}") not in OWN_HOSTS or (origin is not None and origin != f"http://{request.host}"):
        raise web.HTTPForbidden(text="This is not the address of the page")
    return await handler(request)


def _host_of(address: str) -> str | None:
    try:
        return URL(address).host
    except ValueError:
        return None


class Tickets:
    """Tickets that each open a person's page once. A list of processes shows the ticket, and not the person's key."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: dict[str, tuple[str, float]] = {}

    def issue(self, key: str) -> str:
        """Make a ticket for the page of this key."""
        ticket = secrets.token_urlsafe(16)
        self._open[ticket] = (key, self._now() + TICKET_SECONDS)
        return ticket

    def take(self, ticket: str) -> str | None:
        """Use a ticket up. Returns its key, or None if the ticket is unknown, used or old."""
        key, until = self._open.pop(ticket, ("", 0.0))
        return key if key and self._now() < until else None
