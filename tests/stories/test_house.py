"""A household plays with a phone each: three phones and the board for the room, in real browsers and byte by byte."""

import os
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games import registry
from harbour import House
from harbour.page.room import find_board, shows_board
from harbour.state.server_state import Event
from tests.chance import SeededChance
from tests.effort import rounds
from tests.harbour.browser import WIDTH, Browser
from tests.harbour.house import Phone, open_house, phone_of
from tests.left_out import LONGER, mark_thorough
from tests.stories.dealt_evenings import Rehearsal, Script, without_ids
from tests.stories.evening import NAMES, evening
from tests.stories.test_twins import TWINS

PHONES = ("Ann", "Bob", "Cy")


@pytest.fixture
async def windows(tmp_path: Path) -> AsyncIterator[Callable[[int], Browser]]:
    """Opens browsers of a width, each with a profile of its own."""
    opened: list[Browser] = []

    def open_window(width: int = WIDTH) -> Browser:
        opened.append(Browser.open(tmp_path / f"profile {len(opened)}", width=width))
        return opened[-1]

    yield open_window
    for window in opened:
        window.close()


async def keep(window: Browser, name: str) -> None:
    """Keep a screenshot, if they are wanted."""
    if folder := os.environ.get("SCREENSHOTS"):
        await window.save_screenshot(Path(folder) / f"house-{name}.png")


async def pair(house: House, window: Browser, name: str) -> None:
    """Scan the code with a phone, and type a name."""
    await window.go((await house.open_code())["link"])
    await window.see("#speaks", house.address)
    assert await window.run("return location.href") == f"http://{house.address}/", "the code is gone"
    assert await window.run("return isSecureContext") is house.address.startswith("127.")
    await keep(window, f"pair-{name}")
    await window.press("#name")
    await window.type(name)
    await window.press("button[type=submit]")
    await window.see_name(name)


SHOWS = """
const board = document.getElementById("board");
return board.complete && board.naturalWidth > 0 && board.alt === arguments[0];
"""
"""A script that is true once the room shows the board with this alt text."""
SLEEP = """
const now = Date.now;
let hidden = true;
Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
document.dispatchEvent(new Event("visibilitychange"));
Date.now = () => now() + 60000;
hidden = false;
document.dispatchEvent(new Event("visibilitychange"));
Date.now = now;
"""
"""A script for a phone that was put away for a minute."""


