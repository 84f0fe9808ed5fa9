"""The last lines of a board or hand: a board numbers the gathered moves of robots, and robots say a word about what
everybody saw."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from bot.messages.boards.last_moves import Moves, list_recent, list_since_own, say_a_word
from bot.messages.parts.table_words import words_of
from bot.tables.aggregate import Table
from bot.tables.aggregate.turns import draw_temper
from bot.tables.history.entries import Entry
from bot.tables.history.events import Sealed
from bot.tables.timing.deadlines import DeadlineKind
from bot.wording import HOST, word_log_line
from games.bonedoneskis import events as stud
from games.core import Seat, view_event
from games.core.game import find_none
from games.duo import events as duo
from games.lombardy import events as lombardy
from games.pieces.bones import Bone
from games.pieces.cards import Card
from games.pieces.dominoes import Domino
from games.pussers import events as pussers
from games.registry import NAMES, game as game_of
from tests.bot.harness.room import BEAR, Room
from tests.left_out import MORE_CASES

ABLE, BAKER, CHARLIE, OWN = Seat(1), Seat(2), Seat(3), Seat(0)
BONE, CARD = Bone(0), Card(0)
BLOCKED = duo.HandEnded("blocked", BAKER, ((), (), (), ()), (OWN, BAKER), 17)


def entry(sequence: int, at: int, by: str, event: object) -> Entry:
    return Entry(sequence, at, f"{by}:1:{sequence}", event)


def robots_after(pauses: Sequence[int], first: int = 1_000) -> list[Entry]:
    """A tile of a person, then a move of each robot after its pause; the second robot passes."""
    entries, at = [entry(1, first, "press", duo.Laid(OWN, Domino(27), ""))], first
    for number, pause in enumerate(pauses):
        at += pause
        event: object = duo.Passed(BAKER) if number == 1 else duo.Laid(Seat(number + 1), Domino(20 + number), "A")
        entries.append(entry(number + 2, at, "robot", event))
    return entries


def word_moves(table: Table, entries: Sequence[Entry]) -> Moves:
    """Word these moves as all readers of a table see them."""
    return Moves(table, entries, words_of(table))


@pytest.fixture
async def table(room: Room) -> Table:
    """A table of one person and three robots."""
    return await room.get(await room.start_table("duo-dominoes", (BEAR,), robots=3))


async def test_what_one_edit_gathers_is_numbered_in_order(table: Table) -> None:
    told = list_recent(word_moves(table, robots_after((900, 300, 380))))
    assert [line[:3] for line in told] == ["1. ", "2. ", "3. "]
    assert [table.names[seat] in line for seat, line in zip((1, 2, 3), told, strict=True)] == [True] * 3
    own = list_since_own(word_moves(table, robots_after((900, 300, 380))), OWN)
    assert own[-3:] == tuple(line[3:] for line in told), "a hand's lines have one form, however they came"


async def test_moves_that_are_shown_one_by_one_have_no_numbers(table: Table) -> None:
    for pauses in ((900,), (900, 1_200, 1_400)):
        assert not any(line[1:2] == "." for line in list_recent(word_moves(table, robots_after(pauses))))
    last = entry(9, 9_000, "press", duo.Passed(OWN))
    assert not any(line[1:2] == "." for line in list_recent(word_moves(table, [*robots_after((900, 300, 380)), last])))


async def test_a_board_shows_all_that_one_edit_gathers(table: Table) -> None:
    more = [*robots_after((900, 300, 380)), entry(5, 2_800, "robot", duo.Passed(OWN))]
    assert len(list_recent(word_moves(table, more))) == 4


async def test_what_followed_from_ones_own_move_is_told(room: Room) -> None:
    """A "Done" that ends the claims of a street makes somebody bring in. Whoever pressed "Done" must hear of that."""
    stud_table = await room.get(await room.start_table("bonedoneskis", (BEAR,), robots=3))
    began = stud.BettingBegan(3, 1_000, (BAKER, CHARLIE, OWN), ABLE, 50, False)
    own = [Entry(2, 1_000, "press:1:2", stud.DoneCalling(OWN, 1_000)), Entry(3, 1_000, "press:1:2", began)]
    acts = ((4, BAKER), (5, CHARLIE))
    called = [entry(at, at * 1_000, "robot", stud.Acted(seat, "call", 50, False, False, at)) for at, seat in acts]
    told = list_since_own(word_moves(stud_table, [*own, *called]), OWN)
    assert len(told) == 3 and "bring in" in told[0]
    apart = [entry(at, at * 100 + 2_000, "robot", stud.Acted(seat, "call", 50, False, False, at)) for at, seat in acts]
    told = list_since_own(word_moves(stud_table, [*own, *apart]), OWN)
    assert [line.split()[0] for line in told] == [stud_table.names[seat] for seat in (ABLE, BAKER, CHARLIE)]


async def test_what_a_claim_did_stays_told_through_an_orders_answers_and_many_bets(room: Room) -> None:
    stud_table = await room.get(await room.start_table("bonedoneskis", (BEAR,), robots=3))
    turned = stud.TurnedUp("R17", ABLE, Card(3), OWN, Card(9))
    done = stud.DoneCalling(OWN, 0)
    told = [(1, "press", done), (2, "robot", turned), (3, "order", done)]
    bets = [(at, "robot", stud.Acted(Seat(at % 3 + 1), "call", 50, False, False, at)) for at in range(4, 11)]
    entries = [entry(at, at * 2_000, by, event) for at, by, event in (*told, *bets)]
    lines = list_since_own(word_moves(stud_table, entries), OWN)
    assert len(lines) == 5 and "turns up" in lines[0] and [line.split()[1] for line in lines[1:]] == ["calls,"] * 4
    assert lines[1:] == list_since_own(word_moves(stud_table, entries[-4:]), OWN), "the latest bets"
    since = [*entries[1:2], entry(11, 30_000, "press", done), *entries[-3:]]
    assert "turns up" not in " ".join(list_since_own(word_moves(stud_table, since), OWN))


@pytest.mark.parametrize(
    "turned", [stud.TurnedUp("R17", OWN, Card(3), ABLE, Card(9)), stud.TurnedDown(OWN, Card(3), ABLE, Card(9))]
)
async def test_what_one_does_to_anothers_card_is_ones_own_move(room: Room, turned: object) -> None:
    present = await room.get(await room.start_table("bonedoneskis", (BEAR,), robots=3))
    bets = [entry(at, at * 2_000, "robot", stud.Acted(Seat(at), "call", 50, False, False, at)) for at in (2, 3)]
    entries = [entry(1, 1_000, "press", turned), *bets]
    assert len(list_since_own(word_moves(present, entries), OWN)) == 2


async def test_a_bone_off_the_loose_is_told_before_what_others_did_after_it(room: Room) -> None:
    """PB-28: after a throw, the bones that are owed come at once, and then the others play."""
    present = await room.get(await room.start_table("pussers-bones", (BEAR,), robots=3))
    plucked = pussers.Plucked(OWN, BONE, "loose")
    present = replace(present, visibility=structs.replace(present.visibility, last_own={OWN: plucked}))
    own = [Entry(2, 1_000, "press:1:2", event) for event in (pussers.Discarded(OWN, Bone(3), 1_000), plucked)]
    own[1] = replace(own[1], sequence=3)
    thrown = [entry(n, n * 2_000, "robot", pussers.Discarded(Seat(n - 3), Bone(n), n * 2_000)) for n in (4, 5)]
    told = list_since_own(word_moves(present, [*own, *thrown]), OWN, "You plucked")
    assert [line.split()[0] for line in told] == ["You", present.names[ABLE], present.names[BAKER]]
    sorted_out = [pussers.PrettySetOut(seat, Bone(34 + seat)) for seat in (OWN, ABLE)]
    dealt = [Entry(n, 1_000, "start:1:2", event) for n, event in enumerate((sorted_out[0], plucked, sorted_out[1]))]
    told = list_since_own(word_moves(present, dealt), OWN, "You plucked")
    assert [line.split()[0] for line in told] == [present.names[OWN], "You", present.names[ABLE]]
    told = list_since_own(word_moves(present, [*thrown, replace(own[1], sequence=9)]), OWN, "You plucked")
    assert told[-1] == "You plucked" and len(told) == 3, "what happened last stands last"


async def test_a_pretty_that_was_plucked_for_its_player_does_not_hide_what_was_thrown_before(room: Room) -> None:
    present = await room.get(await room.start_table("pussers-bones", (BEAR,), robots=3))
    thrown = [entry(n, n * 2_000, "robot", pussers.Discarded(Seat(n), Bone(n), n * 2_000)) for n in (1, 2, 3)]
    events = pussers.Plucked(OWN, Bone(38), "wall"), pussers.PrettySetOut(OWN, Bone(38))
    own = entry(0, 0, "press", pussers.Discarded(OWN, BONE, 0))
    loose = entry(9, 9_500, "press", pussers.Plucked(OWN, BONE, "loose"))
    for by in (DeadlineKind.LAPSE, DeadlineKind.ORDER, "press"):
        plucked = [Entry(4 + n, 9_000, f"{by}:1:4", event) for n, event in enumerate(events)]
        for last in ((), (loose,)):
            told = list_since_own(word_moves(present, [own, *thrown, *plucked, *last]), OWN)
            assert [line.split()[0] for line in told] == [present.names[seat] for seat in (ABLE, BAKER, CHARLIE, OWN)]


async def test_how_a_hand_is_set_up_stands_in_the_log_alone(room: Room) -> None:
    present = await room.get(await room.start_table("pussers-bones", (BEAR,), robots=3))
    events = pussers.WallBuilt(1, ()), pussers.Broken(4, False, (), ABLE), pussers.FirstPretty(None)
    entries = [entry(n, n * 2_000, "robot", event) for n, event in enumerate(events)]
    thrown = entry(4, 9_000, "robot", pussers.Discarded(ABLE, BONE, 9_000))
    for told in (list_recent, lambda moves: list_since_own(moves, OWN)):
        assert len(told(word_moves(present, [*entries, thrown]))) == 1
    assert all(word_log_line(view_event(event, None), words_of(present)) for event in events)


async def test_a_score_that_nobody_called_has_no_line(room: Room) -> None:
    lombardy_table = await room.get(await room.start_table("lombardy-bones", (BEAR,), robots=3))
    laid = [
        entry(n, n * 2_000, "robot", lombardy.Laid(Seat(n % 4), Domino(20 + n), "A", 0, False, False)) for n in range(5)
    ]
    waived = [entry(n + 10, n * 2_000, "robot", lombardy.Waived(Seat(n % 4))) for n in range(5)]
    moves = word_moves(lombardy_table, [move for both in zip(laid, waived, strict=True) for move in both])
    assert [line.split()[1] for line in list_recent(moves)] == ["lays"] * 3
    assert [line.split()[0] for line in list_since_own(moves, OWN)] == [lombardy_table.names[OWN]], "nothing since then"


async def test_a_new_hand_does_not_begin_with_the_last_one(table: Table) -> None:
    dealt = [Entry(2, 9_000, "deal:1:2", Sealed(2, "")), Entry(3, 9_000, "deal:1:2", duo.Passed(ABLE))]
    told = list_since_own(word_moves(table, [entry(1, 1_000, "robot", BLOCKED), *dealt]), OWN)
    assert len(told) == 1 and "blocks" not in told[0]


async def test_robots_say_a_word_about_what_everybody_saw(table: Table) -> None:
    words = words_of(table)
    words_said = {say_a_word(table, [entry(1, at, "robot", BLOCKED)], words) for at in range(200)}
    told = {line for line in words_said if line}
    assert "" in words_said and len(told) == 6, "two robots of the losing duo, and the one that blocked, by temper too"
    for seat, role in ((ABLE, "of"), (BAKER, "by"), (CHARLIE, "of")):
        line = words.say(f"banter/{draw_temper(table, seat).name}/{role}")
        assert words.say("banter/said", name=words.name(seat), line=line) in told
    assert all(table.names[seat] in "".join(told) for seat in (ABLE, BAKER, CHARLIE))
    assert not any(line.startswith(f"-# {table.names[OWN]}:") for line in told)
    assert say_a_word(table, [entry(1, 1, "robot", duo.Passed(ABLE))], words) == ""


async def test_a_word_stands_below_its_move(table: Table) -> None:
    words = words_of(table)
    at = next(at for at in range(2_000, 2_100) if say_a_word(table, [entry(9, at, "robot", BLOCKED)], words))
    told = list_recent(word_moves(table, [*robots_after((10,), at - 5_000), entry(9, at, "robot", BLOCKED)]))
    assert told[-1] == say_a_word(table, [entry(9, at, "robot", BLOCKED)], words)
    assert "blocks" in told[-2] and len(told) == 4


async def test_a_list_begins_with_its_first_number_whatever_robots_say(table: Table) -> None:
    chance, lists, spoken = random.Random(1), 0, 0
    for _ in range(200):
        entries, at = [entry(1, 1_000, "press", duo.Laid(OWN, Domino(27), ""))], 1_000
        for number in range(2, 12):
            at += chance.choice((100, 300, 1_200))
            event = duo.Laid(ABLE, Domino(number), "A") if chance.randrange(4) == 0 else duo.Passed(Seat(number % 4))
            entries.append(entry(number, at, chance.choice(("robot", "lapse")), event))
        told = list_recent(word_moves(table, entries))
        numbers = [line.partition(".")[0] for line in told if not line.startswith("-# ")]
        if any(map(str.isdecimal, numbers)):
            assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
            assert told[0].startswith("1. "), told
            lists, spoken = lists + 1, spoken + (len(numbers) < len(told))
    assert lists > 50 and spoken > 10


async def test_ones_own_pass_is_told_if_the_game_makes_it(table: Table) -> None:
    """Others have moved since, but nobody has seen the pass that they never made (DD-23)."""
    after = [
        entry(number, number * 9_000, "robot", duo.Laid(Seat(number), Domino(number), "A")) for number in (1, 2, 3)
    ]
    for by, lines in (("lapse", 4), ("press", 3)):
        told = list_since_own(word_moves(table, [entry(0, 1, by, duo.Passed(OWN)), *after]), OWN)
        assert len(told) == lines and ("passes" in told[0]) == (by == "lapse")


async def test_the_moves_before_ones_own_forced_pass_are_told_too(table: Table) -> None:
    """The list begins at one's last press, since nobody could read those moves before the pass."""
    tiles = [entry(n, n * 9_000, "robot", duo.Laid(Seat(n % 4), Domino(n), "A")) for n in (1, 2, 3, 5, 6, 7)]
    for by in ("lapse", "order"):
        passed = entry(4, 36_000, by, duo.Passed(OWN))
        moves = [entry(0, 1, "press", duo.Laid(OWN, Domino(9), "A")), *tiles[:3], passed, *tiles[3:]]
        told = list_since_own(word_moves(table, moves), OWN)
        assert [line.split()[0] for line in told] == [table.names[Seat(n % 4)] for n in range(1, 8)]


