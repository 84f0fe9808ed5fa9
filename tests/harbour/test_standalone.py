"""`python -m harbour` as a program, its page server, and long-running harbours."""

import asyncio
import sys
from pathlib import Path

import aiohttp
import pytest

from harbour import ApiError, Harbour, Person, Upload
from harbour.actions import messages
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.harbour.conftest import Ask, png
from tests.left_out import LONGER, MORE_CASES, mark_thorough

ROOT = Path(__file__).parents[2]
COMMAND = {"name": "paper", "description": "The old sheets"}


@pytest.mark.thorough(LONGER)
async def test_start_prints_the_addresses_and_people() -> None:
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "harbour", "--port", "0", "--token", "t0k", "--people", "Bear", "Bull",
        cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert program.stdout is not None
    try:
        lines = [
            (await asyncio.wait_for(program.stdout.readline(), DEFAULT_TIMEOUT_S)).decode().split() for _ in range(6)
        ]
        printed = dict(lines)
        assert list(printed) == ["API", "gateway", "files", "token", "Bear", "Bull"] and printed["token"] == "t0k"
        headers = {"Authorization": "Bot t0k"}
        async with aiohttp.ClientSession() as session:
            async with session.get(printed["API"] + "/users/@me", headers=headers) as answer:
                assert (await answer.json())["global_name"] == "Boneyard"
            async with session.get(printed["Bear"]) as answer:
                assert answer.status == 200 and "text/html" in answer.headers["Content-Type"]
    finally:
        program.terminate()
        await program.wait()


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("port", mark_thorough(["taken", "99999"], MORE_CASES, but=["taken"]))
async def test_an_unusable_port_is_reported_in_one_sentence(harbour: Harbour, port: str) -> None:
    port = str(harbour.port) if port == "taken" else port
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "harbour", "--port", port,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await program.communicate()
    assert (program.returncode, out) == (2, b"")
    assert err.decode().startswith(f"--port {port} cannot be used: ")
    assert err.count(b"\n") == 1


