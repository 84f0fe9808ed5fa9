"""Quotas of people and servers: one sentence refuses a request above them. Closed and unknown tables use no memory."""

import asyncio
from dataclasses import asdict, replace

import pytest

from bot.automation.standing_orders import StandingOrders
from bot.config import Settings
from bot.edge.acts import TableAct
from bot.edge.custom_ids import Control
from bot.edge.interactions import GivenFile, InteractionRequest
from bot.messages.books.replaying import REPLAY
from bot.ports import MINUTE, Location, Locks, Request, RequestId
from bot.services.services import Cost, Quotas
from bot.serving.settings import with_settings
from bot.store import Store
from bot.tables.aggregate import Limits
from bot.tables.process_settings import ProcessSettings
from bot.wording import ENGLISH, Words, word_refusal
from games.core import Refused
from tests.bot.harness.room import ACTS, BEAR, BULL, GUILD, HERE, Room, message_of, settings
from tests.left_out import MORE_CASES

SMALL = Limits(3, 2, 4, 5, 2, 4, 2, 1, 2, openings=3, changes=3, own_announcements=4)


def word(refused: Refused) -> str:
    """The words of a refusal."""
    return word_refusal(refused, Words(ENGLISH))


@pytest.mark.thorough(MORE_CASES)
async def test_tables_are_limited_by_person_by_server_and_in_total(store: Store) -> None:
    room = Room(store, settings(limits=SMALL))
    await room.start()

    async def open_at(channel: int, who: object = BEAR, guild: int = GUILD) -> int:
        request = replace(room.request(BEAR), requester=who, location=Location(guild, channel))  # type: ignore[arg-type]
        reply = message_of(await room.lobby.open(request, "pussers-bones"))
        return reply.table

    first, _ = await open_at(101), await open_at(102)
    with pytest.raises(Refused, match="person_lobbies") as refused:
        await open_at(103)
    assert word(refused.value) == (
        "You've already got 2 tables open that haven't started; start or close one of those first."
    )
    await room.add_robots(first, 3)
    await room.press(first, "lobby.start", BEAR)
    await open_at(103)
    with pytest.raises(Refused, match="person_"):
        await open_at(104)
    await open_at(104, BULL)
    with pytest.raises(Refused, match="server_tables"):
        await open_at(105, BULL)
    await open_at(201, BULL, GUILD + 1)
    with pytest.raises(Refused, match="QUOTA/tables"):
        await open_at(301, replace(BULL, user=77), GUILD + 2)
    await room.press(first, "table.close", BEAR)
    await open_at(301, replace(BULL, user=77), GUILD + 2)
    await room.stop()


def work_out_cost(path: tuple[str, ...] = (), control: str = "", files: int = 0) -> Cost:
    """The cost of a command or a control."""

    async def read() -> bytes:
        return b""

    file = GivenFile("paper.csv", 9, read)
    request = InteractionRequest(
        BEAR,
        HERE,
        RequestId(0, "i:0"),
        path=path,
        control=Control(0, control, 0) if control else None,
        files={str(number): file for number in range(files)},
    )
    return ACTS.work_out_cost(ACTS.find(request), request)


def make_request(user: int, at: int, guild: int = GUILD) -> Request:
    """A request of a person at a time."""
    return Request(replace(BEAR, user=user), Location(guild, 9), RequestId(at, f"i:{at}"))


@pytest.mark.parametrize(
    ("kind", "path", "control", "files", "most"),
    [
        ("requests", ("why",), "", 0, 4),
        ("pictures", ("tally", "chart"), "", 0, 2),
        ("pictures", (), "replay.1.2.on", 0, 2),
        ("openings", ("table", "open"), "", 0, 3),
        ("openings", (), "table.again", 0, 3),
        ("changes", ("table", "join"), "", 0, 3),
        ("changes", (), "lobby.join", 0, 3),
        ("uploads", ("books", "import"), "", 1, 1),
        ("uploads", (), "tally.pasted", 0, 1),
        ("announcements", ("night", "plan"), "", 0, 2),
        ("announcements", (), "tally.confirm.7", 0, 2),
    ],
)
def test_requests_are_limited_by_the_minute(
    kind: str, path: tuple[str, ...], control: str, files: int, most: int
) -> None:
    quotas, cost = Quotas(SMALL), work_out_cost(path, control, files)
    for _ in range(most):
        quotas.take(make_request(1, 0), cost)
    with pytest.raises(Refused, match=f"QUOTA/{kind}") as refused:
        quotas.take(make_request(1, 5), cost)
    assert f" {most} " in word(refused.value)
    quotas.take(make_request(2, 5, GUILD + 1), cost)
    quotas.take(make_request(1, MINUTE), cost)
    assert len(quotas._taken) <= 3


