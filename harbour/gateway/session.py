"""One connected bot: its socket, and the session that it can resume after losing the socket."""

import asyncio
import json
import zlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from harbour.base.json_types import Json

KEPT_FOR_RESUME = 5_000
"""The number of events that a session remembers for a RESUME."""


class GatewayClosed(Exception):
    """The end of a connection, with one of Discord's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(slots=True, eq=False)
class Connection:
    """One socket, with the queue of payloads that wait to be sent."""

    socket: web.WebSocketResponse
    compression: str | None
    """Kind of compression that the client asked for. Unknown kinds get plain text, which every client accepts."""
    outgoing: asyncio.Queue[Json | None] = field(default_factory=asyncio.Queue)

    async def write(self) -> None:
        """Send queued payloads until None is queued or the socket is gone."""
        compressor = zlib.compressobj() if self.compression == "zlib-stream" else None
        while (payload := await self.outgoing.get()) is not None:
            text = json.dumps(payload)
            try:
                if compressor is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(
                        compressor.compress(text.encode()) + compressor.flush(zlib.Z_SYNC_FLUSH)
                    )
            except (ConnectionError, RuntimeError):
                return


@dataclass(slots=True, eq=False)
class Session:
    """A client's session. After its socket is lost, the client can connect again and resume the session."""

    id: str
    shard: tuple[int, int]
    """Number of the shard, and total number of shards."""
    intents: int
    connection: Connection | None
    """The open socket; None while the client is away."""
    sequence: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT_FOR_RESUME))

    def serves(self, guild_id: str | None) -> bool:
        """True if events of this guild go to this shard. Direct messages (None) go to shard 0."""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number if guild_id else number == 0

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event and keep it for a RESUME."""
        self.sequence += 1
        payload: Json = {"op": 0, "t": name, "s": self.sequence, "d": data}
        self.sent.append(payload)
        if self.connection is not None:
            self.connection.outgoing.put_nowait(payload)

    def list_missed(self, sequence: int) -> list[Json] | None:
        """Events after `sequence`; None if some of them have been forgotten."""
        missed = [payload for payload in self.sent if payload["s"] > sequence]
        complete = len(missed) == self.sequence - sequence and sequence >= 0
        return missed if complete else None
