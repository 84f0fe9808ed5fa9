"""The gateway connection: alive or not, single or sharded, closed cleanly, with only the intents that it needs."""

import asyncio
from typing import Any

import pytest

from bot.edge import client as connection
from bot.edge.client import INTENTS
from harbour import Harbour
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.bot.harness.no_places import NO_PLACES


async def connect(client: connection.Client, harbour: Harbour) -> "asyncio.Task[None]":
    await client.login(harbour.token)
    line = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    return line


async def ignore(_: Any) -> None:
    return None


@pytest.mark.parametrize("shards", [1, 0])
async def test_a_client_receives_interactions_and_reports_its_health(harbour: Harbour, shards: int) -> None:
    client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base), shards)
    heard: list[Any] = []

    async def receive(interaction: Any) -> None:
        heard.append(interaction)
        await interaction.response.defer(ephemeral=True)

    client.listen(receive, NO_PLACES)
    line = await connect(client, harbour)
    assert client.connections
    await client.http.bulk_upsert_global_commands(
        client.application_id or 0, payload=[{"type": 1, "name": "yes", "description": "Yes"}]
    )
    bear = harbour.add_user("Bear")
    await (await bear.slash("yes")).wait_for_acknowledgement()
    assert len(heard) == 1
    await client.close()
    await line
    assert harbour.gateway.connected == []
    assert any(request.path == "/gateway/bot" for request in harbour.requests) == (shards == 0)


async def test_a_client_opens_the_connections_that_it_was_given(harbour: Harbour) -> None:
    client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base), 3, {2})
    client.listen(ignore, NO_PLACES)
    line = await connect(client, harbour)
    assert [connection.shard for connection in harbour.gateway.connected] == [(2, 3)]
    assert client.connections
    await client.close()
    await line


async def test_a_lost_connection_is_not_alive_until_it_is_resumed(harbour: Harbour) -> None:
    client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base))
    changes: list[bool] = []
    client.listen(ignore, NO_PLACES)
    line = await connect(client, harbour)
    note = client.connections.note

    def note_change(shard: int, up: bool) -> None:
        changes.append(up)
        note(shard, up)
        harbour.state.signal.notify()

    client.connections.note = note_change  # type: ignore[method-assign]
    await harbour.gateway.drop()
    await harbour.state.signal.wait_until(
        lambda: False in changes and changes[-1], DEFAULT_TIMEOUT_S, "the line to come back"
    )
    assert changes[0] is False
    assert client.connections
    await client.close()
    await line


def test_no_privileged_intent_is_asked_for() -> None:
    assert INTENTS.guilds
    assert not INTENTS.members
    assert not INTENTS.presences
    assert not INTENTS.message_content
    assert not INTENTS.messages


async def test_an_event_after_the_close_is_dropped(harbour: Harbour) -> None:
    """A connection cut while the client closes may send an event after the library has dropped its event loop."""
    client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base))
    client.listen(ignore, NO_PLACES)
    line = await connect(client, harbour)
    await client.close()
    await line
    client.dispatch("disconnect")
