"""Replays of finished hands through Discord alone: call by call, and from other seats once the secret opens."""

from pathlib import Path

import pytest

from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games.core.seats import Seat
from harbour import InteractionResponse, Message, Person
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_GAMES
from tests.render import shown as scenes
from tests.stories.dealt_evenings import control_action, private_answer, switch_to_words
from tests.stories.evening import Evening, evening


async def replay_of(person: Person) -> Message:
    """Use `/replay show`; returns the first step of the last finished hand."""
    return await private_answer(await person.slash("replay show"))


def control(message: Message, name: str) -> str:
    """The custom id of the control of a replay with this name."""
    (found,) = [
        str(part["custom_id"])
        for part in message.controls()
        if control_action(str(part["custom_id"])).endswith(f".{name}")
    ]
    return found


def is_disabled(message: Message, name: str) -> bool:
    (found,) = [part for part in message.buttons() if part["custom_id"] == control(message, name)]
    return bool(found.get("disabled"))


def step_of(message: Message) -> int:
    return int(message.words.partition(", step ")[2].split()[0])


async def walk(night: Evening, person: Person, name: str) -> list[str]:
    """Press a button of a new replay until it is disabled; returns the texts of the steps that it led to."""
    replay, told = await replay_of(person), []
    while not is_disabled(replay, name):
        before = step_of(replay)
        await night.settle(await person.press(replay, control(replay, name)))
        assert step_of(replay) > before
        told.append(replay.words)
    return told


async def look_from(night: Evening, person: Person, replay: Message, seat: int) -> InteractionResponse:
    """Choose a seat in the menu, from 1; 0 is everybody's view."""
    answer = await person.select(replay, control(replay, "seat"), [str(seat)])
    await night.settle(answer)
    return answer


async def the_buttons_lead_from_call_to_call(night: Evening) -> None:
    bear = night.people[0]
    calls = await walk(night, bear, "call")
    assert calls and all("scores" in told or "calls" in told or "no score" in told for told in calls)
    scores = await walk(night, bear, "score")
    assert "All bones are turned up" in scores[-1]


async def nobody_looks_into_a_seat_that_is_closed(night: Evening, guest: Person) -> None:
    """The refusal is private, and the replay stays as it was."""
    bear = night.people[0]
    for person, seat in ((bear, 2), (guest, 1), (guest, 2)):
        replay = await replay_of(person)
        before = replay.words, [attachment.description for attachment in replay.attachments]
        told = await private_answer(await look_from(night, person, replay, seat), pressed=True)
        assert "Hand 1 opens to everybody when the session ends" in told.content
        assert told.only_for is not None and not told.attachments
        assert (replay.words, [attachment.description for attachment in replay.attachments]) == before
    own = await replay_of(bear)
    assert len(own.attachments) == 2
    await look_from(night, bear, own, 0)
    assert len(own.attachments) == 1


async def everybody_looks_from_every_seat(night: Evening, guest: Person) -> None:
    """The guest sees the hands that were dealt; the seat stays chosen from step to step."""
    replay = await replay_of(guest)
    assert len(replay.attachments) == 1
    for seat in (1, 2):
        await look_from(night, guest, replay, seat)
        await night.settle(await guest.press(replay, control(replay, "last")))
        table = await night.now()
        ended = scenes.draw_hand(table.view(Seat(seat - 1)), table.names).alt
        assert replay.attachments[1].description == ended
        await night.settle(await guest.press(replay, control(replay, "first")))
        assert step_of(replay) == 1 and len(replay.attachments) == 2


@pytest.mark.thorough(LONGER)
async def test_a_hand_is_replayed_call_by_call_and_from_every_seat_once_its_secret_opens(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("again")) as night:
        guest = night.harbour.add_user("Guest")
        await night.open("lombardy-bones", call_mode="race", race_grace_ms="0")
        await night.start()
        await night.until(is_waiting_for_next_hand)
        await the_buttons_lead_from_call_to_call(night)
        await nobody_looks_into_a_seat_that_is_closed(night, guest)
        await night.close()
        await everybody_looks_from_every_seat(night, guest)


@pytest.mark.thorough(MORE_GAMES)
async def test_a_game_without_calls_has_no_button_for_them(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("quiet")) as night:
        bear = night.people[0]
        await night.open("duo-dominoes", text_only="yes")
        await switch_to_words(night)
        await night.start()
        await night.until(is_waiting_for_next_hand)
        replay = await replay_of(bear)
        assert not any(label == "Next call" for label in (part.get("label") for part in replay.buttons()))
        (told,) = await walk(night, bear, "score")
        assert "step" in told
