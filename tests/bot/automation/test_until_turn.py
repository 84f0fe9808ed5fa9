"""*Pass until my turn*: a standing order that lets every call go by, and ends when the player's own turn comes."""

import asyncio
import contextlib
import re
from itertools import pairwise

import pytest

from bot.automation.standing_orders import MOST_ORDERS, parse_order
from bot.messages.help import explain_moment
from bot.messages.parts.controls import CANCEL
from bot.messages.parts.table_words import words_of
from bot.ports import Message, Reply, Requester
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.facets.seats import find_passing_verb
from games import registry
from games.core import Refused, Seat, Unreadable, to_json
from tests.bot.harness.players import play_to, play_until_turn, step
from tests.bot.harness.room import BEAR, BULL, HERE, WALLY, Room, in_dm, list_controls, message_of
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

PRESS = "orders.until.pass"
PUSSERS, STUD = registry.game("pussers-bones"), registry.game("bonedoneskis")


def find_rack(room: Room, who: Requester) -> Message:
    return [message for message in room.dm(who) if message.rows][-1]


def find_board(room: Room) -> Message:
    return [message for message in room.at(HERE.channel) if message.rows][-1]


def asks_for_calls(table: Table) -> bool:
    return find_passing_verb(table.game, table.public_view) is not None


async def play_until_window(room: Room, table: int, *people: Requester) -> Table:
    """Play until somebody has thrown out a bone and at least two of these people may call it."""

    def asks_two(present: Table) -> bool:
        asked = {present.seat_of(who.user) for who in people} & {*present.public_view.to_act}
        return asks_for_calls(present) and len(asked) > 1

    return await play_to(room, table, asks_two, *people, wait=1_000)


async def count_calls(room: Room, table: Table, who: Requester) -> int:
    """The number of calls of a person so far."""
    stored = await room.read(stored_events.read, table.id)
    seat = table.seat_of(who.user)
    return sum(row.kind == "pussers.called" and row.body["seat"] == seat for row in stored)


async def test_the_button_is_beside_pass_only_while_a_window_asks(room: Room) -> None:
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2)
    assert PRESS not in [*list_controls(find_board(room)), *list_controls(find_rack(room, BEAR))]
    present = await play_until_window(room, table, BEAR, BULL)
    explained = explain_moment(present, present.seat_of(BEAR.user), words_of(present))
    assert (
        "**Pass until my turn, even on pairs**: I'll say this for you until your own turn; nobody else will know "
        "that I do" in explained
    )
    for message in (find_board(room), find_rack(room, BEAR), find_rack(room, BULL)):
        shown = list_controls(message)
        assert shown.index("pass") < shown.index("yes") < shown.index(PRESS)


@pytest.mark.parametrize("seed", ["crowd 2"])
async def test_the_order_passes_until_the_players_own_turn_and_nobody_else_is_told(room: Room) -> None:
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2)
    before = await play_until_window(room, table, BEAR, BULL)
    public, passed = room.at(HERE.channel), await count_calls(room, before, BEAR)
    reply = message_of(await room.press(table, PRESS, BEAR))
    assert "I say **Pass** for you until your own turn comes" in reply.text
    assert room.at(HERE.channel) == public
    rack = await room.services.hand.hands.make_message(await room.get(table), before.seat_of(BEAR.user) or Seat(0))
    assert "pass" not in list_controls(rack) and "Your answer is in" in rack.text, "before the order passes, too"
    assert re.search(r"Your answer is in; the others may still call\*{0,2} · .*<t:\d+:R>", rack.text), "until when"
    await room.settle()
    bear = before.seat_of(BEAR.user)
    assert bear is not None
    assert await count_calls(room, before, BEAR) == passed + 1
    assert room.at(HERE.channel) == public
    for _ in range(200):
        present = await room.get(table)
        if present.turns.came.get(bear, 0) > before.sequence:
            break
        assert room.orders.find_order_until_turn(present, bear) == "pass"
        assert "I say **Pass** for you" in find_rack(room, BEAR).text
        assert PRESS not in list_controls(find_rack(room, BEAR)), "the order is not offered again"
        assert not asks_for_calls(present) or "pass" not in list_controls(find_rack(room, BEAR)), "nor what it says"
        if not await step(room, table, BULL):
            room.forward(1_000)
            await room.settle()
    present = await play_until_window(room, table, BEAR, BULL)
    assert room.orders.find_order_until_turn(present, bear) == ""
    assert "I say **Pass** for you" not in find_rack(room, BEAR).text


