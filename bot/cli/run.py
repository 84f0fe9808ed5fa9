"""The commands `run` and `play`: the bot on Discord, and the bot on a page in the browser."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.cli.browser import open_page
from bot.cli.console import shows_everything
from bot.cli.page_files import PageFiles
from bot.config import Misconfigured, Settings, find_misnamed_token
from bot.messages.boards.lobby import name_robot_control
from bot.release import is_installed
from bot.serving.app import App
from bot.serving.settings import shards_of
from bot.store import Store
from bot.store.processes.instance_lock import lock_file
from bot.store.processes.leases import Lease, hold_lease
from bot.store.tables import rows
from bot.tables.lobby.house_rules import find_newcomers_preset
from games import registry
from games.core import Level
from harbour import Harbour, House, Message, NoHouse, Person, WorldUnusable

YOU = "Skipper"
CREW = ("Bear", "Bull", "Wally")
ROBOTS = 3
PLAY, ANEW = ("`boneyard play`", "`boneyard play --new`") if is_installed() else ("`make play`", "`make play NEW=1`")
"""The commands that start the page, and that begin it anew."""
STOP = f"Ctrl-C stops everything; the next {PLAY} goes on from here, and {ANEW} begins anew."
PATIENCE = 60.0
"""The most seconds that each step of opening the first table may take."""


class MakeApp(Protocol):
    """Builds the bot from settings and a store: `App`, or in tests an app with another source of chance."""

    def __call__(self, settings: Settings, store: Store, *, lease: Lease = ...) -> App: ...


async def run(settings: Settings, make: MakeApp = App) -> None:
    """Play on Discord until stopped. Raises Misconfigured without a token, InUse if another process plays."""
    demand_token(settings)
    async with (
        await Store.open(settings.database) as store,
        catch_stop_signals() as stop,
        hold_lease(store.engine, shards_of(settings)) as lease,
    ):
        store.writer.fence = lease.check
        await make(settings, store, lease=lease).run(stop)


def demand_token(settings: Settings) -> None:
    """Raise Misconfigured without a token."""
    if not settings.discord_token:
        misnamed = find_misnamed_token()
        raise Misconfigured(
            f"{misnamed} is set, but Boneyard reads DISCORD_TOKEN: rename it."
            if misnamed
            else "DISCORD_TOKEN is not set; `boneyard play` plays without Discord."
        )


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
    house: str | None = None
    """The private address at which the phones of the house play; "" for the one that is found, None if none play."""


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
        async with catch_stop_signals() as stop, _open_harbour(settings.harbour_port, files) as harbour:
            you = await _welcome(settings, harbour, options)
            async with await Store.open(files.database) as store:
                app = make(make_harbour_settings(settings, harbour), store)
                await _play(app, harbour, you, options, stop)


@contextlib.asynccontextmanager
async def _open_harbour(port: int, files: PageFiles) -> AsyncIterator[Harbour]:
    """Serve the page while the block runs. Raises Misconfigured."""
    try:
        harbour = Harbour(port=port, guild_name="Home", channel_name="mess-deck", remember=False, file=files.world)
        await harbour.start()
    except WorldUnusable as error:
        raise Misconfigured(f"{error} {ANEW} puts it aside and begins anew.") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Misconfigured(
            f"HARBOUR_PORT {port} cannot be used ({reason}); set another, or 0 for any free one."
        ) from None
    try:
        yield harbour
    finally:
        await harbour.stop()


async def _welcome(settings: Settings, harbour: Harbour, options: PlayOptions) -> Person:
    """Print where to play, and return you."""
    house = None if options.house is None else await _open_house(harbour, options.house)
    you, *crew = _ensure_people(harbour, CREW if house is None else ())
    harbour.give_command("books", harbour.guild)  # nobody on the page is an admin who could give it
    _print("Boneyard plays on a page in your browser, without Discord.", "", f"  You:    {harbour.find_page_url(you)}")
    if house is None:
        for person in crew:
            _print(f"  {person.name + ':':7} {harbour.find_page_url(person)}")
        _print(
            "", "Open the first address. The others are for friends at this computer, or for more windows of your own."
        )
    else:
        await _print_code(house)
    if misnamed := find_misnamed_token():
        _print(f"{misnamed} is set, but Boneyard reads DISCORD_TOKEN: rename it to play on Discord.")
    if settings.database_url:
        _print("DATABASE_URL is for the bot on Discord: without DISCORD_TOKEN it is ignored.")
    _print(f"Everything is kept in {settings.data.absolute()}.")
    return you


async def _play(app: App, harbour: Harbour, you: Person, options: PlayOptions, stop: asyncio.Event) -> None:
    """Run the bot until stopped, and prepare a table."""
    has_open_tables = bool(await app.store.read(rows.list_open))
    game = options.game or (None if has_open_tables else next(iter(registry.NAMES)))
    taken = await app.store.read(rows.find_at_place, int(harbour.channel.id)) is not None
    ready = asyncio.Event()
    running = asyncio.create_task(app.run(stop, ready))
    try:
        preparing = asyncio.create_task(_prepare_table(harbour, you, replace(options, game=game), taken, ready))
        await asyncio.wait({running, preparing}, return_when=asyncio.FIRST_COMPLETED)
        if preparing.done() and not running.done():
            _print_result(preparing)
            if options.browser:
                await open_page(harbour.issue_ticket_url(you))
        await running
    finally:
        preparing.cancel()
        stop.set()
        await asyncio.gather(running, preparing, return_exceptions=True)


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


async def _open_house(harbour: Harbour, address: str) -> House:
    """Open the page for phones. Raises Misconfigured."""
    try:
        return await harbour.open_house(address)
    except NoHouse as error:
        raise Misconfigured(str(error)) from None
    except OSError as error:
        raise Misconfigured(f"The page for phones cannot be opened: {error.strerror}.") from None


async def _print_code(house: House) -> None:
    """Print the code by which phones are paired, and the picture of its address."""
    code = await house.open_code()
    if shows_everything(sys.stdout):
        _print("", code["drawing"])
    _print(
        f"  Phones: scan this, or open {code['address']} and type {code['code']} within ten minutes.",
        f"  The board for the room: {code['address']}room on a television or laptop, with the same code.",
        "",
        "Open the first address on this computer: Phones makes new codes there. At home the pages speak without",
        "encryption, so whoever is in your network can listen in.",
    )


def _ensure_people(harbour: Harbour, crew: Sequence[str]) -> list[Person]:
    """Add you and the crew to the page if they are missing, in the language of this computer until their browser says
    another. Return everybody: you, the crew, then those added later."""
    names = {person.name for person in harbour.people}
    for name in (YOU, *crew):  # some are missing if the first start was cut short
        if name not in names:
            user = harbour.add_user(name).user
            user.locale = find_locale(os.environ) or user.locale
    return [person for person in harbour.people if person is not harbour.owner]


def find_locale(environment: Mapping[str, str]) -> str:
    """Find the language of this computer, as Discord names it; "" for one that the bot doesn't speak."""
    spoken = (environment.get("LC_ALL") or environment.get("LANG") or "").partition(".")[0]
    spanish = "es-ES" if spoken in ("es", "es_ES") else "es-419"
    return {"pt": "pt-BR", "es": spanish}.get(spoken.partition("_")[0], "")


