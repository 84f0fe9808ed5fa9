"""`/health` and `/metrics`. Healthy: the gateway is connected, the database can be written, every task runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.config import Misconfigured
from bot.ops.metrics import Metrics

if TYPE_CHECKING:
    from aiohttp import web

DATABASE_WITHIN: Final = 5.0
"""Seconds for the test write to the database."""


class Health:
    """A small server for container platforms and Prometheus.

    `gateway` is true while the gateway is connected, `tasks` while all long-lived tasks run. `database` raises if the
    database cannot be written.
    """

    def __init__(
        self,
        gateway: Callable[[], bool],
        database: Callable[[], Awaitable[None]],
        metrics: Metrics,
        tasks: Callable[[], bool] = lambda: True,
    ) -> None:
        self._gateway = gateway
        self._tasks = tasks
        self._database = database
        self._metrics = metrics
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self, host: str, port: int) -> None:
        """Start to answer. Raises Misconfigured if the port is taken. The server package is loaded only here."""
        from aiohttp import web

        app = web.Application()
        app.add_routes([web.get("/health", self._health), web.get("/metrics", self._metrics_page)])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            reason = error.strerror or type(error).__name__
            raise Misconfigured(
                f"HEALTH_PORT {port} on {host} cannot be used ({reason}): set another HEALTH_PORT or HEALTH_HOST."
            ) from None
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop answering."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def state(self) -> dict[str, bool]:
        """The result of each check: True is healthy."""
        return {"gateway": self._gateway(), "database": await self._writable(), "tasks": self._tasks()}

    async def _writable(self) -> bool:
        try:
            async with asyncio.timeout(DATABASE_WITHIN):
                await self._database()
        except Exception:
            return False
        return True

    async def _health(self, _request: web.Request) -> web.Response:
        from aiohttp import web

        state = await self.state()
        return web.json_response(state, status=200 if all(state.values()) else 503)

    async def _metrics_page(self, _request: web.Request) -> web.Response:
        from aiohttp import web

        self._metrics.set_connected(self._gateway())
        return web.Response(body=self._metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4"})
