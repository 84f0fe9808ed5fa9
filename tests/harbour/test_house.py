"""The phones of a house: only private addresses, one code, a cookie for each, and nothing of anybody else."""

import io
import json
import random
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import discord
import pytest

from harbour import Harbour, House, NoHouse, NotOffered, Permission, Person
from harbour.page.house import CODE_SECONDS, MOST_WRONG, SHUT_OUT, Codes, find_address
from tests.admin import forbid
from tests.effort import rounds
from tests.harbour.browser import Browser
from tests.harbour.conftest import Bot, Start, png
from tests.harbour.house import Phone, open_house, phone_of
from tests.harbour.screens import Screens
from tests.left_out import LONGER


@pytest.fixture
async def house(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> House:
    return await open_house(harbour, monkeypatch)


@pytest.mark.parametrize("address", ["192.168.1.5", "10.0.0.7", "172.31.255.254"])
def test_a_private_address_may_be_named(address: str) -> None:
    assert find_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "127.0.0.1",
        "8.8.8.8",
        "172.32.0.1",
        "169.254.7.7",
        "100.64.0.1",
        "::",
        "fd00::1",
        "localhost",
        "10.1",
    ],
)
async def test_no_other_address_is_ever_bound(harbour: Harbour, address: str) -> None:
    with pytest.raises(NoHouse, match="need a private address of this computer"):
        await harbour.open_house(address)
    assert harbour.house is None


async def test_each_phone_becomes_a_person_by_the_code_and_keeps_a_cookie(harbour: Harbour, house: House) -> None:
    invited = await house.open_code()
    assert invited["link"].endswith(f"/#{invited['code']}"), "browsers send no server what follows the #"
    async with Phone(house) as phone, Phone(house) as other, AsyncExitStack() as stack:
        assert b"Come to the table" in (await phone.read("/"))[1]
        closed = await phone.open(stack)
        assert (await closed.receive()).data == SHUT_OUT
        assert (await phone.pair(code=invited["code"].lower(), name="  Ann "))[0] == 200
        (cookie,) = phone.session.cookie_jar
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Strict")
        assert cookie.value not in (await phone.read("/"))[1].decode()
        socket = await phone.open(stack)
        ready = (await socket.receive_json())["d"]
        assert (ready["me"]["global_name"], ready["may"]) == ("Ann", [])
        status, refused = await other.pair(code=invited["code"], name="ann")
        assert (status, refused["error"]) == (403, "There is a ann already; choose another name")
        assert (await other.pair(code=invited["code"], name="Bob"))[0] == 200, "one code pairs the whole house"
    assert {"Ann", "Bob"} <= {person.name for person in harbour.people}


async def test_somebody_who_lost_their_phone_is_paired_anew_and_the_old_one_is_shut_out(
    harbour: Harbour, house: House, bear: Person
) -> None:
    async with phone_of(house, bear) as lost, Phone(house) as found, AsyncExitStack() as stack:
        socket = await lost.open(stack)
        assert (await socket.receive_json())["t"] == "READY"
        invited = await house.open_code(bear.id)
        assert (await socket.receive()).data == SHUT_OUT
        assert (await (await lost.open(stack)).receive()).data == SHUT_OUT
        assert (await found.pair(code=invited["code"]))[0] == 200
        ready = await (await found.open(stack)).receive_json()
        assert ready["d"]["me"]["id"] == bear.id
        assert (await lost.pair(code=invited["code"]))[0] == 403, "it works once"
    with pytest.raises(NotOffered):
        await house.open_code("1")


def test_a_code_is_old_after_ten_minutes_and_dead_after_too_many_wrong_ones() -> None:
    now = 0.0
    codes = Codes(lambda: now)
    first = codes.issue()
    assert codes.find(codes.issue("7")) == "7"
    assert codes.find(first) == ""
    now = CODE_SECONDS
    assert codes.find(first) is None
    second = codes.issue()
    for _ in range(MOST_WRONG - 1):
        assert codes.find("WRONG") is None
    assert codes.find(second) == ""
    assert codes.find("WRONG") is None
    assert codes.find(second) is None
    assert codes.find(codes.issue()) == ""


