"""A harbour that keeps its world in a file: after a restart everything is there, at the same addresses."""

import base64
import dataclasses
import json
import logging
import re
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from harbour import Clock, Harbour, Message, NotOffered, Person, Upload, WorldUnusable
from harbour.base.json_types import Json, JsonValue
from harbour.page.session import BrowserSession
from harbour.state.application import Interaction
from harbour.state.server_state import ServerState
from tests.effort import rounds
from tests.harbour.conftest import png
from tests.left_out import MORE_CASES, mark_thorough

PAPER = {"name": "paper", "description": "The old sheets"}
BUTTON = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Join", "custom_id": "join"}]}]
FORM = {
    "custom_id": "form", "title": "Form",
    "components": [{"type": 1, "components": [{"type": 4, "style": 1, "label": "Why", "custom_id": "why"}]}],
}  # fmt: skip
NOT_KEPT = {("Interaction", "payload"), ("Interaction", "data")}
"""Fields that the file may omit: the bot has received them, and the harbour no longer needs them."""
QUARTER_OF_AN_HOUR = 15 * 60


def portrait(value: object, whole: bool = True) -> Any:
    """A value of the model as JSON, with all its fields. An inner object with an id is written as its kind and id."""
    if isinstance(value, dict):
        return {str(key): portrait(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [portrait(part, whole=False) for part in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind, fields = type(value).__name__, {field.name: field for field in dataclasses.fields(value)}
        read = {name: value.__getattribute__(name) for name in fields if (kind, name) not in NOT_KEPT}
        if "id" in fields and not whole and kind not in ("Attachment", "Command"):
            return [kind, read["id"]]
        return {name: portrait(part, whole=name == "thread") for name, part in read.items()}
    return value


def describe_everything(state: ServerState) -> Json:
    """Everything in a state that the page or the bot can ask for."""
    parts = (state.users, state.guilds, state.channels, state.emojis, state.commands, state.interactions)
    messages = [m for channel in state.channels.values() for m in channel.messages.values()]
    files = {attachment.id: attachment.body for message in messages for attachment in message.attachments}
    return {
        "parts": [portrait(part) for part in parts],
        "messages": [portrait(message) for message in messages],
        "files": files,
        "found": {number: portrait(state.attachments[number]) for number in files},
        "nonces": {key: m.id for key, m in state.nonces.items() if m.id in state.channels[m.channel_id].messages},
    }


class Life:
    """Random actions of people and the bot in a harbour, through Discord's client and API only."""

    def __init__(self, harbour: Harbour, session: aiohttp.ClientSession, chance: Random) -> None:
        self.harbour = harbour
        self.session = session
        self.chance = chance
        self.count = 0
        self.bear = harbour.add_user("Bear")

    async def ask(self, method: str, path: str, body: JsonValue = None) -> JsonValue:
        headers = {"Authorization": f"Bot {self.harbour.token}"}
        async with self.session.request(method, self.harbour.api_base + path, json=body, headers=headers) as answer:
            return await answer.json() if answer.status in (200, 201) else None

    def someone(self) -> Person:
        return self.chance.choice([p for p in self.harbour.people if p.id in self.harbour.guild.members])

    def message(self) -> Message | None:
        rooms = self.harbour.state.channels.values()
        return self.chance.choice([m for room in rooms for m in room.messages.values()] or [None])

    async def say(self) -> None:
        word = f"Word {self.count} for <@{self.bear.id}>"
        await self.someone().say(word, files=[Upload("board.png", png(self.count + 20))])

    async def post(self) -> None:
        body = {"content": f"Board {self.count}", "components": BUTTON, "nonce": str(self.count)}
        await self.ask("POST", f"/channels/{self.harbour.channel.id}/messages", body)

    async def write_dm(self) -> None:
        dm = await self.ask("POST", "/users/@me/channels", {"recipient_id": self.someone().id})
        await self.ask("POST", f"/channels/{dm['id']}/messages", {"content": f"Rack {self.count}"})

    async def edit(self) -> None:
        if (message := self.message()) is not None:
            await self.ask("PATCH", f"/channels/{message.channel_id}/messages/{message.id}", {"content": "Changed"})

    async def delete(self) -> None:
        if (message := self.message()) is not None:
            await self.ask("DELETE", f"/channels/{message.channel_id}/messages/{message.id}")

    async def open_thread(self) -> None:
        made = await self.ask(
            "POST", f"/channels/{self.harbour.channel.id}/threads",
            {"name": f"Table {self.count}", "type": self.chance.choice([11, 12])},
        )  # fmt: skip
        await self.ask("PUT", f"/channels/{made['id']}/thread-members/{self.someone().id}")
        await self.ask("POST", f"/channels/{made['id']}/messages", {"content": "Here"})

    async def change_thread(self) -> None:
        threads = [room for room in self.harbour.state.channels.values() if room.thread is not None]
        if threads:
            path = f"/channels/{self.chance.choice(threads).id}"
            if self.chance.random() < 0.3:
                await self.ask("DELETE", path)
            else:
                await self.ask("PATCH", path, {"archived": self.chance.random() < 0.5})

    async def register(self) -> None:
        words = [PAPER, {"name": f"word{self.count}", "description": "x"}]
        await self.ask("PUT", f"/applications/{self.harbour.bot.id}/commands", words[: self.chance.choice([1, 2])])

    async def make_emoji(self) -> None:
        image = f"data:image/png;base64,{base64.b64encode(png(self.count + 1)).decode()}"
        place = f"/applications/{self.harbour.bot.id}/emojis"
        made = await self.ask("POST", place, {"name": f"bone{self.count}", "image": image})
        if self.chance.random() < 0.5:
            await self.ask("PATCH", f"{place}/{made['id']}", {"name": f"tile{self.count}"})
        elif self.chance.random() < 0.5:
            await self.ask("DELETE", f"{place}/{made['id']}")

    async def use_command(self) -> None:
        if not self.harbour.state.commands:
            await self.register()
        used = (await self.someone().slash("paper")).interaction
        answer = self.chance.choice([
            {"type": 4, "data": {"content": "Mine alone", "flags": 64}},
            {"type": 5, "data": {"flags": 64}},
            {"type": 9, "data": FORM},
        ])  # fmt: skip
        await self.ask("POST", f"/interactions/{used.id}/{used.token}/callback", answer)
        if self.chance.random() < 0.5:
            await self.ask("POST", f"/webhooks/{self.harbour.bot.id}/{used.token}", {"content": "More", "flags": 64})

    async def dismiss(self) -> None:
        person = self.someone()
        for message in person.ephemerals()[:1]:
            person.dismiss(message)

    async def change_people(self) -> None:
        self.harbour.add_user(f"Guest {self.count}", member=self.chance.random() < 0.8)
        self.bear.accept_dms(False) if self.chance.random() < 0.5 else self.bear.accept_dms(True)

    async def step(self) -> None:
        self.count += 1
        ways: list[Callable[[], Awaitable[None]]] = [
            self.say, self.post, self.post, self.write_dm, self.edit, self.delete, self.open_thread,
            self.change_thread, self.register, self.make_emoji, self.use_command, self.use_command, self.dismiss,
            self.change_people,
        ]  # fmt: skip
        await self.chance.choice(ways)()


@pytest.mark.parametrize("seed", mark_thorough(range(3), MORE_CASES, but=[1]))
async def test_after_every_step_the_file_holds_everything_readable(tmp_path: Path, seed: int) -> None:
    """The file is read while the harbour still runs, so it is complete without an orderly stop."""
    file = tmp_path / "world.db"
    async with Harbour(file=file, remember=False) as harbour, aiohttp.ClientSession() as session:
        life = Life(harbour, session, Random(seed))
        for _ in range(rounds(20, 60, 60)):
            await life.step()
            for interaction in harbour.state.interactions.values():  # the second harbour has no bot that could answer
                interaction.failed = interaction.failed or interaction.acknowledged is None
            again = Harbour(file=file, remember=False)
            assert describe_everything(again.state) == describe_everything(harbour.state)
            assert [again.find_page_url(person)[-22:] for person in again.people] == [
                harbour.find_page_url(person)[-22:] for person in harbour.people
            ]
            await again.stop()
        assert harbour.failures == []


async def test_the_same_addresses_lead_to_the_same_people_channel_and_files(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Harbour(file=file) as harbour:
        assert harbour.is_new
        bear = harbour.add_user("Bear")
        message = await bear.say("Four of us", files=[Upload("board.png", png())])
        addresses = [harbour.token, harbour.find_page_url(bear), message.attachments[0].url]
    async with Harbour(file=file) as harbour, aiohttp.ClientSession() as session:
        assert not harbour.is_new
        bear = harbour.people[1]
        [message] = bear.messages()
        assert [harbour.token, harbour.find_page_url(bear), message.attachments[0].url] == addresses
        assert (message.content, message.author) == ("Four of us", bear.user)
        async with session.get(message.attachments[0].url) as answer:
            assert await answer.read() == png()
        newer = await bear.say("And on")
        assert int(newer.id) > int(message.id)


async def test_a_world_of_an_older_release_is_read(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Harbour(file=file) as harbour, aiohttp.ClientSession() as session:
        await Life(harbour, session, Random(1)).register()
        await harbour.people[1].say("Four of us")
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        gone = "'$.embeds', json('[]'), '$.kind', 0, '$.pinned', json('false'), '$.reply_to', null"
        database.execute(f"UPDATE things SET body = json_set(body, {gone}) WHERE kind = 'message'")
        gone = "'$.guild_id', null, '$.commands[0].guild_id', null"
        database.execute(f"UPDATE things SET body = json_set(body, {gone}) WHERE kind = 'commands'")
    again = Harbour(file=file)
    assert [message.content for message in again.people[1].messages()] == ["Four of us"]
    assert [command.name for command in again.state.commands] == ["paper"]
    await again.stop()


async def post_layout(harbour: Harbour) -> None:
    """Let the bot post a layout that shows one picture in a gallery."""
    parts = [{"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}]
    form = aiohttp.FormData()
    body = {"flags": 1 << 15, "components": parts, "attachments": [{"id": 0, "filename": "board.png"}]}
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    form.add_field("files[0]", png(), filename="board.png", content_type="image/png")
    path = f"{harbour.api_base}/channels/{harbour.channel.id}/messages"
    headers = {"Authorization": f"Bot {harbour.token}"}
    async with aiohttp.ClientSession() as session, session.post(path, data=form, headers=headers) as answer:
        assert answer.status == 200, await answer.text()


async def test_files_are_found_if_the_harbour_has_to_listen_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Harbour(file=file) as harbour:
        bear = harbour.add_user("Bear")
        await bear.say("Four of us", files=[Upload("board.png", png())])
        await post_layout(harbour)
        port = harbour.port
    async with Harbour(port=port), Harbour(file=file) as harbour, aiohttp.ClientSession() as session:
        assert harbour.port != port
        message, layout = harbour.people[1].messages()
        media = layout.components[0]["items"][0]["media"]
        addresses = [media[key] for key in ("url", "proxy_url")]
        for address in (message.attachments[0].url, layout.attachments[0].url, *addresses):
            async with session.get(address) as answer:
                assert await answer.read() == png()
        port = harbour.port
    async with Harbour(file=file) as harbour:
        assert harbour.port == port, "the new port is kept"


async def use_and_answer(harbour: Harbour, person: Person) -> Interaction:
    """Use a command, and answer it as the bot does, with a private message."""
    used = (await person.slash("paper")).interaction
    async with aiohttp.ClientSession() as session:
        body = {"type": 4, "data": {"content": "Your rack", "flags": 64}}
        place = f"{harbour.api_base}/interactions/{used.id}/{used.token}/callback"
        async with session.post(place, json=body) as answer:
            assert answer.status == 204
    return used


async def test_a_private_answer_is_kept_as_long_as_the_bot_may_change_it(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Harbour(file=file) as harbour, aiohttp.ClientSession() as session:
        bear, bull = harbour.add_user("Bear"), harbour.add_user("Bull")
        headers = {"Authorization": f"Bot {harbour.token}"}
        commands = f"{harbour.api_base}/applications/{harbour.bot.id}/commands"
        async with session.put(commands, json=[PAPER], headers=headers) as registered:
            assert registered.status == 200
        used = await use_and_answer(harbour, bear)
        unanswered = (await bull.slash("paper")).interaction
    async with Harbour(file=file) as harbour, aiohttp.ClientSession() as session:
        bear, bull = harbour.people[1:]
        [private] = bear.messages()
        assert (private.text, bull.messages()) == ("Your rack", [])
        place = f"{harbour.api_base}/webhooks/{harbour.bot.id}/{used.token}/messages/@original"
        async with session.patch(place, json={"content": "Your new rack"}) as answer:
            assert answer.status == 200
        assert private.text == "Your new rack"
        late = f"{harbour.api_base}/interactions/{unanswered.id}/{unanswered.token}/callback"
        async with session.post(late, json={"type": 4, "data": {"content": "Late"}}) as answer:
            assert answer.status == 404
    clock = Clock()
    clock.advance(QUARTER_OF_AN_HOUR + 1)
    later = Harbour(file=file, clock=clock)
    assert later.people[1].messages() == [] and later.state.interactions == {}
    await later.stop()
    with closing(sqlite3.connect(file)) as database:
        kinds = {kind for (kind,) in database.execute("SELECT kind FROM things")}
    assert kinds == {"user", "guild", "channel", "commands"}, "expired interactions and private answers are removed"


async def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with Harbour(file=file) as harbour:
        await harbour.add_user("Bear").say("Four of us")
        beside = [file, *(file.with_name(f"world.db-{ending}") for ending in ("wal", "shm"))]
        assert {stat.S_IMODE(path.stat().st_mode) for path in beside} == {0o600}


async def test_an_interrupted_beginning_begins_again(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    await Harbour(file=file).stop()
    with closing(sqlite3.connect(file)) as database:
        database.execute("DELETE FROM origin")
        database.commit()
    harbour = Harbour(file=file)
    assert harbour.is_new
    await harbour.stop()
    again = Harbour(file=file)
    assert [person.name for person in again.people] == ["Harbourmaster"]
    await again.stop()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ("PRAGMA application_id = 7", "holds something else, not the world of a harbour."),
        ("PRAGMA user_version = 99", "was written by a newer release: update this one."),
        ("UPDATE things SET body = '{}'", "is damaged ("),
        ("DELETE FROM things", "is damaged ("),
    ],
)
async def test_a_file_that_is_no_world_is_refused_in_a_sentence(tmp_path: Path, spoil: str, sentence: str) -> None:
    file = tmp_path / "world.db"
    await Harbour(file=file).stop()
    with closing(sqlite3.connect(file)) as database:
        database.execute(spoil)
        database.commit()
    with pytest.raises(WorldUnusable, match=f"world.db {re.escape(sentence)}"):
        Harbour(file=file)


async def test_a_file_that_is_no_database_or_cannot_be_made_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    file.write_bytes(b"A letter to somebody, not a database at all. " * 20)
    with pytest.raises(WorldUnusable, match="cannot be read"):
        Harbour(file=file)
    assert file.read_bytes().startswith(b"A letter")
    with pytest.raises(WorldUnusable, match="cannot be opened"):
        Harbour(file=tmp_path / "nowhere" / "world.db")


async def test_a_file_that_cannot_be_written_is_reported_once_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "world.db"
    harbour = Harbour(file=file)
    bear = harbour.add_user("Bear")
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON things BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
        )
        with caplog.at_level(logging.ERROR):
            await bear.say("One")
            await bear.say("Two")
        assert [record.getMessage() for record in caplog.records] == [
            f"{file} cannot be written (the disk is full). Changes are lost unless a later try succeeds."
        ]
        database.execute("DROP TRIGGER full")
    await bear.say("Three")
    await harbour.stop()
    again = Harbour(file=file)
    assert [message.content for message in again.people[1].messages()] == ["One", "Two", "Three"]
    await again.stop()


async def test_a_person_adds_another_on_the_page(harbour: Harbour, bear: Person) -> None:
    window = BrowserSession(bear, harbour.add_user)
    added: Any = await window.handle({"do": "add_person", "name": "  Ann   Lee "})
    ann = harbour.people[-1]
    assert (ann.name, added["name"]) == ("Ann Lee", "Ann Lee")
    assert harbour.find_page_url(ann) == f"{harbour.origin}/{added['query']}"
    assert ann.id in harbour.guild.members
    async with aiohttp.ClientSession() as session:
        address = f"{harbour.origin.replace('http', 'ws')}/session{added['query']}"
        async with session.ws_connect(address) as socket:
            assert (await socket.receive_json())["d"]["me"]["global_name"] == "Ann Lee"


async def test_the_page_does_not_show_the_id_of_a_button_that_is_gone(harbour: Harbour, bear: Person) -> None:
    await bear.say("One")
    message = bear.messages()[-1]
    async with aiohttp.ClientSession() as session:
        address = f"{harbour.find_page_url(bear).replace('http', 'ws').replace('/?', '/session?')}"
        async with session.ws_connect(address) as socket:
            await socket.receive_json()
            wanted = {"do": "press", "channel": message.channel_id, "message": message.id, "custom_id": "by:2:call:28"}
            await socket.send_json({"n": 1, **wanted})
            answer = await socket.receive_json()
            while answer.get("n") != 1:
                answer = await socket.receive_json()
    assert answer["error"] == "That button is gone"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A name has 1 to 32 letters"),
        ("x" * 33, "A name has 1 to 32 letters"),
        ("A\u202eb", "A name has 1 to 32 letters"),
        ("bEAR", "There is a bEAR already; choose another name"),
        ("boneyard", "There is a boneyard already; choose another name"),
    ],
)
async def test_a_new_person_needs_a_name_of_their_own(harbour: Harbour, bear: Person, name: str, sentence: str) -> None:
    before = len(harbour.people)
    with pytest.raises(NotOffered, match=f"^{sentence}$"):
        await BrowserSession(bear, harbour.add_user).handle({"do": "add_person", "name": name})
    assert len(harbour.people) == before


async def test_the_page_has_room_for_a_hundred(harbour: Harbour, bear: Person) -> None:
    window = BrowserSession(bear, harbour.add_user)
    for number in range(100 - len(harbour.people)):
        await window.handle({"do": "add_person", "name": f"Guest {number}"})
    with pytest.raises(NotOffered, match="There is room for 100 people"):
        await window.handle({"do": "add_person", "name": "One too many"})
