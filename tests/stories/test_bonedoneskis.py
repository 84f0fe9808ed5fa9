"""Bonedoneskis through Discord alone: powers called and missed, chips, eight seats, and hidden cards."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games.bonedoneskis.game import GAME as bonedoneskis
from games.pieces.cards import ALL, code
from harbour import Person
from tests.bot.store.balances import read_balances
from tests.chance import SeededChance
from tests.games.bonedoneskis.hand import deck_of
from tests.left_out import LONGER, MORE_CASES
from tests.stories.dealt_evenings import (
    Rehearsal,
    assert_twins,
    check_messages,
    check_verified,
    control_id,
    controls,
    eyes_of,
    headline,
    play_watched,
    private_answer,
    public_text,
    record_evening,
    refused,
    say_accepted,
    switch_to_words,
)
from tests.stories.evening import Evening, complete_move, evening
from tests.views import own_view

FOUR = ("Bear", "Bull", "Wally", "Normie")
EIGHT = (*FOUR, "Skipper", "Chef", "Bosun", "Doc")
CARD = re.compile(r"(?<![\w-])((?:10|[2-9TJQKA])[♠♥♦♣shdc])(?![\w-])")
SPOKEN = re.compile(r"\b(\d+|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)\b")


def cards_in(view: Any) -> set[str]:
    """The codes of every card that a view shows."""
    found = {code(lying.card) for chair in view.chairs for lying in chair.line if lying.card is not None}
    if view.asked is not None:
        found |= {code(card) for card in (*view.asked.cards, *view.asked.targets)}
    if view.duel is not None:
        found |= {code(card) for turn in view.duel.turns for card in turn}
    return found | {code(card) for call in view.calls for card in call.cards}


def cards_named(text: str) -> set[str]:
    """The codes of cards in a text."""
    ranks = {"10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}
    plain = {name.replace("10", "T").translate(str.maketrans("♠♥♦♣", "shdc")) for name in CARD.findall(text)}
    return plain | {ranks.get(rank, rank) + suit[0] for rank, suit in SPOKEN.findall(text)}


async def start_in_words(night: Evening) -> None:
    """Start a table without pictures."""
    await night.open("bonedoneskis", text_only="yes")
    await switch_to_words(night)
    await night.start()


async def all_done(night: Evening, *people: Person) -> None:
    """Let these people press *Done*."""
    for person in people:
        await say_accepted(night, person, "done")


def stacks(table: Any) -> tuple[int, ...]:
    """The chips of each seat."""
    return tuple(chair.stack for chair in table.public_view.chairs)


async def wally_must_trade(night: Evening) -> None:
    """R12: only Wally may choose, and only between black jacks."""
    bear, _, wally, _ = night.people
    assert "Wally" in headline(night)
    assert (await refused(night, bear, "trade", card="Js")).startswith("R12: it is Wally's to choose")
    assert (await refused(night, wally, "trade", card="Qs")).startswith("R12: ")
    assert (await refused(night, bear, "bet")).startswith("BD-6: ")
    offered = await wally.autocomplete("move", "words", "trade jack")
    assert [choice["name"] for choice in offered] == ["Trade for jack of spades (J♠)"]
    await say_accepted(night, wally, "trade", card="js")
    assert "Wally trades 10♠ for Normie's J♠ (R12)" in public_text(night)


async def powers_are_called_in_secret(night: Evening) -> None:
    """SM-1, R20: others see nothing of a call, and a false call is refused."""
    bear, bull, wally, normie = night.people
    before = (night.board().words, controls(night.board()))
    await say_accepted(night, bear, "sell")
    assert (night.board().words, controls(night.board())) == before
    await say_accepted(night, bull, "claim", words="I got the nine")
    told = await refused(night, bull, "claim", words="krabler")
    assert told.startswith("SM-1: there is nothing for The Krabler (R24) now. It needs a king and a 3 face up")
    assert "six of spades" not in str(await refused(night, normie, "sell"))
    await say_accepted(night, normie, "claim", words="black jack js")
    assert (await refused(night, normie, "combine")).startswith("R20: ")
    for person in (bull, wally, normie):
        assert all(b"sell_three 3h" not in entry for entry in person.collect_seen())


async def calls_are_carried_out_in_order(night: Evening) -> None:
    """When everyone is done, the bot carries the calls out in the order of the rules."""
    bear, bull, wally, normie = night.people
    await all_done(night, bear, bull, wally, normie)
    log = public_text(night)
    told_in_order = ["Bear pays 2.50 and sells 3♥", "Bear gets 6♠", "Everybody pays Bull for the nine of spades"]
    places = [log.index(line) for line in told_in_order]
    assert places == sorted(places)


async def wally_pays_for_the_black_jack(night: Evening) -> None:
    """R6: the black jack is wild only once it is paid for."""
    _, _, wally, normie = night.people
    assert "Wally" in headline(night)
    assert (await refused(night, normie, "pay")).startswith("R6: it is Wally's to choose")
    await say_accepted(night, wally, "pay")
    table = await night.now()
    assert stacks(table) == (5000 - 50 - 250 - 100, 5000 - 50 + 300, 5000 - 50 - 100 - 250, 5000 - 50 - 100)
    assert [lying.mark for lying in own_view(table).chairs[2].line if lying.up] == ["wild"]


async def an_uncalled_power_sleeps(night: Evening) -> None:
    """SM-1: a power that was not called cannot be used afterwards."""
    bear, bull, wally, normie = night.people
    await all_done(night, bear, bull, wally, normie)
    acting = own_view(await night.now()).turn
    assert FOUR[acting] in headline(night)
    assert (await refused(night, bull, "sell")) == "SM-1: too late: what was not called sleeps"


@pytest.mark.thorough(LONGER)
async def test_powers_are_called_in_secret_and_carried_out_in_their_order(tmp_path: Path) -> None:
    """R12, R6, R7, R21, SM-1, SM-10, R29: a compulsory trade, a sold 3, the nine, a black jack that must be paid."""
    rows = ("Ah Kd 3h 9d 8c 4d", "5s 5d 9s Jh Tc 4s", "Qs Qd Ts 8d 7d 6d", "2c 2d Js Kc 5c 9c")
    async with evening(tmp_path, chance=SeededChance("spoken", deck_of(rows, {3: "6s"}))) as night:
        await start_in_words(night)
        await wally_must_trade(night)
        await powers_are_called_in_secret(night)
        await calls_are_carried_out_in_order(night)
        await wally_pays_for_the_black_jack(night)
        await an_uncalled_power_sleeps(night)
        await finish(night)


async def fees_shorten_two_stacks(night: Evening) -> None:
    """Bear and Wally pay for their powers, so they have less than the others."""
    bear, bull, wally, normie = night.people
    await say_accepted(night, bear, "sell")
    await say_accepted(night, wally, "buy")
    await all_done(night, bear, bull, wally, normie)
    await say_accepted(night, wally, "trade", card="5h")
    await all_done(night, bear, bull, wally, normie)
    await to_street(night, 4)
    await say_accepted(night, bull, "claim", words="black jack jc")
    await all_done(night, bear, bull, wally, normie)
    await say_accepted(night, wally, "pay")


async def bet_to_the_showdown(night: Evening) -> list[str]:
    """Bull and Normie raise, the others call; collect every alt text of the board."""
    boards = []
    for _ in range(60):
        table = await night.now()
        if is_waiting_for_next_hand(table):
            break
        seat = table.public_view.to_act[0]
        able = [choice.verb for choice in table.game.choices(table.view(seat))]
        raising = ("raise", "bet") if seat in (1, 3) else ()
        await say_accepted(
            night, night.people[seat], next(verb for verb in (*raising, "call", "check", "done") if verb in able)
        )
        boards += [attachment.description or "" for attachment in night.board().attachments]
    return boards


async def every_pot_names_its_players(night: Evening, boards: list[str]) -> None:
    """BD-17: the board, the log and the receipt say who is in which pot."""
    assert any(
        "Pot 23.50. Side pot 7.50 of Bear, Bull and Normie. Side pot 3.00 of Bull and Normie" in board
        for board in boards
    )
    assert "> Side pot of Bull and Normie to Bull: 5.00 (BD-17)" in public_text(night)
    (receipt,) = [
        attachment.description or ""
        for message in night.harbour.channel.history()
        for attachment in message.attachments
        if "won at the showdown. Bear:" in (attachment.description or "")
    ]
    for pot in (
        "Pot 23.50: Bear 23.50.",
        "Side pot 7.50 of Bear, Bull and Normie: Bear 7.50.",
        "Side pot 5.00 of Bull and Normie: Bull 5.00.",
    ):
        assert pot in receipt


@pytest.mark.thorough(MORE_CASES)
async def test_two_all_ins_make_two_side_pots_and_everybody_reads_who_is_in_which(tmp_path: Path) -> None:
    """BD-17, BD-20: after their fees, Wally and Bear have less than the others, who go on betting."""
    rows = ("Ah Ac 3h 7c As 7s", "Kh Kc 5h 6h Tc 4s", "Qd Qh 8s Jc Qc 6d", "Jd Jh 4h Kd 5c 9c")
    async with evening(tmp_path, chance=SeededChance("pots", deck_of(rows, {3: "2s"}))) as night:
        await night.open("bonedoneskis", buy_in="9.00")
        await night.start()
        await fees_shorten_two_stacks(night)
        boards = await bet_to_the_showdown(night)
        await every_pot_names_its_players(night, boards)


async def finish(night: Evening) -> None:
    """Call no powers, and check, call or fold until the hand is over."""
    for _ in range(120):
        table = await night.now()
        if is_waiting_for_next_hand(table):
            return
        seat = table.public_view.to_act[0]
        words = {choice.verb for choice in table.game.choices(table.view(seat))}
        verb = next(word for word in ("done", "check", "call", "pay", "fold", *words) if word in words)
        if verb in ("trade", "steal", "turn"):
            await night.pass_time(31)
        else:
            await say_accepted(night, night.people[seat], verb)
    raise AssertionError("the hand does not end")


async def three_powers_are_called(night: Evening) -> None:
    """Bear calls the 2 Hog, Wally a trade, Normie the Queen of Hearts."""
    bear, bull, wally, normie = night.people
    await say_accepted(night, bear, "claim", words="2 hog")
    await say_accepted(night, wally, "buy")
    await say_accepted(night, normie, "claim", words="queen of hearts")
    await all_done(night, bear, bull, wally, normie)


async def trade_steal_and_turn(night: Evening) -> None:
    """R14, R4, R17: the powers are carried out in this order, each only with the cards that its rule allows."""
    bear, _, wally, normie = night.people
    assert (await refused(night, wally, "trade", card="Td")).startswith("R14: ")
    await say_accepted(night, wally, "trade", card="5h")
    assert (await refused(night, bear, "steal", card="Qh")).startswith("R4: the 2 Hog may take 5♥, not Q♥")
    await say_accepted(night, bear, "steal", card="5h")
    menu = controls(night.rack(normie))
    assert ("turn.2.1", "Bull's face-down card 1", "1") in menu
    await night.settle(await normie.press(night.rack(normie), control_id(night.rack(normie), "turn.2.1")))
    log = public_text(night)
    for line in (
        "Wally trades 8♠ for Bull's 5♥ (R14)",
        "Bear steals 5♥ from Wally",
        "Normie turns up Bull's K♥ (R17)",
    ):
        assert line in log


async def powers_of_the_next_streets(night: Evening) -> None:
    """Call the River King, and on the fourth street the 4-tician."""
    bear, bull, wally, normie = night.people
    await say_accepted(night, bull, "claim", words="river king")
    await all_done(night, bear, bull, wally, normie)
    assert "River King: Bull with K♥" in public_text(night)
    await all_done(night, bear, bull, wally, normie)
    await to_street(night, 4)
    await say_accepted(night, bear, "claim", words="4-tician")
    await all_done(night, bear, bull, wally, normie)
    await say_accepted(night, bear, "turn", card="Kc")
    assert "Bear turns down Normie's K♣" in public_text(night)


async def the_books_are_even(night: Evening) -> None:
    """BD-20: scores and postings sum to zero."""
    _, bull, _, _ = night.people
    table = await night.now()
    assert sum(table.public_view.scores) == 0
    assert (await private_answer(await bull.slash("why"))).words.startswith("**Showdown** (BD-20)")
    posted = await night.store.read(read_balances, table.row.crew)
    assert sum(posted.values()) == 0


async def chips_are_added_for_the_next_hand(night: Evening) -> None:
    """The poorest tops up to the buy-in, and the next hand begins."""
    _, _, _, normie = night.people
    poorer = next(seat for seat, stack in enumerate(stacks(await night.now())) if stack < 5000)
    await say_accepted(night, night.people[poorer], "topup")
    assert own_view(await night.now()).chairs[poorer].stack == 5000
    await say_accepted(night, normie, "next")
    assert (await night.now()).public_view.hand == 2
    assert own_view(await night.now()).dealer == 0


@pytest.mark.thorough(MORE_CASES)
async def test_buying_stealing_and_turning(tmp_path: Path) -> None:
    """BD-7: R14 comes before R4, and R4 before R17. R19 follows on the next street; chips are added between hands."""
    rows = ("Ah Ac 2s 4h 8c 7s", "Kh 9c 5h Jh Tc 4s", "Td 8h 8s 9d 7d 6d", "Jd 6c Qh Kc 5c 3c")
    async with evening(tmp_path, chance=SeededChance("stolen", deck_of(rows, {}))) as night:
        await start_in_words(night)
        await three_powers_are_called(night)
        await trade_steal_and_turn(night)
        await powers_of_the_next_streets(night)
        await finish(night)
        await the_books_are_even(night)
        await chips_are_added_for_the_next_hand(night)


async def to_street(night: Evening, street: int) -> None:
    """Check and call until this street."""
    for _ in range(40):
        table = await night.now()
        if own_view(table).street >= street:
            return
        seat = table.public_view.to_act[0]
        acts = own_view(table, seat).acts
        await say_accepted(night, night.people[seat], "check" if "check" in acts else "call")
    raise AssertionError("the street is not reached")


async def five_robots_fill_the_table(night: Evening) -> Person:
    """BD-1: there are eight seats. Returns a ninth person, who waits in the queue."""
    bear, *_ = night.people
    await night.open("bonedoneskis", max_seats="8")
    lobby = night.board()
    for _ in range(5):
        await night.settle(await bear.press(lobby, control_id(lobby, "lobby.robot+")))
    guest = night.harbour.add_user("Guest")
    late = await guest.press(lobby, control_id(lobby, "lobby.join"), stale=True)
    told = await private_answer(late, pressed=True)
    assert "All seats are taken; you are number 1 in the queue" in told.words
    return guest


async def wally_chooses_a_thread(night: Evening) -> None:
    """Wally takes no direct messages, and gets a thread for the hand."""
    _, _, wally = night.people
    await night.ask_for_thread(wally)
    assert len(wally.threads()) == 1


async def the_bot_begins_again(night: Evening) -> None:
    """After a restart the table and its messages are the same."""
    before = own_view(await night.now()).chairs
    await check_messages(night)
    await night.restart()
    await check_messages(night)
    assert own_view(await night.now()).chairs == before


async def the_hand_is_played_with_a_restart(night: Evening, guest: Person) -> None:
    """The bot is restarted in the middle of the first bets; nobody is told of a card that they cannot see."""
    restarted = False
    async for table in play_watched(
        night, eyes_of(night, guest, cards_in, cards_named), is_waiting_for_next_hand, patience=2
    ):
        if table.public_view.phase == "betting" and own_view(table).bets_made and not restarted:
            restarted = True
            await the_bot_begins_again(night)
    assert restarted


async def the_hand_is_over_and_even(night: Evening) -> None:
    """BD-20: somebody won it, the scores sum to zero, and Wally has one thread."""
    _, _, wally = night.people
    table = await night.now()
    assert own_view(table).ending is not None
    assert sum(table.public_view.scores) == 0
    assert len(wally.threads()) == 1


@pytest.mark.thorough(LONGER)
async def test_eight_sit_down_with_robots_among_them_through_a_restart_and_a_closed_dm(tmp_path: Path) -> None:
    """BD-1: three people and five robots; moves are typed, pressed and chosen from menus in turn."""
    async with evening(tmp_path, names=EIGHT[:3], chance=SeededChance("eight", predictable=True)) as night:
        bear, _, wally = night.people
        wally.close_dms()
        guest = await five_robots_fill_the_table(night)
        await night.start()
        await wally_chooses_a_thread(night)
        await the_hand_is_played_with_a_restart(night, guest)
        await the_hand_is_over_and_even(night)
        await check_verified(night, bear)


async def say_the_quiet_word(night: Evening) -> None:
    """Let the next player call no power, or check or call the bet."""
    table = await night.now()
    seat = own_view(table).to_act[0]
    words = {choice.verb for choice in table.game.choices(table.view(seat))}
    await say_accepted(night, night.people[seat], next(verb for verb in ("done", "check", "call") if verb in words))


async def controls_in_rounds_of_calls(night: Evening) -> dict[str, set[str]]:
    """Play a hand without calling powers; collect by place the controls and completions offered in rounds of calls."""
    offered: dict[str, set[str]] = {"boards": set(), "racks": set(), "completions": set()}
    for _ in range(60):
        table = await night.now()
        if is_waiting_for_next_hand(table):
            break
        crowd = own_view(table)
        if crowd.phase == "calling" and len(crowd.to_act) == len(crowd.live_seats):
            offered["boards"].add(str(controls(night.board())))
            for person in (night.people[seat] for seat in crowd.live_seats):
                offered["racks"].add(str(controls(night.rack(person))))
                offered["completions"].add(str(await complete_move(person, "claim")))
        await say_the_quiet_word(night)
    assert own_view(await night.now()).street >= 5
    return offered


@pytest.mark.thorough(MORE_CASES)
async def test_no_button_reveals_an_uncalled_power(tmp_path: Path) -> None:
    """R29, SM-1: in every round of calls everybody has the same controls, whatever their cards."""
    rows = ("Ah Ac 3s 4h 8s 7s", "Kh 9c 5h Jh Tc 4s", "Td 8h 9s 9d Qh 6d", "Jd 6c 7c Kc 5c 3c")
    async with evening(tmp_path, chance=SeededChance("asleep", deck_of(rows, {}))) as night:
        await start_in_words(night)
        offered = await controls_in_rounds_of_calls(night)
        assert [len(ways) for ways in offered.values()] == [1, 1, 1]
        assert "Queen of Hearts (R17)" in offered["racks"].pop()


async def test_what_a_person_receives_does_not_depend_on_hidden_cards(tmp_path: Path) -> None:
    order = list(ALL)
    random.Random(4).shuffle(order)
    rehearsal = Rehearsal(bonedoneskis, 4, {})
    script, other = rehearsal.twins(order, 11, 3)
    asks = ["turn", "claim"]
    one = await record_evening(tmp_path / "one", "bonedoneskis", FOUR, {}, order, script, asks)
    two = await record_evening(tmp_path / "two", "bonedoneskis", FOUR, {}, other, script, asks)
    assert_twins(one, two, "Bear", "Normie")
