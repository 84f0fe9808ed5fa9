"""Evenings with chosen shuffles, and pairs of evenings that one person must not be able to tell apart."""

import asyncio
import hashlib
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from bot.tables.aggregate import Table
from games.core import Refused, Seat, settle
from games.core.moves import Lapse
from harbour import InteractionResponse, Message, Person
from tests.bot.harness.twin_worlds import ROOT
from tests.chance import ConstantChance, OrderedChance, SeededChance
from tests.stories.evening import AT, Evening, complete_move, evening, type_command
from tests.stories.table_messages import board_alt, board_messages, hand_alt

T = TypeVar("T")


async def private_answer(answer: InteractionResponse, pressed: bool = False) -> Message:
    """Return the private answer to a command or a press."""
    message = await (answer.followup() if pressed else answer.message())
    assert message.ephemeral
    return message


async def refused(night: Evening, person: Person, command: str, **options: Any) -> str:
    """Type a command that must be refused; return the private answer, after a check that nobody else sees anything."""
    before, others = (await night.now()).state, [other for other in night.people if other is not person]
    heard = [len(other.collect_seen()) for other in others]
    command, options = type_command(command, options)
    answer = await person.slash(command, options=options)
    await night.settle(answer)
    message = await private_answer(answer)
    assert (await night.now()).state == before
    assert [len(other.collect_seen()) for other in others] == heard
    return message.words


async def say_accepted(night: Evening, person: Person, command: str, **options: Any) -> None:
    """Type a command that must be accepted: the table moves on."""
    before = (await night.now()).sequence
    command, options = type_command(command, options)
    answer = await person.slash(command, options=options)
    await night.settle(answer)
    assert (await night.now()).sequence > before, f"/{command} {options} was not taken"


def control_action(custom_id: str) -> str:
    """The action of a control: "by:3:score.15:40" is "score.15"."""
    return custom_id.split(":", 2)[-1].rpartition(":")[0]


def controls(message: Message) -> list[tuple[str, str, str]]:
    """The controls of a message: action, label and style; items of menus one by one."""
    found = []
    for control in message.controls():
        does = control_action(str(control["custom_id"]))
        found.append((does, str(control.get("label", control.get("placeholder", ""))), str(control.get("style", ""))))
        found += [(f"{does}={item['value']}", item["label"], "") for item in control.get("options", [])]
    return found


def control_id(message: Message, wanted: str) -> str:
    """The custom id of the control that does `wanted`."""
    return next(
        str(control["custom_id"])
        for control in message.controls()
        if control_action(str(control["custom_id"])) == wanted
    )


def public_text(night: Evening) -> str:
    """The text of all public messages in the channel."""
    return "\n".join(message.text for message in night.harbour.channel.history() if message.only_for is None)


def headline(night: Evening) -> str:
    """The last line of the board: what the table waits for."""
    return night.board().words.splitlines()[-1]


async def check_messages(night: Evening) -> None:
    """Check that one board, and one rack for each person, show the table as it is."""
    await night.settle()
    table = await night.now()
    assert [
        attachment.description for message in board_messages(night.harbour) for attachment in message.attachments
    ] == [board_alt(table)]
    for person in night.people:
        seat = table.seat_of(int(person.id))
        assert seat is not None
        shown = night.rack(person)
        assert [attachment.description for attachment in shown.attachments] == [hand_alt(table, seat)]
        assert len([message for message in person.dm() if message.controls()]) <= 1


CODE = re.compile(r"(?<![\w-])([0-6]-[0-6])(?![\w-])")


class Eyes:
    """Compares the pieces that one person has been shown with those that they may know."""

    def __init__(
        self, person: Person, seat: Seat | None, pieces: Callable[[Any], set[str]], named: Callable[[str], set[str]]
    ) -> None:
        self.person, self.seat, self.pieces, self.named = person, seat, pieces, named
        self.known: set[str] = set()
        self.read = 0

    def look(self, table: Table) -> None:
        """Check that messages since the last look name only pieces that the person's own view has shown."""
        if table.playing:
            self.known |= self.pieces(table.view(self.seat))
        seen = self.person.collect_seen()
        for entry in seen[self.read :]:
            if not entry.startswith(b"\x89PNG"):
                named = self.named(entry.decode())
                assert named <= self.known, f"{self.person.name} was told of {sorted(named - self.known)}: {entry!r}"
        self.read = len(seen)


def eyes_of(
    night: Evening, guest: Person, pieces: Callable[[Any], set[str]], named: Callable[[str], set[str]]
) -> list[Eyes]:
    """An `Eyes` for each player, in the order of the seats, and for a guest."""
    seated = [Eyes(person, Seat(seat), pieces, named) for seat, person in enumerate(night.people)]
    return [*seated, Eyes(guest, None, pieces, named)]


async def play_watched(night: Evening, eyes: Sequence[Eyes], over: Callable[[Table], bool]) -> AsyncIterator[Table]:
    """Let everybody play until the table is `over`; yields the table at each step, once all `eyes` have looked.

    If nobody can move, 30 seconds go by.
    """
    for _ in range(400):
        table = await night.now()
        for eye in eyes:
            eye.look(table)
        yield table
        if over(table):
            return
        if await night.move() is None:
            await night.pass_time(30)
    raise AssertionError("400 moves were not enough")


async def check_verified(night: Evening, person: Person) -> None:
    """Check that `/replay verify` proves the pieces shown, and after the close of the table the whole deal."""
    assert "was right where the deal put it" in (await private_answer(await person.slash("replay verify"))).content
    await night.close()
    assert "comes out as it was played" in (await private_answer(await person.slash("replay verify"))).content


