"""The words of events, verbs and refusals, and what the log, the receipts and the prompts say."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.tables.history import events as table_events
from bot.wording import (
    ENGLISH,
    HOST,
    Words,
    describe_moment,
    describe_value,
    list_remarks,
    name_argument,
    parse_spoken_value,
    word_advice,
    word_cost,
    word_label,
    word_log_line,
    word_private_line,
    word_receipt,
    word_refusal,
    word_short_line,
    word_unreadable,
)
from bot.wording.formatter import fill
from bot.wording.game_wording import find_wording
from bot.wording.refusals import UNRULED
from bot.wording.translations import read_english
from games import registry
from games.bonedoneskis.events import Asked, BettingBegan, CardsShown, TurnedDown, TurnedUp
from games.bonedoneskis.rulebook import NAMES as RULES
from games.core import Receipt, Refused, Seat, Unreadable, events, view_event
from games.core.moves import Ambiguous
from games.core.receipt import ReceiptLine
from games.lombardy.events import Called, GameOver, RenegeCalled
from games.lombardy.first_hand import FIRST_HAND
from games.lombardy.moves import Renege
from games.lombardy.project import view as lombardy_view
from games.lombardy.scoring import receipts
from games.pieces.bones import from_code as bone_of
from games.pieces.cards import from_code as card
from games.pussers.events import Discarded, Outcome
from tests.fifth_game import NAMES
from tests.games.bonedoneskis.hand import Hand
from tests.games.lombardy.at_table import CHANCE, Playing
from tests.games.pussers.at_table import EDDIE, SAMMY, WALLY, TableAt


def test_every_event_of_tables_has_its_words() -> None:
    assert [kind for kind in events.list_kinds("table") if not Words(ENGLISH).knows(f"log/{kind}")] == []


def _sentences(ruled: bool) -> list[tuple[str, str]]:
    """The sentences of refusals that follow the id of a rule (`ruled`), or of those without a rule."""
    wordings = [find_wording(name) for name in NAMES]
    books = [book for wording in wordings for book in (wording.sentences, *wording.talks.values())]
    found = dict(read_english("bot"))
    for book in books:
        found |= book
    rule = re.compile(r"([A-Z]+-?\d+|\*|TABLE|TALLY|HOUSE)/")
    keyed = [(key, text) for key, text in found.items() if rule.match(key)]
    return [(key, text) for key, text in keyed if (key.partition("/")[0] not in UNRULED) is ruled]


def test_a_refusal_with_a_rule_continues_after_its_id() -> None:
    """For example, "PB-33: it's Bull's turn"."""
    named = tuple(registry.game(name).TITLE for name in registry.NAMES)
    begun = [(key, text.removeprefix(next(filter(text.startswith, named), ""))) for key, text in _sentences(True)]
    assert [key for key, text in begun if text.endswith(".") or re.match("[A-Z]", text)] == []


def test_a_refusal_without_a_rule_is_a_whole_sentence() -> None:
    wrong = [key for key, text in _sentences(False) if not re.match("[A-Z{“`*]", text) or text[-1] not in ".?"]
    assert wrong == []
    assert (
        word_refusal(Refused("HOUSE", "preset", name="x", allowed=("brisk",)), Words(ENGLISH))
        == "There's no preset x; choose one of brisk."
    )


def test_a_refusal_names_its_rule_and_the_players() -> None:
    told = word_refusal(
        Refused("PB-33", "not_your_turn", seat=1), Words(ENGLISH, "pussers-bones", ("Bear", "Bull", "Wal"))
    )
    assert told == "It's Bull's turn\n-# PB-33"
    assert word_refusal(Refused("TABLE", "full", most=4), Words(ENGLISH)) == "All 4 seats are taken."
    assert word_refusal(Refused("XX-1", "made_up_here"), Words(ENGLISH)) == "Made up here\n-# XX-1"


def test_another_talk_changes_some_sentences_and_keeps_the_rest() -> None:
    assert Words(ENGLISH, "pussers-bones").label("yes") == "Yes!"
    assert Words(ENGLISH, "pussers-bones", talk="civvy").label("yes") == "Yes!"
    assert Words(ENGLISH, "pussers-bones", talk="civvy").label("discard") == "Discard"
    assert Words(ENGLISH).label("unheard_of") == "Unheard of"


def test_plurals_lists_and_signs() -> None:
    assert fill("{n:bone|bones}", {"n": 1}, HOST) == "1 bone"
    assert fill("{n:bone|bones}", {"n": 3}, HOST) == "3 bones"
    assert fill("{x:+} {y:+} {z:+} {y}", {"x": 5, "y": -5, "z": 0}, HOST) == "+5 −5 0 −5"
    assert fill("{who}", {"who": ("Bear", "Bull", "Wal")}, HOST) == "Bear, Bull and Wal"
    assert fill("{who} {what} {why}", {"who": (), "what": None, "why": True}, HOST) == "none nobody yes"
    assert fill("{gone}", {}, HOST) == "?"


def test_unknown_words_are_answered_with_the_accepted_ones() -> None:
    assert "6-4" in word_unreadable(Unreadable("blah", "piece"), Words(ENGLISH, "duo-dominoes"))
    assert "R1 / S1" in word_unreadable(Ambiguous("one", ("R1", "S1")), Words(ENGLISH))
    assert Words(ENGLISH).say("nothing/of_the_kind") == "of the kind"


def test_the_log_names_pieces_as_people_say_them_and_hides_the_rest() -> None:
    registry.game("pussers-bones")
    from games.pieces.bones import from_code
    from games.pussers.events import FirstPretty, HandOver, Plucked, ShownForEddie

    words = Words(ENGLISH, "pussers-bones", ("Bear", "Bull", "Wal"))
    assert word_log_line(Discarded(Seat(0), from_code("R1"), 0), words) == "Bear throws out Jimmy Rick (R1)"
    plucked = Plucked(Seat(1), from_code("DR"), "loose")
    assert word_log_line(view_event(plucked, None), words) == "Bull plucks off the Loose"
    assert "Blood" not in word_log_line(view_event(plucked, Seat(0)), words)
    assert word_log_line(view_event(Plucked(Seat(1), from_code("DR"), "wall"), None), words) == ""
    again = ShownForEddie(Seat(0), from_code("WN"), (Seat(0), Seat(2)))
    assert word_log_line(again, words) == "Bear turns up Normie (WN) for Eddie and has to pluck again"
    assert word_short_line(again, words) is None, "the second pluck would go unsaid"
    shown = ShownForEddie(Seat(0), from_code("R6"), (Seat(2),))
    assert word_short_line(shown, words) == "Bear Six Rick (R6)"
    assert word_log_line(shown, words) == "Bear turns up Six Rick (R6) for Eddie"
    assert word_log_line(FirstPretty(Seat(2)), words).startswith("Wal plucked the first pretty")
    spoilt = "A flower or season came too early: nobody earns the First Pretty"
    assert word_log_line(FirstPretty(None), words) == spoilt
    over = HandOver("wash_out", None, Seat(1), True, (), sheet=(3, -1, -2))
    assert word_log_line(over, words) == (
        "The wall is gone and nobody tied up. That completes a Round, and Bull is Eddie for the next hand. "
        "The sheet: Bear 3, Bull −1, Wal −2. It adds up to zero."
    )
    civvy = Words(ENGLISH, "pussers-bones", ("Bear",), "civvy")
    assert "Red Dragon" in word_log_line(Discarded(Seat(0), from_code("DR"), 0), civvy)


def test_the_log_says_who_shows_no_cards_after_a_hand() -> None:
    words = Words(ENGLISH, "bonedoneskis", ("Bear", "Bull"))
    assert word_log_line(CardsShown(Seat(1), ()), words) == "Bull shows no cards"
    assert "J♠" in word_log_line(CardsShown(Seat(1), (card("Js"), card("4h"))), words)


def test_a_call_that_came_to_nothing_is_explained_even_without_its_facts() -> None:
    registry.game("lombardy-bones")
    from games.lombardy.events import TurnedDown

    words = Words(ENGLISH, "lombardy-bones", ("Bear", "Bull"))
    told = word_log_line(TurnedDown(Seat(0), "play 5-2 B", 0, "LB-20", "not_your_turn"), words)
    assert told == "Bear's “Lay 5-2 at B” didn't count. Not your turn (LB-20)"
    late = TurnedDown(Seat(0), "renege", 0, "LB-42", "too_late")
    assert word_log_line(late, words) == "Bear's “Renege!” didn't count. It's too late to call renege (LB-42)"
    assert word_private_line(late, words) == "Your “Renege!” didn't count. It's too late to call renege (LB-42)"
    assert not word_private_line(view_event(late, None), words)
    waived = TurnedDown(Seat(0), "noscore", 0, "LB-35", "no_window")
    assert word_log_line(waived, words).startswith("Bear's “No score” didn't count.")
    assert word_log_line(view_event(late, None), words) == word_log_line(view_event(late, Seat(1)), words) == ""


def test_a_seat_without_a_name_is_numbered() -> None:
    assert Words(ENGLISH).name(2) == "seat 3"
    assert Words(ENGLISH).name(None) == "nobody"
    assert word_log_line(table_events.Returned(Seat(0)), Words(ENGLISH, "", ("Bear",))) == "Bear is back."


def test_buttons_name_bones_and_cards_and_leave_the_rest() -> None:
    words = Words(ENGLISH, "pussers-bones", ("Bear", "Bull"))
    told = {argument: word_label(argument, words) for argument in ("S5", "Th", "6-4 A", "12", "")}
    assert told == {"S5": "Five Stick (S5)", "Th": "Th", "6-4 A": "6-4 A", "12": "12", "": ""}
    named = replace(words, nicknames=(("S5", "Snoopy"),))
    assert word_label("S5", named) == name_argument("S5", named) == "Snoopy (Five Stick)"
    assert word_log_line(Discarded(Seat(0), bone_of("S5"), 0), named).count("Snoopy (Five Stick)") == 1
    assert word_label("Th", Words(ENGLISH, "bonedoneskis")) == "10♥"
    assert word_label("2.1", Words(ENGLISH, "bonedoneskis", ("Bear", "Bull"))) == "Bull #1"


@pytest.mark.parametrize("rule", ["R12", "R4", "R6", "R14", "R17", "R18", "R19", "R23"])
def test_the_log_says_what_a_player_of_bonedoneskis_has_to_choose(rule: str) -> None:
    """SM-3 to SM-10: by the name of its rule or a word, without a number."""
    asked = Asked(rule, Seat(1), (card("Jd"), card("4s")), 0)
    line = word_log_line(asked, Words(ENGLISH, "bonedoneskis", ("Bear", "Bull")))
    assert "Bull" in line and "choice to make" not in line and rule not in line


CHOICES = [
    (("Ac Td Kc", "Qc Qd 2h", "Tc 5d 8c"), "", "B runs out of time and trades 2♥ for C's 8♣"),
    (("Ac Td 2s", "Qc Qd 5h", "Tc 6d 8c"), "A claim two_hog", "A runs out of time and lets the chance go (R4)"),
    (("Ac Td Kc", "Qc 4h 5h"), "B claim kings_men", "A runs out of time and turns up A♣"),
]


@pytest.mark.parametrize(("lines", "call", "told"), CHOICES)
def test_a_choice_whose_time_ran_out_says_so(lines: tuple[str, ...], call: str, told: str) -> None:
    hand = Hand(*lines)
    if call:
        hand.say(*call.split(" ", 1))
        hand.end_calls()
    words = Words(ENGLISH, "bonedoneskis", ("A", "B", "C"))
    assert told in [word_log_line(event, words) for event in hand.lapse()]


def test_the_log_says_whose_card_is_turned() -> None:
    words = Words(ENGLISH, "bonedoneskis", ("Bear", "Bull"))
    bear, bull = Seat(0), Seat(1)
    turned = TurnedUp("R18", bear, card("Ks"), bear, card("6c")), TurnedUp("R17", bull, card("Qh"), bear, card("6c"))
    assert [word_log_line(event, words) for event in turned] == [
        "Bear turns up their own 6♣",
        "Bull turns up Bear's 6♣",
    ]
    turned_down = TurnedDown(bear, card("4h"), bear, card("6c")), TurnedDown(bull, card("4h"), bear, card("6c"))
    assert [word_log_line(event, words) for event in turned_down] == [
        "Bear turns their own 6♣ face down",
        "Bull turns Bear's 6♣ face down",
    ]


def test_bd_11_the_log_says_who_brings_it_in() -> None:
    words = Words(ENGLISH, "bonedoneskis", ("Bear", "Bull"))
    third = BettingBegan(3, 0, (Seat(0), Seat(1)), Seat(1), 50, False)
    fourth = BettingBegan(4, 0, (Seat(0), Seat(1)), None, 0, False)
    assert [word_log_line(event, words) for event in (third, fourth)] == [
        "Bull has the lowest board that can bet, and has to bring in 0.50",
        "",
    ]


@pytest.mark.parametrize(
    ("key", "fact"), [("board/score", "score"), ("why/share", "amount"), ("evening/amount", "amount")]
)
def test_chips_that_were_won_have_a_plus(key: str, fact: str) -> None:
    words = Words(ENGLISH, "bonedoneskis")
    told = [words.say(key, name="Bull", **{fact: amount}) for amount in (5500, -5500, 0)]
    assert told == ["Bull +55.00", "Bull −55.00", "Bull 0.00"]


def _race(after_ms: int) -> tuple[Outcome, ...]:
    return Outcome(Seat(1), "yes", "taken", after_ms), Outcome(Seat(0), "yes", "beaten", after_ms + 90_000)


def test_the_log_gives_the_time_of_a_call_in_a_race() -> None:
    words = Words(ENGLISH, "pussers-bones", ("Bear", "Bull"))
    view: Any = SimpleNamespace(last_calls=_race(412))
    assert "Yes! by Bull, 412 ms after the bone" in list_remarks(view, words)[0]
    assert "by Bull, 412 ms after the card" in list_remarks(view, Words(ENGLISH, "bonedoneskis", ("Bear", "Bull")))[0]
    view = SimpleNamespace(last_calls=_race(2571))
    assert "Yes! by Bull, 2.6 s after the bone" in list_remarks(view, words)[0]
    view = SimpleNamespace(last_calls=_race(28_800_000))
    assert "Yes! by Bull" in list_remarks(view, words)[0]
    assert " ms" not in list_remarks(view, words)[0]
    assert list_remarks(cast(Any, SimpleNamespace(last_calls=_race(412)[:1])), words) == []


def test_sums_and_costs_name_their_player() -> None:
    words = Words(ENGLISH, "lombardy-bones", ("Bear", "Bull"))
    wrong = receipts([Called(Seat(0), 12, False, -10, False)])
    assert word_receipt(wrong[0], words) == ["Bear called 12, wrongly: −10 points (LB-32)"], "once is enough"
    lines = wrong[0].lines
    counted = wrong[0]._replace(seats=(Seat(1),))
    assert word_receipt(counted, words)[-1] == "= **−10 points** for Bull"
    assert word_cost((), words) == ""
    assert word_cost(lines, words) == "Your mistakes cost you 10 points (LB-32)."
    renege = receipts([RenegeCalled(Seat(0), False, (), (), -15)])[0].lines
    assert word_cost((*lines, *renege, *lines), words) == "Your mistakes cost you 35 points (LB-32, LB-44)."
    assert word_log_line(GameOver((Seat(1),), (-30, 15)), words).endswith("Scores: Bear −30, Bull 15")


@pytest.mark.parametrize("rule", RULES)
def test_a_refused_claim_says_what_its_rule_needs(rule: str) -> None:
    text = word_refusal(Refused("SM-1", "nothing_to_call", name=rule), Words(ENGLISH, "bonedoneskis"))
    assert text.startswith("You can't claim ") and text.endswith("\n-# SM-1")
    assert ". It needs " in text
    assert rule not in text or "_" not in rule


def test_identifiers_never_reach_people() -> None:
    named = word_refusal(
        Refused("LB-22", "option", name="boneyard_reserve", given="gibberish", allowed="0 to 2"), Words(ENGLISH)
    )
    assert named == "Bones kept in the boneyard can't be “gibberish”; it can be 0 to 2\n-# LB-22"
    unread = Unreadable("hogg", "one_of", names=("two_hog", "black_jack", "duel"))
    found = word_unreadable(unread, Words(ENGLISH, "bonedoneskis"))
    assert "one of 2 Hog, Black Jack and Dueling Snowmen" in found
    asked = word_unreadable(Ambiguous("b", ("claim black_jack", "claim got_the_nine")), Words(ENGLISH, "bonedoneskis"))
    assert "claim Black Jack / claim I Got The Nine" in asked


def test_a_showdown_tells_by_which_ranks_a_hand_is_better() -> None:
    """Otherwise the log would call two hands "pair" without saying why one of them won."""
    words = Words(ENGLISH, "bonedoneskis", ("Bear", "Bull"))
    hand = (("seat", 0), ("value", "pair"), ("ranks", (10, 14, 9, 8)))
    dead = (("seat", 1), ("value", "dead_hand"), ("ranks", ()))
    receipt = Receipt(
        "showdown",
        "BD-20",
        (ReceiptLine("hand", "HE-6", 0, "", hand), ReceiptLine("hand", "HE-6", 0, "", dead)),
        0,
        "chips",
    )
    told = word_receipt(receipt, words)
    assert any("Bear: pair, 10 A 9 8 (HE-6)" in line for line in told)
    assert any("Bull: dead hand (HE-6)" in line for line in told)


def test_a_player_who_is_owed_a_bone_is_told_to_pluck_it() -> None:
    """Whoever sets out a pretty is owed a bone. A house that plays faithfully does not remind them, and one in which
    they throw first asks for that (PB-28)."""
    words = Words(ENGLISH, "pussers-bones", ("Bear", "Bull", "Wally", "Normie"))
    houses: tuple[tuple[dict[str, Any], bool], ...] = (
        ({}, True),
        ({"enforcement": "faithful"}, False),
        ({"loose_after_discard": "required"}, False),
    )
    for house, told in houses:
        table = TableAt("wall: F1 R9 S9 B9 WE WS WW WN", **house)
        table.say(EDDIE, "pluck")
        if table.view(EDDIE).working is not None:
            table.say(EDDIE, "setout F1")
        assert table.table.racks.owed[EDDIE] == 1
        assert ("press Pluck off the Loose" in describe_moment(table.view(EDDIE), words, EDDIE)) is told


def test_in_a_race_the_next_player_is_told_to_pluck() -> None:
    """Otherwise the next player would pass, and the table would go on waiting for them (PB-47)."""
    words = Words(ENGLISH, "pussers-bones", ("Bear", "Bull", "Wally", "Normie"))
    for mode, told in (("race", True), ("everyone-decides", False)):
        table = TableAt("plucked: yes; rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8", call_mode=mode)
        table.say(EDDIE, "discard R1")
        asked = describe_moment(table.view(SAMMY), words, SAMMY).lower()
        assert asked.startswith("your turn: pluck a bone, or call") is told
        assert describe_moment(table.view(WALLY), words, WALLY).lower().startswith("who wants the bone?")


def test_lb_22_a_player_who_can_draw_is_told_so() -> None:
    words = Words(ENGLISH, "lombardy-bones", ("Bear", "Bull"))
    table = Playing(["6-6 1-0", "5-4 2-0"], "3-3 2-2")
    table.say("a noscore")
    told = [describe_moment(lombardy_view(table.table, Seat(1)), words, seat) for seat in (None, Seat(1))]
    assert told == ["Bull's turn: lay a bone, draw or pass", "your turn: lay a bone, draw or pass"]
    table.say("b draw")
    assert describe_moment(lombardy_view(table.table, None), words) == "Bull's turn: lay a bone or pass"
    assert words.say("log/lombardy.passed", seat="Bull") == f"Bull {words.label('knock').lower()}es", (
        "one word for one thing"
    )


def test_lb_1_both_names_of_the_other_way_round_are_read_and_one_is_shown() -> None:
    words = Words(ENGLISH, "lombardy-bones")
    assert describe_value("direction", "counterclockwise", words) == "anticlockwise"
    for typed in ("anticlockwise", "Counterclockwise", "counterclockwise"):
        assert parse_spoken_value("direction", typed, words).lower() == "counterclockwise"


def test_pb_50_the_fourth_bone_may_belong_to_an_open_pair() -> None:
    """The other three then lie on the tray, so no sentence says that four are on the rack."""
    words = Words(ENGLISH, "pussers-bones")
    for key in ("PB-50/undeclared_all_of", "receipt/undeclared_all_of"):
        assert "fourth bone" in words.say(key).lower() and "rack" not in words.say(key)


@pytest.mark.parametrize(
    ("house", "told"),
    [
        ({}, "This deal's scores are undone: Bull −10. Held back: Bear −15. Scores: Bear −15, Bull 0, Wally 0"),
        ({"restart_scores": "stand"}, "Held back: Bear −15. Scores: Bear −15, Bull 10, Wally 0"),
        ({"restart_scores": "offenders_undone"}, "Held back: Bear −15. Scores: Bear −15, Bull 10, Wally 0"),
        ({"renege_penalty": 0}, "This deal's scores are undone: Bull −10. Scores: Bear 0, Bull 0, Wally 0"),
        ({"renege_penalty": 0, "restart_scores": "stand"}, "begins again. Scores: Bear 0, Bull 10, Wally 0"),
    ],
)
def test_a_restart_tells_what_it_costs_and_what_it_undoes(house: dict[str, Any], told: str) -> None:
    """LB-43, LB-51: nobody's score changes without a word."""
    table = Playing(("6-6 1-0", "5-5 5-0", "6-5 4-4"), "", ("none", "5-5", "none"), **house)
    table.say("b score 10")
    restarted = table.move(2, Renege())[-1]
    for reader in (None, Seat(0), Seat(1), Seat(2)):
        words = Words(ENGLISH, "lombardy-bones", ("Bear", "Bull", "Wally"))
        assert word_log_line(view_event(restarted, reader), words).endswith(told)


@pytest.mark.parametrize(
    ("house", "told"),
    [
        ("when_played", "call 5** · The ends A4 + B1 + C0 add up to 5: a score."),
        ("when_open", "call 15** · The ends A4 + B1×2 + C3 + D6 add up to 15: a score."),
    ],
)
def test_a_beginner_reads_how_the_ends_add_up(house: str, told: str) -> None:
    """LB-15: the ends that don't count are left out."""
    table = Playing(("6-6 3-0 1-1", "6-4 2-0", "6-1 5-0", "6-3 2-1"), "", spinner_ends_count=house)
    table.say("b play 6-4 A", "c play 6-1 B", "d play 6-3 C")
    view = lombardy_view(table.table, Seat(0))
    advice = FIRST_HAND.advise(view.end_courtesy(), CHANCE)
    assert advice is not None
    move = registry.game("lombardy-bones").write(advice.move)
    assert word_advice(advice, move, Words(ENGLISH, "lombardy-bones")).endswith(told)