async def _prepare_table(harbour: Harbour, you: Person, options: PlayOptions, taken: bool, ready: asyncio.Event) -> str:
    """Open a table if a game is given, with robots unless phones come. Return the sentence to print about it.

    The table gets a thread of its own if the channel is `taken`.
    """
    await ready.wait()
    if options.game is None:
        return f"Everything is as you left it. {STOP}"
    await _open_table(harbour, you, options.game, options, taken)
    where = " in a thread of its own" if taken else ""
    if options.house is not None:
        return f"A table is ready{where}: press Join on each phone, Add robot for more, then Start. {STOP}"
    return f"A table with three robots is ready{where}: press Start. New to it? Press Show me first. {STOP}"


async def _open_table(harbour: Harbour, you: Person, game: str, options: PlayOptions, thread: bool) -> None:
    """Open a table and add robots unless phones come, with commands and buttons as a person would."""
    rules = registry.game(game)
    add_name = name_robot_control(Level.OLD_HAND)
    own_name = name_robot_control(options.level if options.level in rules.LEVELS else Level.OLD_HAND)
    await harbour.wait_for_commands(PATIENCE)
    begun_id = int(harbour.state.snowflakes.make())

    def find_lobby(_: Person) -> Message | None:
        rooms = you.threads() if thread else [harbour.channel]
        new = (message for room in rooms for message in you.messages(room) if int(message.id) > begun_id)
        return next((message for message in new if find_button(message, add_name)), None)

    if not thread:  # this shows the games on the page; once a table is open, help is about that table
        await (await you.slash("help")).wait_for_acknowledgement(PATIENCE)
    chosen: dict[str, str | bool] = {"game": game, "thread": thread}
    if (preset := find_newcomers_preset(rules)) is not None:
        chosen["preset"] = preset.name
    await (await you.slash("table open", options=chosen)).wait_for_acknowledgement(PATIENCE)
    lobby = await you.wait_for(find_lobby, PATIENCE, "a lobby")
    for _ in range(ROBOTS if options.house is None else 0):
        if not (add_button := find_button(lobby, add_name)):
            break
        before = lobby.text
        # Only the button for old hands stands on the lobby. Those for the other levels are acts of it too.
        pressed = await you.press(lobby, add_button.replace(add_name, own_name), stale=True)
        await pressed.wait_for_acknowledgement(PATIENCE)
        await _wait_for_change(you, lobby, before)


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
