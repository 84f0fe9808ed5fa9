"""The last page of an evening: every hand, the turning hand, the worst call, the longest silence, and the season."""

import itertools
from collections import Counter
from typing import Any

import pytest

from bot.ports import Button, Message
from bot.tables.history.entries import Entry
from bot.tables.play.evening import Evening, EveningReading
from games import registry
from games.core import Seat, sides_of
from games.pussers.events import Paid
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room
from tests.contract.driver import Session, tables
from tests.left_out import LONGER, MORE_GAMES, mark_thorough

STUD, DUO, NAVY, LOMBARDY = "bonedoneskis", "duo-dominoes", "pussers-bones", "lombardy-bones"


def play_session(name: str, hands: int, late: int = 0, pilot: str = "robots") -> tuple[Evening, Session]:
    """Let robots play, with a wait of three minutes before move `late`. Returns the evening and the session."""
    game = registry.game(name)
    players, options = max(reversed(tables(game)), key=lambda kind: kind[0])
    session = Session(game, players, options, 7)
    moves = [(session.at, "begin", list(session.events))]
    for number, step in enumerate(session.steps(pilot, 20_000)):
        at = step.at + (180_000 if late and number >= late else 0)
        moves.append((at, f"i:{number}", step.events))
        if session.view(None).hand > hands or session.view(None).over:
            break
    every = [(at, cause, event) for at, cause, happened in moves for event in happened]
    entries = [Entry(number, at, cause, event) for number, (at, cause, event) in enumerate(every, 1)]
    reading = EveningReading(game, frozenset(entry.sequence for entry in entries))
    for _, commit in itertools.groupby(entries, lambda entry: entry.cause):
        reading.add(tuple(commit))
    return Evening(tuple(reading.hands), reading.worst, reading.silence, (), tuple(reading.losses)), session


@pytest.mark.parametrize("name", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes", "lombardy-bones"]))
def test_every_finished_hand_is_told_with_what_it_changed(name: str) -> None:
    evening, session = play_session(name, 5)
    assert [hand.view.hand for hand in evening.hands] == list(range(1, len(evening.hands) + 1))
    assert len(evening.hands) >= 4
    sums = [0] * session.players
    for hand in evening.hands:
        sums = list(hand.amounts if hand.begins_game else map(sum, zip(sums, hand.amounts, strict=True)))
        assert tuple(sums) == hand.view.scores


@pytest.mark.parametrize("name", mark_thorough([NAVY, STUD], MORE_GAMES, but=[NAVY]))
def test_the_winner_is_ahead_from_the_turning_hand_on(name: str) -> None:
    evening, session = play_session(name, 8)
    turn = evening.find_turning_hand(session.game.PARTNERS)
    assert turn is not None
    place = evening.hands.index(turn.hand)
    sides = sides_of(session.game.PARTNERS, session.players)
    for number, hand in enumerate(evening.hands):
        ahead = [side for side in sides if hand.view.scores[side[0]] == max(hand.view.scores)]
        if number >= place:
            assert ahead == [turn.winner]
        elif number == place - 1:
            assert ahead != [turn.winner]


def test_a_wrong_call_costs_what_its_caller_paid() -> None:
    game = registry.game(NAVY)
    call = game.find_wrong_call(Paid(Seat(1), "shit_tie_up", "PB-82", 4, (4, -12, 4, 4)))
    assert call == (1, 12)
    assert game.find_wrong_call(Paid(Seat(1), "tie_up", "PB-68", 4, (-4, 12, -4, -4))) is None


@pytest.mark.parametrize(("name", "kind", "field"), [(LOMBARDY, "uncalled", "uncalled"), (STUD, "slept", "slept")])
def test_what_a_seat_missed_is_told_to_it_alone(name: str, kind: str, field: str) -> None:
    """It is what the seat's own view shows at the end of each hand (LB-30, R29)."""
    evening, session = play_session(name, 6, pilot="deckhands")
    shown: dict[tuple[int, int], int] = {}
    table = None
    for event in session.events:
        table = session.game.fold([event]) if table is None else session.game.evolve(table, event)
        if session.game.is_revealed(table):
            for seat in range(session.players):
                seen: Any = session.game.view(table, Seat(seat))
                shown[seen.hand, seat] = sum(missed[0] == seat for missed in getattr(seen, field))
    told: Counter[tuple[int, int]] = Counter()
    for seat in range(session.players):
        for found in evening.list_losses(Seat(seat)):
            assert found.loss.seat == seat
            told[found.hand, seat] += found.loss.kind == kind
    assert sum(told.values())
    assert +told == Counter({place: count for place, count in shown.items() if count})


def test_the_longest_silence_is_that_of_a_person_for_whom_the_table_waited() -> None:
    evening, _ = play_session(DUO, 3, late=40)
    assert evening.silence is not None
    assert evening.silence.wait >= 180_000
    assert evening.silence.hand == 2
    assert play_session(DUO, 3)[0].silence is None


async def play_and_close(room: Room, game: str, hands: int, robots: int) -> Message:
    """Let Bear and Bull play this many hands, close the table, and return its last page."""
    table = await room.start_table(game, (BEAR, BULL), robots)
    for hand in range(1, hands + 1):
        await play_until(room, table, hand, BEAR, BULL)
    await room.close(table)
    await room.settle()
    (page,) = [message for message in room.at(CHANNEL) if "is over: " in message.text]
    return page


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize(("game", "robots"), mark_thorough([(STUD, 1), (DUO, 2)], MORE_GAMES, but=[(DUO, 2)]))
async def test_the_last_page_tells_every_hand(room: Room, game: str, robots: int) -> None:
    page = await play_and_close(room, game, 2, robots)
    (picture,) = page.pictures
    assert [row.partition(" ")[0] for row in picture.alt.splitlines()] == ["1", "2"]
    controls = [control.name for row in page.rows for control in row if isinstance(control, Button)]
    assert controls[-2:] == ["dearest", "table.again"]


@pytest.mark.thorough(LONGER)
async def test_the_last_page_tells_the_season(room: Room) -> None:
    page = await play_and_close(room, STUD, 2, 0)
    (season,) = [line for line in page.text.splitlines() if "In the season" in line]
    assert all(name in season for name in ("Bear", "Bull", "place 1", "place 2"))
