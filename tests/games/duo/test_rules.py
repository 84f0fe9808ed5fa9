"""Seats, deal, start, line, turn, ends and games of Duo Dominoes, named by their rules."""

import pytest

from games.core import Seat, SecretChance, Unreadable, settle
from games.core.moves import AT_ONCE, Ambiguous, Lapse
from games.duo.choices import choices
from games.duo.decide import begin, deadline, decide
from games.duo.events import Dealt, GameWon, HandEnded, Laid, Passed, ThrownIn
from games.duo.evolve import evolve
from games.duo.game import GAME
from games.duo.moves import Knock, Next, Play
from games.duo.notation import read, write
from games.duo.options import OPTIONS
from games.duo.project import view
from games.duo.scoring import receipts, transfers
from games.pieces.dominoes import DOUBLE_MASK, from_code, mask
from tests.games.duo.at_table import CHANCE, deal, dealt, order_of, refusal, say, session, tiles
from tests.refuses import refuses


@pytest.mark.parametrize("players", [2, 3, 5])
def test_dd_1_only_four_play(players: int) -> None:
    with refuses("DD-1/players"):
        begin(players, settle(OPTIONS), 0, CHANCE)


def test_dd_3_all_28_tiles_are_dealt_seven_to_each() -> None:
    table = deal(session())
    held = [tile.bit_count() for tile in table.holdings]
    assert held == [7, 7, 7, 7]
    assert table.holdings[0] | table.holdings[1] | table.holdings[2] | table.holdings[3] == (1 << 28) - 1


def test_dd_3_deals_depend_only_on_chance() -> None:
    assert deal(session(), seed=4).holdings == deal(session(), seed=4).holdings
    assert deal(session(), seed=4).holdings != deal(session(), seed=5).holdings


@pytest.mark.parametrize("least", [5, 6, 7])
def test_dd_3_a_hand_with_too_many_doubles_is_thrown_in_and_dealt_again(least: int) -> None:
    doubles = ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"][:least]
    rest = [f"{high}-{low}" for high in range(7) for low in range(high)]
    bad = order_of([" ".join(doubles + rest[: 7 - least])])
    good = order_of(["6-6 1-0 2-0 3-0 4-0 5-0 6-0", "5-5 2-1 3-1 4-1 5-1 6-1 3-2", "4-4 3-3 4-2 5-2 6-2 4-3 5-3"])
    table = session(redeal_doubles=least)
    thrown, kept = decide(table, Seat(0), Next(), 0, _Orders(bad, good)).events
    assert thrown == ThrownIn(Seat(0), least)
    assert isinstance(kept, Dealt)
    assert max((mask(held) & DOUBLE_MASK).bit_count() for held in kept.holdings) < least
    assert evolve(table, thrown, kept).phase == "play"
    assert len(decide(session(), Seat(0), Next(), 0, _Orders(bad)).events) == 1


class _Orders(SecretChance):
    """Chance that returns prepared deals."""

    def __init__(self, *orders: tuple) -> None:
        super().__init__(bytes(32), (), 0)
        self._orders = list(orders)

    def shuffle(self, items: object) -> tuple:
        return self._orders.pop(0)


def test_dd_4_a_player_sees_their_own_tiles_the_line_and_the_counts() -> None:
    table, _ = say(dealt(["6-6 1-1", "6-5", "6-4 2-0", "6-3 3-0 2-2"]), "play 6-6")
    seen = view(table, Seat(3))
    assert seen.holding == tiles("2-2 3-0 6-3")
    assert seen.counts == (1, 1, 2, 3)
    assert seen.line.first == from_code("6-6")
    crowd = view(table, None)
    assert crowd.holding == ()
    assert choices(crowd) == ()


def test_dd_10_the_holder_of_six_six_must_lead_it() -> None:
    table = deal(session(), order_of(["6-5", "1-0 6-6", ""]))
    assert table.turn == table.starter == next(seat for seat in range(4) if table.holdings[seat] >> 27 & 1)
    other = next(tile for tile in view(table, table.turn).holding if tile != 27)
    with refuses("DD-10/double_six_leads"):
        decide(table, table.turn, Play(other), 0, CHANCE)
    assert [choice.words for choice in choices(view(table, table.turn))] == ["play 6-6"]


def test_dd_12_the_starter_cannot_pass() -> None:
    assert refusal(dealt(["1-0", "5-4", "3-3", "2-1"]), 0, "knock") == "DD-12/starter_plays"
    assert refusal(dealt(["1-0", "5-4", "3-3", "2-1"], enforcement="faithful"), 0, "knock") == "DD-12/starter_plays"


