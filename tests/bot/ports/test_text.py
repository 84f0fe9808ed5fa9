"""Text of people is shown as plain text: its markup, mentions and links have no effect."""

import re
import unicodedata

import pytest
from hypothesis import given, strategies as st

from bot.ports import clean, clean_name, fold_name, is_alike, label_person
from bot.ports.text import MOST_NAME, NAMELESS, label_people, tell_apart, without_hidden, without_markup
from render.base.lettering import make_name_drawable
from render.base.plain_text import put_on_one_line


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Bear", "Bear"),
        ("x_y_z", "x_y_z"),
        ("Old Mate #2 -> x", "Old Mate #2 -> x"),
        ("**Bear** ||x||", "∗∗Bear∗∗ ǀǀxǀǀ"),
        ("_Bear_ `x` ~~y~~", "ˍBearˍ ˋxˋ ∼∼y∼∼"),
        ("__Bear__", "ˍˍBearˍˍ"),
        ("[prize](https://x.y)", "［prize］(https:∕∕x.y)"),
        ("<@123>", "‹@123>"),
        ("# Bear", "＃ Bear"),
        ("> Bear", "› Bear"),
        ("-# Bear", "–# Bear"),
        ("@everyone @HERE @bear", "＠everyone ＠HERE @bear"),
        ("discord.gg/abc", "discord.gg∕abc"),
        ("discord.com/invite/abc", "discord.com∕invite/abc"),
        ("", ""),
    ],
)
def test_markup_in_a_name_has_no_effect(name: str, shown: str) -> None:
    assert without_markup(name) == shown


@given(st.text(max_size=40))
def test_escaping_keeps_the_length_and_changes_nothing_more_the_second_time(name: str) -> None:
    once = without_markup(name)
    assert len(once) == len(name)
    assert without_markup(once) == once
    assert not re.search(r"[*`~|\[\]<\\]|://", once)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Be\u202ear", "Be ar"),
        ("Be\u2066ar\u2069", "Be ar"),
        ("Be\u200bar", "Be ar"),
        ("Be\ufeffar", "Be ar"),
        ("Be\u00adar", "Be ar"),
        ("Bear\0", "Bear"),
        ("Bear\r\n# Bull\x1b[31m", "Bear # Bull ［31m"),
        ("Bear\u2028Bull\u2029Wally", "Bear Bull Wally"),
        ("Bear\U000e0041\U000e0042", "Bear"),
        ("Be\ud800ar", "Be ar"),
        ("\u3164\u115f\u2800\u200d", ""),
        ("B\u0301\u0301\u0301\u0301\u0301\u0301r", "B\u0301\u0301\u0301r"),
        ("Bear\ufe0f", "Bear"),
        ("❤\ufe0f 👩\u200d🚒", "❤\ufe0f 👩\u200d🚒"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("Cafe\u0301", "Café"),
    ],
)
def test_nothing_is_hidden_in_a_name(typed: str, shown: str) -> None:
    assert clean(typed) == shown


def test_an_empty_or_too_long_name_becomes_a_readable_one() -> None:
    assert clean_name("\u200b\u3164 ") == NAMELESS
    assert clean_name("x" * 40) == "x" * (MOST_NAME - 1) + "…"


