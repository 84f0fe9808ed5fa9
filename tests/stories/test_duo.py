"""Duo Dominoes through Discord alone: the lobby and its partners, typed words, buttons, refusals, a restart, twins."""

import random
from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from bot.wording import ENGLISH, Words
from games.duo.game import GAME as duo
from games.pieces.dominoes import ALL, code
from harbour import Person
from tests.bot.store.balances import read_balances
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES
from tests.stories.dealt_evenings import (
    Eyes,
    Rehearsal,
    assert_twins,
    check_messages,
    control_id,
    controls,
    dominoes,
    dominoes_in,
    dominoes_named,
    eyes_of,
    headline,
    play_watched,
    private_answer,
    public_text,
    record_evening,
    refused,
    say_accepted,
)
from tests.stories.evening import Evening, complete_move, evening
from tests.views import own_view

BEAR = "6-6 5-5 6-4 6-2 5-0 3-0 1-0"
BULL = "4-4 5-4 3-3 2-2 1-1 0-0 6-0"
WALLY = "6-5 4-3 4-2 3-2 2-1 4-0 3-1"
DEAL = dominoes(BEAR, BULL, WALLY)
"""Normie has the rest: 2-0 4-1 5-1 6-1 5-2 5-3 6-3."""


async def lobby_of(night: Evening) -> str:
    """The lobby as it stands."""
    return night.board().words


async def press(night: Evening, person: int, what: str) -> None:
    """Press a button of the board, or one behind *More*."""
    pressed = night.people[person]
    board = night.board()
    board = board if find_button(board, what) else await night.more(pressed)
    await night.settle(await pressed.press(board, find_button(board, what)))


async def a_robot_takes_a_seat_and_leaves_it(night: Evening) -> None:
    """Seats stay as they are while people and robots come and go."""
    assert "1 and 3 play against 2 and 4" in await lobby_of(night)
    more = await night.more(night.people[0])
    assert next(button for button in more.buttons() if "lobby.swap" in button["custom_id"])["disabled"]
    await press(night, 1, "lobby.join")
    await press(night, 0, "lobby.robot+")
    await press(night, 1, "lobby.leave")
    assert "2. Able (robot, old hand)" in await lobby_of(night)
    assert "Bull" not in await lobby_of(night)
    await press(night, 0, "lobby.robot-")


async def bear_changes_partners(night: Evening) -> None:
    """DD-2: a press on *Swap* moves Bear on by one seat."""
    for seat in (1, 2, 3):
        await press(night, seat, "lobby.join")
    await press(night, 0, "lobby.swap")
    seated = [line for line in (await lobby_of(night)).splitlines() if line[:2] in ("1.", "2.", "3.", "4.")]
    assert seated == ["1. Bull", "2. Bear", "3. Wally", "4. Normie"]


async def a_stranger_may_not_swap(night: Evening) -> None:
    """Only those at the table choose partners."""
    guest = night.harbour.add_user("Guest")
    more = await night.more(guest)
    stranger = await guest.press(more, find_button(more, "lobby.swap"))
    assert "do not sit" in (await private_answer(stranger, pressed=True)).words


async def normie_changes_partners(night: Evening) -> None:
    """Normie swaps last and sits opposite the partner they want."""
    await press(night, 3, "lobby.swap")
    assert [seat.name for seat in (await night.now()).seats] == ["Normie", "Bear", "Wally", "Bull"]


async def the_hand_is_dealt_to_the_new_seats(night: Evening) -> None:
    """DD-1: log and racks follow the new order."""
    bear, *_ = night.people
    await press(night, 0, "lobby.start")
    table = await night.now()
    assert "Bear (Duo Y)" in public_text(night)
    assert "Bull (Duo Y)" in public_text(night)
    assert table.seat_of(int(bear.id)) == 1
    for person in night.people:
        rack = await person.slash("hand show")
        held = own_view(table, table.seat_of(int(person.id))).holding
        text = str((await rack.message()).attachments[0].description)
        assert all(code(tile) in text for tile in held)


@pytest.mark.thorough(MORE_CASES)
async def test_partners_are_chosen_in_the_lobby(tmp_path: Path) -> None:
    """DD-1, DD-2: people who want another partner move on until they sit opposite; the hand is dealt to those seats."""
    async with evening(tmp_path, chance=SeededChance("partners")) as night:
        bear, bull, wally, normie = night.people
        night.people = [bear]
        await night.open("duo-dominoes", text_only="yes")
        night.people = [bear, bull, wally, normie]
        await a_robot_takes_a_seat_and_leaves_it(night)
        await bear_changes_partners(night)
        await a_stranger_may_not_swap(night)
        await normie_changes_partners(night)
        await the_hand_is_dealt_to_the_new_seats(night)


