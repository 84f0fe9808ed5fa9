"""The menu of seats below a replay: other players' seats are closed until the secret of the hand opens."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.automation.thinkers import Thinkers
from bot.messages.parts.pictures import PictureKind, Pictures
from bot.messages.replays.replay_steps import Look
from bot.messages.replays.turning_points import Outlook
from bot.ports import Button, Menu, Message, Requester
from games import registry
from games.core import Seat, View
from tests.bot.harness.room import BEAR, WALLY, Room, list_controls, message_of
from tests.bot.harness.shelf import take_played_table
from tests.effort import rounds
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

GUEST = Requester(99, "Guest")
SEATS = (1, 2, 3, 4)
"""Seats by their numbers in the menu: Bear has the first, robots have the others."""
APART = {"pussers-bones": 40, "lombardy-bones": 40, "bonedoneskis": rounds(24, 12, 12)}
"""The distance by game between two steps that a test looks at; in any other game it is 5."""


def count_steps(shown: Message) -> int:
    return int(shown.text.partition(" of ")[2].partition("\n")[0])


def find_menu(shown: Message) -> Menu:
    """The menu of seats."""
    (menu,) = [row[0] for row in shown.rows if row[0].name.endswith(".seat")]
    assert isinstance(menu, Menu)
    return menu


def name_menu(shown: Message) -> str:
    """The menu of seats of a step in the middle of a hand, as an older message has it before the secret opens."""
    (share,) = [control for control in list_controls(shown) if control.endswith(".share")]
    return f"{share.removesuffix('.share')}.seat"


async def press(room: Room, table: int, what: str, who: Requester, *values: str) -> Message:
    return message_of(await room.press(table, what, who, *values))


async def press_refused(room: Room, table: int, what: str, who: Requester, *values: str) -> str:
    """Press a control; returns the refusal with all its facts."""
    with refuses() as caught:
        await room.press(table, what, who, *values)
    assert caught.value.key == "TABLE/seat_closed"
    return repr((caught.value.key, caught.value.facts))


def watch(monkeypatch: pytest.MonkeyPatch) -> list[Seat | None]:
    """Record the seats whose hands are drawn."""
    drawn: list[Seat | None] = []
    draw = Pictures.draw

    async def note_seat(pictures: Pictures, kind: PictureKind, view: View, *rest: Any, **more: Any) -> Any:
        drawn.append(view.seat)
        return await draw(pictures, kind, view, *rest, **more)

    monkeypatch.setattr(Pictures, "draw", note_seat)
    return drawn


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["bonedoneskis"]))
async def test_until_the_secret_opens_other_seats_are_refused_and_reveal_nothing(
    room: Room, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await take_played_table(room, game)
    drawn = watch(monkeypatch)
    most = count_steps(await press(room, table, "replay.1.1.open", GUEST))
    for step in range(1, most + 1, APART.get(game, 5)):
        own = await press(room, table, f"replay.1.{step}.open", BEAR)
        public = await press(room, table, f"replay.1.{step}.0.on", GUEST)
        assert await press(room, table, f"replay.1.{step}.0.on", BEAR) == public
        assert await press(room, table, f"replay.1.{step}.1.on", BEAR) != public
        plain = await press(room, table, f"replay.1.{step}.open", GUEST)
        assert (plain.text, plain.pictures, plain.name) == (public.text, public.pictures, public.name)
        ends = step in (1, most)
        assert ends == any(control.endswith(".seat") for control in list_controls(plain))
        if ends:
            assert [item.value for item in find_menu(plain).items] == ["0", "1", "2", "3", "4"]
            assert [item.value for item in find_menu(plain).items if item.chosen] == ["0"]
        drawn.clear()
        told = {
            await press_refused(room, table, control, who, *values)
            for who, closed in ((GUEST, SEATS), (BEAR, SEATS[1:]))
            for seat in closed
            for control, values in (
                (name_menu(plain), (str(seat),)),
                (name_menu(own), (str(seat),)),
                (f"replay.1.{step}.{seat}.on", ()),
                (f"replay.1.{step}.{seat}.jump", ("3",)),
                (f"replay.1.{step}.{seat}.went", ()),
            )
        }
        assert len(told) == 1, "the refusals do not tell the seats apart"
        assert drawn == []
    present = await room.get(table)
    for seat in SEATS[1:]:  # a closed seat shows the public step
        closed, open_to_all = [
            await room.find_step(present, Look(1, 7, own, chosen)) for own, chosen in ((Seat(0), seat), (Seat(0), 0))
        ]
        assert closed is not None and open_to_all is not None and closed.is_view_closed
        assert closed._replace(look=open_to_all.look) == open_to_all


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["bonedoneskis"]))
async def test_once_the_secret_is_open_anybody_sees_what_the_seat_saw(
    room: Room, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await take_played_table(room, game)
    await room.ask(room.seats.close, table, BEAR)
    await room.settle()  # otherwise the board of the closed table may be among the pictures
    present = await room.get(table)
    drawn = watch(monkeypatch)
    most = count_steps(await press(room, table, "replay.1.1.open", GUEST))
    for step in range(1, most + 1, APART.get(game, 5)):
        menu = find_menu(await press(room, table, f"replay.1.{step}.open", GUEST))
        for seat in SEATS:
            drawn.clear()
            shown = await press(room, table, menu.name, GUEST, str(seat))
            seen = tuple(drawn)
            theirs = await room.replays.make_message(present, Look(1, step, Seat(seat - 1), chosen=seat))
            dealt = theirs.pictures[0].alt.startswith("both")
            assert seen == (seat - 1 if dealt else None,), "the board, with the hand once it is dealt"
            assert shown == theirs
            usual = await room.replays.make_message(present, Look(1, step, Seat(seat - 1)))
            assert (shown.text, shown.pictures) == (usual.text, usual.pictures)
            assert [item.value for item in find_menu(shown).items if item.chosen] == [str(seat)]


@pytest.mark.thorough(MORE_CASES)
async def test_a_house_may_open_every_seat_at_the_end_of_each_hand(room: Room) -> None:
    table = await take_played_table(room, "bonedoneskis", house={"secrets": "hand"})
    shown = await press(room, table, "replay.1.20.3.on", GUEST)
    assert "seat=2," in shown.pictures[0].alt
    with refuses("no_replay"):
        await room.press(table, "replay.2.1.3.on", GUEST)


async def test_the_buttons_stay_with_the_seat_that_was_chosen(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def even(self: Thinkers, name: str, views: Sequence[View], salts: object, pick: object) -> list[Outlook]:
        return [Outlook((0.5,) * 4, 200) for _ in views]

    monkeypatch.setattr(Thinkers, "find_outlooks", even)
    table = await take_played_table(room, "duo-dominoes")
    await room.ask(room.seats.close, table, BEAR)
    shown = await press(room, table, find_menu(await press(room, table, "replay.1.3.open", GUEST)).name, GUEST, "2")
    buttons = {part.name.rpartition(".")[2]: part for row in shown.rows for part in row}
    for name in ("back", "on", "score"):
        button = buttons[name]
        assert isinstance(button, Button) and not button.disabled
        there = await press(room, table, button.name, GUEST)
        assert "seat=1," in there.pictures[0].alt
    there = await press(room, table, buttons["jump"].name, GUEST, "7")
    assert there.text.startswith("Hand 1, step 7 of") and "seat=1," in there.pictures[0].alt
    begun = await press(room, table, "replay.1.1.open", GUEST)
    went = next(control for control in list_controls(begun) if control.endswith(".went"))
    assert (await press(room, table, went, GUEST)).text.startswith("**How hand 1 went**")
    back = await press(room, table, find_menu(there).name, GUEST, "0")
    assert back.text.startswith("Hand 1, step 7 of") and "seat=None," in back.pictures[0].alt


@pytest.mark.thorough(MORE_CASES)
async def test_a_player_changes_between_their_seat_and_everybodys_view_at_the_same_step(room: Room) -> None:
    """Only the player's own replay has their secret answers as steps, so the numbers of the steps differ."""
    table = await take_played_table(room, "lombardy-bones")
    apart = 0
    for step in range(1, 40, 3):
        own = await press(room, table, f"replay.1.{step}.open", BEAR)
        public = await press(room, table, name_menu(own), BEAR, "0")
        assert "seat=None," in public.pictures[0].alt
        (share,) = [control for control in list_controls(own) if control.endswith(".share")]
        assert public.text.startswith(f"Hand 1, step {share.split('.')[2]} of"), "everybody sees the same step"
        back = await press(room, table, name_menu(public), BEAR, "1")
        assert "seat=0," in own.pictures[0].alt and "seat=0," in back.pictures[0].alt
        apart += public.text.partition(" of")[0] != back.text.partition(" of")[0]
    assert apart


async def test_a_seats_next_player_cannot_choose_it_for_an_earlier_hand(room: Room) -> None:
    table = await take_played_table(room, "bonedoneskis")
    room.forward(1_000)
    await room.hand_over(table, BEAR, BEAR.user, WALLY)
    for who in (BEAR, WALLY):
        menu = find_menu(await press(room, table, "replay.1.20.open", who))
        assert [item.value for item in menu.items if item.chosen] == ["0"]
        await press_refused(room, table, menu.name, who, "1")


async def test_a_number_that_no_seat_has_is_refused(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    menu = find_menu(await press(room, table, "replay.1.1.open", BEAR))
    for what, values in (
        *((menu.name, values) for values in (("5",), ("-1",), ("",), ("01",), ("1", "2"), ())),
        ("replay.1.1.5.on", ()), ("replay.1.1.01.on", ()), ("replay.1.1.x.on", ()), ("replay.1.1.1.1.on", ()),
    ):  # fmt: skip
        with refuses("no_button"):
            await room.press(table, what, BEAR, *values)
