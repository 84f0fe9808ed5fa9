"""HTTP server of the page: static files, attachments, emojis, and a socket for each browser session."""

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path

from aiohttp import WSMsgType, web

from harbour.base.errors import ApiError, NotOffered
from harbour.base.json_types import Json, JsonValue
from harbour.client.person import Person
from harbour.page import room
from harbour.page.session import BrowserSession, Invite
from harbour.page.visitors import Tickets
from harbour.state.server_state import Event, ServerState

log = logging.getLogger(__name__)

FILES = Path(__file__).parent / "static"
_LOCALES = ("pt-BR", "es-ES", "es-419")
"""The browser languages that become a person's language at Discord. With any other, the person keeps theirs."""
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
_IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp")


class PageServer:
    """Serves the page on this computer, and holds the sockets of open browser sessions."""

    def __init__(
        self, state: ServerState, people: dict[str, Person], add_user: Callable[[str], Person] | None = None
    ) -> None:
        self._state = state
        self._people = people
        """By the secret key of each person's page."""
        self._add_user = add_user
        self.invite: Invite | None = None
        """Makes a code by which a phone is paired, if phones are."""
        self._sockets: dict[web.WebSocketResponse, Person | None] = {}
        """Each with its person, or None for the board for the room."""
        self._tickets = Tickets()

    def issue_ticket(self, person: Person) -> str:
        """A ticket that opens a person's page once."""
        return self._tickets.issue(person.user.page_key)

    def list_routes(self) -> list[web.RouteDef]:
        """The routes of the page, its files, pictures and sockets."""
        static = [
            web.get(f"/{file.name}", self._serve_static) for file in sorted(FILES.iterdir()) if file.suffix in _TYPES
        ]
        return [
            web.get("/", self._serve_page),
            web.get("/room", self._serve_page),
            web.get("/room/session", self._serve_room),
            *static,
            web.get("/attachments/{channel}/{attachment}/{name}", self._serve_attachment),
            web.get("/emojis/{emoji}", self._serve_emoji),
            web.get("/session", self._serve_session),
        ]

    async def _serve_page(self, request: web.Request) -> web.Response:
        if (ticket := request.query.get("open")) is None:
            return read_page(request.path[1:] or "index")
        key = self._tickets.take(ticket)
        if key is None:
            page = read_page("index")
            page.set_status(403)
            return page  # its script tells the reader, in their language, that the address does not work
        raise web.HTTPSeeOther(f"/?as={key}", headers=_SAFE)

    async def _serve_static(self, request: web.Request) -> web.Response:
        return _read(FILES / request.path.removeprefix("/"))

    async def _serve_attachment(self, request: web.Request) -> web.Response:
        attachment = self._state.attachments.get(request.match_info["attachment"])
        if attachment is None or not attachment.url.endswith(request.path_qs):
            raise web.HTTPNotFound()
        headers = {**_SAFE, "Cache-Control": "private, max-age=86400, immutable"}
        if attachment.content_type not in _IMAGES:
            # Browsers must save other files, never run them.
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=attachment.body, headers={**headers, "Content-Type": attachment.content_type})

    async def _serve_emoji(self, request: web.Request) -> web.Response:
        emoji = self._state.emojis.get(request.match_info["emoji"].partition(".")[0])
        if emoji is None:
            raise web.HTTPNotFound()
        return web.Response(body=emoji.body, headers={**_SAFE, "Content-Type": emoji.content_type})

    async def _serve_session(self, request: web.Request) -> web.StreamResponse:
        person = self._find_person(request)
        if person is None:
            return await self._refuse(request)
        if (locale := request.query.get("locale", "")) in _LOCALES:
            person.user.locale = locale
        session = BrowserSession(person, self._add_user, self.invite)
        outgoing: asyncio.Queue[Json] = asyncio.Queue()

        def forward(event: Event) -> None:
            outgoing.put_nowait(session.describe_event(event))

        outgoing.put_nowait({"t": "READY", "d": session.snapshot()})
        return await self._hold_socket(request, person, outgoing, person.listeners, forward, session)

    async def _serve_room(self, request: web.Request) -> web.StreamResponse:
        """Send the board for the room, and each change of it."""
        outgoing: asyncio.Queue[Json] = asyncio.Queue()

        def forward(event: Event) -> None:
            if room.shows_board(self._state, event):
                outgoing.put_nowait(room.describe_board(self._state, event.data))

        board = room.find_board(self._state)
        outgoing.put_nowait(room.describe_board(self._state, None if board is None else board.to_json()))
        return await self._hold_socket(request, None, outgoing, self._state.subscribers, forward)

    async def _hold_socket(
        self,
        request: web.Request,
        person: Person | None,
        outgoing: asyncio.Queue[Json],
        listeners: list[Callable[[Event], None]],
        forward: Callable[[Event], None],
        session: BrowserSession | None = None,
    ) -> web.StreamResponse:
        """Send what is `outgoing`, and carry out the requests of a `session`, until the browser has gone."""
        listeners.append(forward)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=16 << 20)
        try:
            await socket.prepare(request)
            self._sockets[socket] = person
            writer = asyncio.create_task(_write(socket, outgoing))
            try:
                async for frame in socket:
                    if frame.type is WSMsgType.TEXT and session is not None:
                        outgoing.put_nowait(await _handle(session, frame.data))
            finally:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
        finally:
            listeners.remove(forward)
            self._sockets.pop(socket, None)
        return socket

    def _find_person(self, request: web.Request) -> Person | None:
        """Find the person as whom a browser acts."""
        return self._people.get(request.query.get("as", ""))

    async def _refuse(self, request: web.Request) -> web.StreamResponse:
        """Refuse the socket of somebody unknown."""
        raise web.HTTPForbidden(text="Unknown person")

    async def close(self) -> None:
        """Close the sockets of all browser sessions."""
        for socket in list(self._sockets):
            await socket.close(code=1001)


def read_page(name: str) -> web.Response:
    """Read a page as an answer."""
    return _read(FILES / f"{name}.html")


def _read(file: Path) -> web.Response:
    return web.Response(text=file.read_text("utf-8"), content_type=_TYPES[file.suffix], charset="utf-8", headers=_SAFE)


async def _write(socket: web.WebSocketResponse, outgoing: asyncio.Queue[Json]) -> None:
    while True:
        await socket.send_str(json.dumps(await outgoing.get()))


async def _handle(session: BrowserSession, raw: str) -> Json:
    """Carry out a request. The reply has the request's number, and a sentence if there was an error."""
    number: JsonValue = None
    try:
        request = json.loads(raw)
        if isinstance(request["n"], int):
            number = request["n"]
        return {"t": "DONE", "n": number, "d": await session.handle(request)}
    except NotOffered as refused:
        return {"t": "DONE", "n": number, "error": refused.plain}
    except TimeoutError:
        return {"t": "DONE", "n": number, "error": "The application did not respond"}
    except ApiError as refused:
        return {"t": "DONE", "n": number, "error": refused.message}
    except Exception:  # the page sends no malformed requests: somebody else did
        log.debug("a request of a browser session failed", exc_info=True)
        return {"t": "DONE", "n": number, "error": "The request was invalid"}
