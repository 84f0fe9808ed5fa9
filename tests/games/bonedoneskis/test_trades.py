"""Exchanges of cards: R4, R7, R12, R13, R14, R26, R27, and the cards that arrive (BD-5)."""

from tests.games.bonedoneskis.hand import Hand


def test_r12_sm_8_a_trade_card_must_be_traded_before_anything_else() -> None:
    hand = Hand("Ac Td 9h Kc", "Qc Qd 5h 9d", "Tc 5d 8c Jd")
    assert hand.phase == "trading"
    assert hand.words("A") == {"trade 5h", "trade 8c"}
    assert hand.words("B") == set()
    assert hand.refusal("A", "trade Ac") == "R12/no_target"
    assert hand.refusal("B", "trade 8c") == "R12/not_asked"
    hand.say("A", "trade 8c")
    assert hand.line("A") == "Ac.2d Td.2d 8c.3u"
    assert hand.line("C") == "Tc.2d 5d.2d 9h.3u"
    assert hand.phase == "calling"


def test_r12_without_an_answer_the_next_player_clockwise_loses_their_card() -> None:
    hand = Hand("Ac Td Kc", "Qc Qd 2h", "Tc 5d 8c")
    hand.lapse()
    assert hand.line("B") == "Qc.2d Qd.2d 8c.3u"
    assert hand.line("C") == "Tc.2d 5d.2d 2h.3u"


def test_r12_a_trade_card_that_replaces_a_sold_3_is_traded_at_once() -> None:
    hand = Hand("Ac Td Kc", "Qc Qd 3h", after={3: "Ts"})
    hand.say("B", "claim sell_three")
    hand.end_calls()
    assert hand.phase == "trading", "the trade comes before anything else"
    assert hand.words("B") == {"trade Kc"}


def test_r27_a_traded_jack_is_owed_for_by_its_new_holder() -> None:
    hand = Hand("Ac Td Js", "Qc Qd 9h", "Tc 5d 8c")
    hand.say("B", "trade Js")
    hand.say("C", "claim black_jack")
    hand.end_calls()
    assert hand.table.asked is not None
    assert hand.table.asked.seat == hand.seat("B")


def test_r4_sm_6_the_hog_takes_a_2_or_a_5_and_gives_nothing() -> None:
    hand = Hand("Ac Td 2s", "Qc Qd 5h", "Tc 6d 8c")
    hand.say("A", "claim two_hog")
    hand.end_calls()
    assert hand.words("A") == {"steal 5h"}
    assert hand.refusal("A", "steal 8c") == "R4/no_target"
    hand.say("A", "steal 5h")
    assert hand.line("A") == "Ac.2d Td.2d 2s.3u 5h.3u"
    assert hand.line("B") == "Qc.2d Qd.2d"
    hand.end_calls()
    assert hand.turn == "C", "B has no board and brought in"


def test_r4_bd_3_a_stolen_hole_card_leaves_no_place() -> None:
    hand = Hand("Ac Td Qh 2s", "5h Qc 9d 8c", "Tc 6d 8d Kc")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("A", "turn 2.1")
    assert hand.line("B") == "Qc.2d 5h.2u3 9d.3u"
    hand.to_street(4)
    hand.say("A", "claim two_hog")
    hand.end_calls()
    hand.say("A", "steal 5h")
    assert hand.line("A") == "Ac.2d Td.2d Qh.3u 2s.4u 5h.2u3"
    assert hand.line("B") == "Qc.2d 9d.3u 8c.4u"
    assert hand.table.holes == (2, 1, 2)


def test_r4_only_the_holder_may_steal_and_silence_spends_the_power() -> None:
    hand = Hand("Ac Td 2s", "Qc Qd 5h", "Tc 6d 8c")
    assert hand.refusal("B", "claim two_hog") == "SM-1/nothing_to_call"
    hand.say("A", "claim two_hog")
    hand.end_calls()
    hand.lapse()
    assert hand.phase == "calling"
    assert hand.refusal("A", "claim two_hog") == "SM-1/nothing_to_call"


