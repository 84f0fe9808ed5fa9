"""The commands `run` and `play`: the bot on Discord, and the bot on a page in the browser."""

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from bot.cli.browser import open_page
from bot.cli.exit_status import ExitStatus
from bot.cli.page_files import PageFiles
from bot.config import Misconfigured, Settings, find_misnamed_token
from bot.messages.lobby import MORE, name_robot_control
from bot.messages.lobby import ROBOTS as ROBOTS_MENU
from bot.ops.metrics import Metrics
from bot.release import is_installed
from bot.serving.app import App
from bot.serving.settings import shards_of
from bot.serving.sharing import SharedApps
from bot.store.processes.instance_lock import lock_file
from bot.store.processes.leases import Lease, hold_lease
from bot.store.processes.shared_leases import share_leases
from bot.store.store import Store
from bot.store.tables import rows
from bot.tables.lobby.house_rules import find_newcomers_preset
from games import registry
from games.core.robots import Level
from harbour import Harbour, Message, Person, WorldUnusable

YOU = "Skipper"
CREW = ("Bear", "Bull", "Wally")
ROBOTS = 3
ENDED_WITHIN = 1.5
"""Seconds that the bot has to end in an orderly way after the loss of its lease."""
PLAY, ANEW = ("`boneyard play`", "`boneyard play --new`") if is_installed() else ("`make play`", "`make play NEW=1`")
"""The commands that start the page, and that begin it anew."""
STOP = f"Ctrl-C stops everything; the next {PLAY} goes on from here, and {ANEW} begins anew."
PATIENCE = 60.0
"""The most seconds that each step of opening the first table may take."""


class MakeApp(Protocol):
    """Builds the bot from settings and a store: `App`, or in tests an app with another source of chance."""

    def __call__(
        self,
        settings: Settings,
        store: Store,
        *,
        metrics: Metrics = ...,
        lease: Lease = ...,
    ) -> App: ...


async def run(settings: Settings, make: MakeApp = App) -> None:
    """Play on Discord until stopped. Raises Misconfigured without a token, InUse if another process plays."""
    demand_token(settings)
    async with await Store.open(settings.database) as store, catch_stop_signals() as stop:

        def make_app(settings: Settings, store: Store, metrics: Metrics, lease: Lease) -> App:
            return make(settings, store, metrics=metrics, lease=lease)

        if settings.shares:
            async with share_leases(store.engine, settings.shards) as (lease, share), end_soon_after(lease.lost):
                store.writer.guard(lease.check)
                await SharedApps(settings, store, lease, share, make_app).run(stop)
        else:
            async with hold_lease(store.engine, shards_of(settings)) as lease, end_soon_after(lease.lost):
                store.writer.guard(lease.check)
                await make_app(settings, store, Metrics(), lease).run(stop)


def demand_token(settings: Settings) -> None:
    """Raise Misconfigured without a token."""
    if not settings.discord_token:
        misnamed = find_misnamed_token()
        raise Misconfigured(
            f"{misnamed} is set, but Boneyard reads DISCORD_TOKEN: rename it."
            if misnamed
            else "DISCORD_TOKEN is not set; `boneyard play` plays without Discord."
        )


def make_last_timer() -> threading.Timer:
    """Make the timer that ends the process. It runs in a thread, so a hanging event loop cannot delay it."""
    timer = threading.Timer(ENDED_WITHIN, os._exit, (ExitStatus.UNAVAILABLE,))
    timer.daemon = True
    return timer


@contextlib.asynccontextmanager
async def end_soon_after(
    lost: asyncio.Event, make_timer: Callable[[], threading.Timer] = make_last_timer
) -> AsyncIterator[None]:
    """End the process within two seconds of the loss of its lease, even if something hangs."""

    async def wait() -> None:
        await lost.wait()
        make_timer().start()

    waiting = asyncio.create_task(wait(), name="last-moment")
    try:
        yield
    finally:
        if not lost.is_set():
            waiting.cancel()


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of the command `play`."""

    game: str | None = None
    """The game of a new table. With None, a table of the first game is opened if no table is open."""
    level: Level = Level.OLD_HAND
    """The level of the robots at a new table."""
    new: bool = False
    """True to replace the existing world with a new one."""
    browser: bool = True
    """False if the page is not to be opened in the desktop's browser."""


