"""The bot as a process of its own, killed in the middle of a hand at every kind of moment, and started again.

Nothing that was accepted is lost, nothing is played twice, and every board and rack comes out right.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.cli.run import button
from bot.store import events as stored_events
from bot.store.store import Store
from bot.tables.deadlines import resting
from bot.tables.repository import TableRepository
from bot.tables.table import Table
from games.bonedoneskis.state import State as StudTable
from games.core import registry
from games.core.seats import Seat
from games.duo.state import State as DuoTable
from games.lombardy.state import State as LombardyTable
from games.pieces.bones import FULL_SET
from games.pieces.dominoes import mask
from harbour import Harbour, InteractionResponse, Message, Person
from tests.games.pussers.test_properties import bones_at
from tests.harbour.description import load_description, reused_nonces
from tests.races.process import SEED
from tests.stories.evening import NAMES, type_words, words_for
from tests.stories.table_messages import board_messages, rack_messages, wait_until_shown

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120.0
"""Seconds until something that should come is missed: a start alone takes twenty where eight programs share a core."""


def dominoes(table: DuoTable | LombardyTable) -> bool:
    """Check that every domino is somewhere, and nowhere twice."""
    drawn_from = table.boneyard if isinstance(table, LombardyTable) else ()
    parts = [*table.holdings, mask(drawn_from), table.line.on_table]
    return sum(part.bit_count() for part in parts) == 28 and sum(parts) == (1 << 28) - 1


def cards(table: StudTable) -> bool:
    """Check that every card is somewhere, and nowhere twice."""
    lying = [it & 63 for line in table.lines for it in line]
    return sorted([*table.deck, *table.muck, *lying]) == list(range(52))


@dataclass(frozen=True)
class Evening:
    """The way in which a game is played here. The games themselves come from the registry."""

    whole: Callable[[Any], bool]
    """Checks that a state has every piece exactly once."""
    house: dict[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = NAMES
    kills: tuple[int, ...] = (0, 1, 2, 4)
    """The requests that the bot still makes after a move has reached it, before it is killed.

    With few it cannot have answered; with more it has acknowledged, or is sending the messages that show the move.
    """


EVENINGS = {
    "duo-dominoes": Evening(dominoes),
    "lombardy-bones": Evening(dominoes, {"call_mode": "everyone-decides"}),
    "pussers-bones": Evening(
        lambda table: table.hand == 0 or bones_at(table) == sorted(FULL_SET),
        {"call_mode": "everyone-decides"},
        kills=(0, 1, 2) * 2,
    ),
    "bonedoneskis": Evening(
        cards, {"max_seats": "8"}, (*NAMES, "Tug", "Nosey", "Sharkey", "Dusty"), kills=(0, 1, 2) * 2
    ),
}
FIRST = next(iter(registry.NAMES))


def test_every_game_of_the_registry_is_killed_in() -> None:
    missing = set(registry.NAMES) ^ set(EVENINGS)
    assert not missing, f"EVENINGS needs an entry for each game, with a check of its pieces: {sorted(missing)}"


@dataclass
class Victim:
    """A bot that is killed and comes back."""

    harbour: Harbour
    folder: Path
    store: Store | None = None
    people: list[Person] = field(default_factory=list)
    process: asyncio.subprocess.Process | None = None
    table: int = 0
    game: str = FIRST

    async def start(self) -> None:
        """A new process of the bot, until the gateway hears it. AssertionError with its last words if it ends."""
        harbour = self.harbour
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": harbour.token,
            "DISCORD_API_BASE": harbour.api_base,
            "DISCORD_GATEWAY": harbour.gateway_url,
            "DISCORD_CDN": harbour.cdn_base,
            "SHARDS": "1",
            "BONEYARD_DATA": str(self.folder),
            "LOG_LEVEL": "WARNING",
            SEED: "killed",
        }
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.races.process",
            cwd=self.folder,
            env=environment,
            stderr=asyncio.subprocess.PIPE,
        )
        ended = asyncio.create_task(self.process.wait())
        ready = asyncio.create_task(harbour.bot_ready(PATIENCE))
        await asyncio.wait({ended, ready}, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            _, said = await self.process.communicate()
            raise AssertionError(f"the bot ended by itself: {said.decode()}")
        ended.cancel()
        await ready

    async def kill(self) -> str:
        """Kill it as hard as can be; gives what it had said on stderr."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        _, said = await self.process.communicate()
        await self.harbour.state.signal.wait_until(
            lambda: not self.harbour.gateway.connected, PATIENCE, "the dead line"
        )
        return said.decode()

    async def stop(self) -> int:
        """End it politely; gives the exit status."""
        assert self.process is not None
        self.process.terminate()
        await self.process.communicate()
        return self.process.returncode or 0

    async def stored(self) -> Table:
        """The table as it is on disk."""
        assert self.store is not None
        return await TableRepository(self.store, registry.game, lambda user: None).get(self.table)

    async def causes(self) -> list[str]:
        """The words that moved the game, in order, without repetition of neighbours."""
        assert self.store is not None
        found: list[str] = []
        for one in await self.store.read(stored_events.read, self.table):
            cause = one.cause or ""
            if (
                one.kind.startswith(f"{registry.game(self.game).EVENTS}.")
                and cause.startswith("i:")
                and found[-1:] != [cause]
            ):
                found.append(cause)
        return found

    async def wait_until_shown(self) -> Table:
        """Wait until there is one board, and one rack a person, and they show the table as it is on disk, which its
        own clock may move on meanwhile; gives that table. `TimeoutError` naming what is wrong when nothing comes any
        more."""
        return await wait_until_shown(self.harbour, self.people, self.stored, PATIENCE)


