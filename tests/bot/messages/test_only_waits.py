"""The hand of a player who only waits: moves of others neither draw it anew nor edit its message."""

from __future__ import annotations

from dataclasses import replace

from bot.messages.hand import HandMessages, is_left_out
from bot.store.store import Store
from bot.tables.aggregate.table import Table
from games.core.seats import Seat
from games.duo.view import View as DuoView
from games.lombardy.view import View as LombardyView
from render import scenes
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import step, step_or_wait
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings
from tests.render import samples, shown

PEOPLE = (BEAR, BULL, WALLY, NED)


async def test_moves_of_others_do_not_change_the_hands_of_players_who_only_wait(store: Store) -> None:
    room = Room(store, settings(), scenes=scenes)
    table = await room.started("duo-dominoes", PEOPLE, robots=0)
    await room.settled()
    left_alone = 0
    for _ in range(3):
        before = await room.tables.get(table)
        waiting = [seat for seat in range(4) if waits(before, Seat(seat))]
        shown = {seat: room.messenger.everything_at(dm(PEOPLE[seat].user).channel) for seat in waiting}
        for person in PEOPLE:
            if await step(room, table, person):
                break
        after = await room.tables.get(table)
        for seat in waiting:
            own = own_pieces(before, Seat(seat))
            if waits(after, Seat(seat)) and own == own_pieces(after, Seat(seat)):
                assert room.messenger.everything_at(dm(PEOPLE[seat].user).channel) == shown[seat]
                left_alone += 1
    assert left_alone >= 4


def waits(table: Table, seat: Seat) -> bool:
    """True if the table waits for other seats, and this one cannot interrupt."""
    may_interrupt = table.public_view.interruptible and bool(table.game.choices(table.view(seat)))
    return is_left_out(table, seat) and not may_interrupt


def own_pieces(table: Table, seat: Seat) -> tuple[object, ...]:
    """The dominoes of a seat, with the number of the hand."""
    view = table.view(seat)
    assert isinstance(view, DuoView)
    return view.hand, view.holding


def test_a_waiting_hand_leaves_out_what_others_change() -> None:
    """The pieces and the words about them stay; the layout, its ends and the turn are left out."""
    for view in (samples.duo(2), samples.lombardy(2)):
        waiting = scenes.let_wait(view)
        assert waiting.holding == view.holding
        alt = shown.hand(waiting, samples.NAMES).alt
        assert "Waiting for the others" in alt
        assert "Ends" in shown.hand(view, samples.NAMES).alt
        assert "Ends" not in alt
    lombardy = samples.lombardy(2)
    later = replace(
        lombardy, window=Seat(1), waits=True, reneges=True, quiet=True, answered=True, leader=Seat(1), asked=(Seat(0),),
        scores=tuple(score if seat == 2 else score + 5 for seat, score in enumerate(lombardy.scores)),
    )  # fmt: skip
    assert scenes.let_wait(later) == scenes.let_wait(lombardy)
    stud = scenes.let_wait(samples.stud(0))
    assert stud == scenes.let_wait(samples.stud(0, owed=500, to_match=4_000, bets=2, turn=Seat(2), to_act=(Seat(2),)))
    assert stud.chairs[0] == samples.stud(0).chairs[0]
    assert "Waiting for the others" in shown.hand(stud, samples.NAMES).alt
    assert scenes.let_wait(samples.pussers(0)) == samples.pussers(0)


def test_a_rack_that_only_waits_shows_neither_wall_nor_discards() -> None:
    """A bone that may be called is still shown."""
    view = samples.pussers(0, turn=Seat(2), working=None)
    waiting = scenes.let_wait(view)
    plucked = view._replace(left=view.left - 1, deadline=9, plucked=True, turn=Seat(1), discards=view.discards[:-2])
    assert scenes.let_wait(plucked) == waiting
    assert (waiting.rack, waiting.chairs[0]) == (view.rack, view.chairs[0])
    alt = shown.hand(waiting, samples.NAMES).alt
    assert "Waiting for the others" in alt
    assert "in the wall" in shown.hand(view, samples.NAMES).alt
    assert "in the wall" not in alt
    calling = samples.pussers(1, phase="calling")
    assert scenes.let_wait(calling) == calling


async def test_a_player_with_a_choice_sees_the_whole_table(room: Room) -> None:
    table = await room.tables.get(await room.started("duo-dominoes", PEOPLE, robots=0))
    (asked,) = table.public_view.to_act
    assert not waits(table, asked)
    assert all(waits(table, Seat(seat)) for seat in range(4) if seat != asked)


async def test_a_call_leaves_the_hands_of_players_without_a_choice_alone(store: Store) -> None:
    """LB-17: anyone may speak while a score is called, but a player without a choice keeps their hand as it is."""
    room = Room(store, settings(), scenes=scenes)
    table = await room.started("lombardy-bones", PEOPLE, robots=0)
    await room.settled()
    left_alone = 0
    for _ in range(80):
        before = await room.tables.get(table)
        shown = [room.messenger.everything_at(dm(person.user).channel) for person in PEOPLE]
        await step_or_wait(room, table, *PEOPLE)
        after = await room.tables.get(table)
        if not (calls(after) and before.public_view.hand == after.public_view.hand and before.hand_open):
            continue
        for seat in map(Seat, range(4)):
            if waits(before, seat) and waits(after, seat):
                assert room.messenger.everything_at(dm(PEOPLE[seat].user).channel) == shown[seat]
                left_alone += 1
    assert left_alone >= 4


async def test_a_player_who_may_only_interrupt_keeps_their_picture(store: Store) -> None:
    """LB-42: anyone may call a renege after a bone is laid. Only the message of the player to lay shows the ends."""
    room = Room(store, settings(), scenes=scenes)
    table = await room.started("lombardy-bones", PEOPLE, robots=0)
    hands = HandMessages(room.pictures, room.people, room.settings.waits, room.orders.until_turn)
    may_interrupt = 0
    for _ in range(40):
        present = await room.tables.get(table)
        for seat in map(Seat, range(4)):
            if is_left_out(present, seat) and present.game.choices(present.view(seat)):
                (picture,) = (await hands.message(present, seat)).pictures
                assert "Waiting for the others" in picture.alt
                assert "Ends" not in picture.alt
                may_interrupt += 1
        await step_or_wait(room, table, *PEOPLE)
    assert may_interrupt >= 4


def calls(table: Table) -> bool:
    """True while a player of Lombardy Bones calls the score of their bone."""
    view = table.public_view
    assert isinstance(view, LombardyView)
    return view.phase == "play" and view.window is not None
