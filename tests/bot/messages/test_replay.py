"""Replays of finished hands: every step, as every seat and the public saw it."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.messages.parts.table_words import words_of
from bot.messages.replays.replay_steps import Look
from bot.ports import MOST_COMPONENTS, Accent, Button, Fixture, Menu, Message, Text
from bot.ports.markup import remove_marks
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.history.entries import decode_entries, hides_nothing, select_effective
from bot.tables.history.events import CommittedTo
from bot.wording import word_log_line
from games import registry
from games.core import Seat, seat_of, view_event
from games.core.secret import is_unnoticed
from render.style import Style
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, Room
from tests.bot.harness.shelf import take_played_table
from tests.effort import rounds
from tests.left_out import LONGEST, MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

VIEWERS = (None, Seat(0), Seat(1), Seat(2), Seat(3))
LONG = (LONGEST, "lombardy-bones")
"""Games with hands so long that the tests check every seventh step, for one viewer."""

BEFORE_THE_DEAL = ("plucking_eddie", "breaking")


def _check_pictures(shown: Message, number: int, seat: Seat | None) -> int:
    """Check that the picture shows the board and, once it is dealt, the hand of `seat`. Returns the number of steps."""
    (picture,) = shown.pictures
    dealt = seat is not None and not any(f"phase='{phase}'" in picture.alt for phase in BEFORE_THE_DEAL)
    assert picture.alt.startswith("both" if dealt else "board")
    assert f"seat={seat if dealt else None}," in picture.alt
    assert f"hand={number}," in picture.alt
    return int(shown.text.partition(" of ")[2].partition("\n")[0])


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_finished_hand_is_shown_step_by_step_from_the_deal_on(room: Room, game: str) -> None:
    hands = 1 if game == LONGEST else rounds(1, 2, 2)
    table = await take_played_table(room, game, hands=hands)
    present, pictures = await room.get(table), room.pictures
    most = step = 1
    while step <= most:
        for seat in VIEWERS if game not in LONG else (VIEWERS[step % len(VIEWERS)],):
            shown = await replace(room.replays, pictures=pictures).make_message(present, Look(1, step, seat))
            own = _check_pictures(shown, 1, seat)
            assert shown.text.startswith(f"Hand 1, step {min(step, own)} of {own}")
            most = max(most, own)
        step += 7 if game in LONG else 1
    assert most > 5
    for seat in VIEWERS:
        shown = await replace(room.replays, pictures=pictures).make_message(present, Look(hands, 1, seat))
        _check_pictures(shown, hands, seat)
        items = [
            item
            for row in shown.rows
            for menu in row
            if isinstance(menu, Menu) and menu.name.endswith(".jump")
            for item in menu.items
        ]
        assert all(item.label.partition(". ")[2] for item in items)
        steps = [int(item.value) for item in items]
        assert steps == sorted(set(steps)) and len(steps) > 1
    with refuses("no_replay"):
        await replace(room.replays, pictures=pictures).make_message(present, Look(hands + 1))


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["bonedoneskis"]))
async def test_no_step_tells_that_another_seat_spoke_in_secret(room: Room, game: str) -> None:
    """Until the secret opens, a step without a line would show that a seat answered in a window."""
    table = await take_played_table(room, game)
    present = await room.get(table)
    words = words_of(present)
    for seat in (None, Seat(0)):
        found = await room.find_step(present, Look(1, 1, seat))
        assert found is not None
        hand = [entry.event for entry in found.hand]
        assert hand == await _list_hand(room, table)
        seen = [
            event for event in hand
            if not is_unnoticed(event) or (seat is not None and getattr(event, "seat", None) == seat)
        ]  # fmt: skip
        shown = [hand[place] for place in found.steps]
        lined = [event for event in seen if word_log_line(view_event(event, seat), words)]
        assert [event for event in shown if word_log_line(view_event(event, seat), words)] == lined
        assert all(event in seen for event in shown)
        assert all(seat_of(event) is not None for event in shown if event not in lined), "only moves need no line"


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_every_step_tells_something(room: Room, game: str) -> None:
    """Events that say nothing, such as the end of a wait, have no step, and their pictures are not lost."""
    number = await take_played_table(room, game)
    present = await room.get(number)
    ended = await room.pictures.draw("board_and_hand", present.view(Seat(0)), words_of(present), Style())
    await room.ask(room.seats.close, number, BEAR)
    table = await room.get(number)
    most = step = 1
    while step <= most:
        shown = await room.replays.make_message(table, Look(1, step, Seat(0)))
        most = _check_pictures(shown, 1, Seat(0))
        assert shown.text.partition("\n")[2], f"step {step} of {most} says nothing"
        step += 7 if game in LONG else 1
    last = await room.replays.make_message(table, Look(1, most, Seat(0)))
    assert ended is not None and last.pictures[0].alt == ended.alt


@pytest.mark.thorough(MORE_CASES)
async def test_a_bone_that_is_judged_later_is_one_step_with_its_reason(room: Room) -> None:
    """In Lombardy Bones a bone is said first and lies a second later (LB-80)."""
    number = await take_played_table(room, "lombardy-bones")
    await room.ask(room.seats.close, number, BEAR)
    table = await room.get(number)
    most = _check_pictures(await room.replays.make_message(table, Look(1)), 1, None)
    told = [remove_marks((await room.replays.make_message(table, Look(1, step))).text) for step in range(1, most + 1)]
    laid = [text for text in told if re.search(r"\n(Able|Baker|Charlie) lays", text)]
    assert laid and all(re.search(r"\n(\w+) lays (\S+).*\n-# \1 \(Lay \2.*“", text) for text in laid), laid[0]
    assert not any(re.search(r"^Hand.*\n-# \w+ \(Play", text) for text in told), "no step comes before its bone"


CALLS = {
    "pussers-bones": "Yes!|Do Bone!|Shit Tie Up!|puts the working bone back",
    "lombardy-bones": "scores|calls|says no score",
    "bonedoneskis": "pays|sells|gets|Hog|Ball|Jack|Hearts|Men|4-tician|Hook|war|owes|River King|swap|no more",
}
"""By game, a pattern of the log's lines about calls."""


