"""The page for the phones of a house, at one private address of this computer.

A phone is paired by a code, and keeps its person's key in a cookie. It reaches neither the bot's API nor the page of
anybody else, and adds nobody. The board for the room is paired by the same code, and gets what everybody may see.
"""

import asyncio
import io
import json
import secrets
import socket
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Final

import segno
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from harbour.base.errors import NotOffered
from harbour.base.json_types import Json
from harbour.client.person import Person
from harbour.page.room import list_public
from harbour.page.server import PageServer, read_page
from harbour.page.session import find_free_name
from harbour.state.model import Message
from harbour.state.server_state import ServerState

NETWORKS: Final = [IPv4Network(network) for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
"""The networks of which no address is reachable from the internet."""
LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of codes, 32 that nobody takes for each other."""
CODE_LENGTH, CODE_SECONDS = 8, 600.0
MOST_WRONG: Final = 20
"""The wrong codes after which no code is valid any more."""
WRONG_SECONDS: Final = 1.0
"""The seconds that each wrong code takes, one after another."""
COOKIE, KEPT_SECONDS = "boneyard", 400 * 86_400
MOST_BODY: Final = 4096
"""The most bytes of a request that are read."""
SHUT_OUT: Final = 4401
"""The code with which the socket of somebody unknown is closed."""


class NoHouse(Exception):
    """An address is not a private one of this computer. The message is a sentence for the host."""


def find_address(wanted: str = "") -> str:
    """Find the private address of this computer in its network, or check a `wanted` one. Raises NoHouse."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))  # sends nothing, but chooses a network
            found = wanted or str(probe.getsockname()[0])
        except OSError:
            found = wanted
    try:
        if any(IPv4Address(found) in network for network in NETWORKS):
            return found
    except AddressValueError:
        pass
    raise NoHouse(
        f"The phones of the house need a private address of this computer, such as 192.168.1.5, and {found or 'none'} "
        "was found. Join the network of the house, or name the address after --house."
    )


class Codes:
    """Codes that pair phones for ten minutes: any number of new people, or one person anew."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._valid: dict[str, tuple[str, float]] = {}
        self._wrong = 0

    def issue(self, person: str = "") -> str:
        """Make a code for new people, or to pair the `person` with this id anew. It replaces the last such code."""
        self._valid = {code: (whose, end) for code, (whose, end) in self._valid.items() if whose != person}
        self._wrong = 0
        code = "".join(LETTERS[byte % len(LETTERS)] for byte in secrets.token_bytes(CODE_LENGTH))
        self._valid[code] = (person, self._now() + CODE_SECONDS)
        return code

    def find(self, code: str) -> str | None:
        """Find the id of the person whom a code pairs anew, "" for new people. Returns None for a wrong or old code."""
        person, end = self._valid.get(code.upper(), ("", 0.0))
        if self._now() < end:
            return person
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self._valid.clear()
        return None

    def use_up(self, code: str) -> None:
        """End a code."""
        self._valid.pop(code.upper(), None)


class House(PageServer):
    """Serves phones, and the board for the room."""

    def __init__(
        self,
        state: ServerState,
        people: dict[str, Person],
        add_person: Callable[[str], Person],
        address: str,
        token: str,
    ) -> None:
        super().__init__(state, people)
        self._add_person = add_person
        self.address = address
        """The host and port of the page."""
        self.codes = Codes()
        self.pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        """Waits after a wrong code."""
        self._one_try = asyncio.Lock()
        self._room_key = sha256(f"room {token}".encode()).hexdigest()

    async def open_code(self, again: str = "") -> Json:
        """Make a code for new people, or for the person with the id `again`, whose old phone is shut out at once.

        Returns the code, the page's address, the link with the code, and its picture and its drawing for a terminal.
        Raises NotOffered.
        """
        if again:
            person = next((person for person in self._people.values() if person.id == again), None)
            if person is None:
                raise NotOffered("That person is gone")
            del self._people[person.user.page_key]
            self._state.renew_key(person.user)
            self._state.storage.commit()
            self._people[person.user.page_key] = person
            for socket in [socket for socket, holder in self._sockets.items() if holder is person]:
                await socket.close(code=SHUT_OUT)
        code = self.codes.issue(again)
        link = f"http://{self.address}/#{'again-' if again else ''}{code}"
        qr, drawing = segno.make(link, micro=False), io.StringIO()
        qr.terminal(drawing, border=2, compact=True)
        return {
            "code": code,
            "address": f"http://{self.address}/",
            "link": link,
            "picture": qr.svg_data_uri(scale=5, light="white"),
            "drawing": drawing.getvalue(),
        }

    def list_routes(self) -> list[web.RouteDef]:
        """The routes of the page, and that by which phones are paired."""
        return [*super().list_routes(), web.post("/pair", self._pair)]

    @property
    def guard(self) -> Middleware:
        """The guard of the page: it refuses requests to other hosts, and from other pages."""

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            origin = request.headers.get("Origin")
            reads = request.method == "GET" and "Upgrade" not in request.headers
            from_here = origin == f"http://{self.address}" or (origin is None and reads)
            if request.headers.getall("Host", []) != [self.address] or not from_here:
                raise web.HTTPForbidden(text="This is not the address of the page")
            return await handler(request)

        return guard

    def _find_person(self, request: web.Request) -> Person | None:
        return self._people.get(request.cookies.get(COOKIE, ""))

    def _may_watch(self, request: web.Request) -> bool:
        """True for the board for the room, and for everybody who has a phone here."""
        return request.cookies.get(COOKIE) == self._room_key or self._find_person(request) is not None

    async def _refuse(self, request: web.Request) -> web.StreamResponse:
        """Close the socket of somebody unknown in such a way that their page asks for a code."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close(code=SHUT_OUT)
        return socket

    async def _serve_page(self, request: web.Request) -> web.Response:
        if self._find_person(request) is None and not (request.path == "/room" and self._may_watch(request)):
            return read_page("pair")
        return read_page(request.path[1:] or "index")

    async def _serve_room(self, request: web.Request) -> web.StreamResponse:
        return await (super()._serve_room(request) if self._may_watch(request) else self._refuse(request))

    async def _serve_attachment(self, request: web.Request) -> web.Response:
        """Serve a file of a message that its reader sees at this moment."""
        channel = self._state.channels.get(request.match_info["channel"])
        seen: list[Message] = []
        if channel is not None and self._may_watch(request):
            person = self._find_person(request)
            seen = list_public(self._state, channel) if person is None else person.messages(channel)
        wanted = request.match_info["attachment"]
        if not any(attachment.id == wanted for message in seen for attachment in message.attachments):
            raise web.HTTPNotFound()
        return await super()._serve_attachment(request)

    async def _pair(self, request: web.Request) -> web.Response:
        """Pair a phone with a new person or with one who has lost theirs, or pair the board for the room."""
        asked = await _read_request(request)
        code = str(asked.get("code", "")).strip()
        async with self._one_try:
            try:
                whose = self.codes.find(code)
                if whose is None:
                    await self.pause(WRONG_SECONDS)
                    raise NotOffered("This code is wrong or old. The computer makes a new one")
                key = self._room_key if asked.get("room") else self._find_key(whose, str(asked.get("name", "")))
            except NotOffered as refused:
                return web.json_response({"error": refused.plain}, status=403)
            if whose:
                self.codes.use_up(code)
        answer = web.json_response({})
        answer.set_cookie(COOKIE, key, max_age=KEPT_SECONDS, httponly=True, samesite="Strict")
        return answer

    def _find_key(self, whose: str, name: str) -> str:
        """The key of the person with an id, or of a new person with a name. Raises NotOffered."""
        if whose:
            return self._state.users[whose].page_key
        return self._add_person(find_free_name(self._state, name)).user.page_key


async def _read_request(request: web.Request) -> Json:
    """Read the body of a request. Raises HTTPBadRequest for anything that the page does not send."""
    try:
        asked = json.loads(await request.content.read(MOST_BODY))
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise web.HTTPBadRequest(text="The request was invalid")
    return asked
