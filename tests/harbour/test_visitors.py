"""The server answers this machine and its own page only, survives odd requests, and keeps keys out of addresses."""

import json
from collections.abc import Mapping

import aiohttp
import pytest

from harbour import Harbour, Person
from harbour.page.visitors import TICKET_SECONDS, Tickets
from tests.harbour.browser import Browser
from tests.left_out import MORE_CASES


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:8420"}, 200),
        ({"Host": "[::1]:8420"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:8420"}, 403),
        ({"Host": ""}, 403),
        ({"Host": "[half"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 403),
        ({"Host": "localhost:8420", "Origin": "http://localhost:8420"}, 200),
        ({"Host": "localhost:8420", "Origin": "http://localhost:3000"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/", "/app.js", "/api/v10/gateway"])
async def test_only_this_machine_and_its_own_page_are_answered(
    harbour: Harbour, path: str, headers: Mapping[str, str], status: int
) -> None:
    async with aiohttp.ClientSession() as session, session.get(harbour.origin + path, headers=headers) as answer:
        assert answer.status == (status if path == "/" or status == 403 or path.endswith(".js") else 401)


async def test_a_page_of_another_site_gets_no_session(harbour: Harbour, bear: Person) -> None:
    address = harbour.find_page_url(bear).replace("/?", "/session?")
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(address, headers={"Origin": "http://evil.example"})
        async with session.ws_connect(address, headers={"Origin": harbour.origin}) as socket:
            assert (await socket.receive_json())["t"] == "READY"


ODD = [
    "", "null", "[]", "1", '"a"', "{", "[" * 100_000, "{}", '{"n": 1}', '{"n": [], "do": "say"}', '{"n": 1, "do": []}',
    '{"n": NaN, "do": "say"}', '{"n": 1e999, "do": "say"}', '{"n": 1, "do": "say", "channel": {}}',
    '{"n": 1, "do": "press", "channel": null, "message": 3}', '{"n": 1, "do": "slash", "words": 5}',
    '{"n": 1, "do": "add_person", "name": "\\ud800"}', '{"n": 1, "do": "add_person", "name": ["a"]}',
    '{"n": 1, "do": "modal", "interaction": {}, "values": 1}',
    '{"n": 1, "do": "handle"}', '{"n": 1, "do": "__class__"}',
]  # fmt: skip


async def test_odd_json_ends_no_session(harbour: Harbour, bear: Person) -> None:
    channel = str(harbour.channel.id)
    odd = [
        *ODD,
        *(json.dumps({"n": 1, "do": "say", "channel": channel, "content": odd}) for odd in (None, "", "x" * 9999)),
        json.dumps({"n": 1, "do": "slash", "channel": channel, "words": "table open", "options": 7}),
        json.dumps({"n": 1, "do": "autocomplete", "channel": channel, "words": ["a"], "option": 1, "text": {}}),
        json.dumps({"n": 1, "do": "dismiss", "channel": channel, "message": ["a"]}),
    ]
    address = harbour.find_page_url(bear).replace("/?", "/session?")
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        assert (await socket.receive_json())["t"] == "READY"
        for number, text in enumerate(odd):
            await socket.send_str(text)
            await socket.send_bytes(text.encode())
            await socket.send_json({"n": 1000 + number, "do": "nothing"})
            while (answer := await socket.receive_json()).get("n") != 1000 + number:
                pass
            assert answer["error"] == "The request was invalid"


async def test_a_ticket_opens_the_page_once_and_shows_no_key(harbour: Harbour, bear: Person) -> None:
    address = harbour.issue_ticket_url(bear)
    assert bear.user.page_key not in address
    async with aiohttp.ClientSession() as session:
        async with session.get(address, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, f"/?as={bear.user.page_key}")
        async with session.get(address, allow_redirects=False) as answer:
            assert answer.status == 403
            assert "<title>Harbour</title>" in await answer.text(), (
                "the page reports the refusal, in its reader's language"
            )


def test_a_ticket_is_old_after_a_minute() -> None:
    now = 0.0
    tickets = Tickets(lambda: now)
    early, late = tickets.issue("a"), tickets.issue("b")
    now = TICKET_SECONDS - 1
    assert tickets.take(early) == "a"
    now = TICKET_SECONDS
    assert tickets.take(late) is None


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.browser
async def test_a_browser_remembers_its_address(harbour: Harbour, bear: Person, bull: Person, window: Browser) -> None:
    await window.go(harbour.issue_ticket_url(bear))
    await window.see_name("Bear")
    await window.go(harbour.origin)
    await window.see_name("Bear")
    await window.go(harbour.find_page_url(bull))
    await window.see_name("Bull")
    await window.go(harbour.origin)
    await window.see_name("Bull")