async def play(settings: Settings, options: PlayOptions, make: MakeApp = App) -> None:
    """Play on a page in the browser until stopped. The world of the last run goes on.

    If the world has no open table, or a game is given, open a table with three robots. Raises InUse if another process
    plays in the same data folder, and Misconfigured.
    """
    if settings.log_level == "INFO":
        logging.getLogger().setLevel(logging.WARNING)
        logging.getLogger("discord").setLevel(logging.WARNING)
    files = PageFiles(settings.data)
    with lock_file(files.database):
        if sentence := files.make_ready(options.new):
            _print(sentence, "")
        await _play_in_harbour(settings, options, files, make)


async def _play_in_harbour(settings: Settings, options: PlayOptions, files: PageFiles, make: MakeApp) -> None:
    async with catch_stop_signals() as stop:
        try:
            harbour = Harbour(
                port=settings.harbour_port,
                guild_name="Home",
                channel_name="mess-deck",
                remember=False,
                file=files.world,
            )
            await harbour.start()
        except WorldUnusable as error:
            raise Misconfigured(f"{error} {ANEW} puts it aside and begins anew.") from None
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise Misconfigured(
                f"HARBOUR_PORT {settings.harbour_port} cannot be used ({reason}); set another, or 0 for any free one."
            ) from None
        try:
            await _play(settings, harbour, options, files, make, stop)
        finally:
            await harbour.stop()


async def _play(
    settings: Settings, harbour: Harbour, options: PlayOptions, files: PageFiles, make: MakeApp, stop: asyncio.Event
) -> None:
    you, *crew = _ensure_people(harbour)
    harbour.give_command("books", harbour.guild)  # nobody on the page is an admin who could give it
    _print("Boneyard plays on a page in your browser, without Discord.", "", f"  You:    {harbour.find_page_url(you)}")
    for person in crew:
        _print(f"  {person.name + ':':7} {harbour.find_page_url(person)}")
    _print("", "Open the first address. The others are for friends at this computer, or for more windows of your own.")
    if misnamed := find_misnamed_token():
        _print(f"{misnamed} is set, but Boneyard reads DISCORD_TOKEN: rename it to play on Discord.")
    _print(f"Everything is kept in {settings.data.absolute()}.")
    ready = asyncio.Event()
    async with await Store.open(files.database) as store:
        has_open_tables = bool(await store.read(rows.list_open))
        game = options.game or (None if has_open_tables else next(iter(registry.NAMES)))
        taken = await store.read(rows.find_at_place, int(harbour.channel.id)) is not None
        app = asyncio.create_task(make(make_harbour_settings(settings, harbour), store).run(stop, ready))
        try:
            preparing = asyncio.create_task(_prepare_table(harbour, you, game, options.level, taken, ready))
            await asyncio.wait({app, preparing}, return_when=asyncio.FIRST_COMPLETED)
            if preparing.done() and not app.done():
                _print_result(preparing)
                if options.browser:
                    await open_page(harbour.issue_ticket_url(you))
            await app
        finally:
            preparing.cancel()
            stop.set()
            await asyncio.gather(app, preparing, return_exceptions=True)


def make_harbour_settings(settings: Settings, harbour: Harbour) -> Settings:
    """Settings for a bot whose Discord is this harbour."""
    return replace(
        settings,
        discord_token=harbour.token,
        discord_api_base=harbour.api_base,
        discord_gateway=harbour.gateway_url,
        discord_cdn=harbour.cdn_base,
        shards=1,
        backup_hours=0,
    )


def _ensure_people(harbour: Harbour) -> list[Person]:
    """Add you and the crew to the page if they are missing. Return everybody: you, the crew, then those added later."""
    names = {person.name for person in harbour.people}
    for name in (YOU, *CREW):  # some are missing if the first start was cut short
        if name not in names:
            harbour.add_user(name)
    return [person for person in harbour.people if person is not harbour.owner]


