"""A bot connected to the harbour, with services that answer as each test wants."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, cast

import pytest

from bot.edge import client as connection, sync
from bot.edge.acts import Act, Acts, Heading
from bot.edge.discord_commands import Kind, Option, Reach
from bot.edge.errors import ErrorBoundary
from bot.edge.interactions import InteractionRequest
from bot.edge.messenger import Brake, DiscordMessenger
from bot.edge.responder import FileReply
from bot.edge.router import Router
from bot.messages.replays.replay import WENT
from bot.ports import Button, Item, Menu, Message, Pattern, Place, Reply
from bot.services.services import Cost, Quotas, Services
from bot.store import RowDamaged
from bot.tables.aggregate import Limits
from harbour import Harbour, Person
from tests.bot.harness.edge_parts import make_responder
from tests.bot.harness.fake_services import FakeServices
from tests.bot.harness.no_places import NO_PLACES


async def note_command(services: Services, request: InteractionRequest) -> Reply:
    fake = cast(FakeServices, services)
    fake.asked.append((request.path, dict(request.options), request.people, request.requester, request.id))
    return fake.answer()


async def send_paper(services: Services, request: InteractionRequest) -> FileReply:
    return FileReply("Here.", "paper.json", b"{}")


async def suggest(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    cast(FakeServices, services).asked.append(("suggest", request.focused, request.read_text("bone")))
    cast(FakeServices, services).answer()
    return [(f"Bone {number}", f"R{number}") for number in range(40)] + [("Bone 1", "twice")]


async def press(services: Services, request: InteractionRequest) -> Reply:
    return await cast(FakeServices, services).press(request)


ACTS = Acts(
    [
        Act(
            command="discard",
            description="Throw one",
            options=(Option("bone", required=True, suggest=suggest, description="Which"),),
            reach=Reach.USER_INSTALL,
            cost=Cost.ANNOUNCEMENT,
            use=note_command,
        ),
        Act(command="paper", description="A file", cost=Cost.PRESS, use=send_paper),
        Act(
            command="table sub",
            options=(Option("to", Kind.PERSON),),
            cost=Cost.PRESS,
            use=note_command,
        ),
        Act(
            controls=("yes", "discard", Pattern("discard.{piece}"), "salt.give", "hand.show"),
            cost=Cost.PRESS,
            use=press,
        ),
        Act(controls=(WENT,), slow=True, cost=Cost.PRESS, use=press),
        Act(controls=("salt",), opens_form=True, cost=Cost.PRESS, use=press),
    ],
    {"table": Heading()},
)
PANEL = Message(
    "The table",
    rows=(
        (Button("yes", "Yes!"), Button("salt", "Salt"), Button("hand.show", "My hand")),
        (Menu("discard", "Throw", (Item("R1", "One"), Item("R2", "Two"))),),
    ),
    table=7,
    sequence=41,
)


@dataclass
class Rig:
    """A bot connected to a harbour, and the parts of it that tests reach for."""

    harbour: Harbour
    services: FakeServices
    router: Router
    messenger: DiscordMessenger
    bear: Person
    seen: Counter[str]

    async def post_panel(self, message: Message = PANEL) -> Any:
        """Post a message with controls in the harbour's channel."""
        place = Place(int(self.harbour.channel.id), int(self.harbour.guild.id))
        number = await self.messenger.send(place, message, "panel")
        return self.harbour.channel.messages[str(number)]


@pytest.fixture
async def rig(harbour: Harbour, client: connection.Client) -> AsyncIterator[Rig]:
    services, seen = FakeServices(), Counter[str]()

    def count(what: str) -> None:
        seen[what] += 1

    def count_interaction(kind: str, seconds: float) -> None:
        seen[f"heard {kind}"] += 1

    boundary = ErrorBoundary(count, (ConnectionError,), (RowDamaged,))
    router = Router(services.services, ACTS, make_responder(), boundary, count_interaction, Quotas(Limits()))
    client.listen(router.receive, NO_PLACES)

    async def load_nothing() -> None:
        return None

    async def keep(value: str) -> None:
        seen["synced"] += 1

    await sync.sync_commands(client, ACTS.make_payload(), load_nothing, keep)
    line = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    messenger = DiscordMessenger(client, lambda _: None, count, Brake())
    yield Rig(harbour, services, router, messenger, harbour.add_user("Bear"), seen)
    await router.drain()
    await client.close()
    await line