def test_dd_20_there_is_no_third_end() -> None:
    table = dealt(["6-4 0-0", "6-5 5-0", "3-3", "2-1"])
    with refuses("DD-20/no_such_end"):
        decide(table, Seat(0), Play(from_code("6-4"), "C"), 0, CHANCE)
    table, _ = say(table, "play 6-4")
    with refuses("DD-21/does_not_fit"):
        decide(table, Seat(1), Play(from_code("6-5"), "C"), 0, CHANCE)


def test_dd_21_a_tile_for_both_ends_needs_an_end() -> None:
    table, _ = say(dealt(["6-4 0-0", "6-4 6-0", "3-3 6-1", "2-1"]), "play 6-4")
    with pytest.raises(Ambiguous) as caught:
        read(view(table, Seat(1)), "play", "6-4")
    assert caught.value.candidates == ("play 6-4 A", "play 6-4 B")
    with refuses("DD-21/which_end"):
        decide(table, Seat(1), Play(from_code("6-4")), 0, CHANCE)
    table, happened = say(table, "play 6-4 B")
    assert happened[0] == Laid(Seat(1), from_code("6-4"), "B")


def test_dd_21_with_equal_ends_no_end_need_be_named() -> None:
    table = dealt(["6-6 0-0", "6-4 6-0", "3-3 6-1", "2-1"])
    equal, _ = say(table, "play 6-6")
    offered = ["play 6-4 A", "play 6-4 B", "play 6-0 A", "play 6-0 B"]
    assert [choice.words for choice in choices(view(equal, Seat(1)))] == offered
    _, happened = say(equal, "play 6-4")
    assert happened[0] == Laid(Seat(1), from_code("6-4"), "A")


def test_dd_22_players_must_play_if_they_can_and_choose_the_tile() -> None:
    table, _ = say(dealt(["6-4 0-0", "6-5 4-3 1-1", "3-3 6-1", "2-1"]), "play 6-4")
    assert refusal(table, 1, "knock") == "DD-22/can_play"
    assert {choice.words for choice in choices(view(table, Seat(1)))} == {"play 6-5 A", "play 4-3 B"}


def test_dd_23_a_pass_costs_nothing_and_the_bot_makes_it() -> None:
    holdings = ["6-4 0-0", "1-1 5-5", "3-3 6-1", "2-1 5-1"]
    table, happened = say(dealt(holdings), "play 6-4")
    assert happened == [Laid(Seat(0), from_code("6-4"), "", next_passes=True), Passed(Seat(1))]
    stuck = evolve(dealt(holdings), happened[0])
    assert deadline(stuck) == AT_ONCE and view(stuck, None).deadline is None
    assert view(stuck, None) == view(evolve(dealt(holdings), Laid(Seat(0), from_code("6-4"), "")), None)
    with refuses("DD-24/not_now"):
        decide(table, None, Lapse(), 0, CHANCE)
    slow, happened = say(dealt(holdings, auto_pass=False), "play 6-4", "knock")
    assert happened[1:] == [Passed(Seat(1))]
    assert slow.holdings == table.holdings
    assert slow.turn == table.turn == 2
    assert table.score == (0, 0)
    assert view(table, None).passed_on == (0, 1 << 6 | 1 << 4, 0, 0)
    waiting, _ = say(dealt(holdings, auto_pass=False), "play 6-4")
    assert [choice.words for choice in choices(view(waiting, Seat(1)))] == ["knock"]


def test_dd_22_a_heavier_tile_that_was_kept_back_is_found_at_the_end() -> None:
    """Of the tiles that are left, only those that fitted at an own turn count, against the tile laid then."""
    holdings = ["6-4 3-1", "4-1 4-4 6-5 0-0", "1-1", "1-0 3-0"]
    table, _ = say(dealt(holdings), "play 6-4", "play 4-1", "play 1-1")
    assert table.ended is not None
    assert view(table, Seat(1)).kept_back == (tiles("6-5")[0], tiles("4-1")[0])
    assert view(table, Seat(0)).kept_back is None, "6-4 is heavier than 3-1"
    assert view(table, Seat(3)).kept_back is view(table, None).kept_back is None
    assert view(say(dealt(holdings), "play 6-4", "play 4-1")[0], Seat(1)).kept_back is None, "not before the end"
    led, _ = say(dealt(["5-1 6-5", "5-5", "4-3", "2-0"]), "play 5-1", "play 5-5")
    assert view(led, Seat(0)).kept_back == (tiles("6-5")[0], tiles("5-1")[0])
    opened, _ = say(dealt(["6-6 6-5", "6-1", "4-3", "2-0"], opening=True), "play 6-6", "play 6-1")
    assert view(opened, Seat(0)).kept_back is None