@given(st.text(max_size=40))
def test_cleaning_leaves_one_line_of_visible_characters(typed: str) -> None:
    cleaned = clean(typed)
    assert clean(cleaned) == cleaned
    assert cleaned == " ".join(cleaned.split())
    kinds = {unicodedata.category(sign) for sign in cleaned if sign not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    cleaned.encode()


@given(st.text(max_size=40))
def test_typed_words_keep_every_visible_character(typed: str) -> None:
    kept = without_hidden(typed)
    assert without_hidden(kept) == kept
    assert [sign for sign in typed if sign.isprintable()] == [sign for sign in kept if sign.isprintable()]
    assert "\0" not in kept and "\u202e" not in kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bear", "bear"),
        ("Bear", "Ｂｅａｒ"),
        ("Bear", "Веаr"),
        ("Bear", "B\u200be\u200ba\u200br".replace("\u200b", "")),
        ("Bill", "BiIl"),
        ("Bill", "Bi11"),
        ("Ilic", "llic"),
        ("José", "Jose\u0301"),
        ("O'Brien", "O’Brien"),
        ("ʻAkoni", "'Akoni"),
        ("Jean-Luc", "Jean‐Luc"),
        ("Ştefan", "Ștefan"),
        ("Ðuro", "Đuro"),
        ("☠", "☠\ufe0f"),
        ("Straße", "STRAßE"),
        ("**Bear**", "∗∗Bear∗∗"),
    ],
)
def test_names_that_look_equal_are_told_apart(one: str, other: str) -> None:
    assert is_alike(one, other)
    assert tell_apart(other, ["Bull", one]) == f"{put_on_one_line(other)} (2)"
    assert tell_apart(other, [one, f"{one} (2)"]) == f"{put_on_one_line(other)} (3)"
    assert len(tell_apart("x" * MOST_NAME, ["x" * MOST_NAME])) <= MOST_NAME
    assert tell_apart(f"{other} (2)", [one, f"{one} (2)"]) == f"{put_on_one_line(other)} (3)"


def test_names_that_pictures_draw_alike_are_told_apart() -> None:
    assert tell_apart("Bear ᚱ", ["Bear"]) == "Bear ᚱ (2)"
    assert is_alike("Bear ᚱ", "Bear") and not is_alike("Bear ♛", "Bear ★")
    assert tell_apart("Bear ♛", ["Bear ★", "Bear"]) == "Bear ♛"


def test_a_right_to_left_name_ends_with_the_mark_of_its_direction() -> None:
    assert clean_name("דוד") == clean_name(clean_name("דוד")) == "דוד\u200e"
    assert is_alike("דוד", "דוד\u200e") and clean("דוד\u200e") == "דוד"
    long = clean_name("דוד " * 20)
    assert len(long) <= MOST_NAME and long.endswith("…\u200f\u200e") and clean_name(long) == long
    assert tell_apart("דוד\u200e", ["דוד\u200e"]) == "דוד (2)\u200e"


def test_a_long_name_ends_at_a_letter() -> None:
    assert clean_name("👩‍🚀" * 15).rstrip("…") == "👩‍🚀" * 10


def test_names_that_differ_stay() -> None:
    names = ["Bull", "Jose", "Willy", "Elia", "Lan", "Weiss", "Mª", "Вонк"]
    others = ["Bear", "José", "Wally", "Ella", "Ian", "Weiß", "Ma", "BOHK"]
    assert [tell_apart(name, others) for name in names] == names


_NAMES = st.lists(
    st.sampled_from(["Bear", "bear", "Bear ᚱ", "Bear (2)", "ᚱᚢᚾ", "ᚠᚢ", "דוד", "№ 1", "x" * 40]), max_size=8
)


@given(_NAMES)
def test_everybody_has_one_label_in_words_and_in_pictures(names: list[str]) -> None:
    labels = label_people([clean_name(name) for name in names])
    drawn = [make_name_drawable(name) for name in labels]
    assert len({fold_name(name) for name in labels}) == len({fold_name(name) for name in drawn}) == len(names)
    assert label_people(labels) == labels and all(len(name) <= MOST_NAME for name in labels)
    for place, name in enumerate(labels):
        assert label_person(name, labels[:place]) == name


def test_a_name_that_no_picture_can_draw_has_a_number_before_it() -> None:
    assert label_people(["ᚱᚢᚾ", "Bear", "ᚠᚢ", "Bear"]) == ["№ 1 ᚱᚢᚾ", "Bear", "№ 2 ᚠᚢ", "Bear (2)"]
    assert make_name_drawable("№ 1 ᚱᚢᚾ") == "№ 1"
    assert label_people(["Bear ᚱ", "Bear", "Bear (2)"]) == ["Bear ᚱ", "Bear (3)", "Bear (2)"], "older numbers stay"