async def nothing_is_played_in_the_lobby(night: Evening) -> None:
    """A move before the start gets a sentence."""
    bear, *_ = night.people
    early = await bear.slash("move", options={"words": "play 6-6"})
    await night.settle(early)
    assert (await private_answer(early)).words == Words(ENGLISH).say("TABLE/not_started")


async def bear_leads_double_six(night: Evening) -> None:
    """DD-10, DD-12, DD-24: the first tile and its player are fixed."""
    bear, bull, _, _ = night.people
    assert await bear.autocomplete("move", "words", "pl") == [{"name": "Play double six (6-6)", "value": "play 6-6"}]
    assert (await refused(night, bear, "play", bone="5-5")).startswith("DD-10: ")
    assert (await refused(night, bear, "knock")).startswith("DD-12: ")
    assert (await refused(night, bull, "play", bone="4-4")).startswith("DD-24: it is Bear's turn")
    await say_accepted(night, bear, "play", bone="double six")


async def bull_is_refused_by_the_rules(night: Evening) -> None:
    """DD-21, DD-22, DD-24: each refusal names its rule, and /why explains it."""
    _, bull, _, _ = night.people
    assert (await refused(night, bull, "play", bone="5-5")).startswith("DD-24: you do not hold 5-5")
    assert (await refused(night, bull, "play", bone="4-4")).startswith("DD-21: 4-4 does not fit there")
    assert (await refused(night, bull, "knock")).startswith("DD-22: ")
    why = (await private_answer(await bull.slash("why"))).words
    assert why.startswith("DD-22: ")
    assert "\n" in why
    assert "banana" in await refused(night, bull, "play", bone="banana")
    assert (await refused(night, bull, "play", bone="6-0 C")) != ""


async def tiles_are_understood_in_many_ways(night: Evening) -> None:
    """Names, numbers and ends may be typed as people say them."""
    bear, bull, wally, normie = night.people
    await say_accepted(night, bull, "play", bone="six blank left")
    await say_accepted(night, wally, "play", bone="65 right")
    offered = await complete_move(normie, "play")
    assert offered == ["5-3 B", "5-2 B", "5-1 B", "2-0 A"]
    assert await complete_move(normie, "play", "five t") == ["5-3 B", "5-2 B"]
    assert await complete_move(bear, "play") == []
    await say_accepted(night, normie, "play", bone="2:0")
    await say_accepted(night, bear, "play", bone="5 0 b")
    assert (await refused(night, bull, "play", bone="5-4")).startswith("DD-21: ")
    await say_accepted(night, bull, "play", bone="double blank")


async def the_table_shows_what_was_laid(night: Evening) -> None:
    """The line, the headline and the log agree."""
    crowd = own_view(await night.now())
    assert [code(step.tile) for step in crowd.steps] == ["6-6", "6-0", "6-5", "2-0", "5-0", "0-0"]
    assert crowd.line.shown == (2, 0)
    assert "Wally" in headline(night)
    assert "Bull lays 0-0 at B" in public_text(night)


async def test_typed_moves_are_understood_and_forbidden_ones_refused_by_their_rule(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("typed", DEAL)) as night:
        await night.open("duo-dominoes", text_only="yes")
        await nothing_is_played_in_the_lobby(night)
        await night.start()
        await bear_leads_double_six(night)
        await bull_is_refused_by_the_rules(night)
        await tiles_are_understood_in_many_ways(night)
        await the_table_shows_what_was_laid(night)


async def read_replay(night: Evening, person: Person, steps: int) -> list[str]:
    """Open the replay of the last hand from the board; returns the robots' reasons in its first steps."""
    board = night.board()
    (opens,) = [control for control, _, _ in controls(board) if control.startswith("replay.")]
    replay = await private_answer(await person.press(board, control_id(board, opens)), pressed=True)
    lines = []
    for step in range(1, steps):
        assert f"step {step} of" in replay.words
        lines += [line for line in replay.words.splitlines() if "“" in line]
        (on,) = [control for control, _, _ in controls(replay) if control.endswith(".on")]
        await night.settle(await person.press(replay, control_id(replay, on)))
    return lines


async def two_robots_of_two_levels_sit_down(night: Evening) -> Person:
    """The lobby names their levels; returns a guest who looks on."""
    await night.open("duo-dominoes", game_points="12", match_games="1")
    more = await night.more(night.people[0])
    await night.settle(await night.people[0].select(more, control_id(more, "lobby.robots"), ["deckhand"]))
    await press(night, 0, "lobby.robot+")
    assert "3. Able (robot, deckhand)\n4. Baker (robot, old hand)" in await lobby_of(night)
    await night.start()
    return night.harbour.add_user("Guest")


async def the_bot_begins_again_in_the_middle_of_a_hand(night: Evening) -> None:
    """After a restart the table and its messages are the same."""
    await night.until(lambda table: len(own_view(table).steps) >= 9)
    before = (await night.now()).public_view
    await check_messages(night)
    await night.restart()
    await check_messages(night)
    assert (await night.now()).public_view == before


