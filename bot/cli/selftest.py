"""`boneyard selftest` tries out in a channel what the bot does on Discord, and deletes what it has posted there."""

import asyncio
from contextlib import suppress

from bot.cli.exit_status import ExitStatus
from bot.cli.run import catch_stop_signals, demand_token
from bot.config import Misconfigured, Settings, Unavailable
from bot.edge import client as connection
from bot.edge.messenger import Brake, DiscordMessenger
from bot.edge.selftest import SelfTest, StepResult, find_channel, find_owner
from bot.edge.steady_clock import SteadyClock
from bot.serving.app import HUNG_UP
from bot.serving.login import login, raise_connection_error, run_until
from bot.wording import HOST

CONNECTED_WITHIN = 60.0
"""Seconds in which the connection to Discord's gateway should be up."""


async def run_selftest(settings: Settings, channel: int | None, user: int | None) -> int:
    """Print a line for each step. Return the exit status, which is OK only if every step passed.

    The direct message goes to `user`, or to the owner of the application. The test needs no database, and may run
    beside the bot. Raises Misconfigured without a channel or token, and Unavailable if Discord is out of reach.
    """
    if channel is None:
        raise Misconfigured(HOST.say("selftest/no_channel"))
    demand_token(settings)
    clock = SteadyClock()
    discord_at = connection.Addresses(*settings.discord_at)
    client = connection.make(discord_at, settings.shards, settings.shard_numbers, clock=clock)
    client.listen(_leave_to_the_bot)
    async with catch_stop_signals() as stop:
        connecting = None
        try:
            if not await run_until(stop, login(client, settings)):
                return ExitStatus.INTERRUPTED
            connecting = asyncio.create_task(client.connect(), name="gateway")
            if not await run_until(stop, _wait_until_connected(client, connecting)):
                return ExitStatus.INTERRUPTED
            return await _try_out(client, clock, channel, user, stop)
        finally:
            if connecting is not None:
                connecting.cancel()
                await asyncio.gather(connecting, return_exceptions=True)
            await client.close()


async def _leave_to_the_bot(_: object) -> None:
    """Leave an interaction to the bot that may be running."""


async def _wait_until_connected(client: connection.Client, connecting: asyncio.Task[None]) -> None:
    """Wait until the connection knows its servers.

    Raises Misconfigured or Unavailable if the connection ends, or if this takes too long.
    """
    ready = asyncio.create_task(client.wait_until_ready(), name="ready")
    try:
        await asyncio.wait({connecting, ready}, timeout=CONNECTED_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        if connecting.done():
            raise_connection_error(connecting.exception())
        if not ready.done() or connecting.done():
            raise Unavailable(HUNG_UP)
    finally:
        ready.cancel()
        with suppress(asyncio.CancelledError):
            await ready


async def _try_out(
    client: connection.Client, clock: SteadyClock, channel_id: int, user: int | None, stop: asyncio.Event
) -> int:
    """Take the steps. Clean up, whatever happens. Return the exit status."""
    channel = await find_channel(client, channel_id, HOST)
    if isinstance(channel, str):
        _print(StepResult("channel", channel))
        return ExitStatus.FAILED
    messenger = DiscordMessenger(client, lambda _: None, lambda _: None, Brake())
    test = SelfTest(client, messenger, channel, user or find_owner(client), clock, HOST)
    passed = True
    try:
        async for step in test.run(stop):
            _print(step)
            passed &= not step.trouble
    finally:
        cleaned = await test.clean_up()
        _print(cleaned)
    if stop.is_set():
        print(HOST.say("selftest/interrupted_left" if cleaned.trouble else "selftest/interrupted"))
        return ExitStatus.INTERRUPTED
    return ExitStatus.OK if passed and not cleaned.trouble else ExitStatus.FAILED


def _print(step: StepResult) -> None:
    key = "failed" if step.trouble else "ok_but" if step.note else "ok"
    print(HOST.say(f"selftest/{key}", topic=step.topic, trouble=step.trouble, note=step.note), flush=True)