async def test_a_wrong_code_is_slowed_down(house: House) -> None:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    house.pause = pause
    await house.open_code()
    async with Phone(house) as phone:
        assert await phone.pair(code="WRONG", name="Eve") == (
            403,
            {"error": "This code is wrong or old. The computer makes a new one"},
        )
    assert waits == [1.0]


async def test_only_its_own_host_and_its_own_page_are_answered(house: House, bear: Person) -> None:
    own, evil = f"http://{house.address}", "http://evil.example"
    hosts = ["evil.example", "127.0.0.1", house.address.partition(":")[0], ""]
    wrong = [*({"Host": host} for host in hosts), *({"Origin": origin} for origin in (evil, "null", f"{own}0"))]
    async with phone_of(house, bear) as phone:
        assert (await phone.read("/"))[0] == 200
        for headers in wrong:
            assert (await phone.read("/", **headers))[0] == 403
        for path in ("/api/v10/gateway", "/gateway", "/api/v10/users/@me", f"/?as={bear.user.page_key}x/../api"):
            assert (await phone.read(path))[0] in (200, 404) and b"token" not in (await phone.read(path))[1]
        for headers in [{}, *wrong]:  # what acts must say where it comes from
            async with phone.session.post(f"{own}/pair", json={}, headers=headers) as answer:
                assert answer.status == 403
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await phone.session.ws_connect(f"{own}/session", headers=headers)


FRAMES = rounds(1_000, 10_000, 10_000)
ACTIONS = (
    *("say", "press", "select", "slash", "menu", "autocomplete", "modal", "dismiss", "add_person", "invite"),
    *("restart", "handle", "snapshot", ""),
)
KEYS = ("message", "custom_id", "values", "words", "options", "interaction", "name", "as", "again", "kind")


@pytest.fixture
async def bot(start: Start) -> Bot:
    return await start()


async def send_hand(harbour: Harbour, bot: Bot, person: Person) -> str:
    """Send a person's hand by direct message; returns the path of its picture."""
    user = await bot.create_dm(discord.Object(int(person.id)))
    sent = await user.send(f"{person.name}'s hand", file=discord.File(io.BytesIO(png()), "rack.png"))
    return sent.attachments[0].url.removeprefix(harbour.origin)


async def test_forged_frames_and_requests_have_no_effect_and_show_nothing_of_others(
    harbour: Harbour, house: House, bear: Person, bull: Person, bot: Bot
) -> None:
    secret = await send_hand(harbour, bot, bull)
    dm = bull.dm_channel
    (hand,) = bull.messages(dm)
    people = len(harbour.people)
    messages = sum(len(channel.messages) for channel in harbour.state.channels.values())
    pick = random.Random(7)
    values: list[object] = [
        dm.id,
        hand.id,
        bull.id,
        bull.user.page_key[:4],
        "",
        None,
        7,
        [],
        {},
        "a" * 99,
        "Bull",
        "table open",
    ]
    async with phone_of(house, bear) as phone, Phone(house) as stranger, AsyncExitStack() as stack:
        socket = await phone.open(stack)
        told = [await socket.receive_str()]
        for number in range(FRAMES):
            forged = {key: pick.choice(values) for key in pick.sample(KEYS, 5)}
            await socket.send_str(json.dumps({"do": pick.choice(ACTIONS), "n": number, **forged, "channel": dm.id}))
            told.append(await socket.receive_str())
        assert all("error" in json.loads(frame) for frame in told[1:])
        assert not any(word in "".join(told) for word in ("Bull's hand", "rack.png", hand.id, bull.user.page_key))
        for who in (phone, stranger):
            for path in (secret, secret.replace("?", "?x&"), secret.partition("?")[0], f"/.{secret}",
                         f"/?as={bull.user.page_key}", f"/session?as={bull.user.page_key}", "/pair"):  # fmt: skip
                _, body = await who.read(path)
                assert b"IHDR" not in body and b"Bull's hand" not in body
            page = await who.open(stack, f"/session?as={bull.user.page_key}")
            first = await page.receive()
            assert first.data == SHUT_OUT or json.loads(first.data)["d"]["me"]["id"] == bear.id
        for cookie in (bull.id, bull.user.page_key[:-1], bull.user.page_key + "0", house._room_key[:-1], "*", "'"):
            async with Phone(house, cookie) as thief:
                assert (await (await thief.open(stack)).receive()).data == SHUT_OUT
                assert (await thief.read(secret))[0] == 404
    async with phone_of(house, bull) as owner:
        assert (await owner.read(secret))[0] == 200
    assert len(harbour.people) == people
    assert sum(len(channel.messages) for channel in harbour.state.channels.values()) == messages


