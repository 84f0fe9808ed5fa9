"""The pages `/health` and `/metrics`. The bot is healthy if it can serve people now.

`/health/alive` answers while the process does anything at all. If it is silent, the process hangs, and whatever started
it should kill it; a process that is alive but not healthy often waits for Discord or the database.

These checks decide:

- `gateway`: Discord is connected, or was until a short time ago.
- `database`: the database can be read.
- `writer`: a write finishes in time.
- `tasks`: every long-lived task is running.
- `clocks`: tables are woken on time.
- `discord`: Discord has answered a request of the last 20 seconds, if there was one.
- `press`: a press that is made up once a minute gets through router, reader, fold and painter.
- `lease`: no other process can have taken over.

Seven checks are only advice. The bot serves people even if one fails, but its host should look:

- `backup`: the last backup is recent.
- `tables`: as far as is known, no table's record is damaged. A damaged table cannot be played; all others can.
- `commands`: Discord does not refuse the list of commands.
- `messages`: no message is overdue for ten minutes.
- `reached`: Discord refuses no message to a person because of what the bot sends.
- `release`: no newer release is known. Only a host who has set RELEASES_URL is told of one.
- `stuck`: no table's automatic moves fail again and again.

Both pages also tell figures (`bot.ops.metrics.FIGURES`), such as how many people cannot be reached, and for how long.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from bot.config import Misconfigured
from bot.ops.metrics import Metrics
from bot.store import Store, key_values

if TYPE_CHECKING:
    from aiohttp import web

CHECKED_WITHIN: Final = 5.0
"""Seconds after which a check counts as failed."""

PROBE_MEMO: Final = "health"

ADVICE: Final = frozenset({"backup", "commands", "messages", "reached", "release", "stuck", "tables"})
"""Checks that are shown, but do not decide if the bot is healthy."""

Check = Callable[[], bool | Awaitable[bool]]
"""Returns True if healthy. A check that raises or takes too long has failed."""


def serves_people(results: Mapping[str, object]) -> bool:
    """True if no check has failed but those that are only advice."""
    return all(passed is not False for name, passed in results.items() if name not in ADVICE)


@contextlib.contextmanager
def refuse_port(host: str, port: int) -> Iterator[None]:
    """Raise Misconfigured if the block cannot open the health port."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Misconfigured(
            f"HEALTH_PORT {port} on {host} cannot be used ({reason}): set another HEALTH_PORT or HEALTH_HOST."
        ) from None


class StoreProbe(Struct):
    """Checks a store through the same reader and writer that moves use.

    A check on a connection of its own would pass even if the writer or every reader hung.
    """

    store: Store
    part: str
    """The part of the servers that this process serves."""
    now: Callable[[], int]
    _waiting: dict[str, asyncio.Task[object]] = field(default_factory=dict)

    async def read(self) -> bool:
        """Read a value, or wait for an earlier probe that is still reading."""
        memo = f"{PROBE_MEMO}:{self.part}"
        return await self._try(
            "health-read", lambda: self.store.reader.run(lambda connection: key_values.get(connection, memo))
        )

    async def write(self) -> bool:
        """Write a value, or wait for an earlier probe that is still writing."""
        memo, at = f"{PROBE_MEMO}:{self.part}", self.now()
        return await self._try("health-write", lambda: self.store.writer.write(key_values.put, memo, at, at))

    async def _try(self, name: str, work: Callable[[], Coroutine[None, None, object]]) -> bool:
        probe = self._waiting.get(name)
        if probe is None or probe.done():
            probe = self._waiting[name] = asyncio.create_task(work(), name=name)
        await asyncio.shield(probe)
        return True

    async def close(self) -> None:
        """Cancel the probes that still wait."""
        for probe in self._waiting.values():
            probe.cancel()
        await asyncio.gather(*self._waiting.values(), return_exceptions=True)


class Health(Struct):
    """A small server for container platforms and Prometheus."""

    _checks: Mapping[str, Check]
    _metrics: Metrics
    _connected: Callable[[], bool]
    _runner: web.AppRunner | None = None
    port: int = 0

    async def start(self, host: str, port: int) -> None:
        """Start serving. Raises Misconfigured if the port is taken. aiohttp is loaded only here."""
        from aiohttp import web

        app = web.Application()
        app.add_routes([
            web.get("/health", self._show_health),
            web.get("/health/alive", self._show_life),
            web.get("/metrics", self._show_metrics),
        ])  # fmt: skip
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        with refuse_port(host, port):
            await web.TCPSite(self._runner, host, port).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop serving."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def run_checks(self) -> dict[str, bool]:
        """Run the checks, and return the result of each: True if it passed."""
        results = await asyncio.gather(*map(_passes, self._checks.values()))
        return dict(zip(self._checks, results, strict=True))

    async def _show_health(self, _request: web.Request) -> web.Response:
        from aiohttp import web

        results = await self.run_checks()
        figures = await self._metrics.refresh(results)
        return web.json_response(results | figures, status=200 if serves_people(results) else 503)

    async def _show_life(self, _request: web.Request) -> web.Response:
        from aiohttp import web

        return web.Response(text="alive\n")

    async def _show_metrics(self, _request: web.Request) -> web.Response:
        from aiohttp import web

        self._metrics.set_connected(self._connected())
        await self._metrics.refresh(await self.run_checks())
        return web.Response(body=self._metrics.format_text(), headers={"Content-Type": "text/plain; version=0.0.4"})


async def _passes(check: Check) -> bool:
    try:
        async with asyncio.timeout(CHECKED_WITHIN):
            found = check()
            return found if isinstance(found, bool) else await found
    except Exception:
        return False
