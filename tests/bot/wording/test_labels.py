"""Refusals, house rules and choices show labels, never identifiers."""

import re
from string import Formatter
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.history import events
from bot.tables.lobby.house_rules import list_table_options
from bot.wording import (
    ENGLISH,
    Words,
    describe_moment,
    name_house_rule,
    read_house_name,
    word_log_line,
    word_refusal,
    word_unreadable,
)
from bot.wording.game_wording import find_wording
from bot.wording.house_rules import find_house_words
from bot.wording.languages import catalogue_of
from bot.wording.refusals import TYPED
from games import registry
from games.bonedoneskis.rulebook import BY_ID, NAMES as CLAIMS
from games.core import Refused, Seat, Unreadable
from tests.fifth_game import NAME, NAMES

IDENTIFIER = "boneyard_reserve"
REFUSAL = re.compile(r"(\*|[A-Z]+(?:-?\d+)?)/([a-z_]+)")


def refusals(game: str) -> dict[str, str]:
    """The sentences of all refusals at a table of this game."""
    return {key: text for key, text in catalogue_of(ENGLISH, game, "").items() if REFUSAL.fullmatch(key)}


@pytest.mark.parametrize("game", NAMES)
def test_no_refusal_shows_an_identifier(game: str) -> None:
    checked = {option.name: str(option.default) for option in registry.game(game).OPTIONS if option.check is not None}
    told = []
    for key, sentence in refusals(game).items():
        rule, _, reason = key.partition("/")
        places = {name for _, name, _, _ in Formatter().parse(sentence) if name} - set(TYPED)
        for value in (IDENTIFIER, (IDENTIFIER, "two_hog")):
            facts = {name: checked.get(name, value) for name in places}
            text = word_refusal(Refused("X-1" if rule == "*" else rule, reason, **facts), Words(ENGLISH, game))
            told += [(key, text)] if "_" in re.sub(r"`[^`]*`", "", text) else []
    assert len(refusals(game)) > 50
    assert told == []


def test_refusals_list_the_accepted_words_by_their_labels() -> None:
    error = Unreadable("gibberish", "one_of", names=tuple(CLAIMS))
    assert "_" not in word_unreadable(error, Words(ENGLISH, "bonedoneskis"))


@pytest.mark.parametrize("game", NAMES)
def test_every_house_rule_has_a_name_and_is_found_by_it(game: str) -> None:
    own = registry.game(game)
    names = [option.name for option in (*own.OPTIONS, *list_table_options(own))]
    missing = [name for name in names if find_house_words(name, "", Words(ENGLISH, game)) is None]
    assert not missing, f"add to the house rules in the wording of {game}: {', '.join(missing)}"
    assert [
        name
        for name in names
        if read_house_name(name_house_rule(name, Words(ENGLISH, game)), Words(ENGLISH, game)) != name
    ] == []
    assert [
        name for name in names if read_house_name(name.replace("_", " ").title(), Words(ENGLISH, game)) != name
    ] == []


@pytest.mark.parametrize("game", NAMES)
def test_no_wording_has_a_house_rule_that_its_game_lacks(game: str) -> None:
    named = {re.split("[/:]", key)[1] for key in find_wording(game).sentences if key.startswith("house/")}
    spare = named - {option.name for option in registry.game(game).OPTIONS}
    assert not spare, f"take out of the house rules in the wording of {game}, or add to its options: {sorted(spare)}"


def test_two_games_may_name_a_house_rule_differently() -> None:
    told = [name_house_rule("game_points", Words(ENGLISH, game)) for game in ("duo-dominoes", NAME)]
    assert told == ["Points to win", "Points for the game"]
    assert [
        read_house_name(name, Words(ENGLISH, game)) for name, game in zip(told, ("duo-dominoes", NAME), strict=True)
    ] == [
        "game_points",
        "game_points",
    ]


def test_a_change_of_a_house_rule_is_told_by_its_name() -> None:
    line = word_log_line(events.HouseChanged("do_over_yes", "next_action"), Words(ENGLISH, "pussers-bones"))
    assert line == "House rule Do Bone! beats an earlier Yes!: next action"


def test_sm1_every_claim_says_what_it_does_in_one_line() -> None:
    lines = [Words(ENGLISH, "bonedoneskis").say(f"gives/{name}", amount=1_000_000) for name in CLAIMS]
    assert len(set(lines)) == len(CLAIMS) == 13
    assert max(map(len, lines)) <= 100
    assert all(re.search(r"[♠♥♦♣3]|jack|king|ranks", line[:32]) for line in lines), "the cards come first"


def test_no_sentence_of_stud_names_a_card_by_a_colour_that_it_does_not_have_in_the_picture() -> None:
    """Diamonds are blue there, and clubs green. The names of rules stay (R8, R9)."""
    sentences = find_wording("bonedoneskis").sentences
    assert not [key for key, sentence in sentences.items() if re.search(r"\b(?:red|black)\b", sentence)]


@pytest.mark.parametrize(
    ("rule", "fee"),
    [("R4", False), ("R6", True), ("R14", True), ("R17", False), ("R18", False), ("R19", False), ("R23", True)],
)
def test_a_player_who_has_to_choose_is_told_the_rule_and_the_fee(rule: str, fee: bool) -> None:
    """SM-3 to SM-10: "8 Ball: pay 2.50, and choose the card to swap yours for"."""
    asked = SimpleNamespace(amount=250)
    view: Any = SimpleNamespace(phase="choosing", stage=rule.lower(), to_act=(Seat(1),), asked=asked)
    told = describe_moment(view, Words(ENGLISH, "bonedoneskis", ("Bear", "Bull")), Seat(1))
    assert told.startswith(f"{Words(ENGLISH, 'bonedoneskis').say(f'choice/{BY_ID[rule].name}')}: ")
    assert ("pay 2.50" in told) is fee


def test_sm1_claims_that_open_again_are_told_in_one_short_line() -> None:
    """The log above it says whose claims came before: their names took four lines on a phone."""
    view: Any = SimpleNamespace(phase="calling", stage="again", to_act=(Seat(0), Seat(1)))
    words = Words(ENGLISH, "bonedoneskis", ("Bear", "Bull"))
    for seat in (Seat(0), None):
        assert describe_moment(view, words, seat) == "the claims are settled: anything new? Press Done if not"
    alone: Any = SimpleNamespace(phase="calling", stage="again", to_act=())
    assert describe_moment(alone, words, Seat(1)) == "the claims are settled; the others may claim more"


def test_sm8_a_player_who_has_to_trade_is_told_the_rule() -> None:
    view: Any = SimpleNamespace(phase="trading", stage="", to_act=(Seat(1),))
    assert "a trade card" in describe_moment(view, Words(ENGLISH, "bonedoneskis", ("Bear", "Bull")), Seat(1))


def test_headlines_and_claims_of_bonedoneskis_name_a_rule_without_its_number() -> None:
    """Numbers of rules are for *Why?*, refusals and receipts."""
    said = catalogue_of(ENGLISH, "bonedoneskis", "")
    shown = [text for key, text in said.items() if key.startswith(("phase/", "yours/", "choice/", "short/"))]
    assert shown and not [text for text in shown if re.search(r"\b(R|[A-Z]{2}-)\d", text)]
