"""The guard of the server: programs and pages of this machine get answers, pages of other sites do not.

A page of another site can send requests to loopback, or point its own domain name at 127.0.0.1. The headers Origin and
Host give such a page away: the browser sets them, and the page cannot.
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
    """Refuse a request that is not addressed to this machine, or that comes from a page of another server."""
    origin = request.headers.get("Origin")
    if _read_host(f"//{request.host}") not in OWN_HOSTS or (origin is not None and origin != f"http://{request.host}"):
        raise web.HTTPForbidden(text="This is not the address of the page")
    return await handler(request)


def _read_host(address: str) -> str | None:
    try:
        return URL(address).host
    except ValueError:
        return None


class Tickets:
    """Tickets that each open a person's page once.

    The command that opens a browser contains the address of the page, so everybody on the machine can see it in the
    list of processes. With a ticket in the address, they do not see the person's key.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._unused: dict[str, tuple[str, float]] = {}

    def issue(self, key: str) -> str:
        """Make a ticket for the page of this key."""
        ticket = secrets.token_urlsafe(16)
        self._unused[ticket] = (key, self._now() + TICKET_SECONDS)
        return ticket

    def take(self, ticket: str) -> str | None:
        """Use a ticket up. Returns its key, or None if the ticket is unknown, used or old."""
        key, expires = self._unused.pop(ticket, ("", 0.0))
        return key if key and self._now() < expires else None
