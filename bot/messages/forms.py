"""Forms opened by buttons. A completed form arrives as a press of the control named `what` in the form."""

from __future__ import annotations

from typing import Final

from bot.messages import house_rules
from bot.ports.requests import Reply
from bot.ports.ui import Field, Form
from bot.tables.aggregate.table import Table
from bot.tally.tally import PASTE
from bot.wording import say

FORM_ACTIONS: Final = frozenset({"orders", *house_rules.PAGES, "salt", PASTE})
"""Buttons and menus that may open a form. Other modules make the forms of house rules and of the tally."""


def open_form(table: Table, what: str, values: tuple[str, ...]) -> Reply:
    """Answer one of `FORM_ACTIONS` with its form or message. Raises KeyError for any other action."""
    if what in house_rules.PAGES:
        return house_rules.ask(table, values)
    return Reply(form=_form(what, table.row.game))


def _form(what: str, game: str) -> Form:
    return {
        "orders": Form(
            "orders.give",
            say("form/orders"),
            (Field("words", say("form/orders_field"), placeholder=say("form/orders_example", game)),),
        ),
        "salt": Form("salt.give", say("form/salt"), (Field("words", say("form/salt_field"), most=64),)),
    }[what]
