"""The messenger at the harbour: it sends each message once, and handles each failure."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.edge import client as connection
from bot.edge.message_bodies import COLOURS, name_file
from bot.edge.messenger import BLOCKED_TRIES, INVALID_WITHIN, Brake, DiscordMessenger, shorten_nonce
from bot.people.loudness import let_all_hear
from bot.ports import (
    Accent,
    Button,
    DeliveryError,
    Fixture,
    Item,
    Layout,
    Menu,
    Message,
    Place,
    ScheduledEvent,
    Section,
    SoughtMessage,
    Text,
    digest_text,
    lay_out,
    mark_piece,
)
from harbour import Channel, Harbour, Permission
from harbour.state.model import SUPPRESS_NOTIFICATIONS
from render.base.picture import Picture
from tests.admin import allow, forbid
from tests.injected_faults import Fault, inject_fault

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\rIDATx\x9cc\xf8\x0f\x00\x00\x01\x01\x00\x05\x18\xd8N\x00\x00\x00\x00IEND\xaeB`\x82"
)
BOARD = Message(
    "The table",
    (Picture(PNG, "a board in words"),),
    (
        (Button("yes", "Yes!", "success"), Button("play.6-4 A", "Play 6-4 A", emoji="🁣")),
        (Menu("discard", "Throw one", (Item("R1", "Jimmy Rick", emoji="R1"), Item("R2", "Two Rick"))),),
    ),
    table=7,
    sequence=41,
)


@dataclass
class Waits:
    """Records each wait instead of waiting."""

    seconds: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def seen() -> Counter[str]:
    return Counter()


@pytest.fixture
def messenger(client: connection.Client, waits: Waits, seen: Counter[str]) -> DiscordMessenger:
    def count(what: str) -> None:
        seen[what] += 1

    return DiscordMessenger(client, lambda code: code if not code.isascii() else None, count, Brake(), waits)


@pytest.fixture
def place(harbour: Harbour) -> Place:
    return Place(int(harbour.channel.id), int(harbour.guild.id))


def list_texts(harbour: Harbour, channel: Channel | None = None) -> list[str]:
    return [message.content for message in (channel or harbour.channel).history()]


async def test_a_message_arrives_with_picture_text_and_controls(
    harbour: Harbour, messenger: DiscordMessenger, place: Place
) -> None:
    number = await messenger.send(place, BOARD, "board:7:41")
    message = harbour.channel.messages[str(number)]
    assert message.content == "The table"
    assert [(file.filename, file.description, file.body) for file in message.attachments] == [
        ("table.png", "a board in words", PNG)
    ]
    covered = await messenger.send(place, replace(BOARD, spoiler=True), "board:7:42")
    assert harbour.channel.messages[str(covered)].attachments[0].filename == "SPOILER_table.png"
    assert [control["custom_id"] for control in message.controls()] == [
        "by:7:yes:41",
        "by:7:play.6-4 A:41",
        "by:7:discard:41",
    ]
    assert message.buttons()[1]["emoji"]["name"] == "🁣"
    assert "emoji" not in message.selects()[0]["options"][0]
    assert harbour.unsupported == []


async def test_a_press_that_another_process_acknowledges_edits_its_message_once_discord_knows_of_it(
    harbour: Harbour, client: connection.Client, messenger: DiscordMessenger, place: Place, seen: Counter[str]
) -> None:
    number = await messenger.send(place, BOARD, "board:7:41")
    message = harbour.channel.messages[str(number)]
    answer = await harbour.add_user("Bear").press(message, "by:7:yes:41")
    messenger.presses.note_elsewhere(number, token := answer.interaction.token)
    edited = asyncio.create_task(messenger.edit(place, number, replace(BOARD, text="Bear said it")))
    await harbour.state.signal.wait_until(lambda: harbour.requests[-1].status == 404, 9, "a try before the answer")
    route = discord.http.Route("POST", "/interactions/{id}/{token}/callback", id=answer.id, token=token)
    await client.http.request(route, json={"type": 6})
    await edited
    assert message.content == "Bear said it"
    assert (seen["edited_by_press"], seen["edited"]) == (1, 0)


LAYOUT = Layout(
    Accent.CALL,
    (
        Text(f"**Bear** lays 6-4{mark_piece('6-4')} at A"),
        Fixture.PICTURES,
        Fixture.LINE,
        Section("Seat 2: free", Button("lobby.join", "Join")),
        BOARD.rows[0],
    ),
)


async def test_a_message_is_silent_unless_it_is_loud(
    harbour: Harbour, messenger: DiscordMessenger, place: Place
) -> None:
    silent = await messenger.send(place, Message("softly"), "silent")
    loud = await messenger.send(place, let_all_hear(Message("now")), "loud")
    assert harbour.channel.messages[str(silent)].flags == SUPPRESS_NOTIFICATIONS
    assert harbour.channel.messages[str(loud)].flags == 0


async def test_the_messages_after_one_are_counted(messenger: DiscordMessenger, place: Place) -> None:
    board = await messenger.send(place, Message("the board"), "board")
    assert await messenger.count_after(place, board, 9) == 0
    for number in range(3):
        await messenger.send(place, Message("talk"), f"talk{number}")
    assert await messenger.count_after(place, board, 9) == 3
    assert await messenger.count_after(place, board, 2) == 2


async def test_a_board_becomes_a_layout_and_is_found_by_its_text(
    harbour: Harbour, messenger: DiscordMessenger, place: Place
) -> None:
    number = await messenger.send(place, BOARD, "old")
    laid = lay_out(LAYOUT.accent, LAYOUT.parts, BOARD.pictures, 7, 41)
    await messenger.edit(place, number, laid)
    sent = await messenger.send(place, laid, "new")
    for message in (harbour.channel.messages[str(number)], harbour.channel.messages[str(sent)]):
        assert (message.content, message.flags & ~SUPPRESS_NOTIFICATIONS) == ("", 1 << 15)
        assert message.words == "**Bear** lays 6-4 at A\nSeat 2: free", "a piece without an emoji keeps its words"
        (frame,) = message.components
        assert frame["accent_color"] == COLOURS[Accent.CALL]
        assert frame["components"][1]["items"][0]["description"] == "a board in words"
        assert [control["custom_id"] for control in message.controls()] == [
            "by:7:lobby.join:41", "by:7:yes:41", "by:7:play.6-4 A:41"
        ]  # fmt: skip
    digest = digest_text(laid.text)
    assert await messenger.find_message(place, SoughtMessage(7, digest, number, 0)) == sent
    assert digest == digest_text("**Bear** lays 6-4 <:by_6_4_0a1b2c:123456789012345678> at A\nSeat 2: free")
    assert harbour.requests[-2].body["content"] is None, "a new layout has no content, not even an empty one"


async def test_only_the_people_meant_are_notified(harbour: Harbour, messenger: DiscordMessenger, place: Place) -> None:
    bear, bull = harbour.add_user("Bear"), harbour.add_user("Bull")
    text = f"@everyone {bear.mention} {bull.mention}"
    await messenger.send(place, Message(text, pings=(int(bull.id),)), "a")
    await messenger.edit(place, int(harbour.channel.history()[-1].id), Message(text + "!", pings=()))
    sent, edited = [request.body for request in harbour.requests if "messages" in request.path]
    assert sent["allowed_mentions"] == {"parse": [], "users": [int(bull.id)]}
    assert edited["allowed_mentions"]["parse"] == []
    assert edited["allowed_mentions"].get("users", []) == []


async def test_an_edit_replaces_the_whole_message_or_keeps_its_picture(
    harbour: Harbour, messenger: DiscordMessenger, place: Place
) -> None:
    number = await messenger.send(place, BOARD, "a")
    message = harbour.channel.messages[str(number)]
    (before,) = message.attachments
    await messenger.edit(place, number, replace(BOARD, text="Your turn"), keep_pictures=True)
    assert (message.content, message.attachments) == ("Your turn", [before])
    assert not harbour.requests[-1].files
    await messenger.edit(place, number, Message("Closed"))
    assert (message.content, message.attachments, message.controls()) == ("Closed", [], [])
    assert "flags" not in harbour.requests[-1].body
    await messenger.edit(place, number, BOARD)
    assert [file.description for file in message.attachments] == ["a board in words"]


async def test_an_answer_that_is_lost_after_the_effect_gives_one_message(
    harbour: Harbour, messenger: DiscordMessenger, place: Place, waits: Waits, seen: Counter[str]
) -> None:
    """Discord posts the message and answers 502. The nonce makes the second try return the same message."""
    inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", 502, after_effect=True))
    number = await messenger.send(place, BOARD, "board:7:41")
    assert list_texts(harbour) == ["The table"]
    assert harbour.channel.history()[-1].id == str(number)
    assert seen["sent"] == 1


async def test_a_server_that_fails_for_long_is_asked_again_and_again(
    harbour: Harbour, messenger: DiscordMessenger, place: Place, waits: Waits, seen: Counter[str]
) -> None:
    inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", 503, times=9))
    await messenger.send(place, Message("at last"), "a")
    assert list_texts(harbour) == ["at last"]
    assert seen["again"] == len(waits.seconds) == 9
    assert waits.seconds == sorted(waits.seconds[:6]) + waits.seconds[6:]
    assert max(waits.seconds) < 75


async def test_a_rate_limit_is_waited_out(harbour: Harbour, messenger: DiscordMessenger, place: Place) -> None:
    fault = inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", 429, times=2, retry_after_s=0.01))
    await messenger.send(place, Message("slowly"), "a")
    assert fault.hits == 2
    assert list_texts(harbour) == ["slowly"]


async def test_a_closed_dm_is_an_error_of_its_own_kind(harbour: Harbour, messenger: DiscordMessenger) -> None:
    bear = harbour.add_user("Bear")
    bear.accept_dms(False)
    direct = await messenger.open_dm(int(bear.id))
    with pytest.raises(DeliveryError) as trouble:
        await messenger.send(direct, Message("your rack"), "a")
    assert trouble.value.kind == "closed"
    bear.accept_dms(True)
    await messenger.send(direct, Message("your rack"), "a")
    assert [message.content for message in bear.dm()] == ["your rack"]


async def test_a_night_in_a_restricted_channel_stays_out_of_the_calendar() -> None:
    async def create(guild: int, **event: object) -> dict[str, str]:
        return {"id": "7"}

    def channel(number: int) -> SimpleNamespace:
        return SimpleNamespace(permissions_for=lambda role: discord.Permissions(view_channel=number == 1))

    me = SimpleNamespace(guild_permissions=discord.Permissions(create_events=True))

    async def fetch_member(user: int) -> SimpleNamespace:
        return SimpleNamespace(guild_permissions=discord.Permissions(create_events=user == 3))

    guild = SimpleNamespace(me=me, default_role=None, get_channel=channel, fetch_member=fetch_member)
    http = SimpleNamespace(create_guild_scheduled_event=create)
    client: Any = SimpleNamespace(get_guild=lambda number: guild, http=http)
    messenger = DiscordMessenger(client, lambda code: None, lambda what: None, Brake())
    event = ScheduledEvent("A night", "Come", "here", 1, 2, channel=1, planner=3)
    assert await messenger.schedule(1, event) == 7
    with pytest.raises(DeliveryError):
        await messenger.schedule(1, event._replace(channel=2))
    with pytest.raises(DeliveryError):
        await messenger.schedule(1, event._replace(planner=4))


async def test_a_deleted_message_is_an_error_of_its_own_kind(
    harbour: Harbour, messenger: DiscordMessenger, place: Place
) -> None:
    number = await messenger.send(place, Message("here"), "a")
    await messenger.delete(place, number)
    await messenger.delete(place, number)
    with pytest.raises(DeliveryError) as trouble:
        await messenger.edit(place, number, Message("there"))
    assert trouble.value.kind == "gone"


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [(403, 50278, "left"), (400, 30046, "old"), (404, 10003, "nowhere"), (400, 50083, "asleep"), (403, 160006, "full"),
     (400, 50024, "wrong"), (400, 50035, "bad"),
     (403, 50001, "forbidden")],
)  # fmt: skip
async def test_each_of_discords_codes_has_an_outcome_and_is_not_tried_again(
    harbour: Harbour, messenger: DiscordMessenger, place: Place, seen: Counter[str], status: int, code: int, kind: str
) -> None:
    inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", status, code=code))
    with pytest.raises(DeliveryError) as trouble:
        await messenger.send(place, Message("hello"), "a")
    assert trouble.value.kind == kind
    assert kind == "asleep" or seen == {kind: 1}, "only a thread that sleeps is woken and asked again"


async def test_an_old_message_that_was_edited_too_often_is_given_up(
    harbour: Harbour, messenger: DiscordMessenger, place: Place, waits: Waits
) -> None:
    """Discord answers 429 (code 30046), the same status as for requests that come too fast."""
    number = await messenger.send(place, Message("here"), "a")
    harbour.clock.advance(3_601)
    for edit in range(5):
        await messenger.edit(place, number, Message(f"edit {edit}"))
    with pytest.raises(DeliveryError) as trouble:
        await messenger.edit(place, number, Message("one too many"))
    assert trouble.value.kind == "old"
    assert waits.seconds == []


async def test_a_thread_holds_the_people_named(harbour: Harbour, messenger: DiscordMessenger, place: Place) -> None:
    bear, bull = harbour.add_user("Bear"), harbour.add_user("Bull")
    thread = await messenger.open_thread(place, "a table", (int(bear.id),))
    channel = harbour.state.channels[str(thread.channel)].thread
    assert channel is not None
    assert bear.id in channel.members
    assert bull.id not in channel.members
    assert thread.guild == place.guild


async def test_a_dm_is_opened_once(harbour: Harbour, messenger: DiscordMessenger) -> None:
    bear = harbour.add_user("Bear")
    assert await messenger.open_dm(int(bear.id)) == await messenger.open_dm(int(bear.id))
    assert sum(request.path == "/users/@me/channels" for request in harbour.requests) == 1


async def test_the_messenger_pauses_before_discord_bans_it(
    harbour: Harbour, client: connection.Client, place: Place, waits: Waits
) -> None:
    now = 0.0
    brake = Brake(lambda: now, most=2)
    messenger = DiscordMessenger(client, lambda _: None, lambda _: None, brake, waits)
    forbid(harbour, harbour.bot, Permission.SEND_MESSAGES)
    for _ in range(2):
        with pytest.raises(DeliveryError):
            await messenger.send(place, Message("hello"), "a")
    assert brake.remaining_wait == INVALID_WITHIN
    allow(harbour, harbour.bot, Permission.SEND_MESSAGES)

    async def pass_time(seconds: float) -> None:
        nonlocal now
        now += seconds

    messenger.sleep = pass_time
    await messenger.send(place, Message("again"), "b")
    assert now == INVALID_WITHIN
    assert list_texts(harbour) == ["again"]


def test_file_names_tell_only_their_place() -> None:
    assert [name_file("table.png", index) for index in range(3)] == ["table.png", "table-2.png", "table-3.png"]


def test_a_long_nonce_becomes_a_short_one_and_stays_the_same() -> None:
    long = "board:123456789012345678:4711"
    assert shorten_nonce("board:7:41") == "board:7:41"
    assert len(shorten_nonce(long)) == 25
    assert shorten_nonce(long) == shorten_nonce(long) != shorten_nonce(long + "0")


@pytest.mark.parametrize("edge", [False, True])
async def test_an_error_of_discords_edge_passes(
    harbour: Harbour, messenger: DiscordMessenger, place: Place, waits: Waits, edge: bool
) -> None:
    """Code 40333, and answers that are no JSON, come from the network in front of Discord, not from the channel."""
    for method in ("POST", "PATCH"):
        inject_fault(harbour, Fault(method, r"/channels/\d+/messages.*", 403, code=40333, times=2, edge=edge))
    number = await messenger.send(place, Message("one"), "a")
    await messenger.edit(place, number, Message("two"))
    assert list_texts(harbour) == ["two"]
    assert len(waits.seconds) == 4


async def test_an_error_of_discords_edge_that_stays_is_left_to_the_slow_clock(
    harbour: Harbour, messenger: DiscordMessenger, place: Place, waits: Waits
) -> None:
    inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", 403, code=40333, times=BLOCKED_TRIES))
    with pytest.raises(DeliveryError) as trouble:
        await messenger.send(place, Message("one"), "a")
    assert trouble.value.kind == "blocked"
    assert 30 < sum(waits.seconds) < 120


async def test_a_global_rate_limit_holds_up_every_request_and_loses_none(
    harbour: Harbour, messenger: DiscordMessenger, place: Place
) -> None:
    """The client waits for the time that Discord names, before any other request."""
    fault = inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", 429, retry_after_s=0.2, everywhere=True))
    first = asyncio.create_task(messenger.send(place, Message("one"), "a"))
    await harbour.state.signal.wait_until(lambda: fault.hits == 1, 10.0, "the refused request")
    await messenger.edit(place, await messenger.send(place, Message("two"), "b"), Message("three"))
    assert [request.status for request in harbour.requests if "messages" in request.path][:2] == [429, 200]
    await first
    assert sorted(list_texts(harbour)) == ["one", "three"]


async def test_a_rate_limit_of_discords_edge_stops_every_request_for_its_time(
    harbour: Harbour, client: connection.Client, place: Place
) -> None:
    now, slept = 0.0, list[float]()

    async def pass_time(seconds: float) -> None:
        nonlocal now
        now += seconds
        slept.append(seconds)

    messenger = DiscordMessenger(client, lambda _: None, lambda _: None, Brake(lambda: now), pass_time)
    inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", 429, retry_after_s=60, edge=True))
    number = await messenger.send(place, Message("one"), "a")
    assert now >= 60
    messenger.brake.pause(30)
    await messenger.edit(place, number, Message("two"))
    assert slept[-1] == 30
    assert list_texts(harbour) == ["two"]
