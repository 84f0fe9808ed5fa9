"""The lobby: one message without a log, with the commitment in the id of a button."""

from __future__ import annotations

import pytest

from bot.acts.games import levels
from bot.messages.seals import VERIFY
from bot.ports.ui import Button
from bot.store.tables import events as stored_events
from bot.tables.history import events
from bot.tables.history.entries import entries
from bot.tables.lobby.seating import free_seats
from bot.wording import ENGLISH, Words
from games.core.refused import Refused
from games.core.robots import Level
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room
from tests.fifth_game import NAMES


async def test_the_lobby_carries_the_whole_commitment_and_shows_none_of_its_digits(room: Room) -> None:
    table = await room.open("duo-dominoes")
    await room.settled()
    (lobby,) = room.messenger.at(CHANNEL)
    stored = entries(await room.store.read(stored_events.read, table))
    (digest,) = [row.event.digest for row in stored if isinstance(row.event, events.CommittedTo)]
    (promise,) = [control for row in lobby.rows for control in row if control.what.startswith(VERIFY)]
    assert isinstance(promise, Button)
    assert promise.what.endswith(digest)
    assert digest[:8] not in lobby.text + promise.label
    reply = (await room.press(table, promise.what, BULL)).message
    assert reply is not None
    assert digest in reply.text


@pytest.mark.parametrize("forged", ["", "0", "` **Fair!** `", "F" * 64, "0" * 64, "٣" * 64])
async def test_a_forged_commitment_button_is_refused(room: Room, forged: str) -> None:
    """Otherwise the bot would show a forger's words as the SHA-256 of a shuffle's secret."""
    table = await room.open("duo-dominoes")
    with pytest.raises(Refused, match="no_button"):
        await room.press(table, f"{VERIFY}.{forged}", BULL)


async def test_the_log_begins_with_the_game(room: Room) -> None:
    await room.started("duo-dominoes", (BEAR,), 3)
    said = [message.text for message in room.messenger.at(CHANNEL)]
    assert not any("**Start** deals" in text for text in said)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.usefixtures("fifth_game")
async def test_help_in_the_lobby_says_what_each_level_is(room: Room, game: str) -> None:
    table = await room.tables.get(await room.open(game))
    told = (await room.services.reference.help(room.request(BULL), table)).message
    assert told is not None
    assert "**deckhand** (knows the rules and plays the obvious), **old hand** (plays well" in told.text
    assert ("**shellback** (works out more" in told.text) == (Level.SHELLBACK in table.game.LEVELS)
    assert "**Add robot** seats an old hand" in told.text


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.usefixtures("fifth_game")
async def test_the_lobby_explains_the_robots_that_its_buttons_seat_until_it_is_full(room: Room, game: str) -> None:
    table = await room.open(game)
    await room.settled()
    (shown,) = room.messenger.at(CHANNEL)
    labels = [control.label for row in shown.rows for control in row if isinstance(control, Button)]
    seats = [label for label in labels if label in ("Add robot", "Add deckhand", "Add shellback")]
    (told,) = [line for line in shown.text.split("\n") if line.startswith("-# Robots: ")]
    assert all(f"**{label}**" in told for label in seats)
    assert told.count("**") == 2 * len(seats)
    while free_seats(await room.tables.get(table)):
        await room.press(table, "lobby.deckhand+", BEAR)
    await room.settled()
    (shown,) = room.messenger.at(CHANNEL)
    assert "-# Robots: " not in shown.text


async def test_a_seated_player_who_presses_join_is_told_so(room: Room) -> None:
    table = await room.open("duo-dominoes")
    with pytest.raises(Refused, match="TABLE/seated") as refused:
        await room.press(table, "lobby.join", BEAR)
    assert (
        Words(ENGLISH, "duo-dominoes").refusal(refused.value)
        == "You have a seat here already, so there is nothing to join."
    )


def test_practice_offers_each_level_with_half_a_line() -> None:
    assert [value for _, value in levels()] == list(Level)
    assert ("old hand: plays well and misses few calls", "old_hand") in levels()
