"""A harbour, and a client that is logged in there without a gateway connection."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.edge import client as connection
from harbour import Harbour
from tests.bot.edge.rig import rig

__all__ = ["client", "harbour", "rig"]


@pytest.fixture
async def harbour() -> AsyncIterator[Harbour]:
    async with Harbour() as made:
        yield made
        assert made.failures == []


@pytest.fixture
async def client(harbour: Harbour) -> AsyncIterator[connection.Client]:
    made = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base))
    await made.login(harbour.token)
    yield made
    await made.close()
    await asyncio.sleep(0)
