"""Interactions that the bot answers in a second, against a bare discord.py handler on a harbour of its own.

The bare handler only acknowledges a press and sends a line of text. The bot finds the table, the seat and the rack of
the person who presses "My hand", and answers in words, or with a freshly drawn picture. Many people press at once; the
time is from the first press to the last answer, and includes the harbour's work on both sides. Bot and handler take
turns in each round. The figures are medians over the rounds, and the ratio is the median of each round's ratio.
"""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import discord

from bot.cli.run import find_button
from bot.edge import client as connection
from bot.edge.messenger import Brake, DiscordMessenger
from bot.ports.messenger import Place
from bot.ports.ui import Button, Message
from harbour import Harbour, Person
from harbour import Message as Posted
from render.cache import PictureCache
from tests.bench.rows import Row, compare
from tests.bot.harness.no_places import NO_PLACES
from tests.stories.evening import evening

TEXT_AT_LEAST = 0.35
RACK_AT_LEAST = 0.12
AT_ONCE = 16
LINE = "Your hand: a line of words about as long as a hand in words is, so that both wires carry the same."


async def measure_presses(people: list[Person], message: Posted, count: int) -> float:
    """Presses answered a second, `AT_ONCE` of them under way at any time."""
    custom_id = find_button(message, "hand.show")
    waiting = iter(range(count))

    async def press(person: Person) -> None:
        for _ in waiting:
            followup = await (await person.press(message, custom_id)).followup(timeout=30)
            assert followup.content or followup.attachments

    began = time.perf_counter()
    await asyncio.gather(*(press(people[number % len(people)]) for number in range(AT_ONCE)))
    return count / (time.perf_counter() - began)


@contextlib.asynccontextmanager
async def start_bare_handler() -> AsyncIterator[tuple[list[Person], Posted]]:
    """Start the bare handler; yields people, and a message with a button that it answers."""
    async with Harbour() as harbour:
        client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base))

        async def receive(interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True)
            await interaction.followup.send(LINE, ephemeral=True)

        client.listen(receive, NO_PLACES)
        await client.login(harbour.token)
        line = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        panel = Message("The table", rows=((Button("hand.show", "My hand"),),), table=1, sequence=1)
        place = Place(int(harbour.channel.id), int(harbour.guild.id))
        number = await DiscordMessenger(client, lambda _: None, lambda _: None, Brake()).send(place, panel, "panel")
        try:
            yield [harbour.add_user(f"P{seat}") for seat in range(4)], harbour.channel.messages[str(number)]
        finally:
            await client.close()
            await line


async def measure_round(folder: Path, number: int, count: int) -> tuple[float, float, float]:
    """Measure a round: presses a second of the bare handler, of the bot in words, and of the bot with pictures."""
    async with start_bare_handler() as (people, panel):
        await measure_presses(people, panel, AT_ONCE)
        plain = await measure_presses(people, panel, count)
    async with evening(folder / str(number)) as night:
        await night.open("pussers-bones")
        await night.start()
        await night.until(lambda table: table.public_view.phase == "turn")
        await measure_presses(night.people, night.board(), AT_ONCE)
        night.parts.pictures._kept = PictureCache(limit=0)
        drawn = await measure_presses(night.people, night.board(), count // 2)
        for person in night.people:
            await night.settle(await person.slash("me text", options={"value": "on"}))
        words = await measure_presses(night.people, night.board(), count)
    return plain, words, drawn


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, anchor, ratio, at least): answers a second."""

    async def measure_rounds() -> list[tuple[float, float, float]]:
        with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
            return [
                await measure_round(Path(folder), number, 64 if quick else 256) for number in range(1 if quick else 5)
            ]

    found = asyncio.run(measure_rounds())
    plain, words, drawn = zip(*found, strict=True)
    return [
        compare("interactions answered a second, in words / bare handler", words, plain, TEXT_AT_LEAST),
        compare("interactions answered a second, a rack drawn / bare handler", drawn, plain, RACK_AT_LEAST),
    ]