async def the_game_is_played_to_its_end(night: Evening, eyes: list[Eyes]) -> None:
    """Nobody is told of a tile that they cannot see."""
    async for _ in play_watched(night, eyes, lambda table: table.public_view.over):
        pass


async def the_match_is_won_and_the_books_are_even(night: Evening) -> None:
    """DD-3: the table closes with its match; the postings sum to zero."""
    bear, _ = night.people
    table = await night.now()
    assert max(own_view(table).games) == 1
    assert table.status == "closed"
    assert {"why", "sheet"} <= {what for what, _, _ in controls(night.board())}
    log = public_text(night)
    assert "The game and the match go to" in log
    assert "DD-3" in log
    posted = await night.store.read(read_balances, table.row.crew)
    assert sum(posted.values()) == 0
    why = await bear.press(night.board(), control_id(night.board(), "why"))
    assert "DD-3" in (await private_answer(why, pressed=True)).words


async def the_replay_tells_why_the_robots_played_so(night: Evening) -> None:
    """The replay gives no reasons for people's moves."""
    bear, _ = night.people
    told_why = await read_replay(night, bear, 12)
    assert any("Able (Lay" in line for line in told_why)
    assert any("Baker (Lay" in line for line in told_why)
    assert not any("Bear (" in line or "Bull (" in line for line in told_why)


@pytest.mark.thorough(LONGER)
async def test_two_people_and_two_robots_play_a_game_with_a_restart_in_the_middle(tmp_path: Path) -> None:
    """The moves are typed, pressed and chosen from menus in turn."""
    async with evening(tmp_path, names=("Bear", "Bull"), chance=SeededChance("robots", predictable=True)) as night:
        guest = await two_robots_of_two_levels_sit_down(night)
        eyes = eyes_of(night, guest, dominoes_in, dominoes_named)
        await the_bot_begins_again_in_the_middle_of_a_hand(night)
        await the_game_is_played_to_its_end(night, eyes)
        await the_match_is_won_and_the_books_are_even(night)
        await the_replay_tells_why_the_robots_played_so(night)


async def bear_leads_with_a_button(night: Evening) -> None:
    """DD-10: double six is the only tile that Bear is offered."""
    bear, *_ = night.people
    assert [control for control, _, _ in controls(night.rack(bear))][:1] == ["play.6-6"]
    await night.settle(await bear.press(night.rack(bear), control_id(night.rack(bear), "play.6-6")))


async def bull_plays_from_a_thread(night: Evening) -> None:
    """Bull takes no direct messages, and chooses a private thread."""
    _, bull, _, _ = night.people
    await night.ask_for_thread(bull)
    (thread,) = bull.threads()
    in_thread = night.rack(bull)
    assert in_thread.channel_id == thread.id
    assert [control for control, _, _ in controls(in_thread)][:1] == ["play.6-0 A"]
    await night.settle(await bull.press(in_thread, control_id(in_thread, "play.6-0 A")))


async def bear_hides_the_hand(night: Evening) -> None:
    """The message keeps the button that shows the hand again, and no button names a tile."""
    bear, *_ = night.people
    await night.pass_time(1)
    await night.settle(await bear.press(night.rack(bear), control_id(night.rack(bear), "hand.hide")))
    assert [control for control, _, _ in controls(night.rack(bear))] == ["hand.show", "orders", "why", "table.more"]


async def normie_has_one_message_for_the_hand(night: Evening) -> None:
    """The rack is edited and not posted again."""
    *_, normie = night.people
    await night.until(lambda table: is_waiting_for_next_hand(table))
    assert len(normie.dm()) == 1


@pytest.mark.thorough(MORE_CASES)
async def test_buttons_and_menus_offer_fitting_tiles_and_a_closed_dm_becomes_a_thread(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("pressed", DEAL)) as night:
        _, bull, _, _ = night.people
        bull.close_dms()
        await night.open("duo-dominoes")
        await night.start()
        await bear_leads_with_a_button(night)
        await bull_plays_from_a_thread(night)
        await bear_hides_the_hand(night)
        await normie_has_one_message_for_the_hand(night)


async def test_what_a_person_receives_does_not_depend_on_hidden_tiles(tmp_path: Path) -> None:
    order = list(ALL)
    random.Random(5).shuffle(order)
    rehearsal = Rehearsal(duo, 4, {})
    script, other = rehearsal.twins(order, 10, 3)
    names = ("Bear", "Bull", "Wally", "Normie")
    asks = ["play"]
    one = await record_evening(tmp_path / "one", "duo-dominoes", names, {}, order, script, asks)
    two = await record_evening(tmp_path / "two", "duo-dominoes", names, {}, other, script, asks)
    assert_twins(one, two, "Bear", "Normie")
