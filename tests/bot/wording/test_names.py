"""Names of people are read, never obeyed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wording.names import harmless


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
        ("", ""),
    ],
)
def test_markup_in_a_name_is_only_looked_at(name: str, shown: str) -> None:
    assert harmless(name) == shown


@given(st.text(max_size=40))
def test_nothing_is_longer_or_changed_twice(name: str) -> None:
    once = harmless(name)
    assert len(once) == len(name)
    assert harmless(once) == once
    assert not re.search(r"[*`~|\[\]<\\]|://", once)