async def _follow_button(room: Room, table: Table, seat: Seat | None, name: str) -> list[Message]:
    """Press a button from the first step until it is disabled. Returns the steps that it led to."""
    found: list[Message] = []
    step = 1
    while True:
        shown = await room.replays.make_message(table, Look(1, step, seat))
        button = next((part for row in shown.rows for part in row if part.name.endswith(f".{name}")), None)
        if step > 1:
            found.append(shown)
        if not isinstance(button, Button) or button.disabled:
            return found
        to = int(button.name.split(".")[2])
        assert to > step
        step = to


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["lombardy-bones"]))
async def test_buttons_lead_to_the_next_call_and_the_next_score(room: Room, game: str) -> None:
    number = await take_played_table(room, game)
    table = await room.get(number)
    first = await room.replays.make_message(table, Look(1))
    assert any(part.name.endswith(".call") for row in first.rows for part in row) == (game in CALLS)
    calls = {seat: await _follow_button(room, table, seat, "call") for seat in (None, Seat(0))}
    lines = {
        seat: [shown.text.partition("\n")[2].partition("\n-# ")[0] for shown in steps]  # without robots' reasons
        for seat, steps in calls.items()
    }
    assert lines[None] == lines[Seat(0)], "a seat's own secret answers are no calls"
    assert bool(lines[None]) == (game in CALLS)
    for line in lines[None]:
        assert re.search(CALLS[game], line), line
    scores = [shown.text.partition(",")[2].split()[1] for shown in await _follow_button(room, table, None, "score")]
    (menu,) = [row[0] for row in first.rows if row[0].name.endswith(".jump")]
    assert isinstance(menu, Menu)
    starred = [item.value for item in menu.items if item.label.startswith("★")]
    assert starred and set(starred) <= set(scores)


@pytest.mark.parametrize("game", mark_thorough(["pussers-bones", "lombardy-bones"], MORE_GAMES, but=["lombardy-bones"]))
async def test_any_step_is_near_one_of_the_menu(room: Room, game: str) -> None:
    """From each step, a choice of the menu and a choice of the next menu lead to within four steps of any other."""
    table = await room.get(await take_played_table(room, game))

    async def list_steps(step: int) -> list[int]:
        shown = await room.replays.make_message(table, Look(1, step))
        (menu,) = [row[0] for row in shown.rows if row[0].name.endswith(".jump")]
        assert isinstance(menu, Menu) and len(menu.items) <= 25
        return [int(item.value) for item in menu.items]

    first = await list_steps(1)
    seen = {near for step in first for near in await list_steps(step)}
    found = await room.find_step(table, Look(1))
    assert found is not None and len(found.lined) > 25
    places = [found.lined.index(step) for step in sorted(seen)]
    assert places[0] == 0 and places[-1] == len(found.lined) - 1
    assert max(after - before for before, after in pairwise(places)) <= 4, "so that two or three taps lead there"


async def _list_hand(room: Room, table: int) -> list[object]:
    """List the game's events of the first hand, from the deal on."""
    found = select_effective(decode_entries(await room.read(stored_events.read, table)))
    deal = next(place for place, row in enumerate(found) if not hides_nothing(row.event))
    present = await room.get(table)
    until = next(
        (entry.sequence for entry in decode_entries(await room.read(stored_events.read, table))
         if isinstance(entry.event, CommittedTo) and entry.event.number == 2),
        present.sequence + 1,
    )  # fmt: skip
    return [row.event for row in found[deal:] if row.sequence < until]


