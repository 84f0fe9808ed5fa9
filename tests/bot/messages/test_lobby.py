"""The lobby: one message without a log, with the commitment in the id of a button."""

import pytest

from bot.acts.games import list_levels
from bot.messages.boards.lobby import MORE, MOST_CONTROLS, ROBOTS, make_lobby
from bot.messages.parts import house_rules
from bot.messages.parts.seals import VERIFY
from bot.ports import Button, Menu, Message, Requester
from bot.store.tables import commits as stored_events
from bot.tables.history import events
from bot.tables.history.entries import decode_entries
from bot.tables.lobby.lobby import add_robot, count_free_seats
from bot.wording import ENGLISH, Words
from games.core import Level
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, list_controls, message_of
from tests.fifth_game import NAMES
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses


async def test_the_lobby_carries_the_whole_commitment_and_shows_none_of_its_digits(room: Room) -> None:
    table = await room.open("duo-dominoes")
    await room.settle()
    (lobby,) = room.at(CHANNEL)
    stored = decode_entries(await room.read(stored_events.read, table))
    (digest,) = [row.event.digest for row in stored if isinstance(row.event, events.CommittedTo)]
    (more,) = [control for row in lobby.rows for control in row if control.name.startswith(MORE.stem)]
    assert isinstance(more, Button)
    assert more.name.endswith(digest)
    assert digest[:8] not in lobby.text + more.label
    behind = message_of(await room.press(table, more.name, BULL))
    (promise,) = [control for row in behind.rows for control in row if control.name.startswith(VERIFY.stem)]
    reply = message_of(await room.press(table, promise.name, BULL))
    assert digest in reply.text


@pytest.mark.parametrize(
    "forged", mark_thorough(["", "0", "` **Fair!** `", "F" * 64, "0" * 64, "٣" * 64], MORE_CASES, but=["0" * 64])
)
async def test_a_forged_commitment_button_is_refused(room: Room, forged: str) -> None:
    """Otherwise the bot would show a forger's words as the SHA-256 of a shuffle's secret."""
    table = await room.open("duo-dominoes")
    with refuses("no_button"):
        await room.press(table, f"{VERIFY.stem}.{forged}", BULL)


async def test_the_log_begins_with_the_game(room: Room) -> None:
    await room.start_table("duo-dominoes", (BEAR,), 3)
    texts = [message.text for message in room.at(CHANNEL)]
    assert not any("**Start** deals" in text for text in texts)


@pytest.mark.parametrize("game", mark_thorough(NAMES, MORE_GAMES, but=["duo-dominoes", "lombardy-bones"]))
@pytest.mark.usefixtures("fifth_game")
async def test_help_in_the_lobby_says_what_each_level_is(room: Room, game: str) -> None:
    table = await room.get(await room.open(game))
    told = message_of(await room.services.reference.help(room.request(BEAR), table))
    assert "**deckhand** (knows the rules and plays the obvious move), **old hand** (plays well" in told.text
    assert ("**shellback** (works out more" in told.text) == (Level.SHELLBACK in table.game.LEVELS)
    assert f"**{Words(ENGLISH).label('lobby.robot+')}** seats an old hand" in told.text


async def test_help_names_only_what_its_reader_may_press_in_the_lobby(room: Room) -> None:
    async def read(who: Requester) -> str:
        told = message_of(await room.services.reference.help(room.request(who), await room.get(table)))
        return told.text

    table = await room.open("lombardy-bones")
    await room.press(table, "lobby.join", WALLY)
    assert "Your buttons: **Join**, **House rules**." in await read(BULL)
    add = Words(ENGLISH).label("lobby.robot+")
    assert f"Your buttons: **{add}**, **House rules**, **Start**." in await read(WALLY)
    for number in (1, 2):
        await room.press(table, "lobby.join", Requester(70 + number, f"P{number}"))
    told = await read(BULL)
    assert "Start" not in told
    assert add not in told
    assert "**Join** gives you a place in the queue" in told
    assert "Your buttons: **House rules**, **Start**." in await read(WALLY)


async def test_a_second_tap_on_the_same_lobby_adds_no_second_robot(room: Room) -> None:
    table = await room.open("duo-dominoes")
    for robots in (1, 2):
        room.clock.now += 1
        await room.settle()
        (shown,) = room.at(CHANNEL)
        await room.press(table, "lobby.robot+", BEAR, seq=shown.sequence)
        with refuses("just_seated"):
            await room.press(table, "lobby.robot+", BEAR, seq=shown.sequence)
        assert len((await room.get(table)).seats) == 1 + robots
    for _ in range(2):
        await room.press(table, "lobby.swap", BEAR)
    present = await room.get(table)
    *_, newest, bear = present.names
    assert bear == "Bear"
    empty = type(present)(present.row, present.game, ())
    with refuses("just_seated") as refused:
        add_robot(present, room.request(BEAR), Level.OLD_HAND, make_lobby(empty).sequence)
    assert refused.value.facts == {"name": newest}
    await room.press(table, "lobby.robot+", BEAR, seq=0)  # a lobby of an earlier release
    assert len((await room.get(table)).seats) == 4


