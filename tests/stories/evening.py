"""An evening with friends: a harbour, the real bot in this process, and people who talk to it through Discord alone.

Almost every story of this folder begins with `evening`; tests/races and some benches use parts of it.

People use the buttons, menus and commands of an unmodified client. Only the move of a clever
player is computed from the table itself, since a test cannot look at pictures.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from bot.acts import register
from bot.cli.run import find_button, make_harbour_settings
from bot.config import Settings
from bot.edge.acts import Acts
from bot.services.typed_moves import split_move
from bot.serving.app import App
from bot.serving.parts import Parts
from bot.store import Store
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table, Waits
from bot.tables.aggregate.pacing import LIVE
from bot.tables.fairness.chance import ChanceSource
from bot.tables.process_settings import ProcessSettings
from bot.tables.timing.deadlines import is_about_to_pass, is_waiting_for_next_hand
from games import registry
from games.core import Seat, find_dealing_verb
from harbour import Clock, Harbour, InteractionResponse, Message, Person
from render import emoji
from tests.bot.harness.settling import settle, tick
from tests.chance import ConstantChance, FixedSeals, SeededChance
from tests.databases import copy_migrated
from tests.harbour.description import load_description, reused_nonces

NAMES = ("Bear", "Bull", "Wally", "Normie")
PATIENT = replace(LIVE, between_hands=None, nudges=(3_600_000, 7_200_000, 10_800_000), stand_in=14_400_000)
SETTINGS = ProcessSettings(Waits(live=PATIENT, robots_go_on=False))
AT = 1_790_000_000_000
"""The beginning of every evening, in milliseconds since 1970."""


@cache
def draw_emojis() -> Mapping[str, bytes]:
    """The pictures of all emojis, drawn once a run."""
    return emoji.draw_all()


class StoppedClock(Clock):
    """A clock that only the test moves: slow machines make no difference, and two evenings with the same moves
    make them at the same times."""

    def __init__(self) -> None:
        super().__init__()
        self._at = AT

    def now(self) -> int:
        return self._at

    def advance(self, seconds: float) -> None:
        self._at += round(seconds * 1000)


@dataclass
class Evening:
    """A table with friends. `people` are in the order in which they sit down."""

    harbour: Harbour
    app: App
    store: Store
    people: list[Person] = field(default_factory=list)
    table: int = 0
    presses: int = 0
    settings: ProcessSettings = SETTINGS
    chance: ChanceSource = field(default_factory=lambda: SeededChance("evening"))
    draw_emojis: Callable[[], Mapping[str, bytes]] = dict
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    running: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Start the bot and wait until it is connected to the gateway."""
        self.app = App(
            make_harbour_settings(Settings(), self.harbour),
            self.store,
            self.settings,
            self.harbour.clock.now,
            self.draw_emojis,
            self.chance,
            FixedSeals,
        )
        self.stop, ready = asyncio.Event(), asyncio.Event()
        self.running = asyncio.create_task(self.app.run(self.stop, ready))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({self.running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if self.running.done():
            await self.running

    async def end(self) -> None:
        """Stop the bot."""
        self.stop.set()
        if self.running is not None:
            await self.running

    async def restart(self) -> None:
        """Stop the bot, and start another on the same database."""
        await self.end()
        await self.begin()
        await self.settle()

    @property
    def parts(self) -> Parts:
        assert self.app.parts is not None
        return self.app.parts

    async def pass_time(self, seconds: float) -> None:
        """Move the clock by these seconds, and let the table do everything that is due then."""
        self.harbour.clock.advance(seconds)
        await tick(self.parts)
        await self.settle()

    async def now(self) -> Table:
        """The table as it is."""
        return await self.parts.tables.get(self.table)

    async def settle(self, *answers: InteractionResponse) -> None:
        """Wait until these answers are acknowledged, everything due is done, and every message shows it."""
        for answer in answers:
            await answer.wait_for_acknowledgement()
        assert self.app.router is not None
        await self.app.router.drain()
        await settle(self.parts)

    async def settle_copies(self) -> None:
        """Wait until every private copy of a hand is deleted, or shows the table as it is."""
        await self.settle()
        assert self.app.router is not None
        await self.app.router.responder.copies.jobs.wait()

    async def open(self, game: str, /, preset: str = "", **house: str) -> None:
        """Let the first person open a table with these house rules, and the others sit down."""
        first, *others = self.people
        opened = await first.slash("table open", options={"game": game, **({"preset": preset} if preset else {})})
        await self.settle(opened)
        lobby = await first.wait_for_message(lambda message: find_button(message, "lobby.join"))
        self.table = int(find_button(lobby, "lobby.join").split(":")[1])
        for rule, value in house.items():
            await self.settle(await first.slash("table house", options={"rule": rule, "value": value}))
        for person in others:
            lobby = self.board()
            await self.settle(await person.press(lobby, find_button(lobby, "lobby.join")))

    async def start(self) -> None:
        """Let the first person press *Start*."""
        lobby = await self.people[0].wait_for_message(lambda message: find_button(message, "lobby.start"))
        await self.settle(await self.people[0].press(lobby, find_button(lobby, "lobby.start")))

    async def close(self) -> None:
        """Let the first person close the table; in the middle of play the others agree."""
        for person in self.people:
            if (await self.now()).status != "closed":
                await self.settle(await person.slash("table close"))

    def board(self) -> Message:
        """The newest public message with controls, apart from the final sheet, offers of seats and
        notices to one player."""
        public = [
            message for message in self.harbour.channel.history() if message.only_for is None and message.controls()
        ]
        found = [message for message in public if not offer_button(message, "no") and not _is_line(message)]
        going_on = [
            message for message in found if find_button(message, "why") or not find_button(message, "table.again")
        ]
        return going_on[-1]

    def rack(self, person: Person) -> Message:
        """A person's newest hand: in their DM, or else the one that was shown to them alone in the channel."""
        return self._racks(person)[-1]

    def _racks(self, person: Person) -> list[Message]:
        return [message for message in (*person.ephemerals(), *person.dm()) if message.controls()]

    async def say(self, person: Person, words: str) -> InteractionResponse:
        """Make a move: by its button or menu twice, then by typing once, and so on."""
        return await self.choose(person, words)()

    def choose(self, person: Person, words: str) -> Callable[[], Awaitable[InteractionResponse]]:
        """Find the way to make a move: two of three by a button or menu if there is one, the others by typing."""
        verb, _, argument = words.partition(" ")
        self.presses += 1
        if self.presses % 3:
            for message in (*self._racks(person)[-1:], self.board()):
                press = self.find_press(person, message, verb, argument)
                if press is not None:
                    return press
        return find_command(person, verb, argument)

    def find_press(
        self, person: Person, message: Message, verb: str, argument: str
    ) -> Callable[[], Awaitable[InteractionResponse]] | None:
        """Find the button or menu of a message that makes a move; None if it has none."""
        wanted = {verb, f"{verb}.{argument}"} if not argument else {f"{verb}.{argument}"}
        for control in message.buttons():
            what = str(control.get("custom_id", "")).split(":", 2)[-1].rpartition(":")[0]
            if what in wanted and not control.get("disabled"):
                return partial(person.press, message, str(control["custom_id"]))
        for menu in message.selects():
            what = str(menu["custom_id"]).split(":", 2)[-1].rpartition(":")[0].partition("~")[0]
            if what == verb and argument in [option["value"] for option in menu["options"]]:
                return partial(person.select, message, str(menu["custom_id"]), [argument])
        return None

    async def until(self, done: Callable[[Table], bool], most: int = 500) -> Table:
        """Let everybody play until `done` is true of the table, for at most `most` moves and waits."""
        for _ in range(most):
            table = await self.now()
            if done(table):
                return table
            if await self.move() is None:
                await self.pass_time(30)
        raise AssertionError(f"{most} moves were not enough")

    async def events(self) -> list[str]:
        """The kinds of all events so far."""
        return [row.kind for row in await self.store.read(stored_events.read, self.table)]

    async def move(self, *among: Person) -> tuple[Person, str] | None:
        """Let the first player (of `among`, if given) who can move do so; returns the player and the words, or None."""
        table = await self.now()
        for seat, person in enumerate(self.people):
            if among and person not in among:
                continue
            words = words_for(table, Seat(seat))
            if words is not None:
                await self.settle(await self.say(person, words))
                return person, words
        return None


def _is_line(message: Message) -> bool:
    """True for a player's line in the channel, whose only button shows their hand."""
    return bool(find_button(message, "hand.show")) and len(message.buttons()) == 1 and not message.attachments


def offer_button(message: Message, what: str) -> str:
    """The custom id of a button ("yes", "no" or "agree") of an offer; empty if there is none."""
    found = (str(button.get("custom_id", "")) for button in message.buttons())
    return next((name for name in found if name.split(":")[2:] and name.split(":")[2].startswith(f"offer.{what}.")), "")


def find_command(person: Person, verb: str, argument: str) -> Callable[[], Awaitable[InteractionResponse]]:
    """Find the command that makes a move."""
    command, options = type_move(verb, argument)
    return partial(person.slash, command, options=options)


@cache
def _acts(games: tuple[str, ...]) -> Acts:
    """The register of acts while these games are registered."""
    return register()


def type_move(verb: str, argument: str) -> tuple[str, dict[str, str]]:
    """Find the command that makes a move, and its options: `/yes`, or `/move words:` for what nobody shouts."""
    known = _acts(tuple(registry.NAMES)).by_path.get((verb,))
    if known is None:
        return "move", {"words": f"{verb} {argument}".strip()}
    return verb, {option.name: argument for option in known.options if argument}


def type_command(command: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Find the command for what is typed: the command itself, or `/move` for a verb that has no command."""
    known = _acts(tuple(registry.NAMES)).by_path.get(tuple(command.split()))
    if split_move(command)[0] != command or known is not None:
        return command, dict(options)
    return type_move(command, " ".join(map(str, options.values())))


async def complete_move(person: Person, verb: str) -> list[str]:
    """List the arguments that completion offers after a verb."""
    offered = await person.autocomplete("move", "words", verb)
    return [str(choice["value"]).removeprefix(verb).strip() for choice in offered]


def words_for(table: Table, seat: Seat) -> str | None:
    """The move that a robot would make in this seat, or None. A pass that the table is about to make has no button."""
    if is_waiting_for_next_hand(table):
        return find_dealing_verb(table.game).name
    if is_about_to_pass(table, seat):
        return None
    thought = table.game.robot(table.view(seat), ConstantChance())
    return None if thought is None else table.game.write(thought.move)


@contextlib.asynccontextmanager
async def evening(
    folder: Path,
    names: Iterable[str] = NAMES,
    settings: ProcessSettings = SETTINGS,
    chance: ChanceSource | None = None,
    clock: Clock | None = None,
    file: Path | None = None,
    draw_emojis: Callable[[], Mapping[str, bytes]] = dict,
) -> AsyncIterator[Evening]:
    """The bot at a harbour with these people, on a clock that `pass_time` moves. At the end, this fails if the bot or
    the harbour had a failure. Secrets follow from a seed unless a `chance` is given; `clock` replaces the clock, and
    `file` keeps the harbour's world, whose people come back. No piece has an emoji unless `draw_emojis` draws it."""
    async with (
        Harbour(clock=clock or StoppedClock(), file=file) as harbour,
        await Store.open(copy_migrated(folder / "evening.db")) as store,
    ):
        chance = chance or SeededChance("evening")
        app = App(make_harbour_settings(Settings(), harbour), store, settings, chance=chance, sealer=FixedSeals)
        night = Evening(harbour, app, store, settings=settings, chance=chance, draw_emojis=draw_emojis)
        await night.begin()
        await harbour.wait_for_commands()
        drawn = len(draw_emojis())
        await harbour.state.signal.wait_until(lambda: len(harbour.state.emojis) >= drawn, 60.0, "all emojis")
        known = {person.name: person for person in harbour.people}
        night.people = [known.get(name) or harbour.add_user(name) for name in names]
        try:
            yield night
        finally:
            await night.end()
        assert harbour.failures == []
        assert harbour.unsupported == []
        assert load_description().differences(harbour.requests) == []
        assert reused_nonces(harbour.requests) == []
