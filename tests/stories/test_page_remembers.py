"""The page keeps its world: after a kill the same addresses open the same channels, and the hand goes on."""

import contextlib
import re
import signal
import socket
from pathlib import Path

import pytest

from bot.cli.page_files import PageFiles
from harbour import Harbour
from harbour.base.json_types import Json
from tests.left_out import LONGER, MORE_CASES
from tests.stories.page_window import Start, Window, start

BELOW_EPHEMERAL = range(20_000, 30_000)
"""Ports that the system gives to no other test by chance while the page is down."""
RACK = re.compile(r"Skipper's tiles, score 0\. \d tiles: ([^.]+)\.")


def free_port(seed: str) -> int:
    """A free port that no test of another name asks for."""
    first = sum(map(ord, seed)) * 37 % len(BELOW_EPHEMERAL)
    for port in (*BELOW_EPHEMERAL[first:], *BELOW_EPHEMERAL[:first]):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return int(port)
    raise AssertionError("no port is free")


def rack(window: Window) -> set[str]:
    """The bones on Skipper's rack, in their DM."""
    [found] = RACK.findall(window.texts())
    return {bone.split()[0] for bone in found.split(", ")}


def plays(window: Window) -> list[tuple[Json, Json]]:
    """The buttons that play a bone, each with its message."""
    return [found for found in window.buttons() if ":play." in found[1]["custom_id"]]


@pytest.mark.thorough(LONGER)
async def test_a_hand_goes_on_after_a_kill_and_another_game_opens_beside_it(tmp_path: Path) -> None:
    port = free_port("remembers")
    async with start(tmp_path, "remembers", port, "--game", "duo-dominoes") as first:
        await first.until("A table with three robots is ready: press Start.")
        addresses = first.addresses()
        async with Window.open(addresses["You"]) as window:
            channels = set(window.channels)
            added = await window.ask("add_person", name="Ann")
            await window.press("Start")
            await window.until(lambda: bool(plays(window)))
            before = rack(window)
            assert len(before) == 7
            board = [message["id"] for message, button in window.buttons() if button["label"] == "My hand"]
            assert len(board) == 1
            await window.push(*plays(window)[0])
            await first.end(signal.SIGKILL)

    async with start(tmp_path, "remembers-again", port, "--game", "lombardy-bones") as second:
        await second.until("A table with three robots is ready in a thread of its own: press Start.")
        ann = addresses["You"].partition("?")[0] + added["d"]["query"]
        assert second.addresses() == {**addresses, "Ann": ann}
        async with Window.open(addresses["You"]) as window:
            assert channels < set(window.channels)
            [lobby] = [message for message, button in window.buttons() if button["label"] == "Start"]
            assert lobby["channel_id"] not in channels
            await window.until(lambda: bool(plays(window)))
            assert [message["id"] for message, button in window.buttons() if button["label"] == "My hand"] == board
            now = rack(window)
            assert now == before or (now < before and len(now) == 6), "the move was kept whole, or not at all"
            await window.push(*plays(window)[0])
            await window.until(lambda: rack(window) < now)
        async with Window.open(ann) as window:
            assert channels & set(window.channels), "the person who was added reads the channel"
        assert await second.end(signal.SIGINT) == ""
        assert second.process.returncode == 0


@pytest.mark.thorough(LONGER)
async def test_new_starts_a_new_world_and_keeps_the_old_one(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    files = PageFiles(data)
    async with Harbour(file=files.world) as harbour:
        bear = harbour.add_user("Bear")
        await bear.say("Remember me")
        old = harbour.find_page_url(bear)
    files.database.write_bytes(b"the books of the old world")
    world = files.world.read_bytes()
    async with start(tmp_path, "anew", 0, "--new") as begun:
        await begun.until("A table with three robots is ready: press Start.")
        found = re.fullmatch(r"A new world begins\. The old one is kept in (\S+)\.", begun.printed[0])
        assert found is not None
        kept = PageFiles(tmp_path / found[1])
        assert kept.database.read_bytes() == b"the books of the old world"
        assert kept.world.read_bytes() == world
        assert old not in begun.addresses().values()
        async with Window.open(begun.addresses()["Bear"]) as window:
            assert "Remember me" not in window.texts()
        assert await begun.end(signal.SIGTERM) == ""


def test_a_database_that_was_left_without_its_world_is_put_aside(tmp_path: Path) -> None:
    """Older releases did not keep the page's world. They left a database behind and emptied it at the next start."""
    files = PageFiles(tmp_path)
    assert files.make_ready(new=False) == files.make_ready(new=True) == ""
    files.database.write_bytes(b"nobody knows these channels")
    sentence = files.make_ready(new=False)
    assert sentence.startswith("The old database came without its messages")
    [aside] = tmp_path.glob("earlier-*")
    assert str(aside) in sentence
    assert [file.read_bytes() for file in aside.iterdir()] == [b"nobody knows these channels"]
    assert aside.stat().st_mode & 0o777 == 0o700
    assert not files.database.exists()


def test_worlds_that_are_put_aside_in_one_second_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.page_files.time.strftime", lambda pattern: "earlier-then")
    files = PageFiles(tmp_path)
    for body in (b"one", b"two"):
        files.world.write_bytes(body)
        files.make_ready(new=True)
    assert [(tmp_path / name / files.world.name).read_bytes() for name in ("earlier-then", "earlier-then-again")] == [
        b"one",
        b"two",
    ]


@pytest.mark.thorough(MORE_CASES)
async def test_a_world_that_cannot_be_read_is_reported_in_a_sentence(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    PageFiles(data).world.write_bytes(b"Not a database, but a letter to somebody. " * 10)
    async with start(tmp_path, "damaged", 0) as started:
        said = await wait_for_end(started)
    assert said.endswith("`make play NEW=1` puts it aside and begins anew.\n") and said.count("\n") == 1
    assert started.process.returncode == 2


async def wait_for_end(started: Start) -> str:
    """Wait until a process ends by itself; returns the text on stderr."""
    _, said = await started.process.communicate()
    return said.decode()