@pytest.mark.parametrize("game", mark_thorough(NAMES, MORE_GAMES, but=["duo-dominoes", "lombardy-bones"]))
@pytest.mark.usefixtures("fifth_game")
async def test_more_seats_a_robot_of_any_level_until_the_table_is_full(room: Room, game: str) -> None:
    table = await room.open(game)
    known = await room.get(table)
    for level in known.game.LEVELS[: count_free_seats(known)]:
        (menu,) = [row[0] for row in (await open_more(room, table)).rows if isinstance(row[0], Menu)]
        assert [item.value for item in menu.items] == list(known.game.LEVELS)
        await room.press(table, ROBOTS, BEAR, level)
    seated = [seat.robot for seat in (await room.get(table)).seats[1:]]
    assert seated == list(known.game.LEVELS)[: len(seated)]
    while count_free_seats(await room.get(table)):
        await room.press(table, ROBOTS, BEAR, "deckhand")
    assert not [row for row in (await open_more(room, table)).rows if isinstance(row[0], Menu)]
    await room.settle()
    (shown,) = room.at(CHANNEL)
    assert "other levels" not in shown.text
    with refuses("no_button"):
        await room.press(table, ROBOTS, BEAR, "bosun")


async def test_a_lobby_names_the_lesson_before_its_house_rules(room: Room) -> None:
    """A newcomer reads from the top, and once every seat is taken only friends who come later press *Join*."""
    table = await room.open("pussers-bones")
    while count_free_seats(await room.get(table)):
        await room.press(table, ROBOTS, BEAR, "deckhand")
    lobby = make_lobby(await room.get(table), untaught=True)
    assert lobby.text.index("New to Pussers Bones?") < lobby.text.index("\n-# House rules: ")
    buttons = [control for row in lobby.rows for control in row if isinstance(control, Button)]
    coloured = [button.label for button in buttons if button.style != "secondary"]
    assert coloured == ["Show me", "Start"]


async def open_more(room: Room, table: int) -> Message:
    return message_of(await room.press(table, MORE.make(), BULL))


@pytest.mark.parametrize("words", mark_thorough(["on", "off"], MORE_CASES, but=["on"]))
@pytest.mark.parametrize("game", mark_thorough(NAMES, MORE_GAMES, but=["bonedoneskis"]))
@pytest.mark.usefixtures("fifth_game")
async def test_a_lobby_has_at_most_seven_controls(room: Room, game: str, words: str) -> None:
    table = await room.open(game)
    for who in (BULL, WALLY):
        if count_free_seats(await room.get(table)):
            await room.press(table, "lobby.join", who)
        for untaught in (True, False):
            now = await room.get(table)
            assert sum(map(len, make_lobby(now, untaught).rows)) <= MOST_CONTROLS
    rule = next(known for known in house_rules.rules_of(await room.get(table)) if known.values)
    changed = next(value for value in map(str, rule.values) if value != str(rule.default))
    await room.lobby.set_house_rule(await room.get(table), room.request(BEAR), rule.name, changed)
    now = await room.get(table)
    made = make_lobby(now)
    names = list_controls(made)
    assert len(names) <= MOST_CONTROLS
    assert any(name.startswith("lobby.agree.") for name in names) == bool(now.consent.awaited)


def test_practice_offers_each_level_with_half_a_line() -> None:
    assert [value for _, value in list_levels()] == list(Level)
    assert ("old hand: plays well and misses few calls", "old_hand") in list_levels()


async def test_a_table_closed_before_its_first_hand_says_nothing_of_secrets(room: Room) -> None:
    await room.press(await room.open("duo-dominoes"), "lobby.leave", BEAR)
    await room.settle()
    texts = [message.text for message in room.at(CHANNEL)]
    assert any("this table was closed before it began" in text for text in texts)
    assert not any("secrets" in text for text in texts)


async def test_dd_2_swap_moves_a_player_on_by_one_seat(room: Room) -> None:
    table = await room.open("duo-dominoes")
    for who in (BULL, WALLY):
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.swap", BEAR)
    assert (await room.get(table)).names == ("Bull", "Bear", "Wal")
    with refuses("not_seated"):
        await room.press(table, "lobby.swap", NED)
