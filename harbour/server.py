"""The harbour itself: REST, gateway, files and the page for people, all in one server on loopback."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from harbour.base.clock import Clock
from harbour.base.signal import DEFAULT_TIMEOUT_S
from harbour.client.person import Person
from harbour.gateway.gateway import Gateway
from harbour.limits.messages import FILE_BYTES, FILES
from harbour.page.house import House, find_address
from harbour.page.server import PageServer
from harbour.page.visitors import refuse_other_sites
from harbour.rest.api import Exchange, RestApi
from harbour.state import permissions
from harbour.state.model import Guild, Role, User
from harbour.state.permissions import Permission
from harbour.state.server_state import ServerState
from harbour.world.file import WorldFile, WorldHeader, move_addresses


class Harbour:
    """A Discord with one bot, and one guild with an owner and a channel.

    Use it as `async with Harbour() as harbour:` and point a client at `api_base`, `gateway_url` and `cdn_base`. The
    state lives as long as this object or, with `file`, as long as the file; bots may connect any number of times.
    Interactions fail unless the bot acknowledges them within `acknowledge_within_s`. For a harbour that runs for days,
    set `remember` to False: it then keeps no record of requests or of what people have seen, and discards unused
    pictures.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        token: str | None = None,
        guild_name: str = "Mess deck",
        channel_name: str = "table",
        bot_permissions: Permission = permissions.BOT_DEFAULT,
        clock: Clock | None = None,
        acknowledge_within_s: float = 3.0,
        remember: bool = True,
        file: Path | None = None,
    ) -> None:
        """Build every part. Raises WorldUnusable if `file` is not a world, or cannot be read or written."""
        self.port = port
        self.clock = clock or Clock()
        self.state = ServerState(
            "Boneyard", lambda: self.cdn_base, self.clock, round(acknowledge_within_s * 1000), remember
        )
        self._file = WorldFile(file) if file is not None else None
        header = self._file.read_header() if self._file is not None else None
        self.is_new = header is None
        """False if `file` held a world already."""
        self._last_port = header.port if header is not None else 0
        if self._file is not None:
            self.state.storage = self._file
        if self._file is not None and header is not None:
            self.token = token or header.token
            self._file.restore(self.state, header)
            self.guild, self.channel = self.state.guilds[header.guild], self.state.channels[header.channel]
        else:
            self.token = token or secrets.token_urlsafe(32)
            self.state.storage.note(self.state.bot)
            owner = self.state.add_user("Harbourmaster")
            self.guild = self.state.add_guild(guild_name, owner, bot_permissions)
            self.channel = self.state.add_channel(self.guild, channel_name)
            if self._file is not None:
                self._file.begin(self.state, WorldHeader(self.state.bot.id, self.guild.id, self.channel.id, self.token))
        self.bot = self.state.bot
        self.api = RestApi(self.state, self.token, lambda: self.gateway_url)
        self.gateway = Gateway(self.state, self.token, lambda: self.gateway_url)
        self._pages: dict[str, Person] = {}
        """Everybody by the key of their page."""
        self.page = PageServer(self.state, self._pages, self.add_user)
        users = [user for user in self.state.users.values() if not user.bot]
        self.people: list[Person] = [self._make_person(user) for user in users]
        self.owner = next(person for person in self.people if person.id == self.guild.owner_id)
        self._runners: list[web.AppRunner] = []
        self.closing: list[Callable[[], None]] = []
        """Called first when the harbour stops."""
        self.house: House | None = None
        """The page for phones, while it is open."""

    async def start(self) -> None:
        """Start listening on 127.0.0.1. Raises OSError if the port is taken.

        Port 0 means any free port. A world from a file gets the port that it had last time, if that is free.
        """
        app = web.Application(middlewares=[refuse_other_sites], client_max_size=FILES * FILE_BYTES + (1 << 20))
        app.add_routes([*self.api.list_routes(), *self.page.list_routes()])
        app.add_routes([web.get("/gateway", self.gateway.serve), web.get("/gateway/", self.gateway.serve)])
        runner = await self._set_up(app)
        await self._listen(runner)
        self.port = runner.addresses[0][1]
        if self._file is not None and self.port != self._last_port:
            move_addresses(self.state, f"http://127.0.0.1:{self._last_port}", self.origin)
            self._file.keep_port(self.port)

    async def _set_up(self, app: web.Application) -> web.AppRunner:
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        self._runners.append(runner)
        await runner.setup()
        return runner

    async def open_house(self, address: str = "") -> House:
        """Serve phones at a private `address`, by default the one in this computer's network, on the same port.

        Raises NoHouse and OSError.
        """
        private = find_address(address)
        self.house = House(self.state, self._pages, self.add_user, f"{private}:{self.port}", self.token)
        app = web.Application(middlewares=[self.house.guard])
        app.add_routes(self.house.list_routes())
        await web.TCPSite(await self._set_up(app), private, self.port).start()
        self.page.invite = self.house.open_code
        return self.house

    async def _listen(self, runner: web.AppRunner) -> None:
        if not self.port and self._last_port:
            with contextlib.suppress(OSError):
                return await web.TCPSite(runner, "127.0.0.1", self._last_port).start()
        await web.TCPSite(runner, "127.0.0.1", self.port).start()

    async def stop(self) -> None:
        """Release held requests, and close every socket and the file."""
        for close in self.closing:
            close()
        await self.gateway.close()
        await self.page.close()
        if self.house is not None:
            await self.house.close()
        for runner in self._runners:
            await runner.cleanup()
        if self._file is not None:
            self._file.close()

    async def __aenter__(self) -> Harbour:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    # Addresses

    @property
    def origin(self) -> str:
        """Base address of the server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_base(self) -> str:
        """Base address of the REST API."""
        return f"{self.origin}/api/v10"

    @property
    def gateway_url(self) -> str:
        """Address of the gateway."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    @property
    def cdn_base(self) -> str:
        """Base address of attachments and emojis."""
        return self.origin

    def find_page_url(self, person: Person) -> str:
        """Address of the page on which a browser acts as this person."""
        return f"{self.origin}/?as={person.user.page_key}"

    def issue_ticket_url(self, person: Person) -> str:
        """An address that opens this person's page once, within a minute. It does not hold their key."""
        return f"{self.origin}/?open={self.page.issue_ticket(person)}"

    # People, channels and permissions

    def add_user(self, name: str, *, member: bool = True) -> Person:
        """Create a person, in the guild unless `member` is False."""
        user = self.state.add_user(name)
        person = self._make_person(user)
        self.people.append(person)
        if member:
            self.state.add_member(self.guild, user)
        self.state.storage.commit()
        return person

    def _make_person(self, user: User) -> Person:
        person = Person(self.state, user, self.channel)
        self._pages[user.page_key] = person
        return person

    def give_command(self, name: str, *receivers: User | Role | Guild) -> None:
        """Give a command to users, roles or all members, as an admin does in the settings of the server."""
        self.state.given_commands.setdefault(name, set()).update(receiver.id for receiver in receivers)

    # Records

    async def wait_for_bot(self) -> None:
        """Wait until a bot is connected and has identified or resumed."""
        await self.state.signal.wait_until(lambda: self.gateway.connected, DEFAULT_TIMEOUT_S, "a connected bot")

    async def wait_for_commands(self, timeout: float = DEFAULT_TIMEOUT_S) -> None:
        """Wait until the bot has registered commands."""
        await self.state.signal.wait_until(lambda: self.state.commands, timeout, "registered commands")

    @property
    def requests(self) -> list[Exchange]:
        """All REST requests from the bot so far, with their responses."""
        return self.api.recorded

    @property
    def unsupported(self) -> list[str]:
        """Requests for features that the harbour does not support. Tests assert that it is empty."""
        return [*self.api.unsupported, *self.gateway.unsupported]

    @property
    def failures(self) -> list[BaseException]:
        """Exceptions raised by bugs in the harbour itself. Tests assert that it is empty."""
        return self.api.failures