def dominoes_named(text: str) -> set[str]:
    """The codes of dominoes in a text."""
    return set(CODE.findall(text))


Script = list[tuple[int, str]]


@dataclass(frozen=True)
class Rehearsal:
    """A game played without the bot, to find a script of moves for an evening."""

    game: Any
    players: int
    options: dict[str, Any]

    def play(self, order: Sequence[Any], moves: int, script: Script | None = None) -> tuple[Script, list[Any]]:
        """Play the moves of robots, or of the script, with this order; returns the moves and the states after them.

        Seat -1 stands for silence: the clock goes on by a minute.
        """
        game, at = self.game, AT
        draws, chance = 0, OrderedChance(order, 0)
        state = game.fold(game.begin(self.players, settle(game.OPTIONS, self.options), at, chance))
        made, states = list(script or ()), [state]
        for number in range(moves):
            seat, words = made[number] if script is not None else self._spoken(state)
            if script is None:
                made.append((seat, words))
            if seat < 0:
                at += 60_000
                who, move = None, Lapse()
            else:
                verb, _, argument = words.partition(" ")
                who, move = Seat(seat), game.read(game.view(state, Seat(seat)), verb, argument)
            draws += chance.drew
            chance = OrderedChance(order, draws)
            state = game.decide(state, who, move, at, chance).state
            states.append(state)
        return made, states

    def _spoken(self, state: Any) -> tuple[int, str]:
        for seat in range(self.players):
            thought = self.game.robot(self.game.view(state, Seat(seat)), ConstantChance())
            if thought is not None:
                return seat, self.game.write(thought.move)
        return -1, ""

    def twins(self, order: Sequence[Any], moves: int, seed: int) -> tuple[Script, tuple[Any, ...]]:
        """Find a script, and another order of pieces with which the same script can be played.

        The first seat and the public cannot tell the two orders apart, but the last seat can.
        """
        pick = random.Random(seed)
        made, states = self.play(order, moves)
        last = Seat(self.players - 1)
        for _ in range(3_000):
            here, there = pick.sample(range(len(order)), 2)
            swapped = list(order)
            swapped[here], swapped[there] = order[there], order[here]
            try:
                _, others = self.play(swapped, moves, made)
            except (Refused, ValueError, KeyError):
                continue
            if not self._same(last, states, others) and all(self._same(who, states, others) for who in (Seat(0), None)):
                return made, tuple(swapped)
        raise AssertionError("no twins were found")

    def _same(self, viewer: Seat | None, one: Sequence[Any], other: Sequence[Any]) -> bool:
        look = self.game.view
        return all(look(a, viewer) == look(b, viewer) for a, b in zip(one, other, strict=True))


def without_ids(entry: bytes) -> str:
    """Strip Discord's ids and times, and the roots of shuffles, from data that a person was sent."""
    if entry.startswith(b"\x89PNG"):
        return hashlib.sha256(entry).hexdigest()
    text = ROOT.sub(r"\1", entry.decode())
    text = re.sub(r"\?hm=[0-9a-f]+", "?hm=", text)
    text = re.sub(r"\d{15,}", "#", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[0-9:.+]+", "T", text)
    return re.sub(r"127\.0\.0\.1:\d+", "H", text)


async def record_evening(
    folder: Path,
    game: str,
    names: Sequence[str],
    house: dict[str, str],
    order: Sequence[Any],
    script: Script,
    asks: Sequence[str] = (),
) -> dict[str, Counter[str]]:
    """Play the script with this order; returns by name everything that each person and a guest received after the deal.

    After each move the first person asks for the completions of `asks` (verbs) and of all moves. The script's first
    entry ("next") is left out, since the table makes it by itself. Time stands still for the pace of edits: on a busy
    machine a second passes between two moves, and the board would show a moment that it else skips.
    """
    chance = SeededChance("twins", order, numbers=lambda table: table.shuffle.draws)
    async with evening(folder, names=names, chance=chance) as night:
        night.parts.host.workers.sync.pacing.read_time = lambda: 0.0
        guest = night.harbour.add_user("Guest")
        await night.open(game, **house)
        await night.start()
        people = [*night.people, guest]
        before = {person.name: len(person.collect_seen()) for person in people}
        await asyncio.gather(*(ask_for_hand(night, person) for person in night.people))
        await night.settle_copies()
        for seat, words in script[1:]:
            if seat < 0:
                await night.pass_time(60)
            else:
                await night.settle(await night.say(night.people[seat], words))
            await night.settle_copies()  # the next move could otherwise overtake them on a busy machine
            for verb in (*asks, ""):
                await complete_move(night.people[0], verb)
        await asyncio.gather(*(ask_for_hand(night, person) for person in night.people))
        await night.settle_copies()
        shown = {person.name: person.collect_seen()[before[person.name] :] for person in people}
    return {name: Counter(without_ids(entry) for entry in entries) for name, entries in shown.items()}


async def ask_for_hand(night: Evening, person: Person) -> None:
    """Use `/hand show` and `/why`."""
    for command in ("hand show", "why"):
        answer = await person.slash(command)
        await night.settle(answer)


def assert_twins(one: dict[str, Counter[str]], two: dict[str, Counter[str]], first: str, last: str) -> None:
    """Check that `first` and the guest received the same on both evenings, and `last` did not."""
    assert one[last] != two[last]
    for name in (first, "Guest"):
        told_apart = [*(one[name] - two[name]), *(two[name] - one[name])]
        assert told_apart == [], f"{name} can tell the two evenings apart: {told_apart}"
        assert sum(one[name].values()) > 0
