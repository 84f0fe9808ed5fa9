"""`boneyard play` in a process of its own, and a person's window on its page without a browser."""

import asyncio
import contextlib
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp

from harbour.base.json_types import Json
from harbour.state.parts import controls_of, texts_of

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 180.0


class Start:
    """A running `boneyard play`. `printed` has its output lines so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.printed: list[str] = []

    async def until(self, wanted: str) -> None:
        """Read the output of the process up to the line that contains `wanted`."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := await self.process.stdout.readline():
                self.printed.append(line.decode().rstrip())
                if wanted in self.printed[-1]:
                    return
        raise AssertionError(f"{wanted!r} was never printed: {self.printed}")

    def addresses(self) -> dict[str, str]:
        """The addresses that were printed, by name."""
        pattern = r"^  (\w+): +(http://127\.0\.0\.1:\d+/\?as=\S+)$"
        return dict(re.findall(pattern, "\n".join(self.printed), re.M))

    async def end(self, number: int) -> str:
        """Send a signal and wait for the end; returns the text on stderr."""
        self.process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            _, said = await self.process.communicate()
        return said.decode()


@contextlib.asynccontextmanager
async def start(folder: Path, secrets: str, port: int, *options: str) -> AsyncIterator[Start]:
    """Start `boneyard play` in a folder, with the shuffles and keys that follow from the name `secrets`."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.child", secrets, "bot", "play", *options),
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), "HARBOUR_PORT": str(port)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Start(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class Window:
    """The page as one person has it open: channels and messages, kept up to date by the page's own socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._count = 0
        self._answers: dict[int, Json] = {}
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, address: str) -> "AsyncIterator[Window]":
        """Open the page at a person's address."""
        place = address.replace("http://", "ws://").replace("/?", "/session?")
        async with aiohttp.ClientSession() as session, session.ws_connect(place, max_msg_size=0) as socket:
            window = cls(socket)
            await window.until(lambda: bool(window.channels))
            yield window

    async def until(self, condition: Callable[[], bool]) -> None:
        """Receive news until the condition holds."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._receive(await self._socket.receive_json())

    def _receive(self, news: Json) -> None:
        data: Json = news.get("d") or {}
        match news["t"]:
            case "READY":
                self.channels, self.messages = {}, {}
                for channel in data["channels"]:
                    self._keep_channel(channel)
            case "CHANNEL":
                self._keep_channel(data)
            case "MESSAGE_CREATE" | "MESSAGE_UPDATE":
                self.messages[data["id"]] = data
            case "MESSAGE_DELETE":
                self.messages.pop(data["id"], None)
            case "DONE":
                self._answers[news["n"]] = news

    def _keep_channel(self, channel: Json) -> None:
        self.channels[channel["id"]] = channel
        self.messages |= {message["id"]: message for message in channel["messages"]}

    async def ask(self, what: str, **details: str) -> Json:
        """Send a request and wait for its answer."""
        self._count += 1
        number = self._count
        await self._socket.send_json({"do": what, "n": number, **details})
        await self.until(lambda: number in self._answers)
        return self._answers[number]

    async def press(self, label: str) -> None:
        """Press the newest enabled button of that label."""
        await self.push(*next(reversed([found for found in self.buttons() if found[1].get("label") == label])))

    async def push(self, message: Json, button: Json) -> None:
        """Press this button of this message."""
        place = {"channel": message["channel_id"], "message": message["id"]}
        answer = await self.ask("press", **place, custom_id=button["custom_id"])
        assert "error" not in answer, answer

    def buttons(self) -> list[tuple[Json, Json]]:
        """All enabled buttons, each with its message, the oldest message first."""
        messages = [self.messages[number] for number in sorted(self.messages, key=int)]
        return [
            (message, control)
            for message in messages
            for control in controls_of(message["components"])
            if control["type"] == 2 and not control.get("disabled")
        ]

    def texts(self) -> str:
        """All text on the page, alt texts of pictures included."""
        alts = [a.get("description") or "" for m in self.messages.values() for a in m["attachments"]]
        words = [[m["content"], *texts_of(m["components"])] for m in self.messages.values()]
        return json.dumps([words, alts], ensure_ascii=False)
