"""`/health` and `/metrics`. Healthy means: the gateway is heard, the database can be written, every task runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.config import Misconfigured
from bot.ops.metrics import Metrics

if TYPE_CHECKING:
    from aiohttp import web

DATABASE_WITHIN: Final = 5.0
"""Seconds that the database may take to show that it can be written."""


class Health:
    """The little server that a container platform asks. `gateway` tells whether Discord is heard, `database` raises
    if it cannot be written, `tasks` tells whether everything that is to run as long as the bot still does."""

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
        """Answer from now on; raises Misconfigured if the port is taken. Only who wants this loads a server."""
        from aiohttp import web

        app = web.Application()
        app.add_routes([web.get("/health", self._health), web.get("/metrics", self._numbers)])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            reason = error.strerror or type(error).__name__
            raise Misconfigured(f"HEALTH_PORT {port} on {host} cannot be used: {reason}.") from None
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Answer no more."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def state(self) -> dict[str, bool]:
        """What is well and what is not."""
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

    async def _numbers(self, _request: web.Request) -> web.Response:
        from aiohttp import web

        self._metrics.connected(self._gateway())
        return web.Response(body=self._metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4"})