async def test_many_moves_made_for_a_player_leave_their_board_in_sight(table: Table) -> None:
    """A newcomer's moves were held until the robots had moved, so the list told the whole hand in 17 lines."""
    tiles = [
        entry(n, n * 9_000, "robot" if n % 4 else "order", duo.Laid(Seat(n % 4), Domino(n), "A")) for n in range(24)
    ]
    assert len(list_since_own(word_moves(table, tiles), OWN)) == 7


async def test_no_hidden_piece_changes_what_is_said(table: Table) -> None:
    """A twin of a hand: other tiles were dealt, and more was done in secret."""
    hands = tuple((Domino(number),) for number in range(4)), tuple((Domino(9 - number),) for number in range(4))
    for at in range(40):
        one, other = (
            [entry(first, 1, "deal", duo.Dealt(1, OWN, False, held)), entry(last, at, "robot", BLOCKED)]
            for held, first, last in zip(hands, (1, 1), (2, 7), strict=True)
        )
        assert say_a_word(table, one, words_of(table)) == say_a_word(table, other, words_of(table))


@pytest.mark.thorough(MORE_CASES)
async def test_one_control_silences_the_robots(room: Room, table: Table) -> None:
    words = words_of(table)
    at = next(at for at in range(100) if say_a_word(table, [entry(9, at, "robot", BLOCKED)], words))
    panel = await room.press(table.id, "table.more", BEAR)
    assert panel.message is not None and "table.hush" in str(panel.message.layout)
    await room.press(table.id, "table.hush", BEAR)
    quiet = await room.get(table.id)
    assert say_a_word(quiet, [entry(9, at, "robot", BLOCKED)], words) == ""
    await room.press(table.id, "table.talk", BEAR)
    talking = await room.get(table.id)
    assert say_a_word(talking, [entry(9, at, "robot", BLOCKED)], words)
    older = replace(table, row=replace(table.row, settings=replace(table.row.settings, house={})))
    assert say_a_word(older, [entry(9, at, "robot", BLOCKED)], words) == "", "a table under way stays as it was"


