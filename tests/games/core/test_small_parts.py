"""Chance, options, receipts, refusals, moves and the registry."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bot.messages.parts.table_words import nicknames_of, talk_of
from games.core import Option, Options, Refused, Seat, SecretChance, Unreadable, Value, restore, settle
from games.core.chance import make_commitment
from games.core.game import find_most_seats
from games.core.moves import Ambiguous, Choice
from games.core.options import omit_older
from games.core.receipt import Transfer
from games.registry import NAMES, game
from games.roster import GAMES
from tests.games.handed_chance import HandedChance
from tests.refuses import refuses

SECRET = bytes(range(32))


def test_chance_is_a_stream_that_anybody_can_compute() -> None:
    block = hmac.digest(SECRET, b"ann\nbob\x007\x000", "sha256")
    numbers = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    chance = SecretChance(SECRET, ("ann", "bob"), 7)
    assert [chance.below(1 << 32) for _ in range(8)] == numbers
    following = hmac.digest(SECRET, b"ann\nbob\x007\x001", "sha256")
    assert chance.below(1 << 32) == int.from_bytes(following[:4], "big")
    assert make_commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


@given(n=st.integers(1, 2**32), counter=st.integers(0, 10**6))
def test_chance_gives_numbers_below_the_bound(n: int, counter: int) -> None:
    assert 0 <= SecretChance(SECRET, (), counter).below(n) < n


def test_a_shuffle_keeps_everything_and_depends_on_secret_salts_and_counter() -> None:
    orders = {
        SecretChance(secret, salts, counter).shuffle(range(20))
        for secret in (SECRET, bytes(32))
        for salts in ((), ("a",))
        for counter in (0, 1)
    }
    assert len(orders) == 8
    assert {tuple(sorted(order)) for order in orders} == {tuple(range(20))}
    assert SecretChance(SECRET, (), 0).shuffle(range(20)) == SecretChance(SECRET, (), 0).shuffle(range(20))


def test_every_order_of_three_comes_up_about_as_often() -> None:
    counts = Counter(SecretChance(SECRET, (), counter).shuffle("abc") for counter in range(3000))
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())


def test_scripted_chance_gives_the_numbers_handed_in() -> None:
    chance = HandedChance([7, 2], [("b", "a")])
    assert [chance.below(5), chance.below(5), chance.below(5)] == [2, 2, 0]
    assert chance.shuffle("ab") == ("b", "a")
    assert chance.shuffle("ab") == ("a", "b")


TABLE = (
    Option("size", 4, "X-1", "How many", least=2, most=6),
    Option("mode", "a", "X-2", "Which", ("a", "b")),
    Option("loud", False, "X-3", "Whether"),
    Option[Mapping[str, str]]("names", {}, "X-4", "Names"),
    Option("when", "vote", "X-5", "When", pattern="vote or rounds:n"),
    Option("cap", 0, "X-6", "Most", least=0),
    Option("free", 0, "X-7", "Any number"),
)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("size", "5", 5),
        ("mode", "b", "b"),
        ("loud", "yes", True),
        ("loud", " OFF ", False),
        ("names", {"R1": "x"}, {"R1": "x"}),
        ("when", " rounds:2 ", "rounds:2"),
        ("free", "-3", -3),
    ],
)
def test_an_option_reads_what_people_type(name: str, given: Value, value: Value) -> None:
    assert settle(TABLE, {name: given})[name] == value


@pytest.mark.parametrize(
    ("name", "given", "allowed"),
    [
        ("size", 7, "2 to 6"),
        ("size", True, "2 to 6"),
        ("size", "four", "2 to 6"),
        ("mode", "c", "a, b"),
        ("loud", "perhaps", "true, false"),
        ("names", "x", "names"),
        ("when", 3, "vote or rounds:n"),
        ("cap", -1, "0 or more"),
        ("free", "x", "a number"),
    ],
)
def test_an_options_refusal_lists_the_accepted_values(name: str, given: Value, allowed: str) -> None:
    with refuses() as refused:
        settle(TABLE, {name: given})
    assert refused.value.facts["allowed"] == allowed
    assert refused.value.reason == "option"


@pytest.mark.parametrize(
    ("held", "value"), [({}, 4), ({"size": 6}, 6), ({"size": 99}, 99), ({"size": "many"}, 4), ({"mode": "b"}, 4)]
)
def test_an_option_finds_its_value_among_stored_ones(held: Options, value: int) -> None:
    assert Option("size", 4, "X-1", "How many", least=2, most=6).value_in(held) == value
    assert Option("mode", "a", "X-2", "Which", ("a", "b")).value_in({"mode": "c"}) == "a"


def test_a_table_older_than_an_option_has_its_older_value_and_is_stored_unchanged() -> None:
    late = Option("late", True, "X-3", "Whether it came later", older=False)
    for stored in ({}, {"late": True}):
        assert omit_older((late,), restore((late,), stored)) == stored
    assert late.value_in({}) is restore((late,), {})["late"] is False
    assert settle((late,))["late"] is late.value_in({"late": True}) is True


def test_later_layers_of_options_override_earlier_ones() -> None:
    settled = settle(TABLE, {"size": 2, "mode": "b"}, {"size": 3})
    assert (settled["size"], settled["mode"], settled["loud"]) == (3, "b", False)
    with refuses("HOUSE/option_name"):
        settle(TABLE, {"colour": 1})


def test_a_transfer_sums_to_zero_or_does_not_exist() -> None:
    assert Transfer((-3, 7, -4, 0), "X-1", "won").amounts == (-3, 7, -4, 0)
    with pytest.raises(ValueError, match="does not sum to zero"):
        Transfer((1, 0), "X-1", "won")


def test_a_refusal_has_a_key_and_facts() -> None:
    refused = Refused("PB-45", "too_late", seat=Seat(2))
    assert (refused.key, refused.facts, str(refused)) == ("PB-45/too_late", {"seat": 2}, "PB-45/too_late")


def test_a_choice_splits_its_words_and_an_ambiguity_lists_its_names() -> None:
    choice = Choice(None, "discard R1")
    assert (choice.verb, choice.argument) == ("discard", "R1")
    assert Choice(None, "yes").argument == ""
    assert Ambiguous("x", ("a", "b")).facts == {"names": ("a", "b")}
    assert isinstance(Ambiguous("x", ()), Unreadable)


def test_games_are_found_by_name() -> None:
    assert game("pussers-bones").TITLE == "Pussers Bones"
    assert "pussers-bones" in NAMES and "chess" not in NAMES
    with pytest.raises(KeyError):
        game("chess")


@pytest.mark.parametrize(("options", "most"), [({"berths": 3}, 3), ({"berths": 9}, 6), ({"players": 3}, 6), ({}, 6)])
def test_a_house_rule_limits_the_seats_by_its_flag_and_not_by_its_name(options: dict[str, int], most: int) -> None:
    rules = (Option("berths", 4, "XX-1", "", limits_seats=True), Option("players", 4, "XX-2", ""))
    planted: Any = SimpleNamespace(SEATS=(2, 6), OPTIONS=rules)
    assert find_most_seats(planted, options) == most


def test_house_rules_about_seats_have_the_flag() -> None:
    marked = {
        (name, option.name, option.follows_seats)
        for name in NAMES
        for option in game(name).OPTIONS
        if option.limits_seats or option.follows_seats
    }
    assert marked == {("pussers-bones", "players", True), ("bonedoneskis", "max_seats", False)}


def test_a_house_rule_sets_the_talk_and_the_names_of_pieces_by_its_flag_and_not_by_its_name() -> None:
    rules = (
        Option("tongue", "plain", "XX-1", "", names_talk=True),
        Option[Mapping[str, str]]("pets", {}, "XX-2", "", names_pieces=True),
        Option("talk", "loud", "XX-3", ""),
        Option[Mapping[str, str]]("nicknames", {}, "XX-4", ""),
    )
    planted: Any = SimpleNamespace(OPTIONS=rules)
    options = settle(rules, {"tongue": "salty", "pets": {"6-6": "Big Dog"}, "nicknames": {"0-0": "Nobody"}})
    assert talk_of(planted, options) == "salty"
    assert nicknames_of(planted, options) == (("6-6", "Big Dog"),)
    planted = SimpleNamespace(OPTIONS=rules[2:])
    assert (talk_of(planted, options), nicknames_of(planted, options)) == ("", ())


@pytest.mark.parametrize("name", NAMES)
def test_what_follows_from_house_rules_is_read_like_a_field(name: str) -> None:
    """A descriptor of the class would make each reading ten times as dear, some nine times a move."""
    house = import_module(f"{GAMES[name].package}.options").House
    derived = set(vars(house())) - {option.name for option in game(name).OPTIONS}
    assert derived and not any(hasattr(house, member) for member in derived)


def test_house_rules_about_talk_and_names_of_pieces_have_the_flag() -> None:
    marked = {
        (name, option.name)
        for name in NAMES
        for option in game(name).OPTIONS
        if option.names_talk or option.names_pieces
    }
    assert marked == {("pussers-bones", "talk"), ("pussers-bones", "nicknames")}
