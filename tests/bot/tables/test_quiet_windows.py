"""Call windows that last for hours, and the quiet hours of the players who may still call."""

from datetime import UTC, datetime

import pytest

from bot.cli import verify
from bot.ports import HOUR, MINUTE
from bot.store import Store
from bot.store.tables import commits
from bot.tables.aggregate import Table
from bot.tables.fairness import sealing
from bot.tables.fairness.shuffles import LAPSE, OPENED, SHOWN
from bot.tables.history.entries import decode_entries
from bot.tables.history.events import Slept
from games.bonedoneskis.events import Duelled
from games.pieces.cards import code
from tests.bot.harness.players import play_until, step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, settings
from tests.bot.tables.test_second_verifier import export_paper
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES, MORE_GAMES
from tests.refuses import refuses
from tests.views import own_view

GAME = "pussers-bones"
PEOPLE = (BEAR, BULL, WALLY, NED)
LENGTH = 4 * HOUR


def _ms(hour: int, day: int = 14) -> int:
    return round(datetime(2023, 11, day, hour, tzinfo=UTC).timestamp() * 1000)


async def _open_window(room: Room, *sleepers: int, pace: str = "correspondence") -> tuple[int, Table]:
    """Start a table and play to a discard that can be called for four hours, from 11 p.m.

    The `sleepers`, counted in seats from the discarder, have quiet hours from 10 p.m. to 7 a.m.
    """
    room.clock.now = _ms(9)
    table = await room.open(GAME, pace=pace)
    for rule, value in (("call_mode", "everyone-decides"), ("decide_timeout_s", str(LENGTH // 1000))):
        await room.press(table, "lobby.house.set", BEAR, rule, value)
    for who in PEOPLE[1:]:
        await room.press(table, "lobby.join", who)
    await room.begin(table)
    for _ in range(60):
        present = await room.get(table)
        if present.public_view.phase == "calling":
            break
        if present.public_view.phase == "turn":
            room.clock.now = _ms(23)
            for seat in sleepers:
                who = PEOPLE[(present.public_view.to_act[0] + seat) % 4]
                await room.me.change(room.request(who), "quiet", "22-7")
        for who in PEOPLE:
            if await step(room, table, who):
                break
    present = await room.get(table)
    assert present.public_view.phase == "calling" and len(present.public_view.to_act) == 3
    assert present.public_view.deadline == _ms(23) + LENGTH
    return table, present


def _board_text(room: Room) -> str:
    (board,) = room.messenger.playable_at(CHANNEL)
    return board.text


async def _list_moves(room: Room, table: int) -> list[str]:
    stored = await room.read(commits.read, table)
    found = []
    for row in stored:
        known = await room.read(commits.find_commit, table, row.cause or "")
        found.append(str((known.outcome or {}).get("move")) if known is not None else "")
    return found


@pytest.mark.thorough(LONGER)
async def test_a_window_lasts_until_sleepers_have_had_its_full_length(room: Room) -> None:
    table, opened = await _open_window(room, 1)
    kept = _ms(7, 15) + LENGTH
    assert f"<t:{kept // 1000}:R>" in _board_text(room)
    for hour in (4, 7, 10):
        room.clock.now = _ms(hour, 15)
        await room.settle()
        assert (await room.get(table)).public_view == opened.public_view
    sleeper = PEOPLE[opened.public_view.to_act[0]]
    await room.say(table, "pass", sleeper)
    room.clock.now = kept - 1
    await room.settle()
    assert LAPSE not in await _list_moves(room, table)
    room.clock.now = kept
    await room.settle()
    after = await room.get(table)
    assert LAPSE in await _list_moves(room, table)
    assert after.public_view.phase != "calling" or after.public_view.deadline != opened.public_view.deadline
    assert (await room.tables.read_fresh(table)).clock.offset == after.clock.offset == kept - (_ms(23) + LENGTH)


async def test_calls_in_the_extended_time_stay_secret(room: Room) -> None:
    """Such a call changes no message, no button, and no number in later buttons."""
    table, opened = await _open_window(room, 1, 2)
    room.clock.now = _ms(5, 15)
    await room.settle()
    before = room.messenger.everything_at(CHANNEL)
    sequence = (await room.get(table)).sequence
    for hour, seat in ((5, 2), (8, 1)):
        room.clock.now = _ms(hour, 15)
        await room.say(table, "pass", PEOPLE[opened.public_view.to_act[seat]])
        await room.settle()
    present = await room.get(table)
    assert present.sequence > sequence
    assert room.messenger.everything_at(CHANNEL) == before
    assert (present.visibility.public_events, present.public_view, present.clock.extended_until) == (
        opened.visibility.public_events,
        opened.public_view,
        opened.clock.extended_until,
    )


@pytest.mark.thorough(MORE_CASES)
async def test_players_who_are_awake_get_no_extra_time(room: Room) -> None:
    table, opened = await _open_window(room)
    assert opened.clock.extended_until is None
    room.clock.now = _ms(23) + LENGTH
    await room.settle()
    assert LAPSE in await _list_moves(room, table)


async def test_a_call_after_the_window_is_too_late(room: Room) -> None:
    table, opened = await _open_window(room, 1)
    room.clock.now = _ms(7, 15) + LENGTH + MINUTE
    with refuses():
        await room.say(table, "pass", PEOPLE[opened.public_view.to_act[0]])


async def test_at_a_live_table_nobody_is_asleep(room: Room) -> None:
    _, opened = await _open_window(room, 1, pace="live")
    assert opened.clock.extended_until is None


@pytest.mark.thorough(MORE_GAMES)
async def test_the_last_call_of_lombardy_bones_does_not_wait_for_sleepers(room: Room) -> None:
    """LB-80: calls are held for only a moment before they are decided, so none may wait until the morning."""
    room.clock.now = _ms(12)
    await room.me.change(room.request(BEAR), "quiet", "22-7")
    table = await room.start_table("lombardy-bones", PEOPLE, 0, pace="correspondence")
    for _ in range(400):
        present = await room.get(table)
        assert present.clock.extended_until is None
        if present.public_view.phase == "last_call":
            break
        if not await step(room, table, *PEOPLE):
            room.forward(2_000)
            await room.settle()
    present = await room.get(table)
    assert present.public_view.phase == "last_call"


@pytest.mark.thorough(MORE_GAMES)
async def test_quiet_hours_extend_the_day_for_a_choice_at_bonedoneskis(room: Room) -> None:
    room.clock.now = _ms(12)
    for who in PEOPLE:
        await room.me.change(room.request(who), "quiet", "22-7")
    table = await room.start_table("bonedoneskis", PEOPLE, 0, pace="correspondence")
    opened = await room.get(table)
    assert opened.public_view.deadline == _ms(12, 15)
    assert opened.clock.extended_until == _ms(21, 15), "ten waking hours today and fourteen tomorrow"
    room.clock.now = _ms(18, 15)
    await room.settle()
    assert (await room.get(table)).public_view == opened.public_view
    while (after := await room.get(table)).public_view == opened.public_view:
        assert await step(room, table, *PEOPLE), "calls stay secret until everyone is done; then the street goes on"
    assert after.clock.offset > 0


async def _duel_after_quiet_hours(room: Room) -> int:
    """Deal Wally and Ned the red 8s. Wally calls the duel, which is drawn after the window's usual end.

    The time that was slept is noted before the draw. Returns the table.
    """
    room.clock.now = _ms(12)
    for who in PEOPLE:
        await room.me.change(room.request(who), "quiet", "22-7")
    table = await room.start_table("bonedoneskis", PEOPLE, 0, pace="correspondence")
    opened = await room.get(table)
    up = [code(lying.card) for chair in own_view(opened).chairs for lying in chair.line if lying.card]
    assert up[2:] == ["8d", "8h"], "the seed deals no red 8s in a row any more: look for another seed"
    assert opened.clock.due is not None
    await room.say(table, "claim duel", WALLY)
    for who in PEOPLE[:3]:
        await room.say(table, "done", who)
    room.clock.now = opened.clock.due + MINUTE
    await room.say(table, "done", NED)
    stored = decode_entries(await room.read(commits.read, table))
    cause = next(entry.cause for entry in stored if isinstance(entry.event, Duelled))
    assert next(entry.event for entry in stored if entry.cause == cause) == Slept(MINUTE + 1)
    return table


async def _check_first_hand(room: Room, table: int) -> None:
    """Check the first hand with its open secret, here and from an export."""
    verdict = await room.fairness.check(await room.get(table), 1)
    assert (verdict.stage, verdict.kept, verdict.same) == (OPENED, True, True)
    assert verdict.decisions > 3
    paper = await export_paper(room, table)
    assert all(honest is not False for honest, _ in verify.check(paper))


@pytest.mark.thorough(MORE_CASES)
async def test_a_draw_after_quiet_hours_verifies(store: Store) -> None:
    room = Room(store, settings(), chance=SeededChance("slept-3772"))
    await room.start()
    table = await _duel_after_quiet_hours(room)
    await play_until(room, table, 1, *PEOPLE)
    shown = await room.fairness.check(await room.get(table), 1)
    assert (shown.stage, shown.same, len(shown.orders)) == (SHOWN, True, 2)
    await room.close(table)
    await _check_first_hand(room, table)
    await room.stop()


@pytest.mark.thorough(MORE_CASES)
async def test_a_draw_after_quiet_hours_in_a_hand_of_an_older_release_verifies(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a seal, a draw's random numbers depend on the table's counter before the first event of its commit."""
    monkeypatch.setattr(sealing, "prove_draws", lambda table, chance: ())
    room = Room(store, settings(), chance=SeededChance("slept-10"))
    await room.start()
    table = await _duel_after_quiet_hours(room)
    await play_until(room, table, 1, *PEOPLE)
    await _check_first_hand(room, table)
    await room.stop()
