"""A whole move, from the press to the last request that shows it, against a bare client that makes the same requests.

Four people play each game. The requests of each move are noted: the acknowledgement, the board, the racks, the log. A
bare discord.py client then answers a press on a harbour of its own with the same requests: the same bodies, and as many
bytes of pictures. On both sides harbour, people and client share one process. Its processor time is measured, which
depends less on the machine's other work. Neither side paces its edits.

The ratio is a check of overhead alone, since the bare client sends whatever the bot sends; `budget` counts that.
"""

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import discord
from discord.http import Route

from bot.edge import client as connection
from games import registry
from games.core import Seat
from harbour import Harbour
from harbour.rest.api import Exchange
from tests.bench.rows import Row
from tests.bot.harness.no_places import NO_PLACES
from tests.bot.harness.settling import settle_tables
from tests.stories.evening import Evening, evening, words_for

AT_LEAST: Final = 0.42
MOVES: Final = 24
"""The moves of a round; the first quarter warms both sides up and is not counted."""
EVENING: Final = 72
"""The moves before the first round of a game, which fill the process's cache of drawn pieces."""
PANEL: Final = {"content": "The table", "components": [{"type": 1, "components": [
    {"type": 2, "style": 1, "label": "Pass", "custom_id": "by:1:pass:1"}]}]}  # fmt: skip
PIXELS: Final = random.Random(1).randbytes(1 << 18)
"""Random bytes sent instead of pictures; the harbour does not read them."""

Move = Sequence[Exchange]
"""The requests that showed a move."""


