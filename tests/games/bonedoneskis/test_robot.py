"""The robot: it plays from its view alone, is never refused, notices powers, and beats random players."""

import random
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from games.bonedoneskis import moves, robot as robots
from games.bonedoneskis.choices import choices
from games.bonedoneskis.decide import begin, decide
from games.bonedoneskis.evaluation.packed import Line, make_placed
from games.bonedoneskis.evaluation.ranking import class_of
from games.bonedoneskis.evolve import fold
from games.bonedoneskis.options import OPTIONS, House
from games.bonedoneskis.project import view
from games.bonedoneskis.robot import robot
from games.bonedoneskis.robots.sampling import estimate_strength, sample_showdowns
from games.bonedoneskis.state import State
from games.bonedoneskis.view import View
from games.core import Chance, Level, Seat, SecretChance, settle
from games.core.options import bind
from games.pieces.cards import from_code
from tests.games.bonedoneskis.hand import Hand
from tests.games.handed_chance import HandedChance
from tests.left_out import LONGER

LUCK = SecretChance(bytes(32), (), 7)


def choose_move(table: State, seat: Seat, chance: Chance) -> Any:
    """The move of an old hand, or None."""
    thought = robot(view(table, seat), chance)
    return thought and thought.move


def measure_winnings(hands: int, seed: int) -> list[int]:
    """The winnings by seat, after some hands of two robots (seats 0 and 2) and two random players."""
    luck = random.Random(seed)
    chance = SecretChance(seed.to_bytes(32, "big"), (), 0)
    table = fold(begin(4, settle(OPTIONS, {"buy_in": 20_000}), 0, chance))
    won = [0] * 4
    at = 0
    while True:
        at += 1000
        seat: Seat = (view(table, None).to_act or (Seat(0),))[0]
        move: Any = moves.Next()
        if table.phase == "between":
            if table.hand:
                won = [have + net for have, net in zip(won, table.ended.net, strict=True)]  # type: ignore[union-attr]
            if table.hand >= hands:
                return won
            for other in range(4):
                if table.stacks[other] < 20_000:
                    table = decide(table, Seat(other), moves.TopUp(), at, chance).state
        elif seat in (0, 2):
            move = choose_move(table, seat, chance)
        elif table.phase == "calling":
            move = moves.Done()
        else:
            move = luck.choice(choices(view(table, seat))).move
        table = decide(table, seat, move, at, chance).state


@pytest.mark.parametrize(("luck", "why"), [(0, "bluffs"), (1, "too_dear"), (4, "too_dear")])
def test_it_bluffs_on_one_turn_in_a_hundred(luck: int, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "estimate_strength", lambda *_: 0.01)
    table = Hand("4d Kd Jd Ah As Qs", "Kh 8d 8c 5d 3s 2c").end_calls()
    thought = robot(view(table.table, view(table.table, None).to_act[0]), HandedChance([luck]))
    assert thought is not None
    assert thought.why == why