async def test_who_comes_back_reads_what_happened_meanwhile(room: Room) -> None:
    table = await room.start_table("bonedoneskis", (BEAR, BULL), 3)
    assert "deals." in find_rack(room, BEAR).text
    await room.press(table, "orders.until.done", BEAR)
    await play_until_turn(room, table, BEAR, BULL)
    assert "deals." in find_rack(room, BEAR).text, "more than a dozen events later"


@pytest.mark.parametrize("people", [(BEAR,), pytest.param((BEAR, BULL), marks=pytest.mark.thorough(MORE_CASES))])
async def test_the_order_answers_after_a_claim_in_the_same_window(room: Room, people: tuple[Requester, ...]) -> None:
    """Even if all others have answered, so that the table waits for this seat alone."""
    table = await room.start_table("bonedoneskis", people, 3)

    async def claim() -> bool:
        """Claim a power of a card for Bear, if the table waits for them alone and there is one to claim."""
        present = await room.get(table)
        choices = present.game.choices(present.view(Seat(0)))
        for choice in choices if present.public_view.to_act == (Seat(0),) else ():
            if choice.verb == "claim":
                with contextlib.suppress(Refused):
                    await room.say(table, present.game.write(choice.move), BEAR)
                    return True
        return False

    while not await claim():
        before = await room.get(table)
        room.forward(1_000)
        await room.settle()
        if (await room.get(table)).sequence == before.sequence:
            await step(room, table, *reversed(people))
    before = await room.get(table)
    await room.press(table, "orders.until.done", BEAR)
    for _ in range(3):
        await room.settle()
        room.forward(1_000)
    present = await room.get(table)
    assert present.sequence > before.sequence, "the order has answered"


async def test_an_order_says_yes_once_in_a_race(room: Room) -> None:
    """In a race, only the next seat is asked. So somebody who has called isn't asked, and has answered all the same."""
    table = await room.start_table("pussers-bones", (BEAR, BULL, WALLY), 1, preset="gunplot")

    def waits_for_wally(present: Table) -> bool:
        verbs = {choice.verb for choice in present.game.choices(present.view(Seat(0)))}
        return asks_for_calls(present) and present.public_view.to_act == (Seat(2),) and "yes" in verbs

    while not waits_for_wally(present := await room.get(table)):
        if not await step(room, table, BULL, WALLY, BEAR):
            room.forward(500)
            await room.settle()
    room.forward(10_000)  # Wally thinks, so an order would be due at once
    await room.ask(room.services.orders.give, table, BEAR, "yes")
    called = await count_calls(room, present, BEAR)
    for _ in range(3):
        await room.settle()
        room.forward(100)
    assert await count_calls(room, await room.get(table), BEAR) == called + 1


async def test_two_presses_make_one_order_which_can_be_listed_and_dropped(room: Room) -> None:
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2)
    await play_until_window(room, table, BEAR, BULL)
    there = in_dm(BEAR)
    for _ in range(2):
        assert (await room.press(table, PRESS, BEAR, where=there)).message is None
    listed = message_of(await room.ask(room.services.orders.show, table, BEAR))
    assert listed.text.splitlines()[1:] == ["1. pass until your turn"]
    await room.ask(room.services.orders.give, table, BEAR, "none")
    present = await room.get(table)
    assert not room.orders.has_order(present, present.seat_of(BEAR.user) or present.people[0])


