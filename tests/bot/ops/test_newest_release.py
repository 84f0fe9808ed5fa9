"""The newest release: asked for only if the host wants to know, and told where hosts look."""

from collections.abc import Awaitable, Callable

import pytest
from aiohttp import web

from bot.config import Misconfigured, read
from bot.ports import Grade
from bot.release import LARGEST, NewestRelease, read_newest, version
from bot.services.checkup import check_release
from bot.wording import HOST
from tests.web_server import serve


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        (b'{"info": {"version": "1.2.0"}, "releases": {}}', "1.2.0"),
        (b'{"tag_name": "v2.0.1", "name": "Two"}', "2.0.1"),
        (b'{"version": "1.10"}', "1.10"),
        (b"1.2.3\n", "1.2.3"),
        (b"3.14", "3.14"),
        (b'"v1.2.3"', "1.2.3"),
        (b'{"info": null}', ""),
        (b'{"tag_name": 7}', ""),
        (b'{"tag_name": "nightly"}', ""),
        (b"<html>Not found</html>", ""),
        (b"[]", ""),
        (b"\xff\xfe", ""),
        (b"", ""),
        (b"1." + b"9" * 5_000, ""),
    ],
)
def test_the_number_is_read_from_what_indexes_and_repositories_answer(answer: bytes, number: str) -> None:
    assert read_newest(answer) == number


def answer_with(body: bytes, status: int = 200) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(body=body, status=status)

    return answer


@pytest.mark.parametrize(
    ("body", "status", "grade", "told"),
    [
        (b"999.0", 200, Grade.NOTE, "Release 999.0 is out"),
        (version().encode(), 200, Grade.WELL, "It's the newest release."),
        (b"0.1.0", 200, Grade.WELL, "It's the newest release."),
        (b"999.0", 404, Grade.NOTE, "RELEASES_URL doesn't say"),
        (b"hello", 200, Grade.NOTE, "RELEASES_URL doesn't say"),
        (b" " * (LARGEST + 1) + b"999.0", 200, Grade.NOTE, "RELEASES_URL doesn't say"),
    ],
    ids=["newer", "same", "older", "refused", "no number", "endless"],
)
async def test_doctor_and_health_say_if_a_newer_release_is_out(
    body: bytes, status: int, grade: Grade, told: str
) -> None:
    async with serve(answer_with(body, status)) as address:
        newest = NewestRelease(address)
        await newest.look()
    finding = check_release(HOST, newest)
    assert finding.grade is grade
    assert told in finding.text
    assert newest.is_current() == ("999" not in finding.text)


async def test_nobody_is_asked_unless_the_host_says_so_and_silence_changes_nothing() -> None:
    off = NewestRelease()
    await off.look()
    assert not off.on
    assert "newest" not in check_release(HOST, off).text
    async with serve(answer_with(b"999.0")) as address:
        newest = NewestRelease(address)
        await newest.look()
    await newest.look()  # nobody answers there any more
    assert newest.known == "999.0"


def test_the_address_is_checked_at_the_start() -> None:
    assert read({"RELEASES_URL": "https://index.example/json"}).releases_url == "https://index.example/json"
    with pytest.raises(Misconfigured, match="RELEASES_URL must be an address that begins with https:// or http://"):
        read({"RELEASES_URL": "index.example"})
