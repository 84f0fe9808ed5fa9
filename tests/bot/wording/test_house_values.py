"""House rules are grouped by theme, and each value has words that the bot also understands."""

from collections import Counter

import pytest

from bot.ports import MOST_ITEMS
from bot.tables.lobby.house_rules import list_table_options, read_value
from bot.wording import (
    ENGLISH,
    THEMES,
    Language,
    Words,
    describe_allowed_values,
    describe_stored_value,
    describe_value,
    parse_spoken_value,
    word_refusal,
)
from bot.wording.game_wording import find_wording
from bot.wording.house_rules import OF_SEVERAL_GAMES, OF_TABLES, find_house_words
from bot.wording.languages import LANGUAGES
from games import registry
from games.core import AnyOption, Refused
from tests.fifth_game import NAMES


def rules(game: str) -> list[AnyOption]:
    own = registry.game(game)
    return [*own.OPTIONS, *list_table_options(own)]


@pytest.mark.parametrize("game", NAMES)
def test_every_value_has_words_of_its_own_and_is_read_back(game: str) -> None:
    for option in rules(game):
        values = (True, False) if isinstance(option.default, bool) else option.values
        told = [describe_value(option.name, value, Words(ENGLISH, game)) for value in values]
        assert len(set(told)) == len(told), option.name
        unsaid = [words for words in (*told, describe_allowed_values(option, Words(ENGLISH, game))) if "_" in words]
        assert not unsaid, f"{option.name} in the wording of {game}: say {unsaid}"
        assert [option.read(parse_spoken_value(option.name, words, Words(ENGLISH, game))) for words in told] == list(
            values
        )


def test_pb_73_who_asks_to_rule_off_hears_in_words_what_was_agreed() -> None:
    refused = Refused("PB-73", "agreed_beforehand", rule_off="clock:00:00 Australia/Sydney +11:00")
    told = word_refusal(refused, Words(ENGLISH, "pussers-bones"))
    assert told == "The table agreed beforehand when to rule off the sheet: at 00:00 in Sydney\n-# PB-73"


@pytest.mark.parametrize("game", NAMES)
def test_every_value_that_is_a_name_has_words(game: str) -> None:
    """Otherwise a menu would show the stored spelling."""
    words = Words(ENGLISH, game)
    bare = [
        f"{option.name}: {value}"
        for option in rules(game)
        for value in option.values
        if isinstance(value, str)
        if all(find_house_words(name, f"/{value}", words) is None for name in (option.name, ""))
        and describe_value(option.name, value, words) == value.replace("_", " ")
    ]
    assert not bare, f"add to the values of the house rules in the wording of {game}: {', '.join(bare)}"


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_stands_in_one_theme_that_a_menu_holds(game: str) -> None:
    own = find_wording(game).themes
    grouped = (OF_SEVERAL_GAMES, OF_TABLES, own)
    themes = {name: theme for themes in grouped for theme, names in themes.items() for name in names}
    lost = {option.name for option in rules(game)} - themes.keys()
    assert not lost, f"the house rules {', '.join(sorted(lost))} of {game} need a theme out of {', '.join(THEMES)}"
    assert set(themes.values()) <= set(THEMES)
    assert max(Counter(themes.values()).values()) <= MOST_ITEMS
    gone = {name for names in own.values() for name in names} - {option.name for option in rules(game)}
    assert not gone, f"{game} has no house rules {', '.join(sorted(gone))}: take them out of its themes"


@pytest.mark.parametrize(
    ("name", "stored", "words"),
    [
        ("do_over_yes", "True", "on"),
        ("courtesy_seconds", "8", "8 seconds"),
        ("decide_timeout_s", "0", "no limit"),
        ("decide_timeout_s", "86400", "1 day"),
        ("decide_timeout_s", "90", "90 seconds"),
        ("race_grace_ms", "1000", "1,000 milliseconds"),
        ("shit_tie_up_a_bit", "50", "50 a bit"),
        ("mistaken_yes_a_bit", "0", "nothing"),
        ("rule_off", "rounds:2", "after 2 rounds"),
        ("rule_off", "rounds:1", "after 1 round"),
        ("rule_off", "clock:23:30", "at 23:30 UTC"),
        ("rule_off", "clock:00:00 Australia/Sydney +11:00", "at 00:00 in Sydney"),
        ("cents_per_point", "1000", "1,000"),
        ("reminded_after", "45s", "45 seconds"),
        ("vote_after", "15m", "15 minutes"),
        ("stand_in_after", "7d", "7 days"),
        ("stand_in_after", "usual", "as usual at this pace"),
        ("next_hand_after", "never", "never"),
    ],
)
def test_a_value_is_told_in_words_and_understood(name: str, stored: str, words: str) -> None:
    assert describe_stored_value(name, stored, Words(ENGLISH, "pussers-bones")) == words
    if ":" not in stored and stored != "True":
        assert parse_spoken_value(name, words, Words(ENGLISH)).replace(",", "") == stored


def test_nicknames_are_never_shown_in_their_stored_spelling() -> None:
    for stored in ("{'R1': 'Snoopy', 'DR': 'Claret'}", "R1=Snoopy, DR=Claret"):
        assert (
            describe_stored_value("nicknames", stored, Words(ENGLISH, "pussers-bones"))
            == "Snoopy (Jimmy Rick), Claret (Blood)"
        )
    assert describe_stored_value("fee", "150", Words(ENGLISH, "bonedoneskis")) == "1.50"


@pytest.mark.parametrize(
    ("talk", "jimmy"), [("", "Jimmy Rick"), ("civvy", "One Character"), ("messdeck", "Jimmy Rick")]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nicknames_are_read_as_they_are_shown_pb_91(language: Language, talk: str, jimmy: str) -> None:
    """Nobody could take nicknames away again: “none” was refused."""
    words = Words(language, "pussers-bones", talk=talk)
    game = registry.game("pussers-bones")
    for given in ({"R1": "Ned's Snoopy", "DR": "Claret"}, {"R1": "Old (B)", "DR": "Snoopy (2)"}, {}):
        told = describe_value("nicknames", given, words)
        assert read_value(game, "nicknames", parse_spoken_value("nicknames", told, words)) == given, told
        assert (
            "Claret" not in told
            or told == f"Ned's Snoopy ({jimmy}), Claret ({'Red Dragon' if talk == 'civvy' else 'Blood'})"
        )


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("R1=Snoopy, DR=Snoopy (2) , S1=Bo", "R1=Snoopy, DR=Snoopy (2) , S1=Bo"),
        ("R1=Old (B)", "R1=Old (B)"),
        ("DR=Old (B), Bo (2) (Jimmy Rick) ", "DR=Old (B),Jimmy Rick=Bo (2)"),
    ],
)
def test_brackets_in_a_nickname_stay_in_it_pb_91(typed: str, stored: str) -> None:
    assert parse_spoken_value("nicknames", typed, Words(ENGLISH, "pussers-bones")) == stored


def test_typed_words_without_a_digit_are_left_as_they_are() -> None:
    assert parse_spoken_value("decide_timeout_s", ", seconds", Words(ENGLISH)) == ", seconds"
