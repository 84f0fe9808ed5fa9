"""Two processes on one PostgreSQL divide the servers; the first one receives all direct messages.

So the first process makes most moves, while the other shows the crew's table and keeps its clocks.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest

from bot.cli.run import find_button, make_harbour_settings
from bot.config import Settings
from bot.delivery import edit_pacing
from bot.edge.steady_clock import SteadyClock
from bot.serving.app import App
from bot.store.processes.leases import hold_lease
from bot.store.processes.shards import ShardSet
from bot.store.store import Store
from bot.store.tables import events as stored_events
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import ChanceSource
from bot.tables.repository import TableRepository
from games.core.seats import Seat
from harbour import Harbour, InteractionResponse, Message, Person
from tests.chance import ConstantChance, FixedSeals, SeededChance
from tests.databases import migrated_url
from tests.harbour.description import load_description
from tests.left_out import LONGER
from tests.stories.evening import NAMES, SETTINGS, type_words, words_for
from tests.stories.table_messages import board_messages, outdated_messages, rack_messages, wait_until_shown

__all__ = ["migrated_url"]

PATIENCE = 60.0


@pytest.fixture
def kind() -> str:
    """Several processes need PostgreSQL."""
    return "postgresql"


@dataclass
class Process:
    """One of the two processes: in these tests a task with its own store and client."""

    app: App
    share: ShardSet
    stop: asyncio.Event
    running: asyncio.Task[None]

    async def end(self) -> None:
        """Stop the process as a shutdown does."""
        self.stop.set()
        await self.running


@dataclass
class Shared:
    """A harbour with a crew and two processes: `first` receives direct messages, `home` serves the crew's server."""

    harbour: Harbour
    url: str
    eye: Store
    shards: int
    people: list[Person]
    processes: dict[str, Process]
    table: int = 0
    chance: ChanceSource = field(default_factory=lambda: SeededChance("shared"))

    def shard(self, who: str) -> int:
        """The number of a process's connection."""
        return (int(self.harbour.guild.id) >> 22) % self.shards if who == "home" else 0

    async def begin(self, who: str) -> Process:
        """Start a process, and wait until it is connected to the gateway."""
        shard = self.shard(who)
        settings = replace(
            make_harbour_settings(Settings(), self.harbour),
            database_url=self.url,
            shards=self.shards,
            shard_ids=str(shard),
        )
        stop, ready, share = asyncio.Event(), asyncio.Event(), ShardSet(frozenset({shard}), self.shards)
        store = await Store.open(self.url)
        app = App(settings, store, SETTINGS, SteadyClock(), dict, self.chance, FixedSeals)

        async def run() -> None:
            async with store, hold_lease(store.engine, share) as app.lease:
                store.writer.guard(app.lease.check)
                await app.run(stop, ready)

        running, waiting = asyncio.create_task(run()), asyncio.create_task(ready.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        made = self.processes[who] = Process(app, share, stop, running)
        return made

    async def stored(self) -> Table:
        """The table as it is in the database."""
        return await TableRepository(self.eye, SETTINGS.game, lambda user: None).get(self.table)

    async def wait_until_shown(self) -> Table:
        """Wait until board and racks show the stored table; returns that table."""
        return await wait_until_shown(self.harbour, self.people, self.stored, PATIENCE)

    async def sit_down(self, game: str, **house: str) -> None:
        """Open a table of the game, let everybody sit down, and start it."""
        first, *others = self.people
        await (await first.slash("table open", options={"game": game})).message(PATIENCE)
        lobby = await first.wait_for_message(lambda message: find_button(message, "lobby.join"), timeout=PATIENCE)
        self.table = int(find_button(lobby, "lobby.join").split(":")[1])
        for rule, value in house.items():
            await (await first.slash("table house", options={"rule": rule, "value": value})).message(PATIENCE)
        for place, person in enumerate(others, 2):
            await (await person.press(lobby, find_button(lobby, "lobby.join"))).wait_for_acknowledgement(PATIENCE)
            await self.shows(lambda place=place, person=person: f"{place}. {person.name}" in lobby.text, person.name)
        await (await first.press(lobby, find_button(lobby, "lobby.start"))).wait_for_acknowledgement(PATIENCE)
        await self.shows(lambda: rack_messages(first), "the first rack")
        await self.wait_until_shown()

    async def shows(self, found: Any, what: str) -> Any:
        """Wait until `found` returns a true value, and return it; an error quotes `what`."""
        return await self.harbour.state.signal.wait_until(found, PATIENCE, what)

    async def speak(self, typed: bool) -> bool:
        """Let the next player move: `typed` in the channel (for `home`), or by a button in their DM (for `first`)."""
        table = await self.wait_until_shown()
        for seat, person in enumerate(self.people):
            words = words_for(table, Seat(seat))
            if words is None:
                continue
            answer = await (self.type_in_channel if typed else self.play_in_dm)(person, words)
            await answer.wait_for_acknowledgement(PATIENCE)
            after = await self.until(partial(_is_past, table.sequence))
            if after.status == "closed":
                await self.shows(self.all_have_ended, "posts that tell how it ended")
            else:
                await self.wait_until_shown()
            return True
        return False

    def all_have_ended(self) -> bool:
        """True once every player's post says that the table is closed."""
        return all("This table is closed" in post.text for person in self.people for post in rack_messages(person))

    async def until(self, done: Callable[[Table], bool]) -> Table:
        """Wait until `done` is true of the stored table, which is read again after each request of the bot."""
        while True:
            made = len(self.harbour.requests)
            table = await self.stored()
            if done(table):
                return table
            await self.shows(lambda made=made: len(self.harbour.requests) > made, "another request of the bot")

    async def type_in_channel(self, person: Person, words: str) -> InteractionResponse:
        """Type a move in the channel."""
        verb, _, argument = words.partition(" ")
        return await type_words(person, verb, argument)

    async def play_in_dm(self, person: Person, words: str) -> InteractionResponse:
        """Make a move by a button or menu of the rack."""
        verb, _, argument = words.partition(" ")
        (rack,) = rack_messages(person)
        for control in rack.buttons():
            what = _what(control)
            if what == f"{verb}.{argument}" or (not argument and what == verb):
                return await person.press(rack, str(control["custom_id"]))
        for menu in rack.selects():
            if _what(menu).partition("~")[0] == verb and argument in [option["value"] for option in menu["options"]]:
                return await person.select(rack, str(menu["custom_id"]), [argument])
        raise AssertionError(f"{words} is not on the rack of {person.name}")

    def control(self, person: Person, what: str) -> tuple[Message, str]:
        """Find a button of a person's rack; returns the message and the custom id."""
        (rack,) = rack_messages(person)
        return rack, find_button(rack, what)


def _is_past(sequence: int, table: Table) -> bool:
    return table.sequence > sequence


def _what(control: Any) -> str:
    return str(control.get("custom_id", "")).split(":", 2)[-1].rpartition(":")[0]


@contextlib.asynccontextmanager
async def shared(url: str) -> AsyncIterator[Shared]:
    """Two running processes and their crew. At the end, checks that every message was sent once."""
    async with Harbour() as harbour, await Store.open(url) as eye:
        guild = int(harbour.guild.id) >> 22
        shards = next(count for count in range(2, 100) if guild % count)
        made = Shared(harbour, url, eye, shards, [], {})
        try:
            await made.begin("first")
            await made.begin("home")
            await harbour.wait_for_commands(PATIENCE)
            made.people = [harbour.add_user(name) for name in NAMES]
            yield made
        finally:
            for process in made.processes.values():
                await process.end()
        assert harbour.failures == []
        assert load_description().differences(harbour.requests) == []
        assert sum(request.path.endswith("/commands") and request.method == "PUT" for request in harbour.requests) == 1
        nonces = [
            request.body["nonce"]
            for request in harbour.requests
            if isinstance(request.body, dict) and "nonce" in request.body
        ]
        assert len(nonces) == len(set(nonces)) > 0


async def the_game_is_played(crew: Shared) -> None:
    """Every third move is typed in the channel, the others are made by buttons in direct messages."""
    moves = 0
    while (await crew.stored()).status != "closed" and await crew.speak(typed=moves % 3 == 2):
        moves += 1
    assert (await crew.stored()).status == "closed"
    assert moves > 12


async def the_table_was_closed_once(crew: Shared) -> None:
    """Check that the table was closed only once."""
    told = [row.kind for row in await crew.eye.read(stored_events.read, crew.table)]
    assert told.count("table.closed") == 1


@pytest.mark.thorough(LONGER)
async def test_a_game_is_played_in_private_messages_and_in_the_channel(
    migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edit_pacing, "POST_EVERY", 0.0)  # or each move would wait five seconds for every hand
    async with shared(migrated_url) as crew:
        await crew.sit_down("duo-dominoes", match_games="1", game_points="1")
        await the_game_is_played(crew)
        await the_table_was_closed_once(crew)


async def bear_hides_the_hand_and_shows_it_again(crew: Shared) -> None:
    """The picture is the same as before."""
    bear, *_ = crew.people
    before = rack_messages(bear)[0].attachments[0].description
    await (await bear.press(*crew.control(bear, "hand.hide"))).wait_for_acknowledgement(PATIENCE)
    await crew.shows(lambda: find_button(rack_messages(bear)[0], "hand.show"), "the hidden rack")
    await (await bear.press(*crew.control(bear, "hand.show"))).wait_for_acknowledgement(PATIENCE)
    await crew.shows(lambda: find_button(rack_messages(bear)[0], "hand.hide"), "the rack again")
    assert rack_messages(bear)[0].attachments[0].description == before


async def bull_chooses_a_light_theme(crew: Shared) -> None:
    """The rack changes at once, and both processes know the choice."""
    _, bull, *_ = crew.people
    file = rack_messages(bull)[0].attachments[0].url
    await (await bull.slash("me theme", channel=bull.dm_channel, options={"value": "light"})).message(PATIENCE)
    await crew.shows(lambda: rack_messages(bull)[0].attachments[0].url != file, "the rack in a light theme")
    answer = await (await bull.slash("me show")).message(PATIENCE)
    assert "light" in answer.words


async def wally_has_the_board_posted_again(crew: Shared) -> None:
    """One board is left, and it is another message."""
    _, _, wally, _ = crew.people
    (board,) = board_messages(crew.harbour)
    await (await wally.slash("table show")).message(PATIENCE)
    await crew.shows(
        lambda: [message.id for message in board_messages(crew.harbour)] not in ([], [board.id]), "the board afresh"
    )
    await crew.wait_until_shown()


async def foresee_moves(crew: Shared) -> tuple[Seat, str, Seat, str]:
    """Find the next seat with its move, and the seat after it with the move that a robot would then make there."""
    table = await crew.stored()
    (seat,) = table.public_view.to_act
    said = words_for(table, seat)
    assert said is not None
    move = table.game.read(table.view(seat), *said.split(" ", 1))
    state = table.game.decide(table.state, seat, move, SteadyClock()(), ConstantChance()).state
    (following,) = table.game.view(state, None).to_act
    thought = table.game.robot(table.game.view(state, following), ConstantChance())
    assert thought is not None
    return seat, said, following, table.game.write(thought.move)


async def the_next_player_leaves_an_order(crew: Shared, person: Person, words: str) -> None:
    """The order is given in a direct message, and listed in the channel too."""
    order = await person.slash("hand orders", channel=person.dm_channel, options={"words": words})
    assert "1. play" in (await order.message(PATIENCE)).words
    asked = await person.slash("hand orders")
    assert "1. play" in (await asked.message(PATIENCE)).words


async def an_order_speaks_after_the_move_of_another_process(crew: Shared) -> None:
    """The move is made in a direct message, and the order plays at the process that serves the table."""
    seat, said, following, words = await foresee_moves(crew)
    await the_next_player_leaves_an_order(crew, crew.people[following], words)
    await (await crew.play_in_dm(crew.people[seat], said)).wait_for_acknowledgement(PATIENCE)
    await crew.until(lambda present: present.public_view.to_act not in ((seat,), (following,)))
    await crew.wait_until_shown()


@pytest.mark.thorough(LONGER)
async def test_settings_and_requests_reach_the_process_that_shows_the_table(migrated_url: str) -> None:
    async with shared(migrated_url) as crew:
        await crew.sit_down("duo-dominoes")
        await bear_hides_the_hand_and_shows_it_again(crew)
        await bull_chooses_a_light_theme(crew)
        await wally_has_the_board_posted_again(crew)
        await an_order_speaks_after_the_move_of_another_process(crew)


async def a_move_is_made_while_the_tables_process_is_away(crew: Shared) -> None:
    """The first process takes it from a direct message; the board is not updated."""
    table = await crew.stored()
    await crew.processes["home"].end()
    seat = next(seat for seat in range(4) if words_for(table, Seat(seat)))
    words = words_for(table, Seat(seat))
    assert words is not None
    await (await crew.play_in_dm(crew.people[seat], words)).wait_for_acknowledgement(PATIENCE)
    router = crew.processes["first"].app.router
    assert router is not None
    await router.drain()
    after = await crew.stored()
    assert after.sequence > table.sequence
    assert "the board" in outdated_messages(crew.harbour, crew.people, after)


async def the_tables_process_comes_back(crew: Shared) -> None:
    """It shows the moves made meanwhile, and the game goes on in the channel and in direct messages."""
    await crew.begin("home")
    await crew.wait_until_shown()
    await crew.speak(typed=False)
    await crew.speak(typed=True)


@pytest.mark.thorough(LONGER)
async def test_a_process_that_comes_back_finds_the_moves_that_the_other_took(migrated_url: str) -> None:
    async with shared(migrated_url) as crew:
        await crew.sit_down("duo-dominoes")
        await crew.speak(typed=True)
        await a_move_is_made_while_the_tables_process_is_away(crew)
        await the_tables_process_comes_back(crew)
