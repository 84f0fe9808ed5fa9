"""Standing orders: their wording is checked when they are given, and they play the move that the player meant."""

import asyncio
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.automation.standing_orders import StandingOrders, list_topics
from bot.ports import Requester
from bot.store import Store
from bot.store.people import standing_orders as stored_orders
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.history.entries import Entry, Step
from bot.tables.timing.tempo import find_order_pause
from bot.wording import Language
from games.bonedoneskis.events import Acted, Called
from games.core import Seat, Unreadable
from games.pieces.dominoes import CODES
from games.pieces.speech import name_bone
from games.pussers.events import Discarded
from tests.bot.harness.players import play_to, play_until_turn, step, step_or_wait, words_for
from tests.bot.harness.room import BEAR, BULL, NO_PAUSE_BY_POST, WALLY, Room, message_of, settings
from tests.chance import SeededChance
from tests.left_out import MORE_CASES, mark_thorough
from tests.views import own_view

ORDERS = [
    ("pussers-bones", "pass unless jimmy or red bone, and Cabbage", "pass unless jimmy or blood (dr) or cabbage"),
    ("pussers-bones", "pass on discarded", "pass on discarded"),
    ("lombardy-bones", "knock unless double five", "pass unless 5-5"),
    ("lombardy-bones", "play double six A 15", "play double 6 a 15"),
    ("lombardy-bones", "noscore", "no score"),
    ("duo-dominoes", "knock unless 6", "knock unless 6"),
    ("bonedoneskis", "fold to any raise", "fold on raise"),
    ("bonedoneskis", "fold if nine of spades", "fold on 9♠"),
]
TRANSLATED_ORDERS = [
    ("pt-BR", "passo exceto com sena", "passo exceto com 6"),
    ("pt-BR", "sempre passo", "passo"),
    ("pt-BR", "passo salvo com sena", "passo exceto com 6"),
    ("pt-BR", "passo a menos que bucha de quina ou terno", "passo exceto com 5-5 ou 3"),
    ("es-ES", "paso salvo con seis o tres", "paso salvo con 6 o 3"),
    ("es-ES", "knock unless 6", "paso salvo con 6"),
]


@pytest.mark.parametrize(("game", "given", "kept"), mark_thorough(ORDERS, MORE_CASES, but=ORDERS[::3]))
async def test_an_order_is_matched_with_the_tables_own_words(room: Room, game: str, given: str, kept: str) -> None:
    table = await room.start_table(game, (BEAR, BULL, WALLY), 1)
    reply = message_of(await room.ask(room.services.orders.give, table, BEAR, given))
    assert reply.text.splitlines()[1:] == [f"1. {kept}"]
    again = message_of(await room.ask(room.services.orders.give, table, BEAR, kept))
    assert again == reply, "what is shown can be typed"


@pytest.mark.parametrize(
    ("language", "given", "kept"), mark_thorough(TRANSLATED_ORDERS, MORE_CASES, but=TRANSLATED_ORDERS[::3])
)
async def test_an_order_is_typed_and_shown_in_the_language_of_its_player(
    room: Room, language: str, given: str, kept: str
) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL, WALLY), 1)
    player = replace(BEAR, language=Language(language))
    reply = await room.ask(room.services.orders.give, table, player, given)
    assert reply.message is not None and reply.message.text.splitlines()[1:] == [f"1. {kept}"]
    shown = reply.message.text.splitlines()[1].removeprefix("1. ")
    again = await room.ask(room.services.orders.give, table, player, shown)
    assert again.message == reply.message, "what is shown can be typed"
    off = "nada" if language == "pt-BR" else "cancelar"
    emptied = await room.ask(room.services.orders.give, table, player, off)
    assert emptied.message is not None and "1." not in emptied.message.text


@pytest.mark.parametrize(
    ("game", "orders"),
    [
        (
            "pussers-bones",
            ("pass unless jimy rik", "pass unless", "discard any", "discard R1 unless Blood", "yes if Bull"),
        ),
        ("lombardy-bones", ("score a lot",)),
        ("duo-dominoes", ("play 9-9",)),
        ("bonedoneskis", ("fold to any rise", "fold if Bear raises")),
    ],
)
async def test_an_order_that_could_never_be_meant_is_refused_when_it_is_given(
    room: Room, game: str, orders: tuple[str, ...]
) -> None:
    """For example, "pass unless" with a misspelt word would pass on everything."""
    table = await room.start_table(game, (BEAR, BULL, WALLY), 1)
    for given in orders:
        with pytest.raises(Unreadable):
            await room.ask(room.services.orders.give, table, BEAR, given)
        reply = message_of(await room.ask(room.services.orders.show, table, BEAR))
        assert "You have no standing orders" in reply.text, given