def test_r7_sm_11_a_sold_3_is_replaced_for_the_fee() -> None:
    hand = Hand("Ac Td 3s", "Qc Qd 5h", after={3: "Kh"})
    hand.say("A", "sell")
    assert hand.stack("A") == 4950, "a call is only carried out when the round closes"
    hand.end_calls()
    assert hand.line("A") == "Ac.2d Td.2d Kh.3u"
    assert "Sold" in hand.kinds()
    assert hand.table.fees == 250


def test_r7_a_replacement_may_be_sold_again_and_a_slept_3_never() -> None:
    hand = Hand("Ac Td 3s Kd", "Qc Qd 5h 8h", after={3: "3c Kh"})
    hand.say("A", "sell 3s")
    while hand.line("A").endswith("3s.3u"):
        assert hand.table.window is not None
        hand.say("AB"[hand.table.window.awaited[0]], "done")
    hand.say("A", "sell 3c")
    hand.end_calls()
    assert hand.line("A") == "Ac.2d Td.2d Kh.3u"
    slept = Hand("Ac Td 3s Kd", "Qc Qd 5h 8h").to_street(4)
    assert slept.refusal("A", "sell") == "SM-1/nothing_to_call"


def test_r14_sm_7_the_8_ball_buys_any_card_of_another_board() -> None:
    hand = Hand("Ac Td 8s", "Qc Qd 5h", "Tc 6d 8c")
    hand.say("A", "buy")
    hand.end_calls()
    assert hand.words("A") == {"trade 5h", "trade 8c"}
    hand.say("A", "trade 5h")
    assert hand.line("A") == "Ac.2d Td.2d 5h.3u"
    assert hand.table.fees == 250


def test_r14_silence_spends_the_8_ball_and_costs_nothing() -> None:
    hand = Hand("Ac Td 8s", "Qc Qd 5h")
    hand.say("A", "buy")
    hand.end_calls()
    hand.lapse()
    assert hand.table.fees == 0
    assert hand.refusal("A", "buy") == "SM-1/nothing_to_call"


def test_r26_sm_9_a_row_swaps_a_hole_card_with_the_neighbour_of_its_highest_card() -> None:
    hand = Hand("Ac Td 8c 7d 6s", "Qc Qd Kh 8h Js", "Tc 5d Jd 9d 9s", numbers=[0, 1]).to_street(5)
    hand.say("C", "claim straight_trade")
    hand.end_calls()
    assert hand.line("A").startswith("Qd.2d Td.2d")
    assert hand.line("B").startswith("Qc.2d Ac.2d")


def test_r26_an_ascending_row_trades_with_the_right_hand_neighbour() -> None:
    hand = Hand("Ac 3d 8c 9d Tc", "Qc Qd Kh 8h 3s", "Jc 5d 5s 6d Qs", numbers=[1, 0]).to_street(5)
    hand.say("A", "claim straight_trade")
    hand.end_calls()
    assert hand.line("A").startswith("Ac.2d Jc.2d")
    assert hand.line("C").startswith("3d.2d 5d.2d")


def test_r26_each_player_sees_only_the_card_they_got() -> None:
    from games.bonedoneskis.project import view

    hand = Hand("Ac Td 8c 7d 6s", "Qc Qd Kh 8h Js", numbers=[0, 1]).to_street(5)
    hand.say("A", "claim straight_trade")
    hand.end_calls()
    crowd = view(hand.table, None)
    assert [lying.card for lying in crowd.chairs[0].line[:2]] == [None, None]
    own = view(hand.table, hand.seat("A")).chairs[0].line
    assert own[0].card is not None
    assert view(hand.table, hand.seat("A")).chairs[1].line[1].card is None


def test_r7_bd_16_with_an_empty_deck_the_muck_replaces_a_3() -> None:
    hand = Hand("Ac Td 3h", "Qc 5d 9d", "Tc 6d 8d")
    hand.table.deck, hand.table.muck = (), hand.table.deck
    hand.say("A", "claim sell_three")
    hand.end_calls()
    assert hand.line("A").startswith("Ac.2d Td.2d ")
    assert "3h" not in hand.line("A")
    assert len(hand.table.deck) == 52 - 9
    assert hand.table.muck == ()