async def test_the_board_for_the_room_is_what_everybody_may_see(
    harbour: Harbour, house: House, bear: Person, bot: Bot
) -> None:
    invited = await house.open_code()
    async with Phone(house) as screen, AsyncExitStack() as stack:
        assert b"Come to the table" in (await screen.read("/room"))[1]
        assert (await (await screen.open(stack, "/room/session")).receive()).data == SHUT_OUT
        assert (await screen.pair(code=invited["code"], room=True))[0] == 200
        assert b'id="board"' in (await screen.read("/room"))[1]
        assert b"Come to the table" in (await screen.read("/"))[1], "the screen is nobody"
        assert (await (await screen.open(stack)).receive()).data == SHUT_OUT
        room = await screen.open(stack, "/room/session")
        assert (await room.receive_json())["d"] is None
        hand = await send_hand(harbour, bot, bear)
        assert (await screen.read(hand))[0] == 404
        channel = await bot.fetch_channel(int(harbour.channel.id))
        assert isinstance(channel, discord.TextChannel)
        await channel.send("only words")
        await channel.send("the board", file=discord.File(io.BytesIO(png()), "table.png"))
        board = (await room.receive_json())["d"]
        assert board["content"] == "the board", "neither a hand nor words alone"
        assert (await screen.read(board["attachments"][0]["url"].removeprefix(harbour.origin)))[0] == 200
        forbid(harbour, harbour.guild.roles[harbour.guild.id], Permission.VIEW_CHANNEL)
        assert (await screen.read(board["attachments"][0]["url"].removeprefix(harbour.origin)))[0] == 404
        again = await screen.open(stack, "/room/session")
        assert (await again.receive_json())["d"] is None


async def test_the_household_lives_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Harbour(file=tmp_path / "world.db") as harbour:
        house = await open_house(harbour, monkeypatch)
        async with Phone(house) as phone:
            assert (await phone.pair(code=(await house.open_code())["code"], name="Ann"))[0] == 200
            (kept,) = phone.session.cookie_jar
    async with Harbour(file=tmp_path / "world.db") as harbour:
        house = await open_house(harbour, monkeypatch)
        async with Phone(house, kept.value) as phone, AsyncExitStack() as stack:
            ready = (await (await phone.open(stack)).receive_json())["d"]
            assert ready["me"]["global_name"] == "Ann"
            await house.open_code(ready["me"]["id"])
    async with Harbour(file=tmp_path / "world.db") as harbour:
        house = await open_house(harbour, monkeypatch)
        async with Phone(house, kept.value) as phone, AsyncExitStack() as stack:
            assert (await (await phone.open(stack)).receive()).data == SHUT_OUT, "what was shut out stays so"


@pytest.mark.thorough(LONGER)
@pytest.mark.browser
async def test_the_computer_alone_shows_codes_and_shuts_lost_phones_out(
    harbour: Harbour, house: House, bear: Person, bull: Person, window: Browser
) -> None:
    key = bull.user.page_key
    await window.go(harbour.find_page_url(bear))
    await window.press("#phones")
    await window.see("#form-dialog", f"open http://{house.address}/ and type ")
    await window.see("#form-dialog", "without encryption")
    assert await window.run("return document.querySelector('.code-picture').naturalWidth > 0")
    await window.press("#form-dialog .button", "Bull")
    await window.see("#form-dialog", "Scan this with the new phone of Bull")
    assert bull.user.page_key != key
    await window.press("#form-dialog .button", "New code")
    await window.see("#form-dialog", "Scan this with each phone")
    await window.press("#form-dialog .button", "Close")
    screens = Screens(window)
    await window.press("#phones")
    await screens.look("phones", "#form-dialog")
    assert screens.faults == {}
    await window.press("#form-dialog .button", "Close")