@pytest.mark.parametrize(
    "control", ["tally.page.show.....", "tally.page.records.1....", "tally.paste", "tally.paper.leave"]
)
def test_reading_the_books_uses_up_no_announcements(control: str) -> None:
    """Otherwise three people who turn pages would keep everybody from confirming, disputing and planning."""
    quotas = Quotas(Limits(announcements=1, own_announcements=1))
    for user in range(3):
        quotas.take(make_request(user, 0), work_out_cost((), control))
    quotas.take(make_request(1, 0), work_out_cost((), "tally.confirm.7"))


def test_one_person_cannot_use_up_the_announcements_of_a_server() -> None:
    limits = Limits(announcements=5, own_announcements=3)
    quotas = Quotas(limits)
    adjust = work_out_cost(("books", "adjust"))
    for _ in range(limits.own_announcements):
        quotas.take(make_request(1, 0), adjust)
    for _ in range(9):
        with pytest.raises(Refused, match="QUOTA/own_announcements") as refused:
            quotas.take(make_request(1, 5), adjust)
        assert f" {limits.own_announcements} " in word(refused.value)
    for _ in range(2):
        quotas.take(make_request(2, 5), adjust)
    with pytest.raises(Refused, match="QUOTA/announcements"):
        quotas.take(make_request(2, 5), adjust)


def test_a_host_scales_all_quotas_at_once() -> None:
    assert with_settings(ProcessSettings(), Settings()).limits == Limits()
    scaled = with_settings(ProcessSettings(), Settings(quotas=250)).limits
    assert (scaled.person_tables, scaled.server_tables, scaled.openings) == (125, 1_250, 50)
    assert min(asdict(Limits().scale(10)).values()) == 1


async def test_guests_of_a_crew_are_counted(store: Store) -> None:
    room = Room(store, settings(limits=SMALL))
    await room.start()
    act = room.request(BEAR, HERE)
    await room.tally.add_guest("Ted", None, act)
    await room.tally.add_guest("Tom", None, act)
    with pytest.raises(Refused, match="QUOTA/guests"):
        await room.tally.add_guest("Tim", None, act)
    await room.stop()


async def test_unknown_and_closed_tables_leave_nothing_behind(room: Room) -> None:
    for unknown in range(1_000_000, 1_000_050):
        with pytest.raises(Refused, match="unknown"):
            await room.get(unknown)
    table = await room.start_table("pussers-bones")
    await room.press(table, "table.close", BEAR)
    await room.settle()
    repository = room.parts.tables.repository
    assert (list(repository._locks), repository.list_known()) == ([], [])
    closed = await room.get(table)
    orders = StandingOrders(room.store)
    await orders.load(closed)
    assert orders._known == {}
    assert list(repository._outdated) == [table]


async def test_a_person_has_one_heavy_answer_at_a_time() -> None:
    locks, begun, release = Locks(), list[str](), asyncio.Event()

    async def answer(user: int, name: str) -> None:
        async with locks.of(user):
            begun.append(name)
            await release.wait()

    async with asyncio.TaskGroup() as group:
        for user, name in ((1, "first"), (1, "second"), (1, "third"), (2, "another person's")):
            group.create_task(answer(user, name))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert begun == ["first", "another person's"]
        release.set()
    assert begun == ["first", "another person's", "second", "third"]
    assert not locks


def test_every_look_back_at_a_hand_waits_for_the_persons_last_one() -> None:
    """A replay and the check of a shuffle deal whole hands again."""
    for row in ACTS.rows:
        looks_back = isinstance(row, TableAct) and row.looks_back
        assert (Cost.HEAVY in row.cost) or not (looks_back or REPLAY in row.controls), row
