"""The commands in an independent fake of Discord: their visibility, and answers that come too late."""

import asyncio

import discord
import pytest
import simcord

from bot.acts import register
from bot.edge import client as connection
from bot.edge import sync
from bot.edge.checkup import INVITATION
from bot.edge.errors import ErrorBoundary
from bot.edge.router import Router
from bot.ports.requests import reply_text
from bot.services.request import TableRequest
from bot.services.services import Quotas
from bot.tables.aggregate.limits import Limits
from games.core.refused import Refused
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.bot.harness.edge_parts import make_responder
from tests.bot.harness.fake_services import FakeServices, FakeTable
from tests.bot.harness.no_places import NO_PLACES

pytestmark = pytest.mark.simcord(settle_timeout=DEFAULT_TIMEOUT_S)


@pytest.fixture
def services() -> FakeServices:
    return FakeServices()


@pytest.fixture
def simcord_bot(services: FakeServices) -> connection.Client:
    """The bot that `simcord_env` runs."""
    api, gateway = "https://discord.com/api/v10", "wss://gateway.discord.gg/"
    client = connection.make(connection.Addresses(api, gateway))
    boundary = ErrorBoundary(lambda _: None)
    router = Router(
        services.services,
        register(),
        make_responder(),
        boundary,
        lambda *_: None,
        Quotas(Limits()),
    )
    client.listen(router.receive, NO_PLACES)

    async def load() -> None:
        return None

    async def store(_: str) -> None:
        return None

    async def hand_over() -> None:
        await sync.sync_commands(client, router.acts.make_payload(), load, store)

    client.setup_hook = hand_over  # type: ignore[method-assign]
    return client


@pytest.fixture
def env(simcord_env: simcord.Env) -> simcord.Env:
    return simcord_env


async def test_a_crew_member_sees_the_game_commands_and_not_the_doctor(env: simcord.Env) -> None:
    guild = env.create_guild()
    channel = guild.create_text_channel("mess-deck")
    bear = guild.add_member(env.create_user("bear"))
    seen = bear.available_commands(channel)
    assert {"help", "rules", "table open", "hand show", "why", "move"} <= set(seen)
    assert not {"boneyard doctor", "books adjust"} & set(seen)


async def test_the_doctor_names_what_is_lacking_to_those_who_manage_the_server(env: simcord.Env) -> None:
    guild = env.create_guild()
    channel = guild.create_text_channel("mess-deck")
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    bull = guild.add_member(env.create_user("bull"), roles=[managers])
    lacking = await bull.slash(channel, "boneyard doctor")
    assert lacking.ephemeral
    assert lacking.response is not None
    assert "**view channel**" not in lacking.response.content
    assert "**send messages**" not in lacking.response.content
    assert env.bot.user is not None
    allowed = discord.PermissionOverwrite.from_pair(INVITATION, discord.Permissions.none())
    roomy = guild.create_text_channel("roomy", overwrites={env.bot.user: allowed})
    well = await bull.slash(roomy, "boneyard doctor")
    assert well.response is not None
    assert f"✓ **permissions**: everything the bot needs in <#{roomy.id}> is allowed." in well.response.content
    assert "The host of the bot should look at: emojis, disk." in well.response.content
    assert "3 bytes" not in well.response.content
    mute = discord.PermissionOverwrite(attach_files=False)
    quiet = guild.create_text_channel("quiet", overwrites={env.bot.user: mute})
    told_why = await bull.slash(quiet, "boneyard doctor")
    assert told_why.response is not None
    assert "✗ **permissions**: in <#" in told_why.response.content
    assert "**attach files** (boards and racks are pictures)" in told_why.response.content
    elsewhere = await bull.slash(roomy, "boneyard doctor")
    assert elsewhere.response is not None
    assert f"! **permissions**: something is missing in <#{quiet.id}> as well." in elsewhere.response.content


async def test_a_game_command_works_in_a_dm(env: simcord.Env, services: FakeServices) -> None:
    bear = env.create_user("bear")
    env.create_guild().add_member(bear)
    assert "tally show" not in bear.available_commands()
    await bear.slash("move", words="play 6-4")
    assert [asked[:3] for asked in services.asked] == [(7, "play", "6-4")]


async def test_a_game_command_is_answered_in_private(env: simcord.Env, services: FakeServices) -> None:
    guild = env.create_guild()
    channel = guild.create_text_channel("mess-deck")
    bear = guild.add_member(env.create_user("bear"))

    def refuse() -> None:
        raise Refused("DD-21", "not_held")

    services.answer = refuse  # type: ignore[assignment]
    result = await bear.slash(channel, "move", words="play 6-4")
    assert result.ephemeral
    assert result.response is not None
    assert result.response.content.endswith("\n-# DD-21")
    assert channel.last_message is None


async def test_an_answer_after_the_interaction_has_expired_is_dropped(env: simcord.Env, services: FakeServices) -> None:
    """The services take a quarter of an hour. Discord no longer accepts the answer, and nobody sees an error."""
    guild = env.create_guild()
    channel = guild.create_text_channel("mess-deck")
    bear = guild.add_member(env.create_user("bear"))
    at_last = asyncio.Event()
    sleep = asyncio.sleep  # by simcord's clock, which the test moves on
    find_at_once = services.find_for_words

    async def find_slowly(request: TableRequest, verb: str = "") -> FakeTable:
        await sleep(16 * 60)
        at_last.set()
        return await find_at_once(request, verb)

    services.find_for_words = find_slowly  # type: ignore[method-assign]
    services.answer = lambda: reply_text("Laid.")
    result = await bear.slash(channel, "move", words="play 6-4")
    assert result.acknowledged
    await env.advance_time(17 * 60)
    assert at_last.is_set()
    assert len(services.asked) == 1
    assert env.errors == []