async def test_a_step_in_mid_hand_leaves_a_phone_room_for_its_picture(room: Room) -> None:
    """Until the secret opens, two rows of controls, and no word about the robots' reasons after the first step. Then
    there's a row of seats, too. The menu of steps has stars for scores, so no button needs a row of its own."""
    number = await take_played_table(room, "lombardy-bones")
    present = await room.get(number)
    first, *later = [await room.replays.make_message(present, Look(1, step)) for step in range(1, 12)]
    reasons = "The robots give their reasons when the session ends"
    assert reasons in first.text
    assert [row[0].name.rpartition(".")[2] for row in first.rows] == ["back", "jump", "seat", "went"]
    for shown in later:
        assert reasons not in shown.text
        moves, (menu,) = shown.rows
        assert [part.name.rpartition(".")[2] for part in moves] == ["back", "on", "call", "score", "share"]
        assert menu.name.endswith(".jump")
    await room.close(number)
    opened = await room.replays.make_message(await room.get(number), Look(1, 5, Seat(0)))
    moves, *menus = opened.rows
    assert [part.name.rpartition(".")[2] for part in moves] == ["back", "on", "call", "share", "play"]
    assert [menu.name.rpartition(".")[2] for (menu,) in menus] == ["jump", "seat"]


@pytest.mark.parametrize("seed", ["crowd 3"])
async def test_a_step_is_a_layout_with_inline_pieces_or_in_words_for_those_who_chose_them(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    present = await room.get(table)
    step = await room.replays.make_message(present, Look(1, 3, Seat(0)))
    assert step.layout is not None and step.layout.accent is Accent.FINISHED and step.layout.size <= MOST_COMPONENTS
    head, pictures, told, *rows = step.layout.parts
    assert head == Text("Hand 1, step 3 of 28") and pictures is Fixture.PICTURES and tuple(rows) == step.rows
    assert isinstance(told, Text) and remove_marks(told.text) != told.text
    words = await room.replays.make_message(present, Look(1, 3, Seat(0)), plain=True)
    assert (words.layout, words.pictures, words.rows) == (None, (), step.rows)
    assert words.text.startswith(remove_marks(step.text)) and len(words.text) > len(step.text)
    shared = await room.replays.make_message(present, Look(1, 3), shared_by="Bear")
    assert shared.layout is not None and shared.rows == ()
    labels = [
        item.label
        for row in step.rows
        for menu in row
        if isinstance(menu, Menu) and menu.name.endswith(".jump")
        for item in menu.items
    ]
    assert labels and labels == [remove_marks(label) for label in labels]


async def test_somebody_who_plays_with_robots_alone_may_ask_them_after_each_hand(room: Room) -> None:
    """The secrets of the session are still closed, so others and a shared step get no reasons."""
    table = await take_played_table(room, "duo-dominoes")
    present = await room.get(table)
    own = Look(1, own=Seat(0))
    for look, shared_by, tells in (
        (own, "", True),
        (Look(1), "", False),
        (own._replace(chosen=0), "", False),
        (own, "Bear", False),
    ):
        looks = [look._replace(step=step) for step in range(1, 8)]
        texts = [(await room.replays.make_message(present, look, shared_by=shared_by)).text for look in looks]
        assert any("“" in text for text in texts) == tells
        assert any("when the session ends" in text for text in texts) != tells


@pytest.mark.parametrize("game", mark_thorough(["pussers-bones", "lombardy-bones"], MORE_GAMES, only=[LONGEST]))
async def test_a_reason_belongs_to_the_words_that_were_just_judged(room: Room, game: str) -> None:
    """Words that came to nothing are not told with a later line of the same robot."""
    table = await take_played_table(room, game)
    present = await room.get(table)
    late = 0
    for step in range(1, 2_000):
        found = await room.find_step(present, Look(1, step, Seat(0)))
        assert found is not None
        if found.step < step:
            break
        shown = found.hand[found.steps[step - 1]]
        commit = next(place for place, entry in enumerate(found.hand) if entry.cause == shown.cause)
        for made in found.moves:
            if is_unnoticed(made.first_entry.event) and seat_of(made.first_entry.event) != Seat(0):
                between = found.hand[found.hand.index(made.first_entry) : commit]
                assert all(is_unnoticed(entry.event) for entry in between), (made.first_entry, shown)
                late += bool(between)
    assert late, "no words were judged in a later commit"


@pytest.mark.parametrize(
    "how",
    mark_thorough(["sits", "is away", "has left", "comes later", "came and went"], MORE_CASES, but=["sits"]),
)
async def test_robots_keep_their_reasons_if_another_person_has_played(room: Room, how: str) -> None:
    later = how in ("comes later", "came and went")
    table = await room.start_table("duo-dominoes", (BEAR,) if later else (BEAR, BULL), 3 if later else 2)
    if how == "has left":
        await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    await play_until(room, table, 1, *((BEAR, BULL) if how == "sits" else (BEAR,)))  # a robot plays for Bull otherwise
    if later:
        assert await _tells(room, table), "until then nobody else has played"
        await room.hand_over(table, BEAR, None, BULL)
    if how == "came and went":
        await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    present = await room.get(table)
    assert (present.people == (Seat(0),)) == (how in ("is away", "has left", "came and went"))
    assert not await _tells(room, table)


async def _tells(room: Room, table: int) -> bool:
    """True if robots give Bear their reasons in the first hand."""
    found = await room.find_step(await room.get(table), Look(1, 1, Seat(0)))
    assert found is not None
    return found.tells_reasons
