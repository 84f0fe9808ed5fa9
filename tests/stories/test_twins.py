"""Two evenings that differ only in what one person cannot see: every byte that reaches him is the same.

The wall of the second evening has two bones in each other's places, one of them hidden in another's rack. Everybody
says the same. Texts, pictures, alt texts, labels, custom ids, answers: whatever Discord could show to Bear, or to a
stranger in the channel, must not tell the two evenings apart.
"""

import hashlib
import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.tables import lobby
from games import pussers
from games.core.options import settle
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.bones import FULL_SET, Bone
from harbour import Clock, Person
from tests.stories.evening import First, Walled, evening, fix_secrets, fix_wall

AT = 1_790_000_000_000
MOVES = 48
HOUSE = {"call_mode": "everyone-decides"}
OPTIONS = settle(pussers.OPTIONS, lobby.house(pussers, "live", {}, ""), HOUSE)
Order = tuple[Bone, ...]


class Standing(Clock):
    """Time that stands still, so that both evenings happen at the same moment."""

    def now(self) -> int:
        return AT


def played(order: Order, script: Sequence[tuple[int, str]] | None = None) -> tuple[list[tuple[int, str]], list[Any]]:
    """The moves of clever players (or of the script) with this wall, and the states that they lead through."""
    begun = pussers.begin(4, OPTIONS, AT, Walled(order, None))
    state = pussers.fold(begun)
    moves, states = list(script or ()), [state]
    for number in range(MOVES):
        seat, words = moves[number] if script is not None else spoken(state)
        if script is None:
            moves.append((seat, words))
        verb, _, argument = words.partition(" ")
        move = pussers.read(pussers.view(state, Seat(seat)), verb, argument)
        followed = pussers.decide(state, Seat(seat), move, AT, Walled(order, pussers.view(state, None)))
        state = pussers.evolve(state, *followed)
        states.append(state)
    return moves, states


def spoken(state: Any) -> tuple[int, str]:
    """Who speaks next, and what."""
    for seat in range(4):
        move = pussers.robot(pussers.view(state, Seat(seat)), First())
        if move is not None:
            return seat, pussers.write(move)
    raise AssertionError("nobody has anything to say")


def same_for(viewer: Seat | None, one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether a viewer cannot tell two evenings apart by the rules."""
    return all(pussers.view(a, viewer) == pussers.view(b, viewer) for a, b in zip(one, other, strict=True))


def twins() -> tuple[list[tuple[int, str]], Order, Order]:
    """A script, and two walls under it that Bear and the crowd cannot tell apart, but Normie can."""
    pick = random.Random(7)
    order = list(FULL_SET)
    pick.shuffle(order)
    script, states = played(tuple(order))
    for _ in range(2_000):
        here, there = pick.sample(range(len(order)), 2)
        if order[here] == order[there]:
            continue
        swapped = list(order)
        swapped[here], swapped[there] = order[there], order[here]
        try:
            _, others = played(tuple(swapped), script)
        except (Refused, ValueError):
            continue
        unlike = not same_for(Seat(3), states, others)
        if unlike and same_for(Seat(0), states, others) and same_for(None, states, others):
            return script, tuple(order), tuple(swapped)
    raise AssertionError("no twins were found")


def plain(entry: bytes) -> str:
    """What reached a person, without the numbers and times that Discord gives to everything."""
    if entry.startswith(b"\x89PNG"):
        return hashlib.sha256(entry).hexdigest()
    text = re.sub(r"\?hm=[0-9a-f]+", "?hm=", entry.decode())
    text = re.sub(r"\d{15,}", "#", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[0-9:.+]+", "T", text)
    return re.sub(r"127\.0\.0\.1:\d+", "H", text)


def on_screen(person: Person) -> list[str]:
    """Every message that a person sees at this moment, whole, with every picture to the byte."""
    found = []
    for message in [*person.messages(), *person.dm()]:
        found.append(plain(json.dumps(message.to_json(), ensure_ascii=False).encode()))
        found += [plain(file.body) for file in message.attachments]
    return found


async def seen(folder: Path, order: Order, script: Sequence[tuple[int, str]]) -> dict[str, list[list[str]]]:
    """What stood before each person's eyes after every move of the evening with this wall."""
    with pytest.MonkeyPatch.context() as patch:
        fix_secrets(patch, "twins")
        fix_wall(patch, order)
        async with evening(folder, clock=Standing()) as night:
            everybody = [*night.people, night.harbour.add_user("Guest")]
            shown: dict[str, list[list[str]]] = {person.name: [] for person in everybody}
            await night.open("pussers-bones", **HOUSE)
            await night.start()
            for seat, words in script:
                await night.still(await night.say(night.people[seat], words))
                for person in everybody:
                    shown[person.name].append(on_screen(person))
    return shown


async def test_what_reaches_a_person_does_not_depend_on_what_he_cannot_see(tmp_path: Path) -> None:
    script, order, other = twins()
    one = await seen(tmp_path / "one", order, script)
    two = await seen(tmp_path / "two", other, script)
    assert one["Normie"] != two["Normie"]
    for name in ("Bear", "Guest"):
        assert len(one[name]) == MOVES
        for number, (here, there) in enumerate(zip(one[name], two[name], strict=True)):
            assert here == there, f"{name} could tell after move {number}"