@dataclass
class Played:
    """Moves, with the processor seconds that each took."""

    moves: list[Move] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def count_a_second(self) -> float:
        """The moves in a second of processor time, without the first quarter."""
        warm = self.seconds[len(self.seconds) // 4 :]
        return len(warm) / sum(warm)


async def play_moves(folder: Path, game: str, count: int) -> Played:
    """Let four people play a game; return their moves."""
    played = Played()
    async with evening(folder) as night:
        await night.open(game)
        await night.start()
        while len(played.moves) < count:
            await _make_move(night, played)
    return played


async def _make_move(night: Evening, played: Played) -> None:
    table = await night.now()
    for seat, person in enumerate(night.people):
        words = words_for(table, Seat(seat))
        if words is None:
            continue
        make = night.choose(person, words)
        before, began = len(night.harbour.requests), time.process_time()
        answer = await make()
        await answer.wait_for_acknowledgement()
        await _wait_until_shown(night)
        played.seconds.append(time.process_time() - began)
        played.moves.append(night.harbour.requests[before:])
        return
    await night.pass_time(30)


async def _wait_until_shown(night: Evening) -> None:
    """Wait until the table's messages show the move, without waiting for game nights and the tally."""
    assert night.app.router is not None
    await night.app.router.drain()
    await settle_tables(night.parts.host)


@dataclass
class BareClient:
    """A client without a bot, which repeats the requests of recorded moves."""

    harbour: Harbour
    client: discord.Client
    moves: Sequence[Move]
    messages: dict[str, str] = field(default_factory=dict)
    """Ids of this client's messages, by the ids of the bot's messages that they stand for."""
    follow_ups: dict[str, Route] = field(default_factory=dict)
    """The requests that delete this client's follow-ups of answers, by the ids of the bot's follow-ups."""
    done: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    at: int = 0
    failure: Exception | None = None
    """The error that kept a move from being repeated."""

    async def receive(self, interaction: discord.Interaction) -> None:
        """Acknowledge a press, then make the other requests of the next move at once.

        The bot also edits posts through older presses. This client makes all edits through the newest press, and ends
        its answer last.
        """
        requests, self.at = self.moves[self.at], self.at + 1
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
            ends = [request for request in requests if _ends_answer(request)]
            await asyncio.gather(*(self._repeat(request, interaction) for request in requests if request not in ends))
            for request in ends:
                await self._repeat(request, interaction)
        except Exception as error:
            self.failure = error
        finally:
            self.done.release()

    async def _repeat(self, request: Exchange, interaction: discord.Interaction) -> None:
        match request.method, request.path.split("/")[1:]:
            case "DELETE", ["webhooks", *_, "@original"]:
                await interaction.delete_original_response()
            case "DELETE", ["webhooks", *_, message]:
                if message in self.follow_ups:  # otherwise the bot sent it before these moves
                    await self.client.http.request(self.follow_ups[message])
            case "PATCH", ["webhooks", *_]:
                await self._send(request, _route_of_answer(interaction, "PATCH", "/messages/@original"))
            case "POST", ["webhooks", *_]:
                sent = await self._send(request, _route_of_answer(interaction, "POST"))
                delete = _route_of_answer(interaction, "DELETE", f"/messages/{sent['id']}")
                self.follow_ups[str(_check_object(request.answer)["id"])] = delete
            case "PATCH", ["channels", _, "messages", message]:
                await self._send(request, self._route("PATCH", f"/{self.messages[message]}"))
            case "DELETE", ["channels", _, "messages", message]:
                await self.client.http.request(self._route("DELETE", f"/{self.messages[message]}"))
            case "GET", ["channels", _, "messages"]:
                await self.client.http.request(self._route("GET", ""))
            case "POST", ["channels", _, "messages"]:
                sent = await self._send(request, self._route("POST", ""))
                self.messages[str(_check_object(request.answer)["id"])] = sent["id"]
            case "POST", ["interactions", *_]:
                pass  # acknowledged already
            case _:
                raise ValueError(f"the bare client cannot repeat {request.method} {request.path}")

    async def post_what_moves_edit(self) -> str:
        """Post a panel, and a message for each earlier one that these moves edit or delete; return the panel's id."""
        requests = [request for move in self.moves for request in move]
        posted = {
            str(_check_object(request.answer)["id"])
            for request in requests
            if request.method == "POST" and request.path.endswith("/messages")
        }
        edited = {
            request.path.rpartition("/")[2]
            for request in requests
            if request.path.startswith("/channels/") and request.method in ("PATCH", "DELETE")
        }
        for message in ["panel", *sorted(edited - posted)]:
            sent = await self.client.http.request(self._route("POST", ""), json=PANEL)
            self.messages[message] = sent["id"]
        return self.messages["panel"]

    async def _send(self, request: Exchange, route: Route) -> Any:
        if not request.files:
            return await self.client.http.request(route, json=request.body)
        form: list[dict[str, Any]] = [{"name": "payload_json", "value": json.dumps(request.body)}]
        for place, (name, kept) in enumerate(
            zip(request.files, _check_object(request.answer)["attachments"], strict=True)
        ):
            drawn = PIXELS[: kept["size"]]
            form.append({"name": f"files[{place}]", "value": drawn, "filename": name, "content_type": "image/png"})
        return await self.client.http.request(route, form=form)

    def _route(self, method: str, message: str) -> Route:
        return Route(method, f"/channels/{self.harbour.channel.id}/messages{message}")


def _route_of_answer(interaction: discord.Interaction, method: str, message: str = "") -> Route:
    return Route(method, f"/webhooks/{interaction.application_id}/{interaction.token}{message}")


def _ends_answer(request: Exchange) -> bool:
    return request.method == "DELETE" and request.path.endswith("/@original")


def _check_object(value: Any) -> dict[str, Any]:
    assert isinstance(value, dict)
    return value


async def repeat_moves(moves: Sequence[Move]) -> Played:
    """Let a bare client answer a press for each of these moves with the move's requests."""
    played = Played(list(moves))
    async with Harbour() as harbour:
        client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base))
        made = BareClient(harbour, client, moves)
        client.listen(made.receive, NO_PLACES)
        await client.login(harbour.token)
        line = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        panel = harbour.channel.messages[await made.post_what_moves_edit()]
        people = [harbour.add_user(f"P{seat}") for seat in range(4)]
        for turn in range(len(moves)):
            began = time.process_time()
            await people[turn % 4].press(panel, "by:1:pass:1")
            await made.done.acquire()
            if made.failure is not None:
                raise made.failure
            played.seconds.append(time.process_time() - began)
        await client.close()
        await line
    return played


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, anchor, ratio, at least)."""
    rows: list[Row] = []
    count, rounds = (MOVES // 2, 1) if quick else (MOVES, 3)
    for game in registry.NAMES:
        found: list[tuple[float, float]] = []
        with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
            asyncio.run(play_moves(Path(folder), game, EVENING))
        for _ in range(rounds):
            with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
                mine = asyncio.run(play_moves(Path(folder), game, count))
            found.append((mine.count_a_second(), asyncio.run(repeat_moves(mine.moves)).count_a_second()))
        here, there = (median(column) for column in zip(*found, strict=True))
        ratio = median(own / bare for own, bare in found)
        rows.append(Row(f"{game}: whole moves a second / bare client", here, there, ratio, AT_LEAST))
    return rows
