"""The gateway: HELLO, IDENTIFY, READY, heartbeats, events by shard and intent, RESUME with what was missed."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from harbour.errors import ApiError
from harbour.json_types import Json
from harbour.state.model import Guild
from harbour.state.server_state import Event, ServerState

log = logging.getLogger("harbour.gateway")

HEARTBEAT_MS = 41_250
HEARTBEAT_ANSWER_S = 0.05
KEPT_FOR_RESUME = 5_000
GUILD_MEMBERS, GUILD_PRESENCES, MESSAGE_CONTENT = 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
_PEOPLE_ONLY = {
    "INTERACTION_SUCCESS",
    "INTERACTION_FAILURE",
    "INTERACTION_MODAL_CREATE",
    "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE",
    "THREAD_JOINED",
    "COMMANDS_UPDATE",
}


class GatewayClosed(Exception):
    """The connection ends with one of Discord's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(slots=True, eq=False)
class Connection:
    """One socket: a queue of payloads and, if the client asked for it, one compression context."""

    socket: web.WebSocketResponse
    compress: str | None
    outgoing: asyncio.Queue[Json | None] = field(default_factory=asyncio.Queue)
    _zlib: Any = None

    def __post_init__(self) -> None:
        # A kind of compression that is not spoken is answered in plain text, which every client takes.
        self._zlib = zlib.compressobj() if self.compress == "zlib-stream" else None

    async def write(self) -> None:
        """Send what is queued until None comes or the socket is gone."""
        while (payload := await self.outgoing.get()) is not None:
            text = json.dumps(payload)
            try:
                if self._zlib is None:
                    await self.socket.send_str(text)
                else:
                    data = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
            except (ConnectionError, RuntimeError):
                return


@dataclass(slots=True, eq=False)
class Session:
    """What a client may come back to after its socket was lost."""

    id: str
    shard: tuple[int, int]
    intents: int
    connection: Connection | None
    sequence: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT_FOR_RESUME))

    def dispatch(self, name: str, data: Any) -> None:
        """Send an event, and keep it for a RESUME."""
        self.sequence += 1
        payload = {"op": 0, "t": name, "s": self.sequence, "d": data}
        self.sent.append(payload)
        if self.connection is not None:
            self.connection.outgoing.put_nowait(payload)

    def missed_since(self, sequence: int) -> list[Json] | None:
        """What came after `sequence`; None when that is no longer known."""
        missed = [payload for payload in self.sent if payload["s"] > sequence]
        whole = len(missed) == self.sequence - sequence and sequence >= 0
        return missed if whole else None