@pytest.fixture
async def victim(tmp_path: Path) -> AsyncIterator[Victim]:
    """A bot at a Discord that waits for its acknowledgements as long as this test does."""
    async with Harbour(acknowledge_within_s=PATIENCE) as harbour:
        made = Victim(harbour, tmp_path)
        await made.start()
        await harbour.commands_registered(PATIENCE)
        try:
            yield made
        finally:
            if made.process is not None and made.process.returncode is None:
                made.process.kill()
                await made.process.communicate()
            if made.store is not None:
                await made.store.close()
        assert harbour.failures == []
        assert load_description().differences(harbour.requests) == []
        assert reused_nonces(harbour.requests) == []


async def sit_down(victim: Victim, game: str) -> None:
    """Open a table of the game, seat everyone, and start it."""
    lobby = await take_seats(victim, game)
    first = victim.people[0]
    await (await first.press(lobby, button(lobby, "lobby.start"))).acknowledged(PATIENCE)
    await first.wait_for(lambda one: rack_messages(one) or None, PATIENCE, "the first rack")
    await victim.wait_until_shown()


async def take_seats(victim: Victim, game: str) -> Message:
    """Open a table of the game and seat everyone; gives its lobby."""
    evening = EVENINGS[game]
    victim.game, victim.people = game, [victim.harbour.add_user(name) for name in evening.names]
    first, *others = victim.people
    await (await first.slash("table open", options={"game": game})).message(PATIENCE)
    lobby = await first.wait_for_message(lambda message: button(message, "lobby.join"), timeout=PATIENCE)
    victim.table = int(button(lobby, "lobby.join").split(":")[1])
    for rule, value in evening.house.items():
        await (await first.slash("table house", options={"rule": rule, "value": value})).message(PATIENCE)
    for place, person in enumerate(others, 2):
        await (await person.press(lobby, button(lobby, "lobby.join"))).acknowledged(PATIENCE)
        seated = partial(lambda line: line in lobby.text, f"{place}. {person.name}")
        await victim.harbour.state.signal.wait_until(seated, PATIENCE, f"{person.name} at the table")
    victim.store = await Store.open(f"sqlite:///{victim.folder / 'boneyard.db'}")
    return lobby