async def test_what_is_not_understood_in_an_order_is_quoted_as_it_was_typed(room: Room) -> None:
    """It was “double nada”."""
    table = await room.start_table("duo-dominoes", (BEAR, BULL, WALLY), 1)
    with pytest.raises(Unreadable) as refused:
        player = replace(BEAR, language=Language("pt-BR"))
        await room.ask(room.services.orders.give, table, player, "passo exceto com bucha de nada")
    assert refused.value.words == "passo exceto com bucha de nada"


async def test_an_order_understands_the_tables_own_names(room: Room) -> None:
    table = await room.open("pussers-bones")
    await room.ask(room.lobby.set_house_rule, table, BEAR, "nicknames", "B9=Box of Shit")
    await room.add_robots(table, 3)
    await room.begin(table)
    reply = message_of(await room.ask(room.services.orders.give, table, BEAR, "yes any “box of shit”"))
    assert "1. yes on nine ball (b9)" in reply.text


@pytest.mark.thorough(MORE_CASES)
async def test_a_players_name_is_not_taken_for_a_piece(room: Room) -> None:
    """Otherwise a player called Wally would be taken for a breeze."""
    table = await room.start_table("pussers-bones", (BEAR, BULL, WALLY), 1)
    present = await room.get(table)
    for _ in range(200):
        present = await room.get(table)
        thrown = [event for event in present.visibility.last_seen if isinstance(event, Discarded)]
        if thrown and thrown[0].seat == present.seat_of(WALLY.user):
            break
        if not await step(room, table, BEAR, BULL, WALLY):
            room.forward(30_000)
            await room.settle()
    else:
        raise AssertionError("Wally threw nothing out")
    assert name_bone(thrown[0].bone).lower() in list_topics(present, Seat(0))[2]
    assert WALLY.name.lower() not in list_topics(present, Seat(0))
    assert list_topics(present, Seat(0))[1] == ""


async def test_the_next_order_is_tried_if_the_rules_refuse_the_first(room: Room) -> None:
    """DD-24: "play this, or else that" is two orders."""
    table = await room.start_table("duo-dominoes", pace="correspondence")
    present = await play_until_turn(room, table, BEAR)
    seat = present.seat_of(BEAR.user)
    assert seat is not None
    good = words_for(present, BEAR)
    assert good is not None
    held = {choice.argument.split(" ")[0] for choice in present.game.choices(present.view(seat))}
    strange = next(code for code in CODES if code not in held and code not in repr(present.view(seat)))
    for words in (f"play {strange} A", good):
        await room.ask(room.services.orders.give, table, BEAR, words)
    await room.settle()
    stored = await room.read(stored_events.read, table, present.sequence)
    assert [row.kind.partition(".")[2] for row in stored if (row.cause or "").startswith("order:")][:1] == ["laid"]


@pytest.mark.thorough(MORE_CASES)
async def test_an_order_still_passes_for_somebody_who_has_mumbled(room: Room) -> None:
    """Words that answer nothing leave the table waiting for an answer (PB-47, PB-85)."""
    table = await room.start_table("pussers-bones", (BEAR,), 2, {"enforcement": "faithful", "decide_timeout_s": "0"})
    present = await room.get(table)
    while present.public_view.phase != "calling" or Seat(0) not in present.public_view.to_act:
        await step_or_wait(room, table, BEAR)
        present = await room.get(table)
    await room.say(table, "mumble", BEAR)
    await room.ask(room.services.orders.give, table, BEAR, "pass")
    room.forward(60_000)
    await room.settle()
    stored = await room.read(stored_events.read, table, present.sequence)
    passed = [row.body["seat"] for row in stored if (row.cause or "").startswith("order:")]
    assert passed[:1] == [0]