def tied_up(source: str, a_bit: int = 10) -> pussers.TiedUp:
    return pussers.TiedUp(OWN, "pure", True, False, BONE, source, False, (), (), (),
                          (), 0, a_bit, ())  # fmt: skip


THROWN = pussers.Discarded(ABLE, BONE, 1)
OCCASIONS: dict[str, dict[str, list[Any]]] = {
    "pussers-bones": {
        "fed": [THROWN, tied_up("discard")],
        "robbed": [THROWN, pussers.Robbed(BAKER, THROWN.bone), tied_up("discard")],
        "": [THROWN, tied_up("wall")],
        "dear": [pussers.Paid(OWN, "tie_up", "PB-68", 50, (150, -50, -50, -50))],
        "own_wall": [pussers.Paid(OWN, "own_wall", "PB-14", 50, (-150, 50, 50, 50))],
        "shit": [pussers.ShitTiedUp(OWN, "mixed", None, "wall", (), (), (), (), 0)],
        "wash_out": [pussers.HandOver("wash_out", None, OWN, False, ())],
    },
    "lombardy-bones": {
        "scores": [lombardy.Called(OWN, 15, True, 15, False)],
        "": [lombardy.Called(OWN, 10, True, 10, False)],
        "wrong": [lombardy.Called(OWN, 10, False, -10, False)],
        "renege": [lombardy.RenegeCalled(OWN, True, (ABLE,), (Domino(0),), 0)],
        "no_renege": [lombardy.RenegeCalled(OWN, False, (), (), -10)],
        "out": [lombardy.Counted("out", OWN, ((), (), (), ()), (0, 3, 9, 4), (), (), ())],
        "game": [lombardy.GameOver((OWN,), (200, 0, 0, 0))],
    },
    "duo-dominoes": {
        "out": [duo.HandEnded("out", OWN, ((), (), (), ()), (OWN, BAKER), 9)],
        "blocked": [BLOCKED],
        "blocked_badly": [replace(BLOCKED, last=ABLE)],
        "game": [duo.GameWon((OWN, BAKER), (50, 10), False)],
        "three_knock": [duo.Laid(OWN, Domino(3), "A"), *map(duo.Passed, (ABLE, BAKER, CHARLIE))],
        "": [duo.Laid(OWN, Domino(3), "A"), *map(duo.Passed, (ABLE, BAKER))],
    },
    "bonedoneskis": {
        "stolen": [stud.Stolen(OWN, ABLE, CARD)],
        "duel": [stud.Duelled(OWN, ABLE, 100, (), ABLE)],
        "nine": [stud.NinePaid(OWN, (0, 100, 0, 100))],
        "": [stud.NinePaid(OWN, (0, 0, 0, 0))],
        "pot": [stud.HandEnded("showdown", OWN, (), (), (), (2_000, -1_500, -500, 0))],
        "bonedoneskis": [stud.HandEnded("bonedoneskis", OWN, (), (), (), (2_000, -1_500, -500, 0))],
    },
}


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in OCCASIONS for key in OCCASIONS[name]])
def test_games_find_their_occasions(name: str, key: str) -> None:
    found = game_of(name).find_occasion(OCCASIONS[name][key])
    assert (found.key if found is not None else "") == key
    if found is not None and key in ("fed", "robbed"):
        assert found.of == ((ABLE,) if key == "fed" else (BAKER,))


