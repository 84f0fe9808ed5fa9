"""Random requests are answered as Discord would, never with a failure of the harbour."""

import asyncio
import io
import json
from collections.abc import Iterator

import aiohttp
import pytest
from hypothesis import example, given, strategies as st

from harbour import Harbour
from harbour.base.json_types import JsonValue
from harbour.rest.api import ROUTES
from tests.left_out import LONGER

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=10), below, max_size=4),
    max_leaves=12,
)
KEYS = [
    "content",
    "components",
    "attachments",
    "allowed_mentions",
    "flags",
    "nonce",
    "enforce_nonce",
    "message_reference",
    "type",
    "data",
    "title",
    "description",
    "fields",
    "options",
    "choices",
    "name",
    "value",
    "custom_id",
    "label",
    "style",
    "emoji",
    "id",
    "url",
    "image",
    "recipient_id",
    "archived",
    "locked",
    "auto_archive_duration",
    "invitable",
    "users",
    "parse",
    "footer",
    "author",
    "min_values",
    "max_values",
    "placeholder",
    "message_id",
]
known = st.recursive(
    anything,
    lambda below: st.dictionaries(st.sampled_from(KEYS), below, max_size=6) | st.lists(below, max_size=3),
    max_leaves=15,
)
NUMBERS = st.sampled_from(["channel", "guild", "bot", "message", "token", "0", "-1", "x", "@me", "@original", "9" * 25])


class FuzzedHarbour:
    """A running harbour and an HTTP session, shared by the examples of a test."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.harbour = Harbour()
        self.runner.run(self._start())

    async def _start(self) -> None:
        await self.harbour.start()
        self.session = aiohttp.ClientSession(headers={"Authorization": f"Bot {self.harbour.token}"})
        self.bear = self.harbour.add_user("Bear")
        command = [{"name": "go", "description": "Go"}]
        await self._ask("PUT", f"/applications/{self.harbour.bot.id}/commands", command, None)
        answer = await self.bear.slash("go")
        board = {
            "content": "board",
            "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}],
        }
        _, sent = await self._ask("POST", f"/channels/{self.harbour.channel.id}/messages", board, None)
        here = self.harbour
        self.names = {"channel": here.channel.id, "guild": here.guild.id, "bot": here.bot.id, "message": sent["id"]}
        self.names |= {"token": answer.interaction.token}

    async def _ask(self, method: str, path: str, body: JsonValue, raw: bytes | None) -> tuple[int, JsonValue]:
        data = json.dumps(body).encode() if raw is None else raw
        url = self.harbour.api_base + path
        async with self.session.request(method, url, data=data, headers={"Content-Type": "application/json"}) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    def ask(self, method: str, path: str, body: JsonValue, raw: bytes | None = None) -> tuple[int, JsonValue]:
        return self.runner.run(self._ask(method, path, body, raw))

    def close(self) -> None:
        self.runner.run(self._stop())
        self.runner.close()

    async def _stop(self) -> None:
        await self.session.close()
        await self.harbour.stop()


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[FuzzedHarbour]:
    fuzzed = FuzzedHarbour()
    yield fuzzed
    fuzzed.close()


@given(route=st.sampled_from([(method, path) for method, path, _ in ROUTES]), body=known, data=st.data())
@pytest.mark.thorough(LONGER)
def test_any_json_body_is_handled(
    fuzzed: FuzzedHarbour, route: tuple[str, str], body: JsonValue, data: st.DataObject
) -> None:
    method, path = route
    for name in ("app", "guild", "channel", "message", "user", "emoji", "command", "interaction", "token"):
        if f"{{{name}}}" in path:
            usual = {"app": "bot", "user": "bot", "token": "token"}.get(name, name)
            word = data.draw(st.just(usual) | NUMBERS, label=name)
            path = path.replace(f"{{{name}}}", fuzzed.names.get(word, word))
    if (method, path) == ("DELETE", f"/channels/{fuzzed.names['channel']}/messages/{fuzzed.names['message']}"):
        path += "0"
    status, answer = fuzzed.ask(method, path, body)
    assert status < 500 or (status == 501 and "The harbour does not support" in answer["message"]), answer
    assert fuzzed.harbour.failures == []
    if status >= 400:
        assert {"code", "message"} <= set(answer)


@given(raw=st.binary(max_size=60))
@example(raw=b"[" * 100_000)
@example(raw=b'"\\ud800"')
@example(raw=b'{"content": "\\ud800"}')
@example(raw=b'{"content": NaN}')
def test_any_bytes_are_handled(fuzzed: FuzzedHarbour, raw: bytes) -> None:
    status, answer = fuzzed.ask("POST", f"/channels/{fuzzed.names['channel']}/messages", None, raw)
    assert status in (200, 400) and fuzzed.harbour.failures == []
    assert answer is not None


@given(body=known)
def test_any_row_or_attachment_is_handled(fuzzed: FuzzedHarbour, body: JsonValue) -> None:
    path = f"/channels/{fuzzed.names['channel']}/messages"
    for shape in ({"components": [{"type": 1, "components": [body]}]}, {"attachments": [body]}):
        status, _ = fuzzed.ask("POST", path, {"content": "x", **shape})
        assert status in (200, 400) and fuzzed.harbour.failures == []


@pytest.mark.parametrize(
    "content",
    [
        b'--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{\r\n--b--\r\n',
        b'--b\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--b--\r\n',
        b'--b\r\nContent-Disposition: form-data; name="files[0]"\r\n\r\nx\r\n--b--\r\n',
        b"--b\r\n\r\n\r\n--b--\r\n",
        b"no multipart at all",
        b"--b",
        b"",
    ],
)
def test_any_multipart_body_is_handled(fuzzed: FuzzedHarbour, content: bytes) -> None:
    async def send() -> int:
        url = f"{fuzzed.harbour.api_base}/channels/{fuzzed.names['channel']}/messages"
        headers = {"Content-Type": "multipart/form-data; boundary=b"}
        async with fuzzed.session.post(url, data=content, headers=headers) as answer:
            return answer.status

    assert fuzzed.runner.run(send()) in (200, 400) and fuzzed.harbour.failures == []


def test_large_files_and_bodies_are_413(fuzzed: FuzzedHarbour) -> None:
    async def send() -> tuple[int, int]:
        url = f"{fuzzed.harbour.api_base}/channels/{fuzzed.names['channel']}/messages"
        head = b'--b\r\nContent-Disposition: form-data; name="files[0]"; filename="large.bin"\r\n\r\n'
        large = head + bytes((10 << 20) + 1) + b"\r\n--b--\r\n"
        headers = {"Content-Type": "multipart/form-data; boundary=b"}
        async with fuzzed.session.post(url, data=io.BytesIO(large), headers=headers) as answer:
            return answer.status, (await answer.json())["code"]

    assert fuzzed.runner.run(send()) == (413, 40005)