async def speak(victim: Victim) -> InteractionResponse:
    """Type the move of the player to act; wait while the table waits for its own clock."""
    while True:
        made = len(victim.harbour.requests)
        table = await victim.stored()
        for seat, person in enumerate(victim.people):
            words = None if resting(table) and seat else words_for(table, Seat(seat))
            if words is not None:
                verb, _, argument = words.partition(" ")
                return await type_words(person, verb, argument)
        await requested(victim.harbour, made + 1)


async def move(victim: Victim) -> None:
    """A move in peace. Who is overtaken by what the clock does, and so refused, looks again and speaks again."""
    accepted = False
    while not accepted:
        answer = await speak(victim)
        answered = partial(_answered, victim.harbour, answer.interaction.token)
        await victim.harbour.state.signal.wait_until(answered, PATIENCE, "an answer")
        accepted = f"i:{answer.id}" in await victim.causes()
    await victim.wait_until_shown()


def _answered(harbour: Harbour, token: str) -> bool:
    """Check that an interaction was answered: its acknowledgement is gone, or is a refusal now."""
    return any(token in one.path and one.path.endswith("@original") for one in harbour.requests)


async def requested(harbour: Harbour, count: int) -> None:
    """Wait until the bot has made so many requests in all."""
    await harbour.state.signal.wait_until(lambda: len(harbour.requests) >= count, PATIENCE, "the bot's requests")


@pytest.mark.parametrize("game", sorted(registry.NAMES))
async def test_killed_again_and_again_in_the_middle_of_a_hand(victim: Victim, game: str) -> None:
    await sit_down(victim, game)
    said: list[str] = []
    for requests in EVENINGS[game].kills:
        before = await victim.causes()
        made = len(victim.harbour.requests)
        answer = await speak(victim)
        cause = f"i:{answer.id}"
        said.append(cause)
        await requested(victim.harbour, made + requests)
        errors = await victim.kill()
        assert "Traceback" not in errors
        accepted = cause in await victim.causes()
        await victim.start()
        table = await victim.wait_until_shown()
        after = await victim.causes()
        assert after == ([*before, cause] if accepted else before)
        assert EVENINGS[game].whole(table.state)
        await move(victim)
    assert await victim.stop() == 0
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("where", ["board", "racks"])
async def test_a_post_whose_answer_is_lost_for_longer_than_a_nonce_lasts(victim: Victim, where: str) -> None:
    """Discord took the post, the row was not written, and the bot stays away for longer than Discord remembers."""
    harbour = victim.harbour
    if where == "board":
        await sit_down(victim, FIRST)
        lost = harbour.fault("POST", rf"/channels/{harbour.channel.id}/messages", after_effect=True, hold=True)
        await victim.people[0].slash("table show")
        await harbour.state.signal.wait_until(lambda: len(board_messages(harbour)) == 2, PATIENCE, "the second board")
    else:
        lobby = await take_seats(victim, FIRST)
        dms = "|".join(person.dm_channel.id for person in victim.people)
        lost = harbour.fault(
            "POST", rf"/channels/({dms})/messages", after_effect=True, hold=True, times=len(victim.people)
        )
        await victim.people[0].press(lobby, button(lobby, "lobby.start"))
        dealt = lambda: all(rack_messages(person) for person in victim.people)  # noqa: E731
        await harbour.state.signal.wait_until(dealt, PATIENCE, "every rack")
    await victim.kill()
    lost.release()
    harbour.clock.advance(401)
    await victim.start()
    await victim.wait_until_shown()
    await move(victim)


async def test_a_word_while_the_bot_is_down_is_not_half_played(victim: Victim) -> None:
    """Discord drops it; the player is told so by Discord, and says it again when the bot is back."""
    await sit_down(victim, FIRST)
    before = await victim.causes()
    await victim.kill()
    answer = await speak(victim)
    await victim.start()
    await victim.wait_until_shown()
    assert await victim.causes() == before
    await move(victim)
    after = await victim.causes()
    assert after[:-1] == before
    assert after[-1] != f"i:{answer.id}"