@pytest.mark.parametrize("name", [name for name in NAMES if game_of(name).find_occasion is not find_none])
def test_every_game_has_a_dozen_lines_for_its_occasions(name: str) -> None:
    words = HOST.about(name)
    lines = [key for key in words._catalogue if key.startswith("banter/") and key != "banter/said"]
    assert len([key for key in lines if key.count("/") == 3]) >= 12
    written = {key.split("/")[1] for key in lines if key.count("/") == 3}
    assert OCCASIONS.get(name, {}).keys() - {""} <= written


async def test_a_score_stands_in_the_line_of_its_bone(room: Room) -> None:
    """So no player's move is left out for want of a line. A wrong call keeps a line of its own."""
    present = await room.get(await room.start_table("lombardy-bones", (BEAR,), robots=3))
    events = [
        lombardy.Laid(OWN, Domino(10), "A", 0, False, False),
        lombardy.Called(OWN, 15, True, 15, False),
        *(
            event
            for seat, score in ((ABLE, 5), (BAKER, 10), (CHARLIE, 20))
            for event in (
                lombardy.Laid(seat, Domino(20 + seat), "B", 0, False, False),
                lombardy.Called(seat, score, score < 20, score if score < 20 else -10, False),
            )
        ),
    ]
    entries = [entry(at, at * 2_000, "robot", event) for at, event in enumerate(events, 1)]
    told = list_since_own(word_moves(present, entries), OWN)
    assert [line.partition(" at ")[2] for line in told[:4]] == ["B, scores 5", "B, scores 10", "B", ""], told
    assert told[3].endswith("calls 20: wrong, −10")
