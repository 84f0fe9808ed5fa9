"""*How it went*, below a replay, tells the turning points of a finished hand from the public view."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest

from bot.automation import thinkers
from bot.automation.thinkers import Thinkers
from bot.messages.parts.table_words import words_of
from bot.messages.replays.how_it_went import MOST_STEPS, tell_how_it_went
from bot.messages.replays.replay_steps import Look
from bot.messages.replays.turning_points import LEAST, Outlook, Pick
from bot.ports.markup import remove_marks
from bot.store.tables import commits as stored_events
from bot.tables.history.entries import decode_entries, is_of_game
from games.core import Seat, View
from tests.bot.harness.room import BEAR, Room, list_controls
from tests.bot.harness.shelf import take_played_table
from tests.effort import rounds
from tests.left_out import LONGER
from tests.refuses import refuses

GAME = "duo-dominoes"


@pytest.mark.thorough(LONGER)
async def test_how_a_hand_went_is_told_below_its_replay(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "_DEEPEST", rounds(8, 40, 40))
    table = await take_played_table(room, GAME)
    present = await room.get(table)
    shown = await room.replays.make_message(present, Look(1, 1, Seat(0)))
    assert "replay.1.1.went" in list_controls(shown)
    reply = await room.press(table, "replay.1.1.went", BEAR)
    assert reply.message is not None and not reply.message.rows
    first, explained, began, *turns, ended = reply.message.text.split("\n")
    assert first == "**How hand 1 went**, from what everybody saw"
    assert re.fullmatch(r"-# .* dealt the hidden pieces [1-4]?,?\d00 times .* by up to \d\.", explained)
    for line in (began, ended):
        assert sum(map(int, re.findall(r" in (\d+)", line))) == 100, line
        assert "Bear + Baker in " in line
    assert turns
    for before, after in re.findall(r"(\d+) → (\d+) of 100", "\n".join(turns)):
        assert abs(int(before) - int(after)) >= 100 * LEAST - 2


async def test_a_turning_point_is_a_step_of_the_replay(room: Room) -> None:
    table = await take_played_table(room, GAME)

    async def find_rise(name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick) -> list[Outlook]:
        shares = [0.3 if place < len(views) // 2 else 0.8 for place in range(len(views))]
        return [Outlook((share, 1 - share) * 2, 1_000) for share in shares]

    present = await room.get(table)
    text = await tell_how_it_went(room.replays, find_rise, present, Look(1, own=Seat(0)), words_of(present))
    _, explained, began, told, shares, ended = text.split("\n")
    assert "1,000 times" in explained and "by up to 4." in explained
    assert "Bear + Baker in 30" in began and "Bear + Baker in 80" in ended
    number = int(told.partition("Step ")[2].partition(":")[0])
    replayed = await room.replays.make_message(present, Look(1, number, Seat(0)))
    assert told.partition(":** ")[2].partition(" · ")[0] in remove_marks(replayed.text)
    assert shares == "-# Bear + Baker: 30 → 80 of 100 deals"


async def test_a_turning_point_names_the_whole_move_and_what_counts_as_winning(room: Room) -> None:
    """A call that ends a round of betting deals the next street: the cards turned the hand, not the call."""
    table = await take_played_table(room, "bonedoneskis")

    async def find_fall(name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick) -> list[Outlook]:
        before = [getattr(view, "street", 0) < 4 for view in views]
        return [Outlook((0.8, 0.2, 0.0, 0.0) if early else (0.2, 0.8, 0.0, 0.0), 1_000) for early in before]

    present = await room.get(table)
    text = await tell_how_it_went(room.replays, find_fall, present, Look(1), words_of(present))
    assert "counted whose cards would be best at the showdown (after fifth street I give no figures)." in text
    (told,) = [line for line in text.split("\n") if "Step " in line]
    assert " · Fourth street is dealt" in told and ". ·" not in told


async def test_how_it_went_uses_the_public_view_and_no_secret_luck(room: Room) -> None:
    table = await take_played_table(room, GAME)
    asked: list[tuple[Sequence[View], tuple[str, ...]]] = []

    async def find_even(name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick) -> list[Outlook]:
        asked.append((views, salts))
        return [Outlook((0.5,) * 4, 200) for _ in views]

    present = await room.get(table)
    told = [
        await tell_how_it_went(room.replays, find_even, present, Look(1, own=seat), words_of(present))
        for seat in (None, Seat(0))
    ]
    assert all("No single step clearly changed anybody's chances." in text for text in told)
    for views, salts in asked:
        assert 10 < len(views) <= MOST_STEPS
        assert {view.seat for view in views} == {None}
        assert salts == (str(table), "1")


async def test_views_are_judged_only_after_whole_moves(room: Room) -> None:
    """In the middle of a move guesses mislead. For example, between the last tile and the end of the hand, a
    winner without tiles would be guessed to lose in every deal, and the next event would seem to turn the hand."""
    table = await take_played_table(room, GAME)
    seen: list[Any] = []

    async def find_even(name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick) -> list[Outlook]:
        seen.extend(views)
        return [Outlook((0.5,) * 4, 200) for _ in views]

    present = await room.get(table)
    await tell_how_it_went(room.replays, find_even, present, Look(1), words_of(present))
    found = await room.read(lambda connection: decode_entries(stored_events.read(connection, table)))
    state, between_moves = None, []
    for _, move in groupby(found, lambda entry: entry.cause):
        played = [entry.event for entry in move if is_of_game(entry.event)]
        if played:
            state = present.game.fold(played) if state is None else present.game.evolve(state, *played)
            between_moves.append(present.game.view(state, None))
    assert [view for view in seen if view not in between_moves] == []
    assert all(all(view.counts) for view in seen if view.phase == "play")


async def test_a_hand_that_takes_too_long_or_had_no_play_is_told_in_a_sentence(room: Room) -> None:
    table = await take_played_table(room, GAME)
    present = await room.get(table)

    async def run_out_of_time(name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick) -> None:
        return None

    async def find_nothing(name: str, views: Sequence[View], salts: tuple[str, ...], pick: Pick) -> list[Outlook]:
        return [Outlook((), 200) for _ in views]

    assert "Ask again" in await tell_how_it_went(room.replays, run_out_of_time, present, Look(1), words_of(present))
    assert "Nothing anybody played in hand 1" in await tell_how_it_went(
        room.replays, find_nothing, present, Look(1), words_of(present)
    )
    with refuses("no_replay"):
        await tell_how_it_went(room.replays, find_nothing, present, Look(2), words_of(present))


async def test_a_process_of_its_own_finds_the_same_turning_points() -> None:
    asked = (GAME, (), ("7", "1"), lambda quick: range(0))
    pool = Thinkers(1)
    try:
        assert await pool.find_outlooks(*asked) == await Thinkers(0).find_outlooks(*asked) == []
    finally:
        pool.close()