@pytest.mark.parametrize("path", ["/", "/app.js", "/style.css", "/composer.js"])
async def test_the_page_is_served_with_a_strict_policy(harbour: Harbour, path: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(harbour.origin + path) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert answer.status == 200 and "default-src 'none'" in policy
        assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_attachments_need_their_complete_address(harbour: Harbour, bear: Person) -> None:
    message = await bear.say("", files=[Upload("a.png", png()), Upload("a.html", b"<script>")])
    picture, text = message.attachments
    async with aiohttp.ClientSession() as session:
        async with session.get(picture.url) as answer:
            assert (await answer.read(), answer.headers["Content-Type"]) == (png(), "image/png")
        async with session.get(text.url) as answer:
            assert answer.headers["Content-Disposition"] == "attachment"
        bare = picture.url.partition("?")[0]
        for wrong in (bare, bare + "?hm=0", picture.url.replace("a.png", "b.png"), harbour.origin + "/emojis/1.png"):
            async with session.get(wrong) as answer:
                assert answer.status == 404


async def test_a_browser_session_needs_a_token(harbour: Harbour) -> None:
    async with aiohttp.ClientSession() as session, session.get(harbour.origin + "/session?as=guess") as answer:
        assert answer.status == 403


@pytest.mark.parametrize(
    "asked, sentence",
    [
        ({"do": "dance", "n": 1}, "request was invalid"),
        ({"n": 1}, "request was invalid"),
        ({"do": "say", "n": 1, "channel": "1", "content": "x"}, "cannot see that channel"),
        ({"do": "press", "n": 1, "channel": "here", "message": "1", "custom_id": "x"}, "message is gone"),
        ({"do": "say", "n": 1, "channel": "here", "content": "x" * 2001}, "Invalid Form Body"),
        ({"do": "slash", "n": 1, "channel": "here", "words": "nothing"}, "No such command here"),
        ({"do": "modal", "n": 1, "interaction": "1", "values": {}}, "form is gone"),
        ([], "request was invalid"),
        ("x", "request was invalid"),
    ],
)
async def test_a_browser_session_receives_error_sentences(
    harbour: Harbour, bear: Person, asked: object, sentence: str
) -> None:
    if isinstance(asked, dict) and asked.get("channel") == "here":
        asked = {**asked, "channel": harbour.channel.id}
    url = harbour.find_page_url(bear).replace("http", "ws").replace("/?", "/session?")
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        ready = await socket.receive_json(timeout=DEFAULT_TIMEOUT_S)
        assert ready["t"] == "READY" and ready["d"]["me"]["id"] == bear.id
        await socket.send_json(asked)
        answer = await socket.receive_json(timeout=DEFAULT_TIMEOUT_S)
        assert answer["t"] == "DONE" and sentence in answer["error"]


async def test_a_browser_session_sends_a_file_and_dismisses_a_message(harbour: Harbour, bear: Person, ask: Ask) -> None:
    option = {"type": 11, "name": "sheet", "description": "The sheet", "required": True}
    await ask("PUT", f"/applications/{harbour.bot.id}/commands", [{**COMMAND, "options": [option]}])
    url = harbour.find_page_url(bear).replace("http", "ws").replace("/?", "/session?")
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await socket.receive_json(timeout=DEFAULT_TIMEOUT_S)
        here = {"n": 1, "channel": harbour.channel.id}
        answers = []
        for data in ("!", "QmVhciwxMg=="):
            file = {"filename": "sheet.csv", "data": data}
            await socket.send_json({"do": "slash", "words": "paper", "options": {"sheet": file}, **here})
            answers.append(await socket.receive_json(timeout=DEFAULT_TIMEOUT_S))
        (interaction,) = harbour.state.interactions.values()
        assert "could not be read" in answers[0]["error"] and answers[1]["d"] == interaction.id
        (attachment,) = interaction.data["resolved"]["attachments"].values()
        assert harbour.state.attachments[attachment["id"]].body == b"Bear,12"
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        await ask("POST", path, {"type": 4, "data": {"content": "booked", "flags": 64}})
        (whisper,) = bear.ephemerals()
        await socket.send_json({"do": "dismiss", "message": whisper.id, **here})
        await bear.wait_for(lambda person: not person.ephemerals())


async def test_without_remember_only_displayed_pictures_are_kept() -> None:
    async with Harbour(remember=False) as harbour:
        bear = harbour.add_user("Bear")
        message = await bear.say("board", files=[Upload("a.png", png())])
        assert len(harbour.state.attachments) == 1 and bear.collect_seen() == []
        messages.edit(
            harbour.state, harbour.channel, message, {"attachments": [{"id": 0}]}, {0: Upload("b.png", png(5))}
        )
        assert [a.filename for a in harbour.state.attachments.values()] == ["b.png"]
        messages.delete(harbour.state, harbour.channel, message)
        assert harbour.state.attachments == {} and harbour.requests == []


async def test_a_refused_edit_keeps_the_files_and_the_mentions() -> None:
    async with Harbour(remember=False) as harbour:
        bear = harbour.add_user("Bear")
        message = await bear.say(f"<@{bear.id}>", files=[Upload("a.png", png())])
        assert [user.id for user in message.mentions] == [bear.id]
        with pytest.raises(ApiError, match="empty"):
            messages.edit(harbour.state, harbour.channel, message, {"content": "", "attachments": []}, {})
        assert [user.id for user in message.mentions] == [bear.id]
        assert list(harbour.state.attachments) == [attachment.id for attachment in message.attachments]
        assert len(message.attachments) == 1


async def test_expired_interactions_are_discarded(harbour: Harbour, bear: Person, ask: Ask) -> None:
    await ask("PUT", f"/applications/{harbour.bot.id}/commands", [COMMAND])
    first = await bear.slash("paper")
    harbour.clock.advance(3601)
    second = await bear.slash("paper")
    assert list(harbour.state.interactions) == [second.interaction.token] != [first.interaction.token]