@pytest.mark.parametrize(
    ("seat", "words", "key"),
    [
        (1, "play 3-2", "DD-24/not_held"),
        (1, "play 1-1", "DD-21/does_not_fit"),
        (1, "play 6-5 B", "DD-21/does_not_fit"),
        (2, "play 6-1", "DD-24/not_your_turn"),
        (2, "knock", "DD-24/not_your_turn"),
        (0, "next", "DD-24/not_now"),
    ],
)
def test_dd_24_a_move_that_is_not_open_to_the_player_is_refused(seat: int, words: str, key: str) -> None:
    table, _ = say(dealt(["6-4 0-0", "6-5 1-1", "3-3 6-1", "2-1"]), "play 6-4")
    assert refusal(table, seat, words) == key


def test_dd_24_nothing_after_the_end_and_nobody_from_outside() -> None:
    table, _ = say(dealt(["6-6", "5-4", "3-3", "2-1"]), "play 6-6")
    assert refusal(table, 1, "play 5-4") == refusal(table, 1, "knock") == "DD-24/not_now"
    for seat in (None, Seat(4), Seat(-1)):
        with refuses("DD-24/not_now"):
            decide(table, seat, Next(), 0, CHANCE)


def test_dd_30_out_scores_both_adversaries() -> None:
    table, happened = say(dealt(["6-6", "5-4 1-0", "3-3", "2-1"]), "play 6-6")
    ended = happened[-1]
    assert isinstance(ended, HandEnded)
    assert (ended.how, ended.winners, ended.points) == ("out", (0, 2), 13)
    assert table.phase == "between"
    (receipt,) = receipts(happened)
    assert [(line.key, line.amount) for line in receipt.lines] == [("held", 10), ("held_own", 6), ("held", 3)]
    assert receipt.total == sum(line.amount for line in receipt.lines if line.unit == "points") == 13
    ending = view(table, Seat(1)).ending
    assert ending is not None
    assert ending.holdings[2] == tiles("3-3")


def test_dd_40_fifty_or_more_wins_the_game_and_the_next_starts_at_zero() -> None:
    table, happened = say(dealt(["6-6", "6-5 5-5 5-4", "3-3", "6-4 6-2 4-4"]), "play 6-6")
    won = happened[-1]
    assert isinstance(won, GameWon)
    assert (won.winners, won.score, won.match) == ((0, 2), (56, 0), False)
    assert transfers(happened)[0].amounts == (1, -1, 1, -1)
    assert view(table, None).games == (1, 0)
    assert deal(table).score == (0, 0)


def test_dd_41_new_game_start_rotate() -> None:
    table, _ = say(dealt(["6-6", "5-4 1-0", "3-3", "2-1"], game_points=10, new_game_start="rotate"), "play 6-6")
    table = deal(table)
    assert not table.opening
    assert table.starter == 1


def test_dd_41_match_games_end_the_session() -> None:
    table, happened = say(dealt(["6-6", "5-4 1-0", "3-3", "2-1"], game_points=10, match_games=1), "play 6-6")
    won = happened[-1]
    assert isinstance(won, GameWon)
    assert won.match
    assert view(table, None).over
    assert refusal(table, 0, "next") == "DD-24/over"
    table, _ = say(dealt(["6-6", "5-4 1-0", "3-3", "2-1"], game_points=10, match_games=2), "play 6-6")
    assert not view(table, None).over


def test_dd_50_guarded_is_the_default() -> None:
    assert settle(OPTIONS)["enforcement"] == "guarded"
    table, _ = say(dealt(["6-4 0-0", "6-5 4-3 1-1", "3-3 6-1", "2-1"]), "play 6-4")
    assert "knock" not in [choice.words for choice in choices(view(table, Seat(1)))]


@pytest.mark.parametrize(
    ("verb", "words", "move"),
    [
        ("play", "6-4", Play(from_code("6-4"))),
        ("play", "46 left", Play(from_code("6-4"), "A")),
        ("play", "64 at B", Play(from_code("6-4"), "B")),
        ("play", "double five, right", Play(from_code("5-5"), "B")),
        ("knock", "", Knock()),
        ("pass", "", Knock()),
        ("next", "", Next()),
        ("lapse", "", Lapse()),
    ],
)
def test_words_are_moves_both_ways(verb: str, words: str, move: object) -> None:
    seen = view(dealt(["6-4 0-0", "6-5", "3-3", "2-1"]), Seat(0))
    assert read(seen, verb, words) == move
    assert read(seen, *write(move).partition(" ")[::2]) == move


@pytest.mark.parametrize(("verb", "words"), [("play", ""), ("play", "7-1"), ("play", "6-4-2"), ("score", "5")])
def test_words_that_are_no_move_are_unreadable(verb: str, words: str) -> None:
    with pytest.raises(Unreadable):
        read(view(session(), Seat(0)), verb, words)


def test_silence_is_never_a_move() -> None:
    assert GAME.deadline(deal(session())) is None