class Gateway:
    """All sessions of the bot. `privileged`: which privileged intents the application has been granted."""

    def __init__(self, state: ServerState, token: str, url: Callable[[], str], privileged: int) -> None:
        self._state = state
        self._token = token
        self._url = url
        self._privileged = privileged
        self.sessions: dict[str, Session] = {}
        self.unsupported: list[str] = []
        self.compressions: list[str | None] = []
        self.heartbeats = 0
        state.subscribers.append(self._hear)

    @property
    def connected(self) -> list[Session]:
        """The sessions whose socket is open."""
        return [session for session in self.sessions.values() if session.connection is not None]

    # Events out

    def _hear(self, event: Event) -> None:
        if event.name in _PEOPLE_ONLY or not self._state.may_receive(self._state.bot.id, event):
            return
        for session in self.sessions.values():
            number, shards = session.shard
            home = (int(event.guild_id) >> 22) % shards if event.guild_id else 0
            if home == number and self._wanted(event, session.intents):
                session.dispatch(event.name, self._readable(event, session.intents))

    def _wanted(self, event: Event, intents: int) -> bool:
        if event.name == "INTERACTION_CREATE":
            return True
        in_guild = event.guild_id is not None
        if event.name.startswith(("MESSAGE", "CHANNEL_PINS")):
            needed = GUILD_MESSAGES if in_guild else DIRECT_MESSAGES
        elif event.name.startswith("GUILD_MEMBER"):
            needed = GUILD_MEMBERS
        elif event.name == "THREAD_MEMBERS_UPDATE":
            # Without the members intent only what concerns the bot itself is told.
            mine = {self._state.bot.id} & {
                *event.data["removed_member_ids"],
                *(member["user_id"] for member in event.data["added_members"]),
            }
            needed = GUILDS if mine else GUILDS | GUILD_MEMBERS
        elif event.name.startswith("TYPING"):
            return False
        else:
            needed = GUILDS
        return intents & needed == needed

    def _readable(self, event: Event, intents: int) -> Json:
        """Without the content intent, what other people write in a guild arrives empty unless it mentions the bot."""
        data = event.data
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & MESSAGE_CONTENT or not event.guild_id:
            return data
        bot = self._state.bot.id
        if data["author"]["id"] == bot or any(user["id"] == bot for user in data["mentions"]):
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}

    # Sockets in

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One socket of the bot's, from HELLO to its end."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        compress = request.query.get("compress")
        self.compressions.append(compress)
        connection = Connection(socket, compress)
        writer = asyncio.create_task(connection.write())
        connection.outgoing.put_nowait({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None, "t": None})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT or frame.type is WSMsgType.BINARY:
                    self._receive(connection, frame.data)
        except GatewayClosed as closed:
            await socket.close(code=closed.code, message=closed.reason.encode())
        finally:
            self._detach(connection)
            connection.outgoing.put_nowait(None)
            await asyncio.gather(writer, return_exceptions=True)
        return socket

    def _detach(self, connection: Connection) -> None:
        for session in self.sessions.values():
            if session.connection is connection:
                session.connection = None
        self._state.signal.notify()

    def _receive(self, connection: Connection, raw: str | bytes) -> None:
        try:
            payload = json.loads(raw)
            operation, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise GatewayClosed(4002, "Error while decoding payload.") from None
        if operation == 1:
            self.heartbeats += 1
            answer = {"op": 11, "d": None, "s": None, "t": None}
            # discord.py 2.7.1 notes the time of a heartbeat after sending it: a faster answer looks 41 s late to it.
            asyncio.get_running_loop().call_later(HEARTBEAT_ANSWER_S, connection.outgoing.put_nowait, answer)
        elif operation == 2:
            self._identify(connection, data)
        elif operation == 6:
            self._resume(connection, data)
        elif operation in (3, 4, 8, 31):
            session = self._session_of(connection)
            if session is None:
                raise GatewayClosed(4003, "Not authenticated.")
            if operation == 8:
                self._members(session, data)
            elif operation != 3:
                self.unsupported.append(f"GATEWAY op {operation}")
                log.warning("harbour does not do: gateway op %s", operation)
        else:
            raise GatewayClosed(4001, "Unknown opcode.")

    def _session_of(self, connection: Connection) -> Session | None:
        return next((s for s in self.sessions.values() if s.connection is connection), None)

    def _identify(self, connection: Connection, data: Any) -> None:
        if self._session_of(connection) is not None:
            raise GatewayClosed(4005, "Already authenticated.")
        if not isinstance(data, dict) or data.get("token") != self._token:
            raise GatewayClosed(4004, "Authentication failed.")
        intents = data.get("intents")
        if not isinstance(intents, int) or intents < 0 or intents >> 32:
            raise GatewayClosed(4013, "Invalid intent(s).")
        if intents & PRIVILEGED & ~self._privileged:
            raise GatewayClosed(4014, "Disallowed intent(s).")
        shard = data.get("shard") or [0, 1]
        if len(shard) != 2 or not all(isinstance(n, int) for n in shard) or not 0 <= shard[0] < shard[1]:
            raise GatewayClosed(4010, "Invalid shard.")
        session = Session(secrets.token_hex(16), (shard[0], shard[1]), intents, connection)
        self._forget_the_lost(session.shard)
        self.sessions[session.id] = session
        mine = [guild for guild in self._state.guilds.values() if self._on_shard(guild, session)]
        ready: Json = {
            "v": 10,
            "user": {**self._state.bot.to_json(), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self._url(),
            "shard": list(session.shard),
            "application": {"id": self._state.application_id, "flags": 0},
            "session_type": "normal",
            "private_channels": [],
        }
        session.dispatch("READY", ready)
        for guild in mine:
            session.dispatch("GUILD_CREATE", self._guild_create(guild))
        self._state.signal.notify()

    def _on_shard(self, guild: Guild, session: Session) -> bool:
        number, shards = session.shard
        return self._state.bot.id in guild.members and (int(guild.id) >> 22) % shards == number

    def _forget_the_lost(self, shard: tuple[int, int]) -> None:
        """A client that identifies afresh will not come back to what it lost; what is connected stays."""
        lost = [s.id for s in self.sessions.values() if s.shard == shard and s.connection is None]
        for session_id in lost:
            del self.sessions[session_id]

    def _guild_create(self, guild: Guild) -> Json:
        state, bot = self._state, self._state.bot.id
        threads = [
            t for t in state.list_threads(guild) if state.may_read(bot, t) and t.thread and not t.thread.archived
        ]
        return {
            **guild.to_json(),
            "joined_at": guild.members[bot].to_json()["joined_at"],
            "unavailable": False,
            "large": False,
            "member_count": len(guild.members),
            "members": [guild.members[bot].to_json()],
            "channels": [channel.to_json() for channel in state.list_channels(guild)],
            "threads": [thread.to_json(bot) for thread in threads],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _resume(self, connection: Connection, data: Any) -> None:
        if not isinstance(data, dict) or data.get("token") != self._token:
            raise GatewayClosed(4004, "Authentication failed.")
        session = self.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        missed = session.missed_since(sequence) if session is not None and isinstance(sequence, int) else None
        if session is None or missed is None:
            connection.outgoing.put_nowait({"op": 9, "d": False, "s": None, "t": None})
            return
        session.connection = connection
        for payload in missed:
            connection.outgoing.put_nowait(payload)
        session.dispatch("RESUMED", {"_trace": []})
        self._state.signal.notify()

    def _members(self, session: Session, data: Any) -> None:
        """Answer a request for members (op 8): all with the intent, else only those named by id."""
        try:
            guild = self._state.get_guild(str(data["guild_id"]), self._state.bot.id)
        except (KeyError, TypeError, ApiError):
            return
        named = data.get("user_ids")
        wanted = {str(user_id) for user_id in (named if isinstance(named, list) else [named])} if named else None
        if wanted is None and not session.intents & GUILD_MEMBERS:
            wanted = set()
        found = [m.to_json() for m in guild.members.values() if wanted is None or m.user.id in wanted]
        chunk: Json = {"guild_id": guild.id, "members": found, "chunk_index": 0, "chunk_count": 1}
        chunk |= {"not_found": sorted((wanted or set()) - set(guild.members)), "nonce": data.get("nonce")}
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    # Faults

    async def drop(self, *, code: int = 4000, forget: bool = False) -> None:
        """Cut every socket; clients come back and resume, unless `forget` made their sessions unknown (op 9)."""
        sessions = self.connected
        if forget:
            self.sessions.clear()
        for session in sessions:
            connection, session.connection = session.connection, None
            if connection is not None:
                await connection.socket.close(code=code)
        self._state.signal.notify()

    async def close(self) -> None:
        """Close every socket."""
        for session in self.connected:
            if session.connection is not None:
                await session.connection.socket.close(code=1001)