@pytest.mark.thorough(MORE_CASES)
async def test_many_presses_at_once_make_one_order(room: Room) -> None:
    """No press relies on what it read before the others were written."""
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2)
    await play_until_window(room, table, BEAR, BULL)
    await asyncio.gather(*(room.press(table, PRESS, BEAR) for _ in range(MOST_ORDERS + 1)))
    give, bones = room.services.orders.give, [f"R{number}" for number in range(1, 10)]
    given = [f"pass unless {bone}, {other}" for bone, other in pairwise(bones)] * 2
    answers = await asyncio.gather(
        *(room.ask(give, table, BEAR, words) for words in [*given, *(f"pass unless {bone}" for bone in bones)]),
        return_exceptions=True,
    )
    assert all(isinstance(answer, Reply | Refused) for answer in answers)
    assert any(isinstance(answer, Refused) and answer.reason == "orders_full" for answer in answers)
    listed = message_of(await room.ask(room.services.orders.show, table, BEAR))
    lines = [line.partition(". ")[2] for line in listed.text.splitlines()[1:]]
    assert len(lines) == MOST_ORDERS
    assert len({*lines}) == MOST_ORDERS


@pytest.mark.parametrize(
    ("game", "robots"),
    mark_thorough([("pussers-bones", 2), ("bonedoneskis", 3)], MORE_GAMES, but=[("pussers-bones", 2)]),
)
async def test_a_press_cancels_the_order(room: Room, game: str, robots: int) -> None:
    """In the message that says that it holds, and in the answer in the channel. Other orders stay."""
    table = await room.start_table(game, (BEAR, BULL), robots)
    present = await play_until_window(room, table, BEAR, BULL)
    passing = find_passing_verb(present.game, present.public_view)
    assert passing is not None
    await room.ask(room.services.orders.give, table, BEAR, "yes unless R1" if game == "pussers-bones" else "fold")
    held = message_of(await room.press(table, f"orders.until.{passing.name}", BEAR))
    await room.settle()
    shown = list_controls(find_rack(room, BEAR))
    assert CANCEL in list_controls(held) and CANCEL in shown and "orders" not in shown
    assert CANCEL not in list_controls(find_rack(room, BULL))
    await room.press(table, CANCEL, BEAR, where=in_dm(BEAR))
    await room.settle()
    assert not room.orders.find_order_until_turn(await room.get(table), present.seat_of(BEAR.user) or Seat(0))
    assert CANCEL not in list_controls(find_rack(room, BEAR)) and "I say **" not in find_rack(room, BEAR).text
    assert "\n1. " in message_of(await room.press(table, CANCEL, BEAR)).text
    await room.ask(room.services.orders.give, table, BEAR, "none")
    assert "You have no standing orders" in message_of(await room.press(table, CANCEL, BEAR)).text


async def test_the_order_is_refused_if_no_window_asks(room: Room) -> None:
    table = await room.start_table("pussers-bones", (BEAR, BULL), 2)
    with refuses("overtaken"):
        await room.press(table, PRESS, BEAR)
    for forged in ("orders.until.yes", "orders.until.discard", "orders.until."):
        with refuses("no_button"):
            await room.press(table, forged, BEAR)


@pytest.mark.parametrize("words", ["pass until my turn", "Pass until it's my turn.", "always pass until my own turn"])
def test_the_order_can_be_typed(words: str) -> None:
    assert to_json(parse_order(PUSSERS, words, 7)) == {
        "verb": "pass", "words": "", "unless": "", "only": "", "until": 7,
    }  # fmt: skip
    assert parse_order(STUD, "done until my turn", 7).until == 7


@pytest.mark.parametrize("words", ["yes until my turn", "pass until Friday", "discard until my turn"])
def test_until_is_refused_with_any_other_words(words: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        parse_order(PUSSERS, words)
    assert (unreadable.value.expected, unreadable.value.facts) == ("order_until", {"verb": "pass"})