@pytest.mark.thorough(LONGER)
@pytest.mark.browser
@pytest.mark.parametrize("game", registry.NAMES)
async def test_three_phones_play_and_the_room_shows_the_board(
    game: str, tmp_path: Path, windows: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = SeededChance("house")
    async with evening(tmp_path, names=(), chance=chance, file=tmp_path / "world.db") as night:
        harbour = night.harbour
        house = await open_house(harbour, monkeypatch)
        phones = [windows() for _ in PHONES]
        for window, name in zip(phones, PHONES, strict=True):
            await pair(house, window, name)
            assert await window.run("return document.cookie") == ""
            others = "return document.querySelectorAll('.me button:not([hidden], #games)').length"
            assert not await window.run(others)
        people = {person.name: person for person in harbour.people}
        room = windows(1920)
        await room.resize(1920, 1080)
        await room.go(f"{(await house.open_code())['address']}room")
        await room.press("#code")
        await room.type((await house.open_code())["code"])
        await room.press("button[type=submit]")
        await room.see("#banner", "No board yet")

        night.people = [people[PHONES[0]]]
        await night.open(game)
        for window, name in zip(phones[1:], PHONES[1:], strict=True):
            await window.press(".button", "Join")
            await window.see(".message", name)
        night.people = [people[name] for name in PHONES]
        if registry.game(game).SEATS[0] > len(PHONES):
            await phones[0].press(".button", "Add robot")
            await phones[0].see(".message", "Able")
        await night.settle()
        await phones[0].press(".button", "Start")
        await phones[0].wait_until_gone(".button", "Start")
        await night.settle()
        await room.see("#board")
        for _ in range(8):
            if await night.move() is None:
                await night.pass_time(30)
        await night.settle()
        for window in phones:
            await window.press(".place", "✉")
            await window.see(".message img")
            assert await window.run("return document.documentElement.scrollWidth") == WIDTH
        board = night.board()
        await room.until(
            lambda: room.driver.execute_script(SHOWS, board.attachments[0].description), "the board as it is"
        )
        size = "const all = document.documentElement; return [all.scrollWidth, all.scrollHeight]"
        assert await room.run(size) == [1920, 1080]
        assert await room.run("return document.querySelectorAll('button, input').length") == 0
        shown = str(await room.run("return document.querySelector('#calls').innerText"))
        question = re.sub(r"[*_]|<[^>]*>", "", board.words.split("\n")[-1])  # right above the buttons
        assert question in shown
        await keep(room, f"room-{game}")

        asleep = phones[0]
        hand = await asleep.run("return document.querySelector('.message:last-child img').src")
        opened = len(house._sockets)
        await asleep.run(SLEEP)
        await asleep.until(lambda: len(house._sockets) > opened or None, "another socket")
        await asleep.see(".message img")
        assert await asleep.run("return [...document.querySelectorAll('.message img')].at(-1).src") == hand
        await keep(asleep, f"hand-{game}")
        await night.until(lambda table: is_waiting_for_next_hand(table) or table.status != "playing", most=1000)
        await night.settle()
        (newest,) = [board.attachments[0] for board in [find_board(harbour.state)] if board is not None]
        await room.until(lambda: room.driver.execute_script(SHOWS, newest.description), "the end of the hand")
        await keep(room, f"over-{game}")
        for _ in range(rounds(0, 4, 9)):  # the rest of the evening, with each next hand asked for on a phone
            if (await night.now()).status != "playing":
                break
            await asleep.press(".button", "Next hand")
            await asleep.wait_until_gone(".button", "Next hand")
            await night.until(lambda table: is_waiting_for_next_hand(table) or table.status != "playing", most=1000)
            await night.settle()
        await night.close()
        await night.settle()
        for window in phones:
            await window.press(".place", "#")
            await window.see(".button", "Same again")
            assert await window.run("return document.documentElement.scrollWidth") == WIDTH
        await keep(asleep, f"evening-{game}")
        for window in (*phones, room):
            assert [line for line in await window.complaints() if "404" not in line] == []


ROOM = "the room"


async def record_phones(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: str, names: Sequence[str], house_rules: dict[str, str],
    order: Sequence[Any], script: Script,
) -> dict[str, Counter[str]]:  # fmt: skip
    """Play the script with this order of pieces. Returns all that the phones of the first and the last person got from
    the deal on, and the room: frames, and the pictures that these name."""
    chance = SeededChance("house", order, numbers=lambda table: table.shuffle.draws)
    got: dict[str, Counter[str]] = {}
    boards = 0

    def count(event: Event) -> None:
        nonlocal boards
        boards += shows_board(night.harbour.state, event)

    async with evening(folder, names=names, chance=chance) as night, AsyncExitStack() as stack:
        house = await open_house(night.harbour, monkeypatch)
        await night.open(game, **house_rules)
        await night.start()
        screen = await stack.enter_async_context(Phone(house))
        assert (await screen.pair(code=(await house.open_code())["code"], room=True))[0] == 200
        phones = {person.name: await stack.enter_async_context(phone_of(house, person)) for person in night.people}
        phones = {name: phones[name] for name in (names[0], names[-1])} | {ROOM: screen}
        sockets = {
            name: await phone.open(stack, "/room/session" if name == ROOM else "/session")
            for name, phone in phones.items()
        }
        night.harbour.state.subscribers.append(count)
        for seat, words in script[1:]:
            await (night.pass_time(60) if seat < 0 else night.settle(await night.say(night.people[seat], words)))
            await night.settle_copies()
        for name, socket in sockets.items():
            frames: list[str] = []
            if name == ROOM:
                frames += [await socket.receive_str() for _ in range(boards + 1)]
            else:
                await socket.send_json({"do": "nothing", "n": 1})
                while '"DONE"' not in (frame := await socket.receive_str()):
                    frames.append(frame)
            pictures = sorted(set(re.findall(r'/attachments/[^"\\]+', "".join(frames))))
            bodies = [(await phones[name].read(path))[1] for path in pictures]
            got[name] = Counter(without_ids(entry) for entry in [*map(str.encode, frames), *bodies])
    return got


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("name", mark_thorough(registry.NAMES, LONGER, but=["lombardy-bones"]))
async def test_no_byte_that_a_phone_or_the_room_gets_depends_on_hidden_pieces(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces, seed, moves, hidden, _, people, rules, begun = TWINS[name]
    order = list(pieces)
    random.Random(seed).shuffle(order)
    script, other = Rehearsal(registry.game(name), people, dict(rules)).twins(order, moves, hidden)
    names = NAMES[:people]
    one, two = [
        await record_phones(tmp_path / str(number), monkeypatch, name, names, rules, shuffled, [*begun, *script])
        for number, shuffled in enumerate((order, other))
    ]
    assert one[names[-1]] != two[names[-1]]
    for watcher in (names[0], ROOM):
        assert sum(one[watcher].values()) > moves / 2
        assert [*(one[watcher] - two[watcher]), *(two[watcher] - one[watcher])] == []