@pytest.mark.thorough(MORE_CASES)
async def test_an_order_does_not_repeat_a_move_that_waits_to_be_judged(store: Store) -> None:
    """LB-80: Bear knocks by hand. The table decides a moment later, and until then nobody sees the knock."""
    pace = replace(NO_PAUSE_BY_POST, order=9_000)
    room = Room(store, settings(correspondence=pace))
    await room.start()
    table = await room.start_table("lombardy-bones", (BEAR,), 3, pace="correspondence")
    await room.ask(room.services.orders.give, table, BEAR, "knock")
    bear = Seat(0)

    def waits_for_bear(present: Table) -> bool:
        view = present.public_view
        return view.phase == "play" and own_view(present).turn == bear and view.to_act == (bear,)

    present = await play_to(room, table, waits_for_bear, BEAR, wait=1_000)
    actors = room.host.served.moves

    def list_due_orders(now: Table) -> list[int]:
        return [due.at for due in actors.list_coming(now) if due.kind == "order"]

    assert list_due_orders(present) == [present.waiting.view_changed_at + find_order_pause(present, bear, pace)]
    room.forward(4_000)
    await room.say(table, "knock", BEAR)
    heard = await room.get(table)
    assert heard.public_view == present.public_view
    assert list_due_orders(heard) == []
    await room.settle()
    room.forward(10_000)
    await room.settle()
    judged = await room.get(table)
    assert judged.public_view != present.public_view
    await room.stop()


async def test_an_order_against_a_raise_still_applies_after_somebody_called_it(store: Store) -> None:
    """The order is "fold to any raise": its player completes, the next raises, the third calls, the order folds."""
    room = Room(store, settings(correspondence=NO_PAUSE_BY_POST), chance=SeededChance("raise"))
    await room.start()
    table = await room.start_table("bonedoneskis", (BEAR, BULL, WALLY), 0, pace="correspondence")
    completed: Requester | None = None
    moves: list[str] = []
    while moves[-2:] != ["raise", "call"]:
        present = await room.get(table)
        seat = present.public_view.to_act[0]
        who = next(person for person in (BEAR, BULL, WALLY) if present.seat_of(person.user) == seat)
        verbs = {choice.verb for choice in present.game.choices(present.view(seat))}
        wanted = "call" if "raise" in moves else "raise" if completed else "complete"
        word = next(verb for verb in (wanted, "done", "check", "call") if verb in verbs)
        if word == "complete":
            completed = who
            await room.ask(room.services.orders.give, table, who, "fold to any raise")
        moves.append(word)
        await room.say(table, word, who)
        await room.settle()
    assert completed is not None
    folded = [row for row in await store.read(stored_events.read, table) if row.kind == "bonedoneskis.folded"]
    present = await room.get(table)
    assert [row.body["seat"] for row in folded] == [present.seat_of(completed.user)]
    await room.stop()


async def test_a_secret_move_does_not_hide_the_raise_before_it(room: Room) -> None:
    """Otherwise the effect of an order would reveal the secret move."""
    table = await room.start_table("bonedoneskis", (BEAR, BULL), 0)
    present = await room.get(table)
    mine, theirs = (Seat(0), Seat(1))
    raised = Acted(theirs, "raise", 100, True, False, room.clock.now)
    for done, sequence in ((raised, 1), (Called(theirs, "R12", theirs, ()), 2), (Called(mine, "R12", mine, ()), 3)):
        present = _show_to_everyone(present, Entry(present.sequence + sequence, room.clock.now, "i:x", done))
        assert "raise" in list_topics(present, mine)
    present = _show_to_everyone(
        present, Entry(present.sequence + 4, room.clock.now, "i:y", replace(raised, seat=mine, how="call"))
    )
    assert "raise" not in list_topics(present, mine)


def _show_to_everyone(table: Table, entry: Entry) -> Table:
    """The table as it is once everyone has seen this event."""
    step = Step((entry,), table.public_view, table.public_view)
    return replace(table, visibility=table.visibility.after(step))


async def test_a_load_that_ends_late_does_not_forget_a_newer_order(room: Room) -> None:
    """The table loads its orders to play one while the player gives another, which must still be tried."""
    table = await room.get(await room.start_table("duo-dominoes", (BEAR, BULL), 2, pace="correspondence"))
    begun, goes_on = asyncio.Event(), asyncio.Event()

    class Slow:
        """A store whose first read of orders comes back late."""

        write = room.store.write

        async def read(self, function: Any, *arguments: Any) -> Any:
            found = await room.read(function, *arguments)
            if function is stored_orders.list_orders and not begun.is_set():
                begun.set()
                await goes_on.wait()
            return found

    orders, seat = StandingOrders(cast(Store, Slow())), table.seat_of(BEAR.user)
    assert seat is not None
    late = asyncio.create_task(orders.load(table))
    await begun.wait()
    newer = asyncio.create_task(orders.add(table, seat, BEAR.user, "knock unless 6", room.clock.now))
    await asyncio.wait({newer}, timeout=0.1)  # without a lock it would be loaded by then, and forgotten again
    goes_on.set()
    await asyncio.gather(late, newer)
    assert orders.has_order(table, seat)