async def _prepare_table(
    harbour: Harbour, you: Person, game: str | None, level: Level, taken: bool, ready: asyncio.Event
) -> str:
    """Open a table if a game is given. Return the sentence to print about it.

    The table gets a thread of its own if the channel is `taken`.
    """
    await ready.wait()
    if game is None:
        return f"Everything is as you left it. {STOP}"
    await _open_table(harbour, you, game, level, taken)
    where = " in a thread of its own" if taken else ""
    return f"A table with three robots is ready{where}: press Start. New to it? Press Show me first. {STOP}"


async def _open_table(harbour: Harbour, you: Person, game: str, level: Level, thread: bool) -> None:
    """Open a table and add robots, with commands and buttons as a person would."""
    add_name = name_robot_control(Level.OLD_HAND)
    await harbour.wait_for_commands(PATIENCE)
    begun_id = int(harbour.state.snowflakes.make())

    def find_lobby(_: Person) -> Message | None:
        rooms = you.threads() if thread else [harbour.channel]
        new = (message for room in rooms for message in you.messages(room) if int(message.id) > begun_id)
        return next((message for message in new if find_button(message, add_name)), None)

    if not thread:  # this shows the games on the page; once a table is open, help is about that table
        await (await you.slash("help")).wait_for_acknowledgement(PATIENCE)
    options: dict[str, str | bool] = {"game": game, "thread": thread, **_choose_preset(game)}
    await (await you.slash("table open", options=options)).wait_for_acknowledgement(PATIENCE)
    lobby = await you.wait_for(find_lobby, PATIENCE, "a lobby")
    for _ in range(ROBOTS):
        if not (add_button := find_button(lobby, add_name)):
            break
        before = lobby.text
        if level is Level.OLD_HAND or level not in registry.game(game).LEVELS:
            await (await you.press(lobby, add_button)).wait_for_acknowledgement(PATIENCE)
        else:
            await _choose_robot(you, lobby, level)
        await _wait_for_change(you, lobby, before)


def _choose_preset(game: str) -> dict[str, str]:
    """Choose the preset for newcomers, as an option of `/table open`."""
    preset = find_newcomers_preset(registry.game(game))
    return {} if preset is None else {"preset": preset.name}


async def _choose_robot(you: Person, lobby: Message, level: Level) -> None:
    """Seat a robot of a level by the menu behind *More*."""
    more_button = next(str(button["custom_id"]) for button in lobby.buttons() if f":{MORE}" in str(button["custom_id"]))
    pressed = await you.press(lobby, more_button)
    await pressed.wait_for_acknowledgement(PATIENCE)
    panel = await pressed.followup(timeout=PATIENCE)
    menu = next(str(button["custom_id"]) for button in panel.selects() if ROBOTS_MENU in str(button["custom_id"]))
    await (await you.select(panel, menu, [str(level)])).wait_for_acknowledgement(PATIENCE)


async def _wait_for_change(you: Person, message: Message, before: str) -> None:
    await you.wait_for(lambda _: message.text != before or None, PATIENCE, "a robot at the table")


def find_button(message: Message, name: str) -> str:
    """Find an enabled button of a message by its name, and return its custom id; "" if there is none."""
    for found in message.buttons():
        parts = str(found.get("custom_id", "")).split(":")
        if name in parts and not found.get("disabled"):
            return str(found["custom_id"])
    return ""


def _print_result(preparing: asyncio.Task[str]) -> None:
    if preparing.cancelled():
        return
    failed = preparing.exception() is not None
    _print("", f"Type /table open on the page, add robots, and press Start. {STOP}" if failed else preparing.result())


@contextlib.asynccontextmanager
async def catch_stop_signals() -> AsyncIterator[asyncio.Event]:
    """Yield an event that SIGINT (Ctrl-C) and SIGTERM set."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    handled = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # no signal handlers in Windows' event loop
            loop.add_signal_handler(number, stop.set)
            handled.append(number)
    try:
        yield stop
    finally:
        for number in handled:
            loop.remove_signal_handler(number)


def _print(*lines: str) -> None:
    print("\n".join(lines), flush=True)
