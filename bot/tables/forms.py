"""The forms that buttons open; what is filled in comes back as a press of the form's `what`."""

from __future__ import annotations

from typing import Final

from bot.tables.port import Field, Form
from bot.tally.tally import PASTE
from bot.wording import say

FORM_ACTIONS: Final = frozenset({"orders", "lobby.house", "salt", PASTE})
"""Buttons that open a form, whatever is held; the books answer for their own."""


def form(what: str) -> Form:
    """The form that a button of a table opens. Raises KeyError for any other."""
    return {
        "orders": Form(
            "orders.give",
            say("form/orders"),
            (Field("words", say("form/orders_field"), placeholder=say("form/orders_example")),),
        ),
        "lobby.house": Form(
            "lobby.house.set",
            say("form/house"),
            (
                Field("option", say("form/house_option"), placeholder=say("form/house_option_example")),
                Field("value", say("form/house_value"), placeholder=say("form/house_value_example")),
            ),
        ),
        "salt": Form("salt.give", say("form/salt"), (Field("words", say("form/salt_field"), most=64),)),
    }[what]
