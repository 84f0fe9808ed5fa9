"""The gateway connection: alive or not, single or sharded, closed cleanly, with only the intents that it needs."""

import asyncio
from typing import Any

import discord.backoff
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


async def drop_and_wait(client: connection.Client, harbour: Harbour) -> list[bool]:
    """Drop the connection and wait until it's back. Returns whether it was up, after each change."""
    changes: list[bool] = []
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
    return changes


async def ignore(_: Any) -> None:
    return None


@pytest.mark.parametrize(("shards", "kind"), [(1, connection.SingleClient), (0, connection.ShardedClient)])
async def test_single_and_sharded_clients_receive_interactions_and_report_their_health(
    harbour: Harbour, shards: int, kind: type[connection.Client]
) -> None:
    client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base), shards)
    assert type(client) is kind
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
    client.listen(ignore, NO_PLACES)
    line = await connect(client, harbour)
    assert (await drop_and_wait(client, harbour))[0] is False
    assert client.connections
    await client.close()
    await line


async def test_a_session_is_resumed_though_the_first_try_finds_no_network(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new session would lose what people pressed in the meantime."""
    client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base))
    client.listen(ignore, NO_PLACES)
    line = await connect(client, harbour)
    session, tries = client.ws.session_id, 0
    open_socket = client.http.ws_connect

    async def connect_again(*args: Any, **options: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError("no network")
        return await open_socket(*args, **options)

    monkeypatch.setattr(client.http, "ws_connect", connect_again)
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.0)
    await drop_and_wait(client, harbour)
    assert (tries, client.ws.session_id) == (2, session)
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
