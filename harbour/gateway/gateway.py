"""The gateway protocol: HELLO, IDENTIFY, READY, heartbeats, events, and RESUME with the missed events."""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable

from aiohttp import WSMsgType, web

from harbour.base.json_types import Json, JsonValue
from harbour.gateway.intents import is_included
from harbour.gateway.session import Connection, GatewayClosed, Session
from harbour.state.model import Guild
from harbour.state.server_state import Event, ServerState

log = logging.getLogger("harbour.gateway")

HEARTBEAT_MS = 41_250
HEARTBEAT_ANSWER_S = 0.05


class Gateway:
    """All sessions of the bot. The application has been granted every intent."""

    def __init__(self, state: ServerState, token: str, url: Callable[[], str]) -> None:
        self._state = state
        self._token = token
        self._url = url
        self.sessions: dict[str, Session] = {}
        self.unsupported: list[str] = []
        state.subscribers.append(self._receive_event)

    @property
    def connected(self) -> list[Session]:
        """The sessions whose socket is open."""
        return [session for session in self.sessions.values() if session.connection is not None]

    def _receive_event(self, event: Event) -> None:
        bot_id = self._state.bot.id
        if not self._state.may_receive(bot_id, event):
            return
        for session in self.sessions.values():
            if session.serves(event.guild_id) and is_included(event, session.intents, bot_id):
                session.dispatch(event.name, event.data)

    # Payloads from the bot

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one socket of the bot, from HELLO until it closes."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        compression = request.query.get("compress")
        connection = Connection(socket, compression)
        writer = asyncio.create_task(connection.write())
        connection.outgoing.put_nowait({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None, "t": None})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT or frame.type is WSMsgType.BINARY:
                    self._receive_payload(connection, frame.data)
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

    def _receive_payload(self, connection: Connection, raw: str | bytes) -> None:
        try:
            payload = json.loads(raw)
            operation, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise GatewayClosed(4002, "Error while decoding payload.") from None
        if operation == 1:
            answer = {"op": 11, "d": None, "s": None, "t": None}
            # discord.py 2.7.1 notes the time of a heartbeat only after sending it. If the answer comes before that, the
            # library believes that it is 41 s late.
            asyncio.get_running_loop().call_later(HEARTBEAT_ANSWER_S, connection.outgoing.put_nowait, answer)
        elif operation == 2:
            self._identify(connection, data)
        elif operation == 6:
            self._resume(connection, data)
        elif operation in (3, 4, 8, 31):
            if self._find_session(connection) is None:
                raise GatewayClosed(4003, "Not authenticated.")
            if operation != 3:
                self.unsupported.append(f"GATEWAY op {operation}")
                log.warning("The harbour does not support gateway operation %s", operation)
        else:
            raise GatewayClosed(4001, "Unknown opcode.")

    def _find_session(self, connection: Connection) -> Session | None:
        return next((s for s in self.sessions.values() if s.connection is connection), None)

    def _identify(self, connection: Connection, data: JsonValue) -> None:
        if self._find_session(connection) is not None:
            raise GatewayClosed(4005, "Already authenticated.")
        if not isinstance(data, dict) or data.get("token") != self._token:
            raise GatewayClosed(4004, "Authentication failed.")
        intents = data.get("intents")
        if not isinstance(intents, int) or intents < 0 or intents >> 32:
            raise GatewayClosed(4013, "Invalid intent(s).")
        shard = data.get("shard") or [0, 1]
        if len(shard) != 2 or not all(isinstance(n, int) for n in shard) or not 0 <= shard[0] < shard[1]:
            raise GatewayClosed(4010, "Invalid shard.")
        session = Session(secrets.token_hex(16), (shard[0], shard[1]), intents, connection)
        self._discard_lost_sessions(session.shard)
        self.sessions[session.id] = session
        bot = self._state.bot
        guilds = [g for g in self._state.guilds.values() if bot.id in g.members and session.serves(g.id)]
        ready: Json = {
            "v": 10,
            "user": {**bot.to_json(), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._url(),
            "shard": list(session.shard),
            "application": {"id": self._state.application_id, "flags": 0},
            "session_type": "normal",
            "private_channels": [],
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            session.dispatch("GUILD_CREATE", self.describe_guild(guild))
        self._state.signal.notify()

    def _discard_lost_sessions(self, shard: tuple[int, int]) -> None:
        """Discard disconnected sessions of a shard: a client that identifies anew will not resume them."""
        lost_ids = [s.id for s in self.sessions.values() if s.shard == shard and s.connection is None]
        for session_id in lost_ids:
            del self.sessions[session_id]

    def describe_guild(self, guild: Guild) -> Json:
        """The guild as GUILD_CREATE describes it."""
        state, bot_id = self._state, self._state.bot.id
        threads = [
            t for t in state.list_threads(guild) if state.may_read(bot_id, t) and t.thread and not t.thread.archived
        ]
        return {
            **guild.to_json(),
            "joined_at": guild.members[bot_id].to_json()["joined_at"],
            "unavailable": False,
            "large": False,
            "member_count": len(guild.members),
            "members": [guild.members[bot_id].to_json()],
            "channels": [channel.to_json() for channel in state.list_channels(guild)],
            "threads": [thread.to_json(bot_id) for thread in threads],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _resume(self, connection: Connection, data: JsonValue) -> None:
        if not isinstance(data, dict) or data.get("token") != self._token:
            raise GatewayClosed(4004, "Authentication failed.")
        session = self.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        missed = session.list_missed(sequence) if session is not None and isinstance(sequence, int) else None
        if session is None or missed is None:
            connection.outgoing.put_nowait({"op": 9, "d": False, "s": None, "t": None})
            return
        session.connection = connection
        for payload in missed:
            connection.outgoing.put_nowait(payload)
        session.dispatch("RESUMED", {"_trace": []})
        self._state.signal.notify()

    # Cutting connections

    async def drop(self, *, forget: bool = False) -> None:
        """Close every socket. Clients then resume their sessions. With `forget`, the harbour refuses that (op 9)."""
        sessions = self.connected
        if forget:
            self.sessions.clear()
        for session in sessions:
            connection, session.connection = session.connection, None
            if connection is not None:
                await connection.socket.close(code=4000)
        self._state.signal.notify()

    async def close(self) -> None:
        """Close every socket."""
        for session in self.connected:
            if session.connection is not None:
                await session.connection.socket.close(code=1001)
