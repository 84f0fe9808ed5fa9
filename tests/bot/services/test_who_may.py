"""Who may do what: every act, by its control and by its command, asked for by those who may not.

A closed table does not change whoever asks. Somebody who does not sit at a table changes nothing but who waits for a
seat. Nobody changes a table from another channel. Somebody who is kept away is told so by every act but those that
are their right.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any, NamedTuple

import discord
import pytest

from bot.edge.acts import ActRow, TableAct
from bot.edge.custom_ids import Control
from bot.edge.discord_commands import Kind
from bot.edge.interactions import InteractionRequest, NamedUser
from bot.ports import Location, Requester
from bot.store.tables import commits as stored_events
from games.core import Refused, Unreadable
from games.core.moves import Ambiguous
from tests.bot.harness.controls import make_example
from tests.bot.harness.offers import offer
from tests.bot.harness.players import start_and_move_once
from tests.bot.harness.room import ACTS, BEAR, BULL, GUILD, HERE, NED, WALLY, Room
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"
QUEUED = frozenset({"table.queued", "table.unqueued", "table.seat_offered", "table.offer_ended"})
ANSWERS = (Refused, Unreadable, Ambiguous)
ALLOWED = discord.Permissions.all()
ELSEWHERE = Location(GUILD, 999)
JOE = Requester(5, "Joe")
FORGED = ((), ("",), ("1",), ("9" * 300,), ("\x00\u202e",), ("a", "b", "c"), ("none",), ("R1 R1",))
"""Choices and typed words that somebody may forge."""
ADMIN = replace(NED, user=9, name="Ann", admin=True, moderator=True)


class Asked(NamedTuple):
    """An act, and how it is asked for: by the name of a control, or by a command."""

    act: ActRow
    control: str = ""

    def __str__(self) -> str:
        return self.control or f"/{self.act.command}"


def list_asked(table_only: bool = False) -> Iterator[Asked]:
    """List every act by each of its controls and by its command, and the moves of the game."""
    for pattern, act in ACTS.by_pattern.items():
        if isinstance(act, TableAct) or not table_only:
            yield Asked(act, make_example(pattern))
    for act in ACTS.by_path.values():
        if act.menu is None and (isinstance(act, TableAct) or not table_only):
            yield Asked(act)


def choose_options(act: ActRow) -> dict[str, Any]:
    """A value for every option of a command that is required."""
    usual: dict[Kind, Any] = {Kind.NUMBER: 1, Kind.YES_NO: True}
    given = {}
    for option in act.options:
        choices = option.choices() if callable(option.choices) else option.choices
        if option.required and option.kind is not Kind.PERSON:
            given[option.name] = choices[0][1] if choices else usual.get(option.kind, "1")
    return given


async def ask(
    room: Room, table: int, asked: Asked, who: Requester, where: Location = HERE, values: tuple[str, ...] = ()
) -> None:
    """Ask for an act. Raises Refused, Unreadable or Ambiguous."""
    if asked.control:
        number = table if isinstance(asked.act, TableAct) else 0
        shown = (await room.get(table)).sequence
        request = InteractionRequest(
            who, where, room.stamp(), control=Control(number, asked.control, shown), values=values, allowed=ALLOWED
        )
    else:
        people = {option.name: NamedUser(WALLY.user, WALLY.name) for option in asked.act.options
                  if option.kind is Kind.PERSON}  # fmt: skip
        request = InteractionRequest(
            who,
            where,
            room.stamp(),
            path=asked.act.path,
            options=choose_options(asked.act),
            people=people,
            allowed=ALLOWED,
        )
    await ACTS.carry_out(room.services, ACTS.find(request), request)


async def list_kinds(room: Room, table: int) -> list[str]:
    """The kinds of a table's events."""
    return [row.kind for row in await room.read(stored_events.read, table)]


@pytest.mark.parametrize("began", mark_thorough([False, True], MORE_CASES, but=[True]))
@pytest.mark.parametrize("who", mark_thorough([BULL, NED], MORE_CASES, but=[BULL]), ids=["player", "stranger"])
async def test_a_closed_table_does_not_change_whatever_is_asked(room: Room, began: bool, who: Requester) -> None:
    if began:  # with a request to take a move back, and a seat on offer
        table, mover, _ = await start_and_move_once(room)
        await room.press(table, "undo.ask", mover)
        await offer(room, table, mover, mover.user, JOE)
    else:
        table = await room.open(GAME)
        await room.press(table, "lobby.join", BULL)
    await room.close(table)
    await room.settle()
    closed, before = await room.get(table), await list_kinds(room, table)
    misleading = []
    for asked in list_asked(table_only=True):
        try:
            await ask(room, table, asked, who)
        except ANSWERS as refused:
            if asked.control and getattr(refused, "key", "") in ("TABLE/begun", "TABLE/not_started"):
                misleading.append(str(asked))
        assert await room.get(table) == closed, asked
    assert await list_kinds(room, table) == before
    assert misleading == [], "these say that a closed table has begun, or has not"


@pytest.mark.parametrize("where", mark_thorough([HERE, ELSEWHERE], MORE_CASES, but=[HERE]), ids=["here", "elsewhere"])
async def test_a_stranger_changes_nothing_of_a_table(room: Room, where: Location) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await room.settle()
    present, before = await room.get(table), await list_kinds(room, table)
    for asked, values in zip(list_asked(), cycle(FORGED), strict=False):
        try:
            await ask(room, table, asked, WALLY, where, values)
        except ANSWERS:
            continue
        finally:
            assert (await room.get(table)).seats == present.seats, asked
    added = {*(await list_kinds(room, table))[len(before) :]}
    assert added <= (QUEUED if where is HERE else frozenset())


@pytest.mark.parametrize("seated", mark_thorough([False, True], MORE_CASES, but=[True]))
async def test_whoever_is_kept_away_is_refused_every_act_but_those_for_all(room: Room, seated: bool) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    away = BULL if seated else WALLY
    await ask_to_keep_away(room, away)
    await room.settle()
    present = await room.get(table)
    for asked in list_asked():
        told = False
        try:
            await ask(room, table, asked, away)
        except ANSWERS as refused:
            told = getattr(refused, "key", "") == "TABLE/kept_away"
        assert told != asked.act.for_all, asked
        assert (await room.get(table)).seats == present.seats, asked


async def ask_to_keep_away(room: Room, away: Requester) -> None:
    """Let an admin keep a person away from the games of the server."""
    request = InteractionRequest(
        ADMIN, HERE, room.stamp(), path=("boneyard", "keepaway"), people={"player": NamedUser(away.user, away.name)}
    )
    await ACTS.carry_out(room.services, ACTS.find(request), request)