@pytest.mark.parametrize(("chances", "why", "told", "rival"), [
    (0.28, "too_dear", {"chances": 3, "needed": 4}, moves.Call()),  # the price is 3.0 of 10 deals
    (0.31, "price_is_right", {"chances": 3, "needed": 3}, moves.Fold()),
    (0.45, "price_is_right", {"chances": 4, "needed": 3}, moves.Fold()),
])  # fmt: skip
def test_it_tells_the_chance_that_it_wants_and_names_the_other_answer(
    chances: float, why: str, told: dict[str, int], rival: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint then asks two judges about both answers, who may see why: "Able's face-up cards already beat you"."""
    monkeypatch.setattr(robots, "estimate_strength", lambda *_: chances)
    table = Hand("4d Kd Jd Ah As Qs", "Kh 8d 8c 5d 3s 2c").end_calls()
    seen = view(table.table, view(table.table, None).to_act[0])
    pot = sum(pot.amount for pot in seen.pots)
    thought = robot(replace(seen, owed=pot * 10 // 35), HandedChance([4]))
    assert thought is not None and (thought.why, thought.facts, thought.rival) == (why, told, rival)


def test_a_cheap_call_wants_no_more_than_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "estimate_strength", lambda *_: 0.04)
    table = Hand("4d Kd Jd Ah As Qs", "Kh 8d 8c 5d 3s 2c").end_calls()
    seen = view(table.table, view(table.table, None).to_act[0])
    pot = sum(pot.amount for pot in seen.pots)
    thought = robot(replace(seen, owed=pot // 100), HandedChance([4]))
    assert thought is not None and thought.why == "price_is_right"
    assert thought.facts == {"chances": 0, "needed": 0}


def test_r15_a_check_with_a_dead_hand_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "estimate_strength", lambda *_: 0.0)
    table = Hand("4c Kd Ac 9d", "8h 8d 5c 5d").to_street(4).end_calls()
    table.say("B", "check")
    thought = robot(view(table.table, Seat(0)), HandedChance([4]))
    assert thought is not None and thought.why == "dead"


def test_it_says_whose_face_up_cards_already_beat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "0 of 10 deals" says that a hand is lost, and not why."""
    monkeypatch.setattr(robots, "estimate_strength", lambda *_: 0.0)
    table = Hand("Kd 9c 5c 8h 4h 6c", "Jc Td Qs Qd Ah 3d").to_street(4).end_calls()
    for said, move in ("check", moves.Check()), ("bet", moves.Fold()):
        again = copy(table)
        again.say("B", said)
        thought = robot(view(again.table, Seat(0)), HandedChance([4]))
        assert thought is not None and (thought.move, thought.why) == (move, "beaten")
        assert thought.facts == {"seat": 1, "theirs": "hand/pair"}


@pytest.mark.thorough(LONGER)
def test_it_beats_random_players() -> None:
    won = measure_winnings(60, 5)
    assert won[0] + won[2] > 3_000, won


def test_a_shellback_forgets_none_of_its_powers() -> None:
    """An old hand sleeps on some of them (R29)."""
    nine = Hand("Ac Td 9s", "Qc 9d 5h")
    luck = [SecretChance(bytes(32), (), number) for number in range(60)]
    thoughts = [robot(view(nine.table, Seat(0)), chance, Level.SHELLBACK) for chance in luck]
    assert {thought and thought.why for thought in thoughts} == {"claims"}


def test_a_shellback_judges_its_hand_in_more_deals_than_an_old_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def judge(view: View, chance: Chance, samples: int, change: Line | None = None) -> float:
        judged.append(samples)
        return 0.5

    monkeypatch.setattr(robots, "estimate_strength", judge)
    table = Hand("Ac Td Kh", "Qc 9d 5h").end_calls().table
    seat = view(table, None).to_act[0]
    for level in (Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK):
        assert robot(view(table, seat), LUCK, level) is not None
    assert judged == [robots.SAMPLES[Level.OLD_HAND], robots.SAMPLES[Level.SHELLBACK]]
    assert judged[0] < judged[1]


def test_it_calls_its_own_powers_and_the_duties_of_others() -> None:
    nine = Hand("Ac Td 9s", "Qc 9d 5h")
    jack = Hand("Ac Td Js", "Qc 9d 5h")
    chosen = {str(choose_move(nine.table, Seat(0), SecretChance(bytes(32), (), n))) for n in range(20)}
    assert "Claim(rule='got_the_nine', card=46)" in chosen
    assert "Done()" in chosen, "now and then it sleeps on a power"
    assert any("black_jack" in str(choose_move(jack.table, Seat(1), SecretChance(bytes(32), (), n))) for n in range(9))


@pytest.mark.parametrize(("up", "why"), [("Js", "black_jack"), ("Ks", "kings_men"), ("3s", "sell_three"), ("Td", "")])
def test_it_names_the_claim_that_it_leaves_because_of_its_cost(up: str, why: str) -> None:
    """It says that it saw nothing only if its own cards have nothing that can be claimed."""
    hand = Hand(f"Ac 5d {up}", "Qc 9d 5h")
    thought = robot(view(hand.table, Seat(0)), LUCK, Level.SHELLBACK)
    assert thought is not None
    assert isinstance(thought.move, moves.Done)
    assert (thought.why, thought.facts) == (
        ("shows_a_card" if why == "kings_men" else "not_worth_it", {"power": f"choice/{why}"})
        if why
        else ("nothing_to_claim", {})
    )


@pytest.mark.parametrize("down", ["7d", "4c"])
def test_it_claims_its_own_kings_men_for_a_card_that_is_better_face_up(down: str) -> None:
    """R18 costs no chips; face up, a 7 is wild (R5), and the 4 of clubs kills no hand (R15)."""
    hand = Hand(f"9s {down} Ks", "Qc 9d 5h")
    thought = robot(view(hand.table, Seat(0)), LUCK, Level.SHELLBACK)
    assert thought is not None and thought.move == moves.Claim("kings_men", from_code("Ks"))
    assert (thought.why, thought.facts) == ("claims", {"power": "choice/kings_men"})
    hand.say("A", "claim kings_men Ks")
    hand.end_calls()
    thought = robot(view(hand.table, Seat(0)), LUCK, Level.SHELLBACK)
    assert thought is not None and thought.why == "my_own"
    assert thought.move in [choice.move for choice in choices(view(hand.table, Seat(0)))], "named as on its button"


def test_bd_14_a_deckhand_heads_up_ends_the_raises() -> None:
    """No rule caps the raises of two players, so two deckhands with good hands could raise till they are broke."""
    hand = Hand("Ac Ad Ah Td", "Kc Qd 5h 8c").to_street(4).end_calls()
    turn = view(hand.table, None).to_act[0]
    seen = replace(view(hand.table, turn), acts=("call", "raise", "fold"))
    thoughts = [robot(replace(seen, bets_made=bets), LUCK, Level.DECKHAND) for bets in range(1, 7)]
    kinds = [type(thought.move) for thought in thoughts if thought is not None]
    assert kinds[0] is moves.Raise
    assert kinds[-1] is moves.Call


def test_it_judges_by_the_readings_of_its_house() -> None:
    """With `codependent_down`, the 2 dealt down on the river joins the 9 to its left (R20)."""
    table = Hand("Ac Td Kh", "Qc 9d 5h").end_calls().table
    seen = view(table, view(table, None).to_act[0])
    seen = replace(seen, street=seen.length)
    house = settle(OPTIONS, {"codependent_down": True})
    joined = replace(seen, house=bind(House, house))
    cards = ("Ts", "Js", "Jh", "Tc", "3d", "9d", "2c")
    streets = (2, 2, 3, 4, 5, 6, 7)
    line = tuple(
        make_placed(from_code(card), street, street not in (2, 7)) for card, street in zip(cards, streets, strict=True)
    )
    classes = [class_of(next(sample_showdowns(look, [], [line], LUCK, 1))[0]) for look in (seen, joined)]
    assert classes == ["two_pair", "full_house"]


@pytest.mark.parametrize("turned", [False, True])
def test_it_calls_the_powers_that_its_house_gives_a_card(turned: bool) -> None:
    """The eight of spades, turned up, has its power only with `eight_ball_turned` (R14)."""
    table = Hand("8s Td Kh", "Qc 9d 5h", eight_ball_turned=turned).table
    seen = view(table, Seat(0))
    eight, *others = seen.chairs[0].line
    lying = replace(eight, up=True, origin="turned")
    own = replace(seen.chairs[0], line=(lying, *others))
    seen = replace(seen, chairs=(own, *seen.chairs[1:]), pots=(seen.pots[0]._replace(amount=100_000),))
    thought = robot(seen, LUCK, Level.SHELLBACK)
    assert thought is not None
    assert (thought.move == moves.Claim("eight_ball", from_code("8s"))) is turned


def test_it_answers_the_questions_of_its_queen_and_its_red_4() -> None:
    hand = Hand("Ac Td Qh", "Qc 4h 5h", "Tc 6d 8c")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    move = choose_move(hand.table, Seat(0), LUCK)
    assert isinstance(move, moves.TurnUp) and move.seat != 0
    four = Hand("Ac Td 4d", "Qc 4s 4c", "Tc 6d 8c")
    four.say("A", "claim four_tician")
    four.end_calls()
    assert choose_move(four.table, Seat(0), LUCK) == moves.TurnCard(from_code("4c"))


def test_it_makes_no_move_when_the_table_does_not_wait_for_it() -> None:
    hand = Hand("Ac Td 9h", "Qc 9d 5h")
    assert robot(view(hand.table, Seat(1)), LUCK) is None
    assert robot(view(hand.table, None), LUCK) is None


def test_its_guess_depends_on_chance_and_not_on_hidden_cards() -> None:
    one = Hand("Ac Td Kh", "Qc 9d 5h").end_calls()
    two = Hand("Ac Td Kh", "Jd 2s 5h").end_calls()
    assert one.turn == two.turn == "A"
    for number in range(5):
        luck = [SecretChance(bytes(32), (), number) for _ in range(2)]
        assert robot(view(one.table, Seat(0)), luck[0]) == robot(view(two.table, Seat(0)), luck[1])


def test_a_player_who_bet_is_guessed_to_hold_a_better_hand() -> None:
    """The estimate also ends if chance always gives the same number."""
    shown = Hand("Ac Td 9h", "Qc 9d 5h")
    before = estimate_strength(view(shown.table, Seat(0)), SecretChance(bytes(32), (), 1), samples=400)
    raised = replace(view(shown.table, Seat(0)), chairs=tuple(
        replace(chair, bet=3 * shown.table.house.small_bet) if chair.seat else chair
        for chair in view(shown.table, Seat(0)).chairs
    ))  # fmt: skip
    assert estimate_strength(raised, SecretChance(bytes(32), (), 1), samples=400) < before - 0.03
    assert 0.0 <= estimate_strength(raised, HandedChance(), samples=2) <= 1.0
