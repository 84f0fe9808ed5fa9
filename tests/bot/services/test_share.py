"""*Share*, below a replay, posts the public view of the step for everybody; a menu jumps to other steps."""

import asyncio

from bot.messages.replays.replay import LAST_STEP
from bot.messages.replays.replay_steps import Look
from bot.ports import DeliveryError, ErrorKind, Menu
from bot.services.replays import SHARE_EVERY
from games.core import Refused
from tests.bot.harness.room import BEAR, BULL, HERE, Room, message_of
from tests.bot.harness.shelf import take_played_table
from tests.refuses import refuses


async def test_a_step_is_posted_as_everybody_saw_it(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    shown = message_of(await room.press(table, "replay.1.3.open", BEAR))
    assert len(shown.pictures) == 1
    (button,) = [control.name for row in shown.rows for control in row if control.name.endswith(".share")]
    reply = message_of(await room.press(table, button, BEAR))
    assert reply.text == f"I've posted this step in <#{HERE.channel}>, as everybody saw it."
    posted = room.at(HERE.channel)[-1]
    public = await room.replays.make_message(await room.get(table), Look(1, 3))
    assert (posted.pictures, posted.rows) == (public.pictures, ())
    assert posted.text == f"Bear shows a step of a finished hand:\n{public.text}"


async def test_the_last_step_is_posted_as_the_end_of_the_hand(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await room.press(table, f"replay.1.{LAST_STEP}.share", BEAR)
    posted = room.at(HERE.channel)[-1]
    head, verdict, *_ = posted.text.splitlines()
    assert head == "Bear shows how hand 1 ended:" and " score" in verdict
    assert len(posted.pictures) == 1


async def test_steps_are_shared_only_after_a_wait(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await room.press(table, "replay.1.3.share", BEAR)
    with refuses("shared_lately"):
        await room.press(table, "replay.1.4.share", BEAR)
    room.forward(SHARE_EVERY)
    await room.press(table, "replay.1.4.share", BEAR)


async def test_only_one_of_two_simultaneous_presses_posts(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    before = len(room.at(HERE.channel))
    presses = [room.press(table, f"replay.1.{step}.share", BEAR) for step in (3, 4)]
    refused = [
        answer for answer in await asyncio.gather(*presses, return_exceptions=True) if isinstance(answer, Refused)
    ]
    assert [refusal.key for refusal in refused] == ["TABLE/shared_lately"]
    assert len(room.at(HERE.channel)) == before + 1


async def test_only_players_share_and_only_hands_that_are_over(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    before = len(room.at(HERE.channel))
    for who, what, reason in (
        (BULL, "replay.1.3.share", "not_seated"),
        (BEAR, "replay.2.1.share", "no_replay"),
        (BEAR, "replay.1.share", "no_button"),
    ):
        with refuses(reason):
            await room.press(table, what, who)
    assert len(room.at(HERE.channel)) == before

    def fail(*call: object) -> None:
        raise DeliveryError(ErrorKind.FORBIDDEN)

    room.messenger.fail = fail
    for _ in range(2):  # nothing was posted, so the next try need not wait
        with refuses("share_failed"):
            await room.press(table, "replay.1.3.share", BEAR)


async def test_the_menu_jumps_to_steps_and_marks_those_that_scored(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    shown = message_of(await room.press(table, "replay.1.3.open", BEAR))
    ((menu,),) = [row for row in shown.rows if row[0].name.endswith(".jump")]
    assert isinstance(menu, Menu)
    assert 2 < len(menu.items) <= 25
    assert [item.value for item in menu.items if item.chosen] in ([], ["3"])
    (scored,) = [item for item in menu.items if item.label.startswith("★")]
    jumped = message_of(await room.press(table, menu.name, BEAR, scored.value))
    assert jumped.text.startswith(f"Hand 1, step {scored.value} of")
    for values in ((), ("x",), ("1", "2")):
        with refuses("no_button"):
            await room.press(table, menu.name, BEAR, *values)


async def test_the_menu_leaves_out_steps_without_a_line_in_the_log(room: Room) -> None:
    """Otherwise each player's *Done* in Bonedoneskis would be an item with a number and no words."""
    table = await take_played_table(room, "bonedoneskis")
    shown = message_of(await room.press(table, "replay.1.1.open", BEAR))
    ((menu,),) = [row for row in shown.rows if row[0].name.endswith(".jump")]
    assert isinstance(menu, Menu) and len(menu.items) > 9, "in place of a silent step stands the next one with a line"
    assert all(item.label.rpartition(". ")[2] for item in menu.items)
