"""A server of simcord, an independent fake of Discord, with the whole bot in it and people who type and press.

simcord has its own rules about what Discord refuses. A test that passes both there and at the harbour does not rest on
a mistake of ours.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import discord
import pytest
import pytest_asyncio
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, RoleHandle
from simcord.results import InteractionResult

from bot.acts import register
from bot.edge import client as connection, sync
from bot.edge.checkup import INVITATION
from bot.edge.errors import ErrorBoundary
from bot.edge.interactions import read_stamp
from bot.edge.messenger import Brake, DiscordMessenger
from bot.edge.router import Router
from bot.services.services import Quotas
from bot.serving.build import build
from bot.serving.parts import Parts
from bot.store import Store
from bot.tables.aggregate import Limits
from tests.bot.harness.edge_parts import make_responder
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.room import settings
from tests.bot.harness.settling import settle, tick
from tests.bot.harness.word_scenes import WordScenes
from tests.chance import FixedSeals, SeededChance


class Bot:
    """The whole bot as simcord runs it. Its clock follows the ids of the interactions that it receives."""

    def __init__(self, store: Store) -> None:
        self.clock = ManualClock()
        self.client = connection.make(connection.Addresses("https://discord.com/api/v10", "wss://gateway.discord.gg/"))
        messenger = DiscordMessenger(self.client, lambda _: None, lambda _: None, Brake())
        self.parts: Parts = build(
            store,
            messenger,
            self.clock,
            WordScenes(),
            settings(),
            SeededChance("simcord"),
            FixedSeals,
            elapsed=lambda: 0.0,
        )
        minutes = count()
        # simcord's clock stands still, so give edits a clock by which none of them has to wait
        self.parts.host.workers.sync.pacing.read_time = lambda: next(minutes) * 60.0
        self.router = Router(
            self.parts.services,
            register(),
            make_responder(),
            ErrorBoundary(lambda _: None),
            lambda *_: None,
            Quotas(Limits()),
        )
        self.client.listen(self._receive, self.parts.places)
        self.client.setup_hook = self._hand_over  # type: ignore[method-assign]

    async def _receive(self, interaction: discord.Interaction) -> None:
        self.clock.now = max(self.clock.now, read_stamp(interaction.id))
        await self.router.receive(interaction)

    async def _hand_over(self) -> None:
        async def load() -> None:
            return None

        async def keep(_: str) -> None:
            return None

        await sync.sync_commands(self.client, self.router.acts.make_payload(), load, keep)


@dataclass
class Town:
    """A channel where the bot has the permissions that its invitation asks for, three people, and an admin."""

    bot: Bot
    env: simcord.Env
    channel: ChannelHandle
    people: tuple[MemberActor, ...]
    admin: MemberActor
    managers: RoleHandle
    """The role of the admin."""

    async def settle(self) -> None:
        """Wait until every message is up to date."""
        await self.bot.router.drain()
        await settle(self.bot.parts)

    async def run_command(self, person: MemberActor, command: str, /, **options: Any) -> discord.Message:
        """Type a command; returns the private answer."""
        return await self._read_answer(await person.slash(self.channel, command, **options))

    async def choose(self, person: MemberActor, entry: str, target: MemberActor | discord.Message) -> discord.Message:
        """Choose an entry in the context menu of a person or a message; returns the private answer."""
        return await self._read_answer(await person.context_menu(self.channel, entry, target))

    async def press(self, person: MemberActor, message: discord.Message, label: str) -> None:
        """Press a button, which may stand in a layout."""
        presser = person if message.channel.id == self.channel.id else person.user
        await presser.click(message, label=label)
        await self.settle()

    async def pass_time(self, milliseconds: int) -> None:
        """Let time go by at the tables."""
        self.bot.clock.forward(milliseconds)
        await tick(self.bot.parts)
        await self.settle()

    async def _read_answer(self, result: InteractionResult) -> discord.Message:
        await self.settle()
        assert result.ephemeral and result.response is not None
        return self.reload(result.response.message)

    def reload(self, message: discord.Message) -> discord.Message:
        """The message as it is now, read by somebody who may see it."""
        everybody = (*self.people, self.admin)
        shown = [seen for person in everybody for seen in (*self.channel.history(viewer=person), *self.dm(person))]
        return next(seen for seen in shown if seen.id == message.id)

    def dm(self, person: MemberActor) -> list[discord.Message]:
        """The messages of a person's DM."""
        return person.user.dm_channel.history()

    def list_messages(self, person: MemberActor) -> list[discord.Message]:
        """The messages of the channel, as a person sees them."""
        return self.channel.history(viewer=person)


def read_words(message: discord.Message) -> str:
    """The content of a message, or the texts of a layout."""
    texts = [part.content for part in _inside(message.components) if isinstance(part, discord.TextDisplay)]
    return message.content or "\n".join(texts)


def _inside(components: Sequence[object]) -> Iterator[object]:
    """All components of a message, on all levels."""
    for component in components:
        yield component
        if isinstance(component, discord.Container | discord.SectionComponent | discord.ActionRow):
            yield from _inside(component.children)


def is_layout(message: discord.Message) -> bool:
    """True if the message is one frame, with nothing beside it."""
    return message.flags.components_v2 and not message.content and len(message.components) == 1


@pytest_asyncio.fixture
async def bot(store: Store) -> AsyncIterator[Bot]:
    """The whole bot, started. What its loops look at is done by `tick` and `settle`, as in a `Room`."""
    made = Bot(store)
    await made.parts.start()
    await made.parts.stop_loops()
    yield made
    await made.router.stop()
    await made.parts.stop()


@pytest.fixture
def simcord_bot(bot: Bot) -> connection.Client:
    """The client that `simcord_env` runs."""
    return bot.client


@pytest.fixture
def town(simcord_env: simcord.Env, bot: Bot) -> Town:
    """A server with the bot and three people."""
    guild = simcord_env.create_guild()
    assert simcord_env.bot.user is not None
    allowed = discord.PermissionOverwrite.from_pair(INVITATION, discord.Permissions.none())
    channel = guild.create_text_channel("mess-deck", overwrites={simcord_env.bot.user: allowed})
    people = tuple(guild.add_member(simcord_env.create_user(name)) for name in ("Bear", "Bull", "Wally"))
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    admin = guild.add_member(simcord_env.create_user("Owner"), roles=[managers])
    return Town(bot, simcord_env, channel, people, admin, managers)
