"""A house on the machine of a test: phones at its own address, which need not be a private one."""

import socket
from contextlib import AsyncExitStack
from ipaddress import IPv4Network
from typing import Any

import aiohttp
import pytest

from harbour import Harbour, House, Person
from harbour.page import house as houses
from harbour.page.house import COOKIE


def find_own_address() -> str:
    """The address of this machine in its network; another one of loopback if it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return "127.0.0.2"
        found = str(probe.getsockname()[0])
    return "127.0.0.2" if found.startswith("127.") else found


async def open_house(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> House:
    """Open a harbour's page for phones, with this machine's address as a private one, and no wait for a wrong code."""
    address = find_own_address()
    monkeypatch.setattr(houses, "NETWORKS", [*houses.NETWORKS, IPv4Network(f"{address}/32")])
    house = await harbour.open_house(address)

    async def pause(_: float) -> None: ...

    house.pause = pause
    return house


class Phone:
    """A browser without a page: a cookie, and requests that say where they come from."""

    def __init__(self, house: House, cookie: str = "") -> None:
        self.origin = f"http://{house.address}"
        self.session = aiohttp.ClientSession(
            cookies={COOKIE: cookie} if cookie else None, cookie_jar=aiohttp.CookieJar(unsafe=True)
        )

    async def __aenter__(self) -> "Phone":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.close()

    async def pair(self, **asked: object) -> tuple[int, Any]:
        """Send a code; the status and the body of the answer."""
        async with self.session.post(f"{self.origin}/pair", json=asked, headers={"Origin": self.origin}) as answer:
            return answer.status, await answer.json()

    async def read(self, path: str, **headers: str) -> tuple[int, bytes]:
        """Read a path; the status and the body."""
        async with self.session.get(self.origin + path, headers=headers) as answer:
            return answer.status, await answer.read()

    async def open(self, stack: AsyncExitStack, path: str = "/session") -> aiohttp.ClientWebSocketResponse:
        """Open a socket of the page."""
        opening = self.session.ws_connect(self.origin + path, headers={"Origin": self.origin}, max_msg_size=0)
        return await stack.enter_async_context(opening)


def phone_of(house: House, person: Person) -> Phone:
    """The phone of a person who is paired."""
    return Phone(house, person.user.page_key)
