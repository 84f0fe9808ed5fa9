"""The time since Discord last answered, judged by the requests that the bot makes anyway."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import pytest
from aiohttp import ClientError, ClientSession, web

from bot.edge.reachability import GIVEN_UP_AFTER, Reachability
from bot.services.checkup import SILENT
from tests.web_server import serve


class Now:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def reachability(now: Now) -> Reachability:
    return Reachability(now)


def test_without_requests_there_is_no_silence(now: Now, reachability: Reachability) -> None:
    now.at += 1e6
    assert reachability.measure_silence() == 0


def test_requests_without_an_answer_count_from_the_first_until_an_answer(now: Now, reachability: Reachability) -> None:
    for request in range(4):
        reachability.note_begin(request)
        now.at += 6
    assert reachability.measure_silence() == 24 > SILENT
    reachability.note_begin(9)
    reachability.note_answer()
    assert reachability.measure_silence() == 0


def answer_with(status: int, **headers: str) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(_: web.Request) -> web.Response:
        return web.Response(status=status, headers=headers, text="{}")

    return handle


async def cut(request: web.Request) -> web.Response:
    assert request.transport is not None
    request.transport.close()
    return web.Response()


JSON, PAGE = "application/json", "text/html"


@pytest.mark.parametrize(
    ("handler", "answered"),
    [
        (answer_with(200), True), (answer_with(403, **{"Content-Type": JSON}), True),
        (answer_with(404, **{"Content-Type": JSON}), True),
        (answer_with(429, **{"Content-Type": JSON}), True), (answer_with(503, **{"Content-Type": JSON}), False),
        (answer_with(502, **{"Content-Type": PAGE}), False), (answer_with(403, **{"Content-Type": PAGE}), False),
        (answer_with(429, **{"Content-Type": PAGE}), False),
        (answer_with(429, **{"Content-Type": JSON, "X-RateLimit-Global": "true"}), False), (cut, False),
    ],
)  # fmt: skip
async def test_only_discord_itself_counts_as_answering(
    now: Now, reachability: Reachability, handler: Callable[[web.Request], Awaitable[web.Response]], answered: bool
) -> None:
    async with serve(handler) as address, ClientSession(middlewares=[reachability.follow]) as session:
        with contextlib.suppress(ClientError):
            async with session.get(address):
                pass
    now.at += 30
    assert (reachability.measure_silence() == 0) is answered


@pytest.mark.parametrize(
    ("waited", "silence"),
    [(0, 0), (GIVEN_UP_AFTER, GIVEN_UP_AFTER + 30), (GIVEN_UP_AFTER - 0.01, GIVEN_UP_AFTER + 29.99)],
)
async def test_only_a_request_that_the_library_gives_up_is_a_failure(
    now: Now, reachability: Reachability, waited: float, silence: float
) -> None:
    release, begun = asyncio.Event(), asyncio.Event()

    async def wait(_: web.Request) -> web.Response:
        begun.set()
        await release.wait()
        return web.Response()

    async with serve(wait) as address, ClientSession(middlewares=[reachability.follow]) as session:
        asking = asyncio.create_task(session.get(address).__aenter__())
        await begun.wait()
        now.at += waited
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        release.set()
    now.at += 30
    assert reachability.measure_silence() == silence
