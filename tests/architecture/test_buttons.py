"""A renamed button is renamed in the documents."""

import pytest

from bot.wording import ENGLISH, Words
from tests.architecture.buttons import find_renamed, list_labels, read_labels, rename
from tests.architecture.generated import button_list


def test_the_page_of_buttons_is_read_back() -> None:
    assert read_labels(button_list()) == list_labels()
    assert list_labels()["lobby.robot+"] == Words(ENGLISH).label("lobby.robot+")


def test_a_renamed_button_is_renamed_in_a_document() -> None:
    renamed = find_renamed(
        {"lobby.robot+": "Add robot", "why": "Why?"}, {"lobby.robot+": "Call a robot", "why": "Why?"}
    )
    text = "Press *Add robot* or **Add robot**; Add robot and **Why?** stay."
    assert rename(text, renamed) == "Press *Call a robot* or **Call a robot**; Add robot and **Why?** stay."


def test_a_label_of_several_buttons_is_renamed_only_with_all_of_them() -> None:
    before = {"offer.no": "No", "undo.no": "No"}
    assert find_renamed(before, {"offer.no": "Not I", "undo.no": "Not I"}) == {"No": "Not I"}
    with pytest.raises(ValueError, match="several buttons were called “No”"):
        find_renamed(before, {"offer.no": "Not I", "undo.no": "No"})
